"""Friends: a table by its link and code, and a round to be looked at again by whoever is given its address."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from browser import DESKTOP, PHONE
from campaign import first
from pages_player import Player
from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect
from serving import Client

pytest_plugins = ("pages_fixtures",)

SEAT = 3
SIZES = pytest.mark.parametrize(
    "how",
    first(1, [{"viewport": PHONE, "has_touch": True, "is_mobile": True}, {"viewport": DESKTOP}]),
    ids=lambda how: str(how["viewport"]["width"]),
)


@SIZES
def test_friends_are_invited_by_a_link_and_its_code(card_room: CardRoom, browser: Browser, how: dict[str, Any]) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        Player(visit, table, SEAT).open()
        page.locator(".rail-more").click()
        page.locator("[data-more=invite]").click()
        link = page.locator(".invite-link").input_value()
        assert link == f"{visit.url}/table/{table.replace(' ', '%20')}"
        code = page.locator("svg.qr")
        expect(code).to_have_attribute("data-link", link)
        page.locator("[data-share=copy]").click()
        expect(page.locator("[data-share=copy]")).to_have_text("Link copied")
        with card_room.visit(browser, card_room.guest()) as friend:
            friend.page.goto(link)
            expect(friend.page.locator("[data-act=sit]")).to_be_visible()


@SIZES
def test_a_friend_asks_for_a_seat_at_a_practice_table_and_its_owner_answers(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, other = card_room.guest(), card_room.guest()
    table = guest.post("/api/practice", {"house": "nhcg", "seat": SEAT, "bots": []}).ok()["table"]
    owner = guest.me["person"]["name"]
    with card_room.visit(browser, guest, **how) as visit, card_room.visit(browser, other, **how) as friend:
        Player(visit, table, SEAT).open()
        page = friend.open(f"/table/{quote(table)}")
        ask = page.locator("[data-act=ask_seat]")
        expect(ask).to_contain_text(f"Ask {owner} for a seat")
        ask.click()
        expect(ask).to_contain_text(f"Waiting for {owner}")
        expect(ask).to_be_disabled()
        requests = visit.page.locator("#requests")
        expect(requests).to_contain_text(f"{other.me['person']['name']} asks for a seat")
        requests.get_by_role("button", name="Let them sit").click()
        expect(requests).to_be_hidden()
        expect(page.locator("[data-act=sit]")).to_be_visible()
        page.locator("[data-act=sit]").click()
        expect(page.locator("body[data-seated]")).to_be_visible()


@SIZES
def test_a_round_is_shared_as_a_film_with_its_proof_and_a_picture(
    card_room: CardRoom, browser: Browser, how: dict[str, Any]
) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.plays(guest, table, "place_wagers")
    mine = [str(card) for card in card_room.cards(table, SEAT)]
    card_room.act(guest, table, type="fold", seat=SEAT)
    with card_room.visit(browser, guest, **how) as visit:
        page = visit.page
        Player(visit, table, SEAT).open().at("complete")
        page.locator("#history").click()
        expect(page.locator("dialog tbody tr")).to_contain_text("Watch")
        page.locator("[data-share='1']").click()
        link = page.locator(".invite-link")
        plain = link.input_value()
        page.locator("[data-share=own]").check()
        expect(link).not_to_have_value(plain)
        whole = link.input_value()
        picture_of_the_table(page)
    for address, seen in ((plain, False), (whole, True)):
        round = f"/api/tables/{quote(table)}/rounds/1{address[len(plain) :]}"
        answer = Client(card_room.server).get(round).body.decode()
        assert all(f'"{code}"' in answer for code in mine) == seen
    with card_room.visit(browser, listens=True, **how) as stranger:
        film = stranger.page
        film.goto(whole)
        expect(film.locator("b7-felt[data-ready]")).to_be_visible()
        expect(film.locator(".deck-verdict [data-fair=true]")).to_be_visible()
        expect(film.locator(".film-controls .number")).to_contain_text("Step 1 of")
        told = film.evaluate("document.querySelector('b7-felt')._view.seats[2].cards")
        assert told == []
        film.locator(".film-scrub").fill("12")
        codes = film.evaluate("document.querySelector('.film-steps').textContent")
        assert all(code not in stranger.received for code in mine)
        assert isinstance(codes, str)
        picture_of_the_table(film)  # its end, though the film stands elsewhere


def picture_of_the_table(page: Page) -> None:
    """The whole table, also from a phone."""
    with page.expect_download() as saved:
        page.locator("[data-share=picture]").click()
    content = saved.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (3000, 1328)
    assert len(content) > 100_000, "a table, not an empty sheet"


def test_the_history_sums_up_your_rounds(card_room: CardRoom, browser: Browser) -> None:
    guest, table = card_room.guest(), card_room.table(pause=0)
    card_room.seat(guest, table, SEAT)
    with guest.socket() as socket:
        socket.watch(table)
        for _ in range(2):
            wagers = {"type": "place_wagers", "seat": SEAT, "wagers": {"ante": 5_00, "first": 5_00}}
            assert socket.act(table, wagers)["type"] == "accepted"
            socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
            assert socket.act(table, {"type": "fold", "seat": SEAT})["type"] == "accepted"
            socket.until(table, lambda frame: frame["view"]["phase"] == "betting")
    with card_room.visit(browser, guest) as visit:
        page = visit.page
        Player(visit, table, SEAT).open()
        page.locator("#history").click()
        expect(page.locator(".evening p")).to_have_text("Your last 2 rounds: \u2212$20")
        points = page.locator(".evening-line polyline").get_attribute("points") or ""
        assert [float(point.split(",")[1]) for point in points.split(" ")] == [3.0, 22.0, 41.0], "down, and down again"


def test_nobody_else_shows_your_cards(card_room: CardRoom) -> None:
    guest, table = card_room.guest(), card_room.table()
    card_room.seat(guest, table, SEAT)
    card_room.act(guest, table, type="place_wagers", seat=SEAT, wagers={"ante": 5_00, "first": 5_00})
    with guest.socket() as socket:
        socket.watch(table)
        socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert socket.act(table, {"type": "fold", "seat": SEAT})["type"] == "accepted"
        socket.until(table, lambda frame: frame["view"]["phase"] == "complete")
    address = f"/api/tables/{table}/rounds/1".replace(" ", "%20")
    assert card_room.guest().get(f"{address}/share").document["code"] == "wrong_seat"
    own = guest.get(f"{address}/share").ok()["own"]
    forged = ("A" if own[0] != "A" else "B") + own[1:]
    assert card_room.guest().get(f"{address}?own={quote(forged, safe='')}").status == 404
    assert card_room.guest().get(f"{address}?own={quote(own, safe='')}").ok()["round"] == 1
