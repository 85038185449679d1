"""Password guesses and lookalike names: the limits on them, and the people they must not lock out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from front_desk import QUICK, START, Hands, code, desk_of, good, inside, run

from boston7.accounts import Clock, Desk, Passwords
from boston7.accounts import people as p
from boston7.accounts.desk import NAMES
from boston7.accounts.duties import may_play
from boston7.accounts.guard import EVERYWHERE_ALLOWED, LOCKED_FOR
from boston7.accounts.lookalikes import looks_of
from boston7.accounts.names import good_name
from boston7.accounts.second_factor import STEP, code_at
from boston7.audit.export import write_jsonl
from boston7.keys import RoomKey
from boston7.record import Record, open_record


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with open_record(str(tmp_path / "room.db")) as opened:
        yield opened


@pytest.fixture
def hands() -> Hands:
    return Hands()


def test_the_cost_of_a_password_hash() -> None:
    assert asyncio.run(Passwords().hash("lucky seven")).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_three_failures_lock_the_name_where_they_came_from(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        for _ in range(3):
            assert code(await desk.log_in("Ann", "wrong wrong", address="a")) == "wrong_password"
        assert code(await desk.log_in("Ann", "lucky seven", address="a")) == "locked"
        inside(await desk.log_in("Ann", "lucky seven", address="b"))
        hands.turn(LOCKED_FOR - 1)
        assert code(await desk.log_in("Ann", "lucky seven", address="a")) == "locked"
        hands.turn(1)
        inside(await desk.log_in("Ann", "lucky seven", address="a"))

    run(story())


def test_each_lock_lasts_twice_as_long(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        for lasts in (LOCKED_FOR, 2 * LOCKED_FOR, 4 * LOCKED_FOR):
            for _ in range(3):
                assert code(await desk.log_in("Ann", "wrong wrong", address="a")) == "wrong_password"
            hands.turn(lasts - 1)
            assert code(await desk.log_in("Ann", "lucky seven", address="a")) == "locked"
            hands.turn(1)

    run(story())


def test_a_flood_from_everywhere_spares_a_known_browser(record: Record, hands: Hands) -> None:
    """Wrong guesses from many addresses, including the admin's own, lock the name for unknown browsers only."""

    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Abe", "admin", "lucky seven")
        device = inside(await desk.log_in("Abe", "lucky seven", address="home")).device
        codes = [code(await desk.log_in("Abe", "wrong", address=f"{n // 3}")) for n in range(EVERYWHERE_ALLOWED)]
        assert set(codes) == {"wrong_password"}
        assert code(await desk.log_in("Abe", "lucky seven", address="new")) == "locked"
        for _ in range(5):
            await desk.log_in("Abe", "wrong", address="home")
        inside(await desk.log_in("Abe", "lucky seven", address="home", device=device))
        assert code(await desk.log_in("Abe", "lucky seven", address="home", device=device[:-1] + "x")) == "locked"
        # A stolen cookie allows three guesses, and none after a new password.
        for _ in range(3):
            assert code(await desk.log_in("Abe", "wrong", address="thief", device=device)) == "wrong_password"
        assert code(await desk.log_in("Abe", "lucky seven", address="thief", device=device)) == "locked"
        assert await desk.set_password(desk.people.admins[0].id, "other words") is None
        assert not desk.logins.known_device(device)
        inside(await desk.log_in("Abe", "other words", address="home"))

    run(story())


def test_a_browser_is_known_to_another_process_of_the_same_key(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands, RoomKey(b"k" * 32))
        abe = good(await desk.add_person("Abe", "admin", "lucky seven"))
        device = inside(await desk.log_in("Abe", "lucky seven")).device
        for key, known in ((b"k", abe.id), (b"x", "")):
            other = desk_of(record, hands, RoomKey(key * 32))
            await other.open()
            assert other.logins.known_device(device) == known

    run(story())


def test_an_unknown_name_is_locked_like_a_known_one(record: Record, hands: Hands) -> None:
    """It holds across a restart too. A closed account is reported only after its correct password."""

    async def story() -> None:
        desk = desk_of(record, hands)
        await desk.add_person("Ann", "player", "lucky seven")
        ben = good(await desk.add_person("Ben", "player", "lucky seven"))
        assert await desk.disable(ben.id, "gone") is None
        for _ in range(2):
            for number in range(9):
                if number == 5:
                    desk = desk_of(record, hands)  # This is a restart.
                    await desk.open()
                answers = [await desk.log_in(name, "wrong wrong") for name in ("Nobody", "Ann", "Ben")]
                assert answers[0] == answers[1] == answers[2]
            assert code(await desk.log_in("NOBODY", "wrong wrong")) == "locked"
            hands.turn(2 * LOCKED_FOR)
        assert code(await desk.log_in("Somebody", "wrong wrong")) == "wrong_password"
        assert code(await desk.log_in("Ben", "lucky seven")) == "disabled"

    run(story())


