"""The entries of the round at the console: each is corrected or taken back by a form of its own (R22)."""

from __future__ import annotations

from browser import TABLET
from pages_live import Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, Locator, expect

from boston7.game import events

pytest_plugins = ("pages_fixtures",)


def row(console: Console, text: str) -> Locator:
    return console.page.locator(".entries-dialog .entry", has_text=text).first


def put_right(console: Console, table: Live, moves: str) -> None:
    """What the rules say is read, then it is confirmed and on record."""
    page, before = console.page, len(table.found(events.Reworked))
    expect(page.locator(".entries-dialog .would")).to_contain_text(moves)
    page.locator(".entries-dialog button[type=submit]:enabled").click()
    expect(page.locator(".entries-dialog[open]")).to_have_count(0)
    console.idle()
    assert len(table.found(events.Reworked)) == before + 1


def test_a_card_a_wager_and_a_fold_are_corrected_by_key_and_touch(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, at_console(table, browser, viewport=TABLET, has_touch=True) as console:
        page = console.page
        table.play_until("decision")
        console.at("decision")
        console.keys("x")
        expect(page.get_by_role("heading", name="Entries of this round")).to_be_visible()
        shown = row(console, "Seat 2 · Shown: Qs Qd 8c")
        expect(shown).to_contain_text("Dan, ")
        expect(row(console, "they stay dealt").locator("button")).to_have_count(0)
        shown.get_by_role("button", name="Correct").focus()
        console.keys("Enter")
        expect(page.locator(".entries-dialog [data-instead]")).to_have_text(["Shown", "Not shown"])
        console.cards("Qs Jd 8c")
        put_right(console, table, "tray")
        assert table.state.seat(2).rail == 500_00 - 25_00, "a pair was paid and is not"
        console.keys("x")
        row(console, "Seat 4 · Wagers").get_by_role("button", name="Correct").tap()
        expect(page.locator(".entries-dialog [data-instead]")).to_have_count(0)
        ante, first = page.locator("#amend-ante"), page.locator("#amend-first")
        expect(ante).to_have_value("10")
        for text, says in (("", "Complete the form"), ("ten", "Enter a dollar amount"), ("100000", "Not now")):
            ante.fill(text)
            expect(page.locator(".entries-dialog .report-would")).to_contain_text(says)
            expect(page.locator(".entries-dialog button[type=submit]")).to_be_disabled()
        ante.fill("15")
        first.fill("15")
        put_right(console, table, "$5")
        assert (table.state.seat(4).ante, table.state.seat(4).first) == (15_00, 15_00)
        table.dan("fold", seat=5)
        console.keys("x")
        row(console, "Seat 5 · Fold").get_by_role("button", name="Correct").tap()
        put_right(console, table, "seat 5")
        assert table.state.seat(5).second == 10_00
        last = table.found(events.Reworked)[-1]
        assert (last.by.name, last.reason) == ("Dan", "Keyed in error.")
        assert "fold" in last.amended[0].was
        assert "place_second" in last.amended[0].now
        console.keys("x")
        row(console, "Seat 5 · 2nd Wager").get_by_role("button", name="Undo").tap()
        put_right(console, table, "seat 5")
        assert table.state.seat(5).second == 0
        table.conserves()


def test_after_settlement_only_the_supervisor_corrects_a_hand(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room, fast=1_000_00) as table:
        table.play_fast_until_showdown("Ac Kd Qc 9s 7d 4s 2s")
        for seat in (5, 4, 2):
            table.dan("key_hand", seat=seat, award="none", result="lose")
        for _ in range(3):
            table.dan("settle")
        with at_console(table, browser) as console:
            console.at("complete")
            console.keys("x")
            expect(row(console, "Seat 4 · Result")).to_contain_text("only a supervisor can correct it")
            expect(row(console, "Seat 4 · Result").locator("button")).to_have_count(0)
        with at_console(table, browser, "Sue", viewport=TABLET) as console:
            page = console.page
            console.keys("x")
            row(console, "Seat 4 · Result").get_by_role("button", name="Correct").click()
            page.locator(".entries-dialog").get_by_role("button", name="Win", exact=True).click()
            page.locator("#amend-reason").fill("Two pair, read as one")
            put_right(console, table, "seat 4")
        assert table.state.seat(4).rail > 500_00
        last = table.found(events.Reworked)[-1]
        assert (last.by.name, last.reason) == ("Sue", "Two pair, read as one")
        table.conserves()
