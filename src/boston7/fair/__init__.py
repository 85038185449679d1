"""Provably fair shuffles: commitment before the wagers, reveal after the round, and tests on the decks.

The statistical tests are in `boston7.fair.statistics`, the only module here that needs numpy.
"""

from boston7.fair.facts import (
    DeckFixed,
    EntropyClosed,
    Fact,
    InvalidFact,
    SeedCommitted,
    SeedLost,
    SeedRevealed,
    TextCommitted,
    TextRevealed,
    commit,
    read_fact,
    recover,
    reveal,
    stream,
    write_fact,
)
from boston7.fair.hidden import (
    command_on_record,
    key_on_record,
    read_hidden,
    write_entered,
    write_hidden,
)
from boston7.fair.record import RoundFacts, SeatText, rounds
from boston7.fair.shuffle import (
    Contribution,
    InvalidEntropy,
    Reveal,
    Seed,
    UnfairDeck,
    check_text,
    deck,
    new_seed,
    text_commitment,
    verify_deck,
)

__all__ = [
    "Contribution",
    "DeckFixed",
    "EntropyClosed",
    "Fact",
    "InvalidEntropy",
    "InvalidFact",
    "Reveal",
    "RoundFacts",
    "SeatText",
    "Seed",
    "SeedCommitted",
    "SeedLost",
    "SeedRevealed",
    "TextCommitted",
    "TextRevealed",
    "UnfairDeck",
    "check_text",
    "command_on_record",
    "commit",
    "deck",
    "key_on_record",
    "new_seed",
    "read_fact",
    "read_hidden",
    "recover",
    "reveal",
    "rounds",
    "stream",
    "text_commitment",
    "verify_deck",
    "write_entered",
    "write_fact",
    "write_hidden",
]
