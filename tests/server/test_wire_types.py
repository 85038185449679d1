"""The pages' types match the types of the package."""

from __future__ import annotations

import re

from places import SOURCE
from wire_types import BLANK, NAMES, TYPES, blank_js, names_js, wire_d_ts

from boston7.game import events as e
from boston7.game.actors import PLATFORM, player
from boston7.game.transfers import Transfer
from boston7.hands import HAND_WORDS, Category, ThreeCategory
from boston7.house.model import FIXED_AWARDS
from boston7.table.messages import event_view


def test_the_blank_table_of_the_pages_is_fresh() -> None:
    written = (SOURCE / BLANK).read_text(encoding="utf-8")
    assert written == blank_js(), "If this is meant: python tests/support/wire_types.py"


def test_the_names_of_the_pages_are_fresh_and_name_every_award() -> None:
    written = (SOURCE / NAMES).read_text(encoding="utf-8")
    assert written == names_js(), "If this is meant: python tests/support/wire_types.py"
    assert {kind.key for kind in (*Category, *ThreeCategory)} | set(FIXED_AWARDS) <= HAND_WORDS.keys()


def test_the_types_of_the_pages_are_fresh() -> None:
    written = (SOURCE / TYPES).read_text(encoding="utf-8")
    assert written == wire_d_ts(), "If this is meant: python tests/support/wire_types.py"
    shapes = written.split("\nexport interface ", 1)[1]
    assert not re.search(r": (any|unknown)[;, ]", shapes), "every field has a type"
    assert "[`/api/tables/${string}/rounds/${number}`, Replay, undefined]," in written
    assert "[`/api/slips`, SlipLine, SlipRequest]," in written


def test_no_type_of_the_pages_is_any() -> None:
    """Neither in a type comment nor in a declaration."""
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((SOURCE / "web/assets").rglob("*"))
        if path.suffix in (".js", ".ts")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"@(type|param|returns|typedef|property|template)\b.*\{[^}]*\bany\b|[:<|(] ?any\b", line)
    ]
    assert found == []


def test_a_step_tells_what_a_patch_cannot() -> None:
    """The order of award and collection, and whether the clock caused the step."""
    paid, collected = Transfer("tray", "rail:1", 500), Transfer("ante:1", "tray", 500)
    told = [event_view(e.Settled(1, "showdown", (), order)) for order in ((paid, collected), (collected, paid))]
    assert [event.get("award_first") for event in told] == [True, None]
    assert [event["landed"] for event in told] == [0, 0]
    folds = [event_view(e.Folded(1, by)) for by in (PLATFORM, player("Ann"))]
    assert [event.get("timed_out") for event in folds] == [True, None]
    assert all("by" not in event for event in folds)
