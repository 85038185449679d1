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
KEYS, TAPS, NEW_BET = 30, 24, 4
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


WON = {6: -30_00 - 5_00, 5: 20_00 - 5_00, 4: 20_00 - 5_00, 3: -5_00, 2: 20_00 - 5_00, 1: -30_00 - 5_00}
"""Nobody shows three cards and nobody folds; seats 6 and 1 lose, 5, 4 and 2 win, 3 pushes."""
RESULTS = {6: "l", 5: "w", 4: "w", 3: "p", 2: "w", 1: "l"}


def asks(console: Console, seat: int) -> None:
    expect(console.page.locator(".call-title")).to_have_text(f"Seat {seat}, {SIX[seat]}: result?")


def on_record(table: Live) -> None:
    paid(table, WON)
    settled = [event for event in table.found(events.Settled) if event.moment == "showdown"]
    assert [event.seat for event in settled] == list(RESULTS)
    assert not table.found(events.HandTurned)


def by_keyboard(card_room: CardRoom, browser: Browser) -> None:
    with six_at(card_room, browser) as (table, console):
        console.space("shuffle")
        console.says("shuffled")
        console.keys("r")
        expect(console.page.locator("#pay")).to_contain_text("Bets in: 6 of 6")
        console.space("no_more_bets")
        console.at("dealing_three")
        console.space("deal")
        console.at("three_card_bonus")
        console.space("decline")
        console.at("decision")
        console.space("place_second")
        console.at("dealing_four")
        console.space("deal")
        console.at("showdown")
        console.cards(DEALERS)
        console.keys("Space")
        for seat, key in RESULTS.items():
            asks(console, seat)
            console.keys(key)
        expect(console.page.locator(".call-title")).to_have_text(f"Take from seat 1, {SIX[1]}.")
        console.keys("Space")
        console.space("next_round")
        console.at("betting")
        keys = counted(console)
        print(f"\na round of six by keyboard: {keys} keys")
        assert keys <= KEYS
        on_record(table)
        console.page.evaluate("window.counted = 0")
        console.says("Place your wagers.")
        console.keys("2", "5", "Enter")
        expect(console.page.locator("#pay")).to_contain_text("$50")
        assert counted(console) <= NEW_BET


def by_touch(card_room: CardRoom, browser: Browser) -> None:
    with six_at(card_room, browser, viewport=TABLET, has_touch=True) as (table, console):
        page = console.page
        tap: Callable[[Locator], None] = Locator.tap
        tap(console.main("shuffle"))
        tap(page.locator("[data-all=last]"))
        expect(page.locator("#pay")).to_contain_text("Bets in: 6 of 6")
        for act in ("no_more_bets", "deal", "decline", "place_second"):
            tap(console.main(act))
        console.at("dealing_four")
        tap(console.main("deal"))
        console.at("showdown")
        console.tap(DEALERS)
        tap(console.main("reveal"))
        for seat, key in RESULTS.items():
            asks(console, seat)
            tap(page.locator(f".result[data-key='{key}']"))
        expect(page.locator(".call-title")).to_have_text(f"Take from seat 1, {SIX[1]}.")
        tap(console.main("settle"))
        tap(console.main("next_round"))
        console.at("betting")
        taps = counted(console)
        print(f"\na round of six by touch: {taps} taps")
        assert taps <= TAPS
        on_record(table)


