"""The checks that come before any rule: who may ask this, and when. In order, and each with a reason."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.game import commands as c
from boston7.game.actors import Role
from boston7.game.refusal import Refusal
from boston7.game.table import IN_ACTION, Phase, Table
from boston7.house.model import House


class Rung(NamedTuple):
    roles: frozenset[Role]
    phases: frozenset[Phase]
    topic: str
    ruling: str = ""
    late: str = ""  # what a dealer says when it is too late for this


_P, _D, _S, _X = (
    frozenset[Role]({"player"}),
    frozenset[Role]({"dealer"}),
    frozenset[Role]({"supervisor"}),
    frozenset[Role]({"platform"}),
)
_DEALS = _D | _X
_REPORTS = _D | _S | _X
_SEATS = _P | _D | _S | _X
_OPEN = frozenset(Phase) - {Phase.CLOSED}
_BETTING = frozenset({Phase.BETTING})
_DEALING = frozenset({Phase.DEALING_THREE, Phase.DEALING_FOUR})
_DEALT = frozenset({Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING})
_CLAIM = frozenset({Phase.THREE_CARD_BONUS, Phase.VOID})
_NO_MORE_BETS = "No more bets: nothing is made, raised or taken back now."
_COLLECTED = "The cards are collected; a royal can no longer be claimed."
_NO_CLAIM = "Three-card bonuses have been settled; no claim is possible now."

RUNGS: dict[type[msgspec.Struct], Rung] = {
    c.OpenTable: Rung(_S | _X, frozenset({Phase.CLOSED}), "procedure", late="The table is open."),
    c.CheckOff: Rung(_P | _D | _S | _X, frozenset({Phase.OPENING}), "procedure"),
    c.CountTray: Rung(_D, frozenset({Phase.OPENING, Phase.CLOSING}), "procedure"),
    c.ReplaceDeck: Rung(_S, frozenset({Phase.OPENING, Phase.BETTING, Phase.COMPLETE}), "procedure"),
    c.GoIdle: Rung(_D, _BETTING, "procedure"),
    c.BeginClosing: Rung(_S, _OPEN - {Phase.CLOSING}, "close_or_evict", "R19"),
    c.CloseTable: Rung(_S, frozenset({Phase.CLOSING}), "close_or_evict", "R19"),
    c.Sit: Rung(_SEATS, _OPEN - {Phase.CLOSING}, "procedure", late="The table is closing."),
    c.Leave: Rung(_SEATS, _OPEN, "procedure"),
    c.BuyIn: Rung(_SEATS, _OPEN - {Phase.CLOSING}, "procedure", late="The table is closing."),
    c.CashOut: Rung(_SEATS, _OPEN, "procedure"),
    c.PlaceWagers: Rung(_P | _D, _BETTING, "no_more_bets", "R1", _NO_MORE_BETS),
    c.WithdrawWagers: Rung(_P | _D, _BETTING, "no_more_bets", "R1", _NO_MORE_BETS),
    c.NoMoreBets: Rung(_DEALS, _BETTING, "no_more_bets", "R1", "Bets are closed already."),
    c.Shuffle: Rung(_DEALS, frozenset({Phase.BETTING, Phase.SHUFFLING}), "procedure"),
    c.Cut: Rung(_D, frozenset({Phase.BETTING, Phase.CUTTING}), "procedure"),
    c.OrderRecut: Rung(_S, frozenset({Phase.BETTING, Phase.DEALING_THREE}), "procedure"),
    c.Deal: Rung(_DEALS, _DEALING, "delivery", "R2"),
    c.CountStub: Rung(_D, frozenset({Phase.DEALING_FOUR}), "procedure"),
    c.RackStub: Rung(_DEALS, frozenset({Phase.DEALING_FOUR}), "delivery", "R2"),
    c.Expose: Rung(_P | _D, _CLAIM, "late_claim", "R3", _NO_CLAIM),
    c.Decline: Rung(_P | _D, _CLAIM, "late_claim", "R3", _NO_CLAIM),
    c.SettleBonuses: Rung(_DEALS, frozenset({Phase.THREE_CARD_BONUS}), "bonus_paid", "R3"),
    c.PlaceSecond: Rung(_P | _D, frozenset({Phase.DECISION}), "second_or_fold", "R5"),
    c.Fold: Rung(_P | _D, frozenset({Phase.DECISION}), "second_or_fold", "R5"),
    c.SetHand: Rung(_P | _D, frozenset({Phase.SETTING}), "set_five", "R7"),
    c.Disclose: Rung(_P | _D, frozenset({Phase.SETTING, Phase.SHOWDOWN}), "royal_disclosed", "R11", _COLLECTED),
    c.Reveal: Rung(_DEALS, frozenset({Phase.SHOWDOWN}), "dealer_reveals"),
    c.TurnOver: Rung(_D, frozenset({Phase.SHOWDOWN}), "settle_order", "R9"),
    c.Settle: Rung(_DEALS, frozenset({Phase.SHOWDOWN, Phase.VOID}), "settle_order", "R9"),
    c.NextRound: Rung(_DEALS, frozenset({Phase.COMPLETE}), "procedure"),
    c.TimeOut: Rung(_X, _CLAIM | {Phase.DECISION, Phase.SETTING}, "procedure", "R7"),
    c.DealerCardExposed: Rung(_REPORTS, _DEALT | {Phase.SHOWDOWN}, "dealer_exposed", "R13"),
    c.FaceUpCard: Rung(_REPORTS, _DEALING, "face_up_card", "R14"),
    c.DrawnInError: Rung(_REPORTS, _DEALING, "drawn_in_error", "R15"),
    c.WrongCount: Rung(_REPORTS, _DEALT | {Phase.SHOWDOWN}, "wrong_count", "R16"),
    c.DealerMiscount: Rung(_REPORTS, _DEALT | {Phase.SHOWDOWN}, "dealer_misdeal", "R17"),
    c.ShufflerFailed: Rung(_REPORTS, IN_ACTION | _BETTING, "jam_dealing", "R18"),
    c.FillTray: Rung(_S, _OPEN, "procedure"),
    c.CreditTray: Rung(_S, _OPEN, "procedure"),
    c.VoidRound: Rung(_S, IN_ACTION - {Phase.VOID}, "void", "R12, R19", "There is no round in action to void."),
    c.Evict: Rung(_S, _OPEN, "close_or_evict", "R19"),
    c.RefusePrizeCheck: Rung(_S, _OPEN, "prize_check", "R19"),
    c.Correct: Rung(_S, _OPEN, "procedure", "R21"),
}  # fmt: skip

# The wire refuses numbers out of these bounds as well; a command made in Python never passed it.
_NUMBERS = {"seat": (1, 6), "count": (0, 52), "at": (0, 52)} | dict.fromkeys(
    ("amount", "tray", "ante", "first", "three_card_bonus"), (0, 10**12)
)
_BOUNDS = {
    kind: [(field, *_NUMBERS[field]) for field in kind.__struct_fields__ if field in _NUMBERS and kind is not c.TimeOut]
    for kind in RUNGS
}
_TO_TYPE = {kind: c.to_type(kind) for kind in RUNGS}
_MISSING = {
    "amount": "Enter the amount.",
    "tray": "Enter the chips in the tray.",
    "at": "Enter how many cards were cut off the top.",
    "count": "Enter the number of cards.",
    "player": "Enter the player's name.",
    "payee": "Enter the payee's name.",
    "slip": "Enter the slip number.",
    "reason": "Enter the reason: it goes on record.",
    "transfers": "Enter the chips that move.",
}
_PLAYERS_OWN = (c.PlaceWagers, c.WithdrawWagers, c.Expose, c.Decline, c.PlaceSecond, c.Fold, c.SetHand, c.Disclose)
_FREE_OF_ROUND = (c.OpenTable, c.RefusePrizeCheck)


def incomplete(command: c.Command, house: House) -> Refusal | None:
    """What nobody typed is never made up: a command without it is refused (R23)."""
    for field in _TO_TYPE[type(command)]:
        if getattr(command, field) is c.TO_TYPE:
            rung = RUNGS[type(command)]
            return Refusal("incomplete", _MISSING[field], house.cite(rung.topic, rung.ruling))
    return None


def climb(table: Table, command: c.Command, house: House) -> Refusal | None:
    """Role, then phase, then rules in force, then seat. None if the command may be heard."""
    kind = type(command)
    rung = RUNGS[kind]
    by = command.by
    if by.role not in rung.roles:
        who = " or ".join(sorted(rung.roles - {"platform"})) or "platform"
        return Refusal(
            "wrong_role", f"This is for the {who} to do, not for the {by.role}.", house.cite(rung.topic, rung.ruling)
        )
    if table.phase not in rung.phases:
        return _not_now(table, rung, house)
    if (refusal := incomplete(command, house)) is not None:
        return refusal
    for field, low, high in _BOUNDS[kind]:
        value = getattr(command, field)
        if type(value) is not int or not low <= value <= high:
            clause = house.cite(rung.topic, rung.ruling)
            return Refusal("out_of_bounds", "That number makes no sense at a table.", clause)
    if table.version and table.version != house.version and kind not in _FREE_OF_ROUND and _bound(table):
        reason = f"This round is played under {table.house}, version {table.version[:12]}; those are other rules."
        return Refusal("wrong_house", reason, house.cite("procedure", "R20"))
    number = getattr(command, "seat", None)
    if by.role == "player" and number is not None and kind is not c.Sit:
        seat = table.seats[number - 1]
        if seat.player != by.name:
            whose = f"{seat.player}'s" if seat.player else "empty"
            return Refusal("wrong_seat", f"Seat {number} is {whose}.", house.cite("procedure"))
        if seat.evicted and kind is not c.Leave:
            return Refusal("wrong_seat", "An evicted player acts no more.", house.cite("close_or_evict", "R19"))
    if kind in _PLAYERS_OWN:
        if by.role == "dealer" and not table.live:
            return Refusal("wrong_role", "At a virtual table players act for themselves.", house.cite("procedure"))
        if kind is c.Expose and by.role == "player" and table.live:
            return Refusal("wrong_role", "At a live table the dealer enters exposed cards.", house.cite("procedure"))
    return None


def _bound(table: Table) -> bool:
    """A round binds its rules while wagers are down or it has been played."""
    return table.phase in IN_ACTION or table.phase is Phase.COMPLETE or any(seat.wagered for seat in table.seats)


def _not_now(table: Table, rung: Rung, house: House) -> Refusal:
    clause = house.cite(rung.topic, rung.ruling)
    if table.phase is Phase.CLOSED:
        return Refusal("table_closed", "The table is closed.", clause)
    if rung.late and not (
        table.phase is Phase.OPENING or (table.phase is Phase.DEALING_THREE and rung.topic == "late_claim")
    ):
        return Refusal("wrong_phase", rung.late, clause)
    return Refusal("wrong_phase", f"Not now: {_NOW[table.phase]}", clause)


_NOW = {
    Phase.CLOSED: "the table is closed.",
    Phase.OPENING: "the table is being opened.",
    Phase.BETTING: "wagers are being placed.",
    Phase.SHUFFLING: "the deck is being shuffled.",
    Phase.CUTTING: "the deck is being cut.",
    Phase.DEALING_THREE: "the first three cards are being dealt.",
    Phase.THREE_CARD_BONUS: "three-card bonuses are being settled.",
    Phase.DECISION: "players are deciding on the 2nd wager.",
    Phase.DEALING_FOUR: "the last four cards are being dealt.",
    Phase.SETTING: "players are setting their hands.",
    Phase.SHOWDOWN: "hands are being settled.",
    Phase.VOID: "a void round is being settled.",
    Phase.COMPLETE: "the round is complete.",
    Phase.CLOSING: "the table is closing.",
}
