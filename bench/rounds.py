"""Whole rounds with six players: our engine and PokerKit's fixed-limit seven-card stud.

Both deal six hands from a deck shuffled for the round, play all wagers and settle. Our engine also deals a dealer's
hand, creates and applies every event, and cites the clause of every settlement line. Both shuffle with the same
function of the standard library.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from statistics import quantiles
from time import process_time

from pokerkit import Automation, FixedLimitSevenCardStud
from rich.console import Console
from rich.table import Table as Printed

from bench import verdict
from boston7.cards import DECK
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Command, Game, Phase, Table, act
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, player
from boston7.game.transfers import total
from boston7.house import House, preset
from boston7.money import Cents

SLICES = 150
ROUNDS, PEER_HANDS = 60, 2  # Per slice, chosen so that both take about as long.
TIMES_POKERKIT = 25
ANTES = tuple(range(5_00, 51_00, 1_00))
BONUSES = (0, 1_00, 2_00, 5_00, 10_00, 25_00)
SEATS = range(1, 7)
PLAYERS = {seat: player(f"player {seat}") for seat in SEATS}


def run(console: Console) -> bool:
    house, rng = preset("nhcg"), random.Random(7)
    table, events = play_rounds(seated(house), house, rng, 100)
    ours, theirs = slices(
        lambda: play_rounds(table, house, rng, ROUNDS),  # New decks every time, so that no cache helps.
        lambda: play_pokerkit(PEER_HANDS),
    )
    ratios = [(ROUNDS / mine) / (PEER_HANDS / peer) for mine, peer in zip(ours, theirs, strict=True)]
    low, ratio, high = quantiles(ratios, n=4)

    printed = Printed("engine", title=f"Rounds of six players in {SLICES} slices by turns")
    for heading in ("rounds", "rounds/s", "times PokerKit", "half of the slices"):
        printed.add_column(heading, justify="right")
    rate, peer_rate = SLICES * ROUNDS / sum(ours), SLICES * PEER_HANDS / sum(theirs)
    printed.add_row("boston7", str(SLICES * ROUNDS), f"{rate:,.0f}", f"{ratio:,.1f}", f"{low:,.1f} to {high:,.1f}")
    printed.add_row("pokerkit", str(SLICES * PEER_HANDS), f"{peer_rate:,.1f}", "1.0", "")
    console.print(printed)
    console.print(f"One of our rounds is about {events / 100:.0f} events.")

    target = f"at least {TIMES_POKERKIT} times PokerKit's rounds per second, in the middle of all slices"
    console.print(verdict(ratio >= TIMES_POKERKIT, target, f"{ratio:,.1f} times"))
    return ratio >= TIMES_POKERKIT


def slices(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Return the processor seconds of each by slice, so that a slow moment of the machine affects both."""
    spent: tuple[list[float], list[float]] = ([], [])
    for work in (ours, theirs) * 3:  # Warm up the caches and the allocator.
        work()
    for _ in range(SLICES):
        for work, times in zip((ours, theirs), spent, strict=True):
            start = process_time()
            work()
            times.append(process_time() - start)
    return spent


def seated(house: House) -> Table:
    """Return a virtual table with six players and enough chips for any number of rounds."""
    table = CLOSED
    commands: list[Command] = [c.OpenTable(PLATFORM, "bench", 10**12, automation=VIRTUAL_DEALER)]
    for seat, by in PLAYERS.items():
        commands += [c.Sit(by, seat, by.name), c.BuyIn(by, seat, 10**12)]
    for command in commands:
        table, _ = accepted(table, command, house)
    return table


def accepted(table: Table, command: Command, house: House) -> tuple[Table, int]:
    """Return the table afterward, and the number of events."""
    steps = act(Game(table), command, house)
    if isinstance(steps, Rejection):
        raise RuntimeError(f"{command}: {steps}")
    return steps[-1][1].table, len(steps)


def round_of(rng: random.Random) -> list[Command]:
    """Return the commands of a round: varied wagers, every Three Card Bonus claimed, no folds, the best five set."""
    deck = [*DECK]
    rng.shuffle(deck)
    wagers = {seat: _wagers(rng.choice(ANTES), rng.choice(BONUSES)) for seat in SEATS}
    return [
        *(c.PlaceWagers(by, seat, wagers[seat]) for seat, by in PLAYERS.items()),
        c.Shuffle(PLATFORM, tuple(deck)),
        c.NoMoreBets(PLATFORM),
        *(c.Expose(by, seat) for seat, by in PLAYERS.items() if "three_card_bonus" in wagers[seat]),
        *(c.PlaceSecond(by, seat) for seat, by in PLAYERS.items()),
        *(c.SetHand(by, seat) for seat, by in PLAYERS.items()),
    ]


def _wagers(ante: Cents, bonus: Cents) -> dict[str, Cents]:
    return {"ante": ante, "first": ante} | ({"three_card_bonus": bonus} if bonus else {})


def play_rounds(table: Table, house: House, rng: random.Random, rounds: int) -> tuple[Table, int]:
    made = 0
    for _ in range(rounds):
        for command in round_of(rng):
            table, events = accepted(table, command, house)
            made += events
    if table.phase is not Phase.BETTING or total(table) != 0:
        raise RuntimeError("a round was not finished, or chips were lost")
    return table, made


def play_pokerkit(hands: int) -> None:
    """Play with full automation; everyone calls down to the showdown."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns that a stud deck may run out, and continues to deal.
        for _ in range(hands):
            state = FixedLimitSevenCardStud.create_state(tuple(Automation), True, 5, 10, 20, 40, (1000,) * 6, 6)
            while state.status:
                if state.can_post_bring_in():
                    state.post_bring_in()
                else:
                    state.check_or_call()
            if sum(state.stacks) != 6000:
                raise RuntimeError("PokerKit lost chips")
