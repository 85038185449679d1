"""How a hand is spoken of in a sentence, and several players in one."""

from __future__ import annotations

from collections.abc import Sequence

_BARE = ("two pair", "three of a kind", "four of a kind")


def spoken(hand: str) -> str:
    """`a pair of queens`, `two pair, kings and sevens`, `queen high`."""
    if hand.startswith(_BARE) or (hand.endswith(" high") and "," not in hand):
        return hand
    return f"a {hand}"


def listed(names: Sequence[str]) -> str:
    """`Alma`, `Alma and Bert`, `Alma, Bert and Cleo`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
