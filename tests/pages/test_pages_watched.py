"""The watch over the pages sees what it is there to see, and one visitor leaves nothing for the next."""

from __future__ import annotations

import pytest
from pages_room import PATIENCE, CardRoom
from playwright.sync_api import Browser, expect

pytest_plugins = ("pages_fixtures",)

ASK = "(url) => fetch(url).then(() => null, () => null)"


@pytest.mark.parametrize(
    ("page", "does", "fault"),
    [
        ("/rules", f"() => ({ASK})('/api/nothing-here')", "404"),
        ("/rules", f"() => ({ASK})('http://127.0.0.2:9/')", "Content Security Policy"),
        (
            "/rules",
            "() => { new Image().src = '/nothing.png'; }",
            "404",
        ),
        ("/rules", "() => { setTimeout(() => { throw new Error('a slip of ours'); }); }", "a slip of ours"),
        ("/nothing-here", "() => null", "404"),
    ],
    ids=["wrong", "another-host", "image", "error", "page"],
)
def test_what_goes_wrong_is_a_fault(card_room: CardRoom, browser: Browser, page: str, does: str, fault: str) -> None:
    def go_wrong() -> None:
        with card_room.visit(browser) as visit:
            visit.open(page)
            visit.page.evaluate(does)
            for _ in range(PATIENCE // 20):
                if visit.faults:
                    break
                visit.page.wait_for_timeout(20)

    with pytest.raises(AssertionError, match=fault):
        go_wrong()


def test_somebody_new_finds_nothing_of_who_was_there_before(card_room: CardRoom, browser: Browser) -> None:
    """The third finds no page that the second has changed: a script of its own goes with whoever brought it."""
    for visitor in range(3):
        with card_room.visit(browser) as visit:
            page = visit.open("/rules")
            expect(page.locator("main h1")).to_be_visible()
            assert page.evaluate("[localStorage.mark, sessionStorage.mark, document.cookie.includes('mark')]") == [
                None, None, False,
            ]  # fmt: skip
            assert page.evaluate("[window.mark, document.querySelector('main :hover')]") == [None, None]
            page.evaluate("localStorage.mark = sessionStorage.mark = 'x'; document.cookie = 'mark=x'")
            page.locator("main h1").hover()
            if visitor == 1:
                page.add_init_script("window.mark = 'x'")
                page.reload()
                assert page.evaluate("window.mark") == "x"
