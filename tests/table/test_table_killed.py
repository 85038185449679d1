"""Processes that run rounds are killed at any moment: nothing acknowledged is lost, nothing happens twice.

Run as a program, this file is the room: it forks one process for each run, which plays until it is killed. Requests and
answers are noted in a file, by writes that survive a kill.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from pathlib import Path
from random import Random
from time import sleep

import msgspec
import pytest
from campaign import times
from evening import HOUSE, KEY, check_money, check_rounds
from forked import Program
from places import SUPPORT
from postgres import STORES, store_url
from shuffle_texts import commit, reveal

from boston7 import fair
from boston7.accounts import Desk, LoggedIn, Person, viewer_of
from boston7.audit.rounds import rounds
from boston7.declare import Rejection
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.game.wire import write
from boston7.house.model import Timers, with_version
from boston7.record import open_record, verify
from boston7.table import Accepted, Room, TableActor

KILLS = times(8, 500)
"""Kills in each of four settings."""
SEATS = 3
QUICK = with_version(msgspec.structs.replace(HOUSE, timers=Timers(1, 1, 1, 1)))


class Notes:
    """Requests and answers of any number of processes, one line each."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, *words: str) -> None:
        os.write(self._file, ("\t".join(words) + "\n").encode())


def unanswered(path: Path) -> dict[str, tuple[str, Command]]:
    """Return each player's last unanswered command, which will be sent again under the same id."""
    asked: dict[str, tuple[str, Command]] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        what, person, id, rest = line.split("\t")
        if what == "asked":
            asked[person] = (id, msgspec.json.decode(rest, type=c.Command))
        elif person in asked and asked[person][0] == id:
            del asked[person]
    return asked


class Player:
    def __init__(self, table: TableActor, person: Person, notes: Notes, run: str) -> None:
        self.table = table
        self.person = person
        self.notes = notes
        self.run = run
        self.asked = 0

    async def ask(self, command: Command, id: str = "") -> None:
        self.asked += 1
        id = id or f"{self.run}-{self.asked}"
        self.notes.write("asked", self.person.id, id, write(command).decode())
        answer = await self.table.submit(id, command, self.person)
        said = str(answer.version) if isinstance(answer, Accepted) else f"refused {answer.code}"
        self.notes.write("answered", self.person.id, id, said)
        if isinstance(answer, Rejection):
            await asyncio.sleep(0.001)

    async def shuffle(self, dice: Random) -> None:
        """Commit to a text sometimes, and reveal it mostly, possibly in another process."""
        fairness = self.table.frame(SPECTATOR).surroundings.fairness
        if fairness is None or self.person.name not in self.table.players:
            return
        own = next((text for text in fairness.contributions if text.player == self.person.name), None)
        if own is None and not fairness.closed and dice.random() < 0.3:
            await commit(self.table, self.person)
        elif own is not None and fairness.closed and not own.text and dice.random() < 0.9:
            await reveal(self.table, self.person)

    async def play(self, dice: Random) -> None:
        await self.shuffle(dice)
        frame = self.table.frame(viewer_of(self.person), offers=True)
        kinds = (c.Sit, c.Expose, c.Decline, c.PlaceSecond, c.Fold, c.SetHand, c.PlaceWagers)
        wishes: list[Command] = [offer.command for offer in frame.offers if isinstance(offer.command, kinds)]
        own = next((seat for seat in frame.view.seats if seat.yours), None)
        if own is None:
            free = [seat.number for seat in frame.view.seats if seat.player is None]
            wishes = [c.Sit(PLATFORM, free[0], self.person.name)] if free else []
        elif own.rail < 50_00 and not own.ante:
            wishes = [c.BuyIn(PLATFORM, own.number, 500_00)]
        elif own.ante and frame.view.phase is Phase.BETTING:
            wishes = []
        if wishes:
            await self.ask(dice.choice(wishes))
        else:
            await asyncio.sleep(0.002)


