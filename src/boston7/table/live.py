"""One live table: what people do at it, what the platform does of its own accord, and what each viewer is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from secrets import token_hex

from msgspec.structs import replace

from boston7.accounts import Desk, Person, viewer_of
from boston7.accounts.projection import STALE, TRIES
from boston7.declare import Rejection
from boston7.fair import Fact, RoomKey
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.common import undecided
from boston7.game.counting import tray_count_open
from boston7.game.rejection import rejected
from boston7.house import House
from boston7.journal import Append, Entry, Journal, JournalDown, Meta
from boston7.money import Cents
from boston7.shift.kinds import refuse_pieces
from boston7.table.absences import Away, Back
from boston7.table.announcing import Announcer
from boston7.table.command_batch import CommandBatch
from boston7.table.contributions import commit_text, reveal_text
from boston7.table.directory import Card, Directory, card_of
from boston7.table.eligibility import check_eligibility, check_slip, with_bar
from boston7.table.frames import Frame
from boston7.table.limits import Tally
from boston7.table.listeners import Listeners
from boston7.table.preview import Preview, preview
from boston7.table.rules_sign import RulesSign, set_up_live, write_rules_sign
from boston7.table.rules_sign import stream as rules_sign_stream
from boston7.table.shift_book import ShiftBook
from boston7.table.shown import Shown, Turn
from boston7.table.standings import StandingCheck, Standings, as_asked
from boston7.table.state import State
from boston7.table.stored import Accepted, StoredTable, refuse_id
from boston7.table.timers import Due, Patience, deck_lost, due
from boston7.table.transaction import Context, Transaction, actor_words, facts_append, platform_id, transact


class LiveTable:
    def __init__(
        self,
        name: str,
        journal: Journal,
        desk: Desk,
        key: RoomKey,
        tally: Tally,
        shift: ShiftBook,
        directory: Directory,
        know: Callable[[Person], Awaitable[None]],
        took: Callable[[LiveTable, Sequence[Entry], int], None],
        announcer: Announcer,
    ) -> None:
        """`know` is called before a decision that counts play at other tables, `took` once all that was stored is known
        here, with how many of it are the table's own."""
        self.name = name
        self.changed: Callable[[LiveTable], None] = lambda _: None
        """Called after anything was stored here by anyone."""
        self._desk = desk
        self._tally, self._shift = tally, shift
        self._directory, self._standing = directory, StandingCheck(journal, desk, know)
        self._stored = StoredTable(name, journal, desk, key, tally, announcer)
        self._together = CommandBatch(self._stored)
        self._stored.changed, self._stored.beside = self._announce, self._heard_beside
        self._stored.took = partial(took, self)
        self._rules_signs, self._seeds, self._record = self._stored.rules_signs, self._stored.seeds, self._stored.record
        ledgers, mark = (self._rules_signs, self._seeds, desk.cage), self._stored.snapshots.append
        self._context = Context(name, key, *ledgers, self._person_id, mark, shift, self._carded)
        self._stamp = 0
        self._told: tuple[int, ...] = ()
        self._ahead = (0, 0)
        counts = (self._rules_signs, self._seeds, self._stored.absences, desk.register)
        self._counts = tuple([part.projection for part in counts])  # what is due depends on them, besides the table
        self._due_at: tuple[State | None, tuple[int, ...], Due | None] = (None, (), None)
        self.shown = Shown(self._stored, self.due, self._patience)
        self._news = asyncio.Event()
        self.listeners = Listeners()
        """Called at once after each change that viewers are told of, and when the table is put away. None may fail."""
        self.closed = False

    async def load(self) -> None:
        await self._stored.load()

    @property
    def set_up(self) -> bool:
        """Whether its rules are on record, and of a version that is known here."""
        return self._rules_signs.current is not None

    def hear(self, entry: Entry) -> None:
        """What any process has stored for this table."""
        self._stored.hear(entry)

    # What anyone may know

    @property
    def version(self) -> int:
        return self._record.state.version

    @property
    def state(self) -> State:
        return self._record.state

    @property
    def phase(self) -> Phase:
        return self._record.state.table.phase

    @property
    def live(self) -> bool:
        return set_up_live(self._record.state.table, self._rules_signs.current)

    @property
    def counting(self) -> bool:
        """Whether the tray is to be counted: what it should hold is told nobody at the table meanwhile (R23)."""
        return tray_count_open(self._record.state.table)

    @property
    def players(self) -> tuple[str | None, ...]:
        """Who sits where, seat 1 first."""
        return tuple(seat.player for seat in self._record.state.table.seats)

    @property
    def round(self) -> int:
        return self._record.state.table.round

    @property
    def quiet_since(self) -> int:
        """When the last thing happened here, in microseconds since 1970."""
        return self._record.state.time

    @property
    def elsewhere(self) -> bool:
        """Whether another process did the last thing here."""
        return self._stored.elsewhere

    def chips_of(self, player: str) -> Cents:
        """What somebody has on the rail and on the layout here."""
        seats = [seat for seat in self._record.state.table.seats if seat.player == player]
        return sum(seat.rail + seat.staked for seat in seats)

    @property
    def play_money(self) -> bool:
        return self.rules_sign.play_money

    @property
    def rules_sign(self) -> RulesSign:
        return self._rules_signs.in_force

    @property
    def house(self) -> House:
        """The rules of the round that is on, or of the one that the next wager begins."""
        return self._rules_signs.house_for(self._record.state.table)

    def house_of(self, version: str) -> House | None:
        """The rules of a version that were in force here at some time."""
        return self._rules_signs.houses.get(version)

    def due(self) -> Due | None:
        """What the platform does next, and when."""
        if self._rules_signs.current is None:
            return None
        state, now = self._record.state, self._desk.clock.now()
        resumed = self._stored.resumed if self._stored.resumed <= now else 0
        if state.since > now:
            state = replace(state, since=self._begins_anew(state.since, now))
        stand = (resumed, *[part.version for part in self._counts])
        if self._due_at[0] is not state or self._due_at[1] != stand:
            texts = self._seeds.waits(state.table)
            self._due_at = (state, stand, due(state, self.house, self.rules_sign, resumed, self._patience(), texts))
        return self._due_at[2]

    def _begins_anew(self, began: int, now: int) -> int:
        """What began while a clock was ahead that has been set back since: nobody waits for that time to come."""
        if self._ahead[0] != began:
            self._ahead = (began, now)
        return self._ahead[1]

    def _patience(self) -> Patience:
        """No clock against a person alone with bots; where people share a table, nobody holds up the others."""
        table, rules_sign = self._record.state.table, self.rules_sign
        if rules_sign.practice and not rules_sign.clock:
            people = [seat.number for seat in table.seats if seat.player and not self._bot(seat.player)]
            if len(people) == 1:
                return Patience(frozenset(people))
        return Patience(extra=self._stored.absences.extra(table.round, rules_sign.grace))

    def _bot(self, name: str) -> bool:
        person = self._desk.named(name)
        return person is not None and person.bot

    def frame(self, viewer: Actor, after: int | None = None, *, offers: bool = False) -> Frame:
        """The table as it is for a viewer, with what happened after a version they have seen."""
        return self.shown.frame(viewer, after, offers=offers)

    @property
    def stamp(self) -> int:
        """Another one after each change that viewers are told of."""
        return self._stamp

    async def catch_up_to(self, version: int | None) -> None:
        """For a viewer who comes from a process that has heard more than we have."""
        if version is not None and version > self.version:
            await self._stored.refresh()

    async def watch(self, viewer: Actor, after: int | None = None, *, offers: bool = False) -> AsyncIterator[Frame]:
        """A frame now and one after each change, until the table is put away. A viewer who is slow gets fewer of
        them, each covering more; one who is too far behind, a fresh view. Nothing is kept for them meanwhile."""
        await self.catch_up_to(after)
        seen, stamp = after, -1
        while not self.closed:
            news = self._news
            if stamp == self._stamp:
                await news.wait()
                continue
            stamp = self._stamp
            frame = self.frame(viewer, seen, offers=offers)
            seen = frame.version
            yield frame

    # What people do

    async def submit(
        self,
        command_id: str,
        command: Command,
        person: Person,
        slip: Callable[[Meta], Append | Rejection] | None = None,
    ) -> Accepted | Rejection:
        """Who acts is whoever is logged in, whatever the command says. The same id again has no further effect.
        `slip` is the signature in the shift book that a fill, a credit or a refused check is stored with."""
        if (refusal := refuse_id(command_id)) is not None:
            return refusal
        own_id = f"{person.id}/{command_id}"
        for _ in range(TRIES):
            given = as_asked(self._desk, self.name, command, person)
            if isinstance(given, Rejection):
                return given
            if isinstance(given, c.RefusePrizeCheck):
                slip = self._shift.turning_down(given, self.house, self.name, person)
            try:
                standings = await self.ready_for(given)
            except JournalDown as error:
                return Rejection("journal", "not_ready", error.public)
            if deck_lost(self._record.state.table):
                await self.tick()  # first what the rules say about it, so that nothing is dealt blindly
            prepare = partial(self._prepare, given, own_id, person.id, standings, slip)
            takes = isinstance(given, c.BuyIn)
            if given.by.role == "player" and not takes and slip is None:
                outcome = await self._together.carry_out(own_id, person.id, prepare)
            else:
                now = partial(lambda prepare: prepare(self._record.state), prepare)
                outcome = await self._stored.carry_out(own_id, now, takes=takes)
            if outcome is not STALE:
                return outcome
        return STALE

    def _prepare(
        self,
        given: Command,
        own_id: str,
        by: str,
        standings: Standings,
        slip: Callable[[Meta], Append | Rejection] | None,
        state: State,
    ) -> Transaction | Rejection:
        if deck_lost(state.table):
            return rejected("not_ready", "The deck of this round is lost; wagers are being returned.", "R18")
        if self._standing.changed(state.table, given, standings):
            return STALE
        barred = self._barred(state, given)
        if slip is None:
            barred = barred or check_slip(given, live=self.live, play_money=self.play_money)
        drafted = barred or transact(self._context, state, given, own_id, by, self._desk.clock.now())
        if isinstance(drafted, Rejection):
            return drafted
        meta = drafted.appends[0].meta
        drafted.appends.extend(self._standing.expected(self.name, state.table, given, standings, meta))
        if slip is None:
            return with_bar(drafted, self._desk, self.name)
        signed = slip(meta)
        if isinstance(signed, Rejection):
            return signed
        return drafted._replace(appends=[*drafted.appends, signed])

    async def ready_for(self, command: Command) -> Standings:
        """Have at hand what counts besides the table: see `StandingCheck`."""
        return await self._standing.read(self._record.state.table, command)

    def would(self, command: Command, person: Person) -> Preview:
        """What a command would do, without doing it."""
        given = as_asked(self._desk, self.name, command, person)
        if isinstance(given, Rejection):
            return Preview(given)
        table = self._record.state.table
        barred = self._barred(self._record.state, given)
        barred = barred or check_slip(given, live=self.live, play_money=self.play_money)
        shown = Preview(barred) if barred else preview(self._record.state, given, self._rules_signs.house_for(table))
        missing = None if shown.refusal else self._shift.no_such_check(given, self.name)
        return Preview(missing) if missing else shown

    def _barred(self, state: State, command: Command) -> Rejection | None:
        if isinstance(command, (c.OpenTable, c.CountTray)) and command.pieces:
            strange = refuse_pieces(command.pieces, self._shift.book.terms.chips, nothing=True)
            if strange is not None:
                return strange
        return check_eligibility(self._desk, self._tally, state, self.rules_sign, command, self.name)

    async def commit_text(self, command_id: str, round: int, commitment: str, person: Person) -> Accepted | Rejection:
        """A player's own part in the next shuffle, hidden, until bets are closed."""

        def fact(actor: Actor, clause: str) -> Fact | Rejection:
            return commit_text(self._seeds, self._record.state.table, self.name, round, commitment, actor, clause)

        return await self._add(command_id, person, fact)

    async def reveal_text(self, command_id: str, round: int, text: str, person: Person) -> Accepted | Rejection:
        """What they had committed to. With the last one the platform shuffles."""

        def fact(actor: Actor, clause: str) -> Fact | Rejection:
            return reveal_text(self._seeds, self.name, round, text, actor, clause)

        return await self._add(command_id, person, fact)

    async def _add(
        self, command_id: str, person: Person, make: Callable[[Actor, str], Fact | Rejection]
    ) -> Accepted | Rejection:
        if (refusal := refuse_id(command_id)) is not None:
            return refusal
        id, actor = f"{person.id}/{command_id}", viewer_of(self._desk.find(person.id))

        def prepare() -> Transaction | Rejection:
            fact = make(actor, self.rules_sign.house.cite("room"))
            if isinstance(fact, Rejection):
                return fact
            meta = Meta(self._desk.clock.now(), actor_words(actor), id, self.rules_sign.house.version)
            return Transaction([facts_append(self._context, self._seeds.projection.version, [fact], meta)])

        return await self._stored.carry_out(id, prepare)

    # What the house does

    async def hang(self, rules_sign: RulesSign) -> Accepted | Rejection:
        """New rules: for the round that begins next, never for one that has begun (R20)."""
        id, hanging = self._hanging(rules_sign)

        def prepare() -> Transaction:
            version = self._rules_signs.projection.version
            hung, card = hanging(version), card_of(self.name, self._record.state, rules_sign, version + 1)
            return Transaction([hung, self._directory.append(card, rules_sign.house, hung.meta)])

        return await self._stored.carry_out(id, prepare)

    async def found(self, rules_sign: RulesSign, opening: c.OpenTable | None) -> Accepted | Rejection:
        """A new table with its first rules_sign, opened in the same transaction unless a supervisor will. Refused, this
        object is of no further use."""
        id, hanging = self._hanging(rules_sign)

        def prepare() -> Transaction | Rejection:
            if self._rules_signs.projection.version:
                return Rejection("journal", "already_done", f"There is a table {self.name!r} already.")
            self._rules_signs.hang(rules_sign)
            hung = hanging(0)
            if opening is None:
                return Transaction([hung, self._carded(self._record.state, hung.meta)])
            opened = self._draft(opening, id, "platform")
            if isinstance(opened, Rejection):
                return opened
            return Transaction([hung, *opened.appends], opened.steps)

        return await self._stored.carry_out(id, prepare)

    def _hanging(self, rules_sign: RulesSign) -> tuple[str, Callable[[int], Append]]:
        now = self._desk.clock.now()
        id = f"rules_sign/{token_hex(8)}"
        meta = Meta(now, rules_sign.by, id, rules_sign.house.version)
        return id, lambda version: Append(rules_sign_stream(self.name), version, [write_rules_sign(rules_sign)], meta)

    async def tick(self) -> bool:
        """Do what is due. Of several processes one does it, and the others find it done."""
        now_due = self.due()
        if now_due is None or now_due.at > self._desk.clock.now():
            return False

        def prepare() -> Transaction | Rejection:
            still = self.due()
            if still is None or still.at > self._desk.clock.now():
                return Rejection("journal", "already_done", "Someone else has already done it.")
            return self._draft(still.command, platform_id(self._record.state, still.command), "platform")

        done = await self._stored.carry_out(platform_id(self._record.state, now_due.command), prepare)
        return isinstance(done, Accepted)

    async def see_off(self, *, bots: bool = False) -> int:
        """Give up the seats of players who have left for good, where no person deals: their chips go to the cage, and
        nobody finds a table full of empty chairs. `bots` too, where nobody will come back to play with them. How many
        that were."""
        seen_off = 0
        for number, name in enumerate(self.players, 1):
            if self.live or name is None or not (self._desk.gone(name) or (bots and self._bot(name))):
                continue
            if number in self._patience().untimed and self._record.state.table.seat(number) in undecided(
                self._record.state.table
            ):
                await self._platform(c.TimeOut(PLATFORM, number))  # no clock does it
            seen_off += isinstance(await self._platform(c.Leave(PLATFORM, number)), Accepted)
        return seen_off

    async def close_down(self, reason: str) -> bool:
        """Close a virtual table at which nobody sits: its chips go back to the house. Whether it is closed."""
        supervisor, dealer = Actor("supervisor", "house"), Actor("dealer", "house")
        while self.phase is not Phase.CLOSED and not any(self.players) and not self.live:
            table = self._record.state.table
            command: Command = c.BeginClosing(supervisor, reason)
            if table.phase is Phase.CLOSING:
                command = c.CloseTable(supervisor) if table.tray_counted else c.CountTray(dealer, table.tray)
            id = platform_id(self._record.state, command)
            done = await self._stored.carry_out(id, partial(self._draft, command, id, "platform"))
            if isinstance(done, Rejection):
                break
        return self.phase is Phase.CLOSED

    async def _platform(self, command: c.Leave | c.TimeOut) -> Accepted | Rejection:
        id = f"{platform_id(self._record.state, command)}/{command.seat}"
        return await self._stored.carry_out(id, partial(self._draft, command, id, "platform"))

    # Who is there

    async def missed(self, person: str) -> None:
        """The connection of somebody with a hand in play was lost: they get more time, once a round."""
        await self._note(person, Away)

    async def returned(self, person: str, *, resumes: bool) -> None:
        """They are back: time to look and decide. `resumes`: their page was here before, so if nobody noticed that they
        were away, they were."""
        await self._note(person, Back, only_if_away=not resumes)

    async def _note(self, person: str, kind: type[Away | Back], *, only_if_away: bool = False) -> None:
        id = f"{person}/{kind.__name__.lower()}-{token_hex(8)}"
        absences = self._stored.absences

        def notice() -> Away | Back | None:
            known, untimed = self._desk.find(person), self._patience().untimed
            return absences.notice(kind, self._record.state.table, known, untimed, only_if_away) if known else None

        def prepare() -> Transaction | Rejection:
            found = notice()
            if found is None:
                return Rejection("journal", "already_done", "They have already had extra time this round.")
            meta = Meta(self._desk.clock.now(), "platform", id, self.house.version)
            return Transaction([absences.append(found, meta)])

        if notice() is not None:
            await self._stored.carry_out(id, prepare)

    def card(self) -> Card:
        """The table as the directory has it."""
        return card_of(self.name, self._record.state, self.rules_sign, self._rules_signs.projection.version)

    def _carded(self, state: State, meta: Meta) -> Append:
        card = card_of(self.name, state, self.rules_sign, self._rules_signs.projection.version)
        return self._directory.append(card, self.rules_sign.house, meta)

    def _heard_beside(self, entries: Sequence[Entry]) -> None:
        self._shift.hear(entries)
        self._directory.hear(entries)

    def _draft(self, command: Command, id: str, by: str) -> Transaction | Rejection:
        return transact(self._context, self._record.state, command, id, by, self._desk.clock.now())

    def _person_id(self, name: str) -> str:
        person = self._desk.named(name)
        if person is None:
            raise LookupError(f"nobody is called {name!r}")
        return person.id

    def _announce(self) -> None:
        settled = (self._rules_signs.projection.version, self._stored.absences.projection.version, self._stored.resumed)
        told = (self.version, self._seeds.told, *settled)
        if told != self._told:  # players' texts are told with the next thing that happens: there are many of them
            self._told = told
            self._stamp += 1
            news, self._news = self._news, asyncio.Event()
            news.set()
            self.listeners.tell(Turn(self._desk.clock.now()))
        self.changed(self)

    def close(self) -> None:
        """Everybody's frames end. The table itself is on record as it stands."""
        self.closed = True
        self._news.set()
        self.listeners.tell(Turn(self._desk.clock.now()))
