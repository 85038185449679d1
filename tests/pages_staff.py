"""Staff at their pages: a dealer at the console with the floor beside, and the record of what they did.

with live_table(room) as table:
    table.play_until("decision")
    with table.console(browser) as console:
        console.report("dealer_card_exposed")
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import accumulate, count
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from browser import Visitor
from pages_room import KEY, PATIENCE, CardRoom
from playwright.sync_api import Browser, Locator, Page, expect
from serving import PASSWORD, Socket

from boston7.accounts import cage, conserved
from boston7.fair import read_hidden
from boston7.game import Phase, events, replay
from boston7.game.accounts import total
from boston7.game.evolve import evolve
from boston7.game.settlement import WagerLine
from boston7.game.table import CLOSED, Table
from boston7.journal import open_journal
from boston7.journal.audit.rounds import stream
from boston7.money import dollars

PLAYERS = {2: "Maya", 4: "Theo", 5: "Ines"}
CHIPS = 500_00
TRAY = 10_000_00
WAGERS = {2: (10_00, 5_00), 4: (10_00, 0), 5: (10_00, 5_00)}
"""Ante, which the 1st equals, and 3 Card Bonus."""
STAKES = {seat: 2 * ante + bonus for seat, (ante, bonus) in WAGERS.items()}
DECK = ("receive_deck", "inspect_deck", "verify_deck", "spread_deck", "offer_inspection", "wash_deck", "stack_deck")
SLIP = ("dealer_signs", "supervisor_signs", "drop_slip")
FOR_THE_FLOOR = ("verify_deck", "supervisor_signs")
_NUMBERS = count(1)


def known_players(room: CardRoom, *names: str) -> None:
    """People with $5,000 each in the cage. All modules of a worker share the room: whoever is known stays."""
    known = {person["name"] for person in room.staff("Abe").get("/api/people").ok()["people"]}
    for name in names:
        if name in known:
            continue
        person = {"name": name, "role": "player", "password": PASSWORD}
        made = room.staff("Abe").post("/api/people", person).ok()
        slip = {"id": f"for {name}", "cents": 500_000_00}
        room.staff("Sue").post(f"/api/cage/{made['id']}/deposit", slip).ok()


class Live:
    """A live table. `dan` and `sue` do by program whatever a test is not about."""

    def __init__(self, room: CardRoom, name: str, lines: ExitStack) -> None:
        self.room, self.name, self._stack = room, name, lines
        self._lines: dict[str, Socket] = {}

    def _act(self, who: str, command: dict[str, Any]) -> None:
        if who not in self._lines:
            self._lines[who] = self._stack.enter_context(self.room.staff(who).socket())
        answer = self._lines[who].act(self.name, command)
        assert answer["type"] == "accepted", (command, answer)

    def dan(self, type: str, **more: Any) -> None:
        self._act("Dan", {"type": type, **more})

    def sue(self, type: str, **more: Any) -> None:
        self._act("Sue", {"type": type, **more})

    def hang_up(self) -> None:
        """The server is about to go away."""
        self._stack.close()
        self._lines.clear()

    def set_up(self, device: str, house: str, tray: int) -> None:
        self.room.table(house, name=self.name, live=True, play_money=False, tray=tray)
        self.sue("open_table", name=self.name, tray=tray, live=True, device=device)

    def seat(self, players: dict[int, str], chips: int = CHIPS) -> None:
        known_players(self.room, *players.values())
        for seat, player in players.items():
            self.dan("sit", seat=seat, player=player)
            self.dan("buy_in", seat=seat, amount=chips)

    def check_off(self, *steps: str) -> None:
        for step in steps:
            (self.sue if step in FOR_THE_FLOOR else self.dan)("check_off", step=step)

    def open_up(self, players: dict[int, str], tray: int) -> None:
        """To the first wager."""
        self.check_off(*DECK[:4])
        self.seat(players)
        self.check_off(*DECK[4:], "unlock_tray")
        self.dan("count_tray", amount=tray)
        self.check_off(*SLIP)

    def wager(self) -> None:
        for seat, (ante, bonus) in WAGERS.items():
            self.dan("place_wagers", seat=seat, ante=ante, first=ante, three_card_bonus=bonus)

    def play_until(self, phase: str) -> None:
        """With a shuffler. Seat 2 shows a pair, seat 5 keeps its cards down, everybody raises."""
        for reached, acts in (
            ("betting", [("shuffle", {})]),
            ("shuffled", [("no_more_bets", {})]),
            ("dealing_three", [("deal", {})] * 4),
            ("three_card_bonus", [("expose", {"seat": 2, "cards": ["Qs", "Qd", "8c"]}), ("decline", {"seat": 5}),
                                  ("settle_bonuses", {})]),
            ("decision", [("place_second", {"seat": seat}) for seat in PLAYERS]),
            ("dealing_four", [("deal", {})] * 4),
            ("dealt", [("rack_stub", {})]),
            ("setting", [("set_hand", {"seat": seat}) for seat in PLAYERS]),
            ("showdown", []),
        ):  # fmt: skip
            if reached == phase:
                return
            if reached == "betting":
                self.wager()
            for type, more in acts:
                self.dan(type, **more)
        raise AssertionError(f"There is no phase {phase}.")

    @contextmanager
    def console(self, browser: Browser, who: str = "Dan", **options: Any) -> Iterator[Console]:
        with self.room.visit(browser, self.room.staff(who), **options) as visit:
            console = Console(visit, self)
            console.open()
            yield console

    # The record

    @property
    def record(self) -> list[events.Event]:
        with open_journal(self.room.db, read_only=True) as journal:
            return [read_hidden(entry.body, KEY) for entry in journal.scan(stream(self.name))]

    @property
    def state(self) -> Table:
        return replay(self.record)

    def found(self, *kinds: type[Any]) -> list[Any]:
        """The events of these kinds on record, in order."""
        return [event for event in self.record if isinstance(event, kinds)]

    def is_whole(self, rails: dict[int, int], tray: int) -> None:
        """Every rail and the tray to the cent; nothing left on the layout, nothing made or lost."""
        table = self.state
        assert {seat.number: seat.rail for seat in table.seats if seat.player} == rails
        assert table.tray == tray
        assert not sum(seat.ante + seat.first + seat.second + seat.three_card_bonus for seat in table.seats)
        self.conserves()

    def conserves(self) -> None:
        """At every moment of the table's whole story."""
        for state in accumulate(self.record, evolve, initial=CLOSED):
            assert total(state) == 0
        with open_journal(self.room.db, read_only=True) as journal:
            moves = [msgspec.json.decode(entry.body, type=cage.CageMoved) for entry in journal.read("cage")]
        assert conserved(cage.replay(moves))

    def returned(self) -> dict[int, int]:
        """What the void gave back, seat by seat."""
        back: dict[int, int] = {}
        for settled in self.found(events.Settled):
            if settled.moment == "void":
                assert all(line.returned == line.stake for line in settled.lines)
                back[settled.seat] = sum(line.returned for line in settled.lines)
        return back


