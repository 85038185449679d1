"""The visitors of a soak: regulars who play, lose connections, leave and return; guests who practice; people who watch
or read; and attackers. They use only the public interface."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from itertools import count
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlsplit

import hostile_messages
import httpx
from soak_books import Accountant, Purse
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from boston7.bots import STYLES, Bot
from boston7.bots.bot import Act, Message, Seen
from boston7.bots.client import Closed, new_guest, socket_url
from boston7.bots.styles import Style, least_stake
from boston7.game import Command

Coming = Coroutine[None, None, None]
LOST = (OSError, WebSocketException, TimeoutError)
_RUDE_KINDS = sorted(hostile_messages.SUPERVISORS | hostile_messages.DEALERS | hostile_messages.PLATFORMS)


class Crowd:
    """The visitors of one server, and their counts."""

    def __init__(self, url: str, tables: list[str], seed: int, *, pause: tuple[float, float]) -> None:
        self.url, self.tables, self.pause = url, tables, pause
        self.dice = Random(seed)
        self.http = httpx.AsyncClient(base_url=url, timeout=60, trust_env=False)
        self.accountant = Accountant()
        self.purses: list[Purse] = []
        self.free: list[tuple[str, Purse]] = []  # Left, with an open session.
        self.waits: list[tuple[float, float]] = []  # Time of an act, and the seconds until its answer.
        self.tally: Counter[str] = Counter()
        self.began = perf_counter()
        self.over = False
        self.walk_out = 0.2
        """Share of players who leave without standing up."""

    def ended(self) -> bool:
        return self.over

    @property
    def now(self) -> float:
        return perf_counter() - self.began

    @property
    def rounds(self) -> int:
        return sum(self.accountant.rounds.values()) + self.tally["practice rounds"]

    async def guest(self) -> tuple[str, Purse]:
        token = ""
        while not token:  # On a busy machine, an answer may exceed the bot's timeout.
            with suppress(Closed):
                token = await asyncio.to_thread(new_guest, self.url)
        me = await self.ask("GET", "/api/me", token)
        purse = Purse(me["person"]["id"], me["person"]["name"], me["balance"])
        self.purses.append(purse)
        self.tally["came"] += 1
        return token, purse

    async def ask(self, method: str, path: str, token: str = "", **body: Any) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.request(method, path, headers=headers, json=body or None)
        self.tally["requests"] += 1
        assert answer.status_code in (200, 201), (path, answer.status_code, answer.text[:300])
        return answer.json() if "json" in answer.headers.get("content-type", "") else None

    def connect(self, token: str = "") -> connect:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return connect(
            socket_url(self.url),
            additional_headers=headers,
            origin=Origin(self.url),
            max_size=1 << 20,
            compression=None,
            proxy=None,
            ping_interval=None,
        )


# Players.


class Regular(Bot):
    """A bot that plays a number of rounds in its style. Its connection is cut at random moments."""

    def __init__(self, crowd: Crowd, token: str, purse: Purse, table: str, dice: Random) -> None:
        style: Style = dice.choice(STYLES)
        super().__init__(crowd.url, token, table, None, style, pause=crowd.pause, dice=dice, patience=(0.05, 0.4))
        self.crowd, self.purse = crowd, purse
        self.stays = dice.randint(2, 40)
        self.first: int | None = None  # The round of its arrival.
        self.gone = asyncio.Event()
        self._sent: dict[str, float] = {}
        self._line: ClientConnection | None = None

    def note(self, said: Act | Message) -> None:
        crowd = self.crowd
        if isinstance(said, Act):
            self._sent.setdefault(said.id, perf_counter())
            return
        if said.type in ("accepted", "refused", "error"):
            assert said.type != "error" or said.code == "too_fast", said
            crowd.tally[said.type] += 1
            sent = self._sent.pop(said.id or "", None)
            if sent is not None and said.type == "accepted":
                crowd.waits.append((sent - crowd.began, perf_counter() - sent))
        elif said.type in ("view", "steps"):
            crowd.tally["frames"] += 1
            self.purse.look(self._table, self._watched.view_document)
            if self._line is not None and self._dice.random() < 0.004:
                crowd.tally["cut off"] += 1
                self._line.transport.abort()

    async def _visit(self, socket: ClientConnection) -> None:
        self._line = socket
        await super()._visit(socket)

    async def choose(self, frame: Seen) -> Command | None:
        own = next((seat for seat in frame.view.seats if seat.yours), None)
        if self.first is None:
            self.first = frame.view.round
        house = await self._rules(frame.view)
        broke = own is not None and not own.ante and own.rail + self._purse < least_stake(house)
        if self.crowd.over or broke or frame.view.round - self.first >= self.stays:
            if own is None:
                self.gone.set()
                return None
            offered = {offer.type: offer.command for offer in frame.offers}
            if "leave" in offered or "withdraw_wagers" in offered:
                return offered.get("withdraw_wagers") or offered["leave"]
            return await super().choose(frame) if own.ante else None
        return await super().choose(frame)

    def look_up(self) -> None:
        """Wake up at a table without events."""
        self._news.set()

    async def _ask_for_chips(self) -> None:
        """Leave after losing everything: the books allow one stake for each person."""


async def chair(crowd: Crowd, table: str, dice: Random) -> None:
    """Fill one place at a table with one player after another."""
    while not crowd.over:
        back = bool(crowd.free) and dice.random() < 0.4
        token, purse = crowd.free.pop(dice.randrange(len(crowd.free))) if back else await crowd.guest()
        crowd.tally["came back"] += back
        await play(crowd, Regular(crowd, token, purse, table, dice), crowd.walk_out)
        await asyncio.sleep(dice.uniform(0, 0.5))


async def play(crowd: Crowd, regular: Regular, walk_out: float = 0.0) -> None:
    """Play until the bot has left its seat or walked out. Nobody walks out of a practice table, whose seats are not
    cleared and whose history is not read."""
    dice, playing = regular._dice, asyncio.create_task(regular.play())
    try:
        walks_out = dice.uniform(1, 60) if dice.random() < walk_out else None
        await _until_gone(playing, regular, walks_out)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    if regular.gone.is_set() and dice.random() < 0.5 and regular._purse > 100_00:
        crowd.free.append((regular._token, regular.purse))
    else:
        crowd.tally["logged out"] += 1
        await regular.go()


async def _until_gone(playing: asyncio.Task[None], regular: Regular, walks_out: float | None) -> None:
    """Wait until the bot has left or walks out. A bot that stops by itself has failed. Once the soak is over, everybody
    finishes."""
    crowd, gone = regular.crowd, asyncio.create_task(regular.gone.wait())
    end = None if walks_out is None else perf_counter() + walks_out
    try:
        while not gone.done():
            await asyncio.wait([playing, gone], timeout=0.25, return_when=asyncio.FIRST_COMPLETED)
            if playing.done():
                playing.result()
            if crowd.over:
                regular.look_up()
            elif end is not None and perf_counter() > end:
                crowd.tally["walked out"] += 1
                return
    finally:
        gone.cancel()


async def practise(crowd: Crowd, dice: Random) -> None:
    """Play as a newcomer at a practice table with the house's bots."""
    while not crowd.over:
        token, purse = await crowd.guest()
        made = await crowd.ask(
            "POST", "/api/practice", token, house="nhcg", bots=["optimal", "reckless"][: dice.randint(1, 2)], hurry=True
        )
        regular = Regular(crowd, token, purse, made["table"], dice)
        regular.stays = dice.randint(1, 4)
        await play(crowd, regular)
        crowd.tally["practice rounds"] += len(purse.nets)
        crowd.tally["practice tables"] += 1
        await asyncio.sleep(dice.uniform(0, 10))


