"""What players allow themselves: the tally of a day's play over all tables, and the refusals that follow from it.

A day is the last 24 hours. What a round may still cost counts as lost until it is settled, the 2nd wager included: so
nobody is made to fold by a limit of their own.
"""

from __future__ import annotations

from collections import deque

from boston7.accounts.clock import MICROS
from boston7.accounts.people import DAY, Denied, Person, Seconds, may_play
from boston7.game import Event, Seat, Table
from boston7.game import events as e
from boston7.money import Cents, dollars

_CHANGES_RISK = (e.WagersPlaced, e.WagersWithdrawn, e.SecondPlaced, e.Settled, e.PlayerLeft)


class Tally:
    """Of the whole room, by player's name."""

    def __init__(self) -> None:
        self._heard: dict[str, int] = {}
        self._lost: dict[str, deque[tuple[Seconds, Cents]]] = {}
        self._risk: dict[tuple[str, int], tuple[str, Cents]] = {}
        self._seated: dict[tuple[str, int], tuple[str, Seconds]] = {}
        self._sat: dict[str, deque[tuple[Seconds, Seconds]]] = {}

    def hear(self, table: str, version: int, event: Event, before: Table, after: Table, time: int) -> None:
        """Each event of a table once, however often it is read."""
        if version <= self._heard.get(table, 0):
            return
        self._heard[table] = version
        now = time // MICROS
        if isinstance(event, e.PlayerSat):
            self._seated[table, event.seat] = (event.player, now)
        elif isinstance(event, e.PlayerLeft):
            player, since = self._seated.pop((table, event.seat), (event.player, now))
            self._sat.setdefault(player, deque(maxlen=1000)).append((since, now))
        elif isinstance(event, e.Settled):
            player = before.seat(event.seat).player or ""
            lost = sum(line.collected - line.paid for line in event.lines)
            kept = self._lost.setdefault(player, deque())
            kept.append((now, lost))
            while kept[0][0] <= now - DAY:
                kept.popleft()
        if isinstance(event, _CHANGES_RISK):
            seat = after.seat(event.seat)
            self._risk.pop((table, event.seat), None)
            if seat.player and seat.wagered:
                self._risk[table, event.seat] = (seat.player, _risk(seat))

    def lost(self, player: str, now: Seconds) -> Cents:
        """Less than nothing for a day of winning."""
        return sum(cents for at, cents in self._lost.get(player, ()) if at > now - DAY)

    def risk_elsewhere(self, player: str, table: str) -> Cents:
        return sum(cents for (where, _), (who, cents) in self._risk.items() if who == player and where != table)

    def seconds_seated(self, player: str, now: Seconds) -> Seconds:
        """Time at two tables at once counts once."""
        spells = [*self._sat.get(player, ())]
        spells += [(since, now) for who, since in self._seated.values() if who == player]
        total, end = 0, now - DAY
        for start, stop in sorted(spells):
            total += max(0, stop - max(start, end))
            end = max(end, stop)
        return total


def _risk(seat: Seat) -> Cents:
    return stake(seat.ante, seat.first, seat.three_card_bonus)


def stake(ante: Cents, first: Cents, bonus: Cents) -> Cents:
    return ante + 2 * first + bonus


def refuse_seat(person: Person, tally: Tally, now: Seconds) -> Denied | None:
    """Before anybody sits down, buys chips or wagers."""
    if (denied := may_play(person, now)) is not None:
        return denied
    limit = person.limit("time", now)
    if limit is not None and tally.seconds_seated(person.name, now) >= limit:
        return Denied("limit", f"You have played the {limit // 60} minutes a day that you allow yourself.")
    return None


def refuse_stake(person: Person, tally: Tally, table: str, cents: Cents, now: Seconds) -> Denied | None:
    """`cents` is the most that a seat's wagers can cost it in this round."""
    limit = person.limit("wager", now)
    if limit is not None and cents > limit:
        return Denied("limit", f"With its 2nd wager this is {dollars(cents)}; you allow yourself {dollars(limit)}.")
    limit = person.limit("loss", now)
    if limit is None:
        return None
    left = limit - tally.lost(person.name, now) - tally.risk_elsewhere(person.name, table)
    if cents > left:
        reason = f"You allow yourself to lose {dollars(limit)} a day; {dollars(max(0, left))} of it is left, and this "
        return Denied("limit", f"{reason}round can cost {dollars(cents)}.")
    return None
