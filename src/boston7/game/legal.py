"""What an actor may do now, with bounds. Derived from `decide` itself, so the two can never disagree."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.acts.common import next_to_settle
from boston7.game.checklist import Step, due
from boston7.game.commands import Command, snake
from boston7.game.counting import tray_count_open
from boston7.game.decide import answer
from boston7.game.ladder import RUNGS
from boston7.game.refusal import Refusal
from boston7.game.table import Phase, Seat, Table
from boston7.hands import best_five
from boston7.house.model import House
from boston7.money import Cents

_TEXT = "to be typed"
_MOST: Cents = 10**12  # what a command can say at once, though tray and rail may hold more


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
    bonus_minimum: Cents | None = None  # a three-card bonus that may be put beside ante and 1st
    bonus_maximum: Cents | None = None
    typed: tuple[str, ...] = ()  # the command's fields that are to be typed


def legal(table: Table, house: House, actor: Actor) -> tuple[CommandSpec, ...]:
    return tuple([_blank(spec) for spec in _offers(table, house, actor) if _allowed(table, spec, house)])


def _blank(spec: CommandSpec) -> CommandSpec:
    """Without the values that were only made up to ask `decide`."""
    if not spec.typed:
        return spec
    return replace(spec, command=replace(spec.command, **dict.fromkeys(spec.typed, c.TO_TYPE)))


def why_not(table: Table, house: House, command: Command) -> Refusal | None:
    """The reason a command would be refused, for a button that is shown but cannot be pressed."""
    answered = answer(table, command, house)
    return answered if isinstance(answered, Refusal) else None


def _allowed(table: Table, spec: CommandSpec, house: House) -> bool:
    """Cards and a correction's transfers are still to be entered: all that comes before them is checked."""
    command = spec.command
    if table.phase not in RUNGS[type(command)].phases:
        return False  # most of them, and climbing for a sentence that nobody reads takes time
    answered = answer(table, command, house)
    if not isinstance(answered, Refusal):
        return True
    if isinstance(command, c.Correct):
        return answered.code == "bad_transfer"
    return spec.cards > 0 and answered.code in ("wrong_cards", "unknown_cards")


def _spec(
    command: Command,
    minimum: Cents | None = None,
    maximum: Cents | None = None,
    cards: int = 0,
    typed: tuple[str, ...] = (),
) -> CommandSpec:
    reason = "reason" in typed or "slip" in typed
    kind = snake(type(command).__name__)
    return CommandSpec(kind, command, minimum, maximum, cards, reason, typed=typed)


