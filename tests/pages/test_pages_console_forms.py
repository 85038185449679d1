"""Every form of the console, as `/api/catalogue` lists them: empty, unreadable and out-of-range input is refused and
nothing is put on record. A report is driven by what it asks for; whatever has a place of its own has a row below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from campaign import CAMPAIGN
from pages_live import PLAYERS, Live, live_table, prize_check
from pages_room import CardRoom
from pages_staff import Console, Report, at_console
from playwright.sync_api import Browser, Page, expect

pytest_plugins = ("pages_fixtures",)

Asked = dict[str, Any]
STAFF = {"dealer", "supervisor"}
REPORTS = {"irregularity", "floor"}
MOVE = [{"field": "from", "kind": "account"}, {"field": "to", "kind": "account"}, {"field": "amount", "kind": "amount"}]
"""Chips that move are asked for as one move."""
UNREADABLE = re.compile("^(Complete the form to see the ruling|Enter a dollar amount, such as 4890 or 4,890.50)[.]$")
FINE: dict[str, str | int] = {
    "seat": 4, "count": 2, "amount": "5", "reason": "A reason.", "name": "Ben", "from": "tray", "to": "rail:4",
}  # fmt: skip
BAD = {
    "amount": ("", "abc", "99999999999", *(("-5", "1e5", "4.890") if CAMPAIGN else ())),  # tests/web/money.test.mjs
    "reason": ("", "   "),
    "name": ("", "   "),
    "account": ("",),
}
BY_SLIP = {"fill_tray", "credit_tray"}
"""Refused whatever is typed: they go by slip, on the shift page."""
OWN_PLACE = {
    "decline_request": "test_a_request_is_declined_with_a_reason_or_withdrawn",
    "open_table": "test_the_forms_of_a_page_refuse_what_is_no_good",
    "count_tray": "test_the_closing_count",
    "count_stub": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "sit": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "chips_in": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "buy_in_cash": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "chips_out": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "place_wagers": "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count",
    "expose": "test_a_pad_takes_no_less_than_the_hand",
    "reveal": "test_a_whole_round_by_keyboard",
    "reveal_apart": "test_a_report_a_side_bet_and_a_hand_told_apart_have_their_forms",
    "turn_over": "test_a_pad_takes_no_less_than_the_hand",
}
"""Not reports: the field in the dock or the dialog of seats, and the test that types into it."""


def asked(kind: Asked) -> list[Asked]:
    """What a person tells at a live table."""
    told = [ask for ask in kind["asks"] if ask["at"] != "virtual"]
    return [each for ask in told for each in (MOVE if ask["kind"] == "transfers" else [ask])]


def forms(room: CardRoom) -> list[Asked]:
    commands = room.guest().get("/api/catalogue").ok()["commands"]
    return [kind for kind in commands if asked(kind) and STAFF & set(kind["by"])]


def test_every_form_has_its_row(card_room: CardRoom) -> None:
    elsewhere = {kind["type"] for kind in forms(card_room) if kind["place"] not in REPORTS}
    assert elsewhere == set(OWN_PLACE)
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_pages_*.py"))
    for name in OWN_PLACE.values():
        assert f"def {name}(" in tests


def needed(kind: Asked) -> Iterator[Asked]:
    """Without these it is not complete."""
    for ask in asked(kind):
        if ask["kind"] not in ("check", "packet") and (ask["kind"] != "cards" or ask["least"]):
            yield ask


def tell(report: Report, ask: Asked) -> None:
    field, kind = ask["field"], ask["kind"]
    if kind in ("seat", "count", "choice"):
        report.choose(field, ask["choices"][-1] if kind == "choice" else FINE[kind])
    elif kind == "account":
        report.ask(field)
        report.form.locator(f"[data-field='{field}']").select_option(str(FINE[field]))
    elif kind == "cards":
        report.ask(field)
        report.form.locator(".pad-key[aria-disabled=false]").first.click()
    else:
        report.fill(field, str(FINE[kind]))


def spoil(report: Report, ask: Asked, text: str) -> None:
    if ask["kind"] == "account":
        report.ask(ask["field"])
        report.form.locator(f"[data-field='{ask['field']}']").select_option(text)
    else:
        report.fill(ask["field"], text)


def refuses(report: Report) -> None:
    """It says what it lacks; even a press that gets past the button sends nothing."""
    expect(report.would_place).to_have_text(UNREADABLE)
    expect(report.confirm).to_be_disabled()
    report.form.evaluate("form => form.requestSubmit()")


def opened(page: Page, kind: Asked) -> Report:
    if kind["place"] == "floor":
        page.locator(f".drawer[open] .drawer-acts [data-act='{kind['type']}']").click()
        return Report(page, page.locator(".drawer[open] .report"))
    if page.locator("#console[data-panel=trouble] .report").count():
        page.locator(".keys .undo").click()
    elif not page.locator("#console[data-panel=trouble]").count():
        page.locator("#wrong").click()
    choice = page.locator(f".dock [data-trouble='{kind['type']}']")
    while not choice.count():
        page.get_by_role("button", name="More").click()
    choice.click()
    return Report(page, page.locator(".dock .report"))


def at_most(report: Report, ask: Asked) -> None:
    """Nothing has to be told: but a card more than there can be, or one twice, is not taken."""
    keys = report.form.locator(".pad-key[aria-disabled=false]")
    for key in keys.all()[: ask["most"] + 1]:
        key.click()
    expect(report.page.locator(".pad-slot b7-card")).to_have_count(ask["most"])


def drive(page: Page, kind: Asked) -> None:
    """Each thing it asks for left out or made unreadable while the rest is fine; whole, the rules let it be done."""
    wanted = list(needed(kind))
    typed = [ask for ask in wanted if ask["kind"] in BAD]
    for left in [ask for ask in wanted if ask not in typed] or wanted[:1]:  # what was chosen cannot be unchosen
        report = opened(page, kind)
        refuses(report)
        for other in wanted:
            if other is not left:
                tell(report, other)
        refuses(report)
        tell(report, left)
        takes(report, kind)
    for ask in typed:
        for text in BAD[ask["kind"]]:
            spoil(report, ask, text)
            refuses(report)
        if ask["kind"] == "amount":
            spoil(report, ask, "0")
            report.is_refused("")
            report.form.evaluate("form => form.requestSubmit()")
        tell(report, ask)
        takes(report, kind)
    if not wanted:
        at_most(opened(page, kind), asked(kind)[0])


def takes(report: Report, kind: Asked) -> None:
    if kind["type"] in BY_SLIP:
        report.is_refused("Fills and credits need a slip")
    else:
        expect(report.confirm, kind["type"]).to_be_enabled()


def told_apart(kinds: list[Asked]) -> list[Asked]:
    """From day to day one form of each shape: those that ask for the same are made and read alike."""
    shapes = {
        tuple((ask["kind"], ask.get("least"), ask.get("most")) for ask in kind["asks"]): kind
        for kind in reversed(kinds)
    }
    return kinds if CAMPAIGN else [kind for kind in kinds if kind in shapes.values()]


def drive_all(table: Live, page: Page, kinds: list[Asked]) -> None:
    before = len(table.record)
    for kind in told_apart(kinds):
        drive(page, kind)
    page.keyboard.press("Escape")
    assert len(table.record) == before, table.record[before:]


@pytest.fixture(scope="module")
def dealing(card_room: CardRoom) -> Iterator[Live]:
    """While the first three are dealt, when most can go wrong."""
    with live_table(card_room) as table:
        table.play_until("dealing_three")
        for _ in PLAYERS:
            table.dan("deal")
        yield table


@pytest.mark.campaign
@pytest.mark.parametrize("who", ["Dan", "Sue"])
def test_a_report_refuses_what_is_no_good(card_room: CardRoom, browser: Browser, dealing: Live, who: str) -> None:
    """What the dealer may report is reported by the dealer; the rest is the supervisor's."""
    kinds = [
        kind
        for kind in forms(card_room)
        if kind["place"] == "irregularity"
        and "dealing_three" in kind["when"]
        and ("dealer" in kind["by"]) == (who == "Dan")
    ]
    assert kinds
    with at_console(dealing, browser, who) as console:
        drive_all(dealing, console.page, kinds)


