"""The noted head: a small file outside the database with the record's last seal.

It helps if an attacker can write the database but not this file. The next start then detects a removed end, a restored
older copy, and a different record sealed with the same key.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import msgspec

from boston7.record.commit import key_id
from boston7.record.errors import NotOurs
from boston7.record.place import write_whole
from boston7.record.record import RecordHead

_EVERY = 1.0
_SAVE_EVERY = 20_000
"""Number of commits between two calls of `save`."""
_log = logging.getLogger("boston7.record")


class Noted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    record: str
    seal: int
    digest: str
    key: str
    mac: str

    @property
    def head(self) -> tuple[int, str]:
        return self.seal, self.digest


def read_noted(path: Path, key: bytes | None) -> Noted | None:
    """Return the last noted head, or None. Its MAC is verified only if the head names this key."""
    try:
        noted = msgspec.json.decode(path.read_bytes(), type=Noted)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise NotOurs(f"The noted head in {str(path)!r} cannot be read: {error}.") from None
    if key is not None:
        check_noted(noted, key, repr(str(path)))
    return noted


def check_noted(noted: Noted, key: bytes, where: str) -> None:
    if noted.key == key_id(key) and not hmac.compare_digest(noted.mac.encode(), _mac(noted, key).encode()):
        raise NotOurs(f"The noted head in {where} was not written with the room key it names.")


def write_noted(path: Path, key: bytes, head: RecordHead) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode(sign(head, key)) + b"\n")


def sign(head: RecordHead, key: bytes) -> Noted:
    bare = Noted(head.record, head.seal, head.digest, key_id(key), "")
    return msgspec.structs.replace(bare, mac=_mac(bare, key))


def _mac(noted: Noted, key: bytes) -> str:
    bare = msgspec.json.encode(msgspec.structs.replace(noted, mac=""))
    return hmac.digest(key, b"boston7 noted head 1" + bare, "sha256").hex()


class Noting:
    """Writes the head at startup, every second while it changes, and on close."""

    def __init__(
        self,
        path: Path,
        key: bytes,
        head: Callable[[], RecordHead],
        save: Callable[[Path], None] = lambda _: None,
        elsewhere: Sequence[Callable[[Noted], None]] = (),
    ) -> None:
        """Start noting. Raise `OSError` if the first head cannot be written.

        `save` is called with the path every few thousand commits and on close, and each function in `elsewhere` with
        every head.
        """
        self._path = path
        self._elsewhere = dict.fromkeys(elsewhere, False)
        self._save = save
        self._saved = 0
        self._key = key
        self._head = head
        self._last = 0
        self._failed = False
        self._done = Event()
        self._write(head())
        self._thread = Thread(target=self._run, name="noted head", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._done.wait(_EVERY):
            self._note()

    def _note(self) -> None:
        head = self._head()
        if head.seal <= self._last:
            return
        for publish in self._elsewhere:
            self._publish(publish, head)
        try:
            if self._write(head):
                self._last, self._failed = head.seal, False
                if head.seal - self._saved >= _SAVE_EVERY or self._done.is_set():
                    self._saved = head.seal
                    self._save(self._path)
        except OSError as error:
            if not self._failed:
                _log.error("The head of the record could not be noted in %r: %s.", str(self._path), error)
            self._failed = True

    def _publish(self, publish: Callable[[Noted], None], head: RecordHead) -> None:
        """Publish a head elsewhere. A failure is not retried, because the next head covers this one too."""
        try:
            publish(sign(head, self._key))
            self._elsewhere[publish] = False
        except Exception as error:
            if not self._elsewhere[publish]:
                _log.error("The head of the record could not be published: %s.", error)
            self._elsewhere[publish] = True

    def _write(self, head: RecordHead) -> bool:
        """Write the head. Return False if another process has noted a later one."""
        with suppress(NotOurs):
            there = read_noted(self._path, self._key)
            if there is not None and there.record == head.record and there.seal > head.seal:
                return False
        write_noted(self._path, self._key, head)
        return True

    def close(self) -> None:
        if not self._done.is_set():
            self._done.set()
            self._thread.join()
            self._note()
