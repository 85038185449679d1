"""The tables that a process loads and follows: those visited there. Of all others it has only the card.

Each `Evening` has its own record object on the same store, like a process. The first one here plays at every table; the
second one serves only what is requested from it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from burglar import Burglar
from evening import ASKS, HOUSE, KEY, Evening, Hands, Waker, attached, run
from forger import MINE, Commit, Sealing, commits_of, money, rebuilt
from msgspec.structs import replace
from postgres import STORES, store_url
from processes import Process, found, play_out, sit, until, wager

from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import Tampered, open_record, verify
from boston7.record.commit import key_id
from boston7.table import Accepted, TableActor
from boston7.table.tables import LINGER, SILENCE

NAMES = [f"Table {number}" for number in range(1, 7)]


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


def test_a_process_pays_only_for_the_tables_it_serves(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES)
            two = Process.started(url, hands)
            async with two.on():
                served = two.room.tables
                assert served.loaded == 0, "no table is read at the start"
                assert [table.name for table in two.room.summaries()] == NAMES
                before = {name: one.record.head(f"table:{name}").version for name in NAMES}
                for name in NAMES:
                    await play_out(one, await one.at(name), seats[name])
                await two.level_with(one)
                assert (served.loaded, served.followed, two.room.served()) == (0, 0, ())
                stored = sum(one.record.head(f"table:{name}").version - before[name] for name in NAMES)
                assert served.skipped > stored > 6 * len(NAMES), "and yet all of it is in the chain that was checked"
                table = await two.at(NAMES[0])
                assert served.loaded == 1
                assert table.state == (await one.at(NAMES[0])).state
                skipped = served.skipped
                await play_out(one, await one.at(NAMES[0]), seats[NAMES[0]])
                await two.level_with(one)
                assert (served.loaded, served.skipped) == (1, skipped), "only that table was anybody's business"
                assert served.followed > 6
                assert table.state == (await one.at(NAMES[0])).state
                lobbies = [
                    [replace(glimpse, version=0, quiet_since=0) for glimpse in process.room.summaries()]
                    for process in (one, two)
                ]
                assert lobbies[0] == lobbies[1], "the lobby knows every table, served or not"
                assert [glimpse.round for glimpse in two.room.summaries()] == [2, 1, 1, 1, 1, 1]
        with open_record(url, read_only=True, seal_key=KEY.seal_key) as record:
            assert verify(record, key=KEY.seal_key).fault is None

    run(story())


def test_a_table_is_unloaded_and_loaded_unchanged(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES[:2])
            main = await one.at(NAMES[0])
            before = main.state
            hands.turn(LINGER)
            await one.room.tables.sweep()
            assert one.room.served() == ()
            assert main.is_closed
            assert one.room.summary(NAMES[0]).players[0] == seats[NAMES[0]].name
            again = await one.at(NAMES[0])
            assert again is not main
            assert again.state == before
            assert isinstance(await wager(again, seats[NAMES[0]]), Accepted)
            hands.turn(LINGER)
            await one.room.tables.sweep()
            assert one.room.served() == (again,), "nobody else keeps the time of the round that is on"
            attached(again, Waker())
            await until(one, again, Phase.COMPLETE)
            await until(one, again, Phase.BETTING)
            hands.turn(2 * LINGER)
            await one.room.tables.sweep()
            assert one.room.served() == (again,), "somebody looks at it"

    run(story())


def test_concurrent_visitors_get_the_same_table(url: str) -> None:
    """Entries stored during the load are not missed."""

    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES[:1])
            two = Process.started(url, hands)
            async with two.on():
                name = NAMES[0]
                tables, _ = await asyncio.gather(
                    asyncio.gather(*(two.at(name) for _ in range(5))), wager(await one.at(name), seats[name])
                )
                assert len({id(table) for table in tables}) == 1
                assert two.room.tables.loaded == 1
                async with asyncio.timeout(60):
                    while tables[0].version != (await one.at(name)).version:
                        await asyncio.sleep(0.005)
                assert tables[0].state.table == (await one.at(name)).state.table

    run(story())


def test_limits_count_what_was_played_at_tables_that_are_not_served_here(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES)
            ann, there, here = seats[NAMES[0]], NAMES[0], "Elsewhere"
            await one.desk.set_limit(ann.id, "loss", 100_00)
            await play_out(one, await one.at(there), ann, 20_00)  # $40 is lost.
            assert isinstance(await wager(await one.at(there), ann), Accepted)  # $30 is at stake.
            made = await one.room.create(here, HOUSE, tray=50_000_00, hurry=True, automation=ASKS)
            assert isinstance(made, TableActor)
            two = Process.started(url, hands)
            async with two.on():
                table = await two.at(here)
                await sit(table, ann)
                refused = await wager(table, ann, 20_00)
                assert isinstance(refused, Rejection)
                assert "$30 is left" in refused.reason
                assert {each.name for each in two.room.served()} == {there, here}, "and no other table was read for it"
                assert isinstance(await wager(table, ann, 10_00), Accepted)

    run(story())


@pytest.mark.parametrize("left", [False, True])
def test_time_at_a_table_that_is_not_served_here_counts(url: str, left: bool) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES[:2])
            ann = seats[NAMES[0]]
            await one.desk.set_limit(ann.id, "time", 3600)
            hands.turn(3600)
            if left:
                gone = await (await one.at(NAMES[0])).submit("l", c.Leave(PLATFORM, 1), ann)
                assert isinstance(gone, Accepted)
        two = Process.started(url, hands)
        async with two.on():
            refused = await (await two.at(NAMES[1])).submit("s", c.Sit(PLATFORM, 2, ann.name), ann)
            assert isinstance(refused, Rejection)
            assert "60 minutes" in refused.reason
            hands.turn(24 * 3600)
            answer = await (await two.at(NAMES[1])).submit("t", c.Sit(PLATFORM, 2, ann.name), ann)
            assert isinstance(answer, Accepted) is left, "a seat one never left goes on counting"

    run(story())


def test_a_table_whose_process_died_is_served_by_another(url: str) -> None:
    """A round is abandoned by its process. Another process, which has never loaded the table, finishes it."""

    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        two = Process.started(url, hands)
        async with two.on():
            async with one.on():
                seats = await found(one, NAMES[:2])
                table = await one.at(NAMES[0])
                assert isinstance(await wager(table, seats[NAMES[0]]), Accepted)
                await two.level_with(one)
                hands.turn(SILENCE / 2)
                await two.room.tables.sweep()
                assert two.room.tables.loaded == 0, "it is served elsewhere"
            hands.turn(SILENCE)
            await two.room.tables.sweep()
            assert [each.name for each in two.room.served()] == NAMES[:1], "at the other one nothing is due"
            assert two.room.tables.loaded == 2
            await until(two, await two.at(NAMES[0]), Phase.COMPLETE)
            await until(two, await two.at(NAMES[0]), Phase.BETTING)
            hands.turn(LINGER)
            await two.room.tables.sweep()
            assert two.room.served() == ()
            hands.turn(10 * SILENCE)
            await two.room.tables.sweep()
            assert two.room.tables.loaded == 2, "a table at rest is left alone"

    run(story())


def test_after_a_restart_occupied_tables_are_served_at_once(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            seats = await found(one, NAMES)
            assert isinstance(await wager(await one.at(NAMES[2]), seats[NAMES[2]]), Accepted)
        hands.turn(9 * 3600)
        two = Process.started(url, hands)
        async with two.on():
            await two.room.tables.sweep()
            assert [each.name for each in two.room.served()] == [NAMES[2]]
            await until(two, await two.at(NAMES[2]), Phase.COMPLETE)

    run(story())


def test_a_table_that_another_process_serves_is_not_loaded(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one, two = Process.started(url, hands), Process.started(url, hands)
        async with two.on(), one.on():
            seats = await found(one, NAMES[:1])
            await two.level_with(one)
            there, here = await one.at(NAMES[0]), await two.at(NAMES[0])
            assert isinstance(await wager(there, seats[NAMES[0]]), Accepted)
            async with asyncio.timeout(60):
                while here.version != there.version:
                    await asyncio.sleep(0.005)
            hands.turn(LINGER)
            assert here.due() is not None
            await two.room.tables.sweep()
            assert two.room.served() == ()

    run(story())


def test_an_entry_forged_for_a_table_that_is_not_served_here_stops_the_room(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            await found(one, NAMES[:2])
        two = Process.started(url, hands)
        async with two.on():
            assert two.room.tables.loaded == 0
            burglar = Burglar(url)  # The attacker has the code, but not the key.
            commits = commits_of(burglar.rows())
            left = money(f"table:{NAMES[0]}", b'{"type":"player_left","seat":1,"player":"Ann","transfers":[]}')
            forged = [*commits, Commit((left,), commits[-1].seal)]
            burglar.write(rebuilt(forged, len(commits), Sealing(MINE, key_id(MINE))))
            async with asyncio.timeout(60):
                while two.room.sound:
                    await asyncio.sleep(0.005)
            with pytest.raises(Tampered):
                await two.room.visit(NAMES[0])

    run(story())


def test_the_record_is_shared_by_a_room_that_reads_every_table(url: str) -> None:
    """Load every table with `every`."""

    async def story() -> None:
        hands = Hands()
        one = Process.started(url, hands)
        async with one.on():
            await found(one, NAMES[:3])
        with open_record(url, seal_key=KEY.seal_key) as record:
            every = Evening(record, hands)
            async with every.on():
                assert [table.name for table in every.room.served()] == NAMES[:3]
                hands.turn(10 * LINGER)
                await every.room.tables.sweep()
                assert len(every.room.served()) == 3

    run(story())
