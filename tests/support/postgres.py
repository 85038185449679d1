"""A real PostgreSQL for tests: its own server in a temporary folder, on a free local port."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from zlib import crc32

import psycopg
import pytest

_MISSING = (
    "The tests need a PostgreSQL server and found none, neither in PATH nor below /usr/lib/postgresql."
    " On Debian: apt-get install postgresql"
)
_INITDB = ("-A", "trust", "-U", "room", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1")


def binaries() -> Path:
    """Return the folder with `initdb` and `postgres`, the newest of several."""
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    for folder in sorted(folders, key=lambda path: int(path.parent.name), reverse=True):
        return folder
    found = shutil.which("initdb")
    if found and shutil.which("postgres"):
        return Path(found).resolve().parent
    pytest.fail(_MISSING, pytrace=False)


def _somebody() -> str | None:
    """Return a user to run as, because PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    pytest.fail("PostgreSQL does not run as root, and there is no user postgres or nobody.", pytrace=False)


def _memory() -> Path | None:
    """Return a folder in memory if it has enough space. A server that does not wait for the disk need not be on one."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 4 << 30 else None


class Postgres:
    """A PostgreSQL server. Unless `durable`, it does not wait for the disk: unsafe only if the machine fails."""

    def __init__(self, *, durable: bool = False) -> None:
        self.durable = durable
        self.bin = binaries()
        self.user = _somebody()
        self.folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=None if durable else _memory()))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._clean = ""
        self._make()
        self.start()

    def _make(self) -> None:
        """Create the data folder from a cached copy next to Python's packages, because `initdb` takes a second."""
        data = self.folder / "data"
        kept = Path(sys.prefix) / f"postgres-{self.bin.parent.name}-{crc32(repr(_INITDB).encode())}"
        with ExitStack() as stack:
            with suppress(OSError):  # If the cache cannot be written, run `initdb` each time.
                lock = stack.enter_context(kept.with_suffix(".lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            if kept.exists():
                subprocess.run(["cp", "-a", kept, data], check=True)
                return
            self._run("initdb", "-D", "data", *_INITDB)
            half = kept.with_suffix(".half")
            shutil.rmtree(half, ignore_errors=True)
            with suppress(OSError, subprocess.CalledProcessError):
                subprocess.run(["cp", "-a", data, half], check=True)
                half.rename(kept)

    def _run(self, tool: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.bin / tool), *arguments], cwd=self.folder, user=self.user, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "32MB",
            "max_connections": "60",
            "autovacuum": "off",
            "fsync": "on" if self.durable else "off",
            "full_page_writes": "on" if self.durable else "off",
            "wal_level": "minimal",
            "max_wal_senders": "0",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", "data", "-p", str(self.port), *options],
                cwd=self.folder,
                user=self.user,
                stdout=log,
                stderr=log,
            )
        deadline = monotonic() + 120
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                if monotonic() > deadline:
                    pytest.fail(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}", pytrace=False)
                sleep(0.05)

    def stop(self, how: str = "fast") -> None:
        """Stop the server. `immediate` simulates a crash, without any cleanup."""
        if self._process is None or self._process.poll() is not None:  # Ended with all processes of a failed test.
            self._process = None
            return
        self._run("pg_ctl", "stop", "-D", "data", "-m", how)
        self._process.wait(120)
        self._process = None

    def url(self, database: str) -> str:
        return f"postgresql://room@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Return the URL of an empty database."""
        name = f"room{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
        return self.url(name)

    def clean_database(self) -> str:
        """Return the URL of the same database, emptied, which is much faster than a new one."""
        if not self._clean:
            self._clean = self.new_database()
        with psycopg.connect(self._clean, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            connection.execute("SET client_min_messages = warning")
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self._clean

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


STORES = ("sqlite", "postgresql")
_server: list[Postgres] = []


def server(config: pytest.Config) -> Postgres:
    """Return the server of this test process, started on first use and stopped with the test run."""
    if not _server:
        _server.append(Postgres())
        config.add_cleanup(_stop)
    return _server[0]


def _stop() -> None:
    while _server:
        _server.pop().close()


def store_url(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return a URL for a new record, in the store of a parametrized fixture."""
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'room.db'}"
    return server(request.config).clean_database()
