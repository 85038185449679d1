"""Journals of other versions: one that an older version wrote is opened, replayed and verified; an entry that a newer
one wrote stops its own stream, and nothing else.

`fixtures/bcce7df` was written by the code of that commit: `RecordedEvening` of its `tests/reading_evening.py` with four
rounds instead of twenty, and the schema that it makes in PostgreSQL, as `pg_dump --schema-only` tells it.
"""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from pathlib import Path

import psycopg
import pytest
from burglar import Burglar
from postgres import STORES, server
from typer.testing import CliRunner

from boston7.accounts import Desk, Person
from boston7.audit.rounds import rounds
from boston7.cli import app
from boston7.declare import Rejection
from boston7.fair import RoomKey
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import preset
from boston7.journal import Append, Entry, Meta, Newer, NotOurs, Upcasts, open_journal, verify
from boston7.journal.entry import EMPTY, Row, entry_of, next_entry, row_of
from boston7.journal.journal import open_store
from boston7.server.config import Settings
from boston7.server.opening import open_room
from boston7.server.recovery import moved
from boston7.table import Accepted, Room, TableActor

OLD = Path(__file__).parent / "fixtures" / "bcce7df"
KEY = RoomKey(b"k" * 32)
HEAD = (97, "3102a18f6e67bb8671dfff76d7c86cbe380a0935b920a59fe6f0938370b97048")
CAGE = {"Ann": 1_000_00, "Ben": 1_000_00, "Cleo": 3_000_00, "Dan": 3_000_00, "Eve": 3_000_00, "Flo": 3_000_00}


def old_rows(folder: Path) -> list[Row]:
    path = folder / "old.db"
    path.write_bytes(gzip.decompress((OLD / "room.db.gz").read_bytes()))
    return Burglar(f"sqlite:///{path}").before


