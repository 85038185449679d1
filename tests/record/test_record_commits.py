"""Stored commits: decoded by the documentation alone, altered, after a key change, and in the archive."""

from __future__ import annotations

import hmac
import itertools
import sqlite3
import tracemalloc
import zlib
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
import psycopg
import pytest
from burglar import Burglar
from campaign import times
from follower import Follower
from forked import Program
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from postgres import STORES, store_url
from typer.testing import CliRunner

from boston7.cli import app
from boston7.record import (
    Append,
    Conflict,
    Fault,
    Meta,
    Record,
    RecordDown,
    Tampered,
    archive,
    open_record,
    verify,
)
from boston7.record.commit import Sealed, key_id
from boston7.record.postgres import grant
from boston7.record.record import open_store
from boston7.record.takeover import change_key

KEY = b"k" * 32
OLD = b"o" * 32
ID = "0123456789abcdef/01234567-89ab-cdef-0123-456789abcdef"
HOUSE = "ab" * 32
BOX = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj"
DICTIONARY = Path(__file__).parents[2] / "src" / "boston7" / "record" / "dictionary_1.bin"


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


def play(record: Record, commits: int, word: str = "a") -> None:
    for number in range(commits):
        meta = Meta(1_000 + number, f"player {number}", f"{word}{number}", HOUSE)
        appends = [Append(f"table:{number % 3}", None, [b'{"n":%d}' % number, b'{"m":%d}' % number], meta)]
        if number % 2:
            appends.append(Append("cage", None, [b'{"cents":%d}' % number], meta))
        record.append_now(appends)


def everything(record: Record) -> list[object]:
    streams = {name: record.read(name) for name in record.streams()}
    assert sorted(entry for name in streams for entry in ((e.position, e.stream) for e in streams[name])) == [
        (entry.position, entry.stream) for entry in record.entries()
    ]
    for name, found in streams.items():
        assert [entry.version for entry in found] == list(range(1, len(found) + 1))
        for after in {0, len(found) // 2, len(found) - 1}:
            assert record.read(name, after) == found[after:]
    return [*streams.items()]


def test_a_commit_is_read_and_proved_from_the_documentation_alone(url: str) -> None:
    """Decode by the docstring of `commit.py`, using nothing of this program but the dictionary."""
    bodies = [b'{"type":"boxed","box":"%s"}' % BOX.encode(), b'{"seed":"%s","by":"%s"}' % (HOUSE.encode(), ID.encode())]
    with open_record(url, seal_key=KEY) as record:
        record.append_now([Append("table:main", 0, [b"{}"], Meta(7, "platform", "first"))])
        record.append_now([Append("table:main", 1, bodies, Meta(9, "player Ann", ID, HOUSE))])
        assert [entry.body for entry in record.read("table:main", 1)] == bodies
        head = record.record_head()
    digest = bytes(32)
    words = [""]
    for row in Burglar(url).before:
        state = row.state
        link, mac, check, key, rest = state[:24], state[24:40], state[40:44], state[44:48], state[48:]
        assert link == digest[:24]
        digest = sha256(b"boston7 commit 1" + row.number.to_bytes(8, "big") + link + key + rest).digest()
        assert check == digest[:4]
        assert key.hex() == key_id(KEY)[:8]
        assert mac == hmac.digest(KEY, b"boston7 seal 2" + digest, "sha256")[:16]
        position, time, parts, ids, packed, raw, *name = msgspec.msgpack.decode(rest)
        assert packed[0] == 1
        inflated = zlib.decompressobj(-13, DICTIONARY.read_bytes()).decompress(packed[1:])
        new, commands = msgspec.msgpack.decode(inflated)
        words += new
    assert (head.seal, head.digest) == (3, digest.hex())
    assert (position, time, name, parts) == (2, 9, [], [[words.index("table:main"), 3, 2, 1]])
    assert ids == [b"\xff" + bytes.fromhex(ID.replace("/", "").replace("-", ""))]
    (actor, house, later, ((place, bodies),)) = commands[0]
    assert (actor, words[house], later, place) == ("player Ann", HOUSE, 0, 0)
    assert bodies == [b'{"type":"boxed","box":"\x02\x24"}', b'{"seed":"\x01\x20","by":"\x03"}']
    assert raw == bytes(range(36)) + bytes.fromhex(HOUSE) + ids[0][1:]


@pytest.mark.campaign
@settings(max_examples=times(30, 3_000), deadline=None)
@example(texts=["QUJD" * 10 + "QR=="], id=ID)  # This base64 differs from the one that the program would write.
@given(
    texts=st.lists(
        st.text()
        | st.text("0123456789abcdef", min_size=40, max_size=600)
        | st.text("ABCDEFGHabcdefgh0123+/=", min_size=30, max_size=400)
        | st.just(ID)
        | st.binary(min_size=20, max_size=300).map(bytes.hex),
        min_size=1,
        max_size=6,
    ),
    id=st.text() | st.just(ID) | st.just(ID.upper()),
)
def test_entries_are_read_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], id: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.db"
    body = msgspec.json.encode(texts)
    with open_record(path, seal_key=KEY) as record:
        try:
            id.encode()
        except UnicodeEncodeError:
            return
        (entry,) = record.append_now([Append("cage", None, [body], Meta(1, "a", id, id))])
        assert record.read("cage", entry.version - 1) == [entry]
        assert (entry.body, entry.command_id, entry.house) == (body, id, id)


