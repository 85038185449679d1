"""What the record of one table says of each of its sessions, from opening to closing: seat by seat and chip by chip."""

from __future__ import annotations

import msgspec

from boston7.game import Event, Phase, Table, WagerLine
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.table import Seat
from boston7.money import Cents, Piece


class Counted(msgspec.Struct, frozen=True):
    """A count of the tray, and what the record had."""

    cents: Cents
    expected: Cents
    by: str
    pieces: tuple[Piece, ...] = ()


class SeatWin(msgspec.Struct):
    """What the house has won from whoever sat there, payout corrections included."""

    seat: int
    player: str
    won: Cents = 0
    corrected: Cents = 0


class DealerLine(msgspec.Struct):
    dealer: str
    hands: int = 0
    handle: Cents = 0
    won: Cents = 0


class TableSession(msgspec.Struct):
    """Times in microseconds. `cash` is what the record has sold for cash; the box itself is counted apart."""

    table: str
    number: int
    opened: int
    live: bool
    opened_by: str
    opener: Counted
    closer: Counted | None = None
    closed: int = 0
    closed_by: str = ""
    supervisor: str = ""  # who signed the opener
    fills: Cents = 0
    credits: Cents = 0
    cash: Cents = 0
    handle: Cents = 0
    hands: int = 0
    voids: int = 0
    corrections: int = 0
    evictions: int = 0
    seats: dict[tuple[int, str], SeatWin] = {}
    dealers: dict[str, DealerLine] = {}

    @property
    def won(self) -> Cents:
        return sum(seat.won for seat in self.seats.values())


class Sessions:
    """Of one table, added up event by event."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.all: list[TableSession] = []
        self._dealer = ""

    def hear(self, event: Event, before: Table, actor: str, time: int) -> None:
        """`actor` is whoever's command it was, as the record names them. Who keys beside the dealer deals nothing."""
        if isinstance(event, e.TableOpened):
            tray = sum(each.cents for each in event.transfers if each.target == "tray")
            opener = Counted(tray, tray, event.by.called, event.pieces)
            self.all.append(TableSession(self.table, len(self.all) + 1, time, event.live, event.by.called, opener))
            return
        if not self.all:
            return
        now = self.all[-1]
        if before.dealer:
            self._dealer = before.dealer
        elif actor.startswith("dealer "):  # at a table where nobody signs on
            self._dealer = actor.removeprefix("dealer ")
        if isinstance(event, e.TrayCounted):
            counted = Counted(event.counted, event.expected, event.by.called, event.pieces)
            if before.closing:
                now.closer = counted
            else:  # what came to the tray before lies in the opener
                now.opener, now.fills, now.credits = counted, 0, 0
                now.seats, now.dealers = {}, {}
        elif isinstance(event, e.CheckedOff) and event.step == "supervisor_signs":
            now.supervisor = event.by.called
        elif isinstance(event, e.TableClosed):
            now.closed, now.closed_by = time, event.by.called
            if now.closer is None:  # a virtual tray is not counted: it is what it is
                tray = sum(each.cents for each in event.transfers if each.source == "tray")
                now.closer = Counted(tray, tray, now.closed_by)
        else:
            self._play(now, event, before)

    def _play(self, now: TableSession, event: Event, before: Table) -> None:
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        if isinstance(event, e.ChipsMoved) and event.what in ("fill", "credit", "cash_buy_in"):
            cents = sum(each.cents for each in transfers)
            if event.what == "fill":
                now.fills += cents
            elif event.what == "credit":
                now.credits += cents
            else:
                now.cash += cents
            return
        for each in transfers:
            self._won(now, each, before, corrected=isinstance(event, e.Corrected | e.Reworked))
        if isinstance(event, e.Reworked):
            for seat, cents in event.cash(
                before
            ).items():  # chips that were sold, or not sold after all, are no one's win
                now.cash += cents
                sold = Transfer(f"rail:{seat}", "tray", cents)
                self._won(now, sold, before, corrected=True)
        if isinstance(event, e.Settled | e.HandMiscounted | e.FoldTakenBack | e.Reworked):
            handle = _handle(event.apply(before)) - _handle(before)
            now.handle += handle
            self._dealt(now).handle += handle
        if isinstance(event, e.RoundCompleted):
            now.hands += 1
            now.voids += bool(before.void_reason)
            self._dealt(now).hands += 1
        elif isinstance(event, e.Corrected):
            now.corrections += 1
        elif isinstance(event, e.Reworked) and event.after is not None:
            now.corrections += 1
            self._reworked(now, before, event.after)
        elif isinstance(event, e.FoldTakenBack):
            self._reworked(now, before, event.apply(before))
        elif isinstance(event, e.PlayerEvicted):
            now.evictions += 1

    def _reworked(self, now: TableSession, before: Table, after: Table) -> None:
        """The round counts as it is now (R16, R22)."""
        over = (after.phase is Phase.COMPLETE) - (before.phase is Phase.COMPLETE)
        now.hands += over
        now.voids += over if (before if over < 0 else after).void_reason else 0
        self._dealt(now).hands += over

    def _won(self, now: TableSession, each: Transfer, before: Table, *, corrected: bool) -> None:
        """Whatever goes between the tray and a seat is won or lost there: settlements, voids and corrections alike."""
        if "tray" not in (each.source, each.target) or "cage" in (each.source, each.target):
            return
        cents = each.cents if each.target == "tray" else -each.cents
        account = each.source if each.target == "tray" else each.target
        number = int(account.rpartition(":")[2])
        key = (number, before.seat(number).player or "")
        seat = now.seats.setdefault(key, SeatWin(*key))
        seat.won += cents
        seat.corrected += cents if corrected else 0
        self._dealt(now).won += cents

    def _dealt(self, now: TableSession) -> DealerLine:
        return now.dealers.setdefault(self._dealer, DealerLine(self._dealer))


def counted_lines(seat: Seat) -> tuple[WagerLine, ...]:
    """What counts as wagered there. A void hand is as if it had not been, though a bonus may have been paid before."""
    return seat.lines if seat.status != "void" else ()


def _handle(table: Table) -> Cents:
    return sum(line.stake for seat in table.seats for line in counted_lines(seat))
