"""Playing blocks on this machine, with one thread per worker, because the kernels release the GIL."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from boston7.simulate.blocks import Block, Run, play_block

Stop = Callable[[], bool]


def all_cores() -> int:
    """Return the number of cores that this process may use. In a container, it may be lower than that of the machine.

    >>> all_cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_here(run: Run, workers: int, stop: Stop = lambda: False, first: int = 0) -> Iterator[Block]:
    """Yield every block from `first` on, in order. When `stop` returns true, finish only the blocks in progress.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> run = prepare(party, rounds=1_000, seed=7)
    >>> sum(block.rounds for block in play_here(run, workers=2))
    1000
    """
    with ThreadPoolExecutor(workers, "simulate") as pool:
        playing: deque[Future[Block]] = deque()
        following = iter(range(first, run.blocks))
        try:
            while True:
                while len(playing) < 2 * workers and not stop() and (number := next(following, None)) is not None:
                    playing.append(pool.submit(play_block, run, number))
                if not playing:
                    return
                yield playing.popleft().result()
        finally:
            for future in playing:
                future.cancel()
