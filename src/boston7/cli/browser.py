"""`boston7 play` in the browser: a private room on this machine."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from boston7.cli.output import fail
from boston7.cli.room import make_folder

if TYPE_CHECKING:
    import socket

PORT = 7007
_TRIES = 20
_HERE = ", or play here with --terminal"


def play_in_browser(port: int | None, *, open_it: bool) -> None:
    """Open the room, or find it already open, and show it in the browser."""
    from boston7.cli.serve import run
    from boston7.record.place import data_folder
    from boston7.server.config import Settings

    folder = data_folder()
    make_folder(folder)
    db = folder / "room.db"
    found = _already_open(db, port)
    if found is not None:
        print(f"Your room is already open. Its record and its key are kept in {folder}")
        show(f"http://127.0.0.1:{found}", open_it=open_it, instead=_HERE)
        return
    bound = _bind(port)
    settings = Settings(db=str(db), port=bound.getsockname()[1])

    def greet(url: str, link: str) -> None:
        show(url, open_it=open_it, instead=_HERE)
        print(f"Its record and its key are kept in {folder}", flush=True)
        print("Ctrl-C closes the room; everything stays on record.", flush=True)

    run(settings, greet, bound=bound, quiet=True)
    print("The room is closed. Good night.")


def _already_open(db: os.PathLike[str], port: int | None) -> int | None:
    from boston7.record.place import room_name
    from boston7.server.probe import open_at

    name = room_name(str(db))
    ports = [port] if port is not None else range(PORT, PORT + 3)
    return next((one for one in ports if open_at(one) == name), None)


def _bind(port: int | None) -> socket.socket:
    from boston7.server.running import CannotServe, bind

    if port is not None:
        return bind("127.0.0.1", port)
    for one in range(PORT, PORT + _TRIES):
        with suppress(CannotServe):
            bound = bind("127.0.0.1", one)
            if one != PORT:
                print(f"Port {PORT} is in use; using {one} instead.")
            return bound
    return fail(f"Ports {PORT} to {PORT + _TRIES - 1} are in use. Choose another with --port.")


def show(url: str, *, open_it: bool, instead: str = "") -> None:
    print(f"The room is open at {url}", flush=True)
    if open_it and not _opened(url):
        print(f"No browser found. Open that address yourself{instead}.", flush=True)


def _opened(url: str) -> bool:
    """Open a browser window. Skip browsers that run inside the terminal, because they would hide our output."""
    import webbrowser

    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not windows and not os.environ.get("BROWSER"):
        return False
    try:
        return webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return False