def with_claims_and_a_fold(card_room: CardRoom, browser: Browser) -> None:
    """The felt picks the seat that shows; a digit folds; a bonus hand fills the dock until it is paid."""
    with six_at(card_room, browser, viewport=TABLET, has_touch=True) as (table, console):
        page = console.page
        table.dan("shuffle")
        page.locator("[data-all=last]").tap()
        expect(page.locator("#pay")).to_contain_text("Bets in: 6 of 6")
        for act in ("no_more_bets", "deal"):
            console.main(act).tap()
        console.at("three_card_bonus")
        page.evaluate("window.counted = 0")
        expect(page.locator(".call-title")).to_have_text(f"Seat 1, {SIX[1]} shows:")
        page.locator(".result[data-key=f]").tap()
        page.locator(".felt-plate[data-seat='4']").tap()
        expect(page.locator(".call-title")).to_have_text(f"Seat 4, {SIX[4]} shows:")
        page.locator(".result[data-key=p]").tap()
        expect(page.locator("#pay")).to_contain_text("$15")
        expect(console.main("decline")).to_contain_text("take $20, pay $20")
        console.main("decline").tap()
        console.at("decision")
        assert counted(console) == 4
        console.keys("2")
        expect(page.locator("#pay")).to_contain_text("−$20")
        expect(console.main("place_second")).to_contain_text("The rest play")
        console.main("place_second").tap()
        console.at("dealing_four")
        console.main("deal").tap()
        console.at("showdown")
        console.tap(DEALERS)
        console.main("reveal").tap()
        for seat, key in zip((6, 5), "lt", strict=True):
            asks(console, seat)
            page.locator(f".result[data-key='{key}']").tap()
        expect(page.locator(".call-title")).to_have_text(f"Pay seat 5, {SIX[5]}.")
        expect(page.locator(".pay-tile[data-spot=ante] .big")).to_have_text("$10")
        console.main("settle").tap()
        for seat, key in zip((4, 3, 1), "wpl", strict=True):
            asks(console, seat)
            page.locator(f".result[data-key='{key}']").tap()
        expect(page.locator(".call-title")).to_have_text(f"Take from seat 1, {SIX[1]}.")
        console.main("settle").tap()
        console.main("next_round").tap()
        console.at("betting")
        won = {6: -30_00 - 5_00, 5: 20_00 + 10_00 - 5_00, 4: 20_00 + 5_00, 3: -5_00, 2: -25_00, 1: -30_00 + 15_00}
        paid(table, won)
        assert all(set(event.cards) == {UNKNOWN} for event in table.found(events.CardsExposed))


@pytest.mark.parametrize("played", first(3, [by_touch, by_keyboard, with_claims_and_a_fold]))
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
            title = page.locator(".call-title")
            expect(title).to_have_text("Seat 5, Ines: result?")
            console.keys("l", "5", "w")  # Keyed as lost, then corrected to won.
            expect(title).to_have_text("Seat 4, Theo: result?")
            expect(page.locator("#pay .total .money")).to_have_text("$20")
            console.keys("q")  # Four of a kind pays more than the house lets a dealer key.
            expect(page.locator(".pad-key")).to_have_count(52)
            console.cards("Qs Qd Qh Qc 5s 6d 8h")
            console.keys("Enter")
            expect(title).to_have_text("Pay seat 5, Ines.")  # Paid before the next payout is shown.
            console.keys("Space")
            expect(title).to_have_text("Pay seat 4, Theo.")
            console.keys("Space")
            expect(title).to_have_text("Seat 2, Maya: result?")
            console.keys("l", "Space")
            console.at("complete")
            turned = table.found(events.HandTurned)
            assert [event.seat for event in turned] == [4]
            nets = {seat.number: seat.rail - CHIPS for seat in table.state.seats if seat.player}
            assert nets == {5: 20_00, 4: 20_00 + 250_00, 2: -30_00}
            table.conserves()


def test_in_003_the_decision_comes_first_and_a_late_claim_is_keyed_by_its_rank(
    card_room: CardRoom, browser: Browser
) -> None:
    """R3: a bonus kept face down may be claimed until the last four cards. The decision comes first."""
    with live_table(card_room, house="rack-card", fast=500_00) as table:
        table.wager()
        for act in ("shuffle", "no_more_bets", *["deal"] * 4):
            table.dan(act)
        with at_console(table, browser) as console:
            page = console.page
            console.at("three_card_bonus")
            console.main("decline").click()
            console.at("decision")
            expect(page.locator(".decide [data-act=place_second][data-seat='2']")).to_contain_text("$10")
            expect(page.locator(".dock .result")).to_have_count(0)
            console.keys("b")
            expect(page.locator(".call-title")).to_have_text("Late claim: which seat?")
            page.locator(".felt-plate[data-seat='2']").click()
            expect(page.locator(".dock .result.choice")).to_have_count(6)
            page.get_by_role("button", name="No late claim").click()
            expect(console.main("place_second")).to_be_visible()
            console.keys("b", "2", "p")
            console.says("shows a pair")
            console.act("settle_bonuses").click()
            console.idle()
            console.main("place_second").click()
            console.at("dealing_four")
            expect(console.main("deal")).to_be_visible()
            expect(page.locator(".dock .choice")).to_have_count(0)
            exposed = table.found(events.CardsExposed)
            assert [(event.seat, event.rank) for event in exposed] == [(2, "pair")]
            table.conserves()
