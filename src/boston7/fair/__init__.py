"""Provably fair shuffles: commitment before the wagers, reveal after the round, and tests on the decks.

The statistical tests are in `boston7.fair.statistics`, which needs numpy; the rest does not.
"""

from boston7.fair.facts import (
    DeckFixed,
    EntropyAdded,
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
from boston7.fair.hidden import read_hidden, write_hidden
from boston7.fair.keys import InvalidKey, KeyLost, RoomKey, find_room_key, load_room_key
from boston7.fair.record import RoundFacts, SeatText, rounds
from boston7.fair.shuffle import (
    SCHEME,
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
    "SCHEME",
    "Contribution",
    "DeckFixed",
    "EntropyAdded",
    "EntropyClosed",
    "Fact",
    "InvalidEntropy",
    "InvalidFact",
    "InvalidKey",
    "KeyLost",
    "Reveal",
    "RoomKey",
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
    "commit",
    "deck",
    "find_room_key",
    "load_room_key",
    "new_seed",
    "read_fact",
    "read_hidden",
    "recover",
    "reveal",
    "rounds",
    "stream",
    "text_commitment",
    "verify_deck",
    "write_fact",
    "write_hidden",
]