def test_a_commit_is_one_row_and_two_processes_conflict(url: str) -> None:
    with open_record(url, seal_key=KEY) as one, open_record(url, seal_key=KEY) as two:
        for version in range(0, 20, 4):
            one.append_now([Append("table:main", version, [b"1"] * 4, Meta(1, "a", "c"))])
            with pytest.raises(Conflict) as caught:  # The two commits would overlap.
                two.append_now([Append("table:main", version, [b"2"] * 3, Meta(1, "b", "c"))])
            assert caught.value.actual == version + 4
        assert len(two.read("table:main")) == 20
        assert len(Burglar(url).before) == 6


# Tampering


class Victim:
    def __init__(self, url: str) -> None:
        self.url = url
        with open_record(url, seal_key=KEY) as record:
            play(record, 8)
            self.head = record.record_head()
        self.burglar = Burglar(url)
        self.rows = self.burglar.before

    def fault(self, rows: list[Sealed], *, key: bytes | None = None, noted: bool = False) -> Fault | None:
        self.burglar.write(rows)
        head = (self.head.seal, self.head.digest) if noted else None
        with open_record(self.url, read_only=True) as record:
            return verify(record, key=key, noted=head, chain_only=key is None).fault


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Victim:
    return Victim(f"sqlite:///{tmp_path_factory.mktemp('victim') / 'room.db'}")


def test_any_flipped_bit_is_found_and_named_even_without_the_key(victim: Victim) -> None:
    for row in (victim.rows[0], victim.rows[4], victim.rows[-1]):
        for byte in range(len(row.state)):
            state = bytearray(row.state)
            state[byte] ^= 1 << (byte % 8)
            rows = [row._replace(state=bytes(state)) if one == row else one for one in victim.rows]
            found = victim.fault(rows)
            if 24 <= byte < 40:  # A mac can only be checked with the key.
                found = victim.fault(rows, key=KEY)
            assert found is not None, byte
            assert (found.stream, found.version) == ("seal", row.number), byte


def test_dropped_swapped_and_added_commits_are_found(victim: Victim) -> None:
    for at in range(len(victim.rows) - 1):
        found = victim.fault(victim.rows[:at] + victim.rows[at + 1 :])
        assert found is not None
        assert found.version == at + 1
        one, two = victim.rows[at], victim.rows[at + 1]
        swapped = [*victim.rows[:at], two._replace(number=at + 1), one._replace(number=at + 2)]
        assert victim.fault(swapped + victim.rows[at + 2 :]) is not None
    last = victim.rows[-1]
    for place in (-5, 0, last.number + 1, last.number + 7):
        assert victim.fault(sorted([*victim.rows, last._replace(number=place)])) is not None
    assert victim.fault(victim.rows[:-2]) is None, "an end cut off clean"
    assert victim.fault(victim.rows[:-2], noted=True) is not None
    assert victim.fault([], noted=True) is not None
    assert victim.fault(victim.rows, key=KEY, noted=True) is None


