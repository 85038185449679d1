"""Work of the floor supervisor: fills and credits, payout corrections, evictions, prize checks (R19, R21)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.betting import WagersWithdrawn, withdrawal
from boston7.game.acts.common import first_three
from boston7.game.acts.rail import ChipsMoved, leaving, no_chips
from boston7.game.counting import tray_count_open
from boston7.game.grounds import (
    CHECK_GROUNDS,
    GROUNDS,
    CheckGround,
    Ground,
    before_reason,
    check_clause,
    no_right,
)
from boston7.game.irregularities.void import hand_voided
from boston7.game.kinds import (
    MOST,
    TO_TYPE,
    Amount,
    Answer,
    Command,
    Event,
    Offer,
    PlayerName,
    Reason,
    SeatNumber,
    Words,
)
from boston7.game.rejection import rejected
from boston7.game.roles import SUPERVISOR
from boston7.game.table import OPEN, Phase, Table, changed
from boston7.game.transfers import RAILS, Balance, Transfer, balance, move_chips
from boston7.house.model import House
from boston7.money import Cents, dollars

_SLIP = Ask("slip", "name", "Number of the signed slip")


class PlayerEvicted(Event, frozen=True):
    """A player is evicted."""

    about = About(
        Sentence(
            you="You have been asked to leave. {reason}",
            they="{player} has been asked to leave. {reason}",
            record="{player} is evicted from seat {seat} and barred by {by} ({clause}). {grounds}{reason}",
        ),
        shows=("seat", "player", "reason", "clause", "by", "ground"),
        aloud=True,
    )

    seat: int
    player: str
    reason: str
    clause: str
    by: Actor
    ground: str
    person: str = ""

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, evicted=True)

    def words(self, before: Table) -> Words:
        return {"grounds": before_reason(self.ground)}


class PrizeCheckRefused(Event, frozen=True):
    """A prize check is refused. The refusal only goes on record, and no chips move."""

    about = About(
        Sentence(
            "Prize check of {check} for {payee} refused. {reason}",
            record="Prize check of {check} for {payee} refused by {by} ({clause}). {grounds}{reason}",
        ),
        shows=("payee", "amount", "reason", "clause", "by", "ground"),
    )

    payee: str
    amount: Cents
    reason: str
    clause: str
    by: Actor
    ground: str

    def words(self, before: Table) -> Words:
        return {"check": dollars(self.amount), "grounds": before_reason(self.ground)}


class PayoutCorrected(Event, frozen=True):
    """A wrong payout or collection is corrected, with the balances before and after."""

    about = About(
        Sentence(
            "Payout correction: {moves}. {reason}",
            record="Payout correction by {by}: {moves}. {reason} Before: {before}. After: {after}.",
        ),
        shows=("transfers", "reason", "before", "after", "by"),
    )

    transfers: tuple[Transfer, ...]
    reason: str
    before: tuple[Balance, ...]
    after: tuple[Balance, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        return move_chips(table, self.transfers)


class FillTray(Command, frozen=True):
    """Bring chips from the cage to the tray."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="room",
        place="floor",
        label="Fill",
        entry="fill",
        note="Chips from the cage, with a signed slip.",
        outcome="Chips come from the cage to the tray.",
        ask=(Ask.amount(), _SLIP),
    )

    amount: Amount = TO_TYPE
    slip: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        return no_chips(self.amount, house) or (
            ChipsMoved("fill", self.slip, (Transfer("cage", "tray", self.amount),), self.by),
        )

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, 1), 1, MOST)


