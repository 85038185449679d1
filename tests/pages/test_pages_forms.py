"""Every form of the staff's pages: empty, unreadable and out-of-range input is refused with a sentence, and nothing is
put on record. The table below has a row for each form; a new form without one fails the first test.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from campaign import CAMPAIGN
from pages_live import known_players, live_table, prize_check
from pages_room import PATIENCE, CardRoom
from playwright.sync_api import Browser, Locator, Page, expect
from serving import PASSWORD

import boston7

pytest_plugins = ("pages_fixtures",)


@pytest.fixture(scope="module")
def card_room(quiet_room: CardRoom) -> CardRoom:
    return quiet_room


ASSETS = Path(boston7.__file__).parent / "web" / "assets"
ELSEWHERE: dict[str, tuple[int, *tuple[str, ...]]] = {
    "pages/login.js": (1, "test_a_wrong_password_is_said_and_asked_for_again"),
    "dealer/requests.js": (
        2, "test_a_request_is_declined_with_a_reason_or_withdrawn", "test_a_supervisor_approves_at_the_console_by_pin",
    ),
    "dealer/proposal.js": (
        1, "test_a_report_refuses_what_is_no_good", "test_a_card_a_wager_and_a_fold_are_corrected_by_key_and_touch",
    ),
    "dealer/seats.js": (2, "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count"),
    "dealer/wagers.js": (1, "test_seats_and_chips_the_cut_the_wagers_and_the_stub_count"),
}  # fmt: skip
"""The console's, and the way in: how many forms there are, and the tests that type into them."""
PLAYERS = {
    "kit/form.js": 4,  # every other form is made here
    "account/limits.js": 2, "kit/nickname.js": 1, "lobby/practice.js": 1, "odds/controls.js": 1,
    "audit/fair-forms.js": 2, "table/dialogs.js": 1, "table/papers.js": 1,
}  # fmt: skip
"""No form of the staff: how many there are."""
_FORM = re.compile(r'h\(\s*"form(?:\.[\w.-]+)?",\s*(?:\{(?P<fields>[^}]*)\})?')
_MADE = re.compile(r"(?:askInDialog|makeForm)\(\{\s*(?P<first>[^\n]*)")
_NAME = re.compile(r'(?:"data-form"|form): "(?P<name>[a-z-]+)"')
NO_MONEY = ("", "0", "abc", "99999999999", *(("-5", "1e5", "4.890") if CAMPAIGN else ()))
NO_COUNT = ("", "abc", "1000001", *(("-1", "1.5") if CAMPAIGN else ()))
"""More of them from day to day: tests/web/money.test.mjs"""
TYPED = """async (fields, [text, patience]) => {
  const name = fields[0].closest("[data-form]").dataset.form;
  const form = () => document.querySelector(`[data-form="${name}"]`);
  const values = () => Object.fromEntries([...new FormData(form())].filter(([, value]) => !(value instanceof File)));
  const until = async (what) => {
    for (const end = Date.now() + patience; !what() && Date.now() < end; ) await new Promise((go) => setTimeout(go, 5));
    return what();
  };
  for (const field of fields) {
    if (field.options && ![...field.options].some((option) => option.value === text)) return {chosen: true};
    field.value = text;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
  }
  for (const fault of document.querySelectorAll(".fault")) fault.replaceChildren();
  const before = values();
  const button = () => form()?.querySelector("[type=submit]:not(:disabled)");
  if (!(await until(button))) return {told: "", before, after: before};
  button().click();
  const faults = () => [...document.querySelectorAll(".fault:not(:empty)")];
  const told = await until(() => faults().find((it) => it.innerText.trim()));
  return {told: told?.checkVisibility() ? told.innerText : "", before, after: form()?.checkVisibility() && values()};
}"""
"""One thing typed and sent, and what comes of it, in one question to the browser: there are hundreds of them. Empty, as
it is opened, each form is pressed with a pointer."""
QUIET = {
    "session_opened", "session_closed", "session_seen", "login_failed", "login_succeeded", "second_factor_begun",
}  # fmt: skip


Opened = Callable[[Page, dict[str, str]], None]


