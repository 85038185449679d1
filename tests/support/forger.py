"""An attacker with the code and full write access to the database, but without the room key."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import msgspec
from burglar import Burglar

from boston7.record import Append, Record
from boston7.record.chain import TakenOver
from boston7.record.commit import (
    CHECK,
    KEY,
    LINK,
    MAC,
    End,
    Sealed,
    digest_of_commit,
    key_id,
    mac_of,
    make_commit,
    read_commit,
)
from boston7.record.entry import SEALS, Entry, Meta, StreamHead
from boston7.record.takeover import KeyChanged

MINE = b"the attacker's own key, 32 bytes"
MONEY = b'{"type":"cage_moved","person":"p1","what":"deposit","amount":100000000}'


class Commit(NamedTuple):
    entries: tuple[Entry, ...]
    seal: Entry


def bodies_of(db: str) -> bytes:
    """Return the unpacked contents of a record, as a person with access to its database could read them."""
    url = db if ":" in db else f"sqlite:///{db}"
    return b"\n".join(entry.body for commit in commits_of(Burglar(url).before) for entry in commit.entries)


def commits_of(rows: list[Sealed]) -> list[Commit]:
    """Return the stored commits. The body of a seal is its whole stored commit."""
    found: list[Commit] = []
    words = [""]
    for row in rows:
        commit = read_commit(row)
        packed = commit.unpack()
        words += packed.words
        link, digest = commit.link.hex(), commit.digest.hex()
        seal = Entry(SEALS, row.number, commit.rest.time, "record", "", "", row.state, link, digest)
        found.append(Commit(tuple(commit.entries(packed, words)), seal))
    return found


class Sealing(NamedTuple):
    """How to forge seals: with which key, under which name, or with the existing MAC."""

    key: bytes | None
    name: str
    keep_mac: bool = False


def sealings(room_key_id: str) -> list[Sealing]:
    return [
        Sealing(None, ""),
        Sealing(MINE, key_id(MINE)),
        Sealing(MINE, room_key_id),
        Sealing(None, room_key_id),
        Sealing(None, room_key_id, keep_mac=True),
    ]


def rebuilt(commits: list[Commit], start: int, sealing: Sealing) -> list[Sealed]:
    """Return the rows with every digest and seal computed again from `start` on."""
    rows: list[Sealed] = []
    heads: dict[str, StreamHead] = {}
    words: dict[str, int] = {}
    digest, position = "0" * 64, 0
    for number, commit in enumerate(commits, 1):
        appends = [
            Append(old.stream, None, [old.body], Meta(old.time, old.actor, old.command_id, old.house))
            for old in commit.entries
        ]
        state = commit.seal.body
        if appends:
            made = make_commit(None, "", End(number - 1, digest, position, heads, words), appends)
            heads |= made.heads
            words |= {word: len(words) + at for at, word in enumerate(made.words, 1)}
            position += len(made.entries)
            state = made.sealed.state if number > start else state
        if number > start:
            state = sealed_again(state, commit.seal.body, number, bytes.fromhex(digest)[:LINK], sealing)
        digest = digest_of_commit(number, state[:LINK], state[LINK + MAC + CHECK :]).hex()
        heads = {
            stream: head if head.number < number else head._replace(digest=digest) for stream, head in heads.items()
        }
        rows.append(Sealed(number, state))
    return rows


def sealed_again(state: bytes, old: bytes, number: int, link: bytes, sealing: Sealing) -> bytes:
    name = bytes.fromhex(sealing.name)[:KEY] if sealing.name else bytes(KEY)
    told = name + state[LINK + MAC + CHECK + KEY :]
    digest = digest_of_commit(number, link, told)
    mac = mac_of(sealing.key, digest)
    if sealing.key is None and sealing.name:
        mac = old[LINK : LINK + MAC] if sealing.keep_mac else bytes(MAC)
    return link + mac + digest[:CHECK] + told


def placed(rows: list[Sealed]) -> list[Sealed]:
    return [row._replace(number=number) for number, row in enumerate(rows, 1)]


def money(stream: str = "cage", body: bytes = MONEY) -> Entry:
    return Entry(stream, 0, 2_000, "supervisor Sue", "forged", "", body, "", "")


class Forger:
    """A random forgery of a record, with a description.

    `rows` are its rows, and `others` the rows of other records. The kinds of forgery alternate by `number`, so that a
    few dozen include some of each.
    """

    def __init__(
        self, number: int, random: Random, rows: list[Sealed], others: list[list[Sealed]], room_key_id: str
    ) -> None:
        self.number = number
        self.random = random
        self.rows = rows
        self.commits = commits_of(rows)
        self.others = [commits_of(other) for other in others]
        self.sealing = random.choice(sealings(room_key_id))
        self.room_key_id = room_key_id
        self.kinds: list[Callable[[], tuple[str, list[Sealed]]]] = [
            self.edited,
            self.edited_and_rehashed,
            self.all_blanked,
            self.money_at_the_end,
            self.money_in_between,
            self.money_in_a_gap,
            self.taken_away,
            self.taken_away_and_rehashed,
            self.commit_taken_away,
            self.reordered,
            self.reordered_and_rehashed,
            self.cut_between_commits,
            self.spliced,
            self.spliced_and_rehashed,
            self.exchanged,
            self.takeover_forged,
            self.takeover_under_no_key,
            self.seal_relabelled,
            self.copied,
            self.strange_commit,
            self.shortened,
        ]

    def forge(self) -> tuple[str, list[Sealed]]:
        return self.kinds[self.number % len(self.kinds)]()

    def _at(self, least: int = 1) -> int:
        return self.random.randrange(least, len(self.commits))

    def _said(self, what: str, at: int) -> str:
        return f"{what} at commit {at}, sealed {self.sealing}"

    def edited(self) -> tuple[str, list[Sealed]]:
        rows = list(self.rows)
        at = self.random.randrange(len(rows))
        state = bytearray(rows[at].state)
        place = self.random.randrange(len(state))
        state[place] ^= self.random.randrange(1, 256)
        rows[at] = rows[at]._replace(state=bytes(state))
        return f"byte {place} of row {at} changed", rows

    def _with(self, at: int, entries: tuple[Entry, ...]) -> list[Commit]:
        commits = list(self.commits)
        commits[at] = commits[at]._replace(entries=entries)
        return commits

    def edited_and_rehashed(self) -> tuple[str, list[Sealed]]:
        at = self._at()
        entries = tuple(msgspec.structs.replace(entry, body=MONEY) for entry in self.commits[at].entries)
        return self._said("bodies rewritten", at), rebuilt(self._with(at, entries), at, self.sealing)

    def all_blanked(self) -> tuple[str, list[Sealed]]:
        at = self._at()
        entries = tuple(msgspec.structs.replace(entry, body=MONEY) for entry in self.commits[at].entries)
        keep = self.random.randrange(at + 1)
        return f"every key blanked from {keep} on", rebuilt(self._with(at, entries), keep, Sealing(None, ""))

    def money_at_the_end(self) -> tuple[str, list[Sealed]]:
        commits = [*self.commits, Commit((money(),), self.commits[-1].seal)]
        return self._said("money", len(commits) - 1), rebuilt(commits, len(commits) - 1, self.sealing)

    def money_in_between(self) -> tuple[str, list[Sealed]]:
        at = self._at()
        entries = (*self.commits[at].entries, money())
        return self._said("money put in", at), rebuilt(self._with(at, entries), at, self.sealing)

    def money_in_a_gap(self) -> tuple[str, list[Sealed]]:
        """Insert money before the position of a subscription or of a verification, or at an unused position."""
        forged = rebuilt([*self.commits[:1], Commit((money(),), self.commits[1].seal)], 1, self.sealing)[1]
        place = self.random.choice([-5, 0, len(self.rows) + 2, 1 << 40])
        return f"money as commit {place}", sorted([*self.rows, forged._replace(number=place)])

    def taken_away(self) -> tuple[str, list[Sealed]]:
        at = self.random.randrange(len(self.rows))
        return f"row {at} removed", self.rows[:at] + self.rows[at + 1 :]

    def taken_away_and_rehashed(self) -> tuple[str, list[Sealed]]:
        at = self.random.choice([n for n, commit in enumerate(self.commits) if len(commit.entries) > 1])
        entries = list(self.commits[at].entries)
        del entries[self.random.randrange(len(entries))]
        return self._said("an entry removed", at), rebuilt(self._with(at, tuple(entries)), at, self.sealing)

    def commit_taken_away(self) -> tuple[str, list[Sealed]]:
        at = self.random.randrange(1, len(self.commits) - 1)
        commits = self.commits[:at] + self.commits[at + 1 :]
        return self._said("a commit removed", at), rebuilt(commits, at, self.sealing)

    def reordered(self) -> tuple[str, list[Sealed]]:
        rows = list(self.rows)
        one, two = self.random.sample(range(len(rows)), 2)
        rows[one], rows[two] = rows[two], rows[one]
        return f"rows {one} and {two} exchanged", placed(rows)

    def reordered_and_rehashed(self) -> tuple[str, list[Sealed]]:
        at = self.random.randrange(1, len(self.commits) - 1)
        commits = list(self.commits)
        commits[at], commits[at + 1] = commits[at + 1], commits[at]
        return self._said("two commits exchanged", at), rebuilt(commits, at, self.sealing)

    def cut_between_commits(self) -> tuple[str, list[Sealed]]:
        length = self.random.randrange(len(self.rows))
        return f"cut clean to {length} commits", self.rows[:length]

    def _spliced(self) -> tuple[int, list[Commit]]:
        other = self.random.choice(self.others)
        at = self._at()
        tail = other[self.random.randrange(1, len(other)) :]
        return at, [*self.commits[:at], *tail]

    def spliced(self) -> tuple[str, list[Sealed]]:
        at, commits = self._spliced()
        rows = placed([Sealed(0, commit.seal.body) for commit in commits])
        return f"another record's end from commit {at} on", rows

    def spliced_and_rehashed(self) -> tuple[str, list[Sealed]]:
        at, commits = self._spliced()
        return self._said("another record's end", at), rebuilt(commits, at, self.sealing)

    def exchanged(self) -> tuple[str, list[Sealed]]:
        """Replace the whole record with another one, perhaps under the same key."""
        commits = self.random.choice(self.others)
        return "another record", placed([Sealed(0, commit.seal.body) for commit in commits])

    def _takeover(self, by: str, at: int) -> Entry:
        seal = self.commits[at - 1].seal
        told: TakenOver | KeyChanged = TakenOver(by, seal.version, seal.digest, "it is all right", "platform")
        if self.random.random() < 0.3:
            told = KeyChanged(by)
        return money("keys", msgspec.json.encode(told))

    def takeover_forged(self) -> tuple[str, list[Sealed]]:
        """Forge a takeover by the attacker's key, alone or as the next key, and seal money with it."""
        at = self._at()
        who = self.random.choice([key_id(MINE), self.room_key_id])
        takes = Commit((self._takeover(who, at),), self.commits[at].seal)
        commits = [*self.commits[:at], takes, Commit((money(),), takes.seal), *self.commits[at:]]
        return self._said(f"taken over for {who}", at), rebuilt(commits, at, self.sealing)

    def takeover_under_no_key(self) -> tuple[str, list[Sealed]]:
        """Append money and a takeover to a history without keys."""
        at = len(self.commits)
        takes = Commit((money(), self._takeover(self.room_key_id, at)), self.commits[-1].seal)
        return "adopted by nobody", rebuilt([*self.commits, takes], 0, self.sealing)

    def seal_relabelled(self) -> tuple[str, list[Sealed]]:
        at = self._at(0)
        return self._said("seals made anew", at), rebuilt(self.commits, at, self.sealing)

    def copied(self) -> tuple[str, list[Sealed]]:
        """Append a copy of a genuine commit."""
        at = self._at()
        commits = [*self.commits, self.commits[at]]
        return self._said(f"commit {at} repeated", len(self.commits)), rebuilt(commits, len(self.commits), self.sealing)

    def strange_commit(self) -> tuple[str, list[Sealed]]:
        """Forge malformed commits with a valid checksum and, without a key, a valid MAC."""
        at = self._at(0)
        row, link = self.rows[at], bytes.fromhex(self.commits[at].seal.previous)
        own = LINK + MAC + CHECK + KEY
        rest: list[object] = msgspec.msgpack.decode(row.state[own:])
        pack = msgspec.msgpack.encode
        bomb = b"\x01" + zlib.compress(bytes(1 << 24), 9)[2:-4]
        strange = [
            b"",
            b"\x91" * 100_000,
            pack([]),
            pack([*rest, *rest]),
            pack([-1, *rest[1:]]),
            pack([1 << 63, *rest[1:]]),
            pack([*rest[:2], [[1, 1 << 62, 1, 1]], *rest[3:]]),
            pack([*rest[:2], [[-1, 1, 1, 1]], *rest[3:]]),
            pack([*rest[:4], bomb, b"", *rest[6:]]),
            pack([*rest[:4], b"\x02" + bytes(rest[4])[1:], *rest[5:]]),  # type: ignore[call-overload]
            pack([*rest[:6], "another name"]),
        ]
        body = self.random.choice(strange)
        state = sealed_again(row.state[:own] + body, row.state, row.number, link, self.sealing)
        rows = [*self.rows[:at], row._replace(state=state), *self.rows[at + 1 :]]
        return self._said(f"commit says {body[:40]!r}", at), rows

    def shortened(self) -> tuple[str, list[Sealed]]:
        at = self._at(0)
        row = self.rows[at]
        state = row.state[: self.random.randrange(len(row.state))]
        return f"commit {at + 1} cut to {len(state)} bytes", [
            *self.rows[:at],
            row._replace(state=state),
            *self.rows[at + 1 :],
        ]


def play(record: Record, commits: int, word: str) -> None:
    for number in range(commits):
        meta = Meta(1_000 + number, "supervisor Sue", f"{word}{number}", "h" * 64)
        appends = [Append("table:main", None, [b'{"n":%d}' % number] * (1 + number % 3), meta)]
        if number % 2 == 0:
            appends.append(Append("cage", None, [b'{"type":"cage_moved","of":"%s"}' % word.encode()], meta))
        if number % 3 == 0:
            appends.append(Append("people", None, [b'{"type":"added"}'], meta))
        record.append_now(appends)
