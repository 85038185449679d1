"""Opening and closing a table: deck, tray, signatures."""

from __future__ import annotations

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.acts.common import Answer
from boston7.game.checklist import DECK_STEPS, SUPERVISOR_STEPS, WORDS, Step, due
from boston7.game.refusal import Refusal
from boston7.game.table import IN_ACTION, Phase, Table
from boston7.house.model import House


def open_table(table: Table, command: c.OpenTable, house: House) -> Answer:
    clause = house.cite("delivery", "R2")
    style = command.style or house.delivery.styles[0]
    device = command.device or house.delivery.devices[0]
    if style not in house.delivery.styles:
        return Refusal("not_this_house", f"{house.name} does not allow cards dealt in style {style!r}.", clause)
    if device not in house.delivery.devices:
        return Refusal("not_this_house", f"{house.name} does not allow dealing from {device!r}.", clause)
    if command.tray == 0:
        return Refusal("out_of_bounds", "A table opens with chips in its tray.", house.cite("procedure"))
    # A virtual deck has no backs to inspect, and a pre-inspected one comes ready.
    done = DECK_STEPS if command.preinspected or not command.live else ()
    automation = tuple(dict.fromkeys(command.automation))
    transfers = (Transfer("cage", "tray", command.tray),)
    return (e.TableOpened(command.name, command.live, automation, style, device, done, transfers, command.by),)


def check_off(table: Table, command: c.CheckOff, house: House) -> Answer:
    clause = house.cite("procedure")
    step = command.step
    if step in table.checklist:
        return Refusal("already_done", f"Already done: {WORDS[step]}.", clause)
    if step not in due(table.checklist):
        first = " and ".join(WORDS[s] for s in due(table.checklist))
        return Refusal("not_ready", f"First: {first}.", clause)
    if step is Step.COUNT_TRAY:
        return Refusal("not_ready", "Count the tray and enter the amount.", clause)
    needed = "supervisor" if step in SUPERVISOR_STEPS else "dealer"
    if command.by.role not in (needed, "platform") and not (
        step is Step.OFFER_INSPECTION and command.by.role == "player"
    ):
        return Refusal("wrong_role", f"It is for the {needed} to {WORDS[step]}.", clause)
    if step is Step.OFFER_INSPECTION and not any(seat.player for seat in table.seats):
        return Refusal("not_ready", "The spread stays until the first player has arrived and may inspect it.", clause)
    return (e.CheckedOff(step, command.by),)


def count_tray(table: Table, command: c.CountTray, house: House) -> Answer:
    """A discrepancy is put on record; the chips are corrected by a fill or credit that both sign."""
    counted = e.TrayCounted(command.amount, table.tray, command.by)
    if table.phase is not Phase.OPENING:
        return (counted,)
    if Step.COUNT_TRAY in table.checklist:
        return Refusal("already_done", "The tray has been counted.", house.cite("procedure"))
    if Step.COUNT_TRAY not in due(table.checklist):
        return Refusal("not_ready", "First: unlock the tray.", house.cite("procedure"))
    return counted, e.CheckedOff(Step.COUNT_TRAY, command.by)


def replace_deck(table: Table, command: c.ReplaceDeck, house: House) -> Answer:
    if not command.reason.strip():
        return Refusal("reason_needed", "Say what is wrong with the deck: the label needs it.", house.cite("procedure"))
    return _put_deck_away(table, e.DeckReplaced(command.reason, command.by), house)


def go_idle(table: Table, command: c.GoIdle, house: House) -> Answer:
    return _put_deck_away(table, e.WentIdle(command.by), house)


def _put_deck_away(table: Table, event: e.DeckReplaced | e.WentIdle, house: House) -> Answer:
    if any(seat.wagered for seat in table.seats):
        return Refusal("in_play", "Wagers are on the layout; play or return them first.", house.cite("procedure"))
    if not table.live:
        return Refusal("not_ready", "A virtual deck is neither spread nor sealed.", house.cite("procedure"))
    return (event,)


def begin_closing(table: Table, command: c.BeginClosing, house: House) -> Answer:
    """R19: a house with the right may close at any time; what is in action is finished under the rules first."""
    clause = house.cite("close_or_evict", "R19")
    if not command.reason.strip():
        return Refusal("reason_needed", "Say why the table closes: it goes on record.", clause)
    if table.closing:
        return Refusal("already_done", f"The table is closing already ({table.closing}).", clause)
    announced = e.ClosingAnnounced(command.reason, clause, command.by)
    if table.phase in IN_ACTION:
        if not house.rights.close_table:
            reason = f"{house.name} states no right to close in the middle of a round; finish it first."
            return Refusal("not_this_house", reason, clause)
        return (announced,)
    returned = tuple(
        e.WagersWithdrawn(seat.number, withdrawal(table, seat.number), command.by)
        for seat in table.seats
        if seat.wagered
    )
    if table.phase is Phase.COMPLETE:
        return (announced,)
    return (announced, *returned, e.PhaseEntered(Phase.CLOSING))


def close_table(table: Table, command: c.CloseTable, house: House) -> Answer:
    if not table.tray_counted:
        return Refusal("not_ready", "Count the tray before the table closes.", house.cite("procedure"))
    leaving = tuple(
        e.PlayerLeft(seat.number, seat.player, cashing(seat.number, seat.rail)) for seat in table.seats if seat.player
    )
    back = (Transfer("tray", "cage", table.tray),) if table.tray else ()
    return (*leaving, e.TableClosed(back, command.by))


def withdrawal(table: Table, number: int) -> tuple[Transfer, ...]:
    seat = table.seat(number)
    spots = (("ante", seat.ante), ("first", seat.first), ("second", seat.second), ("bonus", seat.three_card_bonus))
    return tuple(Transfer(f"{spot}:{number}", f"rail:{number}", cents) for spot, cents in spots if cents)


def cashing(number: int, cents: int) -> tuple[Transfer, ...]:
    return (Transfer(f"rail:{number}", "cage", cents),) if cents else ()
