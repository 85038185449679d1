"""Regression tests of the command line: warnings, refusals, answers and completion."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_talk import run
from places import SOURCE
from typer.main import get_command

from boston7.cli import app
from boston7.house import preset_text

ROUND = """{"house": "nhcg", "dealer": "Ks Kd 9c 7d 4h 3s 2c", "seats": [{"seat": 2, "ante": 1000, "first": 1000,
"second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}]}"""


def house_file(folder: Path, *changes: tuple[str, str]) -> str:
    text = preset_text("nhcg")
    for pattern, replacement in changes:
        text, found = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
        assert found == 1, pattern
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


FLUSH_ABOVE = (r"(?s)(\[ante_bonus\].*?)^flush = 3", r"\1flush = 6")
FLUSH_WORDS = "ante_bonus: flush (6 to 1) pays more than full house (4 to 1)."


def test_a_lower_hand_that_pays_more_is_a_warning_not_a_fault(tmp_path: Path) -> None:
    file = house_file(tmp_path, FLUSH_ABOVE)
    checked = run("houses", "check", file)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.splitlines()[1:] == [f"Warning: {FLUSH_WORDS}"]
    document = run("houses", "check", file, "--json").document
    assert document["valid"] is True
    assert document["warnings"] == [FLUSH_WORDS]


@pytest.mark.parametrize("house", ["filing-12031", "nhcg", "seabrook", "rack-card", "exhibit-a"])
def test_shipped_houses_have_no_warnings(house: str) -> None:
    assert run("houses", "check", house, "--json").document["warnings"] == []


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ("ante_bonus.flush=6", FLUSH_WORDS),
        ("ante_bonus.royal_flush=10", "ante_bonus: straight flush (50 to 1) pays more than royal flush (10 to 1)."),
        ("ante_bonus.full_house=none", "ante_bonus: flush (3 to 1) pays more than full house (nothing)."),
        ("three_card_bonus.pair=4", "three_card_bonus: pair (4 to 1) pays more than flush (3 to 1)."),
    ],
)
def test_a_what_if_has_the_same_warning(change: str, warning: str) -> None:
    assert run("odds", "nhcg", "--set", change, "--json").document["warnings"] == [warning]


def test_a_warning_is_on_every_page() -> None:
    change = ("--set", "ante_bonus.flush=6")
    assert f"Warning: {FLUSH_WORDS}\n" in run("odds", "nhcg", *change).out
    compared = run("odds", "nhcg", *change, "--compare", "rack-card").out
    assert f"Warning, nhcg changed: {FLUSH_WORDS}\n" in compared


def test_chips_run_out_once_or_several_times() -> None:
    pages = [run("play", "--auto", "40", "--bankroll", "20", "--seed", str(seed)).out for seed in range(6)]
    said = [found[0] for page in pages if (found := re.search(r"Chips ran out .*\.", page))]
    assert said
    assert not [words for words in said if re.search(r"\b1 times", words)]
    from boston7.cli.terminal.auto import _ran_out

    assert [_ran_out(times) for times in (0, 1, 2)] == ["", " Chips ran out once.", " Chips ran out 2 times."]


def every_command(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name), command


def test_help_names_the_value_of_an_option_not_its_type() -> None:
    for path, command in every_command(get_command(app)):
        context = command.make_context(" ".join(path), [], resilient_parsing=True)
        help_page = command.get_help(context).replace("<=", "")
        assert re.findall(r".*<.*", help_page) == [], " ".join(path)


def groups(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from groups(command, (*path, name))


def test_a_help_page_of_80_columns_truncates_no_summary() -> None:
    for path in groups(get_command(app)):
        if path == ("odds",):  # Its help is the help of its figures.
            continue
        listed = run(*path, "--help", COLUMNS="80").out.partition("\nCommands:\n")[2]
        assert listed, path
        assert [line for line in listed.splitlines() if line.endswith("...")] == []


@pytest.mark.parametrize(("key", "again"), [("ante", '"ante": 5000, "ante": 1000'), ("house", "")])
def test_a_key_that_is_given_twice_is_refused(key: str, again: str, tmp_path: Path) -> None:
    text = ROUND.replace('"ante": 1000', again) if again else ROUND.replace("{", '{"house": "seabrook", ', 1)
    file = tmp_path / "round.json"
    file.write_text(text, encoding="utf-8")
    assert run("settle", str(file)).refused() == f"{key!r} is given twice in the same object. [settle format]"
    line = text.replace("\n", " ")
    assert run("settle", "-", answers=line).refused() == (
        f"Line 1: {key!r} is given twice in the same object. [settle format]"
    )


def test_a_round_with_each_key_once_is_settled_as_before(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(ROUND, encoding="utf-8")
    assert run("settle", str(file), "--json").document["tray"] == -3000


SIT_DOWN = ("play", "--terminal", "--house", "nhcg", "--seat", "2", "--bankroll", "200", "--seed", "18")


@pytest.mark.parametrize("asked", ["?", "help", "HELP"])
def test_help_works_at_any_prompt(asked: str) -> None:
    page = run(*SIT_DOWN, answers=f"Ann\n{asked}\n10\n{asked}\n\n0\n{asked}\n2\n\nl\n").out
    assert page.count("Ante Bonus, X to 1: royal flush 200, straight flush 50") == 3
    assert page.count("The house pays at most $1,000 a round.") == 3
    assert "not an amount" not in page
    assert "not one of the answers" not in page
    assert "Good night, Ann." in page


@pytest.mark.parametrize(
    ("house", "plays", "best_decides"),
    [
        ("nhcg", "The five you set play", False),
        ("filing-12031", "The five you set play", True),
        ("rack-card", "Your best five of seven play", False),
    ],
)
def test_help_says_which_five_play_at_this_house(house: str, plays: str, best_decides: bool) -> None:
    page = " ".join(
        run("play", "--terminal", "--house", house, "--seat", "2", "--bankroll", "200", answers="?\n").out.split()
    )
    assert f"You get four more cards. {plays} against the dealer's" in page
    assert ("Your best five of seven decide the Ante Bonus, whichever five you set." in page) == best_decides


def test_help_lists_the_side_bets_of_this_house() -> None:
    house = str(SOURCE / "house/examples/six-card-bonus.toml")
    page = run("play", "--terminal", "--house", house, "--seat", "2", "--bankroll", "200", answers="?\n").out
    assert "side bets: Three Card Bonus, Six Card Bonus." in " ".join(page.split())
    assert "Six Card Bonus, X to 1: royal flush 1000" in " ".join(page.split())


def test_help_works_before_a_house_is_chosen() -> None:
    page = run("play", "--terminal", answers="?\n").out
    assert "Place an ante" in page
    assert "X to 1" not in page


def test_a_costly_fold_needs_confirmation() -> None:
    stays = run(*SIT_DOWN, answers="Ann\n10\ny\n0\nf\nn\n2\n\nl\n").out
    cost = re.search(r"Folding costs (\$[0-9.]+) on average\. Fold anyway\?", stays)
    assert cost is not None
    start = run("odds", "nhcg", "--ante", "10", "--start", "3c 6d 3d", "--json").document["start"]
    assert float(cost[1].lstrip("$")) == round(start["mistake_costs"]["value"] * 10, 2)
    assert "Your best five" in stays, "the answer was no, and then the 2nd Wager"
    goes = run(*SIT_DOWN, answers="Ann\n10\ny\n0\nf\ny\nl\n").out
    assert "Your best five" not in goes
    assert "$20 down" in goes


@pytest.mark.parametrize(
    ("shell", "installed"),
    [
        ("bash", ".bash_completions/boston7.sh"),
        ("zsh", ".zfunc/_boston7"),
        ("fish", ".config/fish/completions/boston7.fish"),
    ],
)
def test_completion_installs_with_one_command(shell: str, installed: str, tmp_path: Path) -> None:
    """The shell is recognized by its process name, so a link with that name replaces a missing shell."""
    stand_in = tmp_path / shell
    stand_in.symlink_to("/bin/sh")
    done = subprocess.run(
        [str(stand_in), "-c", f"{sys.executable} -m boston7 --install-completion; exit $?"],
        env={**os.environ, "HOME": str(tmp_path), "SHELL": str(stand_in)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{shell} completion installed" in done.stdout
    written = (tmp_path / installed).read_text()
    assert "_BOSTON7_COMPLETE" in written
    if shell == "zsh":
        # zsh reads the file at the first Tab of a session, so it must complete then, not only register itself.
        assert written.endswith("if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _boston7_completion; fi")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("boston7 o", "odds"),
        ("boston7 houses d", "diff"),
        ("boston7 odds --sta", "--start"),
        ("boston7 odds d", "design"),
        ("boston7 odds nh", "nhcg"),
        ("boston7 houses show rack", "rack-card"),
    ],
)
def test_completion_offers_commands_and_options(words: str, offered: str) -> None:
    count = str(len(words.split()) - 1)
    done = run(_BOSTON7_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=count)
    assert offered in done.out.split()


def test_warnings_reach_a_program_through_the_documents_type() -> None:
    from boston7.house import preset
    from boston7.odds import odds_document, with_changes

    told = odds_document(with_changes(preset("nhcg"), ["ante_bonus.flush=6"]))
    assert told.warnings == (FLUSH_WORDS,)
    assert json.dumps(told.warnings)
