"""The stored form of a commit: entries stored together, chained to the commit before, and sealed.

The fields, in order:

* `link`, 24 bytes: the beginning of the previous commit's digest, or zeros in the first commit.
* `mac`, 16 bytes, and `check`, 4 bytes, which are defined below.
* `key`, 4 bytes: the beginning of the id of the key that made the mac, or zeros without a key.
* The rest: a MessagePack array.

The array holds the position of the first entry, a time in microseconds, a list of streams, a list of command ids,
`packed` and `raw`. The first commit also has the record's name, as the last item. A stream is
`[word, version, entries, back]`: `version` is its last version after the commit, `entries` the number of new ones, and
`back` the distance to the stream's previous commit. For a new stream, `back` is the commit's own number.

* The digest is SHA-256("boston7 commit 1", number as eight big-endian bytes, link, key, rest).
* `check` is the first 4 bytes of the digest.
* `mac` is the first 16 bytes of HMAC-SHA-256(seal key, "boston7 seal 2", digest). Without a key the HMAC key is empty.

`packed` is the byte 1 and a raw deflate stream (window of 8 KB) with the dictionary `dictionary_1.bin`. It holds the
MessagePack array `[words, commands]`. Words are names of streams and versions of house rules. They are numbered from 1
over the whole record, in the order in which commits add them; 0 is the empty text. A command is
`[actor, house, delay, [[stream, bodies], ...]]`: `house` is a word, `delay` the time since the commit's time, `stream`
an index into the list of streams, and each body JSON. A command id is text, or the byte 255 and 24 bytes. Those are a
person's 16 hex digits and the UUID after the slash.

Random text does not compress. So a quoted string of 24 to 255 bytes in hex digits is replaced by the byte 1 and its
length. A quoted string of the same length in base64 is replaced by the byte 2 and its length. A quoted command id of
the second form is replaced by the byte 3. `raw` holds the bytes themselves, in the same order. JSON never contains the
bytes 1 to 3.
"""

from __future__ import annotations

import hmac
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import msgspec

from boston7.record.entry import EMPTY, Append, Entry, Meta, StreamHead

