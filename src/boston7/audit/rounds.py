"""Rounds, cut from the stream of a table and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from boston7.cards import Card
from boston7.fair.hidden import key_on_record, read_hidden
from boston7.game import events as e
from boston7.game.evolve import evolve
from boston7.game.settlement import WagerLine, net_of
from boston7.game.table import CLOSED, Phase, Seat, Table
from boston7.game.wire import InvalidMessage
from boston7.hands import HandName, hand_name, hand_value
from boston7.keys import RoomKey, RoundKey
from boston7.money import Cents
from boston7.record.entry import Entry
from boston7.record.errors import Tampered
from boston7.record.record import Record

_PREFIX = "table:"


class RoundStep(NamedTuple):
    """An event of a round, with the table before and after it."""

    entry: Entry
    event: e.Event
    before: Table
    after: Table


class Hand(msgspec.Struct):
    """A seat's part in a round. It belongs to the player who wagered, even if another one takes the seat afterward."""

    wagers: Seat  # As placed on the layout.
    placed: int  # Index of the step that placed them.
    lines: tuple[WagerLine, ...] = ()
    name: HandName | None = None  # Of the hand turned over at the showdown.
    left: bool = False

    @property
    def net(self) -> Cents:
        return net_of(self.lines)


class Round(msgspec.Struct):
    table: str
    number: int
    steps: list[RoundStep] = []
    shuffles: list[RoundStep] = []  # Includes one made before the first wager.
    finished: bool = False
    void: bool = False

    @property
    def id(self) -> str:
        return f"{self.table}/{self.number}"

    @property
    def status(self) -> str:
        return "void" if self.void else "complete" if self.finished else "unfinished"

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's cards in their final state, or empty if they were not turned over."""
        table = self.steps[-1].after
        return table.dealer_cards if table.dealer_face_up else ()

    def hands(self) -> list[Hand]:
        """Return the hands of all who wagered, in seat order and in their final, corrected state (R22)."""
        hands: dict[int, Hand] = {}
        for at, step in enumerate(self.steps):
            event, number = step.event, step.event.seat_at()
            if isinstance(event, e.WagersPlaced):
                hands[number] = Hand(step.after.seat(number), at)
            elif isinstance(event, e.WagersWithdrawn):
                hands.pop(number, None)
            elif isinstance(event, e.FoldTakenBack):
                _put_right(hands, step.after.seat(number), at)
            elif isinstance(event, e.Corrected):
                for seat in step.after.seats:
                    _put_right(hands, seat, at)
            elif number in hands:
                hand = hands[number]
                if isinstance(event, e.Settled):
                    hand.lines += event.lines
                elif isinstance(event, e.HandTurned):
                    hand.name = event.hand
                elif isinstance(event, e.PlayerLeft):
                    hand.left = True
        return [hands[number] for number in sorted(hands)]


def _put_right(hands: dict[int, Hand], seat: Seat, at: int) -> None:
    known = hands.get(seat.number)
    if known is not None and known.left:
        return  # Corrections cannot reach the chips of a player who has left.
    if not seat.wagered and not seat.lines:
        hands.pop(seat.number, None)
        return
    hand = hands.setdefault(seat.number, Hand(seat, at))
    hand.wagers = seat if seat.wagered else hand.wagers
    hand.lines = seat.lines
    hand.name = hand_name(hand_value(seat.five)) if seat.five else None


def stream(table: str) -> str:
    return f"{_PREFIX}{table}"


def tables(record: Record) -> tuple[str, ...]:
    return tuple(name.removeprefix(_PREFIX) for name in record.streams() if name.startswith(_PREFIX))


