"""Bots at a real server: they fill its tables, reconnect after a lost connection, and stop when rejected."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import forked
import pytest
from cli_talk import run
from kill_room import KEY, SECRET, Guest, found_room, free_port
from serving import Client, Server, admin, start_server

from boston7.accounts import Desk
from boston7.accounts.desk import GUEST_STAKE
from boston7.bots import Bot, CannotPlay, Style, client
from boston7.bots.bot import Act, Message
from boston7.game import TableView
from boston7.record import open_record, verify


class Noted(Bot):
    """A bot that keeps the messages it receives."""

    def __init__(self, server: Server, guest: Guest, seat: int | None, style: Style) -> None:
        super().__init__(server.url, guest.token, "t1", seat, style, pause=(0, 0), dice=Random(1), patience=(0.01, 0.1))
        self.heard: list[Message] = []
        self.views: list[TableView] = []

    def note(self, said: Act | Message) -> None:
        if isinstance(said, Message):
            self.heard.append(said)
            if said.type in ("view", "steps") and self._frame is not None:
                self.views.append(self._frame.view)

    async def until_round(self, round: int) -> None:
        while not self.views or self.views[-1].round < round:
            await asyncio.sleep(0.02)


def open_room(folder: Path, stake: int = 1_000_00, port: int = 0) -> tuple[Server, Guest]:
    """Start a server with one fast table, t1, and a guest who may sit there."""
    db = str(folder / "room.db")
    guest = asyncio.run(found_room(db, 1, 1, stake))[0]
    return reopen(folder, db, port), guest


def reopen(folder: Path, db: str, port: int) -> Server:
    return start_server(folder, db, port=port, environment={"BOSTON7_ROOM_KEY": SECRET})


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started, _ = open_room(tmp_path)
    with started:
        yield started


def rounds_played(server: Server, rounds: int, seats: int = 0) -> Any:
    """Wait until this many rounds are over and this many seats are taken, and return the spectator's view."""

    def so_far(frame: Any) -> bool:
        seated = sum(bool(seat["player"]) for seat in frame["view"]["seats"])
        return bool(frame["view"]["round"] > rounds and seated >= seats)

    with Client(server).socket() as socket:
        socket.watch("t1")
        return socket.until("t1", so_far, 60)["view"]


def test_a_table_that_is_not_there_is_said_in_a_sentence(server: Server) -> None:
    refused = run("bots", server.url, "--table", "Nope").refused()
    assert refused == "The bots cannot take seats at 'Nope': There is no table 'Nope'."


def test_the_command_fills_a_table_until_it_is_ended(server: Server) -> None:
    styles = ["--style", "optimal,cautious,reckless", "--hurry", "--seed", "1"]
    asked = ["bots", server.url, "--table", "t1", *styles]
    bots = forked.Running(*asked, "--count", "5")
    more = None
    try:
        view = rounds_played(server, 3, seats=5)  # The others play before the last one has a seat.
        # Ignore Ctrl-C, as a shell's background processes do.
        ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
        more = forked.Running(*asked, "--count", "2", altered=ignoring)
        full = rounds_played(server, view["round"], seats=6)
        done = run(*asked, "--count", "2")
    finally:
        bots.child.send_signal(signal.SIGINT)
        ended = bots.ends()
        if more is not None:
            more.child.send_signal(signal.SIGTERM)
            ended_more = more.ends()
    assert [bool(seat["player"]) for seat in view["seats"]] == [True] * 5 + [False]
    assert ended.returncode == ended_more.returncode == 130
    assert ended.stdout == "5 bots sit down at 't1'. Press Ctrl-C to stop them.\n"
    reason = "No seats for the rest. Every seat is taken."
    assert ended_more.stdout == f"1 bot sits down at 't1'. {reason} Press Ctrl-C to stop them.\n"
    assert done.refused() == "No bot can take a seat at 't1'. Every seat is taken."
    server.stop()
    assert all(gone(server.db, [seat["player"] for seat in full["seats"]])), "the server clears their chairs"
    with open_record(server.db, read_only=True) as record:
        assert verify(record, key=KEY.seal_key).fault is None


def gone(db: str, names: list[str]) -> list[bool]:
    async def ask() -> list[bool]:
        with open_record(db, read_only=True) as record:
            desk = Desk(record)
            await desk.open()
            found = [desk.named(name) for name in names]
            return [desk.gone(one.id) for one in found if one is not None]

    return asyncio.run(ask())


