"""What a viewer may know of an event: the same event with every card they may not see turned down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.table import Table


def glimpse(event: e.Event, table: Table, viewer: Actor) -> e.Event:
    """`table` is the table the event happened at; who sits where decides who sees what.

    Only the kinds listed as public go out as they are, so a new kind of event is hidden until someone thinks about it.
    """
    kind = type(event)
    if kind in _PUBLIC:
        return event
    return _TURN_DOWN[kind](event, table, viewer)


def _backs(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def _own(table: Table, seat: int, viewer: Actor) -> bool:
    if seat == e.DEALER_SPOT or viewer.role != "player":
        return False
    return table.seat(seat).player == viewer.name


def _shuffled(event: e.DeckShuffled, table: Table, viewer: Actor) -> e.Event:
    return replace(event, deck=())


def _dealt(event: e.CardsDealt, table: Table, viewer: Actor) -> e.Event:
    return event if _own(table, event.to, viewer) else replace(event, cards=_backs(event.cards))


def _set(event: e.HandSet, table: Table, viewer: Actor) -> e.Event:
    return event if _own(table, event.seat, viewer) else replace(event, five=None)


def _miscounted(event: e.HandMiscounted, table: Table, viewer: Actor) -> e.Event:
    return replace(event, cards=_backs(event.cards))


_TURN_DOWN: dict[type, Callable[[Any, Table, Actor], e.Event]] = {
    e.DeckShuffled: _shuffled,
    e.CardsDealt: _dealt,
    e.HandSet: _set,
    e.HandMiscounted: _miscounted,
}
_PUBLIC = frozenset(
    {
        e.TableOpened, e.CheckedOff, e.TrayCounted, e.DeckReplaced, e.WentIdle, e.PhaseEntered, e.PlayerSat,
        e.PlayerLeft, e.ChipsMoved, e.RoundBegun, e.WagersPlaced, e.WagersWithdrawn, e.BetsClosed, e.DeckCut,
        e.RecutOrdered, e.StubCounted, e.StubRacked, e.CardsExposed, e.BonusDeclined, e.SecondPlaced, e.Folded,
        e.RoyalDisclosed, e.DealerRevealed, e.HandTurned, e.Settled, e.RoundCompleted, e.TableCleared,
        e.DealerCardsSeen, e.FaceUpCardFound, e.CardDrawnInError, e.HandVoided, e.DealerMiscounted,
        e.ShufflerStopped, e.CardsReturned, e.RoundVoided, e.PlayerEvicted, e.PrizeCheckRefused, e.Corrected,
        e.ClosingAnnounced, e.TableClosed,
    }
)  # fmt: skip
