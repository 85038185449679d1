"""Staff at their pages: a dealer's actions at the console, what it shows, and reports of irregularities.

with live_table(room) as table, at_console(table, browser) as console:
    console.report("drawn_in_error").do()
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import quote

from browser import Visitor
from pages_live import Live
from pages_room import PATIENCE
from playwright.sync_api import Browser, Locator, Page, expect

from boston7.game.settlement import WagerLine
from boston7.money import dollars

SPOTS = {"ante": "ante", "first": "1st", "second": "2nd", "three_card_bonus": "Three Card Bonus"}


STATE = """() => {
  const text = (where) => document.querySelector(where)?.innerText ?? null;
  const texts = (where) => [...document.querySelectorAll(where)].map((one) => one.innerText);
  const all = (where, name) => [...document.querySelectorAll(where)].map((one) => one.getAttribute(name));
  return {
    where: text('#where'), steps: all('#steps li', 'class'), title: text('.call-title'),
    acts: texts('.dock [data-act]'), seats: all('.felt-seat', 'aria-label'),
  };
}"""
PAY = """() => {
  const chips = (at) => [...at.querySelectorAll('.chip-count')].map((chip) => chip.getAttribute('aria-label') ?? '');
  const tiles = [...document.querySelectorAll('.dock .pay-tile')].map((tile) => [
    tile.dataset.pays, [tile.querySelector('b').innerText, tile.querySelector('.rate').innerText,
      tile.dataset.trimmed && `${tile.dataset.trimmed} over the maximum, not paid`].filter(Boolean).join(', '),
    tile.querySelector('.big').innerText, chips(tile),
  ]);
  const lines = [...document.querySelectorAll('#pay .pay-now .pay-line[data-spot]')].map((line) => [
    line.className.split(' ').at(-1), line.querySelector('.pay-what').innerText,
    line.querySelector(':scope > .money').innerText, chips(line),
  ]);
  return [...tiles, ...lines];
}"""


class PayLine(NamedTuple):
    act: str
    words: str
    cents: int
    chips: int
    """The value of the chips drawn next to it."""


class Console:
    """A dealer's actions at the console, and what it shows."""

    def __init__(self, visit: Visitor, table: Live) -> None:
        self.visit, self.table = visit, table
        self.page: Page = visit.page

    def open(self) -> None:
        self.visit.open(f"/deal/{quote(self.table.name)}")
        expect(self.page.locator("#console[data-phase]")).to_be_visible()
        expect(self.page.locator(".line[data-line=up]")).to_have_count(1)

    # Observations.

    def at(self, phase: str) -> None:
        expect(self.page.locator(f"#console[data-phase='{phase}']")).to_have_count(1)

    def idle(self) -> None:
        expect(self.page.locator(".dock:not([data-busy])")).to_have_count(1)

    def act(self, name: str) -> Locator:
        return self.page.locator(f".dock [data-act='{name}']")

    def main(self, name: str) -> Locator:
        return self.page.locator(f".dock [data-main][data-act='{name}']:enabled")

    def says(self, text: str | re.Pattern[str]) -> None:
        """Check the newest line of the last events."""
        expect(self.page.locator("#last li").first).to_contain_text(text)

    def state(self) -> dict[str, Any]:
        """Return the state that matters to a dealer, without unfinished entries."""
        found: dict[str, Any] = self.page.evaluate(STATE)
        return {**found, "pay": self.pay_lines()}

    def comes_to(self, before: dict[str, Any]) -> None:
        """Wait until the state is as before."""
        end = monotonic() + PATIENCE / 1000
        while (now := self.state()) != before:
            assert monotonic() < end, (now, before)
            self.page.wait_for_timeout(50)

    @property
    def step(self) -> list[str]:
        now = self.page.locator("#steps [aria-current=step]").all()
        return [step.get_attribute("data-step") or "" for step in now]

    def entered(self) -> list[str]:
        return [card.get_attribute("code") or "" for card in self.page.locator(".dock .pad-slot b7-card").all()]

    def pay_lines(self) -> list[PayLine]:
        """Return the lines to collect, pay and leave, as the console shows them in advance."""
        return [
            PayLine(act, what, cents_of(money), sum(map(chip_value, chips)))
            for act, what, money, chips in self.page.evaluate(PAY)
        ]

    # Actions.

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def space(self, act: str) -> None:
        """Press the large button by keyboard, once it is for this act."""
        expect(self.main(act)).to_have_count(1)
        self.keys("Space")

    def cards(self, cards: str) -> None:
        """Enter cards with two keystrokes each."""
        for card in cards.split():
            self.keys(card[0].lower(), card[1])

    def tap(self, cards: str) -> None:
        """Enter cards on the pad with all 52."""
        for card in cards.split():
            self.pad_key(card).tap()

    def pad_key(self, card: str) -> Locator:
        return self.page.locator(f".pad-key.suit-{card[1]}[data-rank='{'10' if card[0] == 'T' else card[0]}']")

    # Irregularities.

    def report(self, trouble: str) -> Report:
        self.idle()
        self.page.locator("#wrong").click()
        choice = self.page.locator(f".dock [data-trouble='{trouble}']")
        while not choice.count():
            self.page.get_by_role("button", name="More").click()
        choice.click()
        return Report(self.page, self.page.locator(".dock .report"))

    def give_back(self) -> None:
        """Play from a void to the end of the round: wagers are returned seat by seat, and no cards are shown."""
        self.at("void")
        for _ in range(12):
            self.idle()
            some = self.page.locator("#console[data-phase=complete], [data-act=decline], .dock [data-main]:enabled")
            expect(some.first).to_be_visible()
            if self.page.locator("#console[data-phase=complete]").count():
                return
            self.keys("n" if self.act("decline").count() else "Space")
        raise AssertionError("The void round does not come to its end.")


