"""Corrections name each entry as its command declares it (R22)."""

from __future__ import annotations

import pytest

from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.commands import COMMANDS
from boston7.game.correctable import Correctable
from boston7.game.corrections import Amended

DAN = Actor("dealer", "Dan")
WAGERS = c.PlaceWagers(DAN, 4, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})


@pytest.mark.parametrize(
    ("was", "now", "line", "record"),
    [
        (c.PlaceSecond(DAN, 2), None, "Seat 2's 2nd Wager taken back", "Seat 2's 2nd Wager taken back"),
        (c.Fold(DAN, 2), c.PlaceSecond(DAN, 2), "Seat 2's fold, now 2nd Wager", "Seat 2's fold, now 2nd Wager"),
        (
            WAGERS,
            c.PlaceWagers(DAN, 4, {"ante": 15_00, "first": 15_00}),
            "Seat 4's wagers entered again",
            "Seat 4's wagers (Ante Bonus $10, 1st Wager $10, Three Card Bonus $5), now Ante Bonus $15, 1st Wager $15",
        ),
        (
            c.KeyHand(DAN, 4, "none", "win"),
            c.KeyHand(DAN, 4, "straight", "win"),
            "Seat 4's result entered again",
            "Seat 4's result (win), now straight, win",
        ),
        (c.CountStub(DAN, 31), None, "Stub count taken back", "Stub count (31) taken back"),
    ],
)
def test_a_correction_names_the_seat_and_the_thing(
    was: Correctable, now: Correctable | None, line: str, record: str
) -> None:
    change = Amended(1, was, now)
    assert change.summary(keyed=False) == line
    assert change.summary() == record


def test_every_entry_has_a_name_that_is_said_after_a_seat() -> None:
    for kind in COMMANDS:
        rule = kind.rule
        if rule.place in ("staff", "opening", "clock") or kind in (c.Amend, c.NextRound):
            continue
        name = rule.entry or rule.label
        assert "{" not in name, kind
        assert "_" not in name, kind
