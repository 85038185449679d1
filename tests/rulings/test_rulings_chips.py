"""R25: chips move with people. Chips that players carry to and from a live table, and who may move them."""
# ruff: noqa: N802

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from table_talk import NAMES, Felt

from boston7.game import Command, Phase, decide, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.game.redact import redact
from boston7.house import preset
from boston7.narrate import tell

BEN = player("Ben")
HANDS = {2: "Ks Qs 9c 7d 5h 3s 2c"}
DEALERS = "As Ad 8c 8d 6h 4s 3c"


@pytest.fixture
def felt() -> Felt:
    return Felt(live=True).sit(2, rail=300_00)


def sentence(felt: Felt, command: Any) -> str:
    before = felt.table
    event = felt.do(command)[-1]
    return tell(event, before, form="record")


def test_R25_at_a_live_table_a_players_own_login_moves_no_chips_and_takes_no_seat(felt: Felt) -> None:
    """Staff enter every act at a seat or with its chips: the chips and cards are real."""
    acts: list[Command] = [
        c.Sit(player("Cat"), 3, "Cat"),
        c.BuyIn(BEN, 2, 50_00),
        c.CashOut(BEN, 2, 50_00),
        c.Leave(BEN, 2),
        c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00}),
    ]
    for command in acts:
        felt.refuses(command, "wrong_role", "R25")
    felt.bet(2, 10_00, 10_00, 5_00)
    felt.refuses(c.WithdrawWagers(BEN, 2), "wrong_role", "R25")
    felt.start(HANDS, DEALERS).decline(2).settle_bonuses()
    assert felt.phase is Phase.DECISION
    for each in (c.PlaceSecond(BEN, 2), c.Fold(BEN, 2)):
        felt.refuses(each, "wrong_role", "R25")
    assert not [spec for spec in legal(felt.table, felt.house, BEN) if spec.command.rule.place in ("seat", "rail")]


def test_R25_chips_come_to_a_live_table_in_the_players_hands_and_leave_it_so(felt: Felt) -> None:
    assert felt.table.hands == -300_00
    felt.do(c.ChipsIn(DEALER, 2, 100_00))
    felt.do(c.ChipsOut(SUPERVISOR, 2, 50_00))
    felt.refuses(c.ChipsOut(DEALER, 2, 351_00), "not_enough_chips", "ours")
    felt.refuses(c.ChipsIn(DEALER, 3, 5_00), "seat_empty", "ours")
    told = sentence(felt, c.Leave(DEALER, 2))
    assert told == "Ben colors up $350 and leaves seat 2: $350 from seat 2's rail to the player's hands."
    assert (felt.table.hands, felt.table.cage + felt.table.tray) == (0, 0)


def test_R25_nobody_draws_front_money_at_a_live_table(felt: Felt) -> None:
    """The owner gets the chips at the cage and carries them."""
    for by in (DEALER, SUPERVISOR):
        felt.refuses(c.BuyIn(by, 2, 50_00), "wrong_role", "ours")
        felt.refuses(c.CashOut(by, 2, 50_00), "wrong_role", "ours")
    felt.refuses(c.BuyIn(PLATFORM, 2, 50_00), "not_ready", "R25")
    felt.refuses(c.CashOut(PLATFORM, 2, 50_00), "not_ready", "R25")


def test_R25_a_seat_change_carries_the_chips() -> None:
    felt = Felt(live=True).sit(2, 4, rail=300_00)
    felt.bet(2, 10_00, 10_00)
    felt.refuses(c.MoveSeat(DEALER, 2, 3), "in_play", "ours")
    felt.do(c.WithdrawWagers(DEALER, 2))
    felt.refuses(c.MoveSeat(DEALER, 2), "incomplete", "R25")
    felt.refuses(c.MoveSeat(DEALER, 2, 4), "seat_taken", "R25")
    felt.refuses(c.MoveSeat(DEALER, 3, 5), "seat_empty", "ours")
    told = sentence(felt, c.MoveSeat(DEALER, 2, 6))
    assert told == "Ben moves from seat 2 to seat 6, entered by the dealer: $300 from seat 2's rail to seat 6's rail."
    assert [(seat.player, seat.rail) for seat in felt.table.seats if seat.player or seat.rail] == [
        ("Dan", 300_00),
        ("Ben", 300_00),
    ]
    felt.bet(4, 10_00, 10_00).start({4: HANDS[2]}, DEALERS)
    felt.refuses(c.MoveSeat(DEALER, 6, 1), "wrong_phase", "R25")


