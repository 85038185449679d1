"""Exact odds of the whole game: cold, warm and against dealing every hand; pricing; known cards."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from bench import best_times, verdict
from boston7.cards import DECK, Card, parse_cards
from boston7.hands import best_five, long_royal
from boston7.house import PRESETS, preset
from boston7.odds import Pricing, Stakes, showdown, with_changes
from boston7.odds.dealer_hands import dealer_hands
from boston7.odds.known import known_counts
from boston7.odds.whole_game import count_game

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
from odds_direct import direct_showdown

WARM_SECONDS = 1.5  # About one second on two cores.
COLD_SECONDS = 10.0
PRICE_SECONDS = 0.020
KNOWN_SECONDS = 1.0
SAMPLED_HANDS = 240
SUIT_DISTINCT_HANDS = 6_009_159  # Player hands of seven cards that differ by more than suits.

_COLD = """
from time import perf_counter, process_time
begin = perf_counter()
from boston7.odds.whole_game import count_game
count_game()
print(perf_counter() - begin, process_time())
"""


def run(console: Console) -> bool:
    cold, cold_busy = _cold_seconds()
    counts = count_game()
    one = parse_cards("Qc Qd 9h 7s 5c 4d 2h")
    seen = parse_cards("As Ks Qs Js")
    pay_tables = iter(range(1, 10_000))

    def price() -> object:
        house = with_changes(preset("nhcg"), {"ante_bonus.royal_flush": next(pay_tables)})
        return Pricing(house, Stakes(1000, {"three_card_bonus": 500}), counts).round().house_edge

    times = best_times(
        {
            "exact counts, warm": count_game,
            "one player hand, every dealer hand dealt": lambda: direct_showdown(one),
            "one player hand, counted": lambda: dealer_hands.__wrapped__(frozenset(card.code for card in one)),
            "a pay table priced": price,
            "a start with four seen cards": lambda: known_counts(parse_cards("7c 3d 2h"), seen),
        }
    )
    cores = os.cpu_count() or 1
    warm = times["exact counts, warm"]
    by_dealing = SUIT_DISTINCT_HANDS * times["one player hand, every dealer hand dealt"] / cores

    shown = Table("work", title="Exact odds, best of five")
    shown.add_column("seconds", justify="right")
    shown.add_row("exact counts, cold: new process, nothing compiled", f"{cold:,.2f}")
    for name, seconds in times.items():
        shown.add_row(name, f"{seconds:,.4f}")
    shown.add_row(f"every suit-distinct hand dealt, on {cores} cores (extrapolated)", f"{by_dealing:,.0f}")
    console.print(shown)

    agreed, classes, seconds = _sampled()
    verdicts = [
        (warm <= WARM_SECONDS, f"exact counts, warm, in about a second ({WARM_SECONDS} s)", f"{warm:.2f} s"),
        (
            cold_busy <= COLD_SECONDS,
            f"exact counts, cold, within {COLD_SECONDS:.0f} s of processor time",
            f"{cold_busy:.2f} s",
        ),
        (by_dealing / warm > 1e4, "far faster than dealing every hand", f"{by_dealing / warm:,.0f} times"),
        (
            times["a pay table priced"] <= PRICE_SECONDS,
            f"a pay table priced within {1000 * PRICE_SECONDS:.0f} ms",
            f"{1000 * times['a pay table priced']:.1f} ms",
        ),
        (
            times["a start with four seen cards"] <= KNOWN_SECONDS,
            "a start with seen cards within a second",
            f"{times['a start with four seen cards']:.2f} s",
        ),
        (
            agreed == SAMPLED_HANDS and classes == 12,
            f"dealing all {comb(45, 7):,} dealer hands agrees for {SAMPLED_HANDS} player hands of 12 classes",
            f"{agreed} hands, {classes} classes, {seconds:.0f} s",
        ),
        (counts.is_whole, "every start whole, wins equal losses", "checked"),
    ]
    for met, target, measured in verdicts:
        console.print(verdict(met, target, measured))
    for house in PRESETS:
        edges = [Pricing(preset(house), Stakes(ante), counts).round().house_edge for ante in (500, 5000)]
        console.print(f"{house}: {float(edges[0]):.4%} of the ante at $5, {float(edges[1]):.4%} at $50")
    return all(met for met, _, _ in verdicts)


def _cold_seconds() -> tuple[float, float]:
    """Return clock and processor seconds. Compiling keeps one core busy, which others may need too."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "NUMBA_CACHE_DIR": empty}
        done = subprocess.run(
            [sys.executable, "-c", _COLD], env=environment, check=True, capture_output=True, text=True
        )
    clock, processor = map(float, done.stdout.split())
    return clock, processor


def _sampled() -> tuple[int, int, float]:
    """Compare the same number of hands of every class. Return the matches, the number of classes, and the seconds."""
    begin = perf_counter()
    hands = _hands_of_every_class(SAMPLED_HANDS // 12)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        agree = list(pool.map(lambda hand: tuple(direct_showdown(hand)) == showdown(hand), hands))
    return sum(agree), len({_award(hand) for hand in hands}), perf_counter() - begin


def _award(hand: Sequence[Card]) -> int:
    length = long_royal(hand)
    return length + 4 if length > 5 else int(best_five(hand).category)


def _hands_of_every_class(each: int) -> list[tuple[Card, ...]]:
    dice = random.Random(7)
    found: dict[int, list[tuple[Card, ...]]] = {award: [] for award in range(12)}
    while any(len(hands) < each for hands in found.values()):
        # Rare hands grow from a suited run. There are only four seven-card royals, so they repeat.
        suit, rank = dice.choice("cdhs"), dice.randrange(2, 15)
        suited = [card for card in DECK if card.suit == suit]
        low = dice.randrange(9)
        four = [card for card in DECK if card.rank == rank]
        begun = dice.choice(([], four, suited[low : low + 5], suited[8:], suited[7:], suited[6:]))
        left = [card for card in DECK if card not in begun]
        hand = (*begun, *dice.sample(left, 7 - len(begun)))
        mine = found[_award(hand)]
        if len(mine) < each:
            mine.append(hand)
    return [hand for hands in found.values() for hand in hands]
