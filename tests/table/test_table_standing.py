"""Eligibility holds in every process: limits, exclusions, bars and names, decided in two processes at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from evening import ASKS, HOUSE, KEY, Hands, run
from postgres import STORES, store_url
from processes import Process, newcomer, sit, wager

from boston7.accounts import LoggedIn, Person
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import open_record, verify
from boston7.table import Accepted, TableActor


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


async def opened(process: Process, name: str) -> TableActor:
    made = await process.room.create(name, HOUSE, tray=50_000_00, hurry=True, automation=ASKS)
    assert isinstance(made, TableActor), made
    return made


async def withdraw(table: TableActor, person: Person) -> None:
    await table.submit(f"x-{table.version}", c.WithdrawWagers(PLATFORM, 1), person)


@pytest.mark.parametrize("known", [True, False], ids=["set before", "set elsewhere"])
def test_a_loss_limit_holds_over_wagers_placed_at_two_processes_at_once(url: str, known: bool) -> None:
    async def story() -> None:
        hands = Hands()
        one, two = Process.started(url, hands), Process.started(url, hands)
        async with one.on(), two.on():
            here, _ = await opened(one, "here"), await opened(one, "there")
            ann = await newcomer(one)
            if known:
                await one.desk.set_limit(ann.id, "loss", 100_00)
            await two.level_with(one)
            there = await two.at("there")
            await sit(here, ann)
            await sit(there, ann)
            if not known:
                await one.desk.set_limit(ann.id, "loss", 100_00)
            for _ in range(5):
                answers = await asyncio.gather(wager(here, ann, 20_00), wager(there, ann, 20_00))
                risked = 60_00 * sum(isinstance(answer, Accepted) for answer in answers)
                assert risked == 60_00, f"of a limit of $100, {risked} cents are at stake: {answers}"
                refused = next(answer for answer in answers if isinstance(answer, Rejection))
                assert "$40 is left" in refused.reason
                await withdraw(here, ann)
                await withdraw(there, ann)
        with open_record(url, read_only=True, seal_key=KEY.seal_key) as record:
            assert verify(record, key=KEY.seal_key).fault is None

    run(story())


def test_a_decision_about_a_person_holds_in_other_processes_at_once(url: str) -> None:
    """The other process has not received the change yet, so its append conflicts and it reads on."""

    async def story() -> None:
        hands = Hands()
        one, two = Process.started(url, hands), Process.started(url, hands)
        async with one.on(), two.on():
            await opened(one, "main")
            sue = await one.desk.add_person("Sue", "supervisor", "lucky seven")
            assert isinstance(sue, Person)
            players = [await newcomer(one) for _ in range(3)]
            await two.level_with(one)
            table = await two.at("main")
            for seat, person in enumerate(players[:2], 1):
                assert isinstance(await table.submit("s", c.Sit(PLATFORM, seat, person.name), person), Accepted)
                assert isinstance(await table.submit("b", c.BuyIn(PLATFORM, seat, 300_00), person), Accepted)
            ann, ben, cid = players
            await one.desk.set_limit(ann.id, "wager", 5_00)
            assert "limit" in str(
                await table.submit("w", c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}), ann)
            )
            assert await one.desk.exclude(ben.id, 1) is None
            assert "excluded" in str(await table.submit("w", c.PlaceWagers(PLATFORM, 2, {"ante": 10_00}), ben))
            await one.desk.bar(cid.name, "other", "A quarrel.", by=sue)
            assert isinstance(await table.submit("s", c.Sit(PLATFORM, 3, cid.name), cid), Rejection)

    run(story())


def test_a_guest_who_is_renamed_while_they_sit_down_sits_under_the_name_they_have(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one, two = Process.started(url, hands), Process.started(url, hands)
        async with one.on(), two.on():
            await opened(one, "main")
            table = await two.at("main")
            for number in range(6):
                guest = await newcomer(one)
                await two.level_with(one)
                denied, seated = await asyncio.gather(
                    one.room.rename(guest, f"New {number}"),
                    table.submit(f"s{number}", c.Sit(PLATFORM, 1 + number, guest.name), guest),
                )
                assert isinstance(seated, Accepted), seated
                now = one.desk.find(guest.id)
                assert now is not None
                assert (now.name == guest.name) is (denied is not None), denied
                assert table.players[number] == now.name, "nobody sits under a name that is not theirs anymore"
                assert await two.room.rename(guest, "Somebody") is not None, "not while they sit"

    run(story())


def test_a_seat_has_the_exact_name_of_the_account(url: str) -> None:
    """A player may type the name in another case, or use a former name."""

    async def story() -> None:
        one = Process.started(url, Hands())
        async with one.on():
            table = await opened(one, "main")
            guest = await one.desk.guest("Ann")
            assert isinstance(guest, LoggedIn)
            assert await one.room.rename(guest.person, "Anna") is None
            assert isinstance(await table.submit("s", c.Sit(PLATFORM, 1, "ANN"), guest.person), Accepted)
            assert table.players[0] == "Anna"

    run(story())


def test_a_session_of_another_process_is_known_at_once_however_many_strangers_ask(url: str) -> None:
    async def story() -> None:
        hands = Hands()
        one, two = Process.started(url, hands), Process.started(url, hands)
        async with one.on(), two.on():
            for number in range(20):
                assert isinstance(await two.desk.who(f"nobody's {number}"), Rejection)
                guest = await one.desk.guest()
                assert isinstance(guest, LoggedIn)
                answers = await asyncio.gather(
                    *(two.desk.who(f"stranger {number} {n}") for n in range(10)), two.desk.who(guest.token)
                )
                assert isinstance(answers[-1], Person), f"login {number} is not known"

    run(story())
