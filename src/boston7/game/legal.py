"""Lists the commands that an actor may send, with bounds. `decide` itself checks each offer, so the two always
agree."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import cast

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import kinds
from boston7.game.actors import ACTING, Actor
from boston7.game.approval_requests import ApprovalRequest
from boston7.game.commands import COMMANDS, Command
from boston7.game.decide import answer
from boston7.game.preconditions import check
from boston7.game.table import Phase, Seat, Table, binds_rules
from boston7.house.model import House, WagerId
from boston7.money import Cents


class CommandSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command that an actor may send, with its bounds and the fields that must still be typed.

    Typed fields have no value, so a client cannot send them unfilled (R23).
    """

    type: str
    command: Command
    minimum: Cents | None = None
    maximum: Cents | None = None
    cards: int = 0  # How many cards the actor must enter or choose.
    reason: bool = False  # Whether a reason or slip number is required.
    spots: dict[WagerId, kinds.Bounds] = {}  # The spots that accept chips, with their bounds.
    pays: Cents | None = None  # The winnings for showing these cards, if the actor may see them.
    typed: tuple[str, ...] = ()  # The fields still to be typed.
    choices: tuple[kinds.KeyChoice, ...] = ()  # The possible values, if there are few, each with a button and a key.
    loses: Cents | None = None  # Chips on the layout that the house collects.
    instead: Rejection | None = None  # Why the more common command is not offered.
    lacks: Cents = 0  # Missing chips, for the more common command or the smallest wagers of a round.
    about: str = ""  # The entry to undo, so that the button names the seat whose chips move.
    # Seats whose chips can move; if it settles one hand, every seat that can follow at once.
    seats: tuple[int, ...] = ()
    request: ApprovalRequest | None = None  # The request that this command answers.


KINDS: dict[tuple[str, Phase], tuple[type[kinds.Command], ...]] = {
    (role, phase): tuple(kind for kind in COMMANDS if role in kind.rule.by and phase in kind.rule.when)
    for role in ACTING
    for phase in Phase
}
"""The kinds of commands for each role and phase."""


Known = dict[tuple[object, ...], list[tuple[int, "CommandSpec"]]]
"""A cache of offers, keyed by everything on which they depend. Callers keep one cache for each actor."""
_MOST_KNOWN = 32


def legal(table: Table, house: House, actor: Actor, known: Known | None = None) -> tuple[CommandSpec, ...]:
    """Return the actor's offers. Staff see table commands first, then each seat's; players see their own seat's first.

    `known` is one actor's cache, which this function reads and fills.

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
    """Return the offers of one kind, each with its seat as the sort key."""
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
"""Fields that never affect a player's offers at a virtual table."""
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
    """Return the player's seat. Offers stay the same while the seat and the common values stay the same."""
    name = actor.name
    for seat in table.seats:
        if seat.player == name:
            return seat
    return None


def why_not(table: Table, house: House, command: kinds.Command) -> Rejection | None:
    """Return why a command would be refused, to explain a disabled button."""
    answered = answer(table, command, house)
    return answered if isinstance(answered, Rejection) else None


def _spec(kind: type[kinds.Command], offer: kinds.Offer, cards: int) -> CommandSpec:
    """Build the published offer, without the placeholder values for `decide`."""
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
    """Return whether the command would be accepted, apart from cards and transfers that are still to be entered."""
    answered = check(table, command, house, offered=True) or command.decide(table, house)
    if not isinstance(answered, Rejection):
        return True
    if answered.code == "bad_transfer":
        return any(ask.kind == "transfers" for ask in command.rule.ask)
    return cards > 0 and answered.code in ("wrong_cards", "unknown_cards")
