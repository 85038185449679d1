"""Second factors: begin the setup, confirm it with a code, remove the factor."""

from __future__ import annotations

from boston7.accounts import people as p
from boston7.accounts import second_factor
from boston7.accounts.guard import Guard
from boston7.accounts.logins import WRONG_CODE
from boston7.accounts.people import Person, deny
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection

_OWN = deny("not_your_duty", "Remove your own app on your account page, with a code. If it is lost, ask another admin.")
_NONE = deny("not_ready", "Start the setup first.")


class Factors:
    def __init__(self, register: Register) -> None:
        self._register = register
        self._guard = Guard(what="codes")

    def refuse(self, person: str) -> Rejection | None:
        """Return why a person cannot set up a second factor, or None."""
        current = self._register.people.persons[person]
        if current.second_factor:
            return deny("already_done", "An authenticator app is already set up. Remove it first.")
        if not current.password:
            return deny("not_your_duty", "A guest has no password, and needs no second factor.")
        return None

    async def begin(self, person: Person) -> str | Rejection:
        """Return a secret for an app. It takes effect once a code confirms it."""
        secret = second_factor.new_secret()
        begun = p.SecondFactorBegun(person.id, self._register.close_secret(person.id, secret))
        return await self._register.change(lambda: self.refuse(person.id) or (begun,), person) or secret

    async def confirm(self, person: Person, code: str) -> Rejection | None:
        def decide() -> Decision:
            current = self._register.people.persons[person.id]
            if not current.second_factor_begun:
                return self.refuse(person.id) or _NONE
            secret = self._register.open_secret(person.id, current.second_factor_begun)
            step = second_factor.step_of(secret, code, self._register.clock.seconds())
            closed = current.second_factor_begun
            return WRONG_CODE if step is None else (p.SecondFactorSet(person.id, closed, person.id, step),)

        await self._register.catch_up()  # Another process may have begun the setup.
        return await self._register.change(decide, person)

    async def remove(self, person: Person, code: str) -> Rejection | None:
        """Remove one's own factor with a code. Wrong codes are limited, in case the session is stolen."""

        def decide() -> Decision:
            current = self._register.people.persons[person.id]
            if not current.second_factor:
                return deny("already_done", "No authenticator app is set up.")
            secret = self._register.open_secret(person.id, current.second_factor)
            step = second_factor.step_of(secret, code, self._register.clock.seconds(), current.last_step)
            return WRONG_CODE if step is None else (p.SecondFactorSet(person.id, "", person.id, step),)

        if (denied := self._guard.begin(person.id, "", known=True, now=self._register.clock.seconds())) is not None:
            return denied
        denied = await self._register.change(decide, person)
        if denied is not WRONG_CODE:
            self._guard.succeeded(person.id, "", known=True)
        return denied

    async def reset(self, person: Person, by: Person | None) -> Rejection | None:
        """Remove the factor of a person who has lost the phone. End their sessions, which may be stolen."""
        if by is not None and by.id == person.id:
            return _OWN
        id = by.id if by else ""
        return await self._register.change(lambda: (p.SecondFactorSet(person.id, "", id), *self._ended(person.id)), by)

    def _ended(self, person: str) -> list[p.PeopleEvent]:
        return [p.SessionClosed(person, key) for key in self._register.people.held.get(person, ())]
