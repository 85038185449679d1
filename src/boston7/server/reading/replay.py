"""The replay of a finished round, limited to what the viewer may see."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from msgspec.structs import replace

from boston7.audit.rounds import Round, RoundStep
from boston7.game import Event, Table, TableView, view
from boston7.game.actors import SPECTATOR, Actor, player
from boston7.game.patch import Document, document, merge
from boston7.game.redact import redact, without_tray
from boston7.narrate import tell
from boston7.table.messages import clause_of


class ReplayStep(msgspec.Struct, frozen=True):
    """An event as the viewer may see it, its description, and the state of the table after it."""

    version: int
    time: int
    actor: str
    words: str
    clauses: tuple[str, ...]
    event: Event
    view: Document


class Replay(msgspec.Struct, frozen=True):
    """A finished round. The `replay` field marks it, so that it cannot be mistaken for a game in progress."""

    replay: bool
    table: str
    round: int
    status: str
    house: str
    version: str
    steps: tuple[ReplayStep, ...]


def shown_again(found: Round, viewer: Actor) -> Replay:
    """Return the replay of a finished round. An auditor sees every card, including the deck."""
    if not found.finished:
        raise ValueError("a round still in play cannot be replayed")
    last = found.steps[-1].after
    follows = [False, *(two.entry.command_id == one.entry.command_id for one, two in pairwise(found.steps))]
    steps = tuple(_step(step, viewer, actor_of(step, each)) for step, each in zip(found.steps, follows, strict=True))
    return Replay(True, found.table, found.number, found.status, last.house, last.version, steps)


def shown_blind(shown: Replay) -> Replay:
    """Return the replay without the tray, for use during a tray count: after the last round, both are equal (R23)."""
    steps = [
        replace(each, event=without_tray(each.event), view=merge(each.view, {"tray": None})) for each in shown.steps
    ]
    return replace(shown, steps=tuple(steps))


def actor_of(step: RoundStep, follows: bool) -> str:
    """Return who did it. Steps that follow a player's action in one commit, such as the deal, are the platform's."""
    return "platform" if follows and step.entry.actor.startswith("player ") else step.entry.actor


def _step(step: RoundStep, viewer: Actor, actor: str) -> ReplayStep:
    if viewer.role == "auditor":
        event, seen = step.event, open_view(step.after)
    else:
        event, seen = redact(step.event, step.before, viewer), view(step.after, viewer)
    entry = step.entry
    words, clauses = tell(event, step.before, form="record"), tuple(filter(None, clause_of(event).split("; ")))
    return ReplayStep(entry.version, entry.time, actor, words, clauses, event, document(seen))


def open_view(table: Table) -> TableView:
    """Return a view with every card: each seat's own, and the dealer's hand."""
    seats = []
    for seat in view(table, SPECTATOR).seats:
        own = view(table, player(seat.player)).seats[seat.number - 1] if seat.player else seat
        seats.append(replace(own, yours=False))
    seen = view(table, SPECTATOR)
    counts = {"tray": table.tray, "stub": len(table.stub)}  # An auditor does not have to count the tray blind.
    return replace(seen, seats=tuple(seats), dealer_cards=table.dealer_cards, **counts)
