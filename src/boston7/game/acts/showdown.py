"""The showdown: the dealer's hand, then each player's from right to left, settled and collected one by one (R9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Literal

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import (
    first_three,
    hand_entered,
    needs_showing,
    next_to_enter,
    next_to_settle,
    position,
    transfers_for,
    tray_short,
    void_position,
    with_other_seat,
    wrong_cards,
)
from boston7.game.kinds import Answer, Cards, Command, Event, Offer, SeatNumber, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, DEALS
from boston7.game.settlement import WagerLine, confirmed, judged, keyed, net_of, outcome_of, paid_by, void_lines
from boston7.game.table import HandStatus, Phase, Seat, SideSpot, Table, cleared, with_seat
from boston7.game.transfers import Transfer, with_seat_paid
from boston7.hands import Category, Hand, HandName, best_five, hand_name, hand_value
from boston7.house.model import House
from boston7.money import Cents, dollars

_SHOWDOWN = frozenset({Phase.SHOWDOWN})
_VOID, _COMPLETE = Phase.VOID, Phase.COMPLETE  # Looking up an enum member is slow in Python 3.11.
NO_AWARD: Literal["none"] = "none"
"""The award entered for a hand that wins no Ante Bonus."""


class DealerRevealed(Event, frozen=True):
    """The dealer turns over seven cards, of which the best five play."""

    about = About(
        Sentence("Dealer has {hand}.", record="The dealer turns over {cards} and has {hand}."),
        shows=("cards", "five", "hand"),
    )

    cards: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: HandName

    def apply(self, table: Table) -> Table:
        return replace(table, dealer_cards=self.cards, dealer_face_up=True, dealer_five=self.five)


class HandTurned(Event, frozen=True):
    """A seat's hand is turned over: the set five and the two discards."""

    about = About(
        Sentence(you="You have {hand}.", they="{who} has {hand}.", record="{who} turns over {cards} and has {hand}."),
        shows=("seat", "cards", "five", "hand"),
    )

    seat: int
    cards: tuple[Card, ...]
    five: tuple[Card, ...]
    hand: HandName

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1]
        if seat.keyed_result:  # The cards replace the entered result.
            seat = replace(seat, keyed_result="", keyed_award="")
        return with_seat(table, replace(seat, cards=self.cards, five=self.five, face_up=True, hand_set=True))


_RECORD = "{who} is settled ({moment}): {lines}."


class Settled(Event, frozen=True):
    """A seat's wagers are settled at some point of the round, and the chips move."""

    about = About(
        {
            "win": Sentence(you="You win {net}.", they="{who} wins {net}.", record=_RECORD),
            "lose": Sentence(you="You lose {net}.", they="{who} loses {net}.", record=_RECORD),
            "push": Sentence(you="Push.", they="{who}: push.", record=_RECORD),
            "even": Sentence(you="You break even.", they="{who} breaks even.", record=_RECORD),
            "void": Sentence(
                you="Your hand is void; wagers returned.", they="{who}: hand void; wagers returned.", record=_RECORD
            ),
            "later": Sentence(
                you="Your side bets are settled at the showdown.",
                they="{who}: side bets are settled at the showdown.",
                record=_RECORD,
            ),
        },
        shows=("seat", "moment", "lines", "transfers"),
    )

    seat: int
    moment: Literal["three_card_bonus", "fold", "showdown", "void"]
    lines: tuple[WagerLine, ...]
    transfers: tuple[Transfer, ...]

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1]
        lines = seat.lines + self.lines
        if self.moment == "three_card_bonus":
            seat = replace(seat, lines=lines, bonus="settled", face_up=False)
            return with_seat_paid(table, seat, self.transfers)
        status, shown, five = self._hand_after(seat)
        at = len(table.discard_rack)
        in_rack = (at, at + len(seat.cards))
        after = replace(
            seat, lines=lines, status=status, cards=(), face_up=False, shown=shown, five=five, in_rack=in_rack
        )
        return with_seat_paid(table, after, self.transfers, collected=seat.cards)

    def _hand_after(self, seat: Seat) -> tuple[HandStatus, tuple[Card, ...], tuple[Card, ...] | None]:
        """Return the seat's new status, the cards that stay visible, and the five that played."""
        if self.moment == "showdown":
            return "settled", () if seat.keyed_result else seat.cards, seat.five
        if self.moment == "fold":
            return "folded", (), None
        return "void", seat.cards[:3] if seat.face_up else (), None

    def by_key(self, before: Table) -> str:
        """Return which result was entered instead of cards: "three_card_bonus", "hand" or an empty string."""
        seat = before.seats[self.seat - 1]
        if self.moment == "fold" or not (seat.keyed_result if self.moment == "showdown" else seat.keyed_three):
            return ""
        return self.moment if self.moment == "three_card_bonus" else "hand"

    def which(self, before: Table) -> str:
        return outcome_of(self.lines) or "later"

    def words(self, before: Table) -> Words:
        return {"net": dollars(abs(net_of(self.lines)))}


