"""Void hands and void rounds (R12): every wager goes back; after some causes a three-card hand keeps its awards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.cards import Card
from boston7.declare import About, Ask, Rejection, Rule, Told
from boston7.game.actors import Actor
from boston7.game.acts.common import automatic_fill, shortage, transfers_for, tray_short, void_position
from boston7.game.acts.showdown import Settled
from boston7.game.kinds import TO_TYPE, WRITTEN, Answer, Command, Event, Offer, Reason
from boston7.game.roles import SUPERVISOR
from boston7.game.settlement import void_clause, void_lines
from boston7.game.table import IN_ACTION, Phase, Seat, Table
from boston7.house.model import House, VoidCause


class RoundVoided(Event, frozen=True):
    """Every hand of the round is void."""

    about = About(
        Told("Round void. {reason}", record="The round is void, called by {by} ({clause}). {reason}"),
        shows=("reason", "clause", "by", "cause", "keeps_awards"),
    )

    reason: str
    clause: str
    by: Actor
    cause: VoidCause | Literal[""] = ""  # not on record before causes told voids apart
    keeps_awards: bool = True  # whether a three-card hand still gets what it qualifies for

    def apply(self, table: Table) -> Table:
        return replace(
            table,
            phase=Phase.VOID,
            void_reason=self.reason,
            void_clause=self.clause,
            void_cause=self.cause,
            void_keeps_awards=self.keeps_awards,
        )


def round_voided(house: House, cause: VoidCause, reason: str, by: Actor) -> RoundVoided:
    return RoundVoided(reason, void_clause(house, cause), by, cause, cause in house.voids.keep_awards)


class HandVoided(Event, frozen=True):
    """One seat's hand is void; the others play on."""

    about = About(
        Told(
            you="Your hand is void. {reason}",
            they="{who}: hand void. {reason}",
            record="{who}: the hand is void ({clause}). {reason}",
        ),
        shows=("seat", "reason", "clause"),
        aloud=True,
    )

    seat: int
    reason: str
    clause: str


class VoidRound(Command, frozen=True):
    """The floor voids the round."""

    rule = Rule(
        by=SUPERVISOR,
        when=IN_ACTION - {Phase.VOID},
        topic="floor_void",
        ruling="R12, R19",
        late="There is no round in action to void.",
        place="irregularity",
        label="Void the round",
        entry="voided round",
        note="Every hand, with a reason on record.",
        ask=(Ask.reason(),),
    )

    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        return (round_voided(house, "floor", self.reason, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, WRITTEN))


def hand_voided(
    table: Table, seat: Seat, three: tuple[Card, ...] | None, reason: str, clause: str, house: House, cause: VoidCause
) -> tuple[Event, ...] | Rejection:
    """R12 for one seat: wagers back, and where the cause allows it what its three-card hand qualifies for, if it had
    one."""
    held = void_position(table, seat, cause, three or (), house)
    lines = void_lines(house, held if three is not None else replace(held, three=None), clause)
    fill = automatic_fill(table, shortage(table, lines, house))
    if not fill and (refusal := tray_short(table, lines, house)):
        return refusal
    settled = Settled(seat.number, "void", lines, transfers_for(seat.number, lines, house))
    return *fill, HandVoided(seat.number, reason, clause), settled
