"""The actor of one table: an inbox, a task that processes it, and the state folded from the record.

Each request goes through these steps:

    request -> decide -> append -> apply -> answer -> publish.

Other processes may write to the same table at any time. If another process wrote first, the append conflicts. The actor
then reads the new entries and decides again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from random import random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from boston7.accounts import Desk, Person
from boston7.accounts.standing import is_standing
from boston7.declare import Rejection
from boston7.fair import command_on_record, read_hidden
from boston7.game import Command, Event, Phase
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.wire import InvalidMessage
from boston7.house import House
from boston7.keys import RoomKey
from boston7.money import Cents
from boston7.record import Conflict, Entry, Record, RecordDown, unreadable
from boston7.record.projection import STALE, TRIES, Projection
from boston7.shift.stream import ShiftStream
from boston7.table import requests, texts
from boston7.table.absences import Absences, Away, Back
from boston7.table.command_ids import CommandIds
from boston7.table.directory import Directory, TableCard
from boston7.table.draft import Context, Draft, platform_id
from boston7.table.eligibility import StandingCheck, Standings
from boston7.table.feed import Feed, Publisher
from boston7.table.guests import Guests, SeatAnswer
from boston7.table.limits import Tally
from boston7.table.marks import Marks
from boston7.table.messages import Frame, Step
from boston7.table.preview import Preview
from boston7.table.rules_sign import RulesSign, RulesSigns, set_up_live
from boston7.table.schedule import Due, Timer, deck_lost, due
from boston7.table.seeds import Seeds
from boston7.table.state import State, step, stream

BUSY = Rejection("record", "not_ready", "Too many actions at this table at once; try again.")
UNWRITABLE = Rejection("record", "out_of_bounds", "The request has characters that cannot be stored.")
_MOST_A_COMMIT = 32
"""Maximum number of requests in one commit."""
_FREE = nullcontext()


class Accepted(msgspec.Struct, frozen=True):
    """The answer to a stored request, with the table's version. A retry gets the same answer."""

    command_id: str
    version: int


class Shared(NamedTuple):
    """Objects that all tables of a room share."""

    record: Record
    desk: Desk
    key: RoomKey
    tally: Tally
    shift: ShiftStream
    directory: Directory
    publisher: Publisher
    visit: Callable[[Person], Awaitable[None]]
    """Loads the other tables where a person with limits has played today."""
    books: Mapping[str, Projection]
    """The shared projections, by stream."""


