"""A brute-force count: deal every dealer hand.

It shares only the evaluator with the fast count, and is the reference for its results and times.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boston7.cards import Card
from boston7.hands._numba import kernel
from boston7.hands.batch import (
    CARD_BIT,
    CARD_KEY,
    CATEGORY,
    NO_CARDS,
    evaluate,
    flush_ranks,
    has_flush,
    royal_length,
)

Array = NDArray[Any]


@kernel()
def _dealer_hands(deck: Array, strength: np.int64, out: Array) -> None:
    """Compare every seven cards of the deck with one strength: won, tied and lost by the player."""
    cards = deck.shape[0]
    for a in range(cards - 6):
        key1, bits1 = NO_CARDS + CARD_KEY[deck[a]], CARD_BIT[deck[a]]
        for b in range(a + 1, cards - 5):
            key2, bits2 = key1 + CARD_KEY[deck[b]], bits1 + CARD_BIT[deck[b]]
            for c in range(b + 1, cards - 4):
                key3, bits3 = key2 + CARD_KEY[deck[c]], bits2 + CARD_BIT[deck[c]]
                for d in range(c + 1, cards - 3):
                    key4, bits4 = key3 + CARD_KEY[deck[d]], bits3 + CARD_BIT[deck[d]]
                    for e in range(d + 1, cards - 2):
                        key5, bits5 = key4 + CARD_KEY[deck[e]], bits4 + CARD_BIT[deck[e]]
                        for f in range(e + 1, cards - 1):
                            key6, bits6 = key5 + CARD_KEY[deck[f]], bits5 + CARD_BIT[deck[f]]
                            for g in range(f + 1, cards):
                                dealer = np.int64(evaluate(key6 + CARD_KEY[deck[g]], bits6 + CARD_BIT[deck[g]]))
                                if dealer < strength:
                                    out[0] += 1
                                elif dealer == strength:
                                    out[1] += 1
                                else:
                                    out[2] += 1


@kernel()
def _player_hands(start: Array, deck: Array, out: Array) -> None:
    """Deal every four more cards to the player, and then every dealer hand: by award, won, tied and lost."""
    cards = deck.shape[0]
    left = np.zeros(cards - 4, np.uint8)
    key3, bits3 = NO_CARDS, np.uint64(0)
    for card in start:
        key3 += CARD_KEY[card]
        bits3 += CARD_BIT[card]
    for a in range(cards - 3):
        for b in range(a + 1, cards - 2):
            for c in range(b + 1, cards - 1):
                for d in range(c + 1, cards):
                    key, bits = key3, bits3
                    for drawn in (a, b, c, d):
                        key += CARD_KEY[deck[drawn]]
                        bits += CARD_BIT[deck[drawn]]
                    strength = np.int64(evaluate(key, bits))
                    award = np.int64(CATEGORY[strength])
                    if has_flush(key):
                        length = royal_length(flush_ranks(key, bits))
                        if length > 5:
                            award = np.int64(4 + length)
                    at = 0
                    for i in range(cards):
                        if i not in (a, b, c, d):
                            left[at] = deck[i]
                            at += 1
                    _dealer_hands(left, strength, out[award])


@kernel()
def _strength(cards: Array) -> np.int64:
    key, bits = NO_CARDS, np.uint64(0)
    for card in cards:
        key += CARD_KEY[card]
        bits += CARD_BIT[card]
    return np.int64(evaluate(key, bits))


def direct_showdown(seven: Sequence[Card], dead: Iterable[Card] = ()) -> NDArray[np.int64]:
    """Count the dealer hands that seven cards beat, tie and lose to, by dealing all of them."""
    out = np.zeros(3, np.int64)
    _dealer_hands(_left((*seven, *dead)), _strength(_codes(seven)), out)
    return out


def direct_counts(start: Sequence[Card], dead: Iterable[Card] = ()) -> NDArray[np.int64]:
    """Count what `known_counts` counts by dealing every hand, for a deck with few cards left."""
    out = np.zeros((12, 3), np.int64)
    _player_hands(_codes(start), _left((*start, *dead)), out)
    return out


def _codes(cards: Sequence[Card]) -> NDArray[np.uint8]:
    return np.array([card.code for card in cards], np.uint8)


def _left(gone: Sequence[Card]) -> NDArray[np.uint8]:
    codes = {card.code for card in gone}
    return np.array([code for code in range(52) if code not in codes], np.uint8)
