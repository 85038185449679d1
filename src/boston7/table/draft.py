"""A draft of one commit, made from a command: table events, facts about the shuffle, and cage moves.

The platform's immediate actions are part of the same draft, so bets close and the deck is shuffled in one commit. If
players have texts to reveal, any process shuffles later (`schedule.due`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from boston7 import fair
from boston7.accounts import Desk
from boston7.accounts.cage import HOUSE, PLAY_HOUSE, CageMoved, CageReason
from boston7.declare import Rejection
from boston7.fair import Fact
from boston7.game import Command, Event, Phase, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, Actor
from boston7.game.corrections import Entered
from boston7.game.decide import act, happened
from boston7.game.transfers import Transfer
from boston7.keys import RoomKey
from boston7.record import Append, Meta
from boston7.shift.stream import ShiftStream
from boston7.table.absences import Absences
from boston7.table.directory import Directory, TableCard, card_of
from boston7.table.eligibility import StandingCheck
from boston7.table.guests import Guests
from boston7.table.limits import Tally
from boston7.table.marks import STREAM_PREFIX as MARKS
from boston7.table.marks import due as mark_due
from boston7.table.rules_sign import RulesSigns
from boston7.table.schedule import EQUAL, ExtraTime, wants_shuffle
from boston7.table.seeds import Seeds
from boston7.table.state import State, step

_STANDING = frozenset({Phase.CLOSED, Phase.OPENING, Phase.CLOSING})
_OUTSIDE = ("cage", "hands")
_MOVES: dict[str, tuple[CageReason, CageReason]] = {
    "cage": ("buy_in", "cash_out"),
    "hands": ("chips_in", "chips_out"),
}
"""Cage reasons of moves to a rail and from a rail."""
_COUNTED = frozenset({e.Settled, e.FoldTakenBack, e.Corrected})


class Context(NamedTuple):
    """Everything that decisions at a table depend on besides its state."""

    name: str
    stream: str
    key: RoomKey
    desk: Desk
    tally: Tally
    shift: ShiftStream
    directory: Directory
    rules_signs: RulesSigns
    seeds: Seeds
    absences: Absences
    guests: Guests
    standing: StandingCheck
    mark: Callable[[], bytes]  # Encodes the current state as a mark.

    def identity(self, person: str) -> str:
        """Return the id of the account or walk-up player behind a seat's id."""
        return self.desk.people.identity(person)

    def is_bot(self, id: str) -> bool:
        person = self.desk.find(id)
        return person is not None and person.bot

    def extra_time(self, table: Table) -> ExtraTime:
        """Return the seats without a clock, and the extra time of other seats.

        A person who plays alone with bots has no clock. With two or more people, every player has one, so that nobody
        holds up the others.
        """
        rules_sign = self.rules_signs.in_force
        if rules_sign.practice and not rules_sign.clock:
            people = [seat.number for seat in table.seats if seat.player and not self.is_bot(seat.person)]
            if len(people) == 1:
                return ExtraTime(frozenset(people))
        if self.absences.round != table.round:
            return EQUAL
        return ExtraTime(extra=self.absences.extra(rules_sign.grace))

    def card(self, state: State) -> TableCard:
        signs = self.rules_signs
        return card_of(self.name, state, signs.in_force, signs.projection.version)

    def card_append(self, state: State, meta: Meta) -> Append:
        """Return the append that stores the table's new card, to include in the commit that changes it."""
        return self.directory.append(self.card(state), self.rules_signs.in_force.house, meta)


class Draft(NamedTuple):
    """The appends to store, and the state after each event of the table."""

    appends: list[Append]
    steps: tuple[tuple[Event, State], ...] = ()

    def chains(self, before: State) -> bool:
        """Return whether the next request may be decided before this draft is stored. The draft must affect only one
        stream, keep the phase and change no settled money."""
        stored = [append for append in self.appends if append.bodies]
        if len(stored) != 1 or not self.steps or self.steps[-1][1].table.phase is not before.table.phase:
            return False
        return _COUNTED.isdisjoint([type(event) for event, _ in self.steps])


