"""Our speed next to other people's, measured in one run: `python -m bench`, or `python -m bench hands`.

A section is a module with `run(console) -> bool`: it prints what it measured and says whether its targets are met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

ROUNDS = 5


def best_times(
    works: Mapping[str, Callable[[], object]], clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """The least seconds each work took in five rounds; of the processor where the `clock` counts those.

    Works take turns, so that a busy moment on a shared machine does not fall on one contestant alone, and run
    once untimed before each turn, so that nobody pays for a cache the one before has filled.
    """
    best = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS):
        for name, work in works.items():
            work()
            start = clock()
            work()
            best[name] = min(best[name], clock() - start)
    return best


def verdict(met: bool, target: str, measured: str) -> str:
    """One line for a target: PASS or FAIL, what was asked and what came out."""
    return f"{'[green]PASS[/]' if met else '[red]FAIL[/]'}  {target}: {measured}"
