"""Marks: a table opened at one is the table that its whole record makes, and nothing done since is done twice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from test_live_table_evening import KEY, Evening, journal, run, sqlite

from boston7.accounts import Person, viewer_of
from boston7.cards import DECK, UNKNOWN
from boston7.fair import read_hidden
from boston7.game import CLOSED, Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.journal import Append, Journal, Meta
from boston7.table import Accepted, marks
from boston7.table.frames import REMEMBERED
from boston7.table.state import State, step

__all__ = ["journal", "sqlite"]

FEW = 60


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "EVERY", FEW)


async def rounds(evening: Evening, guests: list[Person], dice: Random, count: int) -> None:
    """Somebody plays, somebody lets the time pass, and now and then somebody adds to the shuffle."""
    last = evening.table.round + count
    while evening.table.round < last or not evening.at(Phase.COMPLETE):
        for guest in guests:
            if evening.at(Phase.BETTING) and dice.random() < 0.3:
                await evening.table.add_entropy(f"e{dice.random()}", f"words {dice.random()}", guest)
            await evening.play(guest, dice)
        evening.hands.turn(31)
        await evening.room.tick()


def known(evening: Evening, guests: list[Person]) -> list[Any]:
    """All that a room knows of its table and of who played there."""
    now = evening.desk.clock.seconds()
    frames = [evening.table.frame(viewer_of(guest), offers=True) for guest in guests]
    tally = evening.room.tally
    days = [(tally.lost(guest.name, now), tally.seconds_seated(guest.name, now)) for guest in guests]
    return [evening.table.frame(SPECTATOR), *frames, *days, tally.risk_elsewhere(guests[0].name, "another")]


async def opened(journal: Journal, before: Evening, guests: list[Person]) -> list[Any]:
    async with Evening(journal, before.hands).on() as again:
        return known(again, guests)


def read_from(monkeypatch: pytest.MonkeyPatch, journal: Journal) -> list[int]:
    """The versions after which tables are read from now on."""
    asked: list[int] = []
    read = journal.read

    def spy(stream: str, after: int = 0) -> Any:
        if stream == "table:main":
            asked.append(after)
        return read(stream, after)

    monkeypatch.setattr(journal, "read", spy)
    return asked


@pytest.mark.parametrize("seed", range(3))
def test_a_table_opened_at_a_mark_is_the_table_of_its_whole_record(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    async def story() -> None:
        dice = Random(seed)
        evening = Evening(journal)
        async with evening.on():
            guests = await evening.begin(3)
            asked = read_from(monkeypatch, journal)
            for _ in range(4):
                await rounds(evening, guests, dice, dice.randrange(1, 5))
                for phase in (None, Phase.BETTING, Phase.DECISION):
                    if phase:
                        await evening.until(phase) if phase is Phase.BETTING else await evening.wager(guests[0])
                        await evening.until(phase)
                    at_a_mark = await opened(journal, evening, guests)
                    with monkeypatch.context() as patch:
                        patch.setattr(marks, "find", lambda *_: None)
                        assert at_a_mark == await opened(journal, evening, guests) == known(evening, guests)
            version = evening.table.version
        count = journal.head("mark:main").version
        assert 3 < count <= version // FEW
        assert max(asked) > version - 4 * FEW, "no mark was made use of"
        evening.check()

    run(story())


def test_what_was_done_before_the_last_mark_is_not_done_again(journal: Journal) -> None:
    async def story() -> None:
        dice = Random(1)
        evening = Evening(journal)
        done: list[tuple[str, c.PlaceWagers, Person, Accepted]] = []
        async with evening.on():
            guests = await evening.begin(2)
            while len(written := journal.read("mark:main")) < 8:
                await evening.until(Phase.BETTING)
                for guest in guests:
                    id, wagers = f"w{evening.table.round}", c.PlaceWagers(PLATFORM, evening.seat_of(guest), 5_00, 5_00)
                    done.append((id, wagers, guest, await evening.do(guest, wagers, id)))
                await rounds(evening, guests, dice, 0)
            version = evening.table.version
            for id, wagers, guest, answer in done:  # the first of them are too long ago to be at hand
                assert await evening.table.submit(id, wagers, guest) == answer
            assert evening.table.version == version > 2 * REMEMBERED
        before_last = marks._MARKS.decode(written[-2].body).state.version
        last = marks._MARKS.decode(written[-1].body).state.version
        async with Evening(journal, evening.hands).on() as again:
            late = [one for one in done if one[3].version > before_last]
            assert [one for one in late if one[3].version <= last]
            for id, wagers, guest, answer in late:
                assert await again.table.submit(id, wagers, guest) == answer
            assert again.table.version == version

    run(story())


def test_a_mark_of_another_version_of_this_program_is_passed_over(journal: Journal) -> None:
    async def story() -> None:
        evening = Evening(journal)
        async with evening.on():
            guests = await evening.begin(1)
            await rounds(evening, guests, Random(2), 2)
            before = known(evening, guests)
        meta = Meta(evening.desk.clock.now(), "platform", "from-the-future")
        strange = [b'{"type":"mark","format":2}', b'{"type":"bookmark"}']
        for body in (*strange, *strange):
            journal.append_now([Append("mark:main", None, [body], meta)])
            assert await opened(journal, evening, guests) == before

    run(story())


def test_a_mark_gives_no_card_away(journal: Journal) -> None:
    """What is not dealt yet is on record under lock and key."""

    async def story() -> None:
        evening = Evening(journal)
        async with evening.on():
            await rounds(evening, await evening.begin(2), Random(3), 8)
        written = journal.read("mark:main")
        assert written
        state, states = State(), dict[int, State]()
        for entry in journal.read("table:main"):
            state = step(state, read_hidden(entry.body, KEY), entry.time)
            states[entry.version] = state
        for entry in written:
            mark = marks._MARKS.decode(entry.body)
            assert mark.state == states[mark.state.version]
            assert mark.state.table.phase in (Phase.BETTING, Phase.COMPLETE)
            assert not [card for card in mark.state.table.stub if card.known]

    run(story())


def test_no_mark_is_made_over_a_deck_that_is_shuffled() -> None:
    """No table shuffles ahead of its first wager today; if one ever does, its deck must not be written down."""
    begins = [e.RoundBegun(2, "nhcg", "v")]
    assert marks.due(State(version=FEW), begins)
    assert not marks.due(State(replace(CLOSED, stub=DECK), version=FEW), begins)
    assert marks.due(State(replace(CLOSED, stub=(UNKNOWN,) * 52), version=FEW), begins)
    assert not marks.due(State(version=FEW - 1), begins)
    assert not marks.due(State(version=FEW), [])