def actor_words(actor: Actor) -> str:
    return f"{actor.role} {actor.name}".strip()


def draft(context: Context, state: State, command: Command, command_id: str, by: str) -> Draft | Rejection:
    """Decide a command and the platform's immediate actions after it. `by` is the person's id, for the cage."""
    now = context.desk.clock.now()
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
        decided = act(state, following, house, now)
        if isinstance(decided, Rejection):
            return decided
        meta = Meta(now, actor_words(following.by), id, house.version)
        entered: Entered | None = None
        bodies: list[bytes] = []
        at = state.version
        for event, after in decided:
            if isinstance(event, Entered):
                entered = event
                continue
            moves += cage_moves(event, state.table, context.name, by, play_money, context.identity)
            if not play_money:
                cash += context.shift.cash_of(event, state.table, context.name, by, meta)
            # At a live table the entered command is stored with its first event.
            if entered is not None and not bodies:
                bodies.append(fair.write_entered(entered.command, event))
            else:
                bodies.append(fair.write_hidden(event, after.table, context.key))
            state = step(state, event, now, after)
            steps.append((event, state))
        appends.append(Append(context.stream, at, bodies, meta))
        facts += context.seeds.due(happened(decided), state.table)
        if facts:
            appends.append(facts_append(context, facts_at, facts, meta))
            facts_at += len(facts)
        following = None
        if wants_shuffle(state.table) and not context.seeds.waits(state.table):
            following = c.Shuffle(PLATFORM)
            id = platform_id(state, following)
    meta = appends[0].meta
    if moves and (denied := context.desk.cage.refuse(moves)) is not None:
        return denied
    if state.began != before.began and mark_due(before):  # A round begins.
        appends.append(Append(f"{MARKS}{context.name}", None, [context.mark()], meta))
    if moves:
        appends.append(context.desk.cage.append(moves, meta))
    if changes_card(before.table, state.table):
        appends.append(context.card_append(state, meta))
    return Draft(appends + cash, tuple(steps))


def facts_append(context: Context, at: int, facts: Sequence[Fact], meta: Meta) -> Append:
    return Append(fair.stream(context.name), at, [fair.write_fact(fact) for fact in facts], meta)


def platform_id(state: State, command: Command) -> str:
    """Return an id that is the same in every process, so that only one process succeeds."""
    return f"platform/{state.version}/{type(command).__name__}"


def cage_moves(
    event: Event, before: Table, table: str, by: str, play_money: bool, identity: Callable[[str], str]
) -> Iterator[CageMoved]:
    """Yield the cage moves of an event's transfers.

    `before` is the table before the event, which shows the owner of a rail. Play money has no cage counter, so carried
    chips are the balance of the player's account.
    """
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    for transfer in transfers:
        source, target = transfer.source, transfer.target
        if source not in _OUTSIDE and target not in _OUTSIDE:
            continue
        out = source in _OUTSIDE
        outside, account = (source, target) if out else (target, source)
        if account == "tray":
            house = PLAY_HOUSE if play_money else HOUSE
            yield CageMoved(house, "fill" if out else "credit", transfer.cents, table, by)
            continue
        owner = getattr(event, "person", "") or before.seat(int(account.removeprefix("rail:"))).person
        if not owner:
            raise LookupError(f"{account} has no player")
        way_in, way_out = _MOVES["cage" if play_money else outside]
        yield CageMoved(identity(owner), way_in if out else way_out, transfer.cents, table, by)


def changes_card(before: Table, after: Table) -> bool:
    """Return whether the table's card in the directory changes."""
    if before.phase is not after.phase and (before.phase in _STANDING or after.phase in _STANDING):
        return True
    if before.seats is not after.seats:
        for was, now in zip(before.seats, after.seats, strict=True):
            if was is not now and was.holder != now.holder:
                return True
    return False
