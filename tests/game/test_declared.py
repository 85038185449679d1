"""Every command and event declares itself once and completely; a new kind that does not fails here."""

from __future__ import annotations

import ast
import inspect
import re
from typing import get_args

import msgspec
import pytest

from boston7.cards import Card
from boston7.declare import Ask
from boston7.game import Phase, correctable
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import Role
from boston7.game.kinds import Command, Event, to_type
from boston7.game.legal import KINDS
from boston7.house import preset
from boston7.house.topics import OUR_TOPICS, RULE_TOPICS

TOPICS = {*RULE_TOPICS, *OUR_TOPICS}
FACE_UP = {
    "cards_exposed": {"cards"},
    "dealer_revealed": {"cards", "five"},
    "hand_turned": {"cards", "five"},
    "dealer_cards_seen": {"cards"},
    "face_up_card_found": {"card"},
}
"""Cards that everyone sees as the event happens, listed again on purpose as a second check."""


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def holds_cards(field: msgspec.structs.FieldInfo) -> bool:
    return field.type is Card or Card in _parts(field.type)


def _parts(hint: object) -> set[object]:
    parts = set(get_args(hint))
    return parts.union(*map(_parts, parts)) if parts else parts


@pytest.mark.parametrize("kind", c.COMMANDS, ids=tag)
def test_every_command_declares_its_rule(kind: type[Command]) -> None:
    rule = kind.__dict__["rule"]  # Not inherited.
    assert rule.by <= set(get_args(Role))
    assert rule.by
    assert rule.when <= set(Phase)
    assert rule.when
    assert {rule.topic, *rule.also} <= set(TOPICS)
    assert not rule.ruling or re.fullmatch(r"R\d+(, R\d+)*", rule.ruling)
    assert rule.label
    assert rule.label[0].isupper() or rule.label[0].isdigit()
    assert "decide" in kind.__dict__
    has_offers = kind.offered.__func__ is not Command.offered.__func__  # type: ignore[attr-defined]
    valued = set(to_type(kind)) - {"reason", "slip", "transfers"}  # An offer may lack it.
    assert has_offers or not valued, "without what to ask `decide` with it is never offered"
    assert kind.__doc__
    assert "\n" not in kind.__doc__, "one line says what happens at the table"
    needed = [field for field in msgspec.structs.fields(kind) if field.required and field.name != "by"]
    assert has_offers or not needed, "an offer of it cannot be made from an actor alone"


@pytest.mark.parametrize("kind", c.COMMANDS, ids=tag)
def test_every_question_is_a_field(kind: type[Command]) -> None:
    for ask in kind.rule.ask:
        assert ask.field in kind.__struct_fields__
        assert ask.question
        assert ask.least <= ask.most
        assert (ask.kind == "cards") == bool(ask.most)
        assert (ask.kind == "choice") == bool(ask.choices)
        assert not ask.when or Ask(ask.when, "check", "").field in kind.__struct_fields__
    asked = [ask.field for ask in kind.rule.ask]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("kind", c.COMMANDS, ids=tag)
def test_whatever_a_person_must_enter_for_an_irregularity_is_asked(kind: type[Command]) -> None:
    if kind.rule.place in ("irregularity", "floor"):
        assert {ask.field for ask in kind.rule.ask} == set(kind.__struct_fields__) - {"by"}


@pytest.mark.parametrize("kind", e.EVENTS, ids=tag)
def test_every_event_declares_what_it_is_about(kind: type[Event]) -> None:
    about = kind.__dict__["about"]
    fields = set(kind.__struct_fields__)
    assert set(about.shows) <= fields
    assert set(about.own) <= fields
    assert set(about.sealed) <= fields
    assert set(about.staff) <= fields - set(about.shows)
    assert not set(about.shows) & {*about.own, *about.sealed}, "a card is either for all to see or not"
    assert about.cites is None or about.cites.topic in TOPICS
    assert about.sentences()
    assert kind.__doc__
    assert "\n" not in kind.__doc__, "one line says what happened at the table"


@pytest.mark.parametrize("kind", e.EVENTS, ids=tag)
def test_no_face_down_card_is_shown(kind: type[Event]) -> None:
    cards = {field.name for field in msgspec.structs.fields(kind) if holds_cards(field)}
    assert cards & set(kind.about.shows) == FACE_UP.get(tag(kind), set())
    hidden = set(kind.__struct_fields__) - {*kind.about.shows, *kind.about.staff}
    assert hidden <= {*cards, "person"}, "only cards are hidden, and who somebody is beside their name"


def test_the_deck_alone_is_sealed() -> None:
    assert {(tag(kind), kind.about.sealed) for kind in e.EVENTS if kind.about.sealed} == {("deck_shuffled", ("deck",))}


def test_the_unions_are_the_whole_list() -> None:
    """The lists contain every kind that a file of the game declares."""
    for union, base, declared in ((c.COMMANDS, Command, "rule"), (e.EVENTS, Event, "about")):
        assert set(union) == {kind for kind in _below(base) if declared in kind.__dict__}
        assert len(union) == len(set(map(tag, union)))


def _below(kind: type) -> set[type]:
    return {kind}.union(*map(_below, kind.__subclasses__()))


def test_offers_ask_only_for_possible_values() -> None:
    """Each role and phase has at most half of all kinds, and every kind appears."""
    assert {kind for kinds in KINDS.values() for kind in kinds} == set(c.COMMANDS)
    most = max(len(kinds) for kinds in KINDS.values())
    assert 2 * most <= len(c.COMMANDS)
    for (role, phase), kinds in KINDS.items():
        assert kinds == tuple(kind for kind in c.COMMANDS if role in kind.rule.by and phase in kind.rule.when)


@pytest.mark.parametrize("module", ["commands", "correctable", "events"])
def test_the_lists_hold_no_rule(module: str) -> None:
    """Kinds are declared in their own files; the lists only import them and name the union."""
    source = inspect.getsource({"commands": c, "correctable": correctable, "events": e}[module])
    tree = ast.parse(source)
    kinds = (ast.ImportFrom, ast.AnnAssign, ast.Expr)
    assert all(isinstance(node, kinds) for node in tree.body)


def test_a_rule_no_document_states_is_cited_as_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    house = preset("nhcg")
    with pytest.raises(KeyError):
        house.cite("no_such_topic", "R99")
    monkeypatch.setattr("boston7.house.ruleset.OUR_TOPICS", ("no_such_topic",))
    assert preset("nhcg").cite("no_such_topic", "R99") == "ours (R99)"


def test_each_phase_ends_by_one_command_or_by_seats_and_people() -> None:
    """The refusal explains to a dealer why no button is available, in every phase."""
    awaited = [phase for kind in c.COMMANDS for phase in kind.rule.awaited]
    by_people = {Phase.CLOSED, Phase.OPENING, Phase.DECISION, Phase.SETTING, Phase.CLOSING}
    assert sorted(awaited) == sorted(set(Phase) - by_people)
    for kind in c.COMMANDS:
        assert kind.rule.awaited <= kind.rule.when
        assert not kind.rule.awaited or "dealer" in kind.rule.by
