"""Tables over HTTP: the lobby, practice tables for anyone with play money, and tables that staff set up."""

from __future__ import annotations

from secrets import token_hex
from typing import Annotated

import msgspec
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from boston7.accounts import Person
from boston7.bots.styles import Style
from boston7.declare import Rejection
from boston7.game import Automation, Phase
from boston7.game import commands as c
from boston7.game.actors import SPECTATOR
from boston7.game.kinds import SeatNumber, SomeAmount
from boston7.house import FIRST, PRESETS, House, preset
from boston7.house.model import SEATS, Entry, with_version
from boston7.money import Cents
from boston7.server.answers import Rejected, bad_request, granted, not_found
from boston7.server.app_context import AppContext
from boston7.server.lobby import Listing, Lobby, in_use, listing, lobby, put_away
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked, person_of
from boston7.table import TableActor
from boston7.table.guests import SeatAnswer
from boston7.table.rules_sign import GRACE, PAUSE

Seconds = Annotated[int, msgspec.Meta(ge=0, le=3600)]
_PRACTICE_TRAY: Cents = 50_000_00
_BUY_IN_ANTES = 40
routes = Routes("tables")


class PracticeWish(Body, frozen=True):
    """`house` is an id, by default the first one; `buy_in` is in cents. With `hurry`, bets close as soon as every
    player has wagered. With `clock`, your time is limited as at a shared table; without it, the table waits for you."""

    house: str = FIRST
    bots: Annotated[tuple[Style, ...], msgspec.Meta(max_length=SEATS - 1)] = ()
    seat: SeatNumber | None = None
    buy_in: SomeAmount | None = None
    hurry: bool = True
    clock: bool = False


class PracticeTable(msgspec.Struct, frozen=True):
    table: str
    seat: int


class NewTable(Body, frozen=True):
    """`tray` is in cents, for a virtual table; at a live table, the supervisor who opens it enters the tray.
    `automation` names the steps that run automatically; the default is those of a virtual dealer. `grace` is the extra
    time in seconds for a player who disconnects during a hand. `entry` says what the dealer of a live table enters of a
    hand; the default is the house's."""

    name: str
    house: str
    tray: SomeAmount | None = None
    live: bool = False
    automation: Annotated[tuple[Automation, ...], msgspec.Meta(max_length=8)] | None = None
    play_money: bool = True
    pause: Seconds = PAUSE
    hurry: bool = True
    grace: Seconds = GRACE
    entry: Entry | None = None


class SeatRequests(msgspec.Struct, frozen=True):
    """The players who ask the owner for a seat, and those who may take one."""

    asking: tuple[str, ...]
    guests: tuple[str, ...]


class HouseChoice(Body, frozen=True):
    """Without `entry`, the way in which the dealer enters hands does not change."""

    house: str
    entry: Entry | None = None


@routes.get("/api/lobby", "List the tables you may see")
async def the_lobby(request: Asked) -> Lobby:
    return lobby(request.context, await person_of(request))


@routes.post("/api/practice", "Open a practice table with bots", "play")
async def practice(request: Asked, data: JSONBody[PracticeWish]) -> PracticeTable:
    """You are seated with chips. Anyone who has the table's address can watch, and you decide who may sit. Only your
    own lobby lists the table."""
    context = request.context
    if not request.user.guest:
        raise Rejected("wrong_table", "Practice is play money only. Continue as a guest.", "accounts")
    granted(context.desk.barred(request.user.name))  # Checked before the table is created.
    house = house_by_id(data.house)
    if len(data.bots) >= house.seats:
        raise bad_request(f"A table of this house has {house.seats} seats: at most {house.seats - 1} bots.")
    if data.seat is not None and data.seat > house.seats:
        raise bad_request(f"A table of this house has {house.seats} seats.")
    chips = _chips(context, request.user, data.buy_in, house)
    seat = data.seat or min(3, house.seats)
    async with context.turn_of(request.user.id):  # Concurrent requests could each pass the limit otherwise.
        table = await _practice_table(context, request.user, house, data, seat)
        visit = table.version  # A reused table needs new command ids.
        for id, command in (
            (f"practice-sit-{visit}", c.Sit(SPECTATOR, seat, request.user.name)),
            (f"practice-chips-{visit}", c.BuyIn(SPECTATOR, seat, chips)),
        ):
            granted(await table.submit(id, command, request.user))
    await context.practice_bots.gather(table)
    return PracticeTable(table.name, seat)


