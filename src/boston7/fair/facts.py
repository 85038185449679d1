"""What is put on record about each shuffle, in the stream `fair:<table>`, and how it is read back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7.fair.keys import KeyLost, RoomKey
from boston7.fair.shuffle import Contribution, InvalidEntropy, Reveal, Seed, check_entropy, framed


class _Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="type"):
    table: str
    round: int


class SeedCommitted(_Fact, frozen=True, tag="seed_committed"):
    """Published before wagers close. The seed is in the box, which the room key opens."""

    commitment: str
    box: str
    key: str


class EntropyAdded(_Fact, frozen=True, tag="entropy_added"):
    player: str
    text: str


class EntropyClosed(_Fact, frozen=True, tag="entropy_closed"):
    """Bets are closed: nothing said later counts. Stored in one append with the table's `bets_closed`."""

    contributions: int


class SeedRevealed(_Fact, frozen=True, tag="seed_revealed"):
    """After the round: anyone can recompute the deck now."""

    seed: str
    salt: str


class SeedLost(_Fact, frozen=True, tag="seed_lost"):
    """The room key is gone, and with it the proof of this shuffle."""

    reason: str


Fact = SeedCommitted | EntropyAdded | EntropyClosed | SeedRevealed | SeedLost
_FACTS: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)


class InvalidFact(ValueError):
    """Bytes that are no fact about a shuffle."""


def stream(table: str) -> str:
    return f"fair:{table}"


def write_fact(fact: Fact) -> bytes:
    return msgspec.json.encode(fact)


def read_fact(body: bytes) -> Fact:
    try:
        return _FACTS.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidFact(f"This is not a fact about a shuffle: {error}.") from None


def commit(seed: Seed, key: RoomKey) -> SeedCommitted:
    box = key.close(seed.seed + seed.salt, _context(seed.table, seed.round, seed.commitment))
    return SeedCommitted(seed.table, seed.round, seed.commitment, box, key.id)


def recover(fact: SeedCommitted, key: RoomKey) -> Seed:
    """The seed of a round that was interrupted. `KeyLost` if another key sealed it."""
    try:
        raw = key.open(fact.box, _context(fact.table, fact.round, fact.commitment))
    except KeyLost:
        raise KeyLost(
            f"The seed of round {fact.round} at {fact.table!r} was sealed with room key {fact.key}, and the key here is"
            f" {key.id}: this shuffle cannot be proved. Play goes on with the key here."
        ) from None
    return Seed(fact.table, fact.round, raw[:32], raw[32:])


def reveal(seed: Seed) -> SeedRevealed:
    shown = seed.reveal()
    return SeedRevealed(shown.table, shown.round, shown.seed, shown.salt)


def _context(table: str, round: int, commitment: str) -> bytes:
    return framed(b"boston7 seed 1", table.encode(), b"%d" % round, commitment.encode())


class RoundFacts(msgspec.Struct):
    """Everything on record about the shuffle of one round."""

    committed: SeedCommitted | None = None
    contributions: list[Contribution] = []
    closed: bool = False
    revealed: Reveal | None = None
    lost: str = ""
    faults: list[str] = []


def rounds(facts: Iterable[Fact]) -> dict[int, RoundFacts]:
    """The facts of one table by round, with what is wrong about their order."""
    found: dict[int, RoundFacts] = {}
    for fact in facts:
        about = found.setdefault(fact.round, RoundFacts())
        match fact:
            case SeedCommitted():
                if about.committed:
                    about.faults.append("The house committed to a second seed for the same round.")
                about.committed = about.committed or fact
            case EntropyAdded():
                contribution = Contribution(fact.player, fact.text)
                if about.closed:
                    about.faults.append(f"{fact.player} added to the shuffle after bets were closed; it did not count.")
                else:
                    _add(about, contribution)
            case EntropyClosed():
                about.closed = True
                if fact.contributions != len(about.contributions):
                    about.faults.append("The contributions on record are not as many as were closed with.")
            case SeedRevealed():
                if not about.closed:
                    about.faults.append("The seed was revealed before bets were closed.")
                about.revealed = Reveal(fact.table, fact.round, fact.seed, fact.salt)
            case SeedLost():
                about.lost = fact.reason
    return found


def _add(about: RoundFacts, contribution: Contribution) -> None:
    try:
        check_entropy(contribution, about.contributions)
    except InvalidEntropy as error:
        about.faults.append(str(error))
    about.contributions.append(contribution)
