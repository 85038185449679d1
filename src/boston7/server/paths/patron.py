"""Players at the cage over HTTP: identities, chips bought and redeemed at the counter, and supervisors' entries about
players. Staff of a live table can also list the players who may arrive with chips."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody

from boston7.accounts import Desk, Person, refuse_duty
from boston7.accounts.walk_ups import WalkUp
from boston7.game.kinds import Mark, PersonId
from boston7.money import Cents
from boston7.server.answers import Rejected, granted, not_found
from boston7.server.paths.cage import CageDay, Slip, cage_day, consent_of, over_the_counter, tables_of
from boston7.server.reading.shift_report import people_today
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked, at_this_table
from boston7.shift.cash import CashKind, PersonDay
from boston7.shift.kinds import Handed, Line
from boston7.shift.stream import counter_move

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
    """A player, either with an account or a walk-up identified by a description. `carried` is the value of the chips
    they carry. `seats` are the tables where they sit. `paid_in` and `paid_out` are their cash totals of today. `barred`
    is the reason if they are barred. `may` lists the actions available to the user."""

    id: str
    name: str
    walk_up: bool
    front_money: Cents
    carried: Cents
    seats: tuple[str, ...]
    paid_in: Cents
    paid_out: Cents
    barred: str = ""
    pin: bool = False  # A PIN is set, to consent to payments of front money.
    may: tuple[Act, ...] = ()


class Patrons(msgspec.Struct, frozen=True):
    players: tuple[PatronLine, ...]


class NewWalkUp(Body, frozen=True):
    mark: Mark


class ChipsOver(Body, frozen=True):
    """`redeem` and `sell` exchange chips for cash, `draw` turns front money into chips, `keep` turns chips into front
    money. A repeated `id` has no further effect. `pin` is the account holder's, for `draw`."""

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
    """`other` is the walk-up player to merge into `kept`."""

    other: PersonId
    kept: PersonId
    reason: Line


class Arrival(msgspec.Struct, frozen=True):
    """A player who sits at a live table or may come to it. `seat` is 0 for a player without a seat."""

    id: str
    name: str
    walk_up: bool
    carried: Cents
    seat: int


class Arrivals(msgspec.Struct, frozen=True):
    players: tuple[Arrival, ...]


@routes.get(
    "/api/cage/players",
    "Find a player: account or walk-up",
    "cage",
    "floor",
    reads=("tables", "shift", "cage", "people"),
)
async def players(request: Asked, find: FromQuery[str] = "") -> Patrons:
    """Search by a part of the name. Without one, today's walk-up players come first."""
    today = await people_today(request.reports)
    return Patrons(tuple([_line(request, one, today) for one in request.desk.patrons.find(find[:100], _MOST)]))


@routes.post("/api/cage/players", "Add a walk-up player", "cage", status_code=201)
async def walk_up(request: Asked, data: JSONBody[NewWalkUp]) -> PatronLine:
    return _line(request, granted(await request.desk.patrons.add(data.mark, request.user)), {})


@routes.post("/api/cage/{person:str}/chips", "Chips over the counter", "cage")
async def chips(request: Asked, person: FromPath[str], data: JSONBody[ChipsOver]) -> CageDay:
    """Chips are sold, redeemed, drawn from front money or returned to it. A large redemption waits for a second
    signature. So does a draw without the holder's PIN, until a supervisor has seen them sign a cage slip."""
    consent = await consent_of(request, person, data.pin if data.what == "draw" else "")
    done = await over_the_counter(request, data.id, KINDS[data.what], person, data.cents, consent)
    return msgspec.structs.replace(await cage_day(request, ""), done=done)


@routes.post("/api/cage/hand-over", "Record chips given to another player", "floor")
async def hand_over(request: Asked, data: JSONBody[HandOver]) -> Patrons:
    granted(await request.desk.patrons.hand_over(data.giver, data.taker, data.cents, data.reason, request.user))
    return await _both(request, data.giver, data.taker)


@routes.post("/api/cage/merge", "Merge a walk-up player with another player", "floor")
async def merge(request: Asked, data: JSONBody[Merge]) -> Patrons:
    """From now on, chips, cash of the day, limits and bars of the two identities are combined."""
    # The house may not allow one player to hold two seats at a table.
    identity = request.desk.people.identity
    here, there = identity(data.other), identity(data.kept)
    both = {*tables_of(request, here)} & {*tables_of(request, there)} if here != there else ()
    for table in sorted(both):
        raise Rejected(
            "not_ready", f"Both players have a seat at {table}. One of them must leave it first.", "accounts"
        )
    granted(await request.desk.patrons.merge(data.other, data.kept, data.reason, request.user))
    return await _both(request, data.kept)


@routes.get(
    "/api/tables/{name:str}/arrivals",
    "Players who may come, and their chips",
    "deal",
    "floor",
    console=True,
    tags=["tables"],
)
async def arrivals(request: Asked, name: FromPath[str]) -> Arrivals:
    """The walk-up players of the day and all players who carry chips, for the staff of a live table."""
    at_this_table(request, name)
    table = await request.context.table(name)
    if not table.live or table.play_money:
        raise not_found("Only a live, real-money table has players who carry chips.")
    people, carried = request.desk.people, request.desk.cage.cage.carried
    here = {people.identity(who): seat for seat, who in enumerate(table.people, 1) if who}
    elsewhere = {people.identity(who) for one in request.room.summaries() for who in one.people if who} - {*here}
    coming = [*here, *[one.id for one in request.desk.patrons.walk_ups()], *carried]
    found = [who for who in dict.fromkeys(coming) if people.called(who) and who not in elsewhere]
    lines = [
        Arrival(who, people.called(who), who in people.walk_ups, carried.get(who, 0), here.get(who, 0)) for who in found
    ]
    return Arrivals(tuple(lines))


async def _both(request: Asked, *ids: str) -> Patrons:
    today, people = await people_today(request.reports), request.desk.people
    found = [request.desk.find(who) or people.walk_ups[who] for who in map(people.identity, ids)]
    return Patrons(tuple([_line(request, one, today) for one in found]))


def _line(request: Asked, one: Person | WalkUp, today: dict[str, PersonDay]) -> PatronLine:
    people, cage = request.desk.people, request.desk.cage.cage
    cash, bar = today.get(one.id), people.bar_of(one.name, one.id)
    return PatronLine(
        one.id,
        one.name,
        isinstance(one, WalkUp),
        cage.balance(one.id),
        cage.carries(one.id),
        tables_of(request, one.id),
        cash.paid_in if cash else 0,
        cash.paid_out if cash else 0,
        f"{bar.reason} ({bar.by})" if bar else "",
        isinstance(one, Person) and bool(one.pin),
        _may(request.desk, one, request.user),
    )


def _may(desk: Desk, one: Person | WalkUp, by: Person) -> tuple[Act, ...]:
    """Return the actions that the rules allow, tested with an amount of one cent."""
    found = list[Act]()
    for act, kind in _ALL:
        move = counter_move(kind, one.id, 1, by.id)
        if desk.patrons.refuse_counter(move, by) is None and desk.cage.refuse([move]) is None:
            found.append(act)
    if refuse_duty(by, "floor") is None:
        found += ["hand_over"] if desk.cage.cage.carries(one.id) else []
        found += ["merge"] if isinstance(one, WalkUp) else []
    return tuple(found)
