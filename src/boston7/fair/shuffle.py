"""One provable shuffle. `docs/shuffle-algorithm.md` has the steps and a worked example.

The seed comes from the operating system's generator. Its commitment is published before wagers open, and players commit
to texts of their own. The deck is computed from the seed and the texts by HMAC-SHA-256 and an unbiased Fisher-Yates
shuffle.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from secrets import token_bytes
from struct import unpack

import msgspec

from boston7.cards import DECK, Card
from boston7.keys import framed

SHORTEST_TEXT = 16
"""Fewest bytes of a text. A shorter one could be guessed from its commitment."""
LONGEST_TEXT = 64
SEED_BYTES = 32
_WORD = 1 << 32


class InvalidEntropy(ValueError):
    """The text cannot be added to a shuffle."""


class UnfairDeck(ValueError):
    """The reveal does not match the commitment."""


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One player's text for the shuffle."""

    player: str
    text: str


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The published seed. With commitment and contributions, anyone can recompute the deck."""

    table: str
    round: int
    seed: str
    salt: str


class Seed(msgspec.Struct, frozen=True, gc=False):
    """The secret of one round at one table. It determines every deck of that round, also after a reshuffle (R18)."""

    table: str
    round: int
    seed: bytes
    salt: bytes

    def __repr__(self) -> str:
        return f"Seed({self.table!r}, {self.round}, secret)"  # This keeps the deck out of logs.

    @property
    def commitment(self) -> str:
        """A hash that hides the seed and is bound to its table and round."""
        return sha256(
            framed(b"boston7 commitment 2", self.table.encode(), b"%d" % self.round, self.salt, self.seed)
        ).hexdigest()

    def reveal(self) -> Reveal:
        return Reveal(self.table, self.round, self.seed.hex(), self.salt.hex())


def new_seed(table: str, round: int) -> Seed:
    return Seed(table, round, token_bytes(SEED_BYTES), token_bytes(SEED_BYTES))


def check_text(text: str) -> None:
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidEntropy("Text for the shuffle must be valid Unicode.") from None
    if not SHORTEST_TEXT <= size <= LONGEST_TEXT:
        raise InvalidEntropy(f"Text for the shuffle must be {SHORTEST_TEXT} to {LONGEST_TEXT} bytes long, not {size}.")


def text_commitment(table: str, round: int, player: str, text: str) -> str:
    """Return the commitment that binds a player to a text for one round at one table. It cannot hide a text that is
    easy to guess."""
    fields = (table.encode(), b"%d" % round, player.encode(), text.encode())
    return sha256(framed(b"boston7 text 2", *fields)).hexdigest()


def deck(seed: Seed, contributions: Sequence[Contribution] = (), shuffle: int = 1) -> tuple[Card, ...]:
    """Return the deck in dealing order. `shuffle` numbers the shuffles of a round from 1."""
    return tuple([DECK[code] for code in permutation(deck_key(seed, contributions, shuffle))])


def deck_key(seed: Seed, contributions: Sequence[Contribution], shuffle: int) -> bytes:
    fields = [b"boston7 deck 2", seed.table.encode(), b"%d" % seed.round, b"%d" % shuffle]
    for contribution in contributions:
        fields += (contribution.player.encode(), contribution.text.encode())
    return hmac.digest(seed.seed, framed(*fields), "sha256")


def permutation(key: bytes, size: int = len(DECK)) -> list[int]:
    """Return a Fisher-Yates permutation, swapped from the last place down."""
    order = list(range(size))
    source = words(key)
    for last in range(size - 1, 0, -1):
        at = below(last + 1, source)
        order[last], order[at] = order[at], order[last]
    return order


def words(key: bytes) -> Iterator[int]:
    """Yield numbers below 2**32 forever: HMAC-SHA-256 over a counter, eight big-endian numbers a block."""
    counter = 0
    while True:
        yield from unpack(">8I", hmac.digest(key, counter.to_bytes(4, "big"), "sha256"))
        counter += 1


def below(bound: int, source: Iterator[int], span: int = _WORD) -> int:
    """Return a uniform number below a bound, by rejection sampling."""
    fair = span - span % bound
    for word in source:
        if word < fair:
            return word % bound
    raise ValueError("the source of numbers is exhausted")


def verify_deck(
    reveal: Reveal, commitment: str, contributions: Sequence[Contribution], shuffle: int = 1
) -> tuple[Card, ...]:
    """Return the deck if the reveal matches the commitment. Otherwise raise `UnfairDeck`."""
    seed = read_reveal(reveal)
    if not hmac.compare_digest(seed.commitment, commitment):
        raise UnfairDeck(
            f"The reveal of round {reveal.round} at {reveal.table!r} does not match its commitment: "
            "it is not the seed the house committed to."
        )
    return deck(seed, contributions, shuffle)


def read_reveal(reveal: Reveal) -> Seed:
    try:
        seed, salt = bytes.fromhex(reveal.seed), bytes.fromhex(reveal.salt)
    except ValueError:
        raise UnfairDeck("Seed and salt of a reveal are written in hex digits.") from None
    if len(seed) != SEED_BYTES or len(salt) != SEED_BYTES:
        raise UnfairDeck("Seed and salt of a reveal have 64 hex digits each.")
    return Seed(reveal.table, reveal.round, seed, salt)
