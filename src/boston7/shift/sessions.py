"""The sessions of one table, from opening to closing, folded from its record."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

import msgspec

from boston7.game import Event, Phase, Table, WagerLine
from boston7.game import events as e
from boston7.game.table import Seat
from boston7.game.transfers import Transfer
from boston7.money import Cents, Piece


class Counted(msgspec.Struct, frozen=True):
    """A count of the tray, and the expected amount by the record."""

    cents: Cents
    expected: Cents
    by: str
    pieces: tuple[Piece, ...] = ()


class SeatWin(msgspec.Struct):
    """The house's win from one player in one seat, including payout corrections."""

    seat: int
    player: str
    won: Cents = 0
    corrected: Cents = 0


class DealerLine(msgspec.Struct):
    dealer: str
    hands: int = 0
    handle: Cents = 0
    won: Cents = 0


class SeatBets(NamedTuple):
    """A seat's wagers in a round, with the version of the rules."""

    version: str
    ante: Cents
    first: bool
    side_bets: tuple[tuple[str, Cents], ...]


class Wagered(msgspec.Struct):
    """The number of seats with the same wagers, over all rounds."""

    bets: SeatBets
    seats: int = 0


class TableSession(msgspec.Struct):
    """A table session. Times are in microseconds. `cash` sums the cash buy-ins on record, separate from the drop."""

    table: str
    number: int
    opened: int
    live: bool
    opened_by: str
    opener: Counted
    closer: Counted | None = None
    closed: int = 0
    closed_by: str = ""
    supervisor: str = ""  # The supervisor who signed the opener.
    fills: Cents = 0
    credits: Cents = 0
    slips: dict[str, Cents] = {}  # Chips moved by each slip, including those before the opener count.
    cash: Cents = 0
    cash_corrected: Cents = 0  # The part of `cash` from corrections (R22).
    bought: Cents = 0  # Chips from accounts, at a virtual table.
    handle: Cents = 0
    hands: int = 0
    voids: int = 0
    corrections: int = 0
    evictions: int = 0
    seats: list[SeatWin] = []
    dealers: list[DealerLine] = []
    wagered: list[Wagered] = []

    @property
    def won(self) -> Cents:
        return sum(seat.won for seat in self.seats)

    def seat(self, number: int, player: str) -> SeatWin:
        for line in self.seats:
            if line.seat == number and line.player == player:
                return line
        self.seats.append(SeatWin(number, player))
        return self.seats[-1]

    def dealer(self, name: str) -> DealerLine:
        for line in self.dealers:
            if line.dealer == name:
                return line
        self.dealers.append(DealerLine(name))
        return self.dealers[-1]

    def index_of(self, bets: SeatBets) -> int:
        """Return the index of these wagers in `wagered`. Add them if they are new."""
        for at, line in enumerate(self.wagered):
            if line.bets == bets:
                return at
        self.wagered.append(Wagered(bets))
        return len(self.wagered) - 1


