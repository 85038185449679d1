"""The first visit to a table: the round that is led, at a desk, on a phone and at 200 %; sound for whoever asks."""

from __future__ import annotations

from typing import Any

import pytest
from browser import DESKTOP, PHONE
from campaign import first
from pages_player import Player, box
from pages_room import CardRoom
from playwright.sync_api import Browser, expect
from waiting import eventually

pytest_plugins = ("pages_fixtures",)

SEAT = 3
DESK: dict[str, Any] = {"viewport": DESKTOP}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ZOOMED: dict[str, Any] = {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}
"""A desktop's window at 200 %."""

COVERED = """(() => {
  const guide = document.querySelector('.guide').getBoundingClientRect();
  const needed = '.felt-mine .felt-ring, .felt-dealer-cards > *, .tray-chip, #prompt, .buttons button, .hand-name,' +
    '#hand b7-card';
  return [...document.querySelectorAll(needed)].filter((one) => {
    const {left, right, top, bottom, width} = one.getBoundingClientRect();
    const across = Math.min(guide.right, right) - Math.max(guide.left, left);
    return width && across > 1 && Math.min(guide.bottom, bottom) - Math.max(guide.top, top) > 1;
  }).map((one) => one.outerHTML.slice(0, 100));
})()"""


@pytest.mark.parametrize("how", first(1, [TOUCH, DESK, ZOOMED]), ids=lambda how: str(how["viewport"]["width"]))
def test_the_first_round_is_led(card_room: CardRoom, browser: Browser, how: dict[str, Any]) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, likes='{"motion": "reduced"}', **how) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        guide = page.locator(".guide")

        def near(where: str) -> bool:
            at, target = box(player, ".guide"), box(player, where)
            apart = max(target["left"] - at["right"], at["left"] - target["right"])
            off = max(target["top"] - at["bottom"], at["top"] - target["bottom"])
            return max(apart, off) >= 0 and (max(apart, off) < 120 or how is ZOOMED)

        def beside(where: str) -> None:
            """Near what it speaks of, and not over it, once everything has come to rest."""
            eventually(lambda: near(where) and not page.evaluate(COVERED), 60)

        expect(guide).to_contain_text("Step 1 of 3")
        beside(f".felt-spot[data-seat='{SEAT}'][data-wager=ante]")
        page.locator("[data-guide=sound]").click()
        expect(page.locator("[data-guide=sound]")).to_have_count(0)
        player.click_chips(500, "ante")
        player.press("deal")
        expect(guide).to_contain_text("Step 2 of 3")
        beside(f".felt-spot[data-seat='{SEAT}'][data-wager=second]")
        player.press("place_second")
        expect(guide).to_contain_text("Step 3 of 3")
        if how is not TOUCH:
            beside("#hand")
        eventually(lambda: not page.evaluate(COVERED), 60)
        player.press("set_hand")
        player.at("complete")
        expect(guide).to_be_hidden()


def test_at_200_percent_whatever_opens_is_on_the_screen(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, **ZOOMED) as visit:
        page = visit.page
        visit.open("/")
        expect(page.locator("#play-now")).to_be_in_viewport(ratio=1)
        player = Player(visit, table, SEAT).open()
        player.offers("deal")
        for button, panel in ((".auto-toggle", ".auto-panel"), (".rail-more", ".rail-menu")):
            page.locator(button).click()
            expect(page.locator(panel)).to_be_in_viewport(ratio=1)
            page.keyboard.press("Escape")
        page.locator("#pays").click()
        expect(page.locator("dialog h2")).to_be_in_viewport(ratio=1)


def test_whoever_skips_is_led_no_more_until_they_ask(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, likes='{"motion": "reduced"}') as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        page.locator("[data-guide=end]").click()
        expect(page.locator(".guide")).to_be_hidden()
        page.reload()
        player.at("betting")
        player.offers("deal")
        expect(page.locator(".guide")).to_be_hidden()
        page.locator(".rail-more").click()
        page.locator("[data-more=guide]").click()
        expect(page.locator(".guide")).to_contain_text("Step 1 of 3")


def test_sound_is_made_only_for_whoever_asked_for_it_and_as_loud_as_they_like(
    card_room: CardRoom, browser: Browser
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        visit.begin_with("""window.gains = []; window.sounds = 0;
            for (const {prototype} of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
              const {start} = prototype;
              prototype.start = function (...when) { window.sounds++; start.apply(this, when); };
            }
            const level = Object.getOwnPropertyDescriptor(AudioParam.prototype, 'value');
            const set = function (value) { window.gains.push(value); level.set.call(this, value); };
            Object.defineProperty(AudioParam.prototype, 'value', {...level, set});
        """)
        player = Player(visit, table, SEAT).open()
        player.click_chips(500, "ante")
        assert page.evaluate("window.sounds") == 0
        page.locator("[popovertarget=shell-settings]").click()
        page.locator("#shell-settings [data-value=on]").click()
        page.locator("#shell-settings [data-value=low]").click()
        page.keyboard.press("Escape")
        player.click_chips(500, "ante")
        assert page.evaluate("window.sounds") > 0
        assert page.evaluate("window.gains.at(-1)") == 0.35
        player.press("deal")
        player.at("decision")
        assert page.evaluate("window.sounds") > 20, "cards, and a riffle"
