"""The proof of a shuffle for whoever recomputes it: until the round is over what was promised, then everything."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boston7.audit.decks import PASSED_OVER, check_round, read_fact, shuffling_of
from boston7.audit.rounds import Round
from boston7.cards import Card
from boston7.fair import Contribution, SeatText
from boston7.game import events as e
from boston7.record import Entry, Record
from boston7.server.answers import line_of


class Dealt(msgspec.Struct, frozen=True):
    """Cards dealt to a seat, or to the dealer, who is 0; or one that lay face up in the deck, to the rack, -1.

    `shuffle` says from which of the decks.
    """

    shuffle: int
    to: int
    cards: tuple[Card, ...]


class OnRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened about a shuffle: what it was, and where it stands on record.

    The table's are `bets_closed`, `deck_shuffled`, `shuffler_stopped` and `face_up_card_found`; the others are as
    docs/fairness.md names them.
    """

    type: str
    position: int
    time: int
    commitment: str = ""
    seat: int = 0
    player: str = ""
    text: str = ""
    contributions: int = -1
    left: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


class FairRound(msgspec.Struct, frozen=True):
    """`finished` says whether the seed and what follows is told; `fair` is null until then.

    `contributions` are the texts that go into the deck, in order, `missing` those that were committed to and not
    revealed; `record` is everything that led to them, in order, for whoever checks it.
    """

    table: str
    round: int
    finished: bool
    commitment: str
    contributions: tuple[Contribution, ...]
    missing: tuple[SeatText, ...]
    closed: bool
    record: tuple[OnRecord, ...]
    seed: str = ""
    salt: str = ""
    decks: tuple[tuple[Card, ...], ...] = ()
    dealt: int = 0
    deals: tuple[Dealt, ...] = ()
    faults: tuple[str, ...] = ()
    fair: bool | None = None


def promised(table: str, round: int, about: Sequence[Entry]) -> FairRound | None:
    """What anybody may know while the round is on, or before it has begun; nothing if the house promised nothing."""
    facts = shuffling_of(about, table, round).facts
    if facts.committed is None:
        return None
    return FairRound(
        table, round, False, facts.committed.commitment, tuple(facts.contributions), facts.missing,
        facts.closed, tuple(_record(table, round, about)),
    )  # fmt: skip


def proved(record: Record, found: Round, about: Sequence[Entry]) -> FairRound:
    """A finished round: the reveal, the decks it gives, and the cards that were dealt from them."""
    if not found.finished:
        raise ValueError("a round still in play cannot be proved")
    checked = check_round(record, found, about)
    happened = [
        OnRecord(_OF_THE_TABLE[type(step.event)], step.entry.position, step.entry.time)
        for step in (*[early for early in found.shuffles if early not in found.steps], *found.steps)
        if type(step.event) in _OF_THE_TABLE
    ]
    entries = sorted([*happened, *_record(found.table, found.number, about)], key=lambda entry: entry.position)
    closed = any(entry.type == "entropy_closed" for entry in entries)
    return line_of(FairRound, checked, finished=True, closed=closed, record=tuple(entries), deals=_deals(found))


_OF_THE_TABLE: dict[type[e.Event], str] = {
    kind: str(kind.__struct_config__.tag) for kind in (e.BetsClosed, e.DeckShuffled, *PASSED_OVER)
}


def _record(table: str, round: int, about: Sequence[Entry]) -> list[OnRecord]:
    """The facts of a round, without the box that the seed is in."""
    facts = [(entry, read_fact(entry)) for entry in about]
    return [
        line_of(OnRecord, fact, type=str(fact.__struct_config__.tag), position=entry.position, time=entry.time)
        for entry, fact in facts
        if fact.table == table and fact.round == round
    ]


def _deals(found: Round) -> tuple[Dealt, ...]:
    early = sum(step not in found.steps for step in found.shuffles)
    deals, shuffle = [], early
    for step in found.steps:
        event = step.event
        if isinstance(event, e.DeckShuffled):
            shuffle += 1
        elif isinstance(event, e.CardsDealt):
            deals.append(Dealt(shuffle, event.to, event.cards))
        elif isinstance(event, e.FaceUpCardFound) and event.packet is None:  # else it was dealt before
            deals.append(Dealt(shuffle, -1, (event.card,)))
    return tuple(deals)
