"""Decides which events need a second person's approval, and what that person sees first (R12, R21, R22, R24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from boston7.cards import Card
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.acts.showdown import large_payout
from boston7.game.approval_requests import ApprovalRequest, HandShown
from boston7.game.kinds import Command, Event
from boston7.game.rejection import rejected
from boston7.game.table import Seat, Table
from boston7.game.transfers import Transfer
from boston7.house.model import House
from boston7.money import Cents, dollars


def why_approved(table: Table, command: Command, events: tuple[Event, ...], house: House) -> str:
    """Return the clause that requires approval for these events, or an empty string.

    The platform and players never need approval. Fills and credits at a live table use slips with several signatures
    instead.
    """
    if command.by.role in ("player", "platform"):
        return ""
    if table.live and large_payout(table, events, house):
        return house.cite_value("approvals.payout_above")
    for event in events:
        if type(event) not in _MAY_TAKE_TWO:
            continue
        match event:
            case e.PayoutCorrected():
                return house.cite("room", "R21")
            case e.Corrected() if event.takes_two(table):
                return house.cite("room", "R22")
            case e.RoundVoided() | e.HandVoided() if table.dealer_face_up and (table.live or _by_the_floor(command)):
                return house.cite("floor_void", "R12")
            case e.ChipsMoved(what="fill" | "credit") if not table.live and _above(event, house.approvals.fill_above):
                return house.cite_value("approvals.fill_above")
    return ""


_MAY_TAKE_TWO = frozenset({e.PayoutCorrected, e.Corrected, e.RoundVoided, e.HandVoided, e.ChipsMoved})


def _by_the_floor(command: Command) -> bool:
    return isinstance(command, c.VoidRound | c.VoidHand | c.Evict)


def _above(event: e.ChipsMoved, above: Cents | None) -> bool:
    return above is not None and sum(each.cents for each in event.transfers) > above


def asked_for(table: Table, command: Command, events: tuple[Event, ...], house: House, clause: str) -> ApprovalRequest:
    """Build the approval request for these events."""
    return ApprovalRequest(
        table.requests + 1,
        command.by,
        cast("c.Command", command),
        _summary(command, events),
        str(getattr(command, "reason", "")),
        clause,
        _transfers(events),
        tuple(_hands(table, events)),
        _of_round(command, events),
    )


def differs(request: ApprovalRequest, table: Table, events: tuple[Event, ...]) -> bool:
    """Return whether the effect of the request now differs from the one shown."""
    return _transfers(events) != request.transfers or tuple(_hands(table, events)) != request.hands


def already_asked(table: Table, command: Command, house: House) -> Rejection | None:
    """Reject a command if the same one, from any person, already waits for approval."""
    for request in table.pending:
        if _same(request, command):
            return rejected("already_done", f"Waiting for approval: {request.what}.", house.cite("room", "R22, R24"))
    return None


def _same(request: ApprovalRequest, command: Command) -> bool:
    asked: Command = request.command
    if isinstance(asked, c.Amend) and isinstance(command, c.Amend):
        return asked.entry == command.entry
    return replace(command, by=asked.by) == asked


def _transfers(events: tuple[Event, ...]) -> tuple[Transfer, ...]:
    found: list[Transfer] = []
    for event in events:
        found += getattr(event, "transfers", ())
    return tuple(found)


def _hands(table: Table, events: tuple[Event, ...]) -> Iterator[HandShown]:
    """Yield the hands whose chips are affected, with their results. The dealer's hand comes first if it is face up."""
    shown = tuple(_concerned(table, events))
    if shown and table.dealer_face_up:
        yield HandShown(0, table.dealer_cards)
    yield from shown


def _concerned(table: Table, events: tuple[Event, ...]) -> Iterator[HandShown]:
    for event in events:
        if isinstance(event, e.Settled) and (event.moment != "void" or any(line.paid for line in event.lines)):
            yield HandShown(event.seat, _cards(table.seat(event.seat)), event.lines)
        elif isinstance(event, e.Corrected) and event.after is not None:
            for was, now in zip(table.seats, event.after.seats, strict=True):
                if (was.lines, _cards(was)) != (now.lines, _cards(now)):
                    yield HandShown(now.number, _cards(now), now.lines)
        elif isinstance(event, e.RoundVoided | e.HandVoided):
            yield from event.would_be or ()


def _cards(seat: Seat) -> tuple[Card, ...]:
    return seat.cards or seat.shown


def _summary(command: Command, events: tuple[Event, ...]) -> str:
    """Summarize the request, such as `Seat 4's payout, $1,250`."""
    corrected = next((event for event in events if isinstance(event, e.Corrected)), None)
    if corrected is not None:
        return corrected.summary()
    if isinstance(command, c.Settle | c.SettleBonuses):
        paid = [
            (event.seat, sum(line.paid for line in event.lines)) for event in events if isinstance(event, e.Settled)
        ]
        return "; ".join(f"Seat {seat}'s payout, {dollars(cents)}" for seat, cents in paid if cents)
    seat: int = getattr(command, "seat", 0)
    amount: Cents = getattr(command, "amount", 0)
    return ", ".join(
        filter(None, (command.rule.label, f"seat {seat}" if seat else "", dollars(amount) if amount else ""))
    )


def _of_round(command: Command, events: tuple[Event, ...]) -> bool:
    """Return whether the request lapses with the round. Requests about cash, fills and payout corrections do not."""
    for event in events:
        if isinstance(event, e.Corrected):
            return not any(isinstance(one.was, c.BuyInCash) for one in event.amended)
    return not isinstance(command, c.CorrectPayout | c.FillTray | c.CreditTray)
