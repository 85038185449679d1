"""The front desk: people on record, the stream `people`. Who comes in, under which name, with which duties and limits.

Every decision is stored before it is answered, and made again if another process wrote first. What is refused is a
`Rejection` with a sentence; a journal that is down is one of its reasons.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from secrets import token_hex
from weakref import WeakValueDictionary

import msgspec

from boston7.accounts import people as p
from boston7.accounts.cage import CageMoved
from boston7.accounts.cagebook import CageBook
from boston7.accounts.clock import Clock
from boston7.accounts.duties import Duty, refuse_duty
from boston7.accounts.nicknames import suggest
from boston7.accounts.passwords import LONGEST, Passwords, new_token, refuse_password, token_digest
from boston7.accounts.people import People, Person, PersonRole, Seconds, deny
from boston7.accounts.register import Decision, Register, actor_text
from boston7.declare import Rejection
from boston7.journal import Entry, Journal, JournalDown, Meta
from boston7.money import Cents, dollars

GUEST_STAKE: Cents = 1_000_00
BROKE: Cents = 20_00
"""A guest with less than this may have a new stake."""
SESSION_LASTS: Seconds = 12 * 60 * 60
IDLE: dict[PersonRole, Seconds] = {
    "player": 60 * 60,
    "dealer": 5 * 60,  # FIELD: a dealer's console times out after five idle minutes
    "supervisor": 5 * 60,
    "cashier": 5 * 60,
    "runner": 5 * 60,
    "auditor": 30 * 60,
    "admin": 5 * 60,
}
_NOTE_EVERY: Seconds = 60
_STRANGERS = 10_000
"""Unknown names whose wrong passwords are counted; more than an address may try while one is locked."""
_NOBODY = Person("", "", "player", "", guest=False)
_WRONG = deny("wrong_password", "Name or password is wrong.")
_NO_SESSION = deny("no_session", "Log in first.")


class LoggedIn(msgspec.Struct, frozen=True):
    """The token is told once and never stored: hand it to the browser and forget it."""

    token: str
    person: Person
    expires: Seconds

    def __repr__(self) -> str:
        return f"LoggedIn({self.person.name!r})"  # a log must not tell the token


class Desk:
    def __init__(
        self,
        journal: Journal,
        clock: Clock | None = None,
        *,
        passwords: Passwords | None = None,
        guest_stake: Cents = GUEST_STAKE,
    ) -> None:
        self.clock = clock or Clock()
        self.register = Register(journal, self.clock)
        self._passwords = passwords or Passwords()
        self._stake = guest_stake
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._strangers: dict[str, Person] = {}
        self._seen: dict[str, Seconds] = {}

    @property
    def people(self) -> People:
        return self.register.people

    @property
    def cage(self) -> CageBook:
        return self.register.cage

    async def open(self) -> None:
        """Read what is on record. From then on `hear` keeps it up to date."""
        await self.register.open()

    def hear(self, entry: Entry) -> None:
        self.register.hear(entry)

    def find(self, person: str) -> Person | None:
        return self.people.persons.get(person)

    def named(self, name: str) -> Person | None:
        return self.people.named(name)

    # People

    async def add_person(
        self, name: str, role: PersonRole, password: str, *, by: Person | None = None, play_money: bool = False
    ) -> Person | Rejection:
        """`by` is the admin who adds them; nobody is whoever sits at the machine itself."""
        if (denied := self._not_for(by, "people") or refuse_password(password)) is not None:
            return denied
        hashed = await self._passwords.hash(password)
        id = token_hex(8)

        def decide() -> Decision:
            return p.good_name(self.people, name) or (p.PersonAdded(id, name, role, hashed, play_money),)

        return await self.register.change(decide, by) or self.people.persons[id]

    async def set_password(self, person: str, password: str, *, by: Person | None = None) -> Rejection | None:
        """Someone's own, or anyone's for an admin. It ends every session and every lock-out of that person."""
        own = by is not None and by.id == person
        if (denied := (None if own else self._not_for(by, "people")) or refuse_password(password)) is not None:
            return denied
        hashed = await self._passwords.hash(password)
        return await self.register.change(lambda: self._known(person) or (p.PasswordSet(person, hashed),), by)

    async def set_role(self, person: str, role: PersonRole, *, by: Person | None = None) -> Rejection | None:
        def decide() -> Decision:
            denied = self._known(person) or (None if role == "admin" else self._last_admin(person))
            return denied or (p.RoleSet(person, role, _id(by)),)

        return self._not_for(by, "people") or await self.register.change(decide, by)

    async def disable(self, person: str, reason: str, *, by: Person | None = None) -> Rejection | None:
        """Their sessions end at once; chips they have at a table stay theirs."""

        def decide() -> Decision:
            return self._known(person) or self._last_admin(person) or (p.PersonDisabled(person, reason, _id(by)),)

        if not reason.isprintable():
            return deny("bad_name", "A reason is one line of printable characters.")
        return self._not_for(by, "people") or await self.register.change(decide, by)

    # Coming in and going out

    async def log_in(self, name: str, password: str) -> LoggedIn | Rejection:
        person = self.named(name)
        stranger = token_digest(name.casefold())
        # One attempt at a time for each name: many at once would all be judged before the first failure counts.
        door = self._doors.setdefault(person.id if person else stranger, asyncio.Lock())
        async with door:
            known = self.people.persons[person.id] if person else self._strangers.get(stranger, _NOBODY)
            if (denied := p.may_log_in(known, self.clock.seconds())) is not None:
                return denied
            good = await self._passwords.fits(known.password, password[: LONGEST + 1])
            return self._send_away(stranger, known) if person is None else await self._admit(known, good)

    def _send_away(self, stranger: str, known: Person) -> Rejection:
        """An unknown name is locked out like any other, or the lock-out would tell which names are known here. Of no
        use after a restart, so it is not put on record."""
        self._strangers.pop(stranger, None)
        while len(self._strangers) >= _STRANGERS:
            del self._strangers[next(iter(self._strangers))]  # whoever came last is kept
        self._strangers[stranger] = p.failed(known, self.clock.seconds())
        return _WRONG

    async def _admit(self, person: Person, good: bool) -> LoggedIn | Rejection:
        token, opened = new_token(), self._session(person.id)

        def decide() -> Decision:
            """Judged again after each conflict: another process may have locked the account meanwhile."""
            now = self.clock.seconds()
            current = self.people.persons[person.id]
            if (denied := p.may_log_in(current, now)) is not None:
                return denied
            if not good or current.password != person.password:
                return (p.LoginFailed(person.id, now),)
            return p.LoginSucceeded(person.id), opened(token)

        denied = await self.register.change(decide, person)
        if denied is not None:
            return denied
        session = self.people.sessions.get(token_digest(token))
        return LoggedIn(token, self.people.persons[person.id], session.expires) if session else _WRONG

    def _session(self, person: str) -> Callable[[str], p.SessionOpened]:
        now = self.clock.seconds()
        return lambda token: p.SessionOpened(person, token_digest(token), now, now + SESSION_LASTS)

    def nickname(self) -> str:
        """One that is free, for a guest who comes in."""
        return suggest(self._free)

    async def guest(self, name: str = "") -> LoggedIn | Rejection:
        """One click: a name, their own or one of ours, a stake of play money and a session."""
        id, token = token_hex(8), new_token()
        stake = CageMoved(id, "guest_stake", self._stake, "", "desk")
        opened = self._session(id)(token)

        def decide() -> Decision:
            denied = p.good_nickname(self.people, id, name) if name else None
            return denied or (p.PersonAdded(id, name or self.nickname(), "player", "", True), opened)

        denied = await self.register.change(decide, None, (stake,))
        return denied or LoggedIn(token, self.people.persons[id], opened.expires)

    async def rename(self, person: str, name: str) -> Rejection | None:
        """Another name for a guest. Not for one who sits at a table and is known there by the old one: ask before."""

        def decide() -> Decision:
            known = self.find(person)
            if known is None or not known.guest or known.bot:
                return deny("not_your_duty", "Only a guest chooses another name.")
            return p.good_nickname(self.people, person, name) or (p.Renamed(person, name),)

        return await self.register.change(decide, self.find(person))

    async def bot(self, name: str) -> Person | Rejection:
        """A program of the house with play money, under this name or the next one that is free."""
        id = token_hex(8)
        stake = CageMoved(id, "guest_stake", self._stake, "", "desk")

        def decide() -> Decision:
            names = (name if number == 1 else f"{name} {number}" for number in count(1))
            return (p.PersonAdded(id, next(filter(self._free, names)), "player", "", True, True),)

        return await self.register.change(decide, None, (stake,)) or self.people.persons[id]

    async def admit_bot(self, person: str) -> LoggedIn | Rejection:
        """A session for a bot, which has no password and is never asked for one."""
        token, opened = new_token(), self._session(person)

        def decide() -> Decision:
            known = self.find(person)
            if known is None or not known.bot:
                return deny("not_your_duty", "Only a bot comes in without a word.")
            return p.may_log_in(known, self.clock.seconds()) or (opened(token),)

        denied = await self.register.change(decide, None)
        return denied or LoggedIn(token, self.people.persons[person], opened(token).expires)

    def peek(self, token: str) -> Person | None:
        """Whose token this is, if it still holds. Nobody did anything: it is no sign of life."""
        key = token_digest(token)
        session = self.people.sessions.get(key)
        return self.people.persons[session.person] if session is not None and self._holds(key, session) else None

    def _holds(self, key: str, session: p.Session) -> bool:
        now = self.clock.seconds()
        return session.expires > now and not self._idle(key, session, now)

    def _idle(self, key: str, session: p.Session, now: Seconds) -> bool:
        away = now - max(session.seen, self._seen.get(key, 0))
        return away > IDLE[self.people.persons[session.person].role]

    def gone(self, name: str) -> bool:
        """Whether a player has left for good: logged out, or away for so long that no session of theirs still holds."""
        person = self.named(name)
        if person is None or person.bot or person.role != "player":
            return False
        own = ((key, session) for key, session in self.people.sessions.items() if session.person == person.id)
        return not any(self._holds(key, session) for key, session in own)

    async def who(self, token: str) -> Person | Rejection:
        """Whose token this is. Asking counts as a sign of life."""
        key, now = token_digest(token), self.clock.seconds()
        if key not in self.people.sessions:
            await self.register.refresh()  # they may have logged in at another process a moment ago
        session = self.people.sessions.get(key)
        if session is None or session.expires <= now:
            return _NO_SESSION
        person = self.people.persons[session.person]
        if self._idle(key, session, now):
            await self.register.change(lambda: (p.SessionClosed(person.id, key),), None)
            return deny("no_session", "You were away for too long; log in again.")
        if len(self._seen) > 2 * len(self.people.sessions) + 100:
            self._seen = {key: at for key, at in self._seen.items() if key in self.people.sessions}
        self._seen[key] = now
        if now - session.seen >= _NOTE_EVERY:
            await self.register.change(lambda: (p.SessionSeen(person.id, key, now),), None)
        return person

    async def log_out(self, token: str) -> None:
        key = token_digest(token)
        session = self.people.sessions.get(key)
        if session is not None:
            await self.register.change(lambda: (p.SessionClosed(session.person, key),), None)

    # What players set themselves

    async def set_limit(self, person: str, kind: p.LimitKind, amount: int | None) -> p.LimitSet | Rejection:
        """Cents a day may cost, cents on one round, or seconds a day at tables; None takes the limit away."""
        wishes: list[p.LimitSet] = []

        def decide() -> Decision:
            if (denied := self._known(person)) is not None:
                return denied
            wish = p.limit_wished(self.people.persons[person], kind, amount, self.clock.seconds())
            if isinstance(wish, Rejection):
                return wish
            wishes.append(wish)
            return (wish,)

        return await self.register.change(decide, self.find(person)) or wishes[-1]

    async def exclude(self, person: str, days: int | None) -> Rejection | None:
        """At once: no wager, no seat and no chips from now on. A hand in play is finished."""

        def decide() -> Decision:
            if (denied := self._known(person)) is not None:
                return denied
            wish = p.exclusion_wished(self.people.persons[person], days, self.clock.seconds())
            return wish if isinstance(wish, Rejection) else (wish,)

        return await self.register.change(decide, self.find(person))

    # The cage's counter

    async def stake_again(self, person: str, at_tables: Callable[[], Cents]) -> Rejection | None:
        """Play money for a guest who has next to none left, in the cage and at tables: up to the first stake again."""

        def decide() -> CageMoved | Rejection:
            known = self.find(person)
            if known is None or not known.guest:
                return deny("wrong_table", "Only play money is given away.")
            left = self.cage.cage.balance(person) + at_tables()
            if left >= BROKE:
                return deny("bad_amount", f"You still have {dollars(left)}; below {dollars(BROKE)} there is more.")
            return CageMoved(person, "guest_stake", self._stake - left, "", "desk")

        meta = Meta(self.clock.now(), "desk", token_hex(8))
        try:
            return await self.cage.give(decide, meta)
        except JournalDown as error:
            return deny("not_ready", error.public)

    async def deposit(self, command_id: str, person: str, cents: Cents, *, by: Person) -> Rejection | None:
        return await self._counter(command_id, CageMoved(person, "deposit", cents, "", by.id), by)

    async def withdraw(self, command_id: str, person: str, cents: Cents, *, by: Person) -> Rejection | None:
        return await self._counter(command_id, CageMoved(person, "withdrawal", cents, "", by.id), by)

    def refuse_counter(self, move: CageMoved, by: Person) -> Rejection | None:
        """Why this money does not go over the counter, whatever the cage holds."""
        if (denied := self._not_for(by, "cage") or self._known(move.person)) is not None:
            return denied
        if move.person == by.id:
            return deny("not_your_duty", "Nobody serves themselves at the cage.")
        if self.people.persons[move.person].guest:
            return deny("wrong_table", "Play money is neither bought nor sold.")
        if move.what == "deposit" and self.people.persons[move.person].role != "player":
            return deny("not_your_duty", "Only players have money at the cage.")
        return None

    async def _counter(self, command_id: str, move: CageMoved, by: Person) -> Rejection | None:
        if (denied := self.refuse_counter(move, by)) is not None:
            return denied
        meta = Meta(self.clock.now(), actor_text(by), f"{by.id}/{command_id}")
        try:
            return await self.cage.over_the_counter(move, meta)
        except JournalDown as error:
            return deny("not_ready", error.public)

    def _known(self, person: str) -> Rejection | None:
        return None if person in self.people.persons else deny("unknown_person", "Nobody by that name is known here.")

    def _free(self, name: str) -> bool:
        return self.people.named(name) is None

    def _last_admin(self, person: str) -> Rejection | None:
        if [admin.id for admin in self.people.admins] == [person]:
            return deny("last_admin", "This is the last admin: name another one first.")
        return None

    def _not_for(self, by: Person | None, duty: Duty) -> Rejection | None:
        if by is None:
            return None
        current = self.find(by.id)
        if current is None:
            return deny("unknown_person", "Nobody by that name is known here.")
        return refuse_duty(current, duty)


def _id(by: Person | None) -> str:
    return by.id if by else ""
