"""A load of bots with its measurements: six at each table, over the same socket as a browser."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from time import perf_counter, process_time
from typing import Any

import msgspec

from bench.room_line import Line, dial
from boston7.game.patch import merge


class Meter:
    """Latencies in seconds since a command was sent, recorded only while `on`."""

    def __init__(self) -> None:
        self.on = False
        self.answered: list[float] = []
        self.seen: list[float] = []  # By each other viewer of the table.
        self.refused: Counter[str] = Counter()  # By code.
        self.messages = 0
        self.bytes = 0
        self.seconds = 0.0
        self.client_cpu = 0.0
        self.sent: dict[tuple[str, int], float] = {}  # When each act was sent, by table and version.
        self._early: defaultdict[tuple[str, int], list[float]] = defaultdict(list)

    def accepted(self, table: str, version: int, sent: float) -> None:
        if self.on:
            self.answered.append(perf_counter() - sent)
            self.sent[table, version] = sent
            self.seen += [at - sent for at in self._early.pop((table, version), ())]

    def frame(self, table: str, since: int, version: int, own: int) -> None:
        """Record that a viewer has seen the steps after `since`, except their own act."""
        if not self.on:
            return
        now = perf_counter()
        for one in range(since + 1, version + 1):
            sent = self.sent.get((table, one))
            if one == own:
                continue
            if sent is not None:
                self.seen.append(now - sent)
            elif one == version:
                self._early[table, one].append(now)


class _Head(msgspec.Struct, gc=False):
    type: str
    version: int = 0
    id: str | None = None
    code: str = ""


_head = msgspec.json.Decoder(_Head)
_told = msgspec.json.Decoder()


class Player:
    """A bot that plays the commands offered to it, after `pause` seconds or at once."""

    def __init__(self, table: str, meter: Meter, pause: tuple[float, float], dice: Random) -> None:
        self.table = table
        self.meter = meter
        self.pause = pause
        self.dice = dice
        self.line: Line
        self.playing = False
        self._ids = count(1)
        self._pending = ""
        self._sent = 0.0
        self._version = 0
        self._own = 0  # The version of the bot's last act.
        self._wait_for = 0
        self._seat: dict[str, Any] = {}  # The bot's own seat.
        self._number = ""
        self._offers: dict[str, Any] = {}
        self._thinking = False

    async def arrive(self, url: str, token: str) -> None:
        self.line = await dial(url, self.hear, token)

    def begin(self) -> None:
        self.playing = True
        self.line.send(b'{"type":"watch","table":"%s","offers":true}' % self.table.encode())

    def hear(self, message: bytes) -> None:
        meter = self.meter
        meter.messages += 1
        meter.bytes += len(message)
        head = _head.decode(message)
        if head.type in ("view", "steps"):
            meter.frame(self.table, self._version, head.version, self._own)
            self._version = head.version
            self._learn(_told.decode(message))
        elif head.type == "accepted" and head.id == self._pending:
            meter.accepted(self.table, head.version, self._sent)
            self._pending, self._own, self._wait_for = "", head.version, head.version
        elif head.type == "refused" and head.id == self._pending:
            meter.refused[head.code] += 1
            self._pending, self._wait_for = "", self._version + 1
        if not self._pending and not self._thinking and self._version >= self._wait_for:
            self._consider()

    def _learn(self, told: dict[str, Any]) -> None:
        """Merge only the bot's own seat and its offers."""
        if told["type"] == "view":
            seats = told["view"]["seats"]
            self._number, self._seat = next(one for one in seats.items() if one[1].get("yours"))
            self._offers = told["offers"]
            return
        for step in told.get("steps", ()):
            if change := step["patch"].get("seats", {}).get(self._number):
                self._seat = merge(self._seat, change)
        if offers := told.get("offers"):
            self._offers = merge(self._offers, offers)

    def _consider(self) -> None:
        if not self.playing or not self._seat:
            return
        if self.pause[1] <= 0:
            self._act()
        elif self._choose() is not None:
            self._thinking = True
            asyncio.get_running_loop().call_later(self.dice.uniform(*self.pause), self._act)

    def _act(self) -> None:
        """Act on the present view, which may be newer than at the start of the pause."""
        self._thinking = False
        command = self._choose() if self.playing else None
        if command is not None:
            self._pending = f"{self._version}-{next(self._ids)}"
            self._sent = perf_counter()
            text = b'{"type":"act","table":"%s","id":"%s","command":%s}'
            self.line.send(text % (self.table.encode(), self._pending.encode(), command))

    def _choose(self) -> bytes | None:
        """Return the command of an offer, encoded as received."""
        offers = {offer["type"]: offer["command"] for offer in self._offers.values()}
        wish = "set_hand" if "set_hand" in offers else "place_second" if "place_second" in offers else "place_wagers"
        hand_set = self._seat.get("hand", {}).get("hand_set", False)
        may_be_changed = hand_set or (self._seat.get("wagers") and wish == "place_wagers")
        return None if may_be_changed or wish not in offers else msgspec.json.encode(offers[wish])


async def load(
    url: str,
    guests: Sequence[tuple[str, str]],
    pause: tuple[float, float],
    warm: float,
    seconds: float,
    look: Callable[[], None],
) -> Meter:
    """Run a load, measure it and disconnect. `guests` are table and token of each player. `look` is called at the start
    and at the end of the measurement."""
    meter, dice = Meter(), Random(1)
    players = [Player(table, meter, pause, dice) for table, _ in guests]
    for player, (_, token) in zip(players, guests, strict=True):
        # All connect before the first one plays, because a busy server accepts connections slowly.
        await player.arrive(url, token)
    for player in players:
        player.begin()
    await asyncio.sleep(warm)
    meter.messages = meter.bytes = 0
    meter.refused.clear()
    look()
    started, worked = perf_counter(), process_time()
    meter.on = True
    await asyncio.sleep(seconds)
    meter.on = False
    meter.seconds, meter.client_cpu = perf_counter() - started, process_time() - worked
    look()
    for player in players:
        player.playing = False
        assert not player.line.lost, "the server closed the connection"
    await asyncio.sleep(0.2)
    for player in players:
        player.line.close()
    return meter
