"""Forgeries as an attacker would write them: none is opened, read or verified."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest
from burglar import Burglar
from campaign import times
from follower import Follower
from forger import MINE, Forger, Sealing, commits_of, money, play, rebuilt
from forger import Commit as Forged
from postgres import STORES, server, store_url

from boston7.record import Append, Entry, Meta, Tampered, open_record, verify
from boston7.record.commit import Sealed, key_id
from boston7.record.entry import EMPTY
from boston7.record.noted import Noting, read_noted, write_noted
from boston7.record.record import open_store
from boston7.record.takeover import NothingToDo, change_key, take_over

KEY = b"k" * 32
OLD = b"o" * 32
COUNT = times(22, 1000)  # Either one of each kind, or 45 of each.
APART = {"postgresql": times(3, 1)}
"""PostgreSQL runs every third case, because each opening takes long there. The checks do not depend on the store."""
ANYONE = Meta(1_000, "platform", "c")


class Victim:
    """A record sealed with the room key, and other records with the same and another key to copy commits from."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.store = url, url.partition(":")[0]
        with open_record(url, seal_key=KEY) as record:
            play(record, 4, "a")
            early = Burglar(url).before
            play(record, 4, "b")
            self.rows = Burglar(url).before
            head = record.record_head()
            self.noted = (head.seal, head.digest)
            self.digests = {entry.digest for entry in record.entries()}
            self.heads = {seal.digest for at in range(head.seal) if (seal := record.seal(at + 1)) is not None}
        self.burglar = Burglar(url)
        self.others = [self._fork(folder, early), self._other(folder, "same", KEY), self._other(folder, "else", MINE)]

    def _fork(self, folder: Path, early: list[Sealed]) -> list[Sealed]:
        """Return the rows of a backup that was restored elsewhere and played on. All its seals are genuine."""
        url = self._new(folder, "fork")
        with open_record(url, seal_key=KEY) as record:
            play(record, 1, "x")
        Burglar(url).write(early)
        with open_record(url, seal_key=KEY) as record:
            play(record, 3, "fork")
        return Burglar(url).before

    def _other(self, folder: Path, name: str, key: bytes) -> list[Sealed]:
        url = self._new(folder, name)
        with open_record(url, seal_key=key) as record:
            play(record, 6, name)
        return Burglar(url).before

    def _new(self, folder: Path, name: str) -> str:
        return f"sqlite:///{folder / name}.db"

    def restore(self) -> None:
        self.burglar.write(self.rows)

    def genuine(self, entries: list[Entry]) -> bool:
        return all(entry.digest in self.digests for entry in entries)