@pytest.mark.campaign
def test_a_report_between_rounds_refuses_what_is_no_good(card_room: CardRoom, browser: Browser) -> None:
    kinds = [
        kind for kind in forms(card_room) if kind["place"] == "irregularity" and "dealing_three" not in kind["when"]
    ]
    assert all("betting" in kind["when"] for kind in kinds)
    with live_table(card_room) as table, at_console(table, browser, "Sue") as console:
        drive_all(table, console.page, kinds)


@pytest.mark.campaign
def test_a_form_of_the_floor_refuses_what_is_no_good(card_room: CardRoom, browser: Browser, dealing: Live) -> None:
    kinds = [kind for kind in forms(card_room) if kind["place"] == "floor"]
    prize_check(card_room, str(FINE["name"]), 5_00, dealing.name)  # one that can be refused
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/floor")
        page.locator(f".floor-card[data-table='{dealing.name}'] .floor-open").click()
        drive_all(dealing, page, kinds)


# Cards


def starved(console: Console, table: Live, act: str, whole: str, *strange: str) -> None:
    """Nothing, one card short, one twice, half a card, one that lies elsewhere: no button, and Enter does nothing."""
    before = len(table.record)
    button = console.main(act)
    short = whole.split()[:-1]
    expect(button).to_have_count(0)
    console.keys("Enter")
    console.cards(" ".join(short))
    for extra in (short[-1], *strange):
        console.cards(extra)
        expect(button).to_have_count(0)
        console.keys("Enter")
        assert console.entered() == short
    console.keys("q")
    expect(button).to_have_count(0)
    console.keys("Enter", "Backspace")
    assert len(table.record) == before, table.record[before:]
    console.cards(whole.split()[-1])
    expect(button).to_have_count(1)
    console.keys("Enter")


def test_a_pad_takes_no_less_than_the_hand(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, ExitStack() as visits:
        table.play_until("three_card_bonus")
        console = visits.enter_context(at_console(table, browser))
        console.keys("2")
        starved(console, table, "expose", "Qs Qd 8c")
        expect(console.page.locator(".call-title")).to_contain_text("Seat 5")
        table.dan("decline", seat=5)
        table.dan("settle_bonuses")
        for seat in PLAYERS:
            table.dan("place_second", seat=seat)
        for act in (*["deal"] * 4, "rack_stub"):
            table.dan(act)
        for seat in PLAYERS:
            table.dan("set_hand", seat=seat)
        console.at("showdown")
        table.dan("reveal", cards=["Ac", "Kd", "Qc", "9s", "7d", "4s", "2s"])
        expect(console.page.locator(".call-title")).to_contain_text("Seat 5")
        starved(console, table, "turn_over", "Ah Kh 9h Jh 2h 3c 4d", "Qs", "Ac")
        expect(console.main("settle")).to_be_visible()
