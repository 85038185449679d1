"""One shuffle, provable afterwards. `docs/fairness.md` says the same step by step, with a worked example.

The seed comes from the operating system's generator. Its commitment is published before wagers open, players commit to
texts of their own, and the deck follows from all of it by HMAC-SHA-256 and a Fisher-Yates shuffle without bias.
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
"""Bytes. What is shorter could be guessed from its commitment before it is revealed."""
LONGEST_TEXT = 64
SEED_BYTES = 32
_WORD = 1 << 32


class InvalidEntropy(ValueError):
    """Text that a player cannot add to a shuffle."""


class UnfairDeck(ValueError):
    """A reveal that does not prove what was committed to."""


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one player adds to the shuffle."""

    player: str
    text: str


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What anyone needs, together with the commitment and the contributions, to recompute the deck."""

    table: str
    round: int
    seed: str
    salt: str


class Seed(msgspec.Struct, frozen=True, gc=False):
    """The secret of one round at one table. It decides every deck of that round, also after a reshuffle (R18)."""

    table: str
    round: int
    seed: bytes
    salt: bytes

    def __repr__(self) -> str:
        return f"Seed({self.table!r}, {self.round}, secret)"  # a log must not tell the deck

    @property
    def commitment(self) -> str:
        """Says nothing about the seed, and fits no other round and no other table."""
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
        raise InvalidEntropy("What you add to the shuffle must be text.") from None
    if not SHORTEST_TEXT <= size <= LONGEST_TEXT:
        raise InvalidEntropy(
            f"What you add to the shuffle must be {SHORTEST_TEXT} to {LONGEST_TEXT} bytes long, not {size}."
        )


def text_commitment(table: str, round: int, player: str, text: str) -> str:
    """Binds a player to a text for one round at one table. It hides the text only as far as nobody can guess it."""
    fields = (table.encode(), b"%d" % round, player.encode(), text.encode())
    return sha256(framed(b"boston7 text 2", *fields)).hexdigest()


def deck(seed: Seed, contributions: Sequence[Contribution] = (), shuffle: int = 1) -> tuple[Card, ...]:
    """The deck in the order it is dealt. `shuffle` counts the shuffles of one round: 1, and more after a reshuffle."""
    return tuple([DECK[code] for code in permutation(deck_key(seed, contributions, shuffle))])


def deck_key(seed: Seed, contributions: Sequence[Contribution], shuffle: int) -> bytes:
    fields = [b"boston7 deck 2", seed.table.encode(), b"%d" % seed.round, b"%d" % shuffle]
    for contribution in contributions:
        fields += (contribution.player.encode(), contribution.text.encode())
    return hmac.digest(seed.seed, framed(*fields), "sha256")


def permutation(key: bytes, size: int = len(DECK)) -> list[int]:
    """Fisher-Yates, from the last place down."""
    order = list(range(size))
    source = words(key)
    for last in range(size - 1, 0, -1):
        at = below(last + 1, source)
        order[last], order[at] = order[at], order[last]
    return order


def words(key: bytes) -> Iterator[int]:
    """Numbers below 2**32 without end: HMAC-SHA-256 over a counter, eight numbers a block, big end first."""
    counter = 0
    while True:
        yield from unpack(">8I", hmac.digest(key, counter.to_bytes(4, "big"), "sha256"))
        counter += 1


def below(bound: int, source: Iterator[int], span: int = _WORD) -> int:
    """A number below a bound, each as likely as any other: what would favour the low ones is thrown away."""
    fair = span - span % bound
    for word in source:
        if word < fair:
            return word % bound
    raise ValueError("the source of numbers has run dry")


def verify_deck(
    reveal: Reveal, commitment: str, contributions: Sequence[Contribution], shuffle: int = 1
) -> tuple[Card, ...]:
    """The deck, if the reveal is what was committed to before the wagers closed."""
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
