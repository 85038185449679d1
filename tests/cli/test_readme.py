"""The README and its linked pages are true: the sample prints what it promises, and links and commands exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from boston7.cli import app

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LIBRARY = (ROOT / "docs/library.md").read_text(encoding="utf-8")
HOUSES = (ROOT / "docs/houses.md").read_text(encoding="utf-8")


def sample() -> str:
    """Return all code of the page, in order."""
    return "".join(re.findall(r"```python\n(.*?)```", LIBRARY, re.DOTALL))


def test_the_sample_uses_every_function_it_calls_the_whole_interface() -> None:
    named = re.search(r"^(`.*?) in `boston7.game` are the whole interface", LIBRARY, re.MULTILINE)
    assert named is not None
    functions = re.findall(r"`(\w+)`", named[1])
    assert len(functions) == 5
    used = re.sub(r"^from .*$", "", sample(), flags=re.MULTILINE)
    assert [name for name in functions if not re.search(rf"\b{name}\b", used)] == []


def every_command(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command of the command line with its path."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name), command


def test_its_sample_is_ten_lines() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len([line for line in code.splitlines() if line and not line.startswith("#")]) <= 10


def test_it_is_one_screen_with_a_picture() -> None:
    assert len(README.splitlines()) <= 60
    assert README.count("![") == 1


def test_every_command_takes_json_as_it_says() -> None:
    assert "Every command takes `--json`" in README
    commands = dict(every_command(get_command(app)))
    assert {("serve",), ("bots",), ("odds", "figures")} <= set(commands)
    options = {path: [option for one in command.params for option in one.opts] for path, command in commands.items()}
    assert [path for path, taken in options.items() if "--json" not in taken] == []


def test_every_linked_file_exists() -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_make_target_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?:`|    )make (\w+)", README))
    assert {"play", "test"} <= targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_the_house_table_says_what_the_files_say() -> None:
    from boston7.house import PRESETS, preset

    for house_id in PRESETS:
        house = preset(house_id)
        row = next(line for line in HOUSES.splitlines() if line.startswith(f"| `{house_id}` |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == house.document
        assert cells[2] == " ".join(map(str, house.side_bets[0].pays.values()))
        assert cells[3] == " ".join(map(str, house.ante_bonus.values()))
