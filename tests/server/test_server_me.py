"""What people are told of themselves is what the house's own list of duties says, and the pages have no list."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from front_desk import Hands, desk_of, good, inside, run
from places import SOURCE

from boston7.accounts import DUTIES, Desk, Person, PersonRole, refuse_duty
from boston7.accounts.duties import Duty
from boston7.journal import open_journal
from boston7.server.me import Me, me_of

ROLES: tuple[PersonRole, ...] = get_args(PersonRole)
HOMES = dict(zip(ROLES, ("/", "/deal", "/floor", "/shift", "/shift", "/audit", "/setup"), strict=True))
PAGES = SOURCE / "web/assets"


async def somebody(desk: Desk, role: PersonRole) -> tuple[Person, Me]:
    person = good(await desk.add_person(f"A {role}", role, "lucky seven"))
    return person, me_of(desk, person)


def test_each_is_told_their_duties_and_where_they_begin(tmp_path: Path) -> None:
    async def story() -> None:
        with open_journal(str(tmp_path / "room.db")) as journal:
            desk = desk_of(journal, Hands())
            for role in DUTIES:
                person, me = await somebody(desk, role)
                for duty in get_args(Duty):
                    assert (duty in me.duties) == (refuse_duty(person, duty) is None), (role, duty)
                assert me.home == HOMES[role]
            nobody, guest = me_of(desk, None), me_of(desk, inside(await desk.guest()).person)
            assert (nobody.duties, nobody.home) == (guest.duties, guest.home) == (("play",), "/")

    run(story())


def test_the_lobby_has_words_for_the_way_to_everybodys_work() -> None:
    """A cashier and a runner were invited to take a seat, which they are then refused."""
    words = (PAGES / "lib/words/lobby.js").read_text(encoding="utf-8")
    for role, duties in DUTIES.items():
        if not duties & {"play", "deal"}:  # dealers choose a table there
            assert f'"{HOMES[role]}": ' in words, role


@pytest.mark.parametrize("folder", ["lib", "pages", "parts"])
def test_no_page_knows_what_a_role_may_do(folder: str) -> None:
    named = "|".join(ROLES)
    for file in sorted((PAGES / folder).glob("*.js")):
        text = file.read_text(encoding="utf-8")
        found = re.search(rf'role\b[^\n]*[!=]==? "({named})"|"({named})", "({named})"', text)
        assert found is None, f"{file.name}: {found[0]}"
