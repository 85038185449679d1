"""The staff's pages by keyboard alone: a dialog is walked with Tab and gives the focus back, also where the page was
drawn anew meanwhile; Escape loses nothing that was typed. The pages themselves are walked where they are looked at
anyway: test_pages_staff_looks.py"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from access import WATCH, walk
from pages_live import Live, known_players, live_table
from pages_room import CardRoom
from pages_staff import at_console
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ("pages_fixtures",)


@pytest.fixture(scope="module")
def card_room(quiet_room: CardRoom) -> CardRoom:
    return quiet_room


def reach(page: Page, name: str) -> None:
    """With Tab, until that button has the focus."""
    wanted = page.get_by_role("button", name=name, exact=True).first
    expect(wanted).to_be_enabled()
    named = "name => [document.activeElement.ariaLabel, document.activeElement.textContent.trim()].includes(name)"
    for _ in range(150):
        if page.evaluate(named, name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name!r}")


def focused(page: Page) -> Any:
    return page.evaluate("""(() => {
        const it = document.activeElement;
        return it.getAttribute('aria-label') || it.id || it.textContent.trim();
    })()""")


@contextmanager
def untouched(page: Page) -> Iterator[None]:
    yield
    assert page.evaluate("window.touched ?? null") is None


@pytest.fixture(scope="module")
def table(card_room: CardRoom) -> Iterator[Live]:
    known_players(card_room, "Maya")
    with live_table(card_room) as live:
        pieces = [{"value": 500, "count": 1}]
        card_room.staff("Sue").post("/api/slips", {"kind": "fill", "table": live.name, "pieces": pieces}).ok()
        yield live


def test_the_panels_of_the_console_are_walked_with_tab(card_room: CardRoom, browser: Browser) -> None:
    """Seats and chips, the entries of the round and the form of one, an irregularity and its form."""
    with live_table(card_room) as table, ExitStack() as visits:
        table.play_until("decision")
        console = visits.enter_context(at_console(table, browser))
        page = console.page
        console.at("decision")
        console.keys("z")
        expect(page.locator("#seat-name")).to_be_visible()
        walk(page)
        console.keys("Escape", "x")
        expect(page.locator(".entry button").first).to_be_visible()
        walk(page)
        while not page.get_by_role("button", name="Correct: Seat 2 · Shown cards", exact=False).count():
            console.keys("ArrowDown")
        page.get_by_role("button", name="Correct: Seat 2 · Shown cards", exact=False).focus()
        console.keys("Enter")
        expect(page.locator(".pad-stands button").first).to_be_visible()
        walk(page)
        console.keys("Escape", "Escape")
        expect(page.locator("#console[data-panel='']")).to_have_count(1)
        page.locator("#wrong").focus()
        console.keys("Enter")
        expect(page.locator("[data-trouble]").first).to_be_visible()
        walk(page)
        console.keys("Escape")
        expect(page.locator("#console[data-panel='']")).to_have_count(1)


def test_a_dialog_keeps_what_was_typed_and_gives_the_focus_back(
    card_room: CardRoom, browser: Browser, table: Live
) -> None:
    """An incident, begun, left by a slip on Escape, gone on with and logged: the focus is where it was before."""
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/shift")
        page.evaluate(WATCH)
        with untouched(page):
            reach(page, "Log an incident")
            page.keyboard.press("Enter")
            dialog = page.locator("dialog[open]")
            expect(dialog).to_be_visible()
            assert dialog.evaluate("it => it.contains(document.activeElement)")
            walk(page)
            text = dialog.locator("[name=text]")
            text.focus()
            page.keyboard.type(f"A quarrel at {table.name}.")
            page.keyboard.press("Escape")
            expect(dialog.locator(".escape-note")).to_contain_text("Press Escape again to discard")
            expect(text).to_have_value(f"A quarrel at {table.name}.")
            page.keyboard.type(" Loud.")
            expect(dialog.locator(".escape-note")).to_have_count(0)
            dialog.locator("[name=code]").focus()
            page.keyboard.press("ArrowDown")
            text.focus()
            page.keyboard.press("Enter")
            expect(dialog).to_have_count(0)
            expect(page.locator("body")).to_contain_text(f"A quarrel at {table.name}. Loud.")
            expect(page.get_by_role("button", name="Log an incident")).to_be_focused()
            page.keyboard.press("Enter")
            page.keyboard.press("Escape")  # nothing was typed
            expect(dialog).to_have_count(0)
            expect(page.get_by_role("button", name="Log an incident")).to_be_focused()


def test_a_report_drawn_anew_leaves_the_focus_where_it_is(card_room: CardRoom, browser: Browser) -> None:
    """Somebody else signs while the supervisor stands at the slip; then it is void, and the way goes on from there."""
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        pieces = [{"value": 500, "count": 1}]
        slip = card_room.staff("Sue").post("/api/slips", {"kind": "fill", "table": table.name, "pieces": pieces}).ok()
        page = visit.page
        clock = visit.context.clock
        clock.install()
        visit.open("/shift")
        reach(page, f"Void: {slip['serial']}")
        card_room.staff("Cass").post(f"/api/slips/{slip['number']}/sign", {"step": "cage"}).ok()
        clock.run_for(5_100)
        expect(page.locator(f"[data-slip='{slip['serial']}']")).to_contain_text("Cass")
        expect(page.get_by_role("button", name=f"Void: {slip['serial']}")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.type("Wrong table")
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-slip='{slip['serial']}']")).to_contain_text("Wrong table")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert page.evaluate("document.activeElement !== document.body"), "lost: all of the page would be walked again"


def test_money_over_the_counter_by_keyboard(card_room: CardRoom, browser: Browser, table: Live) -> None:
    """Who, how much, the receipt, and ready for the next in the line."""
    with card_room.visit(browser, card_room.staff("Cass")) as visit:
        page = visit.open("/shift")
        page.evaluate(WATCH)
        with untouched(page):
            for cents in (25_00, 35_00):
                reach(page, "Front money in: Maya")
                page.keyboard.press("Enter")
                expect(page.locator("[data-form=counter] [name=amount]")).to_be_focused()
                page.keyboard.type(str(cents // 100))
                page.keyboard.press("Enter")
                done = page.locator("dialog[open].transaction")
                expect(done).to_contain_text(f"${cents // 100}")
                expect(page.locator("[data-form=counter]")).to_have_count(0)
                page.keyboard.press("Enter")
                expect(done).to_have_count(0)
                expect(page.get_by_role("button", name="Front money in: Maya", exact=True)).to_be_focused()


def test_the_drawer_of_a_table_goes_back_to_its_card(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/floor")
        card = page.locator(f".floor-card[data-table='{table.name}']")
        expect(card).to_be_visible()
        card.locator(".floor-open").focus()
        page.keyboard.press("Enter")
        drawer = page.locator(".drawer[open]")
        expect(drawer.locator("[data-act=correct_payout]")).to_be_visible()
        drawer.locator("[data-act=correct_payout]").focus()
        page.keyboard.press("Enter")
        drawer.locator("[data-field=reason]").focus()
        page.keyboard.type("Short paid")
        table.dan("leave", seat=2)  # the floor is drawn anew behind it
        page.keyboard.press("Escape")
        expect(drawer.locator(".escape-note")).to_be_visible()
        expect(drawer.locator("[data-field=reason]")).to_have_value("Short paid")
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)
        expect(card.locator(".floor-open")).to_be_focused()
