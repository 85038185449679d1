"""A room opened from its last snapshots has the same state as one that read every entry.

Snapshots cover people, cage, shift book and tables. Any process may write them, and only those of the same code are
used.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from evening import HOUSE, KEY, Evening, Hands, run
from postgres import STORES, store_url

from boston7.accounts import LoggedIn
from boston7.accounts import people as p
from boston7.accounts.cage import CageMoved, conserved
from boston7.audit.export import write_jsonl
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.money import Piece
from boston7.record import Entry, Meta, open_record, snapshots, verify
from boston7.shift.cash import move_cash, void_receipt
from boston7.shift.checks import Prize, issue
from boston7.shift.count import enter_drop, sign_drop
from boston7.shift.incidents import log_incident
from boston7.shift.kinds import Signature
from boston7.shift.slips import request_slip, sign_slip
from boston7.shift.terms import CharityNamed, Terms, TermsSet
from boston7.table import Accepted, Room, TableActor

STREAMS = ("people", "cage", "tables", "shift")


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write snapshots often and in many parts, like a room with a hundred thousand guests."""
    monkeypatch.setattr(snapshots, "EVERY", 5)
    monkeypatch.setattr(snapshots, "_LONGEST", 700)


@asynccontextmanager
async def opened(url: str) -> Any:
    evening = Evening(open_record(url, seal_key=KEY.seal_key), Hands())
    await evening.room.open(keep_time=False)
    try:
        yield evening
    finally:
        await evening.room.close()
        evening.record.close()


async def live_a_little(evening: Evening, day: int) -> None:
    """Guests come, sit, leave and change names, cash is paid in and out, and a table is removed."""
    desk, room = evening.desk, evening.room
    table = await room.create(f"North {day}", HOUSE, tray=100_000_00, hurry=True)
    assert isinstance(table, TableActor)
    for number in range(1, 4):
        guest = await desk.guest()
        assert isinstance(guest, LoggedIn)
        person = guest.person
        for act in (c.Sit(PLATFORM, number, person.name), c.BuyIn(PLATFORM, number, 100_00)):
            assert isinstance(await table.submit(f"{day} {number} {type(act)}", act, person), Accepted)
        if number == 2:
            assert isinstance(await table.submit(f"{day} up", c.Leave(PLATFORM, number), person), Accepted)
            assert await desk.rename(person.id, f"Guest of {day}") is None
        move = partial(CageMoved, person.id, "deposit", 12_34, "", "desk")
        await desk.cage.give(move, Meta(desk.clock.now(), "desk", f"deposit {day} {number}"))
    other = await room.create(f"South {day}", HOUSE, tray=100_000_00, hurry=True)
    assert isinstance(other, TableActor)
    await room.put_away(other.name)
    await keep_the_shift_book(evening, day)


async def keep_the_shift_book(evening: Evening, day: int) -> None:
    """Store every kind of shift event, and a payout that waits for its second signature."""
    shift, one, two = (
        evening.room.shift,
        *[Signature(f"id of {role}", role, role) for role in ("supervisor", "cashier")],
    )
    guest = await evening.desk.guest()
    assert isinstance(guest, LoggedIn)
    book, table, date = shift.book, f"North {day}", f"2026-11-{day + 1:02}"
    for decide in (
        lambda: TermsSet(one, Terms(day_starts=day)),
        lambda: CharityNamed(one, date, f"Charity {day}"),
        lambda: enter_drop(book.drops, book.terms, table, 1, (Piece(100_00, 3),), one),
        lambda: sign_drop(book.drops, table, 1, two),
        lambda: request_slip(book.slips, book.terms, "fill", table, (Piece(5_00, 20),), one),
        lambda: sign_slip(book.slips, len(book.slips), "cage", two),
        lambda: log_incident(book.incidents, "dispute", "Two hands.", date, table, one),
        lambda: issue(book.checks, Prize("p1", f"Payee {day}", table, "chips"), 700_00, 0, date, one),
        lambda: move_cash(book.cash, book.terms, "front_money_in", "p1", "Ann", 500_00, date, two),
        lambda: void_receipt(book.cash, book.cash.receipts, "Keyed twice.", one),
        lambda: move_cash(book.cash, book.terms, "redemption", f"p{day + 2}", "Bob", 9_000_00, date, one),
    ):
        done = await shift.change(decide, guest.person)
        assert not isinstance(done, Rejection), done


