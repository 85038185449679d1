"""Every example runs and prints what it promises. All public names have docstrings, and all functions examples."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import notebook
import pytest
from serving import admin, start_server

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
LIBRARY = ("cards", "money", "hands", "house", "game", "narrate", "described", "odds", "simulate", "local", "env")
"""Modules that other programs may use. The others are internal."""
ELSEWHERE = {"connect", "play_at", "play_on", "bank_figures", "simulation_document"}
"""Names that need a cluster or a long run; docs/simulation.md and tests/simulate cover them."""


def run(name: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("name", ["own_house.py", "price_pay_table.py"])
def test_an_example_prints_what_its_comments_say(name: str) -> None:
    promised = re.findall(r"^# (.*)$", (EXAMPLES / name).read_text(encoding="utf-8"), re.MULTILINE)
    assert promised
    assert run(name) == promised


def test_the_bot_plays_and_the_record_tells_its_rounds(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        admin(server.db, "table", "add", "t1", "--house", "nhcg", "--tray", "10000", "--hurry", "--pause", "0")
        (said,) = run("bot.py", server.url, "t1", "2")
        assert re.fullmatch(r"\d+ cents", said)
        joined, listed, rejected = run("client.py", server.url)
    assert re.fullmatch(r"\S.* has 100000 cents\.", joined)
    assert listed == "t1: 500 to 5000 cents, house edge 10.2246%"
    assert rejected.startswith("not_your_duty: ")
    checked, *rounds = run("read_record.py", server.db)
    assert checked.endswith("the chain is whole")
    assert [line.partition(".")[0] for line in rounds[:2]] == ["t1/1: complete", "t1/2: complete"]


def test_the_typed_client_passes_the_strict_type_checker() -> None:
    checked = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(EXAMPLES / "client.py")]
    done = subprocess.run(checked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_bot_has_forty_lines() -> None:
    code = "".join((EXAMPLES / "bot.py").read_text(encoding="utf-8").split('"""')[::2])  # Everything except docstrings.
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


def test_the_notebook_re_derives_the_house_edge() -> None:
    document = json.loads((EXAMPLES / "house_edge.ipynb").read_text(encoding="utf-8"))
    printed = notebook.run(document)
    assert printed == notebook.stored(document)
    assert "house edge 8.6640% of the ante" in printed[2]
    assert printed[3] == "5479155029989/63240546819450 True\n"


def public(module: ModuleType) -> dict[str, Any]:
    names = getattr(module, "__all__", None) or [
        name for name, held in vars(module).items() if getattr(held, "__module__", "") == module.__name__
    ]
    return {name: getattr(module, name) for name in names if not name.startswith("_")}


@pytest.mark.parametrize("room", LIBRARY)
def test_everything_public_has_a_docstring_and_an_example(room: str) -> None:
    module = importlib.import_module(f"boston7.{room}")
    assert module.__doc__
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    finder = doctest.DocTestFinder(recurse=False)
    shown = 0
    for name, held in public(module).items():
        function = held if inspect.isclass(held) else inspect.unwrap(held)
        if not (inspect.isclass(held) or inspect.isfunction(function)):
            continue
        told = held.__dict__.get("__doc__") if inspect.isclass(held) else held.__doc__
        assert told, f"boston7.{room}.{name} has no docstring"
        if not inspect.isclass(held) and name not in ELSEWHERE:
            assert ">>>" in told, f"boston7.{room}.{name} shows no example"
        for test in finder.find(function, f"{room}.{name}", globs=dict(vars(sys.modules[held.__module__]))):
            shown += runner.run(test).attempted
    assert runner.summarize(verbose=False).failed == 0
    assert shown or room not in ("cards", "game", "odds")


def test_an_example_that_is_wrong_would_be_found() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    runner = doctest.DocTestRunner()
    assert runner.run(test, out=lambda _: None).failed == 1
