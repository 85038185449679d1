"""A whole shift of two live tables in the browser, and its report laid beside a sum over the journal made here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from browser import TABLET, chromium
from pages_live import DECK, SLIP, Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, expect

from boston7.game import events
from boston7.journal import open_journal

TRAY = 5_000_00
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
ACES, QUEENS = ("As Ad 9h 7s 4c", "3d 2h"), ("Qs Qd Jh Tc 8h", "6c 5s")
SEATS = (2, 4)
CASH = {2: 400_00, 4: 300_00}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """Of its own: the report is of the whole day."""
    opened = CardRoom(tmp_path_factory.mktemp("shift"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def browser(room: CardRoom) -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def opened(table: Live, first: str) -> None:
    """The opener, counted and signed, once the first player has come."""
    table.check_off(*DECK[:4])
    table.dan("seat_walk_up", seat=2, nickname=first)
    table.check_off(*DECK[4:], "unlock_tray")
    table.dan("count_tray", amount=TRAY)
    table.check_off(*SLIP)


def walk_up(console: Console, seat: int, name: str, dollars: str) -> None:
    page = console.page
    row = page.locator(f".seats-dialog [data-seat='{seat}']")
    if not console.table.state.seat(seat).player:
        row.locator("input").fill(name)
        row.get_by_role("button", name="Walk-up").click()
    expect(row).to_contain_text(f"{name} (cash)")
    row.locator("input").fill(dollars)
    row.get_by_role("button", name="Cash buy-in").click()
    expect(row).to_contain_text(f"${int(dollars):,} on the rail")


def press(console: Console, *keys: str) -> None:
    """Once what was done before has been answered and seen."""
    console.idle()
    console.keys(*keys)


def to_decision(console: Console, *wagers: str) -> None:
    """Typed wagers, or the same bets for all."""
    console.space("shuffle")
    console.says("shuffled")
    for number, text in enumerate(wagers, 1):
        press(console, *text, "Enter")
        expect(console.page.locator(".wager-down")).to_have_count(number)  # the next is for the next seat
    if not wagers:
        press(console, "a")
    expect(console.page.locator(".wager-down")).to_have_count(len(SEATS))
    console.idle()
    console.space("no_more_bets")
    console.at("dealing_three")
    press(console, "a")
    console.at("decision")


def to_showdown(console: Console) -> None:
    press(console, "a")
    console.at("dealing_four")
    press(console, "a")
    console.space("rack_stub")
    console.at("setting")
    press(console, "a")
    console.at("showdown")
    console.idle()
    expect(console.page.locator(".dock b7-pad")).to_be_visible()
    console.cards(DEALERS)
    expect(console.main("reveal")).to_be_visible()
    console.keys("Enter")


def key_results(console: Console, results: str) -> None:
    """Seat 4 first, then seat 2."""
    for seat, key in zip((4, 2), results, strict=True):
        expect(console.page.locator(".seat-large")).to_contain_text(f"Seat {seat},")
        press(console, key)
    expect(console.page.locator(".dock-tab")).to_have_count(2)
    press(console, "a")
    console.at("complete")


def fast_round(console: Console, results: str, *wagers: str) -> None:
    to_decision(console, *wagers)
    to_showdown(console)
    key_results(console, results)
    console.space("next_round")
    console.at("betting")


def keyed_round(console: Console, misread: str = "") -> None:
    """Every card entered; one of seat 4's keyed wrong at first, and put right before it is paid."""
    to_decision(console)
    to_showdown(console)
    for seat, (five, discards) in ((4, ACES), (2, QUEENS)):
        expect(console.page.locator(".seat-large")).to_contain_text(f"Seat {seat},")
        press(console, "c")
        expect(console.page.locator(".dock b7-pad")).to_be_visible()
        wrong = misread if seat == 4 else ""
        console.cards(f"{wrong or five} {discards}")
        console.keys("Enter")
        expect(console.main("settle")).to_be_visible()
        if wrong:
            correct(console, "Seat 4 · Hand:", cards=f"{five} {discards}")
        console.space("settle")
    console.at("complete")
    console.space("next_round")
    console.at("betting")


