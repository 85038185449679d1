"""Counts of expensive computations: on a busy machine, counts are more reliable than times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from random import Random

import pytest

from boston7.cards import DECK
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Command, Event, Game, Table, act, legal
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, player
from boston7.game.decide import happened
from boston7.game.events import EVENTS
from boston7.game.legal import Known
from boston7.game.patch import merge
from boston7.game.view import HEAD, SEAT
from boston7.house import House, preset
from boston7.table.messages import OfferBook, Step

ANN = player("Ann")


def _seated(house: House) -> Table:
    table = CLOSED
    opening = c.OpenTable(PLATFORM, "one", 10**9, automation=VIRTUAL_DEALER)
    for command in (opening, c.Sit(ANN, 2, "Ann"), c.BuyIn(ANN, 2, 10**9)):
        table, _ = _accepted(table, command, house)
    return table


def _accepted(table: Table, command: Command, house: House) -> tuple[Table, tuple[Event, ...]]:
    steps = act(Game(table), command, house)
    assert not isinstance(steps, Rejection), steps
    return steps[-1][1].table, happened(steps)


def _round() -> list[Command]:
    deck = tuple(Random(3).sample(DECK, 52))
    placed = c.PlaceWagers(ANN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})
    return [placed, c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.Expose(ANN, 2), c.PlaceSecond(ANN, 2)]


def test_each_event_is_applied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    house, applied, made = preset("nhcg"), Counter[str](), Counter[str]()
    table = _seated(house)
    for kind in EVENTS:
        honest = kind.apply

        def counted(event: Event, table: Table, honest: object = honest) -> Table:
            applied[type(event).__name__] += 1
            return honest(event, table)  # type: ignore[operator, no-any-return]

        monkeypatch.setattr(kind, "apply", counted)
    for command in (*_round(), c.SetHand(ANN, 2)):
        table, events = _accepted(table, command, house)
        made.update(type(event).__name__ for event in events)
    assert made["Settled"] == 2
    assert applied == made


def test_an_unchanged_offer_is_the_same_object_in_the_document() -> None:
    house = preset("nhcg")
    table = _seated(house)
    specs = legal(table, house, ANN)
    offered = OfferBook(specs)
    told = offered.document
    after, _ = _accepted(table, c.PlaceWagers(ANN, 2, {"ante": 10_00, "first": 10_00}), house)
    assert not offered.update(legal(table, house, ANN))
    assert all(offered.document[key] is part for key, part in told.items())
    later = legal(after, house, ANN)
    change = offered.update(later)
    assert merge(told, change) == offered.document == OfferBook(later).document != told


def test_unchanged_offers_are_not_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers are not decided again after every change of the table."""
    house, asked = preset("nhcg"), Counter[str]()
    offers = import_module("boston7.game.legal")  # The package has a function of the same name.
    honest = offers._allowed
    monkeypatch.setattr(
        offers, "_allowed", lambda table, one, *rest: asked.update([type(one).__name__]) or honest(table, one, *rest)
    )
    known: Known = {}
    table, phases = _seated(house), set[str]()
    for command in _round():
        table, _ = _accepted(table, command, house)
        phases.add(table.phase)
        assert legal(table, house, ANN, known) == legal(table, house, ANN, known)
    assert len(phases) >= 4
    assert asked["BuyIn"] == 1
    assert asked["CashOut"] == 1, "how much lies on the rail everybody sees"
    assert asked["Leave"] == 1, "whoever has chips on the layout may leave as little as with a hand"


def test_only_changed_parts_of_a_view_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the changed parts of a view are computed again."""
    house, looks = preset("nhcg"), Counter[str]()
    for parts in (HEAD, SEAT):
        for name, honest in parts.items():

            def counted(*what: object, name: str = name, honest: Callable[..., object] = honest) -> object:
                looks[name] += 1
                return honest(*what)

            monkeypatch.setitem(parts, name, counted)
    table, events = _seated(house), 0
    for command in (*_round(), c.SetHand(ANN, 2)):
        before = table
        table, happened = _accepted(before, command, house)
        for event in happened:
            after = event.apply(before)
            Step(1, event, before, after).encode()
            before, events = after, events + 1
    assert events > 12
    assert looks["dealer_hand"] == 2 * 2, "before and after it is turned over, and before and after it is cleared"
    assert not looks["name"] + looks["procedure"]
    assert looks.total() < 20 * events, looks
