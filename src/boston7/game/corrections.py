"""Corrections (R22): the entries at a live table, and the table that results from correcting one.

A correction decides the entries again, starting from the table as it was when last cleared. It does not apply their
events again: lines, payouts and phases depend on the wrong entry, so they would repeat the mistake. Every remaining
entry must be accepted again and deal the same cards to the same hands.

In earlier rounds, only cash can be corrected. The rail and the tray then change as of the start of this round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, final

import msgspec
from msgspec.structs import replace

from boston7.declare import About, Rejection, Rule, Sentence
from boston7.game import approval_requests
from boston7.game import correctable as c
from boston7.game.actors import Actor
from boston7.game.acts.closing import TableClosed
from boston7.game.acts.dealing import CardsDealt
from boston7.game.acts.opening import TableOpened
from boston7.game.acts.showdown import NO_AWARD, TableCleared
from boston7.game.correctable import Correctable
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Offer, Reason, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, SUPERVISOR
from boston7.game.table import BETTING, OPEN, Phase, Seat, Table
from boston7.game.transfers import Transfer, balance, move_chips
from boston7.game.wagered import wager_label
from boston7.house.model import House
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import Cents, dollars

EnterAgain = Callable[[Table, Command, House], tuple[Table, tuple[Event, ...]] | Rejection]
"""Repeats a command that was already accepted, without asking for approval again (`decide.py`)."""

_NO_ENTRY = ("staff", "opening", "clock", "approval")
_STAYS = (
    c.CallFloor, c.AnswerCall, c.Evict, c.CorrectPayout, c.BeginClosing, c.EndPlay, c.RefusePrizeCheck, c.ReplaceDeck,
    c.GoIdle, c.SitOut, c.NextRound,
)  # fmt: skip
"""Commands that are decisions rather than entries, so they cannot be typing mistakes."""
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
"""Groups of commands. One person may correct such a command for a while if the new one is in the same group."""
_MONEY = (c.BuyInCash, c.ChipsOut)
"""Kept beyond the round: cash purchases, and the entries that can prevent their correction."""

BEFORE_THE_ROUND = "This was entered before the round: only cash can be corrected now."
_SEATING_STAYS = "Seating cannot be corrected: seat the player again, or have the player leave."
_CAGE_STAYS = "Chips that reached the cage stay there: use a payout correction."
_STAYS_DEALT = "Cards dealt with this entry stay dealt."


# Entries


@final
class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command accepted at a live table. It precedes the first event that it causes and is stored with it. It does not
    change the table, and viewers do not receive it."""

    number: int  # The number of that event.
    command: Correctable
    time: int = 0  # Microseconds since 1970.
    player: str = ""  # The player in the command's seat.
    holder: str = ""  # The holder of that seat.

    @classmethod
    def at(cls, table: Table, number: int, command: Correctable, time: int) -> Entered:
        """Record a command with the player in its seat."""
        at = seat_of(command)
        seat = table.seat(at) if at else Seat(0)
        return cls(number, command, time, seat.player or "", seat.holder)


