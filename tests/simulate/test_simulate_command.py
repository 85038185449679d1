"""`boston7 simulate` by its command line, and with Ctrl-C in a separate process."""

from __future__ import annotations

import os
import pty
import signal
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import forked
import msgspec
import pytest

from boston7.cli import app
from boston7.house import preset
from boston7.simulate import BLOCK_ROUNDS, Party, Tally, play_block, play_here, prepare, read_seats

Simulate = Callable[..., str]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]) -> Simulate:
    """Return the output of a run in this process: importing numba in a new one takes longer than the run."""

    def ask(*arguments: str) -> str:
        assert not app(["simulate", *arguments], standalone_mode=False)
        told = capsys.readouterr()
        assert told.err == ""
        return told.out

    return ask


def document(simulate: Simulate, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(simulate(*arguments, "--json"))
    return found


def test_json_is_one_document_and_the_same_for_any_number_of_workers(simulate: Simulate) -> None:
    words = "nhcg --rounds 6e5 --seats 3 --ante 50 --bonus 5 --seed 12 --session-rounds 500"
    arguments = [*words.split(), "--policy", "2:ante-only", "--policy", "3:fold-below=pair,ante=10"]
    found = [document(simulate, *arguments, "--workers", workers) for workers in ("1", "3")]
    played = [one.pop("played") for one in found]
    assert [one["workers"] for one in played] == [1, 3]
    assert found[0] == found[1]
    one = found[0]
    assert (one["rounds"], one["requested_rounds"], one["interrupted"], one["seed"]) == (600_000, 600_000, False, 12)
    assert [seat["policy"] for seat in one["seats"]] == ["optimal", "ante-only", "fold-below=pair"]
    assert [(seat["ante"], seat["three_card_bonus"]) for seat in one["seats"]] == [(5000, 500), (5000, 0), (1000, 500)]
    assert one["table"]["sum"] == -sum(seat["sum"] for seat in one["seats"])
    assert one["bank"]["sessions"] == 1_200
    for seat in one["seats"]:
        assert abs(seat["exact"]["standard_errors"]) < 4
        assert sum(line["rounds"] for line in seat["distribution"]) == 600_000
        assert sum(line["rounds"] * line["net"] for line in seat["distribution"]) == seat["sum"]
        edge = seat["house_edge"]
        assert edge["low"] < edge["value"] < edge["high"]


def test_the_page_is_for_people(simulate: Simulate) -> None:
    page = simulate("rack-card", "--rounds", "300,000", "--seats", "2", "--seed", "1", "--session-rounds", "1e3")
    assert "300,000 rounds, seed 1" in page
    for words in ("edge per ante", "share a dealer", "needs a bankroll of", "largest drawdown"):
        assert words in " ".join(page.split())


def test_without_a_seed_two_runs_differ_and_print_their_seeds(simulate: Simulate) -> None:
    first, second = (document(simulate, "nhcg", "--rounds", "1000") for _ in range(2))
    assert first["seed"] != second["seed"]
    house = preset("nhcg")
    run = prepare(Party(house, read_seats(house, 1, None, None, [])), rounds=1_000, seed=first["seed"])
    tally = Tally(run)
    tally.add(play_block(run, 0))
    assert tally.sum(0) == first["seats"][0]["sum"]


def test_ctrl_c_ends_a_run_with_its_results_so_far() -> None:
    """The progress bar on a terminal shows rate and interim figures. The results are those of the first rounds."""
    reader, terminal = pty.openpty()
    arguments = ("nhcg", "--rounds", "1e14", "--seed", "3", "--ante", "50", "--workers", "1", "--json")
    with TemporaryFile() as out, Path(os.devnull).open("rb") as nothing:
        streams = (nothing.fileno(), out.fileno(), terminal)
        process = forked.start(["simulate", *arguments], streams, os.environ)
        os.close(terminal)
        shown = b""
        while b"million/s" not in shown:
            shown += os.read(reader, 4096)
        process.send_signal(signal.SIGINT)
        # Drain the terminal, or the process blocks while it draws its bar.
        while _read(reader):
            pass
        assert process.wait(timeout=240) == 130, "as any tool that was interrupted"
        out.seek(0)
        found = msgspec.json.decode(out.read())
    os.close(reader)
    assert "of antes" in shown.decode()
    assert found["interrupted"] is True
    assert 0 < found["rounds"] < found["requested_rounds"] == 10**14
    assert found["rounds"] % BLOCK_ROUNDS == 0

    house = preset("nhcg")
    run = prepare(Party(house, read_seats(house, 1, "50", None, [])), rounds=found["rounds"], seed=3)
    tally = Tally(run)
    for block in play_here(run, 2):
        tally.add(block)
    assert (tally.sum(0), tally.drawdown) == (found["seats"][0]["sum"], found["table"]["drawdown"])


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 4096)
    except OSError:  # The other end of the terminal is closed.
        return b""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("nowhere", "no house"),
        ("nhcg --rounds 1.5", "whole number"),
        ("nhcg --rounds 1e999999999", "whole number"),
        ("nhcg --rounds many", "1e9"),
        ("nhcg --rounds nan", "whole number"),
        ("nhcg --rounds 1e17", "1,000,000,000,000,000"),
        ("nhcg --seats 7", "1 to 6 seats"),
        ("nhcg --ante 100", "R1"),
        ("rack-card --policy ante-only", "R1"),
        ("exhibit-a --bonus 11", "R1"),
        ("nhcg --policy wild", "no policy"),
        ("nhcg --policy 2:optimal", "seat"),
        ("nhcg --risk 0.1", "--session-rounds"),
        ("nhcg --session-rounds 100 --risk 2", "between 0 and 1"),
        ("nhcg --session-rounds 100 --risk inf", "between 0 and 1"),
        ("nhcg --workers 0", "workers"),
        ("nhcg --seed -1", "seed"),
    ],
)
def test_impossible_requests_are_refused(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        app(["simulate", *arguments.split(), "--json"], standalone_mode=False)
    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    assert words in told.err
    assert told.err.count("\n") == 1
