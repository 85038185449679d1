"""From a command to what is to be stored: events, facts about the shuffle and moves of the cage, all or nothing.

What the platform does at once follows in the same transaction, as its own act: bets close and the deck is shuffled in
one stroke. Only where players have texts to reveal does the shuffle come later (`timers.due`), by whichever process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from boston7 import fair
from boston7.accounts.cage import CageMoved
from boston7.accounts.cagebook import CageBook
from boston7.declare import Rejection
from boston7.fair import Fact, RoomKey
from boston7.game import Command, Event
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, Actor
from boston7.journal import Append, Meta
from boston7.table.chips import MOVES_CHIPS, cage_moves
from boston7.table.directory import changes
from boston7.table.rules_sign import RulesSigns
from boston7.table.seeds import Seeds
from boston7.table.shift_book import ShiftBook
from boston7.table.snapshots import due as snapshot_due
from boston7.table.state import State, outcome_at, step, stream
from boston7.table.timers import wants_shuffle


class Context(NamedTuple):
    """Everything a table is decided from."""

    name: str
    key: RoomKey
    rules_signs: RulesSigns
    seeds: Seeds
    cage: CageBook
    person: Callable[[str], str]  # a person's id by name
    mark: Callable[[Meta], Append]  # the table as it stands
    shift: ShiftBook
    card: Callable[[State, Meta], Append]  # for the directory, where anything on it has changed


def actor_words(actor: Actor) -> str:
    return f"{actor.role} {actor.name}".strip()


class Transaction(NamedTuple):
    """What is to be stored, and the table after each of its events: nobody works that out again."""

    appends: list[Append]
    steps: tuple[tuple[Event, State], ...] = ()


def transact(
    context: Context, state: State, command: Command, command_id: str, by: str, now: int
) -> Transaction | Rejection:
    appends: list[Append] = []
    steps: list[tuple[Event, State]] = []
    moves: list[CageMoved] = []
    cash: list[Append] = []
    facts_at = context.seeds.projection.version
    play_money = context.rules_signs.in_force.play_money
    following: Command | None = command
    id = command_id
    before = state
    while following is not None:
        facts: tuple[Fact, ...] = ()
        if isinstance(following, c.Shuffle) and following.by == PLATFORM:
            deck, facts = context.seeds.deck(state.table.round, state.shuffles + 1)
            following = replace(following, deck=deck)
        house = context.rules_signs.house_for(state.table)
        happened = outcome_at(state, following, house)
        if isinstance(happened, Rejection):
            return happened
        meta = Meta(now, actor_words(following.by), id, house.version)
        bodies: list[bytes] = []
        at = state.version
        for event, after in happened:
            if type(event) in MOVES_CHIPS:
                moves += cage_moves(event, state.table, context.name, by, play_money, context.person)
            if not play_money:
                cash += context.shift.cash_of(event, state.table, context.name, by, meta)
            # At a live table what was entered is stored with its first event. A correction says itself what it was.
            if after.live and not bodies and not isinstance(following, c.Amend):
                bodies.append(fair.write_entered(following, event))
                state = step(state, event, now, after, following)
            else:
                bodies.append(fair.write_hidden(event, after, context.key))
                state = step(state, event, now, after)
            steps.append((event, state))
        appends.append(Append(stream(context.name), at, bodies, meta, fair.UPCASTS.format))
        facts += context.seeds.due([event for event, _ in happened], state.table)
        if facts:
            appends.append(facts_append(context, facts_at, facts, meta))
            facts_at += len(facts)
        following = None
        if wants_shuffle(state.table) and not context.seeds.waits(state.table):
            following = c.Shuffle(PLATFORM)
            id = platform_id(state, following)
    if moves and (denied := context.cage.refuse(moves)) is not None:
        return denied
    if snapshot_due(before, (event for event, _ in steps)):
        appends.append(context.mark(appends[0].meta))
    if moves:
        appends.append(context.cage.append(moves, appends[0].meta))
    if changes(before.table, state.table):
        appends.append(context.card(state, appends[0].meta))
    return Transaction(appends + cash, tuple(steps))


def facts_append(context: Context, at: int, facts: Sequence[Fact], meta: Meta) -> Append:
    return Append(fair.stream(context.name), at, [fair.write_fact(fact) for fact in facts], meta)


def platform_id(state: State, command: Command) -> str:
    """The same in every process, for an act that only one of them can win."""
    return f"platform/{state.version}/{type(command).__name__}"
