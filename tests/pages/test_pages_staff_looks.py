"""Every page of the staff at the three screens they have: nothing runs off, nothing lies on anything, names are names,
what is touched is large enough, and all of it is reached with Tab and seen to have the focus. Each page is judged as
those of the players are: test_pages_access.py"""

from __future__ import annotations

import pytest
from access import AT_REST, axe, by_day, grave, heavy, restless, too_wide, walk
from browser import DESKTOP, PHONE, TABLET, UPRIGHT, Visitor
from campaign import CAMPAIGN
from layout import faults
from pages_room import CardRoom
from playwright.sync_api import Browser, ViewportSize
from staff_tour import Visits, tour

pytest_plugins = ("pages_fixtures",)


@pytest.fixture(scope="module")
def card_room(quiet_room: CardRoom) -> CardRoom:
    return quiet_room


SIZES: dict[str, ViewportSize] = {
    "1440x900": {"width": DESKTOP["width"], "height": DESKTOP["height"]},
    "1024x768": {"width": TABLET["width"], "height": TABLET["height"]},
    "820x1180": {"width": UPRIGHT["width"], "height": UPRIGHT["height"]},
}


ALIKE = {
    "deal-choose", "deal-count", "deal-wagers", "deal-reveal", "deal-fast-bonus", "deal-over", "deal-again",
    "deal-closing", "shift-dan", "shift-aud", "people-cage", "audit-film", "account",
}  # fmt: skip
"""Laid out as another scene is, with less on it."""


JUDGED = ("floor", "audit", "people", "setup", "console-make", "shift-cass", "deal-betting")
"""Each page once, by night and by day in turn; in a campaign they are tested one by one."""


SCROLLED, SCROLLS = ("deal-opening", "deal-pay"), ["scrollable-region-focusable"]
"""Where the console has most to scroll in: whatever scrolls is reached by keyboard."""
WALKED = ("deal-betting", "shift-sue", "floor", "people", "audit", "setup", "console-make")
OTHERS = ("shift-cass", "people-cage", "account")
"""The same pages for somebody else, or one that a player's is like: in a campaign only."""


def judge(visit: Visitor, *, day: bool) -> list[str]:
    page = visit.page
    found = heavy(page) + restless(page)
    visit.uncover()
    page.set_viewport_size(SIZES["1440x900"])
    if day:
        by_day(page)
    found += grave(axe(visit))
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.evaluate(AT_REST)
    return found + too_wide(page)  # they have no phones, but a page may be looked at on one


@pytest.mark.campaign
def test_every_page_at_every_screen(card_room: CardRoom, browser: Browser) -> None:
    """From day to day each at one screen, in turn; a console is no desktop."""
    found: list[str] = []
    with Visits(card_room, browser) as visits:
        for number, scene in enumerate(tour(card_room, visits.rest)):
            if not CAMPAIGN and scene.name in ALIKE:
                continue
            some = list(SIZES)[1:] if scene.path.startswith("/deal") else list(SIZES)
            names = list(SIZES) if CAMPAIGN else [some[number % len(some)]]
            page = visits.of(scene.who).page
            page.set_viewport_size(SIZES[names[0]])
            scene.open(visits.of(scene.who))
            for name in names:
                page.set_viewport_size(SIZES[name])
                found += [f"{scene.name} {name}: {fault}" for fault in faults(page, touch=name != "1440x900")]
            if scene.name in SCROLLED:
                found += [f"{scene.name}: {fault}" for fault in grave(axe(visits.of(scene.who)), SCROLLS)]
            if scene.name in WALKED or (CAMPAIGN and scene.name in OTHERS):
                walk(page)
            if not CAMPAIGN and scene.name in JUDGED:
                day = JUDGED.index(scene.name) % 2 == 1
                found += [f"{scene.name}: {fault}" for fault in judge(visits.of(scene.who), day=day)]
    assert not found, "\n".join(found)