def large_payout(table: Table, events: Iterable[Event], house: House) -> bool:
    """Return whether a supervisor must confirm one of these payouts (R24). All seats of one player are added up
    (R10)."""
    paid_to: dict[str, Cents] = {}
    for event in events:
        if not isinstance(event, Settled):
            continue
        holder = table.seat(event.seat).holder
        others = [seat for seat in table.seats if seat.holder == holder and seat.number != event.seat]
        before = paid_to.get(holder, 0) + sum([line.paid for seat in others for line in seat.lines])
        if confirmed(house, event.lines, before):
            return True
        paid_to[holder] = paid_to.get(holder, 0) + sum([line.paid for line in event.lines])
    return False


class RoundCompleted(Event, frozen=True):
    """Every hand of the round is settled."""

    about = About(
        {
            "played": Sentence("Round {round} is over.", record="Round {round} is complete."),
            "void": Sentence(
                "Round {round} is void; wagers are returned.", record="Round {round} is void and complete."
            ),
        },
        shows=("round", "void"),
    )

    round: int
    void: bool

    def apply(self, table: Table) -> Table:
        uncounted = table.rounds_uncounted if table.stub_counted else table.rounds_uncounted + 1
        return replace(table, phase=_COMPLETE, deck="unshuffled", rounds_uncounted=uncounted)

    def which(self, before: Table) -> str:
        return "void" if self.void else "played"


class TableCleared(Event, frozen=True):
    """The table is cleared, and all cards are collected for the next shuffle."""

    about = About(Sentence("Place your wagers.", record="The table is cleared for the next round."))

    def apply(self, table: Table) -> Table:
        return cleared(table)


class Reveal(Command, frozen=True):
    """Turn over the dealer's seven cards."""

    rule = Rule(
        by=DEALS,
        when=_SHOWDOWN,
        topic="dealer_reveals",
        place="procedure",
        label="Turn over your seven",
        entry="dealer's hand",
        tone="go",
        ask=(Ask.cards("cards", "Your seven cards", 7, "live"),),
    )

    cards: Cards = ()

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("dealer_reveals")
        if table.dealer_face_up:
            return rejected("already_done", "The dealer's hand is already turned over.", clause)
        if not table.live:
            if self.cards:
                return rejected("wrong_cards", "The dealer's cards are already known.", clause)
            return dealer_revealed(table.dealer_cards)
        if bet := judged_with_dealer(table):
            reason = (
                f"Turn over your first three and your last four separately: the {bet.label} depends on the first three."
            )
            return rejected("not_ready", reason, clause)
        return _turned_over(table, self.cards, house)


def judged_with_dealer(table: Table) -> SideSpot | None:
    """Return a side bet in play that depends on the dealer's first three cards. Otherwise, return None."""
    six = [spot for spot in table.layout if spot.judged_on == "six_cards"]
    return next((spot for seat in table.playing() for spot in six if spot.id in seat.wagers), None)