class InboxRequest:
    """A request to decide, and the future of its answer."""

    def __init__(
        self, id: str, decide: Callable[[State], Draft | Rejection], who: str = "", *, alone: bool, uses_books: bool
    ) -> None:
        self.id, self.decide, self.who = id, decide, who
        self.alone = alone  # Requests of staff and the platform, and texts, get a commit of their own.
        self.uses_books = uses_books  # Decided from the cage or the shift book, under their lock.
        self.answer: asyncio.Future[Accepted | Rejection] = asyncio.get_running_loop().create_future()

    def settle(self, answer: Accepted | Rejection) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class TableActor:
    def __init__(self, name: str, shared: Shared) -> None:
        record, desk = shared.record, shared.desk
        self.name = name
        self.state = State()
        self.ids = CommandIds()
        self.projection = Projection(record, stream(name), self._replay)
        self.rules_signs = RulesSigns(record, name)
        self.seeds = Seeds(record, name, shared.key)
        self.absences = Absences(record, name, desk.clock)
        self.guests = Guests(record, name)
        self._tally = shared.tally.of(name)
        self.marks = Marks(record, name, self._tally)
        self.resumed = 0
        """When play resumed after an interruption, in microseconds since 1970."""
        self.is_elsewhere = False
        """Whether another process stored the table's last entry."""
        self.is_closed = False
        self.feed = Feed(self, desk.clock)
        self.context = Context(
            name, stream(name), shared.key, desk, shared.tally, shared.shift, shared.directory, self.rules_signs,
            self.seeds, self.absences, self.guests, StandingCheck(record, desk, shared.visit), self._mark,
        )  # fmt: skip
        self._shared, self._desk = shared, desk
        self._people = desk.register.projection
        self._common = (desk.cage.projection, shared.shift.projection)
        parts = (self, self.seeds, self.rules_signs, self.marks, self.absences, self.guests)
        self._books = {part.projection.stream: part.projection for part in parts}
        self._inbox: deque[InboxRequest] = deque()
        self._received: list[Entry] = []
        self._task: asyncio.Task[None] | None = None
        self._interrupted = True
        self.timer = Timer(name, desk.clock, self.due, self.tick)

    # The inbox

    async def ask(
        self,
        id: str,
        decide: Callable[[State], Draft | Rejection],
        who: str = "",
        *,
        alone: bool = True,
        uses_books: bool = False,
    ) -> Accepted | Rejection:
        """Decide, store and answer a request. A request canceled before its commit has begun is not stored."""
        request = InboxRequest(id, decide, who, alone=alone, uses_books=uses_books)
        self._inbox.append(request)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return await request.answer

    def receive(self, entry: Entry) -> None:
        """Receive an entry from the room's subscription. Its version shows whether it was applied already."""
        if self._task is not None:
            self._received.append(entry)  # Apply it after the pending answer: persist, answer, broadcast.
        elif self._apply_entries((entry,)):
            self.is_elsewhere = True

    async def _run(self) -> None:
        """Process the inbox in batches. If processing fails, all unanswered requests fail."""
        inbox, tries = self._inbox, 0
        try:
            while inbox:
                if not tries:
                    await self._shared.record.pause()  # Gather further requests while a commit is in progress.
                    self._apply_received()
                uses_books = inbox[0].uses_books
                try:
                    async with self._desk.cage.turn if uses_books else _FREE:
                        if self._is_behind(uses_books):
                            await self._catch_up(uses_books)
                        row, drafts = self._decide_row(1 if tries or uses_books else _MOST_A_COMMIT)
                        stored = await self._append(drafts) if row else ()
                except RecordDown as error:
                    self._interrupted, tries = True, 0  # Players' clocks restart with the full time.
                    self._answer_all(error.rejection)
                    continue
                except Exception as error:
                    if tries == 0 and len(inbox) > 1:
                        tries = 1  # Retry one by one to isolate the faulty request.
                    else:
                        tries = 0
                        inbox.popleft().fail(error)
                    continue
                if stored is None:  # The append conflicted.
                    tries += 1
                    if tries == TRIES:
                        self._answer_all(BUSY)
                        tries = 0
                    await asyncio.sleep(random() * tries / 200)
                    continue
                tries = 0
                if row:
                    for _ in row:
                        inbox.popleft()
                    self._apply_own(stored, drafts)
                    for request in row:
                        request.settle(self._known(request.id) or Accepted(request.id, self.version))
                    self._publish()
        except Exception as error:
            while inbox:
                inbox.popleft().fail(error)
        finally:
            self._task = None
            self._apply_received()

    def _decide_row(self, most: int) -> tuple[list[InboxRequest], list[Draft]]:
        """Decide as many requests as can share a commit. Answer those with nothing to store."""
        row: list[InboxRequest] = []
        drafts: list[Draft] = []
        state, inbox = self.state, self._inbox
        while len(row) < min(most, len(inbox)):
            request = inbox[len(row)]
            if row:
                if request.alone or row[-1].alone or not drafts[-1].chains(state):
                    break
                if any(one.who == request.who for one in row):
                    break
                state = drafts[-1].steps[-1][1]
            decision: Draft | Accepted | Rejection | None = None
            if not request.answer.done():
                try:
                    decision = self._known(request.id) or request.decide(state)
                except UnicodeEncodeError:
                    decision = UNWRITABLE
                except Exception as error:
                    request.fail(error)
            if isinstance(decision, Draft):
                row.append(request)
                drafts.append(decision)
            elif isinstance(decision, Rejection) and row:
                break  # It was decided from entries not yet stored, so decide it again once they are.
            else:
                if decision is not None:
                    request.settle(decision)
                del inbox[len(row)]
        return row, drafts

    def _answer_all(self, refusal: Rejection) -> None:
        while self._inbox:
            self._inbox.popleft().settle(refusal)

    def _known(self, id: str) -> Accepted | None:
        """Return the answer to a request that is already stored under this id."""
        version = self.seeds.ids.find(id)
        if version is None:
            version = self.ids.find(id)
        return None if version is None else Accepted(id.partition("/")[2], version)

    # The record

    async def _append(self, drafts: Sequence[Draft]) -> tuple[Entry, ...] | None:
        """Store drafts in one commit. Return None on a conflict."""
        appends = [append for draft in drafts for append in draft.appends]
        try:
            return await self._shared.record.append_async(appends)
        except BaseException as error:
            # The append may have been stored despite the error, so read the record before the next decision.
            conflict = isinstance(error, Conflict)
            books = [*self._books.values(), *self._common]
            if not conflict or any(append.stream == self._people.stream or is_standing(append) for append in appends):
                books.append(self._people)
            for book in books:
                book.behind = True
            if conflict:
                return None
            raise

    def _apply_own(self, entries: Sequence[Entry], drafts: Sequence[Draft]) -> None:
        """Apply entries that this process has stored, using the events and states of their drafts."""
        self.is_elsewhere = False
        steps = iter([step for draft in drafts for step in draft.steps])
        for entry in entries:
            if entry.stream == self.projection.stream:
                self._apply(*next(steps), entry)
                self.projection.version, self.projection.time = entry.version, entry.time
            elif book := self._books.get(entry.stream) or self._shared.books.get(entry.stream):
                book.receive((entry,))
        self._desk.clock.observe(entries[-1].time)

    def _replay(self, entry: Entry) -> None:
        """Apply an entry read from the record."""
        try:
            event, command = read_hidden(entry.body, self._shared.key), command_on_record(entry.body)
        except (InvalidMessage, LookupError) as error:
            raise unreadable(entry, error) from None
        self._apply(event, step(self.state, event, entry.time, command=command), entry)

    def _apply(self, event: Event, state: State, entry: Entry) -> None:
        before, self.state = self.state.table, state
        version = entry.version
        self.feed.steps.append(Step(version, event, before, state.table, self.rules_signs.houses.get(entry.house)))
        self._tally.apply(version, event, before, state.table, entry.time)
        self.ids.add(entry.command_id, version, entry.time)

    def _apply_received(self) -> None:
        if self._received:
            received, self._received = self._received, []
            self._apply_entries(received)

    def _apply_entries(self, entries: Sequence[Entry]) -> bool:
        """Apply the entries that are new to this process. Return whether there were any."""
        latest = 0
        for entry in entries:
            book = self._books.get(entry.stream)
            if book is not None and entry.version > book.version:
                latest = max(latest, entry.time)
                book.receive((entry,))
        if latest:
            self._desk.clock.observe(latest)
            self._publish()
        return bool(latest)

    def _is_behind(self, uses_books: bool) -> bool:
        for book in self._books.values():
            if book.behind:
                return True
        return self._people.behind or (uses_books and any(book.behind for book in self._common))

    async def _catch_up(self, uses_books: bool = False) -> None:
        """Read the table's streams. Apply the table's own last, because it needs the rules and facts."""
        if self._people.behind and self._people.newer is None:  # Otherwise, the people read so far are good enough.
            await self._people.catch_up()
        for book in self._common if uses_books else ():
            if book.behind:
                await book.catch_up()
        if not any(book.behind for book in self._books.values()):
            return
        news = [(book, await book.news()) for book in self._books.values()]
        for book, entries in reversed(news):
            book.catch_up_with(entries)
        self._desk.clock.observe(self.state.time)
        resumes = self._interrupted
        if resumes:
            self._interrupted, self.resumed = False, self._desk.clock.now()
        if resumes or any(entries for _, entries in news):  # Otherwise nothing changed, so nothing is published.
            self._publish()

    async def load(self) -> None:
        """Read the record from the last mark on. Players' clocks restart with the full time."""
        found = await asyncio.to_thread(self.marks.find)
        if state := self.marks.resume(found, self.ids, self.seeds):
            self.state = state
            self.projection.version = state.version
        await asyncio.to_thread(self.absences.resume)
        await self._read()

    async def refresh(self) -> None:
        """Read new entries without waiting for the subscription. Do nothing if the record is down."""
        with suppress(RecordDown):
            await self._read()

    async def _read(self) -> None:
        self.projection.behind = True
        answer = await self.ask("", lambda _: Rejection("record", "already_done", "The record was read."))
        if isinstance(answer, Rejection) and answer.code == "not_ready":
            raise RecordDown(answer.reason)

    async def catch_up_to(self, version: int | None) -> None:
        """Read new entries if a viewer has seen a later version from another process."""
        if version is not None and version > self.version:
            await self.refresh()

    def _publish(self) -> None:
        self._shared.directory.revision += 1
        self._shared.publisher.add(self.feed)

    def close(self) -> None:
        """Stop the timer and end every viewer's feed."""
        self.is_closed = True
        self.timer.stop()
        self.feed.publish(last=True)

    async def stop(self) -> None:
        """Stop the timer and wait for the request in progress."""
        self.timer.stop()
        await self.timer.finish()
        if self._task is not None:
            await asyncio.wait([self._task])

    # Public facts

    @property
    def version(self) -> int:
        return self.state.version

    @property
    def phase(self) -> Phase:
        return self.state.table.phase

    @property
    def round(self) -> int:
        return self.state.table.round

    @property
    def players(self) -> tuple[str | None, ...]:
        """Names of the seated players, seat 1 first, None for an empty seat."""
        return tuple([seat.player for seat in self.state.table.seats])

    @property
    def people(self) -> tuple[str, ...]:
        """Ids of the seated persons, seat 1 first, empty for an empty seat."""
        return tuple([seat.holder for seat in self.state.table.seats])

    @property
    def quiet_since(self) -> int:
        """The time of the last entry, in microseconds since 1970."""
        return self.state.time

    @property
    def is_set_up(self) -> bool:
        """Whether the table's rules are on record and this version of the software can read them."""
        return self.rules_signs.current is not None

    @property
    def live(self) -> bool:
        return set_up_live(self.state.table, self.rules_signs.current)

    @property
    def play_money(self) -> bool:
        return self.rules_sign.play_money

    @property
    def rules_sign(self) -> RulesSign:
        return self.rules_signs.in_force

    @property
    def house(self) -> House:
        """The rules of the round in play, or of the next round."""
        return self.rules_signs.house_for(self.state.table)

    def chips_of(self, person: str) -> Cents:
        """Return the person's chips on the rail and in play."""
        return sum(seat.rail + seat.staked for seat in self.state.table.seats if seat.person == person)

    def frame(self, viewer: Actor, after: int | None = None, *, offers: bool = False) -> Frame:
        return self.feed.frame(viewer, after, offers=offers)

    def card(self) -> TableCard:
        """Return the table's card in the directory."""
        return self.context.card(self.state)

    def _mark(self) -> bytes:
        return self.marks.make(self.state, self.seeds, self.ids)

    # Time

    def due(self) -> Due | None:
        """Return the platform's next action and its time."""
        return self.feed.due() if self.is_set_up else None

    def next_due(self, now: int) -> Due | None:
        """Compute the platform's next action and its time."""
        state, resumed = self.state, self.resumed if self.resumed <= now else 0
        if state.since > now:  # The clock was set back, so the wait starts over.
            state = replace(state, since=now)
        more, texts = self.context.extra_time(state.table), self.seeds.waits(state.table)
        return due(state, self.house, self.rules_sign, resumed, more, texts)

    async def tick(self) -> bool:
        """Carry out the platform's action if it is due. If several processes try, only one succeeds."""
        due_now = self.due()
        if due_now is None or due_now.at > self._desk.clock.now():
            return False

        def decide(state: State) -> Draft | Rejection:
            still = self.due()
            if still is None or still.at > self._desk.clock.now():
                return Rejection("record", "already_done", "Someone else has already done it.")
            return requests.by_platform(self.context, still.command, state)

        return isinstance(await self.ask(platform_id(self.state, due_now.command), decide), Accepted)

    # Requests of people

    async def submit(self, command_id: str, command: Command, person: Person) -> Accepted | Rejection:
        """Carry out a command as the logged-in person, ignoring its `by`. Retries with the same id are no-ops."""
        if (refusal := requests.refuse_id(command_id)) is not None:
            return refusal
        id = f"{person.id}/{command_id}"
        for _ in range(TRIES):
            ready = await self.context.standing.prepare(self.name, self.state.table, command, person)
            if isinstance(ready, Rejection):
                return ready
            signed, standings = ready
            if deck_lost(self.state.table):
                await self.tick()  # R18: the wagers are returned first.
            if isinstance(signed, c.Sit) and requests.refuse_seat(self.context, signed) is not None:
                await self.refresh()  # The owner may have answered at another process.
            uses_books = isinstance(signed, requests.SHARED_BOOK)
            alone = signed.by.role != "player" or uses_books
            decide = partial(requests.by_person, self.context, signed, id, person, standings)
            answer = await self.ask(id, decide, person.id, alone=alone, uses_books=uses_books)
            if answer is not STALE:
                return answer
        return STALE

    async def read_standings(self, command: Command) -> Standings:
        """Load the standings that the eligibility check of this command needs."""
        return await self.context.standing.read(self.state.table, command)

    def preview(self, command: Command, person: Person) -> Preview:
        """Return a preview of a command without carrying it out."""
        return requests.preview_of(self.context, self.state, command, person)

    async def commit_text(self, command_id: str, round: int, commitment: str, person: Person) -> Accepted | Rejection:
        """Store the commitment to a player's text for the next shuffle. The text stays hidden until bets are closed."""
        return await self._add_text(command_id, person, partial(texts.commit_text, self.name, round, commitment))

    async def reveal_text(self, command_id: str, round: int, text: str, person: Person) -> Accepted | Rejection:
        """Store the text that a player committed to. The platform shuffles after the last one."""
        return await self._add_text(command_id, person, partial(texts.reveal_text, self.name, round, text))

    async def _add_text(self, command_id: str, person: Person, fact_of: requests.FactOf) -> Accepted | Rejection:
        if (refusal := requests.refuse_id(command_id)) is not None:
            return refusal
        id = f"{person.id}/{command_id}"
        return await self.ask(id, partial(requests.by_text, self.context, fact_of, id, person))

    async def request_seat(self, person: Person, answer: SeatAnswer | None = None) -> Rejection | None:
        """Ask the owner of a practice table for a seat. With `answer`, answer such a request as the owner."""
        id = requests.new_id("guest")
        done = await self.ask(id, partial(requests.by_guest, self.context, person, answer, id))
        return done if isinstance(done, Rejection) else None

    # Requests of the house

    async def create(self, rules_sign: RulesSign, opening: Command | None) -> Accepted | Rejection:
        """Set up a new table. With `opening`, open it in the same commit."""
        id = requests.new_id("rules_sign")
        return await self.ask(id, partial(requests.create, self.context, rules_sign, opening, id))

    async def set_rules(self, rules_sign: RulesSign) -> Accepted | Rejection:
        """Change the rules from the next round on. A round that has begun keeps its rules (R20)."""
        id = requests.new_id("rules_sign")
        return await self.ask(id, partial(requests.set_rules, self.context, rules_sign, id))

    async def remove_absent(self, *, bots: bool = False) -> int:
        """Remove players who are gone from the seats of a virtual table. With `bots`, remove bots too."""
        removed = 0
        for command in requests.removals(self.context, self.state, bots=bots):
            id = f"{platform_id(self.state, command)}/{command.seat}"
            done = await self.ask(id, partial(requests.by_platform, self.context, command, id=id))
            removed += isinstance(done, Accepted) and isinstance(command, c.Leave)
        return removed

    async def close_down(self, reason: str) -> bool:
        """Close an empty virtual table and return its chips to the house. Return whether it is closed."""
        while command := requests.closing(self.state, reason):
            decide = partial(requests.by_platform, self.context, command)
            if isinstance(await self.ask(platform_id(self.state, command), decide), Rejection):
                break
        return self.phase is Phase.CLOSED

    # Presence

    async def note_away(self, person: str) -> None:
        """Store that a connection was lost during a hand. The player gets extra time, once per round."""
        await self._note(person, Away)

    async def note_back(self, person: str, *, resumes: bool) -> None:
        """Store the return of a player. `resumes` means that the page was already open, so the loss may not have been
        stored."""
        await self._note(person, Back, only_if_away=not resumes)

    async def _note(self, person: str, kind: type[Away | Back], *, only_if_away: bool = False) -> None:
        id = requests.new_id(f"{person}/{kind.__name__.lower()}")
        decide = partial(requests.absence, self.context, person, kind, only_if_away, id)
        if isinstance(decide(self.state), Draft):
            await self.ask(id, decide)
