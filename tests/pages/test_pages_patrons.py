"""People and their chips in the browser: who is at the cage's counter, and who comes to a table with which chips."""

from __future__ import annotations

from browser import TABLET
from pages_live import known_players, live_table
from pages_room import CardRoom
from pages_staff import Chips, at_console
from playwright.sync_api import Browser, Locator, Page, expect
from serving import PASSWORD, PIN, Client

pytest_plugins = ("pages_fixtures",)


def find(page: Page, name: str) -> Locator:
    """The player's line at the counter."""
    page.locator("#find-player").fill(name)
    line = page.locator(f"[data-player='{name}']")
    expect(line).to_have_count(1)
    return line


def over_the_counter(page: Page, act: str, name: str, amount: str, pin: str = "") -> Locator:
    """Until the dialog that says what to pay, take or give."""
    find(page, name).get_by_role("button", name=f"{act}: {name}").click()
    form = page.locator("[data-form=counter]")
    form.locator("[name=amount]").fill(amount)
    if pin:
        form.get_by_label(f"PIN of {name}").fill(pin)
    form.get_by_role("button", name=f"{act} ${amount}").click()
    done = page.locator("dialog.transaction")
    expect(done).to_be_visible()
    return done


def carried(room: CardRoom, name: str) -> int:
    found = room.staff("Cass").get("/api/cage/players").ok()["players"]
    cents: int = next(one["carried"] for one in found if one["name"] == name)
    return cents


def test_chips_go_from_the_cage_to_a_seat_to_another_seat_and_back(card_room: CardRoom, browser: Browser) -> None:
    """A walk-up player buys chips, brings them, moves, is colored up by mistake, is put back, leaves and redeems."""
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        page.locator("#new-walk-up").click()
        form = page.locator("[data-form=walk-up]")
        form.locator("[name=mark]").fill("Tweed cap")
        form.get_by_role("button", name="Add the player").click()
        expect(page.locator("[data-player='Tweed cap']")).to_contain_text("walk-up · carries $0")
        done = over_the_counter(page, "Sell chips", "Tweed cap", "300")
        expect(done.get_by_role("heading")).to_have_text("Take $300")
        done.get_by_role("button", name="OK").click()
        expect(page.locator("[data-player='Tweed cap']")).to_contain_text("carries $300")

    with live_table(card_room, players={4: "Theo"}) as table:
        with at_console(table, browser) as console:
            page = console.page
            one = Chips(page, 1)
            one.sit("tweed cap", walk_up=True)
            expect(one.pay).to_contain_text("Carries$300")
            expect(one.gold).to_contain_text("Chips in $300")
            one.gold.click()
            one.has("$300")
            expect(one.pay).not_to_contain_text("Carries")
            one.move("chips_in", "1")
            expect(one.fault).to_contain_text("On record this player carries $0 in chips, not $1.")
            one.choose("move_seat")
            page.locator(".felt-plate[data-seat='3']").click()
            expect(one.gold).to_contain_text("Move seat 1 to seat 3")
            one.gold.click()
            three = Chips(page, 3)
            three.has("$300")
            three.choose("leave")
            expect(three.pay).to_contain_text("Tweed cap (cash) takes $300 from the table.")
            expect(three.gold).to_contain_text("Color up $300, seat 3 leaves")
            assert carried(card_room, "Tweed cap") == 0, "nothing has happened yet"
            three.gold.click()
            expect(three.title).to_contain_text("who sits down?")
            undo = page.locator(".dock [data-act=undo_leave]")
            expect(undo).to_contain_text("Undo: Tweed cap (cash) colors up $300")
            undo.click()
            three.has("$300")
            three.move("leave")
            expect(undo).to_be_visible()
            with card_room.visit(browser, card_room.staff("Cass")) as cage:
                done = over_the_counter(cage.open("/shift"), "Redeem chips", "Tweed cap", "300")
                expect(done).to_contain_text("Pay $300 to Tweed cap.")
            undo.click()
            expect(three.fault).to_contain_text("On record this player carries $0 in chips, not $300.")
            console.keys("Escape")
        table.conserves()


def test_front_money_comes_to_a_table_as_chips_and_goes_back(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room, players={4: "Theo"}) as table, at_console(table, browser) as console:
        known_players(card_room, "Iris")  # who sits nowhere else
        Client(card_room.server).login("Iris").with_pin()
        with card_room.visit(browser, card_room.staff("Cass")) as visit:
            page = visit.open("/shift")
            done = over_the_counter(page, "Chips for front money", "Iris", "250", PIN)
            expect(done.get_by_role("heading")).to_have_text("Give $250 in chips")
            done.get_by_role("button", name="OK").click()
            expect(page.locator("[data-player=Iris]")).to_contain_text("account · carries $250")
            seat = Chips(console.page, 2)
            seat.sit("IRIS")
            expect(seat.title).to_have_text("Seat 2, Iris: chips.")
            seat.move("chips_in", "200")
            expect(seat.pay).to_contain_text("Carries$50")
            done = over_the_counter(page, "Chips to front money", "Iris", "50")
            expect(done.get_by_role("heading")).to_have_text("Take $50 in chips")
            done.get_by_role("button", name="OK").click()
            expect(page.locator("[data-player=Iris]")).to_contain_text(f"at {table.name}")
        table.dan("leave", seat=2)
        assert carried(card_room, "Iris") == 200_00
        table.conserves()


