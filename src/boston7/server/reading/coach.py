"""A coach for practice tables: the exact expected value of each choice, computed from the player's own view."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, format_cards
from boston7.game import Command, CommandSpec, Position, SeatView, settle
from boston7.game import commands as c
from boston7.game.settlement import net_of
from boston7.house import House
from boston7.house.model import SideBet
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import dollars
from boston7.odds import Pricing, Stakes, settings, start_number

_DIGITS = 6


class Choice(msgspec.Struct, frozen=True):
    """`expected` is the expected net result in cents of all wagers involved. `cost` is its difference from the best
    choice."""

    command: Command
    label: str
    expected: float
    cost: float


class Advice(msgspec.Struct, frozen=True):
    """The choices of a seat, best first. `best` is the label of the first, or null if there is no choice."""

    phase: str
    choices: tuple[Choice, ...]
    best: str | None


Worth = tuple[Command, str, Fraction]


def ranked(phase: str, worths: Iterable[Worth]) -> Advice:
    found = sorted(worths, key=lambda worth: -worth[2])
    choices = tuple(
        Choice(command, label, round(float(value), _DIGITS), round(float(found[0][2] - value), _DIGITS))
        for command, label, value in found
    )
    return Advice(phase, choices, choices[0].label if choices else None)


def wagers(offers: Iterable[c.PlaceWagers], house: House) -> list[Worth]:
    """Return the expected value of each offered wager, assuming best play afterward."""
    worths: list[Worth] = []
    for offer in offers:
        pricing = Pricing(house, Stakes(offer.ante, offer.side_bets))
        stake = dollars(offer.ante)
        label = f"Ante and 1st, {stake} each" if offer.first else f"Ante {stake} alone"
        for name, cents in offer.side_bets.items():
            label += f", {house.rules.labels[name]} {dollars(cents)}" if cents else ""
        value = pricing.expected_value if offer.first else pricing.round("ante_only").expected_value
        worths.append((offer, label, value))
    return worths


def claims(commands: Iterable[Command], seat: SeatView, house: House) -> list[Worth]:
    """Return the values of exposing the first three cards and of not exposing them. Only side bets that require it are
    included."""
    early = {bet.id for bet in house.side_bets if bet.early}
    later = {bet.id: seat.wagers[bet.id] for bet in _shown_for_later(house) if bet.id in seat.wagers}
    worths: list[Worth] = []
    for command in commands:
        shows = isinstance(command, c.Expose)
        position = Position(seat.number, seat.wagers, seat.cards[:3], fold=True, expose=shows)
        lines = [line for line in settle(house, None, position) if line.wager in early]
        value = Fraction(net_of(lines))
        if later:
            with_bets, alone = Pricing(house, Stakes(seat.ante, later)), Pricing(house, Stakes(seat.ante))
            value += _best(with_bets, seat) - _best(alone, seat) if shows else -with_bets.stakes.on_side_bets
        worths.append((command, type(command).rule.label, value))
    return worths


def _best(pricing: Pricing, seat: SeatView) -> Fraction:
    return max(pricing.play_value(start_number(seat.cards[:3])), Fraction(pricing.fold_value))


def _shown_for_later(house: House) -> list[SideBet]:
    return [bet for bet in house.side_bets if bet.expose and not bet.early]


def decisions(commands: Iterable[Command], seat: SeatView, house: House) -> list[Worth]:
    """Return the values of the 2nd Wager and of a fold. Side bets whose cards were not exposed are lost either way."""
    lost = set() if seat.showed else {bet.id for bet in _shown_for_later(house)}
    with_bets = {bet: cents for bet, cents in seat.side_bets.items() if bet not in lost}
    pricing = Pricing(house, Stakes(seat.ante, with_bets))
    worths: list[Worth] = []
    for command in commands:
        if isinstance(command, c.PlaceSecond):
            value = pricing.play_value(start_number(seat.cards))
            worths.append((command, f"Place the 2nd Wager, {dollars(seat.first)}", value))
        else:
            worths.append((command, type(command).rule.label, Fraction(pricing.fold_value)))
    return worths


def hands(command: c.SetHand, seat: SeatView, house: House) -> list[Worth]:
    """Return the possible ways to set the hand, one for each distinct value. An undisclosed long royal is not paid, so
    all are priced without it."""
    alone = not seat.first
    found = settings(house, Stakes(seat.ante), seat.cards, ante_only=alone, disclose=seat.disclosed)
    worths: list[Worth] = []
    shown: set[int] = set()
    for setting in found:
        if setting.hand.value not in shown:
            shown.add(setting.hand.value)
            five = setting.hand.five
            label = f"{format_cards(five)}: {setting.hand.name}"
            worths.append((replace(command, cards=five), label, setting.value * seat.ante))
    return worths


def disclosure(command: c.Disclose, seat: SeatView, house: House) -> Worth:
    """Return the value of disclosing the long royal. Once disclosed, it is paid with any five cards set (R11)."""
    best = settings(house, Stakes(seat.ante), seat.cards, ante_only=not seat.first)[0]
    return command, "Disclose the long royal", best.value * seat.ante


def advise(phase: str, seat: SeatView, offers: Iterable[CommandSpec], house: House) -> Advice:
    """Return the coach's advice. Slow, so it must not run in the event loop."""
    worths: list[Worth] = []
    open_claim, asked, to_decide = [], list[c.PlaceWagers](), []
    for offer in offers:
        match offer.command:
            case c.PlaceWagers() as command:
                asked += _wagers_to_tell(offer, command, seat, house)
            case c.Expose() | c.Decline() as command:
                open_claim.append(command)
            case c.PlaceSecond() | c.Fold() as command:
                to_decide.append(command)
            case c.SetHand() as command if len(seat.cards) == 7 and UNKNOWN not in seat.cards:
                worths += hands(command, seat, house)
            case c.Disclose() as command if UNKNOWN not in seat.cards and phase == "setting":
                worths.append(disclosure(command, seat, house))
    worths += wagers(asked, house)
    if UNKNOWN not in seat.cards and len(seat.cards) >= 3:
        worths += claims(open_claim, seat, house)
        worths += decisions(to_decide, seat, house) if to_decide else []
    return ranked(phase, worths)


def fold_cost(seat: SeatView, offers: Iterable[CommandSpec], house: House) -> float | None:
    """Return what a fold costs in cents, or None if folding is right or not offered. Slow, so it must not run in the
    event loop."""
    commands = [offer.command for offer in offers if isinstance(offer.command, c.PlaceSecond | c.Fold)]
    if len(commands) < 2 or UNKNOWN in seat.cards or len(seat.cards) != 3:
        return None
    advice = ranked("decision", decisions(commands, seat, house))
    cost = next(choice.cost for choice in advice.choices if isinstance(choice.command, c.Fold))
    return cost or None


def _wagers_to_tell(offer: CommandSpec, command: c.PlaceWagers, seat: SeatView, house: House) -> list[c.PlaceWagers]:
    """Return the offered wager alone, and combined with each possible side bet at its usual amount."""
    if offer.spots["ante"].maximum < command.ante:
        return []
    main = {wager: cents for wager, cents in command.wagers.items() if wager in MAIN_WAGERS}
    found = [replace(command, wagers=main)]
    for wager, bounds in offer.spots.items():
        if wager not in main:
            usual = seat.wagers.get(wager, 0) or max(bounds.minimum, house.limits.table_minimum)
            found.append(replace(command, wagers={**main, wager: min(usual, bounds.maximum)}))
    return found
