"""What `?` answers at the terminal table: the round in a few lines, the pay tables, and the keys."""

from __future__ import annotations

from collections.abc import Mapping

from boston7.cli.terminal.screen import Screen
from boston7.house import House
from boston7.money import dollars


def how_to_play(screen: Screen, house: House | None) -> None:
    """The pay tables only once a house is chosen."""
    first = "" if house and house.first_wager_required else ", if you like,"
    lines = [
        f"Place an ante and{first} a 1st Wager equal to it{_beside(house)}.",
        "You and the dealer get three cards. Then place a 2nd Wager equal to the 1st, or fold and lose both.",
        f"You get four more cards. {_five(house)} play against the dealer's: a win pays 1st and 2nd 1 to 1.",
        "The Ante Bonus pays by its table, win or lose; otherwise a win or a tie returns the ante.",
    ]
    if house and house.sets_hands and house.playing_five.ante_bonus == "best":
        lines.append("Your best five of seven decide the Ante Bonus, whichever five you set.")
    if house:
        lines += [f"{bet.label}, X to 1: {_pays(bet.pays)}." for bet in house.side_bets]
        lines.append(f"Ante Bonus, X to 1: {_pays(house.ante_bonus)}.")
        for award, cents in house.fixed_awards.items():
            lines.append(f"{award.replace('_', ' ').capitalize()}: {dollars(cents)}, if you disclose it.")
        if house.maximum_payout.amount is not None:
            lines.append(f"The house pays at most {dollars(house.maximum_payout.amount)} a round.")
    lines.append("Enter takes the answer in parentheses. Ctrl-C leaves the table with your chips.")
    for line in lines:
        screen.say(line)


def _beside(house: House | None) -> str:
    bets = ", ".join(bet.label for bet in house.side_bets) if house else "those of the house"
    return f"; side bets beside them: {bets}" if bets else ""


def _five(house: House | None) -> str:
    """Which five are compared (R7)."""
    compared = house.playing_five.compared if house else "set"
    return "The five you set" if compared == "set" else "Your best five of seven"


def _pays(awards: Mapping[str, int]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in awards.items() if odds)
