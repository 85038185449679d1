"""Players and their chips: sitting down, buying in, cashing out and leaving.

At a live table, people carry their chips themselves (R25, `carried`). A player who leaves takes them, and only the cage
redeems them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.checklist import ChecklistStep
from boston7.game.counting import tray_count_open
from boston7.game.kinds import (
    MOST,
    TO_TYPE,
    Amount,
    Answer,
    Command,
    Event,
    Mark,
    Offer,
    PersonId,
    PlayerName,
    SeatNumber,
)
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, EVERYONE, PLATFORM, PLAYER, SUPERVISOR
from boston7.game.table import OPEN, Departure, Phase, Seat, Table, changed, with_seat
from boston7.game.transfers import Transfer, move_chips
from boston7.game.wagers import short_of_a_round
from boston7.house.model import House
from boston7.money import Cents, dollars

_CLOSING = "The table is closing."


class PlayerSat(Event, frozen=True):
    """A player sits down."""

    about = About(
        Sentence(you="You sit in seat {seat}.", they="{player} sits in seat {seat}."),
        shows=("seat", "player"),
    )

    seat: int
    player: str
    person: str = ""

    def apply(self, table: Table) -> Table:
        table = changed(table, self.seat, player=self.player, person=self.person)
        return seen_off(table, self.seat, table.seat(self.seat).holder)


def seen_off(table: Table, seat: int, holder: str = "") -> Table:
    """Remove departures that can no longer be undone, because the seat is taken or the person sits again."""
    if not table.left:
        return table
    return replace(
        table, left=tuple([one for one in table.left if seat != one.seat.number and holder != one.seat.holder])
    )


class PlayerLeft(Event, frozen=True):
    """A player leaves with the chips on the rail."""

    about = About(
        {
            "left": Sentence(
                you="You leave seat {seat}.",
                they="{player} leaves seat {seat}.",
                record="{player} leaves seat {seat}: {moves}.",
            ),
            "colored_up": Sentence(
                you="You color up {amount} and leave seat {seat}.",
                they="{player} colors up {amount} and leaves seat {seat}.",
                record="{player} colors up {amount} and leaves seat {seat}: {moves}.",
            ),
        },
        shows=("seat", "player", "transfers"),
    )

    seat: int
    player: str
    transfers: tuple[Transfer, ...]
    person: str = ""

    def apply(self, table: Table) -> Table:
        """Reset the seat, because the next player has no part in the round that was played from it."""
        who, cents = table.seat(self.seat), sum([each.cents for each in self.transfers])
        table = move_chips(table, self.transfers)
        table = with_seat(table, Seat(self.seat, rail=table.seat(self.seat).rail))
        if not table.live or who.evicted:
            return table
        kept = Seat(self.seat, who.player, who.person, last=who.last)
        return replace(table, left=(*table.left, Departure(kept, cents)))

    def which(self, before: Table) -> str:
        return "colored_up" if any(each.target == "hands" for each in self.transfers) else "left"


def leaving(table: Table, seat: Seat, cents: Cents | None = None) -> PlayerLeft:
    """Return the event for a player who leaves. They take the whole rail unless `cents` is given."""
    chips = seat.rail if cents is None else cents
    return PlayerLeft(seat.number, seat.player or "", cashing(table, seat.number, chips), seat.person)


class ChipsMoved(Event, frozen=True):
    """Chips are bought, cashed out, filled or credited, with the slip if there is one."""

    about = About(
        {
            "buy_in": Sentence(
                you="You buy in for {amount}.",
                they="{who} buys in for {amount}.",
                record="{who} buys in for {amount}{entered}.",
            ),
            "cash_buy_in": Sentence(
                you="You buy in for {amount} in cash.",
                they="{who} buys in for {amount} in cash.",
                record="{who} buys in for {amount} in cash{entered}: chips from the tray, cash into the drop box.",
            ),
            "cash_out": Sentence(
                you="You cash out {amount}.",
                they="{who} cashes out {amount}.",
                record="{who} cashes out {amount}{entered}.",
            ),
            "chips_in": Sentence(
                you="You bring {amount} in chips.",
                they="{who} brings {amount} in chips.",
                record="{who} brings {amount} in chips{entered}.",
            ),
            "chips_out": Sentence(
                you="You take {amount} in chips away.",
                they="{who} takes {amount} in chips away.",
                record="{who} takes {amount} in chips away{entered}.",
            ),
            "fill": Sentence("Fill: {amount} to the tray.", record="Fill by {by}, slip {slip}: {amount} to the tray."),
            "credit": Sentence(
                "Credit: {amount} to the cage.", record="Credit by {by}, slip {slip}: {amount} to the cage."
            ),
        },
        shows=("what", "slip", "transfers", "by"),
    )

    what: Literal["buy_in", "cash_buy_in", "cash_out", "chips_in", "chips_out", "fill", "credit"]
    slip: str
    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        return move_chips(table, self.transfers)

    def seat_at(self) -> int:
        rails = [place for t in self.transfers for place in (t.source, t.target) if place.startswith("rail:")]
        return int(rails[0].removeprefix("rail:")) if rails else 0

    def which(self, before: Table) -> str:
        return self.what


class Sit(Command, frozen=True):
    """Take an empty seat."""

    rule = Rule(
        by=EVERYONE,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        late=_CLOSING,
        any_seat=True,
        own_seat=True,
        place="rail",
        label="Sit in seat {seat}",
        entry="seat taken",
        ask=(Ask("player", "name", "Player's name"),),
    )

    seat: SeatNumber
    player: PlayerName = TO_TYPE
    person: PersonId = ""

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("room")
        if self.by.role == "player" and self.by.name != self.player:
            return rejected("wrong_role", "Only the player can take this seat.", clause)
        if self.seat > house.seats:
            return rejected("wrong_seat", f"This table has {house.seats} seats.", clause)
        if taken := table.seat(self.seat).player:
            return rejected("seat_taken", f"Seat {self.seat} is taken by {taken}.", clause)
        held = [seat for seat in table.seats if seat.player and self._same(seat)]
        if len(held) >= (house.seats_per_player if table.live else 1):
            reason = f"{held[0].player} is already in seat {' and '.join(str(seat.number) for seat in held)}."
            return rejected("seat_taken", reason, house.cite_value("seats_per_player") if table.live else clause)
        return (PlayerSat(self.seat, self.player, self.person),)

    def _same(self, seat: Seat) -> bool:
        """Return whether the person already has a seat, under any name."""
        return seat.player == self.player or seat.holder == (self.person or self.player)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """Offer the empty seats. Staff must still type the player's name."""
        own = by.role == "player"
        if own and any(seat.player == by.name for seat in table.seats):
            return
        name = by.name or "?" if own else TO_TYPE
        yield from (Offer(cls(by, seat.number, name), typed=not own) for seat in table.seats if seat.player is None)

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return ()


