"""A supervisor approves at the dealer's console by PIN, by touch and by keyboard."""

from __future__ import annotations

import os
from urllib.parse import quote

import pytest
from browser import TABLET, Visitor
from pages_live import Live, live_table
from pages_room import CardRoom
from pages_staff import Console
from playwright.sync_api import Browser, expect
from serving import Client

pytest_plugins = ("pages_fixtures",)

PIN = "258013"


def entry_of_cash(table: Live, seat: int) -> int:
    path = f"/api/tables/{quote(table.name)}/entries"
    found = table.room.staff("Dan").get(path).ok()["entries"]
    return next(int(one["number"]) for one in found if one["command"]["type"] == "buy_in_cash" and one["seat"] == seat)


def ask(table: Live, cents: int) -> None:
    """Dan keyed a zero too many."""
    now = {"type": "buy_in_cash", "seat": 2, "amount": cents}
    table.dan("amend", entry=entry_of_cash(table, 2), now=now, reason="one zero too many")


def _look(visit: Visitor, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        visit.uncover()
        visit.page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "keyboard"])
def test_a_supervisor_approves_at_the_console_by_pin(card_room: CardRoom, browser: Browser, touch: bool) -> None:
    sue = next(one for one in card_room.staff("Abe").get("/api/people").ok()["people"] if one["name"] == "Sue")
    card_room.staff("Abe").put(f"/api/people/{sue['id']}/pin", {"pin": PIN}).ok()
    with live_table(card_room) as table:
        table.dan("buy_in_cash", seat=2, amount=200_00)
        rail = table.state.seat(2).rail
        maker = Client(card_room.server).login("Sue")
        maker.post(f"/api/tables/{quote(table.name)}/console").ok()
        with card_room.visit(browser, card_room.staff("Dan"), viewport=TABLET, has_touch=True) as visit:
            visit.has_cookie("boston7_console", maker.cookies["boston7_console"])
            Console(visit, table).open()
            page = visit.page
            ask(table, 20_00)
            card = page.locator(".request[data-request]")
            dock = page.locator(".dock")
            alert = page.locator(".call [role=alert]")
            expect(card).to_contain_text("Seat 2's cash buy-in (Cash into the drop box $200), now")
            expect(card).to_contain_text("Reason: one zero too many")
            expect(card.locator(".moves")).to_contain_text("$180")
            opens = dock.get_by_role("button", name="Supervisor is here: PIN")
            submit = dock.locator("[data-request-act=pin-yes]")
            sign = dock.get_by_role("button", name="Sign")
            digits = dock.locator(".keypad")
            if touch:
                opens.tap()
                expect(dock.locator("[data-supervisor=Sue]")).to_have_attribute("aria-pressed", "true")
                expect(submit).to_be_disabled()
                sign.tap()
                expect(alert).to_have_text("Choose the supervisor and enter the PIN.")
                for digit in "258014":
                    digits.get_by_role("button", name=digit, exact=True).tap()
                submit.tap()
                expect(alert).to_contain_text("Wrong name or PIN.")
                (wrong,) = visit.faults
                assert "401" in wrong
                visit.faults.clear()
                for digit in PIN:
                    digits.get_by_role("button", name=digit, exact=True).tap()
                _look(visit, "approve-by-pin")
                submit.tap()
            else:
                opens.focus()
                page.keyboard.press("Enter")
                expect(dock.locator("[name=pin]")).to_be_focused()
                expect(dock.locator("[data-supervisor=Sue]")).to_have_attribute("aria-pressed", "true")
                page.keyboard.type(PIN[:2])
                page.keyboard.press("Tab")
                page.keyboard.type(PIN[2:])  # no digit of it becomes a wager
                expect(dock.locator("[name=pin]")).to_have_value(PIN)
                page.keyboard.press("Enter")
            expect(page.locator(".chips-to-move")).to_contain_text("Take $180 back from seat 2")
            assert table.state.seat(2).rail == rail - 180_00
            assert card_room.staff("Dan").me["person"]["name"] == "Dan"
        table.conserves()
