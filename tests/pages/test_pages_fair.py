"""A shuffle that players' browsers take part in by themselves, and the page that checks every step of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from campaign import times
from pages_player import Player
from pages_room import CardRoom, name_of
from playwright.sync_api import Browser, Page, expect

from boston7 import fair

pytest_plugins = ("pages_fixtures",)

CHIPS = 500_00


def own(page: Page, came_of_it: str, about: str = "own") -> None:
    """What the table's page says came of its own text, in this round or (`last`) the one before."""
    page.locator("#fairness").click()
    expect(page.locator(f"#fairness-panel [data-{about}]")).to_have_attribute(f"data-{about}", came_of_it)
    page.keyboard.press("Escape")


def play(*players: Player, meanwhile: Callable[[], None]) -> None:
    for player in players:
        player.click_chips(500, "ante")
        player.press("deal")
    for act, phase in (("place_second", "decision"), ("set_hand", "setting")):
        for player in players:
            player.at(phase)
        if phase == "decision":
            meanwhile()
            for player in players:
                own(player.page, "used")
        for player in players:
            player.press(act)
    for player in players:
        player.at("complete")


def check(page: Page, card_room: CardRoom, table: str, verdict: str) -> None:
    page.goto(f"{card_room.url}/fair/{table}/1")
    expect(page.locator(f".verdict.{verdict}")).to_be_visible()


def step(page: Page, title: str) -> str:
    """`good`, `bad` or neither."""
    found = page.locator(".proof-step", has=page.get_by_role("heading", name=title, exact=True))
    expect(found).to_be_visible()
    return (found.get_attribute("class") or "").replace("proof-step", "").strip()


@pytest.mark.campaign
def test_every_browser_adds_to_the_shuffle_one_that_keeps_its_text_back_is_named_and_the_page_proves_it(
    card_room: CardRoom, browser: Browser
) -> None:
    ann, ben, cy, table = card_room.guest(), card_room.guest(), card_room.guest(), card_room.table()
    for seat, guest in ((2, ann), (5, ben), (6, cy)):
        card_room.seat(guest, table, seat, CHIPS)
    hidden = fair.text_commitment(table, 1, name_of(cy), "what Cy never tells anybody")
    with card_room.visit(browser, ann) as one, card_room.visit(browser, ben) as two, cy.socket() as socket:
        socket.send({"type": "commit", "table": table, "id": "c", "round": 1, "commitment": hidden})
        assert socket.receive("accepted", "refused", id="c")["type"] == "accepted"
        anns, bens = Player(one, table, 2).open(), Player(two, table, 5).open()
        own(one.page, "committed")
        two.page.locator("#fairness").click()
        two.page.locator("#entropy").fill("lucky seven")
        two.page.locator("#fairness-panel button[type=submit]").click()
        expect(two.page.locator("#fairness-panel [role=status]")).to_have_text("Your new text counts for round 1.")
        two.page.keyboard.press("Escape")
        wagers = {"type": "place_wagers", "seat": 6, "wagers": {"ante": 5_00, "first": 5_00}}
        assert socket.act(table, wagers)["type"] == "accepted"

        def fold() -> None:
            """After three seconds cards came without Cy's text."""
            assert socket.act(table, {"type": "fold", "seat": 6})["type"] == "accepted"

        play(anns, bens, meanwhile=fold)
        own(one.page, "used", "last")
        page = two.page
        own(page, "used", "last")
        check(page, card_room, table, "fair")
        expect(page.locator(".verdict")).to_contain_text("Texts not revealed: 1.")
        expect(page.locator(".added .missing")).to_contain_text(f"{name_of(cy)} committed to a text and did not reveal")
        texts = page.locator(".added li:not(.missing) code")
        expect(texts).to_have_count(2)
        expect(texts.nth(0)).to_have_text(re.compile(r"^[\w-]{22}$"))
        expect(texts.nth(1)).to_have_text(re.compile(r"^lucky seven [\w-]{22}$"))
        assert step(page, "The order on record") == "good"
        assert step(page, "Your own text") == "good"
        # A house that had shown this browser other commitments than those on record would be found out.
        store = f"boston7.texts.{table}"
        kept = json.loads(one.page.evaluate("name => localStorage.getItem(name)", store))
        for forged in ({"closedWith": "0" * 64}, {"house": "0" * 64})[: times(1, 2)]:
            text = json.dumps({"1": {**kept["1"], **forged}})
            one.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [store, text])
            check(one.page, card_room, table, "unfair")
            assert step(one.page, "Your own text") == "bad"
    proof = card_room.staff("Aud").get(f"/api/fair/{table}/1".replace(" ", "%20")).ok()
    assert proof["fair"] is True
    assert [text["player"] for text in proof["contributions"]] == [name_of(ann), name_of(ben)]


DEAF = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { if (!String(text).includes('"type":"reveal"')) send.call(this, text); };
"""
"""A house that does not hear this browser's texts."""


def test_a_player_whose_text_the_house_does_not_hear_is_told(card_room: CardRoom, browser: Browser) -> None:
    ann, table = card_room.guest(), card_room.table()
    card_room.seat(ann, table, 2, CHIPS)
    with card_room.visit(browser, ann) as visit:
        visit.begin_with(DEAF)
        player, page = Player(visit, table, 2).open(), visit.page
        own(page, "committed")
        player.click_chips(500, "ante")
        player.press("deal")
        player.at("decision")
        own(page, "missing")
        expect(page.locator("#fairness .tick.bad")).to_have_text("!")
        player.press("place_second")
        player.at("setting")
        player.press("set_hand")
        player.at("complete")
        own(page, "missing", "last")
        check(page, card_room, table, "fair")
        expect(page.locator(".verdict")).to_contain_text("But your own text is not in this deck.")
        expect(page.locator(".added .missing b")).to_have_text(name_of(ann))
