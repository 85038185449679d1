"""The felt in a real browser: what it shows after playing is what it shows at once, and hands can reach its circles."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from browser import visitor
from campaign import first, times
from playwright.sync_api import Browser, Page
from tapes import EVENINGS, evening

from boston7.game import CLOSED
from boston7.game import view as view_of
from boston7.game.actors import SPECTATOR

pytest_plugins = ("pages_fixtures",)

HERE = Path(__file__).parents[1]
WEB = HERE.parent / "src" / "boston7" / "web"
TAPE = cache(evening)
BLANK: dict[str, Any] = msgspec.to_builtins(view_of(CLOSED, SPECTATOR))
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'"
PAGE = """<!doctype html><html lang="en"><title>felt</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/css/tokens.css"><link rel="stylesheet" href="/assets/css/base.css">
<link rel="stylesheet" href="/assets/css/felt.css"><script type="module" src="/assets/felt/felt.js"></script>
<b7-felt id="felt"></b7-felt><b7-felt id="other"></b7-felt>"""


class _Files(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet: a test says what went wrong itself."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(WEB)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=[(1440, "no-preference")], ids=["wide"])
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, motion = request.param
    with visitor(browser, address, viewport={"width": width, "height": 900}, reduced_motion=motion) as visit:
        opened = visit.open("/")
        opened.evaluate("customElements.whenDefined('b7-felt').then(() => null)")
        yield opened


def shown(tape: dict[str, Any]) -> dict[str, Any]:
    """A tape as the felt takes it: each frame's steps with the views before and after them."""
    before, frames = BLANK, []
    for frame in tape["frames"]:
        steps = []
        for step, view in zip(frame["steps"], frame["views"], strict=True):
            steps.append({"event": step["event"], "say": step["say"], "clause": "", "before": before, "view": view})
            before = view
        frames.append({"steps": steps, "view": before})
    return {"start": BLANK, "frames": frames}


PLAYED_LIKE_SHOWN = """async ([tape, mine, facing, speed]) => {
  const [felt, other] = [document.getElementById('felt'), document.getElementById('other')];
  const picture = (one) => one.querySelector('.felt-play').outerHTML.replaceAll(/felt-glow\\d+/g, 'glow');
  for (const one of [felt, other]) { one.facing = facing; one.mySeat = mine; one.show(tape.start); }
  let steps = 0, told = 0;
  felt.addEventListener('step', () => { told += 1; });
  for (const [at, {steps: happened, view}] of tape.frames.entries()) {
    steps += happened.length;
    await felt.play(happened, view, {speed});
    other.show(view);
    if (picture(felt) !== picture(other)) return `frame ${at + 1}: ${happened.map(({event}) => event.type)}`;
  }
  return steps === told ? 'same' : `${told} steps told of ${steps}`;
}"""

# A phone and a wide felt, with and without motion; the dealer's side; watching.
RUNS = [
    pytest.param((1024, "no-preference"), times(0, 4), "dealer", id="moving on the dealer's side"),
    pytest.param((390, "reduce"), times(2, 0), "player", id="still on a phone"),
    *(
        pytest.param((1440, "reduce"), at, "player", id=f"evening {at + 1} still", marks=pytest.mark.campaign)
        for at in range(times(0, EVENINGS))
    ),
    *(
        pytest.param((width, "no-preference"), at, "player", id=f"moving on {width}", marks=pytest.mark.campaign)
        for width, at in ((390, 3), (1440, 2))[: times(0, 2)]
    ),
]


@pytest.mark.parametrize(("page", "at", "facing"), RUNS, indirect=["page"])
def test_after_playing_the_picture_is_the_one_that_is_shown_at_once(page: Page, at: int, facing: str) -> None:
    tape = shown(TAPE(at))
    views = [frame["view"] for frame in tape["frames"]]
    mine = next((seat["number"] for view in views for seat in view["seats"] if seat["yours"]), None)
    assert page.evaluate(PLAYED_LIKE_SHOWN, [tape, mine, facing, 1000]) == "same"


def _busy(tape: dict[str, Any]) -> tuple[dict[str, Any], list[Any], dict[str, Any]]:
    """The frame in which most happens, and the view before it."""
    frames = tape["frames"]
    at = max(range(1, len(frames)), key=lambda n: len(frames[n]["steps"]))
    return frames[at - 1]["view"], frames[at]["steps"], frames[at]["view"]


