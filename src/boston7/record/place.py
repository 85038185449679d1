"""Where a room's record, key and noted heads are stored."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Protocol
from urllib.parse import unquote, urlsplit

from boston7.extras import needs
from boston7.keys import VARIABLE, InvalidKey
from boston7.record.errors import NotOurs


class Place(Protocol):
    """The operator's settings for these places."""

    @property
    def db(self) -> str:
        """The record's URL: `postgresql://...`, `sqlite:///path` or a path."""

    @property
    def key_folder(self) -> str:
        """The folder of the room key and the noted head, or empty."""

    @property
    def head_url(self) -> str:
        """The URL to which each head is posted, or empty."""

    @property
    def head_db(self) -> str:
        """The URL of a second database that stores each head, or empty."""


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def record_file(url: str) -> Path:
    """Return the file to which a record's URL or path refers."""
    path = url
    if "://" in url:
        parts = urlsplit(url)
        if parts.scheme != "sqlite" or parts.netloc:
            raise NotOurs(f"A record is a path, sqlite:///path or postgresql://..., not {parts.scheme}://.")
        path = unquote(parts.path)
        path = path.removeprefix("/") if not path.startswith("//") else path[1:]
    if not path:
        raise NotOurs("No record given: use a path, sqlite:///path or postgresql://...")
    return Path(path)


def key_folder(place: Place) -> Path:
    """Return the folder of the room key, which is the configured folder or else the folder of the record file."""
    if place.key_folder:
        return Path(place.key_folder)
    if is_postgres(place.db):
        needs("postgres", "A PostgreSQL record")  # Report a missing package before a missing key.
        if VARIABLE not in os.environ:
            raise InvalidKey(
                f"Set the room key: --key-folder DIR, or the variable {VARIABLE} with 64 hex digits. All"
                " processes on one database need the same key."
            )
        return Path()
    return record_file(place.db).parent


def data_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """Return the user's data folder on this operating system."""
    home = home or Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "boston7"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "boston7"
    given = environment.get("XDG_DATA_HOME", "")
    # The specification says to ignore a relative path.
    return (Path(given) if Path(given).is_absolute() else home / ".local" / "share") / "boston7"


def write_whole(path: Path, body: bytes) -> None:
    """Replace a file durably and atomically. Only its owner can read it."""
    draft = path.with_name(f"{path.name}.{token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def room_name(db: str) -> str:
    """Return a digest of the record file's path, empty for PostgreSQL."""
    if is_postgres(db):
        return ""
    path = record_file(db).resolve()
    return sha256(f"boston7 room {path}".encode(errors="surrogateescape")).hexdigest()[:16]
