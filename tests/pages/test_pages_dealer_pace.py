"""A dealer keeps pace with the game: whole rounds of six players by fast settle, every key and every tap counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browser import TABLET
from campaign import first
from pages_live import CHIPS, TRAY, Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, Locator, expect

from boston7.cards import UNKNOWN
from boston7.game import events

pytest_plugins = ("pages_fixtures",)

SIX = {1: "Ora", 2: "Maya", 3: "Kit", 4: "Theo", 5: "Ines", 6: "Rex"}
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
KEYS, TAPS, NEW_BET = 45, 30, 4
"""What a round may cost where the bets stay as they were, and what one new bet may."""
COUNTED = """for (const kind of ['keydown', 'click']) addEventListener(kind, (event) => {
    if (event.isTrusted) window.counted = (window.counted ?? 0) + 1; }, true)"""


@contextmanager
def six_at(room: CardRoom, browser: Browser, **options: Any) -> Iterator[tuple[Live, Console]]:
    """Six players who wagered once and lost nothing: their second round is the one to be counted."""
    with live_table(room, players=SIX, fast=500_00) as table:
        for seat in SIX:
            table.dan("place_wagers", seat=seat, wagers={"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})
        table.dan("hold_deck", hand="left")  # once for as long as Dan deals
        table.dan("shuffle")
        table.dan("no_more_bets")
        table.dan("deal")
        table.sue("void_round", reason="a round that only says what everybody bets")
        for _ in SIX:
            if table.state.phase == "void":
                table.dan("settle")
        table.dan("next_round")
        with table.room.visit(browser, table.room.staff("Dan"), **options) as visit:
            visit.begin_with(COUNTED)  # first of all who listen: the page keeps keys that come too soon
            console = Console(visit, table)
            console.open()
            console.page.evaluate("window.counted = 0")
            yield table, console


def counted(console: Console) -> int:
    return int(console.page.evaluate("window.counted"))


def paid(table: Live, won: dict[int, int]) -> None:
    table.is_whole({seat: CHIPS + won[seat] for seat in SIX}, TRAY - sum(won.values()))


WON = {6: -30_00 - 5_00, 5: 20_00 + 10_00 - 5_00, 4: 20_00 + 5_00, 3: -5_00, 2: -25_00, 1: -30_00 + 15_00}
"""Seat 4 shows a pair and seat 1 a flush; seat 2 folds; 6 loses, 5 wins with trips, 4 wins, 3 pushes, 1 loses."""


def by_keyboard(card_room: CardRoom, browser: Browser) -> None:
    with six_at(card_room, browser) as (table, console):
        console.space("shuffle")
        console.says("shuffled")
        console.keys("a")
        expect(console.page.locator(".wager-down")).to_have_count(6)
        console.space("no_more_bets")
        console.at("dealing_three")
        console.keys("a")
        console.at("three_card_bonus")
        for seat, key in zip(SIX, "fnnpnn", strict=True):
            expect(console.page.locator(".seat-large")).to_have_text(f"Seat {seat}, {SIX[seat]}")
            console.keys(key)
        console.space("settle_bonuses")
        console.at("decision")
        console.keys("r", "f", "a")
        console.at("dealing_four")
        console.keys("a")
        console.space("rack_stub")
        console.at("setting")
        console.keys("a")
        console.at("showdown")
        console.cards(DEALERS)
        console.keys("Enter")
        for seat, key in zip((6, 5, 4, 3, 1), "ltwpl", strict=True):
            expect(console.page.locator(".seat-large")).to_have_text(f"Seat {seat}, {SIX[seat]}")
            console.keys(key)
        expect(console.page.locator(".dock-tab")).to_have_count(5)
        expect(console.page.locator(".dock-tab").nth(1)).to_contain_text("Win, three of a kind")
        console.keys("a")
        console.space("next_round")
        console.at("betting")
        keys = counted(console)
        print(f"\na round of six by keyboard: {keys} keys")
        assert keys <= KEYS
        paid(table, WON)
        settled = [event for event in table.found(events.Settled) if event.moment == "showdown"]
        assert [event.seat for event in settled] == [6, 5, 4, 3, 1]
        assert not table.found(events.HandTurned)
        assert all(set(event.cards) == {UNKNOWN} for event in table.found(events.CardsExposed))
        console.page.evaluate("window.counted = 0")
        console.says("Place your wagers.")
        console.keys("2", "5", "Enter")
        expect(console.page.locator(".wager-down")).to_have_text(["Ante $25 · 1st $25"])
        assert counted(console) <= NEW_BET


def by_touch(card_room: CardRoom, browser: Browser) -> None:
    with six_at(card_room, browser, viewport=TABLET, has_touch=True) as (table, console):
        page = console.page

        def named(seat: int) -> None:
            expect(page.locator(".seat-large")).to_have_text(f"Seat {seat}, {SIX[seat]}")

        def choice(key: str) -> Locator:
            return page.locator(f".choice[data-key='{key}']")

        tap: Callable[[Locator], None] = Locator.tap
        tap(console.main("shuffle"))
        tap(page.get_by_role("button", name="Same bets for all"))
        expect(page.locator(".wager-down")).to_have_count(6)
        tap(console.main("no_more_bets"))
        tap(page.get_by_role("button", name="Deal the rest"))
        console.at("three_card_bonus")
        named(1)
        tap(choice("f"))
        named(2)
        tap(page.locator(".dock-tab", has_text="Theo"))
        named(4)
        tap(choice("p"))
        named(2)
        tap(page.get_by_role("button", name="No one else shows"))
        tap(console.main("settle_bonuses"))
        console.at("decision")
        tap(page.locator(".dock-tab", has_text="Maya"))
        tap(console.act("fold"))
        tap(page.get_by_role("button", name="All place the 2nd"))
        console.at("dealing_four")
        tap(page.get_by_role("button", name="Deal the rest"))
        tap(console.main("rack_stub"))
        tap(page.get_by_role("button", name="All hands are set"))
        console.at("showdown")
        console.tap(DEALERS)
        tap(console.main("reveal"))
        for seat, key in zip((6, 5, 4, 3, 1), "ltwpl", strict=True):
            named(seat)
            tap(choice(key))
        tap(page.get_by_role("button", name="All paid and collected"))
        tap(console.main("next_round"))
        console.at("betting")
        taps = counted(console)
        print(f"\na round of six by touch: {taps} taps")
        assert taps <= TAPS
        paid(table, WON)


@pytest.mark.parametrize("played", first(1, [by_touch, by_keyboard]))
def test_a_round_of_six(card_room: CardRoom, browser: Browser, played: Callable[[CardRoom, Browser], None]) -> None:
    """The keys of a round as it is settled fast are pressed in test_pages_whole_shift.py too, uncounted."""
    played(card_room, browser)


def test_what_was_keyed_wrong_is_keyed_again_and_a_large_payout_takes_the_cards(
    card_room: CardRoom, browser: Browser
) -> None:
    with live_table(card_room, fast=100_00) as table:
        table.play_fast_until_showdown(DEALERS)
        with at_console(table, browser) as console:
            page = console.page
            expect(page.locator(".seat-large")).to_have_text("Seat 5, Ines")
            console.keys("l", "5", "w")  # lost, no: won
            expect(page.locator(".seat-large")).to_have_text("Seat 4, Theo")
            expect(page.locator(".dock-tab").first).to_contain_text("Win")
            console.keys("q")  # four of a kind pays more than may be keyed
            expect(page.locator(".pad-key")).to_have_count(52)
            console.cards("Qs Qd Qh Qc 5s 6d 8h")
            console.keys("Enter")
            expect(page.locator(".seat-large")).to_have_text("Seat 2, Maya")
            console.keys("l", "Space", "Space", "Space")
            console.at("complete")
            turned = table.found(events.HandTurned)
            assert [event.seat for event in turned] == [4]
            nets = {seat.number: seat.rail - CHIPS for seat in table.state.seats if seat.player}
            assert nets == {5: 20_00, 4: 20_00 + 250_00, 2: -30_00}
            table.conserves()


def test_in_003_the_decision_comes_first_and_a_late_claim_is_keyed_by_its_rank(
    card_room: CardRoom, browser: Browser
) -> None:
    """R3: a bonus kept face down may be claimed until the last four. Nobody who raises has to answer for it first."""
    with live_table(card_room, house="rack-card", fast=500_00) as table:
        table.wager()
        for act in ("shuffle", "no_more_bets", *["deal"] * 4):
            table.dan(act)
        with at_console(table, browser) as console:
            page = console.page
            console.at("three_card_bonus")
            expect(console.act("decline")).to_contain_text("Seat 2 keeps them down")
            page.get_by_role("button", name="No one else shows").click()
            console.at("decision")
            expect(console.main("place_second")).to_contain_text("Seat 2: 2nd Wager $10")
            expect(page.locator(".dock .choice")).to_have_count(0)
            page.get_by_role("button", name="Late claim, seat 2").click()
            expect(page.locator(".dock .choice")).to_have_count(6)
            page.get_by_role("button", name="No claim, seat 2").click()
            expect(console.main("place_second")).to_be_visible()
            console.keys("b", "p")
            console.says("shows a pair")
            console.act("settle_bonuses").click()
            console.idle()
            for _ in range(3):
                console.main("place_second").click()
                console.idle()
            console.at("dealing_four")
            expect(console.main("deal")).to_be_visible()
            expect(page.locator(".dock .choice")).to_have_count(0)
            exposed = table.found(events.CardsExposed)
            assert [(event.seat, event.rank) for event in exposed] == [(2, "pair")]
            table.conserves()
