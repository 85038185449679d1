"""What was keyed wrong is taken back at the console, by key and by touch (R22)."""

from __future__ import annotations

from browser import TABLET
from pages_live import live_table
from pages_room import CardRoom
from pages_staff import at_console
from playwright.sync_api import Browser, expect

pytest_plugins = ("pages_fixtures",)


def test_a_fold_is_undone_by_key_and_a_2nd_wager_by_touch(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, at_console(table, browser, viewport=TABLET) as console:
        table.play_until("decision")
        console.at("decision")
        undo = console.page.locator(".dock button", has_text="Undo: ")
        table.dan("fold", seat=2)
        expect(undo).to_contain_text("Undo: Seat 2's fold")
        before = table.state.tray
        console.keys("u")
        expect(console.page.locator("body")).to_contain_text("Correction: Seat 2's fold taken back")
        assert table.state.seat(2).status == "in"
        assert table.state.tray < before
        table.dan("place_second", seat=2)
        expect(undo).to_contain_text("Undo: Seat 2's 2nd Wager")
        undo.click()
        expect(console.page.locator("body")).to_contain_text("Correction: Seat 2's 2nd Wager taken back")
        assert table.state.seat(2).second == 0
