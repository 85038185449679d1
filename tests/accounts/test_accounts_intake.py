"""Adding people: the first admin, a CSV list, PINs for consoles."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2.exceptions import VerifyMismatchError
from front_desk import MINUTE, QUICK, Hands, code, desk_of, good, inside, run

from boston7.accounts import Desk, Person
from boston7.accounts.intake import MOST, Given, read_people
from boston7.accounts.people import People, PinSet
from boston7.accounts.pins import new_pin, refuse_pin
from boston7.declare import Rejection
from boston7.keys import RoomKey
from boston7.record import open_record

PASSWORD = "a long enough password"


def with_desk(folder: Path, story: Callable[[Desk, Hands], Awaitable[None]]) -> None:
    async def tell() -> None:
        with open_record(folder / "room.db") as record:
            hands = Hands()
            desk = desk_of(record, hands, RoomKey(b"the room key of these stories ok"))
            await desk.open()
            await story(desk, hands)

    run(tell())


async def staff(desk: Desk) -> tuple[Person, Person]:
    abe = inside(await desk.intake.first_admin("Abe", PASSWORD)).person
    return abe, good(await desk.add_person("Dan", "dealer", PASSWORD, by=abe))


def test_there_is_one_first_admin(tmp_path: Path) -> None:
    async def story(desk: Desk, hands: Hands) -> None:
        assert code(await desk.intake.first_admin("", PASSWORD)) == "bad_name"
        assert code(await desk.intake.first_admin("Abe", "short")) == "bad_password"
        assert not desk.people.persons
        found = inside(await desk.intake.first_admin("Abe", PASSWORD))
        assert found.person.role == "admin"
        assert good(await desk.who(found.token)).name == "Abe"
        assert code(await desk.intake.first_admin("Eve", PASSWORD)) == "already_done"
        assert [one.name for one in desk.people.admins] == ["Abe"]

    with_desk(tmp_path, story)


@pytest.mark.parametrize(
    "text",
    [
        "name,role\nAnn,player\nDee Dee,dealer\n",
        "Role;Name\r\nplayer;Ann\r\n\r\nDealer; Dee Dee \r\n",
        "\ufeffAnn\tplayer\nDee Dee\tdealer",
        '"Ann",PLAYER\n"Dee Dee",dealer,extra\n',
    ],
)
def test_lists_as_spreadsheets_write_them(text: str) -> None:
    wanted, faults = read_people(text, People())
    assert faults == []
    assert [(one.name, one.role) for one in wanted] == [("Ann", "player"), ("Dee Dee", "dealer")]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "nobody in this file"),
        ("name,role\n", 1, "nobody in this file"),
        ("Ann,player\n,dealer\n", 2, "name is missing"),
        ("Ann,player\nBen\n", 2, "role of 'Ben' is missing"),
        ("Ann,player\nBen,boss\n", 2, "Unknown role 'boss'"),
        ("Ann,player\nBen,dealer\nann,dealer\n", 3, "already in line 1"),
        ("Ann,player\nOld,dealer\n", 2, "is taken"),
        ("Ann,player\nB\x07n,dealer\n", 2, "printable"),
        (f"Ann,player\n{'x' * 41},dealer\n", 2, "1 to 40"),
        ('Ann,player\n"Ben,dealer\n', 2, "quotation marks"),
        ("".join(f"P{number},player\n" for number in range(MOST + 1)), MOST + 1, "at most"),
    ],
)
def test_a_fault_names_its_line(text: str, line: int, reason: str) -> None:
    people = People()
    people.give("Old", "somebody")
    _, faults = read_people(text, people)
    assert [(each.line, reason in each.reason) for each in faults] == [(line, True)], faults


def test_all_of_a_file_or_nothing(tmp_path: Path) -> None:
    async def story(desk: Desk, hands: Hands) -> None:
        abe, dan = await staff(desk)
        before = dict(desk.people.persons)
        faults = await desk.intake.take_in("Sue,supervisor\nDan,dealer\nRay,runer\n", by=abe)
        assert not isinstance(faults, Rejection)
        assert [getattr(each, "line", 0) for each in faults] == [2, 3]
        assert desk.people.persons == before
        assert code(await desk.intake.take_in("Sue,supervisor", by=dan)) == "not_your_duty"
        given = await desk.intake.take_in("Sue,supervisor\nDeb,dealer\n", by=abe)
        assert not isinstance(given, Rejection)
        sue, deb = given
        assert isinstance(sue, Given)
        assert isinstance(deb, Given)
        assert (sue.pin, len(deb.pin)) == ("", 6)
        found = inside(await desk.log_in("Sue", sue.password)).person
        assert found.temporary
        assert await desk.set_password(found.id, PASSWORD, by=found) is None
        assert not inside(await desk.log_in("Sue", PASSWORD)).person.temporary
        assert code(await desk.log_in("Sue", sue.password)) == "wrong_password"

    with_desk(tmp_path, story)


@pytest.mark.parametrize(
    "pin", ["", "123", "1234", "9876", "7890", "000000", "12a4", "٣٤٥٦٧٨", "1234567890123", " 2580"]
)
def test_weak_pins_are_refused(pin: str) -> None:
    assert code(refuse_pin(pin)) == "bad_password"


def test_strong_pins_are_accepted() -> None:
    for pin in ("2580", "1357", "400123456789", new_pin()):
        assert refuse_pin(pin) is None


def test_a_pin_works_at_its_console_and_nowhere_else(tmp_path: Path) -> None:
    async def story(desk: Desk, hands: Hands) -> None:
        abe, dan = await staff(desk)
        assert await desk.consoles.set_pin(dan.id, "2580", by=abe) is None
        assert code(await desk.consoles.set_pin(abe.id, "2580", by=abe)) == "not_your_duty"
        assert "2580" not in str(desk.people.persons[dan.id])
        console = await desk.consoles.make("Table 1", by=abe)
        assert isinstance(console, str)
        assert desk.consoles.with_pin("dealer") == ["Dan"]
        for cookie in ("", "forged"):
            assert code(await desk.consoles.sign_on(cookie, "Dan", "2580")) == "not_your_duty"
        assert code(await desk.log_in("Dan", "2580")) == "wrong_password"
        found = inside(await desk.consoles.sign_on(console, "Dan", "2580"))
        assert desk.bound_to(found.token) == "Table 1"
        assert code(await desk.who(found.token)) == "not_your_duty"
        assert good(await desk.who(found.token, console=True)).name == "Dan"
        # A new PIN ends the sessions opened with the old one.
        assert await desk.consoles.set_pin(dan.id, "1357", by=abe) is None
        assert code(await desk.who(found.token, console=True)) == "no_session"
        assert code(await desk.consoles.sign_on(console, "Dan", "2580")) == "wrong_password"
        found = inside(await desk.consoles.sign_on(console, "Dan", "1357"))
        assert await desk.consoles.remove("Table 1", by=abe) is None
        assert code(await desk.who(found.token, console=True)) == "no_session"
        assert code(await desk.consoles.sign_on(console, "Dan", "1357")) == "not_your_duty"

    with_desk(tmp_path, story)


def test_a_stored_pin_cannot_be_guessed_without_the_room_key(tmp_path: Path) -> None:
    """Ten thousand guesses are quick, but with the database alone no guess can be verified, not even the right one."""

    async def story(desk: Desk, hands: Hands) -> None:
        abe, dan = await staff(desk)
        assert await desk.consoles.set_pin(dan.id, "2580", by=abe) is None
        stored = desk.people.persons[dan.id].pin
        assert "2580" not in stored
        with pytest.raises(VerifyMismatchError):
            QUICK.verify(stored, "2580")
        dora = good(await desk.add_person("Dora", "dealer", PASSWORD, by=abe))
        assert await desk.consoles.set_pin(dora.id, "2580", by=abe) is None
        console = await desk.consoles.make("Table 1", by=abe)
        assert isinstance(console, str)
        # A stored PIN does not fit another person.
        swapped = PinSet(dora.id, stored, abe.id)
        assert await desk.register.change(lambda: (swapped,), abe) is None
        assert code(await desk.consoles.sign_on(console, "Dora", "2580")) == "wrong_password"

    with_desk(tmp_path, story)


def test_dealers_choose_their_own_pin_and_a_new_one_ends_a_lock_out(tmp_path: Path) -> None:
    async def story(desk: Desk, hands: Hands) -> None:
        abe, dan = await staff(desk)
        dora = good(await desk.add_person("Dora", "dealer", PASSWORD, by=abe))
        assert await desk.consoles.set_pin(dan.id, "2580", by=dan) is None
        assert code(await desk.consoles.set_pin(dan.id, "1357", by=dora)) == "not_your_duty"
        assert code(await desk.consoles.set_pin(abe.id, "1357", by=abe)) == "not_your_duty"
        console = await desk.consoles.make("Table 1", by=abe)
        assert isinstance(console, str)
        for _ in range(3):
            assert code(await desk.consoles.sign_on(console, "Dan", "9999")) == "wrong_password"
        assert code(await desk.consoles.sign_on(console, "Dan", "2580")) == "locked"
        assert await desk.consoles.set_pin(dan.id, "1357", by=abe) is None
        inside(await desk.consoles.sign_on(console, "Dan", "1357"))

    with_desk(tmp_path, story)


def test_wrong_pins_lock_the_console_for_longer_each_time(tmp_path: Path) -> None:
    async def story(desk: Desk, hands: Hands) -> None:
        abe, dan = await staff(desk)
        await desk.consoles.set_pin(dan.id, "2580", by=abe)
        first, second = await desk.consoles.make("Table 1", by=abe), await desk.consoles.make("Table 2", by=abe)
        assert isinstance(first, str)
        assert isinstance(second, str)
        for minutes in (1, 2, 4):
            for _ in range(3):
                assert code(await desk.consoles.sign_on(first, "Dan", "9999")) == "wrong_password"
            denied = await desk.consoles.sign_on(first, "Dan", "2580")
            assert code(denied) == "locked"
            assert isinstance(denied, Rejection)
            assert f"{minutes} minute" in denied.reason
            inside(await desk.log_in("Dan", PASSWORD))  # The password is not locked.
            hands.turn(minutes * MINUTE)
        inside(await desk.consoles.sign_on(second, "Dan", "2580"))  # Another table is not locked.
        inside(await desk.consoles.sign_on(first, "Dan", "2580"))
        for number in range(10):  # Guesses at any person's PIN lock the whole console.
            await desk.consoles.sign_on(first, f"Nobody {number}", "9999")
        assert code(await desk.consoles.sign_on(first, "Dan", "2580")) == "locked"

    with_desk(tmp_path, story)
