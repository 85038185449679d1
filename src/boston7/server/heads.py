"""The head of the record, sent to every viewer.

Browsers keep the last head they received, so they can detect that the record was truncated or replaced. Once the record
has grown past an earlier seal, they can also compare that seal with it.
"""

from __future__ import annotations

import asyncio

import msgspec
from litestar.params import FromPath

from boston7.server.answers import not_found
from boston7.server.routes import Routes
from boston7.server.session import Asked

routes = Routes()


class RecordHead(msgspec.Struct, frozen=True):
    """A seal: the id of the record, the sequence number of the seal, and its digest."""

    record: str
    seal: int
    digest: str


@routes.get("/api/head", "The head of the record", tags=["fairness"])
async def head(request: Asked) -> RecordHead:
    return RecordHead(*request.context.record.checked_head)


@routes.get("/api/head/{seal:int}", "An earlier seal of the record", tags=["fairness"])
async def earlier(request: Asked, seal: FromPath[int]) -> RecordHead:
    """Compare the digest with the one you received before: it must be the same."""
    record = request.context.record
    found = await asyncio.to_thread(record.seal, seal)
    if found is None:
        raise not_found("The record has no seal with that number yet.")
    return RecordHead(*found)
