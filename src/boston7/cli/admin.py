"""`boston7 admin`: set up people and tables directly in the record, whether the room is open or not."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from boston7.cli.options import Db, Json, KeyFolder, Reason, group, read_house, read_reason
from boston7.cli.output import fail, report
from boston7.cli.record import record
from boston7.cli.room import in_room, settings_for
from boston7.declare import Rejection

if TYPE_CHECKING:
    from boston7.accounts import Desk, Person
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.table import Room, TableSummary

admin = group("admin", "Create people and tables. Anyone who can write the record file can run these commands.")
person = group("person", "People and their roles.")
table = group("table", "Tables and their rules.")
admin.add_typer(person)
admin.add_typer(table)
admin.add_typer(record)

T = TypeVar("T")
ROLES = ("player", "dealer", "supervisor", "cashier", "runner", "auditor", "admin")
_Name = Annotated[str, typer.Argument(metavar="NAME", help="The name a person logs in with.")]
_Table = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
_Role = Annotated[str, typer.Option("--role", metavar="|".join(ROLES), help="The role.")]
_House = Annotated[str, typer.Option("--house", metavar="ID|FILE", help="The house, by id or TOML file.")]
_Stdin = Annotated[
    bool, typer.Option("--password-stdin", help="Read the password from standard input instead of asking for it.")
]


@person.command("add")
def add(
    name: _Name,
    role: _Role,
    play_money: Annotated[bool, typer.Option("--play-money", help="Plays at play-money tables only.")] = False,
    password_stdin: _Stdin = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Add a person. The command asks for the password twice, or reads it from standard input."""
    duties = _role(role)
    word = _password(password_stdin)

    async def work(room: Room) -> Person:
        return _granted(await room.desk.add_person(name, duties, word, play_money=play_money))

    _print_row(_in_room(db, key_folder, work, tables=False, create=True), json, "Added {name} ({role}).")


