"""Hands to wish for, by their results for the first player who is dealt cards."""

from __future__ import annotations

import fate

from boston7.hands import Category, ThreeCategory, best_five, category_of, three_category


def hand_of(cards: fate.Deck) -> int:
    return best_five(cards).value


def plain(hands: fate.Hands) -> bool:
    """No Ante Bonus."""
    return category_of(hand_of(hands.seats[0])) <= Category.TWO_PAIR


def wins(hands: fate.Hands) -> bool:
    return plain(hands) and hand_of(hands.seats[0]) > hand_of(hands.dealer)


def loses(hands: fate.Hands) -> bool:
    return plain(hands) and hand_of(hands.seats[0]) < hand_of(hands.dealer)


def pushes(hands: fate.Hands) -> bool:
    return plain(hands) and hand_of(hands.seats[0]) == hand_of(hands.dealer)


def trips_up(hands: fate.Hands) -> bool:
    """Three of a kind in the first three cards, worth 25 to 1, no better final hand, and a dealer who has less."""
    own = hands.seats[0]
    trips = three_category(own[:3]) is ThreeCategory.THREE_OF_A_KIND
    return trips and category_of(hand_of(own)) is Category.THREE_OF_A_KIND and hand_of(own) > hand_of(hands.dealer)


def straight_beaten(hands: fate.Hands) -> bool:
    """An Ante Bonus with a hand that the dealer beats."""
    return category_of(hand_of(hands.seats[0])) is Category.STRAIGHT and hand_of(hands.seats[0]) < hand_of(hands.dealer)


def four_of_a_kind(hands: fate.Hands) -> bool:
    own = hand_of(hands.seats[0])
    return category_of(own) is Category.FOUR_OF_A_KIND and own > hand_of(hands.dealer)
