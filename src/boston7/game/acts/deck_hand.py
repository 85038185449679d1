"""The hand in which a live dealer holds the deck, chosen once and kept for the round (P6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.declare import About, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import next_receiver
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, KeyChoice, Offer, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER
from boston7.game.table import CARDS_OUT, DEALING, Phase, Table
from boston7.house.model import House

Hand = Literal["left", "right"]
HANDS: tuple[Hand, ...] = ("left", "right")


class DeckHeld(Event, frozen=True):
    """The dealer takes the deck, or the shuffler's remaining cards, into one hand."""

    about = About(
        {
            "chosen": Sentence("Deck in the {side} hand.", record="Deck held in the {side} hand by {by}."),
            "taken": Sentence(
                "Remaining cards in the {side} hand.",
                record="Remaining cards taken from the shuffler into the {side} hand by {by}.",
            ),
        },
        shows=("hand", "by"),
    )

    hand: Hand
    by: Actor

    def which(self, before: Table) -> str:
        return "taken" if _held_now(before) and before.machine_shuffled else "chosen"

    def words(self, before: Table) -> Words:
        return {"side": self.hand}

    def apply(self, table: Table) -> Table:
        return replace(table, deck_hand=self.hand, deck_held=table.deck_held or _held_now(table))


def _held_now(table: Table) -> bool:
    """Return whether the deck is hand-held now: from the first card on, or, with a shuffler, for the last four
    cards."""
    return table.phase is Phase.DEALING_FOUR or (table.device == "hand" and table.phase in CARDS_OUT)


def taken_over(table: Table, by: Actor) -> tuple[Event, ...]:
    """Return the event by which a deal puts the deck back into the hand that this dealer chose before."""
    if not table.deck_hand or table.deck_held or not asked_for(table) or not _held_now(table):
        return ()
    return (DeckHeld(table.deck_hand, by),)


def asked_for(table: Table) -> bool:
    """Return whether the document and the shuffling device require the dealer to choose a hand for the deck."""
    return table.live and table.device != "manual_shoe" and table.names_step("deck_hand")


def out_of_shuffler(table: Table) -> bool:
    """Return whether the remaining cards have left the shuffler (P6)."""
    if table.phase is not Phase.DEALING_FOUR:
        return False
    if not (table.live and table.names_step("take_deck")):
        return True
    dealt = any(len(seat.cards) > 3 for seat in table.playing()) or len(table.dealer_cards) > 3
    return table.deck_held or dealt


class HoldDeck(Command, frozen=True):
    """Take the deck into one hand for the round."""

    rule = Rule(
        by=DEALER,
        when=frozenset({Phase.BETTING, Phase.SHUFFLING, Phase.CUTTING, *CARDS_OUT}),
        topic="deck_hand",
        place="procedure",
        label="Choose the hand for the deck",
        entry="hand for the deck",
        optional=True,
    )

    hand: Hand = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("deck_hand")
        if not table.live:
            return rejected("not_ready", "At a virtual table nobody holds the deck.", clause)
        if "deck_hand" not in house.rules.steps:
            return rejected("not_this_house", f"{house.name} has no rule for how the deck is held.", clause)
        if table.device == "manual_shoe":
            return rejected("not_ready", "The cards are dealt from the shoe, so no hand holds the deck.", clause)
        held = table.deck_held or not _held_now(table)
        if table.deck_hand == self.hand and held:
            return rejected("already_done", f"The deck is already in the {self.hand} hand.", clause)
        if table.deck_hand and table.deck_held:
            reason = f"The deck stays in the {table.deck_hand} hand for this round."
            return rejected("already_done", reason, clause)
        return (DeckHeld(self.hand, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if asked_for(table) and _held_now(table) and table.phase in DEALING and next_receiver(table) is not None:
            chosen = HANDS if not table.deck_held or not table.deck_hand else ()
            choices = tuple(KeyChoice(f"Deck in the {hand} hand", hand[0], {"hand": hand}) for hand in chosen)
            yield Offer(cls(by, "left"), choices=choices)
