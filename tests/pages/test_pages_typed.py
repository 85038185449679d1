"""No form of the staff sends what nobody typed (R23): empty, unreadable and out of range are refused with a sentence,
and nothing is put on record. Every button that moves chips names its seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browser import Visitor
from campaign import CAMPAIGN
from pages_live import Live, live_table
from pages_room import CardRoom
from pages_staff import Chips, Console, at_console
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


def the_first_key_after_a_panel_is_for_the_table(console: Console) -> None:
    """A field in a panel that was just closed takes no key."""
    page = console.page
    expect(page.locator(".dock .gold[data-step=receive_deck]")).to_be_visible()
    console.keys("z")
    expect(page.locator("#seat-name")).to_be_visible()
    page.locator("#seat-name").focus()
    page.keyboard.type("Nobody")
    console.keys("Enter")
    expect(page.locator(".dock-fault")).to_have_text("No player called 'Nobody' was found.")
    console.keys("Escape", "Escape", "Space")
    expect(page.locator(".opening-step[data-step=inspect_deck]")).to_be_visible()
    # Nor does it go to the button that opened it.
    page.locator("#wrong").click()
    console.keys("Escape", "Space")
    expect(page.locator(".opening-step[data-step=verify_deck]")).to_be_visible()


@pytest.mark.campaign
def test_the_first_key_of_an_opening_and_its_count(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room, ready=False, tray=TRAY) as table, at_console(table, browser, listens=True) as console:
        page = console.page
        the_first_key_after_a_panel_is_for_the_table(console)
        table.check_off("unlock_tray")
        field, fault = page.locator("#told-count_tray"), page.locator(".dock-fault")
        opens = page.locator(".opening-step[data-step=count_tray] [data-act=count_tray]")
        if opens.count():
            opens.click()
        expect(field).to_have_value("")
        with nothing_recorded(table):
            page.locator(".gold[data-act=count_tray]").click()
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
        expect(page.locator(".opening-step[data-step=dealer_signs]")).to_be_visible()
        expect(page.locator("#pay")).to_contain_text(short)
        (counted,) = table.found(events.TrayCounted)
        assert (counted.counted, counted.expected, counted.by.name) == (12_000_00, TRAY, "Dan")
        again = page.get_by_role("button", name="Count again")
        expect(again).to_have_count(1)  # and not at the steps of the deck
        again.click()
        expect(field).to_have_value("")
        typed(console, field, "11,000")
        short = short.replace("12,000, $345.67", "11,000, $1,345.67")
        expect(page.locator(".opening-step[data-step=dealer_signs]")).to_be_visible()
        expect(page.locator("#pay")).to_contain_text(short)
        assert [each.counted for each in table.found(events.TrayCounted)] == [12_000_00, 11_000_00]
        table.check_off("dealer_signs")
        page.reload()
        expect(page.locator(".opening-step[data-step=supervisor_signs]")).to_be_visible()
        expect(page.locator("#pay")).to_contain_text(short)
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
        assert [each.at for each in table.found(events.DeckCut)] == [0]
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
    with nothing_recorded(table):
        three = Chips(page, 3)
        three.name.press("Enter")
        expect(three.fault).to_have_text("Enter the player's name.")
        two = Chips(page, 2)
        moves = page.locator(".dock [data-move]")
        expect(moves).to_contain_text(["Chips in", "Buy in", "Chips out", "Move", "Color up, leave$500"])
        for move, texts in (
            ("chips_in", ("0", *NO_MONEY)), ("buy_in_cash", ("", "-5")), ("chips_out", ("", "0"))
        ):  # fmt: skip
            two.choose(move)
            for text in texts:
                two.amount.fill(text)
                expect(two.gold).to_be_disabled()
                two.amount.press("Enter")
                expect(two.fault).to_have_text(MONEY)
        two.move("chips_out", "500.01")
        expect(two.fault).to_have_text("There is $500 on the rail.")
    two.amount.fill("120")
    table.dan("seat_walk_up", seat=6, nickname="Tardy")
    expect(page.locator(".felt-plate[data-seat='6']")).to_contain_text("Tardy")
    expect(two.amount).to_have_value("120")  # Typed text stays when other seats change.
    table.dan("leave", seat=6)
    expect(two.gold).to_have_text("Chips out $120Space")
    two.gold.click()
    two.has("$380")
    (moved,) = [each for each in table.found(events.ChipsMoved) if each.what == "chips_out"]
    assert [each.cents for each in moved.transfers] == [120_00]
    console.keys("Escape")
    expect(page.locator("#console[data-panel='']")).to_have_count(1)


def cut(table: Live, console: Console) -> None:
    """Nobody counts the cards that are cut off: the dealer only says that it was done."""
    console.space("cut")
    console.says("The deck is cut.")
    expect(console.page.locator("#told-cut")).to_have_count(0)


def wagers(table: Live, console: Console) -> None:
    page = console.page
    button, fault = page.get_by_role("button", name="Next seat"), page.locator(".dock-fault")
    title = page.locator(".call-title")
    expect(title).to_have_text("Seat 2, Maya: how much?")
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
        expect(fault).to_contain_text("$50")
        expect(page.locator(".dock .gold")).to_contain_text("fix seat 2 first")
        expect(page.locator(".dock [data-fix]")).to_have_text("Make it $50")
    page.locator("#wager-ante").fill("15")
    button.click()
    expect(page.locator("#pay")).to_contain_text("Bets in: 1 of 3$30")
    page.locator(".felt-plate[data-seat='2']").click()
    expect(page.locator(".dock [data-act=withdraw_wagers]")).to_have_text("Take back")
    page.locator(".felt-plate[data-seat='4']").click()
    page.locator(".dock [data-act=sit_out]").click()
    expect(page.locator(".felt-plate[data-seat='4']")).to_contain_text("sits out")
    expect(title).to_have_text("Seat 5, Ines: how much?")


def named(table: Live, console: Console) -> None:
    """Every button of the round so far, up to a fold by key."""
    page = console.page
    expect(page.locator(".call-title")).to_have_text("Seat 2, Maya shows:")
    expect(console.act("decline").first).to_contain_text("Seat 2 keeps them down")
    for seat in (2, 5):
        table.dan("decline", seat=seat)
    expect(console.main("settle_bonuses")).to_contain_text("Bonuses paid and collected: seats 2, 5")
    table.dan("settle_bonuses")
    expect(page.locator(".decide [data-act=place_second][data-seat='2']")).to_contain_text("$10")
    expect(console.main("place_second")).to_contain_text("2, 4, 5; deal four")
    console.keys("4")
    console.says("Theo loses $20.")
    assert [each.seat for each in table.found(events.Folded)] == [4]


def stub(table: Live, console: Console) -> None:
    page = console.page
    expect(console.main("rack_stub")).to_be_visible()
    page.get_by_role("button", name="Count the stub").click()
    field, fault = page.locator("#told-count_stub"), page.locator(".dock-fault")
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
        field, fault = page.locator("#told-count_tray"), page.locator(".dock-fault")
        expect(page.locator("#tray")).to_have_text("Tray uncounted")
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
        dealer = card_room.staff("Dan")
        assert dealer.get(path).ok()["steps"][-1]["view"].get("tray") is not None
        table.sue("begin_closing", reason="end of the night")
        assert {step["view"].get("tray") for step in dealer.get(path).ok()["steps"]} == {None}
        assert card_room.staff("Aud").get(path).ok()["steps"][-1]["view"].get("tray") is not None


@contextmanager
def drawer_of(table: Live, browser: Browser) -> Iterator[tuple[Visitor, Locator]]:
    with table.room.visit(browser, table.room.staff("Sue"), listens=True) as visit:
        page = visit.open("/floor")
        page.locator(f".floor-card[data-table='{table.name}'] .floor-open").click()
        yield visit, page.locator(".drawer[open]")
