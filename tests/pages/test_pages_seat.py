"""The player's seat: a round in one press, or in none; at a desk and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from browser import DESKTOP, PHONE
from pages_player import Player
from pages_room import CardRoom
from playwright.sync_api import Browser, expect

pytest_plugins = ("pages_fixtures",)

SEAT = 3
DESK: dict[str, Any] = {"viewport": DESKTOP}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("how", [DESK, TOUCH], ids=["desktop", "phone"])
KEPT = '{"ante": 500, "first": 500, "three_card_bonus": 100}'


def press(player: Player, act: str) -> None:
    """With a finger where there is one."""
    player.act(act).tap() if player.page.evaluate("navigator.maxTouchPoints") else player.act(act).click()


@SIZES
def test_rebet_deals_and_double_deals_twice_as_much(card_room: CardRoom, browser: Browser, how: dict[str, Any]) -> None:
    for act, key, stake in (("rebet", "t", 11_00), ("double", "d", 22_00)):
        guest, table = card_room.guest(), card_room.table()
        card_room.seat(guest, table, SEAT)
        with card_room.visit(browser, guest, **how) as visit:
            visit.context.add_init_script(f"sessionStorage.setItem('boston7.wagers.{table}', '{KEPT}')")
            player = Player(visit, table, SEAT).open()
            player.offers("double", "rebet")
            if how is DESK:
                player.keys(key)
            else:
                press(player, act)
            player.at("three_card_bonus")
            expect(visit.page.locator("#rail .rail-amount")).to_have_text(f"${500 - stake // 100}")


@SIZES
def test_what_is_done_for_you_shows_on_the_table_and_stops_at_once(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table(pause=1)
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        pill = page.locator(".auto-toggle")
        pill.click()
        for habit in ("rebet", "second", "five"):
            page.locator(f"[data-auto={habit}]").check()
        expect(pill).to_have_text("Auto: rebet, 2nd, best five")
        pill.click()
        press(player, "deal")
        # The first round goes to its end with nothing pressed, and the next begins by itself.
        expect(
            page.locator("#ticker .ticker-round, #ticker .ticker-title").get_by_text("Round 2").first
        ).to_be_attached()
        expect(page.locator("body[data-phase=betting]")).to_have_count(1)
        expect(page.locator("body:not([data-phase=betting])")).to_have_count(1)
        if how is DESK:
            player.keys("Escape")
        else:
            page.locator(".auto-stop").tap()
        expect(pill).to_have_text("Auto")
        expect(page.locator(".auto-stop")).to_be_hidden()
        player.at("decision", "setting", "betting")
        standing = player.state()
        page.wait_for_timeout(1300)  # longer than it waits before it presses
        assert player.state()["acts"] == standing["acts"]


def test_nobody_is_raised_while_they_choose_another_five(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        player.press("deal")
        player.at("decision")
        player.press("place_second")
        player.at("setting")
        page.locator("#hand button[aria-pressed=true]").first.click()
        page.locator("#hand button[aria-pressed=false]").last.click()
        page.locator(".auto-toggle").click()
        page.locator("[data-auto=five]").check()
        page.wait_for_timeout(1300)
        player.at("setting")
        page.keyboard.press("Escape")
        page.locator(".hand-best").click()
        player.at("complete")
