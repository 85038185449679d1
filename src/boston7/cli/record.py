"""`boston7 admin record`: repair or move the record itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.options import Db, Json, KeyFolder, Reason, group, read_reason
from boston7.cli.output import fail, report
from boston7.cli.room import settings_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from boston7.record import RecordHead
    from boston7.server.config import Settings

record = group("record", "Restored backups, moved and imported records, key changes. Close the room first.")


@record.command()
def adopt(reason: Reason, db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """Vouch for a record that was written without the room key.

    The whole record is read first. Then the room key seals it.
    """
    from boston7.record.recovery import adopt

    done = "Adopted: the room key now vouches for the whole record."
    _act(lambda settings: adopt(settings, read_reason(reason)), settings_for(db, key_folder), json, done)


@record.command()
def restored(
    reason: Reason,
    head_db: Annotated[
        str, typer.Option("--head-db", metavar="URL", help="The second database that keeps heads, if there is one.")
    ] = "",
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Accept a restored backup older than the noted head.

    A backup restored where no head was noted is accepted, too.
    """
    from boston7.record.recovery import restored
    from boston7.table.seeds import give_up

    done = "Restored: the record continues from the backup."
    _act(
        lambda settings: restored(settings, read_reason(reason), give_up),
        settings_for(db, key_folder, head_db),
        json,
        done,
    )


@record.command()
def moved(
    head: Annotated[
        str,
        typer.Option("--head", metavar="SEAL:DIGEST", help="Its head, as `audit head` printed it before the move."),
    ],
    db: Db = "",
    key_folder: KeyFolder = None,
    json: Json = False,
) -> None:
    """Note the head of a record that was moved here.

    The whole record is checked first. The room may be open.
    """
    from boston7.cli.audit import read_head
    from boston7.record.recovery import moved

    done = "The record is checked, and its head is noted here."
    _act(lambda settings: moved(settings, read_head(head)), settings_for(db, key_folder), json, done)


@record.command("new-key")
def new_key(reason: Reason, db: Db = "", key_folder: KeyFolder = None, json: Json = False) -> None:
    """Change the room key. The old one seals the change and stays as room.key.old; rounds in play are returned."""
    from boston7.record.recovery import rekey

    done = "Changed: the new room key seals all later entries."
    _act(lambda settings: rekey(settings, read_reason(reason)), settings_for(db, key_folder), json, done)


@record.command()
def create(
    db: Db = "",
    room: Annotated[
        str, typer.Option("--room", metavar="USER", help="PostgreSQL: let this database user read and add entries.")
    ] = "",
    reader: Annotated[
        str, typer.Option("--reader", metavar="USER", help="PostgreSQL: let this database user read entries.")
    ] = "",
    json: Json = False,
) -> None:
    """Create the record's tables and grant access to the users. Needs no room key, and reads no entry."""
    from boston7.record import is_postgres
    from boston7.record.record import open_store

    settings_for(db, None)
    if (room or reader) and not is_postgres(db):
        fail("--room and --reader name users of PostgreSQL; a file belongs to the user of the room.")
    open_store(db).close()
    if room or reader:
        from boston7.record.postgres import grant

        grant(db, room, reader)
    report(json, {"created": True}, "The record's tables are ready.")


def _act(act: Callable[[Settings], RecordHead], settings: Settings, json: bool, done: str) -> None:
    from boston7.record.opening import must_exist

    must_exist(settings.db)
    head = act(settings)
    report(json, head._asdict(), done, f"Head: {head.seal}:{head.digest}")
