"""A card room from its first start, used only through its pages.

with opened(folder, browser) as room:
    room.set_up(("Table 1",), "Sue, supervisor")
    room.log_in("floor", "Sue")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

from browser import DESKTOP, TABLET, Visitor, visitor
from pages_room import QUICK
from pages_staff import Console, Report
from playwright.sync_api import Browser, Locator, Page, expect
from serving import PASSWORD, Server, start_server

CHIPS = (1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00)
BILLS = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00)


def approve(place: Locator) -> None:
    place.locator("[data-request-act=approve]").click()
    expect(place.locator(".request.to-approve")).to_have_count(0)


class Seen(Console):
    """The console of a table on a staff member's own page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def correct(self, what: str, *fields: tuple[str, str], choice: str = "", cards: str = "") -> None:
        """Correct an entry in the list: the row, its form, the rules' answer, and the end."""
        dialog = self.page.locator("#console[data-panel=entries]")
        self.idle()
        self.keys("x")
        expect(dialog.locator(".entry").first).to_be_visible()
        found, older = dialog.locator(".entry", has_text=what), dialog.locator("[data-turn=older]:enabled")
        while not found.count() and older.count():
            older.click()
        found.first.get_by_role("button", name="Correct").click()
        for field, text in fields:
            dialog.locator(f"#amend-{field}").fill(text)
        if cards:
            expect(dialog.locator("b7-pad")).to_be_visible()
            self.cards(cards)
        if choice:
            dialog.get_by_role("button", name=choice, exact=True).click()
        if dialog.locator("[data-why=true]").count():
            dialog.locator("[data-why=true]").click()
        if not dialog.locator("#amend-reason").input_value():
            dialog.locator(".amend-reasons button").first.click()
        dialog.locator(".gold[type=submit]:enabled").click()
        expect(dialog).to_have_count(0)
        self.idle()

    def approve(self) -> None:
        """Approve another person's request."""
        approve(self.page.locator("body"))


