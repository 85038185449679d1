"""A whole shift on its pages, from the first start of an empty room to the report of the day, laid beside a sum over
the record made here. In a campaign there are two live tables, and whatever a person does is done in a browser; only
the sum is made by program. From day to day there is one, and only the report is read in a browser: what leads to it is
pressed in test_pages_setup.py (sign-on), test_pages_shift.py (walk-up, slips, drop), test_pages_dealer_entries.py
(corrections), test_pages_floor.py (opening, payout correction, closing) and test_pages_typed.py (counts).
"""

from __future__ import annotations

import csv
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin

import msgspec
import pytest
from campaign import CAMPAIGN
from pages_live import DECK, SLIP, Live, live_table
from pages_room import CardRoom
from pages_shift import CHIPS, Seen, Staffed, Tablet, count, opened
from pages_staff import cents_of
from playwright.sync_api import Browser, Page, expect

from boston7.record import open_record

pytest_plugins = ("pages_fixtures",)

ONE, TWO = "Table 1", "Table 2"
PEOPLE = "Sue, supervisor\nCass, cashier\nRay, runner\nDan, dealer\nDora, dealer\nDrew, dealer"
TRAY = 5_000_00
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
ACES, QUEENS = "As Ad 9h 7s 4c 3d 2h", "Qs Qd Jh Tc 8h 6c 5s"
SEATS = (2, 4)
CASH = {2: 400_00, 4: 300_00}


# Rounds


def to_decision(console: Tablet, *wagers: str) -> None:
    """Typed wagers, or the same bets for all."""
    console.space("shuffle")
    console.says("shuffled")
    for number, text in enumerate(wagers, 1):
        console.press(*text, "Enter")
        expect(console.page.locator("#pay")).to_contain_text(f"Bets in: {number} of")  # the next is for the next seat
    if not wagers:
        console.press("r")
    expect(console.page.locator("#pay")).to_contain_text(f"Bets in: {len(SEATS)} of")
    console.idle()
    console.space("no_more_bets")
    console.at("dealing_three")
    console.space("deal")
    console.at("decision")


def to_showdown(console: Tablet, dealers: str = DEALERS) -> None:
    console.space("place_second")
    console.at("dealing_four")
    console.space("deal")
    console.at("showdown")
    console.idle()
    expect(console.page.locator(".dock b7-pad")).to_be_visible()
    console.cards(dealers)
    expect(console.main("reveal")).to_be_visible()
    console.keys("Enter")


def key_results(console: Tablet, results: str) -> None:
    """Seat 4 first, then seat 2."""
    for seat, key in zip((4, 2), results, strict=True):
        expect(console.page.locator(".call-title")).to_contain_text(f"Seat {seat},")
        console.press(key)
    expect(console.main("settle")).to_be_visible()


def settle(console: Tablet) -> None:
    console.space("settle")
    console.at("complete")


def on(console: Tablet) -> None:
    console.space("next_round")
    console.at("betting")


def fast_round(console: Tablet, results: str, *wagers: str) -> None:
    to_decision(console, *wagers)
    to_showdown(console)
    key_results(console, results)
    settle(console)
    on(console)


def keyed_round(console: Tablet, *, dealers: str = DEALERS, misread: str = "") -> None:
    """Every card entered; one of the dealer's or of seat 4's keyed wrong at first, and put right before it is paid."""
    to_decision(console)
    to_showdown(console, dealers)
    if dealers != DEALERS:
        expect(console.page.locator(".call-title")).to_contain_text("Seat 4,")
        console.correct("Dealer's hand:", cards=DEALERS)
    for seat, seven in ((4, ACES), (2, QUEENS)):
        expect(console.page.locator(".call-title")).to_contain_text(f"Seat {seat},")
        console.press("c")
        expect(console.page.locator(".dock b7-pad")).to_be_visible()
        console.cards(misread if misread and seat == 4 else seven)
        console.keys("Enter")
        expect(console.main("settle")).to_be_visible()
        if misread and seat == 4:
            console.correct("Seat 4 · Hand:", cards=seven)
        console.space("settle")
    console.at("complete")
    on(console)


# Opening and closing


