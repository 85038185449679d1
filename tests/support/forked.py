"""`boston7` without the second of imports: one process imports everything and forks each command from itself.

From its command line on, it is the real program in its own process, with its own streams and environment. Other tests
cover the startup of Python (tests/cli/test_front_door.py, test_packaging.py). Run as a program, this file is the
nursery: it ends with the process that started it, and ends its children.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile

import msgspec

_LARGEST = 1 << 18


class Order(msgspec.Struct):
    """A message to the nursery. `start`, sent with three streams, starts a process; `bury` returns how it ended.

    With `terminal`, its input becomes its controlling terminal, so that Ctrl-C sends a signal. `altered` is Python code
    that runs before the command.
    """

    what: str
    pid: int = 0
    arguments: list[str] = []
    environment: dict[str, str] = {}
    folder: str = ""
    terminal: bool = False
    altered: str = ""


class Child:
    """A child with the interface of `subprocess.Popen`. `args` are those of the command."""

    def __init__(self, nursery: Nursery, pid: int, args: Sequence[str]) -> None:
        self.pid, self.args = pid, list(args)
        self.returncode: int | None = None
        self._nursery = nursery
        self._life = os.pidfd_open(pid)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            life = select.poll()
            life.register(self._life, select.POLLIN)
            if not life.poll(None if timeout is None else timeout * 1000):
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            os.close(self._life)
            self.returncode = self._nursery.bury(self.pid)
        return self.returncode

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", __file__, str(theirs.fileno()), *_besides],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env={**os.environ, "PYTHONUTF8": "1"},
            )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def start(
        self,
        arguments: Sequence[str],
        streams: tuple[int, int, int],
        environment: Mapping[str, str],
        terminal: bool,
        altered: str,
    ) -> Child:
        order = Order("start", 0, list(arguments), dict(environment), str(Path.cwd()), terminal, altered)
        return Child(self, self._ask(order, *streams), arguments)

    def bury(self, pid: int) -> int:
        return self._ask(Order("bury", pid))

    def close(self) -> None:
        self._line.close()
        self._process.wait(120)

    def _ask(self, order: Order, *streams: int) -> int:
        socket.send_fds(self._line, [msgspec.json.encode(order)], streams)
        answer = self._line.recv(100)
        assert answer, "the nursery has ended"
        return int(answer)


_nursery: list[Nursery] = []
_besides: list[str] = []


def read_in(*modules: str) -> None:
    """Add modules that the nursery of this test process imports. Must be called during collection."""
    _besides.extend(modules)


def start(
    arguments: Sequence[str],
    streams: tuple[int, int, int],
    environment: Mapping[str, str],
    *,
    terminal: bool = False,
    altered: str = "",
) -> Child:
    """Start a command in the nursery of this test process. A failed test ends all its processes, perhaps the nursery
    too."""
    if _nursery and not _nursery[0].alive:
        _nursery.pop().close()
    if not _nursery:
        _nursery.append(Nursery())
        atexit.register(_nursery[0].close)
    return _nursery[0].start(arguments, streams, environment, terminal, altered)


def run(
    arguments: Sequence[str], typed: bytes, environment: Mapping[str, str], timeout: float = 240, altered: str = ""
) -> subprocess.CompletedProcess[bytes]:
    """Run a command as `subprocess.run` does, and capture its output."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(typed)
        given.seek(0)
        child = start(arguments, (given.fileno(), out.fileno(), err.fileno()), environment, altered=altered)
        try:
            code = child.wait(timeout)
        finally:
            child.kill()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(child.args, code, out.read(), err.read())


