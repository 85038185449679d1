"""Players' texts for the shuffle. Players commit to them while bets are open and reveal them before the deck is
shuffled."""

from __future__ import annotations

import re

from boston7 import fair
from boston7.declare import Rejection
from boston7.fair import Fact, InvalidEntropy
from boston7.game import Table
from boston7.game.actors import Actor
from boston7.game.rejection import rejected
from boston7.game.table import upcoming
from boston7.table.seeds import Seeds

_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def commit_text(
    name: str, round: int, commitment: str, seeds: Seeds, table: Table, actor: Actor, clause: str
) -> Fact | Rejection:
    """Commit to a text. A second commitment from the same seat replaces the first."""
    seat = next((seat for seat in table.seats if seat.player == actor.name), None)
    if actor.role != "player" or seat is None:
        return rejected("wrong_seat", "Only seated players may add to the shuffle.", clause)
    facts = seeds.of(round)
    if round != upcoming(table) or facts.committed is None or facts.closed:
        return rejected("wrong_phase", f"The shuffle of round {round} is closed or not open yet.", clause)
    if not _COMMITMENT.fullmatch(commitment):
        return rejected("out_of_bounds", "A commitment is 64 hexadecimal digits, in lower case.", clause)
    return fair.TextCommitted(name, round, seat.number, actor.name, commitment)


def reveal_text(
    name: str, round: int, text: str, seeds: Seeds, _: Table, actor: Actor, clause: str
) -> Fact | Rejection:
    facts = seeds.of(round)
    own = next((own for own in facts.texts.values() if own.player == actor.name), None)
    if actor.role != "player" or own is None:
        return rejected("wrong_seat", "You have not committed to a text for this shuffle.", clause)
    if not facts.closed:
        return rejected("not_ready", "Texts are revealed after bets are closed.", clause)
    if own.text:
        return rejected("already_done", "Your text is already revealed.", clause)
    if facts.fixed or facts.revealed or facts.lost:
        return rejected("wrong_phase", "The deck is fixed: your text came too late.", clause)
    try:
        fair.check_text(text)
    except InvalidEntropy as error:
        return rejected("out_of_bounds", str(error), clause)
    if fair.text_commitment(name, round, actor.name, text) != own.commitment:
        return rejected("wrong_cards", "This is not the text you committed to.", clause)
    return fair.TextRevealed(name, round, own.seat, actor.name, text)
