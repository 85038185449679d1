"""Two dealers at their consoles: relief in two taps, keying beside the dealer, and a call that lights the floor."""

from __future__ import annotations

from browser import TABLET
from pages_live import live_table
from pages_room import CardRoom
from pages_staff import at_console
from playwright.sync_api import Browser, expect

from boston7.game import events

pytest_plugins = ("pages_fixtures",)


def test_relief_keying_beside_and_a_call_for_the_floor(card_room: CardRoom, browser: Browser) -> None:
    with (
        live_table(card_room) as table,
        at_console(table, browser) as dans,
        at_console(table, browser, "Dora", viewport=TABLET, has_touch=True) as doras,
    ):
        who = "#dock .call-title"
        for console in (dans, doras):
            console.page.locator("[data-tool=staff]").click()
        expect(dans.page.locator(who)).to_have_text("You deal")
        expect(doras.page.locator(who)).to_have_text("Dan deals here")
        expect(doras.main("shuffle")).to_have_count(0)
        doras.page.get_by_role("button", name="Assist with keying").tap()
        doras.main("shuffle").tap()
        dans.says("shuffled")
        doras.page.locator("[data-tool=staff]").tap()
        doras.page.get_by_role("button", name="Sign off").tap()
        expect(doras.page.locator("#console[data-panel='']")).to_have_count(1)
        doras.page.locator("[data-tool=staff]").tap()
        expect(doras.page.get_by_role("button", name="Assist with keying")).to_be_visible()
        doras.page.get_by_role("button", name="Relieve Dan").tap()
        doras.page.get_by_role("button", name="Relieve Dan: confirm").tap()
        expect(doras.page.locator("[data-tool=staff]")).to_have_text("Dora")
        expect(dans.page.locator(who)).to_have_text("Dora deals here")
        expect(dans.main("no_more_bets")).to_have_count(0)
        signed = [(event.name, event.relieved, event.beside) for event in table.found(events.DealerSignedOn)]
        assert signed == [("Dan", "", False), ("Dora", "", True), ("Dora", "Dan", False)]

        report = doras.report("call_floor")
        report.choose("what", "dispute")
        report.confirm.click()
        expect(doras.page.locator("[data-tool=staff].called")).to_have_count(1)
        doras.page.locator("[data-tool=staff]").tap()
        expect(doras.page.locator(".call-hint")).to_contain_text("Floor called: dispute")
    with table.room.visit(browser, table.room.staff("Sue")) as visit:
        visit.open("/floor")
        card = visit.page.locator(f".floor-card[data-table='{table.name}']")
        expect(card).to_have_class("floor-card panel called")
        expect(card.locator(".floor-alerts .lose")).to_contain_text("Floor called: dispute")
        card_room.act(card_room.staff("Sue"), table.name, type="answer_call")
        expect(card).to_have_class("floor-card panel")
