"""The staff's pages in turn, each in the middle of a busy shift: long names, six taken seats, amounts in every column,
and open panels.

    for scene in tour(room):
        scene.open(visits[scene.who])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple
from urllib.parse import quote

from browser import Visitor
from pages_live import Live, known_players, live_table, prize_check
from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect
from serving import Client

SIX = {
    1: "Alexandra Papadopoulou", 2: "Maya", 3: "Bartholomew Featherstonehaugh",
    4: "Theo", 5: "Guadalupe Hernandez-Ruiz", 6: "Konstantin Mikhailovich",
}  # fmt: skip
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
FELT = "b7-felt[data-ready]"
CONSOLE = "a console"
Opens = Callable[[Page], None]


def as_it_is(page: Page) -> None:
    """Open nothing on the page."""


def press(selector: str, ready: str) -> Opens:
    def opens(page: Page) -> None:
        page.locator(selector).first.click()
        expect(page.locator(ready).first).to_be_visible()

    return opens


def keys(ready: str, *pressed: str) -> Opens:
    def opens(page: Page) -> None:
        for key in pressed:
            page.keyboard.press(key)
        expect(page.locator(ready).first).to_be_visible()

    return opens


def both(first: Opens, second: Opens) -> Opens:
    def opens(page: Page) -> None:
        first(page)
        second(page)

    return opens


class Scene(NamedTuple):
    """A page to visit. `ready` is visible when the page is complete; `opens` then opens its panels. If `since`, nothing
    has happened since the previous scene, which is on the same page."""

    name: str
    who: str
    path: str
    ready: str
    opens: Opens = as_it_is
    since: bool = True

    def open(self, visit: Visitor) -> Page:
        """Show the page completely, with the panels of this scene open."""
        page = visit.page
        if self.since or not page.url.endswith(self.path):
            visit.open(self.path)
        for _ in range(2):
            if page.locator("dialog[open]").count():
                page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(page.locator(self.ready).first).to_be_visible()
        if self.path.startswith("/deal/"):
            expect(page.locator("#console[data-phase]")).to_be_visible()
            expect(page.locator(".dock:not([data-busy])")).to_have_count(1)
            for _ in range(2):
                if page.locator("#console:not([data-panel=''])").count():
                    page.keyboard.press("Escape")
        self.opens(page)
        return page


class Visits:
    """One screen shared by the staff, because a new one for each costs as much as two pages. `CONSOLE` is the console
    of a table, without a login."""

    def __init__(self, room: CardRoom, browser: Browser, **options: Any) -> None:
        self._room, self._browser, self._options = room, browser, options
        self._stack = ExitStack()
        self._visit: Visitor | None = None
        self._who = ""

    def __enter__(self) -> Visits:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def rest(self) -> None:
        """Leave the page for a while."""
        if self._visit is not None:
            self._visit.rest()

    def of(self, who: str) -> Visitor:
        if self._visit is None:
            self._visit = self._stack.enter_context(self._room.visit(self._browser, **self._options))
        if who != self._who:
            self._who = who
            self._visit.log_out()
            if who == CONSOLE:
                self._visit.has_cookie("boston7_console", _console(self._room))
            else:
                self._visit.log_in(self._room.staff(who).token)
        return self._visit


def _console(room: CardRoom) -> str:
    """Return the cookie of a console that Sue has made."""
    for person in room.staff("Abe").get("/api/people").ok()["people"]:
        if person["role"] == "dealer":
            room.staff("Abe").put(f"/api/people/{person['id']}/pin", {"pin": "258013"}).ok()
    sue = Client(room.server).login("Sue")
    sue.post(f"/api/tables/{quote(room.table(live=True))}/console").ok()
    return sue.cookies["boston7_console"]


def tour(room: CardRoom, away: Callable[[], None] = lambda: None) -> Iterator[Scene]:
    """Yield the scenes. The room changes between them, so each must be viewed before the next. `away` is called before
    many events, which an open console would render for nobody."""
    with ExitStack() as stack:
        known_players(room, *SIX.values())
        yield from _opening(stack.enter_context(live_table(room, ready=False)))
        away()
        keyed = stack.enter_context(live_table(room, players=SIX))
        yield from _keyed(keyed, away)
        fast = stack.enter_context(live_table(room, players=SIX, fast=1_000_00))
        yield from _fast(fast, away)
        yield from _money(room, keyed, fast)
        yield from _floor(room, keyed, fast)
        yield from _office(room, fast)


def _deal(table: Live) -> str:
    return f"/deal/{quote(table.name)}"


def _opening(table: Live) -> Iterator[Scene]:
    yield Scene("deal-choose", "Dan", "/deal", ".table-choice, b7-felt")
    yield Scene("deal-opening", "Dan", _deal(table), FELT)
    table.check_off("unlock_tray")
    yield Scene("deal-count", "Dan", _deal(table), FELT)
    table.hang_up()


def _keyed(table: Live, away: Callable[[], None]) -> Iterator[Scene]:
    """Yield the scenes of a round with entered cards."""
    path = _deal(table)
    yield Scene("deal-betting", "Dan", path, FELT)
    yield Scene("deal-seats", "Dan", path, FELT, keys("#console[data-panel=seats]", "z"), since=False)
    away()
    table.dan("shuffle")
    for seat in SIX:
        table.dan("place_wagers", seat=seat, wagers={"ante": 25_00, "first": 25_00, "three_card_bonus": 10_00})
    yield Scene("deal-wagers", "Dan", path, FELT)
    away()
    for type in ("no_more_bets", *["deal"] * 7):
        table.dan(type)
    yield Scene("deal-keying", "Dan", path, FELT)
    away()
    table.dan("expose", seat=1, cards=["Qs", "Qd", "8c"])
    for seat in (2, 3, 4, 5, 6):
        table.dan("decline", seat=seat)
    table.dan("settle_bonuses")
    yield Scene("deal-decision", "Dan", path, FELT)
    yield Scene("deal-entries", "Dan", path, FELT, keys(".dock .entry", "x"), since=False)
    yield Scene("deal-trouble", "Dan", path, FELT, press("#wrong", "#console[data-panel=trouble]"), since=False)
    yield Scene(
        "deal-trouble-form",
        "Dan",
        path,
        FELT,
        both(press("#wrong", ".trouble-choice"), press(".trouble-choice:not(.not-now)", ".dock .report")),
        since=False,
    )
    away()
    for seat in (1, 2, 3, 4, 5):
        table.dan("place_second", seat=seat)
    table.dan("fold", seat=6)
    for type in (*["deal"] * 6, "rack_stub"):
        table.dan(type)
    for seat in (1, 2, 3, 4, 5):
        table.dan("set_hand", seat=seat)
    yield Scene("deal-reveal", "Dan", path, FELT)
    away()
    table.dan("reveal", cards=DEALERS.split())
    yield Scene("deal-showdown", "Dan", path, FELT)
    listed = keys(".dock .entry", "x")
    wrong = press('.entry:has-text("Dealer\'s hand") button:has-text("Correct")', ".dock .pad-stands button")
    yield Scene("deal-correct", "Dan", path, FELT, both(listed, wrong), since=False)
    table.hang_up()  # Nobody reads that connection any longer.


def _fast(table: Live, away: Callable[[], None]) -> Iterator[Scene]:
    """Yield the scenes of a round with keyed results, up to the closing of the table."""
    path = _deal(table)
    for seat in SIX:
        table.dan("place_wagers", seat=seat, wagers={"ante": 50_00, "first": 50_00, "three_card_bonus": 10_00})
    for type in ("shuffle", "no_more_bets", *["deal"] * 7):
        table.dan(type)
    yield Scene("deal-fast-bonus", "Dan", path, FELT)
    away()
    for seat in SIX:
        table.dan("decline", seat=seat)
    table.dan("settle_bonuses")
    for seat in SIX:
        table.dan("place_second", seat=seat)
    for type in (*["deal"] * 7, "rack_stub"):
        table.dan(type)
    for seat in SIX:
        table.dan("set_hand", seat=seat)
    table.dan("reveal", cards=DEALERS.split())
    yield Scene("deal-fast", "Dan", path, FELT)
    away()
    for seat in (6, 5, 4, 3, 2, 1):
        table.dan("key_hand", seat=seat, award="none", result="lose" if seat % 2 else "win")
    yield Scene("deal-pay", "Dan", path, FELT)
    away()
    for _ in SIX:
        table.dan("settle")
    yield Scene("deal-over", "Dan", path, FELT)
    away()
    table.dan("next_round")
    yield Scene("deal-again", "Dan", path, FELT)
    table.hang_up()


def _money(room: CardRoom, keyed: Live, fast: Live) -> Iterator[Scene]:
    sue = room.staff("Sue")
    pieces = [{"value": 10_000, "count": 20}, {"value": 2_500, "count": 40}]
    slip = sue.post("/api/slips", {"kind": "fill", "table": keyed.name, "pieces": pieces}).ok()
    prize_check(room, "Somebody with a mark", 12_500_00, keyed.name)
    bar = {"name": "Somebody with a rather long name", "ground": "other", "reason": "A quarrel at the rail, twice."}
    sue.post("/api/bars", bar)
    text = "A player at seat 3 spilled a drink over the layout; the game stood still for ten minutes."
    sue.post("/api/shift/incidents", {"code": "dispute", "text": text, "table": keyed.name}).ok()
    fast.sue("begin_closing", reason="The shift ends")
    fast.sue("end_play")
    yield Scene("deal-closing", "Dan", _deal(fast), FELT)
    for seat in SIX:
        fast.dan("leave", seat=seat)
    fast.dan("count_tray", amount=fast.state.tray - 25_00)
    fast.sue("close_table")
    fast.hang_up()
    for who in ("Dan", "Aud", "Cass"):
        yield Scene(f"shift-{who.lower()}", who, "/shift", "main table")
    drop = press("[data-session] .go", "dialog[open]")
    yield Scene("shift-drop", "Cass", "/shift", "main table", drop, since=False)
    yield Scene("shift-cash", "Cass", "/shift", "main table", press("text=Redeem chips", "dialog[open]"), since=False)
    yield Scene("shift-sue", "Sue", "/shift", "main table")
    ask = press("#request-slip", "dialog[open]")
    yield Scene("shift-slip", "Sue", "/shift", "#request-slip", ask, since=False)
    paper = press(f"[data-slip='{slip['serial']}'] .button:has-text('Paper')", "dialog.paper[open]")
    yield Scene("shift-paper", "Sue", "/shift", "main table", paper, since=False)


def _floor(room: CardRoom, keyed: Live, fast: Live) -> Iterator[Scene]:
    yield Scene("floor", "Sue", "/floor", ".floor-grid [data-table]")
    yield Scene(
        "floor-new", "Sue", "/floor", ".floor-grid [data-table]", press("#new-table", "dialog[open]"), since=False
    )
    for name, table in (("floor-table", keyed), ("floor-open", fast)):
        opened = press(f"[data-table='{table.name}'] .floor-open", ".drawer[open] [data-act]")
        yield Scene(name, "Sue", "/floor", f"[data-table='{table.name}']", opened, since=False)


def _office(room: CardRoom, table: Live) -> Iterator[Scene]:
    yield Scene("people-cage", "Cass", "/people", "main tbody tr:nth-child(3)")
    yield Scene("people", "Abe", "/people", "main tbody tr:nth-child(3)")
    pin = press("text=PIN >> nth=-1", "dialog[open]")
    yield Scene("people-pin", "Abe", "/people", "main tbody tr", pin, since=False)
    yield Scene("audit", "Aud", "/audit", "main table tbody tr")
    yield Scene("audit-film", "Aud", f"/audit/{quote(table.name)}/1", FELT)
    yield Scene("setup", "Abe", "/setup", "[data-form=terms]")
    yield Scene(
        "setup-entry", "Abe", "/setup", ".entry-cell", press(".entry-cell .button", "dialog[open]"), since=False
    )
    yield Scene("console-make", "Sue", "/console", "[data-form=make-console]")
    yield Scene("console", CONSOLE, "/console", "[data-form=sign-on]")
    yield Scene("account", "Dan", "/me", "main form")
