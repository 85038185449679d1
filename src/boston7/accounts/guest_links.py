"""Links that carry a guest to another device: one use within minutes, and only the latest link of a guest."""

from __future__ import annotations

from boston7.accounts import people as p
from boston7.accounts.duties import may_log_in
from boston7.accounts.logins import GUEST_LASTS, LoggedIn, Logins
from boston7.accounts.passwords import new_token, token_digest
from boston7.accounts.people import Person, Seconds, deny
from boston7.accounts.register import Decision, Register
from boston7.declare import Rejection

LINK_LASTS: Seconds = 10 * 60
_GUESTS_ONLY = deny("not_your_duty", "Only a guest needs a link. Log in with your password on the other device.")
_ENDED = deny("wrong_link", "This link was used, canceled or replaced, or its time is up. Make a new one.")


class GuestLinks:
    def __init__(self, register: Register, logins: Logins) -> None:
        self._register, self._logins = register, logins

    async def make(self, person: str) -> tuple[str, Seconds] | Rejection:
        """Return the token of a new link and when it expires. The token is not stored."""
        token, now = new_token(), self._register.clock.seconds()
        made = p.GuestLinkMade(person, token_digest(token), now, now + LINK_LASTS)

        def decide() -> Decision:
            known = self._register.people.persons.get(person)
            return (made,) if known is not None and known.guest and not known.bot else _GUESTS_ONLY

        denied = await self._register.change(decide, self._register.people.persons.get(person))
        return denied or (token, made.expires)

    async def cancel(self, person: Person) -> None:
        def decide() -> Decision:
            links = self._register.people.guest_links.items()
            own = [p.GuestLinkClosed(person.id, key) for key, link in links if link.person == person.id]
            return own or _ENDED

        await self._register.change(decide, person)

    async def use(self, link: str) -> LoggedIn | Rejection:
        """Open a session for the link's guest and close the link in the same commit, so that only one use succeeds."""
        await self._register.catch_up()  # Another process may have made the link.
        people, key, token = self._register.people, token_digest(link), new_token()
        now = self._register.clock.seconds()

        def decide() -> Decision:
            found = people.guest_links.get(key)
            if found is None or not now < found.expires <= now + LINK_LASTS:
                return _ENDED
            denied = may_log_in(people, people.persons[found.person])
            opened = self._logins.session(found.person, lasts=GUEST_LASTS)(token)
            return denied or (p.GuestLinkClosed(found.person, key), opened)

        denied = await self._register.change(decide, None)
        if denied is not None:
            return denied
        session = people.sessions[token_digest(token)]
        return LoggedIn(token, people.persons[session.person], session.expires)