def correct(console: Console, what: str, *fields: tuple[str, str], choice: str = "", cards: str = "") -> None:
    """In the list of entries: the row, its form, what the rules say, done."""
    page = console.page
    console.idle()
    console.keys("x")
    page.locator(".entry", has_text=what).first.get_by_role("button", name="Correct").click()
    for selector, text in fields:
        page.locator(selector).fill(text)
    if cards:
        expect(page.locator(".entries-dialog b7-pad")).to_be_visible()
        console.cards(cards)
    if choice:
        page.locator(".entries-dialog").get_by_role("button", name=choice, exact=True).click()
    page.locator(".entries-dialog button[type=submit]:enabled").click()
    expect(page.locator(".entries-dialog[open]")).to_have_count(0)
    console.idle()


def slip(room: CardRoom, kind: str, table: str, chips: int) -> None:
    pieces = [{"value": 25_00, "count": chips}]
    number = room.staff("Sue").post("/api/slips", {"kind": kind, "table": table, "pieces": pieces}).ok()["number"]
    signs = {"cage": "Cass", "runner": "Ray", "dealer": "Dan", "floor": "Sue", "received": "Cass"}
    while step := next(one for one in room.staff("Sue").get("/api/slips").ok()["slips"] if one["number"] == number)[
        "next"
    ]:
        room.staff(signs[step]).post(f"/api/slips/{number}/sign", {"step": step}).ok()


# The independent sum: raw JSON, no code of ours but the journal's.


def raw(room: CardRoom, table: str) -> list[dict[str, Any]]:
    with open_journal(room.db, read_only=True) as journal:
        bodies = [msgspec.json.decode(entry.body) for entry in journal.scan(f"table:{table}")]
    return [body["event"] if "command" in body else body for body in bodies]


def added_up(room: CardRoom, table: str) -> dict[str, int]:
    sums = dict.fromkeys(("opener", "closer", "fills", "credits", "cash", "won"), 0)
    counted = []
    for event in raw(room, table):
        moves, what = event.get("transfers") or [], event.get("what")
        if event["type"] == "tray_counted":
            counted.append(event["counted"])
        elif event["type"] == "chips_moved" and what in ("fill", "credit", "cash_buy_in"):
            name = {"fill": "fills", "credit": "credits", "cash_buy_in": "cash"}[what]
            sums[name] += sum(move["cents"] for move in moves)
        else:
            for move in moves:
                if {move["from"], move["to"]} & {"tray"} and "cage" not in (move["from"], move["to"]):
                    sums["won"] += move["cents"] * (1 if move["to"] == "tray" else -1)
        if event["type"] == "reworked":
            for change in event["amended"]:
                for text, sign in ((change["was"], -1), (change.get("now", ""), 1)):
                    entry = msgspec.json.decode(text) if text else {}
                    if entry.get("type") == "buy_in_cash":
                        sums["cash"] += sign * entry["amount"]
                        sums["won"] += sign * entry["amount"]
    sums["opener"], sums["closer"] = counted
    return sums


def close(room: CardRoom, table: Live, dealer: str, browser: Browser) -> None:
    table.hang_up()
    for seat in table.state.seats:
        if seat.player:
            table.sue("leave", seat=seat.number)
    table.sue("begin_closing", reason="The shift ends")
    tray = table.state.tray
    with at_console(table, browser, dealer) as console:
        page = console.page
        expect(page.locator("#told-count_tray")).to_have_value("")
        expect(page.locator("#where")).not_to_contain_text(f"{tray // 100:,}")
        page.locator("#told-count_tray").fill(f"{tray / 100:.2f}")
        console.main("count_tray").click()
        console.says(f"Tray counted: ${tray // 100:,}")
        expect(page.locator("#steps [aria-current=step]")).to_have_attribute("data-step", "closing_close")
    table.sue("close_table")


