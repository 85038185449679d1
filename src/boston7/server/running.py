"""Startup and shutdown: everything opens in order, and closes in the reverse order."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, cast

import uvicorn

from boston7.accounts import Desk
from boston7.errors import UserError
from boston7.keys import RoomKey
from boston7.record import Record, RecordDown, Tampered
from boston7.server.app import build
from boston7.server.app_context import AppContext
from boston7.server.config import Settings, loopback
from boston7.server.logs import note
from boston7.server.metrics import Meters
from boston7.server.socket.connections import calm_accept_errors, most_connections
from boston7.server.socket.line import Line
from boston7.server.socket.sockets import Sockets
from boston7.table import Room

if TYPE_CHECKING:
    from boston7.server.dev.paths import Dev

FAREWELL = "The room is closing. Everything is on record. Come back in a moment."
_POLITE = 3.0
_GRACE = 8
_REST = 4.0
"""Idle time in proportion to working time in the background check."""
_AGAIN = 5.0
_SWITCH = 0.0005
_log = logging.getLogger("boston7.server")


class CannotServe(UserError):
    """The reason why the server cannot start, as a sentence."""


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket, or raise `CannotServe`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Specify TCP as the protocol, or asyncio does not disable Nagle's algorithm: a second packet would wait 40 ms for
    # an acknowledgment.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(1024)
    except (OSError, OverflowError) as error:
        bound.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(f"Port {port} on {host} cannot be used: {reason.lower()}.") from None
    return bound


def address(host: str, port: int) -> str:
    """Return the URL for a browser on this machine."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


class RoomServer(uvicorn.Server):
    """Uvicorn, except that a signal exits with code 0 and clients are notified before they are disconnected."""

    def __init__(self, config: uvicorn.Config, context: AppContext) -> None:
        super().__init__(config)
        self._context = context

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A second signal ends the process at once. Nothing is lost: every acknowledged command is stored."""
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._context.closing = True
        for server in self.servers:
            server.close()
        await self._context.practice_bots.close()
        await self._context.presence.bid_farewell(FAREWELL, _POLITE)
        await super().shutdown(sockets)


async def _check_again(context: AppContext) -> None:
    """Check the older part of a long record in the background. Startup checked it from the last checkpoint."""
    while not context.closing:
        try:
            await asyncio.to_thread(context.record.check_again, _REST)
            note(_log, "The whole record was checked.")
            return
        except Tampered as found:
            _log.critical("The record was altered from outside; this room has stopped. %s", found)
            return
        except RecordDown:
            await asyncio.sleep(_AGAIN)


def spare_the_collector() -> None:
    """Exclude all present objects from garbage collection, and collect less often. Sockets and removed tables form
    cycles, so it cannot be disabled; tables and events are values without cycles. A collection costs 1 to 4
    microseconds an object and delays every answer. With a tenth of this threshold, it used 6 % of the time and freed
    almost nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 3, 1)


def share_the_interpreter() -> None:
    """Shorten the switch interval. The record's thread needs the GIL a dozen times for every commit. At the default of
    5 ms, answers at 50 tables were 50 % slower."""
    sys.setswitchinterval(_SWITCH)


async def serve(
    settings: Settings,
    record: Record,
    key: RoomKey,
    bound: socket.socket,
    opened: Callable[[str, str], None],
    dev: Dev | None = None,
    first_start: bool = False,
) -> None:
    """Serve until a signal arrives. `opened` is called with the address once the server listens. With `first_start`, it
    also receives the link to create the first admin if it is still missing. `dev` allows logging in as anybody."""
    if dev is not None and not loopback(settings.host):
        raise CannotServe("A development room is for this machine only.")
    meters = Meters()
    room = Room(record, Desk(record, key=key), key, silence=settings.limits.silence_seconds)
    context = AppContext(settings, record, key, room, meters, dev)
    meters.watch(lambda: len(context.presence.sessions), room)
    if await asyncio.to_thread(record.store.may_rewrite):
        _log.warning("This database user may change and remove entries. Reduce its rights: see docs/database.md.")
    await room.open()
    checking = asyncio.create_task(_check_again(context)) if record.resumed else None
    calm_accept_errors(asyncio.get_running_loop())
    app = build(context)
    sockets = partial(Line, Sockets(context, app).serve)
    config = uvicorn.Config(
        app,
        http="h11",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=cast("type[asyncio.Protocol]", sockets),
        limit_concurrency=most_connections(),
        timeout_graceful_shutdown=_GRACE,
        timeout_keep_alive=15,
        h11_max_incomplete_event_size=32 * 1024,
    )
    server = RoomServer(config, context)
    port = bound.getsockname()[1]
    url = address(settings.host, port)
    context.presence.start()
    context.practice_bots.open(url)
    if not settings.limits.off:  # A benchmark needs the whole machine.
        context.reports.warm()
    spare_the_collector()
    share_the_interpreter()
    note(_log, "The room is open.", address=url)
    waits = first_start and not context.desk.people.admins
    base = (settings.origins or (url,))[0].rstrip("/")
    try:
        with server.capture_signals():  # The user may press Ctrl-C as soon as the address is printed.
            opened(url, f"{base}/setup#{context.first.begin()}" if waits else "")
            await server.serve(sockets=[bound])
    finally:
        context.closing = True
        if checking is not None:
            checking.cancel()
        await context.practice_bots.close()
        await context.presence.stop()
        context.reports.close()
        await room.close()
        await asyncio.to_thread(record.close)
        note(_log, "The room is closed; every round is on record.")