async def _practice_table(
    context: AppContext, person: Person, house: House, wish: PracticeWish, seat: int
) -> TableActor:
    """Return an unused table of the owner that matches the request, or create one. At the limit, remove an unused table
    first."""
    names = [table.name for table in context.room.summaries() if table.owner == person.id]
    own = [table for name in names if (table := await context.room.visit(name)) is not None]
    unused = (one for one in own if not in_use(context, context.room.summary(one.name), person))
    left = sorted(unused, key=lambda one: one.quiet_since)
    for table in left:
        if _as_wished(table, house, wish, seat):
            return table
    if len(own) >= context.settings.limits.practice_tables:
        for table in left:
            if await put_away(context, table.name):
                break
        else:
            reason = "leave one of them first" if not left else "try again when the hand at one of them is over"
            raise Rejected("limit", f"You have too many practice tables: {reason}.", "lobby")
    return await _create_practice(context, person, house, wish)


def _as_wished(table: TableActor, house: House, wish: PracticeWish, seat: int) -> bool:
    """Return whether an unused practice table matches the request, is between two rounds and has the seat free."""
    rules_sign = table.rules_sign
    hangs = (rules_sign.house.version, rules_sign.bots, rules_sign.hurry, rules_sign.clock)
    same = hangs == (house.version, wish.bots, wish.hurry, wish.clock)
    return same and table.phase is Phase.BETTING and table.players[seat - 1] is None


def _chips(context: AppContext, person: Person, wished: int | None, house: House) -> Cents:
    balance = context.desk.cage.cage.balance(person.id)
    chips = wished if wished is not None else min(balance, _BUY_IN_ANTES * house.limits.table_minimum)
    if not 0 < chips <= balance:
        raise Rejected("not_enough_chips", "You do not have that much at the cage.", "accounts")
    return chips


async def _create_practice(context: AppContext, person: Person, house: House, wish: PracticeWish) -> TableActor:
    for _ in range(5):
        created = await context.room.create(
            f"Practice {token_hex(3).upper()}",
            house,
            tray=_PRACTICE_TRAY,
            pause=4,
            hurry=wish.hurry,
            practice=True,
            owner=person.id,
            bots=wish.bots,
            clock=wish.clock,
        )
        if isinstance(created, TableActor):
            return created
        if created.code != "name_taken":
            granted(created)
    raise Rejected("not_ready", "No table could be set up; try again.", "server")


@routes.post("/api/tables/{name:str}/seat-requests", "Ask to sit", "play")
async def ask_for_seat(request: Asked, name: FromPath[str]) -> SeatRequests:
    """For another player's practice table. With the address alone, you can only watch."""
    table = await request.context.table(name)
    return _guests(table, await table.request_seat(request.user))


@routes.post("/api/tables/{name:str}/guests", "Let someone sit", "play")
async def let_sit(request: Asked, name: FromPath[str], data: JSONBody[SeatAnswer]) -> SeatRequests:
    """For your own practice table, before or after somebody asks. Withdrawing permission does not remove a seated
    player."""
    table = await request.context.table(name)
    return _guests(table, await table.request_seat(request.user, data))


def _guests(table: TableActor, refusal: Rejection | None) -> SeatRequests:
    granted(refusal)
    desk = table.context.desk
    return SeatRequests(table.guests.waiting(desk), table.guests.admitted(desk))


@routes.post("/api/tables", "Set up a table", "tables", status_code=201)
async def new_table(request: Asked, data: JSONBody[NewTable]) -> Listing:
    """For supervisors and admins. A virtual table opens at once; a supervisor opens a live one."""
    created = await request.room.create(
        data.name,
        _entered(house_by_id(data.house), data.entry),
        tray=data.tray or 0,
        by=request.user,
        live=data.live,
        automation=data.automation,
        play_money=data.play_money,
        pause=data.pause,
        hurry=data.hurry,
        grace=data.grace,
    )
    return listing(request.context, request.room.summary(granted(created).name), request.user)


@routes.put("/api/tables/{name:str}/house", "Change the rules from the next round", "tables")
async def other_house(request: Asked, name: FromPath[str], data: JSONBody[HouseChoice]) -> Listing:
    table = await request.context.table(name)
    house = _entered(house_by_id(data.house), data.entry or table.rules_sign.house.entry)
    granted(await request.room.set_house(name, house, by=request.user))
    return listing(request.context, request.room.summary(name), request.user)


def _entered(house: House, entry: Entry | None) -> House:
    """Return the rules with another way to enter hands, as a rules version of its own (R20)."""
    if entry is None or entry == house.entry:
        return house
    return with_version(replace(house, entry=entry))


def house_by_id(id: str) -> House:
    """Return a shipped house, or end the request with 404. A name from the network must never open a file."""
    if id not in PRESETS:
        raise not_found(f"There is no house {id[:60]!r}. Houses are {', '.join(PRESETS)}.")
    return preset(id)
