"""What an actor may do now, with bounds. Derived from `decide` itself, so the two can never disagree."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec.structs import replace

from boston7.declare import Rule
from boston7.game import kinds
from boston7.game.actors import Actor
from boston7.game.commands import COMMANDS, Command
from boston7.game.decide import answer
from boston7.game.refusal import Refusal
from boston7.game.table import Phase, Table
from boston7.house.model import House
from boston7.money import Cents


class CommandSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One thing an actor may do: a command ready to send, and what in it may be chosen otherwise."""

    type: str
    command: Command
    minimum: Cents | None = None
    maximum: Cents | None = None
    cards: int = 0  # how many cards the actor has to enter or choose
    reason: bool = False  # whether a reason or slip has to be written
    bonus_minimum: Cents | None = None  # a Three Card Bonus that may be put beside ante and 1st
    bonus_maximum: Cents | None = None


KINDS: dict[tuple[str, Phase], tuple[type[kinds.Command], ...]] = {
    (role, phase): tuple(kind for kind in COMMANDS if role in kind.rule.by and phase in kind.rule.when)
    for role in ("player", "dealer", "supervisor", "platform")
    for phase in Phase
}
"""What can be asked for at all, by whom and when."""


def legal(table: Table, house: House, actor: Actor) -> tuple[CommandSpec, ...]:
    """Staff have the acts of the whole table first, then seat by seat; players their own seat's first."""
    specs: list[tuple[int, CommandSpec]] = []
    elsewhere = len(table.seats) + 1 if actor.role == "player" else 0
    for kind in KINDS.get((actor.role, table.phase), ()):
        rule = kind.rule
        by_seat = rule.place in ("seat", "rail")
        asked = _cards_to_enter(rule, table)
        for offer in kind.offered(table, house, actor):
            cards = asked if offer.cards is None else offer.cards
            if _allowed(table, offer.command, house, cards):
                at = offer.command.seat if by_seat else elsewhere  # type: ignore[attr-defined]
                specs.append((at, _spec(kind, offer, cards)))
    specs.sort(key=lambda one: one[0])
    return tuple([spec for _, spec in specs])


def why_not(table: Table, house: House, command: kinds.Command) -> Refusal | None:
    """The reason a command would be refused, for a button that is shown but cannot be pressed."""
    answered = answer(table, command, house)
    return answered if isinstance(answered, Refusal) else None


def _spec(kind: type[kinds.Command], offer: kinds.Offer, cards: int) -> CommandSpec:
    return CommandSpec(
        kinds.snake(kind.__name__),
        cast("Command", offer.command),
        offer.minimum,
        offer.maximum,
        cards,
        bool(_REASONS[kind]),
        offer.bonus_minimum,
        offer.bonus_maximum,
    )


def _cards_to_enter(rule: Rule, table: Table) -> int:
    return sum([ask.least for ask in rule.ask if ask.least and ask.at in ("", "live" if table.live else "virtual")])


_REASONS = {kind: {ask.field: "to be written" for ask in kind.rule.ask if ask.kind == "reason"} for kind in COMMANDS}


def _allowed(table: Table, command: kinds.Command, house: House, cards: int) -> bool:
    """Cards, a reason and a correction's transfers are still to be entered: all that comes before them is checked."""
    if blanks := _REASONS[type(command)]:
        command = replace(command, **blanks)
    answered = answer(table, command, house)
    if not isinstance(answered, Refusal):
        return True
    if answered.code == "bad_transfer":
        return any(ask.kind == "transfers" for ask in command.rule.ask)
    return cards > 0 and answered.code in ("wrong_cards", "unknown_cards")
