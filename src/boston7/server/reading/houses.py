"""House documents over HTTP, with the same content as `boston7 houses --json`."""

from __future__ import annotations

import msgspec
from litestar.params import FromPath, FromQuery

from boston7.game.grounds import CHECK_GROUNDS, GROUNDS
from boston7.game.wagers import WagerForm, wager_form
from boston7.house import PRESETS, House, preset
from boston7.house.documents import HouseDifferences, HouseList, house_differences, house_list
from boston7.house.rulings import Ruling, rulings
from boston7.server.routes import Routes
from boston7.server.session import Asked

routes = Routes()


class Rulings(msgspec.Struct, frozen=True):
    """The rulings in numerical order. `grounds` are the named grounds of each right (R19)."""

    rulings: tuple[Ruling, ...]
    grounds: dict[str, tuple[str, ...]]


class HouseAtTable(House, frozen=True, kw_only=True):
    """A house document with derived values. `wagers` lists the allowed amounts of each spot and the refusals of all
    others. `gives_way` is the order in which the maximum payout cuts the wagers. A royal of `royal_asked_from` or more
    cards must be disclosed; 0 means never."""

    wagers: WagerForm
    gives_way: tuple[str, ...]
    sets_hands: bool
    royal_asked_from: int


@routes.get("/api/houses", "List all houses")
async def houses(request: Asked) -> HouseList:
    """The shipped houses and all others in force at a table, each listed once."""
    known = {house.id: house for house in map(preset, PRESETS)}
    for table in request.reports.context.room.summaries():
        known.setdefault(table.house.id, table.house)
    return house_list(known.values())


@routes.get("/api/houses/diff", "Compare two houses")
async def difference(request: Asked, a: FromQuery[str], b: FromQuery[str]) -> HouseDifferences:
    """The differences between two houses, with the clauses."""
    room = request.reports
    return house_differences(room.house(a), room.house(b))


@routes.get("/api/houses/{house:str}", "The values of a house")
async def one_house(request: Asked, house: FromPath[str]) -> HouseAtTable:
    """All values of a house. `clauses` cites the clause of the document for each value or section."""
    return at_table(request.reports.house(house))


@routes.get("/api/tables/{name:str}/house", "The rules at a table")
async def house_at(request: Asked, name: FromPath[str]) -> HouseAtTable:
    """The rules of the round in play, or of the next round."""
    return at_table((await request.context.table(name)).house)


def at_table(house: House) -> HouseAtTable:
    return HouseAtTable(
        **msgspec.structs.asdict(house),
        wagers=wager_form(house),
        gives_way=house.rules.gives_way,
        sets_hands=house.rules.sets_hands,
        royal_asked_from=house.rules.royal_asked_from,
    )


@routes.get("/api/rulings", "List all rulings")
async def every_ruling(request: Asked) -> Rulings:
    """The questions that the documents leave open, and how every house in this package answers them."""
    named = tuple(words for ground, words in GROUNDS.items() if ground != "other")
    return Rulings(
        rulings(), {"close_table": named, "evict": named, "refuse_prize_check": tuple(CHECK_GROUNDS.values())}
    )