def open_tables(room: Staffed, one: Tablet, *others: Tablet) -> None:
    """The deck of the first is inspected, that of another comes inspected; all trays are counted and signed for by two
    people, the first after a count that was keyed wrong."""
    tablets = (one, *others)
    for tablet in tablets:
        drawer = room.drawer("Sue", tablet.name)
        if tablet is one:
            count(drawer.locator(".count-form"), TRAY, CHIPS)
            expect(drawer.locator(".count-total")).to_have_text("Total $5,000")
        else:
            drawer.locator("#open-tray").fill(str(TRAY // 100))
        if tablet is not one:
            drawer.get_by_label("pre-inspected").check()
        drawer.get_by_role("button", name="Open").click()
        expect(drawer.locator(".drawer-head")).to_contain_text("Opening")
        tablet.at("opening")
    one.check_off(*DECK[:2])
    room.sign("Sue", ONE, "verify_deck")
    one.check_off(DECK[3])
    for tablet, name in zip(tablets, ("Red cap", "Green hat"), strict=False):
        tablet.walk_up(2, name)
        tablet.keys("Escape")
    one.check_off(*DECK[4:], "unlock_tray")
    one.count_tray(TRAY - 100_00)
    expect(one.page.locator(".tray-count.off")).to_contain_text("$100 short")
    one.count_again(TRAY)
    for tablet in others:
        tablet.check_off("unlock_tray")
        tablet.count_tray(TRAY)
    for tablet in tablets:
        tablet.check_off("dealer_signs")
        room.sign("Sue", tablet.name, "supervisor_signs", "Counted $5,000, as expected.")
        tablet.check_off("drop_slip")
        tablet.at("betting")


def close_table(room: Staffed, tablet: Tablet, tray: int, *seats: int) -> None:
    """Counted blind, keyed wrong and counted again; signed for by whoever closes."""
    tablet.leave(*seats)
    last = room.report("Sue", tablet.name, "begin_closing")
    last.choose("ground", "other")
    last.fill("reason", "The shift ends")
    last.do()
    tablet.at("closing")
    expect(tablet.page.locator(".dock .count-form")).to_be_visible()
    for part in ("#where", ".dock"):
        expect(tablet.page.locator(part).first).not_to_contain_text(f"{tray // 100:,}")
    if tablet.name == TWO:
        tablet.count_tray(tray + 1_000_00, "over")
        tablet.count_again(tray)
    else:
        tablet.count_tray(tray)
    tablet.says(f"Tray counted: ${tray // 100:,}.")
    drawer = room.drawer("Sue", tablet.name)
    expect(drawer.locator(".drawer-due")).to_contain_text(f"Counted ${tray // 100:,}, as expected.")
    room.report("Sue", tablet.name, "close_table").confirm.click()
    expect(drawer.locator(".drawer-head")).to_contain_text("Closed")


def by_slip(room: Staffed, kind: str, tablet: Tablet, cents: int) -> None:
    """Requested, then signed by each person at their own page, the dealer at the console."""
    dealer = "Dan" if tablet.name == ONE else "Drew"
    serial = room.request_slip("Sue", kind, tablet.name, cents)
    signers = [("Cass", room.page("Cass")), ("Ray", room.page("Ray")), (dealer, tablet.page), ("Sue", room.page("Sue"))]
    for who, page in signers if kind == "fill" else [*signers, signers[0]]:
        room.sign_slip(page, serial, who)
    expect(room.go("Sue", "/shift").locator(f"[data-slip='{serial}']")).to_contain_text("Complete")
    tablet.open()


# The independent sum: raw JSON, no code of ours but the record's.


def raw(db: str | Path, table: str) -> list[dict[str, Any]]:
    with open_record(Path(db), read_only=True) as record:
        bodies = [msgspec.json.decode(entry.body) for entry in record.scan(f"table:{table}")]
    return [body["event"] if "command" in body else body for body in bodies]


def added_up(db: str | Path, table: str) -> dict[str, int]:
    sums = dict.fromkeys(("opener", "closer", "fills", "credits", "cash", "won", "hands"), 0)
    counted = "opener"
    for event in raw(db, table):
        moves, what = event.get("transfers") or [], event.get("what")
        if event["type"] == "closing_announced":
            counted = "closer"
        elif event["type"] == "tray_counted":
            sums[counted] = event["counted"]  # the last one stands
        elif event["type"] == "chips_moved" and what in ("fill", "credit", "cash_buy_in"):
            name = {"fill": "fills", "credit": "credits", "cash_buy_in": "cash"}[what]
            sums[name] += sum(move["cents"] for move in moves)
        else:
            for move in moves:
                if "tray" in (move["from"], move["to"]) and "cage" not in (move["from"], move["to"]):
                    sums["won"] += move["cents"] * (1 if move["to"] == "tray" else -1)
        sums["hands"] += event["type"] == "round_completed"
        for change in event.get("amended", ()):
            for entry, sign in ((change["was"], -1), (change["now"] or {}, 1)):
                if entry.get("type") == "buy_in_cash":
                    sums["cash"] += sign * entry["amount"]
                    sums["won"] += sign * entry["amount"]
    return sums


def tray_of(db: str | Path, table: str) -> int:
    """What lies in it, as whoever counts it will find."""
    sums = added_up(db, table)
    return sums["opener"] + sums["fills"] + sums["won"] - sums["credits"] - sums["cash"]


def put_right(db: str | Path, table: str) -> list[tuple[str, ...]]:
    """Who corrected what, and why."""
    corrected = [event for event in raw(db, table) if event["type"] == "corrected"]
    kinds = [[each["was"]["type"] for each in event["amended"]] for event in corrected]
    return [(event["by"]["name"], event["reason"], *types) for event, types in zip(corrected, kinds, strict=True)]


def report_is(page: Page, expected: dict[str, dict[str, int]], hands: int) -> None:
    """On the page and as CSV, line by line."""
    wins = 0
    for table, sums in expected.items():
        row = page.locator(f"tr[data-session='{table}/1']")
        expect(row).to_contain_text("balances")
        win = sums["closer"] + sums["credits"] + sums["cash"] - sums["opener"] - sums["fills"]
        assert win == sums["won"], sums
        shown = [signed_cents(text) for text in row.locator("td").all_inner_texts()[:7]]
        assert shown == [*(sums[name] for name in ("opener", "fills", "credits", "cash", "closer")), win, win]
        wins += win
    totals = page.locator("section", has=page.locator("#totals-title")).locator("tr")
    total = totals.last.locator("td").all_inner_texts()
    drop = sum(sums["cash"] for sums in expected.values())
    assert [signed_cents(text) for text in total[:4]] == [drop, wins, wins, 0]
    assert int(total[8]) == sum(sums["hands"] for sums in expected.values()) == hands
    shares = page.locator("section", has=page.locator("#charity-title")).locator("dd").all_inner_texts()
    charity, state = max(0, wins) * 35 // 100, max(0, wins) * 10 // 100
    assert [signed_cents(text) for text in shares] == [wins, charity, state, wins - charity - state]
    text = page.request.get(urljoin(page.url, "/api/shift/export")).text()
    rows = list(csv.reader(StringIO(text)))
    assert any(f"{wins // 100}.{wins % 100:02d}" in row for row in rows), rows


def signed_cents(text: str) -> int:
    figure = text.strip().replace("\N{MINUS SIGN}", "-").removeprefix("+")
    return -cents_of(figure[1:]) if figure.startswith("-") else cents_of(figure)


@pytest.mark.campaign
def test_a_whole_shift_balances_to_the_cent(browser: Browser, tmp_path: Path) -> None:
    (by_hand if CAMPAIGN else by_program)(browser, tmp_path)


def by_hand(browser: Browser, folder: Path) -> None:
    tables = (ONE, TWO)
    with opened(folder, browser) as room:
        room.set_up(tables, PEOPLE)
        db = room.server.db
        tablets = [room.tablet(table, dealer) for table, dealer in zip(tables, ("Dan", "Dora"), strict=True)]
        open_tables(room, *tablets)
        first_table(room, tablets[0])
        second_table(room, tablets[1])
        for tablet in tablets:
            close_table(room, tablet, tray_of(db, tablet.name), *SEATED[tablet.name])
        expected = {table: added_up(db, table) for table in tables}
        room.go("Cass", "/shift")
        room.count_drop("Cass", ONE, expected[ONE]["cash"] + 20_00)  # a bill too many, and once more
        for table in tables:
            room.count_drop("Cass", table, expected[table]["cash"])
        room.go("Sue", "/shift")
        for table in tables:
            room.sign_drop("Sue", table, f"Cass counted ${expected[table]['cash'] // 100:,}.")
        report_is(room.go("Sue", "/shift"), expected, hands=13)
        assert [each for table in tables for each in put_right(db, table)] == EVERY_WRONG


def by_program(browser: Browser, folder: Path) -> None:
    """One table and one round with all that goes wrong in it: a wager, cash, a result, one found out when it is paid, a
    payout, either count of the tray and the count of the drop; and a fill."""
    with closing(CardRoom(folder)) as room, live_table(room, ready=False, tray=TRAY, fast=1_000_00) as table:
        table.check_off(*DECK[:4])
        for seat in CASH:
            table.dan("seat_walk_up", seat=seat, nickname=f"Hat {seat}")
        table.check_off(*DECK[4:], "unlock_tray")
        for amount in (TRAY - 100_00, TRAY):
            table.dan("count_tray", amount=amount)
        table.check_off(*SLIP)
        for seat, cents in CASH.items():
            table.dan("buy_in_cash", seat=seat, amount=cents)
        one_round(room, table)
        by_slip_by_program(room, table)
        for seat in (*CASH, 5):
            table.dan("leave", seat=seat)
        table.sue("begin_closing", ground="other", reason="The shift ends")
        tray = tray_of(room.db, table.name)
        for amount in (tray + 1_000_00, tray):
            table.dan("count_tray", amount=amount)
        table.sue("close_table")
        sums = added_up(room.db, table.name)
        assert (sums["fills"], sums["cash"]) == (1_000_00, sum(CASH.values()) + 100_00)
        session = {"table": table.name, "session": 1}
        for cents in (sums["cash"] + 20_00, sums["cash"]):
            pieces = [{"value": 20_00, "count": cents // 20_00}]
            room.staff("Cass").post("/api/shift/drops", {**session, "pieces": pieces}).ok()
        room.staff("Sue").post("/api/shift/drops/sign", session).ok()
        with room.visit(browser, room.staff("Sue")) as visit:
            report_is(visit.open("/shift"), {table.name: sums}, hands=1)
        assert put_right(room.db, table.name) == WRONG


def one_round(room: CardRoom, table: Live) -> None:
    def amend(who: str, type: str, seat: int, now: dict[str, Any], **more: str) -> None:
        listed = room.staff(who).get(f"/api/tables/{quote(table.name)}/entries").ok()["entries"]
        entry = [each for each in listed if (each["command"]["type"], each["seat"]) == (type, seat)][-1]
        told = {name: value for name, value in entry["command"].items() if name != "by"}
        reason = more.get("reason", "Wrong key")
        table.dan("amend", entry=entry["number"], now={**told, **now}, reason=reason)
        if table.state.pending:
            table.approve()

    for seat in CASH:
        table.dan("place_wagers", seat=seat, wagers={"ante": 10_00, "first": 10_00})
    for type in ("shuffle", "no_more_bets", *["deal"] * 3):
        table.dan(type)
    amend("Dan", "place_wagers", 4, {"wagers": {"ante": 15_00, "first": 15_00}})
    table.dan("seat_walk_up", seat=5, nickname="Night owl")
    table.dan("buy_in_cash", seat=5, amount=1_000_00)
    amend("Dan", "buy_in_cash", 5, {"amount": 100_00})
    for seat in CASH:
        table.dan("place_second", seat=seat)
    for type in (*["deal"] * 3, "rack_stub"):
        table.dan(type)
    for seat in CASH:
        table.dan("set_hand", seat=seat)
    table.dan("reveal", cards=DEALERS.split())
    for seat, result in ((4, "lose"), (2, "win")):
        table.dan("key_hand", seat=seat, award="none", result=result)
    amend("Dan", "key_hand", 2, {"result": "lose"})
    for _ in CASH:
        table.dan("settle")
    amend("Dan", "key_hand", 4, {"result": "win"}, reason="Read as a pair, was two")
    move = {"from": "tray", "to": "rail:2", "cents": 5_00}
    table.sue("correct_payout", transfers=[move], reason="Short paid")
    table.dan("approve_request", number=table.state.pending[-1].number)
    table.dan("next_round")


def by_slip_by_program(room: CardRoom, table: Live) -> None:
    fill = {"kind": "fill", "table": table.name, "pieces": [{"value": 100_00, "count": 10}]}
    number = room.staff("Sue").post("/api/slips", fill).ok()["number"]
    for step, who in (("cage", "Cass"), ("runner", "Ray"), ("dealer", "Dan"), ("floor", "Sue")):
        room.staff(who).post(f"/api/slips/{number}/sign", {"step": step}).ok()


SEATED = {ONE: (2, 4), TWO: (2, 5)}
"""Who is there at the end."""
WRONG = [
    ("Dan", "Wrong key", "place_wagers"), ("Dan", "Wrong key", "buy_in_cash"),
    ("Dan", "Wrong key", "key_hand"), ("Dan", "Read as a pair, was two", "key_hand"),
]  # fmt: skip
EVERY_WRONG = [
    ("Dan", "Wrong key", "place_wagers"), ("Dan", "Wrong key", "fold"),
    ("Dan", "Wrong key", "key_hand"), ("Sue", "Read as a pair, was two", "key_hand"),
    ("Dan", "Wrong key", "reveal"),
    ("Drew", "Wrong key", "turn_over"), ("Drew", "Wrong key", "buy_in_cash"),
]  # fmt: skip


def first_table(room: Staffed, one: Tablet) -> None:
    """Walk-ups, some rounds by fast settle; one with a wager, a fold and a result keyed wrong, and another result that
    the supervisor corrects when it is paid; one with every card; a payout correction and a fill."""
    one.buy_in(2, CASH[2])
    one.walk_up(4, "Blue coat")
    one.buy_in(4, CASH[4])
    one.keys("Escape")
    fast_round(one, "wl", "10", "10")
    for results in ("pw", "ll", "lw", "wl"):
        fast_round(one, results)
    to_decision(one)
    one.correct("Seat 4 · Wagers", ("ante", "15"), ("first", "15"))
    room.approve("Sue", ONE)
    one.press("2")
    one.says("loses $20")
    one.correct("Seat 2 · Fold")
    to_showdown(one)
    key_results(one, "lw")
    one.correct("Seat 2 · Result", choice="Lose")
    settle(one)
    supervisor = Seen(room.go("Sue", "/deal/Table%201"))
    supervisor.at("complete")
    supervisor.correct("Seat 4 · Result", ("reason", "Read as a pair, was two"), choice="Win")
    one.approve()
    one.says("Correction")
    wrong = room.report("Sue", ONE, "correct_payout")
    for field, account in (("from", "tray"), ("to", "rail:2")):
        wrong.form.locator(f"[data-field='{field}']").select_option(account)
    wrong.fill("amount", "5")
    wrong.fill("reason", "Short paid")
    wrong.do()
    one.approve()
    one.says("Payout correction")
    on(one)
    keyed_round(one, dealers=f"{DEALERS[:-2]}2d")
    by_slip(room, "fill", one, 1_000_00)


def second_table(room: Staffed, two: Tablet) -> None:
    """Relief; rounds by fast settle and with every card, one of them with a hand misread; cash keyed wrong in
    the middle of a round; a credit, and an eviction."""
    two.buy_in(2, CASH[2])
    two.walk_up(4, "Old scarf")
    two.buy_in(4, CASH[4])
    two.keys("Escape")
    fast_round(two, "lw", "25", "20")
    two.relieve("Drew", room.first["Drew"][1], "Dora")
    for results in ("wp", "ll"):
        fast_round(two, results)
    keyed_round(two)
    keyed_round(two, misread=f"Ah{ACES[2:]}")
    to_decision(two)
    two.walk_up(5, "Night owl")
    two.buy_in(5, 1_000_00)
    two.keys("Escape")
    two.correct("Seat 5 · Cash buy-in", ("amount", "100"))
    room.approve("Sue", TWO)
    to_showdown(two)
    key_results(two, "wl")
    settle(two)
    on(two)
    by_slip(room, "credit", two, 500_00)
    evict = room.report("Sue", TWO, "evict")
    evict.choose("seat", 4)
    evict.form.locator("[data-field='ground'] button").first.click()
    evict.fill("reason", "Touched the wagers after no more bets")
    evict.do()
    expect(two.page.locator("#last li", has_text="has been asked to leave").first).to_be_visible()
