"""Run the real `boston7` as a person or a script would: in a pipe, or at its own terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import forked

COMMAND = [sys.executable, "-W", "error", "-m", "boston7"]
# A new session controls the first terminal that it opens; only then does Ctrl-C send it a signal.
_OWN_TERMINAL = "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR)); os.execv(sys.argv[1], sys.argv[1:])"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")


def _environment(**extra: str) -> dict[str, str]:
    """Return our environment without the variables that affect a page's appearance."""
    dropped = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONUTF8": "1", **extra}


class Ran:
    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code, self.raw = code, out
        self.out, self.err = out.decode(), err.decode()

    @property
    def document(self) -> Any:
        """Return the JSON document of a successful command, which must be its only output."""
        assert self.err == ""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def refused(self, code: int = 2) -> str:
        """Return the message of a failed command, which must be its only output."""
        assert self.code == code
        assert self.out == ""
        assert "Traceback" not in self.err
        return self.err.strip()


def run(*arguments: str, answers: str | bytes = b"", **environment: str) -> Ran:
    typed = answers.encode() if isinstance(answers, str) else answers
    whole = _environment(**environment)
    if any(name.startswith("PYTHON") for name in environment):  # Python reads these at startup.
        done = subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, env=whole, timeout=240)
    else:
        done = forked.run(arguments, typed, whole)
    return Ran(done.returncode, done.stdout, done.stderr)


class Terminal:
    """A pseudo-terminal that runs `boston7`. If awaited text does not appear, the test fails with the actual output."""

    def __init__(self, *arguments: str, columns: int = 80, **environment: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        whole = _environment(TERM="xterm-256color", **environment)
        if any(name.startswith("PYTHON") for name in environment):
            self.child: subprocess.Popen[bytes] | forked.Child = subprocess.Popen(
                [sys.executable, "-c", _OWN_TERMINAL, *COMMAND, *arguments],
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=whole,
                start_new_session=True,
            )
        else:
            self.child = forked.start(arguments, (theirs, theirs, theirs), whole, terminal=True)
        os.close(theirs)
        self.raw = ""
        self._seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.child.poll() is None:
            self.child.kill()
        self.child.wait()
        os.close(self.ours)

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.raw)

    def awaits(self, words: str, seconds: float = 120) -> str:
        """Wait until these words appear after the last awaited ones, and return the output up to them."""
        end = time.monotonic() + seconds
        while (found := self.text.find(words, self._seen)) < 0:
            assert self._read(end), f"{words!r} never came after:\n{self.text[self._seen :]}"
        shown = self.text[self._seen : found + len(words)]
        self._seen = found + len(words)
        return shown

    def types(self, answer: str) -> None:
        if "\x03" in answer:  # Between a prompt and its read, Python handles a signal only after the read.
            self._until_it_reads()
        os.write(self.ours, answer.encode())

    def _until_it_reads(self) -> None:
        """Wait until the process has slept for a while, so that it must be waiting for input."""
        asleep = 0
        while asleep < 6 and self.child.poll() is None:
            state = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()[0]
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(0.05)

    def ends(self, seconds: float = 120) -> tuple[int, str]:
        """Return the exit code and the last output."""
        end = time.monotonic() + seconds
        while self._read(end):
            pass
        return self.child.wait(seconds), self.text[self._seen :]

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.ours], [], [], max(0, end - time.monotonic()))
        try:
            more = os.read(self.ours, 65536) if ready else b""
        except OSError:  # Linux reports a closed terminal as an error.
            more = b""
        self.raw += more.decode(errors="replace")
        return bool(more)
