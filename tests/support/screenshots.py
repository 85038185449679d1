"""Pictures of every page and phase: `python tests/support/screenshots.py [words of names]` writes screenshots/*.png.

The sizes are desktop (1440x900), upright tablet (820x1180) and phone (390x844), in the dark theme and some in the light
one. The staff's pages are at 1440x900, 1024x768 and 820x1180. Contact sheets show all of them small. With words, only
pictures with one of them in the name are kept.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parent))  # The test modules, as pytest finds them.

import fate
from browser import DESKTOP, PHONE, TABLET, UPRIGHT, Visitor, chromium
from network import Network
from pages_player import Player
from pages_room import KEY, QUICK, ROYAL, ROYAL_WISH, CardRoom, name_of, timed_table
from pages_wishes import four_of_a_kind, hand_of, loses, pushes
from papers import HOUSES, OF_ONE_HOUSE, house_of, pictures
from playwright.sync_api import Browser, expect
from serving import Client
from staff_tour import Visits, tour

from boston7.hands import Category, category_of, three_category
from boston7.house import PRESETS
from boston7.paper.typeset import Theme

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZES = (("desktop", DESKTOP), ("tablet", UPRIGHT), ("phone", PHONE))
ZOOMED = ("zoomed", {"width": 720, "height": 450})
"""A desktop window at 200 %, which leaves the page half of its pixels."""
STAFF_SIZES = (("desktop", DESKTOP), ("tablet", TABLET), ("upright", UPRIGHT))
SEAT = 3
OTHERS = (1, 2, 5, 6)
BY_DAY = ("deal-decision", "floor", "shift-sue")
A_SHEET = 12
SHEET = """body { margin: 12px; display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; background: #444; }
    figure { margin: 0; } img { width: 100%; max-height: 640px; object-fit: contain; object-position: top; }
    figcaption { color: #fff; font: 15px sans-serif; }"""


class Album:
    def __init__(self, room: CardRoom, browser: Browser, only: list[str]) -> None:
        self.room, self.browser, self.only = room, browser, only
        self.taken = 0

    def wants(self, *names: str) -> bool:
        """Return whether any of these pictures is wanted. A scene is named by the prefix of its pictures."""
        return not self.only or any(word in name or name in word for word in self.only for name in names)

    def keep(self, visit: Visitor, name: str, *, whole: bool = False) -> None:
        if self.wants(name):
            visit.page.screenshot(path=FOLDER / f"{name}.png", full_page=whole, animations="disabled")
            self.taken += 1

    def paper(self, name: str, pages: Callable[[], list[bytes]]) -> None:
        """The pages of a paper at screen size."""
        if self.wants(name):
            for number, picture in enumerate(pages(), 1):
                (FOLDER / f"{name}-{number:02}.png").write_bytes(picture)
                self.taken += 1

    @contextmanager
    def both(self, client: Client | None, theme: str = "dark", sizes: Any = SIZES) -> Iterator[dict[str, Visitor]]:
        """Yield visits of one person at a desk, with an upright tablet and with a phone."""
        likes = QUICK.replace("}", f', "theme": "{theme}"}}')
        with ExitStack() as stack:
            yield {
                name: stack.enter_context(
                    self.room.visit(self.browser, client, viewport=size, likes=likes, has_touch=name != "desktop")
                )
                for name, size in sizes
            }

    def page(
        self,
        name: str,
        path: str,
        ready: str,
        client: Client | None = None,
        *,
        light: bool = False,
        sizes: Any = SIZES,
    ) -> None:
        """Take a picture of a static page. The desktop shows what fits, a phone all of it."""
        if not self.wants(name):
            return
        for theme in ("dark", "light") if light else ("dark",):
            with self.both(client, theme, sizes) as visits:
                for size, visit in visits.items():
                    visit.down_expected = name == "table-missing"
                    page = visit.open(path.replace(" ", "%20"))
                    expect(page.locator(ready).first).to_be_visible()
                    page.wait_for_load_state("networkidle")
                    self.keep(visit, f"{name}-{size}{'-light' if theme == 'light' else ''}")
                    if page.evaluate("document.documentElement.scrollHeight > innerHeight + 40"):
                        self.keep(visit, f"{name}-whole-{size}{'-light' if theme == 'light' else ''}", whole=True)


# A table with other players, from the first chip to the last.


class PracticeBots:
    """Four other players, who send commands directly."""

    def __init__(self, room: CardRoom, table: str) -> None:
        self.room, self.table = room, table
        self.players = {seat: room.guest() for seat in OTHERS}
        for seat, client in self.players.items():
            room.seat(client, table, seat, 60_00 * seat)

    def wager(self) -> None:
        for seat, client in self.players.items():
            ante = {1: 5_00, 2: 25_00, 5: 10_00, 6: 5_00}[seat]
            bonus = 5_00 if seat in (2, 6) else 0
            wagers = {"ante": ante, "first": ante, "three_card_bonus": bonus}
            self.room.act(client, self.table, type="place_wagers", seat=seat, wagers=wagers)

    def all(self, kind: str, *seats: int) -> None:
        for seat in seats or OTHERS:
            self.room.act(self.players[seat], self.table, type=kind, seat=seat)


def dealt(deck: fate.Deck, still: tuple[int, ...]) -> tuple[fate.Deck, fate.Deck]:
    """Return my cards and the dealer's, if only these of five seats get four more."""
    seats = sorted((SEAT, *OTHERS))
    at = seats.index(SEAT)
    four = deck[18:]
    mine = sorted(still).index(SEAT)
    own = deck[3 * at : 3 * at + 3] + four[4 * mine : 4 * mine + 4]
    return own, deck[15:18] + four[4 * len(still) : 4 * len(still) + 4]


def a_good_round(deck: fate.Deck) -> bool:
    """A pair at first and a full house at the end, against two pair."""
    own, dealer = dealt(deck, (1, 2, 3, 5))
    starts = three_category(own[:3]).name == "PAIR"
    full = category_of(hand_of(own)) is Category.FULL_HOUSE
    return starts and full and category_of(hand_of(dealer)) is Category.TWO_PAIR


def the_table(album: Album) -> None:
    if not album.wants("table-", "history", "fair-round"):
        return
    room = album.room
    table = room.table(name="Harbor")
    me, company = room.guest(), PracticeBots(room, table)
    room.seat(me, table, SEAT, 500_00)
    seed = fate.seed_of(room.record, KEY, table, name_of(me))
    room.add_text(me, table, fate.find(seed, name_of(me), a_good_round).text)
    with album.both(me) as visits, album.both(me, "light") as day:
        players = {size: Player(visit, table, SEAT).open() for size, visit in visits.items()}
        players |= {f"{size}-light": Player(visit, table, SEAT).open() for size, visit in day.items()}
        desk = players["desktop"]

        def keep(name: str, *acts: str) -> None:
            for size, player in players.items():
                if acts:
                    player.offers(*acts)
                album.keep(player.visit, f"table-{name}-{size}")

        keep("betting-empty")
        for player in players.values():
            player.click_chips(500, "ante", 2)
            player.click_chips(500, "three_card_bonus")
        keep("betting-chips", "undo", "clear", "deal")
        desk.press("deal")
        company.room.act(
            company.players[2],
            table,
            type="place_wagers",
            seat=2,
            wagers={"ante": 25_00, "first": 25_00, "three_card_bonus": 5_00},
        )
        keep("betting-placed", "withdraw")
        company.wager()
        for player in players.values():
            player.at("three_card_bonus")
        keep("bonus", "decline", "expose")
        desk.press("expose")
        company.all("expose", 2)
        company.all("decline", 6)
        for player in players.values():
            player.at("decision")
        company.all("place_second", 1)
        company.all("fold", 6)
        keep("decision", "fold", "place_second")
        company.all("place_second", 2)
        desk.press("place_second")
        keep("decision-waiting")
        company.all("place_second", 5)
        for player in players.values():
            player.at("setting")
        company.all("set_hand", 1)
        keep("setting", "set_hand")
        desk.press("set_hand")
        company.all("set_hand", 2, 5)
        for player in players.values():
            player.at("complete")
            expect(player.page.locator("#result:not([data-running])")).to_be_visible()
        keep("complete-win")
        for player in players.values():
            player.page.locator("#history").evaluate("button => button.click()")
            expect(player.page.locator("dialog[data-dialog=history] tbody tr").first).to_be_visible()
        keep("history")
        for player in players.values():
            player.page.keyboard.press("Escape")
            player.page.keyboard.press("?")
        keep("shortcuts")
        for player in players.values():
            player.page.keyboard.press("Escape")
            player.visit.down_expected = True
            player.visit.context.set_offline(True)
            player.page.evaluate("window.dispatchEvent(new Event('offline'))")
        for player in players.values():
            if album.wants("table-reconnecting"):
                expect(player.page.locator("#veil")).to_be_visible()
        keep("reconnecting")


def one_seat(album: Album, name: str, wanted: Any, ante: int, *, house: str = "nhcg", ends: str = "set_hand") -> None:
    """Play a round of one player to its end."""
    if not album.wants(name):
        return
    room = album.room
    me, table = room.guest(), room.table(house)
    room.seat(me, table, SEAT, 500_00)
    if wanted:
        room.wish(me, table, wanted)
    with album.both(me) as visits:
        players = [Player(visit, table, SEAT).open() for visit in visits.values()]
        room.act(me, table, type="place_wagers", seat=SEAT, wagers={"ante": ante, "first": ante})
        for act, phase in (("place_second", "decision"), ("set_hand", "setting")):
            players[0].at(phase)
            if ends == "fold":
                room.act(me, table, type="fold", seat=SEAT)
                break
            if ends == "void" and phase == "setting":
                room.act(room.staff("Sue"), table, type="void_round", reason="The shuffler stopped while dealing")
                break
            room.act(me, table, type=act, seat=SEAT)
        for size, player in zip(visits, players, strict=True):
            player.at("complete")
            expect(player.page.locator("#result:not([data-running])")).to_be_visible()
            album.keep(player.visit, f"{name}-{size}")


def the_royal(album: Album) -> None:
    if not album.wants("table-royal", "table-royal-paid"):
        return
    room, ann = album.room, album.room.staff("Ann")
    room.seat(ann, ROYAL, SEAT, 200_00)
    room.add_text(ann, ROYAL, ROYAL_WISH)
    with album.both(ann) as visits:
        players = {size: Player(visit, ROYAL, SEAT).open() for size, visit in visits.items()}
        room.act(ann, ROYAL, type="place_wagers", seat=SEAT, wagers={"ante": 10_00, "first": 10_00})
        players["desktop"].at("decision")
        room.act(ann, ROYAL, type="place_second", seat=SEAT)
        for size, player in players.items():
            player.at("setting")
            player.offers("disclose", "waive_royal")
            album.keep(player.visit, f"table-royal-{size}")
        room.act(ann, ROYAL, type="disclose", seat=SEAT)
        for size, player in players.items():
            player.at("complete")
            expect(player.page.locator("#result:not([data-running])")).to_be_visible()
            album.keep(player.visit, f"table-royal-paid-{size}")


def table_phases(album: Album) -> None:
    the_table(album)
    one_seat(album, "table-push", pushes, 25_00)
    one_seat(album, "table-lose", loses, 25_00)
    one_seat(album, "table-cap", four_of_a_kind, 50_00)
    one_seat(album, "table-fold", None, 10_00, ends="fold")
    one_seat(album, "table-void", None, 25_00, ends="void")
    the_royal(album)


def the_coach(album: Album) -> None:
    if not album.wants("table-coach"):
        return
    likes = '{"motion": "reduced", "speed": "1000", "coach": "on"}'
    for size, viewport in SIZES:
        me = album.room.guest()
        made = me.post("/api/practice", {"house": "seabrook", "bots": ["optimal", "reckless"]}).ok()
        with album.room.visit(album.browser, me, viewport=viewport, likes=likes) as visit:
            player = Player(visit, made["table"], made["seat"]).open()
            player.at("betting")
            player.click_chips(500, "ante")
            player.press("deal")
            player.at("three_card_bonus", "decision")
            player.offers("fold", "place_second")
            expect(visit.page.locator("#coach")).to_contain_text("best")
            album.keep(visit, f"table-coach-{size}")


def the_first_visit(album: Album) -> None:
    """The panels at a seat: the guide, the habits, the question before a fold, and sharing."""
    if not album.wants("table-guide", "table-auto", "table-fold-question", "table-share", "table-invite", "table-pays"):
        return
    room = album.room
    for size, viewport in (*SIZES, ZOOMED):
        me, table = room.guest(), room.table()
        room.seat(me, table, SEAT, 500_00)
        room.wish(me, table, lambda hands: three_category(hands.seats[0][:3]).name == "PAIR")
        likes = '{"motion": "reduced", "speed": "1000"}'
        how = {"device_scale_factor": 2} if size == "zoomed" else {"has_touch": size != "desktop"}
        with room.visit(album.browser, me, viewport=viewport, likes=likes, **how) as visit:
            page = visit.page
            player = Player(visit, table, SEAT).open()

            def keep(name: str, what: str, visit: Visitor = visit, size: str = size) -> None:
                expect(visit.page.locator(what)).to_be_visible()
                album.keep(visit, f"table-{name}-{size}")
                if what != ".guide":
                    visit.page.keyboard.press("Escape")

            keep("guide-1", ".guide")
            page.locator(".auto-toggle").click()
            keep("auto", ".auto-panel")
            page.locator(".rail-more").click()
            page.locator("[data-more=invite]").click()
            keep("invite", "dialog")
            page.locator("#pays").click()
            keep("pays", "dialog")
            player.press("deal")
            player.at("decision")
            keep("guide-2", ".guide")
            player.press("fold")
            keep("fold-question", "dialog")
            player.press("place_second")
            player.at("setting")
            keep("guide-3", ".guide")
            player.press("set_hand")
            player.at("complete")
            page.locator("#history").click()
            page.locator("[data-share='1']").click()
            keep("share", "dialog[data-dialog=share]")
    album.page("round", f"/round/{table}/1", ".deck-verdict [data-fair=true]", light=True)


def the_next_round(album: Album) -> None:
    """Bets are open again: the result of the last round, and the history."""
    if not album.wants("table-next", "table-evening"):
        return
    room = album.room
    for size, viewport in SIZES:
        me, table = room.guest(), room.table(pause=1)
        room.seat(me, table, SEAT, 500_00)
        with room.visit(album.browser, me, viewport=viewport, has_touch=size != "desktop") as visit:
            page = visit.page
            player = Player(visit, table, SEAT).open()
            for act in ("deal", "rebet", "rebet"):
                player.press(act)
                player.press("place_second")
                player.press("set_hand")
                expect(player.act("rebet")).to_be_visible()
            album.keep(visit, f"table-next-{size}")
            page.locator("#history").click()
            expect(page.locator(".evening")).to_be_visible()
            album.keep(visit, f"table-evening-{size}")


def the_hundredth(album: Album) -> None:
    """An experienced player: a skipped showdown, the next round requested, habits, and sound."""
    names = ("table-hurry", "table-again", "table-auto-on", "table-sound")
    if not album.wants(*names):
        return
    for size, viewport in SIZES:
        me, table = album.room.guest(), album.room.table()
        album.room.seat(me, table, SEAT, 500_00)
        likes = '{"motion": "full", "speed": "0.25", "led": "yes"}'
        with album.room.visit(album.browser, me, viewport=viewport, likes=likes, has_touch=size != "desktop") as visit:
            page = visit.page
            player = Player(visit, table, SEAT).open()
            for act in ("deal", "place_second", "set_hand"):
                player.press(act)
            expect(page.locator(".go-on[data-goes=show]")).to_be_visible()
            album.keep(visit, f"{names[0]}-{size}")
            page.keyboard.press("Space")
            page.locator(".go-on[data-goes=rebet]").click()
            album.keep(visit, f"{names[1]}-{size}")
            page.locator(".auto-toggle").click()
            for box in page.locator("[data-auto]").all():
                box.check()
            page.keyboard.press("Escape")
            expect(page.locator(".auto-stop")).to_be_visible()
            album.keep(visit, f"{names[2]}-{size}")
            page.locator("[popovertarget=shell-settings]").click()
            page.locator("#shell-settings [data-value=on]").click()
            album.keep(visit, f"{names[3]}-{size}")


def the_clock(album: Album) -> None:
    """An expired clock, and extra time after a lost connection."""
    if not album.wants("table-extra-time", "table-time-out"):
        return
    room, seconds = album.room, 10
    for size, viewport in SIZES:
        me = room.guest()
        table = timed_table(room, Path(room.db).parent, f"Clock {size}", seconds)
        room.seat(me, table, SEAT, 500_00)
        with room.visit(album.browser, me, viewport=viewport, has_touch=size != "desktop") as visit:
            page = visit.page
            network = Network(page)
            player = Player(visit, table, SEAT).open()
            visit.down_expected = True
            player.press("deal")
            player.at("decision")
            network.fail()
            expect(page.locator("#veil")).to_be_visible()
            page.wait_for_timeout(1000 * seconds)  # The time would be over.
            network.mend()
            page.evaluate("dispatchEvent(new Event('online'))")
            expect(page.locator("#reason")).to_contain_text("extra time")
            album.keep(visit, f"table-extra-time-{size}")
            expect(page.locator("#result .result-why")).to_contain_text("Time ran out", timeout=90_000)
            album.keep(visit, f"table-time-out-{size}")


# Static pages.


def readers(album: Album) -> None:
    guest, room = album.room.guest(), album.room
    album.page("lobby", "/", ".table-row", light=True)
    for house in PRESETS:
        album.page(f"rules-{house}", f"/rules/{house}", ".most tbody tr", light=house == "nhcg")
    album.page("rules-all", "/rules?a=nhcg&b=rack-card", ".overview-table")
    album.page("odds", "/odds/nhcg", "main svg", light=True)
    album.page("fair", "/fair", "main form", light=True)
    album.page("fair-round", "/fair/Harbor/1", ".verdict", light=True)
    album.page("me", "/me", "main h1", guest, light=True)
    album.page("login", "/login", "main form", light=True)
    album.page("table-watching", "/table/Harbor", ".felt-hand .card-svg", light=True)
    album.page("table-missing", "/table/nowhere", "#veil .notice")
    closed = room.table(name="Closing time")
    room.act(room.staff("Sue"), closed, type="begin_closing", reason="The shift ends")
    album.page("table-closing", f"/table/{closed}", "#veil .notice, #banner:not([hidden]), .felt-notice")


def staff(album: Album) -> None:
    """The pages of the staff, at the sizes of their screens."""
    room = album.room
    for scene in tour(room):
        if not album.wants(scene.name):
            continue
        for size, viewport in STAFF_SIZES:
            for theme in ("dark", "light") if scene.name in BY_DAY else ("dark",):
                likes = QUICK.replace("}", f', "theme": "{theme}"}}')
                with Visits(room, album.browser, viewport=viewport, likes=likes, has_touch=size != "desktop") as visits:
                    visit = visits.of(scene.who)
                    page = scene.open(visit)
                    page.wait_for_load_state("networkidle")
                    name = f"{scene.name}-{size}{'-light' if theme == 'light' else ''}"
                    album.keep(visit, name, whole=page.evaluate("!document.querySelector('dialog[open]')"))


def sheets(browser: Browser) -> None:
    """Make contact sheets with a few small pictures each, to spot faults at a glance."""
    names = sorted(path.name for path in FOLDER.glob("*.png") if not path.name.startswith("sheet-"))
    page = browser.new_page(viewport={"width": 2000, "height": 1400})
    for number, start in enumerate(range(0, len(names), A_SHEET), 1):
        figures = "".join(
            f'<figure><img src="{name}"><figcaption>{name[:-4]}</figcaption></figure>'
            for name in names[start : start + A_SHEET]
        )
        sheet = FOLDER / f"sheet-{number:02}.html"
        sheet.write_text(f"<style>{SHEET}</style>{figures}", encoding="utf-8")
        page.goto(sheet.as_uri())
        page.screenshot(path=sheet.with_suffix(".png"), full_page=True)
        sheet.unlink()
    page.close()


def papers(album: Album) -> None:
    """Every page of every paper, in both themes: presets, and the examples with two side bets."""
    for theme in get_args(Theme):
        for paper in OF_ONE_HOUSE:
            for house in HOUSES:
                album.paper(f"paper-{paper}-{house}-{theme}", partial(pictures, paper, house_of(house), theme=theme))
        for house in ("exhibit-a", "filing-12031"):
            name = f"paper-change-nhcg-{house}-{theme}"
            album.paper(name, partial(pictures, "change", house_of("nhcg"), house_of(house), theme=theme))
        album.paper(f"paper-filing-nhcg-{theme}", partial(pictures, "filing", house_of("nhcg"), theme=theme, ppi=60))


def main(only: list[str]) -> None:
    if FOLDER.exists() and not only:
        shutil.rmtree(FOLDER)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        room = CardRoom(Path(folder))
        try:
            with chromium() as browser:
                album = Album(room, browser, only)
                table_phases(album)
                the_coach(album)
                the_first_visit(album)
                the_next_round(album)
                the_hundredth(album)
                the_clock(album)
                readers(album)
                staff(album)
                papers(album)
                sheets(browser)
        finally:
            room.close()
    print(f"{album.taken} pictures in {FOLDER.name}/")


if __name__ == "__main__":
    main(sys.argv[1:])
