"""No request discloses a card.

If two tables differ only in what a viewer cannot see, then that viewer gets the same view, offers and answers at both.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from campaign import times
from machine_moves import KINDS, _made_up, anything_allowed, anything_heard, move_on, opening, trouble
from machine_trial import EVERYONE, Unwatched
from msgspec.structs import replace

from boston7.cards import DECK, Card
from boston7.declare import Rejection
from boston7.game import Command, Phase, Table, decide, legal, view
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.table import IN_ACTION
from boston7.game.wire import write
from boston7.house import preset
from boston7.table.preview import preview
from boston7.table.state import State

HOUSE = preset("nhcg")
EVENINGS = times(40, 1000)
QUESTIONS = 12
ENOUGH = times(8, 1_000_000)
"""Comparisons in one phase. Most of an evening is betting, which need not be compared again and again."""
HIDDEN = IN_ACTION - {Phase.SHUFFLING, Phase.CUTTING, Phase.VOID}
"""Phases with hidden cards."""
VIEWERS = [actor for actor in EVERYONE if actor.role != "platform"]


def other_table(table: Table, seen: set[Card], rng: random.Random) -> Table:
    """Return the table with every unseen card exchanged for another unseen card."""
    hidden = [card for card in DECK if card not in seen]
    rng.shuffle(hidden)
    turned = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    text = write(table).decode()
    pieces = text.split('"')
    codes = {card.value: other.value for card, other in turned.items()}
    return msgspec.json.decode('"'.join(codes.get(piece, piece) for piece in pieces).encode(), type=Table)


def asked(table: Table, viewer: Actor, questions: list[Command]) -> list[Any]:
    told: list[Any] = [write(view(table, viewer)), legal(table, HOUSE, viewer)]
    for question in questions:
        told.append(preview(State(table), question, HOUSE))
        refused = decide(table, question, HOUSE)
        told.append(refused if isinstance(refused, Rejection) else "accepted")
    return told


def comparable(table: Table) -> bool:
    """A disclosed royal names its hand, and exchanged cards would contradict it."""
    return table.phase is not Phase.CLOSED and not any(seat.disclosed for seat in table.seats)


@pytest.mark.campaign
def test_no_question_tells_a_hidden_card() -> None:
    compared: Counter[str] = Counter()
    total = 0
    for seed in range(EVENINGS):
        if all(compared[phase] >= ENOUGH for phase in HIDDEN):
            break
        rng = random.Random(seed)
        trial = Unwatched(HOUSE, rng)
        trial.send(replace(opening(rng, live=False), tray=5000_00))
        for _ in range(50):
            command = rng.choices((move_on, anything_allowed, anything_heard, trouble), (14, 2, 3, 1))[0](trial, rng)
            if command is None or isinstance(command, c.OpenTable | c.BeginClosing):
                continue
            trial.send(command)
            table = trial.table
            if table.live or not comparable(table) or compared[table.phase] >= ENOUGH:
                continue
            viewer = rng.choice(VIEWERS)
            other = other_table(table, trial.real.may_see(viewer), rng)
            questions = [replace(_made_up(rng.choice(KINDS), trial, rng), by=viewer) for _ in range(QUESTIONS)]
            questions += [offer.command for offer in legal(table, HOUSE, viewer)]
            here, there = asked(table, viewer, questions), asked(other, viewer, questions)
            about = ["view", "offers", *[question for question in questions for _ in range(2)]]
            for question, one, two in zip(about, here, there, strict=True):
                assert one == two, f"{viewer} learns from {question} at {table.phase}: {one} here, {two} there"
            compared[table.phase] += other != table
            total += len(questions)
    print(f"hostile questions: {total} at each of two tables that differ in hidden cards")
    for phase in HIDDEN:
        assert compared[phase] >= min(ENOUGH, 20), compared


def test_the_comparison_sees_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose answers depend on the dealer's cards is detected."""

    def knowing(table: Table, command: Command, house: object) -> Any:
        return preview(State(table), command, HOUSE), table.dealer_cards[:1]

    monkeypatch.setattr(f"{__name__}.preview", knowing)
    with pytest.raises((AssertionError, RecursionError)):
        test_no_question_tells_a_hidden_card()