class Form(NamedTuple):
    """Who meets it where, how it is opened, and for each field what is no good there while the rest is `fine`."""

    name: str
    who: str
    path: str
    opened: Opened
    bad: dict[str, tuple[str, ...]]
    fine: dict[str, str] = {}  # noqa: RUF012


def press(name: str) -> Opened:
    def opened(page: Page, named: dict[str, str]) -> None:
        page.get_by_role("button", name=name.format(**named), exact=True).first.click()

    return opened


def stays(page: Page, named: dict[str, str]) -> None:
    """It is on the page already."""


def drawer(table: str, act: str = "") -> Opened:
    def opened(page: Page, named: dict[str, str]) -> None:
        page.locator(f".floor-card[data-table='{named[table]}'] .floor-open").click()
        if act:
            page.locator(f".drawer[open] [data-act={act}]").click()

    return opened


def fast_settle(page: Page, named: dict[str, str]) -> None:
    press("Change, {table}: what the dealer keys")(page, named)
    page.locator("#change-fast").check()


def factor_code(page: Page, named: dict[str, str]) -> None:
    page.locator("[data-form=factor-begin] [name=password]").fill(PASSWORD)
    press("Set up")(page, named)


LINE = ("", "   ")
COUNT: dict[str, tuple[str, ...]] = {"[data-value='500']": NO_COUNT, "[data-value='10000']": NO_COUNT[:2]}
FORMS = [
    Form(
        "new-table",
        "Sue",
        "/floor",
        press("Set up a table"),
        {
            **COUNT,
            "#new-tray": (*NO_MONEY[1:], "1000"),
            "#new-name": LINE,
            "select >> nth=0": ("",),
            "#new-above": NO_MONEY[1:],
        },
        {
            "#new-name": "A new one",
            ".count-form input": "1",
            "#new-tray": "",
            "select >> nth=0": "nhcg",
            "#new-above": "",
        },
    ),
    Form(
        "open-table",
        "Sue",
        "/floor",
        drawer("new"),
        {**COUNT, "#open-tray": (*NO_MONEY[1:], "1000")},  # they add up to $1,631
        {".count-form input": "1", "#open-tray": ""},
    ),
    Form("house", "Sue", "/floor", drawer("table", "house"), {"#house-to": ("",)}),
    Form(
        "request-slip",
        "Sue",
        "/shift",
        press("Request a fill or credit"),
        {**COUNT, "[name=table]": ("",), "[name=kind]": ("",)},
        {".count-form input": "1", "[name=table]": "{table}", "[name=kind]": "fill"},
    ),
    Form("void-slip", "Sue", "/shift", press("Void: {slip}"), {"[name=reason]": LINE}),
    Form("void-receipt", "Sue", "/shift", press("Void: {receipt}"), {"[name=reason]": LINE}),
    Form("count-bank", "Cass", "/shift", press("Opening count"), {"[data-value='2000']": NO_COUNT}),
    Form("safe", "Cass", "/shift", press("Cash to the safe"), {"[name=amount]": NO_MONEY}),
    Form("count-drop", "Cass", "/shift", press("Count drop: {closed}"), COUNT, {".count-form input": "1"}),
    Form("charity", "Sue", "/shift", press("Name the charity"), {"[name=charity]": LINE}),
    Form(
        "incident",
        "Sue",
        "/shift",
        press("Log an incident"),
        {"[name=text]": LINE, "[name=code]": ("",)},
        {"[name=text]": "A quarrel.", "[name=code]": "dispute"},
    ),
    Form(
        "bar",
        "Sue",
        "/shift",
        press("Bar a person"),
        {"[name=name]": LINE, "[name=ground]": ("",), "[name=reason]": LINE},
        {"[name=name]": "Zed", "[name=ground]": "other", "[name=reason]": "A quarrel."},
    ),
    Form("lift-bar", "Sue", "/shift", press("Lift bar: Kept out"), {"[name=reason]": LINE}),
    Form(
        "issue-check",
        "Cass",
        "/shift",
        press("Issue a check"),
        {"[name=source]": ("",), "[name=payee]": (*LINE, "Nobody"), "[name=amount]": NO_MONEY, "[name=table]": ("",)},
        {"[name=source]": "chips", "[name=payee]": "Zed", "[name=amount]": "1", "[name=table]": "{table}"},
    ),
    Form(
        "refuse-check",
        "Sue",
        "/shift",
        press("Refuse to cash: {check}"),
        {"[name=ground]": ("",), "[name=reason]": LINE},
        {"[name=ground]": "picture_taken", "[name=reason]": "On camera."},
    ),
    Form("void-check", "Sue", "/shift", press("Void: {check}"), {"[name=reason]": LINE}),
    Form("walk-up", "Cass", "/shift", press("New walk-up"), {"[name=mark]": (*LINE, "Maya")}),
    Form("counter", "Cass", "/shift", press("Front money in: Maya"), {"[name=amount]": NO_MONEY}),
    Form(
        "hand-over",
        "Sue",
        "/shift",
        press("Chips handed over: Maya"),
        {"[name=taker]": (*LINE, "Nobody"), "[name=amount]": NO_MONEY, "[name=reason]": LINE},
        {"[name=taker]": "Silk tie", "[name=amount]": "1", "[name=reason]": "A gift."},
    ),
    Form(
        "merge",
        "Sue",
        "/shift",
        press("Same person: Silk tie"),
        {"[name=kept]": (*LINE, "Nobody"), "[name=reason]": LINE},
        {"[name=kept]": "Maya", "[name=reason]": "Seen twice."},
    ),
    Form("front-money-of", "Cass", "/people", press("Front money out: Maya"), {"[name=amount]": NO_MONEY}),
    Form(
        "add-person",
        "Abe",
        "/people",
        stays,
        {"[name=name]": (*LINE, "Maya"), "[name=role]": ("",), "[name=password]": ("", "short")},
        {"[name=name]": "Zed", "[name=role]": "dealer", "[name=password]": "a long enough password"},
    ),
    Form("password", "Abe", "/people", press("New password: Maya"), {"[name=password]": ("", "short")}),
    Form("pin", "Abe", "/people", press("PIN: Dora"), {"[name=pin]": ("", "123", "12ab", "1111", "1234")}),
    Form("close-account", "Abe", "/people", press("Close account: Maya"), {"[name=reason]": LINE}),
    Form(
        "add-table",
        "Abe",
        "/setup",
        stays,
        {"[name=name]": (*LINE, "a/b"), "[name=house]": ("",), "[name=kind]": ("",), "#setup-tray": NO_MONEY},
        {"[name=name]": "A new one", "[name=house]": "nhcg", "[name=kind]": "play", "#setup-tray": "1000"},
    ),
    Form("change-entry", "Abe", "/setup", fast_settle, {"#change-above": NO_MONEY[1:]}),
    Form(
        "add-people",
        "Abe",
        "/setup",
        stays,
        {"[name=csv]": (*LINE, "Zed", "Zed, boss", "Zed, dealer\nMaya, dealer", '"')},
    ),
    Form(
        "terms",
        "Abe",
        "/setup",
        stays,
        {
            "[name=zone]": ("", "Mars/Olympus"),
            "[name=day_starts]": ("", "24", "six", "-1"),
            "[name=shifts]": ("", "6, 25", "6, 6"),
            "[name=charity_share]": ("", "101", "95", "a third", "-1"),
            "[name=log_cash_from]": NO_MONEY,
            "[name=report_cash_over]": NO_MONEY,
            "[name=second_signature_from]": NO_MONEY,
            "[name=cashier_signature_from]": NO_MONEY,
            "[name=chips]": ("five", "5, 5", "0"),
            "[name=bills]": ("1, -5", "99999999"),
        },
    ),
    Form("factor-code", "Dora", "/me", factor_code, {"[name=code]": ("", "abc", "000000")}),
    Form(
        "change-password",
        "Dora",
        "/me",
        stays,
        {"[name=old]": ("", "not my password"), "[name=new]": ("", "short")},
        {"[name=old]": PASSWORD, "[name=new]": "a long enough password"},
    ),
    Form(
        "own-pin",
        "Dora",
        "/me",
        stays,
        {"[name=pin]": ("", "123", "12ab", "1111", "1234"), "[name=password]": ("",)},
        {"[name=password]": PASSWORD, "[name=pin]": "739154"},
    ),
    Form("factor-begin", "Cass", "/me", stays, {"[name=password]": ("", "not my password")}),
    Form("make-console", "Sue", "/console", stays, {"[name=table]": ("",)}),
    Form("entries", "Aud", "/audit", stays, {"[name=least]": ("abc", "-5"), "[name=most]": ("abc", "1e5")}),
]
FILLED = {"terms", "entries", "change-entry"}
"""What holds is shown there to be changed, and a search without words finds everything."""
ONLY_ASKED = {
    "sign-slip": "nothing is typed: the slip says what is signed",
    "sign-drop": "nothing is typed: the count is shown",
    "sign-bank": "nothing is typed: the count is shown",
    "cash-check": "nothing is typed: the check is shown",
    "sign-payout": "nothing is typed: the payout is shown",
    "reset-factor": "nothing is typed",
    "remove-consoles": "nothing is typed: the table is named",
    "role": "a choice of roles, with the present one chosen",
    "rounds": "a search: the browser's own date fields, and words that may be anything",
    "own-name": "a guest's: test_pages_patience.py",
    "first-admin": "test_pages_setup.py, where a room has no admin yet",
    "sign-on": "test_pages_setup.py, where a screen is a console",
}


