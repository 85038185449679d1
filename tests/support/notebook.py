"""Run the code cells of a notebook in order, in one namespace and without Jupyter, and return their output.

python tests/support/notebook.py examples/house_edge.ipynb     # replaces the stored outputs
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(notebook: dict[str, Any]) -> list[str]:
    """Return the output of every code cell."""
    names: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for number, cell in enumerate(_code(notebook)):
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        printed.append(shown.getvalue())
    return printed


def stored(notebook: dict[str, Any]) -> list[str]:
    """Return the stored output of every code cell."""
    return ["".join("".join(output["text"]) for output in cell["outputs"]) for cell in _code(notebook)]


def _code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def main() -> None:
    path = Path(sys.argv[1])
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, (cell, text) in enumerate(zip(_code(notebook), run(notebook), strict=True), 1):
        lines = text.splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    path.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
