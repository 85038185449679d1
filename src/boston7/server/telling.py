"""What one viewer is told of one table: only what changed. What others are told too is put together once for all."""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from boston7.game import CommandSpec
from boston7.game.actors import Actor
from boston7.game.patch import Document, difference
from boston7.server import messages as m
from boston7.server.line import Line, framed
from boston7.table import LiveTable, Turn
from boston7.table.frames import Offered
from boston7.table.steps import StepBatch

_encode = msgspec.json.Encoder().encode


class Gone(Exception):
    """Nobody reads this socket any more."""


class Subscriber(Protocol):
    """Whoever is told: a socket's session."""

    line: Line

    def push_framed(self, messages: list[bytes]) -> None: ...

    def may_look(self, now: int) -> bool: ...


class Showing:
    """One viewer at one table. They are told in the same turn of the loop in which it changed, unless they have not
    taken what is on its way: then nothing is kept for them, and the next frame covers more."""

    def __init__(self, session: Subscriber, table: LiveTable, heard: m.Watch, viewer: Actor) -> None:
        self._session, self._table = session, table
        self._stamp, self._told = -1, _Told(table, heard, viewer)
        self.stuck = asyncio.Event()
        """Set while they cannot be told more, and when it is over."""
        self.over = False
        self.failed: Exception | None = None

    def news(self, turn: Turn) -> None:
        if self.over or self.stuck.is_set() or (self._stamp == self._table.stamp and not self._table.closed):
            return
        try:
            if self._table.closed or not self._session.may_look(turn.now):
                self._end()
                return
            self._stamp = self._table.stamp
            self._session.push_framed(self._told.messages(turn))
            if not self._session.line.writable.is_set():
                self.stuck.set()
        except Gone:
            self._end()
        except Exception as error:  # one viewer's trouble is not that of the others
            self.failed = error
            self._end()

    def _end(self) -> None:
        self.over = True
        self.stuck.set()


class _Told:
    """What a viewer was told of a table, so that only what changed is told again."""

    def __init__(self, table: LiveTable, heard: m.Watch, viewer: Actor) -> None:
        self._table, self._shown, self._heard, self._viewer = table, table.shown, heard, viewer
        self._name = viewer.name if viewer.role == "player" else ""
        self._head = b'{"type":"steps","table":%b,"version":' % _encode(table.name)
        self._seen = heard.after
        self._any = False
        self._surroundings: Document = {}
        self._offered = Offered()

    def messages(self, turn: Turn) -> list[bytes]:
        """All that is new to them, ready for the network: a message for each command that was carried out."""
        batches = self._shown.batches(self._seen) if self._any and self._seen is not None else None
        if batches is None:
            return [framed(_encode(self._whole(turn.now)))]
        self._seen = self._table.version
        around = self._moved_around(turn)
        if not batches or not (self._name or not self._heard.offers):  # what staff may do depends on all of it
            steps = b",".join([batch.public() for batch in batches])
            return [self._put(self._seen, steps, around, self._moved_offers(self._now_offered()))]
        last = len(batches) - 1
        return [self._batch(turn, batch, around if at == last else b"") for at, batch in enumerate(batches)]

    def _batch(self, turn: Turn, batch: StepBatch, around: bytes) -> bytes:
        own = batch.own(self._name) if self._name else None
        offers = b""
        if self._heard.offers and (specs := self._shown.offers_after(self._viewer, batch)) is not self._offered.specs:
            offers = self._moved_offers(specs)
        if own is not None or offers:
            return self._put(batch.version, own or batch.public(), around, offers)
        key = (batch.steps[0].version, batch.version, around)
        made = turn.made.get(key)
        if made is None:
            made = turn.made[key] = self._put(batch.version, batch.public(), around, b"")
        return made

    def _put(self, version: int, steps: bytes, around: bytes, offers: bytes) -> bytes:
        """A `messages.Steps`, of parts that are JSON already."""
        whole = b',"steps":[%b]' % steps if steps else b""
        return framed(b"%b%d%b%b%b}" % (self._head, version, whole, around, offers))

    def _moved_around(self, turn: Turn) -> bytes:
        before, self._surroundings = self._surroundings, self._shown.surroundings(self._viewer)
        if before is self._surroundings:
            return b""
        known = turn.around
        if known is None or known[0] is not before or known[1] is not self._surroundings:
            moved = difference(before, self._surroundings)
            made = b',"now":%d,"surroundings":%b' % (turn.now, _encode(moved)) if moved else b""
            known = turn.around = (before, self._surroundings, made)
        return known[2]

    def _now_offered(self) -> tuple[CommandSpec, ...]:
        return self._shown.offers(self._viewer) if self._heard.offers else ()

    def _moved_offers(self, specs: tuple[CommandSpec, ...]) -> bytes:
        if specs is self._offered.specs:
            return b""
        moved = self._offered.moved(specs)
        return b',"offers":' + _encode(moved) if moved else b""

    def _whole(self, now: int) -> m.View | m.Steps:
        """The first message, or one for somebody who is too far behind."""
        first, self._any = not self._any, True
        frame = self._table.frame(self._viewer, self._seen, offers=self._heard.offers)
        self._seen, self._offered = frame.version, Offered(frame.offers)
        self._surroundings = self._shown.surroundings(self._viewer)
        steps = frame.encoded_steps()
        if steps is None or not first:
            past = [step.encoded(self._viewer) for step in self._shown.past(self._heard.past)] if first else []
            told = (frame.document(), self._surroundings, self._offered.document)
            return m.View(self._table.name, frame.version, now, *told, tuple(past))
        # They come back with a view they have seen, and what else they knew may be of another server.
        told_anew = (steps, self._surroundings, self._offered.document)
        return m.Steps(self._table.name, frame.version, now, *told_anew, fresh=True)
