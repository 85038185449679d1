"""The front desk: log-ins, sessions, names, roles, bars and limits of people, in the stream `people`.

Each decision is stored before it is answered. If another process wrote first, it is made again.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING

from boston7.accounts import people as p
from boston7.accounts.bars import OURS, Bar, refusal
from boston7.accounts.cage import CageMoved
from boston7.accounts.cagebook import CageBook
from boston7.accounts.clock import Clock
from boston7.accounts.consoles import Consoles
from boston7.accounts.duties import may_log_in
from boston7.accounts.factors import Factors
from boston7.accounts.guest_links import GuestLinks
from boston7.accounts.holders import Holders
from boston7.accounts.intake import Intake
from boston7.accounts.logins import GUEST_LASTS, SESSION_LASTS, Attempt, LoggedIn, Logins, session_lasts
from boston7.accounts.lookalikes import look_of
from boston7.accounts.names import good_name, good_nickname
from boston7.accounts.nicknames import suggest
from boston7.accounts.passwords import Passwords, new_token, refuse_password, token_digest
from boston7.accounts.patrons import Patrons
from boston7.accounts.people import People, Person, PersonRole, Seconds, deny
from boston7.accounts.pins import Pins
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection
from boston7.game.acts.rail import bare
from boston7.game.grounds import GROUNDS
from boston7.money import Cents, dollars
from boston7.record import Meta, Record

if TYPE_CHECKING:
    from boston7.keys import RoomKey

GUEST_STAKE: Cents = 1_000_00
BROKE: Cents = 20_00
"""A guest with less than this may get a new stake."""
NAMES = 10
"""Maximum number of names of one guest, including former ones."""
MINUTE: Seconds = 60
STAFF_IDLE = 5 * MINUTE  # FIELD: a dealer's console times out after five idle minutes.
IDLE: dict[PersonRole, Seconds] = {"player": 60 * MINUTE, "auditor": 30 * MINUTE}
"""How long a session may be idle. All other roles use `STAFF_IDLE`."""
_NOTE_EVERY: Seconds = MINUTE
_NO_SESSION = deny("no_session", "Log in first.")
_ELSEWHERE = deny("not_your_duty", "You signed on by PIN at another table's console.")
BY_PIN = deny("not_your_duty", "You signed on by PIN, for the console only. Log in with your password for this.")


class Desk:
    def __init__(
        self,
        record: Record,
        clock: Clock | None = None,
        *,
        passwords: Passwords | None = None,
        guest_stake: Cents = GUEST_STAKE,
        key: RoomKey | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.register = Register(record, self.clock, key)
        self._passwords = passwords or Passwords()
        self.logins = Logins(self.register, self._passwords, key.device_key if key else None)
        self.guest_links = GuestLinks(self.register, self.logins)
        self.factors = Factors(self.register)
        self.patrons = Patrons(self.register)
        pins = Pins(self.register, self._passwords)
        self.consoles = Consoles(self.register, pins, self.logins)
        self.holders = Holders(self.register, pins)
        self.intake = Intake(self.register, self._passwords, self.logins, pins)
        self._stake = guest_stake
        self._seen: dict[str, Seconds] = {}

    @property
    def people(self) -> People:
        return self.register.people

    @property
    def cage(self) -> CageBook:
        return self.register.cage

    async def open(self) -> None:
        await self.register.open()

    def find(self, person: str) -> Person | None:
        return self.people.persons.get(person)

    def named(self, name: str) -> Person | None:
        return self.people.named(name)

    # People

    async def add_person(
        self, name: str, role: PersonRole, password: str, *, by: Person | None = None, play_money: bool = False
    ) -> Person | Rejection:
        """Add a person. `by` is an admin, or None for the operator of the machine."""
        if (denied := self.register.refuse_duty(by, "people") or refuse_password(password)) is not None:
            return denied
        hashed = await self._passwords.hash(password)
        id = token_hex(8)

        def decide() -> Decision:
            return good_name(self.people, name) or (p.PersonAdded(id, name, role, hashed, play_money),)

        return await self.register.change(decide, by) or self.people.persons[id]

    async def set_password(self, person: str, password: str, *, by: Person | None = None) -> Rejection | None:
        """Set one's own password, or anyone's as an admin. End the person's sessions and lock-outs."""
        own = by is not None and by.id == person
        denied = None if own else self.register.refuse_duty(by, "people")
        if (denied := denied or refuse_password(password)) is not None:
            return denied
        hashed = await self._passwords.hash(password)
        if (known := self.find(person)) is not None:
            self.logins.guard.forget(look_of(known.name))
        return await self.register.change(lambda: self._known(person) or (p.PasswordSet(person, hashed),), by)

    async def set_role(self, person: str, role: PersonRole, *, by: Person | None = None) -> Rejection | None:
        def decide() -> Decision:
            denied = self._known(person) or (None if role == "admin" else self._last_admin(person))
            if denied is None and role != "player" and self.people.persons[person].guest:
                denied = deny("not_your_duty", "A guest has no duties: add an account for this person.")
            return denied or (p.RoleSet(person, role, _id(by)),)

        return self.register.refuse_duty(by, "people") or await self.register.change(decide, by)

    async def disable(self, person: str, reason: str, *, by: Person | None = None) -> Rejection | None:
        """Close an account and end its sessions at once. Chips at a table still belong to the person."""

        def decide() -> Decision:
            return self._known(person) or self._last_admin(person) or (p.PersonDisabled(person, reason, _id(by)),)

        if not reason.isprintable():
            return deny("bad_name", "A reason is one line of printable characters.")
        return self.register.refuse_duty(by, "people") or await self.register.change(decide, by)

    # Bars (R19)

    def barred(self, name: str, person: str = "") -> Rejection | None:
        bar = self.people.bar_of(name, person)
        return refusal(bar) if bar else None

    def bar_event(
        self, name: str, ground: str, reason: str, clause: str, by: str, table: str = "", person: str = ""
    ) -> p.PersonBarred | None:
        """Return the event of a bar, as part of an eviction or on its own. Return None if a bar is already in force."""
        known_as, owner = bare(name), self.people.identity(person or self.people.owner(bare(name)) or "")
        if self.people.bar_of(name, owner) is not None:
            return None
        return p.PersonBarred(owner, known_as, ground, reason, clause, by, self.clock.seconds(), table)

    async def bar(self, name: str, ground: str, reason: str, *, by: Person) -> Bar | Rejection:
        """Bar a person, seated or not, with or without an account."""

        def decide() -> Decision:
            if not bare(name) or not name.isprintable():
                return deny("bad_name", "Enter the person's name.")
            if ground not in GROUNDS:
                return deny("bad_name", "Choose the grounds.")
            if not reason.strip() or not reason.isprintable():
                return deny("bad_name", "Enter the reason in one line: it goes on record.")
            owner = self.named(bare(name))
            if owner is not None and owner.staff:
                return deny("not_your_duty", "Staff cannot be barred. An admin can close the account.")
            event = self.bar_event(name, ground, reason.strip(), OURS, by.name)
            return (event,) if event else deny("already_done", f"{bare(name)} is already barred.")

        denied = self.register.refuse_duty(by, "floor") or await self.register.change(decide, by)
        return denied or self.people.bars[-1]

    async def lift_bar(self, number: int, reason: str, *, by: Person) -> Bar | Rejection:
        def decide() -> Decision:
            if not 1 <= number <= len(self.people.bars):
                return deny("unknown_person", "No bar with that number.")
            if not self.people.bars[number - 1].holds:
                return deny("already_done", "This bar was already lifted.")
            if not reason.strip() or not reason.isprintable():
                return deny("bad_name", "Enter the reason in one line: it goes on record.")
            person = self.people.bars[number - 1].person
            return (p.BarLifted(person, number, reason.strip(), by.name, self.clock.seconds()),)

        denied = self.register.refuse_duty(by, "floor") or await self.register.change(decide, by)
        return denied or self.people.bars[number - 1]

    # Sessions

    async def log_in(
        self, name: str, password: str, code: str = "", *, address: str = "", device: str = ""
    ) -> LoggedIn | Rejection:
        """Log in with a name and a password. `device` is the cookie of a browser that has logged in before."""
        return await self.logins.log_in(Attempt(name, password, code, address, device))

    def nickname(self) -> str:
        """Return a free name for a guest."""
        return suggest(self._free)

    async def guest(self, name: str = "") -> LoggedIn | Rejection:
        """Add a guest with a chosen or generated name, play money and a session."""
        id, token = token_hex(8), new_token()
        stake = CageMoved(id, "guest_stake", self._stake, "", "desk")
        opened = self.logins.session(id, lasts=GUEST_LASTS)(token)

        def decide() -> Decision:
            denied = good_nickname(self.people, id, name) if name else None
            return denied or (p.PersonAdded(id, name or self.nickname(), "player", "", True), opened)

        denied = await self.register.change(decide, None, lambda: (stake,))
        return denied or LoggedIn(token, self.people.persons[id], opened.expires)

    async def rename(self, person: str, name: str, expected: tuple[str, int] | None = None) -> Rejection | None:
        """Rename a guest. Former names stay reserved, so their number is limited.

        `Room.rename` has checked that the guest sits at no table. `expected` is the version that its check used.
        """

        def decide() -> Decision:
            known = self.find(person)
            if known is None or not known.guest or known.bot:
                return deny("not_your_duty", "Only guests may change their name.")
            if len(known.names) >= NAMES and self.people.names.get(name.casefold()) != person:
                return deny("limit", f"You have had {NAMES} names. Choose one of those.")
            return good_nickname(self.people, person, name) or (p.Renamed(person, name),)

        return await self.register.change(decide, self.find(person), expected=expected)

    async def bot(self, name: str) -> Person | Rejection:
        """Add a bot with play money, under this name or the next free one."""
        id = token_hex(8)
        stake = CageMoved(id, "guest_stake", self._stake, "", "desk")

        def decide() -> Decision:
            names = (name if number == 1 else f"{name} {number}" for number in count(1))
            return (p.PersonAdded(id, next(filter(self._free, names)), "player", "", True, True),)

        return await self.register.change(decide, None, lambda: (stake,)) or self.people.persons[id]

    async def admit_bot(self, person: str) -> LoggedIn | Rejection:
        """Open a session for a bot, which has no password."""
        token, opened = new_token(), self.logins.session(person)

        def decide() -> Decision:
            known = self.find(person)
            if known is None or not known.bot:
                return deny("not_your_duty", "Only bots sign in without a password.")
            return may_log_in(self.people, known) or (opened(token),)

        denied = await self.register.change(decide, None)
        return denied or LoggedIn(token, self.people.persons[person], opened(token).expires)

    def peek(self, key: str) -> Person | None:
        """Return the person of a valid session, by the token's digest. Does not count as activity."""
        session = self.people.sessions.get(key)
        return self.people.persons[session.person] if session is not None and self._holds(key, session) else None

    def _holds(self, key: str, session: p.Session) -> bool:
        now = self.clock.seconds()
        return self._lasts(session, now) and not self._idle(key, session, now)

    def _lasts(self, session: p.Session, now: Seconds) -> bool:
        """Return whether a session is valid. A session opened while a clock was far ahead is invalid."""
        return now < session.expires <= now + session_lasts(self.people.persons[session.person]) + MINUTE

    def _idle(self, key: str, session: p.Session, now: Seconds) -> bool:
        """Return whether inactivity ended the session. Sessions of guests don't end so: they have no other way back."""
        person = self.people.persons[session.person]
        return session_lasts(person) != GUEST_LASTS and self._away(key, session, now)

    def _away(self, key: str, session: p.Session, now: Seconds) -> bool:
        idle = now - max(session.seen, self._seen.get(key, 0))
        return idle > IDLE.get(self.people.persons[session.person].role, STAFF_IDLE)

    def gone(self, id: str) -> bool:
        """Return whether a player is gone: no valid session of theirs was active within the idle time."""
        person = self.find(id)
        if person is None or person.bot or person.role != "player":
            return False
        now = self.clock.seconds()
        own = ((key, self.people.sessions[key]) for key in self.people.held.get(person.id, ()))
        return not any(self._lasts(session, now) and not self._away(key, session, now) for key, session in own)

    def bound_to(self, token: str) -> str:
        """Return the table whose console this session is limited to, or empty."""
        session = self.people.sessions.get(token_digest(token))
        return session.table if session is not None else ""

    def refuse_elsewhere(self, key: str, table: str) -> Rejection | None:
        """Reject a session that was opened by PIN at another table."""
        session = self.people.sessions.get(key)
        return None if session is None or session.table in ("", table) else _ELSEWHERE

    async def who(self, token: str, *, console: bool = False) -> Person | Rejection:
        """Return the person of this token, and count the call as activity.

        Sessions opened by PIN are rejected unless `console` is set. The caller must then check `bound_to`.
        """
        return await self.who_at(token_digest(token), console=console)

    async def who_at(self, key: str, *, console: bool = False) -> Person | Rejection:
        """Return the person of a session by its token's digest, like `who`."""
        now = self.clock.seconds()
        if key not in self.people.sessions:
            await self.register.refresh()  # The person may have logged in at another process.
        session = self.people.sessions.get(key)
        if session is None or not self._lasts(session, now):
            return _NO_SESSION
        if session.table and not console:
            return BY_PIN
        person = self.people.persons[session.person]
        if self._idle(key, session, now):
            await self.register.change(lambda: (p.SessionClosed(person.id, key),), None)
            return deny("no_session", "You were logged out for inactivity. Log in again.")
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

    def sessions_of(self, person: str, token: str) -> list[tuple[Seconds, Seconds, bool]]:
        """Return when each session was opened and last seen, and whether it is this one, latest first."""
        here = token_digest(token)
        own = [(key, self.people.sessions[key]) for key in self.people.held.get(person, ())]
        held = [(key, session) for key, session in own if self._holds(key, session)]
        lasts = session_lasts(self.people.persons[person]) if held else SESSION_LASTS
        rows = [
            (session.expires - lasts, max(session.seen, self._seen.get(key, 0)), key == here) for key, session in held
        ]
        return sorted(rows, reverse=True)

    async def log_out_everywhere(self, person: str, *, by: Person | None = None) -> Rejection | None:
        def decide() -> Decision:
            own = self.people.held.get(person, ())
            return tuple(p.SessionClosed(person, key) for key in own) or _NO_SESSION

        return await self.register.change(decide, by)

    # Players' own limits

    async def set_limit(self, person: str, kind: p.LimitKind, amount: int | None) -> p.LimitSet | Rejection:
        """Limit cents lost a day, cents wagered a round, or seconds a day at tables. None removes the limit."""
        wishes: list[p.LimitSet] = []

        def decide() -> Decision:
            if (denied := self._known(person)) is not None:
                return denied
            wish = p.limit_wished(
                self.people.persons[person], kind, amount, self.clock.at_least(), self.clock.at_most()
            )
            if isinstance(wish, Rejection):
                return wish
            wishes.append(wish)
            return (wish,)

        return await self.register.change(decide, self.find(person)) or wishes[-1]

    async def exclude(self, person: str, days: int | None) -> Rejection | None:
        """Exclude a player at once from wagers, seats and chips. A hand in play is finished."""

        def decide() -> Decision:
            if (denied := self._known(person)) is not None:
                return denied
            wish = p.exclusion_wished(self.people.persons[person], days, self.clock.at_most())
            return wish if isinstance(wish, Rejection) else (wish,)

        return await self.register.change(decide, self.find(person))

    # The cage's counter

    async def stake_again(self, person: str, at_tables: Callable[[], Cents]) -> Rejection | None:
        """Raise a guest's play money to the first stake, if little is left in the cage and at tables."""
        meta = Meta(self.clock.now(), "desk", token_hex(8))
        return await self.cage.give(lambda: self.new_stake(person, at_tables()), meta)

    def new_stake(self, person: str, at_tables: Cents) -> CageMoved | Rejection:
        known = self.find(person)
        if known is None or not known.guest:
            return deny("wrong_table", "Only play-money accounts get a new stake.")
        left = self.cage.cage.balance(person) + at_tables
        if left >= BROKE:
            reason = f"You still have {dollars(left)}; new play money is for balances below {dollars(BROKE)}."
            return deny("not_ready", reason)
        return CageMoved(person, "guest_stake", self._stake - left, "", "desk")

    def _known(self, person: str) -> Rejection | None:
        return None if person in self.people.persons else deny("unknown_person", "No account with that name.")

    def _free(self, name: str) -> bool:
        return self.people.named(name) is None

    def _last_admin(self, person: str) -> Rejection | None:
        if [admin.id for admin in self.people.admins] == [person]:
            return deny("last_admin", "This is the last admin. Add another first.")
        return None


def _id(by: Person | None) -> str:
    return by.id if by else ""
