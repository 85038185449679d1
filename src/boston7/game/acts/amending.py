"""What was keyed wrong at a live table is put right (R22): its entries are decided again, and chips follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from boston7.declare import About, Rule, Told
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.acts.showdown import NO_AWARD
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Offer, Reason, Words, snake
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import OPEN, Table
from boston7.house.model import House
from boston7.money import Cents, dollars


class Amended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An entry of the table session, by its number on record: the command as it was, and as it is now, as JSON."""

    entry: int
    was: str
    now: str = ""  # nothing where it was taken back
    holder: str = ""  # who sat at the seat it names: chips follow the person

    @property
    def seat(self) -> int:
        return seat_of(self.was)

    def cash(self) -> Cents:
        """How much more cash bought chips than had been entered."""
        return _cash(self.now) - _cash(self.was)


class Reworked(Event, frozen=True):
    """Entries were put right and what followed was decided again: `after` is the table then, without requests."""

    about = About(
        Told("Correction: {which}.", record="Corrected by {by}: {change}. {reason} Chips: {moves}."),
        shows=("amended", "transfers", "after", "reason", "by"),
    )

    amended: tuple[Amended, ...]
    transfers: tuple[Transfer, ...]
    after: Table | None
    reason: str
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(self.after, pending=table.pending, requests=table.requests) if self.after else table

    def cash(self, before: Table) -> dict[int, Cents]:
        """By the seat where its player sits, how much more cash bought chips than had been entered."""
        changes: dict[int, Cents] = {}
        for one in self.amended:
            if cents := one.cash():
                held = [seat.number for seat in before.seats if seat.holder == one.holder]
                seat = one.seat if one.seat in held else held[0]
                changes[seat] = changes.get(seat, 0) + cents
        return changes

    def words(self, before: Table) -> Words:
        changes = [changed(one.was, one.now) for one in self.amended]
        which = [changed(one.was, one.now, keyed=False) for one in self.amended]
        return {"change": "; ".join(changes) or "an entry", "which": "; ".join(which) or "an entry"}


def _cash(command: str) -> Cents:
    fields = _fields(command) if command else {}
    cents: Cents = fields["amount"] if fields.get("type") == "buy_in_cash" else 0
    return cents


def seat_of(command: str) -> int:
    """The seat a stored command names, 0 for none."""
    seat: int = _fields(command).get("seat", 0)
    return seat


def changed(was: str, now: str, *, keyed: bool = True) -> str:
    """What became of a stored command: "Seat 2's fold taken back"."""
    told = named(was, keyed=keyed)
    if not now:
        return f"{told} taken back"
    if _fields(was)["type"] != _fields(now)["type"]:
        return f"{told}, now {_what(now, keyed=keyed)}"
    return f"{told}, now {keyed_words(_fields(now)) or 'nothing'}" if keyed else f"{told} entered again"


def named(command: str, *, keyed: bool = True) -> str:
    """A stored command as people call it: "Seat 4's wagers (Ante Bonus $10)", "Dealer's hand"."""
    seat, what = seat_of(command), _what(command, keyed=keyed)
    return f"Seat {seat}'s {what}" if seat else what[:1].upper() + what[1:]


def _what(command: str, *, keyed: bool) -> str:
    fields = _fields(command)
    rule = _rules().get(fields["type"])
    name = (rule.entry or rule.label) if rule else fields["type"].replace("_", " ")
    told = keyed_words(fields) if keyed else ""
    return f"{name} ({told})" if told else name


def _fields(command: str) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(command)
    return fields


def _rules() -> Mapping[str, Rule]:
    from boston7.game.commands import COMMANDS  # this one among them

    return {snake(kind.__name__): kind.rule for kind in COMMANDS}


def keyed_words(fields: Mapping[str, Any]) -> str:
    """What was keyed with a command, in a few words: amounts by the names people know, cards as they are written."""
    rule, told = _rules().get(fields["type"]), []
    asked = {ask.field: ask for ask in rule.ask} if rule else {}
    for name, value in fields.items():
        if name in ("type", "by", "seat") or not value or value is True:
            continue
        ask = asked.get(name)
        if ask is not None and ask.kind == "amount":
            told.append(f"{ask.question} {dollars(value)}")
        elif isinstance(value, tuple | list) and all(isinstance(card, str) for card in value):
            told.append(" ".join(value))
        elif isinstance(value, dict):
            told += [f"{id.replace('_', ' ')} {dollars(cents)}" for id, cents in value.items()]
        elif isinstance(value, str | int) and value != NO_AWARD:
            told.append(str(value).replace("_", " "))
    return ", ".join(told)


class Amend(Command, frozen=True):
    """Take an entry of the table session back, or say what it should have been."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN,
        topic="room",
        ruling="R22",
        place="procedure",
        label="Undo last entry",
        key="u",
        optional=True,
    )

    entry: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    now: dict[str, Any] | None = None
    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        """Decided by `rework`, which has the entries: without any there is nothing to put right."""
        return rejected("not_ready", "There is no entry at this table to correct.", house.cite("room", "R22"))

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        return iter(())
