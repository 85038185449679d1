"""Exact odds over HTTP for any house, stakes and rule changes, computed once and cached."""

from __future__ import annotations

from typing import Annotated

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter

from boston7.house import House
from boston7.house.model import MOST_SIDE_BETS, THREE_CARD_BONUS, Wagers
from boston7.money import Cents
from boston7.odds import (
    Distribution,
    OddsDocument,
    OddsError,
    StakeList,
    Stakes,
    StartList,
    check_stakes,
    distribution,
    edges_document,
    odds_document,
    starts_document,
    with_changes,
)
from boston7.server.answers import bad_request
from boston7.server.reading.reports import bad_stake
from boston7.server.routes import Routes
from boston7.server.session import Asked

_MOST_CHANGES = 60
"""More than the number of values in a house document, so that every value can be changed."""
_DIGITS = 12

routes = Routes()


Ante = Annotated[Cents | None, QueryParameter(name="ante", description="In cents; the table minimum if not given.")]
Bonus = Annotated[Cents, QueryParameter(name="bonus", description="A Three Card Bonus wager in cents.")]
Changes = Annotated[
    list[str] | None,
    QueryParameter(
        name="set", description="A changed value, such as ante_bonus.straight_flush=75. May be given several times."
    ),
]


SideBets = Annotated[
    list[str] | None,
    QueryParameter(
        name="side_bet", description="Cents on a side bet, such as six_card_bonus=500. May be given several times."
    ),
]


async def _rules(request: Asked, house: FromPath[str], changes: Changes = None) -> House:
    """Return the house of the path, with the changes of the query."""
    rules = request.reports.house(house)
    if not changes:
        return rules
    if len(changes) > _MOST_CHANGES:
        raise bad_request(f"At most {_MOST_CHANGES} changes at once.")
    try:
        return with_changes(rules, changes)
    except OddsError as error:
        raise bad_stake(error) from None


_changed = {"rules": Provide(_rules)}


@routes.get("/api/odds/{house:str}", "Exact odds", dependencies=_changed)
async def odds(
    request: Asked, rules: NamedDependency[House], ante: Ante = None, bonus: Bonus = 0, side_bets: SideBets = None
) -> OddsDocument:
    """The same content as `boston7 odds HOUSE --json`."""
    down = _side_bets(side_bets)
    if bonus:
        down[THREE_CARD_BONUS] = bonus
    _stakes(rules, ante, down)
    key = (rules.version, ante, tuple(sorted(down.items())))
    return await request.reports.documents.get(key, lambda: odds_document(rules, ante, down))


@routes.get("/api/odds/{house:str}/stakes", "The house edge by stake", dependencies=_changed)
async def stakes(request: Asked, rules: NamedDependency[House]) -> StakeList:
    """The cost of best play for wagers from the table minimum to the table maximum."""
    return await request.reports.edges.get(rules.version, lambda: edges_document(rules))


@routes.get("/api/odds/{house:str}/distribution", "Net results of a round", dependencies=_changed)
async def results(request: Asked, rules: NamedDependency[House], ante: Ante = None, bonus: Bonus = 0) -> Distribution:
    """Every net result of a round with best play, and its frequency over all deals."""
    down = _stakes(rules, ante, {THREE_CARD_BONUS: bonus})
    pricing = await request.reports.pricing(rules, down.ante, bonus)
    key = (rules.version, down.ante, bonus)
    return await request.reports.distributions.get(key, lambda: distribution(pricing))


@routes.get("/api/odds/{house:str}/starts", "The expected value of each starting hand", dependencies=_changed)
async def starts(request: Asked, rules: NamedDependency[House], ante: Ante = None) -> StartList:
    """The 1,755 starting hands that are distinct apart from suits: the expected result in cents when played and when
    folded."""
    down = _stakes(rules, ante, {})
    pricing = await request.reports.pricing(rules, down.ante)
    return await request.reports.starts.get((rules.version, down.ante), lambda: starts_document(pricing))


def _side_bets(given: list[str] | None) -> dict[str, Cents]:
    if given and len(given) > MOST_SIDE_BETS:
        raise bad_request(f"A house has at most {MOST_SIDE_BETS} side bets.")
    read = [text.partition("=") for text in given or ()]
    for name, _, cents in read:
        if not (cents.isascii() and cents.isdecimal() and len(cents) <= _DIGITS):
            raise bad_request(f"Write a side bet like six_card_bonus=500, not {name[:60]!r}.")
    return {name: int(cents) for name, _, cents in read if int(cents)}


def _stakes(house: House, ante: Cents | None, side_bets: Wagers) -> Stakes:
    """Parse and return the stakes. Reject invalid ones before anything is computed."""
    down = Stakes(house.limits.table_minimum if ante is None else ante, side_bets)
    try:
        check_stakes(house, down)
    except OddsError as error:
        raise bad_stake(error) from None
    return down