class Tablet(Seen):
    """The console at a table, where a person has signed on by PIN."""

    def __init__(self, visit: Visitor, name: str) -> None:
        super().__init__(visit.page)
        self.visit, self.name = visit, name

    def open(self) -> None:
        """Open the page again."""
        self.visit.open(f"/deal/{quote(self.name)}")
        self.ready()

    def ready(self) -> None:
        expect(self.page.locator("#console[data-phase]")).to_be_visible()
        expect(self.page.locator(".line[data-line=up]")).to_have_count(1)

    def sign_on(self, name: str, pin: str) -> None:
        page = self.page
        expect(page.get_by_role("heading", name=f"Sign on at {self.name}")).to_be_visible()
        page.locator("select[name=name]").select_option(label=name)
        page.get_by_label("PIN", exact=True).fill(pin)
        page.get_by_role("button", name="Sign on", exact=True).click()
        page.wait_for_url(f"**/deal/{quote(self.name)}")
        self.ready()

    def relieve(self, name: str, pin: str, whom: str) -> None:
        self.page.locator("[data-tool=staff]").click()
        self.page.get_by_role("link", name="Change dealer").click()
        self.sign_on(name, pin)
        self.page.locator("[data-tool=staff]").click()
        self.page.get_by_role("button", name=f"Relieve {whom}").click()
        self.page.get_by_role("button", name=f"Relieve {whom}: confirm").click()
        expect(self.page.locator("#console[data-panel='']")).to_have_count(1)

    def press(self, *keys: str) -> None:
        """Press keys once the last act has been answered and shown."""
        self.idle()
        self.keys(*keys)

    # Opening and closing.

    def check_off(self, *steps: str) -> None:
        for step in steps:
            button = self.page.locator(f".dock button[data-step='{step}']")
            button.click()
            expect(button).to_have_count(0)

    def count_tray(self, cents: int, says: str = "Tray counted") -> None:
        count(self.page.locator(".dock .count-form"), cents, CHIPS)
        self.page.locator(".dock .gold[data-act=count_tray]").click()
        self.idle()
        expect(self.page.locator(".dock .count-form")).to_have_count(0)
        expect(self.page.locator("#last li", has_text=says).first).to_be_visible()

    def count_again(self, cents: int) -> None:
        self.page.get_by_role("button", name="Count again").click()
        self.count_tray(cents)

    # Seats.

    def seat(self, number: int) -> Locator:
        if not self.page.locator(".seats-dialog[open]").count():
            self.press("s")
        return self.page.locator(f".seats-dialog[open] [data-seat='{number}']")

    def walk_up(self, seat: int, name: str) -> None:
        row = self.seat(seat)
        row.locator("input").fill(name)
        row.get_by_role("button", name="Walk-up").click()
        expect(row).to_contain_text(f"{name} (cash)")

    def buy_in(self, seat: int, cents: int) -> None:
        row = self.seat(seat)
        row.locator("input").fill(str(cents // 100))
        row.get_by_role("button", name=f"Cash buy-in, seat {seat}").click()
        expect(row).to_contain_text(f"${cents // 100:,} on the rail")

    def leave(self, *seats: int) -> None:
        for number in seats:
            row = self.seat(number)
            row.get_by_role("button", name=f"Color up and leave, seat {number}").click()
            row.get_by_role("button", name=re.compile(f"^Color up .*, seat {number} leaves$")).click()
            expect(row).to_contain_text("empty")
        self.keys("Escape")


def count(form: Locator, cents: int, values: tuple[int, ...]) -> None:
    """Enter an amount by denomination, in the fewest pieces."""
    for value in values:
        pieces, cents = divmod(cents, value)
        form.locator(f"[data-value='{value}']").fill(str(pieces))
    assert cents == 0, f"{cents} cents have no piece"


class Staffed:
    """A room where each person has a browser, and each table a tablet."""

    def __init__(self, server: Server, browser: Browser, stack: ExitStack) -> None:
        self.server, self._browser, self._stack = server, browser, stack
        self._pages: dict[str, Page] = {}
        self.first: dict[str, tuple[str, str]] = {}
        """The first password and the PIN of each person, from the list of first logins."""

    def visit(self, viewport: dict[str, int]) -> Visitor:
        likes = {"boston7.prefs": QUICK}
        return self._stack.enter_context(visitor(self._browser, self.server.url, viewport=viewport, stored=likes))

    def set_up(self, tables: tuple[str, ...], people: str) -> None:
        """Set up the room as the first admin, with the printed link."""
        found = re.search(r"(/setup#\S+)", self.server.log())
        assert found
        visit = self.visit(DESKTOP)
        page = visit.open(found[1])
        page.get_by_label("Your name", exact=True).fill("Abe")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Create admin").click()
        form = page.locator("[data-form=add-table]")
        for name in tables:
            form.get_by_label("Name", exact=True).fill(name)
            form.locator("[name=house]").select_option("nhcg")
            form.locator("[name=kind]").select_option("live")
            form.locator("#new-fast").check()
            form.locator("#new-above").fill("1000")
            form.get_by_role("button", name="Add table").click()
            expect(page.locator(f"[data-table='{name}']")).to_contain_text("Live: real cards")
        page.get_by_label("Name, role", exact=True).fill(people)
        page.get_by_role("button", name="Add people").click()
        expect(page.locator(".slips [data-person]")).to_have_count(len(people.splitlines()))
        for row in page.locator(".slips [data-person]").all():
            _, password, pin = row.locator("td").all_inner_texts()
            self.first[row.get_attribute("data-person") or ""] = (password, pin)

    def tablet(self, table: str, dealer: str) -> Tablet:
        """Make a browser the console of a table as the admin, and sign a dealer on."""
        visit = self.visit(TABLET)
        page = visit.open(f"/console/{quote(table)}")
        page.locator("#main").get_by_role("link", name="Log in", exact=True).click()
        self._log_in(page, "Abe", PASSWORD)
        page.get_by_role("button", name=f"Make it the console of {table}").click()
        tablet = Tablet(visit, table)
        tablet.sign_on(dealer, self.first[dealer][1])
        return tablet

    def page(self, name: str) -> Page:
        """Return a person's page, logged in. The first login replaces the first password."""
        if name not in self._pages:
            first, own = self.first[name][0], f"{PASSWORD} of {name}"
            visit = self.visit(DESKTOP)
            page = self._pages[name] = visit.open("/login")
            self._log_in(page, name, first)
            page.get_by_label("Current password", exact=True).fill(first)
            page.get_by_label("New password", exact=True).fill(own)
            page.get_by_role("button", name="Change password").click()
            expect(page.locator("#main")).to_contain_text("Log in with the new one.")
            self._log_in(page, name, own)
            expect(page.locator("#main :is(h1, h2)").first).to_have_text(re.compile("Floor|Shift"))
        return self._pages[name]

    @staticmethod
    def _log_in(page: Page, name: str, password: str) -> None:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Log in", exact=True).click()

    def go(self, name: str, path: str) -> Page:
        page = self.page(name)
        page.goto(self.server.url + path)
        return page

    # The floor.

    def drawer(self, who: str, table: str) -> Locator:
        page = self.page(who)
        if not page.url.endswith("/floor"):
            self.go(who, "/floor")
        drawer = page.locator(".drawer[open]")
        if drawer.count() and drawer.locator("#drawer-title").inner_text() != table:
            drawer.get_by_role("button", name="Close", exact=True).click()
            expect(drawer).to_have_count(0)
        if not drawer.count():
            page.locator(f".floor-card[data-table='{table}'] .floor-open").click()
        expect(drawer.locator("#drawer-title")).to_have_text(table)
        return drawer

    def report(self, who: str, table: str, act: str) -> Report:
        drawer = self.drawer(who, table)
        drawer.locator(f".drawer-acts [data-act='{act}']").click()
        return Report(self.page(who), drawer.locator(".drawer-body .report"))

    def approve(self, who: str, table: str) -> None:
        approve(self.drawer(who, table))

    def sign(self, who: str, table: str, step: str, says: str = "") -> None:
        button = self.drawer(who, table).locator(f".drawer-due button[data-step='{step}']")
        expect(self.drawer(who, table).locator(".drawer-due")).to_contain_text(says)
        button.click()
        expect(button).to_have_count(0)

    # The shift.

    def request_slip(self, who: str, kind: str, table: str, cents: int) -> str:
        page = self.go(who, "/shift")
        page.locator("#request-slip").click()
        form = page.locator("[data-form=request-slip]")
        form.locator("[name=kind]").select_option(kind)
        form.locator("[name=table]").select_option(table)
        count(form.locator(".count-form"), cents, CHIPS)
        form.locator("[type=submit]").click()
        expect(form).to_have_count(0)
        row = page.locator("[data-slip]", has_text=table).filter(has_text=kind.title())
        return row.first.get_attribute("data-slip") or ""

    def sign_slip(self, page: Page, serial: str, who: str) -> None:
        page.goto(f"{self.server.url}/shift")
        row = page.locator(f"[data-slip='{serial}']")
        row.get_by_role("button", name=re.compile("^Sign")).click()
        form = page.locator("[data-form=sign-slip]")
        form.locator("[type=submit]").click()
        expect(form).to_have_count(0)
        expect(row).to_contain_text(who)

    def count_drop(self, who: str, table: str, cents: int) -> None:
        page = self.page(who)
        page.get_by_role("button", name=f"Count drop: {table}").click()
        form = page.locator("[data-form=count-drop]")
        count(form.locator(".count-form"), cents, BILLS)
        form.locator("[type=submit]").click()
        expect(form).to_have_count(0)
        expect(page.locator(f"tr[data-session='{table}/1']")).to_contain_text("not signed")

    def sign_drop(self, who: str, table: str, says: str) -> None:
        page = self.page(who)
        page.get_by_role("button", name=f"Sign drop: {table}").click()
        form = page.locator("[data-form=sign-drop]")
        expect(form).to_contain_text(says)
        form.locator("[type=submit]").click()
        expect(form).to_have_count(0)


@contextmanager
def opened(folder: Path, browser: Browser) -> Iterator[Staffed]:
    """Serve an empty folder. At the end no page may have had a fault."""
    with start_server(folder) as server, ExitStack() as stack:
        yield Staffed(server, browser, stack)