LINK, MAC, CHECK, KEY = 24, 16, 4, 4
_OWN = LINK + MAC + CHECK
_REST = _OWN + KEY
_NO_KEY = bytes(KEY)
_ID = r"[0-9a-f]{16}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_OWN_ID = re.compile(_ID)
_LONG = r"(?=[0-9A-Za-z+/=-]{32})"
"""A lookahead that skips short strings, because most strings are short."""
_RANDOM = re.compile(rf'"{_LONG}(?:((?:[0-9a-f]{{2}}){{24,255}})|({_ID})|([A-Za-z0-9+/]{{32,340}}={{0,2}}))"'.encode())
_MAY_BE = re.compile(rf'"{_LONG}'.encode())
"""A faster preliminary test, because most bodies contain no random text."""
_STAND_INS = re.compile(rb"[\x01\x02].|\x03", re.DOTALL)
_MOST = 1 << 29
"""Maximum number of bytes to decompress, because commits without a key are untrusted input."""
_DICTIONARY = files("boston7.record").joinpath("dictionary_1.bin").read_bytes()
_WINDOW = -13
_DEFLATE = zlib.compressobj(9, zlib.DEFLATED, _WINDOW, 7, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
_INFLATE = zlib.decompressobj(_WINDOW, _DICTIONARY)


def key_id(key: bytes) -> str:
    return hmac.digest(key, b"boston7 seal key", "sha256").hex()[:16]


class Sealed(NamedTuple):
    """A commit in stored form that has not been checked yet."""

    number: int
    state: bytes


class NoCommit(ValueError):
    """The bytes are not a commit of this program."""


class CommitPart(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    word: int
    version: int
    entries: int
    back: int


class _Rest(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    position: int
    time: int
    parts: tuple[CommitPart, ...]
    ids: tuple[bytes, ...]
    packed: bytes
    raw: bytes
    record: str = ""


class _Command(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    actor: str
    house: int
    later: int
    bodies: tuple[tuple[int, tuple[bytes, ...]], ...]


class _Packed(msgspec.Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    words: tuple[str, ...]
    commands: tuple[_Command, ...]


_RESTS = msgspec.msgpack.Decoder(_Rest)
_PACKED = msgspec.msgpack.Decoder(_Packed)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_pack = msgspec.msgpack.Encoder().encode


class Commit(NamedTuple):
    """A decoded commit. Its words are still numbers."""

    number: int
    link: bytes
    mac: bytes
    key: str
    digest: bytes
    rest: _Rest

    def is_of(self, key: bytes | None) -> bool:
        """Return whether the MAC was made with this key."""
        return hmac.compare_digest(self.mac, mac_of(key, self.digest))

    def unpack(self) -> _Packed:
        if self.rest.packed[:1] != b"\x01":
            raise NoCommit
        try:
            inflate = _INFLATE.copy()
            packed = _PACKED.decode(inflate.decompress(self.rest.packed[1:], _MOST))
        except (zlib.error, *_UNREADABLE):
            raise NoCommit from None
        found = [0] * len(self.rest.parts)
        for command in packed.commands:
            for place, bodies in command.bodies:
                found[place] += len(bodies)
        if len(packed.commands) != len(self.rest.ids) or found != [part.entries for part in self.rest.parts]:
            raise NoCommit
        return packed

    def entries(self, packed: _Packed, words: Sequence[str]) -> list[Entry]:
        """Return all entries in order. `words` are the words of the record up to this commit; the first is ""."""
        previous = self.link.hex()
        rest, found = self.rest, list[Entry]()
        digest, position = self.digest.hex(), rest.position
        spell = _Spelling(rest.raw)
        streams = [words[part.word] for part in rest.parts]
        at = [part.version - part.entries for part in rest.parts]
        for id, command in zip(rest.ids, packed.commands, strict=True):
            own = _read_id(id)
            time, actor, house = rest.time + command.later, command.actor, words[command.house]
            for place, bodies in command.bodies:
                stream = streams[place]
                for body in bodies:
                    at[place] += 1
                    text = _STAND_INS.sub(spell, body)
                    found.append(Entry(stream, at[place], time, actor, own, house, text, previous, digest, position))
                    position += 1
        return found


def read_commit(sealed: Sealed) -> Commit:
    """Decode a commit and compute its digest. The mac is not checked here."""
    number, state = sealed
    link, key = state[:LINK], state[_OWN:_REST]
    digest = digest_of_commit(number, link, state[_OWN:])
    if state[LINK + MAC : _OWN] != digest[:CHECK]:
        raise NoCommit
    try:
        rest = _RESTS.decode(state[_REST:])
    except _UNREADABLE:
        raise NoCommit from None
    return Commit(number, link, state[LINK : LINK + MAC], "" if key == _NO_KEY else key.hex(), digest, rest)


def digest_of_commit(number: int, link: bytes, rest: bytes) -> bytes:
    try:
        place = number.to_bytes(8, "big", signed=True)
    except OverflowError:
        raise NoCommit from None
    return sha256(b"boston7 commit 1" + place + link + rest).digest()


def key_of(sealed: Sealed) -> str:
    """Return the key id in the commit, empty if it has none."""
    key = sealed.state[_OWN:_REST]
    return "" if key == _NO_KEY else key.hex()


def mac_of(key: bytes | None, digest: bytes) -> bytes:
    return hmac.digest(key or b"", b"boston7 seal 2" + digest, "sha256")[:MAC]


class End(NamedTuple):
    """The end of a record, from which the next commit continues."""

    number: int
    digest: str
    position: int
    heads: Mapping[str, StreamHead]
    words: Mapping[str, int]


class NewCommit(NamedTuple):
    """A commit to store, with its entries, new heads and new words."""

    sealed: Sealed
    digest: str
    entries: list[Entry]
    heads: dict[str, StreamHead]
    words: tuple[str, ...]


def make_commit(key: bytes | None, key_name: str, end: End, appends: Sequence[Append]) -> NewCommit:
    """Assign versions and make the commit that follows `end`. The caller holds the write lock."""
    number, words = end.number + 1, _Words(end.words)
    heads: dict[str, int] = {}
    places: dict[str, int] = {}
    ends, random = end.heads, _Random()
    commands: list[tuple[Meta, list[tuple[int, tuple[bytes, ...]]]]] = []
    for append in appends:
        stream = append.stream
        if stream not in heads:
            places[stream], heads[stream] = len(places), ends.get(stream, EMPTY).version
        heads[stream] += len(append.bodies)
        if not commands or commands[-1][0] != append.meta:
            commands.append((append.meta, []))
        bodies = tuple([_RANDOM.sub(random.take, body) if _MAY_BE.search(body) else body for body in append.bodies])
        commands[-1][1].append((places[stream], bodies))
    time = commands[0][0].time
    parts = []
    for stream, version in heads.items():
        head = ends.get(stream, EMPTY)
        parts.append(CommitPart(words(stream), version, version - head.version, number - head.number))
    asked = tuple(_Command(meta.actor, words(meta.house), meta.time - time, tuple(part)) for meta, part in commands)
    ids = tuple(_write_id(meta.command_id) for meta, _ in commands)
    packed = _Packed(tuple(words.new), asked)
    rest = _Rest(end.position + 1, time, tuple(parts), ids, _deflated(_pack(packed)), bytes(random.raw))
    sealed, digest = _seal(key, key_name, number, bytes.fromhex(end.digest)[:LINK], rest)
    text = digest.hex()
    tops = {stream: StreamHead(version, text, number) for stream, version in heads.items()}
    return NewCommit(sealed, text, _placed(appends, end, text), tops, packed.words)


def _placed(appends: Sequence[Append], end: End, digest: str) -> list[Entry]:
    found: list[Entry] = []
    at: dict[str, int] = {}
    previous = end.digest[: 2 * LINK]
    for append in appends:
        stream, (time, actor, id, house) = append.stream, msgspec.structs.astuple(append.meta)
        version = at.get(stream) or end.heads.get(stream, EMPTY).version
        for body in append.bodies:
            version += 1
            position = end.position + len(found) + 1
            found.append(Entry(stream, version, time, actor, id, house, body, previous, digest, position))
        at[stream] = version
    return found


def make_genesis(key: bytes | None, key_name: str, time: int, record: str) -> Sealed:
    rest = _Rest(1, time, (), (), _deflated(_pack(_Packed((), ()))), b"", record)
    return _seal(key, key_name, 1, bytes(LINK), rest)[0]


def _seal(key: bytes | None, key_name: str, number: int, link: bytes, rest: _Rest) -> tuple[Sealed, bytes]:
    body = (bytes.fromhex(key_name)[:KEY] if key is not None else _NO_KEY) + _pack(
        rest if rest.record else (rest.position, rest.time, rest.parts, rest.ids, rest.packed, rest.raw)
    )
    digest = digest_of_commit(number, link, body)
    return Sealed(number, link + mac_of(key, digest) + digest[:CHECK] + body), digest


class _Words:
    def __init__(self, known: Mapping[str, int]) -> None:
        self._known = known
        self.new: dict[str, int] = {}

    def __call__(self, word: str) -> int:
        if not word:
            return 0
        found = self._known.get(word) or self.new.get(word)
        if found is None:
            found = self.new[word] = len(self._known) + len(self.new) + 1
        return found


class _Random:
    """Moves random text from bodies to `raw`."""

    def __init__(self) -> None:
        self.raw = bytearray()

    def take(self, found: re.Match[bytes]) -> bytes:
        digits, id, letters = found.groups()
        if id:
            self.raw += _write_id(id.decode())[1:]
            return b'"\x03"'
        try:
            raw = bytes.fromhex(digits.decode()) if digits else b64decode(letters, validate=True)
        except ValueError:
            return found[0]
        if not digits and (b64encode(raw) != letters or len(raw) > 255):
            return found[0]
        self.raw += raw
        return b'"%c%c"' % (1 if digits else 2, len(raw))


class _Spelling:
    """Restores random text in bodies from `raw`."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    def __call__(self, found: re.Match[bytes]) -> bytes:
        kind = found[0]
        at, self._at = self._at, self._at + (24 if kind == b"\x03" else kind[1])
        raw = self._raw[at : self._at]
        if kind == b"\x03":
            return _read_id(b"\xff" + raw).encode()
        return raw.hex().encode() if kind[0] == 1 else b64encode(raw)


def _deflated(text: bytes) -> bytes:
    deflate = _DEFLATE.copy()
    return b"\x01" + deflate.compress(text) + deflate.flush()


def _write_id(id: str) -> bytes:
    """Shorten an id of the usual form. No text begins with the byte 255."""
    if _OWN_ID.fullmatch(id):
        return b"\xff" + bytes.fromhex(id.replace("/", "").replace("-", ""))
    return id.encode()


def _read_id(id: bytes) -> str:
    if id[:1] != b"\xff":
        return id.decode()
    text = id[1:].hex()
    return f"{text[:16]}/{text[16:24]}-{text[24:28]}-{text[28:32]}-{text[32:36]}-{text[36:]}"
