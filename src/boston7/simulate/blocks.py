"""A run is divided into blocks with a fixed number of rounds, each with its own random stream.

A block gives the same result on any worker at any time, so a lost block can simply be played again.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.money import Cents, dollars
from boston7.simulate.errors import SimulationError
from boston7.simulate.seats import Party
from boston7.simulate.shoe import stream
from boston7.simulate.table import play_rounds

BLOCK_ROUNDS = 1 << 18
MOST_ROUNDS = 10**15


class Run(NamedTuple):
    """The arrays and numbers needed to play any block, small enough to send with each task."""

    seed: int
    rounds: int
    session_rounds: int
    """Number of rounds in a session, or 0 if the run has no sessions."""
    policies: NDArray[np.uint8]
    policy_of: NDArray[np.int64]
    sixes: NDArray[np.bool_]
    """For each seat, whether it bets on six cards."""
    money: NDArray[np.int64]
    """Net results in units. The unit is the greatest common divisor of all results in cents."""
    unit: Cents
    code: str

    @property
    def seats(self) -> int:
        return len(self.policy_of)

    @property
    def blocks(self) -> int:
        return -(-self.rounds // BLOCK_ROUNDS)


class Block(NamedTuple):
    """The results of one block, in units; see `play_rounds`."""

    number: int
    rounds: int
    counts: NDArray[np.int64]
    products: NDArray[np.int64]
    path: NDArray[np.int64]
    pieces: NDArray[np.int64]


def prepare(party: Party, *, rounds: int, seed: int, session_rounds: int = 0) -> Run:
    """Validate these seats, rounds and seed, and return the run.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> run = prepare(party, rounds=1_000, seed=7)
    >>> run.blocks
    1
    """
    if not 2 <= rounds <= MOST_ROUNDS:  # The standard error is undefined for a single round.
        raise SimulationError(f"A run has 2 to {MOST_ROUNDS:,} rounds, not {rounds:,}.")
    if seed < 0:
        raise SimulationError(f"A seed is a whole number of 0 or more, not {seed}.")
    if session_rounds < 0 or session_rounds > rounds:
        raise SimulationError(f"A session of {session_rounds:,} rounds does not fit into a run of {rounds:,}.")
    cents = [int(net) for net in party.money.flat]
    unit = gcd(*cents) or 1
    most = max(abs(net) for net in cents)
    # Within a block, sums of products fit in 64 bits. The tally uses Python integers.
    if (most // unit) ** 2 * BLOCK_ROUNDS >= 2**63:
        raise SimulationError(
            f"A round can win or lose {dollars(most)} in units of {dollars(unit)}: too much for exact sums."
        )
    lists, whose = party.policies
    money = np.array([net // unit for net in cents], np.int64).reshape(len(party.seats), -1)
    whose_policy = np.array(whose, np.int64)
    return Run(seed, rounds, session_rounds, lists, whose_policy, party.sixes, money, unit, code_version())


def play_block(run: Run, number: int) -> Block:
    """Play one block. The last block may be shorter.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, Tally, play_here, prepare, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> run = prepare(party, rounds=1_000, seed=7)
    >>> play_block(run, 0).rounds
    1000
    """
    first = number * BLOCK_ROUNDS
    rounds = min(BLOCK_ROUNDS, run.rounds - first)
    cuts = _cuts(first, rounds, run.session_rounds)
    counts = np.zeros(run.money.shape, np.int64)
    products = np.zeros((run.seats, run.seats), np.int64)
    path = np.zeros(4, np.int64)
    pieces = np.zeros((len(cuts), 2), np.int64)
    whose = run.policies, run.policy_of, run.sixes
    play_rounds(stream(run.seed, number), cuts, *whose, run.money, counts, products, path, pieces)
    return Block(number, rounds, counts, products, path, pieces)


def _cuts(first: int, rounds: int, session: int) -> NDArray[np.int64]:
    """Return the rounds within a block at which a session ends, followed by the end of the block."""
    if not session:
        return np.array([rounds], np.int64)
    ends = np.arange(session - first % session, rounds + 1, session, dtype=np.int64)
    return ends if len(ends) and ends[-1] == rounds else np.append(ends, rounds)


@cache
def code_version() -> str:
    """Return the SHA-256 of all code that affects the results of a block, so that a cluster cannot mix versions."""
    digest = hashlib.sha256()
    for package, names in (
        ("boston7.hands", ("five.py", "three.py", "tables.py", "batch.py")),
        ("boston7.simulate", ("instructions.py", "shoe.py", "table.py", "blocks.py")),
    ):
        for name in names:
            digest.update(resources.files(package).joinpath(name).read_bytes())
    return digest.hexdigest()
