"""Provably fair shuffles: commitment before the wagers, reveal after the round, and tests on the decks.

The statistical tests are in `boston7.fair.statistics`, which needs numpy; the rest does not.
"""

from boston7.fair.facts import (
    EntropyAdded,
    EntropyClosed,
    Fact,
    InvalidFact,
    RoundFacts,
    SeedCommitted,
    SeedLost,
    SeedRevealed,
    commit,
    read_fact,
    recover,
    reveal,
    rounds,
    stream,
    write_fact,
)
from boston7.fair.hidden import read_hidden, write_hidden
from boston7.fair.keys import InvalidKey, KeyLost, RoomKey, find_room_key, load_room_key
from boston7.fair.shuffle import (
    Contribution,
    InvalidEntropy,
    Reveal,
    Seed,
    UnfairDeck,
    check_entropy,
    deck,
    new_seed,
    verify_deck,
)

__all__ = [
    "Contribution",
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
    "Seed",
    "SeedCommitted",
    "SeedLost",
    "SeedRevealed",
    "UnfairDeck",
    "check_entropy",
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
    "verify_deck",
    "write_fact",
    "write_hidden",
]