WALK_UP = " (cash)"
"""The suffix of the names of players without an account. Account names cannot contain it, so names never collide."""


def walk_up(name: str | None) -> bool:
    return name is not None and name.endswith(WALK_UP)


def bare(name: str) -> str:
    """Return a name without the walk-up suffix."""
    return name.strip().removesuffix(WALK_UP.strip()).strip()


class SeatWalkUp(Command, frozen=True):
    """Seat a player who has no account and plays with cash under a name used only here."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        late=_CLOSING,
        place="rail",
        label="Walk-up player, seat {seat}",
        entry="walk-up",
    )

    seat: SeatNumber
    nickname: Mark = ""
    person: PersonId = ""

    def decide(self, table: Table, house: House) -> Answer:
        if not table.live:
            return rejected("not_ready", "Only a live table takes cash.", house.cite("room"))
        name = f"{bare(self.nickname) or f'Seat {self.seat}'}{WALK_UP}"
        return Sit(self.by, self.seat, name, self.person).decide(table, house)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if table.live:
            yield from (Offer(cls(by, seat.number)) for seat in table.seats if seat.player is None)


def own_seats(table: Table, by: Actor) -> Iterator[Seat]:
    """Yield the seats for which the actor may act: a player's own seat, or all occupied seats for staff."""
    for seat in table.seats:
        if seat.player is not None and (by.role != "player" or seat.player == by.name):
            yield seat


