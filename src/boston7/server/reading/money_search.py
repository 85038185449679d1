"""Search over all entries that do not belong to a round: counts, fills, cash, corrections, people, logins and rules."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, QueryParameter

from boston7.audit.rounds import clock
from boston7.audit.spreadsheet import harmless
from boston7.fair.hidden import ACCOUNT_SECRETS, read_hidden
from boston7.game import CLOSED
from boston7.game.wire import InvalidMessage
from boston7.money import MOST, Cents, Piece, dollars, worth
from boston7.narrate import tell
from boston7.record import Entry, Record
from boston7.server.reading.audit import From, To
from boston7.server.reading.history_paths import Limit
from boston7.server.reading.shift_csv import money
from boston7.server.routes import Routes
from boston7.server.session import Asked
from boston7.shift.checks import serial
from boston7.shift.slips import slip_serial

_BOOKS = ("shift", "cage", "people")
_SIGNED = ("dealer_signs", "supervisor_signs")
"""The steps of the opening checklist that confirm a count."""
routes = Routes("audit")


Subject = Literal["", "counts", "fills", "cage", "corrections", "approvals", "incidents", "people", "logins", "rules"]
_SUBJECTS: dict[str, frozenset[str]] = {
    "counts": frozenset(
        {"tray_counted", "stub_counted", "drop_entered", "drop_signed", "checked_off", "table_opened", "table_closed",
        "bank_counted", "bank_signed"}
    ),
    "fills": frozenset({"slip_requested", "slip_signed", "slip_voided", "fill", "credit"}),
    "cage": frozenset({
        "cage_moved", "cash_moved", "payout_asked", "receipt_voided", "prize_check_issued",
        "prize_check_turned_down", "prize_check_refused", "prize_check_voided", "buy_in", "cash_out", "cash_buy_in",
        "player_left",
    }),
    "corrections": frozenset({"payout_corrected", "corrected", "round_voided", "hand_voided"}),
    "approvals": frozenset({"approval_asked", "request_answered"}),
    "incidents": frozenset({
        "incident_logged", "player_evicted", "floor_called", "floor_answered", "closing_announced", "deck_replaced",
    }),
    "logins": frozenset({
        "login_failed", "login_succeeded", "session_opened", "session_closed", "console_made", "consoles_removed",
        "pin_set", "password_set", "second_factor_begun", "second_factor_set", "dealer_signed_on", "dealer_signed_off",
    }),
    "rules": frozenset({"terms_set", "charity_named"}),
}  # fmt: skip
"""The record's entry types by subject. `people` covers all other entries of the people's book. All other table events
belong to the game."""
_SUBJECT_OF = {what: subject for subject, kinds in _SUBJECTS.items() for what in kinds}
_NOT_LISTED = frozenset({"session_seen", "limit_set"})
"""Not searchable: session activity, and players' own limits, which are private."""
_HIDDEN = ACCOUNT_SECRETS | {"checklist", "after", "automation"}
Least = Annotated[int | None, QueryParameter(name="least", ge=0, le=MOST, description="Minimum, in cents.")]
Most = Annotated[int | None, QueryParameter(name="most", ge=0, le=MOST, description="Maximum, in cents.")]


class Found(msgspec.Struct, frozen=True):
    """A summary of an entry. `cents` is the largest amount in it."""

    position: int
    time: int
    book: str
    table: str
    what: str
    by: str
    cents: Cents | None
    text: str


class FoundRows(msgspec.Struct, frozen=True):
    entries: tuple[Found, ...]


async def _found(
    request: Asked,
    text: FromQuery[str] = "",
    person: FromQuery[str] = "",
    table: FromQuery[str] = "",
    book: FromQuery[str] = "",
    subject: FromQuery[Subject] = "",
    since: From = None,
    until: To = None,
    least: Least = None,
    most: Most = None,
) -> list[Found]:
    def wanted(row: Found) -> bool:
        texts = f"{row.what} {row.by} {row.text}".casefold()
        return (
            (not book or row.book == book)
            and (not subject or _subject(row) == subject)
            and (not table or row.table.casefold() == table.strip().casefold())
            and (since is None or row.time >= since)
            and (until is None or row.time <= until)
            and (least is None or (row.cents is not None and row.cents >= least))
            and (most is None or (row.cents is not None and row.cents <= most))
            and text.strip().casefold() in texts
            and person.strip().casefold() in texts
        )

    names = {id: one.name for id, one in request.desk.people.persons.items()}
    record = request.context.record
    return await request.reports.archive.do(
        lambda: sorted(filter(wanted, _all(record, names)), key=lambda row: -row.position)
    )


_search = {"found": Provide(_found)}


@routes.get("/api/audit/entries", "Search counts, fills, cash, logins, rules", "audit", dependencies=_search)
async def entries(request: Asked, found: NamedDependency[list[Found]], limit: Limit = 50) -> FoundRows:
    """Newest first. `text` searches the whole entry, `person` its author and the person it is about. `subject` is
    independent of the book."""
    return FoundRows(tuple(found[:limit]))


@routes.get(
    "/api/audit/entries/export", "The search result as CSV", "audit", media_type="text/csv", dependencies=_search
)
async def export(request: Asked, found: NamedDependency[list[Found]]) -> Response[str]:
    headers = {"content-disposition": 'attachment; filename="entries.csv"'}
    return Response(_csv(found), media_type="text/csv; charset=utf-8", headers=headers)


def _subject(row: Found) -> str:
    if row.book == "people":
        return "logins" if _SUBJECT_OF.get(row.what) == "logins" else "people"
    if row.book == "rules":
        return "rules"
    return _SUBJECT_OF.get(row.what, "")


