"""The floor supervisor: fills and credits, corrections, evictions, prize checks (R19)."""

from __future__ import annotations

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import ACCOUNTS, Balance, Transfer, balance, moved
from boston7.game.acts.common import Answer, first_three
from boston7.game.acts.irregular import hand_voided
from boston7.game.acts.opening import cashing, withdrawal
from boston7.game.acts.playing import shown_three
from boston7.game.counting import tray_count_open
from boston7.game.refusal import Refusal
from boston7.game.table import Table
from boston7.house.model import House
from boston7.money import dollars


def fill_tray(table: Table, command: c.FillTray, house: House) -> Answer:
    return _slip(command, house) or (
        e.ChipsMoved("fill", command.slip, (Transfer("cage", "tray", command.amount),), command.by),
    )


def credit_tray(table: Table, command: c.CreditTray, house: House) -> Answer:
    if refusal := _slip(command, house):
        return refusal
    if command.amount > table.tray:
        return Refusal("not_enough_chips", _holds(table, "tray"), house.cite("procedure"))
    return (e.ChipsMoved("credit", command.slip, (Transfer("tray", "cage", command.amount),), command.by),)


def _slip(command: c.FillTray | c.CreditTray, house: House) -> Refusal | None:
    if not command.amount:
        return Refusal("out_of_bounds", "Name an amount of chips.", house.cite("procedure"))
    if not command.slip.strip():
        return Refusal(
            "reason_needed", "A fill or credit needs the number of its signed slip.", house.cite("procedure")
        )
    return None


def evict(table: Table, command: c.Evict, house: House) -> Answer:
    """What is in action is finished under the rules first, or voided; then the seat is cleared."""
    clause = house.cite("close_or_evict", "R19")
    seat = table.seat(command.seat)
    if not house.rights.evict:
        return Refusal("not_this_house", f"{house.name} states no right to evict a customer.", clause)
    if not command.reason.strip():
        return Refusal("reason_needed", "An eviction needs a reason: it goes on record.", clause)
    if seat.player is None:
        return Refusal("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
    if command.first_three and not (command.void and table.live and seat.status == "in" and len(seat.cards) >= 3):
        return Refusal("wrong_cards", "There is no three-card hand to show here.", clause)
    if seat.evicted and not (command.void and seat.status == "in"):
        return Refusal("already_done", f"{seat.player} is evicted already.", clause)
    evicted = e.PlayerEvicted(seat.number, seat.player, command.reason, clause, command.by)
    if seat.status == "in":
        if not command.void:
            return (evicted,)
        if command.first_three and (refusal := shown_three(table, seat, command.first_three, house)):
            return refusal
        three = command.first_three or first_three(table, seat)
        voided = hand_voided(table, seat, three, command.reason, clause, house)
        return voided if isinstance(voided, Refusal) else (evicted, *voided)
    back = withdrawal(table, seat.number)
    withdrawn = (e.WagersWithdrawn(seat.number, back, command.by),) if back else ()
    cents = seat.rail + sum(transfer.cents for transfer in back)
    return (evicted, *withdrawn, e.PlayerLeft(seat.number, seat.player, cashing(seat.number, cents)))


def _holds(table: Table, account: str) -> str:
    if account == "tray" and tray_count_open(table):
        return "The tray does not hold that much. It is still to be counted."
    place = "The tray" if account == "tray" else f"The rail of seat {account[5:]}"
    return f"{place} holds {dollars(balance(table, account))}."


def refuse_prize_check(table: Table, command: c.RefusePrizeCheck, house: House) -> Answer:
    """A record only: no chips at the table move for a check."""
    clause = house.cite("prize_check", "R19")
    if not house.rights.refuse_prize_check:
        return Refusal("not_this_house", f"{house.name} states no right to refuse a prize check.", clause)
    if not command.reason.strip():
        return Refusal("reason_needed", "Say why the check is refused: it goes on record.", clause)
    if not command.amount:
        return Refusal("out_of_bounds", "Enter the amount of the check.", clause)
    return (e.PrizeCheckRefused(command.payee, command.amount, command.reason, clause, command.by),)


def correct(table: Table, command: c.Correct, house: House) -> Answer:
    """Chips paid or collected in error, between rails and tray. Wagers are put right by the rules, not by hand."""
    clause = house.cite("procedure", "R21")
    if not command.reason.strip():
        return Refusal("reason_needed", "A correction needs a reason: it goes on record.", clause)
    if not command.transfers:
        return Refusal("bad_transfer", "A correction names the chips that move.", clause)
    touched: list[str] = []
    for transfer in command.transfers:
        for account in (transfer.source, transfer.target):
            if account not in ACCOUNTS or not (account == "tray" or account.startswith("rail:")):
                return Refusal(
                    "bad_transfer", f"A correction moves chips between rails and tray, not {account!r}.", clause
                )
            if account != "tray" and table.seat(int(account[5:])).player is None:
                return Refusal("seat_empty", f"Nobody sits in seat {account[5:]}.", clause)
            touched.append(account)
        if type(transfer.cents) is not int or transfer.cents <= 0 or transfer.source == transfer.target:
            return Refusal("bad_transfer", "Each transfer moves some chips from one place to another.", clause)
    after = moved(table, command.transfers)
    accounts = tuple(dict.fromkeys(touched))
    for account in accounts:
        if balance(after, account) < 0:
            return Refusal("not_enough_chips", _holds(table, account), clause)
    befores = tuple(Balance(account, balance(table, account)) for account in accounts)
    afters = tuple(Balance(account, balance(after, account)) for account in accounts)
    return (e.Corrected(command.transfers, command.reason, befores, afters, command.by),)
