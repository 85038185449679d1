"""Somebody edits the rows of the first version by hand. Whatever they do, `verify` names the first entry that is not as
it was. (Commits: `test_journal_commits.py`.)"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from burglar import Burglar
from campaign import times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from old_journal import make_old
from postgres import STORES, store_url

from boston7.journal import Append, Fault, Journal, JournalDown, Meta, Tampered, open_journal, verify
from boston7.journal.entry import Entry, Head, Row, entry_of, next_entry, row_of, stream_id
from boston7.journal.seal import seal_over

KEY = b"k" * 32


class Room:
    def __init__(self, url: str) -> None:
        self.url = make_old(url, KEY)
        with open_journal(url, seal_key=KEY) as journal:
            for number in range(6):
                meta = Meta(1000 + number, f"player {number}", f"c{number}", "h" * 64)
                appends = [Append("table:main", None, [b'{"n":%d}' % number, b'{"m":%d}' % number], meta)]
                if number % 2:
                    appends.append(Append("cage", None, [b'{"cents":%d}' % number], meta))
                journal.append_now(appends)
            self.head = journal.journal_head()
        self.journal: Journal = open_journal(url, read_only=True)
        self.burglar = Burglar(url)
        self.rows = self.burglar.before

    def fault(self, *, key: bytes | None = None, noted: bool = False) -> Fault | None:
        head = (self.head.seal, self.head.digest) if noted else None
        return verify(self.journal, key=key, noted=head, chain_only=key is None).fault

    def after(self, rows: list[Row]) -> Fault | None:
        self.burglar.write(rows)
        return self.fault()

    def at(self, topic: str, version: int) -> int:
        return next(n for n, row in enumerate(self.rows) if (row.topic, row.version) == (topic, version))


@pytest.fixture(scope="module", params=STORES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    if request.param == "sqlite":
        room = Room(store_url(request, tmp_path_factory.mktemp("room")))
    else:
        from postgres import server

        room = Room(server(request.config).new_database())
    yield room
    room.journal.close()


@pytest.fixture
def room(built: Room) -> Room:
    built.burglar.write(built.rows)
    assert built.fault(key=KEY, noted=True) is None
    return built


def named(fault: Fault | None) -> tuple[str, int]:
    assert fault is not None, "nobody noticed"
    assert fault.reason[0].isupper()
    assert fault.reason.endswith(".")
    return fault.stream, fault.version


@pytest.mark.campaign
def test_any_flipped_bit_of_an_entry_is_found_and_named(room: Room) -> None:
    """Every byte of one entry and of one seal, and a bit in all other rows."""
    for topic, version in (("table:main", 5), ("seal", 3)):
        at = room.at(topic, version)
        row = room.rows[at]
        step = 1 if room.burglar.sqlite else times(20, 3)
        for byte in range(0, len(row.state), step):
            state = bytearray(row.state)
            state[byte] ^= 1 << (byte % 8)
            room.burglar.execute(("UPDATE $table SET state = %s WHERE $position = %s", (bytes(state), row.position)))
            assert named(room.fault()) == (topic, version), byte
        room.burglar.execute(("UPDATE $table SET state = %s WHERE $position = %s", (row.state, row.position)))
    assert room.fault() is None


def test_reading_a_stream_finds_it_too(room: Room) -> None:
    at = room.at("table:main", 5)
    rows = list(room.rows)
    rows[at] = rows[at]._replace(state=rows[at].state.replace(b'{"n":2}', b'{"n":9}'))
    assert rows != room.rows
    assert named(room.after(rows)) == ("table:main", 5)
    with open_journal(room.url, read_only=True) as journal, pytest.raises(Tampered, match="Entry 5 of 'table:main'"):
        journal.read("table:main")
    del rows[at]
    room.burglar.write(rows)
    with open_journal(room.url, read_only=True) as journal, pytest.raises(Tampered, match="Entry 5 of 'table:main' is"):
        journal.read("table:main")


def test_any_dropped_row_is_found_and_named(room: Room) -> None:
    last = max(n for n, row in enumerate(room.rows) if row.topic == "seal")
    for at, row in enumerate(room.rows):
        found = named(room.after(room.rows[:at] + room.rows[at + 1 :]))
        if at == last:
            assert found == ("table:main", 11)  # the first of the entries it had sealed
        elif row.topic == "seal" and row.version == 1:
            assert found == ("table:main", 1)
        else:
            assert found == (row.topic, row.version)


def test_a_stream_removed_as_a_whole_is_found(room: Room) -> None:
    assert named(room.after([row for row in room.rows if row.topic != "cage"])) == ("cage", 1)


@pytest.mark.campaign
def test_any_two_swapped_rows_are_found(room: Room) -> None:
    for at in range(0, len(room.rows) - 1, 1 if room.burglar.sqlite else times(4, 1)):
        for other in {at + 1, len(room.rows) - 1} - {at}:
            rows = list(room.rows)
            one, two = rows[at], rows[other]
            rows[at], rows[other] = two._replace(position=one.position), one._replace(position=two.position)
            assert room.after(sorted(rows)) is not None, (at, other)
            rows[at], rows[other] = one._replace(state=two.state), two._replace(state=one.state)
            assert named(room.after(rows)) == (one.topic, one.version)


def test_a_copied_entry_is_found(room: Room) -> None:
    row = room.rows[room.at("table:main", 4)]
    last = room.rows[-1].position
    copy = row._replace(position=last + 1, version=13)
    assert named(room.after([*room.rows, copy])) == ("table:main", 13)
    moved = row._replace(position=last + 1, version=1, topic="table:other", id=stream_id("table:other").hex)
    assert named(room.after([*room.rows, moved])) == ("table:other", 1)


def forged(stream: str, head: Head, position: int) -> Row:
    entry = next_entry(stream, head, Meta(5, "nobody", "c"), b'{"cents":1000000}')
    return row_of(entry)._replace(position=position)


def test_an_entry_added_with_a_right_digest_is_found(room: Room) -> None:
    """Without a seal it stands alone; under somebody else's seal it is one too many."""
    last = room.rows[-1].position
    head = room.journal.head("cage")
    assert named(room.after([*room.rows, forged("cage", head, last + 1)])) == ("cage", 4)
    assert named(room.after([*room.rows, forged("new", Head(0, "0" * 64), last + 1)])) == ("new", 1)
    seal = room.rows[-1]._replace(position=last + 2)
    assert named(room.after([*room.rows[:-1], forged("cage", head, last + 1), seal])) == ("cage", 4)
    early = forged("new", Head(0, "0" * 64), room.rows[0].position - 5)
    assert named(room.after([early, *room.rows])) == ("new", 1)