def test_unknown_browsers_wait_in_a_short_queue_and_staff_do_not(record: Record, hands: Hands) -> None:
    """Each hash takes about ten milliseconds, so the queue alone takes many times as long as one log-in of staff."""

    async def story() -> None:
        slow = Passwords(PasswordHasher(time_cost=1, memory_cost=16 * 1024, parallelism=1))
        desk = Desk(record, hands.clock, passwords=slow)
        await desk.add_person("Abe", "admin", "lucky seven")
        device = inside(await desk.log_in("Abe", "lucky seven")).device
        rush = [asyncio.create_task(desk.log_in(f"N{n}", "x", address=f"{n}")) for n in range(200)]
        await asyncio.sleep(0)
        inside(await desk.log_in("Abe", "lucky seven", device=device))
        assert not all(task.done() for task in rush), "it did not wait for them"
        codes = Counter(map(code, await asyncio.gather(*rush)))
        assert codes["not_ready"] > 100, codes

    run(story())


def test_an_export_contains_no_secret_of_an_account(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands, RoomKey(b"k" * 32))
        abe = good(await desk.add_person("Abe", "admin", "lucky seven"))
        dan = good(await desk.add_person("Dan", "dealer", "lucky seven"))
        assert await desk.consoles.set_pin(dan.id, "4711", by=abe) is None
        assert isinstance(await desk.consoles.make("Main", by=abe), str)
        secret = await desk.factors.begin(abe)
        assert isinstance(secret, str)
        assert await desk.factors.confirm(abe, code_at(secret, hands.clock.seconds() // STEP)) is None
        inside(await desk.log_in("Dan", "lucky seven"))
        people = desk.people
        held = [
            one for person in people.persons.values() for one in (person.password, person.pin, person.second_factor)
        ]
        opens = [*filter(None, held), *people.sessions, *people.consoles]
        assert len(opens) == 6, "two passwords, a PIN, a second factor, a session, a console"
        exported = StringIO()
        write_jsonl(record, exported, discreet=True)
        assert not [one for one in opens if one in exported.getvalue()]

    run(story())


def test_codes_cannot_be_tried_one_after_the_other(record: Record, hands: Hands) -> None:
    """Neither requests without a code in between nor a stolen session allow more guesses."""

    async def story() -> None:
        desk = desk_of(record, hands, RoomKey(b"k" * 32))
        abe = good(await desk.add_person("Abe", "admin", "lucky seven"))
        secret = await desk.factors.begin(abe)
        assert isinstance(secret, str)

        def step(after: int = 0) -> str:
            return code_at(secret, hands.clock.seconds() // STEP + after)

        assert await desk.factors.confirm(abe, step()) is None
        abe = desk.people.persons[abe.id]
        codes = [
            code(await desk.log_in("Abe", "lucky seven", guess, address="1.2.3.4"))
            for _ in range(4)
            for guess in ("000000", "")
        ]
        assert codes[:5] == ["wrong_code", "code_needed", "wrong_code", "code_needed", "wrong_code"]
        assert codes[5:] == ["locked"] * 3
        inside(await desk.log_in("Abe", "lucky seven", step(1), address="5.6.7.8"))
        hands.turn(STEP)
        tried = [code(await desk.factors.remove(abe, "000000")) for _ in range(4)]
        assert tried == ["wrong_code"] * 3 + ["locked"]
        assert code(await desk.factors.remove(abe, step(1))) == "locked"
        hands.turn(LOCKED_FOR + 1)
        assert await desk.factors.remove(abe, step()) is None

    run(story())


@pytest.mark.parametrize(
    "alike",
    ["ANN", "ann", "Ａｎｎ", "Аnn", "Αnn", "𝐀𝐧𝐧", "Aոn", "An\N{COMBINING GRAPHEME JOINER}n"],
)
def test_names_that_look_alike_are_one(record: Record, hands: Hands, alike: str) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        ann = good(await desk.add_person("Ann", "player", "lucky seven"))
        assert code(await desk.add_person(alike, "player", "lucky seven")) in ("name_taken", "bad_name")
        assert code(await desk.guest(alike)) in ("name_taken", "bad_name")
        assert desk.named(alike) == ann
        good(await desk.add_person("Anna", "player", "lucky seven"))
        good(await desk.add_person("Änn", "player", "lucky seven"))

    run(story())


@pytest.mark.parametrize(
    ("latin", "alike"),
    [
        ("ABCDEFGHIJKLMNOPRSTUVWXYZ", "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ"),
        ("ABCDEGHJKLMPRSTVWZ", "ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ"),
        ("ABEZHIKMNOPTYX", "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"),
        ("ABCEHIJKMOPQSTVWXYZGacehijlopqsvxywd", "АВСЕНІЈКМОРԚЅТѴԜХУꙀԌасеһіјӏорԛѕѵхуԝԁ"),
        ("BCEHIKMNOPTXY", "ⲂⲤⲈⲎⲒⲔⲘⲚⲞⲢⲦⲬⲨ"),
        ("ounhgqSOUL", "օսոհցզՏՕՍԼ"),
        ("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"),
        ("ABCDFHJLMPRUVWX", "ᗅᗷᑕᗞᖴᕼᒍᒪᗰᑭᖇᑌᐯᗯ᙭"),
        ("ABCEFIKMOTX", "𐌀𐌁𐌂𐌄𐌅𐌉𐌊𐌌𐌏𐌕𐌗"),
        ("ABCEFHIMOPSTXYZ", "𐊠𐊂𐊢𐊆𐊇𐋏𐊊𐊰𐊒𐊕𐊖𐊗𐊐𐊲𐋵"),
        ("OCLSoOUoovxacC", "𐐄𐐕𐐛𐐠𐐬𐓂𐓎ዐߋⴸⵝ⍺ϲϹ"),
    ],
    ids=[
        *("Lisu", "Cherokee", "Greek", "Cyrillic", "Coptic", "Armenian", "small capitals", "Canadian", "Old Italic"),
        *("Carian and Lycian", "others"),
    ],
)
def test_every_letter_that_is_drawn_like_a_latin_one_is_that_letter(latin: str, alike: str) -> None:
    pairs = list(zip(latin, alike, strict=True))
    assert [pair for pair in pairs if not {*looks_of(f"Q{pair[0]}e")} & {*looks_of(f"Q{pair[1]}e")}] == []


def test_invisible_and_lookalike_names_are_refused() -> None:
    unseen = "\u00ad\u034f\u061c\u115f\u17b4\u180b\u200b\u202e\u2060\u2800\u2d7f\u3164\ufe0f\ufeff\uffa0"
    beyond = "\U0001107f\U00016fe4\U0001bc9d\U0001d159\U000e0001\U000e0100"
    assert [sign for sign in unseen + beyond if good_name(p.People(), f"A{sign}nn") is None] == []
    assert {*looks_of("Admin")} & {*looks_of("Adrnin")}
    assert {*looks_of("Walt")} & {*looks_of("VValt")}


def test_only_bots_may_be_called_bot_in_any_alphabet(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        for name in ("Bot Ada", "bot Ada", "Воt Ada", "B0t Ada", "Ｂｏｔ Ada"):
            assert code(await desk.guest(name)) == "bad_name", name

    run(story())


def test_a_guest_has_a_limited_number_of_names(record: Record, hands: Hands) -> None:
    async def story() -> None:
        desk = desk_of(record, hands)
        guest = inside(await desk.guest("Ann")).person
        denials = [await desk.rename(guest.id, f"Name {letter}") for letter in "ABCDEFGHJKMN"]
        assert denials[: NAMES - 1] == [None] * (NAMES - 1)
        assert {code(denied) for denied in denials[NAMES - 1 :]} == {"limit"}
        assert await desk.rename(guest.id, "Ann") is None, "back to one that is theirs"
        inside(await desk.guest("Name N"))

    run(story())


def test_people_of_an_old_record_whose_names_look_alike_keep_them() -> None:
    added = [p.PersonAdded(id, name, "player", "", True) for id, name in (("1", "Ann"), ("2", "Аnn"))]
    people = p.replay(added)
    assert [people.named(name).id for name in ("Ann", "Аnn")] == ["1", "2"]  # type: ignore[union-attr]


def test_a_clock_set_far_ahead_and_back_ends_no_exclusion(record: Record) -> None:
    async def story() -> None:
        wall, steady = [START * 1_000_000], [0.0]

        def later(seconds: int, wrong: int = 0) -> None:
            steady[0] += seconds
            wall[0] += (seconds + wrong) * 1_000_000

        desk = Desk(record, Clock(lambda: wall[0], lambda: steady[0]), passwords=Passwords(QUICK))
        guest = inside(await desk.guest())
        assert await desk.exclude(guest.person.id, 30) is None
        excluded = desk.people.persons[guest.person.id]
        later(60, wrong=90 * p.DAY)  # The clock is three months ahead, and an entry is stored meanwhile.
        assert may_play(excluded, desk.clock.at_least()) is not None
        ahead = inside(await desk.guest())
        later(60, wrong=-90 * p.DAY)
        assert may_play(excluded, desk.clock.at_least()) is not None
        assert code(await desk.who(ahead.token)) == "no_session", "it would have lasted three months"
        again = Desk(record, Clock(lambda: wall[0], lambda: steady[0]))
        await again.open()
        assert may_play(excluded, again.clock.at_least()) is not None
        await again.guest()
        assert record.read("people")[-1].time <= wall[0]
        later(30 * p.DAY)
        assert may_play(excluded, again.clock.at_least()) is None

    run(story())
