"""A card room for the tests of the pages: a real server with its staff, tables that wait only for their players,
wished-for decks, and the record to compare with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import fate
from argon2 import PasswordHasher
from browser import PATIENCE as PATIENCE
from browser import Visitor, visitor
from noted_record import noted_record
from playwright.sync_api import Browser, expect
from serving import PASSWORD, Client, Server, admin, start_server

from boston7 import fair
from boston7.accounts import Desk, Passwords, Person, PersonRole
from boston7.audit.rounds import Round, find
from boston7.cards import Card
from boston7.declare import Rejection
from boston7.fair import Seed
from boston7.game import Automation
from boston7.game.events import Settled
from boston7.game.settlement import WagerLine
from boston7.house import preset, preset_text
from boston7.keys import RoomKey
from boston7.record import Record, open_record
from boston7.table import UNHURRIED, Room, TableActor

SECRET = b"the key to the room of the pages"
KEY = RoomKey(SECRET)
STAFF: tuple[tuple[str, PersonRole], ...] = (
    ("Sue", "supervisor"), ("Cass", "cashier"), ("Ray", "runner"), ("Dan", "dealer"), ("Dora", "dealer"),
    ("Aud", "auditor"), ("Abe", "admin"), ("Ann", "player"),
)  # fmt: skip
ROYAL = "Royal"
ROYAL_SEED = Seed(ROYAL, 1, b"seed of a round to be remembered", b"salt of a round to be remembered")
ROYAL_WISH = "a wish of mine 2905199"
"""Ann's contribution that gives a six-card royal in the first shuffle, if she is alone at the table `ROYAL`. It was
found by `fate.find` with `fate.six_card_royal`, which takes a minute, so the seed is fixed."""
QUICK = '{"motion": "reduced", "speed": "1000", "led": "yes"}'
"""Preferences without animations, as a returning visitor: most tests are not about those."""

ASKS = {"automation": [step.value for step in UNHURRIED if step is not Automation.CLAIMS]}
"""The default steps, but every claim must be made, whatever the cards, so that a test is predictable."""

REACHED = {"place_wagers": "decision", "place_second": "setting", "set_hand": "complete"}

CALM = "from boston7.record import sqlite; sqlite._POLL = 0.25"
"""A slower poll for entries of other processes than the default fifty times a second, because a worker keeps several
idle servers. A server's own entries arrive at once."""

expect.set_options(timeout=PATIENCE)


def quick_passwords() -> Passwords:
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def furnish(folder: Path) -> Path:
    """Create the room's key and its staff, all with `PASSWORD`, before a server opens it. Ann has $500 in the cage."""
    folder.mkdir(parents=True, exist_ok=True)
    key = folder / "room.key"
    key.write_text(SECRET.hex(), encoding="ascii")
    key.chmod(0o600)
    db = folder / "room.db"

    async def hire() -> None:
        with noted_record(db, KEY) as record:
            desk = Desk(record, passwords=quick_passwords())
            room = Room(record, desk, KEY)
            await room.open(keep_time=False, every=True)
            people = {name: await desk.add_person(name, role, PASSWORD) for name, role in STAFF}
            ann, sue, cass = people["Ann"], people["Sue"], people["Cass"]
            assert isinstance(ann, Person)
            assert isinstance(sue, Person)
            assert isinstance(cass, Person)
            paid_in = await room.shift.over_the_counter("welcome", "front_money_in", ann.id, 500_00, cass)
            assert not isinstance(paid_in, Rejection), paid_in
            with patch.object(fair, "new_seed", lambda table, round: ROYAL_SEED):
                made = await room.create(
                    ROYAL, preset("rack-card"), tray=50_000_00, by=sue, play_money=False, pause=600, hurry=True
                )
            assert isinstance(made, TableActor)
            await room.close()

    aside(hire)
    return db


