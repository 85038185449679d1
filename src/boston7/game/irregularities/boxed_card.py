"""A card is found face up in the deck (R14): the first goes to the discard rack, a second voids the round."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Cited, Rule, Told
from boston7.game.actors import Actor
from boston7.game.acts.common import next_receiver, wrong_cards
from boston7.game.irregularities.void import round_voided
from boston7.game.kinds import Answer, Command, Event
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALING, Table
from boston7.house.model import House


class FaceUpCardFound(Event, frozen=True):
    """A boxed card is taken out of the deck and racked."""

    about = About(
        {
            "named": Told(
                "Boxed card: {card}. It goes to the discard rack.",
                record="Boxed card {card}, reported by {by}; it goes to the discard rack.",
            ),
            "unnamed": Told(
                "Boxed card. It goes to the discard rack.",
                record="Boxed card, reported by {by}; it goes to the discard rack.",
            ),
        },
        shows=("card", "by"),
        aloud=True,
        cites=Cited("face_up_card", "R14"),
    )

    card: Card
    by: Actor

    def apply(self, table: Table) -> Table:
        next_card = table.drawn_ahead  # cards already drawn lie before it
        return replace(
            table,
            stub=table.stub[:next_card] + table.stub[next_card + 1 :],
            deck="in_play",
            discard_rack=(*table.discard_rack, self.card),
            face_up_found=table.face_up_found + 1,
        )

    def which(self, before: Table) -> str:
        return "unnamed" if self.card is UNKNOWN else "named"


class FaceUpCard(Command, frozen=True):
    """Report a card found face up in the deck."""

    rule = Rule(
        by=REPORTS,
        when=DEALING,
        topic="face_up_card",
        also=("second_face_up_card",),
        ruling="R14",
        place="irregularity",
        label="Boxed card (found face up)",
        entry="boxed card",
        note="Found while dealing, boxed or turned.",
        outcome="The card is not used: it goes to the discard rack, and the next card is dealt. "
        "A second one voids the round.",
        ask=(Ask.cards("card", "Which card is it?", 1, live_only=True),),
    )

    card: Card = UNKNOWN

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("face_up_card", "R14")
        if next_receiver(table) is None:
            return rejected("no_irregularity", "All cards are dealt; the stub is not used.", clause)
        if len(table.stub) <= table.drawn_ahead:
            return rejected("no_irregularity", "There is no card left to be found face up.", clause)
        card = self.card
        if table.live:
            if refusal := wrong_cards(table, (card,), 1, "The face-up card", house):
                return refusal
        else:
            # Whatever was entered: a refusal would tell the next card to someone who asks 51 times.
            card = table.stub[table.drawn_ahead]
        found = FaceUpCardFound(card, self.by)
        if not table.face_up_found:
            return (found,)
        return found, round_voided(house, "face_up_cards", "A second card was found face up in the deck.", self.by)
