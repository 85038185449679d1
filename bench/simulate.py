"""Simulated rounds: our kernels, an eval7 loop that does the same work, and poker-equity's sampler.

After that, a billion seat-rounds of each pay table are compared with the exact odds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from time import perf_counter

import eval7
import poker_equity
from rich.console import Console
from rich.table import Table

from bench import best_times, verdict
from boston7.cards import DECK
from boston7.house import House, preset
from boston7.money import Cents
from boston7.odds import Stakes, ledger
from boston7.simulate import (
    BLOCK_ROUNDS,
    Party,
    Seat,
    Tally,
    all_cores,
    exact_mean,
    play_here,
    prepare,
    read_policy,
    seat_figures,
    table_figures,
)
from boston7.simulate.policies import categories, starts

TIMES_EVAL7 = 150
MOST_ERRORS = 4
BILLION = 10**9
HOUSE = "nhcg"
ANTE, BONUS = 5_000, 500  # High enough for the maximum payout to apply.

ROUNDS = 16 * BLOCK_ROUNDS
PEER_ROUNDS = 20_000
SAMPLER_ROUNDS = 200_000


def run(console: Console) -> bool:
    fast = _rates(console)
    agree = _agreement(console)
    return fast and agree


def _seats(house: House, count: int) -> Party:
    return Party(house, [Seat(read_policy("play-all"), ANTE, {"three_card_bonus": BONUS})] * count)


def _played(party: Party, rounds: int, workers: int, seed: int = 1) -> Tally:
    simulated = prepare(party, rounds=rounds, seed=seed)
    tally = Tally(simulated)
    for block in play_here(simulated, workers):
        tally.add(block)
    return tally


def _rates(console: Console) -> bool:
    house, cores = preset(HOUSE), all_cores()
    one, six = _seats(house, 1), _seats(house, 6)
    works: dict[str, tuple[Callable[[], object], int, int]] = {
        "boston7, 1 seat, one core": (lambda: _played(one, ROUNDS, 1), ROUNDS, 1),
        f"boston7, 1 seat, {cores} cores": (lambda: _played(one, ROUNDS, cores), ROUNDS, 1),
        "boston7, 6 seats, one core": (lambda: _played(six, ROUNDS // 4, 1), ROUNDS // 4, 6),
        f"boston7, 6 seats, {cores} cores": (lambda: _played(six, ROUNDS // 4, cores), ROUNDS // 4, 6),
        "eval7 loop, 1 seat": (_eval7_loop(house, 1, PEER_ROUNDS), PEER_ROUNDS, 1),
        "eval7 loop, 6 seats": (_eval7_loop(house, 6, PEER_ROUNDS // 4), PEER_ROUNDS // 4, 6),
        "poker-equity, 2 hands, nothing settled": (_sampler, SAMPLER_ROUNDS, 1),
    }
    times = best_times({name: work for name, (work, _, _) in works.items()})
    rates = {name: rounds / times[name] for name, (_, rounds, _) in works.items()}

    table = Table("simulator", title="Whole rounds dealt, evaluated and settled, best of five")
    for heading in ("rounds", "million/s", "seat-rounds, million/s", "times eval7"):
        table.add_column(heading, justify="right")
    for name, (_, rounds, seats) in works.items():
        peer = rates["eval7 loop, 6 seats" if seats == 6 else "eval7 loop, 1 seat"]
        rate = rates[name] / 1e6
        table.add_row(name, f"{rounds:,}", f"{rate:,.2f}", f"{rate * seats:,.2f}", f"{rates[name] / peer:,.1f}")
    console.print(table)

    ratio = rates["boston7, 1 seat, one core"] / rates["eval7 loop, 1 seat"]
    target = f"one seat on one core at least {TIMES_EVAL7} times an eval7 loop"
    console.print(verdict(ratio >= TIMES_EVAL7, target, f"{ratio:,.0f} times"))
    return ratio >= TIMES_EVAL7


def _eval7_loop(house: House, seats: int, rounds: int) -> Callable[[], Cents]:
    """Return a loop that plays the same rounds with eval7's cards and evaluator, and our payout tables."""
    settled = ledger(house, Stakes(ANTE, {"three_card_bonus": BONUS}))
    play = settled.play
    deck = [eval7.Card(card.value) for card in DECK]
    card_of = dict(zip(DECK, deck, strict=True))
    bonus = {
        sum(card_of[card].mask for card in cards): settled.bonus[category]
        for cards, category in zip(starts(), categories().tolist(), strict=True)
    }
    royal = eval7.evaluate([eval7.Card(card) for card in ("As", "Ks", "Qs", "Js", "Ts", "3d", "2d")])
    evaluate, sample, dealt = eval7.evaluate, random.sample, 7 * seats + 7

    def loop() -> Cents:
        tray = 0
        for _ in range(rounds):
            cards = sample(deck, dealt)
            dealer = evaluate(cards[-7:])
            for first in range(0, dealt - 7, 7):
                value = evaluate(cards[first : first + 7])
                award = 9 if value >= royal else value >> 24
                outcome = 0 if value > dealer else 1 if value == dealer else 2
                three = cards[first].mask | cards[first + 1].mask | cards[first + 2].mask
                tray -= play[award][outcome] + bonus[three]
        return tray

    return loop


def _sampler() -> object:
    """Deal and compare two unknown hands, on a single thread. The sampler cannot settle wagers."""
    any_card = poker_equity.full_deck()
    hands = [[[any_card] * 7]] * 2
    return poker_equity.chunk("stud", hands, [], 0, SAMPLER_ROUNDS, 1, 1)


def _agreement(console: Console) -> bool:
    """Compare a billion seat-rounds of each pay table, and of a table of six, with the exact odds."""
    cores, met = all_cores(), True
    for name, seats in (("filing-12031", 1), ("nhcg", 1), ("rack-card", 1), ("nhcg", 6)):
        party, rounds = _seats(preset(name), seats), -(-BILLION // seats)
        begun = perf_counter()
        tally = _played(party, rounds, cores, seed=2026)
        rate = rounds * seats / (perf_counter() - begun) / 1e6
        expected, _ = exact_mean(party, 0)
        together = table_figures(tally)
        # Seats share a dealer, so the error of six seats follows from the table's variance, not from theirs.
        apart = (together.mean.value + seats * float(expected)) / sqrt(together.variance / rounds)
        each = [seat_figures(party, tally, seat).exact for seat in range(seats)]
        worst = max([abs(apart), *(abs(exact.standard_errors) for exact in each if exact)])
        edge = together.mean.value / (ANTE * seats)
        console.print(
            verdict(
                worst < MOST_ERRORS,
                f"{name}, {seats} seat{'s' * (seats > 1)}, {rounds * seats:,} seat-rounds within {MOST_ERRORS} errors",
                f"edge {edge:.5%}, exact {-float(expected) / ANTE:.5%}, {worst:.2f} errors apart at most, "
                f"{rate:,.0f} million seat-rounds/s",
            )
        )
        met = met and worst < MOST_ERRORS
    return met
