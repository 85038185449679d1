"""What was keyed wrong at a live table is put right (R22): the round's entries are decided again, and chips follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from boston7.declare import About, Rule, Told
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.kinds import Answer, Command, Event, Offer, Reason, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import IN_ACTION, Phase, Table
from boston7.house.model import House
from boston7.money import Cents, dollars

KEYED_WRONG = "Keyed in error."


class Amended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An entry of the round, by its number on record: the command as it was, and as it is now, both as JSON."""

    entry: int
    was: str
    now: str = ""  # nothing where it was taken back


class Reworked(Event, frozen=True):
    """Entries were put right. What followed from them was decided again: `after` is the table as it stands now."""

    about = About(
        Told("Correction: {which}.", record="Corrected by {by}: {change}. {reason} Chips: {moves}."),
        shows=("amended", "transfers", "after", "reason", "by"),
        motion="chips",
    )

    amended: tuple[Amended, ...]
    transfers: tuple[Transfer, ...]
    after: Table | None
    reason: str
    by: Actor

    def apply(self, table: Table) -> Table:
        return self.after or table

    def cash(self) -> dict[int, Cents]:
        """By seat, how much more cash bought chips there than had been entered."""
        changes: dict[int, Cents] = {}
        for one in self.amended:
            for text, sign in ((one.was, -1), (one.now, 1)):
                fields = msgspec.json.decode(text) if text else {}
                if fields.get("type") == "buy_in_cash":
                    changes[fields["seat"]] = changes.get(fields["seat"], 0) + sign * fields["amount"]
        return {seat: cents for seat, cents in changes.items() if cents}

    def words(self, before: Table) -> Words:
        changes = [f"{said(one.was)}, now {said(one.now) if one.now else 'taken back'}" for one in self.amended]
        which = [f"{said(one.was, keyed=False)} {'again' if one.now else 'taken back'}" for one in self.amended]
        return {"change": "; ".join(changes) or "an entry", "which": "; ".join(which) or "an entry"}


def seat_of(command: str) -> int:
    """The seat a stored command names, 0 for none."""
    seat: int = msgspec.json.decode(command).get("seat", 0)
    return seat


def said(command: str, *, keyed: bool = True) -> str:
    """A stored command in a few words: its kind, its seat, what was keyed."""
    fields: dict[str, Any] = msgspec.json.decode(command)
    words = [str(fields.pop("type")).replace("_", " ")]
    fields.pop("by", None)
    if seat := fields.pop("seat", 0):
        words.append(f"seat {seat}")
    for name, value in fields.items() if keyed else ():
        if value and isinstance(value, list | str | int) and not isinstance(value, bool):
            cents = isinstance(value, int) and name in ("ante", "first", "three_card_bonus", "amount", "tray")
            written = " ".join(map(str, value)) if isinstance(value, list) else dollars(int(value)) if cents else value
            words.append(f"{name.replace('_', ' ')} {written}")
    return ", ".join(words)


class Amend(Command, frozen=True):
    """Take an entry of the round back, or say what it should have been."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=IN_ACTION | {Phase.COMPLETE},  # while wagers are placed they are simply placed anew
        topic="procedure",
        ruling="R22",
        place="procedure",
        label="Undo last entry",
        key="u",
        optional=True,
    )

    entry: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    now: dict[str, Any] | None = None
    reason: Reason = KEYED_WRONG

    def decide(self, table: Table, house: House) -> Answer:
        """Decided by `rework`, which has the round's entries: whoever has none has nothing to put right."""
        return rejected("not_ready", "There is no entry in this round to correct.", house.cite("procedure", "R22"))

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        return iter(())
