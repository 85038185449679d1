"""Checks that precede all rules: the actor, the phase and the values, in a fixed order, each with a reason."""

from __future__ import annotations

import msgspec

from boston7.declare import Rejection, Rule
from boston7.game.acts.staff import not_dealing
from boston7.game.approvals import already_asked
from boston7.game.commands import COMMANDS
from boston7.game.kinds import TO_TYPE, Command, to_type
from boston7.game.rejection import Code, rejected
from boston7.game.table import Phase, Table, binds_rules
from boston7.house.model import SEATS, House


class _Kind(msgspec.Struct, frozen=True):
    """The checks for one kind of command."""

    rule: Rule
    to_type: tuple[str, ...]
    seat: bool  # Whether the command has a seat number.
    bounds: tuple[tuple[str, int, int], ...]  # The ranges of its other numbers.
    own_seat: bool  # Whether players may only use their own seat.


_SEAT = ("seat", 1, SEATS)


def _kind(kind: type[Command], info: msgspec.inspect.Type) -> _Kind:
    """Derive the checks from the field types. Commands built in Python must respect the same bounds as those
    received."""
    assert isinstance(info, msgspec.inspect.StructType)
    numbers = [(field.name, field.type) for field in info.fields if isinstance(field.type, msgspec.inspect.IntType)]
    bounds = [(name, n.ge, n.le) for name, n in numbers if n.ge is not None and n.le is not None]
    seat, others = _SEAT in bounds, tuple([bound for bound in bounds if bound != _SEAT])
    return _Kind(kind.rule, to_type(kind), seat, others, seat and not kind.rule.any_seat)


_KINDS = dict(zip(COMMANDS, map(_kind, COMMANDS, msgspec.inspect.multi_type_info(COMMANDS)), strict=True))


_MISSING = {
    "amount": "Enter the amount.",
    "tray": "Enter the chips in the tray.",
    "at": "Enter how many cards were cut off the top.",
    "count": "Enter the number of cards.",
    "player": "Enter the player's name.",
    "to": "Choose the seat to move to.",
    "payee": "Enter the payee's name.",
    "slip": "Enter the slip number.",
    "reason": "Enter the reason: it goes on record.",
    "what": "Enter why the floor is called.",
    "transfers": "Enter the chips to move.",
    "rank": "Enter the rank of the three cards.",
    "award": "Enter the rank of the hand.",
    "result": "Enter whether the hand won, pushed or lost.",
    "hand": "Choose the hand that holds the deck.",
    "ground": "Choose the grounds, for the record.",
}


_WRITTEN = ("reason", "slip")
"""Free text on record; blank text does not count."""


def check(table: Table, command: Command, house: House, offered: bool = False) -> Rejection | None:
    """Check role, phase, bounds, rules in force and seat, in this order. Return None if the command may be decided.

    An `offered` command skips the checks of role, phase and text: offers are listed by role and phase, before any text
    is typed.
    """
    kind, by = _KINDS[type(command)], command.by
    rule, role = kind.rule, by.role
    if not offered:
        if role not in rule.by:
            who = " or ".join(sorted(rule.by - {"platform"})) or "platform"
            reason = f"Only the {who} may do this, not the {role}."
            return rejected("wrong_role", reason, house.cite(rule.topic, rule.ruling))
        if table.phase not in rule.when:
            return _not_now(table, rule, house)
    if table.live:
        if role == "player" and rule.place in ("seat", "rail"):
            reason = "At a live table, the dealer enters the players' actions."
            return rejected("wrong_role", reason, house.cite("room", "R25"))
        if not rule.any_dealer and (elsewhere := not_dealing(table, by, house)) is not None:
            return elsewhere
    if kind.to_type and not offered and (incomplete := _check_complete(command, kind, house)) is not None:
        return incomplete
    number = command.seat if kind.seat else 1  # type: ignore[attr-defined]
    if type(number) is not int or not 1 <= number <= SEATS:
        return _out_of_range(rule, house, _SEAT)
    for bound in kind.bounds:
        field, low, high = bound
        value = getattr(command, field)
        if type(value) is not int or not low <= value <= high:
            return _out_of_range(rule, house, bound)
    if table.version != house.version and table.version and not rule.any_rules and binds_rules(table):
        reason = f"This round is played under {table.house}, version {table.version[:12]}: its rules cannot change."
        return rejected("wrong_house", reason, house.cite("room", "R20"))
    if role == "player":
        if kind.own_seat:
            seat = table.seats[number - 1]
            if seat.player != by.name:
                whose = f"{seat.player}'s" if seat.player else "empty"
                return rejected("wrong_seat", f"Seat {seat.number} is {whose}.", house.cite("room"))
            if seat.evicted and not rule.when_evicted:
                reason = "This player has been evicted."
                return rejected("wrong_seat", reason, house.cite("close_or_evict", "R19"))
    elif rule.own_seat and not table.live and role in ("dealer", "supervisor"):
        return rejected("wrong_role", "At a virtual table players act for themselves.", house.cite("room"))
    return already_asked(table, command, house) if table.pending else None


def _out_of_range(rule: Rule, house: House, bound: tuple[str, int, int]) -> Rejection:
    field, low, high = bound
    reason = f"Value out of range: {field} must be {low} to {high:,}."
    return rejected("out_of_bounds", reason, house.cite(rule.topic, rule.ruling))


def _check_complete(command: Command, kind: _Kind, house: House) -> Rejection | None:
    """Reject a command if a field that a person must type is empty (R23)."""
    for field in kind.to_type:
        typed = getattr(command, field)
        if typed is TO_TYPE or (field in _WRITTEN and not typed.strip()):
            code: Code = "incomplete" if typed is TO_TYPE else "reason_needed"
            return rejected(code, _MISSING[field], house.cite(command.rule.topic, command.rule.ruling))
    return None


def _not_now(table: Table, rule: Rule, house: House) -> Rejection:
    clause = house.cite(rule.topic, rule.ruling)
    if table.phase is Phase.CLOSED:
        return rejected("table_closed", "The table is closed.", clause)
    if rule.late and not (
        table.phase is Phase.OPENING or (table.phase is Phase.DEALING_THREE and rule.topic == "late_claim")
    ):
        return rejected("wrong_phase", rule.late, clause)
    return rejected("wrong_phase", f"Not now: {_NOW[table.phase]}", clause)


_NOW = {
    Phase.CLOSED: "the table is closed.",
    Phase.OPENING: "the table is being opened.",
    Phase.BETTING: "wagers are being placed.",
    Phase.SHUFFLING: "the deck is being shuffled.",
    Phase.CUTTING: "the deck is being cut.",
    Phase.DEALING_THREE: "the first three cards are being dealt.",
    Phase.THREE_CARD_BONUS: "the Three Card Bonus is being settled.",
    Phase.DECISION: "players are deciding on the 2nd Wager.",
    Phase.DEALING_FOUR: "the last four cards are being dealt.",
    Phase.SETTING: "players are setting their hands.",
    Phase.SHOWDOWN: "hands are being settled.",
    Phase.VOID: "a void round is being settled.",
    Phase.COMPLETE: "the round is complete.",
    Phase.CLOSING: "the table is closing.",
}
