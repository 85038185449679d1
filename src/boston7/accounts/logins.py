"""Log-ins by name and password, for staff also by a code."""

from __future__ import annotations

from secrets import token_bytes

import msgspec

from boston7.accounts import people as p
from boston7.accounts import second_factor
from boston7.accounts.duties import may_log_in
from boston7.accounts.guard import Devices, Guard
from boston7.accounts.lookalikes import look_of
from boston7.accounts.passwords import LONGEST, Busy, Passwords, new_token, token_digest
from boston7.accounts.people import People, Person, Seconds, deny
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection

SESSION_LASTS: Seconds = 12 * 60 * 60
GUEST_LASTS: Seconds = 365 * 24 * 60 * 60
"""A guest has no password, so the session is the only way back to the name and the play money."""
_WRONG = deny("wrong_password", "Wrong name or password.")
WRONG_CODE = deny("wrong_code", "Wrong code, or already used.")
_CODE = deny("code_needed", "Enter the code from your authenticator app.")


class LoggedIn(msgspec.Struct, frozen=True):
    """A new session. `token` and `device`, the cookie of a known browser, are shown once and never stored."""

    token: str
    person: Person
    expires: Seconds
    device: str = ""

    def __repr__(self) -> str:
        return f"LoggedIn({self.person.name!r})"  # This keeps the token out of logs.


class Attempt(msgspec.Struct, frozen=True):
    """The input of a log-in, and its source."""

    name: str
    password: str
    code: str = ""
    address: str = ""
    device: str = ""  # The cookie of a browser that has logged in before.

    def __repr__(self) -> str:
        return f"Attempt({self.name!r})"


class Logins:
    def __init__(self, register: Register, passwords: Passwords, key: bytes | None) -> None:
        """`key` signs the cookies of known browsers. Without a key, the cookies are valid until this process ends."""
        self.guard = Guard()
        self.devices = Devices(key or token_bytes(32))
        self._register = register
        self._passwords = passwords

    @property
    def _people(self) -> People:
        return self._register.people

    def known_device(self, device: str) -> str:
        """Return the person whose browser is identified by this cookie, or an empty string."""
        person = self._people.persons.get(self.devices.person(device)) if device else None
        return person.id if person and self.devices.known(device, person.id, person.password) else ""

    async def log_in(self, attempt: Attempt) -> LoggedIn | Rejection:
        await self._register.catch_up()  # Another process may have set the password.
        now = self._register.clock.seconds()
        person = self._people.named(attempt.name)
        known = person is not None and self.known_device(attempt.device) == person.id
        name, source = look_of(attempt.name), token_digest(attempt.device) if known else f"from {attempt.address}"
        if (denied := self.guard.begin(name, source, known=known, now=now)) is not None:
            return denied
        hashed = person.password if person else ""
        staff = known and person is not None and person.role != "player"
        try:
            good = await self._passwords.fits(hashed, attempt.password[: LONGEST + 1], staff=staff)
        except Busy:
            self.guard.undo(name, source, known=known)
            return Rejection("server", "not_ready", "Too many people are logging in at once; try again in a moment.")
        if person is None:
            return _WRONG
        answer = await self._admit(person, good, attempt.code)
        if isinstance(answer, LoggedIn):
            self.guard.succeeded(name, source, known=known)
        elif answer is _CODE:  # A correct password without the required code resets no count.
            self.guard.undo(name, source, known=known)
        return answer

    async def _admit(self, person: Person, good: bool, code: str) -> LoggedIn | Rejection:
        token, opened = new_token(), self.session(person.id)
        outcome: list[Rejection] = []

        def decide() -> Decision:
            """Check again after each conflict, because the password may have changed or the code may be used."""
            now = self._register.clock.seconds()
            current = self._people.persons[person.id]
            outcome.clear()
            if not good or current.password != person.password:
                outcome.append(_WRONG)
                return (p.LoginFailed(person.id, now),)
            if (denied := may_log_in(self._people, current)) is not None:
                return denied
            if not current.second_factor:
                return p.LoginSucceeded(person.id), opened(token)
            if not code:
                return _CODE
            secret = self._register.open_secret(current.id, current.second_factor)
            step = second_factor.step_of(secret, code, now, current.last_step)
            if step is None:
                outcome.append(WRONG_CODE)
                return (p.LoginFailed(person.id, now),)
            return p.LoginSucceeded(person.id, step), opened(token)

        denied = await self._register.change(decide, person)
        if denied is not None or outcome:
            return denied or outcome[0]
        current = self._people.persons[person.id]
        session = self._people.sessions.get(token_digest(token))
        if session is None:
            return _WRONG
        return LoggedIn(token, current, session.expires, self.devices.new(current.id, current.password))

    def session(self, person: str, table: str = "", lasts: Seconds = SESSION_LASTS) -> p.MakeSession:
        """Return a function that makes the session event. With a table, the session is valid at its console only."""
        now = self._register.clock.seconds()
        return lambda token: p.SessionOpened(person, token_digest(token), now, now + lasts, table)


def session_lasts(person: Person) -> Seconds:
    return GUEST_LASTS if person.guest and not person.bot else SESSION_LASTS
