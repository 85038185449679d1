"""Who may take part at this table: asked before a seat, chips or a wager, of the player they are for."""

from __future__ import annotations

import msgspec

from boston7.accounts import Desk, Person
from boston7.accounts.people import LimitKind, deny
from boston7.declare import Rejection
from boston7.game import Command, Table
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.acts.approving import find
from boston7.game.acts.carried import departed
from boston7.game.rejection import rejected
from boston7.game.rework import corrected
from boston7.game.wagers import at_risk
from boston7.game.wire import read_command
from boston7.money import Cents
from boston7.table.identity import holder, refuse_twice
from boston7.table.limits import Tally, refuse_seat, refuse_stake, refuse_wager
from boston7.table.rules_sign import RulesSign
from boston7.table.state import State

_COUNTS = (c.Sit, c.BuyIn, c.BuyInCash, c.ChipsIn, c.PlaceWagers)
_ASKED_ABOUT = (*_COUNTS, c.SeatWalkUp, c.UndoLeave, c.Amend)
_NAMES = tuple(c.snake(kind.__name__) for kind in _COUNTS)


class KeptOut(msgspec.Struct, frozen=True):
    """Why somebody may take part at no table now, and the commands that are not for them meanwhile."""

    reason: str
    clause: str
    commands: tuple[str, ...]


def kept_out(desk: Desk, tally: Tally, person: Person) -> KeptOut | None:
    """For themselves alone: whoever else acts for them is not told why."""
    now = desk.clock.at_least()
    if denied := desk.barred(person.name, person.id) or refuse_seat(person, tally, now):
        return KeptOut(denied.reason, denied.clause, _NAMES)
    spent = refuse_wager(person, tally, now)
    return KeptOut(spent.reason, spent.clause, ("place_wagers",)) if spent else None


def check_eligibility(
    desk: Desk, tally: Tally, state: State, rules_sign: RulesSign, command: Command, name: str
) -> Rejection | None:
    table, command = state.table, carries_out(state.table, command)
    if not isinstance(command, _ASKED_ABOUT):
        return None
    whom = desk.people.identity(_for_whom(table, command))
    if whom and (bar := desk.barred(desk.people.called(whom), whom)) is not None:
        return bar
    denied: Rejection | None = None
    person = desk.find(whom)
    now = desk.clock.at_least()
    most = rules_sign.house.seats_per_player if table.live else 1
    match command:
        case c.Amend():
            denied = _amended(desk, tally, state, command, name)
        case c.Sit() if person is not None:
            denied = refuse_twice(desk, table, command, most) or _wrong_money(person, rules_sign)
            denied = denied or _told(command, person, refuse_seat(person, tally, now))
        case c.SeatWalkUp():
            denied = refuse_twice(desk, table, command, most)
            if rules_sign.play_money:
                denied = deny("wrong_table", "This is a play-money table: it takes no cash.")
        case c.BuyIn() | c.BuyInCash() | c.ChipsIn() | c.UndoLeave() if person is not None:
            denied = _told(command, person, refuse_seat(person, tally, now))
        case c.PlaceWagers() if person is not None:
            too_much = refuse_stake(person, tally, name, _stake(command), now)
            denied = _told(command, person, refuse_seat(person, tally, now))
            denied = denied or _told(command, person, too_much, "wager that much")
    return denied


def carries_out(table: Table, command: Command) -> Command:
    """What a command does that approves another one: that one."""
    request = find(table, command.number) if isinstance(command, c.ApproveRequest) else None
    return command if request is None else read_command(request.command)


def check_slip(command: Command, *, live: bool, play_money: bool) -> Rejection | None:
    """Where real chips are worth money, a fill or credit needs the signatures of all who handle them."""
    fill = isinstance(command, (c.FillTray, c.CreditTray)) and command.by.role == "supervisor"
    if fill and live and not play_money:
        return rejected("not_ready", "Fills and credits go by slip: request one on the shift page.", "ours")
    return None


def concerned(desk: Desk, table: Table, command: Command) -> list[Person]:
    """The players whose standing decides about this command."""
    command = carries_out(table, command)
    if isinstance(command, c.Amend):
        ids = [seat.person for seat in table.seats]
    elif isinstance(command, c.Sit) and command.player is not c.TO_TYPE:
        ids = [desk.people.owner(command.player) or ""]  # not identified yet
    elif isinstance(command, _COUNTS):
        ids = [_for_whom(table, command)]
    else:
        return []
    found = [desk.find(desk.people.identity(id)) for id in ids]
    return [person for person in found if person is not None]


def limited(desk: Desk, person: Person) -> bool:
    """Whether a limit of theirs counts what they did at other tables too."""
    kinds: tuple[LimitKind, ...] = ("loss", "time")
    return bool(person.limits) and any(person.limit(kind, desk.clock.at_least()) is not None for kind in kinds)


def _amended(desk: Desk, tally: Tally, state: State, amend: c.Amend, name: str) -> Rejection | None:
    """A wager put right is a wager: nobody is made to risk more than they allow themselves. Less is always right."""
    entry = state.history.find(amend.entry) if state.history else None
    new = corrected(entry, amend, "") if entry else None
    if entry is None or not isinstance(new, c.PlaceWagers):
        return None
    person, cents = holder(desk, state.table, new.seat), _stake(new)
    if not isinstance(person, Person) or (isinstance(entry.command, c.PlaceWagers) and cents <= _stake(entry.command)):
        return None
    return _told(new, person, refuse_stake(person, tally, name, cents, desk.clock.at_least()), "wager that much")


def _stake(placed: c.PlaceWagers) -> Cents:
    return at_risk(placed.ante, placed.first, placed.three_card_bonus + sum(placed.side_bets.values()))


def _for_whom(table: Table, command: Command) -> str:
    """The person a seat, chips or a wager are for."""
    match command:
        case c.Sit() | c.SeatWalkUp():
            return command.person
        case c.UndoLeave():
            was = departed(table, command.seat)
            return was.seat.person if was else ""
        case c.BuyIn() | c.BuyInCash() | c.ChipsIn() | c.PlaceWagers() if 1 <= command.seat <= len(table.seats):
            return table.seats[command.seat - 1].person
        case _:
            return ""


def _told(command: Command, person: Person, denied: Rejection | None, what: str = "play") -> Rejection | None:
    """What somebody allows themselves is their own business: whoever else acts for them is not told why."""
    if denied is None or command.by == player(person.name):
        return denied
    return deny("limit", f"{person.name} may not {what} now.")


def _wrong_money(person: Person, rules_sign: RulesSign) -> Rejection | None:
    if person.guest and not rules_sign.play_money:
        return deny("wrong_table", "This table plays for money; yours is play money.")
    if rules_sign.play_money and not person.guest:
        return deny("wrong_table", "This is a play-money table; your chips are real money.")
    return None
