"""A side bet added only to a house file works everywhere that wagers appear."""

from __future__ import annotations

import io
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest
from cli_talk import run
from machine_houses import MANY_BETS
from rich.console import Console
from table_talk import SELF_DEALING, Felt

from boston7.bots.styles import choose
from boston7.cards import DECK, parse_cards
from boston7.cli.terminal.screen import Screen
from boston7.cli.terminal.visit import visit
from boston7.described import read_round, settle_round
from boston7.game import CLOSED, Table, evolve, legal, view
from boston7.game import commands as c
from boston7.game.actors import DEALER, player
from boston7.game.kinds import Bounds
from boston7.house import House, load_house, preset_text
from boston7.house.compare import differences
from boston7.odds import Pricing, Stakes, odds_document, with_changes
from boston7.odds.counts import load_counts
from boston7.odds.design import design, usual_range
from boston7.odds.prices import side_bet_price
from boston7.server.reading.coach import advise
from boston7.server.reading.houses import at_table
from boston7.server.reading.theory import Prices
from boston7.shift.sessions import Sessions
from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy, seat_figures

OWN = """
[[side_bets]]
id = "lucky_seven"
label = "Lucky Seven"
bounds = ["$2", "$20"]
needs = ["ante", "first"]
judged_on = "best_five"
expose = false
capped = false
pays = { full_house = 9, flush = 7, straight = 5 }

[[side_bets]]
id = "meet_the_dealer"
label = "Meet the Dealer"
bounds = ["$1", "$10"]
needs = ["ante", "first"]
judged_on = "six_cards"
expose = true
capped = false
pays = { four_of_a_kind = 80, full_house = 25, flush = 12, straight = 9, three_of_a_kind = 6 }
"""
BETS = (("lucky_seven", 5_00), ("meet_the_dealer", 2_00))
ANN = player("Ann")
SEVENS, DEALERS = "7s 7c 8h As Qd 5c 2d", "7d Kd 9c 8d 4h 3s 2c"  # their first threes make three sevens


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    written = tmp_path_factory.mktemp("house") / "own.toml"
    text = preset_text("nhcg").replace('id = "nhcg"', 'id = "own"', 1)
    head, mark, rest = text.partition("[three_card_bonus]")
    written.write_text(f"{head}{mark}{rest}\n{OWN}" if mark else f"{text}\n{OWN}", encoding="utf-8")
    return written


@pytest.fixture(scope="module")
def house(file: Path) -> House:
    return load_house(str(file))


def played(house: House, *, live: bool = False) -> Felt:
    felt = Felt(house, live=live, automation=SELF_DEALING if not live else None).sit(1)
    felt.bet(1, 10_00, 10_00, 5_00, **dict(BETS))
    return felt.start({1: SEVENS}, DEALERS)


def test_it_is_a_house_like_any_other(file: Path, house: House) -> None:
    assert [bet.id for bet in house.side_bets] == ["three_card_bonus", "lucky_seven", "meet_the_dealer"]
    assert run("houses", "check", str(file)).code == 0
    page = run("houses", "show", str(file)).out
    assert "Lucky Seven, X to 1" in page
    assert "side_bets.meet_the_dealer.pays.flush" in run("houses", "diff", "nhcg", str(file)).out
    assert {found.path.split(".")[1] for found in differences(load_house("nhcg"), house)} >= {"lucky_seven"}
    told = msgspec.to_builtins(at_table(house))  # what a table's pages, rules and odds are drawn from
    assert [spot["label"] for spot in told["wagers"]["spots"][2:]] == [bet.label for bet in house.side_bets]
    assert told["side_bets"][1]["pays"] == {"full_house": 9, "flush": 7, "straight": 5}


@pytest.mark.parametrize("live", [False, True], ids=["virtual", "live"])
def test_it_is_offered_played_settled_and_repeated(house: House, live: bool) -> None:
    table = Felt(house, live=live).sit(1).table
    (both,) = [spec for spec in legal(table, house, DEALER if live else ANN) if "three_card_bonus" in spec.spots]
    assert both.spots["lucky_seven"] == Bounds(2_00, 20_00)
    assert both.spots["meet_the_dealer"] == Bounds(1_00, 10_00)
    felt = Felt(house, live=live).sit(1)
    felt.refuses(
        c.PlaceWagers(felt.who(1), 1, {"ante": 10_00, "first": 10_00, "lucky_seven": 1_00}),
        "out_of_bounds",
        "ours (R1)",
    )
    felt.bet(1, 10_00, 10_00, 5_00, **dict(BETS)).start({1: SEVENS}, DEALERS)
    felt.show(1).settle_bonuses().second(1).finish()
    assert felt.line(1, "lucky_seven").result == "lose"
    assert felt.line(1, "meet_the_dealer").odds == 6
    felt.do(c.NextRound(DEALER))
    last = {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00, **dict(BETS)}
    assert view(felt.table, DEALER).seats[0].last == last  # for "same bets" at the console


def test_a_described_round_settles_it(house: House, file: Path) -> None:
    seat = {
        "seat": 1,
        "ante": 10_00,
        "first": 10_00,
        "second": 10_00,
        "expose": True,
        "cards": SEVENS,
        "side_bets": dict(BETS),
    }
    described = read_round({"house": str(file), "dealer": DEALERS, "seats": [seat]})
    (settled,) = settle_round(described).seats
    lines = {line.wager: line for line in settled.lines}
    assert (lines["lucky_seven"].collected, lines["meet_the_dealer"].paid) == (5_00, 12_00)


