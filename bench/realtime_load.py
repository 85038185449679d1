"""A load at human speed in its own process: players, or onlookers at a table. `bench.realtime` starts several.

A process writes to stdout when all clients are connected, reads the start time from stdin, and writes its measurements
to stdout as JSON. All processes use the machine's clock, so their times are comparable.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter, process_time

import msgspec

from bench.room_line import Line, dial
from bench.room_load import Meter, Player

AT_ONCE = 50
LOOK = 0.010


class Wish(msgspec.Struct):
    """The parameters of a load. `guests` are table and token of each player."""

    url: str
    guests: list[tuple[str, str]]
    thinking: tuple[float, float]
    seconds: float
    table: str = ""
    onlookers: int = 0
    spread: float = 0.0  # Seconds over which the starts of the tables spread; 0 for all at once.


class Found(msgspec.Struct):
    answered: list[float] = []
    seen: list[float] = []  # By the other players of a table.
    sent: dict[str, float] = {}  # When each act was sent, by table and version.
    shown: list[tuple[int, float]] = []  # Versions shown to onlookers, with their times.
    messages: int = 0
    work: float = 0.0  # Processor seconds.
    lost: int = 0
    late: list[float] = []  # Seconds by which timers of this process fired late.


class _Told(msgspec.Struct):
    type: str
    version: int = 0


_told = msgspec.json.Decoder(_Told)


async def play(wish: Wish) -> Found:
    meter, dice = Meter(), Random(1)
    players = [Player(table, meter, wish.thinking, dice) for table, _ in wish.guests]
    for player, (_, token) in zip(players, wish.guests, strict=True):
        await player.arrive(wish.url, token)
    begins = {table: dice.uniform(0, wish.spread) for table in dict.fromkeys(player.table for player in players)}
    for player in players:
        asyncio.get_running_loop().call_later(begins[player.table], player.begin)
    late: list[float] = []
    watching = asyncio.create_task(_lateness(meter, late))
    worked = await _measured(wish, meter)
    watching.cancel()
    for player in players:
        player.playing = False
    lost = sum(player.line.lost for player in players)
    sent = {f"{table} {version}": at for (table, version), at in meter.sent.items()}
    await asyncio.sleep(0.2)
    for player in players:
        player.line.close()
    return Found(meter.answered, meter.seen, sent, [], meter.messages, worked, lost, late)


async def _lateness(meter: Meter, late: list[float]) -> None:
    """Measure how late this process runs its own timers: this delay is part of the measured latencies."""
    while True:
        due = perf_counter() + LOOK
        await asyncio.sleep(LOOK)
        if meter.on:
            late.append(perf_counter() - due)


async def look_on(wish: Wish) -> Found:
    meter, shown, lines = Meter(), list[tuple[int, float]](), list[Line]()

    def heard(message: bytes) -> None:
        if meter.on:
            meter.messages += 1
            told = _told.decode(message)
            if told.type == "steps":
                shown.append((told.version, perf_counter()))

    async def come() -> None:
        line = await dial(wish.url, heard)
        lines.append(line)
        line.send(msgspec.json.encode({"type": "watch", "table": wish.table}))

    for first in range(0, wish.onlookers, AT_ONCE):
        await asyncio.gather(*(come() for _ in range(min(AT_ONCE, wish.onlookers - first))))
    worked = await _measured(wish, meter)
    lost = sum(line.lost for line in lines)
    for line in lines:
        line.close()
    return Found(shown=shown, messages=meter.messages, work=worked, lost=lost)


async def _measured(wish: Wish, meter: Meter) -> float:
    print("here", flush=True)
    begins = float(await asyncio.to_thread(sys.stdin.readline))  # On the machine's clock.
    await asyncio.sleep(max(0.0, begins - perf_counter()))
    worked, meter.messages, meter.on = process_time(), 0, True
    await asyncio.sleep(wish.seconds)
    meter.on = False
    return process_time() - worked


def main(arguments: Sequence[str]) -> None:
    wish = msgspec.json.decode(sys.stdin.readline(), type=Wish)
    gc.freeze()
    found = asyncio.run(look_on(wish) if wish.onlookers else play(wish))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main(sys.argv[1:])
