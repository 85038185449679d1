"""The choices of a round: show or decline, 2nd wager or fold, which five to set, a royal to disclose."""

from __future__ import annotations

import re

from boston7.cards import Card, InvalidCards, parse_cards
from boston7.cli.terminal.ask import Ask
from boston7.cli.terminal.faces import draw
from boston7.cli.terminal.room import Room
from boston7.cli.terminal.wagers import ask_buy_in
from boston7.game import Command, CommandSpec, Seat
from boston7.game import commands as c
from boston7.game.actors import Actor, player
from boston7.game.acts.common import position
from boston7.game.acts.setting import wrong_five
from boston7.game.legal import why_not
from boston7.game.settlement import side_stakes
from boston7.hands import best_five, long_royal, three_category
from boston7.money import dollars
from boston7.narrate.tell import spoken

Specs = dict[str, list[CommandSpec]]


def ask_choice(room: Room, ask: Ask, seat: Seat) -> Command | None:
    """What the person decides next, out of what the engine allows; None if there is nothing to decide."""
    name = seat.player or ""
    me = player(name)
    specs = room.legal(name)
    if "decline" in specs:
        return _claim(room, ask, seat, me, specs)
    if "fold" in specs:
        return _decision(room, ask, seat, me, specs)
    if "waive_royal" in specs:
        return c.Disclose(me, seat.number) if _discloses(room, ask, seat) else c.WaiveRoyal(me, seat.number)
    if "set_hand" in specs and not seat.hand_set:
        return c.SetHand(me, seat.number, _five(ask, seat))
    return None


def _claim(room: Room, ask: Ask, seat: Seat, me: Actor, specs: Specs) -> Command:
    for bet, stake in side_stakes(room.house, position(seat)):
        if not bet.claimed:
            continue
        odds = bet.odds(three_category(seat.cards).key)
        fate = f"that pays {odds} to 1" if odds else "that is not paid"
        if not bet.early:
            fate = "the first three have to be shown"
        ask.screen.say(f"On your {bet.label} of {dollars(stake)} {fate}.")
    pays = specs["expose"][0].pays if "expose" in specs else 0
    show, default = ("show and be paid", "s") if pays else ("show", "d" if pays == 0 else "s")
    answer = ask.choice("", {"s": show, "d": "decline"}, default)
    return c.Expose(me, seat.number) if answer == "s" else c.Decline(me, seat.number)


def _decision(room: Room, ask: Ask, seat: Seat, me: Actor, specs: Specs) -> Command:
    fold = f"fold and lose {dollars(specs['fold'][0].loses or 0)}"
    while True:
        refusal = None if "place_second" in specs else why_not(room.table, room.house, c.PlaceSecond(me, seat.number))
        if refusal is None:
            if ask.choice("", {"2": f"2nd Wager of {dollars(seat.first)}", "f": fold}, "2") == "2":
                return c.PlaceSecond(me, seat.number)
            if _folds_anyway(room, ask, seat):
                return c.Fold(me, seat.number)
            continue
        ask.screen.say(str(refusal))
        if ask.choice("", {"b": "buy in", "f": fold}, "b") == "f":
            if _folds_anyway(room, ask, seat):
                return c.Fold(me, seat.number)
            continue
        ask_buy_in(room, ask, seat.number, seat.first)
        specs = room.legal(me.name)


def _folds_anyway(room: Room, ask: Ask, seat: Seat) -> bool:
    """A fold that gives money away is asked about once more, with what it costs."""
    from boston7.odds import Pricing, Stakes, decision

    beside = tuple((stake.id, stake.cents) for stake in seat.side_bets)
    made = decision(Pricing(room.house, Stakes(seat.ante, 0, beside)), seat.cards[:3])
    if not made.plays or not made.mistake:
        return True
    cost = dollars(round(made.mistake * seat.ante))
    return ask.yes(f"Folding costs {cost} on average. Fold anyway?", False)


def _discloses(room: Room, ask: Ask, seat: Seat) -> bool:
    length = long_royal(seat.cards)
    award = dollars(room.house.fixed_award(length))
    which = "seven-card" if length == 7 else "six-card"
    ask.screen.say(f"You hold a {which} royal: {award} if you disclose it now, unless the five that play pay more.")
    return ask.yes("Disclose it?", True)


def _five(ask: Ask, seat: Seat) -> tuple[Card, ...]:
    """R7: the best five are offered, and what the person sets is what plays."""
    best = best_five(seat.cards)
    draw(ask.screen, seat.cards, numbered=True)
    ask.screen.say(f"Your best five: {spoken(best.name)}.")
    while True:
        answer = ask.line("Set five by number or name, or Enter for the best:")
        if not answer:
            return best.five
        cards = _read_five(ask, seat.cards, answer)
        if cards is None:
            continue
        hand = best_five(cards)
        if hand.value == best.value:
            return cards
        ask.screen.say(f"That is {spoken(hand.name)}, less than your best.")
        if ask.yes("Play it?", False):
            return cards


def _read_five(ask: Ask, dealt: tuple[Card, ...], answer: str) -> tuple[Card, ...] | None:
    """Positions (`1 2 3 5 7`) or cards (`As Td`); an answer that is neither gets a sentence."""
    if re.fullmatch(r"[\d\s,]+", answer):
        spots = [int(digit) for digit in re.findall(r"\d", answer)]
        wrong = [spot for spot in spots if not 1 <= spot <= len(dealt)]
        if wrong:
            ask.screen.say(f"There is no card {wrong[0]}; they are numbered 1 to {len(dealt)}.")
            return None
        cards = tuple(dealt[spot - 1] for spot in spots)
    else:
        try:
            cards = parse_cards(answer)
        except InvalidCards as problem:
            ask.screen.say(str(problem))
            return None
    if reason := wrong_five(dealt, cards):
        ask.screen.say(reason)
        return None
    return cards
