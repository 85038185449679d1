"""What goes out to whoever watches a table: each event with what it changed in their view and its sentence.

A step is encoded once for all who see the same. A player's view differs from everybody else's in their own seat only,
so at most they and whoever sat there before get bytes of their own.
"""

from __future__ import annotations

from collections import deque
from functools import partial

import msgspec
from msgspec.structs import fields

from boston7.game import Event, Table
from boston7.game.actors import PLATFORM, SPECTATOR, Actor, player
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.events import EVENTS, Settled, StubCounted, TrayCounted
from boston7.game.kinds import Event as AnyEvent
from boston7.game.patch import Document, LineWords, head_patch, patch
from boston7.narrate import line_told, tell

KEPT = 256
"""Steps kept for those who are a little behind; whoever is further back gets the whole view anew."""
MOST = 64
"""Steps in one message."""
LARGEST = 16 * 1024
"""Bytes of the steps in one message: beyond it the whole view is shorter."""
_BY_PATCH = frozenset({"transfers", "lines", "by", "before", "after", "amended"})
_encode = msgspec.json.Encoder().encode


class ToldStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event as a viewer may know it, what it changed in their view (a JSON Merge Patch), and its sentence."""

    event: Document
    patch: Document
    say: str
    clause: str = ""


class Step:
    __slots__ = ("_head", "_own", "_public", "after", "before", "event", "version")

    def __init__(self, version: int, event: Event, before: Table, after: Table) -> None:
        self.version, self.event, self.before, self.after = version, event, before, after
        self._head: Document | None = None
        self._public: msgspec.Raw | None = None
        self._own: dict[str, msgspec.Raw] | None = None

    def encoded(self, viewer: Actor) -> msgspec.Raw:
        if viewer.role == "player":
            if self._own is None:
                self._own = {name: self._made(player(name)) for name in self._concerns()}
            if viewer.name in self._own:
                return self._own[viewer.name]
        if self._public is None:
            self._public = self._made(SPECTATOR)
        return self._public

    def tells_count(self, now: Table) -> bool:
        """Whether it says what a count should come to that is open at the table as it is now (R23)."""
        if tray_count_open(now):
            was, told = (None if tray_count_open(table) else table.tray for table in (self.before, self.after))
            return isinstance(self.event, TrayCounted) or (told is not None and told != was)
        if stub_count_open(now):
            before, left = (None if stub_count_open(table) else len(table.stub) for table in (self.before, self.after))
            return isinstance(self.event, StubCounted) or (left is not None and left != before)
        return False

    def _concerns(self) -> set[str]:
        """Players who see or hear it otherwise than an onlooker."""
        seats = zip(self.before.seats, self.after.seats, strict=True)
        named = {seat.player for pair in seats if pair[0] is not pair[1] for seat in pair if seat.player}
        about = getattr(self.event, "seat", None)
        who = self.before.seat(about).player if about else None
        return named | {who} if who else named

    def _made(self, viewer: Actor) -> msgspec.Raw:
        if self._head is None:
            self._head = head_patch(self.before, self.after)
        told = ToldStep(
            told_event(self.event),
            patch(self.before, self.after, viewer, line_words(self.after), self._head),
            tell(self.event, self.before, viewer),
            clause_of(self.event),
        )
        return msgspec.Raw(_encode(told))


def line_words(table: Table) -> LineWords:
    """How a wager's result is put at this table: side bets by the names printed on its layout."""
    return partial(line_told, labels=table.labels()) if table.layout else line_told


def told_fields(kind: type[AnyEvent]) -> dict[str, str]:
    """What everybody is told of an event of this kind besides its seat, with the names it has on the wire."""
    told = [field for field in fields(kind) if field.name in kind.about.shows and field.name not in _BY_PATCH]
    return {field.name: field.encode_name for field in told}


_SHOWN = {kind: tuple(told_fields(kind).items()) for kind in EVENTS}


def told_event(event: Event) -> Document:
    """Its kind, its seat, and what everybody may know of it. Chips, results and your own cards come with the patch,
    which has no order: `award_first` says that an award is paid before the stake is collected (R9)."""
    kind = type(event)
    told: Document = {"type": kind.__struct_config__.tag}
    if seat := event.seat_at():
        told["seat"] = seat
    for name, encoded in _SHOWN[kind]:
        told[encoded] = getattr(event, name)
    if isinstance(event, Settled):
        if event.transfers and event.transfers[0].source == "tray":
            told["award_first"] = True
    elif event.about.choice and getattr(event, "by", None) == PLATFORM:
        told["timed_out"] = True
    return told


def clause_of(event: Event) -> str:
    """The clauses it rests on, each once."""
    lines = event.lines if isinstance(event, Settled) else ()
    cited = [getattr(event, "clause", ""), *(line.clause for line in lines)]
    return "; ".join(dict.fromkeys(part for whole in cited if whole for part in whole.split("; ")))


class Steps:
    """The last ones of a table."""

    def __init__(self) -> None:
        self._kept: deque[Step] = deque(maxlen=KEPT)

    def add(self, step: Step) -> None:
        self._kept.append(step)

    def since(self, version: int, last: int) -> tuple[Step, ...] | None:
        """The steps after one version up to another; None if they are too many or too long ago."""
        if version == last:
            return ()
        if version > last or last - version > MOST or not self._kept or self._kept[0].version > version + 1:
            return None
        first = self._kept[0].version
        return tuple([self._kept[at - first] for at in range(version + 1, last + 1)])

    def last(self, count: int) -> tuple[Step, ...]:
        return tuple(self._kept)[-count:] if count else ()
