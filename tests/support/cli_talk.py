"""Running the real `boston7` as a person or a script would: in a pipe, or at a terminal of its own."""

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
# A new session takes the first terminal it opens for its own, and only then is Ctrl-C a signal to it.
_OWN_TERMINAL = "import os, sys; os.close(os.open(os.ttyname(0), os.O_RDWR)); os.execv(sys.argv[1], sys.argv[1:])"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")


def _environment(**extra: str) -> dict[str, str]:
    """Ours, without what would make a page look different from one machine to the next."""
    dropped = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONUTF8": "1", **extra}


class Ran:
    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code, self.raw = code, out
        self.out, self.err = out.decode(), err.decode()

    @property
    def document(self) -> Any:
        """The one JSON document of a command that went well, with nothing beside it."""
        assert self.err == ""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def refused(self, code: int = 2) -> str:
        """The sentence of a command that did not do what it was asked, and nothing else."""
        assert self.code == code
        assert self.out == ""
        assert "Traceback" not in self.err
        return self.err.strip()


def run(*arguments: str, answers: str | bytes = b"", **environment: str) -> Ran:
    typed = answers.encode() if isinstance(answers, str) else answers
    whole = _environment(**environment)
    if any(name.startswith("PYTHON") for name in environment):  # which Python reads as it starts
        done = subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, env=whole, timeout=240)
    else:
        done = forked.run(arguments, typed, whole)
    return Ran(done.returncode, done.stdout, done.stderr)


class Terminal:
    """A pseudo-terminal with `boston7` in it. What is awaited must come, or the test fails with what came instead."""

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
        """Wait until these words appear after the last ones awaited; what was shown up to and including them."""
        end = time.monotonic() + seconds
        while (found := self.text.find(words, self._seen)) < 0:
            assert self._read(end), f"{words!r} never came after:\n{self.text[self._seen :]}"
        shown = self.text[self._seen : found + len(words)]
        self._seen = found + len(words)
        return shown

    def types(self, answer: str) -> None:
        if "\x03" in answer:  # between a prompt and the read that follows it Python hears a signal only after the read
            self._until_it_reads()
        os.write(self.ours, answer.encode())

    def _until_it_reads(self) -> None:
        """It has slept for a while, and not because it had no turn: there is nothing else to wait for."""
        asleep = 0
        while asleep < 6 and self.child.poll() is None:
            state = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()[0]
            asleep = asleep + 1 if state == "S" else 0
            time.sleep(0.05)

    def ends(self, seconds: float = 120) -> tuple[int, str]:
        """Its exit code, and whatever it said last."""
        end = time.monotonic() + seconds
        while self._read(end):
            pass
        return self.child.wait(seconds), self.text[self._seen :]

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.ours], [], [], max(0, end - time.monotonic()))
        try:
            more = os.read(self.ours, 65536) if ready else b""
        except OSError:  # Linux reports a terminal that everybody has left as an error
            more = b""
        self.raw += more.decode(errors="replace")
        return bool(more)
