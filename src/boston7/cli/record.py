"""`boston7 admin record`: what is done to the record itself by hand. Each act needs a reason, and is on record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.output import fail, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from boston7.record import RecordHead
    from boston7.server.config import Settings

record = typer.Typer(
    name="record",
    help="Restored backups, moved and imported records, key changes. Close the room first.",
    no_args_is_help=True,
)
_Db = Annotated[
    str, typer.Option("--db", envvar="BOSTON7_DB", metavar="URL", help="A path, sqlite:///path or postgresql://...")
]
_Key = Annotated[
    Path | None, typer.Option("--key-folder", metavar="DIR", help="Folder of room.key, if not next to the record.")
]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
_Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, for the record.")]


@record.command()
def adopt(reason: _Reason, db: _Db = "", key_folder: _Key = None, json: _Json = False) -> None:
    """Vouch for a record that was written without the room key.

    All of it is read first; from then on the room key seals it.
    """
    from boston7.record.recovery import adopt as work

    _do(work, reason, db, key_folder, json, "Adopted: the room key vouches for everything up to here.")


@record.command()
def restored(
    reason: _Reason,
    db: _Db = "",
    key_folder: _Key = None,
    head_db: Annotated[
        str, typer.Option("--head-db", metavar="URL", help="The second database that keeps heads, if there is one.")
    ] = "",
    json: _Json = False,
) -> None:
    """Accept a restored backup older than the noted head.

    One that is restored where no head was noted is accepted, too.
    """
    from boston7.record.recovery import restored as work
    from boston7.table.seeds import give_up

    done = "Restored: the record continues from the backup."
    _do(lambda settings, why: work(settings, why, give_up), reason, db, key_folder, json, done, head_db)


@record.command()
def moved(
    head: Annotated[
        str,
        typer.Option("--head", metavar="SEAL:DIGEST", help="Its head, as `audit head` printed it before the move."),
    ],
    db: _Db = "",
    key_folder: _Key = None,
    json: _Json = False,
) -> None:
    """Note the head of a record that was moved here.

    All of it is checked first. The room may be open.
    """
    from boston7.cli.audit import read_head
    from boston7.record.recovery import moved as work

    noted = read_head(head)
    _work(lambda settings: work(settings, noted), db, key_folder, json, "Checked and noted here.")


@record.command("new-key")
def new_key(reason: _Reason, db: _Db = "", key_folder: _Key = None, json: _Json = False) -> None:
    """Change the room key. The old one seals the change and stays as room.key.old; rounds in play are returned."""
    from boston7.record.recovery import rekey as work

    _do(work, reason, db, key_folder, json, "Changed: from here on the record is sealed with the new room key.")


@record.command()
def create(
    db: _Db = "",
    room: Annotated[
        str, typer.Option("--room", metavar="USER", help="PostgreSQL: let this database user read and add entries.")
    ] = "",
    reader: Annotated[
        str, typer.Option("--reader", metavar="USER", help="PostgreSQL: let this database user read entries.")
    ] = "",
    json: _Json = False,
) -> None:
    """Create the record's tables and grant the users their part. Needs no room key, and reads no entry."""
    from boston7.record import RecordError, is_postgres
    from boston7.record.record import open_store

    if not db:
        fail("Give the record: --db PATH or URL, or set BOSTON7_DB.")
    if (room or reader) and not is_postgres(db):
        fail("--room and --reader name users of PostgreSQL; a file belongs to the user of the room.")
    try:
        open_store(db).close()
        if room or reader:
            from boston7.record.postgres import grant

            grant(db, room, reader)
    except RecordError as error:
        fail(str(error))
    if json:
        print_json({"created": True})
    else:
        print("The record's tables are there.")


def _do(
    work: Callable[[Settings, str], RecordHead],
    reason: str,
    db: str,
    key_folder: Path | None,
    json: bool,
    done: str,
    head_db: str = "",
) -> None:
    if not 1 <= len(reason.strip()) <= 500 or not reason.isprintable():
        fail("A reason must have 1 to 500 printable characters.")
    _work(lambda settings: work(settings, reason.strip()), db, key_folder, json, done, head_db)


def _work(
    work: Callable[[Settings], RecordHead],
    db: str,
    key_folder: Path | None,
    json: bool,
    done: str,
    head_db: str = "",
) -> None:
    from boston7.keys import InvalidKey
    from boston7.record import RecordError
    from boston7.record.opening import must_exist
    from boston7.server.config import Settings

    if not db:
        fail("Give the record: --db PATH or URL, or set BOSTON7_DB.")
    try:
        must_exist(db)
        head = work(Settings(db=db, key_folder=str(key_folder) if key_folder else "", head_db=head_db))
    except (RecordError, InvalidKey) as error:
        fail(str(error))
    if json:
        print_json(head._asdict())
    else:
        print(f"{done}\nHead: {head.seal}:{head.digest}")
