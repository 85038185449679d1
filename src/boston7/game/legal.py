"""What an actor may do now, with bounds. Derived from `decide` itself, so the two can never disagree."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import cast

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import kinds
from boston7.game.actors import ACTING, Actor
from boston7.game.commands import COMMANDS, Command
from boston7.game.decide import answer
from boston7.game.preconditions import check
from boston7.game.requests import Request
from boston7.game.table import Phase, Seat, Table, binds_rules
from boston7.house.model import House, WagerId
from boston7.money import Cents


class CommandSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One thing an actor may do: the command, what in it may be chosen otherwise, and what is still to be typed.

    Fields that are to be typed have no value: nobody can send what nobody typed (R23).
    """

    type: str
    command: Command
    minimum: Cents | None = None
    maximum: Cents | None = None
    cards: int = 0  # how many cards the actor has to enter or choose
    reason: bool = False  # whether a reason or slip has to be written
    spots: dict[WagerId, kinds.Bounds] = {}  # that take chips by it: what each takes
    pays: Cents | None = None  # what showing these cards wins, where the actor sees them
    typed: tuple[str, ...] = ()  # the command's fields that are to be typed
    choices: tuple[kinds.KeyChoice, ...] = ()  # what they can be, where that is little: a button and a key for each
    loses: Cents | None = None  # what lies there and goes to the house by it
    instead: Rejection | None = None  # why what most would rather do is not offered
    lacks: Cents = 0  # chips: for what most would rather do, or for the least wagers of a round
    about: str = ""  # what it takes back: no button moves chips without naming the seat
    seats: tuple[int, ...] = ()  # whose chips it moves; where it settles one hand, all that can follow at once
    request: Request | None = None  # what waits for approval, and this answers


KINDS: dict[tuple[str, Phase], tuple[type[kinds.Command], ...]] = {
    (role, phase): tuple(kind for kind in COMMANDS if role in kind.rule.by and phase in kind.rule.when)
    for role in ACTING
    for phase in Phase
}
"""What can be asked for at all, by whom and when."""


Known = dict[tuple[object, ...], list[tuple[int, "CommandSpec"]]]
"""Offers made before, by all that each depends on. A caller keeps one for each actor."""
_MOST_KNOWN = 32


def legal(table: Table, house: House, actor: Actor, known: Known | None = None) -> tuple[CommandSpec, ...]:
    """Staff have the acts of the whole table first, then seat by seat; players their own seat's first.

    `known` is the caller's, for one actor: offers whose basis has not changed are taken from it.

    >>> from boston7.game import CLOSED, commands as c, decide, replay
    >>> from boston7.game.actors import PLATFORM, player
    >>> from boston7.house import preset
    >>> table = replay(decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg")))
    >>> [(offer.type, offer.command.seat) for offer in legal(table, preset("nhcg"), player("Ann"))]
    [('sit', 1), ('sit', 2), ('sit', 3), ('sit', 4), ('sit', 5), ('sit', 6)]
    """
    specs: list[tuple[int, CommandSpec]] = []
    own = own_basis(table, actor) if known is not None and actor.role == "player" and not table.live else None
    if table.version not in ("", house.version):
        own = None
    for kind in KINDS.get((actor.role, table.phase), ()):
        by = None if own is None or known is None else kind.offered_by(own, house)
        if own is None or known is None or by is None:
            specs += _offered(kind, table, house, actor)
            continue
        basis = (kind, house.version, own.number, own.evicted, by)
        offered = known.get(basis)
        if offered is None:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            offered = known[basis] = _offered(kind, table, house, actor)
        specs += offered
    specs.sort(key=_seat_first)
    return tuple([spec for _, spec in specs])


_seat_first = itemgetter(0)


def _offered(kind: type[kinds.Command], table: Table, house: House, actor: Actor) -> list[tuple[int, CommandSpec]]:
    """All that a kind offers somebody, each with the seat it comes under."""
    elsewhere = len(table.seats) + 1 if actor.role == "player" else 0
    by_seat, asked = kind.rule.place in ("seat", "rail"), _CARDS[kind, table.live]
    specs: list[tuple[int, CommandSpec]] = []
    for offer in kind.offered(table, house, actor):
        cards = asked if offer.cards is None else offer.cards
        if _allowed(table, offer.command, house, cards):
            at = offer.command.seat if by_seat else elsewhere  # type: ignore[attr-defined]
            specs.append((at, _spec(kind, offer, cards)))
    return specs


_NO_MATTER = frozenset(
    {
        "seats", "tray", "cage", "round", "house", "version", "deck", "decks_used", "stub", "stub_racked",
        "stub_counted", "rounds_uncounted", "discard_rack", "dealer_cards", "dealer_face_up", "dealer_five",
        "face_up_found", "drawn_ahead", "pending", "requests",
    }
)  # fmt: skip
"""What a player at a virtual table may do does not depend on these: they are the dealer's, and the dealer's cards."""
_HEAD_FIELDS = tuple(name for name in Table.__struct_fields__ if name != "seats")
_matters = attrgetter(*[name for name in _HEAD_FIELDS if name not in _NO_MATTER])


def common_basis(table: Table, house: House) -> tuple[object, ...]:
    """Return the values that the offers of every player depend on."""
    if table.live:
        others = [(seat.status, seat.bonus, seat.decided, seat.hand_set, seat.wagered) for seat in table.seats]
        return (*[getattr(table, name) for name in _HEAD_FIELDS], others, [seat.player for seat in table.seats])
    bound = table.version != house.version and binds_rules(table)
    return (_matters(table), bound, [seat.player for seat in table.seats])


def own_basis(table: Table, actor: Actor) -> Seat | None:
    """What else a player's offers depend on: their seat. While it and the common basis stay, so do the offers."""
    name = actor.name
    for seat in table.seats:
        if seat.player == name:
            return seat
    return None


def why_not(table: Table, house: House, command: kinds.Command) -> Rejection | None:
    """The reason a command would be refused, for a button that is shown but cannot be pressed."""
    answered = answer(table, command, house)
    return answered if isinstance(answered, Rejection) else None


def _spec(kind: type[kinds.Command], offer: kinds.Offer, cards: int) -> CommandSpec:
    """Without the values that were only made up to ask `decide`."""
    typed = _TYPED[kind] if offer.typed else ()
    command = replace(offer.command, **dict.fromkeys(typed, kinds.TO_TYPE)) if typed else offer.command
    return CommandSpec(
        str(kind.__struct_config__.tag),
        cast("Command", command),
        offer.minimum,
        offer.maximum,
        cards,
        "reason" in typed or "slip" in typed,
        offer.spots,
        offer.pays,
        typed,
        offer.choices,
        offer.loses,
        offer.instead,
        offer.lacks,
        offer.about,
        offer.seats,
        offer.request,
    )


_CARDS = {
    (kind, live): sum(ask.least for ask in kind.rule.ask if ask.at in ("", "live" if live else "virtual"))
    for kind in COMMANDS
    for live in (True, False)
}
_TYPED = {kind: kinds.to_type(kind) for kind in COMMANDS}


def _allowed(table: Table, command: kinds.Command, house: House, cards: int) -> bool:
    """Cards and a correction's transfers are still to be entered: all that comes before them is checked."""
    answered = check(table, command, house, offered=True) or command.decide(table, house)
    if not isinstance(answered, Rejection):
        return True
    if answered.code == "bad_transfer":
        return any(ask.kind == "transfers" for ask in command.rule.ask)
    return cards > 0 and answered.code in ("wrong_cards", "unknown_cards")
