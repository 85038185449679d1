"""Every page for everybody: axe finds nothing serious, the keyboard reaches everything and shows where it is, the first
load is small, and nothing moves under a finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from typing import Any, Literal

import pytest
from access import AT_REST, FIRST_LOAD, TABLE_LOAD, axe, by_day, grave, heavy, restless, too_wide
from browser import DESKTOP, PHONE, UPRIGHT
from campaign import CAMPAIGN, first, times
from pages_player import Player
from pages_room import PATIENCE, CardRoom
from pages_tour import STOPS, Evening, Stop, arrive
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from boston7.hands import ThreeCategory, three_category

FINGER = """[...document.querySelectorAll('button, a, label:has(input), summary')].filter((it) =>
  it.checkVisibility({visibilityProperty: true, opacityProperty: true})
  && !it.disabled && !it.closest('.skip, .sr, svg, .result :is(.result-lines, .eyebrow)')
).flatMap((it) => {
  const {left, top, width, height} = it.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const mine = (dx, dy) => it.contains(document.elementFromPoint(x + dx, y + dy));
  if (!mine(0, 0)) return [];
  const reach = (dx, dy) => {
    let far = 0;
    while (far < 40 && mine(dx * (far + 1), dy * (far + 1))) far += 1;
    return far;
  };
  const [wide, high] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
  return wide >= 43 && high >= 43 ? [] : [`${wide} x ${high}: ${it.className} "${it.innerText.trim().slice(0, 30)}"`];
})"""
"""What is smaller than 44 by 44 px (to a pixel) around its middle, for a finger that taps there. The result's lines are
text, each with a mark at its end."""

pytest_plugins = ("pages_fixtures",)

ALIKE = ("rules", "table-watching", "table-deciding", "fair", "audit-film")
"""Drawn by the same scripts as rules-house, table, fair-round and round: in a campaign only. To decide is judged with
what opens then, below."""
SEEN = ("deal", "floor", "audit", "people", "setup", "console", "shift")
"""Judged from day to day where they are looked at anyway: test_pages_staff_looks.py"""
LOOKED_AT = [stop for stop in STOPS if CAMPAIGN or stop.name not in (*ALIKE, *SEEN)]
WALKED = ("lobby", "table", "rules-house", "odds", "fair-round", "round", "me", "login")
"""From day to day: one of each kind. Those of the staff: test_pages_staff_looks.py."""
ANOTHER = ("lobby", "table")
"""Another page on a phone: what others show there is the same in one column."""
MOST_STOPS = 70
SEE = """() => {
  const drawn = (element) => {
    const {boxShadow} = getComputedStyle(element);
    return boxShadow !== 'none' || [undefined, '::after'].some((part) => {
      const {outlineStyle, outlineWidth} = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    });
  };
  const ringed = (part) => drawn(part) || parseFloat(getComputedStyle(part).strokeWidth) >= 2;
  window.stops = [];
  document.addEventListener('focusin', ({target: at}) => {
    const parts = at instanceof SVGElement ? [...at.querySelectorAll('circle, rect')] : [];
    const seen = drawn(at) || parts.some(ringed);
    window.stops.push({at, seen: seen && at.matches(':focus-visible'), what: at.outerHTML.slice(0, 140)});
  });
}"""
WALKED_SO_FAR = """() => {
  const places = window.stops.map(({at}) => at);
  const again = places.findIndex((at, number) => places.indexOf(at) < number);
  const around = again >= 0 || document.activeElement === document.body;
  return {around, stops: window.stops.slice(0, again < 0 ? undefined : again).map(({seen, what}) => ({seen, what}))};
}"""


@pytest.fixture(scope="module")
def evening(card_room: CardRoom) -> Evening:
    return Evening(card_room)


def unseen(page: Page) -> tuple[int, list[str]]:
    """Walks the page with Tab, once around: how many places it reaches, and where one cannot see that one is there."""
    page.locator("a.skip").focus()
    page.evaluate(SEE)
    for _ in range(MOST_STOPS // 5):
        for _ in range(5):
            page.keyboard.press("Tab")
        walked = page.evaluate(WALKED_SO_FAR)
        if walked["around"]:
            break
    return len(walked["stops"]), [stop["what"] for stop in walked["stops"] if not stop["seen"]]


@pytest.mark.campaign
@pytest.mark.parametrize("size", ["desktop", "phone"][: times(1, 2)])
@pytest.mark.parametrize("stop", LOOKED_AT, ids=lambda stop: stop.name)
def test_a_page(
    card_room: CardRoom, browser: Browser, evening: Evening, stop: Stop, size: Literal["desktop", "phone"]
) -> None:
    """From day to day one visit at the desk, where every other page is seen by day, the rest by night; then as narrow
    as a phone. In a campaign each page on either screen from its first byte on, by night and by day."""
    client, path = evening.client(stop), evening.path(stop)
    desk = size == "desktop"
    viewport = DESKTOP if desk else PHONE
    day = STOPS.index(stop) % 2 == 1
    with card_room.visit(browser, client, viewport=viewport, has_touch=not desk) as visit:
        page = visit.page
        visit.down_expected = stop.name == "table-missing"  # a table that is not there is a 404
        visit.open(path)
        arrive(page, stop)
        faults = heavy(page, TABLE_LOAD if stop.name.startswith("table") else FIRST_LOAD) if desk else []
        faults += restless(page) + too_wide(page)
        if day and not CAMPAIGN:
            by_day(page)
        if desk and (CAMPAIGN or stop.name in WALKED):
            reached, lost = unseen(page)
            assert reached > 2
            faults += [f"focus is not seen: {what}" for what in lost]
            page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        visit.uncover()
        line = axe(visit)
        if CAMPAIGN or not day:
            faults += [f"dark: {fault}" for fault in grave(line)]
        if CAMPAIGN:
            by_day(page)
        if CAMPAIGN or day:
            faults += [f"light: {fault}" for fault in grave(line, ["color-contrast"] if CAMPAIGN else None)]
        if not CAMPAIGN:
            page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
            page.evaluate(AT_REST)
            faults += too_wide(page)
            if stop.name in ANOTHER:
                faults += [f"phone: {fault}" for fault in grave(line, but=["color-contrast"])]
        assert not faults, "\n".join(faults)


@pytest.mark.parametrize("viewport", first(1, [PHONE, UPRIGHT, DESKTOP]), ids=lambda size: str(size["width"]))
def test_whatever_opens_at_the_table_and_whatever_a_finger_finds_there(
    card_room: CardRoom, browser: Browser, viewport: ViewportSize
) -> None:
    """Guide, panels and dialogs of a seat, each as it stands open, by night and by day in turn; and in each phase all
    that can be pressed, by what lies under a finger, not by what is drawn: something else may lie on half of it."""
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, 3)
    card_room.wish(guest, table, lambda hands: three_category(hands.seats[0][:3]) is ThreeCategory.PAIR)
    faults: list[str] = []
    looks = count()
    likes = '{"motion": "reduced", "speed": "1000"}'
    how: Any = {"viewport": viewport, "has_touch": viewport != DESKTOP, "likes": likes}
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        player = Player(visit, table, 3).open()
        visit.uncover()
        line = axe(visit)

        def touch(when: str) -> None:
            page.evaluate(AT_REST)
            if viewport != DESKTOP:
                faults.extend(f"{when}: too small for a finger: {fault}" for fault in page.evaluate(FINGER))

        def look(what: str) -> None:
            expect(page.locator(what)).to_be_visible()
            touch(what)
            day = next(looks) % 2 == 1
            if CAMPAIGN or not day:
                faults.extend(f"{what}: {fault}" for fault in grave(line))
            if CAMPAIGN or day:
                by_day(page)
                faults.extend(f"{what} by day: {fault}" for fault in grave(line))
                page.evaluate("delete document.documentElement.dataset.theme")

        def menu(item: str) -> None:
            page.locator(".rail-more").click()
            page.locator(f"[data-more={item}]").click()

        look(".guide")
        page.locator("[data-guide=end]").click()
        expect(page.locator(".guide")).to_be_hidden()
        touch("betting")
        page.locator(".auto-toggle").click()
        look(".auto-panel")
        page.keyboard.press("Escape")
        menu("invite")
        expect(page.locator("dialog .qr")).to_be_visible()
        look("dialog[data-dialog=invite]")
        page.keyboard.press("Escape")
        page.locator("#pays").click()
        look("dialog")
        page.keyboard.press("Escape")
        with page.expect_response("**/api/coach/**"):  # nobody waits long for it when they fold
            player.press("deal")
            player.at("decision")
        player.offers("fold", "place_second")
        touch("decision")
        player.press("fold")
        look("dialog[data-dialog=fold]")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        player.press("place_second")
        player.at("setting")
        player.offers("set_hand")
        touch("setting")
        player.press("set_hand")
        player.at("complete")
        touch("complete")
        page.locator("#history").click()
        expect(page.locator("dialog tbody tr")).to_have_count(1)
        look("dialog[data-dialog=history]")
        page.locator("[data-share='1']").click()
        look("dialog[data-dialog=share]")
    assert not faults, "\n".join(dict.fromkeys(faults))


def test_a_whole_evening_by_keyboard_alone(card_room: CardRoom, browser: Browser) -> None:
    """From the first page to the end of a round: Tab, Enter and letters; no pointer ever touches anything."""
    with card_room.visit(browser, has_touch=True) as visit:
        page = visit.page
        visit.begin_with("""for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
            addEventListener(kind, () => { sessionStorage.touched = kind; }, true)""")
        visit.open("/")
        expect(page.locator("#play-now")).to_be_enabled()
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "play-now":
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/table/*")
        table = page.url.rsplit("/", 1)[1].replace("%20", " ")
        player = Player(visit, table, 3)
        player.at("betting")
        # The spots themselves can be reached with Tab and pressed.
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.wager") == "ante":
                break
        else:
            raise AssertionError("Tab does not lead to the ante.")
        page.keyboard.press("Enter")
        expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $5 not yet confirmed")
        player.keys("1", "b")
        expect(player.spot("three_card_bonus")).to_have_attribute(
            "aria-label", "Three Card Bonus, seat 3, $1 not yet confirmed"
        )
        page.evaluate("document.activeElement.blur()")
        player.keys("Enter")
        # Three cards that earn nothing are not asked about.
        expect(page.locator("#acts :is([data-act=expose], [data-act=place_second])")).to_have_count(1)
        if player.act("expose").count():
            player.offers("decline", "expose")
            player.keys("e")
        player.at("decision")
        player.offers("fold", "place_second")
        player.keys("r")
        player.at("setting")
        player.offers("set_hand")
        player.keys("ArrowRight", " ")
        expect(page.locator(".hand-name")).to_have_text(re.compile("[46] of 5 chosen"))
        player.keys(" ", "s")
        mine = page.locator("#ticker .ticker-mine[data-event=settled]")
        expect(mine).to_have_count(2)  # the bonus, and the rest
        assert page.evaluate("sessionStorage.touched") is None


@pytest.mark.parametrize("viewport", first(1, [UPRIGHT, DESKTOP, PHONE]), ids=lambda size: str(size["width"]))
def test_the_felt_is_there_before_the_scripts_and_they_come_together(
    card_room: CardRoom, browser: Browser, viewport: ViewportSize
) -> None:
    table = card_room.table()
    with card_room.visit(browser, card_room.guest(), viewport=viewport, listens=True) as visit:
        page = visit.page
        held: list[Route] = []
        page.route("**/*.js", lambda route: held.append(route))
        page.goto(f"{visit.url}/table/{table}", wait_until="commit")
        expect(page.locator("b7-shell .brand")).to_be_visible()
        felt = page.locator("b7-felt")
        expect(felt).not_to_have_attribute("data-ready", "")
        print = felt.locator("svg:visible text")
        if viewport == DESKTOP:
            expect(print).to_have_text("BOSTON 7 STUD POKER")
        elif viewport == UPRIGHT:
            expect(print).to_have_text(["BOSTON 7", "STUD POKER"])
        else:
            assert "gradient" in felt.evaluate("(felt) => getComputedStyle(felt).backgroundImage")
        drawn = "[...document.querySelectorAll('.felt-table path:not([id])')].filter((path) => path.checkVisibility())"
        shapes = drawn + ".map((path) => path.getAttribute('d'))"
        bare = set(page.evaluate(shapes))
        named = page.evaluate("[...document.scripts].map(({src}) => src)")
        wait_until(page, lambda: len(held) == len(named))
        for route in held:
            route.continue_()
        expect(felt.locator(".felt-play")).to_be_visible()
        page.wait_for_load_state("networkidle")
        scripts = {url for url in visit.requests if url.endswith(".js")}
        assert scripts == set(named), "whatever is imported was asked for from the start"
        if viewport != PHONE:
            assert bare
            assert bare <= set(page.evaluate(shapes)), "it is the table that is drawn later"


def wait_until(page: Page, what: Callable[[], bool]) -> None:
    for _ in range(PATIENCE // 20):
        if what():
            return
        page.wait_for_timeout(20)
    raise AssertionError("It never came to that.")
