"""A dealer runs a live table through the console: whole rounds with real cards, compared with the record."""

from __future__ import annotations

from browser import TABLET, UPRIGHT
from pages_live import CHIPS, SLIP, TRAY, give_chips, known_players, live_table
from pages_room import CardRoom
from pages_staff import Console, PayLine, at_console, pay_lines_of
from playwright.sync_api import Browser, expect

from boston7.game import events

pytest_plugins = ("pages_fixtures",)

FOUR = {2: "Maya", 4: "Theo", 5: "Ines", 6: "Rex"}
DEALERS = "As Ad 2h 3d 4c 9h 9c"
HANDS = {
    5: "Ks Kd Kh 5c 5d 6h 7h",  # a full house, which wins and pays 4 to 1 on the ante
    4: "5s 6s 7s 8s 9s 2c 3h",  # a straight flush, more than the house pays
    2: "Qs Qd 8c 2s 7d Js 4d",  # a pair, which loses
}


def open_by_keyboard(console: Console, players: dict[int, str]) -> None:
    """The whole checklist, and the players who sit down meanwhile with chips from the cage."""
    page, table = console.page, console.table
    ids = known_players(table.room, *players.values())
    for player in players.values():
        give_chips(table.room, ids[player], CHIPS)
    for step in ("receive_deck", "inspect_deck"):
        expect(page.locator(f".dock .gold[data-step={step}]")).to_be_visible()
        console.keys("Space")
    expect(page.locator(".opening-step[data-step=verify_deck]")).to_contain_text("supervisor")
    table.check_off("verify_deck")
    expect(page.locator(".dock .gold[data-step=spread_deck]")).to_be_visible()
    console.keys("Space")
    expect(page.locator(".opening-step[data-step=offer_inspection]")).to_be_visible()
    console.keys("z")
    at = 1
    expect(page.locator(".call-title")).to_have_text("Seat 1: who sits down?")
    for seat, player in players.items():
        console.keys(*["ArrowDown"] * (seat - at))
        at = seat
        expect(page.locator("#seat-name")).to_be_focused()
        page.keyboard.type(player)
        console.keys("Enter")
        expect(page.locator(".call-title")).to_contain_text(f"Seat {seat}, {player}: chips.")
        expect(page.locator("#seat-amount")).to_be_focused()
        page.keyboard.type("500")
        console.keys("Enter")
        expect(page.locator("#pay")).to_contain_text("Rail$500")
    console.keys("Escape")
    expect(page.locator("#console[data-panel='']")).to_have_count(1)
    for step in ("offer_inspection", "wash_deck", "stack_deck", "unlock_tray"):
        expect(page.locator(f".dock .gold[data-step={step}]")).to_be_visible()
        console.keys("Space")
    page.locator("#told-count_tray").focus()
    page.keyboard.type("10000")
    console.keys("Enter")
    for step in SLIP:
        if step == "supervisor_signs":
            expect(page.locator(f".opening-step[data-step={step}]")).to_contain_text("supervisor")
            table.check_off(step)
        else:
            expect(page.locator(f".dock .gold[data-step={step}]")).to_be_visible()
            console.keys("Space")
    console.at("betting")


def named(console: Console, seat: int) -> None:
    """The seat whose wager is asked for."""
    player = console.table.state.seat(seat).player
    expect(console.page.locator(".call-title")).to_have_text(f"Seat {seat}, {player}: how much?")


def settle(console: Console, act: str) -> list[PayLine]:
    """What it says is to be paid, before it is."""
    expect(console.main(act)).to_be_visible()
    expect(console.page.locator(".pay-tile, #pay .pay-now [data-spot]")).not_to_have_count(0)
    shown = console.pay_lines()
    console.keys("Space")
    return shown


