"""The money of a shift in the browser: a walk-up, a slip through all hands, the drop counted, signed, reported."""

from __future__ import annotations

from pages_live import TRAY, live_table
from pages_room import CardRoom
from pages_staff import at_console
from playwright.sync_api import Browser, Locator, Page, expect

pytest_plugins = ("pages_fixtures",)


def row(page: Page, table: str) -> Locator:
    return page.locator(f"tr[data-session='{table}/1']")


def test_a_walk_up_plays_with_cash_and_the_report_balances(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table:
        with at_console(table, browser) as console:
            page = console.page
            console.keys("s")
            seat = page.locator(".seats-dialog [data-seat='1']")
            seat.locator("input").fill("Red cap")
            seat.get_by_role("button", name="Walk-up").click()
            expect(seat).to_contain_text("Red cap (cash)")
            amount = seat.locator("input")
            for text in ("", "ten", "0"):
                amount.fill(text)
                seat.get_by_role("button", name="Cash buy-in").click()
                expect(page.locator(".seats-dialog .fault")).to_contain_text("dollar amount")
            amount.fill("240")
            seat.get_by_role("button", name="Cash buy-in").click()
            expect(seat).to_contain_text("$240 on the rail")
        assert table.state.tray == TRAY - 240_00

        with card_room.visit(browser, card_room.staff("Sue")) as visit:
            page = visit.open("/shift")
            page.locator("#request-slip").click()
            dialog = page.locator("dialog[open]")
            dialog.locator("[name=table]").select_option(table.name)
            ask = dialog.get_by_role("button", name="Request a fill or credit")
            ask.click()
            expect(dialog.get_by_role("alert")).to_contain_text("Enter the count of each denomination")
            inputs = dialog.locator(".count-form input")
            for number in range(inputs.count()):
                inputs.nth(number).fill("0")
            ask.click()
            expect(dialog.get_by_role("alert")).to_contain_text("at least one chip")
            dialog.locator("[data-value='2500']").fill("many")
            ask.click()
            expect(dialog.get_by_role("alert")).to_contain_text("whole number")
            dialog.locator("[data-value='2500']").fill("40")
            expect(dialog.locator(".count-total")).to_have_text("Total $1,000")
            ask.click()
            expect(dialog).to_have_count(0)
            slip = page.locator("[data-slip]", has_text=table.name)
            serial = slip.get_attribute("data-slip")
        for who in ("Cass", "Ray", "Dan", "Sue"):
            with card_room.visit(browser, card_room.staff(who)) as visit:
                page = visit.open("/shift")
                slip = page.locator(f"[data-slip='{serial}']")
                slip.get_by_role("button", name="Sign").click()
                page.locator("dialog[open]").get_by_role("button", name="Sign").click()
                expect(slip).to_contain_text(who)
                if who == "Sue":
                    expect(slip).to_contain_text("Complete")
        assert table.state.tray == TRAY - 240_00 + 1_000_00

        table.dan("leave", seat=1)
        table.sue("begin_closing", reason="The shift ends")
        table.dan("count_tray", amount=TRAY + 760_00)
        table.sue("close_table")

        with card_room.visit(browser, card_room.staff("Cass")) as visit:
            page = visit.open("/shift")
            line = row(page, table.name)
            expect(line).to_contain_text("not counted")
            line.get_by_role("button", name="Count drop").click()
            dialog = page.locator("dialog[open]")
            count = dialog.get_by_role("button", name="Count drop")
            count.click()
            expect(dialog.get_by_role("alert")).to_contain_text("Enter the count of each denomination")
            inputs = dialog.locator(".count-form input")
            for number in range(inputs.count()):
                inputs.nth(number).fill("0")
            dialog.locator("[data-value='2000']").fill("12")
            count.click()
            expect(dialog).to_have_count(0)
        with card_room.visit(browser, card_room.staff("Sue")) as visit:
            page = visit.open("/shift")
            line = row(page, table.name)
            line.get_by_role("button", name="Sign drop").click()
            page.locator("dialog[open]").get_by_role("button", name="Sign drop").click()
            expect(line).to_contain_text("balances")
            expect(page.locator("#main")).to_contain_text("Red cap")
        table.conserves()
