"""One round as the person at the table lives it, from "no more bets" to the last chip."""

from __future__ import annotations

from rich.text import Text

from boston7.cli.terminal.ask import Ask
from boston7.cli.terminal.choices import ask_choice
from boston7.cli.terminal.faces import draw
from boston7.cli.terminal.ledger import say_outcome, say_trimmed, show_lines, show_others
from boston7.cli.terminal.room import Room
from boston7.declare import Rejection
from boston7.game import Event, SeatView, view
from boston7.game import events as e
from boston7.game.actors import player
from boston7.game.settlement import net_of
from boston7.hands import three_name
from boston7.narrate import tell, wager_name
from boston7.narrate.lines import chips, result
from boston7.narrate.tell import spoken


def play_round(room: Room, ask: Ask, number: int) -> None:
    """Wagers are down; deal, ask where the rules ask, and show what became of them."""
    screen = ask.screen
    screen.say("\nNo more bets.")
    room.deal()
    seat = room.table.seat(number)
    if seat.first:
        draw(screen, seat.cards)
        screen.say(f"You have {spoken(three_name(seat.cards))}.")
    else:
        screen.say("With an ante alone there is nothing to decide before the last four cards (R6).")
    while not room.round_over:
        narrate(room, ask, number, room.bots_act())
        command = ask_choice(room, ask, room.table.seat(number))
        if command is not None:
            outcome = room.do(command)
            if isinstance(outcome, Rejection):
                screen.say(str(outcome))
            else:
                narrate(room, ask, number, outcome)


def narrate(room: Room, ask: Ask, number: int, events: tuple[Event, ...]) -> None:
    """What happened before the showdown, as far as it was done in the open."""
    you = player(room.table.seat(number).player or "")
    told = [tell(event, room.table, you) for event in events if event.seat_at() != number and _worth_telling(event)]
    if told:
        ask.screen.say(" ".join(told))
    for event in events:
        if isinstance(event, e.Settled) and event.seat == number and event.moment == "three_card_bonus":
            for line in event.lines:
                name = wager_name(line.wager, labels=room.house.labels)
                ask.screen.say(Text.assemble(f"{name}: {result(line)}, {chips(line)}. ", (f"[{line.clause}]", "dim")))


def _worth_telling(event: Event) -> bool:
    """What others choose, but not what says nothing of them; and what a bonus pays them."""
    if isinstance(event, e.Settled):
        return event.moment == "three_card_bonus" and net_of(event.lines) > 0
    return isinstance(event, e.CardsExposed | e.SecondPlaced | e.Folded)


def show_result(room: Room, ask: Ask, number: int) -> None:
    """The finished round: the dealer's hand, the others', and every line of one's own."""
    screen = ask.screen
    name = room.table.seat(number).player or ""
    seen = view(room.table, player(name))
    mine = seen.seats[number - 1]
    screen.say()
    if seen.void_reason:
        screen.say(f"The round is void. {seen.void_reason}")
    if seen.dealer_hand:
        screen.say(f"Dealer has {spoken(seen.dealer_hand)}.", "bold")
        draw(screen, seen.dealer_cards, seen.dealer_five)
    others = [seat for seat in seen.seats if seat.lines and not seat.yours]
    if others:
        show_others(screen, others)
    _show_own(room, ask, mine)


def _show_own(room: Room, ask: Ask, mine: SeatView) -> None:
    screen = ask.screen
    if mine.status == "folded":
        screen.say("You folded.", "bold")
    elif mine.hand and mine.five:
        screen.say(f"You have {spoken(mine.hand)}.", "bold")
        draw(screen, mine.cards, mine.five)
    screen.say()
    show_lines(screen, mine.lines, room.house)
    say_trimmed(screen, mine.lines, room.house)
    screen.say()
    say_outcome(screen, mine.net, mine.rail)
