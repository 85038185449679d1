"""The exact outcome table, computed when first asked for and kept on disk under the hash of its own code."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property
from importlib import resources
from importlib.metadata import version
from math import comb
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.hands import Category
from boston7.odds.starts import STARTS, Start, all_starts
from boston7.odds.whole_game import AWARDS, Progress, count_whole_game

AWARD_KEYS = (*(category.key for category in Category), "six_card_royal", "seven_card_royal")
"""Award classes from the weakest on; every hand is in exactly one, a long royal in the longest it makes."""

STARTING_DEALS = comb(52, 3)
COMPLETIONS = comb(49, 4) * comb(45, 7)
"""Ways to complete one start: four more cards for the player, seven for the dealer."""
DEALS = STARTING_DEALS * COMPLETIONS

_SOURCES = (
    ("boston7.hands", ("five.py", "three.py", "tables.py")),
    (
        "boston7.odds",
        (
            "starts.py",
            "multisets.py",
            "dealer.py",
            "rank_kernels.py",
            "suit_kernels.py",
            "flush_kernels.py",
            "whole_game.py",
        ),
    ),
)


class Counts:
    """By start, award and outcome (won, tied, lost): in how many ways it happens. The same for every house."""

    def __init__(self, table: NDArray[np.int64]) -> None:
        self.table = table
        self.table.flags.writeable = False

    @cached_property
    def deals(self) -> NDArray[np.int64]:
        """How many of the 22,100 starting deals each start stands for."""
        return np.array([start.deals for start in all_starts()])

    @cached_property
    def three_category(self) -> NDArray[np.int64]:
        return np.array([int(start.category) for start in all_starts()])

    @cached_property
    def weighted(self) -> NDArray[np.int64]:
        """The table with every start counted as often as it is dealt; the whole sums to `DEALS`."""
        return self.table * self.deals[:, None, None]

    def by_category(self, starts: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """By three-card category, award and outcome, over the starts given by a mask, or all of them."""
        total = np.zeros((7, AWARDS, 3), np.int64)
        for category in range(7):
            chosen = self.three_category == category
            total[category] = self.weighted[chosen if starts is None else chosen & starts].sum(axis=0)
        return total

    def __iter__(self) -> Iterator[tuple[Start, NDArray[np.int64]]]:
        return zip(all_starts(), self.table, strict=True)


@cache
def code_version() -> str:
    """SHA-256 of everything the table is computed by: it can be stored, and can never be stale."""
    digest = hashlib.sha256(f"numpy {version('numpy')} numba {version('numba')}".encode())
    for package, names in _SOURCES:
        for name in names:
            digest.update(resources.files(package).joinpath(name).read_bytes())
    return digest.hexdigest()


def prices_version() -> str:
    """SHA-256 of everything that turns the table into money, on top of what counts it."""
    digest = hashlib.sha256(code_version().encode())
    rules = resources.files("boston7.game").joinpath("settlement.py")
    odds = sorted(
        (file for file in resources.files("boston7.odds").iterdir() if file.name.endswith(".py")),
        key=lambda file: file.name,
    )
    for file in (rules, *odds):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where the table is kept: $BOSTON7_CACHE, or boston7 in the user's cache folder."""
    if own := os.environ.get("BOSTON7_CACHE"):
        return Path(own)
    if shared := os.environ.get("XDG_CACHE_HOME"):
        return Path(shared) / "boston7"
    return Path.home() / ".cache" / "boston7"


class _Memory(NamedTuple):
    lock: Lock
    counts: list[Counts]


_MEMORY = _Memory(Lock(), [])


def load_counts(progress: Progress | None = None) -> Counts:
    """The table: from memory, from disk, or computed in about a second (a few more the very first time)."""
    with _MEMORY.lock:
        if not _MEMORY.counts:
            table = read_stored()
            if table is None:
                table = count_whole_game(progress=progress)
                if not is_whole(table):
                    raise ArithmeticError("The outcome table does not add up; the kernels were not compiled right.")
                store(table)
            _MEMORY.counts.append(Counts(table))
        return _MEMORY.counts[0]


def is_whole(table: NDArray[np.int64]) -> bool:
    """Whether every start has all its completions, and wins equal losses over the whole game."""
    won, _, lost = Counts(table).weighted.sum(axis=(0, 1))
    return bool((table.sum(axis=(1, 2)) == COMPLETIONS).all() and won == lost)


def _stored_file() -> Path:
    return cache_folder() / f"counts-{code_version()[:32]}.bin"


def read_stored() -> NDArray[np.int64] | None:
    """The stored table, or None where there is none or it is not whole."""
    try:
        content = _stored_file().read_bytes()
    except (OSError, RuntimeError):  # RuntimeError: nobody's home folder is known
        return None
    checksum, body = content[:32], content[32:]
    if len(body) != STARTS * AWARDS * 3 * 8 or hashlib.sha256(body).digest() != checksum:
        return None
    table = np.frombuffer(body, "<i8").astype(np.int64).reshape(STARTS, AWARDS, 3)
    return table if is_whole(table) else None


def store(table: NDArray[np.int64]) -> None:
    """Keep the table; where that is not possible it is computed again next time."""
    body = table.astype("<i8").tobytes()
    with suppress(OSError, RuntimeError):
        path = _stored_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and moved into place, so that nobody ever reads half a table.
        descriptor, aside = tempfile.mkstemp(dir=path.parent, prefix="counts-", suffix=".part")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(hashlib.sha256(body).digest() + body)
            Path(aside).replace(path)
        except OSError:
            Path(aside).unlink(missing_ok=True)
            raise
