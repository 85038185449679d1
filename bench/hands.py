"""Seven-card evaluation: the batch kernel, eval7, phevaluator and treys on the same random hands."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import eval7
import numpy as np
import phevaluator
import treys
from numpy.typing import NDArray
from phevaluator import _pheval
from rich.console import Console
from rich.table import Table

from bench import best_times, verdict
from boston7.cards import DECK
from boston7.hands.batch import census, values7

HANDS = 2_000_000
PEER_HANDS = 20_000  # The first of them: a longer list of cards would not fit the cache, and slow the peers.
TREYS_HANDS = 4_000
TIMES_EVAL7 = 100

Hands = NDArray[np.uint8]
Judge = Callable[[], list[int]]


def run(console: Console) -> bool:
    hands = _random_hands(HANDS)
    strengths = values7(hands)
    peers = {
        "eval7": (_eval7(hands[:PEER_HANDS]), PEER_HANDS),
        "phevaluator": (_phevaluator(hands[:PEER_HANDS], phevaluator.evaluate_7cards), PEER_HANDS),
        "phevaluator, private C": (_phevaluator(hands[:PEER_HANDS], _pheval.evaluate_7cards), PEER_HANDS),
        "treys": (_treys(hands[:TREYS_HANDS]), TREYS_HANDS),
    }
    agree = {name: _same_order(judge(), strengths[:count]) for name, (judge, count) in peers.items()}
    works: dict[str, tuple[Callable[[], object], int]] = {
        "boston7, one core": (lambda: values7(hands, parallel=False), HANDS),
        "boston7, all cores": (lambda: values7(hands), HANDS),
        "boston7, every hand": (census, comb(52, 7)),
        **peers,
    }
    times = best_times({name: work for name, (work, _) in works.items()})
    rates = {name: count / times[name] for name, (_, count) in works.items()}

    table = Table("evaluator", title="Seven-card values, best of five")
    for heading in ("hands", "million/s", "times eval7", "same order"):
        table.add_column(heading, justify="right")
    for name, (_, count) in works.items():
        same = {True: "yes", False: "[red]no[/]"}[agree[name]] if name in agree else ""
        ratio = rates[name] / rates["eval7"]
        table.add_row(name, f"{count:,}", f"{rates[name] / 1e6:,.2f}", f"{ratio:,.2f}", same)
    console.print(table)

    ratio = rates["boston7, one core"] / rates["eval7"]
    fast = ratio >= TIMES_EVAL7
    console.print(verdict(fast, f"on one core at least {TIMES_EVAL7} times eval7's rate", f"{ratio:,.0f} times"))
    disagreeing = [name for name, same in agree.items() if not same]
    console.print(verdict(not disagreeing, "all rank the hands alike", ", ".join(disagreeing) or "yes"))
    return fast and not disagreeing


def _random_hands(count: int) -> Hands:
    drawn = np.random.default_rng(7).integers(0, 52, (2 * count, 7), dtype=np.uint8)
    different = np.all(np.diff(np.sort(drawn, axis=1), axis=1) > 0, axis=1)
    return drawn[different][:count]


def _same_order(values: list[int], strengths: NDArray[np.uint16]) -> bool:
    """Return whether equal strengths have equal values, and unequal ones are in our order or its reverse."""
    by_strength = np.argsort(strengths, kind="stable")
    rises = np.diff(strengths[by_strength].astype(np.int64)) > 0
    steps = np.diff(np.array(values)[by_strength])
    return bool(np.all(steps[~rises] == 0) and (np.all(steps[rises] > 0) or np.all(steps[rises] < 0)))


# The cards of each peer are made in advance, so only its evaluation is timed.


def _eval7(hands: Hands) -> Judge:
    deck = [eval7.Card(card.value) for card in DECK]
    rows = [[deck[code] for code in row] for row in hands.tolist()]
    evaluate = eval7.evaluate
    return lambda: [evaluate(row) for row in rows]


def _phevaluator(hands: Hands, evaluate: Callable[..., int]) -> Judge:
    deck = [phevaluator.Card(card.value).id_ for card in DECK]
    rows = [[deck[code] for code in row] for row in hands.tolist()]
    return lambda: [evaluate(*row) for row in rows]


def _treys(hands: Hands) -> Judge:
    deck = [treys.Card.new(card.value) for card in DECK]
    rows = [[deck[code] for code in row] for row in hands.tolist()]
    evaluate = treys.Evaluator().evaluate
    return lambda: [evaluate(row[:2], row[2:]) for row in rows]