def _turned_over(table: Table, cards: tuple[Card, ...], house: House) -> Answer:
    """Check the dealer's hand as entered at a live table, and turn it over."""
    if len(cards) == 6:
        reason = "The dealer has six of seven cards: report it, and one more card completes the hand."
        return rejected("wrong_cards", reason, house.cite("dealer_six", "R17"))
    if len(cards) > 7:
        reason = f"The dealer has {len(cards)} cards: report it, and all hands are void."
        return rejected("wrong_cards", reason, house.cite("dealer_misdeal", "R17"))
    return wrong_cards(table, cards, 7, "The dealer", house) or dealer_revealed(cards)


class RevealApart(Command, frozen=True):
    """Turn over the dealer's first three and last four cards separately, for a side bet on the first three."""

    rule = Rule(
        by=DEALER,
        when=_SHOWDOWN,
        topic="dealer_reveals",
        place="procedure",
        label="Turn over your seven, first three first",
        entry="dealer's hand",
        tone="go",
        ask=(Ask.cards("three", "Your first three cards", 3), Ask.cards("four", "Your last four cards", 4)),
    )

    three: Cards
    four: Cards

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("dealer_reveals")
        if table.dealer_face_up:
            return rejected("already_done", "The dealer's hand is already turned over.", clause)
        if not table.live or not judged_with_dealer(table):
            return rejected("not_ready", "No wager depends on the dealer's first three cards.", clause)
        if len(self.three) != 3:
            return rejected("wrong_cards", f"Enter three cards as your first three, not {len(self.three)}.", clause)
        return _turned_over(table, self.three + self.four, house)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if judged_with_dealer(table):
            yield Offer(cls(by, (), ()))


def dealer_revealed(cards: tuple[Card, ...]) -> tuple[Event, ...]:
    hand = best_five(cards)
    return (DealerRevealed(cards, hand.five, hand.name),)