@person.command("role")
def role(
    name: _Name,
    role: Annotated[str, typer.Argument(metavar="|".join(ROLES))],
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Change a person's role. Ends their sessions."""
    duties = _role(role)
    changed = _change(name, db, key_folder, lambda desk, found: desk.set_role(found.id, duties))
    _print_row(changed, json, "{name} is now {role}.")


@person.command("password")
def password(
    name: _Name, password_stdin: _Stdin = False, db: Db = "", key_folder: KeyFolder = None, json: Json = False
) -> None:
    """Set a person's password. Ends their sessions and any lockout."""
    word = _password(password_stdin)
    changed = _change(name, db, key_folder, lambda desk, found: desk.set_password(found.id, word))
    _print_row(changed, json, "{name} has a new password.")


@person.command("second-factor")
def second_factor(name: _Name, db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """Remove a person's authenticator app, for a lost phone. Ends their sessions."""

    async def reset(desk: Desk, found: Person) -> object:
        if not found.second_factor:
            fail(f"{found.name} has no authenticator app set up.")
        return await desk.factors.reset(found, None)

    _print_row(_change(name, db, key_folder, reset), json, "{name} has no authenticator app now.")


@person.command("disable")
def disable(name: _Name, reason: Reason, db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """Close an account. Sessions end at once; chips on a table stay on record."""
    why = read_reason(reason)
    changed = _change(name, db, key_folder, lambda desk, found: desk.disable(found.id, why))
    _print_row(changed, json, "The account of {name} is closed.")


@person.command("list")
def people(
    everybody: Annotated[bool, typer.Option("--all", help="Include guests and bots.")] = False,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """List accounts."""

    async def work(room: Room) -> list[dict[str, Any]]:
        found = room.desk.people.persons.values()
        return [_person(room.desk, one) for one in found if everybody or one.password]

    from boston7.money import dollars

    rows = _in_room(db, key_folder, work, tables=False)
    lines = [
        f"{row['name']:30}  {row['role']:10}  {dollars(row['balance']):>12}"
        + (f"  closed: {row['disabled']}" if row["disabled"] else "")
        for row in rows
    ] or ["No accounts yet. Create one with: boston7 admin person add NAME --role admin"]
    report(json, {"people": rows}, *lines)


@table.command("add")
def add_table(
    name: _Table,
    house: _House,
    tray: Annotated[
        str, typer.Option("--tray", metavar="DOLLARS", help="Chips in the tray. Not with --live: the tray is counted.")
    ] = "",
    live: Annotated[bool, typer.Option("--live", help="Real cards, entered by a dealer at the console.")] = False,
    money: Annotated[bool, typer.Option("--money", help="Real money. Default: play money.")] = False,
    pause: Annotated[
        int | None,
        typer.Option(
            "--pause", metavar="SECONDS", min=0, max=3600, help="How long a finished round stays on the table."
        ),
    ] = None,
    hurry: Annotated[bool, typer.Option(help="Close bets as soon as everybody has wagered.")] = True,
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Set up a table. A virtual one is open at once; a live one is opened by its supervisor."""
    from boston7.money import parse_dollars
    from boston7.table.rules_sign import PAUSE

    seconds = PAUSE if pause is None else pause
    rules, text = read_house(house), _text(house)
    if not tray and not live:
        fail("Give the chips in the tray: --tray DOLLARS.")
    cents = parse_dollars(tray) if tray else 0

    async def work(room: Room) -> dict[str, Any]:
        created = await room.create(
            name, rules, tray=cents, live=live, play_money=not money, pause=seconds, hurry=hurry, text=text
        )
        return _listing(room.summary(_granted(created).name))

    _print_row(_in_room(db, key_folder, work, create=True), json, "Created {name!r} (house {house}).")


@table.command("house")
def house(
    name: _Table,
    house: Annotated[str, typer.Argument(metavar="ID|FILE", help="The house, by id or TOML file.")],
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Change a table's rules from its next round."""
    rules, text = read_house(house), _text(house)

    async def work(room: Room) -> dict[str, Any]:
        _granted(await room.set_house(name, rules, text=text))
        return _listing(room.summary(name))

    _print_row(_in_room(db, key_folder, work), json, "{name!r} changes to house {house} with the next round.")


@table.command("list")
def tables(db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """List every table on record."""

    async def work(room: Room) -> list[dict[str, Any]]:
        return [_listing(one) for one in room.summaries()]

    rows = _in_room(db, key_folder, work)
    lines = [
        f"{row['name']:30}  {row['phase']:16}  {row['house']:12}  {'live' if row['live'] else 'virtual'}, "
        f"{'play money' if row['play_money'] else 'money'}, {row['players']} seated"
        for row in rows
    ] or ["No tables yet. Create one with: boston7 admin table add TABLE --house nhcg --tray 10000"]
    report(json, {"tables": rows}, *lines)


def _in_room(
    db: str, key_folder: Path | None, work: Callable[[Room], Awaitable[T]], *, tables: bool = True, create: bool = False
) -> T:
    """Open the room, run `work` and close it. Without `create`, the record must exist."""
    from boston7.accounts import Desk
    from boston7.record.opening import must_exist
    from boston7.table import Room

    settings = settings_for(db, key_folder)
    if not create:
        must_exist(db)

    async def visit(record: Record, key: RoomKey) -> T:
        room = Room(record, Desk(record, key=key), key)
        if not tables:
            await room.desk.open()
            return await work(room)
        await room.open(keep_time=False)
        try:
            return await work(room)
        finally:
            await room.close()

    return in_room(settings, visit)


def _change(name: str, db: str, key_folder: Path | None, act: Callable[[Desk, Person], Awaitable[object]]) -> Person:
    """Change the account of this name, and return the changed account."""

    async def work(room: Room) -> Person:
        _granted(await act(room.desk, _found(room.desk, name)))
        return _found(room.desk, name)

    return _in_room(db, key_folder, work, tables=False)


def _granted(outcome: T | Rejection) -> T:
    if isinstance(outcome, Rejection):
        fail(outcome.reason)
    return outcome


def _found(desk: Desk, name: str) -> Person:
    found = desk.named(name)
    if found is None:
        fail(f"No account named {name[:60]!r}.")
    return found


def _role(word: str) -> Any:
    if word not in ROLES:
        fail(f"Unknown role {word[:40]!r}; roles are {', '.join(ROLES)}.")
    return word


def _password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        fail("No terminal to ask for the password. Use --password-stdin.")
    from getpass import getpass

    word = getpass("Password: ")
    if getpass("Again: ") != word:
        fail("The passwords do not match.")
    return word


def _text(house: str) -> str:
    """Return the text of a house file for the record; presets need none."""
    from boston7.house import PRESETS
    from boston7.house.load import house_text

    return "" if house in PRESETS else house_text(house)


def _person(desk: Desk, one: Person) -> dict[str, Any]:
    balance = desk.cage.cage.balance(one.id)
    fields = ("id", "name", "role", "guest", "bot", "disabled")
    return {**{field: getattr(one, field) for field in fields}, "balance": balance}


def _listing(one: TableSummary) -> dict[str, Any]:
    return {
        "name": one.name,
        "phase": one.phase.value,
        "house": one.house.id,
        "version": one.house.version,
        "live": one.live,
        "play_money": one.play_money,
        "practice": one.practice,
        "round": one.round,
        "players": sum(player is not None for player in one.players),
    }


def _print_row(done: Any, json: bool, sentence: str) -> None:
    row = done if isinstance(done, dict) else {"id": done.id, "name": done.name, "role": done.role}
    report(json, row, sentence.format(**row))