def named_forms() -> dict[str, str]:
    """Every form in the scripts of the staff's pages, by its name; one without a name has to get one."""
    found: dict[str, str] = {}
    for path in sorted(ASSETS.glob("*/*.js")):
        text = path.read_text(encoding="utf-8")
        made = [match["fields"] or "" for match in _FORM.finditer(text)]
        asked = [match["first"] for match in _MADE.finditer(text)]
        script = path.relative_to(ASSETS).as_posix()
        if script in ELSEWHERE or script in PLAYERS:
            count = ELSEWHERE[script][0] if script in ELSEWHERE else PLAYERS[script]
            assert len(made) + len(asked) == count, f"{script}: another form, which needs a test of its own"
            continue
        for fields in [*made, *asked]:
            name = _NAME.search(fields)
            assert name, f"{script}: a form without a name: {fields.strip()[:80]!r}"
            found[name["name"]] = script
    return found


def test_every_form_has_its_row() -> None:
    rows = [form.name for form in FORMS] + list(ONLY_ASKED)
    assert len(rows) == len(set(rows))
    assert set(rows) == set(named_forms())
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_pages_*.py"))
    for _, *names in ELSEWHERE.values():
        assert all(f"def {name}(" in tests for name in names)


def recorded(room: CardRoom) -> list[tuple[str, str]]:
    """What there is in the books, and which tables and rules; comings and goings are no part of it."""
    kept: list[tuple[str, str]] = []
    for stream in sorted(room.record.streams()):
        if stream not in ("people", "shift", "cage"):
            kept.append((stream, str(room.record.head(stream).version) if stream.startswith("house:") else ""))
            continue
        for entry in room.record.read(stream):
            kind = msgspec.json.decode(entry.body).get("type", "")
            if kind not in QUIET:
                kept.append((stream, kind))
    return kept


