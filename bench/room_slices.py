"""A room at full load until stdin closes. `room_base` runs it once for each commit, with that commit's own Python.

It uses only what both commits have. For each line on stdin, it prints the commands, messages and bytes so far, and the
processor seconds of the server. The server runs on the first core and its bots on the last. The server has a lower
priority, so that its bots never wait and it always works in large batches.
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
        assert not player.line.lost, "the server closed the connection"


def main(url: str) -> None:
    guests = asyncio.run(room.found(url, 0))
    with room.running("-m", "boston7", "serve", "--bench", "--db", url, "--port") as server:
        for thread in Path(f"/proc/{server._process}/task").iterdir():
            os.setpriority(os.PRIO_PROCESS, int(thread.name), _NICE)
        with room.on_the_other_core():
            asyncio.run(play(f"http://127.0.0.1:{server.port}/api/socket", guests, server))


if __name__ == "__main__":
    main(sys.argv[1])