def test_a_later_frame_finishes_the_earlier_one_at_once_and_nothing_goes_untold(page: Page) -> None:
    before, steps, view = _busy(shown(TAPE(0)))
    told = page.evaluate(
        """async ([before, steps, view]) => {
          const felt = document.getElementById('felt');
          const told = [];
          felt.addEventListener('step', (step) => told.push(step.detail.event.type));
          felt.show(before);
          const first = felt.play(steps, view, {speed: 0.2});
          await new Promise((resolve) => setTimeout(resolve, 60));
          await felt.play([], view);
          await first;
          return {told, moving: felt.querySelector('.felt-motion').childElementCount, phase: felt.view.phase};
        }""",
        [before, steps, view],
    )
    assert told == {"told": [step["event"]["type"] for step in steps], "moving": 0, "phase": view["phase"]}


def _betting(seats: dict[int, str]) -> dict[str, Any]:
    view: dict[str, Any] = BLANK | {"name": "Harbour", "phase": "betting"}
    view["seats"] = [
        seat | {"player": seats.get(seat["number"]), "yours": seats.get(seat["number"]) == "You", "rail": 500_00}
        for seat in view["seats"]
    ]
    return view


LISTEN = """([view, mine]) => {
  const felt = document.getElementById('felt');
  window.heard = [];
  const kinds = ['spot', 'seat', 'chip-drop'];
  for (const kind of kinds) felt.addEventListener(kind, (event) => heard.push([kind, event.detail]));
  felt.mySeat = mine;
  felt.show(view);
}"""


@pytest.mark.parametrize("page", first(1, [(390, "no-preference"), (1440, "no-preference")]), indirect=True, ids=str)
def test_your_circles_are_buttons_for_mouse_and_keyboard_and_take_chips(page: Page) -> None:
    page.evaluate(LISTEN, [_betting({3: "You", 5: "Ines"}), 3])
    felt = page.locator("#felt")
    assert felt.get_by_role("button").count() == 4, "only your own circles can be pressed"
    felt.get_by_role("button", name="Ante, seat 3, empty").click()
    felt.get_by_role("button", name="1st, seat 3, empty").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    box = felt.get_by_role("button", name="Three Card Bonus, seat 3").bounding_box()
    assert box is not None
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    drop = "([x, y]) => [felt.spotAt(x, y), felt.drop(x, y, 2500), felt.spotAt(2, 2)]"
    spot = {"seat": 3, "wager": "three_card_bonus"}
    assert page.evaluate(drop, middle) == [spot, spot, None]
    pressed = [["spot", {"seat": 3, "wager": wager}] for wager in ("ante", "first", "first")]
    assert page.evaluate("heard") == [*pressed, ["chip-drop", spot | {"cents": 2500}]]


def test_chips_not_yet_sent_are_shown_as_such_and_focus_survives_a_new_view(page: Page) -> None:
    page.evaluate(LISTEN, [_betting({3: "You"}), 3])
    page.locator("#felt").get_by_role("button", name="Ante, seat 3").focus()
    page.evaluate("felt.pending = {ante: 1000, first: 1000}; felt.highlight('three_card_bonus')")
    label = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(label) == "Ante, seat 3, $10 not yet confirmed"
    view = _betting({3: "You"})
    view["seats"][2] |= {"wagers": {"ante": 10_00, "first": 10_00}}
    page.evaluate("(view) => { felt.pending = null; felt.highlight(null); felt.show(view); }", view)
    assert page.evaluate(label) == "Ante, seat 3, $10"
    assert page.locator(".felt-pending, .felt-wanted-ring").count() == 0


def test_an_open_seat_can_be_taken_by_who_has_none(page: Page) -> None:
    page.evaluate(LISTEN, [_betting({3: "Maya"}), None])
    felt = page.locator("#felt")
    assert felt.get_by_role("button").count() == 0, "none that is not offered"
    page.evaluate("felt.free = [1, 2, 4, 5]")
    felt.get_by_role("button", name="Seat 5: Sit here").click()
    assert page.evaluate("heard") == [["seat", {"seat": 5}]]
    assert felt.get_by_role("button").count() == 4
    page.evaluate("felt.free = []")
    assert felt.get_by_role("button", name="Sit here").count() == 0


def test_the_felt_keeps_its_place_while_it_fills(page: Page) -> None:
    """No layout shift: its room is reserved before there is anything to show."""
    height = "document.getElementById('felt').getBoundingClientRect().height"
    empty = page.evaluate(height)
    page.evaluate(LISTEN, [_betting({1: "Maya", 2: "Theo"}), None])
    assert empty == page.evaluate(height) > 300