@pytest.fixture(params=STORES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """An old room: its database and its key."""
    key = tmp_path / "room.key"
    key.write_text(("6b" * 32) + "\n")
    key.chmod(0o600)
    if request.param == "sqlite":
        (tmp_path / "room.db").write_bytes(gzip.decompress((OLD / "room.db.gz").read_bytes()))
        url = f"sqlite:///{tmp_path / 'room.db'}"
    else:
        url = server(request.config).clean_database()
        rows = old_rows(tmp_path)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute((OLD / "postgres.sql").read_bytes())
        Burglar(url).write(rows)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SELECT setval('public.boston7_journal_notification_id_seq', %s)", (rows[-1].position,))
    settings = Settings(db=url, key_folder=str(tmp_path))
    moved(settings, HEAD)
    return settings


def test_an_old_journal_opens_and_goes_on(settings: Settings) -> None:
    before = Burglar(settings.db).before

    async def go_on(room: Room) -> None:
        await room.open(keep_time=False, every=True)
        main, dealt = room.table("main"), room.table("hand-dealt")
        assert main is not None
        assert dealt is not None
        balances = {person.name: room.desk.cage.cage.balance(person.id) for person in room.desk.people.persons.values()}
        assert {name: balances[name] for name in CAGE} == CAGE
        assert (main.round, main.phase.value, dealt.round) == (4, "betting", 1)
        ann = room.desk.named("Ann")
        assert isinstance(ann, Person)
        done = await main.submit("new", c.PlaceWagers(PLATFORM, 1, 5_00, 5_00), ann)
        assert isinstance(done, Accepted), done
        await room.close()

    journal, key = open_room(settings)
    with journal:
        assert journal.journal_head()[1:] == HEAD
        found = list(rounds(journal, "main", key))
        assert [(one.number, one.status) for one in found] == [
            (1, "complete"), (2, "complete"), (3, "void"), (4, "complete")
        ]  # fmt: skip
        asyncio.run(go_on(Room(journal, Desk(journal), key)))
        verdict = verify(journal, noted=HEAD)
        assert verdict.fault is None
        assert verdict.keyed == verdict.seal > HEAD[0]
    after = Burglar(settings.db).before
    assert after[: len(before)] == before, "nothing that was there is touched"
    done = CliRunner().invoke(app, ["audit", "verify", "--db", settings.db, "--key-folder", settings.key_folder])
    assert done.exit_code == 0, done.output


def test_the_tables_of_an_old_journal_are_read_once_and_get_their_cards(settings: Settings) -> None:
    async def opened() -> tuple[int, list[tuple[str, int, str]]]:
        journal, key = open_room(settings)
        with journal:
            room = Room(journal, Desk(journal), key)
            await room.open(keep_time=False)
            assert room.served() == ()
            shown = [(table.name, table.round, table.phase.value) for table in room.summaries()]
            await room.close()
            return room.tables.loaded, shown

    first, second = asyncio.run(opened()), asyncio.run(opened())
    assert first[1] == second[1]
    assert ("main", 4, "betting") in first[1]
    assert (first[0], second[0]) == (len(first[1]), 0)


def test_what_the_library_had_made_beside_it_is_gone(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = server(request.config).clean_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute((OLD / "postgres.sql").read_bytes())
        open_journal(url).close()
        query = "SELECT count(*) FROM pg_proc WHERE proname LIKE 'es_insert%'"
        assert connection.execute(query).fetchone() == (0,)
        query = "SELECT count(*) FROM pg_type WHERE typname LIKE 'stored_event%'"
        assert connection.execute(query).fetchone() == (0,)
        query = "SELECT array_agg(migration ORDER BY migration) FROM boston7_migrations"
        assert connection.execute(query).fetchone() == ([1, 2],)
        open_store(url, migrate=True).close()
        assert connection.execute(query).fetchone() == ([1, 2, 3, 4],)


def test_a_database_of_a_later_migration_is_left_alone(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = server(request.config).clean_database()
    open_journal(url).close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("INSERT INTO boston7_migrations (migration) VALUES (99)")
    with pytest.raises(NotOurs, match="format 99"):
        open_journal(url)
    open_journal(tmp_path / "room.db").close()
    with sqlite3.connect(tmp_path / "room.db") as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(NotOurs, match="format 99"):
        open_journal(tmp_path / "room.db")


# Formats of entries


def test_an_entry_says_of_which_format_it_is_and_its_digest_covers_that() -> None:
    meta = Meta(1, "a", "c")
    first, later = (next_entry("cage", EMPTY, meta, b"{}", format) for format in (1, 2))
    assert first.digest != later.digest
    for entry in (first, later):
        assert entry_of(row_of(entry)) == entry
    for entry, other in ((first, 2), (later, 1), (later, 3)):
        forged = Entry(**{**{name: getattr(entry, name) for name in entry.__struct_fields__}, "format": other})
        with pytest.raises(Exception, match="was altered"):
            entry_of(row_of(forged))


def test_older_bodies_are_brought_up_to_date_as_they_are_read() -> None:
    upcasts = Upcasts(lambda body: body + b"2", lambda body: body + b"3")
    meta = Meta(1, "a", "c")
    bodies = [upcasts.current(next_entry("cage", EMPTY, meta, b"1", format)).body for format in (1, 2, 3)]
    assert bodies == [b"123", b"13", b"1"]
    with pytest.raises(Newer, match="format 4") as caught:
        upcasts.current(next_entry("cage", EMPTY, meta, b"1", 4))
    assert caught.value.public == str(caught.value)


@pytest.mark.parametrize("stream", ["table:one", "fair:one", "house:one"])
def test_an_entry_of_a_newer_version_stops_one_table_and_not_the_room(
    request: pytest.FixtureRequest, tmp_path: Path, stream: str
) -> None:
    with open_journal(tmp_path / "room.db", seal_key=KEY.seal_key) as journal:

        async def evening() -> None:
            room = Room(journal, Desk(journal), KEY)
            await room.open(keep_time=False, every=True)
            tables = [await room.create(name, preset("nhcg"), tray=1_000_00) for name in ("one", "two")]
            ann = await room.desk.guest()
            person = getattr(ann, "person", None)
            assert isinstance(person, Person)
            newer = Append(stream, None, [b'{"type":"unheard_of"}'], Meta(1, "platform", "newer"), format=3)
            await journal.append_async([newer])
            await asyncio.sleep(0.6)
            assert room.sound, "the record is still being followed"
            for number, table in enumerate(tables):
                assert isinstance(table, TableActor)
                answer = await table.submit("sit", c.Sit(PLATFORM, 1, person.name), person)
                if number:
                    assert isinstance(answer, Accepted), answer
                else:
                    assert isinstance(answer, Rejection)
                    assert "a newer version wrote it" in answer.reason
            await room.close()
            again = Room(journal, Desk(journal), KEY)
            await again.open(keep_time=False, every=True)
            assert again.table("two") is not None
            one = again.table("one")
            assert one is not None
            refused = await one.submit("sit", c.Sit(PLATFORM, 2, person.name), person)
            assert isinstance(refused, Rejection)
            await again.close()

        asyncio.run(evening())
        assert verify(journal).fault is None, "what cannot be understood is still on record as it was written"


def test_a_newer_entry_of_the_shift_stops_the_shift_and_no_table(tmp_path: Path) -> None:
    with open_journal(tmp_path / "room.db", seal_key=KEY.seal_key) as journal:

        async def plays(room: Room, seat: int) -> None:
            ann = await room.desk.guest()
            person = getattr(ann, "person", None)
            assert isinstance(person, Person)
            table = room.table("one")
            assert table is not None
            assert isinstance(await table.submit(f"sit {seat}", c.Sit(PLATFORM, seat, person.name), person), Accepted)

        async def evening() -> None:
            room = Room(journal, Desk(journal), KEY)
            await room.open(keep_time=False, every=True)
            await room.create("one", preset("nhcg"), tray=1_000_00)
            newer = Append("shift", None, [b'{"type":"unheard_of"}'], Meta(1, "platform", "newer"))
            await journal.append_async([newer])
            while room.shift.projection.newer is None:
                await asyncio.sleep(0.01)
            assert room.sound
            await plays(room, 1)
            with pytest.raises(Newer, match="A newer version wrote it"):
                await room.shift.projection.catch_up()
            await room.close()
            again = Room(journal, Desk(journal), KEY)
            await again.open(keep_time=False, every=True)
            await plays(again, 2)
            await again.close()

        asyncio.run(evening())
