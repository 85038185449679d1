"""Playing the same blocks on a Dask cluster.

A task is a few consecutive blocks and depends only on its arguments. Dask reassigns the tasks of a lost worker. If Dask
gives up on a task, this module submits it again. The tally counts each block once, even if it arrives twice.
"""

from __future__ import annotations

import logging
import signal
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from boston7.extras import needs
from boston7.simulate.blocks import Block, Run, code_version, play_block
from boston7.simulate.errors import ClusterLost, NoScheduler, SchedulerLost, SimulationError
from boston7.simulate.local import Stop

TASK_BLOCKS = 8
MOST_TRIES = 20
PATIENCE = 300.0
"""How many seconds a run waits for a scheduler or a worker after losing it."""
_CONNECT_SECONDS = 10
_POLL_SECONDS = 0.5


@contextmanager
def connect(address: str, workers: int) -> Iterator[Any]:
    """Connect to the cluster at an address, or start a temporary cluster on this machine (`local`)."""
    needs("cluster", "A cluster")
    import distributed

    for name in ("distributed", "distributed.client"):  # Silence Dask's log, because boston7 prints its own messages.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address == "local":
        with (
            distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
                preload=__name__,
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise NoScheduler(
            f"No Dask scheduler answers at {address!r}. Use an address like tcp://host:8786, or local."
        ) from error
    with client:
        yield client


def dask_setup(_worker: object) -> None:
    """Make workers on this machine ignore Ctrl-C. The terminal sends it to every process, but only the client should
    react."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Wait:
    """Measures how long a cluster has been unable to play, across reconnections. A finished block resets it."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._since: float | None = None

    @property
    def waiting(self) -> bool:
        return self._since is not None

    def begin(self) -> None:
        self._since = monotonic() if self._since is None else self._since

    def end(self) -> None:
        self._since = None

    def check(self, missing: str) -> None:
        """Raise `ClusterLost` once the cluster has been unable to play for too long."""
        if self._since is not None and monotonic() - self._since > self._patience:
            raise ClusterLost(f"The cluster had {missing} for {minutes(self._patience)}.")


def minutes(seconds: float) -> str:
    """Format a duration for people.

    >>> minutes(300), minutes(60), minutes(2.5)
    ('5 minutes', '1 minute', '2.5 seconds')
    """
    if seconds < 60:
        return f"{seconds:g} seconds"
    return f"{seconds / 60:g} minute{'' if seconds == 60 else 's'}"


def play_at(
    address: str,
    workers: int,
    run: Run,
    stop: Stop = lambda: False,
    first: Callable[[], int] = lambda: 0,
    tell: Callable[[str], None] = lambda _: None,
    patience: float | None = None,
) -> Iterator[Block]:
    """Play on the cluster at an address, and wait if its scheduler or workers are lost.

    `first` returns the first block still missing and is called again after each reconnection. `tell` receives a
    sentence when the run starts to wait or continues. Raises `ClusterLost` after waiting too long.
    """
    wait = Wait(PATIENCE if patience is None else patience)
    limit = minutes(PATIENCE if patience is None else patience)

    def on_workers(threads: int) -> None:
        if threads:
            tell("Workers have joined; the run continues.")
        else:
            tell(f"The cluster has no workers. Waiting up to {limit} for one.")

    while not stop():
        try:
            with connect(address, workers) as client:
                if wait.waiting:
                    tell("The scheduler is back.")
                yield from play_on(client, run, stop, first(), wait, on_workers)
                return
        except SchedulerLost as lost:
            tell(f"{lost} Waiting up to {limit} for it.")
            wait.begin()
        except NoScheduler:
            if not wait.waiting:  # If the address has never answered, it is probably wrong, so do not retry.
                raise
            wait.check("no scheduler")


def play_on(
    client: Any,
    run: Run,
    stop: Stop = lambda: False,
    first: int = 0,
    wait: Wait | None = None,
    on_workers: Callable[[int], None] = lambda _: None,
) -> Iterator[Block]:
    """Yield every block from `first` on, in order of completion.

    When `stop` returns true, pending tasks are cancelled. `on_workers` is called with 0 if the cluster has no workers,
    and with their number of threads when workers are back. Raises `SchedulerLost` if the scheduler is gone, and
    `ClusterLost` if there was no worker for too long. Blocks yielded earlier stay valid.
    """
    import distributed

    wait = wait or Wait(PATIENCE)
    idle = False
    token = uuid.uuid4().hex
    following = iter(range(first, run.blocks, TASK_BLOCKS))
    playing: dict[Any, int] = {}
    tries: dict[int, int] = {}

    def hand_in(first: int) -> None:
        tries[first] = tries.get(first, 0) + 1
        if tries[first] > MOST_TRIES:
            raise SimulationError(f"The cluster lost block {first} {MOST_TRIES} times. The run has stopped.")
        # Use a new key each time, because Dask returns the old result for a known key.
        key = f"boston7-simulate-{token}-{first}-{tries[first]}"
        playing[client.submit(play_blocks, run, first, key=key, pure=False)] = first

    try:
        while not stop():
            threads = _threads(client)
            if idle != (not threads):
                idle = not threads
                on_workers(threads)
            if idle:
                wait.begin()
                wait.check("no workers")
            wanted = 3 * max(1, threads)
            while len(playing) < wanted and (number := next(following, None)) is not None:
                hand_in(number)
            if not playing:
                return
            finished = _finished(distributed, playing)
            _still_there(client)
            for future in finished:
                number = playing.pop(future)
                if future.status == "finished":
                    wait.end()
                    yield from future.result()
                elif future.status == "error" and not _is_loss(distributed, future.exception()):
                    raise SimulationError(f"A worker of the cluster failed: {future.exception()}")
                else:
                    hand_in(number)
                future.release()
    finally:
        with suppress(Exception):  # If the scheduler is lost, there is nothing to cancel.
            client.cancel(list(playing), force=True)


def _still_there(client: Any) -> None:
    """Raise an error if the scheduler is gone. Otherwise, the client would report every task as lost and keep
    reconnecting."""
    if getattr(client, "status", "running") != "running":
        raise SchedulerLost("The Dask scheduler is gone.")


def _threads(client: Any) -> int:
    try:
        return sum(client.nthreads().values())
    except Exception as error:
        _still_there(client)
        raise SchedulerLost(f"The Dask scheduler does not answer: {error}.") from None


def _finished(distributed: Any, playing: dict[Any, int]) -> list[Any]:
    """Wait briefly and return the tasks that are finished, lost or cancelled."""
    with suppress(TimeoutError, distributed.client.CancelledError):
        distributed.wait(list(playing), timeout=_POLL_SECONDS, return_when="FIRST_COMPLETED")
    return [future for future in playing if future.status != "pending"]


def _is_loss(distributed: Any, error: object) -> bool:
    return isinstance(error, (distributed.scheduler.KilledWorker, OSError))


def play_blocks(run: Run, first: int) -> list[Block]:
    """Play one task on a worker."""
    if run.code != code_version():
        raise RuntimeError("it runs a different version of boston7")
    return [play_block(run, number) for number in range(first, min(first + TASK_BLOCKS, run.blocks))]