class Running:
    """A command that runs during a test, with its output captured."""

    def __init__(self, *arguments: str, altered: str = "", environment: Mapping[str, str] = os.environ) -> None:
        self._out, self._err = TemporaryFile(), TemporaryFile()  # noqa: SIM115
        with Path(os.devnull).open("rb") as nothing:
            streams = (nothing.fileno(), self._out.fileno(), self._err.fileno())
            self.child = start(arguments, streams, environment, altered=altered)

    def line(self, seconds: float = 120) -> bytes:
        """Return the first line of the output."""
        end = time.monotonic() + seconds
        while b"\n" not in (printed := os.pread(self._out.fileno(), _LARGEST, 0)):
            assert time.monotonic() < end, "it says nothing"
            assert self.child.poll() is None, self.ends()
            time.sleep(0.02)
        return printed.partition(b"\n")[0]

    def warns(self, words: str, seconds: float = 120) -> None:
        """Wait until these words appear on stderr."""
        end = time.monotonic() + seconds
        while words.encode() not in (printed := os.pread(self._err.fileno(), _LARGEST, 0)):
            assert time.monotonic() < end, printed.decode()
            assert self.child.poll() is None, self.ends()
            time.sleep(0.02)

    def ends(self, timeout: float = 240) -> subprocess.CompletedProcess[str]:
        with self._out, self._err:
            try:
                code = self.child.wait(timeout)
            finally:
                self.child.kill()
            self._out.seek(0)
            self._err.seek(0)
            return subprocess.CompletedProcess(
                self.child.args, code, self._out.read().decode(), self._err.read().decode()
            )


class Program(Running):
    """Python code of a test in a process that has imported all of boston7."""

    def __init__(self, code: str, *arguments: str) -> None:
        super().__init__(*arguments, altered=code + _ENDS)


_ENDS = "\nimport os, sys\nsys.stdout.flush()\nos._exit(0)\n"

# The nursery.


def _read_in(*besides: str) -> None:
    """Import everything that commands import, except numpy and its dependents, which most commands do not need."""
    import uvicorn.protocols.http.auto  # noqa: F401

    import boston7.record.opening
    import boston7.record.postgres
    import boston7.server.app
    import boston7.server.running  # noqa: F401
    from boston7.cli import FILES

    for name in FILES.values():
        import_module(f"boston7.cli.{name}")
    for name in besides:
        import_module(name)
    _describe_paths_once()


def _describe_paths_once() -> None:
    """Describe the paths once. A server spends most of its startup on this, and each child is only one server."""
    from boston7.server import app

    ready, describe = app.application(dev=False), app.application
    app.application = lambda *, dev: describe(dev=True) if dev else ready


def _hash_quickly() -> None:
    """Make Argon2 almost free, because a real hash takes longer than most requests here.

    tests/accounts/test_accounts_guard.py checks its real cost; `REAL_PASSWORDS` in the environment keeps it.
    """
    from argon2 import PasswordHasher

    from boston7.accounts import passwords

    passwords.PasswordHasher = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)  # type: ignore[assignment, attr-defined]


def _become(order: Order, streams: list[int]) -> None:
    """In the child, restore the state of a starting Python."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if order.terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ.clear()
    os.environ.update(order.environment)
    os.chdir(order.folder)
    time.tzset()
    sys.argv = ["boston7", *order.arguments]
    if "REAL_PASSWORDS" not in order.environment:
        _hash_quickly()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The streams of the nursery have other properties: for example, they are seekable, and a terminal is not.
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stdout.reconfigure(line_buffering=sys.stdout.isatty())
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
    exec(order.altered, {})


def _leave(end: SystemExit) -> None:
    """Exit as Python does, but without freeing modules, which would copy their memory first."""
    if isinstance(end.code, str):
        raise end
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(end.code or 0)


def _keep(line: socket.socket) -> bool:
    """Fork and bury on request. Return True in a child that became its command, and False at the end of requests."""
    children: set[int] = set()
    while True:
        message, streams, *_ = socket.recv_fds(line, _LARGEST, 3)
        if not message:
            for pid in children:
                os.kill(pid, signal.SIGKILL)
            return False
        order = msgspec.json.decode(message, type=Order)
        if order.what == "start":
            answer = os.fork()
            if answer == 0:
                _become(order, streams)
                return True
            children.add(answer)
            for stream in streams:
                os.close(stream)
        else:
            children.discard(order.pid)
            answer = os.waitstatus_to_exitcode(os.waitpid(order.pid, 0)[1])
        line.send(str(answer).encode())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _read_in(*sys.argv[2:])
    gc.freeze()  # Otherwise each child would copy all of it during its first collection.
    with socket.socket(fileno=int(sys.argv[1])) as line:
        commanded = _keep(line)
    if commanded:
        from boston7.cli import main

        try:
            main()
        except SystemExit as end:
            _leave(end)
