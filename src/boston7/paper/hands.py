"""Sample cards for each hand in a pay table. The kickers follow after a bar."""

from __future__ import annotations

import msgspec

from boston7.cards import Card, parse_cards

_THREE = {
    "royal_flush": "Ah Kh Qh",
    "straight_flush": "8c 7c 6c",
    "three_of_a_kind": "7s 7h 7d",
    "straight": "3s 2d As",
    "flush": "Kd 9d 4d",
    "pair": "Js Jh | 6c",
    "high_card": "Ks | 9h 4c",
}
_FIVE = {
    "seven_card_royal": "Ah Kh Qh Jh Th 9h 8h",
    "six_card_royal": "As Ks Qs Js Ts 9s",
    "royal_flush": "Ah Kh Qh Jh Th",
    "straight_flush": "9c 8c 7c 6c 5c",
    "four_of_a_kind": "Qs Qh Qd Qc | 7d",
    "full_house": "Ks Kd Kc 4h 4s",
    "flush": "Ad Jd 8d 6d 3d",
    "straight": "5s 4h 3d 2c As",
    "three_of_a_kind": "7s 7h 7c | Kd 2s",
    "two_pair": "Js Jd 5h 5c | 9s",
    "pair": "Ts Th | Kc 6d 4s",
    "high_card": "As | Jc 8d 6h 3s",
}


class Picture(msgspec.Struct, frozen=True):
    """Cards that make a hand. Cards from index `used` on are kickers."""

    cards: tuple[Card, ...]
    used: int


def picture(award: str, *, three: bool = False) -> Picture:
    """Return cards that make the hand named by an award.

    >>> picture("pair", three=True).used
    2
    """
    hand, _, kickers = (_THREE if three else _FIVE)[award].partition("|")
    made = parse_cards(hand)
    return Picture(made + parse_cards(kickers), len(made)) if kickers else Picture(made, len(made))