@contextmanager
def at_console(
    table: Live, browser: Browser, who: str = "Dan", *, first: str = "", **options: Any
) -> Iterator[Console]:
    """Open the console. The script `first` runs before those of the page."""
    with table.room.visit(browser, table.room.staff(who), **options) as visit:
        if first:
            visit.begin_with(first)
        console = Console(visit, table)
        console.open()
        yield console


class Chips:
    """Seats and chips at the console, with one seat picked on the felt."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        if not page.locator("#console[data-panel=seats]").count():
            page.locator("#seats").click()
        page.locator(f".felt-plate[data-seat='{seat}']").click()
        self.title, self.pay, self.gold = (page.locator(at) for at in (".call-title", "#pay", ".dock .gold"))
        self.name, self.amount = page.locator("#seat-name"), page.locator("#seat-amount")
        self.fault = page.locator(".dock-fault")
        expect(self.title).to_contain_text(f"Seat {seat}")

    def sit(self, name: str, *, walk_up: bool = False) -> None:
        self.name.fill(name)
        (self.page.locator(".dock [data-act=seat_walk_up]") if walk_up else self.gold).click()
        expect(self.title).to_contain_text("chips.")

    def choose(self, move: str) -> None:
        self.page.locator(f".dock [data-move={move}]").click()

    def move(self, move: str, amount: str = "") -> None:
        self.choose(move)
        if amount:
            self.amount.fill(amount)
        self.gold.click()

    def has(self, rail: str) -> None:
        expect(self.pay).to_contain_text(f"Rail{rail}")


class Report:
    """A report of an irregularity or a floor act: its form, and the answer of the rules."""

    def __init__(self, page: Page, form: Locator) -> None:
        self.page, self.form = page, form
        at_floor = page.locator(".drawer[open]").count() > 0
        self.would_place = (form if at_floor else page).locator(".report-would")
        self.would = self.would_place.locator(".would")
        self.confirm = form.locator("button[type=submit]") if at_floor else page.locator(".dock .gold[type=submit]")
        self.at_floor = at_floor

    def choose(self, field: str, value: str | int) -> None:
        self.ask(field)
        if field == "seat" and not self.at_floor:
            self.page.locator(f".felt-plate[data-seat='{value}']").click()
        else:
            self.form.locator(f"[data-field='{field}'] [data-value='{value}']").click()

    def fill(self, field: str, text: str) -> None:
        self.ask(field)
        self.form.locator(f"[data-field='{field}']").fill(text)

    def check(self, label: str) -> None:
        self.page.locator(".dock [data-ask]", has_text=label).click()
        self.form.get_by_label(label).check()

    def ask(self, field: str) -> None:
        """One question at a time: go back to this one, if there are others."""
        tab = self.page.locator(f".dock [data-ask='{field}']")
        if tab.count():
            tab.click()

    def cards(self, cards: str) -> None:
        tab = self.page.locator(".dock [data-kind=cards]")
        if tab.count():
            tab.first.click()
        for card in cards.split():
            for key in (card[0].lower(), card[1]):
                self.page.keyboard.press(key)

    def demands(self, text: str, *clauses: str, moves: tuple[str, ...] = ()) -> None:
        expect(self.would.locator("p").first).to_contain_text(text)
        expect(self.would.locator(".clause")).to_have_text([f"Clause {clause}" for clause in clauses])
        expect(self.would.locator(".moves li")).to_have_text(list(moves))
        expect(self.confirm).to_be_enabled()

    def is_refused(self, reason: str, clause: str = "", *, title: str = "Not now") -> None:
        expect(self.would.locator("h3")).to_have_text(title)
        expect(self.would).to_contain_text(reason)
        if clause:
            expect(self.would).to_contain_text(clause)
        expect(self.confirm).to_be_disabled()

    def do(self) -> None:
        self.confirm.click()
        expect(self.form).to_be_hidden()


def cents_of(text: str) -> int:
    """Parse an amount such as `$12.50`, as the page writes it."""
    whole, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0") if rest else 0)


def chip_value(label: str) -> int:
    """Return the value of a label such as `3 of $25`."""
    number, _, value = label.partition(" of ")
    return int(number) * cents_of(value)


def pay_lines_of(lines: tuple[WagerLine, ...]) -> list[PayLine]:
    """Return a recorded settlement as the console must show it: collect, pay, leave the rest."""
    told = [
        PayLine("collect", f"Collect {SPOTS[line.wager]}", line.collected, line.collected)
        for line in lines
        if line.collected
    ]
    for line in lines:
        if line.paid:
            words = "Pay Ante Bonus" if line.wager == "ante" else f"Pay {SPOTS[line.wager]}"
            trimmed = f", {dollars(line.trimmed)} over the maximum, not paid" if line.trimmed else ""
            told.append(PayLine("pay", f"{words}, {line.rate}{trimmed}", line.paid, line.paid))
    return told