def aside(work: Callable[[], Any]) -> None:
    """Run work in its own event loop, even while Playwright's is running."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work())
        except BaseException as error:  # Raised again in the waiting thread.
            failed.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


class CardRoom:
    """One server. `restart` opens the same room again at the same address."""

    _numbers = count(1)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.db = furnish(folder)
        self.server: Server = start_server(folder, str(self.db), altered=CALM)
        self._port = self.server.port
        self._clients: dict[str, Client] = {}
        self._record: Record | None = None
        self.tables = 0
        """Number of tables created, all of which the lobby lists."""

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def record(self) -> Record:
        """The record, kept open for reading, because opening it verifies every entry."""
        if self._record is None:
            self._record = open_record(self.db, read_only=True)
        self._record.check()
        return self._record

    def close(self) -> None:
        if self._record is not None:
            self._record.close()
        self.server.kill()

    def open_again(self) -> None:
        assert self.server.process.poll() is not None
        self.server = start_server(self._folder, str(self.db), port=self._port, altered=CALM)

    # People and tables.

    def staff(self, name: str) -> Client:
        """Return a client of a staff member, logged in again if needed: staff sessions end after five idle minutes,
        which tests of other modules may take."""
        client = self._clients.setdefault(name, Client(self.server))
        return client if client.me["person"] else client.login(name)

    def guest(self) -> Client:
        return Client(self.server).guest()

    def table(self, house: str = "nhcg", *, pause: int = 600, hurry: bool = True, **wishes: Any) -> str:
        """Create a table that closes bets once everybody has wagered, and keeps a finished round on display."""
        name = wishes.pop("name", f"Table {next(self._numbers)}")
        tray = {} if wishes.get("live") else {"tray": 50_000_00}  # A live table gets its tray at its opening.
        document = {"name": name, "house": house, **tray, "pause": pause, "hurry": hurry, **ASKS, **wishes}
        self.staff("Sue").post("/api/tables", document).ok()
        self.tables += 1
        return str(name)

    def seat(self, client: Client, table: str, seat: int = 3, chips: int = 500_00) -> None:
        with client.socket() as socket:
            sits = {"type": "sit", "seat": seat, "player": name_of(client)}
            assert socket.act(table, sits)["type"] == "accepted"
            assert socket.act(table, {"type": "buy_in", "seat": seat, "amount": chips})["type"] == "accepted"

    def act(self, client: Client, table: str, **command: Any) -> Any:
        """Send a command directly, without the page."""
        with client.socket() as socket:
            answer = socket.act(table, command)
        assert answer["type"] == "accepted", answer
        return answer

    def plays(self, client: Client, table: str, *acts: str, seat: int = 3) -> None:
        """Play directly as the only player, with $5 as the page suggests, up to the point that the page is to show."""
        with client.socket() as socket:
            socket.watch(table)
            for act in acts:
                wagers = {"wagers": {"ante": 5_00, "first": 5_00}} if act == "place_wagers" else {}
                assert socket.act(table, {"type": act, "seat": seat, **wagers})["type"] == "accepted", act
                socket.until(table, lambda frame, act=act: frame["view"]["phase"] == REACHED[act])  # type: ignore[misc]

    def clear(self, table: str) -> None:
        """Clear a finished round as the dealer."""
        self.act(self.staff("Dan"), table, type="next_round")

    # Cards.

    def wish(
        self,
        client: Client,
        table: str,
        wanted: Callable[[fate.Hands], bool],
        seats: int = 1,
        *,
        page: bool = False,
    ) -> fate.Fate:
        """Contribute a text as this person, so that the next shuffle gives wanted hands. An open `page` must have sent
        its own text before, or it would replace this one."""
        if page:
            name = name_of(client)
            with client.socket() as socket:
                socket.watch(table)
                socket.until(
                    table, lambda frame: name in [text["player"] for text in frame["fairness"]["contributions"]]
                )
        found = self.fate(client, table, wanted, seats)
        self.add_text(client, table, found.text)
        return found

    def add_text(self, client: Client, table: str, text: str) -> None:
        """Commit to a text in place of the one of this person's page, and reveal it once bets are closed."""
        with client.socket() as socket:
            round = socket.watch(table)["fairness"]["round"]
            hidden = fair.text_commitment(table, round, name_of(client), text)
            socket.send({"type": "commit", "table": table, "id": f"wish-{round}", "round": round, "commitment": hidden})
            assert socket.receive("accepted", "refused", "error", id=f"wish-{round}")["type"] == "accepted"

        # A second client of the same person, so that others can use the first one meanwhile.
        other = Client(self.server)
        other.cookies = dict(client.cookies)

        def reveal() -> None:
            with (
                suppress(Exception),
                other.socket() as socket,
            ):  # The server may stop first, so nothing waits for this.
                frame = socket.watch(table)
                if not frame["fairness"]["closed"]:
                    socket.until(table, lambda frame: frame["fairness"]["closed"], seconds=300)
                socket.send({"type": "reveal", "table": table, "id": f"told-{round}", "round": round, "text": text})
                socket.receive("accepted", "refused", "error", id=f"told-{round}")

        Thread(target=reveal, daemon=True).start()

    def fate(self, client: Client, table: str, wanted: Callable[[fate.Hands], bool], seats: int = 1) -> fate.Fate:
        name = name_of(client)
        seed = fate.seed_of(self.record, KEY, table, name)
        return fate.find(seed, name, lambda deck: wanted(fate.hands(deck, seats)))

    # The record.

    def round(self, table: str, number: int = 1) -> Round:
        found = find(self.record, table, number, KEY)
        assert found is not None
        return found

    def settled(self, table: str, seat: int, number: int = 1) -> list[WagerLine]:
        """Return the settlement lines of a seat, in their recorded order."""
        events = [step.event for step in self.round(table, number).steps]
        return [line for event in events if isinstance(event, Settled) and event.seat == seat for line in event.lines]

    def rail(self, table: str, seat: int, number: int = 1) -> int:
        """Return the chips on a seat's rail after a round."""
        return self.round(table, number).steps[-1].after.seat(seat).rail

    def cards(self, table: str, seat: int, number: int = 1) -> tuple[Card, ...]:
        """Return a seat's cards, even while they are hidden: the test has the room key."""
        return self.round(table, number).steps[-1].after.seat(seat).cards

    # Visits.

    @contextmanager
    def visit(
        self, browser: Browser, client: Client | None = None, *, likes: str = QUICK, **options: Any
    ) -> Iterator[Visitor]:
        """Open a browser, as this person if one is given. At the end the page must have had no faults."""
        with visitor(browser, self.url, stored={"boston7.prefs": likes}, **options) as visit:
            if client is not None:
                visit.log_in(client.token)
            yield visit


def name_of(client: Client) -> str:
    return str(client.me["person"]["name"])


def timed_table(room: CardRoom, folder: Path, name: str, decision: int) -> str:
    """Create a shared table with this many seconds for a decision."""
    text = preset_text("nhcg")
    assert text.count("\ndecision = 20\n") == 1
    file = folder / "quick.toml"
    file.write_text(text.replace("\ndecision = 20\n", f"\ndecision = {decision}\n"), encoding="utf-8")
    where = ("--house", str(file), "--tray", "50000", "--pause", "600", "--hurry")
    admin(str(room.db), "table", "add", name, *where)
    watcher = room.guest()
    for _ in range(400):
        if name in [table["name"] for table in watcher.get("/api/lobby").ok()["tables"]]:
            break
    return name
