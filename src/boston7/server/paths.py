"""Where a room of one's own keeps its record, and whether it is already open."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from boston7.record import is_postgres, record_file

_PROBE_SECONDS = 2.0


def data_folder(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, home: Path | None = None
) -> Path:
    """The folder for a person's data, as each system has it."""
    home = home or Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "boston7"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "boston7"
    given = environment.get("XDG_DATA_HOME", "")
    # The specification says that a relative path there is to be ignored.
    return (Path(given) if Path(given).is_absolute() else home / ".local" / "share") / "boston7"


def room_name(db: str) -> str:
    """The same for everybody who opens the same file, and telling nothing about where it lies."""
    if is_postgres(db):
        return ""
    path = record_file(db).resolve()
    return sha256(f"boston7 room {path}".encode(errors="surrogateescape")).hexdigest()[:16]


def open_at(port: int) -> str | None:
    """The name of the room that is open at this port of this machine; None if it is none of ours."""
    opener = build_opener(ProxyHandler({}))  # our own machine is not behind anybody's proxy
    try:
        with opener.open(f"http://127.0.0.1:{port}/healthz", timeout=_PROBE_SECONDS) as answer:
            said = json.loads(answer.read(10_000))
    except (URLError, OSError, ValueError):
        return None
    return str(said.get("room")) if isinstance(said, dict) and said.get("app") == "boston7" else None
