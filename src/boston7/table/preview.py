"""Previews: the effects of a command at a table, without carrying it out.

At a virtual table, the platform holds face-down cards. A preview there shows only a rejection or the next phase, and
nothing that depends on cards. At a live table, the platform holds no secrets, so a preview shows everything.
"""

from __future__ import annotations

import msgspec

from boston7.declare import Rejection
from boston7.game import Command, Phase, Table
from boston7.game.acts.common import undecided
from boston7.game.acts.showdown import lines_due
from boston7.game.approvals import why_approved
from boston7.game.decide import act, answer, happened
from boston7.game.events import ApprovalAsked, Settled
from boston7.game.transfers import Transfer
from boston7.house import House
from boston7.money import Cents
from boston7.table.messages import clause_of
from boston7.table.state import State


class Voiding(msgspec.Struct, frozen=True):
    """The consequences of a void: the hands that may still be shown (R12), and the wagers that are returned."""

    shows: tuple[int, ...]
    returns: tuple[tuple[int, Cents], ...]


class Preview(msgspec.Struct, frozen=True):
    refusal: Rejection | None = None
    phase: Phase | None = None
    moves: tuple[Transfer, ...] = ()
    clauses: tuple[str, ...] = ()
    settled: tuple[Settled, ...] = ()  # Shown because the dealer pays one wager at a time.
    voids: Voiding | None = None
    approval: str = ""  # The clause that requires a second person's approval.


def preview(state: State, command: Command, house: House) -> Preview:
    table = state.table
    if table.live:
        return _at_a_live_table(state, command, house)
    own = answer(table, command, house)
    if isinstance(own, Rejection):
        return Preview(own)
    after = table
    for event in own:
        after = event.apply(after)
    approval = why_approved(table, command, own, house)
    return Preview(phase=after.phase, voids=_voids(table, after, house), approval=approval)


def _voids(table: Table, after: Table, house: House) -> Voiding | None:
    if after.phase is not Phase.VOID or table.phase is Phase.VOID:
        return None
    back = [(seat.number, sum(line.returned for line in lines_due(after, seat, house))) for seat in after.playing()]
    return Voiding(tuple(seat.number for seat in undecided(after)), tuple(back[::-1]))


def _at_a_live_table(state: State, command: Command, house: House) -> Preview:
    steps = act(state, command, house)
    if isinstance(steps, Rejection):
        return Preview(steps)
    approval = ""
    if isinstance(asked := steps[0][0], ApprovalAsked):
        approval = asked.request.clause if asked.request else ""
        steps = act(state, command, house, approved=True)
        assert not isinstance(steps, Rejection), "a request for approval is valid once approved"
    after, events = steps[-1][1].table, happened(steps)
    moves: list[Transfer] = []
    clauses: dict[str, None] = {}  # A dict removes duplicate clauses and keeps their order.
    for event in events:
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        moves += transfers
        clauses.update((part, None) for part in clause_of(event).split("; ") if part)
    if not clauses:
        clauses.update((clause_of(event, house), None) for event in events if event.about.cites)
    settled = tuple(event for event in events if isinstance(event, Settled))
    voids = _voids(state.table, after, house)
    return Preview(None, after.phase, tuple(moves), tuple(clauses), settled, voids, approval)
