"""The money of a shift in the browser: a walk-up, a slip through all hands, the drop counted, signed, reported."""

from __future__ import annotations

import re
from urllib.parse import quote

from browser import TABLET
from pages_live import TRAY, live_table, prize_check
from pages_room import CardRoom
from pages_staff import Chips, at_console
from playwright.sync_api import Browser, Locator, Page, expect
from serving import PASSWORD, admin

pytest_plugins = ("pages_fixtures",)


def sheets(page: Page) -> int:
    """How many pages it takes on paper."""
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True)))


def paper(page: Page, of: str) -> Locator:
    """A slip, count or receipt as it will be printed, on one page."""
    page.get_by_role("button", name=f"Paper: {of}", exact=True).click()
    sheet = page.locator("dialog.paper")
    expect(sheet.locator(".paper-serial")).to_be_visible()
    assert sheets(page) == 1
    return sheet


def row(page: Page, table: str) -> Locator:
    return page.locator(f"tr[data-session='{table}/1']")


def test_a_walk_up_plays_with_cash_and_the_report_balances(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table:
        with at_console(table, browser) as console:
            seat = Chips(console.page, 1)
            seat.sit("Red cap", walk_up=True)
            seat.move("buy_in_cash", "240")
            seat.has("$240")
        assert table.state.tray == TRAY - 240_00

        with card_room.visit(browser, card_room.staff("Sue")) as visit:
            page = visit.open("/shift")
            page.locator("#request-slip").click()
            dialog = page.locator("dialog[open]")
            ask = dialog.locator("[type=submit]")
            expect(ask).to_have_text("Request a fill or credit")
            dialog.locator("[name=kind]").select_option("fill")
            dialog.locator("[name=table]").select_option(table.name)
            for each in dialog.locator(".count-form input").all():
                each.fill("0")
            ask.click()
            expect(dialog.get_by_role("alert")).to_contain_text("at least one chip")
            dialog.locator("[data-value='2500']").fill("40")
            expect(dialog.locator(".count-total")).to_have_text("Total $1,000")
            expect(ask).to_have_text(f"Request Fill, {table.name}: $1,000")
            ask.click()
            expect(dialog).to_have_count(0)
            slip = page.locator("[data-slip]", has_text=table.name)
            serial = slip.get_attribute("data-slip")
            signers = {"Cass": "cage", "Ray": "runner", "Dan": "dealer", "Sue": "floor"}
            slips = card_room.staff("Sue").get("/api/slips").ok()["slips"]
            number = next(each["number"] for each in slips if each["serial"] == serial)
            for who, step in signers.items():
                if who not in ("Cass", "Sue"):  # each at a page of their own: in a campaign, test_pages_whole_shift.py
                    card_room.staff(who).post(f"/api/slips/{number}/sign", {"step": step}).ok()
                    continue
                visit.log_in(card_room.staff(who).token)
                visit.open("/shift")
                slip = page.locator(f"[data-slip='{serial}']")
                slip.get_by_role("button", name="Sign").click()
                page.locator("dialog[open]").get_by_role("button", name="Sign").click()
                expect(slip).to_contain_text(who)
            expect(slip).to_contain_text("Complete")
            sheet = paper(page, str(serial))
            expect(sheet).to_contain_text("Fill slip")
            expect(sheet.locator(".paper-total")).to_contain_text("$1,000")
            expect(sheet.locator(".sign-name")).to_have_text([f"{each} (on record)" for each in signers])
        assert table.state.tray == TRAY - 240_00 + 1_000_00

        table.dan("leave", seat=1)
        table.sue("begin_closing", reason="The shift ends")
        table.sue("end_play")
        table.dan("count_tray", amount=TRAY + 760_00)
        table.sue("close_table")

        with card_room.visit(browser, card_room.staff("Cass")) as visit:
            page = visit.open("/shift")
            line = row(page, table.name)
            expect(line).to_contain_text("not counted")
            expect(line.locator("[data-label='By the record']")).to_have_text("–")  # it would tell the drop (R23)
            totals = page.locator("[aria-labelledby=totals-title] > p")
            expect(totals).to_contain_text(re.compile(f"^Not counted or signed yet: .*{table.name} · 1"))
            line.get_by_role("button", name="Count drop").click()
            dialog = page.locator("dialog[open]")
            for each in dialog.locator(".count-form input").all():
                each.fill("0")
            dialog.locator("[data-value='2000']").fill("12")
            dialog.get_by_role("button", name="Enter the count").click()
            expect(dialog).to_have_count(0)
        with card_room.visit(browser, card_room.staff("Sue")) as visit:
            page = visit.open("/shift")
            line = row(page, table.name)
            line.get_by_role("button", name="Sign drop").click()
            expect(page.locator("dialog[open]")).to_contain_text("Cass counted $240.")
            page.locator("dialog[open]").get_by_role("button", name="Sign drop").click()
            expect(line).to_contain_text("balances")
            # Opener, fills, credits, drop and closer; what was won by the count and by the record.
            figures = ["$10,000", "$1,000", "$0", "$240", "$10,760", "$0", "$0"]
            assert [text.strip() for text in line.locator("td").all_inner_texts()[:7]] == figures
            expect(page.locator("#main")).to_contain_text("Red cap")
            page.emulate_media(media="print")  # a shared room has many sessions: how many sheets is another matter
            expect(page.get_by_role("heading", name="Day report")).to_be_visible()
            expect(page.locator("#main > .shift-report > .paper-signs:last-child .sign-label")).to_have_count(3)
            expect(page.locator(".shift-lines")).to_contain_text(re.compile(r"charity \(35%\).*state \(10%\)"))
            expect(page.locator("b7-shell, .acts, #slips-title, #cage-title").locator("visible=true")).to_have_count(0)
            page.emulate_media(media="null")
            sheet = paper(page, table.name)
            expect(sheet.locator(".sign-line")).to_have_count(6)
            expect(sheet).to_contain_text(re.compile(r"Game date\s*20\d\d-\d\d-\d\d\s*Charity"))
        table.conserves()


def test_each_difference_shows_both_amounts(card_room: CardRoom, browser: Browser) -> None:
    """A closing count $5 over, a drop $20 short, and cash that a correction changed (R22)."""
    with live_table(card_room) as table:
        table.dan("seat_walk_up", seat=1, nickname="Grey hat")
        table.dan("buy_in_cash", seat=1, amount=360_00)
        entry = card_room.staff("Dan").get(f"/api/tables/{quote(table.name)}/entries").ok()["entries"][-1]
        now = {"type": "buy_in_cash", "seat": 1, "amount": 260_00}
        table.dan("amend", entry=entry["number"], now=now, reason="Keyed 360 for 260")
        if table.state.pending:
            table.approve()
        table.dan("leave", seat=1)
        table.sue("begin_closing", reason="The shift ends")
        table.sue("end_play")
        table.dan("count_tray", amount=TRAY - 260_00 + 5_00)
        table.sue("close_table")
        count = {"table": table.name, "session": 1, "pieces": [{"value": 20_00, "count": 12}]}
        card_room.staff("Cass").post("/api/shift/drops", count).ok()
        with card_room.visit(browser, card_room.staff("Sue")) as visit:
            page = visit.open("/shift")
            line = row(page, table.name)
            line.get_by_text("Differences").click()
            expect(line.locator(".offs li")).to_have_text("Closing count $9,745, by the record $9,740: +$5")
            expect(page.locator("#main")).not_to_contain_text("$260 in")  # nor anything about the drop (R23)
            line.get_by_role("button", name="Sign drop").click()
            page.locator("dialog[open]").get_by_role("button", name="Sign drop").click()
            expect(line).to_contain_text("closing count +$5, drop −$20")
            line.get_by_text("Differences").click()
            expect(line.locator(".offs li")).to_have_text(
                [
                    "Closing count $9,745, by the record $9,740: +$5",
                    "Drop counted $240, sold for cash $260: −$20",
                    "Of the cash, $360 as entered, −$100 by corrections",
                ]
            )


def test_the_cashier_is_told_what_to_do_with_the_cash(card_room: CardRoom, browser: Browser) -> None:
    """Paid, or not yet; with the amount on the button, a receipt, and the prompt while the person stands there."""
    with live_table(card_room, players={2: "Maya"}) as table:
        for seat, name, cents in ((1, "Blue hat", 3_500_00), (3, "Green tie", 40_00)):
            table.dan("seat_walk_up", seat=seat, nickname=name)
            table.dan("buy_in_cash", seat=seat, amount=cents)
            table.dan("leave", seat=seat)
        admin(str(card_room.db), "person", "add", "Cal", "--role", "cashier", password=PASSWORD)
        check = prize_check(card_room, "White scarf", 3_600_00, table.name, who="Cal")
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        done = page.locator("dialog.transaction")

        def redeem(name: str, amount: str, button: str) -> None:
            page.locator("#find-player").fill(name)
            page.get_by_role("button", name=f"Redeem chips: {name}").click()
            form = page.locator("[data-form=counter]")
            form.locator("[name=amount]").fill(amount)
            expect(form.locator("[type=submit]")).to_have_text(button)
            form.locator("[type=submit]").click()

        redeem("Green tie", "40", "Redeem chips $40")
        expect(done).to_contain_text("Pay $40 to Green tie.")
        done.get_by_role("button", name="Paper").click()
        expect(page.locator("dialog.paper .sign-label")).to_have_text(["Cashier", "Customer"])
        page.locator("dialog.paper").get_by_role("button", name="Close").click()
        done.get_by_role("button", name="OK").click()
        redeem("Blue hat", "3,500", "Redeem chips $3,500")
        expect(done.get_by_role("heading")).to_have_text("Do not pay yet")
        expect(done.locator(".prompt")).to_contain_text("Log: $3,000 or more")
        expect(done.get_by_role("heading")).to_be_focused()
        page.keyboard.press("Enter")  # once more than needed: it is still there to be read
        expect(done.get_by_role("heading")).to_have_text("Do not pay yet")
        done.get_by_role("button", name="OK").click()
        expect(page.locator("[data-receipt]", has_text="Blue hat").first).to_contain_text("waiting for the supervisor")
        page.get_by_role("button", name=f"Cash: {check}").click()
        page.locator("[data-form=cash-check] [type=submit]").click()
        expect(done.get_by_role("heading")).to_have_text("Do not pay yet")
        done.get_by_role("button", name="OK").click()
        expect(page.locator(f"[data-check={check}]")).to_contain_text("waiting for the supervisor")
        expect(page.get_by_role("button", name=f"Cash: {check}")).to_have_count(0)
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/shift")
        page.locator("[data-receipt]", has_text="Blue hat").get_by_role("button", name="Sign payout").click()
        page.locator("[data-form=sign-payout] [type=submit]").click()
        expect(page.locator("[data-receipt]", has_text="Cass, Sue").first).to_contain_text("Blue hat")
        page.locator("[data-receipt]", has_text="White scarf").get_by_role("button", name="Sign payout").click()
        page.locator("[data-form=sign-payout] [type=submit]").click()
        expect(page.locator(f"[data-check={check}]")).to_contain_text("cashed by Cass")
        scarf = page.locator("[data-receipt]", has_text="White scarf").filter(has_text="Prize check")
        expect(scarf).to_contain_text(f"Prize check cashed, {check}")
        cash = page.locator("[aria-labelledby=cash-title] tr", has_text="White scarf").locator("td")
        expect(cash).to_have_text(["$3,600", "$3,600", "$3,600", "Log: $3,000 or more in cash in one gaming day."])
        expect(scarf.get_by_role("button", name="Void")).to_have_count(0)
    admin(str(card_room.db), "person", "add", "Sid", "--role", "supervisor", password=PASSWORD)
    with card_room.visit(browser, card_room.staff("Sid")) as visit:
        page = visit.open("/shift")
        scarf = page.locator("[data-receipt]", has_text="White scarf").filter(has_text="Prize check")
        scarf.get_by_role("button", name="Void").click()
        page.locator("[data-form=void-receipt] [name=reason]").fill("Paid to the wrong person")
        page.locator("[data-form=void-receipt] [type=submit]").click()
        expect(scarf).to_contain_text("Void: Paid to the wrong person (Sid)")
        expect(scarf.get_by_role("button")).to_have_count(0)
        expect(page.locator(f"[data-check={check}]")).to_contain_text("issued")
        cash = page.locator("[aria-labelledby=cash-title] tr", has_text="White scarf").locator("td")
        expect(cash.nth(1)).to_have_text("$0")