def test_a_whole_shift_of_two_tables_balances_to_the_cent(room: CardRoom, browser: Browser) -> None:
    with (
        live_table(room, fast=1_000_00, tray=TRAY, ready=False) as one,
        live_table(room, fast=1_000_00, tray=TRAY, ready=False) as two,
    ):
        opened(one, "Red cap")
        opened(two, "Green hat")
        one.hang_up()
        two.hang_up()
        with at_console(one, browser, viewport=TABLET) as console:
            console.keys("s")
            for seat, name in ((2, "Red cap"), (4, "Blue coat")):
                walk_up(console, seat, name, str(CASH[seat] // 100))
            console.keys("Escape")
            fast_round(console, "wl", "10", "10")
            for results in ("ll", "pw", "lw", "wl"):
                fast_round(console, results)
            # A wager keyed wrong, then a fold keyed wrong, then the result of a hand, found after it was paid.
            to_decision(console)
            correct(console, "Seat 4 · Wagers", ("#amend-ante", "15"), ("#amend-first", "15"))
            press(console, "2")
            expect(console.act("fold")).to_contain_text("seat 2")
            console.keys("f")
            console.says("loses $20")
            press(console, "u")
            console.says("Correction")
            to_showdown(console)
            key_results(console, "ll")
            with at_console(one, browser, "Sue") as supervisor:
                supervisor.at("complete")
                correct(supervisor, "Seat 4 · Result", ("#amend-reason", "Read as a pair, was two"), choice="Win")
            one.hang_up()  # nobody has read that line for a while
            one.sue("correct", transfers=[{"from": "tray", "to": "rail:2", "cents": 5_00}], reason="Short paid")
            console.says("Payout correction")
            console.space("next_round")
            keyed_round(console)
        slip(room, "fill", one.name, 40)

        two.dan("seat_walk_up", seat=4, nickname="Old scarf")
        for seat in SEATS:
            two.dan("buy_in_cash", seat=seat, amount=CASH[seat])
        with at_console(two, browser, "Dora", viewport=TABLET) as console:
            page = console.page
            page.get_by_role("button", name="Relieve Dan").click()
            page.get_by_role("button", name="Relieve Dan: confirm").click()
            expect(page.locator(".staff-who")).to_have_text("You deal")
            fast_round(console, "lw", "25", "20")
            for results in ("ll", "wp"):
                fast_round(console, results)
            keyed_round(console)
            keyed_round(console, "Ah Ad 9h 7s 4c")
            # Cash keyed wrong in the middle of a round.
            to_decision(console)
            console.keys("s")
            walk_up(console, 5, "Night owl", "1000")
            console.keys("Escape")
            correct(console, "Seat 5 · Cash buy-in", ("#amend-amount", "100"))
            assert two.state.seat(5).rail == 100_00
            to_showdown(console)
            key_results(console, "wl")
            console.space("next_round")
            console.at("betting")
        slip(room, "credit", two.name, 20)
        two.hang_up()
        two.sue("evict", seat=4, reason="Touched the wagers after no more bets")
        with at_console(two, browser, "Dora", viewport=TABLET) as console:
            console.at("betting")

        close(room, one, "Dan", browser)
        close(room, two, "Dora", browser)
        expected = {table.name: added_up(room, table.name) for table in (one, two)}
        for table in (one, two):
            cash = expected[table.name]["cash"]
            drop = {"table": table.name, "session": 1, "pieces": [{"value": 20_00, "count": cash // 20_00}]}
            room.staff("Cass").post("/api/shift/drops", drop).ok()
            room.staff("Sue").post("/api/shift/drops/sign", {"table": table.name, "session": 1}).ok()
            table.conserves()
        report = room.staff("Sue").get("/api/shift").ok()
        wins = 0
        for line in report["sessions"]:
            if line["table"] not in expected:
                continue
            sums, result = expected[line["table"]], line["result"]
            win = sums["closer"] + sums["credits"] + sums["cash"] - sums["opener"] - sums["fills"]
            assert win == sums["won"], sums
            found = (result["win"], result["recorded"], result["fills"], result["credits"], result["drop"])
            assert found == (win, sums["won"], sums["fills"], sums["credits"], sums["cash"])
            assert (result["over_short"], result["where"]) == (0, [])
            wins += win
        assert report["total"]["totals"]["win"] == wins
        assert report["total"]["totals"]["hands"] == 13
        assert {each["dealer"] for each in report["dealers"]} == {"Dan", "Dora"}
        put_right = [(event.by.name, event.reason) for table in (one, two) for event in table.found(events.Reworked)]
        assert put_right == [
            ("Dan", "Keyed in error."), ("Dan", "Keyed in error."), ("Sue", "Read as a pair, was two"),
            ("Dora", "Keyed in error."), ("Dora", "Keyed in error."),
        ]  # fmt: skip
        with room.visit(browser, room.staff("Sue")) as visit:
            page = visit.open("/shift")
            for table in (one, two):
                expect(page.locator(f"tr[data-session='{table.name}/1']")).to_contain_text("balances")
