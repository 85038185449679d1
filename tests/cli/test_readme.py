"""The README is true: its example runs and prints what it says, its links and commands exist."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_prints_what_its_comment_says() -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    promised = re.findall(r"print\(.*?\)  # (.*)", code.group(1))
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(code.group(1), "README.md", "exec"), {})
    assert shown.getvalue().splitlines() == promised


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
        row = next(line for line in README.splitlines() if line.startswith(f"| `{house_id}` |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == house.document
        assert cells[2] == " ".join(map(str, house.three_card_bonus.values()))
        assert cells[3] == " ".join(map(str, house.ante_bonus.values()))
