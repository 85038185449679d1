"""The proof of a shuffle for whoever recomputes it: until the round is over what was promised, then everything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boston7.audit.decks import check_round, facts_of
from boston7.audit.rounds import Round
from boston7.cards import Card
from boston7.fair import Contribution
from boston7.game import events as e
from boston7.journal import Entry, Journal


class Dealt(msgspec.Struct, frozen=True):
    """Cards dealt to a seat, or to the dealer, who is 0; or one that lay face up in the deck, to the rack, -1.

    `shuffle` says from which of the decks.
    """

    shuffle: int
    to: int
    cards: tuple[Card, ...]


class FairRound(msgspec.Struct, frozen=True):
    """`finished` says whether anything beyond commitment and contributions is told; `fair` is null until then."""

    table: str
    round: int
    finished: bool
    commitment: str
    contributions: tuple[Contribution, ...]
    closed: bool
    seed: str = ""
    salt: str = ""
    decks: tuple[tuple[Card, ...], ...] = ()
    dealt: int = 0
    deals: tuple[Dealt, ...] = ()
    faults: tuple[str, ...] = ()
    fair: bool | None = None


def promised(table: str, round: int, about: Sequence[Entry]) -> FairRound | None:
    """What anybody may know while the round is on, or before it has begun; nothing if the house promised nothing."""
    facts, _, _ = facts_of(about, table, round)
    if facts is None or facts.committed is None:
        return None
    return FairRound(table, round, False, facts.committed.commitment, tuple(facts.contributions), facts.closed)


def proved(journal: Journal, found: Round, about: Sequence[Entry]) -> FairRound:
    """A finished round: the reveal, the decks it gives, and the cards that were dealt from them."""
    if not found.finished:
        raise ValueError("a round that is still being played is not proved")
    checked = check_round(journal, found, about)
    facts, _, _ = facts_of(about, found.table, found.number)
    return FairRound(
        checked.table,
        checked.round,
        True,
        checked.commitment,
        tuple(checked.contributions),
        facts is not None and facts.closed,
        checked.seed,
        checked.salt,
        tuple(checked.decks),
        checked.dealt,
        _deals(found),
        tuple(checked.faults),
        checked.fair,
    )


def _deals(found: Round) -> tuple[Dealt, ...]:
    early = sum(step not in found.steps for step in found.shuffles)
    deals, shuffle = [], early
    for step in found.steps:
        event = step.event
        if isinstance(event, e.DeckShuffled):
            shuffle += 1
        elif isinstance(event, e.CardsDealt):
            deals.append(Dealt(shuffle, event.to, event.cards))
        elif isinstance(event, e.FaceUpCardFound):
            deals.append(Dealt(shuffle, -1, (event.card,)))
    return tuple(deals)
