"""How each type of request is decided, as functions of a table's context and state.

Each function returns a draft to store, or a rejection. None of them waits, stores or publishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from secrets import token_hex

from boston7.accounts import Person, viewer_of
from boston7.declare import Rejection
from boston7.fair import Fact
from boston7.game import Command, Phase, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, Actor
from boston7.game.acts.common import undecided
from boston7.game.rejection import rejected
from boston7.record import Append, Meta
from boston7.shift.kinds import refuse_pieces
from boston7.shift.slips import sign_slip
from boston7.shift.stream import signature
from boston7.table.absences import Away, Back
from boston7.table.directory import card_of
from boston7.table.draft import Context, Draft, actor_words, draft, facts_append, platform_id
from boston7.table.eligibility import (
    RESTS_ON_STANDING,
    Standings,
    check_eligibility,
    identify,
    refuse_own_seat,
    sign_command,
)
from boston7.table.guests import SeatAnswer
from boston7.table.preview import Preview, preview
from boston7.table.rules_sign import RulesSign
from boston7.table.schedule import deck_lost
from boston7.table.seeds import Seeds
from boston7.table.state import State

SHARED_BOOK = (c.BuyIn, c.ChipsIn, c.UndoLeave, c.RefusePrizeCheck)
"""Commands whose decision depends on the cage or the shift book."""
_LONGEST_ID = 100
FactOf = Callable[[Seeds, Table, Actor, str], Fact | Rejection]


def refuse_id(command_id: str) -> Rejection | None:
    if 0 < len(command_id) <= _LONGEST_ID and command_id.isprintable():
        return None
    return Rejection("record", "out_of_bounds", f"A command id must have 1 to {_LONGEST_ID} printable characters.")


def new_id(request: str) -> str:
    """Return an id for a request that came without a client's id."""
    return f"{request}-{token_hex(8)}"


# Commands of the game


def by_person(
    context: Context, command: Command, id: str, person: Person, standings: Standings, state: State
) -> Draft | Rejection:
    if deck_lost(state.table):
        return rejected("not_ready", "The deck of this round is lost; wagers are being returned.", "R18")
    concerned: list[Person] = []
    if isinstance(command, RESTS_ON_STANDING):
        confirmed = context.standing.confirm(state.table, command, standings)
        if isinstance(confirmed, Rejection):
            return confirmed
        concerned = confirmed
    known = identify(context.desk, context.name, state.table, command, person)
    if isinstance(known, Rejection):
        return known
    command = known.command
    drafted = _refused(context, state, command) or draft(context, state, command, id, person.id)
    if isinstance(drafted, Rejection):
        return drafted
    meta = drafted.appends[0].meta
    if concerned:
        expected = context.standing.expected(context.name, state.table, command, concerned, standings, meta)
        drafted.appends.extend(expected)
    if known.noted:
        drafted.appends.extend(context.desk.register.appends(known.noted, meta))
    for event, _ in drafted.steps:
        if isinstance(event, e.PlayerEvicted):
            drafted.appends.extend(_bar(context, event, meta))
    if isinstance(command, c.RefusePrizeCheck):
        house = context.rules_signs.house_for(state.table)
        refused = context.shift.refuse_prize_check(command, house, context.name, signature(person))
        if isinstance(refused, Rejection):
            return refused
        drafted.appends.append(context.shift.append(refused, meta))
    return drafted


def _bar(context: Context, event: e.PlayerEvicted, meta: Meta) -> list[Append]:
    """Return the appends that store the bar of an eviction together with the eviction (R19)."""
    grounds = (event.ground, event.reason, event.clause)
    bar = context.desk.bar_event(event.player, *grounds, event.by.name, context.name, event.person)
    return context.desk.register.appends([bar], meta) if bar else []


def preview_of(context: Context, state: State, command: Command, person: Person) -> Preview:
    signed = sign_command(context.desk, context.name, command, person)
    if isinstance(signed, Rejection):
        return Preview(signed)
    known = identify(context.desk, context.name, state.table, signed, person)
    if isinstance(known, Rejection):
        return Preview(known)
    command = known.command
    if (refusal := _refused(context, state, command)) is not None:
        return Preview(refusal)
    shown = preview(state, command, context.rules_signs.house_for(state.table))
    missing = None if shown.refusal else context.shift.no_such_check(command, context.name)
    return Preview(missing) if missing else shown


def _refused(context: Context, state: State, command: Command) -> Rejection | None:
    if isinstance(command, (c.OpenTable, c.CountTray)) and command.pieces:
        unknown = refuse_pieces(command.pieces, context.shift.book.terms.chips, nothing=True)
        if unknown is not None:
            return unknown
    if isinstance(command, c.Sit) and (uninvited := refuse_seat(context, command)) is not None:
        return uninvited
    return check_eligibility(context.desk, context.tally, state, context.rules_signs.in_force, command, context.name)


# Slips


