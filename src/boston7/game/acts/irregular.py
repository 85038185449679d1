"""When something goes wrong: R12 to R18."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.acts.common import (
    Answer,
    automatic_fill,
    first_three,
    known_cards,
    next_receiver,
    position,
    shortage,
    transfers_for,
    tray_short,
    wrong_cards,
)
from boston7.game.acts.playing import shown_three
from boston7.game.refusal import Refusal
from boston7.game.settlement import void_lines
from boston7.game.table import Phase, Seat, Table, shown_first
from boston7.house.model import House


def dealer_card_exposed(table: Table, command: c.DealerCardExposed, house: House) -> Answer:
    """R13: before every player has decided, all hands are void."""
    clause = house.cite("dealer_exposed", "R13")
    if table.phase not in (Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION):
        return Refusal("no_irregularity", "Every player has decided; the hand plays on.", clause)
    if not table.dealer_cards:
        return Refusal("no_irregularity", "The dealer has no card yet.", clause)
    if not _could_be_the_dealers(table, command.cards):
        return Refusal("wrong_cards", "Enter the cards of the dealer that were seen, or none.", clause)
    # A virtual table knows better than whoever reports it, and must not tell a good guess from a bad one by refusing.
    cards = command.cards if table.live else tuple([card for card in command.cards if card in table.dealer_cards[:3]])
    seen = e.DealerCardsSeen(cards, command.by)
    return seen, e.RoundVoided("One of the dealer's first three cards was exposed.", clause, command.by)


def _could_be_the_dealers(table: Table, cards: tuple[Card, ...]) -> bool:
    first = table.dealer_cards[:3]
    if len(cards) > len(first) or len(set(cards)) != len(cards) or UNKNOWN in cards:
        return False
    return not table.live or not known_cards(table).intersection(cards)


def face_up_card(table: Table, command: c.FaceUpCard, house: House) -> Answer:
    """R14: the first goes to the discard rack, a second voids the round."""
    clause = house.cite("face_up_card", "R14")
    if next_receiver(table) is None:
        return Refusal("no_irregularity", "All cards are dealt; the stub is not used.", clause)
    if len(table.stub) <= table.drawn_ahead:
        return Refusal("no_irregularity", "There is no card left to be found face up.", clause)
    top = table.stub[table.drawn_ahead]
    card = command.card
    if table.live:
        if refusal := wrong_cards(table, (card,), 1, "The face-up card", house):
            return refusal
    else:
        card = top  # whatever was entered: a refusal would tell the next card to whoever asks 51 times
    found = e.FaceUpCardFound(card, command.by)
    if not table.face_up_found:
        return (found,)
    second = house.cite("second_face_up_card", "R14")
    return found, e.RoundVoided("A second card was found face up in the deck.", second, command.by)


def drawn_in_error(table: Table, command: c.DrawnInError, house: House) -> Answer:
    """R15: it stays the next card, so nothing changes but the record."""
    clause = house.cite("drawn_in_error", "R15")
    if next_receiver(table) is None or len(table.stub) <= table.drawn_ahead:
        return Refusal("no_irregularity", "There is no card left to be dealt.", clause)
    return (e.CardDrawnInError(command.by),)


def wrong_count(table: Table, command: c.WrongCount, house: House) -> Answer:
    """R16: that hand is void, the others play on."""
    clause = house.cite("wrong_count", "R16")
    seat = table.seat(command.seat)
    if seat.status != "in":
        return Refusal("no_wager", f"Seat {seat.number} has no hand in this round.", clause)
    if command.count == len(seat.cards):
        return Refusal("no_irregularity", f"{command.count} is the right number of cards.", clause)
    extra = command.count - len(seat.cards)
    if extra < 0 and table.live and seat.face_up and UNKNOWN not in seat.cards:
        return Refusal("no_irregularity", f"Seat {seat.number} has shown its {len(seat.cards)} cards.", clause)
    if extra > len(table.stub):
        return Refusal("wrong_cards", f"The deck has only {len(table.stub)} cards left.", clause)
    # Only the last four can have gone wrong without spoiling the three-card hand before them.
    late = table.phase in (Phase.DEALING_FOUR, Phase.SETTING, Phase.SHOWDOWN)
    three_were_right = late and command.count >= 3
    cards = seat.cards + table.stub[:extra] if extra > 0 else seat.cards[: command.count]
    if command.first_three:
        if not (three_were_right and table.live):
            return Refusal("wrong_cards", "There is no three-card hand to show here.", clause)
        if refusal := shown_three(table, seat, command.first_three, house):
            return refusal
        cards = shown_first(cards, command.first_three)
    three = command.first_three or first_three(table, seat)
    reason = f"Seat {seat.number} was dealt {command.count} cards."
    voided = hand_voided(table, seat, three if three_were_right else (), reason, clause, house)
    if isinstance(voided, Refusal):
        return voided
    return (e.HandMiscounted(seat.number, command.count, cards, command.by), *voided)


def hand_voided(
    table: Table, seat: Seat, three: tuple[Card, ...], reason: str, clause: str, house: House
) -> tuple[e.Event, ...] | Refusal:
    """R12 for one seat: wagers back, and what its three-card hand qualifies for."""
    lines = void_lines(house, replace(position(seat, void=True), cards=three), clause)
    fill = automatic_fill(table, shortage(table, lines))
    if not fill and (refusal := tray_short(table, lines, house)):
        return refusal
    settled = e.Settled(seat.number, "void", lines, transfers_for(seat.number, lines))
    return *fill, e.HandVoided(seat.number, reason, clause), settled


def dealer_miscount(table: Table, command: c.DealerMiscount, house: House) -> Answer:
    """R17: six of seven is completed, any other misdeal voids the round."""
    have = len(table.dealer_cards)
    clause = house.cite("dealer_misdeal", "R17")
    if table.dealer_face_up:
        return Refusal("no_irregularity", "The dealer's seven cards are on the table.", clause)
    if command.count == have:
        return Refusal("no_irregularity", f"The dealer should have {have} cards.", clause)
    if command.count - have > len(table.stub):
        return Refusal("wrong_cards", f"The deck has only {len(table.stub)} cards left.", clause)
    counted = e.DealerMiscounted(command.count, command.by)
    if have == 7 and command.count == 6:
        missing = table.dealer_cards[6:]
        return counted, e.CardsDealt(e.DEALER_SPOT, missing)
    return counted, e.RoundVoided(f"The dealer was dealt {command.count} cards.", clause, command.by)


def shuffler_failed(table: Table, command: c.ShufflerFailed, house: House) -> Answer:
    """R18: reshuffle, unless some player already has three cards."""
    topic = "jam_shuffling" if command.while_ == "shuffling" else "jam_dealing"
    clause = house.cite(topic, "R18")
    if not table.machine_shuffled:
        return Refusal("no_irregularity", "There is no shuffler at this table.", clause)
    stopped = e.ShufflerStopped(command.while_, command.by)
    if command.while_ == "shuffling":
        if table.phase not in (Phase.BETTING, Phase.SHUFFLING):
            return Refusal("wrong_phase", "The shuffler is not shuffling now.", clause)
        return stopped, e.CardsReturned("The shuffler stopped while shuffling.", clause)
    if table.phase not in (Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.DEALING_FOUR):
        return Refusal("wrong_phase", "The shuffler is not dealing now.", clause)
    if any(len(seat.cards) >= 3 for seat in table.playing()) or table.phase is not Phase.DEALING_THREE:
        return stopped, e.RoundVoided("The shuffler stopped while dealing.", clause, command.by)
    return stopped, e.CardsReturned("The shuffler stopped before any player had three cards.", clause)


def void_round(table: Table, command: c.VoidRound, house: House) -> Answer:
    clause = house.cite("void", "R12, R19")
    if not command.reason.strip():
        return Refusal("reason_needed", "A void needs a reason: it goes on record.", clause)
    return (e.RoundVoided(command.reason, clause, command.by),)
