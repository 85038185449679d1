"""The facts about each shuffle, in the stream `fair:<table>`."""

from __future__ import annotations

import msgspec

from boston7.fair.shuffle import Seed
from boston7.keys import KeyLost, RoomKey, framed


class _Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type"):
    table: str
    round: int


class SeedCommitted(_Fact, frozen=True, tag="seed_committed"):
    """The commitment to a seed, published before bets open. The box holds the seed, encrypted with the room key."""

    commitment: str
    box: str
    key: str


class TextCommitted(_Fact, frozen=True, tag="text_committed"):
    """The commitment to a seat's hidden text for the shuffle. A seat's last one counts."""

    seat: int
    player: str
    commitment: str


class EntropyClosed(_Fact, frozen=True, tag="entropy_closed"):
    """Commitments to texts are closed. Stored in one commit with the table's `bets_closed`."""

    contributions: int
    left: tuple[int, ...] = ()  # Seats whose commitment does not count, because the player has left.


class TextRevealed(_Fact, frozen=True, tag="text_revealed"):
    seat: int
    player: str
    text: str


class DeckFixed(_Fact, frozen=True, tag="deck_fixed"):
    """Reveals of texts are closed. Stored in one commit with the first shuffle, if there were commitments."""

    missing: tuple[int, ...]  # Seats that committed to a text and did not reveal it in time.


class SeedRevealed(_Fact, frozen=True, tag="seed_revealed"):
    """The seed, published after the round, so that anyone can recompute the deck."""

    seed: str
    salt: str


class SeedLost(_Fact, frozen=True, tag="seed_lost"):
    """The shuffle has no proof: the room key is lost, or a backup was restored and the seed may be known."""

    reason: str


Fact = SeedCommitted | TextCommitted | EntropyClosed | TextRevealed | DeckFixed | SeedRevealed | SeedLost
_FACTS: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


class InvalidFact(ValueError):
    """The bytes are not a fact about a shuffle."""


def stream(table: str) -> str:
    return f"fair:{table}"


def write_fact(fact: Fact) -> bytes:
    return msgspec.json.encode(fact)


def read_fact(body: bytes) -> Fact:
    try:
        return _FACTS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidFact(f"Not a shuffle record: {error}.") from None


def commit(seed: Seed, key: RoomKey) -> SeedCommitted:
    box = key.close(seed.seed + seed.salt, _context(seed.table, seed.round, seed.commitment))
    return SeedCommitted(seed.table, seed.round, seed.commitment, box, key.id)


def recover(fact: SeedCommitted, key: RoomKey) -> Seed:
    """Decrypt the seed of a round. Raise `KeyLost` if another key sealed it."""
    try:
        raw = key.open(fact.box, _context(fact.table, fact.round, fact.commitment))
    except KeyLost:
        raise KeyLost(
            f"The seed of round {fact.round} at {fact.table!r} was sealed with room key {fact.key}, and the key here is"
            f" {key.id}: this shuffle cannot be proved. Play continues with the key here."
        ) from None
    return Seed(fact.table, fact.round, raw[:32], raw[32:])


def reveal(seed: Seed) -> SeedRevealed:
    shown = seed.reveal()
    return SeedRevealed(shown.table, shown.round, shown.seed, shown.salt)


def _context(table: str, round: int, commitment: str) -> bytes:
    return framed(b"boston7 seed 1", table.encode(), b"%d" % round, commitment.encode())
