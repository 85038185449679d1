"""Corrections (R22): entries as they should have been, decided again from where the round's table stood before it.

Not its events: lines, payouts and phases were decided from the wrong entry, so folding those again would keep the
mistake. Every entry that is kept must be accepted again and deal the same cards to the same hands. Of earlier rounds
only the cash that was taken can be put right: rail and tray then differ from the start of this round on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import SPOTS, Transfer, balance, moved
from boston7.game.actors import Actor
from boston7.game.acts.amending import Amend, Amended, Reworked, named
from boston7.game.commands import Command
from boston7.game.history import Entered, History, seat_held_by, sold, without_requests
from boston7.game.rejection import rejected
from boston7.game.table import BETTING, Phase, Seat, Table
from boston7.game.wire import InvalidMessage, read_command, write
from boston7.house.model import House
from boston7.money import Cents, dollars

Replay = Callable[[Table, Command, House], tuple[tuple[e.Event, Table], ...] | Rejection]
"""Carries out a command that was accepted once, as `decide.py` does: nobody is asked to approve it again."""

_SETTLED = ("settled", "void")
_NO_ENTRY = ("staff", "opening", "clock", "approval")
_STAYS = (
    c.CallFloor, c.AnswerCall, c.Evict, c.Correct, c.BeginClosing, c.EndPlay, c.RefusePrizeCheck, c.ReplaceDeck,
    c.GoIdle, c.SitOut, c.NextRound,
)  # fmt: skip
"""What somebody decided, and not what somebody keyed."""
_SEATING = (c.Sit, c.SeatWalkUp, c.Leave, c.MoveSeat, c.UndoLeave)
_CAGE = (c.BuyIn, c.CashOut, c.ChipsIn, c.ChipsOut, c.FillTray, c.CreditTray)
_WAGERS = (c.PlaceWagers, c.WithdrawWagers)
_DECISIONS = (c.PlaceSecond, c.Fold)
_CLAIMS = (c.Expose, c.KeyRank, c.Decline)
_HANDS = (c.SetHand, c.TurnOver, c.KeyHand, c.Disclose)
_DEALERS_HAND = (c.Reveal, c.RevealApart)
_DECK = (c.Shuffle, c.Cut, c.OrderRecut, c.HoldDeck, c.RackStub, c.CountStub)
_REPORTED = (c.FaceUpCard,)
_ALONE: tuple[tuple[type[object], ...], ...] = (
    _WAGERS, _DECISIONS, _CLAIMS, _HANDS, _DEALERS_HAND, _DECK, _REPORTED,
)  # fmt: skip
"""What one person alone may correct for a while, if it is still of the same group afterward."""


def rework(table: Table, history: History, amend: Amend, house: House, replay: Replay) -> Reworked | Rejection:
    """`table` is the table as it stands, which is what the entries led to."""
    clause = house.cite("room", "R22")
    entry = history.find(amend.entry)
    if entry is None:
        return rejected("not_ready", f"Entry {amend.entry} is over, or no entry of this table.", clause)
    if refusal := never(table, entry, amend.by, clause):
        return refusal
    new = corrected(entry, amend, clause)
    if isinstance(new, Rejection):
        return new
    before: object = entry.command  # to compare two commands takes the type checker seconds
    if new == before:
        return rejected("already_done", "That is what was entered: nothing would change.", clause)
    change = Amended(entry.number, _written(entry.command), _written(new) if new else "", entry.holder)
    if any(one is entry for one in history.entries):
        again = _again(history, entry, new, house, replay, clause)
    else:
        again = _with_cash(history, entry, new, house, replay, clause)
    if isinstance(again, Rejection):
        return again
    if (again.cage, again.hands) != (table.cage, table.hands):
        return _at_the_cage(clause)
    if [seat.holder for seat in again.seats] != [seat.holder for seat in table.seats]:
        return _seating(clause)
    return Reworked((change,), _net(table, again), without_requests(again), amend.reason, amend.by)


def _seat(command: object) -> int:
    number: int = getattr(command, "seat", 0)
    return number


def never(table: Table, entry: Entered, by: Actor, clause: str) -> Rejection | None:
    """Why an entry cannot be corrected, whoever approves it."""
    rule = type(entry.command).rule
    if rule.place in _NO_ENTRY or isinstance(entry.command, _STAYS):
        return rejected("not_ready", "This cannot be corrected: it is not a card, wager, fold, count or hand.", clause)
    if isinstance(entry.command, _SEATING):
        return _seating(clause)
    if isinstance(entry.command, _CAGE):
        return _at_the_cage(clause)
    if table.phase is Phase.CLOSING and table.tray_counted:
        return rejected("not_ready", "The tray has been counted: what was entered before stands.", clause)
    if by.role not in {*rule.by, "supervisor"}:
        return rejected("wrong_role", "A supervisor entered this: only a supervisor can correct it.", clause)
    return None


def takes_two(table: Table, entry: Entered, new: Command | None, transfers: tuple[Transfer, ...]) -> bool:
    """Whether a second person approves the correction of this entry (R22).

    One person alone corrects a wager until "no more bets"; a card, fold or claim until it has been acted on. Chips of
    the tray take two people, but for those of a fold while it can still be taken back.
    """
    command, number = entry.command, _seat(entry.command)
    seat = table.seat(number) if number else None
    group = next((kinds for kinds in _ALONE if isinstance(command, kinds)), ())
    if not group or (new is not None and not isinstance(new, group)):
        return True
    last_four_begun = any(len(one.cards) > 3 or one.status == "settled" for one in table.seats)
    if group is _DECISIONS:
        return last_four_begun
    if any("tray" in (each.source, each.target) for each in transfers):
        return True
    if group is _WAGERS:
        return table.phase not in BETTING
    if group is _CLAIMS:
        return last_four_begun or _acted_on(seat) or (seat is not None and seat.bonus == "settled")
    if group is _HANDS:
        return _acted_on(seat)
    if group is _REPORTED and new is None:  # another card is a misreading; none is another ruling
        return True
    return group in (_DEALERS_HAND, _REPORTED) and any(map(_acted_on, table.seats))


def _acted_on(seat: Seat | None) -> bool:
    return seat is not None and seat.status in (*_SETTLED, "folded")


def _beside(command: Command) -> bool:
    """Whether this goes on beside the round and is no entry of it."""
    return type(command).rule.place in _NO_ENTRY or isinstance(command, _STAYS + _SEATING + _CAGE)


def _seating(clause: str) -> Rejection:
    return rejected("in_play", "Seating is not corrected here: players sit and leave.", clause)


def _at_the_cage(clause: str) -> Rejection:
    return rejected("in_play", "Chips that reached the cage stay there: use a payout correction.", clause)


def corrected(entry: Entered, amend: Amend, clause: str) -> Command | Rejection | None:
    """What should have been entered, by whoever entered it."""
    if amend.now is None:
        return None
    by = msgspec.to_builtins(entry.command.by)
    try:
        new = read_command(msgspec.json.encode({**amend.now, "by": by}))
    except InvalidMessage as error:
        return rejected("wrong_cards", str(error), clause)
    if amend.by.role not in {*type(new).rule.by, "supervisor"}:
        return rejected("wrong_role", "Only a supervisor can enter this.", clause)
    if isinstance(new, Amend) or _seat(new) != _seat(entry.command):
        return rejected("wrong_seat", "An entry is corrected at its own seat: undo it and enter it again.", clause)
    return new


def _again(
    history: History, entry: Entered, new: Command | None, house: House, replay: Replay, clause: str
) -> Table | Rejection:
    """The table as the entries lead to it with one of them changed."""
    then = now = history.start
    for one in history.entries:
        before = replay(then, one.command, house)
        assert not isinstance(before, Rejection), "what is on record was accepted"
        then = before[-1][1]
        dealt = deals(before)
        if one is entry and dealt and new is None:
            return _stays_dealt(clause)
        if one is entry and not then.version and not isinstance(one.command, c.BuyInCash):
            return rejected("not_ready", "This was entered before the round: only cash can be corrected now.", clause)
        command = new if one is entry else one.command
        if command is None:
            continue
        after = replay(now, command, house)
        if isinstance(after, Rejection):
            return after if one is entry else _in_the_way(one, after)
        again = deals(after)
        if one is entry and again[: len(dealt)] != dealt:
            return _stays_dealt(clause)
        if one is not entry and again != dealt:
            reason = f"Cards were dealt differently after this: {named(_written(one.command))}."
            return rejected("in_play", f"{reason} They stay dealt: void the hand, or undo that entry first.", clause)
        now = after[-1][1]
    return now


def _stays_dealt(clause: str) -> Rejection:
    """An entry may be corrected in place if the same cards are dealt with it, or more."""
    return rejected("in_play", "Cards were dealt with this entry: they stay dealt.", clause)


def _in_the_way(entry: Entered, refusal: Rejection) -> Rejection:
    return replace(refusal, reason=f"{named(_written(entry.command))} would no longer fit. {refusal.reason}")


def _with_cash(
    history: History, entry: Entered, new: Command | None, house: House, replay: Replay, clause: str
) -> Table | Rejection:
    """Cash of an earlier round: rail and tray as they would have been before this one, and its entries on them."""
    if not isinstance(entry.command, c.BuyInCash) or not (new is None or isinstance(new, c.BuyInCash)):
        return rejected("not_ready", "Of an earlier round only cash can be corrected.", clause)
    start, number = history.start, seat_held_by(history.start, entry.holder, _seat(entry.command))
    if not number:
        reason = f"{entry.player} has left with these chips: nobody can give them back."
        return rejected("seat_empty", reason, clause)
    now = moved(start, sold(number, (new.amount if new else 0) - entry.command.amount))
    if now.seat(number).rail < 0:
        return rejected("not_enough_chips", _gone(history, entry, start.seat(number)), clause)
    if now.tray < 0:
        return rejected("tray_short", "The tray does not have that much: call for a fill.", clause)
    for one in history.entries:
        after = replay(now, one.command, house)
        if isinstance(after, Rejection):
            return _in_the_way(one, after)
        now = after[-1][1]
    return now


def _gone(history: History, entry: Entered, seat: Seat) -> str:
    """Why a rail cannot give chips back: the entry that took them away, if it is not what the player lost."""
    later = [one for one in history.earlier if one.number > entry.number and one.holder == entry.holder]
    taken = next((one for one in reversed(later) if isinstance(one.command, c.ChipsOut)), None)
    why = f"{named(_written(taken.command))} stands in the way" if taken else "the rest went in earlier rounds"
    return f"{entry.player} had {dollars(seat.rail)} on the rail before this round: {why}."


def led_to(history: History, house: House, replay: Replay) -> Table | None:
    """The table that the entries lead to; None where one of them is refused."""
    table = history.start
    for entry in history.entries:
        happened = replay(table, entry.command, house)
        if isinstance(happened, Rejection):
            return None
        table = happened[-1][1]
    return table


def deals(happened: tuple[tuple[e.Event, Table], ...]) -> list[tuple[int, int]]:
    return [(event.to, len(event.cards)) for event, _ in happened if isinstance(event, e.CardsDealt)]


def _written(command: Command) -> str:
    return write(command).decode()


def _net(before: Table, after: Table) -> tuple[Transfer, ...]:
    """The chips that have to move, each once: within a seat where they can, else between it and the tray."""
    transfers: list[Transfer] = []
    for was, now in zip(before.seats, after.seats, strict=True):
        bets = {stake.id for stake in (*was.side_bets, *now.side_bets)}
        accounts = [f"{spot}:{now.number}" for spot in ("rail", *SPOTS, *sorted(bets))]
        changes = [(account, balance(after, account) - balance(before, account)) for account in accounts]
        owing = [(account, -cents) for account, cents in changes if cents < 0]
        wanting = [(account, cents) for account, cents in changes if cents > 0]
        surplus = sum(cents for _, cents in changes)
        (owing if surplus > 0 else wanting).append(("tray", abs(surplus)))
        transfers += _paired(owing, wanting)
    return tuple(transfers)


def _paired(owing: list[tuple[str, Cents]], wanting: list[tuple[str, Cents]]) -> Iterator[Transfer]:
    """Both lists come to the same."""
    sources = iter(owing)
    source, left = "", 0
    for target, missing in wanting:
        while missing:
            if not left:
                source, left = next(sources)
            part = min(missing, left)
            if part:
                yield Transfer(source, target, part)
            missing, left = missing - part, left - part


def last_to_undo(history: History) -> Entered | None:
    """What "Undo" takes back: what was keyed last. A relief, a call for the floor or somebody who sits down since is
    not in the way."""
    return next((entry for entry in reversed(history.entries) if not _beside(entry.command)), None)
