"""Every page of the staff at the three screens they have: nothing runs off, nothing lies on anything, names are names
and what is touched is large enough."""

from __future__ import annotations

import pytest
from browser import DESKTOP, TABLET, UPRIGHT
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
    "shift-dan", "shift-aud", "people-cage",
}  # fmt: skip
"""Laid out as another scene is, with less on it."""


@pytest.mark.campaign
def test_every_page_at_every_screen(card_room: CardRoom, browser: Browser) -> None:
    """From day to day each at one screen, in turn; a console is no desktop."""
    found: list[str] = []
    with Visits(card_room, browser) as visits:
        for number, scene in enumerate(tour(card_room)):
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
    assert not found, "\n".join(found)