def _offers(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    match actor.role:
        case "player":
            yield from _player(table, house, actor)
        case "dealer":
            yield from _dealer(table, house, actor)
        case "supervisor":
            yield from _supervisor(table, house, actor)
        case "platform":
            yield from _platform(table, house, actor)


def _player(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    own = [seat for seat in table.seats if seat.player == actor.name]
    if not own:
        for seat in table.seats:
            yield _spec(c.Sit(actor, seat.number, actor.name or "?"))
    for seat in own:
        yield from _seat(table, house, actor, seat)
    yield _spec(c.CheckOff(actor, Step.OFFER_INSPECTION))


def _seat(table: Table, house: House, actor: Actor, seat: Seat) -> Iterator[CommandSpec]:
    number = seat.number
    yield from _rail(house, actor, seat)
    ante = seat.ante or house.limits.table_minimum
    low, high = house.limits.table_minimum, house.limits.table_maximum
    chips = seat.rail + seat.ante + seat.first + seat.three_card_bonus
    if not house.first_wager_required:
        yield _spec(c.PlaceWagers(actor, number, ante), minimum=low, maximum=min(high, chips))
    least, most = house.limits.bonus_bounds()
    both = _spec(c.PlaceWagers(actor, number, ante, ante), minimum=low, maximum=min(high, chips // 2))
    most = min(most, chips - 2 * ante)  # beside the ante of this offer
    yield replace(both, bonus_minimum=least, bonus_maximum=most) if most >= least else both
    yield _spec(c.WithdrawWagers(actor, number))
    unknown = UNKNOWN in seat.cards[:3]
    yield _spec(c.Expose(actor, number), cards=3 if unknown else 0)
    yield _spec(c.Decline(actor, number))
    yield _spec(c.PlaceSecond(actor, number), minimum=seat.first, maximum=seat.first)
    yield _spec(c.Fold(actor, number))
    five = () if UNKNOWN in seat.cards or len(seat.cards) < 7 else best_five(seat.cards).five
    yield _spec(c.SetHand(actor, number, five), cards=5 if five else 0)
    yield _spec(c.Disclose(actor, number))


def _rail(house: House, actor: Actor, seat: Seat) -> Iterator[CommandSpec]:
    """A seat's chips, moved by its player or by staff."""
    yield _spec(c.BuyIn(actor, seat.number, 1), minimum=1, maximum=_MOST, typed=("amount",))
    most = min(seat.rail, _MOST)
    yield _spec(c.CashOut(actor, seat.number, most), minimum=1, maximum=most, typed=("amount",))
    yield _spec(c.Leave(actor, seat.number))


def _seating(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    """Staff seat a player, change their chips and see them off; the newcomer's name is to be written."""
    for seat in table.seats:
        if seat.player is None:
            yield _spec(c.Sit(actor, seat.number, _TEXT), typed=("player",))
        else:
            yield from _rail(house, actor, seat)


def _procedure(table: Table, actor: Actor) -> Iterator[CommandSpec]:
    """The acts of whoever deals, person or platform."""
    yield _spec(c.NoMoreBets(actor))
    yield _spec(c.Deal(actor))
    yield _spec(c.RackStub(actor))
    yield _spec(c.SettleBonuses(actor))
    yield _spec(c.Reveal(actor), cards=7 if table.live else 0)
    yield _spec(c.Settle(actor))
    yield _spec(c.NextRound(actor))
    yield from _reports(table, actor)


def _reports(table: Table, actor: Actor) -> Iterator[CommandSpec]:
    yield _spec(c.DealerCardExposed(actor))
    yield _spec(c.FaceUpCard(actor), cards=1 if table.live else 0)
    yield _spec(c.DrawnInError(actor))
    for seat in table.playing():
        wrong = max(0, len(seat.cards) - 1) if seat.cards else 1
        yield _spec(c.WrongCount(actor, seat.number, wrong), minimum=0, maximum=52, typed=("count",))
    wrong = max(0, len(table.dealer_cards) - 1) if table.dealer_cards else 1
    yield _spec(c.DealerMiscount(actor, wrong), minimum=0, maximum=52, typed=("count",))
    yield _spec(c.ShufflerFailed(actor, "shuffling"))
    yield _spec(c.ShufflerFailed(actor, "dealing"))


def _dealer(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    yield from (_spec(c.CheckOff(actor, step)) for step in due(table.checklist))
    yield _spec(c.CountTray(actor, 0), minimum=0, maximum=_MOST, typed=("amount",))
    yield _spec(c.GoIdle(actor))
    yield _spec(c.Shuffle(actor))
    least = house.delivery.cut_at_least
    yield _spec(c.Cut(actor, least), minimum=least, maximum=51, typed=("at",))
    yield _spec(c.CountStub(actor, 0), minimum=0, maximum=52, typed=("count",))
    yield from _procedure(table, actor)
    due_seat = next_to_settle(table)
    if due_seat and table.phase is Phase.SHOWDOWN:
        yield _spec(c.TurnOver(actor, due_seat.number, (), ()), cards=7)
    if not table.live:
        yield from _seating(table, house, actor)
        return
    for seat in table.seats:
        if seat.player:
            yield from _seat(table, house, actor, seat)
        else:
            yield _spec(c.Sit(actor, seat.number, _TEXT), typed=("player",))


def _supervisor(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    yield _spec(c.OpenTable(actor, "table", 1), minimum=1, maximum=_MOST, typed=("tray",))
    yield from (_spec(c.CheckOff(actor, step)) for step in due(table.checklist))
    yield _spec(c.ReplaceDeck(actor, _TEXT), typed=("reason",))
    yield _spec(c.OrderRecut(actor))
    yield _spec(c.FillTray(actor, 1, _TEXT), minimum=1, maximum=_MOST, typed=("amount", "slip"))
    most = None if tray_count_open(table) else min(table.tray, _MOST)
    yield _spec(c.CreditTray(actor, 1, _TEXT), minimum=1, maximum=most, typed=("amount", "slip"))
    yield _spec(c.VoidRound(actor, _TEXT), typed=("reason",))
    yield _spec(c.Correct(actor, (), _TEXT), typed=("transfers", "reason"))
    yield _spec(c.RefusePrizeCheck(actor, _TEXT, 1, _TEXT), minimum=1, typed=("payee", "amount", "reason"))
    for seat in table.seats:
        if seat.player:
            yield _spec(c.Evict(actor, seat.number, _TEXT), typed=("reason",))
    yield _spec(c.BeginClosing(actor, _TEXT), typed=("reason",))
    yield _spec(c.CloseTable(actor))
    yield from _reports(table, actor)
    yield from _seating(table, house, actor)


def _platform(table: Table, house: House, actor: Actor) -> Iterator[CommandSpec]:
    yield _spec(c.OpenTable(actor, "table", 1), minimum=1, maximum=_MOST, typed=("tray",))
    yield from (_spec(c.CheckOff(actor, step)) for step in due(table.checklist))
    yield _spec(c.Shuffle(actor), cards=52)
    yield from _procedure(table, actor)
    yield _spec(c.TimeOut(actor))
    yield from _seating(table, house, actor)