def test_R25_leaving_can_be_undone_until_the_seat_is_taken(felt: Felt) -> None:
    felt.do(c.Sit(DEALER, 3, "Cat"))
    felt.do(c.Leave(DEALER, 2))
    undo = [spec for spec in legal(felt.table, felt.house, DEALER) if spec.type == "undo_leave"]
    assert [(spec.command.seat, spec.about) for spec in undo] == [(2, "Ben colors up $300")]  # type: ignore[union-attr]
    felt.refuses(c.UndoLeave(DEALER, 3), "seat_taken", "R25")
    felt.refuses(c.UndoLeave(DEALER, 4), "seat_empty", "R25")
    told = sentence(felt, c.UndoLeave(DEALER, 2))
    assert told == "Undone by the dealer: Ben is back in seat 2: $300 from the player's hands to seat 2's rail."
    assert (felt.table.seat(2).player, felt.table.seat(2).rail, felt.table.left) == ("Ben", 300_00, ())
    felt.refuses(c.UndoLeave(DEALER, 2), "seat_taken", "R25")
    felt.do(c.Leave(DEALER, 2))
    felt.do(c.Sit(DEALER, 2, "Fay"))
    felt.do(c.Leave(DEALER, 2))
    felt.do(c.UndoLeave(DEALER, 2))
    assert felt.table.seat(2).player == "Fay"
    felt.do(c.MoveSeat(DEALER, 2, 1))
    felt.refuses(c.UndoLeave(DEALER, 2), "seat_empty", "R25")


def test_R25_somebody_who_sits_again_has_not_left(felt: Felt) -> None:
    felt.do(c.Leave(DEALER, 2))
    felt.do(c.Sit(DEALER, 5, "Ben"))
    felt.refuses(c.UndoLeave(DEALER, 2), "seat_empty", "R25")


def test_R25_an_eviction_is_not_undone_with_the_seat(felt: Felt) -> None:
    felt.do(c.Evict(SUPERVISOR, 2, "a quarrel"))
    assert felt.table.hands == 0, "the chips are the player's"
    felt.refuses(c.UndoLeave(DEALER, 2), "seat_empty", "R25")


def test_R25_a_person_sits_once_under_whatever_name(felt: Felt) -> None:
    felt.do(c.Sit(DEALER, 3, "Cat", "p-cat"))
    assert "Cat is already in seat 3." in felt.refuses(c.Sit(DEALER, 5, "CAT", "p-cat"), "seat_taken", "ours").reason
    felt.do(c.SeatWalkUp(DEALER, 4, "Red cap", "walk-up-1"))
    felt.refuses(c.SeatWalkUp(DEALER, 5, "Red hat", "walk-up-1"), "seat_taken", "ours")


def test_R25_the_person_id_stays_with_the_seat_and_is_hidden(felt: Felt) -> None:
    felt.do(c.Sit(DEALER, 3, "Cat", "p-cat"))
    felt.do(c.ChipsIn(DEALER, 3, 50_00))
    felt.bet(3, 10_00, 10_00).start({3: HANDS[2]}, DEALERS).second(3).finish()
    felt.do(c.NextRound(DEALER))
    assert felt.table.seat(3).holder == "p-cat"
    felt.do(c.MoveSeat(DEALER, 3, 6))
    felt.do(c.Leave(DEALER, 6))
    felt.do(c.UndoLeave(DEALER, 6))
    assert felt.table.seat(6).holder == "p-cat"
    shown = [redact(event, felt.table, SPECTATOR) for event in felt.log]
    assert "p-cat" not in msgspec.json.encode(shown).decode()
    assert sum("p-cat" in msgspec.json.encode(event).decode() for event in felt.log) == 3


def test_R25_at_a_virtual_table_players_act_for_themselves() -> None:
    felt = Felt().sit(2, rail=100_00)
    for by in (DEALER, SUPERVISOR):
        for command in (c.Sit(by, 3, "Cat"), c.BuyIn(by, 2, 5_00), c.CashOut(by, 2, 5_00), c.Leave(by, 2)):
            felt.refuses(command, "wrong_role", "ours")
        for carried in (c.ChipsIn(by, 2, 5_00), c.ChipsOut(by, 2, 5_00), c.MoveSeat(by, 2, 3)):
            felt.refuses(carried, "not_ready", "R25")
        assert not {"sit", "buy_in", "chips_in", "move_seat"} & {
            spec.type for spec in legal(felt.table, felt.house, by)
        }
    felt.do(c.CashOut(BEN, 2, 40_00))
    felt.do(c.Leave(BEN, 2))
    assert (felt.table.hands, felt.table.cage, felt.happened(e.PlayerLeft)) == (0, -felt.table.tray, 1)


def test_R25_closing_leaves_each_players_chips_in_their_hands() -> None:
    felt = Felt(live=True).sit(2, 4, rail=300_00)
    felt.do(c.BeginClosing(SUPERVISOR, "end of the night"))
    felt.do(c.EndPlay(SUPERVISOR))
    felt.do(c.CountTray(DEALER, felt.table.tray))
    felt.do(c.CloseTable(SUPERVISOR))
    left = [event for event in felt.log if isinstance(event, e.PlayerLeft)]
    assert {(event.player, event.transfers[0].target, event.transfers[0].cents) for event in left} == {
        (NAMES[2], "hands", 300_00),
        (NAMES[4], "hands", 300_00),
    }
    assert felt.table.hands == 0


def test_R25_a_command_without_a_choice_says_what_is_missing() -> None:
    felt = Felt(live=True).sit(2)
    refusal = decide(felt.table, c.ChipsIn(DEALER, 2), preset("nhcg"))
    assert "Enter the amount." in str(refusal)