# Observers.


async def account(crowd: Crowd) -> None:
    """Observe all tables until everybody else has left."""
    async with crowd.connect() as socket:
        for table in crowd.tables:
            await socket.send(json.dumps({"type": "watch", "table": table}))
        async for raw in socket:
            if raw.startswith(('{"type":"view"', '{"type":"steps"')):  # type: ignore[arg-type]
                crowd.accountant.hear(json.loads(raw))
    raise AssertionError("the accountant was let go")


async def spectate(crowd: Crowd, dice: Random) -> None:
    """Watch a random table for a while. Some watchers do not read, and some disconnect without closing."""
    while not crowd.over:
        with suppress(*LOST):
            async with crowd.connect() as socket:
                crowd.tally["spectators"] += 1
                await socket.send('{"type":"lobby","on":true}')
                for table in dice.sample(crowd.tables, dice.randint(1, len(crowd.tables))):
                    await socket.send(json.dumps({"type": "watch", "table": table, "past": dice.randrange(50)}))
                with suppress(TimeoutError):
                    async with asyncio.timeout(dice.uniform(0.5, 30)):
                        while not crowd.over:
                            assert json.loads(await socket.recv())["type"] != "error"
                            crowd.tally["seen by spectators"] += 1
                            if dice.random() < 0.01:
                                await asyncio.sleep(dice.uniform(0, 3))
                if dice.random() < 0.3:
                    socket.transport.abort()
        await asyncio.sleep(dice.uniform(0, 2))


