"""One viewer's socket: it answers messages in order, and sends what the viewer may see.

There is no queue for a slow viewer. Each table has at most one message in flight, and the next one covers everything
since. A viewer who does not read for too long is disconnected.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from secrets import token_hex
from time import monotonic, perf_counter
from typing import Any

import msgspec
from msgspec.structs import astuple

from boston7.accounts import Person, viewer_of
from boston7.accounts.clock import MICROS
from boston7.accounts.desk import BY_PIN
from boston7.accounts.passwords import token_digest
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.record import RecordDown
from boston7.server import messages as m
from boston7.server.app_context import AppContext
from boston7.server.lobby import board, lobby
from boston7.server.me import Me, me_of
from boston7.server.rates import Bucket
from boston7.server.routes import DOCUMENTS
from boston7.server.schema import BUILD
from boston7.server.session import not_yet, refuse_duties
from boston7.server.socket.line import Line, framed
from boston7.table import TableActor
from boston7.table.changes import Part
from boston7.table.feed import Gone, Viewer

SEND_SECONDS = 20.0
_GOING_AWAY = 1001
_POLICY = 1008
_TRY_LATER = 1013
_encode = msgspec.json.Encoder().encode
_log = logging.getLogger("boston7.server")


class SocketSession:
    def __init__(self, line: Line, context: AppContext, token: str, person: Person | None, address: str) -> None:
        self.bot = person is not None and person.bot
        self.person_id = person.id if person and not self.bot else ""
        self._person = person.id if person else ""
        self.counted_at = "" if self.bot else address
        self.line = line
        self._context = context
        self._token = token if person else ""
        self._key = token_digest(token)
        self._me_sent: Me | None = None
        # When the session was last found valid: the version of the people's projection, and the second.
        self._looked_up = (-1, 0)
        self._lobby_sent: object = None
        self._in_lobby = False
        self._watching: dict[str, asyncio.Task[None]] = {}
        self._following: tuple[str, ...] = ()
        self._counted: dict[Part, int] = {}  # Change counts at the last `changed`.
        self._head = b""  # The encoded head of the record, for the next message.
        self._sending_since = 0.0  # When the message in flight was written; 0 for none.
        self._beat: asyncio.Task[None] | None = None
        self._open = True
        self._slow = False
        self._reader: asyncio.Task[Any] | None = None
        limits = context.settings.limits
        self._rate = None if limits.off else Bucket(limits.messages_per_second, limits.messages_burst)

    @property
    def name(self) -> str:
        """Return the viewer's current name: a guest may change it."""
        person = self._context.desk.find(self._person)
        return person.name if person else ""

    # Sending.

    async def _send(self, message: m.Outgoing | bytes) -> None:
        """Send a message. Wait only if the client is not reading."""
        self.push_framed([framed(message if isinstance(message, bytes) else _encode(message))], counted=False)
        if not self.line.writable.is_set():
            await self.drained()

    @property
    def writable(self) -> bool:
        return self.line.writable.is_set()

    def push_framed(self, messages: list[bytes], *, counted: bool = True) -> None:
        """Send messages, preceded by the head of the record if it is new. Count them as table frames unless `counted`
        is false."""
        if self._head:
            messages, self._head = [framed(self._head), *messages], b""
        if not self._open or not self.line.push(messages):
            self._open = False
            raise Gone
        if counted:
            self._context.meters.frames += len(messages)

    async def drained(self) -> None:
        self._sending_since = self._sending_since or monotonic()
        try:
            await self.line.writable.wait()
        finally:  # This also applies when the task is cancelled because the viewer has left.
            self._sending_since = 0.0

    def _drop_slow(self) -> None:
        """Disconnect a client that has not read for too long."""
        if self._open:
            self._open, self._slow = False, True
            self._context.meters.slow.inc()
            if self._reader is not None and self._reader is not asyncio.current_task():
                self._reader.cancel()

    async def _hello(self, person: Person | None) -> None:
        """Send `hello` if its content has changed."""
        me = me_of(self._context.room, person, self._token)
        if me != self._me_sent:
            self._me_sent = me
            await self._send(
                m.Hello(me, self._context.desk.clock.now(), BUILD, m.Head(*self._context.record.checked_head))
            )

    async def bye(self, reason: str, code: int = _GOING_AWAY) -> None:
        try:
            await self._send(m.Bye(reason))
            self.line.close(code)
        except Gone:
            pass
        self._open = False

    def announce(self) -> None:
        """Send the names of the subscribed documents that have changed. A slow viewer gets them with a later pulse.
        Duties are not checked again, because a role change ends the session."""
        counts = self._context.room.changes.counts
        if not self._following or counts == self._counted or not self.writable:
            return
        stale = {part for part in counts if counts[part] != self._counted.get(part, 0)}
        self._counted = dict(counts)
        paths = tuple([path for path in self._following if stale.intersection(DOCUMENTS[path].reads)])
        if paths and self._context.desk.peek(self._key) is not None:
            with suppress(Gone):
                self.push_framed([framed(_encode(m.Changed(paths)))], counted=False)

    def _refuse_document(self, path: str, person: Person | None) -> Rejection | None:
        """Apply the access rules of the document's path."""
        if person is None:
            return deny("no_session", "Log in first.")
        if path not in DOCUMENTS:
            return Rejection("request", "not_found", f"No document {path!r} can be followed.")
        document = DOCUMENTS[path]
        if not document.console and self._context.desk.bound_to(self._token):
            return BY_PIN
        return refuse_duties(self._context, person, self._token, document.duties)

    async def _follow(self, paths: tuple[str, ...], person: Person | None) -> None:
        self._following = ()
        for path in paths:
            if (refusal := self._refuse_document(path, person)) is not None:
                await self._send(m.Error(refusal.code, refusal.reason))
                return
        self._following, self._counted = paths, dict(self._context.room.changes.counts)
        if paths:
            await self._send(m.Changed(paths))

    def note_head(self, head: bytes) -> None:
        """Keep the record's head, to send with the next message or pulse."""
        self._head = head

    def pulse(self) -> None:
        """Check the session once a second, and send the balance, the lobby and the head if they have changed."""
        if self._sending_since and monotonic() - self._sending_since > SEND_SECONDS:
            self._drop_slow()  # Checked here, because a timer for each message would cost more than most messages.
        elif self._open and (self._beat is None or self._beat.done()):
            self.announce()
            person = self._context.desk.peek(self._key) if self._token else None
            if self._token and person is None:
                self._beat = asyncio.create_task(self.bye("Your session has ended; log in again.", _POLICY))
            elif self._in_lobby or me_of(self._context.room, person, self._token) != self._me_sent:
                self._beat = asyncio.create_task(self._news(person))
            elif self._head and self.line.writable.is_set():
                # Clear it first: a message sent in the meantime would include the head.
                head, self._head = self._head, b""
                self.line.push([framed(head)])

    async def _news(self, person: Person | None) -> None:
        try:
            await self._hello(person)
            if self._in_lobby:
                await self._send_lobby(person)
        except Gone:
            pass

    async def _send_lobby(self, person: Person | None) -> None:
        found, shared = lobby(self._context, person), board(self._context)
        if found is self._lobby_sent or found == self._lobby_sent:
            return
        self._lobby_sent = found
        if found is shared.everybody:
            shared.text = shared.text or _encode(m.Tables(found.tables))
            await self._send(shared.text)
        else:
            await self._send(m.Tables(found.tables))

    # Receiving.

    async def stay(self) -> None:
        """Run the session until the connection ends."""
        self._reader = asyncio.current_task()
        try:
            await self._hello(self._context.desk.peek(self._key) if self._token else None)
            while self._open:
                message = await self.line.receive()
                if message is None:
                    return
                await self._handle(message)
        except Gone:
            return
        except asyncio.CancelledError:
            if not self._slow or self._reader is None or self._reader.uncancel():
                raise
        finally:
            self._open = False
            leaving = [*self._watching.values(), *([self._beat] if self._beat else [])]
            for task in leaving:
                task.cancel()
            if leaving:
                await asyncio.wait(leaving)

    async def _handle(self, text: str | bytes) -> None:
        if self._rate is not None and self._rate.take():
            self._context.meters.turned_away.inc()
            await self._send(m.Error("too_fast", "Too many messages. Wait a moment.", *m.sender(text)))
            await asyncio.sleep(0)  # Yield to other tasks: thousands of clients may get this error.
            return
        if isinstance(text, bytes):
            await self._send(m.Error("not_understood", "Messages are text: JSON."))
            return
        try:
            message = m.read(text)
        except m.NotUnderstood as error:
            await self._send(m.Error("not_understood", str(error), error.id, error.table))
            return
        if isinstance(message, m.Ping):
            await self._send(m.Pong(message.id, self._context.desk.clock.now()))
            return
        person: Person | None = None
        if self._token:  # Checked for every message, because a session may have been ended elsewhere.
            found = await self._context.desk.who_at(self._key, console=True)
            if isinstance(found, Rejection):
                await self.bye(found.reason, _POLICY)
                return
            person = found
        if not self._open:
            return
        if isinstance(message, m.Lobby):
            self._in_lobby, self._lobby_sent = message.on, None
            if message.on:
                await self._send_lobby(person)
            return
        if isinstance(message, m.Follow):
            await self._follow(message.paths, person)
            return
        if isinstance(message, m.Unwatch):
            await self._unwatch(message.table)
            return
        table = await self._visit(message.table)
        if isinstance(message, m.Watch):
            await self._watch(message, person, table)
        else:
            await self._do(message, person, table)

    # At a table.

    async def _visit(self, name: str) -> TableActor | Rejection:
        try:
            table = await self._context.room.visit(name)
        except RecordDown as error:
            return error.rejection
        return Rejection("request", "not_found", f"There is no table {name!r}.") if table is None else table

    def _lacks(self, person: Person, table: str) -> Rejection | None:
        desk = self._context.desk
        return desk.refuse_elsewhere(self._key, table) or not_yet(self._context, person, self._token)

    async def _watch(self, message: m.Watch, person: Person | None, table: TableActor | Rejection) -> None:
        if isinstance(table, Rejection):
            await self._send(m.Error(table.code, table.reason, table=message.table))
            return
        limits = self._context.settings.limits
        if not limits.off and len(self._watching) >= limits.tables_per_socket and message.table not in self._watching:
            await self._send(m.Error("too_many", "Too many tables on one connection.", table=message.table))
            return
        again = message.table in self._watching
        await self._unwatch(message.table)
        self._watching[message.table] = asyncio.create_task(self._show(table, message, person))
        self._context.presence.watch(self, message.table)
        if not again:
            self._context.presence.came_back(self, table, resumes=message.after is not None)

    async def _unwatch(self, name: str) -> None:
        task = self._watching.pop(name, None)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
            self._context.presence.unwatch(self, name)

    async def _show(self, table: TableActor, message: m.Watch, person: Person | None) -> None:
        viewer = viewer_of(None if person and self._lacks(person, table.name) else person)
        await table.catch_up_to(message.after)
        showing = Viewer(self, table.feed, framed, viewer, message.after, offers=message.offers, past=message.past)
        table.feed.attach(showing)
        try:
            while not showing.over:
                showing.serve(self._context.desk.clock.now())
                await showing.stuck.wait()
                showing.stuck.clear()
                if not showing.over:
                    await self.drained()
            if showing.failed is not None:
                _log.error("A table could not be sent to a viewer.", exc_info=showing.failed)
                await self.bye("Server error. Reload the page.", _TRY_LATER)
        finally:
            table.feed.detach(showing)

    def may_look(self, now: int) -> bool:
        """Return whether the viewer's session is still valid; if not, the next pulse closes the socket. The result is
        cached for a second, or until an entry about people is stored."""
        if not self._token:
            return True
        desk = self._context.desk
        basis = (desk.register.projection.version, now // MICROS)
        if basis == self._looked_up:
            return True
        held = desk.peek(self._key) is not None
        self._looked_up = basis if held else (-1, 0)
        return held

    async def _do(
        self, message: m.Act | m.Ask | m.Commit | m.Reveal, person: Person | None, table: TableActor | Rejection
    ) -> None:
        if person is None:
            refusal = Rejection("accounts", "wrong_role", "Log in first.")
        elif (lacks := self._lacks(person, message.table)) is not None:
            refusal = lacks
        elif isinstance(table, Rejection):
            refusal = table
        elif isinstance(message, m.Ask):
            with suppress(RecordDown):  # If the record is down, answer from the state in memory.
                await table.read_standings(message.command)
            found = table.preview(message.command, person)
            await self._send(m.Preview(message.id, message.table, *astuple(found)))
            return
        else:
            await self._carry_out(message, table, person)
            return
        await self._send(_rejected(message, refusal))

    async def _carry_out(self, message: m.Act | m.Commit | m.Reveal, table: TableActor, person: Person) -> None:
        started = perf_counter()
        if isinstance(message, m.Act):
            kind, doing = str(message.command.__struct_config__.tag), table.submit(message.id, message.command, person)
        elif isinstance(message, m.Commit):
            kind, doing = "commit", table.commit_text(message.id, message.round, message.commitment, person)
        else:
            kind, doing = "reveal", table.reveal_text(message.id, message.round, message.text, person)
        try:
            outcome = await doing
        except Exception:  # A server fault gets an answer too.
            fault = token_hex(4)
            _log.exception("A command failed.", extra={"fields": {"kind": kind, "fault": fault}})
            outcome = Rejection("server", "not_ready", f"Server error (fault {fault}).")
        answer: m.Outgoing
        if isinstance(outcome, Rejection):
            code, answer = outcome.code, _rejected(message, outcome)
        else:
            code, answer = "accepted", m.Accepted(message.id, message.table, outcome.version)
        self._context.meters.answered(kind, code, perf_counter() - started)
        await self._send(answer)
        # The balance at the cage may have changed.
        if isinstance(message, m.Act) and message.command.rule.place == "rail":
            await self._hello(self._context.desk.find(person.id))


def _rejected(message: m.Act | m.Ask | m.Commit | m.Reveal, no: Rejection) -> m.Rejected:
    return m.Rejected(message.id, message.table, no.source, no.code, no.reason, no.clause)