class BuyIn(Command, frozen=True):
    """Bring chips from the cage to a rail."""

    rule = Rule(
        by=PLAYER | PLATFORM,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        late=_CLOSING,
        place="rail",
        label="Buy in",
        entry="buy-in",
        ask=(Ask.amount(),),
    )

    seat: SeatNumber
    amount: Amount = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if (refusal := no_amount(table, self.seat, self.amount, house)) is not None:
            return refusal
        if table.live:
            reason = "At a live table, players get chips for front money at the cage."
            return rejected("not_ready", reason, house.cite("room", "R25"))
        transfers = (Transfer("cage", f"rail:{self.seat}", self.amount),)
        return (ChipsMoved("buy_in", "", transfers, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in own_seats(table, by):
            yield Offer(cls(by, seat.number, 1), 1, MOST, lacks=short_of_a_round(house, seat.rail + seat.staked))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return (short_of_a_round(house, seat.rail + seat.staked),)


class BuyInCash(Command, frozen=True):
    """Sell chips from the tray for cash, which goes into the drop box."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN - {Phase.CLOSING},
        topic="room",
        late=_CLOSING,
        place="rail",
        label="Cash buy-in, seat {seat}",
        entry="cash buy-in",
        ask=(Ask.amount("amount", "Cash into the drop box"),),
    )

    seat: SeatNumber
    amount: Amount = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if not table.live:
            return rejected("not_ready", "Only a live table takes cash.", house.cite("room"))
        if (refusal := no_amount(table, self.seat, self.amount, house)) is not None:
            return refusal
        if table.phase is Phase.OPENING and tray_count_open(table):
            return rejected("not_ready", "Count the tray before selling chips from it.", house.cite("room"))
        # The tray may be counted again.
        if table.phase is Phase.OPENING and ChecklistStep.SUPERVISOR_SIGNS not in table.checklist:
            reason = "The supervisor must sign for the tray before chips are sold from it."
            return rejected("not_ready", reason, house.cite("room"))
        if self.amount > table.tray:
            reason = "The tray does not hold that much: call for a fill."
            return rejected("not_enough_chips", reason, house.cite("room"))
        return (ChipsMoved("cash_buy_in", "", (Transfer("tray", f"rail:{self.seat}", self.amount),), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        hidden = tray_count_open(table)  # R26: players may buy chips for the last hand too.
        if table.live and (table.tray or hidden):
            for seat in own_seats(table, by):
                yield Offer(cls(by, seat.number, 1), 1, None if hidden else min(table.tray, MOST))


class CashOut(Command, frozen=True):
    """Take chips from a rail to the cage."""

    rule = Rule(
        by=PLAYER | PLATFORM,
        when=OPEN,
        topic="room",
        place="rail",
        label="Cash out",
        entry="cash out",
        ask=(Ask.amount(),),
    )

    seat: SeatNumber
    amount: Amount = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if (refusal := no_amount(table, self.seat, self.amount, house)) is not None:
            return refusal
        if table.live:
            reason = "At a live table, players take their chips to the cage to redeem them."
            return rejected("not_ready", reason, house.cite("room", "R25"))
        rail = table.seat(self.seat).rail
        if self.amount > rail:
            return rejected("not_enough_chips", f"There is {dollars(rail)} on the rail.", house.cite("room"))
        return (ChipsMoved("cash_out", "", cashing(table, self.seat, self.amount), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in own_seats(table, by):
            most = min(seat.rail, MOST)
            if most:  # Omit the maximum. It would change the offer with every wager, and the rail is public anyway.
                yield Offer(cls(by, seat.number, most), 1)

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return (seat.rail > 0,)


class Leave(Command, frozen=True):
    """Cash out everything and leave the seat."""

    rule = Rule(
        by=EVERYONE,
        when=OPEN,
        topic="room",
        when_evicted=True,
        own_seat=True,
        place="rail",
        label="Color up and leave",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        seat = table.seat(self.seat)
        return stays(seat, house) or (leaving(table, seat),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, seat.number)) for seat in own_seats(table, by))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return (seat.status == "in" or seat.wagered,)


def stays(seat: Seat, house: House) -> Rejection | None:
    """Return the reason why the player cannot leave now, or None."""
    clause = house.cite("room")
    if seat.player is None:
        return rejected("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
    if seat.status == "in":
        return rejected("in_play", f"Seat {seat.number}'s hand is in play: complete the round first.", clause)
    if seat.wagered:
        return rejected("in_play", f"Seat {seat.number} has wagers on the layout: take them back first.", clause)
    return None


def cashing(table: Table, number: int, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer of chips off a rail. They go to the player at a live table (R25), otherwise to the cage."""
    return (Transfer(f"rail:{number}", "hands" if table.live else "cage", cents),) if cents else ()


def no_amount(table: Table, number: int, amount: int, house: House) -> Rejection | None:
    if table.seat(number).player is None:
        return rejected("seat_empty", f"Nobody sits in seat {number}.", house.cite("room"))
    return no_chips(amount, house)


def no_chips(amount: Cents, house: House) -> Rejection | None:
    return None if amount else rejected("out_of_bounds", "Enter an amount above $0.", house.cite("room"))
