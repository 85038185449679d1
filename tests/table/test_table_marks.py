"""Marks: a table opened from one equals the table folded from its whole record, and retries remain no-ops."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from campaign import first, times
from evening import KEY, Evening, Hands, record, run, sqlite
from msgspec.structs import replace
from postgres import STORES
from shuffle_texts import coming, commit, reveal

from boston7.accounts import Person, viewer_of
from boston7.accounts.clock import MICROS
from boston7.cards import DECK, UNKNOWN
from boston7.declare import Rejection
from boston7.fair import read_hidden
from boston7.game import CLOSED, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.record import Append, Meta, Record
from boston7.table import Accepted, command_ids, marks
from boston7.table.messages import KEPT, Frame
from boston7.table.state import State, step

__all__ = ["record", "sqlite"]

FEW = 60
long_stories = pytest.mark.parametrize("record", first(1, STORES), indirect=True)
"""A campaign runs these on PostgreSQL too. Here the shorter tests cover writing and reading marks there."""


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "EVERY", FEW)


async def rounds(evening: Evening, guests: list[Person], dice: Random, count: int) -> None:
    """Play some rounds, let time pass, and sometimes add texts to the shuffle."""
    last = evening.table.round + count
    while evening.table.round < last or not evening.at(Phase.COMPLETE):
        for guest in guests:
            if evening.at(Phase.BETTING) and dice.random() < 0.3:
                await commit(evening.table, guest, f"e{dice.random()}")
            elif evening.at(Phase.SHUFFLING) and dice.random() < 0.9:
                await reveal(evening.table, guest, f"r{dice.random()}")
            await evening.play(guest, dice)
        evening.hands.turn(31)
        await evening.room.tick()


def known(evening: Evening, guests: list[Person]) -> list[Any]:
    """Return the whole state of a room: its table and its players."""
    now = evening.desk.clock.seconds()
    frames = [evening.table.frame(viewer_of(guest), offers=True) for guest in guests]
    tally = evening.room.tally
    days = [(tally.lost(guest.id, now), tally.seconds_seated(guest.id, now)) for guest in guests]
    seen = [_seen(frame) for frame in (evening.table.frame(SPECTATOR), *frames)]
    return [*seen, *days, tally.risk_elsewhere(guests[0].id, "another")]


def _seen(frame: Frame) -> Any:
    return frame.version, frame.view, frame.surroundings, frame.offers


async def opened(record: Record, before: Evening, guests: list[Person]) -> list[Any]:
    async with Evening(record, before.hands).on() as again:
        return known(again, guests)


def read_from(monkeypatch: pytest.MonkeyPatch, record: Record) -> list[int]:
    """Return a list that collects the versions after which tables are read from now on."""
    asked: list[int] = []
    read = record.read

    def spy(stream: str, after: int = 0) -> Any:
        if stream == "table:main":
            asked.append(after)
        return read(stream, after)

    monkeypatch.setattr(record, "read", spy)
    return asked


@long_stories
@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(times(1, 10)))
def test_a_table_opened_at_a_mark_is_the_table_of_its_whole_record(
    record: Record, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async def story() -> None:
        dice = Random(seed)
        evening = Evening(record)
        async with evening.on():
            guests = await evening.begin(3)
            asked = read_from(monkeypatch, record)
            for _ in range(4):
                await rounds(evening, guests, dice, dice.randrange(1, 5))
                for phase in (None, Phase.BETTING, Phase.DECISION):
                    if phase:
                        await evening.until(phase) if phase is Phase.BETTING else await evening.wager(guests[0])
                        await evening.until(phase)
                    at_a_mark = await opened(record, evening, guests)
                    with monkeypatch.context() as patch:
                        patch.setattr(marks.Marks, "find", lambda _: [])
                        assert at_a_mark == await opened(record, evening, guests) == known(evening, guests)
            version = evening.table.version
        count = record.head("mark:main").version
        assert 3 < count <= version // FEW
        assert max(asked) > version - 3 * FEW, "no mark was made use of"
        evening.check()

    run(story())


@long_stories
@pytest.mark.parametrize("at_first", [100, 2])
def test_an_old_retry_is_a_no_op(record: Record, monkeypatch: pytest.MonkeyPatch, at_first: int) -> None:
    """It holds even long afterwards, after many openings of the room."""
    monkeypatch.setattr(marks, "_AT_FIRST", at_first)

    async def story() -> None:
        dice, hands = Random(1), Hands()
        done: list[tuple[str, c.PlaceWagers, Person, Accepted]] = []
        added: list[tuple[str, int, str, Person, Accepted]] = []
        guests: list[Person] = []
        while record.head("mark:main").version < 8:
            evening = Evening(record, hands)
            async with evening.on():
                guests = guests or await evening.begin(2)
                for _ in range(2):
                    await evening.until(Phase.BETTING)
                    for guest in guests:
                        id, seat = f"w{evening.table.round}", evening.seat_of(guest)
                        words = (f"e{evening.table.round}", coming(evening.table), "0" * 64, guest)
                        answer = await evening.table.commit_text(*words)
                        assert isinstance(answer, Accepted)
                        added.append((*words, answer))
                        wagers = c.PlaceWagers(PLATFORM, seat, {"ante": 5_00, "first": 5_00})
                        done.append((id, wagers, guest, await evening.do(guest, wagers, id)))
                    await rounds(evening, guests, dice, 0)
        for _ in range(2):
            async with Evening(record, hands).on() as again:
                await again.until(Phase.BETTING)
                heads = [record.head(name) for name in ("table:main", "fair:main", "cage")]
                assert again.table.version > 2 * KEPT
                for id, wagers, guest, answer in done:
                    assert await again.table.submit(id, wagers, guest) == answer
                for id, round, hidden, guest, answer in added:
                    assert await again.table.commit_text(id, round, hidden, guest) == answer
                assert heads == [record.head(name) for name in ("table:main", "fair:main", "cage")]

    run(story())


def test_a_retry_is_a_no_op_after_many_other_commands(sqlite: Record) -> None:
    """It holds after a restart and hours later, because the sender's session may still be valid."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, *others = await evening.begin(6)
            await evening.do(ann, c.CashOut(PLATFORM, evening.seat_of(ann), 1_000_00))
            buy_in = c.BuyIn(PLATFORM, evening.seat_of(ann), 500_00)
            answer = await evening.do(ann, buy_in, "the-buy-in")
            withdrawals = [(guest, c.WithdrawWagers(PLATFORM, evening.seat_of(guest))) for guest in others]
            for _ in range(410):
                await asyncio.gather(*[evening.wager(guest) for guest in others])
                await asyncio.gather(*[evening.do(*withdrawal) for withdrawal in withdrawals])
            chips = evening.table.chips_of(ann.id)
            assert await evening.table.submit("the-buy-in", buy_in, ann) == answer
            await rounds(evening, others, Random(4), 2)
            evening.hands.turn(11 * 60 * 60)
        assert sqlite.head("mark:main").version
        async with Evening(sqlite, evening.hands).on() as again:
            assert await again.table.submit("the-buy-in", buy_in, ann) == answer
            assert again.table.chips_of(ann.id) == chips

    run(story())


