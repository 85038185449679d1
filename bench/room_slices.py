"""A room flat out, until nobody asks any more: `room_base` runs this once for each commit, by that commit's own Python.

Nothing but what both commits have is used here. Each line on the standard input is answered with the commands, messages
and bytes so far, and the seconds of the server's work. The server is on the first core and its bots are on the last.
The server gives way to everybody: what waits for its bots is not flat out, and stores and tells little at a time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from random import Random

from bench import room
from bench.room_load import Meter, Player

_NICE = 5


async def play(url: str, guests: list[tuple[str, str]], server: room.Server) -> None:
    meter, dice, over = Meter(), Random(1), asyncio.Event()
    players = [Player(table, meter, (0, 0), dice) for table, _ in guests]
    for player, (_, token) in zip(players, guests, strict=True):
        await player.arrive(url, token)
    for player in players:
        player.begin()
    meter.on = True

    def look() -> None:
        if sys.stdin.readline():
            print(len(meter.answered), meter.messages, meter.bytes, server.cpu(), flush=True)
        else:
            over.set()
            asyncio.get_running_loop().remove_reader(sys.stdin)

    asyncio.get_running_loop().add_reader(sys.stdin, look)
    await over.wait()
    for player in players:
        player.playing = False
        assert not player.line.lost, "the server hung up"


def main(url: str) -> None:
    guests = asyncio.run(room.found(url, 0))
    with room.running("-m", "boston7", "serve", "--bench", "--db", url, "--port") as server:
        for thread in Path(f"/proc/{server._process}/task").iterdir():
            os.setpriority(os.PRIO_PROCESS, int(thread.name), _NICE)
        with room.on_the_other_core():
            asyncio.run(play(f"http://127.0.0.1:{server.port}/api/socket", guests, server))


if __name__ == "__main__":
    main(sys.argv[1])
