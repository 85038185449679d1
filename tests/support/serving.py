"""A real `boston7 serve` in its own process, and clients with the behavior of browsers and programs.

with start_server(tmp_path) as server:
    ann = Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg"}).document
    with ann.socket() as socket:
        frame = socket.watch(made["table"], offers=True)
        answer = socket.act(made["table"], {"type": "place_wagers", "seat": 3, "wagers": {"ante": 500, "first": 500}})
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import forked
import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from boston7.bots.watched import Watched
from boston7.keys import VARIABLE

PASSWORD = "a long enough password"
PIN = "258013"
PATIENCE = 120.0
"""Seconds, on a busy machine; only failures wait this long."""
_OPEN = re.compile(r"The room is open at (http://\S+)")
_LARGEST = 1 << 20


class Server:
    """A server process. `log()` returns its output on stderr."""

    def __init__(self, process: forked.Child, log: Path, db: str) -> None:
        self.process = process
        self.db = db
        self._log = log
        self.url = self._await_address()
        self.ws_url = f"ws{self.url.removeprefix('http')}/api/socket"

    def _await_address(self, seconds: float = 180) -> str:
        end = monotonic() + seconds
        while monotonic() < end:
            found = _OPEN.search(self.log())
            if found:
                return found[1]
            if self.process.poll() is not None:
                raise AssertionError(f"boston7 serve ended with {self.process.returncode}:\n{self.log()}")
            sleep(0.02)
        self.process.kill()
        raise AssertionError(f"boston7 serve did not open:\n{self.log()}")

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def stop(self, how: int = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        """Stop the server with a signal, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(seconds)

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        if kind is not None:
            sys.stderr.write(self.log()[-4000:])


def start_server(
    folder: Path,
    db: str | None = None,
    *,
    port: int = 0,
    arguments: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
    limits: bool = False,
    altered: str = "",
) -> Server:
    """Start a server, without rate limits unless `limits`. `altered` is Python code that runs before the server."""
    folder.mkdir(parents=True, exist_ok=True)
    url = db or str(folder / "room.db")
    log = folder / f"serve-{len(list(folder.glob('serve-*.log')))}.log"
    command = ["serve", "--db", url, "--port", str(port), *arguments]
    if url.startswith("postgresql:") and "--key-folder" not in arguments and VARIABLE not in (environment or {}):
        command += ["--key-folder", str(folder)]
    if not limits:
        command.append("--bench")
    whole = {**os.environ, "PYTHONUTF8": "1", **(environment or {})}
    with log.open("wb") as stream, Path(os.devnull).open("rb") as nothing:
        streams = (nothing.fileno(), stream.fileno(), stream.fileno())
        process = forked.start(command, streams, whole, altered=altered)
    return Server(process, log, url)


def admin(db: str, *arguments: str, password: str = "", environment: Mapping[str, str] | None = None) -> Any:
    """Run `boston7 admin ... --json` on a record, and return its output."""
    command = ["admin", *arguments, "--db", db, "--json", *(["--password-stdin"] if password else [])]
    done = forked.run(command, password.encode(), {**os.environ, **(environment or {})})
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


class Answer:
    def __init__(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.body = status, body
        self.headers = {name.lower(): value for name, value in headers}
        self.cookies = [value for name, value in headers if name.lower() == "set-cookie"]

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    def ok(self) -> Any:
        assert self.status in (200, 201), f"{self.status}: {self.body[:500]!r}"
        return self.document


class Client:
    """A browser without a window, which keeps cookies and repeats the CSRF token."""

    def __init__(self, server: Server | str) -> None:
        self.url = server if isinstance(server, str) else server.url
        self.cookies: dict[str, str] = {}
        self.known: dict[str, Watched] = {}
        parts = urlsplit(self.url)
        self._host, self._port = parts.hostname or "", parts.port or 80

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None, raw: bytes = b""
    ) -> Answer:
        """Send a request with exactly these headers and our cookies."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        data = raw or (b"" if body is None else json.dumps(body).encode())
        if data:
            sent["Content-Type"] = "application/json"
        connection = HTTPConnection(self._host, self._port, timeout=PATIENCE)
        try:
            connection.request(method, path, data or None, {**sent, **(headers or {})})
            response = connection.getresponse()
            answer = Answer(response.status, response.getheaders(), response.read())
        finally:
            connection.close()
        for cookie in answer.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value.strip('"')
        return answer

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Answer:
        return self.ask("POST", path, body, self.csrf())

    def put(self, path: str, body: Any = None) -> Answer:
        return self.ask("PUT", path, body, self.csrf())

    def csrf(self) -> dict[str, str]:
        if "boston7_csrf" not in self.cookies:
            self.get("/api/me")
        return {"x-csrf-token": self.cookies["boston7_csrf"]}

    def guest(self) -> Client:
        self.post("/api/guest").ok()
        return self

    def with_pin(self) -> Client:
        """Set the PIN with which the player consents to payments of front money."""
        self.put("/api/me/pin", {"password": PASSWORD, "pin": PIN}).ok()
        return self

    def login(self, name: str, password: str = PASSWORD) -> Client:
        self.post("/api/login", {"name": name, "password": password}).ok()
        return self

    @property
    def me(self) -> Any:
        return self.get("/api/me").ok()

    @property
    def token(self) -> str:
        return self.cookies.get("boston7_session", "")

    @contextmanager
    def socket(self, *, origin: str | None = None) -> Iterator[Socket]:
        """Open a socket as our pages do, and read the hello."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        with connect(
            f"ws{self.url.removeprefix('http')}/api/socket",
            origin=Origin(origin or self.url),
            additional_headers=headers,
            compression=None,
            max_size=_LARGEST,
            open_timeout=PATIENCE,
        ) as connection:
            socket = Socket(connection, self.known)
            socket.hello = socket.receive("hello")
            yield socket