@pytest.mark.campaign
@settings(max_examples=times(30, 2_000), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_random_tampering_goes_unnoticed(victim: Victim, data: st.DataObject) -> None:
    rows = list(victim.rows)
    for _ in range(data.draw(st.integers(1, 3), "acts")):
        at = data.draw(st.integers(0, len(rows) - 1), "row")
        other = data.draw(st.integers(0, len(rows) - 1), "other row")
        row = rows[at]
        match data.draw(st.sampled_from(["flip", "drop", "copy", "swap", "truncate"]), "act"):
            case "flip" if row.state:
                state = bytearray(row.state)
                state[data.draw(st.integers(0, len(state) - 1), "byte")] ^= data.draw(st.integers(1, 255), "bits")
                rows[at] = row._replace(state=bytes(state))
            case "drop" if len(rows) > 1:
                del rows[at]
            case "copy":
                rows.append(row)
            case "swap":
                rows[at], rows[other] = rows[other], row
            case "truncate":
                rows[at] = row._replace(state=row.state[: data.draw(st.integers(0, 400), "length")])
    rows = [row._replace(number=place) for place, row in enumerate(rows, 1)]
    assert (victim.fault(rows, key=KEY, noted=True) is None) == (rows == victim.rows)


def test_a_record_is_readable_across_a_key_change(url: str) -> None:
    with open_record(url, seal_key=OLD) as record:
        play(record, 6)
        before = everything(record)
    with closing(open_store(url)) as store:
        change_key(store, OLD, KEY, Meta(1, "platform", "c"), "yearly change")
    with open_record(url, seal_key=KEY) as record:
        assert [one for one in everything(record) if one[0] != "keys"] == before  # type: ignore[index]
        play(record, 3, "b")
        everything(record)
        assert verify(record).fault is None


# The archive


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make archive rows of a few commits, so that tests need not write thousands."""
    monkeypatch.setattr(archive, "TOGETHER", 4)


def put_away(record: Record, before: int = 1_015) -> int:
    return archive.archive(record, before, Meta(5_000, "platform", "c"), "the day is over")


@pytest.mark.usefixtures("short")
def test_an_archived_record_reads_and_verifies_as_before_while_the_room_is_open(url: str) -> None:
    with open_record(url, seal_key=KEY) as room, open_record(url, seal_key=KEY) as owner, Follower(room) as news:
        play(room, 30)
        before, lines = everything(room), list(room.entries())
        heads = [room.seal(number) for number in range(1, 32)]
        assert put_away(owner) == 16
        assert put_away(owner) == 0, "and nothing is left to do"
        play(room, 3, "b")
        rows = Burglar(url).before
        assert rows[0].number == 17
        for record in (room, owner):
            found = everything(record)
            assert [one for one in found if one[0] == "table:1"] != before  # type: ignore[index]
            assert list(record.entries())[: len(lines)] == lines
            assert [record.seal(number) for number in range(1, 32)] == heads
            record.check_again()
            assert verify(record).fault is None
        (entry,) = room.read(archive.STREAM)
        assert msgspec.json.decode(entry.body)["last"] == 16
        while (heard := news.next(0)) is not None:
            last = heard
        assert last.command_id == "b2"
    with open_record(url, seal_key=KEY) as record:
        everything(record)
        assert record.append_now([Append("cage", None, [b"{}"], Meta(1, "a", "c"))])


@pytest.mark.usefixtures("short")
@pytest.mark.campaign
def test_a_tampered_archive_is_found(url: str) -> None:
    with open_record(url, seal_key=KEY) as record:
        play(record, 30)
        put_away(record)
        assert verify(record).fault is None
    burglar = Burglar(url)
    table = "archive" if burglar.sqlite else "boston7_archive"
    kept = burglar.execute((f"SELECT last, packed FROM {table} ORDER BY last", ()))
    assert [last for last, _ in kept] == [4, 8, 12, 16]
    packed = bytes(kept[1][1])  # type: ignore[call-overload]
    commits = archive.unpack(archive.ArchiveRow(8, packed))
    forged = [
        sealed._replace(state=sealed.state[:60] + bytes([sealed.state[60] ^ 1]) + sealed.state[61:])
        for sealed in commits
    ]
    apart = 7 if burglar.sqlite else times(150, 7)  # Both stores give the same results, and PostgreSQL is slower.
    changes = [packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :] for at in range(0, len(packed), apart)]
    changes += [packed[:-9], b"", packed[:8] + zlib.compress(b"".join(_framed(one.state) for one in forged))]
    for change in changes:
        burglar.execute((f"UPDATE {table} SET packed = %s WHERE last = 8", (change,)))
        with open_record(url, seal_key=KEY, read_only=True) as record:
            assert verify(record).fault is not None
        with open_record(url, seal_key=KEY) as record, pytest.raises(Tampered):
            record.check()
    burglar.execute((f"DELETE FROM {table} WHERE last = 8", ()))
    with open_record(url, seal_key=KEY, read_only=True) as record:
        assert verify(record).fault is not None
    burglar.execute((f"INSERT INTO {table} (last, packed) VALUES (8, %s)", (packed,)))
    with open_record(url, seal_key=KEY, read_only=True) as record:
        assert verify(record).fault is None


@pytest.mark.usefixtures("short")
def test_a_surplus_row_of_the_archive_is_found(url: str) -> None:
    """A database user could insert such a row. It must not be read, and must not block archiving."""
    with open_record(url, seal_key=KEY) as record:
        play(record, 30)
        put_away(record)
        assert verify(record).fault is None
    burglar = Burglar(url)
    table = "archive" if burglar.sqlite else "boston7_archive"
    for last in (17, 25, 1_000):
        burglar.execute((f"INSERT INTO {table} (last, packed) VALUES (%s, %s)", (last, b"junk")))
        with open_record(url, seal_key=KEY, read_only=True) as record:
            fault = verify(record).fault
            assert fault is not None
            assert f"commit {last:,}, which was not archived" in fault.reason
        burglar.execute((f"DELETE FROM {table} WHERE last = %s", (last,)))
    with open_record(url, seal_key=KEY, read_only=True) as record:
        assert verify(record).fault is None


@pytest.mark.parametrize(
    ("size", "first", "most"),
    [(1 << 22, 0, 12_000_000), (1 << 28, 1 << 28, 180_000_000)],
    ids=["a million empty commits", "one of 256 MB"],
)
def test_a_crafted_row_of_the_archive_takes_little_memory(size: int, first: int, most: int) -> None:
    text = first.to_bytes(4, "big") + bytes(size)
    row = archive.ArchiveRow(1_000, bytes(8) + zlib.compress(text))
    del text
    assert len(row.packed) < 300_000
    tracemalloc.start()
    try:
        with pytest.raises(Tampered):
            archive.unpack(row)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < most


def test_large_commits_are_archived_in_shorter_rows(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "TOGETHER", 8)
    with open_record(url, seal_key=KEY) as record:
        play(record, 30)
        before = list(record.entries())
        monkeypatch.setattr(archive, "MOST", 3 * max(len(one.state) for one in record.store.kept(1, 30)))
        assert put_away(record, 1_029) > 8
        assert list(record.entries())[: len(before)] == before
        assert verify(record).fault is None
    table = "archive" if (burglar := Burglar(url)).sqlite else "boston7_archive"
    lasts = [last for (last,) in burglar.execute((f"SELECT last FROM {table} ORDER BY last", ()))]
    assert max(b - a for a, b in itertools.pairwise([0, *lasts])) < 8  # type: ignore[operator]


def _framed(state: bytes) -> bytes:
    return len(state).to_bytes(4, "big") + state


KILLED = """
import os, sys
from boston7.record import Meta, archive, open_record
archive.TOGETHER = 4
def kill(done):
    if done == 8:
        os.kill(os.getpid(), 9)
with open_record(sys.argv[1], seal_key=b"k" * 32) as record:
    archive.archive(record, 1_029, Meta(5_000, "platform", "c"), "the day is over", kill)
"""


@pytest.mark.usefixtures("short")
def test_an_archiving_killed_midway_loses_nothing(url: str) -> None:
    with open_record(url, seal_key=KEY) as record:
        play(record, 30)
        before = list(record.entries())
    assert Program(KILLED, url).ends().returncode == -9
    with open_record(url, seal_key=KEY) as record:
        assert verify(record).fault is None
        assert list(record.entries())[: len(before)] == before
        assert put_away(record, 1_029) == 20
        assert list(record.entries())[: len(before)] == before
        assert verify(record).fault is None


def test_archiving_shrinks_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "room.db"
    with open_record(path, seal_key=KEY) as record:
        for number in range(40):
            meta = Meta(1_000 + number, "a", f"c{number}")
            record.append_now([Append("cage", None, [b'{"n":"%s"}' % (b"word " * 40)] * 30, meta)])
        record.append_now([Append("cage", None, [b'{"n":"%s"}' % HOUSE.encode()] * 3000, Meta(1_000, "a", "c"))])
        monkeypatch.setattr(archive, "TOGETHER", 20)
        assert put_away(record, 2_000) == 40
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert file.execute("PRAGMA freelist_count").fetchone() == (0,)


def test_the_command_line_archives_and_reports_it(tmp_path: Path) -> None:
    key = tmp_path / "room.key"
    key.write_text("6b" * 32 + "\n")
    key.chmod(0o600)
    from boston7.keys import RoomKey

    path = tmp_path / "room.db"
    with open_record(path, seal_key=RoomKey(b"k" * 32).seal_key) as record:
        play(record, 300)
    where = ["--db", str(path), "--key-folder", str(tmp_path)]
    before = CliRunner().invoke(app, ["audit", "export", "--format", "jsonl", "-o", "-", *where])
    done = CliRunner().invoke(app, ["audit", "archive", "--reason", "the day is over", *where, "--json"])
    assert done.exit_code == 0, done.output
    assert msgspec.json.decode(done.stdout)["commits"] == 256
    after = CliRunner().invoke(app, ["audit", "export", "--format", "jsonl", "-o", "-", *where])
    assert after.stdout_bytes[: len(before.stdout_bytes)] == before.stdout_bytes
    assert CliRunner().invoke(app, ["audit", "verify", *where]).exit_code == 0
    bad = CliRunner().invoke(app, ["audit", "archive", "--reason", "x", "--before", "yesterday", *where])
    assert bad.exit_code == 2
    assert "not a day" in bad.stderr


def test_the_room_may_not_archive(request: pytest.FixtureRequest) -> None:
    from postgres import server

    url = server(request.config).clean_database()
    with open_record(url, seal_key=KEY) as record:
        play(record, 300)
    with psycopg.connect(url, autocommit=True) as admin:
        if not admin.execute("SELECT 1 FROM pg_roles WHERE rolname = 'cardroom'").fetchone():
            admin.execute("CREATE ROLE cardroom LOGIN")
        admin.execute("GRANT USAGE ON SCHEMA public TO cardroom")
        grant(url, "cardroom", "")
    try:
        with open_record(url.replace("room@", "cardroom@"), seal_key=KEY) as record:
            with pytest.raises(RecordDown, match="permission"):
                put_away(record, 1_200)
            play(record, 1, "b")
            assert verify(record).fault is None
    finally:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("DROP OWNED BY cardroom")
