"""`/api/me` follows the house's list of duties, and the pages have no list of their own."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from evening import Evening, run, sqlite
from front_desk import good, inside
from places import SOURCE
from table_talk import house_with

from boston7.accounts import DUTIES, PersonRole, refuse_duty
from boston7.accounts.duties import Duty
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import Record
from boston7.server.lobby import listed_seats
from boston7.server.me import me_of

__all__ = ["sqlite"]

ROLES: tuple[PersonRole, ...] = get_args(PersonRole)
HOMES = dict(zip(ROLES, ("/", "/deal", "/floor", "/shift", "/shift", "/audit", "/setup"), strict=True))
PAGES = SOURCE / "web/assets"


def test_me_lists_duties_and_the_start_page(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            for role in DUTIES:
                person = good(await evening.desk.add_person(f"A {role}", role, "lucky seven"))
                me = me_of(evening.room, person)
                for duty in get_args(Duty):
                    assert (duty in me.duties) == (refuse_duty(person, duty) is None), (role, duty)
                assert me.home == HOMES[role]
                assert me.play_money is (False if role == "player" else None)
            guest = inside(await evening.desk.guest()).person
            for me in (me_of(evening.room, None), me_of(evening.room, guest)):
                assert (me.duties, me.home, me.play_money) == (("play",), "/", True)

    run(story())


def test_me_says_who_may_not_play(sqlite: Record) -> None:
    """`/api/me` already says whom the table would refuse."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            desk = evening.desk
            ann, ben, cleo = await evening.begin(3)
            assert [me_of(evening.room, each).kept_out for each in (ann, ben, cleo)] == [None] * 3
            sue = good(await desk.add_person("Sue", "supervisor", "lucky seven"))
            await desk.set_limit(ann.id, "time", 60)
            await desk.exclude(ben.id, 1)
            await desk.bar(cleo.name, "employees", "Shouting.", by=sue)
            evening.hands.turn(120)
            for seat, person in enumerate((ann, ben, cleo), 1):
                me = me_of(evening.room, desk.people.persons[person.id])
                assert me.kept_out is not None
                for command in (c.BuyIn(PLATFORM, seat, 10_00), c.PlaceWagers(PLATFORM, seat, {"ante": 10_00})):
                    assert c.snake(type(command).__name__) in me.kept_out.commands
                    assert (await evening.refused(person, command)).reason == me.kept_out.reason
            assert me_of(evening.room, sue).kept_out is None
            evening.hands.turn(25 * 60 * 60)
            over = me_of(evening.room, desk.people.persons[ben.id])
            assert (over.excluded_until, over.kept_out) == (0, None)

    run(story())


def test_a_player_at_the_loss_limit_gets_no_wager_offer_but_may_sit(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.desk.set_limit(ann.id, "loss", 40_00)
            await evening.do(ann, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}))
            assert me_of(evening.room, evening.desk.people.persons[ann.id]).kept_out is None
            await evening.until(Phase.DECISION)
            await evening.do(ann, c.Fold(PLATFORM, 1))
            await evening.until(Phase.BETTING)
            await evening.desk.set_limit(ann.id, "loss", 20_00)
            told = me_of(evening.room, evening.desk.people.persons[ann.id]).kept_out
            assert told is not None
            assert told.commands == ("place_wagers",)
            assert told.reason == (await evening.refused(ann, c.PlaceWagers(PLATFORM, 1, {"ante": 5_00}))).reason

    run(story())


def test_the_lobby_lists_the_seats_that_a_house_has(sqlite: Record) -> None:
    """Five taken seats of five are full, although the felt has six."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            people = await evening.begin(5, house_with("nhcg", {"seats = 6": "seats = 5"}))
            assert listed_seats(evening.room.summary("main")) == tuple(person.name for person in people)

    run(story())


def test_the_lobby_links_each_role_to_its_page() -> None:
    """Cashiers and runners are not invited to a seat, which the table would refuse."""
    words = (PAGES / "kit/words/lobby.js").read_text(encoding="utf-8")
    for role, duties in DUTIES.items():
        if not duties & {"play", "deal"}:  # Dealers choose a table there.
            assert f'"{HOMES[role]}": ' in words, role


@pytest.mark.parametrize("folder", sorted(path.name for path in PAGES.iterdir() if list(path.glob("*.js"))))
def test_no_page_lists_the_duties_of_roles(folder: str) -> None:
    named = "|".join(ROLES)
    for file in sorted((PAGES / folder).glob("*.js")):
        text = file.read_text(encoding="utf-8")
        found = re.search(rf'role\b[^\n]*[!=]==? "({named})"|"({named})", "({named})"', text)
        assert found is None, f"{file.name}: {found[0]}"
