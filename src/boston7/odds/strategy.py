"""Fold or play: the value of each start, the cost of the wrong choice, and the strategy described in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from boston7.cards import Card, format_cards
from boston7.hands import ThreeCategory
from boston7.house import House
from boston7.money import MOST, Cents, dollars
from boston7.odds.counts import Counts, load_counts
from boston7.odds.money import Stakes, ledger
from boston7.odds.prices import Pricing, better_folded
from boston7.odds.starts import Choice, Start, start_number

HIGHEST_ANTE = MOST
"""Upper limit of the search. If the strategy changes only at a higher ante, it counts as never changing."""


class Decision(Choice, frozen=True, kw_only=True):
    """One start: the values of both choices per ante, and the cost of the worse choice when this start occurs."""

    start: Start


def decisions(pricing: Pricing) -> tuple[Decision, ...]:
    """Return the decision for each start, aces first. The Three Card Bonus is settled earlier and has no influence.

    >>> from boston7.house import preset
    >>> pricing = Pricing(preset("nhcg"), Stakes(10_00))
    >>> all(made.plays for made in decisions(pricing))
    True
    """
    ante = pricing.stakes.ante
    fold = Fraction(pricing.fold_value, ante)
    return tuple(
        Decision(start=start, play=value / ante, fold=fold)
        for start, value in zip(pricing.counts.starts, pricing.play_values, strict=True)
    )


def decision(pricing: Pricing, cards: Sequence[Card]) -> Decision:
    """Return the decision for three cards dealt from a whole deck.

    >>> from boston7.house import preset
    >>> from boston7.cards import parse_cards
    >>> pricing = Pricing(preset("nhcg"), Stakes(10_00))
    >>> made = decision(pricing, parse_cards("7c 3d 2h"))
    >>> made.plays, round(float(made.play), 4), int(made.fold)
    (True, -0.9528, -2)
    """
    return _decision(pricing, start_number(cards))


def _decision(pricing: Pricing, number: int) -> Decision:
    ante = pricing.stakes.ante
    return Decision(
        start=pricing.counts.starts[number],
        play=pricing.play_value(number) / ante,
        fold=Fraction(pricing.fold_value, ante),
    )


class Change(NamedTuple):
    """The lowest ante at which the best strategy folds any start, and the starts it folds there."""

    ante: Cents
    starts: tuple[Start, ...]


def first_fold(house: House, counts: Counts | None = None) -> Change | None:
    """Return the lowest ante in cents at which folding some start is better, regardless of table limits.

    The maximum payout and fixed awards stay constant, so awards per ante only shrink as the ante grows. A start folded
    at one ante is therefore folded at every higher ante, and a binary search finds the lowest one.

    >>> from boston7.house import preset
    >>> first_fold(preset("nhcg")) is None
    True
    """
    counts = counts or load_counts()
    folded: tuple[int, ...] | None = None

    def some_fold(ante: Cents) -> bool:
        nonlocal folded
        # A start folded at this ante was also folded at the higher ante tried before, so check only those.
        if found := better_folded(counts, ledger(house, Stakes(ante)), folded):
            folded = found
        return bool(found)

    ante = least(some_fold, HIGHEST_ANTE)
    return None if ante is None else Change(ante, tuple(counts.starts[number] for number in folded or ()))


def least(holds: Callable[[Cents], bool], highest: Cents) -> Cents | None:
    """Return the lowest amount for which `holds` is true. Assumes that it then holds for all higher amounts."""
    if not holds(highest):
        return None
    low, high = 0, highest
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def in_words(pricing: Pricing, change: Change | None) -> tuple[str, ...]:
    """Return the best strategy as sentences for a player.

    >>> from boston7.house import preset
    >>> pricing = Pricing(preset("nhcg"), Stakes(10_00))
    >>> in_words(pricing, None)[0]
    'Always place the 2nd Wager.'
    """
    if not pricing.folded:
        values = pricing.play_values if pricing.six_card_totals else pricing.play_totals
        worst = min(range(len(values)), key=values.__getitem__)
        nearest = _decision(pricing, worst)
        sentences = [
            "Always place the 2nd Wager.",
            f"The worst start, {format_cards(nearest.start.cards)}, is worth {float(nearest.play):.4f} antes "
            f"when played and {float(nearest.fold):.0f} when folded.",
        ]
    elif len(pricing.folded) == len(pricing.play_totals):
        sentences = ["Never place the 2nd Wager: fold every start."]
    else:
        starts = decisions(pricing)
        folds = [one for one in starts if not one.plays]
        share = Fraction(sum(one.start.deals for one in folds), pricing.counts.starting_deals)
        sentences = [
            f"Fold {len(folds):,} of the {len(starts):,} starts ({float(share):.2%} of deals) and play the others."
        ]
        sentences += [_category_rule(category, starts) for category in reversed(ThreeCategory)]
    if change is None:
        sentences.append("No stake changes this.")
    elif change.ante > pricing.stakes.ante:
        sentences.append(
            f"From an ante of {dollars(change.ante)} up, the maximum payout makes folding better for "
            f"{format_cards(change.starts[0].cards)}{' and others' if len(change.starts) > 1 else ''}."
        )
    return tuple(sentences)


def _category_rule(category: ThreeCategory, starts: Sequence[Decision]) -> str:
    name = category.key.replace("_", " ").capitalize()
    mine = [one for one in starts if one.start.category is category]
    folds = [one for one in mine if not one.plays]
    if not folds:
        return f"{name}: play."
    if len(folds) == len(mine):
        return f"{name}: fold."
    # Starts are sorted by rank, strongest first, so a rule by rank folds every start after some index.
    best = _ranks(folds[0].start)
    exceptions = [one for one in mine if one.plays and _ranks(one.start) <= best]
    rule = f"{name}: fold {''.join(card.rank.letter for card in folds[0].start.cards)} or lower"
    if not exceptions:
        return f"{rule}, play the rest."
    shown = ", ".join(format_cards(one.start.cards) for one in exceptions[:5])
    more = f" and {len(exceptions) - 5} more" if len(exceptions) > 5 else ""
    return f"{rule}, except {shown}{more}; play the rest."


def _ranks(start: Start) -> tuple[int, ...]:
    return tuple(card.rank for card in start.cards)
