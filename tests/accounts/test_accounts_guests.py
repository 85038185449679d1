"""Guests: a year on one device, and links that carry them to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from front_desk import HOUR, MINUTE, Hands, code, desk_of, good, inside, run
from postgres import STORES, store_url

from boston7.declare import Rejection
from boston7.record import Record, open_record

DAY = 24 * HOUR


@pytest.fixture(params=STORES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    with open_record(store_url(request, tmp_path)) as opened:
        yield opened


@pytest.fixture
def hands() -> Hands:
    return Hands()


def test_a_guest_is_kept_for_a_year_though_the_seat_is_not(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        guest = inside(await desk.guest("Nora"))
        ben = good(await desk.add_person("Ben", "player", "lucky seven"))
        own = inside(await desk.log_in("Ben", "lucky seven"))
        hands.turn(61 * MINUTE)
        assert desk.gone(guest.person.id)
        assert desk.gone(ben.id)
        assert code(await desk.who(own.token)) == "no_session", "Ben can log in again"
        hands.turn(364 * DAY)
        assert good(await desk.who(guest.token)).name == "Nora"
        assert not desk.gone(guest.person.id)
        again = desk_of(record, hands)
        await again.open()
        assert again.people == desk.people
        hands.turn(DAY)
        assert code(await again.who(guest.token)) == "no_session"

    run(story())


def test_expired_sessions_are_dropped_beside_those_of_guests(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        guests = [inside(await desk.guest()) for _ in range(4)]
        await desk.add_person("Ben", "player", "lucky seven")
        for _ in range(8):
            inside(await desk.log_in("Ben", "lucky seven"))
            hands.turn(13 * HOUR)
        assert len(desk.people.sessions) < len(guests) + 6
        assert {key for keys in desk.people.held.values() for key in keys} == set(desk.people.sessions)

    run(story())


def test_a_link_carries_a_guest_once_within_minutes(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk, other = desk_of(record, hands), desk_of(record, hands)
        guest = inside(await desk.guest("Nora"))
        id = guest.person.id

        async def made() -> str:
            link = await desk.guest_links.make(id)
            assert not isinstance(link, Rejection)
            return link[0]

        first = await made()
        link = await made()
        assert code(await other.guest_links.use(first)) == "wrong_link", "a new link replaces the last one"
        carried = inside(await other.guest_links.use(link))
        assert carried.person.id == id
        assert good(await other.who(carried.token)).name == "Nora"
        assert good(await desk.who(guest.token)).name == "Nora", "the first device stays logged in"
        assert code(await desk.guest_links.use(link)) == "wrong_link"
        late = await made()
        hands.turn(11 * MINUTE)
        assert code(await desk.guest_links.use(late)) == "wrong_link"
        canceled = await made()
        await desk.guest_links.cancel(guest.person)
        assert code(await desk.guest_links.use(canceled)) == "wrong_link"
        assert code(await desk.guest_links.use("guessed")) == "wrong_link"
        closed = await made()
        good(await desk.disable(id, "Shouting.") or guest.person)
        assert code(await desk.guest_links.use(closed)) == "disabled"
        for secret in (link, closed, carried.token):
            assert not any(secret.encode() in entry.body for entry in record.read("people"))

    run(story())


def test_only_guests_have_links(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        ben = good(await desk.add_person("Ben", "player", "lucky seven"))
        bot = good(await desk.bot("Bot Ada"))
        for one in (ben, bot):
            assert code(await desk.guest_links.make(one.id)) == "not_your_duty"

    run(story())
