"""Checkpoints, from which a run can resume after its machine or cluster is lost."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from boston7.simulate.blocks import Run
from boston7.simulate.errors import SimulationError
from boston7.simulate.tally import Tally

FORMAT = 1


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a tally after its first blocks. Amounts are in cents, but the open session is in the run's units."""

    format: int
    run: str
    seed: int
    rounds: int
    blocks: int
    counts: list[list[int]]
    products: list[list[str]]
    tray: int
    lowest: int
    highest: int
    drawdown: int
    shortfalls: dict[str, int]
    session: tuple[int, int]


def run_digest(run: Run) -> str:
    """Return a digest of everything that affects a run's result: house, stakes, seed, length and code."""
    digest = hashlib.sha256(f"{run.seed} {run.rounds} {run.session_rounds} {run.unit} {run.code}".encode())
    for array in (run.policies, run.policy_of, run.sixes, run.money):
        digest.update(f"{array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def save(tally: Tally, path: Path) -> None:
    """Write the checkpoint atomically."""
    end, low = tally.session
    noted = Checkpoint(
        FORMAT,
        run_digest(tally.run),
        tally.run.seed,
        tally.rounds,
        tally.blocks,
        tally.counts.tolist(),
        [[str(number) for number in row] for row in tally.products.tolist()],  # The sums of long runs exceed 64 bits.
        tally.tray,
        tally.lowest,
        tally.highest,
        tally.drawdown,
        {str(cents): sessions for cents, sessions in tally.shortfalls.items()},
        (end, low),
    )
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(msgspec.json.encode(noted))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise SimulationError(f"The checkpoint {str(path)!r} cannot be written: {_why(error)}.") from None


def read(path: Path) -> Checkpoint | None:
    """Return the checkpoint, or None if the file does not exist."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SimulationError(f"The checkpoint {str(path)!r} cannot be read: {_why(error)}.") from None
    except msgspec.DecodeError:
        raise SimulationError(f"{str(path)!r} is not a checkpoint of a simulation.") from None
    if found.format != FORMAT:
        raise SimulationError(f"The checkpoint {str(path)!r} was written by another version of boston7.")
    return found


def resume(noted: Checkpoint, run: Run) -> Tally:
    """Restore a tally from the checkpoint."""
    if noted.run != run_digest(run):
        raise SimulationError(
            "The checkpoint is from another run. To resume it, use the same house, seats, stakes, policies, rounds,"
            " seed and version of boston7."
        )
    tally = Tally(run)
    tally.rounds, tally.blocks = noted.rounds, noted.blocks
    tally.counts = np.array(noted.counts, np.int64)
    tally.products = np.array([[int(number) for number in row] for row in noted.products], object)
    tally.tray, tally.lowest, tally.highest = noted.tray, noted.lowest, noted.highest
    tally.drawdown = noted.drawdown
    tally.shortfalls = {int(cents): sessions for cents, sessions in noted.shortfalls.items()}
    tally.session = noted.session
    return tally


def _why(error: OSError) -> str:
    reason: Any = error.strerror or str(error)
    return str(reason).lower()