class Amended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One corrected entry: the old command and the new one. If `now` is None, the entry was undone."""

    entry: int
    was: Correctable
    now: Correctable | None = None
    holder: str = ""  # The person in the command's seat, because chips follow the person.

    @property
    def seat(self) -> int:
        return seat_of(self.was)

    def cash(self) -> Cents:
        """Return the increase in cash for chips, negative for a decrease."""
        return _cash(self.now) - _cash(self.was)

    def summary(self, *, keyed: bool = True) -> str:
        """Describe the change, such as "Seat 2's fold taken back"."""
        entry, now = named(self.was, keyed=keyed), self.now
        if now is None:
            return f"{entry} taken back"
        if type(now) is not type(self.was):
            return f"{entry}, now {_called(now, keyed=keyed)}"
        return f"{entry}, now {keyed_words(now) or 'nothing'}" if keyed else f"{entry} entered again"


class Corrected(Event, frozen=True):
    """A correction of entries, with the resulting table. `after` is that table without its requests."""

    about = About(
        Sentence("Correction: {which}.", record="Corrected by {by}: {change}. {reason} Chips: {moves}."),
        shows=("amended", "transfers", "after", "reason", "by"),
    )

    amended: tuple[Amended, ...]
    transfers: tuple[Transfer, ...]
    after: Table | None
    reason: str
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(self.after, pending=table.pending, requests=table.requests) if self.after else table

    def cash(self, before: Table) -> dict[int, Cents]:
        """Return the increase in cash for chips, by the seat where the player sits now."""
        changes: dict[int, Cents] = {}
        for one in self.amended:
            if cents := one.cash():
                held = [seat.number for seat in before.seats if seat.holder == one.holder]
                seat = one.seat if one.seat in held else held[0]
                changes[seat] = changes.get(seat, 0) + cents
        return changes

    def takes_two(self, before: Table) -> bool:
        """Return whether a second person must approve it first (R22)."""
        return any(takes_two(before, one.was, one.now, self.transfers) for one in self.amended)

    def summary(self, *, keyed: bool = True) -> str:
        return "; ".join(one.summary(keyed=keyed) for one in self.amended) or "an entry"

    def words(self, before: Table) -> Words:
        return {"change": self.summary(), "which": self.summary(keyed=False)}


class History(msgspec.Struct, frozen=True, gc=False):
    """The entries at a live table since it was last cleared, and the table at that time.

    `earlier` holds the cash purchases of this session before that, with the entries that removed chips from a rail.
    """

    start: Table
    entries: tuple[Entered, ...] = ()
    earlier: tuple[Entered, ...] = ()

    def find(self, number: int) -> Entered | None:
        return next((one for one in (*self.entries, *self.earlier) if one.number == number), None)

    def cleared(self, table: Table) -> History:
        """Begin a new round. In the old round, only cash can still be corrected."""
        money = [one for one in self.entries if isinstance(one.command, _MONEY)]
        return History(without_requests(table), (), (*self.earlier, *money))

    def amended(self, changes: tuple[Amended, ...]) -> History:
        here = {entry.number for entry in self.entries}
        start = self.start
        for change in changes:
            if change.entry not in here:
                start = move_chips(start, _sold(_seat_held_by(start, change.holder, change.seat), change.cash()))
        now = {change.entry: change.now for change in changes}
        return History(start, _as_amended(self.entries, now), _as_amended(self.earlier, now))


def followed(history: History | None, event: Event | Entered, after: Table) -> History | None:
    """Return the history after an event. `after` is the table after that event. A closed or virtual table has no
    history."""
    if isinstance(event, TableClosed) or not after.live:
        return None
    if isinstance(event, TableOpened):
        return History(without_requests(after))
    if history is None:
        return None
    if isinstance(event, Entered):
        return replace(history, entries=(*history.entries, event))
    if isinstance(event, TableCleared):
        history = history.cleared(after)
    elif isinstance(event, Corrected):
        history = history.amended(event.amended)
    return history if history.entries else replace(history, start=without_requests(after))


def without_requests(table: Table) -> Table:
    return replace(table, pending=(), requests=0) if table.requests else table


def _as_amended(entries: tuple[Entered, ...], now: dict[int, Correctable | None]) -> tuple[Entered, ...]:
    kept = []
    for entry in entries:
        command = now.get(entry.number, entry.command)
        if command is not None:
            kept.append(replace(entry, command=command))
    return tuple(kept)


# Correcting


class Amend(Command, frozen=True):
    """Undo an entry of this table session, or replace it."""

    rule = Rule(
        by=DEALER | SUPERVISOR,
        when=OPEN,
        topic="room",
        ruling="R22",
        place="procedure",
        label="Undo last entry",
        key="u",
        optional=True,
        history=True,
    )

    entry: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    now: Correctable | None = None  # The `by` of the new command is ignored, because the entry keeps its own.
    reason: Reason = TO_TYPE

    def decide(
        self, table: Table, house: House, history: History | None = None, again: EnterAgain | None = None
    ) -> Answer:
        """Decide the entries again with the change. `table` is the current result of `history`."""
        clause = house.cite("room", "R22")
        if history is None or again is None:
            return rejected("not_ready", "There is no entry at this table to correct.", clause)
        entry = history.find(self.entry)
        if entry is None:
            return rejected(
                "not_ready", f"Entry {self.entry} can no longer be corrected, or is not from this table.", clause
            )
        if refusal := refuse_correction(table, entry, self.by, clause):
            return refusal
        new = self.instead_of(entry, clause)
        if isinstance(new, Rejection):
            return new
        # Typed as `object`, because the type checker takes seconds to compare two commands.
        before: object = entry.command
        if new == before:
            return rejected("already_done", "This is what was entered: nothing would change.", clause)
        if any(one is entry for one in history.entries):
            after = _decided_again(history, entry, new, house, again, clause)
        else:
            after = _with_cash(history, entry, new, house, again, clause)
        if isinstance(after, Rejection):
            return after
        if (after.cage, after.hands) != (table.cage, table.hands):
            return rejected("in_play", _CAGE_STAYS, clause)
        if [seat.holder for seat in after.seats] != [seat.holder for seat in table.seats]:
            return rejected("in_play", _SEATING_STAYS, clause)
        change = Amended(entry.number, entry.command, new, entry.holder)
        return (Corrected((change,), _net(table, after), without_requests(after), self.reason, self.by),)

    def instead_of(self, entry: Entered, clause: str) -> Correctable | Rejection | None:
        """Return the replacement command in the name of the person who made the original entry."""
        if self.now is None:
            return None
        if self.by.role not in {*self.now.rule.by, "supervisor"}:
            return rejected("wrong_role", "Only a supervisor can enter this.", clause)
        if seat_of(self.now) != seat_of(entry.command):
            return rejected(
                "wrong_seat", "A correction must be for the same seat: undo the entry and enter it again.", clause
            )
        return replace(self.now, by=entry.command.by)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        return iter(())


approval_requests.Command = Correctable | Amend  # type: ignore[attr-defined]
"""Completes the type of `ApprovalRequest.command`. Tables contain requests, requests contain commands, and commands
need the table, so the type is only known here."""


def refuse_correction(table: Table, entry: Entered, by: Actor, clause: str) -> Rejection | None:
    """Return the reason why no approval can correct this entry, or None."""
    if (refusal := _not_corrected(entry.command, clause)) is not None:
        return refusal
    if table.phase is Phase.CLOSING and table.tray_counted:
        return rejected("not_ready", "The tray has been counted: earlier entries stand.", clause)
    if by.role not in {*entry.command.rule.by, "supervisor"}:
        return rejected("wrong_role", "A supervisor entered this: only a supervisor can correct it.", clause)
    return None


def _not_corrected(command: Command, clause: str = "") -> Rejection | None:
    """Reject commands that are not entries of the round."""
    if command.rule.place in _NO_ENTRY or isinstance(command, _STAYS):
        return rejected("not_ready", "This cannot be corrected: it is not a card, wager, fold, count or hand.", clause)
    if isinstance(command, _SEATING):
        return rejected("in_play", _SEATING_STAYS, clause)
    return rejected("in_play", _CAGE_STAYS, clause) if isinstance(command, _CAGE) else None


def takes_two(table: Table, was: Command, now: Command | None, transfers: tuple[Transfer, ...]) -> bool:
    """Return whether a second person must approve the correction of this entry (R22).

    One person may correct a wager until "no more bets", and a card, fold or claim until play has acted on it. A
    correction that moves tray chips takes two people, except for a fold that can still be taken back.
    """
    number = seat_of(was)
    seat = table.seat(number) if number else None
    group = next((kinds for kinds in _ALONE if isinstance(was, kinds)), ())
    if not group or (now is not None and not isinstance(now, group)):
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
    # Entering another card corrects a misreading. Entering no card would change the ruling.
    if group is _REPORTED and now is None:
        return True
    return group in (_DEALERS_HAND, _REPORTED) and any(map(_acted_on, table.seats))


def _acted_on(seat: Seat | None) -> bool:
    return seat is not None and seat.status in ("settled", "void", "folded")


def last_to_undo(history: History) -> Entered | None:
    """Return the last entry, which "Undo" takes back. Skip reliefs, floor calls and seatings after it."""
    return next((entry for entry in reversed(history.entries) if not _not_corrected(entry.command)), None)


# Deciding the entries again


def _decided_again(
    history: History, entry: Entered, new: Command | None, house: House, again: EnterAgain, clause: str
) -> Table | Rejection:
    """Replay the entries with one of them changed. The new entry must deal at least the same cards."""
    now = history.start
    for one, _, then, dealt in replayed(history, house, again):
        if one is entry and dealt and new is None:
            return rejected("in_play", _STAYS_DEALT, clause)
        if one is entry and not then.version and not isinstance(one.command, c.BuyInCash):
            return rejected("not_ready", BEFORE_THE_ROUND, clause)
        command = new if one is entry else one.command
        if command is None:
            continue
        after = again(now, command, house)
        if isinstance(after, Rejection):
            return after if one is entry else _in_the_way(one, after)
        now, dealt_now = after[0], _deals(after[1])
        if one is entry and dealt_now[: len(dealt)] != dealt:
            return rejected("in_play", _STAYS_DEALT, clause)
        if one is not entry and dealt_now != dealt:
            reason = f"This would change the cards of a later entry: {named(one.command)}."
            return rejected("in_play", f"{reason} Void the hand, or undo that entry first.", clause)
    return now


def _in_the_way(entry: Entered, refusal: Rejection) -> Rejection:
    return replace(refusal, reason=f"{named(entry.command)} would no longer be possible. {refusal.reason}")


def _with_cash(
    history: History, entry: Entered, new: Command | None, house: House, again: EnterAgain, clause: str
) -> Table | Rejection:
    """Correct cash of an earlier round. Change the rail and the tray at the start of this round, then replay its
    entries."""
    if not isinstance(entry.command, c.BuyInCash) or not (new is None or isinstance(new, c.BuyInCash)):
        return rejected("not_ready", "In an earlier round, only cash can be corrected.", clause)
    number = _seat_held_by(history.start, entry.holder, seat_of(entry.command))
    if not number:
        reason = f"{entry.player} has left with these chips: they cannot be taken back."
        return rejected("seat_empty", reason, clause)
    start = move_chips(history.start, _sold(number, _cash(new) - _cash(entry.command)))
    if start.seat(number).rail < 0:
        return rejected("not_enough_chips", _gone(history, entry, history.start.seat(number)), clause)
    if start.tray < 0:
        return rejected("tray_short", "The tray does not hold that much: call for a fill.", clause)
    return replay_entries(replace(history, start=start), house, again)


def replay_entries(history: History, house: House, again: EnterAgain) -> Table | Rejection:
    """Replay the entries. Return the table, or the refusal of the first entry that is no longer accepted."""
    table = history.start
    for entry in history.entries:
        after = again(table, entry.command, house)
        if isinstance(after, Rejection):
            return _in_the_way(entry, after)
        table = after[0]
    return table


def replayed(
    history: History, house: House, again: EnterAgain
) -> Iterator[tuple[Entered, Table, Table, list[tuple[int, int]]]]:
    """Yield each entry of the round, the tables before and after it, and the cards it dealt as (spot, count)."""
    table = history.start
    for entry in history.entries:
        after = again(table, entry.command, house)
        assert not isinstance(after, Rejection), "what is on record was accepted"
        yield entry, table, after[0], _deals(after[1])
        table = after[0]


def _deals(events: tuple[Event, ...]) -> list[tuple[int, int]]:
    return [(event.to, len(event.cards)) for event in events if isinstance(event, CardsDealt)]


def _gone(history: History, entry: Entered, seat: Seat) -> str:
    """Explain why chips cannot be taken back from a rail. Name the entry that removed them, or the player's losses."""
    later = [one for one in history.earlier if one.number > entry.number and one.holder == entry.holder]
    taken = next((one for one in reversed(later) if isinstance(one.command, c.ChipsOut)), None)
    why = f"{named(taken.command)} removed chips since" if taken else "the rest was lost in earlier rounds"
    return f"{entry.player} had {dollars(seat.rail)} on the rail before this round: {why}."


