"""The storage of a round of six, and opening, verifying and archiving a record of ten million entries.

Run python -m bench stored, or python -m bench.stored ENTRIES.
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from uuid import UUID

import msgspec
import psycopg
from msgspec.structs import replace
from rich.console import Console

from bench import verdict
from boston7.accounts import Clock, Desk, LoggedIn, Person, viewer_of
from boston7.accounts import people as p
from boston7.accounts.cage import CageMoved
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house import preset
from boston7.keys import RoomKey, load_room_key
from boston7.record import Append, Meta, Record, archive, open_record, verify
from boston7.record.checked import Checked
from boston7.record.commit import Sealed, key_id, make_commit
from boston7.record.opening import open_room
from boston7.server.config import Settings
from boston7.table import Accepted, Room, TableActor

BYTES = 6_000
SECONDS = 2.0
A_SECOND = 100_000
ENTRIES = 10_000_000
ROUNDS = 300
KINDS = (c.Expose, c.Decline, c.PlaceSecond, c.Fold, c.SetHand, c.PlaceWagers)


class Played:
    """Rounds of six guests, with single commands as people send them."""

    def __init__(self, record: Record, key: RoomKey) -> None:
        self.micros = 1_800_000_000_000_000
        self.desk = Desk(record, Clock(lambda: self.micros, lambda: self.micros / 1e6))
        self.room = Room(record, self.desk, key)
        self.commands = 0
        self._dice = Random(7)

    async def play(self, rounds: int, mark: Callable[[], None] = lambda: None) -> None:
        """Play the rounds. After the second one, call `mark` and start to count commands."""
        await self.room.open(keep_time=False)
        table = await self.room.create("main", preset("nhcg"), tray=5_000_000_00, hurry=True)
        assert isinstance(table, TableActor)
        people = []
        for seat in range(1, 7):
            guest = await self.desk.guest()
            assert isinstance(guest, LoggedIn)
            for command in (c.Sit(PLATFORM, seat, guest.person.name), c.BuyIn(PLATFORM, seat, 1_000_00)):
                assert isinstance(await table.submit(self._id(), command, guest.person), Accepted)
            people.append(guest.person)
        for last in (2, 2 + rounds):
            while table.round <= last:
                if not any([await self._act(table, seat, person) for seat, person in enumerate(people)]):
                    self.micros += 3_000_000
                    self.commands += await self.room.tick()
            if last == 2:
                self.commands = 0
                mark()
        await self.room.close()

    async def _act(self, table: TableActor, seat: int, person: Person) -> bool:
        offers = table.frame(viewer_of(person), offers=True).offers
        wishes = [offer.command for offer in offers if isinstance(offer.command, KINDS)]
        placed = table.frame(SPECTATOR).view.seats[seat].ante
        if not wishes or (placed and any(isinstance(wish, c.PlaceWagers) for wish in wishes)):
            return False
        stays = [wish for wish in wishes if not isinstance(wish, c.Fold)]
        wish = self._dice.choice(stays if stays and self._dice.random() < 0.9 else wishes)
        done = isinstance(await table.submit(self._id(), wish, person), Accepted)
        self.commands += done
        return done

    def _id(self) -> str:
        return str(UUID(int=self._dice.getrandbits(128)))


def stored_bytes(url: str) -> tuple[int, int]:
    """Return the bytes of the whole database, and the number of commit rows."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as server:
            found = server.execute(
                "SELECT (SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'boston7%' AND"
                " relkind = 'r'), (SELECT count(*) FROM boston7_commits)"
            ).fetchone()
            assert found is not None
            return int(found[0]), int(found[1])
    path = url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(path).stat().st_size, file.execute("SELECT count(*) FROM commits").fetchone()[0]


def measure_rounds(console: Console, name: str, url: str, key: RoomKey) -> bool:
    before: list[tuple[int, int]] = []
    with open_record(url, seal_key=key.seal_key) as record:
        played = Played(record, key)
        asyncio.run(played.play(ROUNDS, lambda: before.append(stored_bytes(url))))
    after = stored_bytes(url)
    size, rows = (after[0] - before[0][0]) / ROUNDS, (after[1] - before[0][1]) / ROUNDS
    told = f"{size:,.0f} bytes and {rows:.1f} rows for {played.commands / ROUNDS:.1f} commands"
    good = size <= BYTES
    console.print(verdict(good, f"{name}: a round of six at most {BYTES:,} bytes", told))
    return good


def filler(record: Record) -> list[list[Append]]:
    """Return the commits of one recorded round, to be written repeatedly."""
    found: dict[str, list[Append]] = {}
    entries = [entry for entry in record.read("table:main") if entry.house]
    for entry in entries[-60:]:
        meta = Meta(entry.time, entry.actor, entry.command_id, entry.house)
        found.setdefault(entry.command_id, []).append(Append("", None, [entry.body], meta))
    return list(found.values())


