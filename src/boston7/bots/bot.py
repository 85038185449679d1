"""A bot at a seat: it watches the table over the socket, acts after a pause, and reconnects when disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from random import Random
from secrets import token_hex

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Origin

from boston7.bots import client
from boston7.bots.styles import Style, choose, least_stake
from boston7.bots.watched import Watched
from boston7.errors import UserError
from boston7.game import Command, CommandSpec, SeatView, TableView
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.commands import snake
from boston7.game.patch import Document
from boston7.house.model import House
from boston7.money import Cents

_LARGEST = 1 << 20
_ANSWERS = ("accepted", "refused", "error")
_PASSING = ("seat_taken", "not_ready")
"""Refusals after which the bot tries to take a seat again."""
_BROKE = 10.0
"""Seconds between two requests for chips."""
_FAREWELL = 5.0
"""Timeout in seconds for leaving the seat, so that a dead server cannot delay the shutdown of a bot."""


class CannotPlay(UserError):
    """The session has ended, or the server rejects the bot."""


class _Person(msgspec.Struct, frozen=True):
    name: str


class _Me(msgspec.Struct, frozen=True):
    person: _Person | None
    balance: Cents


class Message(msgspec.Struct, frozen=True):
    """The fields of a server message that a bot reads."""

    type: str
    version: int = 0
    view: Document = {}
    steps: tuple[Document, ...] = ()
    surroundings: Document | None = None
    offers: Document | None = None
    fresh: bool = False
    me: _Me | None = None
    id: str | None = None
    code: str = ""
    reason: str = ""


class Seen(msgspec.Struct, frozen=True):
    """The table as the bot sees it, and the commands offered to it."""

    version: int
    view: TableView
    offers: tuple[CommandSpec, ...]


class Act(msgspec.Struct, frozen=True, tag_field="type", tag="act"):
    table: str
    id: str
    command: Command


_decoder = msgspec.json.Decoder(Message)


class Bot:
    """A bot. `url` may list several servers of one room: after a lost connection, the bot tries the next one.

    Command ids are derived from the table's version, so two hosts that play the same bot have one effect.
    """

    def __init__(
        self,
        url: str | Sequence[str],
        token: str,
        table: str,
        seat: int | None,
        style: Style,
        *,
        pause: tuple[float, float] = (0.4, 1.5),
        dice: Random | None = None,
        patience: tuple[float, float] = (0.1, 2.0),
    ) -> None:
        urls = [url] if isinstance(url, str) else url
        self._urls = cycle([one.rstrip("/") for one in urls])
        self._token = token
        self._table = table
        self._seat = seat
        self._style: Style = style
        self._pause = pause
        self._dice = dice or Random()
        self._patience = patience  # Seconds before a reconnect: the first delay and the longest.
        self._url = ""
        self._house: House | None = None
        self._rules_seen = ""
        self._purse: Cents = 0
        self._watched = Watched()
        self._frame: Seen | None = None
        self._news = asyncio.Event()
        self._asked: Act | None = None
        self._answers: asyncio.Queue[Message] = asyncio.Queue()
        self._chips_at = 0.0
        self.placed = asyncio.Event()
        """Set when the bot has a seat, or when none is available. `no_chair` then holds the reason."""
        self.no_chair = ""

    async def play(self) -> None:
        """Play until cancelled, or until the server rejects the session (`CannotPlay`)."""
        (first, most), wait = self._patience, 0.0
        while True:
            self._url = next(self._urls)
            came = asyncio.get_running_loop().time()
            try:
                async with self._connect() as socket:
                    await self._visit(socket)
            except InvalidStatus as error:
                if error.response.status_code in (401, 403):
                    raise CannotPlay(f"The server answered {error.response.status_code}.") from None
            except (OSError, WebSocketException, TimeoutError):
                pass
            stayed = asyncio.get_running_loop().time() - came
            wait = min(2 * wait, most) if wait and stayed < most else first  # Exponential backoff.
            await asyncio.sleep(wait * self._dice.uniform(0.5, 1.0))

    async def go(self) -> None:
        """Leave the table after `play` was cancelled, and log out. If the bot cannot leave its seat during a hand, the
        server clears the seat after the round."""
        own = self._own_seat()
        with suppress(OSError, WebSocketException, TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                if own is not None:
                    await self._stand_up(own)
        if self._url:
            with suppress(OSError):
                await asyncio.to_thread(client.log_out, self._url, self._token)

    async def _stand_up(self, own: SeatView) -> None:
        """Withdraw the wagers and leave the seat. The server may refuse either; it then plays the round without the
        bot."""
        by = player(own.player or "")
        async with self._connect() as socket:
            for command in (c.WithdrawWagers(by, own.number), c.Leave(by, own.number)):
                act = Act(self._table, f"go-{token_hex(8)}", command)
                await socket.send(msgspec.json.encode(act).decode())
                while _decoder.decode(await socket.recv()).id != act.id:
                    pass

    def _connect(self) -> connect:
        return connect(
            client.socket_url(self._url),
            additional_headers={"Authorization": f"Bearer {self._token}"},
            origin=Origin(client.origin(self._url)),
            max_size=_LARGEST,
            compression=None,
            proxy=None,
        )

    def _own_seat(self) -> SeatView | None:
        seats = self._frame.view.seats if self._frame is not None else ()
        return next((seat for seat in seats if seat.yours), None)

    async def _visit(self, socket: ClientConnection) -> None:
        """Watch and play until this connection ends."""
        await self._watch(socket, self._frame.version if self._frame is not None else None)
        tasks = [asyncio.create_task(self._listen(socket)), asyncio.create_task(self._think(socket))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, socket: ClientConnection, after: int | None) -> None:
        watch = {"type": "watch", "table": self._table, "offers": True}
        await socket.send(msgspec.json.encode(watch if after is None else {**watch, "after": after}).decode())

    def _update(self, message: Message) -> bool:
        """Apply an update, and return False if updates are missing."""
        if message.type == "view":
            self._watched.load(message.version, message.view, message.surroundings or {}, message.offers or {})
        elif not self._watched.update(
            message.version, message.steps, message.surroundings, message.offers, message.fresh
        ):
            return False
        self._frame = Seen(self._watched.version, self._watched.view, self._watched.offers)
        self._news.set()
        self._look_for_a_chair(self._frame)
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = _decoder.decode(text)
            if message.me is not None:
                if message.me.person is None:
                    raise CannotPlay("The bot's session has ended.")
                self._purse = message.me.balance
                self._news.set()
            elif message.type in ("view", "steps"):
                if not self._update(message):
                    await self._watch(socket, None)
            elif message.type in _ANSWERS and self._asked is not None and message.id in (None, self._asked.id):
                self._answers.put_nowait(message)  # An error without an id: the server could not parse our message.
                if message.type == "refused" and message.code not in _PASSING:
                    self._without_a_chair(message.reason)
            self.note(message)

    def _look_for_a_chair(self, frame: Seen) -> None:
        if self._own_seat() is not None:
            self.placed.set()
        elif not any(offer.type == "sit" for offer in frame.offers):
            full = all(seat.player for seat in frame.view.seats)
            self._without_a_chair("Every seat is taken." if full else "The table is not open.")

    def _without_a_chair(self, reason: str) -> None:
        if not self.placed.is_set():
            self.no_chair = reason
            self.placed.set()

    async def _think(self, socket: ClientConnection) -> None:
        # The connection was lost before the answer, so the command may have been stored or not.
        if self._asked is not None:
            await self._ask(socket, self._asked)
        while True:
            await self._news.wait()
            self._news.clear()
            if self._frame is None or await self.choose(self._frame) is None:
                continue
            if self._pause[1] > 0:
                await asyncio.sleep(self._dice.uniform(*self._pause))
            frame = self._frame  # The table may have changed during the pause.
            if (command := await self.choose(frame)) is not None:
                await self._ask(socket, Act(self._table, f"{frame.version}-{snake(type(command).__name__)}", command))

    async def _ask(self, socket: ClientConnection, act: Act) -> None:
        self._asked, self._answers = act, asyncio.Queue()
        self.note(act)
        await socket.send(msgspec.json.encode(act).decode())
        answer = await self._answers.get()
        self._asked = None
        if answer.type == "accepted":
            while self._frame is None or self._frame.version < answer.version:
                self._news.clear()
                await self._news.wait()
        elif self._frame is not None and act.id.startswith(f"{self._frame.version}-"):
            # Refused although nothing has changed: the record is down, or the bot may not play. Retry later.
            await asyncio.sleep(self._patience[1] * self._dice.uniform(0.5, 1.0))
        self._news.set()

    def note(self, message: Message | Act) -> None:
        """A hook for subclasses, called with each message received and each command sent."""

    async def choose(self, frame: Seen) -> Command | None:
        """Return the command to send, or None."""
        house = await self._rules(frame.view)
        own = next((seat for seat in frame.view.seats if seat.yours), None)
        broke = own is not None and not own.ante and own.rail + self._purse < least_stake(house)
        if broke and any(offer.type == "buy_in" for offer in frame.offers):
            await self._ask_for_chips()
        return choose(self._style, frame.view, frame.offers, house, purse=self._purse, dice=self._dice, seat=self._seat)

    async def _rules(self, view: TableView) -> House:
        """Return the rules of the table, loaded again when a round begins under another version."""
        if self._house is None or view.version not in ("", self._rules_seen, self._house.version):
            self._house = await asyncio.to_thread(client.house_at, self._url, self._token, self._table)
            self._rules_seen = view.version
        return self._house

    async def _ask_for_chips(self) -> None:
        """Request new play money, at most once in a while."""
        now = asyncio.get_running_loop().time()
        if now >= self._chips_at:
            self._chips_at = now + _BROKE
            with suppress(client.Closed):
                await asyncio.to_thread(client.new_stake, self._url, self._token)