class TurnOver(Command, frozen=True):
    """Turn over a live hand: the set five and the two discards."""

    rule = Rule(
        by=DEALER,
        when=_SHOWDOWN,
        topic="settle_order",
        ruling="R9",
        place="procedure",
        label="Turn over seat {seat}",
        entry="hand",
        tone="go",
        ask=(Ask.cards("five", "Five that play", 5), Ask.cards("discards", "Two discards", 2)),
    )

    seat: SeatNumber
    five: Cards
    discards: Cards

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("settle_order", "R9")
        seat = table.seat(self.seat)
        if not table.live:
            return rejected("not_ready", "A virtual hand is turned over when it is settled.", clause)
        if not table.dealer_face_up:
            return rejected("not_ready", "Turn over the dealer's hand first.", house.cite("dealer_reveals"))
        if refusal := not_the_turn(table, seat, house):
            return refusal
        if UNKNOWN not in seat.cards:
            return rejected("already_done", f"Seat {seat.number} is already turned over.", clause)
        if len(self.five) != 5 or len(self.discards) != 2:
            return rejected("wrong_cards", "Enter the five cards that were set and the two discards.", clause)
        cards = self.five + self.discards
        if refusal := wrong_cards(table, cards, 7, f"Seat {seat.number}", house, seat.first_three):
            return refusal
        in_order = seat.first_three + tuple(card for card in cards if card not in seat.first_three)
        five = self.five if house.rules.sets_hands else best_five(cards).five
        return (HandTurned(seat.number, in_order, five, hand_name(hand_value(five))),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if seat := next_to_enter(table, house):
            yield Offer(cls(by, seat.number, (), ()))
        if (seat := next_to_settle(table)) and seat.keyed_result:  # The cards may replace an entered result.
            yield Offer(cls(by, seat.number, (), ()))


def not_the_turn(table: Table, seat: Seat, house: House) -> Rejection | None:
    """Reject hands out of order, from right to left. An entered result may be entered again until it is settled."""
    due = next_to_enter(table, house)
    if seat.status == "in" and (seat.keyed_result or (due and due.number == seat.number)):
        return None
    following = f"seat {due.number} is next" if due else "none is left"
    reason = f"Hands are settled from right to left: {following}."
    return rejected("not_ready", reason, house.cite("settle_order", "R9"))


class Settle(Command, frozen=True):
    """Settle the next hand, from the dealer's far right, and collect its cards."""

    rule = Rule(
        by=DEALS,
        when=frozenset({Phase.SHOWDOWN, Phase.VOID}),
        awaited=frozenset({Phase.SHOWDOWN, Phase.VOID}),
        topic="settle_order",
        ruling="R9",
        place="procedure",
        label="Paid and collected: seat {seat}",
        entry="payout",
        tone="go",
    )

    def decide(self, table: Table, house: House) -> Answer:
        seat = next_to_settle(table)
        clause = house.cite("settle_order", "R9")
        if seat is None:
            return rejected("already_done", "Every hand is settled.", clause)
        if table.phase is Phase.VOID:
            if needs_showing(table, seat):
                reason = f"Seat {seat.number} may still show three cards, or decline."
                return rejected("not_ready", reason, house.cite("void", "R12"))
        elif not table.dealer_face_up:
            return rejected("not_ready", "Turn over the dealer's hand first.", house.cite("dealer_reveals"))
        elif not hand_entered(seat):
            return rejected("not_ready", f"Turn over the hand of seat {seat.number} first.", clause)
        turned, settled = settlement(table, seat, house)
        return tray_short(table, settled.lines, house) or (*turned, settled)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        seats = table.playing()[::-1]
        entered = seats[:1] if table.phase is _VOID else takewhile(hand_entered, seats)
        yield Offer(cls(by), seats=tuple([seat.number for seat in entered]))


def lines_due(table: Table, seat: Seat, house: House) -> tuple[WagerLine, ...]:
    return settlement(table, seat, house)[1].lines


def settlement(
    table: Table, seat: Seat, house: House, dealer: Hand | None = None
) -> tuple[tuple[HandTurned, ...], Settled]:
    """Settle a hand, and turn it over first if it is face down. Passing `dealer` avoids evaluating the dealer's hand
    again."""
    number = seat.number
    if table.phase is _VOID:
        three = first_three(table, seat)
        known = () if UNKNOWN in three else three  # With lost cards, the hand cannot qualify for an award.
        held = void_position(table, seat, table.void_cause, known, house)
        lines = void_lines(house, held, table.void_clause)
        return (), Settled(number, "void", lines, transfers_for(number, lines, house))
    if seat.keyed_result:
        lines = keyed_lines(table, seat, house, seat.keyed_result, seat.keyed_award)
        return (), Settled(number, "showdown", lines, transfers_for(number, lines, house))
    seen = with_other_seat(table, position(seat, dealer_three=table.dealer_cards[:3]), house)
    facts = judged(house, dealer or dealer_hand(table), seen)
    lines = paid_by(house, seen, facts)
    settled = Settled(number, "showdown", lines, transfers_for(number, lines, house))
    if seat.face_up:
        return (), settled
    five = seat.five or best_five(seat.cards).five
    return (HandTurned(number, seat.cards, five, facts.five),), settled


def dealer_hand(table: Table) -> Hand:
    return Hand(hand_value(table.dealer_five), table.dealer_five)


def keyed_lines(
    table: Table, seat: Seat, house: House, result: Literal["win", "push", "lose"], award: str
) -> tuple[WagerLine, ...]:
    category = None if award == NO_AWARD else Category[award.upper()]
    return paid_by(house, with_other_seat(table, position(seat), house), keyed(house, result, category))


class NextRound(Command, frozen=True):
    """Clear the table for the next round."""

    rule = Rule(
        by=DEALS,
        when=frozenset({Phase.COMPLETE}),
        awaited=frozenset({Phase.COMPLETE}),
        topic="room",
        place="procedure",
        label="Next round",
        tone="go",
    )

    def decide(self, table: Table, house: House) -> Answer:
        return (TableCleared(),)
