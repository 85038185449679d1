"""Whole rounds played through the page, each compared with the record to the cent."""

from __future__ import annotations

import re
from collections.abc import Callable

import fate
from browser import DESKTOP, PHONE
from pages_player import Player, apart, box, spoken
from pages_room import ROYAL, ROYAL_WISH, CardRoom
from pages_wishes import four_of_a_kind, loses, pushes, straight_beaten, trips_up, wins
from playwright.sync_api import Browser, Page, ViewportSize, expect
from serving import Client

from boston7.game.settlement import WagerLine
from boston7.hands import best_five

pytest_plugins = ("pages_fixtures",)

SEAT = 3
CHIPS = 500_00
SMALL: ViewportSize = {"width": PHONE["width"], "height": PHONE["height"]}
LARGE: ViewportSize = {"width": DESKTOP["width"], "height": DESKTOP["height"]}


class Evening:
    """One player at one table, round after round; `rail` is what lies in front of them before each."""

    def __init__(self, room: CardRoom, guest: Client, player: Player) -> None:
        self.room, self.guest, self.player = room, guest, player
        self.number, self.rail = 0, CHIPS

    @property
    def page(self) -> Page:
        return self.player.page

    def deals(self, wanted: Callable[[fate.Hands], bool] | None = None) -> fate.Hands | None:
        """The next round's wagers are open, and its cards will be as wanted."""
        if self.number:
            self.room.clear(self.player.table)
        self.number += 1
        self.player.at("betting")
        expect(self.page.locator(".tray-chip").first).to_be_visible()
        if wanted is None:
            return None
        return fate.hands(self.room.wish(self.guest, self.player.table, wanted, page=True).deck, 1)

    def ends(self, net: int, maximum: int | None = None) -> list[WagerLine]:
        """The round is over, and the page's result is what is on record."""
        self.player.at("complete")
        lines = self.room.settled(self.player.table, SEAT, self.number)
        self.rail += net
        self.player.sees(lines, rail=self.rail, maximum=maximum)
        assert self.room.rail(self.player.table, SEAT, self.number) == self.rail
        return lines


def test_rounds_of_every_kind(card_room: CardRoom, browser: Browser) -> None:
    """By keyboard alone, by clicks, by dragging; won, lost, pushed, with a bonus, with the ante alone, trimmed and
    void: one evening at one table."""
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT, CHIPS)
    with card_room.visit(browser, guest) as visit:
        visit.begin_with("""for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
            addEventListener(kind, () => { window.touched = true; }, true)""")
        evening = Evening(card_room, guest, Player(visit, table, SEAT).open())
        a_push_by_keyboard_alone(evening)
        a_win_with_chips_placed_by_clicking(evening)
        a_loss_with_chips_dragged_to_their_spots(evening)
        a_three_card_bonus_claimed_and_paid(evening)
        an_ante_alone_is_paid_its_bonus_by_a_hand_that_is_beaten(evening)
        the_cap_takes_from_a_great_win_and_says_so(evening)
        a_void_round_gives_everything_back_and_says_why(evening)


def a_push_by_keyboard_alone(evening: Evening) -> None:
    player = evening.player
    evening.deals(pushes)
    player.keys("2", "a", "a", "1", "a")
    expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $11 not yet confirmed")
    player.keys("x")
    expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $10 not yet confirmed")
    player.keys("Enter")
    player.at("decision")
    player.keys("r")
    player.at("setting")
    player.keys("s")
    lines = evening.ends(0)
    assert {line.result for line in lines} == {"push"}
    expect(evening.page.locator(".result-net")).to_have_text("Push")
    expect(evening.page.locator("#result [data-wager=first] .result-detail")).to_have_text("push, $10 returned")
    assert evening.page.evaluate("window.touched") is None


