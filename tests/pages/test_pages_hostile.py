"""Names, reasons and house files that try to be more than text: on every page they are text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

import pytest
from pages_room import CardRoom
from playwright.sync_api import Browser, Page, expect
from serving import PASSWORD, Client, admin
from waiting import eventually

from boston7.house import preset_text

pytest_plugins = ("pages_fixtures",)

NAME = "<img src=x onerror=boom()>"
TABLE = "\"'><svg onload=boom()>"
REASON = "</p><script>boom()</script><a href='javascript:boom()'>x</a>{name}${1}"
HOUSE = "<iframe srcdoc='<script>boom()'>"
BAD = "img[src=x], svg[onload], [onerror], [onload], iframe, a[href^=javascript], script:not([src])"


class Hostile(NamedTuple):
    """A finished round of the hostile player at the hostile table, under the rules of the hostile house file."""

    room: CardRoom
    player: Client
    table: str
    house: str


@pytest.fixture(scope="module")
def hostile(card_room: CardRoom, tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    written = preset_text("nhcg").replace('id = "nhcg"', 'id = "evil"').replace('name = "NHCG"', f'name = "{HOUSE}"')
    file = tmp_path_factory.mktemp("house") / "evil.toml"
    file.write_text(written.replace("internal controls", HOUSE))
    arguments = ("--house", str(file), "--tray", "10000", "--pause", "600", "--hurry")
    admin(str(card_room.db), "table", "add", TABLE, *arguments)
    admin(str(card_room.db), "person", "add", NAME + "2", "--role", "dealer", password=PASSWORD)
    player = card_room.guest()
    player.put("/api/me/name", {"name": NAME}).ok()
    # Another process made the table: this one hears of it.
    eventually(lambda: any(table["name"] == TABLE for table in player.get("/api/lobby").ok()["tables"]))
    card_room.seat(player, TABLE, 3, 50_00)
    with player.socket() as socket:
        socket.watch(TABLE, offers=True)
        act = {"type": "place_wagers", "wagers": {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}}
        assert socket.act(TABLE, {**act, "seat": 3})["type"] == "accepted"
        for kind, before in (("place_second", "decision"), ("set_hand", "setting")):
            while socket.frames[TABLE]["view"]["phase"] != before:
                socket.receive("frame", table=TABLE)
            assert socket.act(TABLE, {"type": kind, "seat": 3})["type"] == "accepted"
        socket.until(TABLE, lambda frame: frame["view"]["phase"] == "complete")
    card_room.act(card_room.staff("Sue"), TABLE, type="fill_tray", amount=100_00, slip=REASON)
    row = next(row for row in card_room.staff("Abe").get("/api/people").ok()["people"] if row["name"] == NAME + "2")
    card_room.staff("Abe").post(f"/api/people/{row['id']}/disable", {"reason": REASON}).ok()
    bar = {"name": NAME + "3", "ground": "other", "reason": REASON}
    card_room.staff("Sue").post("/api/bars", bar).ok()
    return Hostile(card_room, player, TABLE, file.stem)


def check(page: Page, *texts: str) -> None:
    for text in texts:
        expect(page.get_by_text(text, exact=False).first).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("typeof window.boom") == "undefined"
    assert page.locator(BAD).count() == 0, page.locator(BAD).first.evaluate("(found) => found.outerHTML")


STOPS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "": [
        ("/", (TABLE,)),
        ("/table/{table}", ()),
        ("/rules/evil", (HOUSE,)),
        ("/odds/evil", (HOUSE,)),
        ("/fair/{table}/1", ()),
        ("/login?next=javascript:boom()", ()),
    ],
    "player": [("/", (NAME,)), ("/table/{table}", (NAME,)), ("/me", (NAME,))],
    "Sue": [("/deal/{table}", ()), ("/floor", (TABLE,)), ("/shift", (NAME + "3", REASON))],
    "Aud": [("/audit", (TABLE,)), ("/audit/{table}/1", ())],
    "Abe": [("/people", (NAME + "2", REASON))],
}


@pytest.mark.parametrize("who", STOPS)
def test_hostile_text_is_text(hostile: Hostile, browser: Browser, who: str) -> None:
    client = None if not who else hostile.player if who == "player" else hostile.room.staff(who)
    with hostile.room.visit(browser, client) as visit:
        for path, texts in STOPS[who]:
            page = visit.open(path.format(table=quote(hostile.table, safe="")))
            expect(page.locator("main").first).to_be_visible()
            check(page, *texts)


@pytest.fixture
def page(card_room: CardRoom, browser: Browser) -> Iterator[Page]:
    with card_room.visit(browser) as visit:
        visit.down_expected = True  # what the policy refuses is said on the console
        yield visit.open("/")


ATTEMPTS = """() => {
  const tries = {
    inner: () => { document.body.innerHTML = "<b>x</b>"; },
    adjacent: () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
    write: () => document.write("<b>x</b>"),
    policy: () => trustedTypes.createPolicy("mine", { createHTML: (text) => text }),
    fallback: () => trustedTypes.createPolicy("default", { createHTML: (text) => text }),
    script: () => { document.createElement("script").text = "boom()"; },
    source: () => { document.createElement("script").src = "/assets/pages/me.js"; },
    worker: () => new Worker("/assets/pages/me.js"),
    timer: () => setTimeout("boom()"),
  };
  return Object.keys(tries).filter((name) => {
    try {
      tries[name]();
      return true;
    } catch {
      return false;
    }
  });
}"""


def test_text_is_never_taken_for_markup_or_script(page: Page) -> None:
    """Trusted Types, with no policy at all: a mistake of ours in some page could not be made use of."""
    assert page.evaluate(ATTEMPTS) == []
