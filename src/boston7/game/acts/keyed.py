"""Results entered at a live table instead of cards, if the house allows it.

Payouts use the same code for entered results and for cards. Cards that are not entered stay unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.cards import UNKNOWN
from boston7.declare import About, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.claims import LATE, NO_CLAIM, CardsExposed, no_claim
from boston7.game.acts.common import claim_open, next_to_enter, position, seats_to_act, void_position
from boston7.game.acts.showdown import NO_AWARD, keyed_lines, not_the_turn
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, KeyChoice, Offer, SeatNumber, Words
from boston7.game.possible import Outcome, possible_results
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER
from boston7.game.settlement import WagerLine, bonus_lines, void_lines
from boston7.game.table import CLAIM, Phase, Seat, Table, changed
from boston7.hands import Category, HandName, ThreeCategory
from boston7.house.model import House
from boston7.money import dollars

Award = Literal[
    "none", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"
]  # fmt: skip
ThreeRank = Literal["pair", "flush", "straight", "three_of_a_kind", "straight_flush", "royal_flush"]

_VERB: dict[Outcome, str] = {"win": "wins", "push": "pushes", "lose": "loses"}
_KEYS = {
    "pair": "p", "three_of_a_kind": "t", "straight": "s", "flush": "f", "full_house": "h", "four_of_a_kind": "q",
    "straight_flush": "g", "royal_flush": "y",
}  # fmt: skip


class HandKeyed(Event, frozen=True):
    """The dealer enters the result of a seat's hand instead of its cards."""

    about = About(
        {
            "plain": Sentence(
                you="Your hand {verb}.",
                they="{who}'s hand {verb}.",
                record="{who}: the hand {verb}, keyed by {by}; cards not entered.",
            ),
            "award": Sentence(
                you="You have {hand}; it {verb}.",
                they="{who} has {hand}; it {verb}.",
                record="{who}: {hand}, {verb}, keyed by {by}; cards not entered.",
            ),
        },
        shows=("seat", "result", "award", "by"),
    )

    seat: int
    result: Outcome
    award: str
    by: Actor

    @property
    def hand(self) -> HandName:
        return HandName(self.award)

    def which(self, before: Table) -> str:
        return "plain" if self.award == NO_AWARD else "award"

    def words(self, before: Table) -> Words:
        return {"verb": _VERB[self.result]}

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, keyed_result=self.result, keyed_award=self.award, hand_set=True)


