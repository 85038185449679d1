"""No form of the staff sends what nobody typed (R23): empty, unreadable and out of range are refused with a sentence,
and nothing is put on record. Every button that moves chips names its seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser import Visitor
from campaign import CAMPAIGN
from pages_live import Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, Locator, expect

from boston7.game import events

pytest_plugins = ("pages_fixtures",)

TRAY = 12_345_67
"""No other number on any page is like it."""
MONEY = "Enter a dollar amount, such as 4890 or 4,890.50."
NO_MONEY = ("abc", "99999999999", *(("-5", "1e5", "4.890") if CAMPAIGN else ()))
"""More of them: tests/web/money.test.mjs"""


@contextmanager
def nothing_recorded(table: Live) -> Iterator[None]:
    before = len(table.record)
    yield
    assert len(table.record) == before, table.record[before:]


def typed(console: Console, field: Locator, text: str) -> None:
    field.fill(text)
    field.press("Enter")


def is_blind(visit: Visitor, tray: int = TRAY) -> None:
    """Of a visit that listens: neither seen, nor said to a screen reader, nor sent at all."""
    page = visit.page
    figures = (str(tray), f"{tray / 100:,.2f}", f"{tray / 100:.2f}")
    shown = page.locator("body").inner_text()
    labels = page.eval_on_selector_all("[aria-label], title", "all => all.map((it) => it.ariaLabel ?? it.textContent)")
    told = [text for text in (shown, *map(str, labels), visit.received) if any(figure in text for figure in figures)]
    assert visit.received, "nothing was heard at all"
    assert told == []


def the_first_key_after_a_dialog_is_for_the_table(console: Console) -> None:
    """Closed by Escape, a dialog's field keeps the focus until the page is drawn again: no key may be lost in it."""
    page = console.page
    expect(page.locator(".opening-step[data-step=receive_deck] [data-main]")).to_be_visible()
    console.keys("s")
    expect(page.locator(".seat-rows [data-seat='1'] input")).to_be_focused()
    page.keyboard.type("Nobody")
    console.keys("Enter")
    expect(page.locator(".seats-dialog .fault")).to_have_text("No player called 'Nobody' was found.")
    page.evaluate("""() => {
        document.querySelector('.seats-dialog').close();
        const space = new KeyboardEvent('keydown', {key: ' ', bubbles: true, cancelable: true});
        document.activeElement.dispatchEvent(space);
    }""")
    expect(page.locator(".opening-step[data-step=inspect_deck]")).to_be_visible()
    # Nor does it go to the button that opened it.
    page.locator("#wrong").click()
    console.keys("Escape")
    expect(page.get_by_label("What happened?")).to_be_hidden()
    console.keys("Space")
    expect(page.locator(".opening-step[data-step=verify_deck]")).to_be_visible()
    expect(page.locator(".trouble-dialog").first).to_be_hidden()


@pytest.mark.campaign
def test_the_first_key_of_an_opening_and_its_count(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room, ready=False, tray=TRAY) as table, at_console(table, browser, listens=True) as console:
        page = console.page
        the_first_key_after_a_dialog_is_for_the_table(console)
        table.check_off("unlock_tray")
        field, fault = page.locator("#told-count_tray"), page.locator(".told .fault")
        expect(field).to_have_value("")
        with nothing_recorded(table):
            page.locator("[data-act=count_tray]").click()
            expect(fault).to_have_text("Enter the amount you counted.")
            for text in NO_MONEY:
                for _ in range(2):  # nor when it is entered once more
                    typed(console, field, text)
                    expect(fault).to_have_text(MONEY)
            typed(console, field, "   ")
            expect(fault).to_have_text("Enter the amount you counted.")
        is_blind(console.visit)
        typed(console, field, "12,000")
        short = "Counted $12,000, $345.67 short of $12,345.67."
        expect(page.locator(".opening-step[data-step=dealer_signs]")).to_contain_text(short)
        (counted,) = table.found(events.TrayCounted)
        assert (counted.counted, counted.expected, counted.by.name) == (12_000_00, TRAY, "Dan")
        again = page.get_by_role("button", name="Count again")
        expect(again).to_have_count(1)  # and not at the steps of the deck
        again.click()
        expect(field).to_have_value("")
        typed(console, field, "11,000")
        short = short.replace("12,000, $345.67", "11,000, $1,345.67")
        expect(page.locator(".opening-step[data-step=dealer_signs]")).to_contain_text(short)
        assert [each.counted for each in table.found(events.TrayCounted)] == [12_000_00, 11_000_00]
        table.check_off("dealer_signs")
        page.reload()
        expect(page.locator(".opening-step[data-step=supervisor_signs]")).to_contain_text(short)
        console.says("Dealer signs the slip.")
    with drawer_of(table, browser) as (_, drawer):  # who was not there when it was counted
        expect(drawer.locator(".drawer-due")).to_contain_text(short)
        expect(drawer.locator(".drawer-last li").first).to_contain_text("Dealer signs the slip.")