def test_a_player_sets_a_pin_and_is_paid_front_money_with_it(card_room: CardRoom, browser: Browser) -> None:
    """One cashier pays out nobody's front money without it."""
    known_players(card_room, "Ines")
    with card_room.visit(browser, Client(card_room.server).login("Ines")) as visit:
        form = visit.open("/me").locator("[data-form=own-pin]")
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("[name=pin]").fill(PIN)
        form.locator("[type=submit]").click()
        expect(form.get_by_role("status")).to_have_text("You have a new PIN.")
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        visit.down_expected = True  # a wrong PIN is refused
        page = visit.open("/shift")
        find(page, "Ines").get_by_role("button", name="Front money out: Ines").click()
        form = page.locator("[data-form=counter]")
        expect(form).to_contain_text("Left empty, the player signs a cage slip and a supervisor signs as witness.")
        form.locator("[name=amount]").fill("75")
        form.get_by_label("PIN of Ines").fill("975310")
        form.get_by_role("button", name="Front money out $75").click()
        expect(form.get_by_role("alert")).to_have_text("Wrong PIN. Without the PIN, the player signs a cage slip.")
        form.get_by_label("PIN of Ines").fill(PIN)
        form.get_by_role("button", name="Front money out $75").click()
        done = page.locator("dialog.transaction")
        expect(done.get_by_role("heading")).to_have_text("Pay $75")
        done.get_by_role("button", name="Paper").click()
        expect(page.locator("dialog.paper")).to_contain_text("Ines by PIN (on record)")
        page.locator("dialog.paper").get_by_role("button", name="Close").click()
        done.get_by_role("button", name="OK").click()
        expect(page.locator("[data-receipt]", has_text="$75").filter(has_text="Ines")).to_contain_text("Ines by PIN")


def test_without_a_pin_the_player_signs_a_cage_slip_in_front_of_a_supervisor(
    card_room: CardRoom, browser: Browser
) -> None:
    known_players(card_room, "Ivor")
    with card_room.visit(browser, card_room.staff("Cass"), viewport=TABLET) as visit:
        page = visit.open("/shift")
        done = over_the_counter(page, "Chips for front money", "Ivor", "85")
        expect(done.get_by_role("heading")).to_have_text("Do not pay yet")
        expect(done).to_contain_text("Ivor signs a cage slip for $85. A supervisor who saw it signs payout")
        done.get_by_role("button", name="Cage slip").click()
        paper = page.locator("dialog.paper")
        expect(paper.locator(".sign-line", has_text="Customer").locator(".sign-name")).to_be_empty()
        paper.get_by_role("button", name="Close").click()
        done.get_by_role("button", name="OK").click()
        line = page.locator("[data-receipt]", has_text="Chips for front money").filter(has_text="Ivor")
        expect(line).to_contain_text("waiting for the player's signature and the supervisor")
        assert carried(card_room, "Ivor") == 0
        with card_room.visit(browser, card_room.staff("Sue")) as floor:
            slip = (
                floor.open("/shift").locator("[data-receipt]", has_text="Chips for front money").filter(has_text="Ivor")
            )
            slip.get_by_role("button", name="Sign payout").click()
            form = floor.page.locator("[data-form=sign-payout]")
            expect(form).to_contain_text("Ivor signed the cage slip in front of you. Check who it is.")
            form.get_by_role("button", name="Sign payout").click()
            expect(slip).to_contain_text("Cass, Sue, Ivor on a cage slip")
    assert carried(card_room, "Ivor") == 85_00


def test_two_marks_of_one_person_and_chips_that_were_given_away(card_room: CardRoom, browser: Browser) -> None:
    cass = card_room.staff("Cass")
    ids = {}
    for mark, cents in (("Plaid vest", 60_00), ("Fur hat", 40_00), ("Gold ring", 10_00)):
        ids[mark] = cass.post("/api/cage/players", {"mark": mark}).ok()["id"]
        cass.post(f"/api/cage/{ids[mark]}/chips", {"id": mark, "what": "sell", "cents": cents}).ok()
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/shift")
        expect(find(page, "Plaid vest").get_by_role("button")).to_have_text(["Chips handed over", "Same person"])
        find(page, "Fur hat").get_by_role("button", name="Same person").click()
        form = page.locator("[data-form=merge]")
        form.locator("[name=kept]").fill("plaid vest")
        form.locator("[name=reason]").fill("Took the vest off")
        form.locator("[type=submit]").click()
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(find(page, "Plaid vest")).to_contain_text("carries $100 · today $100 in, $0 out")
        page.locator("#find-player").fill("Fur hat")
        expect(page.locator(".players")).to_contain_text("No player found.")
        find(page, "Plaid vest").get_by_role("button", name="Chips handed over").click()
        form = page.locator("[data-form=hand-over]")
        form.locator("[name=taker]").fill("Gold ring")
        form.locator("[name=amount]").fill("25")
        form.locator("[name=reason]").fill("A present")
        form.locator("[type=submit]").click()
        expect(page.locator("[data-player='Plaid vest']")).to_contain_text("carries $75")
        expect(find(page, "Gold ring")).to_contain_text("carries $35")
