"""All figures appear at once: a new process does not import the packages for counting and drawing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_talk import Terminal, run
from odds_counts import table
from odds_talk import Asker

import boston7
from boston7.odds import counts, counts_version, six_cards, whole_game
from boston7.odds.packed import unpack

HOME = Path(counts.__file__).parent
HEAVY = ("numpy", "numba", "matplotlib")
YARD = "import time; sum(n * n for n in range(3_000_000)); print(time.process_time())"
"""Sums three million squares in a new process, as a yardstick: 0.15 s on the first machine, where odds needed 0.18 to
0.39 s."""
TIMES = 4
ASKED = {
    "a house": ["nhcg"],
    "a stake and a bonus": ["rack-card", "--ante", "37", "--bonus", "5"],
    "a what-if": ["filing-12031", "--set", "ante_bonus.straight_flush=75", "--json"],
    "an ante alone": ["exhibit-a", "--ante-only", "--json"],
    "all houses": ["nhcg", "--compare", "rack-card,filing-12031,seabrook,exhibit-a"],
    "PAR data": ["nhcg", "--par"],
    "a start": ["nhcg", "--start", "2c 3d 7h"],
    "a start with an ante alone": ["nhcg", "--start", "2c 3d 7h", "--ante-only", "--json"],
    "a hand to set": ["nhcg", "--hand", "7s 7c 7h As Ad 5c 2d"],
    "a hand to set beside dead cards": ["nhcg", "--hand", "7s 7c 7h As Ad 5c 2d", "--dead", "Ks Kd 9h"],
}
ASKING = """
import io, json, os, sys, time
from boston7.cli import main
import boston7.cli.odds
began = time.process_time()
for asked, arguments in json.loads(sys.argv[1]).items():
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        continue
    sys.argv, sys.stdout = ["boston7", "odds", *arguments], io.TextIOWrapper(io.BytesIO())
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        told = len(sys.stdout.buffer.getvalue()) if not end.code else 0
        heavy = [name for name in sys.argv[2:] if name in sys.modules]
        os.write(1, json.dumps([asked, told, began + time.process_time(), heavy]).encode() + b"\\n")
    finally:
        os._exit(0)
"""
"""Fork a process for each request. It has only the command's own imports, and their time is included."""


def test_a_new_process_prints_any_figure_fast_without_heavy_packages() -> None:
    """Each request takes half a second on an idle machine.

    The limit is relative to a yardstick, and slow requests are repeated, because the machine may be busy.
    """
    slow, seconds = dict(ASKED), dict[str, float]()
    for _ in range(5):
        yard = float(subprocess.check_output([sys.executable, "-c", YARD]))
        command = [sys.executable, "-c", ASKING.replace("sys.argv[2:]", repr(HEAVY)), json.dumps(slow)]
        for line in subprocess.check_output(command).splitlines():
            asked, told, seconds[asked], heavy = json.loads(line)
            assert told, asked
            assert heavy == [], asked
        assert seconds.keys() == ASKED.keys()
        slow = {asked: words for asked, words in slow.items() if seconds[asked] > TIMES * yard}
        if not slow:
            break
    assert not slow, (seconds, yard)


def test_page_figures_and_coach_import_no_heavy_packages() -> None:
    code = """
import sys
from boston7.house import preset
from boston7.odds import Pricing, Stakes, distribution, edges_document, settings, starts_document, odds_document
from boston7.cards import parse_cards
import boston7.server.reading
house = preset("nhcg")
odds_document(house), edges_document(house), settings(house, Stakes(500), parse_cards("7s 7c 7h As Ad 5c 2d"))
pricing = Pricing(house, Stakes(500))
starts_document(pricing), distribution(pricing)
"""
    code += f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_recount_writes_the_shipped_counts_and_shows_progress(tmp_path: Path) -> None:
    (tmp_path / "counts.bin").write_bytes(b"damaged")
    with Terminal("odds", "--recount", "--output", str(tmp_path)) as seat:
        seat.awaits("Counting every deal", 60)
        seat.awaits("All 1,755 starts recounted. Written: counts.bin, dealer_values.bin, six_cards.bin.", 120)
        assert seat.ends()[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counts.bin", "dealer_values.bin", "six_cards.bin"]
    for path in tmp_path.iterdir():
        assert unpack(path.read_bytes()) == unpack((HOME / path.name).read_bytes())


def test_damaged_counts_are_reported_and_found_by_a_recount(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    source = tmp_path / "boston7"
    unused = shutil.ignore_patterns("*.nbi", "*.nbc", "assets")
    shutil.copytree(Path(boston7.__file__).parent, source, ignore=unused)  # Include the compiled Python files.
    damaged = bytearray((source / "odds" / "counts.bin").read_bytes())
    damaged[5000] ^= 1
    (source / "odds" / "counts.bin").write_bytes(damaged)
    asked = run("odds", "nhcg", PYTHONPATH=str(tmp_path))
    assert asked.refused(1) == "The counts that come with boston7 are damaged: install it again."

    ask = Asker(monkeypatch, capsysbinary)
    # The command above has recounted everything and matched the shipped counts.
    monkeypatch.setattr(whole_game, "count_game", lambda progress: table())
    monkeypatch.setattr(six_cards, "count_six_cards", six_cards.six_card_counts)
    good = ask("--recount", "--output", str(HOME), "--json").document
    assert good == {"same": True, "counts_version": counts_version(), "starts": 1755}
    monkeypatch.setattr(counts, "__file__", str(source / "odds" / "counts.py"))
    recounted = ask("--recount", "--json")
    assert (recounted.code, recounted.err) == (1, "These files do not match the count: counts.bin.\n")
    assert json.loads(recounted.out) == good | {"same": False}


def test_a_house_must_be_named() -> None:
    assert run("odds").refused() == "Name a house: boston7 odds HOUSE. boston7 houses lists them."
    assert run("odds", "nhcg", "-o", "x").refused() == "--output goes with --recount."