def resealed(rows: list[Row], key: bytes | None) -> list[Row]:
    """What somebody patient does: recompute every digest and every seal."""
    heads: dict[str, Head] = {}
    entries = {row.position: entry_of(row) for row in rows}
    done: list[Row] = []
    pending: list[Entry] = []
    for row in rows:
        old = entries[row.position]
        head = heads.get(row.topic, Head(0, "0" * 64))
        if row.topic == "seal" and row.version > 1:
            new = seal_over(key, head, pending)
            pending = []
        else:
            body = b'{"n":999}' if (row.topic, row.version) == ("table:main", 5) else old.body
            new = next_entry(row.topic, head, Meta(old.time, old.actor, old.command_id, old.house), body)
            if row.topic != "seal":
                pending.append(new)
        heads[row.topic] = Head(new.version, new.digest)
        done.append(row_of(new)._replace(position=row.position))
    return done


def test_a_patient_forger_is_stopped_by_the_key_and_by_a_noted_head(room: Room) -> None:
    rows = resealed(room.rows, None)
    assert rows != room.rows
    found = room.after(rows)
    assert named(found) == ("seal", 2), "the first seal was keyed, the forged ones are not"
    assert named(room.fault(key=KEY)) == ("seal", 2)
    room.burglar.write(room.rows)
    rows = resealed(room.rows, b"another key")
    assert room.after(rows) is None, "without the key nobody can tell"
    assert named(room.fault(key=KEY)) == ("seal", 2)
    assert named(room.fault(noted=True)) == ("seal", 7)
    room.burglar.write(room.rows)
    rows = resealed(room.rows, KEY)
    room.burglar.write(rows)
    assert room.fault(key=KEY) is None, "whoever holds the key can forge"
    assert named(room.fault(key=KEY, noted=True)) == ("seal", 7), "but not against a head that was noted elsewhere"


def test_an_end_cut_off_clean_is_found_only_by_a_noted_head(room: Room) -> None:
    cut = room.at("seal", 6) + 1
    assert room.after(room.rows[:cut]) is None
    assert named(room.fault(noted=True)) == ("seal", 7)
    assert room.after([]) is None
    assert named(room.fault(noted=True)) == ("seal", 1)


def test_a_journal_once_keyed_is_not_written_without_a_key(room: Room) -> None:
    append = [Append("cage", None, [b"1"], Meta(1, "a", "c"))]
    with open_journal(room.url) as journal, pytest.raises(JournalDown, match="with the room key only"):
        journal.append_now(append)
    with open_journal(room.url, seal_key=b"another key") as journal, pytest.raises(Tampered, match="Entry 1 of 'seal'"):
        journal.append_now(append)
    verdict = verify(room.journal)
    assert verdict.fault is not None, "keyed seals that nobody can check are no proof"
    assert (named(verdict.fault), verdict.keyed, verdict.unchecked) == (("seal", 1), 0, 7)


@pytest.mark.campaign
@settings(max_examples=times(25, 1_500), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_random_tampering_goes_unnoticed(room: Room, data: st.DataObject) -> None:
    rows = list(room.rows)
    for _ in range(data.draw(st.integers(1, 3), "acts")):
        if not rows:
            break
        at = data.draw(st.integers(0, len(rows) - 1), "row")
        other = data.draw(st.integers(0, len(rows) - 1), "other row")
        row = rows[at]
        match data.draw(st.sampled_from(["flip", "drop", "copy", "swap", "version", "topic", "truncate"]), "act"):
            case "flip" if row.state:
                state = bytearray(row.state)
                state[data.draw(st.integers(0, len(state) - 1), "byte")] ^= data.draw(st.integers(1, 255), "bits")
                rows[at] = row._replace(state=bytes(state))
            case "drop":
                del rows[at]
            case "copy":
                rows.append(row._replace(version=row.version + data.draw(st.integers(1, 20), "by")))
            case "swap":
                rows[at], rows[other] = rows[other], row
            case "version":
                rows[at] = row._replace(version=data.draw(st.integers(0, 30), "version"))
            case "topic":
                rows[at] = row._replace(topic=rows[other].topic, id=rows[other].id)
            case "truncate":
                rows[at] = row._replace(state=row.state[: data.draw(st.integers(0, 400), "length")])
    rows = [row._replace(position=position) for position, row in enumerate(rows, 1)]
    unchanged = [row[1:] for row in rows] == [row[1:] for row in room.rows]
    if len({(row.id, row.version) for row in rows}) < len(rows):
        return  # the primary key refuses it
    room.burglar.write(rows)
    assert (room.fault(noted=True) is None) == unchanged
