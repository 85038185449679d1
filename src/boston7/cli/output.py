"""How every command speaks: one JSON document or a page of text on stdout, or a sentence on stderr and an exit code."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

if TYPE_CHECKING:
    from rich.console import Console

BAD_INPUT = 2
CHECK_FAILED = 1
INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports for any tool whose reader went away, so that it is not mistaken for a failed check."""

_PATIENCE = 1.0
"""Seconds of work before a progress bar appears."""

_PAGE = 100
"""Columns of a page that goes to a file or a pipe, where there is no terminal to ask."""


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """End the command with a sentence on stderr; nothing more is printed on stdout."""
    print(sentence, file=sys.stderr)
    raise SystemExit(code)


def print_json(value: Any) -> None:
    """The one document of a `--json` command, as UTF-8 whatever the terminal's own encoding is."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        pipe_closed()


def print_text(text: str) -> None:
    """Text as it is, to be redirected into a file."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        pipe_closed()


def pipe_closed() -> NoReturn:
    """Whoever was reading has left (`| head`). Nothing is wrong, and Python must not complain while it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(PIPE_CLOSED)


def console(*, stderr: bool = False) -> Console:
    """A page for people. Text is printed as it is: a player may be called [red] without turning the table red."""
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
def waiting(words: str) -> Iterator[Callable[[float], None]]:
    """Give work a place to report how far it is; a bar appears at a terminal once it takes more than a second."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    shown = Progress(TextColumn("{task.description}"), BarColumn(30), console=console(stderr=True), transient=True)
    task = shown.add_task(words, total=None)
    # The first report may come late, when kernels are compiled first: so a clock starts the bar, not a report.
    timer = threading.Timer(_PATIENCE, shown.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda share: shown.update(task, total=1.0, completed=share)
    finally:
        timer.cancel()
        timer.join()
        if shown.live.is_started:
            shown.stop()


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Set the event at the first Ctrl-C, so that work stops where nothing is left half done. A second one ends it."""
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
