"""A side bet of a house file at the player's seat: a circle on the felt, chips in it, its line in the result."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE
from campaign import first
from pages_live import TRAY, Live
from pages_player import Player
from pages_room import CardRoom
from pages_staff import at_console
from playwright.sync_api import Browser, Page, expect
from serving import admin
from waiting import eventually

from boston7.game import events
from boston7.house import load_house, preset_text
from boston7.house.load import example_text
from boston7.odds.counts import load_counts
from boston7.odds.prices import side_bet_price

pytest_plugins = ("pages_fixtures",)

SEAT = 3


def _look(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


@pytest.mark.parametrize("size", first(1, [DESKTOP, PHONE]), ids=lambda size: str(size["width"]))
def test_a_side_bet_is_placed_shown_for_and_settled(
    card_room: CardRoom, browser: Browser, size: dict[str, int], tmp_path: Path
) -> None:
    name = f"Six {size['width']}"
    file = tmp_path / "six.toml"
    file.write_text(example_text("six-card-bonus"), encoding="utf-8")
    admin(str(card_room.db), "table", "add", name, "--house", str(file), "--tray", "50000", "--pause", "600", "--hurry")
    guest = card_room.guest()
    for _ in range(400):
        if name in [table["name"] for table in guest.get("/api/lobby").ok()["tables"]]:
            break
    card_room.seat(guest, name, SEAT, 500_00)
    with card_room.visit(browser, guest, viewport=size, has_touch=size is PHONE) as visit:
        player = Player(visit, name, SEAT).open()
        player.click_chips(5_00, "ante")
        player.click_chips(5_00, "six_card_bonus")
        expect(player.laid("six_card_bonus")).to_contain_text("$5")
        expect(visit.page.locator("#rail .rail-amount")).to_have_text("$485")
        if size is DESKTOP:
            expect(visit.page.locator(f".felt-plate[data-seat='{SEAT}'] .felt-money")).to_have_text("$485")
        _look(visit.page, f"six-{size['width']}")
        player.act("deal").click()
        player.at("three_card_bonus")
        player.act("expose").click()
        player.at("decision")
        player.act("place_second").click()
        player.at("setting")
        player.act("set_hand").first.click()
        player.at("complete")
        expect(visit.page.locator("body")).to_contain_text("Six Card Bonus")
        _look(visit.page, f"six-{size['width']}-end")


OWN = """
[[side_bets]]
id = "lucky_seven"
label = "Lucky Seven"
bounds = ["$2", "$20"]
needs = ["ante", "first"]
judged_on = "best_five"
expose = false
capped = true
pays = { full_house = 9, flush = 7, straight = 5 }
"""


def test_a_side_bet_of_ones_own_stands_on_felt_console_rules_and_odds(
    card_room: CardRoom, browser: Browser, tmp_path: Path
) -> None:
    """Written into a house file and nowhere else."""
    file = tmp_path / "own.toml"
    text = preset_text("nhcg").replace('id = "nhcg"', 'id = "own"', 1).replace('name = "NHCG"', 'name = "Our own"', 1)
    file.write_text(text + OWN, encoding="utf-8")
    admin(str(card_room.db), "table", "add", "Own", "--house", str(file), "--live", "--money")
    with ExitStack() as lines:
        table = Live(card_room, "Own", lines)
        eventually(
            lambda: "Own" in [one["name"] for one in card_room.staff("Sue").get("/api/lobby").ok()["tables"]], 60
        )
        table.sue("open_table", name="Own", tray=TRAY, live=True, device="automated_shoe")
        table.open_up({2: "Maya"}, TRAY)
        with at_console(table, browser) as console:
            page = console.page
            page.get_by_role("textbox", name="Lucky Seven").fill("4")
            page.locator("#wager-ante").fill("10")
            page.keyboard.press("Enter")
            expect(page.locator("#console")).to_contain_text("Lucky Seven $4")
            _look(page, "own-console")
            page = console.visit.open("/table/Own")
            expect(page.locator(".felt-laid[data-seat='2'][data-wager='lucky_seven']")).to_contain_text("$4")
            _look(page, "own-felt")
            page = console.visit.open("/rules/own")
            expect(page.locator(".pay-table", has_text="Lucky Seven").locator(".pays")).to_have_text(
                ["9 to 1", "7 to 1", "5 to 1"]
            )
            expect(page.locator("#most")).to_contain_text("Lucky Seven, Ante, 2nd, 1st; they are reduced in this order")
            expect(page.locator("#wagers tr", has_text="Lucky Seven")).to_contain_text("$2 ours (R1) to $20 ours (R1)")
            _look(page, "own-rules")
            page = console.visit.open("/odds/own")
            bet = load_house(str(file)).side_bets[-1]
            edge = f"{float(side_bet_price(bet, load_counts()).house_edge):.2%}"
            expect(page.locator("[data-figure=bet_edge]", has_text="Lucky Seven")).to_contain_text(edge)
            _look(page, "own-odds")
    (placed,) = table.found(events.WagersPlaced)
    assert placed.side_bets == {"lucky_seven": 4_00}
