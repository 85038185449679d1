"""Servers that can be killed hundreds of times: one process has everything imported and forks each server from itself.

Each is `boston7 serve --bench` as anyone would start it, from where its command line has been read: without the second
that Python takes to import it all. Run as a program, this file is the nursery: it forks and buries on command, and
takes everybody with it when it ends.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec


class Nursery:
    """The other end of it, in a test."""

    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                env=os.environ | environment,
            )
        self.log = log

    def _ask(self, *words: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(words) + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the nursery has ended: {self.log.read_text()[-2000:]}"
        return int(answer)

    def start(self, db: str, port: int) -> int:
        """A new server on this record and port; its process."""
        return self._ask("start", db, str(port))

    def kill(self, process: int) -> None:
        """With SIGKILL, at once; it must have been alive."""
        os.kill(process, signal.SIGKILL)
        status = self._ask("bury", str(process))
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed, f"it ended by itself with {status}: {self.log.read_text()[-2000:]}"

    def stop(self, process: int) -> int:
        """As Ctrl-C does; its exit code."""
        os.kill(process, signal.SIGINT)
        return os.waitstatus_to_exitcode(self._ask("bury", str(process)))

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(120)


def _serve(db: str, port: str) -> None:
    """In the child: no way back into the nursery."""
    code = 1
    try:
        from boston7.cli.serve import run
        from boston7.server.config import Limits, Settings

        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        os.dup2(2, 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # Rates are for strangers; here the same few come back hundreds of times.
        run(Settings(db=db, port=int(port), limits=Limits(off=True)), lambda url, admin: None)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    finally:
        os._exit(code)


def _warm_up() -> None:
    """Whatever a server imports and works out before its doors open."""
    import psycopg_pool  # noqa: F401
    import uvicorn.protocols.http.auto
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import boston7.cli
    import boston7.journal.postgres
    import boston7.server.running  # noqa: F401
    from boston7.accounts import Desk
    from boston7.fair import RoomKey
    from boston7.journal import open_journal
    from boston7.server.app import build
    from boston7.server.app_context import AppContext
    from boston7.server.config import Settings
    from boston7.server.metrics import Meters
    from boston7.table import Room

    with TemporaryDirectory() as folder, open_journal(Path(folder) / "room.db") as journal:
        key = RoomKey(bytes(32))
        build(AppContext(Settings(), journal, key, Room(journal, Desk(journal), key), Meters()))


def _run() -> None:
    _warm_up()
    gc.freeze()  # else each child would copy all of it only to look through it once
    children: set[int] = set()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for line in sys.stdin.buffer:
            what, *words = msgspec.json.decode(line, type=list[str])
            if what == "start":
                child = os.fork()
                if child == 0:
                    _serve(*words)
                children.add(child)
                answer = child
            else:
                children.discard(int(words[0]))
                answer = os.waitpid(int(words[0]), 0)[1]
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    _run()