def a_win_with_chips_placed_by_clicking(evening: Evening) -> None:
    """Every place tells the same money meanwhile."""
    player, page = evening.player, evening.page
    mine = evening.deals(wins)
    assert mine
    plate = page.locator(f".felt-plate[data-seat='{SEAT}']")
    player.click_chips(500, "ante", 2)
    expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, $10 not yet confirmed")
    expect(page.locator("#rail .rail-amount")).to_have_text("$480")
    expect(plate.locator(".felt-money")).to_have_text("$480")
    expect(page.locator("b7-shell .person")).to_contain_text("cage")
    expect(player.act("deal")).to_have_text("Deal me in $20Enter")
    player.press("deal")
    player.at("decision")
    expect(page.locator("#rail .rail-amount")).to_have_text("$480")
    expect(plate.locator(".felt-money")).to_have_text("$480")
    expect(plate.locator(".felt-status")).to_have_text("deciding")
    assert player.hand == [str(card) for card in mine.seats[0][:3]]
    player.hears(spoken(mine.seats[0][0]))
    player.offers("fold", "place_second")
    player.press("place_second")
    player.at("setting")
    assert player.hand == [str(card) for card in mine.seats[0]]
    best = {str(card) for card in best_five(mine.seats[0]).five}
    chosen = page.locator("#hand button[aria-pressed=true]")
    assert set(chosen.evaluate_all("all => all.map((card) => card.dataset.code)")) == best
    player.press("set_hand")
    lines = evening.ends(20_00)
    assert [(line.wager, line.result, line.paid) for line in lines] == [
        ("first", "win", 10_00), ("second", "win", 10_00), ("ante", "none", 0),
    ]  # fmt: skip
    for at, whole in enumerate((f"You: {best_five(mine.seats[0]).name}", f"Dealer: {best_five(mine.dealer).name}")):
        expect(page.locator(".result-hand").nth(at)).to_have_attribute("title", whole)
    expect(page.locator("#ticker .ticker-mine[data-event=settled]").last).to_contain_text("You win $20.")
    player.hears("You win $20.")


def a_loss_with_chips_dragged_to_their_spots(evening: Evening) -> None:
    player = evening.player
    evening.deals(loses)
    player.drag_chip(2500, "ante")
    expect(player.spot("ante")).to_have_attribute("aria-label", "Ante, seat 3, $25 not yet confirmed")
    player.drag_chip(100, "three_card_bonus")
    player.drag_chip(100, "three_card_bonus")
    expect(player.spot("three_card_bonus")).to_have_attribute(
        "aria-label", "Three Card Bonus, seat 3, $2 not yet confirmed"
    )
    player.drag_chip(500, "second")
    expect(evening.page.locator("#reason")).to_contain_text("The 2nd Wager is placed later")
    player.press("deal")
    player.at("three_card_bonus")
    player.offers("decline", "expose")
    player.press("decline")
    player.at("decision")
    player.spot("second").click()
    player.at("setting")
    player.keys("s")
    lines = evening.ends(-77_00)
    assert {line.wager: line.collected for line in lines} == {
        "three_card_bonus": 2_00, "first": 25_00, "second": 25_00, "ante": 25_00,
    }  # fmt: skip
    player.hears("You lose $77.")


def a_three_card_bonus_claimed_and_paid(evening: Evening) -> None:
    player, page = evening.player, evening.page
    mine = evening.deals(trips_up)
    assert mine
    player.keys("2", "a", "b")
    player.press("deal")
    player.at("three_card_bonus")
    assert player.hand == [str(card) for card in mine.seats[0][:3]]
    player.press("expose")
    expect(page.locator("#ticker [data-event=cards_exposed]").last).to_have_text(re.compile("^You show .+[♣♦♥♠]"))
    player.at("decision")
    expect(page.locator("#result[data-running] [data-wager=three_card_bonus] .money")).to_have_text("+$125")
    player.keys("r")
    player.at("setting")
    player.keys("s")
    lines = evening.ends(125_00 + 5_00 + 5_00 + 5_00, maximum=1_000_00)
    expect(page.locator("#result[data-award]")).to_have_count(1)
    bonus = lines[0]
    assert (bonus.wager, bonus.odds, bonus.paid) == ("three_card_bonus", 25, 125_00)
    assert bonus.clause == "001-P4 (R3)"


def an_ante_alone_is_paid_its_bonus_by_a_hand_that_is_beaten(evening: Evening) -> None:
    player, page = evening.player, evening.page
    evening.deals(straight_beaten)
    page.get_by_label("Ante only").check()
    expect(page.locator(".hand-name")).to_have_text(re.compile("^No 1st Wager"))
    player.click_chips(2500, "ante")
    expect(player.spot("first")).to_have_attribute("aria-label", "1st, seat 3, empty")
    player.click_chips(500, "three_card_bonus")
    expect(page.locator("#reason")).to_contain_text("requires an Ante Bonus and a 1st Wager")
    player.press("deal")
    player.at("setting")
    player.keys("s")
    lines = evening.ends(25_00)
    assert [(line.wager, line.paid, line.collected) for line in lines] == [("ante", 50_00, 25_00)]


