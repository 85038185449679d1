"""A player at a table page: their actions, and what they see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from browser import PATIENCE, Visitor
from playwright.sync_api import Locator, Page, expect

from boston7.cards import Card
from boston7.game.settlement import WagerLine
from boston7.money import dollars

NAMES = {"ante": "Ante", "first": "1st", "second": "2nd", "three_card_bonus": "Three Card Bonus"}
_RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


ROWS = """() => [...document.querySelectorAll('#result li')].map((line) => {
  const text = (part) => line.querySelector(part)?.textContent ?? '';
  return {name: text('.result-name'), net: text('.money'), detail: text('.result-detail'), trim: text('.result-trim'),
    clause: line.querySelector('.result-clause')?.title ?? ''};
})"""
STATE = f"""([seat, wagers]) => {{
  const text = (where) => document.querySelector(where)?.innerText ?? null;
  const all = (where, name) => [...document.querySelectorAll(where)].map((one) => one.getAttribute(name) ?? '');
  const spot = (wager) => document.querySelector(`.felt-spot[data-seat="${{seat}}"][data-wager="${{wager}}"]`);
  return {{
    phase: document.body.dataset.phase, prompt: text('#prompt'), rail: text('#rail .rail-amount'),
    hand: all('#hand b7-card', 'code'), name: text('.hand-name'), acts: all('#acts [data-act]', 'data-act'),
    result: ({ROWS})(),
    ...Object.fromEntries(wagers.map((wager) => [wager, spot(wager)?.getAttribute('aria-label') ?? ''])),
  }};
}}"""


def spoken(card: Card) -> str:
    """Return a card as a screen reader speaks it, such as `queen of spades`."""
    return f"{_RANKS[str(card)[0]]} of {_SUITS[str(card)[1]]}"


def signed(cents: int) -> str:
    """Return an amount as the pages write it, with a plus or a real minus sign."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "\u2212")


class Player:
    def __init__(self, visit: Visitor, table: str, seat: int) -> None:
        self.visit, self.table, self.seat = visit, table, seat
        self.page: Page = visit.page

    def open(self) -> Player:
        self.visit.open(f"/table/{self.table.replace(' ', '%20')}")
        self.at("betting", "three_card_bonus", "decision", "setting", "void", "complete")
        return self

    def at(self, *phases: str) -> None:
        """Wait until the page shows one of these phases completely and is connected."""
        any_of = ", ".join(f"body[data-phase='{phase}']:has(.line[data-line=up])" for phase in phases)
        expect(self.page.locator(any_of)).to_have_count(1)

    # Actions.

    def chip(self, cents: int) -> Locator:
        return self.page.locator(f".tray-chip[data-cents='{cents}']")

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f".felt-spot[data-seat='{self.seat}'][data-wager='{wager}']")

    def laid(self, wager: str) -> Locator:
        """Return the chips and labels of one of my wager spots."""
        return self.page.locator(f".felt-laid[data-seat='{self.seat}'][data-wager='{wager}']")

    def act(self, name: str) -> Locator:
        return self.page.locator(f"#acts [data-act='{name}']")

    def press(self, name: str) -> None:
        self.act(name).click()

    def fold_anyway(self) -> None:
        """Confirm a fold if the page asks, as it does for a mistake."""
        expect(self.page.locator("[data-fold=yes], body:not([data-phase=decision])").first).to_be_attached()
        if self.page.locator("[data-fold=yes]").count():
            self.page.locator("[data-fold=yes]").click()

    def click_chips(self, cents: int, wager: str, times: int = 1) -> None:
        self.chip(cents).click()
        for _ in range(times):
            self.spot(wager).click()

    def drag_chip(self, cents: int, wager: str) -> None:
        """Drag a chip in steps, as a mouse moves."""
        (x, y), (there_x, there_y) = _middle(self.chip(cents)), _middle(self.spot(wager))
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + there_x) / 2, (y + there_y) / 2, steps=3)
        mouse.move(there_x, there_y, steps=3)
        mouse.up()

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    # Observations.

    @property
    def hand(self) -> list[str]:
        """Return the cards of my hand, as written in the page."""
        return [card.get_attribute("code") or "" for card in self.page.locator("#hand b7-card").all()]

    def acts(self) -> list[str]:
        return [act.get_attribute("data-act") or "" for act in self.page.locator("#acts [data-act]").all()]

    def offers(self, *acts: str) -> None:
        """Wait until the page shows exactly these buttons."""
        expect(self.page.locator("#acts [data-act]")).to_have_count(len(acts))
        for act in acts:
            expect(self.act(act)).to_be_visible()

    def state(self) -> dict[str, Any]:
        """Return the state that matters to a player."""
        found: dict[str, Any] = self.page.evaluate(STATE, [self.seat, list(NAMES)])
        return found

    def rows(self) -> list[dict[str, str]]:
        """Return my result, line by line."""
        found: list[dict[str, str]] = self.page.evaluate(ROWS)
        return found

    def sees(self, lines: Sequence[WagerLine], rail: int, maximum: int | None = None) -> None:
        """Check that the page's result matches the record to the cent, with odds, clause and any cut by the cap."""
        net = sum(line.paid - line.collected for line in lines)
        shown = self.page.locator("#result:not([data-running]) .result-net")
        expect(shown).to_have_attribute("data-net", str(net))
        assert self.rows() == [row_of(line, maximum) for line in lines]
        if net:
            expect(shown).to_have_text(signed(net))
        expect(self.page.locator("#rail .rail-amount")).to_have_text(dollars(rail))
        for line in lines:
            if line.paid != line.collected:
                expect(self.laid(line.wager)).to_contain_text(signed(line.paid - line.collected))

    def hears(self, text: str) -> None:
        expect(self.page.locator("body > [aria-live]").get_by_text(text).last).to_be_attached()


def row_of(line: WagerLine, maximum: int | None) -> dict[str, str]:
    """Return a line of the record in the page's words."""
    ways = [(way, getattr(line, way)) for way in ("paid", "collected", "returned")]
    chips = [f"{dollars(cents)} {way}" for way, cents in ways if cents]
    told = ", ".join([*{"push": ["push"], "none": ["no bonus"]}.get(line.result, []), *chips])
    if line.hand and (line.wager == "three_card_bonus" or line.award):
        told += f": {line.hand}"
    return {
        "name": NAMES[line.wager] + line.rate,
        "net": signed(line.paid - line.collected),
        "detail": told,
        "trim": f"trimmed by {dollars(line.trimmed)}: the maximum payout is {dollars(maximum)}"
        if line.trimmed and maximum
        else "",
        "clause": line.clause,
    }


def _middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box: Any = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


BOX = """async ([where, patience]) => {
  const end = Date.now() + patience;
  while (!document.querySelector(where) && Date.now() < end) await new Promise(requestAnimationFrame);
  const {left, top, right, bottom} = document.querySelector(where).getBoundingClientRect();
  return {left, top, right, bottom};
}"""


def box(player: Player, where: str) -> dict[str, float]:
    """Return a box with one query to the browser, where a locator needs three."""
    found: dict[str, float] = player.page.evaluate(BOX, [where, PATIENCE])
    return found


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes do not overlap by more than a pixel."""
    across = max(other["left"] - one["right"], one["left"] - other["right"])
    return max(across, other["top"] - one["bottom"], one["top"] - other["bottom"]) >= -1
