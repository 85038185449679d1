"""Finished rounds over HTTP: summaries, replays and proofs."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import FromPath, PathParameter, QueryParameter

from boston7.accounts import Person, viewer_of
from boston7.game.actors import AUDITOR, SPECTATOR, Actor, player
from boston7.game.counting import tray_count_open
from boston7.hands import HandName
from boston7.keys import KeyLost
from boston7.money import Cents
from boston7.server.answers import Rejected, line_of, not_found
from boston7.server.reading.chapters import Chapter, PlayedRound
from boston7.server.reading.fairness import FairRound, promised, proved
from boston7.server.reading.replay import Replay, shown_again, shown_blind
from boston7.server.reading.reports import Reports
from boston7.server.reading.round_pages import RoundPages
from boston7.server.routes import Routes
from boston7.server.session import Asked, person_of, refuse_duties, token_of

_MOST_NUMBER = 2**53
_TABLES, _PER_TABLE, _SHOWN = 10, 60, 20
routes = Routes()


Before = Annotated[
    int | None, QueryParameter(name="before", ge=0, le=_MOST_NUMBER, description="Only rounds before this one.")
]
Limit = Annotated[int, QueryParameter(name="limit", ge=1, le=200, description="The maximum number.")]
Own = Annotated[str, QueryParameter(name="own", max_length=400, description="The token from `share`.")]
Number = Annotated[int, PathParameter(ge=1, le=_MOST_NUMBER)]


class RoundRows(msgspec.Struct, frozen=True):
    rounds: tuple[PlayedRound, ...]


@routes.get("/api/tables/{name:str}/rounds", "Finished rounds of a table")
async def rounds(request: Asked, name: FromPath[str], before: Before = None, limit: Limit = 20) -> RoundRows:
    """Newest first. Of a live table, players see only the rounds that they played, and visitors see none."""
    pages = await request.reports.pages(name)
    person = await person_of(request)
    return RoundRows(tuple([one for one in await pages.before(before, limit) if _may_see(request, person, one)]))


def _may_see(request: Asked, person: Person | None, played: PlayedRound) -> bool:
    """Return whether a person may see a round. Names, winnings and grounds of a live table are not public."""
    if not played.live:
        return True
    if person is None:
        return False
    staff = refuse_duties(request.context, person, token_of(request), ("deal", "floor", "audit", "shift")) is None
    return staff or _eyes(person, played).role == "player"


class OwnRound(msgspec.Struct, frozen=True):
    """A finished round that you played. `hand` is null unless it was turned over."""

    table: str
    round: int
    ended: int
    status: str
    live: bool
    dealer_hand: HandName | None
    hand: HandName | None
    net: Cents


class OwnRounds(msgspec.Struct, frozen=True):
    rounds: tuple[OwnRound, ...]


@routes.get("/api/me/rounds", "Your latest rounds", "play")
async def own_rounds(request: Asked) -> OwnRounds:
    """The last 20 of the month, newest first, also at tables that you left or that were removed."""
    directory, person = request.room.directory, request.user
    found: list[OwnRound] = []
    for table in directory.played_at(request.desk.people.ids_of(person.id))[:_TABLES]:
        pages = await request.reports.pages(table)
        for played in await pages.before(None, _PER_TABLE):
            own = next((seat for seat in played.seats if seat.player in person.names), None)
            if own is not None:
                found.append(line_of(OwnRound, played, hand=own.hand, net=own.net))
    return OwnRounds(tuple(sorted(found, key=lambda one: -one.ended)[:_SHOWN]))


class Share(msgspec.Struct, frozen=True):
    """`own` in the link to a round shows it as its player saw it, to anyone with the link."""

    own: str


@routes.get("/api/tables/{name:str}/rounds/{number:int}/share", "Share your cards of a round")
async def share(request: Asked, name: FromPath[str], number: Number) -> Share:
    """Return a token that lets others see your cards of one finished round. Rounds of a live table have none."""
    room = request.reports
    pages = await room.pages(name)
    played = _finished(pages, await pages.chapter_of(number), number)
    if played.live:
        raise Rejected("live_table", "Rounds of a live table cannot be shared: they show other players too.")
    viewer = _eyes(await person_of(request), played)
    if viewer.role != "player":
        raise Rejected("wrong_seat", "Only players in a round can show their cards.")
    return Share(room.context.key.close(viewer.name.encode(), _share_of(name, number)))


def _share_of(name: str, number: int) -> bytes:
    return f"share of round {number} at {name}".encode()


def _shared(room: Reports, name: str, played: PlayedRound, own: str) -> Actor:
    try:
        who = room.context.key.open(own, _share_of(name, played.round)).decode()
    except KeyLost:
        raise not_found("This link does not belong to this round.") from None
    return player(who) if any(seat.player == who for seat in played.seats) else SPECTATOR


@routes.get("/api/tables/{name:str}/rounds/{number:int}", "Replay a finished round")
async def one_round(request: Asked, name: FromPath[str], number: Number, own: Own = "") -> Replay:
    """A finished round step by step, as a spectator saw it. It includes your own cards if you played, or those of the
    player who shared them (`own`). Rounds of a live table are shown to its staff and to the players of the round."""
    room = request.reports
    pages = await room.pages(name)
    chapter = await pages.chapter_of(number)
    played = _finished(pages, chapter, number)
    person = await person_of(request)
    if not _may_see(request, person, played):
        raise Rejected("live_table", "Only its players and the staff can see a round of a live table.")
    viewer = _shared(room, name, played, own) if own else _eyes(person, played)

    def work() -> Replay:
        found = chapter.replay(number)
        if found is None:
            raise not_found(f"There is no round {number} at {name!r} on record.")
        return shown_again(found, viewer)

    shown = await room.replays.get((name, number, viewer), work)
    if viewer is AUDITOR or request.room.directory.gone(name):
        return shown
    return shown_blind(shown) if tray_count_open((await request.context.table(name)).state.table) else shown


def _finished(pages: RoundPages, chapter: Chapter, number: int) -> PlayedRound:
    played = chapter.find(number)
    if played is not None:
        return played
    if pages.unfinished == number:
        reason = f"Round {number} at {pages.table!r} is still being played; its cards are shown when it is over."
        raise Rejected("not_ready", reason)
    raise not_found(f"There is no round {number} at {pages.table!r} on record.")


def _eyes(person: Person | None, played: PlayedRound) -> Actor:
    """Return who the viewer of a replay is: an auditor, a player of the round, or a spectator."""
    viewer = viewer_of(person)
    if viewer.role == "auditor":
        return AUDITOR
    own = viewer.role == "player" and any(seat.player == viewer.name for seat in played.seats)
    return player(viewer.name) if own else SPECTATOR


@routes.get("/api/fair/{table:str}/{number:int}", "Prove the shuffle of a round")
async def fair_round(request: Asked, table: FromPath[str], number: Number) -> FairRound:
    """The commitment is available at any time, everything else after the round."""
    room = request.reports
    pages = await room.pages(table)
    chapter = await pages.chapter_of(number)
    found: FairRound | None
    if chapter.find(number) is not None:
        found = await room.proofs.get((table, number), lambda: _proof(room, pages, chapter, number))
    else:
        found = await room.records.do(lambda: promised(table, number, pages.facts(number)))
    live = not request.room.directory.gone(table) and request.room.summary(table).live
    if live and not (found and found.commitment):  # The platform may also shuffle for a live table.
        raise Rejected("live_table", "Cards of a live table are shuffled by hand: there is nothing to recompute.")
    if found is None:
        raise not_found(f"There is no commitment yet for the shuffle of round {number} at {table!r}.")
    return found


def _proof(room: Reports, pages: RoundPages, chapter: Chapter, number: int) -> FairRound:
    found = chapter.replay(number)
    if found is None:
        raise not_found(f"There is no round {number} at {pages.table!r} on record.")
    return proved(room.context.record, found, pages.facts(number))
