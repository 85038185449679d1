"""`boston7 serve`: a card room for many players."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boston7.cli.options import Db, KeyFolder
from boston7.cli.output import fail, print_json
from boston7.cli.room import in_room

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings


def serve(
    db: Db = "",
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on (127.0.0.1: this machine only).")
    ] = "",
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="The port (7007); 0 for any.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            envvar="BOSTON7_CONFIG",
            metavar="FILE",
            help="A TOML file. BOSTON7_... variables override it, and options override both.",
        ),
    ] = None,
    key_folder: KeyFolder = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Where browsers reach the room, as https://room.example."),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust the X-Forwarded headers of the one proxy in front.")
    ] = False,
    log_format: Annotated[str, typer.Option("--log-format", metavar="text|json", help="Log format.")] = "",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what the libraries report, too.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Log warnings and errors only.")] = False,
    new_key: Annotated[bool, typer.Option("--new-key", help="The room key is lost: continue with a new one.")] = False,
    bench: Annotated[bool, typer.Option("--bench", help="No rate limits; on this machine only.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document once the room is open.")] = False,
) -> None:
    """Open the room for many players, with every table on record.

    It serves the pages, the REST interface and the WebSockets.
    """
    given: dict[str, Any] = {
        "db": db,
        "host": host,
        "key_folder": str(key_folder) if key_folder else "",
        "origins": tuple(origin or ()),
        "behind_proxy": behind_proxy,
        "log_format": log_format,
    }
    settings = _settings(config, given, port, bench=bench)
    if not settings.db:
        fail("Give the record: --db PATH or URL, set BOSTON7_DB, or db in the config.")
    if verbose and quiet:
        fail("Give --verbose or --quiet, not both.")
    greet = _greet_program if json else _greet
    run(settings, greet, new_key=new_key, quiet=quiet, verbose=verbose, first_start=True)


def _settings(config: Path | None, given: dict[str, Any], port: int | None, *, bench: bool) -> Settings:
    from msgspec.structs import replace

    from boston7.server.config import BadConfig, Settings, check, loopback, read_config, with_environment

    settings = with_environment(read_config(config) if config else Settings())
    if given["log_format"] not in ("", "text", "json"):
        raise BadConfig("Value out of range: --log-format is text or json.")
    settings = replace(settings, **{name: value for name, value in given.items() if value})
    if port is not None:
        settings = replace(settings, port=port)
    if bench:
        if not loopback(settings.host):
            raise BadConfig("--bench removes all rate limits, so it works on this machine only, without --host.")
        settings = replace(settings, limits=replace(settings.limits, off=True))
    check(settings)
    return settings


def _greet(url: str, link: str) -> None:
    print(f"The room is open at {url}", file=sys.stderr)
    if link:
        print(f"No admin yet. Set the room up in a browser, with this link: {link}", file=sys.stderr)


def _greet_program(url: str, link: str) -> None:
    print_json({"url": url, "admin": not link, "setup": link or None})


def run(
    settings: Settings,
    greet: Callable[[str, str], None],
    *,
    new_key: bool = False,
    bound: socket.socket | None = None,
    quiet: bool = False,
    verbose: bool = False,
    first_start: bool = False,
) -> None:
    """Serve until a signal. With `first_start`, a room without an admin prints a link to create the first one."""
    from boston7.server.logs import set_up
    from boston7.server.running import bind, serve

    set_up(settings.log_format, quiet=quiet, verbose=verbose)

    async def everything(record: Record, key: RoomKey) -> None:
        with bound or bind(settings.host, settings.port) as door:
            await serve(settings, record, key, door, greet, first_start=first_start)

    in_room(settings, everything, new_key=new_key)
