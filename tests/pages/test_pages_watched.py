"""The watch over the pages sees what it is there to see, and one visitor leaves nothing for the next."""

from __future__ import annotations

import re

import pytest
from browser import Visitor
from pages_room import PATIENCE, CardRoom
from playwright.sync_api import Browser, expect

pytest_plugins = ("pages_fixtures",)

ASK = "(url) => fetch(url).then(() => null, () => null)"


WRONG = (
    (f"() => ({ASK})('/api/nothing-here')", "404.*nothing-here"),
    (f"() => ({ASK})('http://127.0.0.2:9/')", "Content Security Policy"),
    ("() => { new Image().src = '/nothing.png'; }", "404.*nothing.png"),
    ("() => { setTimeout(() => { throw new Error('a slip of ours'); }); }", "a slip of ours"),
)


def test_what_goes_wrong_is_a_fault(card_room: CardRoom, browser: Browser) -> None:
    def goes_wrong(visit: Visitor, fault: str) -> None:
        for _ in range(PATIENCE // 20):
            if any(re.search(fault, told) for told in visit.faults):
                return
            visit.page.wait_for_timeout(20)
        raise RuntimeError(f"never told: {fault}")

    def all_of_it() -> None:
        with card_room.visit(browser) as visit:
            visit.open("/rules")
            for does, fault in WRONG:
                visit.page.evaluate(does)
                goes_wrong(visit, fault)
            assert len(visit.faults) == len(WRONG)
            visit.open("/no-such-page")
            goes_wrong(visit, "404.*no-such-page")

    with pytest.raises(AssertionError, match="a slip of ours"):
        all_of_it()


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
                visit.begin_with("window.mark = 'x'")
                page.reload()
                assert page.evaluate("window.mark") == "x"
