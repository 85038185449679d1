"""Rounds stacked so that rare hands are common, in the encoding of the kernels."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK, Card, parse_cards
from boston7.hands._numba import kernel
from boston7.simulate.shoe import WHOLE_DECK, deal_hand, start_number
from boston7.simulate.table import CELLS, Cards, Counts, cell_of, hand_strength, six_kind

_CELLS = np.uint64(CELLS)
Deal = list[tuple[Card, ...]]
"""Seven cards for each seat in dealing order, the dealer's last."""

_STACKS = tuple(
    parse_cards(cards)
    for cards in (
        "As Ks Qs Js Ts 9s 8s",
        "Ad Kd Qd Jd Td 9d",
        "Ah Kh Qh Jh Th 8h 7h",
        "Ac Kc Qc Jc Tc",
        "9c 8c 7c 6c 5c",
        "Ad 2d 3d 4d 5d",
        "Ks Qs Js Ts 9s 8s 7s",
        "7s 7c 7h 7d",
        "Qs Qc Qh Td Tc",
        "2h 5h 9h Jh Kh",
        "9s 8d 7h 6c 5d",
        "Ac 2d 3h 4s 5c",
        "As Kd Qh Js Tc",
        "4s 4c 4h",
        "Ac Ad Kc Kd Qh",
    )
)


def stacked_deals(count: int, seats: int, seed: int) -> list[Deal]:
    """Return deals, two thirds of which give a stack to a seat or the dealer. In some the dealer has the ranks of a
    seat."""
    chance = random.Random(seed)
    return [_deal(chance, seats) for _ in range(count)]


def _deal(chance: random.Random, seats: int) -> Deal:
    hands: list[list[Card]] = [[] for _ in range(seats + 1)]
    if chance.random() < 2 / 3:
        at = chance.randrange(seats + 1)
        hands[at] = list(chance.choice(_STACKS))
        if at < seats and chance.random() < 0.5:
            # The same ranks in other suits: a tie, unless the dealer's last cards change it.
            mirrored = [DECK[(card.code + 13) % 52] for card in hands[at]]
            if not set(mirrored) & set(hands[at]):
                hands[-1] = mirrored
    used = {card for hand in hands for card in hand}
    rest = [card for card in DECK if card not in used]
    chance.shuffle(rest)
    for hand in hands:
        while len(hand) < 7:
            hand.append(rest.pop())
        chance.shuffle(hand)
    return [tuple(hand) for hand in hands]


def bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << card.code // 13 * 16 + card.code % 13 for card in cards)


def cards_of(bit_set: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if bit_set >> card.code // 13 * 16 + card.code % 13 & 1)


def as_bits(deals: list[Deal], cards: int) -> NDArray[np.uint64]:
    return np.array([[bits(hand[:cards]) for hand in deal] for deal in deals], np.uint64)


@kernel()
def deal_rounds(stream: Cards, threes: Cards, hands: Cards) -> None:
    """Fill in the cards of the same rounds: three and seven cards of each seat, the dealer's hand last."""
    a, b, c, d = stream[0], stream[1], stream[2], stream[3]
    for number in range(len(hands)):
        deck = WHOLE_DECK
        for hand in range(hands.shape[1]):
            undealt = deck
            _, after_three, deck, a, b, c, d = deal_hand(hand, undealt, a, b, c, d)
            threes[number, hand], hands[number, hand] = undealt ^ after_three, undealt ^ deck


@kernel()
def settle_rounds(
    threes: Cards,
    hands: Cards,
    policies: NDArray[np.uint8],
    policy_of: Counts,
    sixes: NDArray[np.bool_],
    cells: NDArray[np.uint16],
) -> None:
    """Return the cells of rounds dealt elsewhere, by the same rules as `play_rounds`."""
    seats = len(policy_of)
    for number in range(len(hands)):
        dealer = hand_strength(hands[number, seats])
        for seat in range(seats):
            start = policies[policy_of[seat], start_number(threes[number, seat])]
            cell = cell_of(start, hands[number, seat], dealer)
            if sixes[seat]:
                cell += _CELLS * six_kind(threes[number, seat] | threes[number, seats])
            cells[number, seat] = cell
