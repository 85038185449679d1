"""People press slowly. A press that is held, the focus and an open disclosure survive whatever the page is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pages_live import PLAYERS, Live, known_players, live_table
from pages_player import Player
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, Locator, expect

pytest_plugins = ("pages_fixtures",)

SLOW = 300
"""Milliseconds; a tremor or a cold hand takes longer."""


@pytest.fixture(scope="module")
def card_room(quiet_room: CardRoom) -> CardRoom:
    return quiet_room


@contextmanager
def pressed(target: Locator) -> Iterator[None]:
    """Held down meanwhile, and for a while."""
    target.scroll_into_view_if_needed()
    place = target.bounding_box()
    assert place is not None
    mouse = target.page.mouse
    mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    mouse.down()
    yield
    target.page.wait_for_timeout(SLOW)
    mouse.up()


@contextmanager
def console_at(card_room: CardRoom, browser: Browser, phase: str) -> Iterator[tuple[Live, Console]]:
    with live_table(card_room) as table:
        table.play_until(phase)
        with at_console(table, browser) as console:
            console.at(phase)
            yield table, console


def test_a_press_in_the_dock_survives_a_frame(card_room: CardRoom, browser: Browser) -> None:
    with console_at(card_room, browser, "decision") as (table, console):
        page = console.page
        console.idle()
        fold = page.locator(".decide [data-act=fold][data-seat='4']")
        with pressed(fold):
            table.dan("fold", seat=5)
            expect(page.locator(".decide .out")).to_have_count(1)
        expect(page.locator(".decide .out")).to_have_count(2)
        assert table.state.seat(4).status == "folded"


def test_the_dock_keeps_the_focus_through_a_frame(card_room: CardRoom, browser: Browser) -> None:
    with console_at(card_room, browser, "decision") as (table, console):
        page = console.page
        console.idle()
        fold = page.locator(".decide [data-act=fold][data-seat='4']")
        for place, seat, folded in ((fold, 5, 1), (page.locator("#seats"), 2, 2)):
            place.focus()
            table.dan("fold", seat=seat)
            expect(page.locator(".decide .out")).to_have_count(folded)
            expect(place).to_be_focused()


def test_a_slow_press_does_what_the_button_said(card_room: CardRoom, browser: Browser) -> None:
    """The gold button goes on to the next phase while it is held: it must not act for that phase."""
    with console_at(card_room, browser, "decision") as (table, console):
        gold = console.page.locator(".dock .gold")
        console.idle()
        expect(gold).to_contain_text("All play")
        with pressed(gold):
            for seat in PLAYERS:
                table.dan("place_second", seat=seat)
            expect(gold).to_contain_text("Hands are set")
        console.idle()
        assert table.state.phase == "dealing_four"


def test_the_wagers_are_pressed_while_others_arrive(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, at_console(table, browser) as console:
        console.at("betting")
        plate = console.page.locator(".felt-plate[data-seat='5']")
        with pressed(plate):
            table.dan("place_wagers", seat=2, wagers={"ante": 10_00, "first": 10_00})
            expect(console.page.locator("#pay")).to_contain_text("Bets in: 1 of 3")
        expect(console.page.locator(".call-title")).to_have_text("Seat 5, Ines: how much?")


@contextmanager
def drawer(card_room: CardRoom, browser: Browser) -> Iterator[tuple[Live, Locator]]:
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        visit.open("/floor")
        visit.page.locator(f".floor-card[data-table='{table.name}'] .floor-open").click()
        opened = visit.page.locator(".drawer[open]")
        expect(opened.locator(".drawer-acts button").first).to_be_visible()
        yield table, opened


def test_the_floor_drawer_keeps_a_press_and_the_focus(card_room: CardRoom, browser: Browser) -> None:
    with drawer(card_room, browser) as (table, opened):
        act = opened.locator(".drawer-acts [data-act='house']")
        with pressed(act):
            table.dan("place_wagers", seat=2, wagers={"ante": 10_00, "first": 10_00})
            expect(opened.locator(".drawer-last li").first).to_contain_text("$10")
        expect(opened.locator("[data-form=house]")).to_be_visible()
        act.focus()
        table.dan("place_wagers", seat=4, wagers={"ante": 10_00, "first": 10_00})
        expect(opened.locator(".drawer-last li", has_text="Theo").first).to_be_visible()
        expect(act).to_be_focused()


def test_a_table_is_opened_on_the_floor_while_its_figures_change(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/floor")
        card = page.locator(f".floor-card[data-table='{table.name}']")
        layout = card.locator(".floor-figures")
        with pressed(card.locator(".floor-open")):
            table.dan("place_wagers", seat=2, wagers={"ante": 13_00, "first": 13_00})
            expect(layout).to_contain_text("$26")
        expect(page.locator(".drawer[open]")).to_be_visible()


def test_a_seat_is_taken_from_the_lobby_while_tables_change(card_room: CardRoom, browser: Browser) -> None:
    guest, other = card_room.guest(), card_room.guest()
    table = card_room.table()
    with card_room.visit(browser, guest) as visit:
        page = visit.open("/")
        row = page.locator(f"[data-table='{table}']")
        with pressed(row.get_by_role("button", name="Sit")):
            card_room.seat(other, table, 2)
            expect(row.locator(".seat-dot.taken")).to_have_count(1)
        page.wait_for_url(f"**/table/{table.replace(' ', '%20')}?sit")


def test_a_disclosure_of_the_report_stays_open(card_room: CardRoom, browser: Browser) -> None:
    known_players(card_room, "Maya")
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        table.play_until("decision")
        page = visit.open("/shift")
        seats = page.locator(f"tr[data-session='{table.name}/1'] details")
        seats.locator("summary").click()
        expect(seats).to_have_attribute("open", "")
        button = page.locator(f"tr[data-session='{table.name}/1']").get_by_role("button", name="Paper").first
        button.focus()
        incident = {"code": "other", "text": "A spilled drink", "table": table.name}
        card_room.staff("Sue").post("/api/shift/incidents", incident).ok()
        expect(page.locator(".shift-incidents")).to_contain_text("A spilled drink")
        expect(seats).to_have_attribute("open", "")
        expect(button).to_be_focused()


def test_a_slip_is_pressed_while_the_page_is_refreshed(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        sue = card_room.staff("Sue")
        slip = {"kind": "fill", "table": table.name, "pieces": [{"value": 500, "count": 1}]}
        sue.post("/api/slips", slip).ok()
        page = visit.open("/shift")
        rows = page.locator("tr[data-slip]", has_text=table.name)
        expect(rows).to_have_count(1)
        serial = rows.get_attribute("data-slip")
        with pressed(page.get_by_role("button", name=f"Paper: {serial}", exact=True)):
            sue.post("/api/slips", slip).ok()
            expect(rows).to_have_count(2)
        expect(page.locator("dialog.paper")).to_contain_text(str(serial))


def test_the_player_presses_while_others_act(card_room: CardRoom, browser: Browser) -> None:
    me, friend = card_room.guest(), card_room.guest()
    table = card_room.table()
    card_room.seat(me, table, 3)
    card_room.seat(friend, table, 4)
    with card_room.visit(browser, me, likes='{"motion": "reduced"}') as visit:
        player = Player(visit, table, 3).open()
        player.click_chips(500, "ante")
        with pressed(player.act("deal")):
            card_room.act(friend, table, type="place_wagers", seat=4, wagers={"ante": 5_00, "first": 5_00})
            expect(player.page.locator(".felt-laid[data-seat='4'][data-wager=ante] *").first).to_be_attached()
        expect(player.act("deal")).to_have_count(0)
        player.at("three_card_bonus", "decision")


def test_two_quick_presses_are_two(card_room: CardRoom, browser: Browser) -> None:
    """The second is held when the page checks whether the first one led to a click."""
    with card_room.visit(browser) as visit:
        page = visit.open("/")
        page.evaluate(
            """async () => {
              const { h } = await import("/assets/kit/dom.js");
              const count = ({ currentTarget }) => { currentTarget.textContent = +currentTarget.textContent + 1; };
              document.body.prepend(h("button", { id: "twice", text: "0", on: { click: count } }));
            }"""
        )
        button = page.locator("#twice")
        button.hover()
        page.mouse.down()
        page.mouse.up()
        page.mouse.down()
        page.wait_for_timeout(SLOW)
        page.mouse.up()
        expect(button).to_have_text("2")