def the_cap_takes_from_a_great_win_and_says_so(evening: Evening) -> None:
    player, page = evening.player, evening.page
    evening.deals(four_of_a_kind)
    page.get_by_label("Ante only").uncheck()
    player.click_chips(2500, "ante", 2)
    player.spot("ante").click()
    expect(page.locator("#reason")).to_contain_text("this table takes $5 to $50.")
    player.press("deal")
    player.at("decision")
    player.keys("r")
    player.at("setting")
    player.keys("s")
    lines = evening.ends(1_000_00, maximum=1_000_00)
    ante = next(line for line in lines if line.wager == "ante")
    assert (ante.odds, ante.paid, ante.trimmed) == (25, 900_00, 350_00)
    expect(player.laid("ante")).to_contain_text("cap \u2212$350")
    page.set_viewport_size(SMALL)
    expect(page.locator("b7-felt.felt-phone-mine")).to_have_count(1)
    assert apart(box(player, "#result"), box(player, ".hand-cards")), "a long result lies on no card"
    trimmed = box(player, "#result .result-trim")
    assert trimmed["bottom"] <= box(player, "#result")["bottom"], "and all of it is to be seen"
    page.set_viewport_size(LARGE)
    expect(page.locator("b7-felt.felt-phone-mine")).to_have_count(0)


def a_void_round_gives_everything_back_and_says_why(evening: Evening) -> None:
    player, page = evening.player, evening.page
    evening.deals()
    player.click_chips(2500, "ante")
    player.keys("Enter")
    player.at("decision")
    player.keys("r")
    player.at("setting")
    evening.room.act(evening.room.staff("Sue"), player.table, type="void_round", reason="the lights went out")
    lines = evening.ends(0)
    assert {line.wager: (line.result, line.returned) for line in lines}["second"] == ("void", 25_00)
    banner = page.locator(".felt-notice-void")
    expect(banner).to_contain_text("Round void")
    expect(banner).to_contain_text("The lights went out")
    expect(banner).to_contain_text("Rule R12, R19")
    player.hears("Round void. The lights went out.")
    page.set_viewport_size(SMALL)
    expect(page.locator("b7-felt.felt-phone-mine")).to_have_count(1)
    for where in (f".felt-plate[data-seat='{SEAT}']", f".felt-spot[data-seat='{SEAT}'][data-wager=ante]"):
        assert apart(box(player, ".felt-notice-void rect"), box(player, where)), where


def test_a_six_card_royal_is_disclosed_and_proved(card_room: CardRoom, browser: Browser) -> None:
    ann = card_room.staff("Ann")
    card_room.seat(ann, ROYAL, SEAT, CHIPS)
    with card_room.visit(browser, ann) as visit:
        player = Player(visit, ROYAL, SEAT).open()
        page = visit.page
        card_room.add_text(ann, ROYAL, ROYAL_WISH)
        player.keys("2", "a", "Enter")
        player.at("decision")
        player.keys("r")
        player.at("setting")
        player.offers("disclose", "waive_royal")
        player.press("disclose")
        player.at("complete")
        lines = card_room.settled(ROYAL, SEAT)
        ante = next(line for line in lines if line.wager == "ante")
        assert (str(ante.hand), ante.paid, ante.odds) == ("six-card royal", 5_000_00, None)
        player.sees(lines, rail=CHIPS + 5_010_00)
        page.set_viewport_size(SMALL)
        expect(page.locator("#info")).to_have_text("Rack cardRoyal$5\u2013$50no maximum payoutno max")
        assert page.locator("#info, #info span:first-child").evaluate_all(
            "all => all.every(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)"
        ), "house and limits can be read"
        page.locator("#fairness").click()
        page.get_by_role("link", name="Check round 1").click()
        expect(page.locator(".verdict.fair")).to_be_visible()
        expect(page.locator(".added li")).to_have_text(f"Ann {ROYAL_WISH}")
        assert card_room.staff("Aud").get(f"/api/fair/{ROYAL}/1").ok()["fair"] is True


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
