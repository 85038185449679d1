"""The player's seat: a round in one press, or in none; at a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import fate
import pytest
from browser import DESKTOP, PHONE, TABLET, UPRIGHT
from campaign import first, times
from pages_player import Player, apart, box
from pages_room import CardRoom
from pages_wishes import hand_of
from playwright.sync_api import Browser, Locator, expect
from serving import Client

from boston7.hands import Category, category_of
from boston7.house import preset
from boston7.odds import Pricing, Stakes, start_number

pytest_plugins = ("pages_fixtures",)

SEAT = 3
DESK: dict[str, Any] = {"viewport": DESKTOP}
TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
AT_A_DESK = pytest.mark.parametrize("how", first(1, [DESK, TOUCH]), ids=lambda how: str(how["viewport"]["width"]))
ON_A_PHONE = pytest.mark.parametrize("how", first(1, [TOUCH, DESK]), ids=lambda how: str(how["viewport"]["width"]))
"""From day to day where it tells the most, in a campaign on the other screen too."""
WAGERS = {"wagers": {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}}


def press(player: Player, act: str) -> None:
    """With a finger where there is one."""
    player.act(act).tap() if player.page.evaluate("navigator.maxTouchPoints") else player.act(act).click()


def a_round_folded(guest: Client, table: str, *, dealt: bool = False) -> None:
    """By program: its wagers are the last that were made here."""
    with guest.socket() as socket:
        before = socket.watch(table)["view"]["round"] - dealt
        for phase, command in (
            ("betting", {"type": "place_wagers", **WAGERS}),
            ("three_card_bonus", {"type": "decline"}),
            ("decision", {"type": "fold"}),
        )[dealt:]:
            socket.until(table, lambda frame, phase=phase: frame["view"]["phase"] == phase)  # type: ignore[misc]
            assert socket.act(table, {**command, "seat": SEAT})["type"] == "accepted"
        over = (before + 1, "betting")
        socket.until(table, lambda frame: (frame["view"]["round"], frame["view"]["phase"]) == over)


@ON_A_PHONE
def test_rebet_deals_and_double_deals_twice_as_much(card_room: CardRoom, browser: Browser, how: dict[str, Any]) -> None:
    guest, table = card_room.guest(), card_room.table(pause=0)
    card_room.seat(guest, table, SEAT, chips=511_00)
    a_round_folded(guest, table)
    with card_room.visit(browser, guest, **how) as visit:
        player = Player(visit, table, SEAT).open()
        for act, key, rail in (("rebet", "t", "$489"), ("double", "d", "$467")):
            player.offers("double", "rebet")
            if (act == "rebet") == (how is DESK):
                player.keys(key)
            else:
                press(player, act)
            player.at("three_card_bonus")
            expect(visit.page.locator("#rail .rail-amount")).to_have_text(rail)
            if act == "rebet":
                a_round_folded(guest, table, dealt=True)


@AT_A_DESK
def test_what_is_done_for_you_shows_on_the_table_and_stops_at_once(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table(pause=1)
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        pill = page.locator(".auto-toggle")
        pill.click()
        for habit in ("rebet", "second", "five"):
            page.locator(f"[data-auto={habit}]").check()
        expect(pill).to_have_text("Auto: rebet, 2nd, best five")
        pill.click()
        press(player, "deal")
        # The first round goes to its end with nothing pressed, and the next begins by itself.
        expect(
            page.locator("#ticker .ticker-round, #ticker .ticker-title").get_by_text("Round 2").first
        ).to_be_attached()
        expect(page.locator("body[data-phase=betting]")).to_have_count(1)
        expect(page.locator("body:not([data-phase=betting])")).to_have_count(1)
        expect(page.locator(".auto-stop")).to_be_visible()
        if how is DESK:
            player.keys("Escape")
        else:
            page.locator(".auto-stop").tap()
        expect(pill).to_have_text("Auto")
        expect(page.locator(".auto-stop")).to_be_hidden()
        player.at("decision", "setting", "betting")
        standing = player.state()
        page.wait_for_timeout(1300)  # longer than it waits before it presses
        assert player.state()["acts"] == standing["acts"]


def test_nobody_is_raised_while_they_choose_another_five(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.plays(guest, table, "place_wagers", "place_second")
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        player.at("setting")
        cards = page.locator("#hand button[aria-pressed]")
        pressed = cards.evaluate_all("all => all.map((one) => one.getAttribute('aria-pressed'))")
        cards.nth(pressed.index("true")).click()
        cards.nth(pressed.index("false")).click()  # one of the two discards, never the card just put back
        page.locator(".auto-toggle").click()
        page.locator("[data-auto=five]").check()
        page.wait_for_timeout(1300)
        player.at("setting")
        page.keyboard.press("Escape")
        page.locator(".hand-best").click()
        player.at("complete")


def play(player: Player, *acts: str) -> None:
    phases = {"deal": ("three_card_bonus", "decision"), "place_second": ("setting",), "set_hand": ("complete",)}
    for act in acts:
        player.press(act)
        player.at(*phases[act])


UPRIGHT_TOO = {"width": 768, "height": 1024}
SCREENS = [{"width": 360, "height": 640}, UPRIGHT, TABLET, DESKTOP, PHONE, UPRIGHT_TOO][: times(2, 6)]


@pytest.mark.campaign
def test_your_cards_are_the_largest_and_nothing_lies_on_them_or_on_the_seats(
    card_room: CardRoom, browser: Browser
) -> None:
    """One round, looked at in each of its phases on every screen; at its end the next is asked for with one finger and
    not asked for with another."""
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, viewport=DESKTOP, has_touch=True) as visit:
        player = Player(visit, table, SEAT).open()
        felts = {}
        for width in screens(player):
            felts[width] = box(player, "b7-felt")
            shoe = visit.page.locator(".felt-shoe").first  # a table, or a phone's cloth
            expect(shoe).to_have_css("opacity", "1" if width > 700 else "0")
            expect(visit.page.locator("b7-felt.felt-tall")).to_have_count(1 if width in (768, 820) else 0)
        visit.page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
        player.click_chips(500, "ante")
        player.click_chips(500, "three_card_bonus")
        player.press("deal")
        player.at("three_card_bonus")
        player.offers("decline", "expose")
        for _ in screens(player):
            largest(player)
        player.press("expose")
        player.at("decision")
        play(player, "place_second")
        player.offers("set_hand")
        for width in screens(player):
            assert box(player, "b7-felt") == felts[width], f"{width}: the felt keeps its size through the round"
            largest(player)
        play(player, "set_hand")
        expect(visit.page.locator("#result li").first).to_be_visible()
        expect(visit.page.locator("#hand b7-card[raised]")).to_have_count(5)
        for width in screens(player):
            at_the_end(player, width)
        pill = visit.page.locator(".go-on")
        visit.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        expect(pill).to_be_in_viewport(ratio=1)
        for text in ("Rebet $15 next", "Rebet $15"):
            pill.tap()
            expect(pill.locator("span").first).to_have_text(text)


def screens(player: Player) -> Iterator[int]:
    """Each in turn, once everything has found its place on it."""
    for size in SCREENS:
        player.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        phone = player.page.locator("b7-felt.felt-phone-mine")
        expect(phone).to_have_count(1 if size["width"] < 700 else 0)
        player.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield size["width"]


def at_the_end(player: Player, width: int) -> None:
    page, real = player.page, width > 700
    largest(player)
    says_why(player)
    result = box(player, "#result")
    kept_clear = [".hand-cards", ".felt-dealer-cards"]
    if real:
        kept_clear += [".rail-sum"]
        kept_clear += [f".felt-plate[data-seat='{seat}']" for seat in range(1, 7)]
        kept_clear += [f".felt-spot[data-seat='{SEAT}'][data-wager={wager}]" for wager in ("second", "ante")]
    else:
        expect(page.locator(".rail-amount")).to_be_hidden()  # no half of a sum above the result
    if width <= UPRIGHT["width"]:
        circle = box(player, f".felt-spot[data-seat='{SEAT}'][data-wager=second] .felt-ring")
        assert circle["bottom"] <= result["top"], width
        name = page.locator(".hand-name")
        under = box(player, ".hand-name") if name.is_visible() else None
        assert under is None or under["top"] >= result["bottom"] or under["bottom"] <= result["top"], width
    for where in kept_clear:
        assert apart(result, box(player, where)), (width, result, where, box(player, where))
    pill, token = box(player, ".felt-dealer-hand"), box(player, ".felt-token, .felt-plate")
    assert apart(pill, token), width
    for link in ("#history", "#fairness"):
        at = box(player, link)
        middle = (at["left"] + at["right"]) / 2
        hit = "([x, y, id]) => document.elementFromPoint(x, y)?.closest(id) !== null"
        for y in ((at["top"] + at["bottom"]) / 2, at["bottom"] + 5):  # each is 44 px high: test_pages_access.py
            assert real or page.evaluate(hit, [middle, y, link]), f"{width}: as high as a finger needs it"


def test_on_a_tablet_seven_cards_lie_between_the_two_corners(card_room: CardRoom, browser: Browser) -> None:
    guest = card_room.guest()
    table = guest.post("/api/practice", {"house": "nhcg", "seat": SEAT, "bots": [], "hurry": True}).ok()["table"]
    card_room.plays(guest, table, "place_wagers", "place_second")
    with card_room.visit(browser, guest, viewport=TABLET) as visit:
        player = Player(visit, table, SEAT).open()
        player.press("set_hand")
        expect(visit.page.locator("#hand b7-card[raised]")).to_have_count(5)
        cards, corner = box(player, ".hand-cards"), [box(player, one) for one in (".coach-toggle", ".ticker")]
        first, last = (player.page.locator("#hand b7-card").nth(at).bounding_box() for at in (0, 6))
        assert first
        assert last
        cards |= {"left": first["x"], "right": last["x"] + last["width"]}
        assert all(apart(cards, one) for one in corner), (cards, corner)


@ON_A_PHONE
def test_whoever_has_heard_enough_folds_without_a_question_and_the_reason_of_a_result_stays_until_the_next_wager(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table(pause=1)
    card_room.seat(guest, table, SEAT)
    card_room.wish(guest, table, lambda hands: gain(hands) > 1_00)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        visit.begin_with("""window.gaps = []; new MutationObserver(() => {
            const last = document.querySelector('.hand-last');
            const open = document.body?.dataset.phase === 'betting' && window.played;
            if (open && last?.hidden) window.gaps.push(document.querySelector('#prompt').textContent);
        }).observe(document, {childList: true, subtree: true, attributes: true})""")
        player = Player(visit, table, SEAT).open()
        with page.expect_response("**/api/coach/**"):
            play(player, "deal")
        press(player, "fold")
        page.get_by_label("Don't ask again at this table").check()
        page.keyboard.press("Escape")
        player.at("decision")
        press(player, "fold")
        expect(page.locator("#ticker [data-event=folded]")).to_have_count(1)
        expect(page.locator("dialog")).to_have_count(0)
        player.at("betting")
        card_room.plays(guest, table, "place_wagers", "place_second")
        player.at("setting")
        page.evaluate("window.played = true")
        player.press("set_hand")
        expect(player.act("rebet")).to_be_visible()  # bets are open again
        assert page.evaluate("window.gaps") == [], "it is there from the moment the cards are gone"
        why = page.locator(".result-hands" if how is DESK else ".hand-last")
        expect(why).to_be_visible()
        expect(why).to_have_text(re.compile(r"You: .+Dealer: .+"))
        player.click_chips(500, "ante")
        expect(page.locator(".result-hands")).to_be_hidden()
        expect(page.locator("#result .result-net")).to_be_visible(visible=how is DESK)


LINES = """(result) => [...result.querySelectorAll('li')].map((line) => {
  const [money, rule] = ['.money', '.result-clause'].map((part) => line.querySelector(part));
  const right = (it) => it.getBoundingClientRect().right;
  const edge = Math.min(right(line), right(result));
  const shown = money.checkVisibility({visibilityProperty: true}) && rule.checkVisibility({visibilityProperty: true});
  return [line.dataset.wager, shown, edge, right(money), rule.getAttribute('title')];
})"""


def says_why(player: Player) -> None:
    """My hand and the dealer's, then the wagers, each with its rule behind an (i) and no code lying about."""
    result = player.page.locator("#result")
    hands = result.locator(".result-hands")
    expect(hands).to_have_text(re.compile(r"^You: .+Dealer: .+"))
    in_one_line(hands)
    for wager, shown, own, money, clause in result.evaluate(LINES):
        assert shown, f"{wager}: its money and its rule are to be seen"
        assert money < own + 1, "no wager runs into the next"
        assert re.search(r"\bR\d+", clause), wager
    assert not re.search(r"001-P|\bR\d", result.inner_text())


