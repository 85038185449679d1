"""People and their money: logging in, limits they set themselves, taking a break, and the cage."""

from __future__ import annotations

from itertools import count

from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect
from serving import PASSWORD, PIN, Client

pytest_plugins = ("pages_fixtures",)

_NAMES = (f"Nora {number}" for number in count(1))


def a_player(room: CardRoom) -> tuple[str, Client]:
    name = next(_NAMES)
    room.staff("Abe").post("/api/people", {"name": name, "role": "player", "password": PASSWORD}).ok()
    return name, Client(room.server).login(name)


def test_the_desk_and_the_cage(card_room: CardRoom, browser: Browser) -> None:
    """The administrator lets somebody in, the supervisor takes their money, and they log in and find it."""
    name = next(_NAMES)
    with card_room.visit(browser, card_room.staff("Abe")) as visit:
        page = visit.open("/people")
        form = page.locator("form", has=page.locator("[name=password]"))
        form.locator("[name=name]").fill(name)
        form.locator("[name=password]").fill(PASSWORD)
        form.locator("[name=role]").select_option("player")
        form.locator("[type=submit]").click()
        expect(page.get_by_role("row", name=name)).to_contain_text("$0")
        expect(page.get_by_role("button", name=f"Front money in: {name}")).to_have_count(0)
    with card_room.visit(browser, card_room.staff("Cass")) as visit:
        page = visit.open("/people")
        _at_the_cage(page, f"Front money in: {name}", "250.50")
        expect(page.get_by_role("row", name=name)).to_contain_text("$250.50")
        Client(card_room.server).login(name).with_pin()
        page.reload()
        _at_the_cage(page, f"Front money out: {name}", "50", PIN)
        expect(page.get_by_role("row", name=name)).to_contain_text("$200.50")
    with card_room.visit(browser) as visit:
        page = visit.open("/login")
        page.locator("[name=name]").fill(name)
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("form [type=submit]").click()
        expect(page.locator(".person .name")).to_have_text(name)
        expect(page.locator(".person .money")).to_have_text("$200.50")
        visit.open("/me")
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(page.locator(".person .name")).to_have_count(0)


def test_a_wrong_password_is_said_and_asked_for_again(card_room: CardRoom, browser: Browser) -> None:
    name, _ = a_player(card_room)
    with card_room.visit(browser) as visit:
        page = visit.open("/login?next=/me")
        visit.down_expected = True  # a refused login is no fault of the page
        page.locator("[name=name]").fill(name)
        page.locator("[name=password]").fill("not the one")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("Wrong name or password.")
        expect(page.locator("[name=password]")).to_be_focused()
        expect(page.locator("[name=password]")).to_have_value("")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("**/me")
        expect(page.locator("main h1")).to_have_text(name)


def test_a_login_leads_to_no_other_site(card_room: CardRoom, browser: Browser) -> None:
    name, _ = a_player(card_room)
    for wished in ("/%09/evil.example", "//evil.example", "/.//evil.example"):
        with card_room.visit(browser) as visit:
            visit.down_expected = True  # of ours there is no page of that name
            page = visit.open(f"/login?next={wished}")
            page.locator("[name=name]").fill(name)
            page.locator("[name=password]").fill(PASSWORD)
            with page.expect_navigation():
                page.locator("form [type=submit]").click()
            assert page.url.startswith(f"{card_room.server.url}/"), page.url


def test_a_limit_holds_at_once_and_is_loosened_tomorrow(card_room: CardRoom, browser: Browser) -> None:
    _, nora = a_player(card_room)
    with card_room.visit(browser, nora) as visit:
        row = visit.open("/me").locator("[data-limit=loss]")
        row.locator("input").fill("a lot")
        row.locator("[type=submit]").click()
        expect(row.get_by_role("alert")).to_contain_text("amount in dollars")
        row.locator("input").fill("100")
        row.locator("[type=submit]").click()
        expect(row.locator(".limit-amount")).to_contain_text("$100")
        row.locator("input").fill("500")
        row.locator("[type=submit]").click()
        expect(row.locator(".warn")).to_contain_text("$500")
        expect(row.locator(".limit-amount")).to_contain_text("$100")
    limits = nora.me["limits"]["loss"]
    assert (limits["amount"], limits["next"]["amount"]) == (100_00, 500_00)


