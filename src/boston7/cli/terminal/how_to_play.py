"""What `?` answers at the terminal table: the round in a few lines, the pay tables, and the keys."""

from __future__ import annotations

from collections.abc import Iterable

from boston7.cli.terminal.screen import Screen
from boston7.hands import Category, ThreeCategory
from boston7.house import House
from boston7.money import dollars


def how_to_play(screen: Screen, house: House | None) -> None:
    """The pay tables only once a house is chosen."""
    first = "" if house and house.first_wager_required else ", if you like,"
    lines = [
        f"Place an ante and{first} a 1st Wager equal to it; with both, a Three Card Bonus as well.",
        "You and the dealer get three cards. Then place a 2nd Wager equal to the 1st, or fold and lose both.",
        f"You get four more cards. {_five(house)} play against the dealer's: a win pays 1st and 2nd 1 to 1.",
        "The Ante Bonus pays three of a kind or better, win or lose; otherwise a win or a tie returns the ante.",
    ]
    if house and house.sets_hands and house.playing_five.ante_bonus == "best":
        lines.append("Your best five of seven decide the Ante Bonus, whichever five you set.")
    if house:
        lines.append(f"Three Card Bonus, X to 1: {_pays((hand.key, house.three_card_odds(hand)) for hand in _THREE)}.")
        lines.append(f"Ante Bonus, X to 1: {_pays((hand.key, house.ante_odds(hand)) for hand in _FIVE)}.")
        for award, cents in house.fixed_awards.items():
            lines.append(f"{award.replace('_', ' ').capitalize()}: {dollars(cents)}, if you disclose it.")
        if house.maximum_payout.amount is not None:
            lines.append(f"The house pays at most {dollars(house.maximum_payout.amount)} a round.")
    lines.append("Enter takes the answer in parentheses. Ctrl-C leaves the table with your chips.")
    for line in lines:
        screen.say(line)


def _five(house: House | None) -> str:
    """Which five are compared (R7)."""
    compared = house.playing_five.compared if house else "set"
    return "The five you set" if compared == "set" else "Your best five of seven"


_THREE = tuple(hand for hand in reversed(ThreeCategory) if hand is not ThreeCategory.HIGH_CARD)
_FIVE = tuple(reversed(Category))


def _pays(awards: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in awards if odds)
