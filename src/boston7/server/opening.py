"""The journal and the room key that belongs to it, found together or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

import msgspec

from boston7.accounts import Desk
from boston7.accounts.clock import wall_clock
from boston7.fair import InvalidKey, RoomKey, find_room_key, load_room_key
from boston7.fair.keys import VARIABLE
from boston7.journal import Append, Journal, JournalDown, JournalError, Meta, journal_file, open_journal
from boston7.journal.entry import SEALS
from boston7.journal.seal import key_id, read_seal
from boston7.server.config import Settings


def open_room(settings: Settings, *, new_key: bool = False) -> tuple[Journal, RoomKey]:
    """Both, or why not: `JournalError` or `InvalidKey`, each with a sentence.

    A journal that was sealed with another key is not opened by mistake: its seeds and undealt cards could not be read,
    and rounds in play would have to be returned. `new_key` is for whoever has lost the old one.
    """
    folder = key_folder(settings)
    if not folder.is_dir():
        raise JournalDown(f"There is no folder {str(folder)!r}: make it first.")
    key = find_room_key(folder)
    sealed = "" if new_key else _sealed_with(settings.db)
    if sealed and (key is None or key_id(key.seal_key) != sealed):
        here = f"the key in {str(folder)!r}" if VARIABLE not in os.environ else f"the key in {VARIABLE}"
        wrong = "there is no room key here" if key is None else f"{here} is another one"
        raise InvalidKey(
            f"This journal was written with a room key, and {wrong}. Put the right one back (--key-folder, or the"
            f" variable {VARIABLE}). If it is lost for good, --new-key goes on with a new one: rounds in play are"
            " returned, and earlier shuffles that were not revealed cannot be proved any more."
        )
    key = key or load_room_key(folder)
    journal = open_journal(settings.db, seal_key=key.seal_key)
    if new_key and _sealed_with(settings.db) != key_id(key.seal_key):
        _seal_anew(journal, key)
    return journal, key


def key_folder(settings: Settings) -> Path:
    """Where the room key lies: where somebody says, or beside the journal file."""
    if settings.key_folder:
        return Path(settings.key_folder)
    if settings.db.startswith(("postgresql://", "postgres://")):
        if VARIABLE not in os.environ:
            raise InvalidKey(
                f"Say where the room key is: --key-folder DIR, or the variable {VARIABLE} with 64 hex digits. Every"
                " process on one database needs the same."
            )
        return Path()
    return journal_file(settings.db).parent


def _sealed_with(db: str) -> str:
    """Which key made the last seal; nothing for a journal that is new, unkeyed, or in trouble that shows later."""
    try:
        with open_journal(db, read_only=True) as journal:
            last = journal.read(SEALS, max(0, journal.head(SEALS).version - 1))
            return read_seal(last[-1].body).key if last else ""
    except JournalError:
        return ""


class KeyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="key_changed"):
    key: str  # its id, which tells nothing of it


def _seal_anew(journal: Journal, key: RoomKey) -> None:
    """On record at once, before anybody plays: else the next start would ask for the old key again."""
    try:
        body = msgspec.json.encode(KeyChanged(key.id))
        journal.append_now([Append("keys", None, [body], Meta(wall_clock(), "platform", token_hex(8)))])
    except BaseException:
        journal.close()
        raise


async def has_admin(journal: Journal) -> bool:
    desk = Desk(journal)
    await desk.open()
    return bool(desk.people.admins)
