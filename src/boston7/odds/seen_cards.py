"""Odds when other cards have been seen, such as a neighbor's card or an exposed card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from operator import mul

from boston7.cards import Card
from boston7.extras import needs
from boston7.house import House
from boston7.odds.counts import Counts, Row, load_counts
from boston7.odds.money import ByOutcome, Stakes, check_stakes, ledger
from boston7.odds.starts import Choice, check_cards, check_distinct, start_number


class KnownStart(Choice, frozen=True, kw_only=True):
    """A start with dead cards: the values of both choices per ante, and the counts (won, tied, lost) by award."""

    cards: tuple[Card, ...]
    dead: tuple[Card, ...]
    ante_only: Fraction
    """The value of an ante without a 1st Wager, which leaves no decision to make."""
    counts: Row

    @property
    def win(self) -> Fraction:
        return self._share(0)

    @property
    def tie(self) -> Fraction:
        return self._share(1)

    @property
    def lose(self) -> Fraction:
        return self._share(2)

    def _share(self, outcome: int) -> Fraction:
        return Fraction(sum(self.counts[outcome::3]), sum(self.counts))


def known_start(
    house: House, stakes: Stakes, start: Sequence[Card], dead: Iterable[Card] = (), counts: Counts | None = None
) -> KnownStart:
    """Return the exact values of a start when neither the player nor the dealer can receive the dead cards.

    >>> from boston7.cards import parse_cards
    >>> from boston7.house import preset
    >>> known = known_start(preset("nhcg"), Stakes(10_00), parse_cards("7c 3d 2h"))
    >>> known.plays, round(float(known.mistake), 4)
    (True, 1.0472)
    """
    check_stakes(house, stakes)
    seen = tuple(dead)
    row = _row(start, seen, counts)
    money = ledger(house, stakes)
    every = sum(row) * stakes.ante

    def worth(net: ByOutcome) -> Fraction:
        return Fraction(sum(map(mul, row, chain.from_iterable(net))), every)

    return KnownStart(
        cards=tuple(start),
        dead=seen,
        play=worth(money.play),
        fold=Fraction(money.fold, stakes.ante),
        ante_only=worth(money.ante_only),
        counts=row,
    )


def counts_without(dead: Iterable[Card]) -> Counts:
    """Return the counts of all starts that can still be dealt; the whole deck if no card is dead.

    >>> from boston7.cards import DECK
    >>> counts_without(DECK[:32]).starting_deals
    1140
    """
    seen = tuple(dead)
    if not seen:
        return load_counts()
    check_distinct(seen)
    needs("sim", "Counting with dead cards")
    from boston7.odds.whole_game import known_game

    return known_game(seen)


def _row(start: Sequence[Card], dead: tuple[Card, ...], counts: Counts | None) -> Row:
    """Return the start's row of the table, or count it now if there are dead cards."""
    if not dead:
        return (counts or load_counts()).rows[start_number(start)]
    check_cards(start, 3, "A start")
    check_distinct((*start, *dead))
    needs("sim", "Counting with dead cards")
    from boston7.odds.known import known_counts

    return tuple(known_counts(start, dead).ravel().tolist())
