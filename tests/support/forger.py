"""An attacker with the code in hand and full write access to the database, but without the room key."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import msgspec
from burglar import COMMIT, Burglar

from boston7.journal import Append, Journal
from boston7.journal.commit import (
    CHECK,
    KEY,
    LINK,
    MAC,
    End,
    Sealed,
    digest_of_commit,
    make_commit,
    read_commit,
)
from boston7.journal.commit import mac_of as commit_mac
from boston7.journal.entry import EMPTY, SEALS, Entry, Head, Meta, Row, entry_of, next_entry, row_of
from boston7.journal.seal import Genesis, KeyChanged, Seal, TakenOver, key_id, mac_of, read_seal, root_of

MINE = b"the attacker's own key, 32 bytes"
MONEY = b'{"type":"cage_moved","person":"p1","what":"deposit","amount":100000000}'


class Commit(NamedTuple):
    entries: tuple[Entry, ...]
    seal: Entry


def bodies_of(db: str) -> bytes:
    """All that a journal says, unpacked: what somebody finds who can read its database."""
    url = db if ":" in db else f"sqlite:///{db}"
    return b"\n".join(entry.body for commit in commits_of(Burglar(url).before) for entry in commit.entries)


def commits_of(rows: list[Row]) -> list[Commit]:
    """What was stored together. The seal of a commit has for its body all of it, as it is stored."""
    found: list[Commit] = []
    words = [""]
    for row in rows if rows and rows[0].topic == COMMIT else ():
        commit = read_commit(Sealed(row.position, row.state))
        packed = commit.unpack()
        words += packed.words
        link, digest = commit.link.hex(), commit.digest.hex()
        seal = Entry(SEALS, row.version, commit.rest.time, "journal", "", "", row.state, link, digest)
        found.append(Commit(tuple(commit.entries(packed, words)), seal))
    if found:
        return found
    held: list[Entry] = []
    for row in rows:
        entry = entry_of(row)
        if row.topic == SEALS:
            found.append(Commit(tuple(held), entry))
            held = []
        else:
            held.append(entry)
    return found


class Sealing(NamedTuple):
    """How forged seals are made: with which key, under which name, or with the mac that was there."""

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


def rebuilt(commits: list[Commit], start: int, sealing: Sealing) -> list[Row]:
    """Every digest and every seal computed anew, from a commit on; what is before stays as it was."""
    if not commits[0].seal.body.startswith(b"{"):
        return _rebuilt_commits(commits, start, sealing)
    heads: dict[str, Head] = {}
    rows: list[Row] = []
    for number, commit in enumerate(commits):
        if number < start:
            entries, seal = commit.entries, commit.seal
        else:
            entries, seal = _anew(commit, heads, sealing)
        for entry in entries:
            heads[entry.stream] = Head(entry.version, entry.digest)
        heads[SEALS] = Head(seal.version, seal.digest)
        rows += [row_of(entry) for entry in (*entries, seal)]
    return placed(rows)


def _rebuilt_commits(commits: list[Commit], start: int, sealing: Sealing) -> list[Row]:
    rows: list[Row] = []
    heads: dict[str, Head] = {}
    words: dict[str, int] = {}
    digest, position = "0" * 64, 0
    for number, commit in enumerate(commits, 1):
        appends = [
            Append(old.stream, None, [old.body], Meta(old.time, old.actor, old.command_id, old.house), old.format)
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
        rows.append(Row(number, "", number, COMMIT, state))
    return rows


def sealed_again(state: bytes, old: bytes, number: int, link: bytes, sealing: Sealing) -> bytes:
    name = bytes.fromhex(sealing.name)[:KEY] if sealing.name else bytes(KEY)
    told = name + state[LINK + MAC + CHECK + KEY :]
    digest = digest_of_commit(number, link, told)
    mac = commit_mac(sealing.key, digest)
    if sealing.key is None and sealing.name:
        mac = old[LINK : LINK + MAC] if sealing.keep_mac else bytes(MAC)
    return link + mac + digest[:CHECK] + told


def _anew(commit: Commit, known: dict[str, Head], sealing: Sealing) -> tuple[tuple[Entry, ...], Entry]:
    heads = dict(known)
    entries = []
    for old in commit.entries:
        meta = Meta(old.time, old.actor, old.command_id, old.house)
        entry = next_entry(old.stream, heads.get(old.stream, EMPTY), meta, old.body)
        heads[old.stream] = Head(entry.version, entry.digest)
        entries.append(entry)
    old_body = read_seal(commit.seal.body)
    body: Genesis | Seal = old_body
    if isinstance(old_body, Seal):
        tops = {entry.stream: entry.version for entry in entries}
        body = Seal(len(entries), root_of([entry.digest for entry in entries]), tops)
    previous = heads.get(SEALS, EMPTY)
    body = msgspec.structs.replace(body, key=sealing.name, mac=old_body.mac if sealing.keep_mac else "")
    if sealing.key is not None:
        body = msgspec.structs.replace(body, mac=mac_of(sealing.key, previous, commit.seal.time, body))
    meta = Meta(commit.seal.time, "journal", "", "")
    return tuple(entries), next_entry(SEALS, previous, meta, msgspec.json.encode(body))


def placed(rows: list[Row]) -> list[Row]:
    return [
        row._replace(position=position, version=position if row.topic == COMMIT else row.version)
        for position, row in enumerate(rows, 1)
    ]


def money(stream: str = "cage", body: bytes = MONEY) -> Entry:
    return Entry(stream, 0, 2_000, "supervisor Sue", "forged", "", body, "", "")


class Forger:
    """One random forgery of a journal, told in words. `rows` are what is there, `others` other journals' rows. The
    kinds of forgery take turns by `number`, so that a few dozen are some of each."""

    def __init__(self, number: int, random: Random, rows: list[Row], others: list[list[Row]], room_key_id: str) -> None:
        self.number = number
        self.random = random
        self.rows = rows
        self.commits = commits_of(rows)
        self.others = [commits_of(other) for other in others]
        self.sealing = random.choice(sealings(room_key_id))
        self.room_key_id = room_key_id
        self.old = rows[0].topic != COMMIT
        self.kinds: list[Callable[[], tuple[str, list[Row]]]] = [
            self.edited,
            self.edited_and_rehashed,
            self.all_blanked,
            self.money_at_the_end,
            self.money_unsealed,
            self.money_in_between,
            self.money_in_a_gap,
            self.taken_away,
            self.taken_away_and_rehashed,
            self.commit_taken_away,
            self.reordered,
            self.reordered_and_rehashed,
            self.cut_inside_a_commit,
            self.cut_between_commits,
            self.spliced,
            self.spliced_and_rehashed,
            self.exchanged,
            self.takeover_forged,
            self.takeover_under_no_key,
            self.seal_relabelled,
            self.copied,
            self.strange_seal,
        ]
        if not self.old:  # a commit is all there or not at all, and has no seal of its own
            for kind in (self.money_unsealed, self.cut_inside_a_commit, self.strange_seal):
                self.kinds.remove(kind)
            self.kinds += [self.strange_commit, self.shortened]

    def forge(self) -> tuple[str, list[Row]]:
        return self.kinds[self.number % len(self.kinds)]()

    def _at(self, least: int = 1) -> int:
        return self.random.randrange(least, len(self.commits))

    def _said(self, what: str, at: int) -> str:
        return f"{what} at commit {at}, sealed {self.sealing}"

    def edited(self) -> tuple[str, list[Row]]:
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

    def edited_and_rehashed(self) -> tuple[str, list[Row]]:
        at = self._at()
        entries = tuple(msgspec.structs.replace(entry, body=MONEY) for entry in self.commits[at].entries)
        return self._said("bodies rewritten", at), rebuilt(self._with(at, entries), at, self.sealing)

    def all_blanked(self) -> tuple[str, list[Row]]:
        at = self._at()
        entries = tuple(msgspec.structs.replace(entry, body=MONEY) for entry in self.commits[at].entries)
        keep = self.random.randrange(at + 1)
        return f"every key blanked from {keep} on", rebuilt(self._with(at, entries), keep, Sealing(None, ""))

    def money_at_the_end(self) -> tuple[str, list[Row]]:
        commits = [*self.commits, Commit((money(),), self.commits[-1].seal)]
        return self._said("money", len(commits) - 1), rebuilt(commits, len(commits) - 1, self.sealing)

    def money_unsealed(self) -> tuple[str, list[Row]]:
        rows = rebuilt([*self.commits, Commit((money(),), self.commits[-1].seal)], len(self.commits), self.sealing)
        return "money without a seal", rows[:-1]

    def money_in_between(self) -> tuple[str, list[Row]]:
        at = self._at()
        entries = (*self.commits[at].entries, money())
        return self._said("money put in", at), rebuilt(self._with(at, entries), at, self.sealing)

    def money_in_a_gap(self) -> tuple[str, list[Row]]:
        """Behind what a subscription has read, before what a verification begins with, or on a stream of its own."""
        if not self.old:
            forged = rebuilt([*self.commits[:1], Commit((money(),), self.commits[1].seal)], 1, self.sealing)[1]
            place = self.random.choice([-5, 0, len(self.rows) + 2, 1 << 40])
            return f"money as commit {place}", sorted([*self.rows, forged._replace(position=place, version=place)])
        rows = [row._replace(position=row.position * 10) for row in self.rows]
        heads = {row.topic: entry_of(row) for row in rows}
        stream = self.random.choice(["cage", "people", "table:new"])
        last = heads.get(stream)
        head = Head(last.version, last.digest) if last else EMPTY
        entry = next_entry(stream, head, Meta(2_000, "a", "forged"), MONEY)
        place = self.random.choice([-5, self.random.randrange(1, 10 * len(rows)) | 1])
        return f"money at position {place}", sorted([*rows, row_of(entry)._replace(position=place)])

    def taken_away(self) -> tuple[str, list[Row]]:
        at = self.random.randrange(len(self.rows))
        return f"row {at} removed", self.rows[:at] + self.rows[at + 1 :]

    def taken_away_and_rehashed(self) -> tuple[str, list[Row]]:
        at = self.random.choice([n for n, commit in enumerate(self.commits) if len(commit.entries) > 1])
        entries = list(self.commits[at].entries)
        del entries[self.random.randrange(len(entries))]
        return self._said("an entry removed", at), rebuilt(self._with(at, tuple(entries)), at, self.sealing)

    def commit_taken_away(self) -> tuple[str, list[Row]]:
        at = self.random.randrange(1, len(self.commits) - 1)
        commits = self.commits[:at] + self.commits[at + 1 :]
        return self._said("a commit removed", at), rebuilt(commits, at, self.sealing)

    def reordered(self) -> tuple[str, list[Row]]:
        rows = list(self.rows)
        one, two = self.random.sample(range(len(rows)), 2)
        rows[one], rows[two] = rows[two], rows[one]
        return f"rows {one} and {two} exchanged", placed(rows)

    def reordered_and_rehashed(self) -> tuple[str, list[Row]]:
        at = self.random.randrange(1, len(self.commits) - 1)
        commits = list(self.commits)
        commits[at], commits[at + 1] = commits[at + 1], commits[at]
        return self._said("two commits exchanged", at), rebuilt(commits, at, self.sealing)

    def cut_inside_a_commit(self) -> tuple[str, list[Row]]:
        ends = {n + 1 for n, row in enumerate(self.rows) if row.topic == SEALS}
        length = self.random.choice([n for n in range(1, len(self.rows)) if n not in ends])
        return f"cut to {length} rows", self.rows[:length]

    def cut_between_commits(self) -> tuple[str, list[Row]]:
        ends = [n + 1 for n, row in enumerate(self.rows[:-1]) if row.topic == SEALS]
        length = self.random.choice([0, *ends])
        return f"cut clean to {length} rows", self.rows[:length]

    def _spliced(self) -> tuple[int, list[Commit]]:
        other = self.random.choice(self.others)
        at = self._at()
        tail = other[self.random.randrange(1, len(other)) :]
        return at, [*self.commits[:at], *tail]

    def spliced(self) -> tuple[str, list[Row]]:
        at, commits = self._spliced()
        if not self.old:
            rows = placed([Row(0, "", 0, COMMIT, commit.seal.body) for commit in commits])
            return f"another journal's end from commit {at} on", rows
        rows = placed([row_of(entry) for commit in commits for entry in (*commit.entries, commit.seal)])
        return f"another journal's end from commit {at} on", _without_doubles(rows)

    def spliced_and_rehashed(self) -> tuple[str, list[Row]]:
        at, commits = self._spliced()
        return self._said("another journal's end", at), rebuilt(commits, at, self.sealing)

    def exchanged(self) -> tuple[str, list[Row]]:
        """The whole journal for another one, which may well be of the same key."""
        commits = self.random.choice(self.others)
        if not self.old:
            return "another journal", placed([Row(0, "", 0, COMMIT, commit.seal.body) for commit in commits])
        rows = [row_of(entry) for commit in commits for entry in (*commit.entries, commit.seal)]
        return "another journal", placed(rows)

    def _takeover(self, by: str, at: int) -> Entry:
        seal = self.commits[at - 1].seal
        told: TakenOver | KeyChanged = TakenOver(by, seal.version, seal.digest, "it is all right", "platform")
        if self.random.random() < 0.3:
            told = KeyChanged(by)
        return money("keys", msgspec.json.encode(told))

    def takeover_forged(self) -> tuple[str, list[Row]]:
        """The attacker's key vouches for everything, or is said to be the next one; then money is sealed with it."""
        at = self._at()
        who = self.random.choice([key_id(MINE), self.room_key_id])
        takes = Commit((self._takeover(who, at),), self.commits[at].seal)
        commits = [*self.commits[:at], takes, Commit((money(),), takes.seal), *self.commits[at:]]
        return self._said(f"taken over for {who}", at), rebuilt(commits, at, self.sealing)

    def takeover_under_no_key(self) -> tuple[str, list[Row]]:
        """A history without keys, and at its end the words that would adopt it."""
        at = len(self.commits)
        takes = Commit((money(), self._takeover(self.room_key_id, at)), self.commits[-1].seal)
        return "adopted by nobody", rebuilt([*self.commits, takes], 0, self.sealing)

    def seal_relabelled(self) -> tuple[str, list[Row]]:
        at = self._at(0)
        return self._said("seals made anew", at), rebuilt(self.commits, at, self.sealing)

    def copied(self) -> tuple[str, list[Row]]:
        """A genuine commit once more, at the end."""
        at = self._at()
        commits = [*self.commits, self.commits[at]]
        return self._said(f"commit {at} repeated", len(self.commits)), rebuilt(commits, len(self.commits), self.sealing)

    def strange_seal(self) -> tuple[str, list[Row]]:
        """Bodies that a careless reader stumbles over."""
        at = self._at(0)
        commit = self.commits[at]
        told: dict[str, object] = msgspec.json.decode(commit.seal.body)
        strange: list[bytes] = [
            msgspec.json.encode({**told, "mac": "é" * 32}),
            msgspec.json.encode({**told, "mac": ""}),
            msgspec.json.encode({**told, "key": "ключ"}),
            msgspec.json.encode({**told, "entries": -1}),
            msgspec.json.encode({**told, "entries": (1 << 63) - 1}),
            msgspec.json.encode({**told, "heads": {"cage": 1 << 62}}),
            msgspec.json.encode({**told, "type": "genesis"}),
            commit.seal.body.replace(b'"mac":"', b'"mac":"\xff'),
            b"[" * 100_000,
            b"",
        ]
        body = self.random.choice(strange)
        old = commit.seal
        meta = Meta(old.time, old.actor, old.command_id, old.house)
        seal = next_entry(SEALS, Head(old.version - 1, old.previous), meta, body)
        commits = [*self.commits[:at], commit._replace(seal=seal), *self.commits[at + 1 :]]
        rows = [row_of(entry) for each in commits for entry in (*each.entries, each.seal)]
        return f"seal {at + 1} says {body[:60]!r}", placed(rows)

    def strange_commit(self) -> tuple[str, list[Row]]:
        """What a careless reader stumbles over, with a right check and, where nobody has the key, a right mac."""
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
        state = sealed_again(row.state[:own] + body, row.state, row.position, link, self.sealing)
        rows = [*self.rows[:at], row._replace(state=state), *self.rows[at + 1 :]]
        return self._said(f"commit says {body[:40]!r}", at), rows

    def shortened(self) -> tuple[str, list[Row]]:
        at = self._at(0)
        row = self.rows[at]
        state = row.state[: self.random.randrange(len(row.state))]
        return f"commit {at + 1} cut to {len(state)} bytes", [
            *self.rows[:at],
            row._replace(state=state),
            *self.rows[at + 1 :],
        ]


def _without_doubles(rows: list[Row]) -> list[Row]:
    """The primary key holds a version of a stream once."""
    seen: set[tuple[str, int]] = set()
    return [row for row in rows if not ((row.id, row.version) in seen or seen.add((row.id, row.version)))]  # type: ignore[func-returns-value]


def play(journal: Journal, commits: int, word: str) -> None:
    for number in range(commits):
        meta = Meta(1_000 + number, "supervisor Sue", f"{word}{number}", "h" * 64)
        appends = [Append("table:main", None, [b'{"n":%d}' % number] * (1 + number % 3), meta)]
        if number % 2 == 0:
            appends.append(Append("cage", None, [b'{"type":"cage_moved","of":"%s"}' % word.encode()], meta))
        if number % 3 == 0:
            appends.append(Append("people", None, [b'{"type":"added"}'], meta))
        journal.append_now(appends)