async def read(crowd: Crowd, dice: Random) -> None:
    """Read pages, lists, odds, history and proofs."""
    while not crowd.over:
        table = quote(dice.choice(crowd.tables))
        round = max(1, crowd.accountant.rounds.get(table, 0) - 2)
        paths = (
            "/", f"/table/{table}", "/api/lobby", "/api/catalogue", "/api/houses", "/api/houses/nhcg", "/healthz",
            "/readyz", f"/api/tables/{table}/house", f"/api/tables/{table}/rounds?limit=20", "/api/odds/nhcg?ante=1000",
        )  # fmt: skip
        await crowd.ask("GET", dice.choice(paths))
        if round > 1:
            await crowd.ask("GET", f"/api/fair/{table}/{round}")
        await asyncio.sleep(dice.uniform(0.5, 3))


# Attackers.


def rude_message(dice: Random, tables: list[str]) -> str:
    """Return an invalid message, or a command that only staff or the room may send."""
    if dice.random() < 0.5:
        return dice.choice(hostile_messages.RAW)
    kind = dice.choice(_RUDE_KINDS)
    command = {
        "type": kind, "by": {"role": dice.choice(("dealer", "supervisor", "platform")), "name": "house"},
        **dice.choice(({}, {"seat": dice.randrange(-1, 9)}, {"amount": 10 ** dice.randrange(20)}, {"reason": "x"})),
    }  # fmt: skip
    text = json.dumps(
        {"type": dice.choice(("act", "ask")), "table": dice.choice((*tables, "")), "id": "x", "command": command}
    )
    return text if dice.random() < 0.7 else text[: dice.randrange(len(text))]


async def be_rude(crowd: Crowd, dice: Random) -> None:
    """Send hostile messages. Each must get a refusal or an error, or close the socket as too long."""
    numbers = count(1)
    while not crowd.over:
        with suppress(*LOST):
            async with crowd.connect() as socket:
                for _ in range(dice.randint(1, 200)):
                    if crowd.ended():
                        return
                    if dice.random() < 0.005:
                        crowd.tally["too long"] += 1
                        await socket.send("x" * 20_000)
                    sent = [rude_message(dice, crowd.tables) for _ in range(dice.randint(1, 10))]
                    for message in sent:
                        await socket.send(message)
                    last = f"p{next(numbers)}"
                    await socket.send(json.dumps({"type": "ping", "id": last}))
                    await _answers(crowd, socket, sent, last)
                    await asyncio.sleep(dice.uniform(0.2, 1.0))


async def _answers(crowd: Crowd, socket: ClientConnection, sent: list[str], last: str) -> None:
    found = 0
    while True:
        answer = json.loads(await socket.recv())
        if answer["type"] == "pong" and answer["id"] == last:
            break
        if answer["type"] == "error" and answer["code"] == "too_fast" and answer.get("id") == last:
            break
        if answer["type"] in ("refused", "error", "would"):
            assert answer["type"] != "would" or answer["refusal"], answer
            found += 1
        else:
            assert answer["type"] in ("hello", "head"), answer
    assert found == len(sent), f"{len(sent)} were sent, {found} answered: {sent}"
    crowd.tally["hostile messages"] += found


_BAD = (
    b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET /api/me HTTP/9.9\r\nHost: x\r\n\r\n", b"POST",
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", b"\r\n" * 100,
    b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"",
)  # fmt: skip


async def knock(crowd: Crowd, dice: Random) -> None:
    """Send hostile HTTP: wrong methods, bodies and sessions, and connections with garbage, or nothing, that are then
    closed."""
    host = urlsplit(crowd.url)
    paths = (
        "/api/tables",
        "/api/login",
        "/api/cage/x/deposit",
        "/api/people",
        "/api/none",
        "/no such",
        "/api/me/stake",
    )
    while not crowd.over:
        headers = {"Authorization": f"Bearer {dice.randbytes(16).hex()}"} if dice.random() < 0.5 else {}
        with suppress(httpx.TransportError):  # The server may close the connection before it has read everything.
            answer = await crowd.http.request(
                dice.choice(("GET", "POST", "PUT", "DELETE", "PATCH")),
                dice.choice(paths),
                headers=headers,
                content=dice.choice(hostile_messages.RAW).encode("utf-8", "surrogatepass")[:30_000],
            )
            assert 300 <= answer.status_code < 500, (answer.status_code, answer.request.url)
            crowd.tally["hostile requests answered"] += 1
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host.hostname, host.port)
            writer.write(dice.choice(_BAD))
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1000), dice.uniform(0, 1))
            writer.transport.abort()
        crowd.tally["hostile requests"] += 2
        await asyncio.sleep(dice.uniform(0.3, 2))


OTHERS = (practise, spectate, spectate, spectate, read, be_rude, knock)