def test_bots_put_chips_on_it_and_show_for_it(house: House) -> None:
    table = Felt(house).sit(1).table
    wager = choose("reckless", view(table, ANN), legal(table, house, ANN), house, purse=0, dice=Random(4))
    assert isinstance(wager, c.PlaceWagers)
    assert set(wager.side_bets) == {"three_card_bonus", "lucky_seven", "meet_the_dealer"}
    felt = played(house)
    shows = choose("optimal", view(felt.table, ANN), legal(felt.table, house, ANN), house, purse=0, dice=Random(4))
    assert isinstance(shows, c.Expose)  # six cards may win what three do not


def test_the_coach_counts_it(house: House) -> None:
    def advice(table: Table) -> dict[str, float]:
        told = advise(table.phase.value, view(table, ANN).seats[0], legal(table, house, ANN), house)
        return {choice.label: choice.expected for choice in told.choices}

    betting = advice(Felt(house).sit(1).table)
    bare = betting["Ante and 1st, $5 each"]
    price = side_bet_price(house.side_bets[2], load_counts())
    assert betting["Ante and 1st, $5 each, Meet the Dealer $5"] == pytest.approx(bare - 500 * float(price.house_edge))
    felt = played(house)
    claim = advice(felt.table)
    assert claim[c.Decline.rule.label] == -7_00  # both bets that ask for it
    assert claim[c.Expose.rule.label] > -7_00
    felt.show(1).settle_bonuses()
    decision = advice(felt.table)
    assert decision["Fold"] == -27_00  # with what would be judged later


def test_theory_counts_it(house: House) -> None:
    felt = played(house).show(1).settle_bonuses().second(1).finish()
    sessions, table = Sessions("felt"), CLOSED
    for event in felt.log:
        before, table = table, evolve(table, event)
        sessions.apply(event, before, table, "dealer Dan", 0)
    (session,) = sessions.all
    expected = Prices().expected(session.wagered, sessions.pairs, lambda version: house)
    assert round(expected.won) == Prices().win(session.wagered, lambda version: house)
    assert expected.won == pytest.approx(
        -float(Pricing(house, Stakes(10_00, {"three_card_bonus": 5_00, **dict(BETS)})).expected_value)
    )
    assert expected.high - expected.low > 100_00


def test_it_is_priced_changed_and_designed(house: House) -> None:
    document = odds_document(house, 10_00, {"three_card_bonus": 5_00, **dict(BETS)})
    assert set(document.side_bets) == {"lucky_seven", "meet_the_dealer"}
    every = document.with_side_bets
    assert every is not None
    assert (every.round, bool(every.note)) == (None, True)  # six cards: the whole distribution is not exact
    only = odds_document(house, 10_00, {"lucky_seven": 5_00}).with_side_bets
    assert only is not None
    assert only.round is not None
    richer = with_changes(house, ["lucky_seven.flush=20"])
    edge = [side_bet_price(rules.side_bets[1], load_counts()).house_edge for rules in (house, richer)]
    assert edge[1] < edge[0]
    key = "meet_the_dealer.flush"
    found = design(house, 5_00, Fraction(1, 10), {key: usual_range(house, key)}, top=1)
    changed = with_changes(house, {key: found.tables[0].odds[0]})
    assert side_bet_price(changed.side_bets[2], load_counts()).house_edge == found.tables[0].house_edge


def test_it_is_simulated_to_its_exact_expectation(house: House) -> None:
    party = Party(house, [Seat(read_policy("optimal"), 10_00, {"three_card_bonus": 5_00, **dict(BETS)})])
    tally = Tally(run_ := prepare(party, rounds=300_000, seed=2))
    for block in play_here(run_, workers=1):
        tally.add(block)
    exact = seat_figures(party, tally, 0).exact
    assert abs(exact.standard_errors) < 4
    assert exact.expected_value == pytest.approx(
        float(Pricing(house, Stakes(10_00, {"three_card_bonus": 5_00, **dict(BETS)})).expected_value)
    )


def test_the_terminal_asks_for_it_and_prints_the_result(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    top = parse_cards("7s7c8h 7dKd9c AsQd5c2d 8d4h3s2c")
    deck = (*top, *(card for card in DECK if card not in top))
    answers = ("Ann", "10", "", "0", "5", "2", "s", "2", "", "r", "", "", "", "l")
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    page = io.StringIO()
    visit(Screen(Console(file=page, width=100, markup=False, highlight=False)), house, 3, 500_00, 0, lambda: deck)
    told = re.sub(r"\s+", " ", page.getvalue())
    assert "Lucky Seven, $2 to $20, 0 for none" in told
    assert "Your Meet the Dealer of $2: you must show the first three cards." in told
    assert "old and lose $27" in told
    assert "Meet the Dealer $2 win" in told
    assert "epeat (ante $10, 1st $10, Lucky Seven $5, Meet the Dealer $2)" in told


def test_unattended_players_play_every_side_bet(file: Path) -> None:
    done = run("play", "--auto", "20", "--house", str(file), "--bots", "2", "--seed", "3", "--json").document
    assert done["wagers"] == {
        "ante": 5_00, "first": 5_00, "three_card_bonus": 1_00, "lucky_seven": 2_00, "meet_the_dealer": 1_00,
    }  # fmt: skip
    assert done["rounds"] == 20


def test_random_tables_meet_such_bets() -> None:
    assert {bet.judged_on for bet in MANY_BETS.side_bets} == {"first_three", "best_five", "six_cards"}
