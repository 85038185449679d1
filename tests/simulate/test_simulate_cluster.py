"""The same blocks on a real cluster of worker processes, one of which is killed during the run."""

from __future__ import annotations

import os
import signal
import sys
from functools import cache
from typing import Any

import pytest

from boston7.extras import MissingExtra
from boston7.house import preset
from boston7.simulate import (
    BLOCK_ROUNDS,
    Party,
    Run,
    Seat,
    SimulationError,
    Tally,
    connect,
    play_here,
    play_on,
    prepare,
    read_policy,
)
from boston7.simulate.cluster import TASK_BLOCKS, play_blocks

PARTY = Party(
    preset("rack-card"),
    [
        Seat(read_policy("play-all"), 5_000, {"three_card_bonus": 500}),
        Seat(read_policy("fold-below=Q"), 1_000, {"three_card_bonus": 100}),
    ],
)


@cache
def the_run() -> Run:
    return prepare(PARTY, rounds=60 * BLOCK_ROUNDS + 77, seed=8, session_rounds=1_000)


def everything(tally: Tally) -> tuple[object, ...]:
    return (
        tally.rounds,
        tally.counts.tolist(),
        tally.product(0, 1),
        (tally.tray, tally.lowest, tally.highest, tally.drawdown),
        tally.shortfalls,
    )


def test_a_killed_worker_and_a_cancelled_task_lose_no_round_and_count_none_twice() -> None:
    distributed = pytest.importorskip("distributed")
    dask = pytest.importorskip("dask")
    here = Tally(the_run())
    for block in play_here(the_run(), 2):
        here.add(block)

    there = Tally(the_run())
    killed = 0
    called_off = False
    # Otherwise each worker imports everything again.
    forking = {"distributed.worker.multiprocessing-method": "forkserver"}
    with dask.config.set(forking), connect("local", 2) as client:
        assert isinstance(client, distributed.Client)
        workers = client.run(os.getpid)
        for block in play_on(client, the_run()):
            there.add(block)
            if not killed and there.blocks >= 2 * TASK_BLOCKS:
                # Kill a worker with unfinished tasks in the middle of the run.
                busy = next(address for address, tasks in client.processing().items() if tasks)
                killed = workers[busy]
                os.kill(killed, signal.SIGKILL)
            if killed and not called_off:
                # Another client cancels the first pending task. Tasks of the killed worker are not pending.
                for pending in [key for key, state in client.futures.items() if state.status == "pending"][:1]:
                    client.cancel([distributed.Future(pending)], force=True)
                    called_off = True
        assert killed
        assert called_off
        assert killed not in client.run(os.getpid).values()
    assert everything(there) == everything(here)


class _Future:
    """A task as the client sees it: played, lost, or failed."""

    def __init__(self, status: str, first: int, error: Exception | None = None) -> None:
        self.status, self.first, self.error = status, first, error

    def result(self) -> Any:
        return play_blocks(the_run()._replace(rounds=RUN_SHORT), self.first)

    def exception(self) -> Exception | None:
        return self.error

    def release(self) -> None:
        pass


RUN_SHORT = 3 * TASK_BLOCKS * BLOCK_ROUNDS


class _Client:
    """A cluster that loses each task several times before it plays it."""

    def __init__(self, losses: int, error: Exception | None = None) -> None:
        self.losses, self.error, self.keys = losses, error, list[str]()

    def nthreads(self) -> dict[str, int]:
        return {"a": 1}

    def submit(self, _task: Any, _run: Any, first: int, *, key: str, pure: bool) -> _Future:
        assert key not in self.keys
        assert not pure
        self.keys.append(key)
        tries = sum(f"-{first}-" in known for known in self.keys)
        status = "finished" if tries > self.losses else "error" if self.error else "lost"
        return _Future(status, first, self.error)

    def cancel(self, _futures: list[_Future], *, force: bool) -> None:
        assert force


@pytest.fixture
def _all_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boston7.simulate.cluster._finished", lambda _distributed, playing: list(playing))


@pytest.mark.usefixtures("_all_done")
def test_a_failed_task_is_submitted_again() -> None:
    distributed = pytest.importorskip("distributed")
    run = the_run()._replace(rounds=RUN_SHORT)
    killed = distributed.scheduler.KilledWorker("task", None, 3)
    for client in (_Client(2), _Client(2, killed)):
        tally = Tally(run)
        assert all(tally.add(block) for block in play_on(client, run))
        assert tally.rounds == run.rounds
        assert len(client.keys) == 9


@pytest.mark.usefixtures("_all_done")
def test_a_cluster_that_loses_every_task_ends_the_run() -> None:
    pytest.importorskip("distributed")
    run = the_run()._replace(rounds=RUN_SHORT)
    with pytest.raises(SimulationError, match="The run has stopped"):
        list(play_on(_Client(10**6), run))
    with pytest.raises(SimulationError, match="another version"):
        list(play_on(_Client(1, RuntimeError("it has another version of boston7")), run))


def test_a_worker_with_other_code_refuses() -> None:
    with pytest.raises(RuntimeError, match="different version"):
        play_blocks(the_run()._replace(code="other"), 0)


def test_without_dask_an_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'boston7\[cluster\]'"), connect("local", 1):
        pass


def test_an_address_without_a_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("boston7.simulate.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(SimulationError, match="No Dask scheduler"), connect("tcp://127.0.0.1:1", 1):
        pass
