"""The output of every command: a JSON document or a page on stdout, or a sentence on stderr and an exit code."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import msgspec

if TYPE_CHECKING:
    from rich.console import Console

BAD_INPUT = 2
CHECK_FAILED = 1
INTERRUPTED = 130
PIPE_CLOSED = 141
"""The exit code of a shell tool whose reader closed the pipe; distinct from a failed check."""

_BAR_AFTER = 1.0
"""Seconds of work before a progress bar appears."""

_PAGE = 100
"""Columns of a page written to a file or a pipe."""


class Progress(Protocol):
    """Callback for the completed share of the work, None if unknown, and optional words for the bar."""

    def __call__(self, share: float | None, words: str = ..., /) -> None: ...


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """End the command with a sentence on stderr; nothing more is printed on stdout."""
    print(sentence, file=sys.stderr)
    raise SystemExit(code)


def reason_of(error: OSError) -> str:
    """Return the system's error message in lower case, to end a sentence with."""
    return (error.strerror or str(error)).lower()


def print_json(value: Any) -> None:
    """Print the document of a `--json` command, always as UTF-8."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        pipe_closed()


def report(json: bool, document: Any, *lines: str, passed: bool = True) -> None:
    """Print the document with `--json`, else the lines. Exit with CHECK_FAILED unless the check has passed."""
    if json:
        print_json(document)
    else:
        print(*lines, sep="\n", flush=True)
    if not passed:
        raise SystemExit(CHECK_FAILED)


def print_text(text: str) -> None:
    """Print text unchanged, to be redirected into a file."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        pipe_closed()


def pipe_closed() -> NoReturn:
    """Exit quietly after the reader has closed the pipe (`| head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(PIPE_CLOSED)


def console(*, stderr: bool = False) -> Console:
    """Return a page for people. Square brackets are not markup: a player may be called [red]."""
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:
            pipe_closed()

    stream = sys.stderr if stderr else sys.stdout
    page = Page(stderr=stderr, markup=False, highlight=False, emoji=False)
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        page.width = _PAGE
    return page


@contextmanager
def waiting(words: str) -> Iterator[Progress]:
    """Yield a function that reports progress. On a terminal, a bar appears after one second of work."""
    if not sys.stderr.isatty():
        yield lambda share, words="": None
        return
    from rich import progress

    columns = progress.TextColumn("{task.description}"), progress.BarColumn(30), progress.TimeRemainingColumn()
    shown = progress.Progress(*columns, console=console(stderr=True), transient=True)
    task = shown.add_task(words, total=None)

    def update(share: float | None, words: str = words) -> None:
        shown.update(task, total=share and 1.0, completed=share, description=words)

    # Compiling kernels may delay the first report, so a timer starts the bar.
    timer = threading.Timer(_BAR_AFTER, shown.start)
    timer.daemon = True
    timer.start()
    try:
        yield update
    finally:
        timer.cancel()
        timer.join()
        if shown.live.is_started:
            shown.stop()


@contextmanager
def counting(unit: str) -> Iterator[Callable[[int], None]]:
    """Yield a function that reports a running count, for work of unknown length."""
    with waiting(unit) as progress:
        yield lambda done: progress(None, f"{done:,} {unit}")


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Set the event at the first Ctrl-C, so that work can stop between two steps. A second Ctrl-C ends it at once."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(_signal: int, _frame: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
