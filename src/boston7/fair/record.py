"""The facts about one shuffle, folded in stored order, and the faults of that order."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

import msgspec

from boston7.fair.facts import (
    DeckFixed,
    EntropyClosed,
    Fact,
    SeedCommitted,
    SeedLost,
    SeedRevealed,
    TextCommitted,
    TextRevealed,
)
from boston7.fair.shuffle import Contribution, InvalidEntropy, Reveal, check_text, text_commitment


class SeatText(msgspec.Struct, frozen=True, gc=False):
    """A seat's part in a shuffle. `text` is empty until it is revealed."""

    seat: int
    player: str
    commitment: str
    text: str = ""


class RoundFacts(msgspec.Struct):
    """All facts about the shuffle of one round."""

    committed: SeedCommitted | None = None
    texts: dict[int, SeatText] = {}  # By seat. Once bets are closed, only those that count.
    left: tuple[SeatText, ...] = ()  # Not counted: their players had left when bets were closed.
    closed: bool = False
    fixed: bool = False
    revealed: Reveal | None = None
    lost: str = ""
    faults: list[str] = []

    def add(self, fact: Fact) -> None:
        if (fault := _read(self, fact)) is not None:
            self.faults.append(fault)

    @property
    def contributions(self) -> list[Contribution]:
        """The revealed texts by seat, which determine the deck together with the seed."""
        return [Contribution(text.player, text.text) for _, text in sorted(self.texts.items()) if text.text]

    @property
    def missing(self) -> tuple[SeatText, ...]:
        """Texts that were committed to but not revealed."""
        return tuple([text for _, text in sorted(self.texts.items()) if not text.text])


def rounds(facts: Iterable[Fact]) -> dict[int, RoundFacts]:
    """Fold the facts of one table by round."""
    found: dict[int, RoundFacts] = {}
    for fact in facts:
        found.setdefault(fact.round, RoundFacts()).add(fact)
    return found


def _read(about: RoundFacts, fact: Fact) -> str | None:
    match fact:
        case SeedCommitted():
            if about.committed:
                return "The house committed to a second seed for the same round."
            about.committed = fact
        case TextCommitted():
            return _text_committed(about, fact)
        case EntropyClosed():
            return _closed(about, fact)
        case TextRevealed():
            return _text_revealed(about, fact)
        case DeckFixed():
            return _fixed(about, fact)
        case SeedRevealed():
            about.revealed = Reveal(fact.table, fact.round, fact.seed, fact.salt)
            if not about.closed:
                return "The seed was revealed before bets were closed."
        case SeedLost():
            about.lost = fact.reason
    return None


def _text_committed(about: RoundFacts, fact: TextCommitted) -> str | None:
    if about.committed is None:
        return f"{fact.player} committed to a text before the house had committed to a seed; it did not count."
    if about.closed:
        return f"{fact.player} committed to a text after bets were closed; it did not count."
    about.texts[fact.seat] = SeatText(fact.seat, fact.player, fact.commitment)
    return None


def _closed(about: RoundFacts, fact: EntropyClosed) -> str | None:
    if about.closed:
        return "The contributions were closed twice."
    about.closed = True
    about.left = tuple([about.texts.pop(seat) for seat in fact.left if seat in about.texts])
    if fact.contributions != len(about.texts):
        return "The number of contributions on record differs from the number at closing."
    return None


def _text_revealed(about: RoundFacts, fact: TextRevealed) -> str | None:
    who, text = fact.player, about.texts.get(fact.seat)
    if not about.closed:
        return f"{who}'s text was revealed before bets were closed; it did not count."
    if about.fixed or about.revealed:
        return f"{who}'s text was revealed after the deck was fixed; it did not count."
    if text is None or text.player != who:
        return f"{who} revealed a text without a commitment; it did not count."
    if text.text:
        return f"{who} revealed a second text; it did not count."
    try:
        check_text(fact.text)
    except InvalidEntropy as error:
        return str(error)
    if not hmac.compare_digest(text_commitment(fact.table, fact.round, who, fact.text), text.commitment):
        return f"{who}'s text is not the one committed to; it did not count."
    about.texts[fact.seat] = msgspec.structs.replace(text, text=fact.text)
    return None


def _fixed(about: RoundFacts, fact: DeckFixed) -> str | None:
    if about.fixed or not about.closed:
        return "The deck was fixed before bets were closed." if not about.closed else "The deck was fixed twice."
    about.fixed = True
    if fact.missing != tuple([text.seat for text in about.missing]):
        return "The texts missing from the deck differ from those missing on record."
    return None
