"""`boston7 play`: whole rounds at a real terminal, answers from a pipe, and unattended rounds."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Iterator

import pytest
from cli_talk import Ran, Terminal, run
from rich.console import Console

from boston7.cards import DECK, Card, parse_cards
from boston7.cli.terminal.screen import Screen, label
from boston7.cli.terminal.visit import visit
from boston7.game import Position, WagerLine, settle
from boston7.hands import best_five, three_name
from boston7.house import PRESETS, preset, preset_text
from boston7.money import dollars

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
Table = Callable[..., str]


def seeded_deck(seed: int) -> list[Card]:
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    return deck


def hands_of_one_seat(deck: list[Card]) -> tuple[list[Card], list[Card]]:
    """Return the seat's seven cards and the dealer's: three each, then four each."""
    return deck[0:3] + deck[6:10], deck[3:6] + deck[10:14]


def face(card: Card) -> str:
    rank = card.value[0].replace("T", "10")
    return f"│{(rank + SIGNS[card.value[1]]).ljust(3)}│"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a visit with these cards on top of the deck and these answers. It returns the printed page."""

    def sit(cards: str, *answers: str, house: str = "nhcg", bankroll: int = 500_00, bots: int = 0) -> str:
        top = parse_cards(cards)
        deck = (*top, *(card for card in DECK if card not in top))
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        page = io.StringIO()
        screen = Screen(Console(file=page, width=100, markup=False, highlight=False, emoji=False))
        visit(screen, preset(house), 3, bankroll, bots, lambda: deck)
        return page.getvalue()

    return sit


SIX_CARD_ROYAL = "AsKsQs 2c3c4d JsTs9s2d 7h8h9cKd"
TRIPS_AGAINST_KINGS = "7s7c7h KsKd9c AsQd5c2d 7d4h3s2c"


# A person at a terminal


def test_a_whole_round_at_a_terminal_is_settled_as_the_engine_settles_it() -> None:
    seed = 11
    player, dealer = hands_of_one_seat(seeded_deck(seed))
    house = preset("nhcg")
    lines = settle(
        house,
        best_five(dealer),
        Position(2, {"ante": 10_00, "first": 10_00, "second": 10_00, "three_card_bonus": 5_00}, cards=tuple(player)),
    )
    net = sum(line.paid - line.collected for line in lines)
    with Terminal("play", "--terminal", "--seed", str(seed)) as terminal:
        for question, answer in (
            ("House, 1 to 5, or a house file (2): ", "nhcg"),
            ("Your name (Player): ", "Ann"),
            ("Seat, 1 to 6 (4): ", "2"),
            ("Buy in for ($500): ", ""),
            ("Ante, $5 to $50, or [l]eave ($5): ", "10"),
            ("1st Wager of $10? [y]es or [n]o (y): ", ""),
            ("Three Card Bonus, $1 to $50, 0 for none ($0): ", "5"),
        ):
            terminal.awaits(question)
            terminal.types(f"{answer}\n")
        first = terminal.awaits("or [d]ecline (s): ")
        assert "".join(face(card) + " " for card in player[:3]).strip() in first
        assert str(three_name(player[:3])) in first
        assert not any(face(card) in first for card in (*player[3:], *dealer))
        terminal.types("s\n")
        assert f"win, paid {dollars(lines[0].paid)}" in terminal.awaits(
            "[2]nd Wager of $10 or [f]old and lose $20 (2): "
        )
        terminal.types("\n")
        setting = terminal.awaits("or Enter for the best: ")
        assert all(face(card) in setting for card in player)
        assert f"Your best five: {best_five(player).name}" in setting.replace(": a ", ": ")
        terminal.types("\n")
        result = terminal.awaits("[l]eave (r): ")
        assert str(best_five(dealer).name) in result
        assert all(face(card) in result for card in dealer)
        for line in lines:
            assert line_shown(line, result)
        assert f"Your balance is {dollars(500_00 + net)}." in result
        terminal.types("l\n")
        code, last = terminal.ends()
    assert code == 0
    assert f"You leave with {dollars(500_00 + net)}" in last
    assert "\x1b[1m" in terminal.raw
    assert "\x1b[1;31m" in terminal.raw or not any(card.value[1] in "dh" for card in player)