def somebody_comes(number: int, meta: Meta) -> list[Append]:
    """Return the entries of a guest in every other round: stake, session, buy-in and cash-out."""
    if number % 2:
        return [Append("filler", None, [b"{}"], replace(meta, house=""))]
    id, session, at = f"filler{number}", UUID(int=number).hex * 2, meta.time // 1_000_000
    people = (
        p.PersonAdded(id, f"Filler {number}", "player", "", True),
        p.SessionOpened(id, session, at, at + 1),
        p.SessionSeen(id, session, at),
        p.SessionClosed(id, session),
    )
    moves = (
        CageMoved(id, "guest_stake", 100_00, "", "desk"),
        CageMoved(id, "buy_in", 100_00, "filler", id),
        CageMoved(id, "cash_out", 90_00, "filler", id),
    )
    meta = replace(meta, house="")
    return [
        Append("people", None, [msgspec.json.encode(one) for one in people], meta),
        Append("cage", None, [msgspec.json.encode(one) for one in moves], meta),
    ]


def lengthen(record: Record, key: RoomKey, entries: int) -> Iterator[int]:
    """Write this many entries for closed tables, a thousand commits in one transaction. Yield the number so far."""
    store, round = record.store, filler(record)
    checked = Checked(store, key.seal_key)
    checked.catch_up()
    chain = checked.chain
    number, name = 0, key_id(key.seal_key)
    while chain.entries < entries:
        checked.check_end(store.begin())
        made: list[Sealed] = []
        while len(made) < 1000:
            number += 1
            appends = round[number % len(round)]
            stream = f"table:filler {number // len(round) % 50}"
            id = str(UUID(int=number))
            meta = replace(appends[0].meta, command_id=f"0123456789abcdef/{id}", time=appends[0].meta.time + number)
            if number % len(round) == 0:
                appends = somebody_comes(number // len(round), meta)
            else:
                appends = [replace(one, stream=stream, meta=meta) for one in appends]
            told = make_commit(key.seal_key, name, chain.end, appends)
            chain.add(told)
            made.append(told.sealed)
        store.commit(made)
        yield chain.entries


def measure_length(console: Console, entries: int, folder: Path) -> bool:
    settings = Settings(db=f"sqlite:///{folder / 'long.db'}")
    key = load_room_key(folder)
    with open_record(settings.db, seal_key=key.seal_key) as record:
        asyncio.run(Played(record, key).play(5))
        started = perf_counter()
        for done in lengthen(record, key, entries):
            if done % 1_000_000 < 3000:
                console.print(f"{done:,} entries after {perf_counter() - started:,.0f} s")
    record, _ = open_room(settings)  # The first opening reads the whole record, and writes a checkpoint and snapshots.
    asyncio.run(_opened(Room(record, Desk(record), key), keep=True))
    record.close()
    size = (folder / "long.db").stat().st_size
    console.print(f"{entries:,} entries in {size / 1e9:.2f} GB")
    good = True
    for word in ("", ", archived"):
        started, worked = perf_counter(), process_time()
        record, _ = open_room(settings)
        room = Room(record, Desk(record), key)
        asyncio.run(_opened(room))
        opened, work = perf_counter() - started, process_time() - worked
        record.close()
        told = f"{opened:.2f} s, {work:.2f} s of work"
        console.print(verdict(opened < SECONDS, f"the room opens in less than {SECONDS:.0f} s{word}", told))
        with open_record(settings.db, read_only=True, seal_key=key.seal_key) as record:
            worked = process_time()
            found = verify(record)
            speed = found.entries / (process_time() - worked)
        assert found.fault is None
        target = f"verifies {A_SECOND:,} entries for a second of work{word}"
        console.print(verdict(speed >= A_SECOND, target, f"{speed:,.0f}"))
        good = good and opened < SECONDS and speed >= A_SECOND
        if not word:
            good = _archive(console, settings, key) and good
    console.print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:,} MB of memory")
    return good


async def _opened(room: Room, *, keep: bool = False) -> None:
    await room.open(keep_time=False)
    if keep:
        await room.keep_snapshots()
    await room.close()


def _archive(console: Console, settings: Settings, key: RoomKey) -> bool:
    with open_record(settings.db, seal_key=key.seal_key) as record:
        started = perf_counter()
        done = archive.archive(record, 1 << 60, Meta(1, "platform", "bench"), "bench")
        took = perf_counter() - started
    size, rows = stored_bytes(settings.db)
    told = f"{done:,} commits in {took:,.0f} s, {size / 1e9:.2f} GB and {rows:,} commits left"
    console.print(verdict(rows < 1000, "archived at one row a round or less", told))
    return rows < 1000


def run(console: Console, entries: int = ENTRIES) -> bool:
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
    from postgres import Postgres

    key = RoomKey(b"k" * 32)
    with tempfile.TemporaryDirectory() as folder:
        good = measure_rounds(console, "SQLite", f"sqlite:///{folder}/rounds.db", key)
        server = Postgres()
        try:
            good = measure_rounds(console, "PostgreSQL", server.new_database(), key) and good
        finally:
            server.close()
        return measure_length(console, entries, Path(folder)) and good


if __name__ == "__main__":
    sys.exit(0 if run(Console(), int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES) else 1)
