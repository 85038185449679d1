"""A lost run resumes: from its checkpoint, and on a cluster whose scheduler died."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import forked
import pytest
from places import ROOT

from boston7.cli import app
from boston7.house import preset
from boston7.simulate import (
    BLOCK_ROUNDS,
    ClusterLost,
    Party,
    Run,
    Seat,
    SimulationError,
    Tally,
    play_at,
    play_here,
    prepare,
    read_policy,
)
from boston7.simulate.checkpoint import read, resume, save
from boston7.simulate.cluster import TASK_BLOCKS

forked.read_in(
    "boston7.simulate.cluster", "boston7.odds.whole_game", "distributed.cli.dask_scheduler",
    "distributed.cli.dask_worker",
)  # fmt: skip
PARTY = Party(
    preset("rack-card"),
    [
        Seat(read_policy("play-all"), 5_000, {"three_card_bonus": 500}),
        Seat(read_policy("optimal"), 1_000, {"three_card_bonus": 100}),
    ],
)


@cache
def the_run() -> Run:
    return prepare(PARTY, rounds=6 * BLOCK_ROUNDS + 77, seed=8, session_rounds=1_000)


def everything(tally: Tally) -> tuple[object, ...]:
    path = (tally.tray, tally.lowest, tally.highest, tally.drawdown)
    return tally.rounds, tally.counts.tolist(), tally.product(0, 1), path, tally.shortfalls, tally.session


def test_a_run_resumes_from_its_checkpoint_with_the_same_results(tmp_path: Path) -> None:
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


def test_another_run_rejects_the_checkpoint(tmp_path: Path) -> None:
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


def simulate(*arguments: str, altered: str = "") -> forked.Running:
    return forked.Running("simulate", "nhcg", "--json", *arguments, altered=altered)


def until_noted(running: forked.Running, file: Path) -> None:
    """Wait until the run has saved a block."""
    end = monotonic() + 240
    while (noted := read(file)) is None or not noted.blocks:
        assert monotonic() < end, "nothing was written down"
        assert running.child.poll() is None, running.ends()
        sleep(0.05)


def test_ctrl_c_saves_the_seed_and_the_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


# Run a real scheduler and a real worker as separate processes.


@contextmanager
def dask(kind: str, *arguments: str) -> Iterator[forked.Child]:
    """Run `python -m distributed.cli.dask_...` with its own warning filters."""
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


@contextmanager
def workers_as_documented(port: int) -> Iterator[None]:
    """Run the documented shell command with one worker and the address of a local scheduler."""
    page = (ROOT / "docs/simulation.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    (.*dask worker .*?) *#", page, re.MULTILINE)
    here = command.replace("scheduler.example:8786", f"127.0.0.1:{port}").replace("--nworkers -1", "--nworkers 1")
    assert here != command
    shell = subprocess.Popen(
        ["/bin/sh", "-c", here],
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()


OFTEN = "from boston7.cli import simulate; simulate._CHECKPOINT_SECONDS = 0"
"""Save a checkpoint after each block, so that the scheduler can be killed before the end."""
IMPATIENT = "from boston7.simulate import cluster; cluster.PATIENCE = 3; cluster._CONNECT_SECONDS = 1"


def test_a_restarted_scheduler_loses_no_round(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "run"
    arguments = ("--rounds", str(10 * TASK_BLOCKS * BLOCK_ROUNDS), "--seed", "5", "--seats", "2")
    cluster = ("--cluster", f"tcp://127.0.0.1:{free_port}", "--checkpoint", str(file))
    with ExitStack() as stack:
        first = stack.enter_context(scheduler(free_port))
        stack.enter_context(workers_as_documented(free_port))
        running = simulate(*arguments, *cluster, altered=OFTEN)
        stack.callback(running.child.kill)
        until_noted(running, file)
        first.kill()
        first.wait(120)
        running.warns("Waiting up to 5 minutes for it.")
        stack.enter_context(scheduler(free_port))
        ended = running.ends(300)
    said = ended.stderr
    assert ended.returncode == 0, said
    assert re.search(r"The Dask scheduler .* for it\.\nThe scheduler is back\.\n", said), said
    assert "Traceback" not in said, said
    app(["simulate", "nhcg", "--json", *arguments], standalone_mode=False)
    here, there = json.loads(capsys.readouterr().out), json.loads(ended.stdout)
    assert (here | {"played": None}) == (there | {"played": None})


def test_a_lost_scheduler_ends_the_run_with_results_and_a_hint_to_resume(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "run"
    arguments = ("--rounds", str(30 * TASK_BLOCKS * BLOCK_ROUNDS), "--seed", "5", "--checkpoint", str(file))
    with scheduler(free_port) as only, worker(free_port):
        running = simulate(*arguments, "--cluster", f"tcp://127.0.0.1:{free_port}", altered=f"{OFTEN}; {IMPATIENT}")
        until_noted(running, file)
        only.kill()
        ended = running.ends()
    assert ended.returncode == 1, ended.stderr
    found = json.loads(ended.stdout)
    assert found["interrupted"] is True
    assert ended.stderr.splitlines()[-1] == (
        f"The cluster had no scheduler for 3 seconds. Stopped early: these are the first {found['rounds']:,} of "
        f"{found['requested_rounds']:,} rounds. They are saved in {str(file)!r}: repeat the command to resume, with a "
        "cluster or without."
    )
    app(["simulate", "nhcg", "--json", *arguments], standalone_mode=False)
    whole = json.loads(capsys.readouterr().out)
    assert (whole["rounds"], whole["interrupted"]) == (whole["requested_rounds"], False)
    assert whole["played"]["rounds"] == whole["rounds"] - found["rounds"]


def test_a_run_waits_for_workers_and_then_gives_up(free_port: int) -> None:
    pytest.importorskip("distributed")
    told: list[str] = []
    address = f"tcp://127.0.0.1:{free_port}"
    with scheduler(free_port), pytest.raises(ClusterLost, match="no workers for 2 seconds"):
        list(play_at(address, 1, the_run(), tell=told.append, patience=2))
    assert told == ["The cluster has no workers. Waiting up to 2 seconds for one."]


def test_ctrl_c_ends_a_run_that_waits_for_its_scheduler(free_port: int) -> None:
    pytest.importorskip("distributed")
    assert list(play_at(f"tcp://127.0.0.1:{free_port}", 1, the_run(), lambda: True)) == []


def test_a_repeated_finished_run_shows_no_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "nhcg", "--rounds", "3e5", "--seed", "2", "--checkpoint", str(tmp_path / "run")]
    app([*arguments, "--json"], standalone_mode=False)
    first = json.loads(capsys.readouterr().out)
    assert first["played"]["rounds"] == 300_000
    app([*arguments, "--json"], standalone_mode=False)
    again = json.loads(capsys.readouterr().out)
    assert (again["played"]["rounds"], again["played"]["rounds_per_second"]) == (0, None)
    assert (first | {"played": None}) == (again | {"played": None})
    app(arguments, standalone_mode=False)
    assert capsys.readouterr().out.splitlines()[0].endswith("300,000 rounds, seed 2, all from the checkpoint")


def test_a_resumed_run_shows_the_rate_of_its_own_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = prepare(Party(preset("nhcg"), [Seat(read_policy("optimal"), 500)]), rounds=2 * BLOCK_ROUNDS, seed=2)
    half = Tally(run)
    half.add(next(play_here(run, 1)))
    save(half, tmp_path / "run")
    app(["simulate", "nhcg", "--rounds", str(run.rounds), "--checkpoint", str(tmp_path / "run")], standalone_mode=False)
    assert f"{BLOCK_ROUNDS:,} of them from the checkpoint, " in capsys.readouterr().out.splitlines()[0]


@pytest.fixture
def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
