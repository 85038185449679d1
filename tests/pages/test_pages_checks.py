"""Prize checks in the browser: issued for chips or for a round won, and cashed by another cashier."""

from __future__ import annotations

from browser import TABLET
from pages_live import live_table
from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect
from serving import PASSWORD, admin

pytest_plugins = ("pages_fixtures",)


def issue(page: Page, source: str, table: str, amount: str, **fields: str) -> None:
    page.get_by_role("button", name="Issue a check").click()
    form = page.locator("[data-form=issue-check]")
    form.locator("[name=source]").select_option(source)
    form.locator("[name=table]").select_option(table)
    for name, text in fields.items():
        form.locator(f"[name={name}]").fill(text)
    form.locator("[name=amount]").fill(amount)
    form.locator("[type=submit]").click()


def test_a_check_stands_for_chips_or_for_a_round_and_takes_two_cashiers(card_room: CardRoom, browser: Browser) -> None:
    admin(str(card_room.db), "person", "add", "Cora", "--role", "cashier", password=PASSWORD)
    with live_table(card_room, players={2: "Maya"}) as table:
        table.dan("seat_walk_up", seat=3, nickname="Tall hat")
        table.dan("buy_in_cash", seat=3, amount=300_00)
        table.dan("place_wagers", seat=3, wagers={"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})
        for type in ("shuffle", "no_more_bets", "deal", "deal"):
            table.dan(type)
        table.dan("expose", seat=3, cards=["7s", "7c", "7h"])
        for type in ("settle_bonuses", "fold", "next_round", "leave"):
            table.dan(type, **({"seat": 3} if type in ("fold", "leave") else {}))
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        form = page.locator("[data-form=issue-check]")
        visit.down_expected = True  # the browser reports each refusal
        issue(page, "chips", table.name, "900", payee="Nobody at all")
        expect(form.locator(".fault")).to_have_text("Enter the name of a player who is known at the cage.")
        form.locator("[name=payee]").fill("Tall hat")
        form.locator("[type=submit]").click()
        expect(form.locator(".fault")).to_contain_text("On record this player carries $405 in chips, not $900.")
        form.locator("[name=amount]").fill("150")
        form.locator("[type=submit]").click()
        chips = page.locator("[data-check]", has_text=f"{table.name}, chips")
        expect(chips).to_contain_text("Tall hat")
        expect(page.locator("[data-player='Tall hat']")).to_contain_text("carries $255")
        expect(chips.get_by_role("button", name="Cash")).to_have_count(0)

        issue(page, "round", table.name, "126", round="1", seat="3")
        expect(form.locator("[name=payee]")).to_be_hidden()
        expect(form.locator(".fault")).to_have_text(f"Seat 3 was paid $125 in round 1 at {table.name}.")
        form.locator("[name=amount]").fill("125")
        form.locator("[type=submit]").click()
        expect(page.locator("[data-check]", has_text=f"{table.name}, round 1, seat 3")).to_contain_text("Tall hat")
    with card_room.visit(browser, card_room.staff("Cora"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        chips = page.locator("[data-check]", has_text=f"{table.name}, chips")
        chips.get_by_role("button", name="Cash").click()
        page.locator("[data-form=cash-check] [type=submit]").click()
        expect(page.locator("dialog.transaction")).to_contain_text("Pay $150 to Tall hat.")
        page.locator("dialog.transaction").get_by_role("button", name="OK").click()
        expect(chips).to_contain_text("cashed by Cora")
