"""Whole rounds played through the page, each compared with the record to the cent."""

from __future__ import annotations

import re

import fate
from browser import PHONE
from pages_player import Player, apart, box, spoken
from pages_room import ROYAL, ROYAL_WISH, CardRoom
from pages_wishes import four_of_a_kind, loses, pushes, straight_beaten, trips_up, wins
from playwright.sync_api import Browser, ViewportSize, expect

from boston7.hands import best_five

pytest_plugins = ("pages_fixtures",)

SEAT = 3
CHIPS = 500_00
SMALL: ViewportSize = {"width": PHONE["width"], "height": PHONE["height"]}


def test_a_win_with_chips_placed_by_clicking(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    deck = card_room.wish(guest, table, wins)
    mine = fate.hands(deck.deck, 1)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        page = visit.page
        player.click_chips(500, "ante", 2)
        expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, $10 not yet confirmed")
        expect(page.locator("#rail .rail-amount")).to_have_text("$480")
        expect(player.act("deal")).to_have_text("Deal me in $20Enter")
        player.press("deal")
        player.at("decision")
        assert player.hand == [str(card) for card in mine.seats[0][:3]]
        player.hears(spoken(mine.seats[0][0]))
        player.offers("fold", "place_second")
        player.press("place_second")
        player.at("setting")
        assert player.hand == [str(card) for card in mine.seats[0]]
        best = {str(card) for card in best_five(mine.seats[0]).five}
        chosen = page.locator("#hand button[aria-pressed=true]")
        assert {card.get_attribute("data-code") for card in chosen.all()} == best
        player.press("set_hand")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        assert [(line.wager, line.result, line.paid) for line in lines] == [
            ("first", "win", 10_00), ("second", "win", 10_00), ("ante", "none", 0),
        ]  # fmt: skip
        player.sees(lines, rail=CHIPS + 20_00)
        assert card_room.rail(table, SEAT) == CHIPS + 20_00
        for at, whole in enumerate((f"You: {best_five(mine.seats[0]).name}", f"Dealer: {best_five(mine.dealer).name}")):
            expect(page.locator(".result-hand").nth(at)).to_have_attribute("title", whole)
        expect(page.locator("#ticker .ticker-mine[data-event=settled]")).to_contain_text("You win $20.")
        player.hears("You win $20.")


def test_a_loss_with_chips_dragged_to_their_spots(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    card_room.wish(guest, table, loses)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        player.drag_chip(2500, "ante")
        expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $25 not yet confirmed")
        player.drag_chip(100, "three_card_bonus")
        player.drag_chip(100, "three_card_bonus")
        expect(player.spot("three_card_bonus")).to_have_attribute(
            "aria-label", "Three Card Bonus, seat 3, $2 not yet confirmed"
        )
        player.drag_chip(500, "second")
        expect(visit.page.locator("#reason")).to_contain_text("The 2nd Wager is placed later")
        player.press("deal")
        player.at("three_card_bonus")
        player.offers("decline", "expose")
        player.press("decline")
        player.at("decision")
        player.spot("second").click()
        player.at("setting")
        player.press("set_hand")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        assert {line.wager: line.collected for line in lines} == {
            "three_card_bonus": 2_00, "first": 25_00, "second": 25_00, "ante": 25_00,
        }  # fmt: skip
        player.sees(lines, rail=CHIPS - 77_00)
        player.hears("You lose $77.")


def test_a_push_played_by_keyboard_alone(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    card_room.wish(guest, table, pushes)
    with card_room.visit(browser, guest) as visit:
        visit.page.add_init_script("""for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
            addEventListener(kind, () => { window.touched = true; }, true)""")
        player = Player(visit, table, SEAT).open()
        player.keys("2", "a", "a", "1", "a")
        expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $11 not yet confirmed")
        player.keys("x")
        expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $10 not yet confirmed")
        player.keys("Enter")
        player.at("decision")
        player.keys("r")
        player.at("setting")
        player.keys("s")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        assert {line.result for line in lines} == {"push"}
        player.sees(lines, rail=CHIPS)
        expect(visit.page.locator(".result-net")).to_have_text("Push")
        expect(visit.page.locator("#result [data-wager=first] .result-detail")).to_have_text("push, $10 returned")
        assert visit.page.evaluate("window.touched") is None


def test_a_three_card_bonus_claimed_and_paid(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    deck = card_room.wish(guest, table, trips_up)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        player.click_chips(500, "ante")
        player.click_chips(500, "three_card_bonus")
        player.press("deal")
        player.at("three_card_bonus")
        assert player.hand == [str(card) for card in fate.hands(deck.deck, 1).seats[0][:3]]
        player.press("expose")
        expect(visit.page.locator("#ticker [data-event=cards_exposed]")).to_have_text(re.compile("^You show .+[♣♦♥♠]"))
        player.at("decision")
        expect(visit.page.locator("#result[data-running] [data-wager=three_card_bonus] .money")).to_have_text("+$125")
        player.press("place_second")
        player.at("setting")
        player.press("set_hand")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        expect(visit.page.locator("#result[data-award]")).to_have_count(1)
        bonus = lines[0]
        assert (bonus.wager, bonus.odds, bonus.paid, bonus.clause) == (
            "three_card_bonus",
            "25 to 1",
            125_00,
            "001-P4 (R3)",
        )
        player.sees(lines, rail=CHIPS + 125_00 + 5_00 + 5_00 + 5_00, maximum=1_000_00)


def test_an_ante_alone_is_paid_its_bonus_by_a_hand_that_is_beaten(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    card_room.wish(guest, table, straight_beaten)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        visit.page.get_by_label("Ante only").check()
        expect(visit.page.locator(".hand-name")).to_have_text(re.compile("^No 1st Wager"))
        player.click_chips(2500, "ante")
        expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, empty")
        player.click_chips(500, "three_card_bonus")
        expect(visit.page.locator("#reason")).to_contain_text("requires an Ante Bonus and a 1st Wager")
        player.press("deal")
        player.at("setting")
        player.press("set_hand")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        assert [(line.wager, line.paid, line.collected) for line in lines] == [("ante", 50_00, 25_00)]
        player.sees(lines, rail=CHIPS + 25_00)


def test_the_cap_takes_from_a_great_win_and_says_so(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    card_room.wish(guest, table, four_of_a_kind)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        player.click_chips(2500, "ante", 2)
        player.spot("ante").click()
        expect(visit.page.locator("#reason")).to_contain_text("this table takes $5 to $50.")
        player.press("deal")
        player.at("decision")
        player.press("place_second")
        player.at("setting")
        player.press("set_hand")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        ante = next(line for line in lines if line.wager == "ante")
        assert (ante.odds, ante.paid, ante.trimmed) == ("25 to 1", 900_00, 350_00)
        player.sees(lines, rail=CHIPS + 1_000_00, maximum=1_000_00)
        expect(player.laid("ante")).to_contain_text("cap \u2212$350")
        visit.page.set_viewport_size(SMALL)
        expect(visit.page.locator("b7-felt.felt-phone-mine")).to_have_count(1)
        assert apart(box(player, "#result"), box(player, ".hand-cards")), "a long result lies on no card"
        trimmed = box(player, "#result .result-trim")
        assert trimmed["bottom"] <= box(player, "#result")["bottom"], "and all of it is to be seen"


def test_a_six_card_royal_is_disclosed_and_proved(card_room: CardRoom, browser: Browser) -> None:
    ann = card_room.staff("Ann")
    card_room.seat(ann, ROYAL, SEAT, CHIPS)
    with card_room.visit(browser, ann) as visit:
        player = Player(visit, ROYAL, SEAT).open()
        page = visit.page
        card_room.add_text(ann, ROYAL, ROYAL_WISH)
        player.click_chips(500, "ante")
        player.press("deal")
        player.at("decision")
        player.press("place_second")
        player.at("setting")
        player.offers("disclose", "waive_royal")
        player.press("disclose")
        player.at("complete")
        lines = card_room.settled(ROYAL, SEAT)
        ante = next(line for line in lines if line.wager == "ante")
        assert (ante.hand, ante.paid, ante.odds) == ("six-card royal", 5_000_00, "$5,000")
        player.sees(lines, rail=CHIPS + 5_010_00)
        page.set_viewport_size(SMALL)
        expect(page.locator("#info")).to_have_text("Rack cardRoyal$5\u2013$50no maximum payoutno max")
        assert all(
            span.evaluate("({scrollWidth, clientWidth}) => scrollWidth <= clientWidth")
            for span in page.locator("#info, #info span:first-child").all()
        ), "house and limits can be read"
        page.locator("#fairness").click()
        page.get_by_role("link", name="Check round 1").click()
        expect(page.locator(".verdict.fair")).to_be_visible()
        expect(page.locator(".added li")).to_have_text(f"Ann {ROYAL_WISH}")
        assert card_room.staff("Aud").get(f"/api/fair/{ROYAL}/1").ok()["fair"] is True


def test_a_void_round_gives_everything_back_and_says_why(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        player.click_chips(2500, "ante")
        player.press("deal")
        player.at("decision")
        player.press("place_second")
        player.at("setting")
        card_room.act(card_room.staff("Sue"), table, type="void_round", reason="the lights went out")
        player.at("complete")
        lines = card_room.settled(table, SEAT)
        assert {line.wager: (line.result, line.returned) for line in lines}["second"] == ("void", 25_00)
        player.sees(lines, rail=CHIPS)
        banner = visit.page.locator(".felt-notice-void")
        expect(banner).to_contain_text("Round void")
        expect(banner).to_contain_text("The lights went out")
        expect(banner).to_contain_text("Rule R12, R19")
        player.hears("Round void. The lights went out.")
        visit.page.set_viewport_size(SMALL)
        expect(visit.page.locator("b7-felt.felt-phone-mine")).to_have_count(1)
        for where in (f".felt-plate[data-seat='{SEAT}']", f".felt-spot[data-seat='{SEAT}'][data-wager=ante]"):
            assert apart(box(player, ".felt-notice-void rect"), box(player, where)), where


def test_short_of_chips_at_the_decision(card_room: CardRoom, browser: Browser) -> None:
    guest = card_room.guest()
    table = guest.post("/api/practice", {"house": "nhcg", "seat": SEAT, "buy_in": 110_00}).ok()["table"]
    with card_room.visit(browser, guest, likes='{"motion": "reduced", "speed": "1000", "coach": "on"}') as visit:
        player = Player(visit, table, SEAT).open()
        player.click_chips(2500, "ante", 2)
        player.press("deal")
        player.at("decision")
        player.offers("fold", "buy_second")
        expect(player.act("buy_second")).to_contain_text("Buy in $40 and place the 2nd")
        coach = visit.page.locator("#coach")
        expect(coach).to_contain_text("Buy in $40 and you can place the 2nd Wager")
        expect(coach).not_to_contain_text("best")
        player.press("buy_second")
        player.at("setting")
        expect(visit.page.locator("#rail .rail-amount")).to_have_text("$0")
        assert guest.me["balance"] == 850_00
        visit.page.set_viewport_size({"width": 390, "height": 844})
        choices = coach.locator("li:visible")
        expect(choices.first).to_have_text(re.compile("^(?:(?:10|[2-9JQKA])[♣♦♥♠] ?){5}: "))
        assert choices.count() <= 3, "the felt stays to be seen"
        heads = visit.page.locator("#ticker li").evaluate_all("rows => rows.map(row => row.dataset)")
        kinds = [head.get("round") or head.get("event") for head in heads]
        assert kinds.index("1") < kinds.index("wagers_placed"), "a round's wagers stand under its own heading"
