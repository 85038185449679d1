"""Players at the cage and at live tables: account holders, and walk-up players of the day."""

from __future__ import annotations

from secrets import token_hex

from boston7.accounts import people as p
from boston7.accounts.bars import refusal
from boston7.accounts.cage import CageMoved
from boston7.accounts.lookalikes import look_of
from boston7.accounts.names import good_mark
from boston7.accounts.people import DAY, People, Person, deny
from boston7.accounts.register import Decision, Register, actor_text
from boston7.accounts.walk_ups import WalkUp, unnamed, walk_up_id
from boston7.declare import Rejection
from boston7.game.acts.rail import bare
from boston7.money import Cents
from boston7.record import Meta

_UNKNOWN = deny("unknown_person", "No player with that name.")
_FOR_ACCOUNTS = frozenset({"deposit", "chips_drawn", "chips_kept"})
_PAYS_OUT_CHIPS = "redemption"


class Patrons:
    def __init__(self, register: Register) -> None:
        self._register = register

    @property
    def _people(self) -> People:
        return self._register.people

    def walk_ups(self) -> list[WalkUp]:
        """Return unmerged walk-up players who came within a day or still carry chips, latest first."""
        since, cage = self._register.clock.seconds() - DAY, self._register.cage.cage
        people = self._people
        known = [one for one in people.walk_ups.values() if one.id not in people.same]
        return [one for one in reversed(known) if one.at > since or cage.carries(one.id)]

    def find(self, text: str, most: int) -> list[Person | WalkUp]:
        """Return players whose name contains the text or looks like it, except play-money guests."""
        sought, look = bare(text).casefold(), look_of(bare(text))
        accounts = [one for one in self._people.persons.values() if one.role == "player" and not one.guest]
        everybody: list[Person | WalkUp] = [*self.walk_ups(), *sorted(accounts, key=lambda one: one.name.casefold())]
        found = [one for one in everybody if sought in one.name.casefold() or look in look_of(one.name)]
        return sorted(found, key=lambda one: not one.name.casefold().startswith(sought))[:most]

    def noted(self, mark: str, by: str, table: str = "") -> p.WalkUpNoted | Rejection:
        """Return the event of a new walk-up player, named by their mark or a number."""
        number = len(self._people.walk_ups) + 1
        name = bare(mark) or unnamed(number)
        denied = good_mark(self._people, name, self.walk_ups()) if bare(mark) else None
        return denied or p.WalkUpNoted(walk_up_id(number), name, by, self._register.clock.seconds(), table)

    async def add(self, mark: str, by: Person) -> WalkUp | Rejection:
        """Add a walk-up player at the cage, under a mark."""
        events: list[p.WalkUpNoted] = []

        def decide() -> Decision:
            if not bare(mark):
                return deny("bad_name", "Write a mark by which this player is known: a name or what they wear.")
            event = self.noted(mark, by.name)
            if isinstance(event, Rejection):
                return event
            events[:] = [event]
            return events

        denied = self._register.refuse_duty(by, "cage") or await self._register.change(decide, by)
        return denied or self._people.walk_ups[events[0].person]

    # Moves over the counter

    def refuse_counter(self, move: CageMoved, by: Person) -> Rejection | None:
        """Return why this move is not allowed over the counter, regardless of the balance."""
        if (denied := self._register.refuse_duty(by, "cage")) is not None:
            return denied
        people, person = self._people, self._people.persons.get(move.person)
        name = people.called(move.person)
        if not name:
            return deny("unknown_person", "No account with that name.")
        if move.person == by.id:
            return deny("not_your_duty", "You cannot serve yourself at the cage.")
        bar = people.bar_of(name, move.person)
        if bar is not None and move.what != _PAYS_OUT_CHIPS:  # An evicted player may redeem chips.
            return refusal(bar)
        if person is None:
            return deny("not_your_duty", "Front money needs an account.") if move.what in _FOR_ACCOUNTS else None
        if person.guest:
            return deny("wrong_table", "Play money cannot be bought or cashed.")
        if move.what not in ("withdrawal", _PAYS_OUT_CHIPS) and person.role != "player":
            return deny("not_your_duty", "Only players have front money and chips.")
        return None

    async def hand_over(self, giver: str, taker: str, cents: Cents, reason: str, by: Person) -> Rejection | None:
        """Store that one player gave chips to another, so that the receiver may use or redeem them."""
        people = self._people

        def decide() -> CageMoved | Rejection:
            one, other = people.identity(giver), people.identity(taker)
            if not people.called(one) or not people.called(other):
                return _UNKNOWN
            if one == other:
                return deny("bad_name", "Choose two different players.")
            if by.id in (one, other):
                return deny("not_your_duty", "You cannot serve yourself at the cage.")
            if any(person.guest for id in (one, other) if (person := people.persons.get(id)) is not None):
                return deny("wrong_table", "Play money cannot be handed over.")
            if blank(reason):
                return _WHY
            move = CageMoved(one, "handed_over", cents, "", by.id, other, reason.strip())
            return self._register.cage.refuse([move]) or move

        meta = Meta(self._register.clock.now(), actor_text(by), token_hex(8))
        return self._register.refuse_duty(by, "floor") or await self._register.cage.give(decide, meta)

    async def merge(self, other: str, kept: str, reason: str, by: Person) -> Rejection | None:
        """Merge a walk-up player with another person. Chips, cash and bars of both then belong to one person."""
        people, cage = self._people, self._register.cage

        def decide() -> Decision:
            if other not in people.walk_ups or other in people.same:
                return deny("unknown_person", "Choose a walk-up player who is not merged yet.")
            who = people.identity(kept)
            if not people.called(who):
                return _UNKNOWN
            if who == other:
                return deny("bad_name", "Choose two different players.")
            person = people.persons.get(who)
            if person is not None and (person.role != "player" or person.guest):
                return deny("not_your_duty", "Only a player's own account can be merged with a walk-up player.")
            if blank(reason):
                return _WHY
            return (p.PersonMerged(who, other, reason.strip(), by.name, self._register.clock.seconds()),)

        def moves() -> list[CageMoved]:
            who, carried = people.identity(kept), cage.cage.carries(other)
            return [CageMoved(other, "handed_over", carried, "", by.id, who, reason.strip())] if carried else []

        async with cage.turn:
            return self._register.refuse_duty(by, "floor") or await self._register.change(decide, by, moves)


def blank(reason: str) -> bool:
    return not reason.strip() or not reason.isprintable()


_WHY = deny("bad_name", "Enter the reason in one line: it goes on record.")
