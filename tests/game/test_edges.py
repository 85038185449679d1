"""Edge cases that no ruling names: seats that change hands, numbers from Python, hands shown in a void."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_talk import run
from table_talk import Felt

from boston7.cards import Card, parse_cards
from boston7.declare import Rejection
from boston7.described import InvalidRound, read_round, settle_round
from boston7.game import Position, decide, settle, view
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.game.patch import document
from boston7.game.transfers import Transfer
from boston7.hands import Hand, best_five
from boston7.house import preset, preset_text, read_house

DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
HOUSE = preset("nhcg")


def test_a_player_who_sits_in_mid_round_has_no_part_in_the_round_of_that_seat() -> None:
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
        c.PlaceWagers(player("Ben"), 2, {"ante": -500}),
        c.FillTray(SUPERVISOR, -1, "slip"),
        c.CreditTray(SUPERVISOR, -1, "slip"),
        c.Evict(SUPERVISOR, -1, "reason"),
    ],
)
def test_a_command_made_in_python_meets_the_bounds_of_the_wire(command: c.Command) -> None:
    felt = Felt().sit(2)
    outcome = decide(felt.table, command, HOUSE)
    assert isinstance(outcome, Rejection)
    assert outcome.code in ("out_of_bounds", "wrong_seat")


def test_an_evicted_live_player_whose_hand_is_voided_gets_the_wagers_back() -> None:
    felt = Felt(live=True).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Qd 8c 2d", 4: "Jc Jd 8h 6s 3h 2s Tc"}, DEALERS)
    felt.do(c.Evict(SUPERVISOR, 2, "threw a glass", void=True))
    assert felt.net(2) == 0  # A void by the floor pays nothing for three sevens (R12).
    assert felt.table.seat(4).status == "in"
    felt.refuses(c.Evict(DEALER, 4, "x"), "wrong_role", "R19")


@pytest.mark.parametrize("amount", [10_00.0, True, "1000", None])
def test_the_game_takes_money_only_as_whole_cents(amount: object) -> None:
    felt = Felt().sit(2)
    outcome = decide(felt.table, c.BuyIn(PLATFORM, 2, amount), HOUSE)  # type: ignore[arg-type]
    assert isinstance(outcome, Rejection)
    assert outcome.code == "out_of_bounds"


def test_a_bonus_settled_before_the_void_stands_in_a_described_round_as_at_the_table() -> None:
    seat = {"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "three_card_bonus": 500}
    for cards, net in (("2s 7c 9h As Qd 5c 2d", -500), ("7s 7c 2h As Qd 5c 2d", 500)):
        raw: dict[str, object] = {"house": "nhcg", "void": True, "seats": [{**seat, "cards": cards}]}
        assert settle_round(raw).seats[0].net == net
    undecided = {**seat, "cards": "2s 7c 9h"}
    undecided.pop("second")
    raw = {"house": "nhcg", "void": True, "seats": [undecided]}
    assert settle_round(raw).seats[0].net == 0


def test_a_tie_whose_award_makes_up_for_a_lost_bonus_is_even_and_no_push() -> None:
    felt = Felt().sit(1, 2).bet(1, 5_00, 5_00, 10_00).bet(2, 5_00, 5_00)
    felt.start({1: "5c 6d 7h 8h 9h 2s 2d", 2: "5h 6h 7c 8d 9d 3s 3d"}, "5s 6s 7s 8c 9c Kd Qd")
    felt.decline(1).settle_bonuses().second(1, 2).finish()
    seats = document(view(felt.table, SPECTATOR))["seats"]
    assert [seats[number]["hand"].get("net", 0) for number in ("1", "2")] == [0, 10_00]
    assert [seats[number]["hand"]["outcome"] for number in ("1", "2")] == ["even", "win"]
    assert [line["wager"] for line in seats["1"]["hand"]["lines"] if line.get("award")] == ["ante"]


def test_a_void_award_is_bounded_by_the_maximum_payout_too() -> None:
    text = preset_text("nhcg").replace('amount = "$1,000"', 'amount = "$10"')
    house = read_house(text)
    position = Position(1, {"ante": 50_00, "first": 50_00}, cards=parse_cards("7s 7c 7h"), void="shuffler_stopped")
    ante = next(line for line in settle(house, None, position) if line.wager == "ante")
    assert (ante.paid, ante.trimmed, ante.returned) == (10_00, 40_00, 50_00)


def test_money_lines_of_a_void_cite_what_made_it_void() -> None:
    felt = Felt().sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "7s 5c 2h As Qd 8c 2d", 4: "Jc Jd 8h 6s 3h 2s Tc"}, DEALERS)
    felt.do(c.WrongCount(DEALER, 2, 4))
    assert {line.clause for line in felt.table.seat(2).lines} == {"001-X5 (R16); R12"}


def test_the_largest_payouts_cite_their_own_clauses() -> None:
    dealer = best_five(parse_cards(DEALERS))
    six = parse_cards("Ah Kh Qh Jh Th 9h 2d")

    def ante_clause(house_id: str, ante: int, cards: tuple[Card, ...], dealers: Hand = dealer) -> str:
        position = Position(1, {"ante": ante, "first": ante, "second": ante}, cards=cards)
        return next(line.clause for line in settle(preset(house_id), dealers, position) if line.wager == "ante")

    assert ante_clause("rack-card", 5_00, six) == "003-S23, 003-S24, 003-S25 (R11)"
    assert ante_clause("rack-card", 50_00, six) == "003-S19 (R9, R11)"
    beaten = best_five(parse_cards("Ks Kd Kc Kh 4h 3s 2c"))
    trips = parse_cards("7s 7c 7h As Qd 5c 2d")
    assert ante_clause("nhcg", 10_00, trips, beaten) == "001-P9a (R9); 001-A6 (R9)"


def test_other_rules_are_refused_during_the_showdown_too() -> None:
    felt = Felt(live=True).sit(2).bet(2, 10_00, 10_00).start({2: "7s 5c 2h As Qd 8c 2d"}, DEALERS).second(2)
    felt.deal_out().set_hand(2)
    outcome = decide(felt.table, c.Reveal(DEALER, felt.dealer), preset("seabrook"))
    assert isinstance(outcome, Rejection)
    assert outcome.code == "wrong_house"


@pytest.mark.parametrize("cents", [1.5, True, float("nan"), "5", None])
def test_a_correction_moves_whole_cents(cents: object) -> None:
    felt = Felt().sit(2)
    transfer = Transfer("tray", "rail:2", cents)  # type: ignore[arg-type]
    outcome = decide(felt.table, c.CorrectPayout(SUPERVISOR, (transfer,), "reason"), HOUSE)
    assert isinstance(outcome, Rejection)
    assert outcome.code == "bad_transfer"


def test_a_described_void_may_say_that_the_bonus_was_settled() -> None:
    seat = {"seat": 2, "ante": 1000, "first": 1000, "three_card_bonus": 500, "cards": "Jh 9s 8s", "expose": False}
    for settled, net in ((True, -500), (False, 0)):
        raw = {"house": "nhcg", "void": True, "seats": [{**seat, "bonus_settled": settled}]}
        assert settle_round(raw).seats[0].net == net
    blind = {"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "three_card_bonus": 500}
    with pytest.raises(InvalidRound, match="have to be known"):
        read_round({"house": "nhcg", "void": True, "seats": [blind]})


def test_a_beaten_long_royal_cites_its_own_award() -> None:
    cards = parse_cards("As Ks Qs Js Ts 9s 8s")
    position = Position(1, {"ante": 10_00, "first": 10_00, "second": 10_00}, cards=cards)
    dealer = Hand(best_five(cards).value + 1, ())  # No hand beats a royal; these lines only test the sentence.
    ante = next(line for line in settle(preset("rack-card"), dealer, position) if line.wager == "ante")
    assert (ante.result, ante.paid) == ("lose", 25_000_00)
    assert ante.clause == "003-S17 (R9); 003-S23, 003-S24, 003-S25 (R11)"


@pytest.mark.parametrize("text", ["a = " + "9" * 5000, "a = " + "[" * 9000, "a." * 100_000 + "b = 1"])
def test_toml_made_to_hurt_is_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "hurt.toml"
    file.write_text(text)
    for command in (["settle", str(file)], ["houses", "check", str(file)]):
        done = run(*command)
        assert done.code in (1, 2)
        assert "Traceback" not in done.err + done.out
        assert len(done.err + done.out) < 1000
