"""A run that was lost goes on where it was: from its checkpoint, and on a cluster whose scheduler died."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import forked
import pytest

from boston7.cli import app
from boston7.cli.simulate import _play_on_cluster
from boston7.house import preset
from boston7.simulate import BLOCK_ROUNDS, Party, Run, Seat, SimulationError, Tally, play_here, prepare, read_policy
from boston7.simulate.checkpoint import read, resume, save
from boston7.simulate.cluster import TASK_BLOCKS

forked.read_in(
    "boston7.simulate.cluster", "boston7.odds.known_game", "distributed.cli.dask_scheduler",
    "distributed.cli.dask_worker",
)  # fmt: skip
PARTY = Party(
    preset("rack-card"), [Seat(read_policy("play-all"), 5_000, 500), Seat(read_policy("optimal"), 1_000, 100)]
)


@cache
def the_run() -> Run:
    return prepare(PARTY, rounds=6 * BLOCK_ROUNDS + 77, seed=8, session_rounds=1_000)


def everything(tally: Tally) -> tuple[object, ...]:
    path = (tally.tray, tally.lowest, tally.highest, tally.drawdown)
    return tally.rounds, tally.counts.tolist(), tally.product(0, 1), path, tally.shortfalls, tally.session


def test_a_run_goes_on_from_its_checkpoint_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, half = Tally(the_run()), Tally(the_run())
    for block in play_here(the_run(), 2):
        whole.add(block)
        if block.number < 3:
            half.add(block)
    save(half, tmp_path / "run")
    noted = read(tmp_path / "run")
    assert noted is not None
    again = resume(noted, the_run())
    assert everything(again) == everything(half)
    blocks = [block.number for block in play_here(the_run(), 2, first=again.blocks) if again.add(block)]
    assert blocks == [3, 4, 5, 6]
    assert everything(again) == everything(whole)


def test_another_run_does_not_go_on_with_it(tmp_path: Path) -> None:
    save(Tally(the_run()), tmp_path / "run")
    noted = read(tmp_path / "run")
    assert noted is not None
    for other in (
        the_run()._replace(seed=9),
        the_run()._replace(rounds=the_run().rounds + 1),
        the_run()._replace(code="other"),
    ):
        with pytest.raises(SimulationError, match="another run"):
            resume(noted, other)
    assert read(tmp_path / "none") is None
    (tmp_path / "torn").write_bytes((tmp_path / "run").read_bytes()[:-10])
    with pytest.raises(SimulationError, match="not a checkpoint"):
        read(tmp_path / "torn")
    with pytest.raises(SimulationError, match="cannot be written"):
        save(Tally(the_run()), tmp_path / "no folder" / "run")


def simulate(*arguments: str) -> forked.Running:
    return forked.Running("simulate", "nhcg", "--json", *arguments)


def until_noted(running: forked.Running, file: Path) -> None:
    """It has written down what it has played."""
    end = monotonic() + 240
    while (noted := read(file)) is None or not noted.blocks:
        assert monotonic() < end, "nothing was written down"
        assert running.child.poll() is None, running.ends()
        sleep(0.05)


def test_the_command_ends_at_ctrl_c_with_its_seed_and_rounds_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "run")
    running = simulate("--rounds", "1e12", "--workers", "1", "--checkpoint", file)
    until_noted(running, Path(file))
    running.child.send_signal(signal.SIGINT)
    ended = running.ends()
    assert ended.returncode == 130
    noted = read(Path(file))
    assert noted is not None
    first = json.loads(ended.stdout)
    assert (first["seed"], first["rounds"]) == (noted.seed, noted.blocks * BLOCK_ROUNDS)
    with pytest.raises(SystemExit) as end:
        app(["simulate", "nhcg", "--json", "--rounds", "4e8", "--checkpoint", file], standalone_mode=False)
    assert (end.value.code, "another run" in capsys.readouterr().err) == (2, True)


# A real scheduler and a real worker, in processes of their own.


@contextmanager
def dask(kind: str, *arguments: str) -> Iterator[forked.Child]:
    """`python -m distributed.cli.dask_...`, whose warnings are its own."""
    program = f"import warnings; warnings.resetwarnings(); from distributed.cli.dask_{kind} import main; main()"
    process = forked.Running(*arguments, altered=program)
    try:
        yield process.child
    finally:
        process.child.kill()
        process.ends()


def scheduler(port: int) -> Any:
    return dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")


def worker(port: int) -> Any:
    flags = ("--nworkers", "1", "--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "200")
    return dask("worker", f"tcp://127.0.0.1:{port}", *flags)


def test_a_scheduler_that_dies_and_comes_back_costs_no_round(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "run"
    arguments = ("--rounds", str(6 * TASK_BLOCKS * BLOCK_ROUNDS), "--seed", "5", "--seats", "2")
    with ExitStack() as stack:
        first = stack.enter_context(scheduler(free_port))
        stack.enter_context(worker(free_port))
        running = simulate(*arguments, "--cluster", f"tcp://127.0.0.1:{free_port}", "--checkpoint", str(file))
        stack.callback(running.child.kill)
        until_noted(running, file)
        first.kill()
        first.wait(120)
        stack.enter_context(scheduler(free_port))
        stack.enter_context(worker(free_port))
        ended = running.ends(300)
    said = ended.stderr
    assert ended.returncode == 0, said
    assert re.search(r"The Dask scheduler .*Waiting for it; [\d,]+ rounds are done\.", said), said
    assert "The scheduler is back; the run continues." in said
    assert "Traceback" not in said, said
    app(["simulate", "nhcg", "--json", *arguments], standalone_mode=False)
    here, there = json.loads(capsys.readouterr().out), json.loads(ended.stdout)
    assert (here | {"played": None}) == (there | {"played": None})


def test_who_interrupts_a_run_that_waits_for_its_scheduler_is_told_what_is_done(free_port: int) -> None:
    pytest.importorskip("distributed")
    tally, asked = Tally(the_run()), threading.Event()
    asked.set()
    _play_on_cluster(PARTY, tally, 1, f"tcp://127.0.0.1:{free_port}", asked, lambda: None)
    assert not tally.rounds


@pytest.fixture
def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