async def play_on(url: str, path: Path, run: str, seed: int, *, finish: bool) -> None:
    with open_record(url) as record:
        room = Room(record, Desk(record, guest_stake=100_000_00), KEY)
        await room.open(every=True)
        notes, dice = Notes(path), Random(seed)
        table = room.table("main")
        while table is None:
            made = await room.create("main", QUICK, tray=50_000_00, pause=0, hurry=True)
            table = made if isinstance(made, TableActor) else room.table("main")
        while len(room.desk.people.persons) < SEATS:
            assert isinstance(await room.desk.guest(), LoggedIn)
        people = list(room.desk.people.persons.values())[:SEATS]
        players = {person.id: Player(table, person, notes, run) for person in people}
        for person, (id, command) in unanswered(path).items():
            await players[person].ask(command, id)

        busy, over = 0, False

        async def stay(player: Player) -> None:
            """Stop all players together, between wagers. A single remaining player would wait forever."""
            nonlocal busy, over
            while not over:
                if finish and done(table):
                    over = not busy
                    await asyncio.sleep(0.001)
                    continue
                busy += 1
                await player.play(dice)
                busy -= 1

        await asyncio.gather(*map(stay, players.values()))
        await room.close()


def done(table: TableActor) -> bool:
    """Return whether this process has finished a round, with no wagers on the layout."""
    view = table.frame(SPECTATOR).view
    return view.phase is Phase.BETTING and view.round > 3 and not any(seat.ante for seat in view.seats)


def fork(url: str, path: Path, run: str, *, finish: bool = False) -> int:
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(play_on(url, path, run, sum(run.encode()), finish=finish))
            os._exit(0)
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
            os._exit(3)
    return child


def wait_for_notes(path: Path, lines: int) -> None:
    """Wait for more notes, so that the moment does not depend on the machine's speed.

    If none come, the calling test's timeout ends the wait.
    """
    before = noted(path)
    while noted(path) < before + lines:
        sleep(0.001)


def noted(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def main(url: str, notes: str, workers: int, kills: int, seed: int) -> None:
    dice, path = Random(seed), Path(notes)
    running = [fork(url, path, f"r{number}") for number in range(workers)]
    for kill in range(kills):
        wait_for_notes(path, dice.randrange(25))
        sleep(dice.uniform(0, 0.02))
        at = dice.randrange(workers)
        os.kill(running[at], signal.SIGKILL)
        _, status = os.waitpid(running[at], 0)
        assert os.WIFSIGNALED(status), "it ended by itself before it was killed"
        running[at] = fork(url, path, f"k{kill}")
    for child in running:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    _, status = os.waitpid(fork(url, path, "last", finish=True), 0)
    assert status == 0


@pytest.mark.campaign
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("url", STORES, indirect=True)
def test_rounds_survive_kills_at_any_moment(url: str, workers: int, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = f"""
import sys
sys.path[:0] = [{str(SUPPORT)!r}, {str(Path(__file__).parent)!r}]
import test_table_killed
test_table_killed.main(*sys.argv[1:3], *map(int, sys.argv[3:]))
"""
    played = Program(program, url, str(notes), str(workers), str(KILLS // workers), str(workers)).ends(300 + 4 * KILLS)
    assert played.returncode == 0, played.stderr
    with open_record(url) as record:
        assert verify(record).fault is None
        check_money(record)
        check_rounds(record, 4)
        assert all(one.finished for one in rounds(record, "main", KEY))
        stored = [entry.command_id for entry in record.read("table:main")]
        texts = [fair.read_fact(entry.body) for entry in record.read("fair:main")]
        assert any(isinstance(fact, fair.TextRevealed) for fact in texts)
    blocks = Counter(id for id, before in zip(stored, ["", *stored], strict=False) if id != before)
    assert max(blocks.values()) == 1, blocks.most_common(3)
    accepted = 0
    for line in notes.read_text().splitlines():
        what, person, id, said = line.split("\t")
        if what == "answered" and said.isdecimal():
            accepted += 1
            last = len(stored) - stored[::-1].index(f"{person}/{id}")
            assert last == int(said), f"{line}: acknowledged as {said} and stored at {last}"
    print(f"{url.partition(':')[0]}: {KILLS // workers} kills of one of {workers}, {accepted} acts acknowledged")
    assert accepted > 2 * KILLS / workers


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)