def test_a_forgotten_id_blocks_nothing(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_ids, "IDS_LAST", 60 * MICROS)
    monkeypatch.setattr(marks, "IDS_LAST", 60 * MICROS)
    monkeypatch.setattr(command_ids, "_NEWEST", 10)
    monkeypatch.setattr(command_ids, "_SPAN", 10 * MICROS)
    monkeypatch.setattr(marks, "_AT_FIRST", 1)

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            guests = await evening.begin(2)
            ids: list[str] = []
            while record.head("mark:main").version < 5:
                await evening.until(Phase.BETTING)
                for guest in guests:
                    ids.append(f"w{evening.table.round}")
                    await evening.do(
                        guest, c.PlaceWagers(PLATFORM, evening.seat_of(guest), {"ante": 5_00, "first": 5_00}), ids[-1]
                    )
                await rounds(evening, guests, Random(1), 0)
        evening.hands.turn(2 * 24 * 60 * 60)
        async with Evening(record, evening.hands).on() as again:
            async with asyncio.timeout(120):
                for room in (evening, again):
                    for id in ids:
                        answer = await room.table.submit(
                            id, c.PlaceWagers(PLATFORM, 1, {"ante": 5_00, "first": 5_00}), guests[0]
                        )
                        assert isinstance(answer, Accepted | Rejection)

    run(story())


@long_stories
def test_a_days_losses_are_counted_across_marks(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "_AT_FIRST", 1)

    async def story() -> None:
        dice = Random(5)
        evening = Evening(record)
        async with evening.on():
            guests = await evening.begin(2)
            leaver = await evening.seat(5)
            for _ in range(14):
                evening.hands.turn(3 * 60 * 60)
                await evening.until(Phase.BETTING)
                if leaver.name in evening.table.players:
                    await evening.do(leaver, c.Leave(PLATFORM, 5))
                await rounds(evening, guests, dice, 1)
                with monkeypatch.context() as patch:
                    patch.setattr(marks.Marks, "find", lambda _: [])
                    whole = await opened(record, evening, [*guests, leaver])
                assert await opened(record, evening, [*guests, leaver]) == whole
        assert record.head("mark:main").version > 5

    run(story())


def test_a_mark_of_another_format_is_ignored(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            guests = await evening.begin(1)
            await rounds(evening, guests, Random(2), 2)
            before = known(evening, guests)
        meta = Meta(evening.desk.clock.now(), "platform", "from-the-future")
        strange = [b'{"type":"mark","format":3}', b'{"type":"bookmark"}']
        for body in (*strange, *strange):
            record.append_now([Append("mark:main", None, [body], meta)])
            assert await opened(record, evening, guests) == before

    run(story())


def test_a_mark_reveals_no_card(record: Record) -> None:
    """The undealt cards are stored encrypted."""

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            await rounds(evening, await evening.begin(2), Random(3), 8)
        written = record.read("mark:main")
        assert written
        state, states = State(), dict[int, State]()
        for entry in record.read("table:main"):
            state = step(state, read_hidden(entry.body, KEY), entry.time)
            states[entry.version] = state
        for entry in written:
            mark = marks._MARKS.decode(entry.body)
            assert mark.state == states[mark.state.version]
            assert mark.state.table.phase in (Phase.BETTING, Phase.COMPLETE)
            assert not [card for card in mark.state.table.stub if card.known]

    run(story())


def test_no_mark_contains_a_shuffled_deck() -> None:
    """No table shuffles before its first wager now. If one ever does, the mark must not contain the deck."""
    assert marks.due(State(version=FEW))
    assert not marks.due(State(replace(CLOSED, stub=DECK), version=FEW))
    assert marks.due(State(replace(CLOSED, stub=(UNKNOWN,) * 52), version=FEW))
    assert not marks.due(State(version=FEW - 1))