class Cutter:
    """Cuts the stream of a table into rounds, entry by entry: from the first wager to the round's completion."""

    def __init__(self, table: str, key: RoomKey | None = None, state: Table = CLOSED) -> None:
        self.state = state
        self.current: Round | None = None
        """The round in progress. If all its wagers are withdrawn, it may never complete."""
        self.last: RoundStep | None = None
        self._table = table
        self._key = key
        self._early: list[RoundStep] = []
        self._over: Round | None = None  # Complete but not cleared, so it may be corrected (R16, R22).
        self._since: list[RoundStep] = []  # Steps after its completion.

    def take(self, entry: Entry) -> Round | None:
        """Apply an entry and return the round that it ends, or None."""
        step = self.last = _step(entry, self.state, self._key)
        self.state, event = step.after, step.event
        ended: Round | None = None
        if isinstance(event, e.RoundBegun) and (self.current is None or self.current.number != event.round):
            # The round began again under its number, after all wagers were withdrawn and the rules changed.
            ended = self.current
            self.current = Round(self._table, event.round, [], self._early)
            self._early = []
        if isinstance(event, e.DeckShuffled):
            (self.current.shuffles if self.current else self._early).append(step)
        if isinstance(event, e.TableCleared):
            self._over, self._since = None, []
        again = isinstance(event, e.FoldTakenBack | e.Corrected)
        if again and self.current is None and self._over is not None:
            return self._put_right(self._over, step)
        if self.current is None:
            if self._over is not None:
                self._since.append(step)
            return ended
        self.current.steps.append(step)
        if isinstance(event, e.RoundCompleted):
            self._open(self.current, key_on_record(step.entry.body))
            self.current.finished, self.current.void = True, event.void
            ended = self._over = self.current
            self.current, self._since = None, []
        return ended

    def _put_right(self, over: Round, step: RoundStep) -> Round | None:
        """Apply a correction to a complete round. Return it if it is still complete, or None if it is in play again."""
        over.steps += [*self._since, step]
        self._since = []
        over.finished = step.after.phase is Phase.COMPLETE
        if over.finished:
            return over
        over.void, self.current, self._over = False, over, None
        return None

    def _open(self, ended: Round, key: RoundKey | None) -> None:
        """Read a round again with the key published at its end, unless our key has opened it already."""
        if key is None or (self._key and self._key.of_round(ended.table, ended.number).secret == key.secret):
            return
        table, steps = ended.steps[0].before, []
        for closed in ended.steps:
            steps.append(_step(closed.entry, table, key))
            table = steps[-1].after
        early = len(ended.shuffles) - sum(isinstance(step.event, e.DeckShuffled) for step in steps)
        shuffles = [step for step in steps if isinstance(step.event, e.DeckShuffled)]
        ended.steps, ended.shuffles = steps, ended.shuffles[:early] + shuffles
        self.last, self.state = steps[-1], table


def steps(record: Record, table: str, key: RoomKey | None = None) -> Iterator[RoundStep]:
    """Yield every event of a table, with the table before and after it."""
    state = CLOSED
    for entry in record.scan(stream(table)):
        step = _step(entry, state, key)
        state = step.after
        yield step


def rounds(record: Record, table: str, key: RoomKey | None = None) -> Iterator[Round]:
    """Yield each round of a table, including the unfinished one."""
    cutter = Cutter(table, key)
    over: Round | None = None  # Held back until it can no longer be corrected.
    for entry in record.scan(stream(table)):
        ended = cutter.take(entry)
        event = cutter.last.event if cutter.last else None
        if over is not None and isinstance(event, e.TableCleared | e.RoundBegun):
            yield over
            over = None
        if over is cutter.current:
            over = None  # It is in play again.
        if ended is not None and ended.finished:
            over = ended
        elif ended is not None:
            yield ended
    yield from [left for left in (over, cutter.current) if left is not None]


def _step(entry: Entry, table: Table, key: RoomKey | RoundKey | None) -> RoundStep:
    try:
        event = read_hidden(entry.body, key)
        return RoundStep(entry, event, table, evolve(table, event))
    except (InvalidMessage, LookupError) as error:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r} is not a table event: {error}") from None


def find(record: Record, table: str, number: int, key: RoomKey | None = None) -> Round | None:
    return next((found for found in rounds(record, table, key) if found.number == number), None)


def clock(micros: int) -> str:
    """Return microseconds since 1970 as an ISO time in UTC."""
    try:
        return datetime.fromtimestamp(micros / 1e6, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return f"{micros} us"
