"""Every page runs exactly as the server sends it: without the checks that development and the other tests add."""

from __future__ import annotations

from pages_room import CardRoom
from pages_tour import STOPS, Evening, arrive
from playwright.sync_api import Browser

pytest_plugins = ("pages_fixtures",)


def test_every_page_runs_without_the_checks_of_the_tests(card_room: CardRoom, browser: Browser) -> None:
    """A page redraws while it loads, and every redraw discards elements. A fault of a page fails its visit."""
    evening = Evening(card_room)
    for stop in STOPS:
        if "nowhere" in stop.path:  # Its 404 is expected, and counted as a fault.
            continue
        with card_room.visit(browser, evening.client(stop), strict=False) as visit:
            visit.open(evening.path(stop))
            arrive(visit.page, stop)
