"""Checks of a round's decks, recomputed from the revealed seed: they must match the commitment and the cards dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from boston7 import fair
from boston7.audit.rounds import Round, RoundStep
from boston7.cards import UNKNOWN, Card
from boston7.game import events as e
from boston7.game.evolve import evolve
from boston7.record.entry import Entry
from boston7.record.errors import Tampered
from boston7.record.record import Record

# Reports that a person at a virtual table can make and no record can confirm. Somebody who knows the cards could use
# one to be rid of them, so such a round is not proved fair.
PASSED_OVER: dict[type[e.Event], str] = {
    e.ShufflerStopped: "The deck was shuffled again because the shuffler was reported to have stopped.",
    e.FaceUpCardFound: "A card was passed over because it was reported as boxed.",
}


class DeckCheck(msgspec.Struct):
    """The result of the check of one round's shuffles. Without faults, every card dealt was fixed in advance."""

    table: str
    round: int
    commitment: str = ""
    seed: str = ""
    salt: str = ""
    contributions: list[fair.Contribution] = []
    missing: list[fair.SeatText] = []  # Committed, but not revealed in time, so not part of the deck.
    left: list[fair.SeatText] = []  # Not part of the deck, because the players had left.
    decks: list[tuple[Card, ...]] = []
    dealt: int = 0
    faults: list[str] = []
    in_play: bool = False  # The seed is revealed when the round ends.

    @property
    def fair(self) -> bool:
        return bool(self.decks) and not self.faults


class Shuffling(NamedTuple):
    """The facts on record about the shuffle of a round, and the entries whose order matters."""

    facts: fair.RoundFacts
    committed: Entry | None = None
    closed: Entry | None = None
    fixed: Entry | None = None


def check_round(record: Record, found: Round, about: Iterable[Entry] | None = None) -> DeckCheck:
    """Check the shuffles of a round. `about` are the entries about them; by default, all of the table's are read."""
    result = DeckCheck(found.table, found.number)
    entries = record.scan(fair.stream(found.table)) if about is None else about
    shuffling = shuffling_of(entries, found.table, found.number)
    facts = shuffling.facts
    if facts.committed is None or shuffling.committed is None:
        result.faults.append("The house did not commit to a seed for this round.")
        return result
    result.commitment = facts.committed.commitment
    result.contributions, result.missing, result.left = facts.contributions, list(facts.missing), list(facts.left)
    result.faults += facts.faults
    bets = next((step for step in found.steps if isinstance(step.event, e.BetsClosed)), None)
    if bets is not None and shuffling.committed.position > bets.entry.position:
        result.faults.append("The commitment was made after bets were closed.")
    first_deal = next((step.entry.position for step in found.steps if isinstance(step.event, e.CardsDealt)), None)
    if first_deal is not None and (shuffling.closed is None or shuffling.closed.position > first_deal):
        result.faults.append("The contributions were not closed before the first card was dealt.")
    if bets is not None:
        _check_texts(shuffling, bets, found, result)
    if facts.revealed is None:
        result.in_play = not (facts.lost or found.finished)
        if not result.in_play:
            result.faults.append(facts.lost or "The round is over, and its seed was not revealed.")
        return result
    result.seed, result.salt = facts.revealed.seed, facts.revealed.salt
    try:
        result.decks = [
            fair.verify_deck(facts.revealed, result.commitment, result.contributions, shuffle)
            for shuffle in range(1, len(found.shuffles) + 1)
        ]
    except fair.UnfairDeck as error:
        result.faults.append(str(error))
        return result
    if not found.shuffles:
        result.faults.append("No deck was shuffled in this round.")
    _compare(found, result)
    result.faults += [fault for step in found.steps if (fault := PASSED_OVER.get(type(step.event)))]
    return result


def _check_texts(shuffling: Shuffling, bets: RoundStep, found: Round, result: DeckCheck) -> None:
    """Check that exactly the seated players' texts count, closed with the bets and fixed with the first shuffle."""
    facts, sat = shuffling.facts, bets.after
    if shuffling.closed is not None and shuffling.closed.command_id != bets.entry.command_id:
        result.faults.append("The contributions were not closed together with the bets.")
    for text in facts.texts.values():
        if sat.seat(text.seat).player != text.player:
            result.faults.append(f"{text.player}'s text was used, but {text.player} was not in seat {text.seat}.")
    for text in facts.left:
        if sat.seat(text.seat).player == text.player:
            result.faults.append(f"{text.player}'s text was left out, but {text.player} had not left.")
    if facts.texts and found.shuffles:
        first = found.shuffles[0].entry
        if shuffling.fixed is None or shuffling.fixed.command_id != first.command_id:
            result.faults.append("The texts were not fixed together with the first shuffle.")


def shuffling_of(entries: Iterable[Entry], table: str, round: int) -> Shuffling:
    found = Shuffling(fair.RoundFacts())
    for entry in entries:
        fact = read_fact(entry)
        if fact.round != round or fact.table != table:
            continue
        found.facts.add(fact)
        if isinstance(fact, fair.SeedCommitted) and found.committed is None:
            found = found._replace(committed=entry)
        elif isinstance(fact, fair.EntropyClosed):
            found = found._replace(closed=entry)
        elif isinstance(fact, fair.DeckFixed) and found.fixed is None:
            found = found._replace(fixed=entry)
    return found


def read_fact(entry: Entry) -> fair.Fact:
    try:
        return fair.read_fact(entry.body)
    except fair.InvalidFact as error:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r}: {error}") from None


def _compare(found: Round, result: DeckCheck) -> None:
    """Replay the round with the recomputed decks: each card dealt must be the next one."""
    early = [step for step in found.shuffles if step not in found.steps]
    decks = iter(result.decks)
    table = found.steps[0].before
    for step in early:
        deck = next(decks)
        _same_deck(step, deck, result)
        table = replace(table, stub=deck)
    for step in found.steps:
        event = step.event
        if isinstance(event, e.DeckShuffled):
            deck = next(decks)
            _same_deck(step, deck, result)
            event = replace(event, deck=deck)
        elif isinstance(event, e.CardsDealt):
            _same_cards(event.cards, table.stub[: len(event.cards)], result)
        # Otherwise it was compared when it was dealt.
        elif isinstance(event, e.FaceUpCardFound) and event.packet is None:
            _same_cards((event.card,), table.stub[table.drawn_ahead : table.drawn_ahead + 1], result)
        table = evolve(table, event)


def _same_deck(step: RoundStep, deck: tuple[Card, ...], result: DeckCheck) -> None:
    assert isinstance(step.event, e.DeckShuffled)
    if step.event.deck and step.event.deck != deck:
        result.faults.append(f"The deck on record (entry {step.entry.version}) does not match the seed.")


def _same_cards(dealt: tuple[Card, ...], due: tuple[Card, ...], result: DeckCheck) -> None:
    result.dealt += len(dealt)
    for was, should in zip(dealt, due, strict=False):
        if was is not UNKNOWN and was is not should:
            result.faults.append(f"{was.value} was dealt where the deck has {should.value}.")
            return
    if len(dealt) != len(due):
        result.faults.append("More cards were dealt than the deck has.")
