"""Run all sections, or the named ones. Exit with 1 if a target is missed, and with 2 for an unknown section."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from rich.console import Console

SECTIONS = ("hands", "rounds", "odds", "simulate", "record", "room", "door", "seat")
LONG = ("tables", "realtime", "stored", "way")
"""Run only when named: some minutes each."""


def main(names: list[str]) -> int:
    console = Console()
    unknown = [name for name in names if name not in (*SECTIONS, *LONG)]
    if unknown:
        console.print(f"There is no section {', '.join(unknown)}; the sections are {', '.join((*SECTIONS, *LONG))}.")
        return 2
    missed = []
    for name in names or SECTIONS:
        console.rule(name)
        try:
            run: Callable[[Console], bool] = import_module(f"bench.{name}").run
        except ModuleNotFoundError as missing:
            console.print(f"[red]FAIL[/]  {missing.name} is not installed: make .venv/.bench")
            missed.append(name)
            continue
        if not run(console):
            missed.append(name)
    if missed:
        console.print(f"[red]Targets missed in: {', '.join(missed)}.[/]")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