class KeyHand(Command, frozen=True):
    """Enter how the next hand compares with the dealer's and which bonus it wins, instead of its seven cards."""

    rule = Rule(
        by=DEALER,
        when=frozenset({Phase.SHOWDOWN}),
        topic="settle_order",
        ruling="R9",
        place="procedure",
        label="Result of seat {seat}",
        entry="result",
        tone="go",
    )

    seat: SeatNumber
    award: Award = TO_TYPE
    result: Outcome = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        """Reject results that the dealer's hand makes impossible, and large payouts for which the cards are
        required."""
        if refusal := _not_keyed(table, house, house.entry.hands, "entry.hands"):
            return refusal
        if not table.dealer_face_up:
            return rejected("not_ready", "Turn over the dealer's hand first.", house.cite("dealer_reveals"))
        seat, clause = table.seat(self.seat), house.cite("settle_order", "R9")
        if seat.status == "in" and UNKNOWN not in seat.cards:
            return rejected("already_done", f"Seat {seat.number} is already turned over.", clause)
        if refusal := not_the_turn(table, seat, house):
            return refusal
        if seat.disclosed:
            reason = f"Seat {seat.number} disclosed a royal: turn over its seven cards."
            return rejected("cards_needed", reason, house.cite("royal_disclosed", "R11"))
        if refusal := _judged_on_cards(table, seat, ("best_five", "six_cards"), house):
            return refusal
        if self.award != NO_AWARD and not house.ante_odds(Category[self.award.upper()]):
            return rejected(
                "no_such_award", f"{house.name} pays no Ante Bonus for that hand.", house.cite("ante_bonus")
            )
        if self.result not in _possible(table, seat, house, self.award):
            hand = "A hand without a bonus" if self.award == NO_AWARD else self.award.replace("_", " ").capitalize()
            reason = f"{hand} cannot {self.result}: the cards already known rule it out."
            return rejected("out_of_bounds", reason, clause)
        lines = keyed_lines(table, seat, house, self.result, self.award)
        return _too_large(seat, lines, house) or (HandKeyed(seat.number, self.result, self.award, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if not table.live or house.entry.hands == "cards" or not table.dealer_face_up:
            return
        due = next_to_enter(table, house)
        for seat in reversed(table.seats):
            if seat.keyed_result or seat == due:
                choices = tuple(_hands(table, seat, house))
                first = next((choice.fields for choice in choices if choice.fields), None)
                if first:
                    yield Offer(cls(by, seat.number, **first), choices=choices)  # type: ignore[arg-type]


def _hands(table: Table, seat: Seat, house: House) -> Iterator[KeyChoice]:
    """Yield one key for each hand, or one key per result if the hand alone does not determine the result."""
    for result in _possible(table, seat, house, NO_AWARD):
        fields: dict[str, str] = {"award": NO_AWARD, "result": result}
        yield _choice(result.capitalize(), result[0], fields, keyed_lines(table, seat, house, result, NO_AWARD), house)
    for category in Category:
        if not house.ante_odds(category):
            continue
        award, key = category.key, _KEYS[category.key]
        name = award.replace("_", " ").capitalize()
        results = _possible(table, seat, house, award)
        for result in results:
            labeled = (f"{name}, {_VERB[result]}", key + result[0]) if len(results) > 1 else (name, key)
            fields = {"award": award, "result": result}
            yield _choice(*labeled, fields, keyed_lines(table, seat, house, result, award), house)


def _possible(table: Table, seat: Seat, house: House, award: str) -> tuple[Outcome, ...]:
    """Return the possible results of a seat's hand with this award."""
    unpaid = [category for category in Category if not house.ante_odds(category)]
    return possible_results(table, seat, house, unpaid if award == NO_AWARD else [Category[award.upper()]])


class KeyRank(Command, frozen=True):
    """Enter the rank of three shown cards instead of the cards."""

    rule = Rule(
        by=DEALER,
        when=CLAIM | LATE,
        topic="late_claim",
        ruling="R3",
        late=NO_CLAIM,
        own_seat=True,
        place="seat",
        label="Rank of seat {seat}",
        entry="shown rank",
        tone="go",
    )

    seat: SeatNumber
    rank: ThreeRank = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := _not_keyed(table, house, house.entry.three_cards, "entry.three_cards"):
            return refusal
        seat = table.seat(self.seat)
        if refusal := no_claim(table, seat, house):
            return refusal
        if refusal := _judged_on_cards(table, seat, ("six_cards",), house):
            return refusal
        exposed = CardsExposed(seat.number, (UNKNOWN,) * 3, self.by, self.rank)
        return _too_large(seat, _rank_lines(table, seat, house, self.rank), house) or (exposed,)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if not table.live or house.entry.three_cards == "cards":
            return
        early = [bet for bet in house.side_bets if bet.early]
        late = table.phase in LATE
        for seat in seats_to_act(table, by):
            if seat.status != "in" or (late and not claim_open(table, seat)):
                continue
            ranks = [each.key for each in ThreeCategory if any(bet.odds(each.key) for bet in early)]
            lines = {rank: _rank_lines(table, seat, house, rank) for rank in ranks}
            choices = [
                _choice(rank.replace("_", " ").capitalize(), _KEYS[rank], {"rank": rank}, lines[rank], house)
                for rank in ranks
            ]
            first = next((choice.fields["rank"] for choice in choices if choice.fields), "")
            if first:
                yield Offer(cls(by, seat.number, first), choices=tuple(choices))  # type: ignore[arg-type]


def _rank_lines(table: Table, seat: Seat, house: House, rank: str) -> tuple[WagerLine, ...]:
    """Return the lines for a hand of this rank."""
    three = ThreeCategory[rank.upper()]
    if table.phase is Phase.VOID:
        held = void_position(table, seat, table.void_cause, (), house)
        return void_lines(house, replace(held, three=three), table.void_clause)
    return bonus_lines(house, replace(position(seat), three=three, expose=True))


def _judged_on_cards(table: Table, seat: Seat, kinds: tuple[str, ...], house: House) -> Rejection | None:
    """Require the cards if the seat has a side bet that depends on them."""
    for spot in table.layout:
        if spot.judged_on in kinds and spot.id in seat.wagers:
            reason = f"Seat {seat.number} has a {spot.label} wager: enter its cards."
            return rejected("cards_needed", reason, house.cite("room"))
    return None


def _not_keyed(table: Table, house: House, entered: str, value: str) -> Rejection | None:
    clause = house.cite_value(value)
    if not table.live:
        return rejected("not_ready", "At a virtual table the cards are known.", clause)
    if entered == "cards":
        return rejected("not_this_house", f"{house.name} requires the cards to be entered.", clause)
    return None


def _too_large(seat: Seat, lines: tuple[WagerLine, ...], house: House) -> Rejection | None:
    most, paid = house.entry.cards_above, sum(line.paid for line in lines)
    if most is None or paid <= most:
        return None
    reason = f"A payout of {dollars(paid)} is above {dollars(most)}: enter the cards of seat {seat.number}."
    return rejected("cards_needed", reason, house.cite_value("entry.cards_above"))


def _choice(label: str, key: str, fields: dict[str, str], lines: tuple[WagerLine, ...], house: House) -> KeyChoice:
    most = house.entry.cards_above
    needs_cards = most is not None and sum(line.paid for line in lines) > most
    return KeyChoice(
        label,
        key,
        {} if needs_cards else fields,
        pays={line.wager: line.paid for line in lines if line.paid},
        takes=sum(line.collected for line in lines),
        trimmed=sum(line.trimmed for line in lines),
        rate=next((line.rate for line in sorted(lines, key=lambda line: not line.award) if line.paid), ""),
    )
