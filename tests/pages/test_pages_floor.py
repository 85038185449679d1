"""A supervisor at the floor page, and what the floor keeps from everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from pages_live import CHIPS, DECK, PLAYERS, SLIP, STAKES, TRAY, Live, live_table
from pages_player import signed
from pages_room import CardRoom, name_of
from pages_staff import Report, at_console
from pages_tour import Evening
from playwright.sync_api import Browser, Page, expect

from boston7.game import events
from boston7.money import dollars

pytest_plugins = ("pages_fixtures",)


class Drawer:
    """One table under supervision."""

    def __init__(self, page: Page, table: Live) -> None:
        self.page, self.table = page, table
        self.element = page.locator(".drawer[open]")
        expect(self.element.locator("#drawer-title")).to_have_text(table.name)

    def choose(self, act: str) -> Report:
        button = self.element.locator(f".drawer-acts [data-act='{act}']")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        return Report(self.page, self.element.locator(".report"))

    def says(self, text: str) -> None:
        expect(self.element.locator(".drawer-last li").first).to_contain_text(text)

    def at(self, phase: str) -> None:
        expect(self.element.locator(".drawer-head .dim")).to_contain_text(phase)


@contextmanager
def supervised(table: Live, browser: Browser) -> Iterator[Drawer]:
    with table.room.visit(browser, table.room.staff("Sue")) as visit:
        visit.open("/floor")
        visit.page.locator(f".floor-card[data-table='{table.name}'] .floor-open").click()
        yield Drawer(visit.page, table)


def test_a_table_is_set_up_opened_played_and_closed(card_room: CardRoom, browser: Browser) -> None:
    """What is the supervisor's is done on the page, what is the dealer's by program."""
    with live_table(card_room, named=True) as table, card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/floor")
        page.locator("#new-table").click()
        page.locator("#new-name").fill(table.name)
        page.get_by_label("House rules").select_option("nhcg")
        page.locator("#new-tray").fill("no money")
        page.get_by_role("button", name="Set up", exact=True).click()
        expect(page.locator("dialog[open] .fault")).to_contain_text("as a dollar amount")
        page.locator("#new-tray").fill("10,000")
        page.get_by_role("button", name="Set up", exact=True).click()
        drawer = Drawer(page, table)
        drawer.at("Opening")
        expect(page.locator(".drawer-due")).to_contain_text("Waiting for the dealer.")
        table.check_off(*DECK[:2])
        page.locator(".drawer-due [data-step=verify_deck]").click()
        drawer.says("Deck verified.")
        table.check_off(DECK[3])
        table.seat(PLAYERS)
        table.check_off(*DECK[4:], "unlock_tray")
        table.dan("count_tray", amount=TRAY)
        table.check_off(SLIP[0])
        page.locator(".drawer-due [data-step=supervisor_signs]").click()
        drawer.says("Supervisor signs the slip.")
        table.check_off(SLIP[2])
        drawer.at("Wagers")

        report = drawer.choose("begin_closing")
        expect(report.confirm).to_be_disabled()
        report.fill("reason", "End of the evening.")
        expect(report.confirm).to_be_disabled()  # no ground has been chosen
        report.choose("ground", "employees")
        report.demands("The last hand", "001-H2 (R19)")
        report.choose("ground", "scheduled")
        report.demands("The last hand", "ours (R26)")
        report.do()
        drawer.at("Wagers")
        drawer.choose("end_play").do()
        drawer.at("Closing")
        table.dan("count_tray", amount=TRAY - 10_00)
        drawer.says("$9,990")
        report = drawer.choose("close_table")
        expect(report.would.locator(".moves")).to_contain_text("$500 from seat 2 leaves the table")
        report.do()
        drawer.at("Closed")
        closing, counted, closed = table.found(events.ClosingAnnounced, events.TrayCounted, events.TableClosed)[-3:]
        assert (closing.reason, closing.ground, closing.by.name) == ("End of the evening.", "scheduled", "Sue")
        assert (counted.counted, counted.expected, closed.by.name) == (TRAY - 10_00, TRAY, "Sue")
        table.conserves()
        assert (table.state.tray, table.state.cage) == (0, 0)


def by_slip(table: Live, kind: str, hundreds: int) -> str:
    """Through all hands; its serial number."""
    body = {"kind": kind, "table": table.name, "pieces": [{"value": 100_00, "count": hundreds}]}
    slip = table.room.staff("Sue").post("/api/slips", body).ok()
    for step, who in (("cage", "Cass"), ("runner", "Ray"), ("dealer", "Dan"), ("floor", "Sue")):
        table.room.staff(who).post(f"/api/slips/{slip['number']}/sign", {"step": step}).ok()
    return str(slip["serial"])


def test_a_fill_a_credit_and_a_correction(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, supervised(table, browser) as drawer:
        drawer.at("Wagers")
        report = drawer.choose("fill_tray")
        report.fill("amount", "2500")
        expect(report.confirm).to_be_disabled()  # no slip
        report.fill("slip", "F-17")
        report.is_refused("Fills and credits need a slip: request one on the shift page.")
        slips = [by_slip(table, "fill", 25), by_slip(table, "credit", 5)]
        drawer.at("Tray $12,000")
        moved = table.found(events.ChipsMoved)[-2:]
        assert [(event.what, event.slip, event.transfers[0].cents, event.by.name) for event in moved] == [
            ("fill", slips[0], 2_500_00, "Sue"), ("credit", slips[1], 500_00, "Sue"),
        ]  # fmt: skip

        report = drawer.choose("correct_payout")
        report.form.locator("[data-field=from]").select_option("tray")
        report.form.locator("[data-field=to]").select_option("rail:2")
        report.fill("amount", "12.50")
        expect(report.confirm).to_be_disabled()
        report.fill("reason", "   ")
        expect(report.form).to_contain_text("Complete the form to see the ruling.")
        expect(report.confirm).to_be_disabled()
        report.fill("reason", "Paid short in the round before.")
        report.fill("amount", "99999999")
        report.is_refused("The tray holds $12,000.")
        report.fill("amount", "12.50")
        report.demands("The chips are corrected", "R21", moves=("$12.50 from the tray to seat 2",))
        expect(report.would).to_contain_text("Tray: $12,000 → $11,987.50")
        expect(report.would).to_contain_text("Rail of seat 2, Maya: $500 → $512.50")
        expect(report.would).to_contain_text("A second person approves this first")
        expect(report.confirm).to_have_text("Ask for approval")
        report.do()
        request = drawer.page.locator(".request")
        expect(request).to_contain_text("$12.50 from the tray to seat 2")
        expect(request.locator("[data-request-act]")).to_have_text(["Withdraw"])  # nobody approves their own
        drawer.at("Tray $12,000")
        table.dan("approve_request", number=table.state.pending[-1].number)
        drawer.at("Tray $11,987.50")
        (corrected,) = table.found(events.PayoutCorrected)
        assert corrected.reason == "Paid short in the round before."
        assert {each.account: each.cents for each in corrected.before} == {"tray": 12_000_00, "rail:2": CHIPS}
        assert {each.account: each.cents for each in corrected.after} == {"tray": 11_987_50, "rail:2": CHIPS + 12_50}
        table.is_whole({2: CHIPS + 12_50, 4: CHIPS, 5: CHIPS}, 11_987_50)


def test_a_request_is_declined_with_a_reason_or_withdrawn(card_room: CardRoom, browser: Browser) -> None:
    """A dealer asks to change a bet after cards were seen. A supervisor sees who, why and which chips, and says no; the
    next request the dealer takes back."""
    with live_table(card_room) as table, supervised(table, browser) as drawer, at_console(table, browser) as console:
        table.play_until("decision")
        asked, waiting = drawer.element.locator(".request"), console.page.locator(".request")
        rails = {seat: table.state.seat(seat).rail for seat in PLAYERS}

        def ask() -> None:
            listed = card_room.staff("Dan").get(f"/api/tables/{quote(table.name)}/entries").ok()["entries"]
            entry = next(each for each in listed if (each["command"]["type"], each["seat"]) == ("place_wagers", 4))
            now = {**entry["command"], "wagers": {"ante": 20_00, "first": 20_00}}
            table.dan("amend", entry=entry["number"], now=now, reason="Chips miscounted")
            expect(waiting).to_be_visible()
            expect(console.page.locator(".call-title")).to_contain_text("Waiting for the supervisor")

        ask()
        expect(asked.get_by_role("heading")).to_have_text("For your approval")
        for text in ("Asked by the dealer Dan", "Reason: Chips miscounted", "Ante Bonus $20", "$10 from seat 4 to"):
            expect(asked).to_contain_text(text)
        asked.locator("[data-request-act=decline]").click()
        yes, field = asked.locator("[data-request-act=decline-yes]"), asked.locator("[data-field=reason]")
        expect(yes).to_contain_text("Decline: Seat 4's wagers")
        fault = drawer.element.locator(".requests .fault")
        before = len(table.record)
        for text in ("", "   "):
            field.fill(text)
            yes.click()
            expect(fault).to_have_text("Enter the reason: it goes on record.")
        assert len(table.record) == before
        field.fill("The chips were right.")
        yes.click()
        expect(asked).to_have_count(0)
        expect(waiting).to_have_count(0)
        console.says("Declined by the supervisor Sue.")
        ask()
        expect(console.page.locator(".dock [data-request-act]")).to_have_text(["Withdraw"])
        console.page.locator(".dock [data-request-act=withdraw]").click()
        expect(asked).to_have_count(0)
        answers = [(each.verdict, each.by.name, each.reason) for each in table.found(events.RequestAnswered)]
        assert answers == [("declined", "Sue", "The chips were right."), ("withdrawn", "Dan", "")]
        assert {seat: table.state.seat(seat).rail for seat in PLAYERS} == rails
        assert not table.found(events.Corrected)


def lifts_the_bar(card_room: CardRoom, browser: Browser, name: str) -> None:
    """An eviction is a bar (R19): on the shift page with who, why and by whom, until it is lifted with a reason."""
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        page = visit.open("/shift")
        bar = page.locator("[data-bar]", has_text=name).first
        expect(bar).to_contain_text("In the best interest of the participants: Marked a card.")
        expect(bar).to_contain_text("001-H2 (R19)")
        bar.get_by_role("button", name="Lift bar").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_role("button", name="Lift bar").click()
        expect(dialog.get_by_role("alert")).not_to_be_empty()  # not without a reason
        dialog.locator("[name=reason]").fill("A mistake.")
        dialog.get_by_role("button", name="Lift bar").click()
        expect(bar).to_contain_text("Lifted by Sue: A mistake.")


def test_an_eviction_and_a_void(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, supervised(table, browser) as drawer:
        table.play_until("three_card_bonus")
        drawer.at("Three Card Bonus")
        report = drawer.choose("evict")
        report.choose("seat", 4)
        report.fill("reason", "Marked a card.")
        expect(report.confirm).to_be_disabled()
        report.choose("ground", "participants")
        expect(report.confirm).to_have_text("Confirm ruling: seat 4")
        report.form.locator("input[type=checkbox]").check()
        expect(report.form.locator(".pad-key")).to_have_count(0)  # nothing is paid for them, so none is asked for
        expect(report.would).to_contain_text("The hand is void and its wagers are returned; then the seat is cleared")
        expect(report.would.locator(".moves li").first).to_be_visible()
        report.do()
        (evicted,) = table.found(events.PlayerEvicted)
        assert (evicted.seat, evicted.player, evicted.reason, evicted.by.name) == (4, "Theo", "Marked a card.", "Sue")
        assert (evicted.ground, evicted.clause) == ("participants", "001-H2 (R19)")
        assert table.returned() == {4: STAKES[4]}
        settled = [line for each in table.found(events.Settled) if each.seat == 4 for line in each.lines]
        assert not any(line.paid for line in settled)
        assert not [card for card in table.state.seat(4).first_three if card.known]
        report = drawer.choose("void_round")
        expect(report.confirm).to_be_disabled()
        report.fill("reason", "Power cut.")
        moves = tuple(f"{dollars(STAKES[seat])} back to seat {seat}" for seat in (5, 2))
        report.demands("The round is void.", "ours (R12, R19)", moves=moves)
        report.do()
        drawer.at("Void")
        (voided,) = table.found(events.RoundVoided)
        assert (voided.reason, voided.by.role, voided.by.name) == ("Power cut.", "supervisor", "Sue")
        for _ in range(2):
            table.dan("settle")
        assert table.returned() == STAKES
        assert {seat: table.state.seat(seat).rail for seat in (2, 5)} == {2: CHIPS, 5: CHIPS}
        assert table.state.tray == TRAY
        table.conserves()
    lifts_the_bar(card_room, browser, "Theo")


def test_one_hand_is_void_and_its_player_stays(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table, supervised(table, browser) as drawer:
        table.play_until("decision")
        drawer.at("2nd or fold")
        report = drawer.choose("void_hand")
        report.choose("seat", 4)
        expect(report.confirm).to_be_disabled()
        report.fill("reason", "A card of it lay on the floor.")
        moves = tuple(f"$10 on {spot} back to seat 4" for spot in ("1st", "ante"))
        report.demands("The hand is void and its wagers are returned.", "ours (R12, R19)", moves=moves)
        report.do()
        expect(drawer.element).to_contain_text("A card of it lay on the floor.")
        (voided,) = table.found(events.HandVoided)
        assert (voided.seat, voided.reason) == (4, "A card of it lay on the floor.")
        assert table.returned()[4] == 2 * 10_00
        state = table.state
        assert (state.phase, state.seat(4).player, state.seat(4).rail) == ("decision", "Theo", CHIPS)
        assert [seat.number for seat in state.playing()] == [2, 5]
        assert not table.found(events.PlayerEvicted)
        table.conserves()


def test_the_hold_of_a_table_lies_in_its_band(card_room: CardRoom, browser: Browser) -> None:
    evening = Evening(card_room)
    tables: list[Any] = card_room.staff("Sue").get("/api/floor").ok()["tables"]
    told = next(table for table in tables if table["name"] == evening.over)
    actual, expected = told["actual"], told["theoretical"]
    assert actual["won"] == -card_room.rail(evening.over, 3) + 50_00
    with card_room.visit(browser, card_room.staff("Sue")) as visit:
        visit.open("/floor")
        card = visit.page.locator(f".floor-card[data-table='{evening.over}']")
        end = card.locator(".floor-name :last-child")  # guests differ at the end of their names: that is never cut
        assert name_of(evening.guest).endswith(end.inner_text())
        assert end.evaluate(
            "it => it.getBoundingClientRect().right <= it.closest('li').getBoundingClientRect().right + 1"
        )
        words = f"Won {signed(actual['won'])}; expected {signed(expected['won'])}; 19 times in 20 between"
        label = f"{words} {signed(expected['low'])} and {signed(expected['high'])}."
        expect(card.locator(".hold-chart")).to_have_attribute("aria-label", label)
        inside = expected["low"] <= actual["won"] <= expected["high"]
        expect(card.locator(".hold-actual.outside")).to_have_count(0 if inside else 1)
        expect(card.locator(".floor-figures dd").first).to_have_text(dollars(told["tray"]))
        idle = visit.page.locator(f".floor-card[data-table='{evening.live}']")
        expect(idle).to_contain_text("No hand finished yet.")


REASON = {"reason": "Because I say so."}
FLOORS: list[dict[str, Any]] = [
    {"type": "fill_tray", "amount": 100, "slip": "F-1"},
    {"type": "credit_tray", "amount": 100, "slip": "C-1"},
    {"type": "correct_payout", "transfers": [{"from": "tray", "to": "rail:2", "cents": 100}], **REASON},
    {"type": "void_round", **REASON},
    {"type": "void_hand", "seat": 2, **REASON},
    {"type": "evict", "seat": 2, "void": True, **REASON},
    {"type": "begin_closing", **REASON},
    {"type": "end_play"},
    {"type": "close_table"},
]


def test_a_dealer_cannot_do_what_is_the_floors(card_room: CardRoom, browser: Browser) -> None:
    with live_table(card_room) as table:
        table.play_until("decision")
        before = len(table.record)
        with card_room.staff("Dan").socket() as dan:
            refusals = [dan.act(table.name, command) for command in FLOORS]
        assert [(answer["type"], answer["code"]) for answer in refusals] == [("refused", "wrong_role")] * len(FLOORS)
        assert card_room.staff("Dan").get("/api/floor").status == 403
        tables = {"name": "Mine", "house": "nhcg", "tray": 100_00}
        assert card_room.staff("Dan").post("/api/tables", tables).status == 403
        with card_room.visit(browser, card_room.staff("Dan")) as visit:
            visit.open("/floor")
            expect(visit.page.locator("#main h1")).to_have_text("You do not have access to this page.")
            expect(visit.page.locator(".floor-card")).to_have_count(0)
        assert len(table.record) == before


def test_nothing_goes_without_a_reason_even_if_no_page_asks_for_it(card_room: CardRoom) -> None:
    with live_table(card_room) as table:
        table.play_until("decision")
        before = len(table.record)
        with card_room.staff("Sue").socket() as sue:
            for command in FLOORS:
                if "reason" in command:
                    answer = sue.act(table.name, {**command, "reason": " "})
                    assert (answer["type"], answer["code"]) == ("refused", "reason_needed"), command
        assert len(table.record) == before


WAYS = {
    "Abe": ("/setup", ["/shift", "/people", "/setup"]),
    "Sue": ("/floor", ["/floor", "/shift", "/people"]),
    "Cass": ("/shift", ["/shift", "/people"]),
    "Ray": ("/shift", ["/shift"]),
    "Dan": ("/deal", ["/deal", "/shift"]),
    "Aud": ("/audit", ["/shift", "/audit"]),
}
"""Where each begins (tests/server/test_server_me.py), and the links they are shown."""


def test_everybody_is_shown_the_way_to_what_is_theirs(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser) as visit:
        for who, (home, links) in WAYS.items():
            visit.log_in(card_room.staff(who).token)
            page = visit.open(home)
            expect(page.locator(".person .name")).to_have_text(who)
            own = page.locator(
                "#shell-nav a:not([href='/']):not([href^='/rules']):not([href^='/odds']):not([href='/fair'])"
            )
            expect(own).to_have_count(len(links))
            assert own.evaluate_all("all => all.map((link) => link.getAttribute('href'))") == links, who
            expect(page.locator("#main :is(h1, h2)").first).to_be_visible()
            expect(page.locator("#main")).not_to_contain_text("You do not have access")
