"""Players at the cage over HTTP: who they are, their chips over the counter, and what a supervisor puts on record of
them. Staff of a live table ask who may come with which chips."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody

from boston7.accounts import Person, refuse_duty
from boston7.accounts.walk_ups import WalkUp
from boston7.declare import Rejection
from boston7.game.kinds import Mark, PersonId
from boston7.money import Cents
from boston7.server.answers import Rejected, bad_request, granted, not_found
from boston7.server.app_context import AppContext
from boston7.server.cage_paths import CageDay, Slip, cage_day, consent_of, transaction
from boston7.server.find_table import visited
from boston7.server.reading.shift_report import people_today
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked, at_this_table
from boston7.shift.cash import CashKind, PersonDay
from boston7.shift.kinds import Handed, Line
from boston7.shift.shift_book import counter_move

routes = Routes("cage")
_MOST = 50
Counter = Literal["redeem", "sell", "draw", "keep"]
KINDS: dict[Counter, CashKind] = {
    "redeem": "redemption",
    "sell": "chips_sold",
    "draw": "front_money_chips",
    "keep": "chips_to_front_money",
}
Act = Literal["redeem", "sell", "draw", "keep", "deposit", "withdraw", "merge", "hand_over"]
_ALL: tuple[tuple[Act, CashKind], ...] = (
    *((act, KINDS[act]) for act in get_args(Counter)),
    ("deposit", "front_money_in"),
    ("withdraw", "front_money_out"),
)


class PatronLine(msgspec.Struct, frozen=True):
    """A player: with an account, or a walk-up by their mark. `carried` are chips in their hands, `seats` where they
    sit; `paid_in` and `paid_out` their cash of today. `barred` is what bars them, `may` what whoever asks may do."""

    id: str
    name: str
    walk_up: bool
    front_money: Cents
    carried: Cents
    seats: tuple[str, ...]
    paid_in: Cents
    paid_out: Cents
    barred: str = ""
    pin: bool = False  # with which they consent to payments of their front money
    may: tuple[Act, ...] = ()


class Patrons(msgspec.Struct, frozen=True):
    players: tuple[PatronLine, ...]


class NewWalkUp(Body, frozen=True):
    mark: Mark


class ChipsOver(Body, frozen=True):
    """`redeem` for cash, `sell` for cash, `draw` from front money, `keep` as front money. The same `id` again has no
    further effect. `pin` is the account holder's own, to draw."""

    id: Slip
    what: Counter
    cents: Handed
    pin: Annotated[str, msgspec.Meta(max_length=100)] = ""

    def __repr__(self) -> str:
        return f"ChipsOver({self.what!r}, {self.cents})"


class HandOver(Body, frozen=True):
    giver: PersonId
    taker: PersonId
    cents: Handed
    reason: Line


class Merge(Body, frozen=True):
    """`other` is the walk-up player who is `kept`."""

    other: PersonId
    kept: PersonId
    reason: Line


class Arrival(msgspec.Struct, frozen=True):
    """Somebody who may come to a live table, or who sits there: `seat` is 0 for who does not."""

    id: str
    name: str
    walk_up: bool
    carried: Cents
    seat: int


class Arrivals(msgspec.Struct, frozen=True):
    players: tuple[Arrival, ...]


@routes.get("/api/cage/players", "Find a player: account or walk-up", "cage", "floor")
async def players(request: Asked, find: FromQuery[str] = "") -> Patrons:
    """By a part of the name. Without one, today's walk-up players first."""
    context = request.context
    today = await people_today(request.reports)
    found = context.desk.patrons.find(find[:100], _MOST)
    return Patrons(tuple([_line(context, one, request.user, today) for one in found]))


@routes.post("/api/cage/players", "A new walk-up player", "cage", status_code=201)
async def walk_up(request: Asked, data: JSONBody[NewWalkUp]) -> PatronLine:
    context = request.context
    return _line(context, granted(await context.desk.patrons.add(data.mark, request.user)), request.user, {})


@routes.post("/api/cage/{person:str}/chips", "Chips over the counter", "cage")
async def chips(request: Asked, person: FromPath[str], data: JSONBody[ChipsOver]) -> CageDay:
    """Sold, redeemed, drawn from front money or given back to it. A large redemption waits for a second signature, and
    so does a draw without the holder's PIN, until a supervisor saw them sign a cage slip."""
    if not data.id.isprintable():
        raise bad_request("An id must have 1 to 100 printable characters.")
    shift = request.shift
    consent = await consent_of(request, person, data.pin if data.what == "draw" else "", request.user)
    done = granted(await shift.over_the_counter(data.id, KINDS[data.what], person, data.cents, request.user, consent))
    return msgspec.structs.replace(await cage_day(request, "", request.user), done=transaction(request, person, done))


