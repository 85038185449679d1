"""Void hands and rounds (R12). All wagers are returned. After some causes, a three-card hand keeps its awards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from boston7.cards import Card
from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import (
    automatic_fill,
    first_three,
    hand_entered,
    shortage,
    transfers_for,
    tray_short,
    void_position,
)
from boston7.game.acts.showdown import Settled, lines_due
from boston7.game.approval_requests import HandShown
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Offer, Reason, SeatNumber, Words
from boston7.game.rejection import rejected
from boston7.game.roles import SUPERVISOR
from boston7.game.settlement import net_of, void_clause, void_lines
from boston7.game.table import IN_ACTION, Phase, Seat, Table
from boston7.house.model import House, VoidCause
from boston7.money import signed_dollars


class RoundVoided(Event, frozen=True):
    """Every hand of the round is void."""

    about = About(
        Sentence("Round void. {reason}", record="The round is void, called by {by} ({clause}). {reason}{results}"),
        shows=("reason", "clause", "by", "cause", "keeps_awards"),
        staff=("would_be",),
    )

    reason: str
    clause: str
    by: Actor
    cause: VoidCause | Literal[""] = ""  # Empty in old records without causes.
    keeps_awards: bool = True  # Whether a qualifying three-card hand is still paid.
    would_be: tuple[HandShown, ...] | None = None  # The results without the void, if the dealer's hand was open.

    def words(self, before: Table) -> Words:
        return {"results": _results(self.would_be)}

    def apply(self, table: Table) -> Table:
        return replace(
            table,
            phase=Phase.VOID,
            void_reason=self.reason,
            void_clause=self.clause,
            void_cause=self.cause,
            void_keeps_awards=self.keeps_awards,
        )


def round_voided(
    house: House, cause: VoidCause, reason: str, by: Actor, would_be: tuple[HandShown, ...] | None = None
) -> RoundVoided:
    return RoundVoided(reason, void_clause(house, cause), by, cause, cause in house.voids.keep_awards, would_be)


def would_be(table: Table, seats: tuple[Seat, ...], house: House) -> tuple[HandShown, ...] | None:
    """Return the results that the void cancels after the dealer's hand is open (R12), as far as they are known."""
    if not table.dealer_face_up or table.phase is not Phase.SHOWDOWN:
        return None
    return tuple(
        HandShown(seat.number, seat.cards, lines_due(table, seat, house) if hand_entered(seat) else ())
        for seat in seats
    )


def _results(hands: tuple[HandShown, ...] | None) -> str:
    results = [
        f"seat {hand.seat} {signed_dollars(net_of(hand.lines)) if hand.lines else 'not entered'}"
        for hand in hands or ()
    ]
    return f" Without the void: {', '.join(results)}." if results else ""


class HandVoided(Event, frozen=True):
    """One seat's hand is void, and the others play on."""

    about = About(
        Sentence(
            you="Your hand is void. {reason}",
            they="{who}: hand void. {reason}",
            record="{who}: the hand is void ({clause}). {reason}{results}",
        ),
        shows=("seat", "reason", "clause"),
        staff=("would_be",),
        aloud=True,
    )

    seat: int
    reason: str
    clause: str
    would_be: tuple[HandShown, ...] | None = None  # The result without the void, if the dealer's hand was open.

    def words(self, before: Table) -> Words:
        return {"results": _results(self.would_be)}


class VoidRound(Command, frozen=True):
    """Void the round."""

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
        return (round_voided(house, "floor", self.reason, self.by, would_be(table, table.playing(), house)),)


class VoidHand(Command, frozen=True):
    """Void one hand. Its player keeps the seat, and the others play on."""

    rule = Rule(
        by=SUPERVISOR,
        when=IN_ACTION - {Phase.VOID},
        topic="floor_void",
        ruling="R12, R19",
        late="There is no hand in action to void.",
        place="irregularity",
        label="Void one hand",
        entry="voided hand",
        note="One hand that is not settled, with a reason on record. Its player stays.",
        outcome="The hand is void and its wagers are returned. The others play on.",
        ask=(Ask.seat(), Ask.reason()),
    )

    seat: SeatNumber
    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        seat, clause = table.seat(self.seat), house.cite("floor_void", "R12, R19")
        if seat.status != "in":
            return rejected("no_wager", f"Seat {seat.number} has no hand left to void.", clause)
        return hand_voided(table, seat, first_three(table, seat), self.reason, clause, house, "floor")

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, seat.number)) for seat in table.playing())


def hand_voided(
    table: Table, seat: Seat, three: tuple[Card, ...] | None, reason: str, clause: str, house: House, cause: VoidCause
) -> tuple[Event, ...] | Rejection:
    """R12: return a seat's wagers. If the cause allows it, pay the awards for which its three-card hand qualifies."""
    held = void_position(table, seat, cause, three or (), house)
    lines = void_lines(house, held if three is not None else replace(held, three=None), clause)
    fill = automatic_fill(table, shortage(table, lines, house))
    if not fill and (refusal := tray_short(table, lines, house)):
        return refusal
    settled = Settled(seat.number, "void", lines, transfers_for(seat.number, lines, house))
    return *fill, HandVoided(seat.number, reason, clause, would_be(table, (seat,), house)), settled