@pytest.mark.campaign
def test_seats_and_chips_the_cut_the_wagers_and_the_stub_count(card_room: CardRoom, browser: Browser) -> None:
    """One round of a deck that is shuffled by hand; every button that moves chips names its seat."""
    with live_table(card_room, device="hand", tray=TRAY) as table, at_console(table, browser) as console:
        seats_and_chips(table, console)
        console.space("shuffle")
        cut(table, console)
        wagers(table, console)
        table.wager()
        console.space("no_more_bets")
        console.at("dealing_three")
        assert [each.at for each in table.found(events.DeckCut)] == [26]
        for _ in range(4):
            table.dan("deal")
        named(table, console)
        for seat in (2, 5):
            table.dan("place_second", seat=seat)
        for _ in range(3):
            table.dan("deal")
        stub(table, console)


def seats_and_chips(table: Live, console: Console) -> None:
    page = console.page
    console.keys("s")
    fault = page.locator(".seats-dialog .fault")
    row = page.locator(".seat-rows [data-seat='2']")
    amount = row.locator("input")
    expect(row.get_by_role("button")).to_have_text(
        [re.compile("^Chips in.*, seat 2$"), "Cash buy-in, seat 2", "Chips out, seat 2", "Color up and leave, seat 2"]
    )
    with nothing_recorded(table):
        page.locator(".seat-rows [data-seat='3'] input").press("Enter")
        expect(fault).to_have_text("Enter the player's name.")
        for button, texts in (("Chips in", ("0", *NO_MONEY)), ("Cash buy-in", ("", "-5")), ("Chips out", ("", "0"))):
            for text in texts:
                amount.fill(text)
                row.get_by_role("button", name=button).click()
                expect(fault).to_have_text(MONEY)
        amount.fill("500.01")
        row.get_by_role("button", name="Chips out").click()
        expect(fault).to_have_text("There is $500 on the rail.")
    amount.fill("120")
    table.dan("seat_walk_up", seat=6, nickname="Tardy")
    expect(page.locator(".seat-rows [data-seat='6']")).to_contain_text("Tardy")
    expect(amount).to_have_value("120")  # what somebody types stays when other seats change
    table.dan("leave", seat=6)
    row.get_by_role("button", name="Chips out").click()
    expect(row).to_contain_text("$380 on the rail")
    (moved,) = [each for each in table.found(events.ChipsMoved) if each.what == "chips_out"]
    assert [each.cents for each in moved.transfers] == [120_00]
    console.keys("Escape")
    expect(page.locator(".seats-dialog[open]")).to_have_count(0)


def cut(table: Live, console: Console) -> None:
    expect(console.main("cut")).to_be_visible()
    field, fault = console.page.locator("#told-cut"), console.page.locator(".told .fault")
    expect(field).to_have_value("")
    with nothing_recorded(table):
        console.keys("Space")  # what is missing is asked for where it goes
        expect(fault).to_have_text("Enter how many cards were cut off the top.")
        expect(field).to_be_focused()
        for text in ("99", "9", "52", "-10", "ten", "10.5"):
            typed(console, field, text)
            expect(fault).to_have_text("Enter a whole number from 10 to 51.")
    typed(console, field, "26")
    console.says("Cut, 26 cards.")


def wagers(table: Live, console: Console) -> None:
    page = console.page
    button, fault = page.locator(".wager-form [type=submit]"), page.locator(".wagers .fault")
    expect(button).to_contain_text("Enter, seat 2")
    with nothing_recorded(table):
        button.click()
        expect(fault).to_have_text("That is not an amount.")
        for text in ("0", "abc", "-10", "10+", "10+5+5"):
            typed(console, page.locator("#wager-ante"), text)
            expect(fault).to_have_text("That is not an amount.")
        page.locator("#wager-ante").fill("10")
        typed(console, page.locator("#wager-three_card_bonus"), "five")
        expect(fault).to_have_text("The bonus is not an amount.")
        page.locator("#wager-three_card_bonus").fill("")
        typed(console, page.locator("#wager-ante"), "4000")
        expect(page.locator(".dock-fault")).to_contain_text("$50")
    page.locator("#wager-ante").fill("15")
    button.click()
    expect(page.locator(".wager-down")).to_have_text(["Ante $15 · 1st $15"])
    expect(page.locator(".wager-rows")).to_contain_text("Take back wagers, seat 2")
    page.get_by_role("button", name="Sits out, seat 4").click()
    expect(page.locator(".wager-none")).to_have_text(["Sitting out", "No wager yet"])
    expect(page.locator(".seat-large")).to_have_text("Seat 5, Ines")


