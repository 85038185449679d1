"""Log-ins, duties and players' own limits: on record, in both stores, in several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from front_desk import HOUR, MINUTE, Hands, code, desk_of, good, inside, run
from postgres import STORES, store_url

from boston7.accounts import (
    Person,
    PersonRole,
    conserved,
)
from boston7.accounts.cage import CageMoved
from boston7.declare import Rejection
from boston7.record import Record, open_record, verify
from boston7.shift.cash import CashMoved, PayoutAsked
from boston7.shift.stream import ShiftStream


@pytest.fixture(params=STORES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    with open_record(store_url(request, tmp_path)) as opened:
        yield opened


@pytest.fixture
def hands() -> Hands:
    return Hands()


def test_a_person_logs_in_and_out(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        ann = good(await desk.add_person("Ann", "player", "lucky seven"))
        assert code(await desk.add_person("ANN", "player", "lucky seven")) == "name_taken"
        assert code(await desk.add_person("Ben", "player", "short")) == "bad_password"
        assert code(await desk.log_in("Ann", "lucky eight")) == "wrong_password"
        assert code(await desk.log_in("Nobody", "lucky seven")) == "wrong_password"
        token = inside(await desk.log_in("ann", "lucky seven")).token
        assert good(await desk.who(token)).id == ann.id
        assert code(await desk.who(token + "x")) == "no_session"
        await desk.log_out(token)
        assert code(await desk.who(token)) == "no_session"
        again = desk_of(record, hands)
        await again.open()
        assert again.people == desk.people

    run(story())


def test_neither_password_nor_token_is_on_record(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        logged_in = inside(await desk.log_in("Ann", "lucky seven"))
        stored = b"".join(entry.body for entry in record.entries())
        assert b"argon2id" in stored
        assert b"lucky seven" not in stored
        assert logged_in.token.encode() not in stored
        assert logged_in.token not in repr(logged_in)

    run(story())


def test_a_password_set_in_another_process_is_valid_at_once(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk, elsewhere = desk_of(record, hands), desk_of(record, hands)
        ann = good(await elsewhere.add_person("Ann", "player", "lucky seven"))
        inside(await desk.log_in("Ann", "lucky seven"))  # This process has not read her entries yet.
        assert await elsewhere.set_password(ann.id, "lucky eight") is None
        assert code(await desk.log_in("Ann", "lucky seven")) == "wrong_password"
        inside(await desk.log_in("Ann", "lucky eight"))

    run(story())


@pytest.mark.parametrize("name", ["Ann", "Nobody"])
def test_guessing_in_parallel_gains_nothing(record: Record, hands: Hands, name: str) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        answers = await asyncio.gather(*[desk.log_in(name, f"guess number {n}") for n in range(12)])
        assert sorted(map(code, answers)) == ["locked"] * 9 + ["wrong_password"] * 3

    run(story())


@pytest.mark.parametrize(("role", "minutes"), [("dealer", 5), ("supervisor", 5), ("player", 60)])
def test_a_console_left_alone_logs_out(record: Record, hands: Hands, role: PersonRole, minutes: int) -> None:
    async def story() -> None:
        desk, elsewhere = desk_of(record, hands), desk_of(record, hands)
        await desk.add_person("Dan", role, "lucky seven")
        token = inside(await desk.log_in("Dan", "lucky seven")).token
        for _ in range(4):
            hands.turn(minutes * MINUTE)
            good(await desk.who(token))
        good(await elsewhere.who(token))  # This process has not read the log-in yet.
        hands.turn(minutes * MINUTE + 1)
        assert code(await desk.who(token)) == "no_session"
        assert code(await desk.who(token)) == "no_session"

    run(story())


def test_a_session_expires_however_busy_it_is(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        token = inside(await desk.log_in("Ann", "lucky seven")).token
        for _ in range(23):
            hands.turn(HOUR / 2)
            good(await desk.who(token))
        hands.turn(HOUR / 2)
        assert code(await desk.who(token)) == "no_session"

    run(story())


def test_a_new_password_or_role_ends_every_session(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        boss = good(await desk.add_person("Boss", "admin", "lucky seven"))
        ann = good(await desk.add_person("Ann", "player", "lucky seven", by=boss))
        first = inside(await desk.log_in("Ann", "lucky seven"))
        assert await desk.set_password(ann.id, "other words", by=ann) is None
        assert code(await desk.who(first.token)) == "no_session"
        second = inside(await desk.log_in("Ann", "other words"))
        assert code(await desk.set_role(ann.id, "admin", by=ann)) == "not_your_duty"
        assert await desk.set_role(ann.id, "dealer", by=boss) is None
        assert code(await desk.who(second.token)) == "no_session"
        third = inside(await desk.log_in("Ann", "other words"))
        assert await desk.disable(ann.id, "gone", by=boss) is None
        assert code(await desk.who(third.token)) == "no_session"
        assert code(await desk.log_in("Ann", "other words")) == "disabled"
        assert code(await desk.disable(boss.id, "gone", by=boss)) == "last_admin"
        assert code(await desk.set_role(boss.id, "player", by=boss)) == "last_admin"

    run(story())


def test_guests_get_play_money_that_is_never_sold(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        cashier = good(await desk.add_person("Sue", "cashier", "lucky seven"))
        guests = [inside(guest).person for guest in await asyncio.gather(*[desk.guest() for _ in range(5)])]
        assert len({guest.name for guest in guests}) == 5
        assert all(desk.cage.cage.balance(guest.id) == 1_000_00 for guest in guests)
        assert (
            code(desk.patrons.refuse_counter(CageMoved(guests[0].id, "withdrawal", 1_00, "", cashier.id), cashier))
            == "wrong_table"
        )
        assert conserved(desk.cage.cage)

    run(story())


def test_money_over_the_counter_moves_once(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk, elsewhere = desk_of(record, hands), desk_of(record, hands)
        sue = good(await desk.add_person("Sue", "cashier", "lucky seven"))
        ann = good(await desk.add_person("Ann", "player", "lucky seven"))
        await elsewhere.open()
        here, there = ShiftStream(record, desk), ShiftStream(record, elsewhere)
        assert code(await here.over_the_counter("d1", "front_money_in", ann.id, 50_00, ann)) == "not_your_duty"
        assert isinstance(await here.over_the_counter("d1", "front_money_in", ann.id, 50_00, sue), CashMoved)
        for book in (there, here, there):
            assert await book.over_the_counter("d1", "front_money_in", ann.id, 50_00, sue) is None
        assert code(await there.over_the_counter("d1", "front_money_in", ann.id, 60_00, sue)) == "already_done"
        assert elsewhere.cage.cage.balance(ann.id) == 50_00
        takes = [
            book.over_the_counter(f"w{n}", "front_money_out", ann.id, 20_00, sue, "pin")
            for n, book in enumerate([here, there] * 3)
        ]
        answers = await asyncio.gather(*takes)
        assert sum(isinstance(answer, CashMoved) for answer in answers) == 2
        await desk.open()
        assert desk.cage.cage.balance(ann.id) == 10_00
        assert conserved(desk.cage.cage)
        assert verify(record).fault is None

    run(story())


def test_a_large_payout_is_paid_once_for_its_id(record: Record, hands: Hands) -> None:
    """A repeated id is a no-op while the payout waits, after it is signed and paid, and in another process."""

    async def story() -> None:
        desk, elsewhere = desk_of(record, hands), desk_of(record, hands)
        cass = good(await desk.add_person("Cass", "cashier", "lucky seven"))
        sue = good(await desk.add_person("Sue", "supervisor", "lucky seven"))
        ann = good(await desk.add_person("Ann", "player", "lucky seven"))
        book, there = ShiftStream(record, desk), ShiftStream(record, elsewhere)
        await book.over_the_counter("in", "front_money_in", ann.id, 20_000_00, cass)

        async def pay(at: ShiftStream, id: str) -> object:
            return await at.over_the_counter(id, "front_money_out", ann.id, 9_000_00, cass)

        asked = await pay(book, "out")
        assert isinstance(asked, PayoutAsked)
        assert code(await pay(book, "out")) == "second_signature"
        assert isinstance(await book.sign_payout(asked.receipt, sue), CashMoved)
        await elsewhere.open()
        for one in (book, there):
            assert await pay(one, "out") is None
            assert not one.book.cash.asked
        assert desk.cage.cage.balance(ann.id) == 11_000_00
        assert isinstance(await pay(book, "again"), PayoutAsked)

    run(story())


def test_two_processes_never_give_one_name_twice(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desks = [desk_of(record, hands) for _ in range(4)]
        answers = await asyncio.gather(*[desk.add_person("Ann", "player", "lucky seven") for desk in desks])
        assert sum(isinstance(answer, Person) for answer in answers) == 1
        assert {code(answer) for answer in answers if isinstance(answer, Rejection)} == {"name_taken"}

    run(story())


def test_a_tighter_limit_holds_now_and_a_looser_one_tomorrow(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        ann = inside(await desk.guest()).person

        def limit() -> int | None:
            return desk.people.persons[ann.id].limit("loss", hands.clock.seconds())

        await desk.set_limit(ann.id, "loss", 100_00)
        assert limit() == 100_00
        await desk.set_limit(ann.id, "loss", 500_00)
        hands.turn(12 * HOUR)
        assert limit() == 100_00
        await desk.set_limit(ann.id, "loss", 200_00)  # This replaces the pending limit of 500.
        hands.turn(12 * HOUR)
        assert limit() == 100_00
        hands.turn(12 * HOUR)
        assert limit() == 200_00
        await desk.set_limit(ann.id, "loss", None)
        hands.turn(24 * HOUR - 1)
        assert limit() == 200_00
        hands.turn(1)
        assert limit() is None
        assert code(await desk.set_limit(ann.id, "time", -1)) == "bad_amount"

    run(story())
