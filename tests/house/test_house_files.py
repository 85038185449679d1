"""The five house files match the five documents, cite them, and have a version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boston7.house import PRESETS, preset, preset_text, read_house
from boston7.house.model import with_version

THREE_CARD = ("royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
ANTE = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
# Taken from the documents, not the files: document, Three Card Bonus, Ante Bonus, maximum payout, bonus limits.
DOCUMENTS: dict[str, tuple[str, tuple[int, ...], tuple[int, ...], int | None, int | None, int | None]] = {
    "filing-12031": ("000", (50, 40, 30, 6, 3, 1), (250, 100, 25, 4, 3, 2, 1), 2_000_00, 1_00, None),
    "nhcg": ("001", (35, 30, 25, 5, 3, 1), (200, 50, 25, 4, 3, 2, 1), 1_000_00, 1_00, None),
    "seabrook": ("002", (35, 30, 25, 5, 3, 1), (200, 50, 25, 4, 3, 2, 1), 1_000_00, 1_00, None),
    "rack-card": ("003", (100, 40, 30, 6, 3, 1), (250, 100, 25, 4, 3, 2, 1), None, None, None),
    "exhibit-a": ("004", (35, 30, 25, 5, 3, 1), (200, 50, 25, 4, 3, 2, 1), 1_000_00, 1_00, 10_00),
}
every_house = pytest.mark.parametrize("house_id", PRESETS)


def test_the_five_houses_are_the_five_documents() -> None:
    assert tuple(DOCUMENTS) == PRESETS
    assert [preset(house_id).document for house_id in PRESETS] == ["000", "001", "002", "003", "004"]


@every_house
def test_pay_tables_caps_and_bounds_are_those_of_the_document(house_id: str) -> None:
    house = preset(house_id)
    document, three, ante, cap, low, high = DOCUMENTS[house_id]
    assert (house.id, house.document) == (house_id, document)
    (bonus,) = house.side_bets
    assert bonus.pays == dict(zip(THREE_CARD, three, strict=True))
    assert house.ante_bonus == dict(zip(ANTE, ante, strict=True))
    assert house.maximum_payout.amount == cap
    assert set(house.maximum_payout.scope) == {"first", "second", "ante"}
    assert house.maximum_payout.trim == ("ante", "second", "first")
    assert (bonus.minimum, bonus.maximum) == (low, high)


@every_house
def test_what_else_the_documents_say_differently(house_id: str) -> None:
    house = preset(house_id)
    rack_card, prize_checks = house_id == "rack-card", house_id in ("nhcg", "seabrook")
    assert house.first_wager_required == rack_card
    awards = {"six_card_royal": 5_000_00, "seven_card_royal": 25_000_00}
    assert house.fixed_awards == (awards if rack_card else {})
    five = {"rack-card": ("best", "best"), "filing-12031": ("set", "best")}.get(house_id, ("set", "set"))
    assert (house.playing_five.compared, house.playing_five.ante_bonus) == five  # R7
    awarded_first = house_id in ("rack-card", "filing-12031")
    assert house.showdown.beaten_bonus == ("award_then_collect" if awarded_first else "collect_then_award")  # R9
    assert house.claims.bonus_until == ("last_four" if rack_card else "settled")  # R3
    assert house.voids.keep_awards == ("dealer_exposed", "shuffler_stopped")  # R12
    rights = house.rights
    assert (rights.close_table, rights.evict, rights.refuse_prize_check) == (True, True, prize_checks)
    stated = house.cite("close_or_evict", "R19")
    assert stated.startswith(f"{house.document}-H2" if prize_checks else "ours"), stated
    inherited = {"exhibit-a": "Boston 7", "rack-card": "none stated"}.get(house_id, "Boston 5")
    assert house.inherits == inherited
    assert house.notices == (("Gambling Problem Call 1 - 800 - 426 - 2537",) if rack_card else ())  # Verbatim.


@every_house
def test_what_is_the_same_in_all_of_them(house_id: str) -> None:
    house = preset(house_id)
    assert house.seats == 6
    assert house.delivery.styles == ("stack", "single")
    assert set(house.delivery.devices) == {"automated_shoe", "manual_shoe", "hand"}
    assert (house.limits.table_minimum, house.limits.table_maximum) == (5_00, 50_00)
    assert house.side_bets[0].expose
    assert house.claims.disclose_long_royal


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Return every value of a house by its dotted name."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value


@every_house
def test_every_value_is_cited_to_its_own_document_or_marked_as_ours(house_id: str) -> None:
    house = preset(house_id)
    values = msgspec.to_builtins(house)
    for name in ("id", "name", "document", "title", "clauses", "version", "side_bets"):
        del values[name]
    for path, _ in leaves(values):
        clause = house.cite_value(path)
        assert re.match(rf"(ours|{house.document}-[A-Z]\d+)", clause), f"{path} cites {clause!r}"
    for path in ("limits.table_minimum", "limits.table_maximum"):
        assert house.cite_value(path).startswith("ours")  # No document states them.
    for path in ("three_card_bonus.pair", "ante_bonus.flush"):
        assert house.cite_value(path).startswith(house.document)


@every_house
def test_every_rule_of_play_is_cited_to_its_own_document_or_marked_as_ours(house_id: str) -> None:
    house = preset(house_id)
    for topic, clause in house.clauses.items():
        assert re.match(rf"(ours|{house.document}-[A-Z]\d+)", clause), f"{topic} cites {clause!r}"


def variations(value: Any) -> Iterator[Any]:
    """Yield copies with exactly one value changed, for every value."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "version":
                yield from (msgspec.structs.replace(value, **{name: v}) for v in variations(getattr(value, name)))
    elif isinstance(value, dict):
        yield {**value, "x": 1}
        for key in value:
            yield from ({**value, key: v} for v in variations(value[key]))
    elif isinstance(value, tuple):
        yield (*value, next(variations(value[-1])) if value else "x")
        yield from [value[::-1]] if len(value) > 1 else []
    elif isinstance(value, bool):
        yield not value
    else:
        yield {int: lambda: value + 1, str: lambda: value + "x"}.get(type(value), lambda: 7)()


@every_house
def test_the_version_changes_with_every_single_value(house_id: str) -> None:
    house = preset(house_id)
    versions = [with_version(other).version for other in variations(house)]
    assert len(versions) > 100
    assert len({*versions, house.version}) == len(versions) + 1
    assert with_version(house).version == house.version


@every_house
def test_the_version_does_not_change_with_the_way_the_file_is_written(house_id: str) -> None:
    text = preset_text(house_id)
    head, *sections = re.split(r"\n(?=\[(?!side_bets\.))", text)
    rewritten = {
        "comments": re.sub(r" *#.*", "", text),
        "more comments": "# copied on Tuesday\n" + text.replace("\n", " # so it is\n"),
        "line endings": text.replace("\n", "\r\n"),
        "blank lines": text.replace("\n", "\n\n"),
        "spaces": text.replace(" = ", "   =\t"),
        "order of sections": "\n".join([head, *reversed(sections)]),
        "way amounts are written": text.replace('"$5"', '"5.00"').replace('"$1,000"', '"$1000"'),
    }
    assert {how: read_house(other).version for how, other in rewritten.items()} == dict.fromkeys(
        rewritten, preset(house_id).version
    )


def test_every_house_has_a_version_of_its_own() -> None:
    assert len({preset(house_id).version for house_id in PRESETS}) == 5
