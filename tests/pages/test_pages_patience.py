"""The player's seat: time that runs or does not, keys that mean one thing, and names that stay names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fate
import pytest
from browser import DESKTOP, PHONE
from campaign import first
from network import Network
from pages_player import Player, spoken
from pages_room import CardRoom, name_of, timed_table
from playwright.sync_api import Browser, expect

from boston7.hands import ThreeCategory, three_category

pytest_plugins = ("pages_fixtures",)

SEAT = 3
CHIPS = 500_00
both_sizes = pytest.mark.parametrize("size", first(1, [PHONE, DESKTOP]), ids=lambda size: str(size["width"]))
"""What these tell hangs on no size: from day to day they use the phone, where there is the least room."""


def touch(size: dict[str, int]) -> dict[str, Any]:
    return {"viewport": size, "has_touch": size is PHONE}


def to_decision(player: Player) -> None:
    player.act("deal").click()
    player.at("decision")


def test_a_clock_can_be_asked_for(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        page = visit.open("/")
        clock = page.get_by_label("Play against the clock")
        expect(clock).not_to_be_checked()
        clock.check()
        while page.locator(".bots button").count():
            page.locator(".bots button").first.click()
        page.locator(".practice [type=submit]").click()
        page.wait_for_url("**/table/*")
        player = Player(visit, page.url.rsplit("/", 1)[1].replace("%20", " "), SEAT)
        player.at("betting")
        to_decision(player)
        expect(page.locator(".timer")).to_be_visible()


@both_sizes
def test_three_cards_that_earn_nothing_are_not_asked_about_and_when_time_runs_out_the_page_says_so(
    card_room: CardRoom, browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    guest = card_room.guest()
    table = timed_table(card_room, tmp_path, f"Short {size['width']}", 2)
    card_room.seat(guest, table, SEAT, CHIPS)
    deck = card_room.wish(guest, table, lambda hands: three_category(hands.seats[0][:3]) is ThreeCategory.HIGH_CARD)
    high = max(fate.hands(deck.deck, 1).seats[0][:3], key=lambda card: card.rank)
    with card_room.visit(browser, guest, **touch(size)) as visit:
        visit.begin_with("""new MutationObserver(() => {
            if (document.querySelector('[data-act=expose], [data-act=decline]')) window.asked = true;
            if (document.querySelector('[data-act=fold]')) window.decided = true;
        }).observe(document, {childList: true, subtree: true, attributes: true})""")
        player = Player(visit, table, SEAT).open()
        player.click_chips(500, "ante")
        player.click_chips(100, "three_card_bonus")
        player.press("deal")
        player.at("complete")
        assert visit.page.evaluate("[window.asked, window.decided]") == [None, True]
        said = visit.page.locator("#ticker [data-event=bonus_declined]")
        expect(said).to_have_text(re.compile(rf"No bonus: {spoken(high).split(' ')[0]} high\."))
        player.hears("Time ran out: your hand was folded.")
        expect(visit.page.locator("#ticker [data-event=folded]")).to_contain_text("Time ran out: your hand was folded.")
        expect(visit.page.locator("#result .result-why")).to_have_text("Time ran out: your hand was folded.")


@both_sizes
def test_a_lost_connection_costs_nobody_their_hand_and_a_slow_one_no_button(
    card_room: CardRoom, browser: Browser, tmp_path: Path, size: dict[str, int]
) -> None:
    ann, ben = card_room.guest(), card_room.guest()
    table = timed_table(card_room, tmp_path, f"Drop {size['width']}", 15)
    card_room.seat(ann, table, SEAT, CHIPS)
    with card_room.visit(browser, ann, **touch(size)) as visit, ben.socket() as other:
        network = Network(visit.page)
        player = Player(visit, table, SEAT).open()
        other.watch(table)
        to_decision(player)
        network.fail()
        expect(visit.page.locator("#veil")).to_contain_text("you get extra time")
        visit.page.wait_for_timeout(15_500)  # her time would be up
        network.mend()
        visit.page.evaluate(
            "dispatchEvent(new Event('online'))"
        )  # as a browser says it: no need to wait for the next try
        expect(player.act("place_second")).to_be_visible()
        expect(visit.page.locator("#reason")).to_have_text("Your connection was lost: you have extra time.")
        # What is on its way leaves its button there, and is asked once.
        network.slow = '"place_second"'
        player.press("place_second")
        expect(player.act("place_second")).to_have_attribute("aria-disabled", "true")
        expect(visit.page.locator("#prompt")).to_have_text("Place the 2nd Wager or fold")
        player.offers("fold", "place_second")
        player.keys("f", "Enter", "r")
        assert len(network.held) == 1, "what is asked is asked once"
        network.let_go()
        player.at("setting")
        assert card_room.round(table).steps[-1].after.seat(SEAT).second == 5_00


@both_sizes
def test_a_guest_chooses_a_name_and_changes_it(card_room: CardRoom, browser: Browser, size: dict[str, int]) -> None:
    own = f"River Rat {size['width']}"
    with card_room.visit(browser, **touch(size)) as visit:
        page = visit.open("/")
        field = page.get_by_role("textbox", name="Your name at the table")
        expect(field).to_have_value(re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+( \d+)?$"))
        suggested = field.input_value()
        page.get_by_role("button", name="Another").click()
        expect(field).not_to_have_value(suggested)
        field.fill(own)
        page.locator("#play-now").click()
        page.wait_for_url("**/table/*")
        expect(page.locator(".line[data-line=up]")).to_have_count(1)
        if size is DESKTOP:
            expect(page.locator(".person .name")).to_have_text(own)
        visit.open("/")
        expect(page.locator(".hero-name")).to_contain_text(f"You are playing as {own}.")
        visit.down_expected = True  # a refusal stands in the console
        visit.open("/me")
        page.get_by_role("textbox", name="Your name at the table").fill("Bot Ada")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".fault").filter(has_text="Leave your table first")).to_be_visible()


def test_a_guest_who_is_not_seated_takes_another_name(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    with card_room.visit(browser, guest) as visit:
        page = visit.open("/me")
        expect(page.get_by_role("textbox", name="Your name at the table")).to_have_value(name_of(guest))
        page.get_by_role("textbox", name="Your name at the table").fill("Quick Draw")
        page.get_by_role("button", name="Save").click()
        expect(page.locator("h1")).to_have_text("Quick Draw")
        assert name_of(guest) == "Quick Draw"
        visit.open(f"/table/{table}")
        page.locator("#acts [data-act=sit]").click()
        page.locator("dialog[data-dialog=buy-in] .go").click()
        expect(page.locator("#rail .rail-amount")).to_have_text("$200")


def test_whoever_comes_by_a_link_is_asked_for_a_name(card_room: CardRoom, browser: Browser) -> None:
    table = card_room.table()
    with card_room.visit(browser) as visit:
        page = visit.open(f"/table/{table}")
        page.locator("#acts [data-act=guest]").click()
        field = page.get_by_role("textbox", name="Your name at the table")
        expect(field).to_be_focused()
        expect(field).not_to_have_value("")
        field.fill("Link Lou")
        page.keyboard.press("Enter")
        expect(page.locator(".person .name")).to_have_text("Link Lou")
        page.locator("#acts [data-act=sit]").click()
        expect(page.locator("dialog[data-dialog=buy-in]")).to_be_visible()


@both_sizes
def test_short_names_on_plates_are_still_names(card_room: CardRoom, browser: Browser, size: dict[str, int]) -> None:
    table = card_room.table()
    names = {2: f"Guest 9687{size['width']}", 5: f"Bartholomew of Boston {size['width']}"}
    names[1] = "Tall Parrot" if size is DESKTOP else "Tall Heron"
    for seat, name in names.items():
        client = card_room.guest()
        client.put("/api/me/name", {"name": name}).ok()
        card_room.seat(client, table, seat)
    with card_room.visit(browser, **touch(size)) as visit:
        page = visit.open(f"/table/{table}")
        plate: Callable[[int], Any] = lambda seat: page.locator(  # noqa: E731
            f".felt-seat[data-seat='{seat}'] :is(.felt-name, .felt-token-name)"
        )
        expect(plate(2)).to_have_text(re.compile(rf"^Gue.*{str(size['width'])[-3:]}$"))
        expect(plate(5)).to_have_text(re.compile(r"^Bar"))
        expect(plate(1)).to_have_text(names[1])  # a little wide for its plate: written smaller, not cut


@both_sizes
def test_nobody_is_hurried_at_a_practice_table_and_enter_does_the_gold_button_whatever_was_pressed_before(
    card_room: CardRoom, browser: Browser, size: dict[str, int]
) -> None:
    guest = card_room.guest()
    table = guest.post("/api/practice", {"house": "nhcg", "seat": SEAT, "bots": ["optimal"]}).ok()["table"]
    with card_room.visit(browser, guest, **touch(size)) as visit:
        player = Player(visit, table, SEAT).open()
        page = visit.page
        timer = page.locator(".timer")

        def from_the_menu() -> None:
            page.locator(".rail-more").click()
            page.locator("[data-more=coach]").click()

        def coach() -> None:
            page.locator(".coach-toggle").click()

        def settings() -> None:
            page.get_by_role("button", name="Settings").click()
            page.locator("#shell-settings [data-value=four]").click()
            page.keyboard.press("Escape")
            expect(page.locator("#shell-settings")).to_be_hidden()

        def history() -> None:
            page.locator("#history").click()
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)

        bot = page.locator(".felt-seat .felt-laid[data-wager=ante]").first
        expect(bot).to_be_attached()  # a bot has wagered: at a shared table time would run now
        expect(timer).to_be_hidden()
        expect(player.act("deal")).to_be_visible()
        history()
        for elsewhere in (from_the_menu, settings, *([coach] if size is DESKTOP else [])):
            elsewhere()
            expect(player.act("deal"), elsewhere.__name__).to_be_focused()
        player.keys("Enter")
        player.at("decision")
        expect(player.act("place_second").locator(".key")).to_have_text("R ↵")
        expect(timer).to_be_hidden()
        page.wait_for_timeout(1500)
        expect(timer).to_be_hidden()
        from_the_menu()
        history()
        player.keys("Enter")
        player.at("setting")
        player.keys("ArrowRight", "Enter")
        player.at("complete", "betting")


def test_one_key_means_one_thing_through_the_round_and_a_button_reached_by_tab_keeps_enter_for_itself(
    card_room: CardRoom, browser: Browser
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        page = visit.page
        player.keys("?")
        keys = page.locator("dialog kbd").all_inner_texts()
        assert len(keys) == len(set(keys)), "no key stands in the list twice"
        player.keys("Escape")
        player.keys("2", "f")
        expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, empty")
        player.keys("a")
        expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, $5 not yet confirmed")
        player.keys("Backspace", "w")
        expect(page.locator("#prompt")).to_be_visible()
        player.keys("Enter")
        player.at("decision")
        player.offers("fold", "place_second")
        expect(player.act("fold")).to_contain_text("lose $10")
        player.keys("f")
        player.fold_anyway()
        player.at("complete")
        expect(page.locator("#result .result-why")).to_have_text("You folded.")
        lines = card_room.settled(table, SEAT)
        assert [(line.wager, line.collected) for line in lines] == [("first", 5_00), ("ante", 5_00)]
        player.sees(lines, rail=CHIPS - 10_00)
        told = page.locator("#ticker .ticker-mine[data-event=settled]")
        expect(told.locator(".result-clause")).to_have_attribute("title", lines[0].clause)
        assert lines[0].clause not in told.inner_text(), "the rule is one press away, not loose code"
        card_room.clear(table)
        player.at("betting")
        card_room.plays(guest, table, "place_wagers")
        player.at("decision")
        expect(player.act("fold")).to_be_visible()
        for _ in range(60):
            player.keys("Tab")
            if page.evaluate("document.activeElement?.dataset.act") == "fold":
                break
        player.keys("Enter")
        player.fold_anyway()
        player.at("complete")
        assert {line.wager for line in card_room.settled(table, SEAT, 2)} == {"ante", "first"}
        expect(page.locator("#prompt")).not_to_contain_text("Time ran out")


def a_letter(card_room: CardRoom, player: Player) -> None:
    player.act("deal").click()
    player.at("dealing_three")
    expect(player.act("place_second")).to_have_count(0)
    player.keys("r")


def enter(card_room: CardRoom, player: Player) -> None:
    """Once the cards are to be seen."""
    player.keys("Enter", "Enter")  # twice by mistake: the second wagers nothing on cards nobody has seen
    expect(player.page.locator("#hand b7-card")).to_have_count(3)
    assert card_room.round(player.table).steps[-1].after.seat(SEAT).second == 0
    player.keys("Enter")


@pytest.mark.parametrize("pressed", first(1, [enter, a_letter]))
def test_a_key_that_comes_before_its_button_is_kept(
    card_room: CardRoom, browser: Browser, pressed: Callable[[CardRoom, Player], None]
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    with card_room.visit(browser, guest, likes='{"motion": "full", "speed": "slow", "led": "yes"}') as visit:
        player = Player(visit, table, SEAT).open()
        pressed(card_room, player)
        player.at("setting")
        assert card_room.round(table).steps[-1].after.seat(SEAT).second == 5_00