def in_one_line(hands: Locator) -> None:
    """As they are, and as they could be at the longest: what kind each hand is can always be read."""
    says = """(line, texts) => line.querySelectorAll('.result-hand').forEach((hand, at) => {
        const spans = texts[at].map((text) => Object.assign(document.createElement('span'), {textContent: text}));
        hand.replaceChildren(...spans);
    })"""
    longest = [
        [["You: three of a kind", ", 10s"], ["Dealer: straight flush", ", 10 high"]],
        [["You: full house, 10s over 9s"], ["Dealer: 9s over 10s"]],
    ]
    for texts in (None, *longest):
        if texts:
            hands.evaluate(says, texts)
        height = "(line) => line.clientHeight / parseFloat(getComputedStyle(line).fontSize)"
        assert hands.evaluate(height) < 1.7
        for hand in hands.locator(".result-hand").all():
            cut = "(hand) => hand.firstChild.getBoundingClientRect().right - hand.getBoundingClientRect().right"
            assert hand.evaluate(cut) < 1
        assert hands.evaluate("(line) => line.scrollWidth <= line.clientWidth")


def largest(player: Player) -> None:
    """No card of the dealer's is larger than mine."""
    if player.page.locator("#hand b7-card").count() == 0:
        return
    widths = [at["right"] - at["left"] for at in (box(player, ".felt-dealer-cards rect"), box(player, "#hand b7-card"))]
    assert widths[1] >= widths[0] - 1, widths