def test_a_whole_round_by_keyboard(card_room: CardRoom, browser: Browser) -> None:
    touched = """for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
        addEventListener(kind, () => { window.touched = kind; }, true)"""
    with (
        live_table(card_room, device="hand", ready=False) as table,
        at_console(table, browser, first=touched) as console,
    ):
        page = console.page
        open_by_keyboard(console, FOUR)
        console.space("shuffle")
        console.space("cut")
        console.says("The deck is cut.")
        for text in ("10+5", "50", "10+5", "5"):  # seat after seat, as fast as the hand goes
            page.keyboard.type(text)
            console.keys("Enter")
        expect(page.locator("#pay")).to_contain_text("Bets in: 4 of 4$160")
        console.space("no_more_bets")
        console.at("dealing_three")
        console.keys("l")  # the hand that holds the deck, chosen once
        expect(page.locator("#steps [data-step=deck_hand].done")).to_have_count(1)
        console.space("deal")
        console.at("three_card_bonus")
        assert console.step == ["bonus"]
        console.cards("Qs Qd")
        console.cards("Qs")
        expect(page.locator(".pad-note")).to_have_text("The queen of spades is entered already.")
        console.keys("s")
        expect(page.locator(".pad-note")).to_have_text("First the rank, then the suit.")
        console.cards("8c")
        console.keys("Enter", "n")  # seat 2 shows a pair, seat 5 nothing
        paid = [settle(console, "settle_bonuses")]
        console.at("decision")
        console.keys("r", "r", "r", "f")
        console.at("dealing_four")
        console.keys("e")
        console.idle()
        console.space("deal")
        console.at("showdown")
        expect(page.locator(".pad-label")).to_have_text("Your seven cards")
        expect(page.locator("#steps [data-step=spread_seven].now")).to_have_count(1)
        console.cards("Qs")
        expect(page.locator(".pad-note")).to_have_text("The queen of spades is already on this table.")
        assert console.entered() == []
        console.cards(DEALERS)
        console.keys("Enter")
        for seat, cards in HANDS.items():
            expect(page.locator(".call-title")).to_contain_text(f"Seat {seat}, ")
            console.cards(cards)
            console.keys("Enter")
            paid.append(settle(console, "settle"))
        console.space("next_round")
        console.at("betting")
        assert page.evaluate("window.touched") is None
        settled = [event for event in table.found(events.Settled) if event.moment != "fold"]
        assert [event.seat for event in settled] == [5, 2, 5, 4, 2]
        bonuses = [line for event in settled[:2] for line in pay_lines_of(event.lines)]
        assert paid == [bonuses, *(pay_lines_of(event.lines) for event in settled[2:])]
        assert ("pay", "Pay Ante Bonus, 50 to 1, $1,600 over the maximum, not paid", 900_00, 900_00) in paid[2]
        won = {2: 5_00 - 30_00, 4: 1_000_00, 5: -5_00 + 60_00, 6: -10_00}
        table.is_whole({seat: CHIPS + won[seat] for seat in FOUR}, TRAY - sum(won.values()))


def test_an_amount_is_for_the_seat_that_is_named(card_room: CardRoom, browser: Browser) -> None:
    """Digits never choose a seat while wagers are entered; a bonus typed alone is for the seat shown large, which may
    have no ante yet; Tab goes as the eye does, from the ante to the bonus, and an amount typed on the tick box is the
    bonus too; a wager that lies there is replaced only after saying so."""
    with live_table(card_room) as table, at_console(table, browser) as console:
        page = console.page
        pay = page.locator("#pay")
        console.space("shuffle")
        console.says("shuffled")
        named(console, 2)
        page.keyboard.type("25")  # 2 and 5 are seats too
        console.keys("Enter")
        named(console, 4)
        expect(pay).to_contain_text("Bets in: 1 of 3$50")
        page.keyboard.type("+5")
        console.keys("Enter")
        expect(page.locator(".dock-fault")).to_have_text("Seat 4 has no Ante Bonus yet: enter 10+5.")
        console.keys("Escape", "ArrowUp")
        named(console, 2)
        page.keyboard.type("+5")
        console.keys("Enter")
        expect(pay).to_contain_text("Bets in: 1 of 3$55")
        named(console, 4)
        page.keyboard.type("10")
        console.keys("Tab", "Tab")
        expect(page.locator("#wager-three_card_bonus")).to_be_focused()
        page.keyboard.type("5")
        console.keys("Enter")
        expect(pay).to_contain_text("Bets in: 2 of 3")
        named(console, 5)
        page.keyboard.type("20")
        console.keys("Tab")
        expect(page.locator("#wager-first")).to_be_focused()
        page.keyboard.type("7")
        expect(page.locator("#wager-three_card_bonus")).to_be_focused()
        console.keys("Enter")
        expect(page.locator(".call-title")).to_have_text("All bets are in.")
        page.keyboard.type("4")  # nobody is named
        expect(page.locator("#wager-ante")).to_have_value("")
        console.keys("ArrowDown")
        named(console, 2)
        expect(page.locator(".call-hint")).to_have_text("Replaces Ante $25 · 1st $25 · Three Card Bonus $5")
        page.keyboard.type("15")
        page.get_by_role("button", name="Next seat").click()
        expect(pay).to_contain_text("Bets in: 3 of 3$102")
        placed = [
            (each.seat, each.ante, each.first, each.side_bets.get("three_card_bonus", 0))
            for each in table.found(events.WagersPlaced)
        ]
        assert placed == [
            (2, 25_00, 25_00, 0), (2, 25_00, 25_00, 5_00), (4, 10_00, 10_00, 5_00), (5, 20_00, 20_00, 7_00),
            (2, 15_00, 15_00, 0),
        ]  # fmt: skip


