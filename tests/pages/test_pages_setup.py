"""A room set up in the browser from nothing: the link, tables, people from a list, a console, a dealer on it by PIN."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser import TABLET, visitor
from pages_room import PATIENCE
from playwright.sync_api import Browser, Page, expect
from serving import PASSWORD, Client, Server, start_server

pytest_plugins = ("pages_fixtures",)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("setup")) as running:
        yield running


class Hands:
    """Counts what a person does: a field filled, a choice made, a button pressed."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps = page, 0
        page.set_default_timeout(PATIENCE)

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).fill(text)
        self.steps += 1

    def choose(self, name: str, text: str) -> None:
        self.page.locator(f"select[name={name}]").select_option(label=text)
        self.steps += 1

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.steps += 1


def link(server: Server) -> str:
    found = re.search(r"(/setup#\S+)", server.log())
    assert found
    return found[1]


def test_from_nothing_to_a_dealer_at_a_console(server: Server, browser: Browser) -> None:
    with visitor(browser, server.url) as visit:
        page = visit.open("/setup")
        expect(page.locator("#main")).to_contain_text("Open the link that boston7 serve printed")
    with visitor(browser, server.url, viewport=TABLET) as visit:
        page = visit.open(link(server))
        hands = Hands(page)
        hands.press("Create admin")
        expect(page.get_by_role("alert")).to_have_text("Enter your name.")
        hands = Hands(page)
        hands.fill("Your name", "Abe")
        hands.fill("Password", PASSWORD)
        hands.press("Create admin")
        expect(page.get_by_role("heading", name="Set-up")).to_be_visible()
        assert page.url == f"{server.url}/setup", "the token is gone from the address"
        for name in ("Table 1", "Table 2"):
            hands.fill("Name", name)
            if name == "Table 1":
                hands.choose("house", page.locator("select[name=house] option").nth(1).inner_text())
                hands.choose("kind", "Live: real cards, real money")
            hands.press("Add table")
            expect(page.locator(f"[data-table='{name}']")).to_contain_text("Live: real cards")
        live = page.locator("[data-table='Table 1']")
        expect(live).to_contain_text("Every card")
        live.get_by_role("button", name="Table 1: what the dealer keys").click()
        asked = page.locator("[data-form=change-entry]")
        asked.locator("#change-fast").check()
        asked.locator("#change-above").fill("1000")
        asked.locator("[type=submit]").click()
        expect(live).to_contain_text("Fast settle, cards above $1,000")
        page.reload()
        expect(live).to_contain_text("Fast settle, cards above $1,000")
        page.locator("select[name=house]").select_option(index=1)
        hands.fill("Name", "Virtual 1")
        hands.choose("kind", "Virtual cards, play money")
        hands.fill("Chips in the tray", "8,250")
        hands.press("Add table")
        expect(page.locator("[data-table='Virtual 1']")).to_be_visible()
        hands.fill("Name, role", "Sue, supervisor\nDan, dealer\nCass, cashier\nRay, runner\nAud, auditor")
        hands.press("Add people")
        dan = page.locator(".slips [data-person=Dan] td")
        dealers, pin = dan.nth(1).inner_text(), dan.nth(2).inner_text()
        password = page.locator(".slips [data-person=Sue] td").nth(1).inner_text()
        expect(page.locator("#main")).to_contain_text("Accounts so far: 6.")
        assert hands.steps <= 15, hands.steps
    with visitor(browser, server.url, viewport=TABLET) as visit:  # the tablet at the table
        page = visit.open("/console/Table%201")
        page.get_by_role("link", name="Log in", exact=True).last.click()
        hands = Hands(page)
        hands.fill("Name", "Sue")
        hands.fill("Password", password)
        hands.press("Log in")
        expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
        hands.fill("Current password", password)
        hands.fill("New password", PASSWORD)
        hands.press("Change password")
        expect(page.locator("#main")).to_contain_text("Log in with the new one.")
        hands.fill("Name", "Sue")
        hands.fill("Password", PASSWORD)
        hands.press("Log in")
        expect(page.get_by_role("heading", name="Floor", exact=True)).to_be_visible()
        page = visit.open("/console/Table%201")
        hands.press("Make it the console of Table 1")
        expect(page.get_by_role("heading", name="Sign on at Table 1")).to_be_visible()
        hands.press("Sign on")
        expect(page.get_by_role("alert")).to_have_text("Choose your name and enter your PIN.")
        hands.choose("name", "Dan")
        for digit in (*pin, "0"):  # there may be no keyboard
            hands.press(digit)
        hands.press("Delete the last digit")
        expect(page.get_by_label("PIN", exact=True)).to_have_value(pin)
        hands.press("Sign on")
        page.wait_for_url("**/deal/Table%201")
        expect(page.locator("[data-tool=staff] .who")).to_have_text("Sign on")  # Dan does not deal yet.
        assert not visit.faults
        page.goto(server.url + "/me")
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url(server.url + "/")
        expect(page.locator("#play-now")).to_be_visible()
        page.goto(server.url + "/deal/Table%201")
        expect(page.get_by_role("heading", name="Sign on at Table 1")).to_be_visible()
        # The tablet is lost: from any other screen it is no console any more.
        with visitor(browser, server.url, viewport=TABLET) as office:
            page = office.open("/login?next=/console")
            hands = Hands(page)
            hands.fill("Name", "Sue")
            hands.fill("Password", PASSWORD)
            hands.press("Log in")
            expect(page.locator(".console-list")).to_contain_text("Table 11 screen")
            hands.press("Remove: Table 1")
            hands.press("Remove from Table 1")
            expect(page.locator("#main")).to_contain_text("No screen is a console yet.")
        page = visit.open("/console")
        expect(page.locator("#main")).to_contain_text("This screen is not a console yet.")
        client = Client(server).login("Dan", dealers)
        client.post("/api/password", {"old": dealers, "new": PASSWORD}).ok()
        visit.log_in(client.login("Dan").token)
        page = visit.open("/me")
        expect(page.locator("b7-shell .person")).to_contain_text("Dan")
        hands = Hands(page)
        hands.press("Set PIN")
        expect(page.get_by_role("alert").first).to_have_text("Enter a PIN.")
        hands.fill("Your password", PASSWORD)
        hands.fill("New PIN", "8052")
        hands.press("Set PIN")
        expect(page.locator("#main")).to_contain_text("You have a new PIN.")
