"""Setting five of the seven cards (R7), and disclosing a long royal (R11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, format_cards
from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.common import royal_open, seats_to_act
from boston7.game.kinds import Answer, Cards, Command, Event, Offer, SeatNumber
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, PLAYER
from boston7.game.table import Phase, Seat, Table, changed, with_seat
from boston7.hands import best_five, long_royal
from boston7.house.model import House


def wrong_five(dealt: Sequence[Card], five: Sequence[Card]) -> str:
    """Return why these cards cannot be set, or an empty string (R7)."""
    if len(five) != 5 or len(set(five)) != 5:
        return "Set five different cards of the seven; the other two are discarded."
    foreign = [card for card in five if card not in dealt]
    return f"{format_cards(foreign)} cannot be set: not dealt to this hand." if foreign else ""


def nothing_to_set(seat: Seat, house: House) -> Rejection | None:
    """Return the reason why this seat has no hand to set, or None."""
    if not house.rules.sets_hands:
        reason = f"Hands are not set under {house.name}: the best five of seven play."
        return rejected("not_this_house", reason, f"{house.cite_value('playing_five.compared')} (R7)")
    if seat.status != "in":
        return rejected("no_wager", f"Seat {seat.number} has no hand to set.", house.cite("set_five", "R7"))
    return None


class HandSet(Event, frozen=True):
    """A seat sets its five cards, face down."""

    about = About(
        {
            "down": Sentence(
                you="Your hand is set.",
                they="{who} is set.",
                record="{who} sets a hand, face down{entered}.",
            ),
            "known": Sentence(you="Your hand is set.", they="{who} is set.", record="{who} sets {five}{entered}."),
            "timed_out": Sentence(
                you="Time ran out: your best five play.",
                they="Time ran out: the best five play for {who}.",
                record="{who} sets {five}{entered}.",
            ),
        },
        shows=("seat", "by"),
        own=("five",),
        choice=True,
    )

    seat: int
    five: tuple[Card, ...] | None
    by: Actor

    def apply(self, table: Table) -> Table:
        return with_seat(table, replace(table.seats[self.seat - 1], five=self.five, hand_set=True))

    def which(self, before: Table) -> str:
        if not self.five:
            return "down"
        return "timed_out" if self.by == PLATFORM else "known"


class RoyalDisclosed(Event, frozen=True):
    """A player discloses a six- or seven-card royal."""

    about = About(
        Sentence(
            you="You disclose a royal.",
            they="{who} discloses a royal.",
            record="{who} discloses a six- or seven-card royal{entered}.",
        ),
        shows=("seat", "by"),
        aloud=True,
        choice=True,
    )

    seat: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, disclosed=True)


class RoyalWaived(Event, frozen=True):
    """A player gives up the award of a long royal."""

    about = About(
        Sentence(
            you="You give up your royal.",
            they="{who} gives up a royal.",
            record="{who} gives up a six- or seven-card royal{entered}.",
        ),
        shows=("seat", "by"),
        aloud=True,
        choice=True,
    )

    seat: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, royal_waived=True)


class SetHand(Command, frozen=True):
    """Set five of the seven cards, by default the best five. At a live table, they are entered when turned over."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=frozenset({Phase.SETTING}),
        topic="set_five",
        ruling="R7",
        own_seat=True,
        place="seat",
        label="Set these five",
        entry="set hand",
        key="s",
        tone="go",
        ask=(Ask.cards("cards", "Five that play", 5, "virtual"),),
    )

    seat: SeatNumber
    cards: Cards = ()

    def decide(self, table: Table, house: House) -> Answer:
        """R7: the hand plays as set, even if a better one was possible."""
        seat = table.seats[self.seat - 1]
        if (refusal := nothing_to_set(seat, house)) is not None:
            return refusal
        if seat.hand_set:
            return rejected("already_done", f"Seat {seat.number}'s hand is already set.", house.cite("set_five", "R7"))
        if table.live and UNKNOWN in seat.cards:
            if self.cards:
                reason = "At a live table, hands are set face down and entered when turned over."
                return rejected("unknown_cards", reason, house.cite("set_five", "R7"))
            return (HandSet(seat.number, None, self.by),)
        if not self.cards:
            return (HandSet(seat.number, best_five(seat.cards).five, self.by),)
        if reason := wrong_five(seat.cards, self.cards):
            return rejected("wrong_cards", reason, house.cite("set_five", "R7"))
        return (HandSet(seat.number, self.cards, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """Offer the best five as the default."""
        if not house.rules.sets_hands:
            return
        for seat in seats_to_act(table, by):
            if seat.status == "in" and not seat.hand_set:
                five = () if UNKNOWN in seat.cards or len(seat.cards) < 7 else best_five(seat.cards).five
                yield Offer(cls(by, seat.number, five), cards=len(five))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return seat.status, seat.cards, seat.hand_set


class ChangeHand(Command, frozen=True):
    """Change the set hand while the table still waits for other players."""

    rule = Rule(
        by=PLAYER,
        when=frozenset({Phase.SETTING}),
        topic="set_five",
        ruling="R7",
        own_seat=True,
        place="seat",
        label="Change my five",
        entry="changed hand",
        key="c",
        optional=True,
        ask=(Ask.cards("cards", "Five that play", 5, "virtual"),),
    )

    seat: SeatNumber
    cards: Cards

    def decide(self, table: Table, house: House) -> Answer:
        seat = table.seats[self.seat - 1]
        if (refusal := nothing_to_set(seat, house)) is not None:
            return refusal
        clause = house.cite("set_five", "R7")
        if not seat.hand_set:
            return rejected("not_ready", f"Seat {seat.number}'s hand is not set yet.", clause)
        if table.live:
            return rejected("unknown_cards", "At a live table, a set hand stays face down.", clause)
        if reason := wrong_five(seat.cards, self.cards):
            return rejected("wrong_cards", reason, clause)
        return (HandSet(seat.number, self.cards, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in seats_to_act(table, by) if not table.live else ():
            if seat.status == "in" and seat.hand_set and seat.five:
                yield Offer(cls(by, seat.number, seat.five), cards=5)

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return seat.status, seat.hand_set, seat.five


class Disclose(Command, frozen=True):
    """Disclose a six- or seven-card royal."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=frozenset({Phase.SETTING, Phase.SHOWDOWN}),
        topic="royal_disclosed",
        ruling="R11",
        late="The cards are collected; a royal can no longer be claimed.",
        own_seat=True,
        place="seat",
        label="Royal disclosed",
        entry="disclosed royal",
        key="y",
        tone="go",
        optional=True,
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        """R11: the disclosure is accepted only before the dealer collects the cards."""
        clause = house.cite("royal_disclosed", "R11")
        seat = table.seat(self.seat)
        if not house.fixed_awards:
            return rejected("no_such_award", f"{house.name} has no award for a six- or seven-card royal.", clause)
        if seat.status == "settled":
            return rejected("already_done", "The cards are collected; a royal can no longer be claimed.", clause)
        if seat.status != "in":
            return rejected("no_wager", f"Seat {seat.number} has no hand in this round.", clause)
        if seat.disclosed:
            return rejected("already_done", f"Seat {seat.number} has already disclosed its royal.", clause)
        if seat.royal_waived:
            return rejected("already_done", f"Seat {seat.number} has already given up its royal.", clause)
        if UNKNOWN not in seat.cards and not house.fixed_award(long_royal(seat.cards)):
            return rejected("no_such_award", f"Seat {seat.number} does not hold a six- or seven-card royal.", clause)
        return (RoyalDisclosed(seat.number, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if house.fixed_awards:
            yield from (Offer(cls(by, seat.number)) for seat in seats_to_act(table, by) if seat.status == "in")

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return (seat.status, seat.cards, seat.disclosed, seat.royal_waived) if house.fixed_awards else ()


class WaiveRoyal(Command, frozen=True):
    """Give up the award of a six- or seven-card royal. It is never given up in any other way (R11)."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=frozenset({Phase.SETTING}),
        topic="royal_disclosed",
        ruling="R11",
        own_seat=True,
        place="seat",
        label="Give up the royal",
        entry="waived royal",
        key="g",
        tone="stop",
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("royal_disclosed", "R11")
        seat = table.seat(self.seat)
        if table.live:
            return rejected("not_ready", "At a live table, a player gives up a royal by not disclosing it.", clause)
        if seat.status != "in":
            return rejected("no_wager", f"Seat {seat.number} has no hand in this round.", clause)
        if seat.disclosed or seat.royal_waived:
            return rejected("already_done", f"Seat {seat.number} has already disclosed or given up its royal.", clause)
        if not royal_open(table, seat):
            return rejected("no_such_award", f"Seat {seat.number} has no royal to give up.", clause)
        return (RoyalWaived(seat.number, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in seats_to_act(table, by):
            if seat.status == "in" and royal_open(table, seat):
                yield Offer(cls(by, seat.number))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return Disclose.offered_by(seat, house)
