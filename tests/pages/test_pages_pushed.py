"""The shift and floor pages read again what the server says has changed, and are quiet otherwise."""

from __future__ import annotations

import re

import pytest
from pages_live import known_players, live_table
from pages_room import CardRoom
from playwright.sync_api import Browser, expect

pytest_plugins = ("pages_fixtures",)

SOON = 1_500
"""Milliseconds: within a second, and the time to read and draw it."""
IDLE = 7_000
KEPT_SOCKETS = """
  globalThis.sockets = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(url) {
      super(url);
      sockets.push(this);
    }
  };
"""


@pytest.fixture(scope="module")
def card_room(quiet_room: CardRoom) -> CardRoom:
    return quiet_room


def test_another_persons_entry_is_on_the_shift_page_within_a_second(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser, card_room.staff("Cass")) as visit:
        page = visit.open("/shift")
        expect(page.get_by_role("region", name="Incidents")).to_be_visible()
        text = "The shuffler of table 4 jammed twice"
        card_room.staff("Sue").post("/api/shift/incidents", {"code": "equipment", "text": text}).ok()
        expect(page.get_by_role("region", name="Incidents")).to_contain_text(text, timeout=SOON)


def test_what_happens_at_a_table_is_on_the_floor_within_a_second(card_room: CardRoom, browser: Browser) -> None:
    known_players(card_room, "Maya")
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/floor")
        figures = page.locator(f".floor-card[data-table='{table.name}'] .floor-figures")
        expect(figures).to_be_visible()
        table.dan("place_wagers", seat=2, wagers={"ante": 13_00, "first": 13_00})
        expect(figures).to_contain_text("$26", timeout=SOON)


@pytest.mark.parametrize("path", ["/shift", "/floor"])
def test_an_idle_page_asks_for_nothing(card_room: CardRoom, browser: Browser, path: str) -> None:
    with card_room.visit(browser, card_room.staff("Sue"), listens=True) as visit:
        page = visit.open(path)
        expect(page.locator("#main h1").first).to_be_visible()
        page.wait_for_timeout(2_000)  # what happened in the room just before is read
        before = len(visit.requests)
        assert f"/api{path}" in "".join(visit.requests)
        page.wait_for_timeout(IDLE)
        assert visit.requests[before:] == []


def test_a_line_that_comes_back_brings_what_was_missed(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser, card_room.staff("Cass")) as visit:
        visit.begin_with(KEPT_SOCKETS)
        page = visit.open("/shift")
        expect(page.get_by_role("region", name="Incidents")).to_be_visible()
        text = "A guest fell at the rail"
        visit.context.set_offline(True)
        page.evaluate("sockets.forEach((socket) => socket.close())")
        card_room.staff("Sue").post("/api/shift/incidents", {"code": "equipment", "text": text}).ok()
        page.wait_for_timeout(SOON)
        expect(page.get_by_role("region", name="Incidents")).not_to_contain_text(text)
        visit.context.set_offline(False)
        expect(page.get_by_role("region", name="Incidents")).to_contain_text(text)


def test_typing_a_players_name_goes_on_while_the_page_is_refreshed(card_room: CardRoom, browser: Browser) -> None:
    known_players(card_room, "Maya")
    with card_room.visit(browser, card_room.staff("Cass")) as visit:
        page = visit.open("/shift")
        find = page.locator("#find-player")
        find.press_sequentially("May")
        text = "A card was found under the table"
        card_room.staff("Sue").post("/api/shift/incidents", {"code": "cards", "text": text}).ok()
        expect(page.get_by_role("region", name="Incidents")).to_contain_text(text, timeout=SOON)
        expect(find).to_be_focused()
        find.press_sequentially("a")
        expect(find).to_have_value("Maya")
        expect(page.locator(".players > li")).to_have_count(1)
        expect(page.locator(".players > li")).to_contain_text(re.compile("Maya"))
