"""Chips that move with their owner (R25): to and from a live table, to another seat, and back after leaving."""

from __future__ import annotations

from collections.abc import Iterator

from boston7.declare import About, Ask, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.rail import ChipsMoved, cashing, no_amount, own_seats, seen_off, stays
from boston7.game.kinds import MOST, TO_TYPE, Amount, Answer, Command, Event, Offer, SeatNumber
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import BETTING, OPEN, Departure, Phase, Seat, Table, with_seat
from boston7.game.transfers import Transfer, move_chips
from boston7.house.model import House
from boston7.money import dollars

_VIRTUAL = "Chips are carried only to live tables: buy in or cash out here."
_CLOSING = "The table is closing."


class SeatChanged(Event, frozen=True):
    """A player takes another seat with the chips on the rail."""

    about = About(
        Sentence(
            you="You move to seat {to}.",
            they="{player} moves from seat {seat} to seat {to}.",
            record="{player} moves from seat {seat} to seat {to}, entered by {by}: {moves}.",
        ),
        shows=("seat", "to", "player", "transfers", "by"),
    )

    seat: int
    to: int
    player: str
    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        was = table.seat(self.seat)
        kept = Seat(
            self.to,
            was.player,
            was.person,
            last=was.last,
            sitting_out=was.sitting_out,
        )
        table = with_seat(with_seat(table, kept), Seat(self.seat, rail=was.rail))
        return seen_off(move_chips(table, self.transfers), self.to)


class LeavingUndone(Event, frozen=True):
    """A player who had left is back in the seat with the same chips."""

    about = About(
        Sentence(
            you="Undone: you are back in seat {seat} with {amount}.",
            they="Undone: {player} is back in seat {seat} with {amount}.",
            record="Undone by {by}: {player} is back in seat {seat}: {moves}.",
        ),
        shows=("seat", "player", "transfers", "by"),
    )

    seat: int
    player: str
    transfers: tuple[Transfer, ...]
    by: Actor
    person: str = ""

    def apply(self, table: Table) -> Table:
        was = departed(table, self.seat)
        kept = was.seat if was else Seat(self.seat, self.player, self.person)
        return seen_off(move_chips(with_seat(table, kept), self.transfers), self.seat)


class ChipsIn(Command, frozen=True):
    """Enter chips that a player brings to the rail from another table, from a break or from the cage."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        ruling="R25",
        late=_CLOSING,
        place="rail",
        label="Chips in, seat {seat}",
        entry="chips in",
        ask=(Ask.amount("amount", "Chips the player brings"),),
    )

    seat: SeatNumber
    amount: Amount = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if not table.live:
            return rejected("not_ready", _VIRTUAL, house.cite("room", "R25"))
        if (refusal := no_amount(table, self.seat, self.amount, house)) is not None:
            return refusal
        return (ChipsMoved("chips_in", "", (Transfer("hands", f"rail:{self.seat}", self.amount),), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in own_seats(table, by):
            yield Offer(cls(by, seat.number, 1), 1, MOST)


class ChipsOut(Command, frozen=True):
    """Enter chips that a player takes from the rail without leaving the seat."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN,
        topic="room",
        ruling="R25",
        place="rail",
        label="Chips out, seat {seat}",
        entry="chips out",
        ask=(Ask.amount("amount", "Chips the player takes"),),
    )

    seat: SeatNumber
    amount: Amount = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if not table.live:
            return rejected("not_ready", _VIRTUAL, house.cite("room", "R25"))
        if (refusal := no_amount(table, self.seat, self.amount, house)) is not None:
            return refusal
        rail = table.seat(self.seat).rail
        if self.amount > rail:
            return rejected("not_enough_chips", f"There is {dollars(rail)} on the rail.", house.cite("room"))
        return (ChipsMoved("chips_out", "", cashing(table, self.seat, self.amount), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in own_seats(table, by):
            if seat.rail:
                yield Offer(cls(by, seat.number, 1), 1, min(seat.rail, MOST))


class MoveSeat(Command, frozen=True):
    """Move a player with the chips on the rail to another seat of this table, between rounds."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=BETTING | {Phase.OPENING},
        topic="room",
        ruling="R25",
        late="A round is being played: players change seats once it is complete and the table is cleared.",
        place="rail",
        label="Move seat {seat}",
        entry="seat change",
    )

    seat: SeatNumber
    to: SeatNumber = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("room", "R25")
        if not table.live:
            reason = "At a virtual table, players change seats by leaving and sitting again."
            return rejected("not_ready", reason, clause)
        seat = table.seat(self.seat)
        if refusal := stays(seat, house):
            return refusal
        if self.to > house.seats:
            return rejected("wrong_seat", f"This table has {house.seats} seats.", clause)
        if taken := table.seat(self.to).player:
            return rejected("seat_taken", f"Seat {self.to} is taken by {taken}.", clause)
        chips = (Transfer(f"rail:{self.seat}", f"rail:{self.to}", seat.rail),) if seat.rail else ()
        return (SeatChanged(self.seat, self.to, seat.player or "", chips, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        free = next((seat.number for seat in table.seats[: house.seats] if seat.player is None), 0)
        if table.live and free:
            yield from (Offer(cls(by, seat.number, free)) for seat in own_seats(table, by))


class UndoLeave(Command, frozen=True):
    """Return a player who was entered as leaving to the seat. Possible until the chips are redeemed."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        ruling="R25",
        late=_CLOSING,
        place="rail",
        label="Undo leaving, seat {seat}",
        entry="leaving undone",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("room", "R25")
        if taken := table.seat(self.seat).player:
            return rejected("seat_taken", f"Seat {self.seat} is taken by {taken}.", clause)
        was = departed(table, self.seat)
        if was is None:
            return rejected("seat_empty", f"Nobody has just left seat {self.seat}: seat the player again.", clause)
        chips = (Transfer("hands", f"rail:{self.seat}", was.cents),) if was.cents else ()
        return (LeavingUndone(self.seat, was.seat.player or "", chips, self.by, was.seat.person),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for one in table.left:
            if table.seat(one.seat.number).player is None:
                about = f"{one.seat.player} colors up {dollars(one.cents)}"
                yield Offer(cls(by, one.seat.number), about=about)


def departed(table: Table, seat: int) -> Departure | None:
    """Return the last departure from the seat, if nobody has sat there since."""
    return next((one for one in reversed(table.left) if one.seat.number == seat), None)