def named(table: Live, console: Console) -> None:
    """Every button of the round so far, up to a fold by key."""
    expect(console.act("expose")).to_contain_text("Seat 2 shows")
    expect(console.act("decline")).to_contain_text("Seat 2 keeps them down")
    for seat in (2, 5):
        table.dan("decline", seat=seat)
    expect(console.main("settle_bonuses")).to_contain_text("Bonuses paid and collected: seats 2, 5")
    table.dan("settle_bonuses")
    expect(console.act("place_second")).to_contain_text("Seat 2: 2nd Wager $10")
    expect(console.act("fold")).to_contain_text("Fold seat 2")
    expect(console.page.get_by_role("button", name="All place the 2nd: seats 2, 4, 5")).to_be_visible()
    console.keys("4")
    expect(console.act("fold")).to_contain_text("Fold seat 4")
    console.keys("f")
    console.says("Theo loses $20.")
    assert [each.seat for each in table.found(events.Folded)] == [4]


def stub(table: Live, console: Console) -> None:
    page = console.page
    expect(console.main("rack_stub")).to_be_visible()
    page.get_by_role("button", name="Count the stub").click()
    field, fault = page.locator("#told-count_stub"), page.locator(".told .fault")
    expect(field).to_have_value("")
    with nothing_recorded(table):
        console.main("count_stub").click()
        expect(fault).to_have_text("Enter the number of cards you counted.")
        for text in ("53", "-1", "many", "2.5"):
            typed(console, field, text)
            expect(fault).to_have_text("Enter a whole number from 0 to 52.")
        assert "28 cards" not in (page.locator(".felt-shoe").get_attribute("aria-label") or "")
    typed(console, field, "27")
    console.says("Stub counted: 27, 28 expected.")
    assert [(each.count, each.expected) for each in table.found(events.StubCounted)] == [(27, 28)]


@pytest.mark.campaign
def test_the_closing_count(card_room: CardRoom, browser: Browser) -> None:
    """What was typed is what is on record, whatever should be there; and whoever closes the table sees both."""
    tray = 23_456_78
    with live_table(card_room, tray=tray) as table:
        table.sue("begin_closing", reason="end of the night")
        table.sue("end_play")
        with drawer_of(table, browser) as (visit, drawer):
            expect(drawer.locator(".drawer-head")).to_contain_text("Tray to be counted")
            expect(visit.page.locator(f".floor-card[data-table='{table.name}']")).to_contain_text("Tray to be counted")
            is_blind(visit, tray)
            counted_blind(table, browser, tray)
            expect(drawer.locator(".drawer-due")).to_have_text("Counted $4,000, $19,456.78 short of $23,456.78.")
        counted = table.found(events.TrayCounted)[-1]
        assert (counted.counted, counted.expected) == (4_000_00, tray)


def counted_blind(table: Live, browser: Browser, tray: int) -> None:
    with at_console(table, browser, listens=True) as console:
        page = console.page
        field, fault = page.locator("#told-count_tray"), page.locator(".told .fault")
        expect(page.locator("#where")).to_contain_text("tray to be counted")
        expect(field).to_have_value("")
        with nothing_recorded(table):
            console.main("count_tray").click()
            expect(fault).to_have_text("Enter the amount you counted.")
            for text in NO_MONEY:
                typed(console, field, text)
                expect(fault).to_have_text(MONEY)
            floor = table.room.staff("Sue").get("/api/floor").ok()["tables"]
            assert next(each["tray"] for each in floor if each["name"] == table.name) is None
        is_blind(console.visit, tray)
        typed(console, field, "4000")
        console.says("Tray counted: $4,000, $19,456.78 short.")


def test_a_film_of_the_last_round_tells_no_tray_either(card_room: CardRoom) -> None:
    with live_table(card_room) as table:
        table.play_until("dealing_three")
        table.sue("void_round", reason="power cut")
        for seat in (5, 4, 2):
            del seat
            table.dan("settle")
        path = f"/api/tables/{table.name.replace(' ', '%20')}/rounds/1"
        guest = card_room.guest()
        assert guest.get(path).ok()["steps"][-1]["view"].get("tray") is not None
        table.sue("begin_closing", reason="end of the night")
        assert {step["view"].get("tray") for step in guest.get(path).ok()["steps"]} == {None}
        assert card_room.staff("Aud").get(path).ok()["steps"][-1]["view"].get("tray") is not None


@contextmanager
def drawer_of(table: Live, browser: Browser) -> Iterator[tuple[Visitor, Locator]]:
    with table.room.visit(browser, table.room.staff("Sue"), listens=True) as visit:
        page = visit.open("/floor")
        page.locator(f".floor-card[data-table='{table.name}'] .floor-open").click()
        yield visit, page.locator(".drawer[open]")