def line_shown(line: WagerLine, page: str) -> bool:
    """Whether the page has a row with the wager, its stake, its odds, every amount, and the clause."""
    names = {"ante": "Ante Bonus", "first": "1st Wager", "second": "2nd Wager"}
    names["three_card_bonus"] = "Three Card Bonus"
    amounts = [dollars(cents) for cents in (line.paid, line.returned, line.collected) if cents]
    parts = [names[line.wager], dollars(line.stake), line.rate, *amounts, line.clause]
    pattern = r"\s.*".join(re.escape(part) for part in parts if part)
    return re.search(rf"^{pattern}\s*$", page, re.MULTILINE) is not None


def test_ctrl_c_in_a_round_leaves_the_table_politely() -> None:
    with Terminal(
        "play", "--terminal", "--house", "rack-card", "--seat", "1", "--bankroll", "100", "--seed", "3"
    ) as it:
        it.awaits("(Player): ")
        it.types("Ann\n")
        it.awaits("($5): ")
        it.types("20\n")
        it.awaits("($0): ")
        it.types("\n")
        it.awaits("[f]old and lose $40 (2): ")
        it.types("\x03")
        code, last = it.ends()
    assert code == 0
    assert "it was finished for you" in last
    assert "You folded." in last
    assert "You leave with $60, $40 down. Good night, Ann." in last
    assert "Traceback" not in last


