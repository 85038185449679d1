"""The entries of the round at the console: each is corrected or taken back by a form of its own (R22)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from browser import TABLET
from pages_live import TRAY, Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, Locator, expect
from serving import admin
from waiting import eventually

from boston7.game import commands, events
from boston7.game.wire import write
from boston7.house.load import example_text

pytest_plugins = ("pages_fixtures",)


def row(console: Console, text: str) -> Locator:
    """Turn the pages of the list until the entry is there."""
    page = console.page
    expect(page.locator(".dock .entry").first).to_be_visible()
    found = page.locator(".dock .entry", has_text=text)
    older, newer = (page.locator(f".dock [data-turn={way}]:enabled") for way in ("older", "newer"))
    while newer.count():
        newer.click()
    while not found.count() and older.count():
        older.click()
    return found.first


def put_right(console: Console, table: Live, moves: str, *, asks: bool = True) -> None:
    """A reason is chosen, what the rules say is read, then it is confirmed and on record; what takes two people once
    Sue has approved it."""
    page, before = console.page, len(table.found(events.Corrected))
    why = page.locator(".dock [data-why=true]")
    if why.count():
        why.click()
    if not page.locator("#amend-reason").input_value():
        expect(page.locator(".dock .gold[type=submit]")).to_be_disabled()
        page.locator(".amend-reasons button").first.click()
    expect(page.locator(".dock .would")).to_contain_text(moves)
    confirm = page.locator(".dock .gold[type=submit]:enabled")
    expect(confirm).to_contain_text("Ask for approval" if asks else re.compile("Confirm correction|Undo"))
    confirm.click()
    expect(page.locator("#console[data-panel=entries]")).to_have_count(0)
    console.idle()
    if asks:
        if page.locator("[data-request-act=moved]").count():  # Of the correction before.
            page.locator("[data-request-act=moved]").click()
        assert len(table.found(events.Corrected)) == before
        expect(page.locator(".call-title")).to_contain_text("Waiting for")
        table.approve()
        expect(page.locator(".request:not(.chips-to-move)")).to_have_count(0)
    assert len(table.found(events.Corrected)) == before + 1


@contextmanager
def deciding(room: CardRoom, browser: Browser) -> Iterator[tuple[Live, Console]]:
    """Three seats decide; the console is opened when they do."""
    with live_table(room) as table:
        table.play_until("decision")
        with at_console(table, browser, viewport=TABLET, has_touch=True) as console:
            console.at("decision")
            yield table, console


def undone(table: Live, console: Console) -> None:
    """A fold by key, a 2nd Wager by touch. The button says what it takes back; somebody who sat down since stays."""
    page = console.page
    undo = page.locator(".dock button", has_text="Undo: ")
    table.dan("fold", seat=2)
    table.dan("seat_walk_up", seat=6, nickname="Late")
    expect(undo).to_contain_text("Undo: Seat 2's fold")
    before = table.state.tray
    console.keys("u")
    expect(page.locator(".call-title")).to_have_text("Undo: Seat 2 · Fold")
    expect(page.locator("#amend-reason")).to_have_value("")
    page.locator("#amend-reason").fill("Seat 4 folded")
    put_right(console, table, "seat 2", asks=False)
    expect(page.locator("body")).to_contain_text("Correction: Seat 2's fold taken back")
    assert table.state.seat(2).status == "in"
    assert table.state.tray < before
    assert table.state.seat(6).player == "Late (cash)"
    expect(page.locator(".chips-to-move")).to_contain_text("$10 from the tray to seat 2")
    page.locator("[data-request-act=moved]").click()
    expect(page.locator("#console[data-panel='']")).to_have_count(1)
    table.dan("place_second", seat=2)
    expect(undo).to_contain_text("Undo: Seat 2's 2nd Wager")
    undo.tap()
    put_right(console, table, "$10", asks=False)
    expect(page.locator("body")).to_contain_text("Correction: Seat 2's 2nd Wager taken back")
    assert table.state.seat(2).second == 0
    page.locator("[data-request-act=moved]").click()


def test_a_card_a_wager_and_a_fold_are_corrected_by_key_and_touch(card_room: CardRoom, browser: Browser) -> None:
    """What was done last is undone first."""
    with deciding(card_room, browser) as (table, console):
        page = console.page
        undone(table, console)
        console.keys("x")
        expect(page.get_by_role("heading", name="Entries of round 1")).to_be_visible()
        shown = row(console, "Seat 2 · Shown cards: Qs Qd 8c")
        expect(shown).to_contain_text("Dan, ")
        expect(row(console, "they stay dealt").locator("button")).to_have_count(0)
        row(console, "Seat 2 · Shown cards").get_by_role("button", name="Correct").focus()
        console.keys("Enter")
        expect(page.locator(".dock [data-instead]")).to_have_text(["Shown cards", "Declined bonus"])
        expect(page.locator(".dock .gold[type=submit]")).to_be_disabled()
        assert console.entered() == [], "what stands is shown, and nothing of it is sent unless somebody says so"
        standing = page.locator(".dock .pad-stands").get_by_role("button")
        assert [each.get_attribute("aria-label") for each in standing.all()] == [
            "queen of spades", "queen of diamonds", "eight of clubs",
        ]  # fmt: skip
        standing.nth(1).focus()
        console.keys("Enter")
        expect(standing.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".dock .gold[type=submit]")).to_be_disabled()
        console.cards("Jd")
        assert console.entered() == ["Qs", "Jd", "8c"]
        put_right(console, table, "tray")
        assert table.state.seat(2).rail == 500_00 - 25_00, "a pair was paid and is not"
        console.keys("x")
        row(console, "Seat 4 · Wagers").get_by_role("button", name="Correct").tap()
        expect(page.locator(".dock [data-instead]")).to_have_count(0)
        ante, first = page.locator("#amend-ante"), page.locator("#amend-first")
        expect(ante).to_have_value("10")
        for text, says in (("", "Complete the form"), ("ten", "Enter a dollar amount"), ("100000", "Not now")):
            ante.fill(text)
            expect(page.locator(".dock .report-would")).to_contain_text(says)
            expect(page.locator(".dock .gold[type=submit]")).to_be_disabled()
        ante.fill("15")
        first.fill("15")
        put_right(console, table, "$5")
        assert (table.state.seat(4).ante, table.state.seat(4).first) == (15_00, 15_00)
        table.dan("fold", seat=5)
        console.keys("x")
        row(console, "Seat 5 · Fold").get_by_role("button", name="Correct").tap()
        put_right(console, table, "seat 5", asks=False)
        assert table.state.seat(5).second == 10_00
        last = table.found(events.Corrected)[-1]
        assert (last.by.name, last.reason) == ("Dan", "Wrong key")
        assert isinstance(last.amended[0].was, commands.Fold)
        assert isinstance(last.amended[0].now, commands.PlaceSecond)
        console.keys("x")
        row(console, "Seat 5 · 2nd Wager").get_by_role("button", name="Undo").tap()
        put_right(console, table, "seat 5", asks=False)
        assert table.state.seat(5).second == 0
        table.conserves()


def test_after_settlement_a_hand_is_corrected_once_a_supervisor_approves(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room, fast=1_000_00) as table:
        table.play_fast_until_showdown("Ac Kd Qc 9s 7d 4s 2s")
        for seat in (5, 4, 2):
            table.dan("key_hand", seat=seat, award="none", result="lose")
        for _ in range(3):
            table.dan("settle")
        with at_console(table, browser, viewport=TABLET) as console:
            page = console.page
            console.at("complete")
            console.keys("x")
            expect(row(console, "Seat 4 · Result")).to_contain_text("takes two people")
            row(console, "Seat 4 · Result").get_by_role("button", name="Correct").click()
            page.locator(".dock").get_by_role("button", name="Win", exact=True).click()
            page.locator(".dock [data-why=true]").click()
            page.locator("#amend-reason").fill("Two pair, read as one")
            put_right(console, table, "seat 4")
            expect(page.locator(".chips-to-move")).to_contain_text("from the tray to seat 4")
        assert table.state.seat(4).rail > 500_00
        last = table.found(events.Corrected)[-1]
        assert (last.by.name, last.reason) == ("Dan", "Two pair, read as one")
        audited = card_room.staff("Aud").get(f"/api/audit/entries?subject=corrections&table={quote(table.name)}")
        found = next(one for one in audited.ok()["entries"] if one["what"] == "corrected")
        assert found["by"] == "supervisor Sue"
        assert "Seat 4's result (lose), now win" in found["text"]
        assert "Two pair, read as one" in found["text"]
        table.conserves()


def six_cards(room: CardRoom, table: Live, folder: Path) -> None:
    """A live table of a house file with a bet that is judged on the dealer's first three: seats 2 and 4 have wagered,
    seat 2 on that too, and three cards are being dealt."""
    file = folder / "six.toml"
    file.write_text(example_text("six-card-bonus"), encoding="utf-8")
    admin(str(room.db), "table", "add", table.name, "--house", str(file), "--live", "--money")
    eventually(lambda: table.name in [each["name"] for each in room.guest().get("/api/lobby").ok()["tables"]])
    table.sue("open_table", name=table.name, tray=TRAY, live=True, device="automated_shoe")
    table.open_up({2: "Maya", 4: "Theo"}, TRAY)
    table.dan("place_wagers", seat=2, wagers={"ante": 10_00, "first": 10_00, "six_card_bonus": 5_00})
    table.dan("place_wagers", seat=4, wagers={"ante": 10_00, "first": 10_00})
    for act in ("shuffle", "no_more_bets", "deal"):
        table.dan(act)


def test_a_report_a_side_bet_and_a_hand_told_apart_have_their_forms(
    card_room: CardRoom, browser: Browser, tmp_path: Path
) -> None:
    with live_table(card_room, named=True) as table:
        six_cards(card_room, table, tmp_path)
        table.dan("face_up_card", card="9h")
        with at_console(table, browser, viewport=TABLET) as console:
            page = console.page
            dialog, submit = page.locator(".dock"), page.locator(".dock .gold[type=submit]")
            console.at("dealing_three")
            console.keys("x")
            row(console, "9h").get_by_role("button", name="Correct").click()
            expect(dialog.locator(".report-would")).to_contain_text("Complete the form")
            console.cards("9d")
            put_right(console, table, "No chips move", asks=False)
            assert b'"9d"' in write(table.found(events.Corrected)[-1].amended[0])
            table.dan("deal")
            table.dan("deal")
            table.dan("decline", seat=2)
            table.dan("settle_bonuses")
            console.at("decision")
            console.keys("x")
            row(console, "Seat 2 · Wagers").get_by_role("button", name="Correct").click()
            bet = page.locator("#amend-six_card_bonus")
            expect(bet).to_have_value("5")
            expect(dialog.locator(".report-would")).to_contain_text("nothing would change")
            expect(submit).to_be_disabled()
            bet.fill("ten")
            expect(dialog.locator(".report-would")).to_contain_text("Enter a dollar amount")
            bet.fill("10")
            put_right(console, table, "$5")
            assert table.state.seat(2).side_bets == {"six_card_bonus": 10_00}
            table.dan("place_second", seat=2)
            table.dan("place_second", seat=4)
            for act in ("deal", "deal", "deal", "rack_stub"):
                table.dan(act)
            for seat in (2, 4):
                table.dan("set_hand", seat=seat)
            console.at("showdown")
            page.locator("[data-request-act=moved]").click()
            expect(page.locator("#pay")).to_contain_text("Your first three cards")
            console.cards("Ks Kd 9c 7d 4h 3s")
            expect(console.act("reveal_apart")).to_be_disabled()
            console.keys("Enter")
            console.cards("2c")
            console.keys("Enter")
            expect(page.locator("#pay")).to_contain_text("Five that play")
            assert " ".join(table.state.dealer_cards) == "Ks Kd 9c 7d 4h 3s 2c"
            console.keys("x")
            row(console, "Ks Kd 9c").get_by_role("button", name="Correct").click()
            expect(page.locator("#pay")).to_contain_text("Your last four cards")
            console.cards("Ks Kd 8c 7d 4h 3s 2c")
            put_right(console, table, "No chips move", asks=False)
            assert " ".join(table.state.dealer_cards[:3]) == "Ks Kd 8c"
            table.conserves()
