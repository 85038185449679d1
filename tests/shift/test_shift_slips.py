"""The floor's signature on a fill or credit is stored once, in one commit with the chips that it moves."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import msgspec
import pytest
from campaign import times
from evening import HOUSE, KEY, Evening, Hands, check_money, run, sqlite
from evening_live import staff
from forked import Program
from places import SUPPORT
from postgres import STORES, store_url

from boston7.accounts import Person
from boston7.accounts.cage import CageMoved
from boston7.declare import Rejection
from boston7.fair import read_hidden
from boston7.game import Automation
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.money import Piece
from boston7.record import Append, Entry, OutcomeUnknown, Record, RecordDown, open_record, verify
from boston7.shift.kinds import Signature
from boston7.shift.slips import SlipKind, SlipSigned, SlipStep, request_slip, sign_slip
from boston7.table import TableActor

__all__ = ["sqlite"]

KILLS = times(6, 200)
WORTH = 500_00
STEPS: tuple[tuple[SlipStep, str], ...] = (("cage", "Cass"), ("runner", "Ray"), ("dealer", "Dan"))


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


async def begin(evening: Evening) -> None:
    """Set up an open live table for money, with all staff who sign."""
    made = await evening.room.create("main", HOUSE, live=True, automation=(Automation.OPENING,), play_money=False)
    assert isinstance(made, TableActor), made
    for name, role in (("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Ray", "runner")):
        await staff(evening, name, role)
    dan = await staff(evening, "Dan", "dealer")
    opened = c.OpenTable(PLATFORM, "main", 50_000_00, True, (Automation.OPENING,), preinspected=True)
    await evening.do(named(evening, "Sue"), opened)
    await evening.do(dan, c.CountTray(PLATFORM, 50_000_00))


def named(evening: Evening, name: str) -> Person:
    found = evening.desk.named(name)
    assert found is not None
    return found


async def asked(evening: Evening, kind: SlipKind = "fill") -> int:
    """Return a slip with every signature but the floor's."""
    book, sue = evening.room.shift.book, named(evening, "Sue")
    by, pieces = Signature(sue.id, sue.name, sue.role), (Piece(100_00, WORTH // 100_00),)
    done = await evening.room.shift.change(lambda: request_slip(book.slips, book.terms, kind, "main", pieces, by), sue)
    assert not isinstance(done, Rejection), done
    number = max(book.slips)
    for step, who in STEPS:
        assert await evening.room.sign_slip(number, step, named(evening, who)) is None
    return number


def moved(record: Record, kind: str = "fill") -> tuple[list[str], list[int], list[int]]:
    """Return the completed slips' papers, amounts and numbers, as the table, the cage and the shift book have them."""
    events = [read_hidden(entry.body, KEY) for entry in record.read("table:main")]
    papers = [event.slip for event in events if isinstance(event, e.ChipsMoved) and event.what == kind]
    cage = [msgspec.json.decode(entry.body, type=CageMoved) for entry in record.read("cage")]
    amounts = [move.cents for move in cage if move.what == kind and move.cents == WORTH]
    signed = [msgspec.json.decode(entry.body) for entry in record.read("shift")]
    numbers = [each["number"] for each in signed if each["type"] == "slip_signed" and each["step"] == "floor"]
    return papers, amounts, numbers


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_a_floor_signature_is_decided_once_and_stored_in_one_commit(
    sqlite: Record, monkeypatch: pytest.MonkeyPatch, kind: SlipKind
) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await begin(evening)
            number, tray = await asked(evening, kind), evening.table.state.table.tray
            decided: list[Any] = []

            def deciding(*given: Any) -> Any:
                decided.append(sign_slip(*given))
                return decided[-1]

            monkeypatch.setattr("boston7.table.requests.sign_slip", deciding)
            commits = sqlite.record_head().seal
            assert await evening.room.sign_slip(number, "floor", named(evening, "Sue")) is None
            assert sqlite.record_head().seal == commits + 1
            assert [type(each) for each in decided] == [SlipSigned]
            last = [sqlite.read(stream)[-1] for stream in ("table:main", "cage", "shift")]
            assert len({entry.command_id for entry in last}) == 1
            assert {entry.actor for entry in last} == {"supervisor Sue"}
            gained = WORTH if kind == "fill" else -WORTH
            assert evening.table.state.table.tray == tray + gained
            assert moved(sqlite, kind) == ([evening.room.shift.book.slips[number].serial], [WORTH], [number])
        evening.check()

    run(story())


def test_chips_move_once_for_a_repeated_signature(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await begin(evening)
            number, sue = await asked(evening), named(evening, "Sue")
            answers = await asyncio.gather(*[evening.room.sign_slip(number, "floor", sue) for _ in range(3)])
            assert [answer and answer.reason for answer in answers].count(None) == 1
            again = await evening.room.sign_slip(number, "floor", named(evening, "Sid"))
            for refused in (again, *[answer for answer in answers if answer]):
                assert refused is not None
                assert refused.reason == "Slip F-000001 is already signed for that step."
            assert moved(sqlite) == (["F-000001"], [WORTH], [1])
        evening.check()

    run(story())


def test_a_signature_that_the_table_refuses_is_not_stored(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await begin(evening)
            number, sue = await asked(evening), named(evening, "Sue")
            unknown = await evening.room.sign_slip(number + 1, "floor", sue)
            assert unknown is not None
            assert unknown.code == "unknown_slip"
            duty = await evening.room.sign_slip(number, "floor", named(evening, "Dan"))
            assert duty is not None
            assert duty.code == "not_your_duty"
            await evening.do(sue, c.BeginClosing(PLATFORM, "It is late."))
            await evening.do(named(evening, "Dan"), c.CountTray(PLATFORM, 50_000_00))
            await evening.do(sue, c.CloseTable(PLATFORM))
            closed = await evening.room.sign_slip(number, "floor", sue)
            assert closed is not None
            assert evening.room.shift.book.slips[number].next == "floor"
            assert moved(sqlite) == ([], [], [])
        evening.check()

    run(story())


def test_a_lost_result_moves_no_chips_twice(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the commit nothing has happened. After it, everything has."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await begin(evening)
            number, sue = await asked(evening), named(evening, "Sue")
            store = sqlite.append_async

            async def down(_: Sequence[Append]) -> tuple[Entry, ...]:
                raise RecordDown("The disk is full.")

            async def lost(appends: Sequence[Append]) -> tuple[Entry, ...]:
                await store(appends)
                raise OutcomeUnknown("It went away.")

            for broken, papers in ((down, []), (lost, ["F-000001"])):
                with monkeypatch.context() as patch:
                    patch.setattr(sqlite, "append_async", broken)
                    answer = await evening.room.sign_slip(number, "floor", sue)
                assert answer is not None
                assert moved(sqlite)[0] == papers
            again = await evening.room.sign_slip(number, "floor", sue)
            assert again is not None
            assert again.code == "already_done"
            assert moved(sqlite) == (["F-000001"], [WORTH], [1])
        evening.check()

    run(story())


def test_two_processes_sign_at_once_and_one_of_them_moves_the_chips(url: str) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            hands, evenings = Hands(), list[Evening]()
            for _ in range(2):
                opened = stack.enter_context(open_record(url, seal_key=KEY.seal_key))
                evenings.append(await stack.enter_async_context(Evening(opened, hands).on()))
                if len(evenings) == 1:
                    await begin(evenings[0])
            one, two = evenings
            for _ in range(10):
                number = await asked(one)
                while number not in two.room.shift.book.slips or two.room.shift.book.slips[number].next != "floor":
                    await asyncio.sleep(0.001)
                sue, sid = named(one, "Sue"), named(two, "Sid")
                answers = await asyncio.gather(
                    one.room.sign_slip(number, "floor", sue), two.room.sign_slip(number, "floor", sid)
                )
                refused = [answer for answer in answers if answer is not None]
                assert [answer.code for answer in refused] == ["already_done"], answers
        with open_record(url, seal_key=KEY.seal_key) as record:
            papers, amounts, numbers = moved(record)
            assert papers == [f"F-{number:06d}" for number in range(1, 11)]
            assert (amounts, numbers) == ([WORTH] * 10, list(range(1, 11)))
            check_money(record)

    run(story())


# Killed at any moment


async def sign_until_killed(url: str, notes: int) -> None:
    with open_record(url, seal_key=KEY.seal_key) as record:
        evening = Evening(record)
        async with evening.on():
            if not evening.room.directory.names():
                await begin(evening)
            for number in count(1):
                book = evening.room.shift.book
                if number not in book.slips:
                    number = await asked(evening)
                while (step := book.slips[number].next) is not None:
                    who = dict([*STEPS, ("floor", "Sue")])[step]
                    done = await evening.room.sign_slip(number, step, named(evening, who))
                    os.write(notes, f"{number} {step} {done and done.reason}\n".encode())


def main(url: str, path: str, kills: int) -> None:
    dice, notes = Random(kills), os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for _ in range(kills):
        before = Path(path).stat().st_size
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(sign_until_killed(url, notes))
            except BaseException as error:
                os.write(2, f"{error!r}\n".encode())
            os._exit(3)
        while Path(path).stat().st_size == before:
            sleep(0.001)
        sleep(dice.uniform(0, 0.05))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), "it ended by itself before it was killed"


@pytest.mark.campaign
def test_killed_between_any_two_steps_a_slip_is_signed_with_its_chips_or_not_at_all(url: str, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    program = f"""
import sys
sys.path[:0] = [{str(SUPPORT)!r}, {str(Path(__file__).parent)!r}]
import test_shift_slips
test_shift_slips.main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
"""
    ended = Program(program, url, str(notes), str(KILLS)).ends(300 + 4 * KILLS)
    assert ended.returncode == 0, ended.stderr
    with open_record(url, seal_key=KEY.seal_key) as record:
        assert verify(record).fault is None
        check_money(record)
        papers, amounts, numbers = moved(record)
    assert papers == [f"F-{number:06d}" for number in numbers]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(amounts) == len(numbers) >= KILLS // 2
    signed = [line.split()[0] for line in notes.read_text().splitlines() if line.endswith("floor None")]
    assert len(set(signed)) == len(signed)
    assert set(map(int, signed)) <= set(numbers), "what was answered is on record"
