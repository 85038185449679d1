"""What goes out to whoever watches a table: each event with what it changed in their view and its sentence.

A step is encoded once for all who see the same. A player's view differs from everybody else's in their own seat only,
so at most they and whoever sat there before get bytes of their own.
"""

from __future__ import annotations

from collections import deque

import msgspec

from boston7.game import Event, Table
from boston7.game.actors import SPECTATOR, Actor
from boston7.game.patch import Document, patch

KEPT = 256
"""Steps kept for those who are a little behind; whoever is further back gets the whole view anew."""
MOST = 64
"""Steps in one message."""
LARGEST = 16 * 1024
"""Bytes of the steps in one message: beyond it the whole view is shorter."""
_encode = msgspec.json.Encoder().encode


class ToldStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event as a viewer may know it, what it changed in their view (a JSON Merge Patch), and its sentence."""

    event: Document
    patch: Document
    say: str
    clause: str = ""


class Step:
    __slots__ = ("_own", "_public", "after", "before", "event", "version")

    def __init__(self, version: int, event: Event, before: Table, after: Table) -> None:
        self.version, self.event, self.before, self.after = version, event, before, after
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

    def _concerns(self) -> set[str]:
        """Players who see or hear it otherwise than an onlooker."""
        seats = zip(self.before.seats, self.after.seats, strict=True)
        named = {seat.player for pair in seats if pair[0] is not pair[1] for seat in pair if seat.player}
        about = getattr(self.event, "seat", None)
        who = self.before.seat(about).player if about else None
        return named | {who} if who else named

    def _made(self, viewer: Actor) -> msgspec.Raw:
        told = ToldStep(
            redact(self.event, self.before, viewer),
            patch(self.before, self.after, viewer),
            tell(self.event, self.before, viewer),
            clause_of(self.event),
        )
        return msgspec.Raw(_encode(told))


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