FILL = """(all, text) => all.filter((field) => {
  if (field.options && ![...field.options].some((option) => option.value === text)) return true;
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
}).length"""


def fill(form: Locator, selector: str, text: str) -> None:
    assert form.locator(selector).evaluate_all(FILL, text) == 0, f"{selector} is always chosen: there is no {text!r}"


def values(form: Locator) -> dict[str, str]:
    """What is typed in each field now, to go back to it."""
    found: dict[str, str] = form.evaluate(
        "it => Object.fromEntries([...new FormData(it)].filter(([, v]) => !(v instanceof File)))"
    )
    return found


def refuses(page: Page, form: Locator) -> str:
    """A press of its button ends in a sentence, and it stays open."""
    told = page.locator(".fault:not(:empty)")
    page.evaluate("document.querySelectorAll('.fault').forEach((it) => it.replaceChildren())")
    form.locator("[type=submit]").click()
    expect(told.first).to_be_visible()
    expect(form).to_be_visible()
    return told.first.inner_text()


@pytest.fixture(scope="module")
def named(card_room: CardRoom) -> dict[str, str]:
    """A live table where a slip is asked for, one that was closed with a box to count, one that was never opened."""
    known_players(card_room, "Maya")
    with live_table(card_room) as shut:
        shut.sue("begin_closing", reason="The shift ends")
        for seat in (2, 4, 5):
            shut.dan("leave", seat=seat)
        shut.dan("count_tray", amount=shut.state.tray)
        shut.sue("close_table")
    with live_table(card_room) as live:
        pieces = [{"value": 500, "count": 1}]
        slip = card_room.staff("Sue").post("/api/slips", {"kind": "fill", "table": live.name, "pieces": pieces}).ok()
    bar = {"name": "Kept out", "ground": "other", "reason": "A quarrel."}
    card_room.staff("Sue").post("/api/bars", bar).ok()
    check = prize_check(card_room, "Zed", 500_00, live.name)
    cass = card_room.staff("Cass")
    maya = next(person["id"] for person in cass.get("/api/people").ok()["people"] if person["name"] == "Maya")
    paid = cass.post(f"/api/cage/{maya}/deposit", {"id": "for the forms", "cents": 100}).ok()["done"]["receipt"]
    cass.post("/api/cage/players", {"mark": "Silk tie"}).ok()
    new = f"{live.name}, new"
    card_room.table("nhcg", name=new, live=True, play_money=False)
    named = {"table": live.name, "slip": slip["serial"], "closed": shut.name, "new": new, "check": check}
    return {**named, "receipt": str(paid["number"])}


