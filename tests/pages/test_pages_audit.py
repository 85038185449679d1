"""An auditor: rounds searched and seen again as a film, the deck recomputed, the whole record verified."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from browser import DESKTOP, PHONE
from pages_live import live_table
from pages_player import spoken
from pages_room import CardRoom
from pages_tour import Evening
from playwright.sync_api import Browser, Page, expect

from boston7.game import events
from boston7.house import preset

pytest_plugins = ("pages_fixtures",)

NO_MOTION = '{"motion": "reduced", "speed": "1000"}'


@pytest.fixture(scope="module")
def evening(card_room: CardRoom) -> Evening:
    """A finished round with our guest in seat 3."""
    return Evening(card_room)


def verdict(page: Page, kind: str) -> str:
    page.locator("#verify").click()
    told = page.locator(f".chain-verdict.{kind}")
    expect(told).to_be_visible()
    expect(page.locator("#verify")).to_be_enabled()
    return told.inner_text()


def test_rounds_are_found_and_the_record_is_whole(card_room: CardRoom, browser: Browser, evening: Evening) -> None:
    with live_table(card_room) as table:
        table.play_until("decision")
        table.sue("void_round", reason="For the record.")
        for _ in range(3):
            table.dan("settle")
    with card_room.visit(browser, card_room.staff("Aud")) as visit:
        page = visit.open("/audit")
        rows = page.locator("main tbody tr")
        expect(rows.first).to_be_visible()

        def search(name: str = "", player: str = "", status: str = "") -> None:
            page.locator("#search-table").fill(name)
            page.locator("#search-player").fill(player)
            page.locator("#search-status").select_option(status)
            page.locator(".audit-search button").click()

        search(evening.over)
        expect(rows.locator("th a")).to_have_text([f"{evening.over} · 1"])
        row = rows.first
        expect(row).to_contain_text("complete")
        expect(row).to_contain_text(preset("nhcg").name)
        expect(row.locator("td:last-child")).to_have_text(_house_won(card_room, evening.over))
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
        for cell in row.locator("th, td:visible").all():
            box = cell.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= PHONE["width"]
            assert cell.evaluate("it => it.scrollWidth <= it.clientWidth + 1")
        page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
        search(table.name, status="void")
        expect(rows.locator("th a")).to_have_text([f"{table.name} · 1"])
        search(table.name, status="complete")
        expect(rows).to_have_count(0)
        expect(page.locator(".audit-note")).to_have_text("No matching rounds.")
        search(player="Theo", name=table.name)
        expect(rows.locator("th a")).to_have_text([f"{table.name} · 1"])
        search(player="Nobody we know")
        expect(rows).to_have_count(0)
        before = card_room.staff("Aud").get("/api/audit/head").ok()
        told = verdict(page, "win")
        assert told.startswith("The record is whole: ")
        sealed = re.search(r"sealed at ([\d,]+)\.", told)
        assert sealed, told
        assert int(sealed[1].replace(",", "")) >= before["seal"], "others write while it is read"
        expect(page.locator(".digest")).to_have_text(re.compile(r"^[0-9a-f]{64}$"))


def _house_won(room: CardRoom, table: str) -> str:
    won = 50_00 - room.rail(table, 3)
    sign = "+" if won > 0 else "\u2212" if won < 0 else ""
    return f"{sign}${abs(won) // 100}"


def test_a_round_is_seen_again_step_by_step(card_room: CardRoom, browser: Browser, evening: Evening) -> None:
    """Every card appears in the step in which it was dealt; an auditor sees all of them."""
    steps = card_room.round(evening.over).steps
    with card_room.visit(browser, card_room.staff("Aud"), likes=NO_MOTION) as visit:
        page = visit.open("/audit")
        page.locator("#search-table").fill(evening.over)
        page.locator(".audit-search button").click()
        page.locator("main tbody th a", has_text=f"{evening.over} · 1").click()
        page.wait_for_url(f"**/audit/{quote(evening.over)}/1")
        expect(page.locator(".film-screen .replay-mark")).to_have_text("Replay")
        expect(page.locator("h1")).to_have_text(f"{evening.over}, round 1")
        expect(page.locator(".film-steps > li")).to_have_count(len(steps))
        scrub = page.locator(".film-scrub")
        scrub.focus()
        places = {3: page.locator(".felt-seat[data-seat='3']"), 0: page.locator(".felt-dealer-cards")}
        for at, step in enumerate(steps):
            if at:
                page.keyboard.press("ArrowRight")
            expect(page.locator(".film-controls .number")).to_have_text(f"Step {at + 1} of {len(steps)}")
            expect(scrub).to_have_attribute("aria-valuetext", page.locator(".film-told").inner_text())
            if isinstance(step.event, events.CardsDealt):
                for number, place in places.items():
                    lying = step.after.seat(3).cards if number else step.after.dealer_cards
                    expect(place.locator(".felt-card")).to_have_count(len(lying))
                    if lying:
                        named = re.compile(".*".join(spoken(card) for card in lying))
                        expect(place).to_have_attribute("aria-label", named)
        page.keyboard.press("Home")
        expect(page.locator(".film-controls .number")).to_have_text(f"Step 1 of {len(steps)}")
        expect(places[3].locator(".felt-card")).to_have_count(0)
        page.keyboard.press("End")
        expect(page.locator(".film-controls .number")).to_have_text(f"Step {len(steps)} of {len(steps)}")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".film-controls .number")).to_have_text(f"Step {len(steps) - 1} of {len(steps)}")
        scrub.blur()
        page.keyboard.press("Home")
        page.keyboard.press("Space")  # it runs by itself, and stops when told to
        expect(page.locator("[data-film=toggle]")).to_have_text("Pause")
        expect(page.locator(".film-controls .number")).to_have_text(f"Step 2 of {len(steps)}")
        page.keyboard.press("Space")
        expect(page.locator("[data-film=toggle]")).to_have_text("Play")
        dealt = sum(len(step.event.cards) for step in steps if isinstance(step.event, events.CardsDealt))
        fair = f"Fair. All {dealt} cards dealt match the commitment."
        expect(page.locator(".deck-verdict [data-fair=true]")).to_have_text(fair)


def test_a_round_that_is_not_there(card_room: CardRoom, browser: Browser, evening: Evening) -> None:
    with card_room.visit(browser, card_room.staff("Aud")) as visit:
        visit.down_expected = True  # 404 is the right answer
        page = visit.open(f"/audit/{quote(evening.over)}/99")
        expect(page.locator("#main [role=alert]")).to_be_visible()


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """Somebody is going to break into this one."""
    room = CardRoom(tmp_path_factory.mktemp("burgled"))
    yield room
    room.close()


def test_an_altered_byte_is_named(own_room: CardRoom, browser: Browser) -> None:
    """One byte of one entry is changed under a running server: the page names the entry. Once stopped, the server does
    not open on such a record at all, and names it too; put right, it is whole again."""
    Evening(own_room)
    where = "stream seal, entry 3"
    with own_room.visit(browser, own_room.staff("Aud")) as visit:
        page = visit.open("/audit")
        assert verdict(page, "win").startswith("The record is whole: ")
        _alter(own_room, 3)
        told = verdict(page, "lose")
        assert told.startswith(f"The record was tampered with: {where}. ")
        assert told.endswith(".")
        expect(page.locator("body > [aria-live=assertive]")).to_contain_text(where)
        visit.down_expected = True
        own_room.server.stop()
        with pytest.raises(AssertionError, match=r"ended with 2:\nEntry 3 of 'seal' .* was altered"):
            own_room.open_again()
        _alter(own_room, 3)
        own_room.open_again()
        visit.down_expected = False
        assert verdict(page, "win").startswith("The record is whole: ")


def _alter(room: CardRoom, number: int) -> None:
    """One bit; done twice, it is as it was."""
    with sqlite3.connect(room.db) as store:
        (state,) = store.execute("SELECT state FROM commits WHERE number = ?", (number,)).fetchone()
        altered = bytearray(state)
        altered[len(altered) // 2] ^= 1
        store.execute("UPDATE commits SET state = ? WHERE number = ?", (bytes(altered), number))
    store.close()
