"""A dealer hand with the wrong number of cards (R17). A hand of six is completed to seven; any other wrong number voids
the round.

The table knows only the entries. The dealer may have dealt more or fewer of the last four.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.declare import About, Ask, Cited, Rule, Sentence, Word
from boston7.game.actors import Actor
from boston7.game.acts.common import full_hand
from boston7.game.acts.dealing import CardsDealt, deck_runs_out
from boston7.game.irregularities.void import round_voided
from boston7.game.kinds import TO_TYPE, Answer, Command, Count, Event, Offer, Words
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALER_SPOT, DEALT, Phase, Table
from boston7.house.model import House

_LAST_FOUR = frozenset({Phase.DEALING_FOUR, Phase.SETTING, Phase.SHOWDOWN})
"""From the last four cards on, a dealer who has six cards draws one more."""


class DealerMiscounted(Event, frozen=True):
    """The dealer's hand is found to have the wrong number of cards."""

    about = About(
        Sentence("The dealer has {held}.", record="The dealer has {held}, reported by {by}."),
        shows=("count", "by"),
        aloud=True,
        cites=Cited("dealer_six", "R17"),
    )

    count: int
    by: Actor

    def apply(self, table: Table) -> Table:
        have = len(table.dealer_cards)
        if table.dealer_face_up:
            return table  # The surplus card is unknown, and no card of the stub may be shown in its place.
        if self.count >= have:
            extra = self.count - have
            return replace(table, dealer_cards=table.dealer_cards + table.stub[:extra], stub=table.stub[extra:])
        back = table.dealer_cards[self.count :]
        return replace(table, dealer_cards=table.dealer_cards[: self.count], stub=back + table.stub)

    def words(self, before: Table) -> Words:
        return {"held": Word("cards", {"count": self.count})}


class DealerMiscount(Command, frozen=True):
    """Report that the dealer has too many or too few cards."""

    rule = Rule(
        by=REPORTS,
        when=DEALT | {Phase.SHOWDOWN},
        topic="dealer_misdeal",
        also=("dealer_six",),
        ruling="R17",
        place="irregularity",
        label="Dealer has the wrong number of cards",
        entry="dealer's wrong number of cards",
        note="Too many or too few in your own hand.",
        outcome="The dealer draws the one card that is missing.",
        ask=(Ask("count", "count", "How many cards are there?"),),
    )

    count: Count = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        have = len(table.dealer_cards)
        clause = house.cite("dealer_misdeal", "R17")
        if any(seat.status == "settled" for seat in table.seats):
            return rejected("no_irregularity", "A hand has been settled against the dealer's; it stands.", clause)
        if table.dealer_face_up and self.count < have:
            return rejected("no_irregularity", "The dealer's seven cards are on the table.", clause)
        completed = self.count == 6 and table.phase in _LAST_FOUR
        if self.count == have and not completed:
            return rejected("no_irregularity", f"The dealer should have {have} cards.", clause)
        if self.count == full_hand(table):
            reason = f"{self.count} is the right number of cards: enter the deal."
            return rejected("no_irregularity", reason, clause)
        if self.count - have > len(table.stub):
            return rejected("wrong_cards", f"The deck has only {len(table.stub)} cards left.", clause)
        counted = DealerMiscounted(self.count, self.by)
        if completed:
            last = counted.apply(table).stub[:1]
            return counted, CardsDealt(DEALER_SPOT, last) if last else deck_runs_out(house)
        reason = f"The dealer was dealt {self.count} cards."
        return counted, round_voided(house, "dealer_misdeal", reason, self.by)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, len(table.dealer_cards) - 1 if table.dealer_cards else 1), 0, 52)
