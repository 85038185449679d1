"""The room key, which keeps seeds and face-down cards secret from readers of the database.

The key is outside the database: in the environment, or in a file only its owner can read. Losing it costs no chips and
stops no game. Seeds sealed with a lost key cannot be opened, so those shuffles cannot be proved. The next round uses a
new key.
"""

from __future__ import annotations

import hmac
import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from secrets import token_bytes, token_hex
from threading import Lock

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from boston7.errors import UserError

VARIABLE = "BOSTON7_ROOM_KEY"
FILE = "room.key"
_NONCE = 12


class InvalidKey(UserError, ValueError):
    """A room key that exists but cannot be used."""


class KeyLost(Exception):
    """The key that sealed a secret is missing. Play continues; the secret stays sealed."""


class _Nonces:
    """Random bytes, read from the system in blocks: one call per box would cost more than the encryption."""

    _BLOCK = 256 * _NONCE

    def __init__(self) -> None:
        self._block = b""
        self._lock = Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def next(self) -> bytes:
        with self._lock:
            if not self._block:
                self._block = token_bytes(self._BLOCK)
            nonce, self._block = self._block[:_NONCE], self._block[_NONCE:]
        return nonce

    def _forget(self) -> None:
        """Discard the block after a fork, so that two processes never share nonces."""
        self._block, self._lock = b"", Lock()


_nonces = _Nonces()


class _Boxes:
    """Encryption and decryption with one key."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._boxes = AESGCM(secret)
        self._name = name

    def close(self, secret: bytes, context: bytes) -> str:
        """Encrypt. Opening requires the same context, so that a box cannot pass as another round's."""
        nonce = _nonces.next()
        return b64encode(nonce + self._boxes.encrypt(nonce, secret, context)).decode()

    def open(self, box: str, context: bytes) -> bytes:
        try:
            raw = b64decode(box, validate=True)
            return self._boxes.decrypt(raw[:_NONCE], raw[_NONCE:], context)
        except (InvalidTag, ValueError):
            raise KeyLost(f"This was not sealed with {self._name}, or it was altered since.") from None


class RoundKey(_Boxes):
    """The key of one round at one table.

    It is recorded when the round is over, so that the record can show its cards. It reveals nothing about other rounds.
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise InvalidKey("The key of a round has 256 bits.")
        super().__init__(secret, "this round's key")
        self.secret = secret

    def __repr__(self) -> str:
        return "RoundKey(secret)"


class RoomKey(_Boxes):
    """A 256-bit key; a separate key is derived from it for each use."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise InvalidKey("A room key is 64 hex digits, 256 bits.")
        self.seal_key = _derived(secret, b"record seals")
        self.device_key = _derived(secret, b"known devices")
        self.pin_key = _derived(secret, b"console PINs")
        self.id = _derived(secret, b"id").hex()[:16]
        super().__init__(_derived(secret, b"boxes"), f"room key {self.id}")
        self._rounds = _derived(secret, b"rounds")
        self._restored: tuple[bytes, ...] = ()
        self._of_round = lru_cache(maxsize=256)(self._make_round_key)

    def __repr__(self) -> str:
        return f"RoomKey({self.id})"

    def of_round(self, table: str, round: int) -> RoundKey:
        return self._of_round(table, round)

    def after_restore(self, mark: str) -> None:
        """Change the keys of all later rounds.

        Rounds after the backup may have been played before the restore, so their keys may be known. `mark` is unique to
        this restore.
        """
        self._restored = (mark.encode(),)
        self._of_round.cache_clear()

    def _make_round_key(self, table: str, round: int) -> RoundKey:
        text = framed(table.encode(), b"%d" % round, *self._restored)
        return RoundKey(hmac.digest(self._rounds, text, "sha256"))


def framed(*fields: bytes) -> bytes:
    """Join fields, each prefixed with its length as four big-endian bytes, so that no two lists give the same bytes."""
    parts: list[bytes] = []
    for field in fields:
        parts += (len(field).to_bytes(4, "big"), field)
    return b"".join(parts)


def _derived(secret: bytes, use: bytes) -> bytes:
    return hmac.digest(secret, b"boston7 room key 1: " + use, "sha256")


def load_room_key(folder: Path, environment: Mapping[str, str] = os.environ) -> RoomKey:
    """Return the key from the environment, or from the room's folder, where it is created on first use."""
    given = environment.get(VARIABLE)
    if given is not None:
        return _read(given, f"the environment variable {VARIABLE}")
    path = folder / FILE
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise InvalidKey(f"Other users can read the room key {str(path)!r}: run chmod 600 on it.")
        return _read(path.read_text(encoding="ascii", errors="replace"), repr(str(path)))
    except OSError as error:
        raise InvalidKey(
            f"The room key {str(path)!r} cannot be used: {(error.strerror or str(error)).lower()}."
        ) from None


def new_room_key(path: Path) -> RoomKey:
    """Create a key in a new file."""
    if path.exists():
        raise InvalidKey(f"A key from an unfinished key change is in {str(path)!r}: check it first.")
    _make(path)
    return _read(path.read_text(encoding="ascii"), repr(str(path)))


def find_room_key(folder: Path, environment: Mapping[str, str] = os.environ) -> RoomKey | None:
    """Return the key if there is one. Readers use this, because they must not create a key."""
    if VARIABLE in environment or (folder / FILE).exists():
        return load_room_key(folder, environment)
    return None


def _read(text: str, where: str) -> RoomKey:
    try:
        return RoomKey(bytes.fromhex(text.strip()))
    except ValueError:
        raise InvalidKey(
            f"The room key in {where} is not 64 hex digits. Restore the right one, or remove it to create a new"
            " one: secrets sealed with the old key then stay sealed."
        ) from None


def _make(path: Path) -> None:
    """Write a new key atomically and once: two processes that start together end up with one key."""
    draft = path.with_name(f"{path.name}.{token_hex(8)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(file, token_bytes(32).hex().encode() + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    try:
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
