"""Consoles and PINs. A supervisor or admin makes a browser the console of a table.

Dealers sign on there by PIN, and supervisors approve a dealer's requests there. A PIN is short, so its use is limited.
It needs the console's cookie, and its session is valid for that table only. Wrong PINs lock the table's console, longer
each time.
"""

from __future__ import annotations

from collections.abc import Callable

from boston7.accounts import people as p
from boston7.accounts.duties import refuse_duty
from boston7.accounts.guard import Guard
from boston7.accounts.logins import LoggedIn, Logins
from boston7.accounts.passwords import Busy, new_token, token_digest
from boston7.accounts.people import Person, PersonRole, Seconds, deny
from boston7.accounts.pins import Pins, refuse_pin
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection

PIN_LOCK: Seconds = 60
_ONE_PERSON, _ONE_TABLE = 3, 10
_NO_CONSOLE = deny("not_your_duty", "This screen is not the console of a table. A supervisor or admin makes it one.")
_WRONG = deny("wrong_password", "Wrong name or PIN.")


class Consoles:
    def __init__(self, register: Register, pins: Pins, logins: Logins) -> None:
        self._register, self._pins, self._logins = register, pins, logins
        self.guard = Guard(_ONE_PERSON, _ONE_TABLE, PIN_LOCK, "PINs")

    def table(self, console: str) -> str:
        """Return the table of this console's cookie, or empty."""
        return self._register.people.consoles.get(token_digest(console), "") if console else ""

    def with_pin(self, role: PersonRole) -> list[str]:
        people = self._register.people.persons.values()
        return sorted(one.name for one in people if one.pin and one.role == role and not one.disabled)

    async def make(self, table: str, *, by: Person) -> str | Rejection:
        """Make a browser the table's console. Return the token for its cookie."""
        token = new_token()
        event = p.ConsoleMade(by.id, token_digest(token), table)
        denied = refuse_duty(by, "tables") or await self._register.change(lambda: (event,), by)
        return denied or token

    async def remove(self, table: str, *, by: Person) -> Rejection | None:
        """Remove all consoles of a table, and end their sessions."""
        event = p.ConsolesRemoved(by.id, table)
        return refuse_duty(by, "tables") or await self._register.change(lambda: (event,), by)

    async def set_pin(self, person: str, pin: str, *, by: Person) -> Rejection | None:
        """Set one's own PIN, or as an admin a staff member's. An empty PIN removes it. End the person's lock-outs."""
        duty = None if by.id == person else refuse_duty(by, "people")
        if (denied := duty or (refuse_pin(pin) if pin else None)) is not None:
            return denied
        hashed = await self._pins.hash(person, pin) if pin else ""

        def decide() -> Decision:
            known = self._register.people.persons.get(person)
            if known is None:
                return deny("unknown_person", "No account with that name.")
            if hashed and known.role not in ("dealer", "supervisor", "player"):
                return deny("not_your_duty", "PINs are for dealers, supervisors and players.")
            if hashed and known.role == "player" and (by.id != person or known.guest):
                return deny(
                    "not_your_duty", "Only the player can set this PIN. It confirms payments from their front money."
                )
            return (p.PinSet(person, hashed, by.id),)

        denied = await self._register.change(decide, by)
        if denied is None:
            self.guard.forgive(person)
        return denied

    async def sign_on(self, console: str, name: str, pin: str) -> LoggedIn | Rejection:
        """Open a dealer's session at the console."""
        sessions: list[tuple[str, p.SessionOpened]] = []

        def opened(person: Person, table: str) -> p.SessionOpened:
            token = new_token()
            sessions[:] = [(token, self._logins.session(person.id, table)(token))]
            return sessions[0][1]

        person = await self._admit(console, name, pin, "dealer", opened)
        if isinstance(person, Rejection):
            return person
        token, session = sessions[0]
        return LoggedIn(token, person, session.expires)

    async def prove(self, console: str, name: str, pin: str) -> Person | Rejection:
        """Check a supervisor's PIN for one approval. The dealer stays signed on."""
        return await self._admit(console, name, pin, "supervisor")

    async def _admit(
        self,
        console: str,
        name: str,
        pin: str,
        role: PersonRole,
        opened: Callable[[Person, str], p.SessionOpened] | None = None,
    ) -> Person | Rejection:
        await self._register.catch_up()
        table = self.table(console)
        if not table:
            return _NO_CONSOLE
        person = self._register.people.named(name)
        source = person.id if person else ""
        now = self._register.clock.seconds()
        if (denied := self.guard.begin(table, source or "?", known=False, now=now)) is not None:
            return denied
        able = person is not None and person.role == role and not person.disabled
        hashed = person.pin if person is not None and able else ""
        try:
            good = await self._pins.fits(source, hashed, pin)
        except Busy:
            good = False
        if person is None:
            return _WRONG
        known, key = person, token_digest(console)
        wrong: list[Rejection] = []

        def decide() -> Decision:
            """Check again after each conflict, because the PIN or the console may have changed."""
            people, now = self._register.people, self._register.clock.seconds()
            current = people.persons[known.id]
            wrong.clear()
            if people.consoles.get(key) != table:
                return _NO_CONSOLE
            if not good or current.pin != known.pin or current.role != role or current.disabled:
                wrong.append(_WRONG)
                return (p.LoginFailed(known.id, now),)
            done = p.LoginSucceeded(known.id)
            return (done, opened(current, table)) if opened else (done,)

        denied = await self._register.change(decide, known)
        if denied is not None or wrong:
            return denied or wrong[0]
        self.guard.succeeded(table, source, known=False)
        return self._register.people.persons[known.id]
