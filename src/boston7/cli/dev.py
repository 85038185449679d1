"""`boston7 dev`: a seeded room on this machine, to work on boston7."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.output import print_json
from boston7.cli.room import in_room, make_folder

if TYPE_CHECKING:
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings

PORT = 7008
_PASSING = "passing"
"""Marks a folder to remove when the room closes, even after restarts."""
_END = signal.SIGTERM
"""The signal that closes a room cleanly: clients are notified and everything is stored."""


def dev(
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for any.")] = PORT,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="DIR", help="Folder to keep the room in; otherwise a new room each time."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address only.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document each time the room opens.")] = False,
) -> None:
    """Open a seeded room to work on boston7.

    Every role is one click away, and pages reload when a file changes. This machine only: anyone who can open it can
    log in as anyone.
    """
    from shutil import rmtree
    from tempfile import mkdtemp

    if folder is None:
        folder = Path(mkdtemp(prefix="boston7-dev-"))
        (folder / _PASSING).touch()
    try:
        _serve_in(folder, port, no_open=no_open, json=json)
    finally:
        if (folder / _PASSING).exists():
            rmtree(folder, ignore_errors=True)


def _serve_in(folder: Path, port: int, *, no_open: bool, json: bool) -> None:
    from boston7.server.config import Settings

    make_folder(folder)
    settings = Settings(db=str(folder / "room.db"), port=port, key_folder=str(folder))
    changed, bound_port = _run(settings, _password(folder), no_open=no_open, json=json)
    if changed:
        # The same folder and port: pages reconnect, and everybody stays logged in.
        sys.stdout.flush()
        again = ["dev", "--folder", str(folder), "--port", str(bound_port), "--no-open", *["--json"] * json]
        os.execv(sys.executable, [sys.executable, "-m", "boston7", *again])


def _password(folder: Path) -> str:
    """Return the password of every account, created with the room and stored next to its key."""
    from secrets import token_urlsafe

    path = folder / "dev.password"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(token_urlsafe(24), encoding="ascii")
    return path.read_text(encoding="ascii")


def _run(settings: Settings, password: str, *, no_open: bool, json: bool) -> tuple[bool, int]:
    """Serve until a signal or a change of Python files. Return whether files changed, and the port."""
    import asyncio

    from boston7.accounts import Desk
    from boston7.cli.browser import show
    from boston7.server.dev.paths import Dev
    from boston7.server.dev.seed import seed
    from boston7.server.dev.watch import Watch
    from boston7.server.logs import set_up
    from boston7.server.running import bind, serve

    set_up(settings.log_format, quiet=True)
    watch = Watch()

    def greet(url: str, link: str) -> None:
        if json:
            print_json({"url": url, "start": f"{url}/dev"})
        else:
            show(f"{url}/dev", open_it=not no_open)
            print("Pages reload when a file changes. Press Ctrl-C to stop.", flush=True)

    async def everything(record: Record, key: RoomKey) -> bool:
        desk = Desk(record)
        await desk.open()
        if not desk.people.admins:
            await seed(record, key, password)
        serving = asyncio.create_task(serve(settings, record, key, bound, greet, dev=Dev(password, watch)))
        watching = asyncio.create_task(watch.python_changes())
        await asyncio.wait([serving, watching], return_when=asyncio.FIRST_COMPLETED)
        changed = watching.done()
        watching.cancel()
        if changed:
            print("Python files changed: restarting.", file=sys.stderr, flush=True)
            os.kill(os.getpid(), _END)
        await serving
        return changed

    with bind(settings.host, settings.port) as bound:
        number = bound.getsockname()[1]
        return in_room(settings, everything), number