def test_a_round_with_the_pad_of_52_on_a_tablet(card_room: CardRoom, browser: Browser) -> None:
    """No keyboard at all: all cards by touch, nothing out of reach. The rest of a round: test_pages_dealer_pace.py"""
    with (
        live_table(card_room) as table,
        at_console(table, browser, viewport=TABLET, has_touch=True) as console,
    ):
        page = console.page
        table.dan("shuffle")
        console.says("shuffled")
        page.locator(".felt-plate[data-seat='5']").tap()
        expect(page.locator(".call-title")).to_have_text("Seat 5, Ines: how much?")
        for digit in "25":
            page.locator(f".keypad [data-digit='{digit}']").tap()
        expect(page.locator("#wager-ante")).to_have_value("25")
        page.get_by_role("button", name="Next seat").tap()
        expect(page.locator("#pay")).to_contain_text("Bets in: 1 of 3")
        table.dan("place_wagers", seat=2, wagers={"ante": 25_00, "first": 25_00, "three_card_bonus": 2_00})
        for type in ("no_more_bets", *["deal"] * 3):
            table.dan(type)
        console.at("three_card_bonus")
        console.tap("7h 7s 7h 7c 7h")  # tapped again it is taken back, and the next takes its place
        assert console.entered() == ["7c", "7s", "7h"]
        console.main("expose").tap()
        paid = [_ahead(console, "settle_bonuses")]
        console.main("settle_bonuses").tap()
        console.at("decision")
        for seat in (2, 5):
            table.dan("place_second", seat=seat)
        for type in (*["deal"] * 3, "rack_stub"):
            table.dan(type)
        for seat in (2, 5):
            table.dan("set_hand", seat=seat)
        console.at("showdown")
        page.set_viewport_size({"width": UPRIGHT["width"], "height": UPRIGHT["height"]})
        expect(page.locator("#steps .now").first).to_be_in_viewport(ratio=1)
        page.set_viewport_size({"width": TABLET["width"], "height": TABLET["height"]})
        console.tap("As Ah Ac")
        expect(console.pad_key("7s")).to_have_attribute("aria-disabled", "true")
        console.pad_key("7s").tap(force=True)  # marked as gone, tapped all the same
        expect(page.locator(".pad-note")).to_have_text("The seven of spades is already on this table.")
        console.tap("2d 3d 9c Th")
        console.main("reveal").tap()
        expect(page.locator(".call-title")).to_contain_text("Seat 5, ")
        console.tap("Kd Kh 5c 5d 6h 6d 2c")
        # A discard that plays after all: two places change their cards.
        slots = page.locator(".pad-slot.full")
        slots.nth(4).tap()
        slots.nth(6).tap()
        assert console.entered() == ["Kd", "Kh", "5c", "5d", "2c", "6d", "6h"]
        console.main("turn_over").tap()
        paid.append(_ahead(console, "settle"))
        console.main("settle").tap()
        expect(page.locator(".call-title")).to_contain_text("Seat 2, ")
        page.get_by_role("button", name="7♠").tap()  # shown before
        console.tap("7c 7h 4s 4h Jd Jc")
        console.main("turn_over").tap()
        paid.append(_ahead(console, "settle"))
        console.main("settle").tap()
        console.main("next_round").tap()
        console.at("betting")
        settled = table.found(events.Settled)
        assert paid == [pay_lines_of(event.lines) for event in settled]
        assert paid[0] == [
            ("pay", "Pay Three Card Bonus, 25 to 1", 50_00, 50_00),
        ]
        won = {2: 50_00 + 50_00 + 100_00, 4: 0, 5: -75_00}
        table.is_whole({seat: CHIPS + won[seat] for seat in won}, TRAY - sum(won.values()))
        assert page.evaluate("document.documentElement.scrollWidth") <= TABLET["width"]


def _ahead(console: Console, act: str) -> list[PayLine]:
    expect(console.main(act)).to_be_visible()
    expect(console.page.locator(".pay-tile, #pay .pay-now [data-spot]")).not_to_have_count(0)
    return console.pay_lines()
