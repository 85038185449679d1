"""For auditors: search finished rounds, verify the record, and export the history. Read-only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import merge
from io import TextIOWrapper
from itertools import islice
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO, Annotated, Literal

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Schema
from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from boston7.audit.export import SHEETS, SUFFIXES, WRITERS
from boston7.record import verify_own
from boston7.server.answers import line_of
from boston7.server.heads import RecordHead
from boston7.server.logs import note
from boston7.server.reading.chapters import PlayedRound
from boston7.server.reading.history_paths import Limit, RoundRows
from boston7.server.reading.reports import Reports
from boston7.server.routes import Routes
from boston7.server.session import Asked

routes = Routes()


_log = logging.getLogger("boston7.server")
_MOST_NUMBER = 2**63 - 1
_MEDIA = {"csv": "text/csv", "jsonl": "application/x-ndjson", "history": "text/plain", "corrections": "text/csv"}
_PIECE = 1 << 16

From = Annotated[int | None, QueryParameter(name="from", ge=0, le=_MOST_NUMBER, description="Microseconds since 1970.")]
To = Annotated[int | None, QueryParameter(name="to", ge=0, le=_MOST_NUMBER, description="Microseconds since 1970.")]
Position = Annotated[
    int | None, QueryParameter(name="before", ge=0, le=_MOST_NUMBER, description="Only rounds before this `position`.")
]


class FirstBad(msgspec.Struct, frozen=True):
    stream: str
    version: int
    reason: str


class Verified(msgspec.Struct, frozen=True):
    """The result of a verification. `keyed` counts the seals checked with the room key, and `unchecked` the older
    ones."""

    ok: bool
    entries: int
    streams: int
    seal: int
    digest: str
    fault: FirstBad | None
    keyed: int
    unchecked: int


@dataclass
class _Export(Operation):
    """The OpenAPI operation of the export, with its four media types. Litestar cannot declare them for one path."""

    def __post_init__(self) -> None:
        answer = (self.responses or {}).get("200")
        if isinstance(answer, OpenAPIResponse):
            text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
            answer.content = dict.fromkeys(_MEDIA.values(), text)


@routes.get("/api/audit/rounds", "Search finished rounds", "audit")
async def search(
    request: Asked,
    table: FromQuery[str | None] = None,
    player: FromQuery[str | None] = None,
    status: FromQuery[Literal["complete", "void"] | None] = None,
    since: From = None,
    until: To = None,
    before: Position = None,
    limit: Limit = 50,
) -> RoundRows:
    """Finished rounds of one table or of all, newest first."""
    names = [table] if table is not None else [each.name for each in request.room.summaries()]
    histories = [await (await request.reports.pages(name)).every_round() for name in names]
    name = None if player is None else player.casefold()

    def wanted(played: PlayedRound) -> bool:
        return (
            (before is None or played.position < before)
            and (status is None or played.status == status)
            and (since is None or played.ended >= since)
            and (until is None or played.ended <= until)
            and (name is None or any(seat.player.casefold() == name for seat in played.seats))
        )

    def work() -> RoundRows:
        found = merge(*map(reversed, histories), key=lambda played: -played.position)
        return RoundRows(tuple(islice(filter(wanted, found), limit)))

    return await request.reports.office.do(work)


@routes.get("/api/audit/verify", "Verify the whole record", "audit")
async def verify(request: Asked) -> Verified:
    """Read the whole record, and report the first entry that was altered, removed, inserted or moved."""
    record = request.context.record
    found = await request.reports.verdicts.get("", lambda: verify_own(record))
    bad = FirstBad(found.fault.stream, found.fault.version, found.fault.reason) if found.fault else None
    return line_of(Verified, found, ok=bad is None, fault=bad)


@routes.get("/api/audit/head", "The last seal of the record", "audit")
async def head(request: Asked) -> RecordHead:
    """Write the head down outside the room. It is evidence of everything recorded before it."""
    return RecordHead(*await request.reports.office.do(request.context.record.record_head))


@routes.get("/api/audit/export", "Export the history", "audit", operation_class=_Export)
async def export(
    request: Asked, format: FromQuery[Literal["csv", "jsonl", "history", "corrections"]] = "csv"
) -> Stream:
    """The export omits rounds still in play and account secrets."""
    room = request.reports
    file = await room.archive.do(lambda: _written(room, format))
    size = file.seek(0, SEEK_END)
    file.seek(0)
    now = datetime.fromtimestamp(room.context.desk.clock.seconds(), UTC)
    name = f"boston7-{format}-{now:%Y%m%dT%H%M%SZ}.{SUFFIXES[format].rpartition('.')[2]}"
    note(_log, "export", format=format, bytes=size, by=request.user.id)
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-length": str(size)}
    return Stream(_pieces(file), media_type=_MEDIA[format], headers=headers)


def _written(room: Reports, kind: str) -> IO[bytes]:
    """Write the whole export to a file before sending it, so that a failure cannot truncate it unnoticed."""
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed when it has been sent
    try:
        text = TextIOWrapper(file, encoding="utf-8", newline="" if kind in SHEETS else "\n", write_through=True)
        WRITERS[kind](room.context.record, text, room.context.key, discreet=True)
        text.detach()
    except BaseException:
        file.close()
        raise
    return file


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while piece := await asyncio.to_thread(file.read, _PIECE):
            yield piece
    finally:
        file.close()
