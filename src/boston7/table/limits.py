"""Players' own limits: the tally of a day's play at all tables, and the rejections based on it.

A day is the last 24 hours. Until a round is settled, the most that it can still cost counts as lost, including the 2nd
Wager. Therefore, a limit never forces a player to fold.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boston7.accounts.clock import MICROS
from boston7.accounts.duties import may_play
from boston7.accounts.people import DAY, Person, Seconds, deny
from boston7.declare import Rejection
from boston7.game import Event, Seat, Table, WagerLine
from boston7.game import events as e
from boston7.game.settlement import net_of
from boston7.game.wagers import at_risk
from boston7.money import Cents, dollars

_CHANGES_RISK = (e.WagersPlaced, e.WagersWithdrawn, e.SecondPlaced, e.Settled, e.PlayerLeft)
_COUNTS = frozenset({*_CHANGES_RISK, e.PlayerSat, e.LeavingUndone, e.SeatChanged, e.FoldTakenBack, e.Corrected})
"""All kinds of events that change a tally."""


class Loss(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    person: str
    version: int  # The table's version.
    at: Seconds
    cents: Cents


class SeatTime(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The time that a person spent in a seat, once they have left it."""

    person: str
    version: int
    since: Seconds
    until: Seconds


class TableTally:
    """One table's contribution to the tally: finished play by person, and current play by seat."""

    def __init__(self) -> None:
        self.version = 0  # The table's version.
        self.lost: dict[str, list[Loss]] = {}
        self.sat: dict[str, list[SeatTime]] = {}
        self.seated: dict[int, tuple[str, Seconds]] = {}
        self.risk: dict[int, tuple[str, Cents]] = {}

    def apply(self, version: int, event: Event, before: Table, after: Table, time: int) -> None:
        """Apply an event. A repeated event is a no-op."""
        if version <= self.version:
            return
        self.version = version
        if type(event) not in _COUNTS:
            return
        now = time // MICROS
        if isinstance(event, e.PlayerSat | e.LeavingUndone):
            self.seated[event.seat] = (event.person or event.player, now)
        elif isinstance(event, e.PlayerLeft):
            person, since = self.seated.pop(event.seat, (event.person or event.player, now))
            self.add_seat_time(SeatTime(person, version, since, now))
        elif isinstance(event, e.SeatChanged):
            self.seated[event.to] = self.seated.pop(event.seat, (after.seat(event.to).holder, now))
        elif isinstance(event, e.Settled):
            self.add_loss(Loss(before.seat(event.seat).holder, version, now, lost_by(event.lines)))
        elif isinstance(event, e.FoldTakenBack | e.Corrected):
            for was, now_is in zip(before.seats, after.seats, strict=True):
                if cents := lost_by(now_is.lines) - lost_by(was.lines):
                    self.add_loss(Loss(was.holder, version, now, cents))
                self._stake(now_is)
        if isinstance(event, _CHANGES_RISK):
            self._stake(after.seat(event.seat))

    def _stake(self, seat: Seat) -> None:
        self.risk.pop(seat.number, None)
        if seat.player and seat.wagered:
            self.risk[seat.number] = (seat.holder, at_risk(seat.wagers))

    def resume(
        self, version: int, seated: dict[int, tuple[str, Seconds]], lost: list[Loss], sat: list[SeatTime]
    ) -> None:
        """Resume from a mark, unless later events have been applied already."""
        if version <= self.version:
            return
        self.version, self.seated = version, {**seated}
        self.lost, self.sat, self.risk = {}, {}, {}
        for loss in lost:
            self.add_loss(loss)
        for spell in sat:
            self.add_seat_time(spell)

    def add_loss(self, loss: Loss) -> None:
        kept = self.lost.setdefault(loss.person, [])
        kept.append(loss)
        while kept[0].at <= loss.at - DAY:
            del kept[0]

    def add_seat_time(self, spell: SeatTime) -> None:
        kept = [one for one in self.sat.get(spell.person, ()) if one.until > spell.until - DAY]
        self.sat[spell.person] = [*kept, spell]


class Tally:
    """The tallies of all tables of the room."""

    def __init__(self, ids_of: Callable[[str], tuple[str, ...]] = lambda person: (person,)) -> None:
        """`ids_of` returns all ids of a person."""
        self._ids_of = ids_of
        self._tables: dict[str, TableTally] = {}

    def of(self, table: str) -> TableTally:
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = TableTally()
        return found

    def forget(self, table: str) -> None:
        self._tables.pop(table, None)

    def lost(self, person: str, now: Seconds) -> Cents:
        """Return the person's loss in the last 24 hours. It is negative on a winning day."""
        ids = self._ids_of(person)
        kept = [one for tally in self._tables.values() for id in ids for one in tally.lost.get(id, ())]
        return sum(loss.cents for loss in kept if loss.at > now - DAY)

    def risk_elsewhere(self, person: str, table: str) -> Cents:
        ids = self._ids_of(person)
        others = [tally for name, tally in self._tables.items() if name != table]
        return sum(cents for tally in others for who, cents in tally.risk.values() if who in ids)

    def seconds_seated(self, person: str, now: Seconds) -> Seconds:
        """Return the number of seconds seated in the last 24 hours. Overlapping time at two tables counts once."""
        ids = self._ids_of(person)
        over = [spell for tally in self._tables.values() for id in ids for spell in tally.sat.get(id, ())]
        spells = [(spell.since, spell.until) for spell in over]
        seated = [seat for tally in self._tables.values() for seat in tally.seated.values()]
        spells += [(since, now) for who, since in seated if who in ids]
        total, end = 0, now - DAY
        for start, stop in sorted(spells):
            total += max(0, stop - max(start, end))
            end = max(end, stop)
        return total


def lost_by(lines: tuple[WagerLine, ...]) -> Cents:
    return -net_of(lines)


def refuse_seat(person: Person, tally: Tally, now: Seconds) -> Rejection | None:
    """Check before a person sits down, buys chips or wagers."""
    if (denied := may_play(person, now)) is not None:
        return denied
    limit = person.limit("time", now)
    if limit is not None and tally.seconds_seated(person.id, now) >= limit:
        minutes = "1 minute" if limit // 60 == 1 else f"{limit // 60} minutes"
        return deny("limit", f"You have reached your limit of {minutes} a day.")
    return None


def refuse_wager(person: Person, tally: Tally, now: Seconds) -> Rejection | None:
    """Reject all wagers once the daily loss limit is reached."""
    limit = person.limit("loss", now)
    if limit is None or tally.lost(person.id, now) < limit:
        return None
    return deny("limit", f"You have reached your loss limit of {dollars(limit)} a day.")


def refuse_stake(person: Person, tally: Tally, table: str, cents: Cents, now: Seconds) -> Rejection | None:
    """Check a wager against the limits. `cents` is the most that the seat's wagers can cost in this round."""
    limit = person.limit("wager", now)
    if limit is not None and cents > limit:
        return deny("limit", f"With the 2nd Wager this comes to {dollars(cents)}; your limit is {dollars(limit)}.")
    limit = person.limit("loss", now)
    if limit is None:
        return None
    if (spent := refuse_wager(person, tally, now)) is not None:
        return spent
    left = limit - tally.lost(person.id, now) - tally.risk_elsewhere(person.id, table)
    if cents > left:
        reason = f"Your loss limit is {dollars(limit)} a day; {dollars(max(0, left))} is left, and this "
        return deny("limit", f"{reason}round can cost {dollars(cents)}.")
    return None