# Chips


def _cash(command: Command | None) -> Cents:
    return command.amount if isinstance(command, c.BuyInCash) else 0


def _sold(seat: int, cents: Cents) -> tuple[Transfer, ...]:
    """Return the transfer for a change in cash for chips."""
    if not cents or not seat:
        return ()
    tray, rail = ("tray", f"rail:{seat}") if cents > 0 else (f"rail:{seat}", "tray")
    return (Transfer(tray, rail, abs(cents)),)


def _seat_held_by(table: Table, holder: str, seat: int) -> int:
    """Return the seat that holds the person's chips, preferably `seat`, or 0."""
    held = [each.number for each in table.seats if holder and each.holder == holder]
    return seat if seat in held else next(iter(held), 0)


def _net(before: Table, after: Table) -> tuple[Transfer, ...]:
    """Return the net transfers, within a seat if possible, otherwise between the seat and the tray."""
    transfers: list[Transfer] = []
    for was, now in zip(before.seats, after.seats, strict=True):
        spots = dict.fromkeys(("rail", *MAIN_WAGERS, *was.wagers, *now.wagers))
        accounts = [f"{spot}:{now.number}" for spot in spots]
        changes = [(account, balance(after, account) - balance(before, account)) for account in accounts]
        owing = [(account, -cents) for account, cents in changes if cents < 0]
        wanting = [(account, cents) for account, cents in changes if cents > 0]
        surplus = sum(cents for _, cents in changes)
        (owing if surplus > 0 else wanting).append(("tray", abs(surplus)))
        transfers += _paired(owing, wanting)
    return tuple(transfers)


