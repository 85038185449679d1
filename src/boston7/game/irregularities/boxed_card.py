"""A boxed card, found face up in the deck (R14). The first one is discarded; a second one voids the round.

If it is found in a packet already dealt or entered, that hand is completed from the stub.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Cited, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import next_receiver, wrong_cards
from boston7.game.acts.dealing import CardsDealt, deck_runs_out
from boston7.game.automation import Automation
from boston7.game.irregularities.void import round_voided
from boston7.game.kinds import Answer, Command, Event, Offer
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALER_SPOT, DEALT, Phase, Seat, Table, with_seat
from boston7.house.model import SEATS, House

Packet = Annotated[int, msgspec.Meta(ge=DEALER_SPOT, le=SEATS)] | None
"""The packet's seat, or 0 for the dealer; None if the card was still in the deck."""


class FaceUpCardFound(Event, frozen=True):
    """A boxed card is taken out of the deck or out of a packet, and racked."""

    about = About(
        {
            "named": Sentence(
                "Boxed card: {card}. It goes to the discard rack.",
                record="Boxed card {card}, reported by {by}; it goes to the discard rack.",
            ),
            "unnamed": Sentence(
                "Boxed card. It goes to the discard rack.",
                record="Boxed card, reported by {by}; it goes to the discard rack.",
            ),
            "in_a_packet": Sentence(
                you="Boxed card in your packet: {card}. It goes to the discard rack.",
                they="Boxed card in the packet of {who}: {card}. It goes to the discard rack.",
                record="Boxed card {card} in the packet of {who}, reported by {by}; it goes to the discard rack.",
            ),
            "in_the_dealers": Sentence(
                "Boxed card in the dealer's packet: {card}. It goes to the discard rack.",
                record="Boxed card {card} in the dealer's packet, reported by {by}; it goes to the discard rack.",
            ),
        },
        shows=("card", "by", "packet"),
        aloud=True,
        cites=Cited("face_up_card", "R14"),
    )

    card: Card
    by: Actor
    packet: Packet = None

    def apply(self, table: Table) -> Table:
        table = replace(
            table,
            deck="in_play",
            discard_rack=(*table.discard_rack, self.card),
            face_up_found=table.face_up_found + 1,
        )
        if self.packet is None:
            next_card = table.drawn_ahead  # Skip the cards already drawn.
            return replace(table, stub=table.stub[:next_card] + table.stub[next_card + 1 :])
        if self.packet == DEALER_SPOT:
            return replace(table, dealer_cards=table.dealer_cards[:-1])
        return _set_anew(table, table.seat(self.packet))

    def seat_at(self) -> int:
        return self.packet or 0

    def which(self, before: Table) -> str:
        if self.packet is not None:
            return "in_a_packet" if self.packet else "in_the_dealers"
        return "unnamed" if self.card is UNKNOWN else "named"


def _set_anew(table: Table, seat: Seat) -> Table:
    """Remove the hand's last card, and require the hand to be set again."""
    left = replace(seat, cards=seat.cards[:-1], five=None, hand_set=False, disclosed=False, royal_waived=False)
    if table.phase is Phase.SHOWDOWN:
        table = replace(table, phase=Phase.SETTING)
    threes = table.threes - 1 if len(seat.cards) == 3 else table.threes
    return replace(with_seat(table, left), threes=threes)


class FaceUpCard(Command, frozen=True):
    """Report a card found face up in the deck or in a packet."""

    rule = Rule(
        by=REPORTS,
        when=DEALT | {Phase.SHOWDOWN},
        topic="face_up_card",
        also=("second_face_up_card",),
        ruling="R14",
        place="irregularity",
        label="Boxed card (found face up)",
        entry="boxed card",
        note="Found while dealing, boxed or turned.",
        outcome="The card is not used: it goes to the discard rack, and the next card is dealt. "
        "A second one voids the round.",
        ask=(
            Ask.cards("card", "Which card is it?", 1, "live"),
            Ask("packet", "packet", "Where was it?"),
        ),
    )

    card: Card = UNKNOWN
    packet: Packet = None

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("face_up_card", "R14")
        if refusal := _not_there(table, self.packet, clause):
            return refusal
        card = self.card
        if table.live:
            if refusal := wrong_cards(table, (card,), 1, "The face-up card", house):
                return refusal
        else:
            # Ignore the entered card: a refusal would reveal the next card after at most 51 guesses.
            card = table.stub[table.drawn_ahead] if self.packet is None else _held(table, self.packet)[-1]
        found = FaceUpCardFound(card, self.by, self.packet)
        if table.face_up_found:
            reason = "A second card was found face up in the deck."
            return found, round_voided(house, "face_up_cards", reason, self.by)
        if self.packet is None:
            return (found,)
        if not table.stub:
            return found, deck_runs_out(house)
        return found, CardsDealt(self.packet, table.stub[:1])

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """Offer the deck while cards must still be dealt from it, otherwise the first packet that can contain the
        card."""
        spots = (None, *(seat.number for seat in table.playing()), DEALER_SPOT)
        found = next((spot for spot in spots if _not_there(table, spot, "") is None), None)
        yield Offer(cls(by, packet=found))


def _held(table: Table, spot: int) -> tuple[Card, ...]:
    return table.dealer_cards if spot == DEALER_SPOT else table.seat(spot).cards


def _not_there(table: Table, spot: Packet, clause: str) -> Rejection | None:
    if not table.live and Automation.DEALING in table.automation:
        reason = "The platform deals at this table: its deck cannot have a boxed card."
        return rejected("no_irregularity", reason, clause)
    return _in_the_deck(table, clause) if spot is None else _in_a_packet(table, spot, clause)


def _in_the_deck(table: Table, clause: str) -> Rejection | None:
    if table.phase in (Phase.SETTING, Phase.SHOWDOWN) or next_receiver(table) is None:
        reason = "All cards are dealt, and the stub is not used: choose the packet with the card."
        return rejected("no_irregularity", reason, clause)
    if len(table.stub) <= table.drawn_ahead:
        return rejected("no_irregularity", "No card is left in the deck.", clause)
    return None


def _in_a_packet(table: Table, spot: int, clause: str) -> Rejection | None:
    """Reject packets that were shown, because every card of a shown hand plays."""
    seat = table.seat(spot) if spot else None
    whose = f"Seat {spot}" if seat else "The dealer"
    if seat is not None and seat.status != "in":
        return rejected("no_wager", f"{whose} has no hand in this round.", clause)
    cards = _held(table, spot)
    if not cards:
        return rejected("no_irregularity", f"{whose} has no card yet.", clause)
    shown = seat.face_up or (seat.showed and len(cards) == 3) if seat else table.dealer_face_up
    if shown or (table.live and cards[-1] is not UNKNOWN):
        return rejected("no_irregularity", f"{whose} has shown these cards: they play.", clause)
    if table.dealer_face_up:
        return rejected("no_irregularity", "The dealer's hand is open: the hands play as they are.", clause)
    return None