class CreditTray(Command, frozen=True):
    """Send chips from the tray to the cage."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="room",
        place="floor",
        label="Credit",
        entry="credit",
        note="Chips to the cage, with a signed slip.",
        outcome="Chips go from the tray to the cage.",
        ask=(Ask.amount(), _SLIP),
    )

    amount: Amount = TO_TYPE
    slip: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := no_chips(self.amount, house):
            return refusal
        if self.amount > table.tray:
            return rejected("not_enough_chips", _holds(table, "tray"), house.cite("room"))
        return (ChipsMoved("credit", self.slip, (Transfer("tray", "cage", self.amount),), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, 1), 1, None if tray_count_open(table) else min(table.tray, MOST))


class Evict(Command, frozen=True):
    """Evict a player. `void` returns the wagers of a hand in play (R12)."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="close_or_evict",
        ruling="R19",
        place="irregularity",
        label="Evict a player",
        entry="eviction",
        note="The hand is finished or voided; then the seat is cleared. The player is barred until the bar is lifted.",
        outcome="The hand is finished under the rules; then the seat is cleared and the player is barred.",
        ask=(
            Ask.seat(),
            Ask("ground", "choice", "In the best interest of", choices=tuple(GROUNDS)),
            Ask.reason(),
            Ask(
                "void",
                "check",
                "Void the hand in play",
                outcome="The hand is void and its wagers are returned; then the seat is cleared "
                "and the player is barred.",
            ),
        ),
    )

    seat: SeatNumber
    reason: Reason = TO_TYPE
    void: bool = False
    ground: Ground = "other"

    def decide(self, table: Table, house: House) -> Answer:
        """Finish or void the hand in play first, then clear the seat."""
        clause = house.cite("close_or_evict", "R19")
        seat = table.seat(self.seat)
        if not house.rights.evict:
            return rejected("not_this_house", f"{house.name} does not provide for evictions.", clause)
        if seat.player is None:
            return rejected("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
        voids = self.void and seat.status == "in" and table.phase is not Phase.VOID  # R12: an earlier void stands.
        if seat.evicted and not voids:
            return rejected("already_done", f"{seat.player} has already been evicted.", clause)
        evicted = PlayerEvicted(seat.number, seat.player, self.reason, clause, self.by, self.ground, seat.person)
        if seat.status == "in":
            if not voids:
                return (evicted,)
            voided = hand_voided(table, seat, first_three(table, seat), self.reason, clause, house, "floor")
            return voided if isinstance(voided, Rejection) else (evicted, *voided)
        back = withdrawal(table, seat.number)
        withdrawn = (WagersWithdrawn(seat.number, back, self.by),) if back else ()
        cents = seat.rail + sum(transfer.cents for transfer in back)
        return (evicted, *withdrawn, leaving(table, seat, cents))

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, seat.number)) for seat in table.seats if seat.player)


class RefusePrizeCheck(Command, frozen=True):
    """Record that a prize check is refused."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="prize_check",
        ruling="R19",
        any_rules=True,
        place="floor",
        label="Refuse a prize check",
        entry="refused prize check",
        note="For a check issued at this table. No chips move.",
        outcome="The refusal goes on record, and the cage does not cash the check. No chips move at the table.",
        ask=(
            Ask("payee", "name", "Who the check is made out to"),
            Ask.amount(),
            Ask("ground", "choice", "Ground", choices=tuple(CHECK_GROUNDS)),
            Ask.reason(),
        ),
    )

    payee: PlayerName = TO_TYPE
    amount: Amount = TO_TYPE
    reason: Reason = TO_TYPE
    ground: CheckGround = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := no_right(house):
            return refusal
        clause = check_clause(house)
        if not self.amount:
            return rejected("out_of_bounds", "Enter the amount of the check.", clause)
        return (PrizeCheckRefused(self.payee, self.amount, self.reason, clause, self.by, self.ground),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, amount=1), 1)


class CorrectPayout(Command, frozen=True):
    """Correct chips that were paid or collected in error."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN,
        topic="room",
        ruling="R21",
        place="irregularity",
        label="Payout correction",
        entry="payout correction",
        note="Between a rail and the tray, with a reason on record.",
        outcome="The chips are corrected, with the balances before and after on record.",
        ask=(Ask("transfers", "transfers", "Chips to move"), Ask.reason()),
    )

    transfers: Annotated[tuple[Transfer, ...], msgspec.Meta(max_length=20)] = TO_TYPE
    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        """Move chips only between rails and the tray. Wagers are settled by the rules."""
        clause = house.cite("room", "R21")
        if not self.transfers:
            return rejected("bad_transfer", "Enter the chips to move.", clause)
        touched: list[str] = []
        for transfer in self.transfers:
            for account in (transfer.source, transfer.target):
                if account != "tray" and account not in RAILS:
                    reason = f"A payout correction moves chips between rails and the tray, not {account!r}."
                    return rejected("bad_transfer", reason, clause)
                if account != "tray" and table.seat(int(account[5:])).player is None:
                    return rejected("seat_empty", f"Nobody sits in seat {account[5:]}.", clause)
                touched.append(account)
            if type(transfer.cents) is not int or transfer.cents <= 0 or transfer.source == transfer.target:
                return rejected("bad_transfer", "Each transfer needs an amount and two different places.", clause)
        after = move_chips(table, self.transfers)
        accounts = tuple(dict.fromkeys(touched))
        for account in accounts:
            if balance(after, account) < 0:
                reason = _holds(table, account)
                return rejected("not_enough_chips", reason, clause)
        befores = tuple(Balance(account, balance(table, account)) for account in accounts)
        afters = tuple(Balance(account, balance(after, account)) for account in accounts)
        return (PayoutCorrected(self.transfers, self.reason, befores, afters, self.by),)


def _holds(table: Table, account: str) -> str:
    if account == "tray" and tray_count_open(table):
        return "The tray does not hold that much. Its count is still open."
    place = "The tray" if account == "tray" else f"The rail of seat {account[5:]}"
    return f"{place} holds {dollars(balance(table, account))}."