@pytest.mark.campaign
@pytest.mark.parametrize(("who", "path"), dict.fromkeys((form.who, form.path) for form in FORMS))
def test_the_forms_of_a_page_refuse_what_is_no_good(
    card_room: CardRoom, browser: Browser, named: dict[str, str], who: str, path: str
) -> None:
    with card_room.visit(browser, card_room.staff(who)) as visit:
        visit.down_expected = True  # what the server refuses is no fault of the page
        page = visit.open(path)
        before = recorded(card_room)
        for form in FORMS:
            if (form.who, form.path) == (who, path):
                form.opened(page, named)
                drive(page, form, named)
                leave(page)
        assert recorded(card_room) == before


def test_what_is_wrong_stands_beside_its_field(card_room: CardRoom, browser: Browser) -> None:
    with card_room.visit(browser, card_room.staff("Abe")) as visit:
        page = visit.open("/people")
        form = page.locator("[data-form=add-person]")
        form.locator("[type=submit]").click()
        expect(form.locator("label:has([name=name]) + .fault")).to_have_text("Enter a name.")
        expect(form.locator("[name=name]")).to_be_focused()
        form.locator("[name=name]").fill("Zed")
        form.locator("[type=submit]").click()
        expect(form.locator("label:has([name=role]) + .fault")).to_have_text("Choose a role.")
        expect(form.locator("[aria-invalid]")).to_have_attribute("name", "role")


def drive(page: Page, form: Form, named: dict[str, str]) -> None:
    here = page.locator(f"[data-form='{form.name}']")
    expect(here.locator("[type=submit]")).to_be_visible()
    if form.name not in FILLED:
        assert refuses(page, here), f"{form.name} as it is opened: nothing is filled in"
    for selector, texts in form.bad.items():
        for other, fine in form.fine.items():
            fill(here, other, fine.format(**named))
        kept = values(here)
        for text in texts:
            what = f"{form.name}, {selector}: {text!r}"
            seen = here.locator(selector).evaluate_all(TYPED, [text, PATIENCE])
            assert "chosen" not in seen, f"{what} is always chosen"
            assert seen["told"], what
            assert seen["after"] == seen["before"], f"{what}: what was typed stays, the rest of it as good as before"
        if not form.fine:
            for name, value in kept.items():
                if value != seen["before"][name]:
                    fill(here, f"[name={name}]", value)


def leave(page: Page) -> None:
    """A first Escape asks whether what was typed may go."""
    for _ in range(3):
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
