"""Who sits at the simulated table: one policy and one set of stakes for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.game.acts.betting import refuse_wagers
from boston7.house import House
from boston7.house.model import SEATS
from boston7.money import Cents
from boston7.odds import Ledger, Stakes, ledger
from boston7.simulate.errors import SimulationError
from boston7.simulate.policies import Policy, categories
from boston7.simulate.table import CELLS, CELLS_OF_START, FOLD, FOLDED_CELL


class Seat(NamedTuple):
    """One seat of a simulation: how it plays and what it wagers."""

    policy: Policy
    ante: Cents
    three_card_bonus: Cents = 0
    side_bets: tuple[tuple[str, Cents], ...] = ()
    """Others than the Three Card Bonus, by id."""

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.ante, self.three_card_bonus, self.side_bets)

    @property
    def first(self) -> Cents:
        return 0 if self.policy.ante_only else self.ante

    @property
    def initial_wager(self) -> Cents:
        return self.ante + self.first + self.stakes.beside


class Party:
    """The seats of one house, checked, with what every cell of each is worth."""

    def __init__(self, house: House, seats: Sequence[Seat]) -> None:
        if not 1 <= len(seats) <= min(SEATS, house.seats):
            raise SimulationError(f"A table of {house.name} seats 1 to {min(SEATS, house.seats)}, not {len(seats)}.")
        for number, seat in enumerate(seats, 1):
            refusal = refuse_wagers(house, seat.ante, seat.first, seat.three_card_bonus, dict(seat.side_bets))
            if refusal is not None:
                raise SimulationError(f"Seat {number}: {refusal.reason} [{refusal.clause}]")
            _check_side_bets(house, seat, number)
        self.house = house
        self.seats = tuple(seats)

    @cached_property
    def money(self) -> NDArray[np.object_]:
        """By seat and cell: the net result in cents. Python's integers, for nothing bounds a house's stakes."""
        rows = np.zeros((len(self.seats), CELLS), object)
        for row, seat in zip(rows, self.seats, strict=True):
            settled = ledger(self.house, seat.stakes)
            row[:] = _ante_only(settled) if seat.policy.ante_only else _played(settled)
        return rows

    @cached_property
    def policies(self) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
        """The different lists of starts, each entry a category and perhaps a fold, and which is whose."""
        lists: dict[bytes, int] = {}
        whose = []
        for seat in self.seats:
            folds = seat.policy.folds(self.house, seat.stakes)
            entries = (categories() + FOLD * folds).astype(np.uint8)
            whose.append(lists.setdefault(entries.tobytes(), len(lists)))
        return np.frombuffer(b"".join(lists), np.uint8).reshape(len(lists), -1), tuple(whose)


def _check_side_bets(house: House, seat: Seat, number: int) -> None:
    """What the cells of a round cannot tell apart is not simulated."""
    for name, cents in seat.side_bets:
        bet = house.side_bet(name)
        if cents and bet and bet.judged_on == "six_cards":
            reason = f"the {bet.label} is judged with the dealer's cards, which is not simulated"
            raise SimulationError(f"Seat {number}: {reason}; boston7 odds prices it exactly.")
        if cents and seat.policy.ante_only:
            raise SimulationError(f"Seat {number}: a seat that plays ante-only has no side bets in a simulation.")


def _played(settled: Ledger) -> list[Cents]:
    outcomes = [net for row in settled.play for net in row]
    return [net + bonus for bonus in settled.bonus for net in (*outcomes, settled.fold)]


def _ante_only(settled: Ledger) -> list[Cents]:
    """The three cards decide nothing; the fold that cannot happen is worth nothing."""
    return [*(net for row in settled.ante_only for net in row), 0] * (CELLS // CELLS_OF_START)


assert FOLDED_CELL == CELLS_OF_START - 1  # a fold comes after the outcomes of its start