@contextmanager
def live_table(
    room: CardRoom,
    *,
    device: str = "automated_shoe",
    house: str = "nhcg",
    players: dict[int, str] | None = None,
    tray: int = TRAY,
    ready: bool = True,
    named: bool = False,
) -> Iterator[Live]:
    """Open and waiting for wagers, unless not `ready`: then its opening has just begun and nobody sits there. Of one
    that is only `named` there is nothing yet but the name."""
    with ExitStack() as lines:
        table = Live(room, f"Live {next(_NUMBERS)}", lines)
        if not named:
            table.set_up(device, house, tray)
        if ready and not named:
            table.open_up(PLAYERS if players is None else players, tray)
        yield table


class PayLine(NamedTuple):
    act: str
    words: str
    cents: int
    chips: int
    """The value of the chips that are drawn beside it."""


class Console:
    """What a dealer's hands do at the console, and what the eyes read."""

    def __init__(self, visit: Visitor, table: Live) -> None:
        self.visit, self.table = visit, table
        self.page: Page = visit.page

    def open(self) -> None:
        self.visit.open(f"/deal/{quote(self.table.name)}")
        expect(self.page.locator("#console[data-phase]")).to_be_visible()
        expect(self.page.locator(".line[data-line=up]")).to_have_count(1)

    # Eyes

    def at(self, phase: Phase | str) -> None:
        expect(self.page.locator(f"#console[data-phase='{phase}']")).to_have_count(1)

    def idle(self) -> None:
        expect(self.page.locator(".dock:not([data-busy])")).to_have_count(1)

    def act(self, name: str) -> Locator:
        return self.page.locator(f".dock [data-act='{name}']")

    def main(self, name: str) -> Locator:
        return self.page.locator(f".dock [data-main][data-act='{name}']:enabled")

    def says(self, text: str | re.Pattern[str]) -> None:
        """Below what was done last, newest first."""
        expect(self.page.locator("#last li").first).to_contain_text(text)

    def state(self) -> dict[str, Any]:
        """What matters to a dealer, whatever was typed and not yet entered."""
        page = self.page
        return {
            "where": page.locator("#where").inner_text(),
            "steps": [step.get_attribute("class") for step in page.locator("#steps li").all()],
            "title": page.locator(".dock-title").inner_text(),
            "acts": [act.inner_text() for act in page.locator(".dock [data-act]").all()],
            "seats": [seat.get_attribute("aria-label") for seat in page.locator(".felt-seat").all()],
            "wagers": page.locator(".wager-down").all_inner_texts(),
            "tabs": page.locator(".dock-tab").all_inner_texts(),
            "pay": self.pay_lines(),
        }

    def comes_to(self, before: dict[str, Any]) -> None:
        """Until everything is as it was."""
        end = monotonic() + PATIENCE / 1000
        while (now := self.state()) != before:
            assert monotonic() < end, (now, before)
            self.page.wait_for_timeout(50)

    @property
    def step(self) -> list[str]:
        now = self.page.locator("#steps [aria-current=step]").all()
        return [step.get_attribute("data-step") or "" for step in now]

    def entered(self) -> list[str]:
        return [card.get_attribute("code") or "" for card in self.page.locator("b7-pad .pad-slot b7-card").all()]

    def pay_lines(self) -> list[PayLine]:
        """What is to be collected, paid and left, as the console shows it before it is done."""
        lines = []
        for line in self.page.locator("#pay .pay-now .pay-line").all():
            chips = [chip.get_attribute("aria-label") or "" for chip in line.locator(".chip-count").all()]
            act = (line.get_attribute("class") or "").split()[-1]
            amount = cents_of(line.locator("> .money").inner_text())
            lines.append(PayLine(act, line.locator(".pay-what").inner_text(), amount, sum(map(chip_value, chips))))
        return lines

    # Hands

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def space(self, act: str) -> None:
        """The large button by keyboard, once it is for this act."""
        expect(self.main(act)).to_be_visible()
        self.keys("Space")

    def cards(self, cards: str) -> None:
        """Two keystrokes each."""
        for card in cards.split():
            self.keys(card[0].lower(), card[1])

    def tap(self, cards: str) -> None:
        """On the pad with all 52."""
        for card in cards.split():
            self.pad_key(card).tap()

    def pad_key(self, card: str) -> Locator:
        return self.page.locator(f".pad-key.suit-{card[1]}[data-rank='{'10' if card[0] == 'T' else card[0]}']")

    # Something went wrong

    def report(self, trouble: str) -> Report:
        self.idle()
        self.page.locator("#wrong").click()
        self.page.locator(f".trouble-dialog[open] [data-trouble='{trouble}']").click()
        return Report(self.page, self.page.locator(".trouble-dialog .report"))

    def give_back(self) -> None:
        """From a void to the end of the round: nobody shows anything, wagers go back seat by seat."""
        self.at("void")
        for _ in range(12):
            self.idle()
            some = self.page.locator("#console[data-phase=complete], [data-act=decline], .dock [data-main]:enabled")
            expect(some.first).to_be_visible()
            if self.page.locator("#console[data-phase=complete]").count():
                return
            self.keys("n" if self.act("decline").count() else "Space")
        raise AssertionError("The void round does not come to its end.")