def test_a_narrow_terminal_without_colour_or_signs_is_readable() -> None:
    arguments = ("play", "--terminal", "--house", "nhcg", "--seat", "3", "--bankroll", "90", "--seed", "11")
    with Terminal(*arguments, columns=40, NO_COLOR="1", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as it:
        it.types("Ann\n10\n\n5\n\n\n\n")
        it.awaits("Your balance is")
        it.awaits("(r): ")
        it.types("\x04")
        assert it.ends()[0] == 0
    assert it.raw.isascii()
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", it.raw)
    assert "+---+ +---+ +---+" in it.text
    player, dealer = hands_of_one_seat(seeded_deck(11))
    for card in (*player, *dealer):
        assert card.value.replace("T", "10") in it.text
    assert max(map(len, it.text.splitlines())) <= 40


# Answers from a pipe


def test_piped_answers_read_like_a_session() -> None:
    ran = run("play", "--terminal", "--seed", "5", "--bots", "5", answers="4\nAnn\n6\n100\n10\n\n\n\nl\n")
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert "Your name (Player): Ann\n" in ran.out
    assert ran.out.count(preset("rack-card").notices[0]) == 2, "on arrival and on leaving"
    assert re.search(r"^Seat 5 Emil +\S.* [+-]?\$\d+$", ran.out, re.MULTILINE)


def test_the_same_seed_deals_the_same_round() -> None:
    def played() -> str:
        return run("play", "--terminal", "--house", "nhcg", "--seed", "8", answers="\n\n\n\n\n\n\nr\n\n\nl\n").out

    page = played()
    assert "Round 2" in page
    assert page == played()


def test_bytes_that_are_not_text_are_an_invalid_answer() -> None:
    ran = run("play", "--terminal", "--house", "nhcg", "--bankroll", "50", answers=b"Ann\n\n\xff\xfe\x00\nl\n")
    assert ran.code == 0
    assert "is not a dollar amount" in ran.out
    assert "Traceback" not in ran.err


# Cards placed on top of the deck


def test_every_bad_answer_gets_a_sentence_and_another_chance(table: Table) -> None:
    page = table(
        TRIPS_AGAINST_KINGS,
        *("Ann", "ten", "500", "10", "maybe", "y", "99", "5", "x", "s", "raise", "2"),
        *("1 2 3 4 8", "1 2 3", "Ah Kh Qh Jh Th", "1 1 2 3 4", "hello", "4 5 6 7 1", "n", "7s7c7h As Qd", "l"),
    )
    for sentence in (
        "'ten' is not a dollar amount",
        "The Ante Bonus is $500; this table takes $5 to $50. [ours (R1)]",
        "'maybe' is not one of the answers; type y or n.",
        "The Three Card Bonus is $99; this house takes $1 to $50. [ours: 001 states none (R1)]",
        "'x' is not one of the answers; type s or d.",
        "'raise' is not one of the answers; type 2 or f.",
        "There is no card 8",
        "Set five different cards of the seven",
        "Ah Kh Qh Jh Th cannot be set: not dealt to this hand.",
        "'hello' is not a card",
        "That is ace high, less than your best.",
    ):
        assert sentence in page
    assert page.count("Set five different cards of the seven") == 2
    assert "You have three of a kind, sevens." in page
    assert "Dealer has a pair of kings." in page
    assert "You leave with $655, $155 up." in page  # 5 x 25 to 1, 10 + 10 to 1, ante bonus 10


def test_r7_the_set_hand_plays_even_if_a_better_one_was_possible(table: Table) -> None:
    page = table(TRIPS_AGAINST_KINGS, "Ann", "10", "", "", "", "1 4 5 6 7", "y", "l")
    assert "You have ace high." in page
    assert "You leave with $470, $30 down." in page


def test_r3_a_bonus_that_is_declined_is_lost(table: Table) -> None:
    page = table(TRIPS_AGAINST_KINGS, "Ann", "10", "", "5", "d", "f", "y", "l")
    assert re.search(r"^Three Card Bonus +\$5 +lose +\$5 +001-P4 \(R3\)$", page, re.MULTILINE)
    assert "You folded." in page
    assert "You leave with $475, $25 down." in page


def test_r6_an_ante_alone_is_played_without_a_decision(table: Table) -> None:
    page = table(TRIPS_AGAINST_KINGS, "Ann", "10", "n", "", "l")
    assert "[f]old" not in page
    assert "Bonus of" not in page
    assert "You leave with $510, $10 up." in page


def test_r10_a_trimmed_payout_is_shown_with_its_amount(table: Table) -> None:
    page = " ".join(table(SIX_CARD_ROYAL, "Ann", "50", "", "", "", "", "l").split())
    assert "The Ante Bonus would pay $10,000; $9,100 of it is trimmed" in page
    assert "This house pays at most $1,000 per seat and round." in page
    assert "001-M1 (R10)" in page
    assert "Disclose" not in page, "this house has no award for a long royal"
    assert "You leave with $1,500, $1,000 up." in page


@pytest.mark.parametrize(("answer", "paid"), [("y", 5000_00), ("n", 1250_00)])
def test_r11_a_long_royal_is_paid_if_it_is_disclosed(table: Table, answer: str, paid: int) -> None:
    page = table(SIX_CARD_ROYAL, "Ann", "5", "", "", answer, "l", house="rack-card")
    assert "You hold a six-card royal: $5,000 if you disclose it now" in page
    assert f"You leave with {dollars(500_00 + 10_00 + paid)}" in page


def test_chips_can_be_bought_for_a_second_wager(table: Table) -> None:
    page = table(TRIPS_AGAINST_KINGS, "Ann", "10", "", "", "b", "", "", "", "l", bankroll=20_00)
    assert "You keep $0; a 2nd Wager will take $10." in page
    assert "The 2nd Wager is $10; seat 3 has $0 on the rail. [001-P5 (R5)]" in page
    assert "You leave with $60, $30 up." in page


def test_a_player_out_of_chips_may_buy_in_again_or_leave(table: Table) -> None:
    lost = "2c3d7h KsKdKc 4s5h9cJd QsQd8c8d"
    page = table(lost, "Ann", "5", "", "", "", "", "y", "30", "l", bankroll=15_00)
    assert "The wagers total $5; seat 3 has $0." in page
    assert "You leave with $30, $15 down." in page
    assert "You leave with $0, $15 down." in table(lost, "Ann", "5", "", "", "", "", "", bankroll=15_00)


def test_nobody_sees_the_cards_of_others_before_the_showdown(table: Table) -> None:
    deck = "KhQh2s AsKsQs 5c5d9h JsTs8s2d 7h8h9cKd 3c4d6h6s"
    page = table(deck, "Ann", "10", "", "", "", "", "l", bots=1)
    before, after = page.split("Dealer has", 1)
    hidden = [label(card, signs=True) for card in parse_cards("KhQh2s JsTs8s2d 5c5d9h 3c4d6h6s")]
    assert "Alma places the 2nd Wager, $" in before
    assert not [card for card in hidden if card in before]
    assert all(label(card, signs=True) in after for card in parse_cards("5c5d9h 3c4d6h6s"))


# Unattended rounds


def auto(*arguments: str) -> Ran:
    return run("play", "--auto", *arguments)


def test_auto_is_reproducible_and_its_books_balance() -> None:
    once = auto("300", "--seed", "7", "--json", "--bots", "2", "--bankroll", "40").document
    assert auto("300", "--seed", "7", "--json", "--bots", "2", "--bankroll", "40").document == once
    assert auto("300", "--seed", "8", "--json", "--bots", "2", "--bankroll", "40").document != once
    assert (once["rounds"], once["seed"], once["house"]) == (300, 7, "nhcg")
    assert once["version"] == preset("nhcg").version
    assert once["wagered"] == 300 * (3 * 5_00 + 1_00) == once["returned"] + once["collected"]
    assert once["net"] == once["paid"] - once["collected"] == once["balance"] - once["bought_in"]
    assert once["buy_ins"] > 1, "so small a bankroll does not last 300 rounds"
    assert once["bought_in"] == once["buy_ins"] * 40_00
    assert once["rounds_won"] + once["rounds_even"] + once["rounds_lost"] == 300


def test_auto_plays_the_cards_of_its_seed() -> None:
    player, dealer = hands_of_one_seat(seeded_deck(21))
    lines = settle(
        preset("nhcg"),
        best_five(dealer),
        Position(3, {"ante": 20_00, "first": 20_00, "second": 20_00, "three_card_bonus": 2_00}, cards=tuple(player)),
    )
    report = auto("1", "--seed", "21", "--ante", "20", "--bonus", "2", "--json").document
    assert report["net"] == sum(line.paid - line.collected for line in lines)


def test_auto_prints_its_balance_for_people() -> None:
    report = auto("20", "--seed", "7", "--json", "--house", "exhibit-a").document
    page = auto("20", "--seed", "7", "--house", "exhibit-a")
    assert page.err == ""
    assert re.search(rf"^balance +{re.escape(dollars(report['balance']))}$", page.out, re.MULTILINE)
    assert "20 rounds at" in page.out


def test_without_a_seed_the_cards_are_the_systems_own() -> None:
    reports = [auto("40", "--json").document for _ in range(2)]
    assert reports[0]["seed"] is None
    assert reports[0] != reports[1]


def faults() -> Iterator[tuple[tuple[str, ...], str]]:
    yield ("--json",), "--json goes with --auto"
    yield ("--ante", "5"), "--ante and --bonus go with --auto"
    yield ("--auto", "0"), "'--auto'"
    yield ("--auto", "5", "--seat", "7"), "'--seat'"
    yield ("--auto", "5", "--bankroll", "lots"), "'lots' is not a dollar amount"
    yield ("--auto", "5", "--bankroll", "9" * 500), "more than the cage holds"
    yield ("--auto", "5", "--bankroll", "15"), "A bankroll of $15 does not cover one round of $16."
    yield ("--auto", "5", "--ante", "51", "--json"), "this table takes $5 to $50. [ours (R1)]"
    yield ("--auto", "5", "--house", "exhibit-a", "--bonus", "11"), "this house takes $1 to $10. [004-P1 (R1)]"
    yield ("--auto", "5", "--house", "nowhere"), "There is no house 'nowhere'."


@pytest.mark.parametrize(("arguments", "sentence"), [*faults()])
def test_bad_input_is_a_sentence_and_exit_code_2(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in run("play", *arguments).refused()


def test_a_custom_house_is_played_from_its_file(tmp_path_factory: pytest.TempPathFactory) -> None:
    small = tmp_path_factory.mktemp("house") / "small.toml"
    small.write_text(preset_text("nhcg").replace("seats = 6", "seats = 2").replace('id = "nhcg"', 'id = "small"'))
    report = auto("30", "--house", str(small), "--bots", "5", "--json", "--seed", "1").document
    assert (report["house"], report["seat"], report["bots"]) == ("small", 2, 1)
    assert "This table has 2 seats." in auto("5", "--house", str(small), "--seat", "3").refused()


def test_every_house_can_be_played(table: Table) -> None:
    for house in PRESETS:
        first = () if preset(house).first_wager_required else ("",)
        page = table(TRIPS_AGAINST_KINGS, "Ann", "10", *first, "5", "", "", "", "l", house=house)
        assert "Dealer has a pair of kings." in page
        assert "up. Good night, Ann." in page