def _all(record: Record, names: dict[str, str]) -> Iterator[Found]:
    for stream in record.streams():
        kind, _, table = stream.partition(":")
        if stream in _BOOKS or kind in ("table", "house"):
            book = "rules" if kind == "house" else kind
            papers: _Papers = {}
            for entry in record.scan(stream):
                if (row := _row(entry, book, table, names, papers)) is not None:
                    yield row


_Papers = dict[tuple[str, int], dict[str, Any]]
"""Slips, checks and receipts with their original content, by kind and number."""


def _with_paper(body: dict[str, Any], papers: _Papers) -> dict[str, Any]:
    """Add the fields of the slip, check or receipt to an entry that only refers to it by number."""
    what = str(body.get("type"))
    kind = next((name for name in ("slip", "prize_check", "receipt") if what.startswith(name)), "")
    if what in ("cash_moved", "payout_asked"):
        papers["receipt", body.get("receipt", 0)] = body
    if not kind:
        return body
    number = body.get("receipt" if kind == "receipt" else "number", 0)
    if what == "slip_requested":
        body = {**body, "serial": slip_serial(body["kind"], number)}
    elif what == "prize_check_issued":
        body = {**body, "serial": serial(number)}
    return {**papers.setdefault((kind, number), body), **body}


def _row(entry: Entry, book: str, table: str, names: dict[str, str], papers: _Papers) -> Found | None:
    try:
        body = msgspec.json.decode(entry.body)
    except msgspec.DecodeError:
        return None
    if book == "shift" and isinstance(body, dict):
        body = _with_paper(body, papers)
    if book == "table" and isinstance(body, dict) and isinstance(body.get("event"), dict):
        body = body["event"]  # The event is stored with its command.
    what = str(body.get("type", "rules_sign")) if isinstance(body, dict) else ""
    if what == "chips_moved":  # Fills, credits and buy-ins are searched by their own names.
        what = str(body.get("what") or what)
    if not what or (book == "table" and what not in _SUBJECT_OF) or what in _NOT_LISTED:
        return None
    if what == "checked_off" and body.get("step") not in _SIGNED:
        return None
    if what in _SUBJECTS["approvals"]:
        body = _approval(body)
    if book == "rules":
        what, house = "rules_sign", body.get("house")
        body = {"house": house.get("id") if isinstance(house, dict) else house, "version": entry.house}
    amounts: list[Cents] = []
    text = ", ".join(_words(body, names, amounts))
    if what in ("payout_corrected", "corrected"):
        amounts = [_moved(body["transfers"])]
    if book == "table" and what not in _SUBJECTS["approvals"]:
        text = _sentence(entry) or text
    return Found(
        entry.position,
        entry.time,
        book,
        str(body.get("table") or table),
        what,
        entry.actor,
        max(amounts, default=None),
        text[:400],
    )


def _moved(transfers: Iterable[dict[str, Any]]) -> Cents:
    """Return the amount of chips that ended up in another place. Chips that pass through the tray count once."""
    gained = Counter[str]()
    for each in transfers:
        gained[each["to"]] += each["cents"]
        gained[each["from"]] -= each["cents"]
    return (+gained).total()


def _sentence(entry: Entry) -> str:
    """Describe a table's entry in a sentence. Seats have no names, because the entry contains none."""
    try:
        return tell(read_hidden(entry.body, None), CLOSED, form="record")
    except InvalidMessage:
        return ""


def _approval(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a request or an answer, and the chips moved between the tray and players."""
    request = body.get("request") or {}
    by, answer = request.get("by", {}), body.get("by", {})
    shown = {"asked": request.get("what"), "by": by.get("name") or by.get("role"), "reason": request.get("reason")}
    if "verdict" in body:
        who = answer.get("name") or answer.get("role")
        shown |= {body["verdict"]: who, "because": body.get("reason")}
    cents = 0
    for each in request.get("transfers", ()):
        cents += each["cents"] * ((each["from"] == "tray") - (each["to"] == "tray"))
    return {**shown, "clause": request.get("clause"), **({"cents": abs(cents)} if cents else {})}


def _words(body: dict[str, Any], names: dict[str, str], amounts: list[Cents]) -> Iterator[str]:
    for field, value in body.items():
        if field in _HIDDEN or field == "type" or value in ("", None, [], ()):
            continue
        if field in ("cents", "counted", "expected", "amount") and isinstance(value, int):
            amounts.append(value)
            yield f"{'' if field == 'cents' else f'{field} '}{dollars(value)}"
            continue
        if field == "pieces" and isinstance(value, list):
            amounts.append(worth(msgspec.convert(value, tuple[Piece, ...])))
            yield "pieces " + " + ".join(f"{piece['count']} of {dollars(piece['value'])}" for piece in value)
            continue
        if isinstance(value, dict):
            yield f"{field} {value.get('name') or value.get('role') or '; '.join(_words(value, names, amounts))}"
        elif isinstance(value, list):
            parts = ["; ".join(_words(one, names, amounts)) if isinstance(one, dict) else str(one) for one in value]
            yield f"{field} {' + '.join(parts)}"
        else:
            yield f"{field} {names.get(value, value) if isinstance(value, str) else value}"


def _csv(rows: list[Found]) -> str:
    out = StringIO()
    write = csv.writer(out, lineterminator="\r\n")
    write.writerow(("time", "book", "table", "what", "by", "amount", "text"))
    for row in rows:
        time = clock(row.time)
        texts = (row.book, harmless(row.table), row.what, harmless(row.by), money(row.cents), harmless(row.text))
        write.writerow((time, *texts))
    return out.getvalue()
