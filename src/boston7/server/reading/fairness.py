"""The public proof of a shuffle: the commitment at any time, everything else once the round is over."""

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
    """Cards dealt to a seat, to the dealer (0), or, for a boxed card, to the discard rack (-1).

    `shuffle` is the number of the deck.
    """

    shuffle: int
    to: int
    cards: tuple[Card, ...]


class OnRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry about a shuffle, with its type and its position in the record.

    `bets_closed`, `deck_shuffled`, `shuffler_stopped` and `face_up_card_found` are events of the table.
    docs/fairness.md describes the others.
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
    """The proof of one round. `finished` means that the seed is revealed; `fair` is null until then.

    `contributions` are the texts used for the deck, in order, and `missing` the committed texts that were never
    revealed. `record` is every entry about them, in order.
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
    """Return the public part of the proof while a round is unfinished, or None if the house has not committed to a
    seed."""
    facts = shuffling_of(about, table, round).facts
    if facts.committed is None:
        return None
    return FairRound(
        table, round, False, facts.committed.commitment, tuple(facts.contributions), facts.missing,
        facts.closed, tuple(_record(table, round, about)),
    )  # fmt: skip


def proved(record: Record, found: Round, about: Sequence[Entry]) -> FairRound:
    """Return the proof of a finished round: the reveal, its decks, and the cards dealt from them."""
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
    """Return the recorded entries about the shuffle of a round, without the sealed seed."""
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
        elif isinstance(event, e.FaceUpCardFound) and event.packet is None:  # Otherwise it was dealt before.
            deals.append(Dealt(shuffle, -1, (event.card,)))
    return tuple(deals)
