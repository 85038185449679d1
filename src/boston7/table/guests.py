"""Guests of a practice table, in the stream `guests:<table>`. People ask for a seat, and the owner answers.

With the table's address alone, people can only watch.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7.accounts import Desk, Person
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.game.kinds import PlayerName
from boston7.record import Entry, Record, decode_body
from boston7.record.projection import Projection
from boston7.table.rules_sign import RulesSign

_MOST_ASKING = 12
"""Maximum number of requests that may wait for the owner at once."""


class SeatAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's answer to a player's request for a seat."""

    name: PlayerName
    may_sit: bool


class SeatAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seat_asked"):
    person: str
    name: str


class SeatAnswered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seat_answered"):
    person: str
    name: str
    may_sit: bool


_EVENTS: msgspec.json.Decoder[SeatAsked | SeatAnswered] = msgspec.json.Decoder(SeatAsked | SeatAnswered)


class Guests:
    def __init__(self, record: Record, table: str) -> None:
        self.projection = Projection(record, f"guests:{table}", self._apply)
        self.asking: dict[str, SeatAsked] = {}
        """Unanswered requests, by the person's id."""
        self.answers: dict[str, SeatAnswered] = {}

    def _apply(self, entry: Entry) -> None:
        event = decode_body(entry, _EVENTS)
        if isinstance(event, SeatAsked):
            self.asking[event.person] = event
        else:
            self.asking.pop(event.person, None)
            self.answers[event.person] = event

    def may_sit(self, person: Person, rules_sign: RulesSign) -> bool:
        if not rules_sign.practice or person.bot or person.id == rules_sign.owner:
            return True
        answer = self.answers.get(person.id)
        return answer is not None and answer.may_sit

    def shown(
        self, rules_sign: RulesSign, desk: Desk
    ) -> tuple[str | None, tuple[str, ...] | None, tuple[str, ...] | None]:
        """Return the public facts: the owner, the players who ask for a seat, and those who may take one."""
        owner = desk.find(rules_sign.owner)
        return owner.name if owner else None, self.waiting(desk) or None, self.admitted(desk) or None

    def admitted(self, desk: Desk) -> tuple[str, ...]:
        return _names([id for id, answer in self.answers.items() if answer.may_sit], desk)

    def waiting(self, desk: Desk) -> tuple[str, ...]:
        return _names(self.asking, desk)

    def refuse(self, person: Person, rules_sign: RulesSign, desk: Desk) -> Rejection | None:
        """Return why this person may not take a seat, or None if they may."""
        if self.may_sit(person, rules_sign):
            return None
        owner = desk.find(rules_sign.owner)
        name = owner.name if owner else "another player"
        return deny("not_invited", f"This is the practice table of {name}: ask for a seat.")

    # Decisions

    def ask(self, person: Person, rules_sign: RulesSign) -> SeatAsked | Rejection:
        if self.may_sit(person, rules_sign):
            return deny("already_done", "You may already sit here.")
        if person.id in self.answers:
            return deny("not_invited", "You may not sit at this table.")
        if person.id in self.asking:
            return deny("already_done", "You have already asked for a seat.")
        if len(self.asking) >= _MOST_ASKING:
            return deny("limit", "Too many people are waiting for a seat here; try again later.")
        return SeatAsked(person.id, person.name)

    def answer(self, answer: SeatAnswer, owner: Person, rules_sign: RulesSign, desk: Desk) -> SeatAnswered | Rejection:
        """Answer a player as the owner.

        The owner may admit people who have not asked, or withdraw an admission. A seated player keeps the seat.
        """
        if not rules_sign.practice or owner.id != rules_sign.owner:
            return deny("not_your_duty", "Only the owner of a practice table decides who may sit there.")
        person = desk.named(answer.name)
        if person is None or person.role != "player":
            return deny("unknown_person", f"No player called {answer.name!r} was found.")
        if person.id == owner.id:
            return deny("already_done", "You may already sit here.")
        return SeatAnswered(person.id, person.name, answer.may_sit)


def _names(people: Iterable[str], desk: Desk) -> tuple[str, ...]:
    return tuple(person.name for id in people if (person := desk.find(id)) is not None)