class Socket:
    _numbers = count(1)

    def __init__(self, connection: ClientConnection, known: dict[str, Watched] | None = None) -> None:
        self.connection = connection
        self.hello: Any = None
        self.heads: list[Any] = []
        self.frames: dict[str, Any] = {}
        """The last frame of each table."""
        self._now = 0
        self._known: dict[str, Watched] = {} if known is None else known
        """The merged state of each table, also from earlier connections: a client that sends its version continues from
        it."""

    def send(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def next(self, seconds: float = PATIENCE) -> Any:
        """Return the next message, except heads of the record, which arrive once a second and are kept."""
        end = monotonic() + seconds
        while (message := json.loads(self.connection.recv(timeout=max(0.01, end - monotonic()))))["type"] == "head":
            self.heads.append(message)
        if message["type"] in ("view", "steps"):
            message = self.frames[message["table"]] = self._merged(message)
        return message

    def _merged(self, message: Any) -> Any:
        """Merge a message into the table's state, and return it as one frame, as the pages do."""
        table = message["table"]
        self._now = message.get("now", self._now)
        if message["type"] == "view":
            known = self._known[table] = Watched()
            known.load(message["version"], message["view"], message["surroundings"], message["offers"])
            since = None
        else:
            known = self._known.setdefault(table, Watched())
            steps, version = message.get("steps", []), message["version"]
            since = version - len(steps)
            if message.get("fresh"):
                known.version = since
            whole = known.update(
                version, steps, message.get("surroundings"), message.get("offers"), message.get("fresh", False)
            )
            assert whole, f"a gap before {message}"
        return {
            "type": "frame", "table": table, "version": known.version, "since": since, "now": self._now,
            "due": None, "fairness": None, **known.surroundings,
            "view": json.loads(msgspec.json.encode(known.view)),
            "offers": json.loads(msgspec.json.encode(known.offers)),
            "events": [step["event"] for step in message.get("steps", [])],
            "said": [step["say"] for step in message.get("steps", [])],
        }  # fmt: skip

    def receive(self, *kinds: str, seconds: float = PATIENCE, **fields: Any) -> Any:
        """Return the next message of these kinds with these fields, and skip others."""
        end = monotonic() + seconds
        while True:
            message = self.next(max(0.01, end - monotonic()))
            if message["type"] in kinds and all(message.get(name) == value for name, value in fields.items()):
                return message

    def watch(self, table: str, *, after: int | None = None, offers: bool = False) -> Any:
        """Watch a table, and return the first frame."""
        message = {"type": "watch", "table": table, "offers": offers}
        self.send(message if after is None else {**message, "after": after})
        return self.receive("frame", "error", table=table)

    def act(self, table: str, command: Mapping[str, Any], id: str | None = None) -> Any:
        """Send a command, and return `accepted`, `refused`, or `error` for an invalid message."""
        return self._asked("act", table, command, id)

    def ask(self, table: str, command: Mapping[str, Any], id: str | None = None) -> Any:
        return self._asked("ask", table, command, id)

    def _asked(self, kind: str, table: str, command: Mapping[str, Any], id: str | None) -> Any:
        chosen = id or f"{os.getpid()}-{next(self._numbers)}"
        by = {"role": "spectator", "name": ""}
        signed = {"by": by, **command}
        if command.get("now"):
            signed["now"] = {"by": by, **command["now"]}
        self.send({"type": kind, "table": table, "id": chosen, "command": signed})
        return self.receive("accepted", "refused", "would", "error", id=chosen)

    def until(self, table: str, done: Callable[[Any], bool], seconds: float = PATIENCE) -> Any:
        """Return the first frame that satisfies the condition, including the last one received."""
        end = monotonic() + seconds
        while not (table in self.frames and done(self.frames[table])):
            self.receive("frame", table=table, seconds=max(0.01, end - monotonic()))
        return self.frames[table]