def _paired(owing: list[tuple[str, Cents]], wanting: list[tuple[str, Cents]]) -> Iterator[Transfer]:
    """Pair sources with targets; both lists have the same total."""
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


# Text


def seat_of(command: Command) -> int:
    """Return the command's seat, or 0."""
    seat: int = getattr(command, "seat", 0)
    return seat


def named(command: Command, *, keyed: bool = True) -> str:
    """Return a readable name of a command, such as "Seat 4's wagers (Ante Bonus $10)" or "Dealer's hand"."""
    seat, what = seat_of(command), _called(command, keyed=keyed)
    return f"Seat {seat}'s {what}" if seat else what[:1].upper() + what[1:]


def _called(command: Command, *, keyed: bool) -> str:
    name = command.rule.entry or command.rule.label
    words = keyed_words(command) if keyed else ""
    return f"{name} ({words})" if words else name


def keyed_words(command: Command) -> str:
    """Describe the entered values: amounts with their labels, cards in their usual notation."""
    words: list[str] = []
    asked = {ask.field: ask for ask in command.rule.ask}
    for name, value in msgspec.to_builtins(command).items():
        if name in ("type", "by", "seat") or not value or value is True:
            continue
        ask = asked.get(name)
        if ask is not None and ask.kind == "amount":
            words.append(f"{ask.question} {dollars(value)}")
        elif isinstance(value, tuple | list) and all(isinstance(card, str) for card in value):
            words.append(" ".join(value))
        elif isinstance(value, dict):
            words += [f"{wager_label(wager)} {dollars(cents)}" for wager, cents in value.items() if cents]
        elif isinstance(value, str | int) and value != NO_AWARD:
            words.append(str(value).replace("_", " "))
    return ", ".join(words)
