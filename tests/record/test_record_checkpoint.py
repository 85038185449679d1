"""Opening a long record from its checkpoint, and detecting forgeries before that checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest
from burglar import Burglar
from forger import MINE, Sealing, commits_of, money, play, rebuilt

from boston7.keys import RoomKey
from boston7.record import Append, Meta, Record, Tampered, opening, verify
from boston7.record.checkpoint import read_checkpoint, write_checkpoint
from boston7.record.commit import key_id
from boston7.server.config import Settings


class Long:
    """A long record of a room, closed and reopened from its checkpoint."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(db=f"sqlite:///{folder / 'room.db'}")
        record, self.key = opening.open_room(self.settings)
        with record:
            play(record, 60, "a")
        head = opening.head_file(self.settings)
        assert head is not None
        self.path = head.with_suffix(".checkpoint")
        self.burglar = Burglar(self.settings.db)

    def open(self) -> Record:
        record, key = opening.open_room(self.settings)
        assert key.id == self.key.id
        return record


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Long:
    monkeypatch.setattr(opening, "LONG", 50)
    return Long(tmp_path)


def test_the_next_start_resumes_from_the_checkpoint(long: Long, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    from boston7.record.sqlite import SqliteStore

    real = SqliteStore.commits

    def commits(store: SqliteStore, after: int, limit: int) -> list[object]:
        read.append(after)
        return real(store, after, limit)  # type: ignore[return-value]

    monkeypatch.setattr(SqliteStore, "commits", commits)
    with long.open() as record:
        assert record.resumed
        last = len(long.burglar.before)
        assert read[0] == last - 1
        assert {*read[1:]} == {last}, "nothing before it; only whether there is more"
        assert len(record.read("table:main")) == 120
        record.append_now([Append("cage", None, [b"{}"], Meta(1, "a", "c"))])
        record.check_again()
        assert verify(record).fault is None
    assert long.path.stat().st_mode & 0o077 == 0
    with long.open() as record:
        assert record.resumed
        assert record.head("cage").version == 31


def test_a_short_record_is_read_whole(tmp_path: Path) -> None:
    long = Long(tmp_path)
    assert not long.path.exists()
    with long.open() as record:
        assert not record.resumed


def test_a_forgery_before_the_checkpoint_is_not_read_and_stops_the_room(long: Long) -> None:
    commits = commits_of(long.burglar.before)
    forged = [*commits[:5], commits[5]._replace(entries=(*commits[5].entries, money())), *commits[6:]]
    for sealing in (Sealing(MINE, key_id(long.key.seal_key)), Sealing(None, "")):
        rows = rebuilt(forged, 5, sealing)
        # Keep the number of rows and the last row, so that the checkpoint's commit looks untouched.
        long.burglar.write([*rows[: len(long.burglar.before) - 1], long.burglar.before[-1]])
        with long.open() as record:
            assert record.resumed
            with pytest.raises(Tampered):
                record.check_again()
            assert record.stopped is not None
            with pytest.raises(Tampered):
                record.append_now([Append("cage", None, [b"{}"], Meta(1, "a", "c"))])
        with long.open() as record, pytest.raises(Tampered):
            record.read("cage")


def test_a_record_without_the_checkpoints_commit_is_read_whole_and_refused(long: Long) -> None:
    rows = long.burglar.before
    for forged in (rows[:-3], rebuilt(commits_of(rows), 3, Sealing(None, ""))):
        long.burglar.write(forged)
        with pytest.raises(Tampered):
            long.open()


def test_a_checkpoint_of_another_key_is_ignored(long: Long) -> None:
    saved = read_checkpoint(long.path, long.key.seal_key)
    assert saved is not None
    assert read_checkpoint(long.path, RoomKey(b"x" * 32).seal_key) is None
    write_checkpoint(long.path, MINE, saved)
    with long.open() as record:
        assert not record.resumed
    long.path.write_bytes(b"nonsense")
    with long.open() as record:
        assert not record.resumed
