"""The room of an earlier commit, measured in the same run: from a checkout with an environment of its own.

`make bench` makes one in `.bench-base` where the history is at hand. Each commit is loaded by its own bots, for the two
speak differently; what is compared is commands for a second of the server's work.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

COMMIT = "bcce7df"
FOLDER = Path(os.environ.get("BENCH_BASE", Path(__file__).parent.parent / ".bench-base"))
TIMES = 3.0
"""What we aim at."""
_SCRIPT = """
import asyncio, json, sys
from bench import room as r
guests = asyncio.run(r.found(sys.argv[1], 0))
with r.running("-m", "boston7", "serve", "--bench", "--db", sys.argv[1], "--port") as server:
    work, address = [], f"http://127.0.0.1:{server.port}/api/socket"
    meter = asyncio.run(r.load(address, guests, (0, 0), r.WARM, r.SECONDS, lambda: work.append(server.cpu())))
figures = r.Figures(meter, work[1] - work[0])
print(json.dumps([figures.commands / figures.server_share, figures.size]))
"""


def at_hand() -> bool:
    return (FOLDER / ".venv/bin/python").exists() and (FOLDER / "bench/room.py").exists()


def flat_out(url: str) -> tuple[float, float]:
    """Commands for a second of work of that commit's server, and bytes a message."""
    done = subprocess.run(
        [str(FOLDER / ".venv/bin/python"), "-c", _SCRIPT, url],
        cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": str(FOLDER)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"The bench of {COMMIT} failed:\n{done.stderr[-2000:]}")
    commands, size = json.loads(done.stdout.splitlines()[-1])
    return float(commands), float(size)
