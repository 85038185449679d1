"""Benchmarks of boston7 against other libraries, measured in one run: `python -m bench`, or `python -m bench hands`.

A section is a module with `run(console) -> bool`, which prints its measurements and returns whether its targets are
met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

ROUNDS = 5


def best_times(
    works: Mapping[str, Callable[[], object]], clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Return the best time of each work in five rounds, in seconds of the given `clock`.

    Works take turns, so that a busy moment on a shared machine affects all of them. Each runs once untimed before each
    turn, to warm its caches.
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
    """Return one line for a target: PASS or FAIL, the target and the measurement."""
    return f"{'[green]PASS[/]' if met else '[red]FAIL[/]'}  {target}: {measured}"