def by_slip(context: Context, number: int, id: str, person: Person, state: State) -> Draft | Rejection:
    """Store the floor's signature on a fill or credit, and move the chips in the same commit."""
    signed = sign_slip(context.shift.book.slips, number, "floor", signature(person))
    if isinstance(signed, Rejection):
        return signed
    slip = context.shift.book.slips[number]
    kind = c.FillTray if slip.kind == "fill" else c.CreditTray
    command = sign_command(context.desk, context.name, kind(PLATFORM, slip.cents, slip.serial), person)
    if isinstance(command, Rejection):
        return command
    own_seat = refuse_own_seat(context.desk, state.table, person)
    drafted = own_seat or draft(context, state, command, id, person.id)
    if isinstance(drafted, Draft):
        drafted.appends.append(context.shift.append(signed, drafted.appends[0].meta))
    return drafted


def by_platform(context: Context, command: Command, state: State, id: str = "") -> Draft | Rejection:
    return draft(context, state, command, id or platform_id(state, command), "platform")


def removals(context: Context, state: State, *, bots: bool) -> Iterator[c.TimeOut | c.Leave]:
    """Yield the platform's commands that remove players who are gone from their seats."""
    table = state.table
    for seat in table.seats:
        who = seat.person
        if table.live or not who or not (context.desk.gone(who) or (bots and context.is_bot(who))):
            continue
        if seat.number in context.extra_time(table).untimed and seat in undecided(table):
            yield c.TimeOut(PLATFORM, seat.number)  # A seat without a clock would never time out.
        yield c.Leave(PLATFORM, seat.number)


def closing(state: State, reason: str) -> Command | None:
    """Return the next command needed to close an empty virtual table. Return None if it is closed or cannot close."""
    table = state.table
    if table.phase is Phase.CLOSED or table.live or any(seat.player for seat in table.seats):
        return None
    supervisor, dealer = Actor("supervisor", "house"), Actor("dealer", "house")
    if table.phase is not Phase.CLOSING:
        return c.BeginClosing(supervisor, reason)
    return c.CloseTable(supervisor) if table.tray_counted else c.CountTray(dealer, table.tray)


# Texts for the shuffle


def by_text(context: Context, fact_of: FactOf, id: str, person: Person, state: State) -> Draft | Rejection:
    """Store a player's text. `fact_of` is `texts.commit_text` or `texts.reveal_text`, already applied to the player's
    input."""
    actor, house = viewer_of(context.desk.find(person.id)), context.rules_signs.in_force.house
    fact = fact_of(context.seeds, state.table, actor, house.cite("room"))
    if isinstance(fact, Rejection):
        return fact
    meta = Meta(context.desk.clock.now(), actor_words(actor), id, house.version)
    return Draft([facts_append(context, context.seeds.projection.version, [fact], meta)])


# Rules


def set_rules(context: Context, rules_sign: RulesSign, id: str, state: State) -> Draft:
    drafted = _append_rules(context, rules_sign, id)
    card = card_of(context.name, state, rules_sign, context.rules_signs.projection.version + 1)
    return Draft([drafted, context.directory.append(card, rules_sign.house, drafted.meta)])


def _append_rules(context: Context, rules_sign: RulesSign, id: str) -> Append:
    meta = Meta(context.desk.clock.now(), rules_sign.by, id, rules_sign.house.version)
    return context.rules_signs.projection.append(meta, rules_sign)


def create(
    context: Context, rules_sign: RulesSign, opening: Command | None, id: str, state: State
) -> Draft | Rejection:
    if context.rules_signs.projection.version:
        return Rejection("record", "already_done", f"There is a table {context.name!r} already.")
    context.rules_signs.add(rules_sign)
    drafted = _append_rules(context, rules_sign, id)
    if opening is None:
        return Draft([drafted, context.card_append(state, drafted.meta)])
    opened = draft(context, state, opening, id, "platform")
    return opened if isinstance(opened, Rejection) else Draft([drafted, *opened.appends], opened.steps)


# Guests of a practice table


def refuse_seat(context: Context, command: c.Sit) -> Rejection | None:
    """Return why a player may not take a seat at a practice table, or None if they may."""
    if command.player is c.TO_TYPE or not context.rules_signs.in_force.practice:
        return None
    person = context.desk.named(command.player)
    return context.guests.refuse(person, context.rules_signs.in_force, context.desk) if person else None


def by_guest(context: Context, person: Person, answer: SeatAnswer | None, id: str, state: State) -> Draft | Rejection:
    """Ask for a seat. With `answer`, answer a request as the owner."""
    guests, rules_sign = context.guests, context.rules_signs.in_force
    event = guests.answer(answer, person, rules_sign, context.desk) if answer else guests.ask(person, rules_sign)
    if isinstance(event, Rejection):
        return event
    meta = Meta(context.desk.clock.now(), f"player {person.name}", id, rules_sign.house.version)
    return Draft([guests.projection.append(meta, event)])


# Absences


def absence(
    context: Context, person: str, kind: type[Away | Back], only_if_away: bool, id: str, state: State
) -> Draft | Rejection:
    """Store a lost or recovered connection."""
    known, table, absences = context.desk.find(person), state.table, context.absences
    untimed = context.extra_time(table).untimed
    notice = absences.notice(kind, table, known, untimed, only_if_away) if known else None
    if notice is None:
        return Rejection("record", "already_done", "They have already had extra time this round.")
    meta = Meta(context.desk.clock.now(), "platform", id, context.rules_signs.house_for(table).version)
    return Draft([absences.projection.append(meta, notice)])
