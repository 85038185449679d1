"""What anybody may read before they wager: rules, pay tables, the houses side by side, exact odds; and how it looks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browser import DESKTOP, PHONE
from campaign import times
from odds_talk import Asker
from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect

from boston7.game.grounds import CHECK_GROUNDS, GROUNDS
from boston7.house import PRESETS, House, preset
from boston7.house.rulings import rulings
from boston7.money import dollars
from boston7.server.catalogue import CATALOGUE

pytest_plugins = ("pages_fixtures",)


def test_rules_and_pay_tables_are_read_without_a_wager(card_room: CardRoom, browser: Browser) -> None:
    ruled = {ruling.id: ruling.text for ruling in rulings()}
    reported = [one for one in CATALOGUE.commands if one.place == "irregularity" and "dealer" in one.by]
    with card_room.visit(browser, viewport=PHONE) as visit:
        for name in PRESETS:
            house = preset(name)
            page = visit.open(f"/rules/{name}")
            pays = page.locator(".pay-table").first
            expect(pays).to_be_visible()
            told = page.locator("main").inner_text()
            for odds in (*house.side_bets[0].pays.values(), *house.ante_bonus.values()):
                assert f"{odds:,} to 1" in told, (name, odds)
            for amount in (house.limits.table_minimum, house.limits.table_maximum):
                assert dollars(amount) in told
            if house.maximum_payout.amount is not None:
                assert dollars(house.maximum_payout.amount) in told
            for words in (house.name, house.title, "Ante Bonus", "Three Card Bonus"):
                assert words in told, (name, words)
            for part in ("round", "wagers", "pays", "wrong", "rights"):
                expect(page.locator(f"#{part} h2")).not_to_be_empty()
            assert [head.inner_text() for head in pays.locator("thead th").all()] == ["Hand", "Example", "Payout odds"]
            for ruling in rulings():
                assert f"{ruling.title}. {ruling.text}" in told, ruling.id
            done = [ruled[one.ruling] for one in reported if one.ruling]
            assert page.locator("#wrong tbody td:nth-child(2)").all_inner_texts() == done
            assert ("Set five" in told) == ("Set your five" in told) == house.rules.sets_hands, "003 sets no hand (R7)"
            a_step_cites_what_says_it(page, house)
            each_bound_has_its_own_clause(page, house)
            bites_are_wagers_that_chips_make(page, house)
            players_are_told_what_they_have_to_claim(page, house)
            rights_have_their_grounds(page, house)
            figure = page.locator("#round figure").text_content() or ""
            assert ("2 Discards" in figure) == ("two discards" in figure) == house.rules.sets_hands, name
            by_best = house.playing_five.ante_bonus == "best"
            assert ("The best five of your seven, paid on the ante" in told) == by_best, name
            assert ("the best five of your seven decide the Ante Bonus" in told) == (
                by_best and house.rules.sets_hands
            ), name
            assert ("the five you set are what counts" in told) == (not by_best), name
            assert ("still paid after: a dealer’s card exposed, a shuffler that stops dealing." in told) == (
                house.voids.keep_awards == ("dealer_exposed", "shuffler_stopped")
            )
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{name} is {wide} px wider than the phone"


def a_step_cites_what_says_it(page: Page, house: House) -> None:
    """S5 of the rack card speaks of three cards, and S8 of the Three Card Bonus alone."""
    said = {
        "Four more": {"rack-card": ["003-S14"]}.get(house.id, [f"{house.document}-O10, {house.document}-P6"]),
        "No more bets": {"rack-card": ["ours: 003 names no such call"]}.get(house.id, [f"{house.document}-P2"]),
        "You may add a side bet": [f"{house.document}-{'S8' if house.id == 'rack-card' else 'O4'}"],
    }
    for words, clauses in said.items():
        cited = page.locator("#round li p" if "side bet" in words else "#round li").filter(has_text=words)
        assert cited.locator("cite").all_inner_texts() == clauses, (house.id, words)
    decks = {"filing-12031": "000-S2", "rack-card": "003-S2"}
    deck = page.locator("#round p").filter(has_text="single standard deck")
    assert deck.locator("cite").all_inner_texts() == [decks.get(house.id, "ours")], house.id


def each_bound_has_its_own_clause(page: Page, house: House) -> None:
    """What a document states is cited with it, and what is ours as ours (R1)."""
    bet = house.side_bets[0]
    low, high = house.limits.bounds(bet.minimum, bet.maximum)
    bounds = {
        "Ante Bonus": [(house.limits.table_minimum, "ours"), (house.limits.table_maximum, "ours")],
        bet.label: [(low, bet.cite("bounds")), (high, bet.cite("maximum"))],
    }
    for wager, (least, most) in bounds.items():
        size = page.locator("#wagers tbody tr").filter(has=page.get_by_role("rowheader", name=wager)).locator("td")
        told = size.nth(1)
        assert f"{dollars(least[0])} {least[1]}" in told.inner_text(), (house.id, wager)
        assert f"to {dollars(most[0])} {most[1]}" in told.inner_text(), (house.id, wager)
        expect(told.locator("cite")).to_have_count(2)
    for row, (cents, clause) in zip(("minimum", "maximum"), bounds[bet.label], strict=True):
        line = page.locator("#most tr").filter(has_text=f"{bet.label}, {row}")
        expect(line.locator("td").first).to_have_text(dollars(cents))
        expect(line.locator("cite")).to_contain_text(clause)


def bites_are_wagers_that_chips_make(page: Page, house: House) -> None:
    """R1: from which ante on the maximum payout cuts an award; $4.96 is no wager."""
    antes = {"filing-12031": ["$8", "$20"], "rack-card": []}.get(house.id, ["$5", "$20", "$38"])
    bites = page.locator("#most .bites li")
    expect(bites).to_have_count(len(antes))
    assert [line.inner_text().split(" and above")[0] for line in bites.all()] == [f"At {ante}" for ante in antes]


def players_are_told_what_they_have_to_claim(page: Page, house: House) -> None:
    bonus = page.locator("#round li").filter(has_text="If your cards are not shown by then, the wager loses.")
    late = house.claims.bonus_until == "last_four"
    expect(bonus).to_contain_text("until the last four cards are dealt" if late else "until the dealer settles it")
    bet = house.side_bets[0]
    assert {bet.cite("late"), bet.cite("lost")} <= {*bonus.locator("cite").all_inner_texts()}, house.id
    duty = page.locator("#pays").get_by_text("You are responsible for disclosing such a hand")
    expect(duty).to_have_count(1 if house.fixed_awards else 0)
    asked = page.locator("#timers tr").filter(has_text="Disclose a seven-card royal or a six-card royal")
    expect(asked).to_have_count(1 if house.fixed_awards else 0)
    if house.fixed_awards:
        expect(duty.locator("cite")).to_have_text(house.cite("royal_disclosed"))
        expect(asked).to_contain_text(f"{house.timers.setting} s")


def rights_have_their_grounds(page: Page, house: House) -> None:
    grounds = {
        "close_table": [words for ground, words in GROUNDS.items() if ground != "other"],
        "evict": [words for ground, words in GROUNDS.items() if ground != "other"],
        "refuse_prize_check": list(CHECK_GROUNDS.values()),
    }
    for right, named in grounds.items():
        told = page.locator(f"#rights [data-right={right}]")
        expect(told).to_have_count(1 if getattr(house.rights, right) else 0)
        if getattr(house.rights, right):
            assert told.locator("li").all_inner_texts() == named, (house.id, right)
            expect(told.locator("cite")).to_have_text(house.cite_value(f"rights.{right}"))


@pytest.mark.campaign
def test_pay_tables_and_printed_lines_are_one_press_away_at_a_seat(card_room: CardRoom, browser: Browser) -> None:
    """By a press or a key; 003's line stands word for word on table, lobby, rules page and paper."""
    house, line = preset("rack-card"), "Gambling Problem Call 1 - 800 - 426 - 2537"
    guest = card_room.guest()
    name = card_room.table("rack-card")
    card_room.seat(guest, name)
    for size in (PHONE, DESKTOP)[: times(1, 2)]:
        with card_room.visit(browser, guest, viewport=size) as visit:
            page = visit.open(f"/table/{name}")
            expect(page.locator("#notices")).to_have_text(line)
            expect(page.locator(".felt-discards").first).to_be_hidden()  # nobody discards under 003 (R7)
            page.locator("#pays").click()
            dialog = page.locator("dialog[data-dialog=pays]")
            for odds in (*house.side_bets[0].pays.values(), *house.ante_bonus.values()):
                expect(dialog).to_contain_text(f"{odds} to 1")
            expect(dialog).to_contain_text("$25,000")
            dialog.get_by_text(line, exact=True).scroll_into_view_if_needed()
            expect(dialog.get_by_text(line, exact=True)).to_be_in_viewport(ratio=1)
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            page.keyboard.press("p")
            expect(dialog.get_by_role("table", name="Three Card Bonus")).to_be_visible()
            page.keyboard.press("Escape")
            page = visit.open("/rules/rack-card")
            expect(page.locator(".notice").first).to_contain_text(line)
            page.emulate_media(media="print")
            expect(page.locator(".notice").first).to_be_visible()
            page.emulate_media(media="screen")
            page = visit.open("/")
            expect(page.locator(f"[data-table='{name}']")).to_contain_text(line)


