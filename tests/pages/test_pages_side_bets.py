"""A side bet of a house file at the player's seat: a circle on the felt, chips in it, its line in the result."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from browser import DESKTOP, PHONE
from pages_player import Player
from pages_room import CardRoom
from playwright.sync_api import Browser, expect
from serving import admin

from boston7.house.load import example_text

pytest_plugins = ("pages_fixtures",)

SEAT = 3


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
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
        if folder := os.environ.get("SHOTS"):
            visit.page.screenshot(path=f"{folder}/six-{size['width']}.png")
        player.act("deal").click()
        player.at("three_card_bonus")
        player.act("expose").click()
        player.at("decision")
        player.act("place_second").click()
        player.at("setting")
        player.act("set_hand").first.click()
        player.at("complete")
        expect(visit.page.locator("body")).to_contain_text("Six Card Bonus")
        if folder:
            visit.page.screenshot(path=f"{folder}/six-{size['width']}-end.png")