class Report:
    """One irregularity or act of the floor: what is told, and what the rules answer."""

    def __init__(self, page: Page, form: Locator) -> None:
        self.page, self.form = page, form
        self.would = form.locator(".report-would .would")
        self.confirm = form.locator("button[type=submit]")

    def choose(self, field: str, value: str | int) -> None:
        self.form.locator(f"[data-field='{field}'] [data-value='{value}']").click()

    def fill(self, field: str, text: str) -> None:
        self.form.locator(f"[data-field='{field}']").fill(text)

    def cards(self, cards: str) -> None:
        optional = self.form.locator("details:not([open]) summary")
        if optional.count():
            optional.click()
        for card in cards.split():
            for key in (card[0].lower(), card[1]):
                self.page.keyboard.press(key)

    def demands(self, text: str, *clauses: str, moves: tuple[str, ...] = ()) -> None:
        expect(self.would.locator("p").first).to_contain_text(text)
        expect(self.would.locator(".clause")).to_have_text([f"Clause {clause}" for clause in clauses])
        expect(self.would.locator(".moves li")).to_have_text(list(moves))
        expect(self.confirm).to_be_enabled()

    def is_refused(self, reason: str, clause: str = "") -> None:
        expect(self.would.locator("h3")).to_have_text("Not now")
        expect(self.would).to_contain_text(reason)
        if clause:
            expect(self.would).to_contain_text(clause)
        expect(self.confirm).to_be_disabled()

    def do(self) -> None:
        self.confirm.click()
        expect(self.form).to_be_hidden()


def cents_of(text: str) -> int:
    """`$12.50` as the page writes it."""
    whole, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0") if rest else 0)


def chip_value(label: str) -> int:
    """`3 of $25`."""
    number, _, value = label.partition(" of ")
    return int(number) * cents_of(value)


SPOTS = {"ante": "ante", "first": "1st", "second": "2nd", "three_card_bonus": "3 Card Bonus"}


def pay_lines_of(lines: tuple[WagerLine, ...]) -> list[PayLine]:
    """A settlement on record as the console has to say it: collect, pay, leave the rest."""
    told = [
        PayLine("collect", f"Collect {SPOTS[line.wager]}", line.collected, line.collected)
        for line in lines
        if line.collected
    ]
    for line in lines:
        if line.paid:
            words = "Pay ante bonus" if line.wager == "ante" else f"Pay {SPOTS[line.wager]}"
            trimmed = f", {dollars(line.trimmed)} over the cap not paid" if line.trimmed else ""
            told.append(PayLine("pay", f"{words}, {line.odds}{trimmed}", line.paid, line.paid))
    back = [line for line in lines if line.returned]
    if back:
        spots = ", ".join(SPOTS[line.wager] for line in back)
        told.append(PayLine("back", f"Leave {spots} to the player", sum(line.returned for line in back), 0))
    return told
