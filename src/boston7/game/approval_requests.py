"""Requests that wait for a second person's approval (R12, R21, R22, R24)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from boston7.cards import Card
from boston7.game.actors import Actor
from boston7.game.settlement import WagerLine
from boston7.game.transfers import Transfer

if TYPE_CHECKING:
    from boston7.game.commands import Command

RequestNumber = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class HandShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A hand to check before approving, with its result. Seat 0 is the dealer."""

    seat: int
    cards: tuple[Card, ...] = ()
    lines: tuple[WagerLine, ...] = ()


class ApprovalRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command that waits for approval, with everything the second person sees first."""

    number: RequestNumber
    by: Actor
    command: Command
    what: str
    reason: str
    clause: str
    transfers: tuple[Transfer, ...] = ()
    hands: tuple[HandShown, ...] = ()
    of_round: bool = True  # Whether it lapses when its round is cleared.


def same_person(one: Actor, other: Actor) -> bool:
    """Return whether two actors are the same person, whatever their roles. If they have no names, compare the roles."""
    if one.name or other.name:
        return one.name.casefold() == other.name.casefold()
    return one.role == other.role
