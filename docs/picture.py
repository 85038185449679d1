"""Writes docs/round.svg: a real round at the terminal table, played through a pseudo-terminal (`make picture`)."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COMMAND = "boston7 play --terminal --house nhcg --seat 2 --bankroll 200 --seed 18"
ANSWERS = ["Ann", "10", "", "5", "", "", "", "l"]


def played() -> str:
    """What the terminal shows when these answers are typed at its prompts."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "60"}
    command = [sys.executable, "-m", *COMMAND.split()]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    answers = iter(ANSWERS)
    while True:
        ready, _, _ = select.select([ours], [], [], 2.0)
        if ready:
            try:
                chunk = os.read(ours, 65536)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        elif process.poll() is None:
            os.write(ours, (next(answers, "l") + "\n").encode())
    process.wait(timeout=10)
    return shown.decode().replace("\r\n", "\n")


def main() -> None:
    text = played()
    page = Console(record=True, width=84, file=io.StringIO(), force_terminal=True)
    page.print(Text.from_ansi(text.rstrip()))
    svg = page.export_svg(title=COMMAND)
    # rich refers to a font on another host; the reader's own monospace font does as well.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, ", "")
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    Path(__file__).with_name("round.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
