"""Messages to viewers: no hidden cards, never more than fits, and exactly the steps that the viewer missed."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from random import Random

import msgspec
import pytest
from evening import Evening, published, record, run, sqlite, told_by, watch

from boston7.accounts import viewer_of
from boston7.cards import UNKNOWN, Card
from boston7.game import Phase, Table, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import AUDITOR, DEALER, PLATFORM, SPECTATOR, SUPERVISOR, Actor
from boston7.record import Record
from boston7.table import Frame
from boston7.table.messages import KEPT

__all__ = ["record", "sqlite"]

_CARDS = re.compile(rb'"([2-9TJQKA][cdhs])"')


def cards_in(value: object) -> set[str]:
    return {found.decode() for found in _CARDS.findall(msgspec.json.encode(value))}


def all_told(frames: list[Frame]) -> list[bytes]:
    return [bytes(step) for frame in frames for step in frame.encoded_steps() or ()]


def secrets(table: Table, viewer: Actor, shown: set[str]) -> set[str]:
    """Return the cards hidden from everyone but their owner, computed from the whole table and not from a view."""
    hidden: set[Card] = set(table.stub)
    if not table.dealer_face_up:
        hidden |= set(table.dealer_cards)
    for seat in table.seats:
        if not (viewer.role == "player" and seat.player == viewer.name):
            hidden |= set(seat.cards)
    return {card.value for card in hidden - {UNKNOWN}} - shown


@pytest.mark.parametrize("seed", range(3))
def test_no_frame_shows_its_viewer_a_hidden_card(sqlite: Record, seed: int) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        dice = Random(seed)
        async with evening.on():
            people = await evening.begin(4)
            viewers = [*map(viewer_of, people), SPECTATOR, AUDITOR, SUPERVISOR, DEALER]
            seen: dict[str, int] = {}
            searched = told = 0
            while evening.table.frame(SPECTATOR).view.round < 5:
                if not any([await evening.play(who, dice) for who in dice.sample(people, 2)]):
                    evening.hands.turn(dice.choice((1, 31)))
                    await evening.room.tick()
                table = evening.table.state.table
                happened = [was.event for was in evening.table.feed.steps]
                begun = max((n for n, was in enumerate(happened) if isinstance(was, e.RoundBegun)), default=0)
                public = (e.CardsExposed, e.DealerRevealed, e.HandTurned)
                shown = cards_in([was for was in happened[begun:] if isinstance(was, public)])
                for viewer in viewers:
                    frame = evening.table.frame(viewer, seen.get(repr(viewer)), offers=True)
                    assert frame.offers == legal(table, evening.table.house, viewer), "what is kept is what there is"
                    if frame.view.round == (seen.get(f"round {viewer!r}") or frame.view.round):
                        found = cards_in(told_by(frame))
                        leak = secrets(table, viewer, shown) & found
                        assert not leak, (viewer, leak, frame)
                        searched += 1
                        told += bool(found)
                    seen[repr(viewer)] = frame.version
                    seen[f"round {viewer!r}"] = frame.view.round
            assert searched > 200
            assert told > 50

    run(story())


def test_the_search_would_find_a_leak(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            await evening.wager(ann)
            await evening.wager(ben)
            await evening.until(Phase.DECISION)
            table = evening.table.state.table
            bens = evening.table.frame(viewer_of(ben))
            assert secrets(table, viewer_of(ben), set()) & cards_in(told_by(bens)) == set()
            assert secrets(table, viewer_of(ann), set()) & cards_in(told_by(bens))

    run(story())


async def collect(evening: Evening, viewer: Actor, frames: list[Frame], after: int | None = None) -> None:
    take = frames.append  # Receive them one by one.
    async for frame in watch(evening.table, viewer, after):
        take(frame)


def test_frames_follow_each_other_without_gap_or_repeat(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on():
            ann, ben = await one.begin()
            async with two.on():
                near: list[Frame] = []
                far: list[Frame] = []
                tasks = [asyncio.create_task(collect(one, viewer_of(ann), near))]
                tasks.append(asyncio.create_task(collect(two, viewer_of(ann), far)))
                await asyncio.sleep(0)
                await one.wager(ann)
                await two.wager(ben)
                await one.until(Phase.DECISION)
                async with asyncio.timeout(120):
                    while not near or not far or {near[-1].version, far[-1].version} != {one.table.version}:
                        await asyncio.sleep(0.01)
                for frames in (near, far):
                    assert frames[0].since is None
                    for before, after in pairwise(frames):
                        assert after.since == before.version
                        assert len(after.steps) == after.version - before.version
                assert near[-1].view == far[-1].view
                told = [
                    [bytes(step) for frame in frames[1:] for step in frame.encoded_steps() or ()]
                    for frames in (near, far)
                ]
                assert told[0] == told[1]
            await asyncio.wait([tasks[1]], timeout=120)
            assert tasks[1].done()  # Closing the room ends its viewers' frames.
        await asyncio.wait(tasks, timeout=120)

    run(story())


def test_a_returning_viewer_gets_the_missed_steps(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            left = evening.table.version
            await evening.wager(ann)
            await evening.wager(ben)
            await evening.until(Phase.DECISION)
            async for frame in watch(evening.table, viewer_of(ann), left):
                assert frame.since == left
                assert len(frame.steps) == frame.version - left
                patches = [msgspec.json.decode(step)["patch"] for step in frame.encoded_steps() or ()]
                dealt = {
                    seat: change["hand"]["cards"]
                    for patch in patches
                    for seat, change in patch.get("seats", {}).items()
                    if "cards" in change.get("hand", {})
                }
                assert len(cards_in(dealt["1"])) == 3
                assert set(dealt["2"]) == {UNKNOWN}
                break
            ahead = evening.table.frame(SPECTATOR, evening.table.version + 5)
            assert ahead.since is None  # The version does not exist, so the viewer gets a whole view.

    run(story())


def test_a_slow_viewer_gets_a_whole_view_and_nothing_is_queued(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            slow = watch(evening.table, SPECTATOR)
            first = await anext(slow)
            for _ in range(KEPT // 2 + 1):
                await evening.wager(ann)
                await evening.do(ann, c.WithdrawWagers(PLATFORM, 1))
            fresh = await anext(slow)
            assert fresh.version > first.version + KEPT
            assert fresh.since is None
            assert fresh.steps == ()
            assert len(evening.table.feed.steps) == KEPT
            await evening.wager(ann)
            assert (await anext(slow)).since == fresh.version

    run(story())


def test_nothing_is_broadcast_before_it_is_answered(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            order: list[str] = []

            async def look() -> None:
                note = order.append
                async for frame in watch(evening.table, SPECTATOR):
                    note(f"frame {frame.version}")

            async def shown(version: int) -> None:
                while f"frame {version}" not in order:
                    await asyncio.sleep(0)

            task = asyncio.create_task(look())
            for _ in range(5):
                await shown(evening.table.version)
                await published()
                stamp = evening.table.feed.revision
                version = (await evening.wager(ann)).version
                assert evening.table.feed.revision == stamp
                order.append(f"answer {version}")
                stored = max(entry.version for entry in sqlite.read("table:main"))
                assert stored == version
                await shown(version)
                assert order.index(f"answer {version}") < order.index(f"frame {version}")
            task.cancel()

    run(story())
