"""The decision after three cards: 2nd Wager or fold (R5)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.declare import About, Rejection, Rule, Sentence
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.common import CLAIMED, bonuses_due, position, seats_to_act, transfers_for
from boston7.game.acts.showdown import Settled
from boston7.game.kinds import Answer, Bounds, Command, Event, Offer, SeatNumber
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, PLAYER
from boston7.game.settlement import WagerLine, bonus_lines, fold_lines
from boston7.game.table import Phase, Seat, Table, changed
from boston7.game.transfers import Transfer, with_seat_paid
from boston7.house.model import House
from boston7.money import dollars

_DECISION = frozenset({Phase.DECISION})


class SecondPlaced(Event, frozen=True):
    """A seat stays in with a 2nd Wager equal to its 1st Wager."""

    about = About(
        Sentence(
            you="You place the 2nd Wager, {amount}.",
            they="{who} places the 2nd Wager, {amount}.",
            record="{who} places the 2nd Wager, {amount}{entered}.",
        ),
        shows=("seat", "transfers", "by"),
        choice=True,
    )

    seat: int
    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        return with_seat_paid(table, replace(table.seats[self.seat - 1], decided=True), self.transfers)


class Folded(Event, frozen=True):
    """A seat folds."""

    about = About(
        {
            "chosen": Sentence(you="You fold.", they="{who} folds.", record="{who} folds{entered}."),
            "timed_out": Sentence(
                you="Time ran out: your hand was folded.",
                they="Time ran out: {who}'s hand was folded.",
                record="{who} folds{entered}.",
            ),
        },
        shows=("seat", "by"),
        choice=True,
    )

    seat: int
    by: Actor

    def which(self, before: Table) -> str:
        return "timed_out" if self.by == PLATFORM else "chosen"

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, decided=True)


class PlaceSecond(Command, frozen=True):
    """Stay in with a 2nd Wager."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=_DECISION,
        topic="second_or_fold",
        ruling="R5",
        own_seat=True,
        place="seat",
        label="2nd Wager {amount}",
        entry="2nd Wager",
        key="r",
        tone="go",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        seat = table.seats[self.seat - 1]
        if refusal := _no_decision(table, seat, house):
            return refusal
        if seat.rail < seat.first:
            reason = f"The 2nd Wager is {dollars(seat.first)}; seat {seat.number} has {dollars(seat.rail)} on the rail."
            return rejected("not_enough_chips", reason, house.cite("second_or_fold", "R5"))
        laid = Transfer(f"rail:{seat.number}", f"second:{seat.number}", seat.first)
        return (SecondPlaced(seat.number, (laid,), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in _undecided(table, by):
            yield Offer(cls(by, seat.number), spots={"second": Bounds(seat.first, seat.first)})

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return _decided_by(seat)


class Fold(Command, frozen=True):
    """Fold. The dealer collects the Ante Bonus and the 1st Wager."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=_DECISION,
        topic="second_or_fold",
        ruling="R5",
        own_seat=True,
        place="seat",
        label="Fold",
        entry="fold",
        key="f",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        seat = table.seats[self.seat - 1]
        return _no_decision(table, seat, house) or folding(seat, house, self.by)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in _undecided(table, by):
            lost = sum([line.collected for line in _given_up(house, seat)])
            short = PlaceSecond(by, seat.number).decide(table, house) if seat.rail < seat.first else None
            instead = short if isinstance(short, Rejection) else None
            yield Offer(cls(by, seat.number), loses=lost, instead=instead, lacks=max(0, seat.first - seat.rail))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return _decided_by(seat)


def _decided_by(seat: Seat) -> tuple[object, ...] | None:
    """Return None for a seat with a side bet, because its offers depend on the cards."""
    if seat.staked > seat.ante + seat.first + seat.second:
        return None
    return seat.status, seat.decided, seat.ante, seat.first, min(seat.rail, seat.first)


def folding(seat: Seat, house: House, by: Actor) -> tuple[Event, ...]:
    lines = _given_up(house, seat)
    return Folded(seat.number, by), Settled(seat.number, "fold", lines, transfers_for(seat.number, lines, house))


def _given_up(house: House, seat: Seat) -> tuple[WagerLine, ...]:
    """Return the lines of a fold, including an unsettled bonus (R3)."""
    given = position(seat)
    return bonus_lines(house, given) + fold_lines(house, given)


def _undecided(table: Table, by: Actor) -> Iterator[Seat]:
    yield from (seat for seat in seats_to_act(table, by) if seat.status == "in" and not seat.decided)


def _no_decision(table: Table, seat: Seat, house: House) -> Rejection | None:
    if seat.status == "in" and not seat.first:
        reason = f"Seat {seat.number} has only an Ante Bonus wager and makes no decision."
        return rejected("no_wager", reason, house.cite("ante_only", "R6"))
    if seat.status == "out":
        reason = f"Seat {seat.number} is not in this round."
        return rejected("no_wager", reason, house.cite("second_or_fold", "R5"))
    if seat.bonus in CLAIMED and any(due is seat for due in bonuses_due(table)):
        reason = f"Settle the bonus of seat {seat.number} first."
        return rejected("not_ready", reason, house.cite("bonus_paid", "R3"))
    if seat.decided or seat.status != "in":
        return rejected("already_done", f"Seat {seat.number} has already decided.", house.cite("second_or_fold", "R5"))
    return None