def test_a_bot_that_is_sent_away_before_the_deal_takes_its_wager_back_and_stands_up(server: Server) -> None:
    ann = Client(server).guest()
    table = ann.post("/api/practice", {"house": "nhcg", "seat": 1, "hurry": False}).ok()["table"]
    guest = Client(server).guest()
    wish = {"name": guest.me["person"]["name"], "may_sit": True}
    ann.post(f"/api/tables/{table.replace(' ', '%20')}/guests", wish).ok()
    bot = Bot(server.url, guest.token, table, 4, "optimal", pause=(0, 0))

    async def play_and_go(until: asyncio.Event) -> None:
        playing = asyncio.create_task(bot.play())
        await until.wait()
        playing.cancel()
        await asyncio.wait([playing])
        await bot.go()

    async def story() -> None:
        wagered = asyncio.Event()
        going = asyncio.create_task(play_and_go(wagered))
        await asyncio.to_thread(socket.until, table, lambda frame: frame["view"]["seats"][3]["wagers"])
        wagered.set()
        await going

    with ann.socket() as socket:
        socket.watch(table)
        within(story())
        seats = socket.until(table, lambda frame: not frame["view"]["seats"][3]["player"])["view"]["seats"]
    assert [bool(seat["player"]) for seat in seats] == [True] + [False] * 5


def test_what_the_command_says_when_it_cannot(server: Server) -> None:
    money = ("money", "--house", "nhcg", "--tray", "1000", "--money")
    admin(server.db, "table", "add", *money, environment={"BOSTON7_ROOM_KEY": SECRET})
    for arguments, words in (
        ([server.url, "--table", "t1", "--style", "timid"], "Unknown style 'timid'"),
        ([server.url, "--table", "money", "--hurry"], "No bot can take a seat at 'money'. This table plays for money"),
        (["room.example", "--table", "t1"], "The server is an address such as"),
        ([f"http://127.0.0.1:{free_port()}", "--table", "t1"], "The bots cannot take seats at 't1': No answer from"),
    ):
        assert words in run("bots", *arguments).refused()


def test_a_bot_comes_back_to_its_seat_after_the_server_was_gone(tmp_path: Path) -> None:
    port = free_port()
    first, guest = open_room(tmp_path, port=port)
    bot = Noted(first, guest, 4, "optimal")

    async def story() -> None:
        playing = asyncio.create_task(bot.play())
        with first:
            await bot.until_round(3)
        with await asyncio.to_thread(reopen, tmp_path, first.db, port):
            await bot.until_round(bot.views[-1].round + 3)
            playing.cancel()
            await asyncio.wait([playing])

    within(story())
    versions = [said.version for said in bot.heard if said.type in ("view", "steps")]
    assert versions == sorted(versions)
    assert {seat.number for view in bot.views for seat in view.seats if seat.yours} == {4}


def test_a_bot_without_chips_asks_for_a_new_stake(tmp_path: Path) -> None:
    server, guest = open_room(tmp_path, stake=10_00)
    bot = Noted(server, guest, None, "reckless")

    async def story() -> None:
        playing = asyncio.create_task(bot.play())
        await bot.until_round(2)
        playing.cancel()
        await asyncio.wait([playing])

    with server:
        within(story())
    balances = [said.me.balance for said in bot.heard if said.me]
    assert balances[0] == 10_00
    assert max(balances) == GUEST_STAKE


def test_a_bot_that_nobody_knows_is_turned_away(server: Server) -> None:
    bot = Bot(server.url, "no such token", "t1", None, "optimal")
    with pytest.raises(CannotPlay):
        within(bot.play())


def within(story: Coroutine[Any, Any, None], seconds: float = 240) -> None:
    async def timed() -> None:
        async with asyncio.timeout(seconds):
            await story

    asyncio.run(timed())


def test_what_bots_ask_at_a_room_of_this_machine_leaves_no_memory(server: Server) -> None:
    """A room sends these requests for each practice bot. Certificates, at a megabyte each, are read only for HTTPS."""
    client.house_at(server.url, token := client.new_guest(server.url), "t1")
    gc.disable()
    try:
        before = resident()
        for _ in range(40):
            client.house_at(server.url, token, "t1")
        assert resident() - before < 8_000_000
    finally:
        gc.enable()


def resident() -> int:
    (size,) = re.findall(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(size) * 1024
