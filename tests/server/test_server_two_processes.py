"""Two servers on one PostgreSQL: clients of a killed one continue at the other, and races never fork a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from campaign import times
from kill_nursery import Nursery
from kill_room import SECRET, Book, Player, finish, found_room, free_port, judge, micros, until
from postgres import server

KILLS = times(2, 60)
RACED = times(80, 5_000)


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    return server(request.config).clean_database()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    opened = Nursery(tmp_path / "log", {"BOSTON7_ROOM_KEY": SECRET})
    yield opened
    opened.close()


class Pair:
    """Two servers on the same record, and their players."""

    def __init__(self, url: str, nursery: Nursery) -> None:
        self.ports = [free_port(), free_port()]
        self.urls = [f"http://127.0.0.1:{port}" for port in self.ports]
        self._url = url
        self._nursery = nursery
        self._running = [nursery.start(url, port) for port in self.ports]
        self._playing: dict[Player, asyncio.Task[None]] = {}

    async def open(self, *players: Player) -> None:
        """Wait until both servers accept connections, or all players would connect to the first one."""
        async with asyncio.timeout(120):
            for port in self.ports:
                while True:
                    try:
                        _, writer = await asyncio.open_connection("127.0.0.1", port)
                        break
                    except OSError:
                        await asyncio.sleep(0.01)
                writer.close()
                await writer.wait_closed()
        for player in players:
            self.welcome(player)

    def kill(self, at: int) -> None:
        self._nursery.kill(self._running[at])

    def start(self, at: int) -> None:
        self._running[at] = self._nursery.start(self._url, self.ports[at])

    def welcome(self, player: Player) -> None:
        """Connect a player, or reconnect them to the next of their addresses."""
        before = self._playing.pop(player, None)
        if before is not None:
            before.cancel()
        self._playing[player] = asyncio.create_task(player.play())

    def check(self) -> None:
        for task in self._playing.values():
            assert not task.done(), task.result()

    async def close(self) -> None:
        self.check()
        for task in self._playing.values():
            task.cancel()
        await asyncio.wait(self._playing.values())
        for process in self._running:
            assert self._nursery.stop(process) == 0


async def all_shown(players: list[Player], at: set[str]) -> None:
    """Wait until each player has received a new frame and these servers have all of them."""
    before = {player: player.frames for player in players}
    async with asyncio.timeout(240):
        while any(player.frames == before[player] for player in players) or {player.at for player in players} != at:
            await asyncio.sleep(0.005)


async def spread(pair: Pair, players: list[Player], dice: Random) -> None:
    """Move single players until both servers have some. Moving several could empty a server."""
    async with asyncio.timeout(240):
        while {player.at for player in players} != set(pair.urls):
            player = dice.choice(players)
            before = player.frames
            pair.welcome(player)
            while player.frames == before:
                await asyncio.sleep(0.01)


@pytest.mark.campaign
def test_when_one_of_two_is_killed_its_clients_go_on_at_the_other(url: str, nursery: Nursery) -> None:
    async def story() -> tuple[Book, list[int]]:
        guests = await found_room(url, tables=2, seats=4)
        pair, book, dice, killed = Pair(url, nursery), Book(), Random(4), list[int]()
        players = [
            Player(pair.urls[number % 2 :] + pair.urls[: number % 2], guest, book, Random(number))
            for number, guest in enumerate(guests)
        ]
        await pair.open(*players)
        for kill in range(KILLS):
            dead, left = kill % 2, 1 - kill % 2
            await all_shown(players, set(pair.urls))
            await until(book, dice.randrange(5, 40))
            killed.append(micros())
            pair.kill(dead)
            await all_shown(players, {pair.urls[left]})
            await until(book, 40)
            pair.start(dead)
            await spread(pair, players, dice)
        pair.check()
        await finish(book, players)
        await pair.close()
        return book, killed

    book, killed = asyncio.run(story())
    moments = judge(url, book, killed)
    print(f"postgresql: {KILLS} kills of one of two servers, {moments.in_play} in a round, {len(book.answers)} answers")
    assert moments.in_play >= KILLS // 3


def doubled(book: Book) -> int:
    """Count the acts that both servers acknowledged."""
    accepted = [(one.guest.id, one.id) for one in book.answers if one.version]
    return len(accepted) - len(set(accepted))


def turns(book: Book) -> int:
    """Count how often the next entry came from the other server."""
    first = {one.version: one.server for one in reversed(book.answers) if one.version}
    servers = [first[version] for version in sorted(first)]
    return sum(one != other for one, other in pairwise(servers))


@pytest.mark.campaign
def test_a_race_of_two_servers_never_forks_a_table(url: str, nursery: Nursery) -> None:
    """Six people at one table, each connected to both servers, until enough turns have alternated: on a busy machine,
    one server may have all turns for a while."""

    async def story() -> Book:
        guests = await found_room(url, tables=1, seats=6)
        pair, book = Pair(url, nursery), Book()
        players = [Player([at], guest, book, Random(guest.id)) for guest in guests for at in pair.urls]
        await pair.open(*players)
        await until(book, RACED, times(300, 3_000))
        async with asyncio.timeout(times(300, 3_000)):
            while min(doubled(book), turns(book)) <= RACED // 20:
                await until(book, 20)
        pair.check()
        await finish(book, players)
        await pair.close()
        return book

    book = asyncio.run(story())
    judge(url, book, [])
    print(f"postgresql: {len(book.answers)} answers in a race of two servers")