def test_a_break_begins_at_once_and_can_only_be_made_longer(card_room: CardRoom, browser: Browser) -> None:
    _, nora = a_player(card_room)
    with card_room.visit(browser, nora) as visit:
        page = visit.open("/me")
        _take_a_break(page, "30", "Exclude me")
        first = nora.me["excluded_until"]
        expect(page.locator(".excluded")).to_be_visible()
        assert page.locator("#break-days option").all_text_contents() == ["Six months", "One year", "Permanently"]
        _take_a_break(page, "180", "Extend it")
        expect(page.locator("#break-days option")).to_have_count(2)
        assert nora.me["excluded_until"] - first > 149 * 86400
        _take_a_break(page, "", "Extend it")
        expect(page.locator(".excluded")).to_contain_text("permanently")
        expect(page.locator("#break-days")).to_have_count(0)
        row = visit.open("/").locator(".table-row").first
        expect(row).to_be_visible()
        expect(page.locator("main")).to_contain_text("excluded yourself")


def test_a_round_leads_to_its_proof_and_a_guests_break_promises_no_more_than_it_holds(
    card_room: CardRoom, browser: Browser
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table)
    card_room.act(guest, table, type="place_wagers", seat=3, wagers={"ante": 5_00, "first": 5_00})
    with guest.socket() as socket:
        socket.watch(table)
        socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert socket.act(table, {"type": "fold", "seat": 3})["type"] == "accepted"
        socket.until(table, lambda frame: frame["view"]["phase"] == "complete")
    with card_room.visit(browser, guest) as visit:
        page = visit.open("/me")
        expect(page.locator("main")).to_contain_text("It applies to this guest only")
        page.locator(".rounds td:nth-child(3), .rounds td:nth-child(4)").evaluate_all(
            "cells => cells.forEach((cell) => (cell.textContent = 'Two pair, queens and eights, with an ace'))"
        )
        assert page.locator(".scroll:has(.rounds)").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
        links = page.locator(".rounds a")
        expect(links).to_have_text(["Watch", "Check"])
        where = f"{table.replace(' ', '%20')}/1"
        assert [link.get_attribute("href") for link in links.all()] == [f"/round/{where}", f"/fair/{where}"]
        card_room.clear(table)
        card_room.act(guest, table, type="leave", seat=3)
        page.reload()
        expect(links).to_have_text(["Watch", "Check"])
        links.last.click()
        expect(page.locator("main")).to_contain_text("All 6 cards that left the deck are where the deck has them.")


def test_a_guest_is_asked_before_the_browser_forgets_them(card_room: CardRoom, browser: Browser) -> None:
    guest = card_room.guest()
    name = guest.me["person"]["name"]
    with card_room.visit(browser, guest) as visit:
        page = visit.open("/me")
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(page.get_by_role("dialog")).to_contain_text("$1,000 of play money")
        expect(page.get_by_role("button", name="Stay")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        visit.open("/login")
        page.locator("main").get_by_role("button", name="Log out", exact=True).click()
        page.get_by_role("button", name="Stay").click()
        page.locator("[name=name]").fill("Sue")
        page.locator("[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text(f"Log out of {name}?")
        page.keyboard.press("Enter")
        expect(page.locator(".person .name")).to_have_text(name)
        visit.open("/me")
        page.get_by_role("button", name="Log out", exact=True).click()
        page.get_by_role("button", name="Log out anyway").click()
        expect(page.locator(".person .name")).to_have_count(0)


def test_a_guest_continues_on_another_device(card_room: CardRoom, browser: Browser) -> None:
    guest = card_room.guest()
    name = guest.me["person"]["name"]
    with card_room.visit(browser, guest) as visit:
        page = visit.open("/me")
        page.get_by_role("button", name="Play on another device").click()
        expect(page.locator("svg.qr")).to_be_visible()
        link = page.locator(".invite-link").input_value()
        assert page.locator("svg.qr").get_attribute("data-link") == link
    where, _, secret = link.partition("#")
    assert where.endswith("/login"), "the secret is in the fragment, which no server sees"
    with card_room.visit(browser, card_room.guest()) as visit:
        page = visit.open(link.removeprefix(card_room.url))
        expect(page.locator("main .warn")).to_contain_text("you lose it if you continue here")
        assert "#" not in page.url
        page.get_by_role("button", name="Continue here").click()
        expect(page.locator(".person .name")).to_have_text(name)
        assert secret.removeprefix("guest=") not in card_room.server.log()
        visit.down_expected = True  # The link was used.
        visit.open("/")
        page.goto(link)
        page.get_by_role("button", name="Continue here").click()
        expect(page.get_by_role("alert")).to_contain_text("This link was used")


def _at_the_cage(page: Page, button: str, amount: str, pin: str = "") -> None:
    page.get_by_role("button", name=button).click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=amount]").fill(amount)
    if pin:
        dialog.locator("[name=pin]").fill(pin)
    dialog.locator("[type=submit]").click()
    page.locator("dialog.transaction").get_by_role("button", name="OK").click()
    expect(dialog).to_have_count(0)


def _take_a_break(page: Page, days: str, button: str) -> None:
    page.locator("#break-days").select_option(days)
    page.get_by_role("button", name=button).click()
    page.get_by_role("button", name="Yes, exclude me").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