def known(room: Room) -> dict[str, Any]:
    """Return the whole state that a room folds from its streams."""
    desk, tables = room.desk, room.directory
    return {
        "people": msgspec.to_builtins(desk.people),
        "cage": msgspec.to_builtins(desk.cage.cage),
        "counter": room.shift._counter,
        "tables": [msgspec.to_builtins(tables.summary(name)) for name in tables.names()],
        "gone": sorted(tables._gone),
        "shift": repr(room.shift.book),
        "seen": tables._seen,
    }


def written(evening: Evening) -> int:
    entries = evening.record.read("people snapshots")
    return sum(json.loads(entry.body)["type"] == "snapshot" for entry in entries)


@contextmanager
def unkept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(snapshots.Snapshots, "_find", lambda self: None)
        yield


def test_a_room_opened_at_snapshots_has_the_state_of_its_whole_record(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        for day in range(3):
            async with opened(url) as evening:
                await live_a_little(evening, day)
                await evening.room.keep_snapshots()
                if day == 1:
                    await live_a_little(evening, 3)  # Some entries follow the last snapshot.
        async with opened(url) as evening:
            parts = [evening.record.head(name + snapshots.SUFFIX).version for name in STREAMS]
            assert min(parts) > 3, parts
            kept = known(evening.room)
            asked: list[tuple[str, int]] = []
            real = evening.record.read

            def read_from(name: str, after: int = 0) -> list[Entry]:
                asked.append((name, after))
                return real(name, after)  # type: ignore[no-any-return]

            monkeypatch.setattr(evening.record, "read", read_from)
            again = Room(evening.record, type(evening.desk)(evening.record), KEY)
            await again.open(keep_time=False)
            assert known(again) == kept
            begins = dict(asked)
            assert all(begins[name] > 5 for name in STREAMS), f"all of it was read again: {begins}"
            await again.close()
            monkeypatch.undo()
        with unkept(monkeypatch):
            async with opened(url) as evening:
                assert known(evening.room) == kept
                assert conserved(evening.desk.cage.cage)

    run(story())
    with open_record(url, read_only=True) as record:
        assert verify(record, key=KEY.seal_key).fault is None


def test_a_snapshot_of_other_code_is_ignored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with opened(url) as evening:
            await live_a_little(evening, 0)
            with monkeypatch.context() as patch:
                patch.setattr(snapshots, "code_version", lambda packages: "of another version")
                patch.setattr(evening.desk.register.snapshots, "_save", lambda: p.People())
                await evening.room.keep_snapshots()
            kept = known(evening.room)
        async with opened(url) as evening:
            assert known(evening.room) == kept
            await live_a_little(evening, 1)
            await evening.room.keep_snapshots()  # This snapshot follows that of the other code.
            assert written(evening) == 2
            kept = known(evening.room)
        async with opened(url) as evening:
            assert evening.desk.register.snapshots._version > 5
            assert known(evening.room) == kept

    run(story())


def test_two_processes_write_one_snapshot_between_them(url: str) -> None:
    async def story() -> None:
        async with opened(url) as one, opened(url) as two:
            await live_a_little(one, 0)
            await two.desk.register.projection.catch_up()
            await one.desk.register.snapshots.keep(1)
            await two.desk.register.snapshots.keep(1)
            assert written(one) == 1
            await two.desk.register.snapshots.keep(1)
            assert written(one) == 1

    run(story())


def test_a_snapshot_is_written_only_after_enough_entries(url: str) -> None:
    async def story() -> None:
        async with opened(url) as evening:
            kept = evening.desk.register.snapshots
            for guests in range(1, 12):
                assert not isinstance(await evening.desk.guest(), Rejection)
                before = evening.desk.register.projection.version - kept._version
                await evening.room.keep_snapshots()
                assert (kept._version == evening.desk.register.projection.version) == (before >= 5), guests
            assert written(evening) > 1

    run(story())


def test_an_export_for_others_withholds_what_a_snapshot_repeats(url: str) -> None:
    async def story() -> None:
        async with opened(url) as evening:
            await live_a_little(evening, 0)
            await evening.room.keep_snapshots()

    run(story())
    with open_record(url, read_only=True, seal_key=KEY.seal_key) as record:
        for discreet in (True, False):
            file = io.StringIO()
            write_jsonl(record, file, KEY, discreet=discreet)
            lines = [json.loads(line) for line in file.getvalue().splitlines()]
            found = [line for line in lines if line["stream"].endswith(snapshots.SUFFIX)]
            assert {line["stream"] for line in found} == {name + snapshots.SUFFIX for name in STREAMS}
            assert all((line["body"] == {"type": "snapshot"}) == discreet for line in found)
            assert not discreet or all(line["withheld"] == ["state"] for line in found)
