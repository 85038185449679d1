"""Every phase, panel and refusal of the dealer's console lies on one screen: five houses, four sizes."""

from __future__ import annotations

import pytest
from console_layout import console_faults
from pages_live import Live, live_table
from pages_room import CardRoom
from pages_staff import Console
from playwright.sync_api import Browser, ViewportSize, expect

from boston7.house import PRESETS

pytest_plugins = ("pages_fixtures",)

SIX = {1: "Alexandra", 2: "Maya", 3: "Bartholomew Featherstonehaugh", 4: "Theo", 5: "Guadalupe H", 6: "Konstantin"}
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
SIZES: dict[str, ViewportSize] = {
    "1024x768": {"width": 1024, "height": 768},
    "1180x820": {"width": 1180, "height": 820},
    "1440x900": {"width": 1440, "height": 900},
    "768x1024": {"width": 768, "height": 1024},
}


class Look:
    """Collect the faults of each state at every size."""

    def __init__(self, console: Console, *, every: bool) -> None:
        self.console, self.page, self.found = console, console.page, list[str]()
        self.sizes = dict(SIZES) if every else {name: SIZES[name] for name in ("1024x768", "768x1024")}

    def at(self, name: str, *keys: str) -> None:
        for key in keys:
            self.console.idle()
            self.page.keyboard.press(key)
        self.console.idle()
        for size, viewport in self.sizes.items():
            self.page.set_viewport_size(viewport)
            self.found += [f"{name} at {size}: {fault}" for fault in console_faults(self.page)]
        self.page.set_viewport_size(SIZES["1024x768"])


def panels(look: Look) -> None:
    look.at("seats", "z")
    look.at("staff", "Escape")
    look.page.locator("[data-tool=staff]").click()
    look.at("staff")
    look.page.keyboard.press("Escape")
    look.at("entries", "x")
    correct = look.page.get_by_role("button", name="Correct").first
    if correct.count():
        correct.click()
        expect(look.page.locator(".dock .report")).to_be_visible()
        look.at("correction")
        look.at("its reason")
        look.page.keyboard.press("Escape")
        look.page.keyboard.press("Escape")
    look.page.keyboard.press("Escape")
    look.at("irregularity", "i")
    for number in range(1, 7):
        choice = look.page.locator(f".trouble-choice[data-key='{number}']")
        name = choice.inner_text()
        choice.click()
        expect(look.page.locator(".dock .report")).to_be_visible()
        look.at(f"ruling of {name}")
        look.page.keyboard.press("Escape")
    look.page.keyboard.press("Escape")


def evening(table: Live, look: Look, *, keyed: bool) -> None:
    """One round from the first bet to the clearing of the table."""
    console, page = look.console, look.page
    look.at("betting", "Space")
    expect(page.locator("#wager-ante")).to_be_visible()
    look.at("refusal", "4", "0", "0", "Enter")
    page.keyboard.press("Escape")
    for seat in SIX:
        table.dan("place_wagers", seat=seat, wagers={"ante": 50_00, "first": 50_00, "three_card_bonus": 10_00})
    expect(page.locator("#pay")).to_contain_text("Bets in: 6 of 6")
    look.at("all bets")
    look.at("deal three", "Space")
    panels(look)
    table.dan("deal")
    look.at("one is dealt")
    for _ in range(6):
        table.dan("deal")
    console.at("three_card_bonus")
    look.at("claims")
    table.dan("expose", seat=6, cards=["Qs", "Qd", "8c"])
    look.at("a claim")
    for seat in (1, 2, 3, 4, 5):
        table.dan("decline", seat=seat)
    look.at("bonuses")
    table.dan("settle_bonuses")
    look.at("decisions")
    table.dan("fold", seat=4)
    look.at("a fold")
    for seat in (1, 2, 3, 5, 6):
        table.dan("place_second", seat=seat)
    look.at("deal four")
    for _ in range(6):
        table.dan("deal")
    look.at("stub")
    if table.state.house.startswith("rack-card"):
        table.dan("settle_bonuses")
    table.dan("rack_stub")
    if table.state.phase == "setting":
        look.at("setting")
        for seat in (1, 2, 3, 5, 6):
            table.dan("set_hand", seat=seat)
    console.at("showdown")
    look.at("seven", "k", "s")
    table.dan("reveal", cards=DEALERS.split())
    if keyed:
        look.at("results")
        for key in "wlg":
            console.idle()
            page.keyboard.press(key)
            page.wait_for_timeout(60)
            look.at(f"after {key}")
    else:
        look.at("cards")
        table.dan("turn_over", seat=6, five=["Qs", "Qd", "8c", "8d", "8h"], discards=["2d", "3d"])
        look.at("payout")


@pytest.mark.parametrize("house", PRESETS)
def test_everything_lies_on_one_screen(card_room: CardRoom, browser: Browser, house: str) -> None:
    keyed = house in ("nhcg", "rack-card")
    with (
        live_table(card_room, house=house, players=SIX, fast=100_000_00 if keyed else None) as table,
        card_room.visit(browser, card_room.staff("Dan"), viewport=SIZES["1024x768"], has_touch=True) as visit,
    ):
        console = Console(visit, table)
        console.open()
        look = Look(console, every=house == "nhcg")
        evening(table, look, keyed=keyed)
    assert not look.found, "\n".join(look.found)