class Sessions(msgspec.Struct):
    """The sessions of one table, added up event by event."""

    table: str
    all: list[TableSession] = []
    dealer: str = ""  # The dealer, or the last one.
    called: int = 0  # When the floor was last called.
    pairs: dict[int, dict[int, int]] = {}
    """In the last session, how often two seats met the same dealer hand, by their indexes in `wagered`."""
    left: list[tuple[WagerLine, ...]] = []  # Wagers of players who left after the round began.
    counted: list[int] = []
    """The last round's indexes in `wagered`, for corrections while the round is on the table."""

    def apply(self, event: Event, before: Table, after: Table, actor: str, time: int) -> None:
        """Apply an event. `actor` gave the command, by the record. A second dealer who only enters cards deals no
        hands."""
        if isinstance(event, e.FloorCalled):
            self.called = time
        elif isinstance(event, e.TableOpened):
            self._open(event, time)
            return
        if not self.all:
            return
        now = self.all[-1]
        if before.dealer:
            self.dealer = before.dealer
        elif actor.startswith("dealer "):  # The table has no dealer sign-on.
            self.dealer = actor.removeprefix("dealer ")
        if isinstance(event, e.TrayCounted):
            counted = Counted(event.counted, event.expected, event.by.called, event.pieces)
            if before.closing:
                now.closer = counted
            else:  # Earlier chips are part of the opener.
                now.opener, now.fills, now.credits = counted, 0, 0
                now.seats, now.dealers = [], []
        elif isinstance(event, e.CheckedOff) and event.step == "supervisor_signs":
            now.supervisor = event.by.called
        elif isinstance(event, e.TableClosed):
            now.closed, now.closed_by = time, event.by.called
            if now.closer is None:  # A virtual tray is not counted.
                tray = sum(each.cents for each in event.transfers if each.source == "tray")
                now.closer = Counted(tray, tray, now.closed_by)
        else:
            self._move_chips(now, event, before)
            self._count_hands(now, event, before, after)
            self._count_wagers(now, event, before, after)

    def _open(self, event: e.TableOpened, time: int) -> None:
        tray = sum(each.cents for each in event.transfers if each.target == "tray")
        opener = Counted(tray, tray, event.by.called, event.pieces)
        self.all.append(TableSession(self.table, len(self.all) + 1, time, event.live, event.by.called, opener))
        self.pairs, self.left, self.counted = {}, [], []

    def _move_chips(self, now: TableSession, event: Event, before: Table) -> None:
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        if isinstance(event, e.ChipsMoved) and event.what in ("fill", "credit", "cash_buy_in"):
            cents = sum(each.cents for each in transfers)
            if event.what == "cash_buy_in":
                now.cash += cents
                return
            now.slips[event.slip] = now.slips.get(event.slip, 0) + cents
            if event.what == "fill":
                now.fills += cents
            else:
                now.credits += cents
            return
        if isinstance(event, e.ChipsMoved) and event.what == "buy_in":
            now.bought += sum(each.cents for each in transfers if each.source == "cage")
        for each in transfers:
            self._win(now, each, before, corrected=isinstance(event, e.PayoutCorrected | e.Corrected))
        if isinstance(event, e.Corrected):  # A corrected sale of chips is not a win.
            for seat, cents in event.cash(before).items():
                now.cash += cents
                now.cash_corrected += cents
                self._win(now, Transfer(f"rail:{seat}", "tray", cents), before, corrected=True)

    def _win(self, now: TableSession, each: Transfer, before: Table, *, corrected: bool) -> None:
        """Count a transfer between tray and seat as won or lost. These are settlements, voids and corrections."""
        if "tray" not in (each.source, each.target) or "cage" in (each.source, each.target):
            return
        cents = each.cents if each.target == "tray" else -each.cents
        account = each.source if each.target == "tray" else each.target
        number = int(account.rpartition(":")[2])
        seat = now.seat(number, before.seat(number).player or "")
        seat.won += cents
        seat.corrected += cents if corrected else 0
        now.dealer(self.dealer).won += cents

    def _count_hands(self, now: TableSession, event: Event, before: Table, after: Table) -> None:
        if isinstance(event, e.Settled | e.HandMiscounted | e.FoldTakenBack | e.Corrected):
            handle = _handle(after) - _handle(before)
            now.handle += handle
            now.dealer(self.dealer).handle += handle
        if isinstance(event, e.RoundCompleted):
            now.hands += 1
            now.voids += bool(before.void_reason)
            now.dealer(self.dealer).hands += 1
        elif isinstance(event, e.PayoutCorrected):
            now.corrections += 1
        elif isinstance(event, e.Corrected) and event.after is not None:
            now.corrections += 1
            self._count_again(now, before, after)
        elif isinstance(event, e.FoldTakenBack):
            self._count_again(now, before, after)
        elif isinstance(event, e.PlayerEvicted):
            now.evictions += 1

    def _count_again(self, now: TableSession, before: Table, after: Table) -> None:
        """Adjust the counts of hands and voids to a corrected round (R16, R22)."""
        over = (after.phase is Phase.COMPLETE) - (before.phase is Phase.COMPLETE)
        now.hands += over
        now.voids += over if (before if over < 0 else after).void_reason else 0
        now.dealer(self.dealer).hands += over

    def _count_wagers(self, now: TableSession, event: Event, before: Table, after: Table) -> None:
        if isinstance(event, e.RoundBegun):
            self.left = []
        elif isinstance(event, e.PlayerLeft):
            self.left.append(counted_lines(before.seat(event.seat)))
        elif isinstance(event, e.RoundCompleted):
            self._add_round(now, after)
        elif isinstance(event, e.FoldTakenBack | e.Corrected):
            if before.phase is Phase.COMPLETE:
                self._tally(now, -1)
            if after.phase is Phase.COMPLETE:
                self._add_round(now, after)

    def _add_round(self, now: TableSession, after: Table) -> None:
        lines = (*(counted_lines(seat) for seat in after.seats), *self.left)
        self.counted = sorted(now.index_of(bets) for each in lines if (bets := seat_bets(each, after.version)))
        self._tally(now, 1)

    def _tally(self, now: TableSession, times: int) -> None:
        for at in self.counted:
            now.wagered[at].seats += times
        for one, other in combinations(self.counted, 2):
            row = self.pairs.setdefault(one, {})
            row[other] = row.get(other, 0) + times


def seat_bets(lines: Iterable[WagerLine], version: str) -> SeatBets | None:
    """Return a seat's wagers. Return None for stakes that no player could place, which a correction may leave."""
    stakes = {line.wager: line.stake for line in lines}
    ante, first = stakes.pop("ante", 0), stakes.pop("first", 0)
    stakes.pop("second", 0)
    return SeatBets(version, ante, first > 0, tuple(sorted(stakes.items()))) if ante and first in (0, ante) else None


def counted_lines(seat: Seat) -> tuple[WagerLine, ...]:
    """Return the wagers that count. A void hand counts as not played, even if a bonus was paid before."""
    return seat.lines if seat.status != "void" else ()


def _handle(table: Table) -> Cents:
    return sum(line.stake for seat in table.seats for line in counted_lines(seat))