def test_the_next_round_is_asked_for_while_the_last_is_shown(card_room: CardRoom, browser: Browser) -> None:
    """From my own result on, one key goes on: past what is still shown, to the same wagers."""
    guest, table = card_room.guest(), card_room.table(pause=1)
    card_room.seat(guest, table, SEAT)
    card_room.plays(guest, table, "place_wagers", "place_second")
    with card_room.visit(browser, guest, likes='{"motion": "full", "led": "yes"}') as visit:
        page = visit.page
        visit.begin_with("""window.pills = []; new MutationObserver(() => {
            const pill = document.querySelector('.go-on:not([hidden])');
            if (pill) window.pills.push(pill.firstChild.textContent);
        }).observe(document, {childList: true, subtree: true, attributes: true})""")
        player = Player(visit, table, SEAT).open()
        player.press("set_hand")
        expect(page.locator("#result:not([data-running])")).to_be_visible()
        player.keys("t")
        expect(page.locator("#ticker .ticker-round[data-round='2']")).to_have_count(1)
        assert list(dict.fromkeys(page.evaluate("window.pills")))[:2] == ["Skip", "Rebet $10"]
        expect(player.laid("ante")).to_contain_text("$5")


@ON_A_PHONE
def test_a_tap_hurries_the_showdown_and_the_dealers_hand_is_named_last(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.plays(guest, table, "place_wagers", "place_second")
    with card_room.visit(browser, guest, likes='{"motion": "full", "led": "yes"}', **how) as visit:
        page = visit.page
        visit.begin_with("""new MutationObserver(() => {
            if (window.turning !== undefined || !document.querySelector('.felt-dealer-hand')) return;
            const cards = document.getAnimations().filter(({effect}) => effect.target?.closest('.felt-turn'));
            window.turning = cards.filter(({playState}) => playState === 'running').length;
        }).observe(document, {childList: true, subtree: true})""")
        player = Player(visit, table, SEAT).open()
        player.offers("set_hand")
        player.press("set_hand")
        expect(page.locator(".felt-dealer-hand")).to_be_visible()
        assert page.evaluate("window.turning") == 0
        assert page.evaluate("document.querySelector('b7-felt')._performance !== null")
        if how is DESK:
            player.keys(" ")
        else:
            felt = box(player, "b7-felt")
            page.touchscreen.tap(felt["left"] + 20, felt["top"] + 200)
        assert page.evaluate("document.querySelector('b7-felt')._performance === null")
        player.at("complete")


def at_most_a_pair(hands: fate.Hands) -> bool:
    return category_of(hand_of(hands.seats[0])) <= Category.PAIR


def test_a_set_hand_can_be_changed_until_the_reveal(card_room: CardRoom, browser: Browser) -> None:
    guest, other, table = card_room.guest(), card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.seat(other, table, 4)
    card_room.wish(guest, table, at_most_a_pair, seats=2)  # then any other five are worse
    card_room.act(other, table, type="place_wagers", seat=4, wagers={"ante": 5_00, "first": 5_00})
    card_room.plays(guest, table, "place_wagers")
    card_room.act(other, table, type="place_second", seat=4)
    card_room.plays(guest, table, "place_second")
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        player.press("set_hand")
        player.offers("change_hand")
        player.keys("c")
        expect(player.act("change_hand")).to_contain_text("Set these five")
        expect(page.locator("#prompt")).to_have_text("Set five of your seven")
        left = page.locator("#hand button[aria-pressed=true]").first.get_attribute("data-code")
        taken = page.locator("#hand button[aria-pressed=false]").last.get_attribute("data-code")
        page.locator(f"#hand button[data-code='{left}']").click()
        expect(page.locator(".hand-name")).to_have_text("4 of 5 chosen")
        expect(player.act("change_hand")).to_be_disabled()
        page.locator(f"#hand button[data-code='{taken}']").click()
        expect(page.locator(".hand-name")).to_have_text(re.compile("^Better: (?:(?:10|[2-9JQKA])[♣♦♥♠] ?){5}$"))
        player.press("change_hand")
        expect(page.locator("[data-worse=best]")).to_be_focused()
        page.get_by_role("button", name="Choose again").click()
        assert card_room.round(table).steps[-1].after.seat(SEAT).five, "nothing was sent: the first five lie"
        player.press("change_hand")
        page.locator("[data-worse=yes]").click()
        expect(player.act("change_hand")).to_contain_text("Change my five")
        expect(page.locator(f"#hand b7-card[code='{left}']")).to_have_class("discarded")
        card_room.act(other, table, type="set_hand", seat=4)
        player.at("complete")
        expect(page.locator("#result [data-gave-up]")).to_contain_text("You set a weaker five. Your best was:")
        assert left is not None
        assert left not in map(str, card_room.round(table).steps[-1].after.seat(SEAT).five or ())


def gain(hands: fate.Hands) -> float:
    """What the 2nd wager is worth more than a fold, in cents, for an ante of $5."""
    return gains()[start_number(hands.seats[0][:3])]


def test_the_best_five_are_set_from_the_question(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.wish(guest, table, at_most_a_pair)
    card_room.plays(guest, table, "place_wagers", "place_second")
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        player.offers("set_hand")
        best = [each.get_attribute("data-code") for each in page.locator("#hand button[aria-pressed=true]").all()]
        taken = page.locator("#hand button[aria-pressed=false]").last.get_attribute("data-code")
        page.locator(f"#hand button[data-code='{best[0]}']").click()
        page.locator(f"#hand button[data-code='{taken}']").click()
        player.press("set_hand")
        page.keyboard.press("Enter")
        player.at("complete")
        assert {*map(str, card_room.round(table).steps[-1].after.seat(SEAT).five or ())} == {*best}
        expect(page.locator("#result [data-gave-up]")).to_have_count(0)


def test_the_tab_says_when_it_is_your_turn(card_room: CardRoom, browser: Browser) -> None:
    guest, other, table = card_room.guest(), card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.seat(other, table, 4)
    with card_room.visit(browser, guest) as visit:
        player = Player(visit, table, SEAT).open()
        expect(visit.page).to_have_title(f"Your turn · {table} · Boston 7")
        player.press("deal")
        expect(visit.page).to_have_title(f"{table} · Boston 7")


@pytest.mark.parametrize("how", [DESK, TOUCH], ids=lambda how: str(how["viewport"]["width"]))
def test_a_lost_round_is_explained_in_place_and_double_is_apart(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.plays(guest, table, "place_wagers")
    card_room.act(guest, table, type="fold", seat=SEAT)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        player = Player(visit, table, SEAT).open()
        player.at("complete")
        page.locator("#result .result-clause").first.click()
        reason = page.locator(".rule-panel")
        expect(reason).to_contain_text("it loses.")
        expect(reason).to_be_in_viewport(ratio=1)
        expect(reason.get_by_role("link")).to_have_attribute("href", re.compile("^/rules/nhcg"))
        assert len(page.context.pages) == 1
        page.keyboard.press("Escape")
        expect(reason).to_be_hidden()
        card_room.clear(table)
        player.offers("double", "rebet")
        gap = box(player, "[data-act=rebet]")["left"] - box(player, "[data-act=double]")["right"]
        assert gap >= 32
        expect(player.act("double")).to_be_in_viewport(ratio=1)
        expect(player.act("rebet")).to_be_in_viewport(ratio=1)
        page.locator("#pays").click()
        expect(page.locator("dialog[data-dialog=pays]")).to_contain_text("if you win without a bonus")


@cache
def gains() -> list[float]:
    pricing = Pricing(preset("nhcg"), Stakes(5_00))
    return [float(value - pricing.fold_value) for value in pricing.play_values]


@AT_A_DESK
def test_a_fold_that_costs_more_than_it_saves_is_questioned(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    found = card_room.wish(guest, table, lambda hands: gain(hands) > 1_00)
    cost = gain(fate.hands(found.deck, 1))
    card_room.plays(guest, table, "place_wagers")
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        with page.expect_response("**/api/coach/**"):  # nobody waits long for it when they fold
            player = Player(visit, table, SEAT).open()
        player.offers("fold", "place_second")
        if how is DESK:
            player.keys("f")
        else:
            press(player, "fold")
        question = page.locator("dialog[open]")
        expect(question).to_contain_text(f"Folding costs ${cost / 100:.2f} on average. Fold anyway?")
        page.keyboard.press("Escape")
        player.at("decision")
        player.press("fold")
        if how is DESK:
            player.keys("Enter")  # the bright button: it places the wager
            player.at("setting")
        else:
            page.locator("[data-fold=yes]").tap()
            player.at("complete")
            assert {line.wager for line in card_room.settled(table, SEAT)} == {"ante", "first"}


def test_a_fold_is_questioned_only_for_play_money_and_only_where_there_is_a_choice(card_room: CardRoom) -> None:
    money = card_room.table(play_money=False)
    answer = card_room.staff("Ann").get(f"/api/coach/{money}/fold".replace(" ", "%20"))
    assert (answer.status, answer.document["code"]) == (409, "wrong_table")
    guest, table = card_room.guest(), card_room.table()
    address = f"/api/coach/{table}/fold".replace(" ", "%20")
    assert guest.get(address).document["code"] == "wrong_seat"
    card_room.seat(guest, table, SEAT)
    assert guest.get(address).ok() == {"cost": None}, "nothing is to be decided while bets are open"