def test_the_layout_has_the_words_of_the_documents(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser, viewport=DESKTOP) as visit:
        page = visit.open(f"/table/{card_room.table('filing-12031')}")
        seat = page.locator(".felt-seat").first
        expect(seat.locator(".felt-discards")).to_be_visible()
        for words in ("Three Card Bonus", "Ante Bonus", "1st Wager", "2nd Wager", "2 Discards"):
            print_of = re.compile(r"\s*".join(map(re.escape, words.split())), re.IGNORECASE)
            expect(seat.locator(".felt-discards, .felt-print").filter(has_text=print_of)).to_have_count(1)


def test_two_houses_side_by_side(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        page = visit.open("/rules?a=nhcg&b=rack-card")
        table = page.locator("table.differences")
        expect(table).to_be_visible()
        found = card_room.guest().get("/api/houses/diff?a=nhcg&b=rack-card").ok()["differences"]
        rows = [row for row in found if row["path"] != "document"]
        expect(table.locator("tbody tr")).to_have_count(len(rows))
        for row in rows:
            expect(table).to_contain_text(row["a"]["words"])
            expect(table).to_contain_text(row["b"]["words"])


def test_the_odds_explorer_tells_what_the_command_computes(
    card_room: CardRoom, browser: Browser, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Another stake and another pay table, each as exact as on the command line."""
    with card_room.visit(browser) as visit:
        odds = Asker(monkeypatch, capfdbinary)
        page = visit.open("/odds/nhcg")
        what_the_bonus_gives_back_is_a_share_of_the_bonus_wager(page)
        every_start_can_be_pointed_at(page)
        _edge_is(page, computed(odds, "--ante", "5"))
        page.locator("#ante").fill("50")
        fifty = computed(odds, "--ante", "50")
        _edge_is(page, fifty)
        field = page.locator("[data-key='ante_bonus.full_house']")
        field.fill("6")
        changed = computed(odds, "--ante", "50", "--set", "ante_bonus.full_house=6")
        assert changed != fifty
        _edge_is(page, changed)
        expect(page.locator(".changed-note")).to_be_visible()
        field.fill("many")
        expect(field).to_have_attribute("aria-invalid", "true")
        _edge_is(page, fifty)


def every_start_can_be_pointed_at(page: Page) -> None:
    page.locator(".all-starts").scroll_into_view_if_needed()
    drawing = page.locator(".all-starts svg", has=page.locator("path.starts"))
    drawing.hover()
    reading = page.locator(".start-reading")
    expect(reading.locator("b7-card")).to_have_count(3)
    middle = reading.inner_text()
    box = drawing.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.97, box["y"] + box["height"] / 2)
    expect(reading).not_to_have_text(middle)
    page.locator("#find-start").fill("As Ad Ac")
    expect(reading).to_contain_text("Three of a kind")
    expect(reading).to_contain_text("4 of 22,100 deals")


def what_the_bonus_gives_back_is_a_share_of_the_bonus_wager(page: Page) -> None:
    expect(page.locator(".all-starts .chart-text")).to_contain_text("Counting every start")
    expect(page.locator(".bonus-back")).to_contain_text("share of the bonus wager")
    expect(page.locator(".bonus-back")).not_to_contain_text("ante")
    expect(page.locator(".given-back .chart-text")).to_contain_text("share of the ante")
    strategy = page.locator(".strategy").inner_text()
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b|(?<!\w)-[$\d]", strategy), strategy


def test_odds_of_a_house_there_is_not_lead_to_those_there_are(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        page = visit.open("/odds/zzz")
        expect(page.locator("main h1")).to_have_text("There is no house “zzz”.")
        expect(page.locator("b7-chart")).to_have_count(0)
        page.locator("main a[href='/odds/nhcg']").click()
        expect(page.locator("[data-figure=house_edge]")).to_be_visible()


def test_the_rule_behind_a_line_is_found_at_once_and_how_it_looks_is_everybodys_own_choice(
    card_room: CardRoom, browser: Browser
) -> None:
    with card_room.visit(browser) as visit:
        page = visit.open("/rules/nhcg#R9")
        ruling = page.locator(".rulings > [data-asked]")
        expect(ruling).to_contain_text("R9")
        expect(ruling).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Settings").click()
        panel = page.locator("#shell-settings")
        before = page.evaluate("getComputedStyle(document.body).backgroundColor")
        panel.locator("[data-value=light]").click()
        lit = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert lit != before
        panel.locator("[data-value=four]").click()
        page.reload()
        expect(page.locator(".pay-table").first).to_be_visible()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == lit
        page.get_by_role("button", name="Settings").click()
        expect(panel.locator("[data-value=four]")).to_have_attribute("aria-pressed", "true")


def computed(odds: Asker, *options: str) -> str:
    """The house edge by `boston7 odds`, as a page writes it."""
    document: dict[str, Any] = json.loads(odds("nhcg", *options, "--json").out)
    return f"{100 * float(document['house_edge']['value']):.2f}%"


def _edge_is(page: Page, edge: str) -> None:
    expect(page.locator("[data-figure=house_edge] .figure-value")).to_have_text(edge)