@pytest.fixture(scope="module", params=STORES)
def victim(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Victim:
    folder = tmp_path_factory.mktemp("forged")
    url = f"sqlite:///{folder / 'room.db'}" if request.param != "postgresql" else server(request.config).new_database()
    return Victim(url, folder)


def forgery(victim: Victim, seed: int) -> tuple[str, list[Sealed]]:
    number = seed
    while True:
        forger = Forger(number, Random(seed), victim.rows, victim.others, key_id(KEY))
        what, rows = forger.forge()
        if [row[1:] for row in rows] != [row[1:] for row in victim.rows]:
            return f"{seed}: {what}", rows
        seed += 1_000_000


def refused(ask: Callable[[], object]) -> bool:
    try:
        ask()
    except Tampered:
        return True
    return False


@pytest.mark.campaign
def test_no_forged_record_is_verified_opened_or_appended_to(victim: Victim) -> None:
    for seed in range(0, COUNT, APART.get(victim.store, 1)):
        what, rows = forgery(victim, seed)
        victim.burglar.write(rows)
        with open_record(victim.url, read_only=True, seal_key=KEY) as record:
            assert verify(record, anchored=victim.noted).fault is not None, what
        with open_record(victim.url, seal_key=KEY, noted=[victim.noted]) as record:
            add = [Append("cage", None, [b"{}"], ANYONE)]
            for ask in (record.check, record.streams, record.subscribe, partial(record.append_now, add)):
                assert refused(ask), what
        for stream in ("cage", "people", "table:main", "table:new"):
            with open_record(victim.url, read_only=True, seal_key=KEY, noted=[victim.noted]) as record:
                with suppress(Tampered):
                    assert record.read(stream) == [], what
                with suppress(Tampered):
                    assert victim.genuine(list(record.entries())), what
        assert victim.burglar.rows() == sorted(rows), f"nothing was written on it: {what}"
    print(f"{victim.store}: {COUNT} forgeries, none verified, opened or written on")


@pytest.mark.campaign
def test_no_running_process_receives_or_reads_a_forgery(victim: Victim) -> None:
    for seed in range(0, COUNT, APART.get(victim.store, 1)):
        victim.restore()
        with open_record(victim.url, seal_key=KEY) as record:
            record.check()
            follower = Follower(record)
            what, rows = forgery(victim, seed)
            victim.burglar.write(rows)
            heard: list[Entry] = []
            with suppress(Tampered):
                while (entry := follower.next(0)) is not None:
                    heard.append(entry)
            assert heard == [], what
            for stream in ("cage", "people", "table:main", "table:new"):
                with suppress(Tampered):
                    assert victim.genuine(record.read(stream)), what
            if record.stopped is not None:
                with pytest.raises(Tampered):
                    record.append_now([Append("cage", None, [b"{}"], ANYONE)])
    print(f"{victim.store}: {COUNT} forgeries below a running process, none heard or read")


def test_money_forged_at_the_end_stops_a_running_process(victim: Victim) -> None:
    """One added row, sealed with the attacker's own key, once passed."""
    for key, name in ((MINE, key_id(MINE)), (MINE, key_id(KEY)), (None, ""), (None, key_id(KEY))):
        victim.restore()
        commits = commits_of(victim.rows)
        rows = rebuilt([*commits, Forged((money(),), commits[-1].seal)], len(commits), Sealing(key, name))
        with open_record(victim.url, seal_key=KEY) as record, Follower(record) as follower:
            genuine = record.read("cage")
            victim.burglar.write(rows)
            with pytest.raises(Tampered) as caught:
                follower.next(1)
            assert "supervisor" in caught.value.public
            assert record.stopped is not None
            for ask in (lambda: record.read("cage"), record.check, record.subscribe):
                with pytest.raises(Tampered):
                    ask()
            with pytest.raises(Tampered):
                record.append_now([Append("cage", len(genuine) + 1, [b"{}"], ANYONE)])
        assert victim.burglar.rows() == rows, "and nothing was written behind it"


def test_another_record_of_the_same_key_is_not_read_in_place_of_this_one(victim: Victim) -> None:
    """All its rows have valid seals: it is a copy played on elsewhere, or an older record of the room."""
    for other in victim.others[:2]:
        for stream in ("cage", "people", "table:main"):
            victim.restore()
            with open_record(victim.url, seal_key=KEY) as record:
                record.check()
                victim.burglar.write(other)
                with suppress(Tampered):
                    assert victim.genuine(record.read(stream)), stream


@pytest.mark.parametrize("resumed", [False, True])
def test_commits_of_another_record_of_the_same_key_are_not_read_among_ours(victim: Victim, resumed: bool) -> None:
    """Replace commits one by one under a running process, and leave the record's end unchanged."""
    victim.restore()
    with open_record(victim.url, seal_key=KEY) as record:
        record.check()
        checkpoint = record.save()
    for other in victim.others[:2]:
        for at in range(min(len(victim.rows), len(other)) - 1):
            victim.restore()
            with open_record(victim.url, seal_key=KEY) as record:
                if resumed:
                    assert record.resume(checkpoint)
                    record.check_again()
                record.check()
                victim.burglar.write([*victim.rows[:at], other[at], *victim.rows[at + 1 :]])
                for stream in ("cage", "people", "table:main"):
                    with suppress(Tampered):
                        assert victim.genuine(record.read(stream)), (at, stream)
                with suppress(Tampered):
                    head = record.seal(at + 1)
                    assert head is not None
                    assert head.digest in victim.heads


def test_a_record_found_empty_is_left_unchanged(victim: Victim) -> None:
    """The rows may be restored, and the empty record is evidence."""
    victim.burglar.write([])
    with open_record(victim.url, seal_key=KEY, noted=[victim.noted]) as record, pytest.raises(Tampered):
        record.check()
    victim.restore()
    with open_record(victim.url, seal_key=KEY, noted=[victim.noted]) as record:
        record.check()


def test_a_writer_detects_a_forgery_before_it_writes(victim: Victim) -> None:
    """A process that only writes must not add a genuine seal after a forged one."""
    for cut in (False, True):
        victim.restore()
        with open_record(victim.url, seal_key=KEY) as record:
            record.append_now([Append("cage", None, [b"{}"], ANYONE)])
            rows = victim.burglar.rows()
            commits = commits_of(rows)
            forged = rebuilt([*commits, Forged((money(),), commits[-1].seal)], len(commits), Sealing(None, ""))
            victim.burglar.write(rows[:-1] if cut else forged)
            with pytest.raises(Tampered):
                record.append_now([Append("cage", None, [b"{}"], ANYONE)])
            assert len(victim.burglar.rows()) == len(rows) + (-1 if cut else 1)


def test_a_long_stream_is_checked_part_by_part(tmp_path: Path) -> None:
    """Return no entry of a part before the seal at its end is checked."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with open_record(url, seal_key=KEY) as record:
        for number in range(30):
            record.append_now([Append("cage", None, [b'{"n":%d}' % number] * 100, ANYONE)])
    burglar = Burglar(url)
    with open_record(url, seal_key=KEY) as record:
        record.check()
        assert len(record.read("cage")) == 3000
        assert len(list(record.scan("cage", 1500))) == 1500
        forged = rebuilt(commits_of(burglar.before), 0, Sealing(MINE, key_id(KEY)))
        burglar.write(forged)
        received: list[Entry] = []
        with pytest.raises(Tampered):
            received.extend(record.scan("cage"))
        assert received == []


# Key changes


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


def written(url: str, key: bytes | None, commits: int = 3) -> None:
    with open_record(url, seal_key=key) as record:
        play(record, commits, "old")


def adopt(url: str, key: bytes = KEY, noted: tuple[tuple[int, str], ...] = ()) -> None:
    with closing(open_store(url)) as store:
        take_over(store, key, ANYONE, "from an older version", noted)


def opens(url: str, key: bytes = KEY) -> list[Entry]:
    with open_record(url, seal_key=key) as record:
        record.check()
        play(record, 1, "new")
        with Follower(record, whole=True) as follower:
            heard = [follower.next(1) for _ in range(len(list(record.entries())))]
        assert heard == list(record.entries())
        assert verify(record).fault is None
        return record.read("table:main")


@pytest.mark.parametrize("old", [None, OLD])
def test_adopting_a_record_from_before_the_key_seals_it(url: str, old: bytes | None) -> None:
    written(url, old)
    with open_record(url, seal_key=KEY) as record:
        with pytest.raises(Tampered, match="Entry 1 of 'seal'"):
            record.check()
        fault = verify(record).fault
        assert fault is not None
        assert (fault.stream, fault.version) == ("seal", 1)
    adopt(url)
    assert len(opens(url)) == 7
    burglar = Burglar(url)
    commits = commits_of(burglar.before)
    for sealing in (Sealing(None, ""), Sealing(MINE, key_id(MINE)), Sealing(None, key_id(KEY), keep_mac=True)):
        forged = [commits[0], commits[1]._replace(entries=(*commits[1].entries, money())), *commits[2:]]
        for start in (0, 1):
            burglar.write(rebuilt(forged, start, sealing))
            with open_record(url, seal_key=KEY) as record, pytest.raises(Tampered):
                record.check()


def test_a_record_is_adopted_once_and_only_after_a_full_check(url: str) -> None:
    written(url, None)
    with open_record(url, read_only=True) as record:
        head = record.record_head()
    with pytest.raises(Tampered, match="noted"):
        adopt(url, noted=((head.seal, "0" * 64),))
    with pytest.raises(Tampered, match="cut off"):
        adopt(url, noted=((head.seal + 1, "0" * 64),))
    burglar = Burglar(url)
    burglar.write(burglar.before[:1] + burglar.before[2:])
    with pytest.raises(Tampered, match="missing"):
        adopt(url)
    burglar.write(burglar.before)
    adopt(url, noted=((head.seal, head.digest),))
    with pytest.raises(NothingToDo):
        adopt(url)


def test_one_genuine_commit_on_a_forged_history_does_not_make_it_genuine(url: str) -> None:
    """An older version appended commits under its key, and verification with that key passed from there on."""
    written(url, None)
    burglar = Burglar(url)
    commits = commits_of(burglar.before)
    genuine = rebuilt(commits, len(commits) - 1, Sealing(KEY, key_id(KEY)))
    burglar.write(genuine)
    with open_record(url, seal_key=KEY) as record:
        fault = verify(record).fault
        assert fault is not None
        assert (fault.stream, fault.version) == ("seal", 1)
        with pytest.raises(Tampered):
            record.check()
    adopt(url)
    assert opens(url)


def test_the_old_key_seals_the_change_of_the_key(url: str) -> None:
    written(url, OLD)
    with closing(open_store(url)) as store, pytest.raises(Tampered):
        change_key(store, MINE, KEY, ANYONE, "I would like to")
    with closing(open_store(url)) as store:
        change_key(store, OLD, KEY, ANYONE, "yearly change")
    assert len(opens(url)) == 7
    for key in (OLD, MINE):
        with open_record(url, seal_key=key) as record, pytest.raises(Tampered):
            record.check()


# The noted head


def test_the_head_is_noted_outside_the_database(tmp_path: Path) -> None:
    path = tmp_path / "room.db.head"
    assert read_noted(path, KEY) is None
    with open_record(tmp_path / "room.db", seal_key=KEY) as record:
        noting = Noting(path, KEY, lambda: record.checked_head)
        record.closing.append(noting.close)
        play(record, 3, "a")
        head = record.record_head()
    noted = read_noted(path, KEY)
    assert noted is not None
    assert (noted.record, *noted.head) == head
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(path.read_bytes().replace(b'"seal":4', b'"seal":3'))
    with pytest.raises(Exception, match="not written with the room key"):
        read_noted(path, KEY)
    path.write_text("nonsense")
    with pytest.raises(Exception, match="cannot be read"):
        read_noted(path, KEY)


def test_a_process_that_is_behind_does_not_note_an_earlier_head(tmp_path: Path) -> None:
    path = tmp_path / "room.db.head"
    with open_record(tmp_path / "room.db", seal_key=KEY) as record:
        play(record, 1, "a")
        early = record.record_head()
        play(record, 1, "b")
        late = record.record_head()
    write_noted(path, KEY, late)
    Noting(path, KEY, lambda: early).close()
    noted = read_noted(path, KEY)
    assert noted is not None
    assert noted.seal == late.seal


def test_an_empty_record_has_no_head(tmp_path: Path) -> None:
    with open_record(tmp_path / "room.db", seal_key=KEY) as record:
        assert record.head("cage") == EMPTY
        assert record.record_head().seal == 0
