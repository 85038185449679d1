"""An exposed dealer card among the first three (R13). All hands are void unless every player has already decided.

Players with only an ante have nothing to decide. If there are no others, the rule applies until the delivery of the
last four begins.
"""

from __future__ import annotations

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import four_begun, known_cards
from boston7.game.irregularities.void import round_voided
from boston7.game.kinds import Answer, Cards, Command, Event
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALT, Phase, Table
from boston7.house.model import House


class DealerCardsSeen(Event, frozen=True):
    """Dealer cards were exposed too early."""

    about = About(
        {
            "named": Sentence(
                "Dealer card exposed: {cards}.", record="Dealer card exposed: {cards}, reported by {by}."
            ),
            "unnamed": Sentence("Dealer card exposed.", record="Dealer card exposed, reported by {by}."),
        },
        shows=("cards", "by"),
        aloud=True,
    )

    cards: tuple[Card, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        if not table.live:
            return table
        return replace(table, dealer_cards=self.cards + table.dealer_cards[len(self.cards) :])

    def which(self, before: Table) -> str:
        return "named" if self.cards else "unnamed"


class DealerCardExposed(Command, frozen=True):
    """Report that one of the dealer's first three cards was exposed."""

    rule = Rule(
        by=REPORTS,
        when=DEALT | {Phase.SHOWDOWN},
        topic="dealer_exposed",
        ruling="R13",
        place="irregularity",
        label="Dealer card exposed",
        entry="exposed dealer card",
        note="One of the dealer's first three was turned up or flashed.",
        ask=(Ask.cards("cards", "Which cards were seen, if known", 3, "live", optional=True),),
    )

    cards: Cards = ()

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("dealer_exposed", "R13")
        if not _before_decisions(table):
            decided = any(seat.second or seat.status == "folded" for seat in table.seats)
            why = "Every player has decided" if decided else "The last four cards have begun"
            return rejected("no_irregularity", f"{why}; the hand plays on.", clause)
        if not table.dealer_cards:
            return rejected("no_irregularity", "The dealer has no card yet.", clause)
        if not _could_be_the_dealers(table, self.cards):
            return rejected("wrong_cards", "Enter the dealer cards that were seen, or none.", clause)
        # A virtual table ignores wrong guesses. Refusing them would confirm the right ones.
        cards = self.cards if table.live else tuple([card for card in self.cards if card in table.dealer_cards[:3]])
        seen = DealerCardsSeen(cards, self.by)
        reason = "One of the dealer's first three cards was exposed."
        return seen, round_voided(house, "dealer_exposed", reason, self.by)


def _before_decisions(table: Table) -> bool:
    if table.phase is not Phase.DEALING_FOUR:
        return table.phase in (Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION)
    decided = any(seat.second or seat.status == "folded" for seat in table.seats)
    return not decided and not four_begun(table)


def _could_be_the_dealers(table: Table, cards: tuple[Card, ...]) -> bool:
    first = table.dealer_cards[:3]
    if len(cards) > len(first) or len(set(cards)) != len(cards) or UNKNOWN in cards:
        return False
    return not table.live or not known_cards(table).intersection(cards)
