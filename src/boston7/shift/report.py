"""The report: counts against the record, by table session, shift and gaming day, to the cent.

The counts determine the table's win:

    table win = closer + credits + drop - opener - fills.

The record's own win is the sum of transfers between the tray and each seat. If it differs from the table win, a count
differs from the record. `where` lists those counts and the differences.

Each fill, credit and cash buy-in is on record twice, at the table and in the shift book. `papers` lists where those two
differ.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

import msgspec

from boston7.money import Cents
from boston7.shift.book import Book
from boston7.shift.count import Drop, is_signed
from boston7.shift.sessions import TableSession


class Off(msgspec.Struct, frozen=True):
    """A difference. `found` was counted or is in the shift book, and `expected` is on the table's record.

    `what` is a count, `cash`, or the number of a slip.
    """

    what: str
    found: Cents
    expected: Cents
    cents: Cents


def off(what: str, found: Cents, expected: Cents) -> Iterable[Off]:
    return [Off(what, found, expected, found - expected)] if found != expected else []


class Papers(msgspec.Struct, frozen=True):
    """The shift book's part of a table session: slips carried out, and cash taken at the table."""

    slips: Mapping[str, Cents] = {}
    cash: Cents = 0


def papers_of(book: Book, session: TableSession, now: int, day_of: Callable[[int], str]) -> Papers:
    opened, closed = session.opened, session.closed or now
    posted = book.posted.get(session.table, [])
    first = bisect_left(posted, opened, key=lambda number: book.slips[number].posted_at)
    slips = takewhile(lambda slip: slip.posted_at <= closed, (book.slips[number] for number in posted[first:]))
    cash = book.cash.taken(session.table, opened, closed, day_of(opened), day_of(closed))
    return Papers({slip.serial: slip.cents for slip in slips}, cash)


class Result(msgspec.Struct, frozen=True):
    """The result of a table session. `drop`, `closer` and `win` are null until counted and signed.

    `recorded` is the record's win. It is null for the people who count the drop, because it would reveal the expected
    drop (R23).
    """

    opener: Cents
    closer: Cents | None
    fills: Cents
    credits: Cents
    drop: Cents | None
    win: Cents | None
    recorded: Cents | None
    over_short: Cents
    where: tuple[Off, ...]
    papers: tuple[Off, ...]


def reconcile(session: TableSession, drop: Drop | None, papers: Papers | None = None) -> Result:
    """Compare a session's counts with its record. Without cash, a session needs no drop count."""
    signed = drop.cents if is_signed(drop) else None
    dropped = 0 if signed is None and not session.cash else signed
    closer = session.closer if session.closed else None
    opener = session.opener
    where = [*off("opener", opener.cents, opener.expected)]  # Booked, but not part of the session's win.
    if closer is not None:  # The record continues from the expected opener.
        where += off("closer", closer.cents, closer.expected + opener.cents - opener.expected)
    win = None
    if dropped is not None:
        where += off("drop", dropped, session.cash)
        if closer is not None:
            win = closer.cents + session.credits + dropped - opener.cents - session.fills
    return Result(
        opener.cents,
        closer.cents if closer else None,
        session.fills,
        session.credits,
        dropped,
        win,
        session.won,
        sum(each.cents for each in where),
        tuple(where),
        tuple(_papers_off(session, papers)) if papers else (),
    )


def _papers_off(session: TableSession, papers: Papers) -> Iterable[Off]:
    moved = session.slips if session.live else {}  # A virtual tray has no slips.
    for serial in sorted({*moved, *papers.slips}):
        yield from off(serial, papers.slips.get(serial, 0), moved.get(serial, 0))
    yield from off("cash", papers.cash, session.cash)


class Totals(msgspec.Struct, frozen=True):
    """Sums over sessions. `win` adds closed and counted sessions. `open` is the number of others."""

    sessions: int
    open: int
    drop: Cents
    win: Cents
    recorded: Cents
    over_short: Cents
    fills: Cents
    credits: Cents
    handle: Cents
    hands: int
    voids: int
    corrections: int
    evictions: int
    seconds: int

    @property
    def hold(self) -> tuple[Cents, Cents] | None:
        """Win and drop, whose quotient is the hold. None without a drop."""
        return (self.win, self.drop) if self.drop else None


def totals(lines: Iterable[tuple[TableSession, Result]], now: int) -> Totals:
    lines = tuple(lines)
    return Totals(
        len(lines),
        sum(result.win is None for _, result in lines),
        sum(result.drop or 0 for _, result in lines),
        sum(result.win or 0 for _, result in lines),
        sum(result.recorded or 0 for _, result in lines),
        sum(result.over_short for _, result in lines),
        sum(session.fills for session, _ in lines),
        sum(session.credits for session, _ in lines),
        sum(session.handle for session, _ in lines),
        sum(session.hands for session, _ in lines),
        sum(session.voids for session, _ in lines),
        sum(session.corrections for session, _ in lines),
        sum(session.evictions for session, _ in lines),
        sum(((session.closed or now) - session.opened) // 1_000_000 for session, _ in lines),
    )


class CharityResult(msgspec.Struct, frozen=True):
    """A charity's result of a day. Shares are hundredths of a percent, by the terms of that day."""

    charity: str
    day: str
    proceeds: Cents
    to_charity: Cents
    to_state: Cents
    to_operator: Cents
    charity_share: int
    state_share: int
    operator_share: int


def charity_result(charity: str, day: str, win: Cents, charity_share: int, state_share: int) -> CharityResult:
    """Split the win into shares, rounded down to the cent. A losing day has no shares."""
    proceeds = max(0, win)
    to_charity, to_state = proceeds * charity_share // 10_000, proceeds * state_share // 10_000
    left = win - to_charity - to_state
    rest = 10_000 - charity_share - state_share
    return CharityResult(charity, day, win, to_charity, to_state, left, charity_share, state_share, rest)
