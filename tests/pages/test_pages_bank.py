"""The bank of the cage in the browser: counted without a hint, signed for, over and short told afterwards."""

from __future__ import annotations

from browser import TABLET
from pages_room import CardRoom
from playwright.sync_api import Browser, Locator, Page, expect

pytest_plugins = ("pages_fixtures",)


def counts(page: Page) -> Locator:
    return page.locator("[aria-labelledby=bank-title] tbody tr")


def enter(page: Page, kind: str, hundreds: str, ones: str) -> None:
    page.locator(f"#count-bank-{kind}").click()
    form = page.locator("[data-form=count-bank]")
    inputs = form.locator("input")
    expect(form).not_to_contain_text("$4")
    for field in inputs.all():
        expect(field).to_have_value("")
        field.fill("0")
    inputs.first.fill(hundreds)
    inputs.last.fill(ones)
    form.locator("[type=submit]").click()
    expect(counts(page).first).to_contain_text("counted, not signed")


def signed(card_room: CardRoom, browser: Browser) -> str:
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/shift")
        expect(counts(page).first).to_contain_text("counted, not signed")
        counts(page).first.get_by_role("button", name="Sign count").click()
        page.locator("[data-form=sign-bank] [type=submit]").click()
        expect(counts(page).first).to_contain_text("Cass, Sue")
        return counts(page).first.inner_text()


def test_the_cage_counts_its_cash_blind(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        expect(page.locator("[aria-labelledby=bank-title]")).to_contain_text("The bank is closed.")
        page.locator("#count-bank-opening").click()
        form = page.locator("[data-form=count-bank]")
        form.locator("[type=submit]").click()
        expect(form.locator(".fault")).to_have_text("Enter the count of each denomination; 0 where there is none.")
        page.keyboard.press("Escape")
        enter(page, "opening", "39", "100")
        expect(page.locator("#count-bank-closing")).to_have_count(0)
        assert "first count" in signed(card_room, browser)

        page.locator("#safe-in").click()
        page.locator("[data-form=safe] [name=amount]").fill("500")
        expect(page.locator("[data-form=safe] [type=submit]")).to_have_text("Cash from the safe $500")
        page.locator("[data-form=safe] [type=submit]").click()
        done = page.locator("dialog.transaction")
        expect(done.get_by_role("heading")).to_have_text("Do not move the cash yet")
        done.get_by_role("button", name="OK").click()
        with card_room.visit(browser, card_room.staff("Sue")) as supervisor:
            other = supervisor.open("/shift")
            other.locator("[data-receipt]", has_text="Cash from the safe").get_by_role("button", name="Sign").click()
            other.locator("[data-form=sign-payout] [type=submit]").click()
            expect(other.locator("[data-receipt]", has_text="Cash from the safe")).to_contain_text("Cass, Sue")

        page.reload()
        enter(page, "interim", "44", "60")
        expect(page.locator("[aria-labelledby=bank-title]")).not_to_contain_text("4,500")
        assert "−$40; by the record $4,500" in signed(card_room, browser)
        page.reload()
        enter(page, "closing", "44", "60")
        assert "balances: $4,460" in signed(card_room, browser)
        page.reload()
        expect(page.locator("[aria-labelledby=bank-title]")).to_contain_text("The bank is closed.")
        expect(counts(page)).to_have_count(3)
