"""Corners of the table that no ruling names: seats that change hands, numbers from Python, hands shown in a void."""

from __future__ import annotations

import pytest
from table_talk import Felt

from boston7.cards import parse_cards
from boston7.game import Refusal, act, view
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, player
from boston7.house import preset

DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
HOUSE = preset("nhcg")


def test_whoever_sits_down_in_mid_round_has_no_part_in_the_round_played_from_that_seat() -> None:
    felt = Felt().sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "7s 5c 2h As Qd 8c 2d", 4: "Jc Jd 8h 6s 3h 2s Tc"}, DEALERS)
    name = felt.table.seat(2).player
    assert name is not None
    for command in (c.Fold(player(name), 2), c.Leave(player(name), 2), c.Sit(player("Newcomer"), 2, "Newcomer")):
        felt.do(command)
    seen = view(felt.table, player("Newcomer")).seats[1]
    assert (seen.yours, seen.status, seen.lines, seen.net, seen.cards) == (True, "out", (), 0, ())


@pytest.mark.parametrize(
    "command",
    [
        c.BuyIn(PLATFORM, 2, -500),
        c.BuyIn(PLATFORM, 2, 10**20),
        c.BuyIn(PLATFORM, 0, 500),
        c.BuyIn(PLATFORM, 7, 500),
        c.CashOut(PLATFORM, 2, -1),
        c.PlaceWagers(player("Ben"), 2, -500),
        c.FillTray(SUPERVISOR, -1, "slip"),
        c.CreditTray(SUPERVISOR, -1, "slip"),
        c.Evict(SUPERVISOR, -1, "reason"),
    ],
)
def test_a_command_made_in_python_meets_the_bounds_of_the_wire(command: c.Command) -> None:
    felt = Felt().sit(2)
    outcome = act(felt.table, command, HOUSE)
    assert isinstance(outcome, Refusal)
    assert outcome.code in ("out_of_bounds", "wrong_seat")


def test_an_evicted_live_player_whose_hand_is_voided_may_show_three_cards() -> None:
    felt = Felt(live=True).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Qd 8c 2d", 4: "Jc Jd 8h 6s 3h 2s Tc"}, DEALERS)
    shown = c.Evict(SUPERVISOR, 2, "threw a glass", void=True, first_three=parse_cards("7s 7c 7h"))
    assert isinstance(act(felt.table, c.Evict(SUPERVISOR, 2, "x", first_three=parse_cards("7s")), HOUSE), Refusal)
    felt.do(shown)
    assert felt.net(2) == 10_00
    assert felt.table.seat(4).status == "in"
    felt.refuses(c.Evict(DEALER, 4, "x"), "wrong_role", "R19")