@routes.post("/api/cage/hand-over", "Chips one player gave another", "floor")
async def hand_over(request: Asked, data: JSONBody[HandOver]) -> Patrons:
    context = request.context
    done = await context.desk.patrons.hand_over(data.giver, data.taker, data.cents, data.reason, request.user)
    return await _both(request, request.user, done, data.giver, data.taker)


@routes.post("/api/cage/merge", "A walk-up player is somebody known", "floor")
async def merge(request: Asked, data: JSONBody[Merge]) -> Patrons:
    """Chips, cash of the day, limits and bars of both count together from now on."""
    context = request.context
    if where := _together(context, data.other, data.kept):
        raise Rejected("not_ready", f"Both sit at {where}: one of the seats is left first.", "accounts")
    done = await context.desk.patrons.merge(data.other, data.kept, data.reason, request.user)
    return await _both(request, request.user, done, data.kept)


@routes.get(
    "/api/tables/{name:str}/arrivals", "Who may come, with which chips", "deal", "floor", console=True, tags=["tables"]
)
async def arrivals(request: Asked, name: FromPath[str]) -> Arrivals:
    """Walk-up players of the day and whoever carries chips, for the staff of a live table."""
    at_this_table(request, name)
    context = request.context
    table = await visited(context, name)
    if not table.live or table.play_money:
        raise not_found("Only a live, real-money table has players who carry chips.")
    people, carried = context.desk.people, context.desk.cage.cage.carried
    here = {people.identity(who): seat for seat, who in enumerate(table.people, 1) if who}
    elsewhere = {people.identity(who) for one in context.room.summaries() for who in one.people if who} - {*here}
    coming = [*here, *[one.id for one in context.desk.patrons.walk_ups()], *carried]
    found = [who for who in dict.fromkeys(coming) if people.called(who) and who not in elsewhere]
    return Arrivals(
        tuple(
            [
                Arrival(who, people.called(who), who in people.walk_ups, carried.get(who, 0), here.get(who, 0))
                for who in found
            ]
        )
    )


def _together(context: AppContext, one: str, other: str) -> str:
    """The table where both have a seat. One player with two seats there is what the house may not allow."""
    identity = context.desk.people.identity
    both = {identity(one), identity(other)}
    for table in context.room.summaries():
        if len(both) == 2 and both <= {identity(who) for who in table.people if who}:
            return table.name
    return ""


async def _both(request: Asked, by: Person, done: Rejection | None, *ids: str) -> Patrons:
    granted(done)
    context, today = request.context, await people_today(request.reports)
    people = context.desk.people
    known = [context.desk.find(who) or people.walk_ups[who] for who in map(people.identity, ids)]
    return Patrons(tuple([_line(context, one, by, today) for one in known]))


def _line(context: AppContext, one: Person | WalkUp, by: Person, today: dict[str, PersonDay]) -> PatronLine:
    desk = context.desk
    people, cage = desk.people, desk.cage.cage
    cash, bar = today.get(one.id), people.bar_of(one.name, one.id)
    seats = [
        table.name for table in context.room.summaries() if any(people.identity(w) == one.id for w in table.people)
    ]
    return PatronLine(
        one.id,
        one.name,
        isinstance(one, WalkUp),
        cage.balance(one.id),
        cage.carries(one.id),
        tuple(seats),
        cash.paid_in if cash else 0,
        cash.paid_out if cash else 0,
        f"{bar.reason} ({bar.by})" if bar else "",
        isinstance(one, Person) and bool(one.pin),
        _may(context, one, by),
    )


def _may(context: AppContext, one: Person | WalkUp, by: Person) -> tuple[Act, ...]:
    """Asked of those who decide it, of one cent."""
    desk, found = context.desk, list[Act]()
    for act, kind in _ALL:
        move = counter_move(kind, one.id, 1, by.id)
        if desk.patrons.refuse_counter(move, by) is None and desk.cage.refuse([move]) is None:
            found.append(act)
    if refuse_duty(by, "floor") is None:
        found += ["hand_over"] if desk.cage.cage.carries(one.id) else []
        found += ["merge"] if isinstance(one, WalkUp) else []
    return tuple(found)
