"""Coming in, sitting down, and who sees whose cards."""

from __future__ import annotations

import json
import re
from time import monotonic
from typing import Any
from urllib.parse import unquote

from browser import Visitor
from pages_player import Player, signed, spoken
from pages_room import CardRoom
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from serving import Client, Socket

from boston7.cards import Card
from boston7.money import dollars

pytest_plugins = ("pages_fixtures",)

CODE = re.compile(r'"([2-9TJQKA][cdhs])"')


def test_a_guest_plays_within_two_clicks_of_the_first_page(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        page = visit.page
        visit.begin_with(
            "addEventListener('click', () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; }, true)"
        )
        start = monotonic()
        visit.open("/")
        page.locator("#play-now").click()
        page.wait_for_url("**/table/*")
        player = Player(visit, unquote(page.url.rsplit("/", 1)[1]), 3)
        expect(player.act("deal")).to_have_text("Deal me in $10Enter")
        player.press("deal")
        expect(page.locator("#rail .rail-amount")).to_have_text("$190")
        print(f"wagers on the felt {monotonic() - start:.1f} s after the first request")
        assert page.evaluate("sessionStorage.clicks") == "2"
        # Three others are on their way to the table; with them, or without them when time is up, cards come.
        expect(page.locator("#hand b7-card")).to_have_count(3)
        assert set(player.hand) == codes(card_room, player.table, 3)


def test_from_the_lobby_to_a_seat_and_back_to_the_cage(card_room: CardRoom, browser: Browser) -> None:
    table = card_room.table()
    with card_room.visit(browser) as visit:
        page = visit.open("/")
        row = page.locator(f".table-row[data-table='{table}']")
        expect(row).to_contain_text("$5")
        row.get_by_role("button", name=f"Sit: {table}").click()
        page.wait_for_url("**/table/*")
        dialog = page.locator("dialog[data-dialog=buy-in]")
        dialog.locator("#buy-in-amount").fill("120.50")
        dialog.get_by_role("button", name="Buy $120.50 in chips").click()
        expect(page.locator("#rail .rail-amount")).to_have_text("$120.50")
        expect(page.locator(".person .money")).to_have_text("$879.50")
        page.locator(".rail-more").click()
        page.locator("[data-more=leave]").click()
        page.locator("dialog[data-dialog=leave] [data-act=leave]").click()
        expect(page.locator(".person .money")).to_have_text("$1,000")
        expect(page.locator("#prompt")).to_contain_text("You are watching")


def test_an_own_table_with_bots_and_a_coach(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        page = visit.open("/")
        page.locator("input[name=house][value=seabrook]").check()
        page.get_by_role("combobox", name="Seat").select_option("5")
        page.locator(".practice [type=submit]").click()
        page.wait_for_url("**/table/*")
        table = unquote(page.url.rsplit("/", 1)[1])
        player = Player(visit, table, 5)
        player.at("betting", "complete")
        page.locator(".rail-more").click()
        page.locator("[data-more=coach]").click()
        player.at("betting")
        player.click_chips(500, "ante")
        player.press("deal")
        player.at("decision", "setting")
        expect(page.locator("#coach")).to_contain_text("best")
        if "fold" in player.acts():
            player.press("place_second")
        player.at("setting")
        player.press("set_hand")
        # The table goes on by itself; what the round came to stays in the ticker.
        mine = page.locator("#ticker .ticker-mine[data-event=settled]")
        expect(mine).to_have_count(1)
        net = sum(line.paid - line.collected for line in card_room.settled(table, 5))
        expect(mine.locator(".money")).to_have_text(signed(net))
        assert table not in [listed["name"] for listed in Client(card_room.server).get("/api/lobby").ok()["tables"]]


def seen(visit: Visitor) -> set[str]:
    """Every card that this browser was ever told of, by its code."""
    return set(CODE.findall(visit.received))


def told(page: Page) -> str:
    """All of the page as a program, or somebody who listens to it, can read it."""
    session = page.context.new_cdp_session(page)
    tree: Any = session.send("Accessibility.getFullAXTree")
    session.detach()
    return page.content() + str(tree)


def told_until(stranger: Socket, table: str, phase: str) -> set[str]:
    """Every card that a spectator is told of from now until then."""
    frames = [stranger.frames[table]]
    while frames[-1]["view"]["phase"] != phase:
        frames.append(stranger.receive("frame", table=table))
    return set(CODE.findall(json.dumps(frames)))


def shows(text: str, cards: tuple[Card, ...]) -> list[str]:
    ways = [(card, way) for card in cards for way in (spoken(card), f'code="{card}"')]
    return [way for card, way in ways if way in text]


def faces(page: Page, seat: int) -> int:
    """Cards drawn with their faces at a seat of the felt."""
    return page.locator(f".felt-seat[data-seat='{seat}'] .felt-hand .card-index").count()


def test_nobody_sees_the_cards_of_another_before_they_are_turned(card_room: CardRoom, browser: Browser) -> None:
    ann, ben, table = card_room.guest(), card_room.guest(), card_room.table()
    card_room.seat(ann, table, 2)
    card_room.seat(ben, table, 5)
    with (
        card_room.visit(browser, ann, listens=True) as left,
        card_room.visit(browser, ben, listens=True) as right,
        Client(card_room.server).socket() as stranger,
    ):
        stranger.watch(table)
        here, there = Player(left, table, 2).open(), Player(right, table, 5).open()
        for player in (here, there):
            player.click_chips(500, "ante")
            player.click_chips(100, "three_card_bonus")
            player.press("deal")
        for player in (here, there):
            player.at("three_card_bonus")
        own, other = codes(card_room, table, 2), codes(card_room, table, 5)
        assert set(here.hand) == own
        assert (seen(left), seen(right), told_until(stranger, table, "three_card_bonus")) == (own, other, set())
        text = told(left.page)
        assert shows(text, card_room.cards(table, 5)) == []
        assert shows(text, card_room.cards(table, 2)), "the search itself finds cards"
        assert shows(told(right.page), card_room.cards(table, 2)) == []
        assert (faces(left.page, 2), faces(left.page, 5), faces(right.page, 2)) == (3, 0, 0)

        # Ann shows hers for the bonus: these three are everybody's now. Ben keeps his down, and folds.
        here.press("expose")
        there.press("decline")
        here.at("decision")
        there.at("decision")
        assert (seen(left), seen(right)) == (own, own | other)
        here.press("place_second")
        there.press("fold")
        there.fold_anyway()
        here.at("setting")
        there.at("setting")
        whole = codes(card_room, table, 2)
        assert len(whole) == 7
        assert (seen(left), seen(right)) == (whole, own | other)
        assert shows(told(right.page), card_room.cards(table, 2)[3:]) == []

        here.press("set_hand")
        for player in (here, there):
            player.at("complete")
        dealer = {str(card) for card in card_room.round(table).steps[-1].after.dealer_cards}
        told_by_then = told_until(stranger, table, "complete")
        assert seen(left) == told_by_then == whole | dealer, "a folded hand stays face down, and so does the stub"
        assert seen(right) == whole | dealer | other
        assert shows(told(left.page), card_room.cards(table, 5)) == []
        here.sees(card_room.settled(table, 2), card_room.rail(table, 2))
        there.sees(card_room.settled(table, 5), card_room.rail(table, 5))
        net = sum(line.paid - line.collected for line in card_room.settled(table, 5))
        assert net == -11_00
        expect(right.page.locator("#rail .rail-amount")).to_have_text(dollars(489_00))


def codes(card_room: CardRoom, table: str, seat: int) -> set[str]:
    return {str(card) for card in card_room.cards(table, seat)}


def on(page: Page, width: int, height: int) -> None:
    """This screen, once everything has found its place on it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_by_day_an_open_seat_is_read_the_header_holds_its_words_apart_and_an_upright_tablet_has_no_shrunken_felt(
    card_room: CardRoom, browser: Browser
) -> None:
    guest, table = card_room.guest(), card_room.table("seabrook")
    card_room.seat(guest, table)
    likes = '{"motion": "reduced", "speed": "1000", "theme": "light"}'
    with card_room.visit(browser, guest, likes=likes) as visit:
        Player(visit, table, 3).open()
        page = visit.page
        read_by_day(page)
        house = page.locator("#info span").first
        expect(house).to_have_text("Seabrook Gaming")
        for width, height in ((768, 1024), (720, 450), (320, 640)):
            on(page, width, height)
            name, links, person = (_box(page.locator(where)) for where in ("#info", ".info-links", "b7-shell .person"))
            assert name["x"] + name["width"] <= links["x"], width
            apart = links["y"] >= person["y"] + person["height"] - 12 or links["x"] + links["width"] <= person["x"]
            assert apart, (width, links, person)
            assert _box(page.locator(".tick"))["x"] + 8 <= (links["x"] + links["width"]), width
            shown = house.evaluate("name => name.clientWidth / name.scrollWidth")
            assert shown == 1 or (width == 320 and shown > 0.6), (width, shown)
            ante = _box(page.locator(".felt-spot[data-seat='3'][data-wager='ante'] .felt-ring"))
            assert ante["width"] >= 44, f"large enough for a finger: {width}"


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box


def test_staff_watch_a_table_and_are_offered_no_seat(card_room: CardRoom, browser: Browser) -> None:
    table = card_room.table()
    with card_room.visit(browser, card_room.staff("Dan")) as visit:
        page = visit.open(f"/table/{table}")
        expect(page.locator("#prompt")).to_have_text("You are watching. Staff do not play here.")
        expect(page.locator(".felt-vacant").first).to_be_visible()
        expect(page.locator(".felt-plate[data-open], #acts [data-act]")).to_have_count(0)


def read_by_day(page: Page) -> None:
    """An open seat."""
    board, words, room = (
        _rgba(page.locator(where).first.evaluate(f"one => getComputedStyle(one).{what}"))
        for where, what in (
            (".felt-empty .felt-board", "fill"),
            (".felt-vacant", "fill"),
            ("body", "backgroundColor"),
        )
    )
    plate = [board[3] * over + (1 - board[3]) * under for over, under in zip(board[:3], room[:3], strict=True)]
    assert _contrast(words, plate) >= 4.5


def _rgba(color: str) -> list[float]:
    numbers = [float(number) for number in re.findall(r"[\d.]+", color)]
    return [*numbers, 1.0][:4]


def _contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: list[float]) -> float:
    parts = [part / 255 for part in color[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
