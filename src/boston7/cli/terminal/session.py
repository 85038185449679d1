"""A visit to the table: choose a house, take a seat, buy in, play, and leave with what is on the rail."""

from __future__ import annotations

from rich.table import Table

from boston7.cli.terminal.ask import Ask, Leaving
from boston7.cli.terminal.how_to_play import how_to_play
from boston7.cli.terminal.room import Room, Shuffle
from boston7.cli.terminal.round import play_round, show_result
from boston7.cli.terminal.screen import Screen
from boston7.cli.terminal.wagers import Wagers, ask_buy_in, ask_wagers, out_of_chips, place
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.house import FIRST, PRESETS, House, InvalidHouse, UnknownHouse, load_house, preset
from boston7.money import Cents, dollars

_NAME = "Player"
_LONGEST_NAME = 20
_BANKROLL: Cents = 500_00


def visit(
    screen: Screen, house: House | None, seat: int | None, bankroll: Cents | None, bots: int, shuffle: Shuffle
) -> None:
    """Ends when the person leaves, runs out of chips, closes the input or presses Ctrl-C: always at the cage."""
    ask = Ask(screen)
    ask.help = lambda: how_to_play(screen, house)
    room = None
    number = 0
    screen.say("Boston 7 Stud Poker. Type ? or help at any prompt for the rules.", "bold")
    try:
        house = house or _choose_house(ask)
        _introduce(screen, house)
        room = Room(house, shuffle)
        number = _sit(room, ask, seat)
        _buy_in(room, ask, number, bankroll)
        room.seat_bots(bots)
        _play(room, ask, number)
    except (Leaving, KeyboardInterrupt):
        if room is None or not number:
            screen.say("Good night.")
            return
        if room.finish_for_absent():
            screen.say("You left during a round; it was finished for you.")
        if room.table.phase is Phase.COMPLETE and room.table.seat(number).lines:
            show_result(room, ask, number)
    _leave(room, screen, number)


def _choose_house(ask: Ask) -> House:
    table = Table.grid(padding=(0, 2, 0, 0))
    for at, house_id in enumerate(PRESETS, 1):
        house = preset(house_id)
        table.add_row(f"  {at}", house_id, f"document {house.document}", house.name)
    ask.screen.put(table)
    default = PRESETS.index(FIRST) + 1
    while True:
        answer = ask.line(f"House, 1 to {len(PRESETS)}, or a house file ({default}):") or str(default)
        if answer in [str(at) for at in range(1, len(PRESETS) + 1)]:
            return preset(PRESETS[int(answer) - 1])
        try:
            return load_house(answer)
        except (UnknownHouse, InvalidHouse, OSError) as problem:
            ask.screen.say(str(problem))


def _introduce(screen: Screen, house: House) -> None:
    low, high = house.limits.table_minimum, house.limits.table_maximum
    first = "required" if house.first_wager_required else "optional"
    cap = house.maximum_payout.amount
    most = f"at most {dollars(cap)} paid a round" if cap is not None else "no maximum payout"
    screen.say(
        f"{house.name}, document {house.document}: {dollars(low)} to {dollars(high)}, 1st Wager {first}, {most}."
    )
    for notice in house.notices:
        screen.say(notice)


def _sit(room: Room, ask: Ask, wanted: int | None) -> int:
    name = _ask_name(ask)
    free = [spec.command.seat for spec in room.legal(name)["sit"] if isinstance(spec.command, c.Sit)]
    default = free[len(free) // 2]
    while True:
        answer = str(wanted) if wanted else ask.line(f"Seat, {free[0]} to {free[-1]} ({default}):") or str(default)
        wanted = None
        if not answer.isascii() or not answer.isdigit() or not 1 <= int(answer[:9]) <= len(room.table.seats):
            ask.screen.say(f"Enter a seat number, {free[0]} to {free[-1]}.")
            continue
        seated = room.do(c.Sit(player(name), int(answer), name))
        if not isinstance(seated, Rejection):
            return int(answer)
        ask.screen.say(str(seated))


def _ask_name(ask: Ask) -> str:
    while True:
        name = ask.line(f"Your name ({_NAME}):") or _NAME
        if len(name) <= _LONGEST_NAME and name.isprintable():
            return name
        ask.screen.say(f"Please use at most {_LONGEST_NAME} letters.")


def _buy_in(room: Room, ask: Ask, number: int, bankroll: Cents | None) -> None:
    if bankroll:
        room.buy_in(number, bankroll)
    else:
        ask_buy_in(room, ask, number, _BANKROLL)


def _play(room: Room, ask: Ask, number: int) -> None:
    last: Wagers | None = None
    while True:
        if (broke := out_of_chips(room, number)) is not None:
            ask.screen.say(str(broke))
            if not ask.yes("Buy in again?", False):
                return
            ask_buy_in(room, ask, number, _BANKROLL)
            continue
        wagers = _next_wagers(room, ask, number, last)
        if wagers is None:
            return
        room.bots_wager()
        last = wagers
        play_round(room, ask, number)
        show_result(room, ask, number)
        room.next_round()


def _next_wagers(room: Room, ask: Ask, number: int, last: Wagers | None) -> Wagers | None:
    """Wagers that lie on the layout, or None if the person leaves. After the first round they can be repeated."""
    if last is not None:
        again = {"r": f"repeat ({last.told(room.house)})", "c": "change", "l": "leave"}
        answer = ask.choice("", again, "r")
        if answer == "l":
            return None
        _head(room, ask, number)
        if answer == "r" and place(room, ask, number, last):
            return last
    else:
        _head(room, ask, number)
    while True:
        wagers = ask_wagers(room, ask, room.table.seat(number), last)
        if wagers is None or place(room, ask, number, wagers):
            return wagers


def _head(room: Room, ask: Ask, number: int) -> None:
    ask.screen.heading(f"Round {room.table.round + 1}", f"balance {dollars(room.table.seat(number).rail)}")


def _leave(room: Room, screen: Screen, number: int) -> None:
    seat = room.table.seat(number)
    me = player(seat.player or "")
    if room.table.phase is Phase.BETTING and seat.wagered:
        room.must(c.WithdrawWagers(me, number))
        seat = room.table.seat(number)
    room.must(c.Leave(me, number))
    net = seat.rail - room.bought.get(number, 0)
    change = f"{dollars(abs(net))} {'up' if net > 0 else 'down'}" if net else "even"
    screen.say(f"You leave with {dollars(seat.rail)}, {change}. Good night, {me.name}.")
    for notice in room.house.notices:
        screen.say(notice)
