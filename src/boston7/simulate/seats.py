"""The seats of the simulated table: one policy and one set of stakes each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.game.wagers import refuse_wagers
from boston7.house import House
from boston7.house.model import SEATS, SideBet, WagerId
from boston7.money import Cents
from boston7.odds import Ledger, Stakes, ledger
from boston7.odds.prices import six_card_worth
from boston7.simulate.errors import SimulationError
from boston7.simulate.policies import Policy, categories
from boston7.simulate.table import CELLS, CELLS_OF_START, FOLD, FOLDED_CELL, SIX_KINDS


class Seat(NamedTuple):
    """One seat of a simulation: its policy and its wagers."""

    policy: Policy
    ante: Cents
    side_bets: Mapping[WagerId, Cents] = {}

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.ante, self.side_bets)

    @property
    def first(self) -> Cents:
        return 0 if self.policy.ante_only else self.ante

    @property
    def initial_wager(self) -> Cents:
        return self.ante + self.first + self.stakes.on_side_bets


class Party:
    """The validated seats of one house, with the net result of every cell."""

    def __init__(self, house: House, seats: Sequence[Seat]) -> None:
        if not 1 <= len(seats) <= min(SEATS, house.seats):
            raise SimulationError(f"A table of {house.name} seats 1 to {min(SEATS, house.seats)}, not {len(seats)}.")
        for number, seat in enumerate(seats, 1):
            main = ("ante",) if seat.policy.ante_only else ("ante", "first")
            refusal = refuse_wagers(house, seat.stakes.wagers(*main))
            if refusal is not None:
                raise SimulationError(f"Seat {number}: {refusal.reason} [{refusal.clause}]")
        self.house = house
        self.seats = tuple(seats)

    @cached_property
    def sixes(self) -> NDArray[np.bool_]:
        """For each seat, whether it bets on six cards. If so, its cells are also divided by the six-card hand."""
        return np.array([bool(_on_six_cards(self.house, seat)) for seat in self.seats])

    @cached_property
    def money(self) -> NDArray[np.object_]:
        """Net results in cents by seat and cell. They are Python integers because house stakes are unbounded."""
        kinds = SIX_KINDS if self.sixes.any() else 1
        rows = np.zeros((len(self.seats), kinds, CELLS), object)
        for number, row in enumerate(rows):
            row[:] = self.without_six(number)
            if self.sixes[number]:
                # A fold has already lost these bets.
                stays = row.reshape(kinds, -1, CELLS_OF_START)[:, :, :FOLDED_CELL]
                stays += np.array(self.six_worth(number), object)[:, None, None]
        return rows.reshape(len(self.seats), -1)

    def without_six(self, seat: int) -> list[Cents]:
        """Return the net result of each cell. Bets on six cards are excluded, except that a fold loses them."""
        settled = ledger(self.house, self.seats[seat].stakes)
        return _ante_only(settled) if self.seats[seat].policy.ante_only else _played(settled)

    def six_worth(self, seat: int) -> list[Cents]:
        """Return the combined net result of all bets on six cards, by six-card hand."""
        return six_card_worth(_on_six_cards(self.house, self.seats[seat]))

    @cached_property
    def policies(self) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
        """The distinct lists of starts, and the index of each seat's list. An entry is the category, plus `FOLD` if the
        start is folded."""
        lists: dict[bytes, int] = {}
        whose = []
        for seat in self.seats:
            folds = seat.policy.folds(self.house, seat.stakes)
            entries = (categories() + FOLD * folds).astype(np.uint8)
            whose.append(lists.setdefault(entries.tobytes(), len(lists)))
        return np.frombuffer(b"".join(lists), np.uint8).reshape(len(lists), -1), tuple(whose)


def _on_six_cards(house: House, seat: Seat) -> list[tuple[SideBet, Cents]]:
    bets = [bet for bet in house.side_bets if bet.judged_on == "six_cards"]
    return [(bet, cents) for bet in bets if (cents := seat.side_bets.get(bet.id))]


def _played(settled: Ledger) -> list[Cents]:
    outcomes = [net for row in settled.play for net in row]
    return [net + bonus for bonus in settled.bonus for net in (*outcomes, settled.fold)]


def _ante_only(settled: Ledger) -> list[Cents]:
    """Return the net results of an ante without a 1st Wager. The cells of a fold stay 0."""
    outcomes = [net for row in settled.ante_only for net in row]
    return [net + bonus for bonus in settled.bonus for net in (*outcomes, 0)]


assert FOLDED_CELL == CELLS_OF_START - 1  # The fold cell follows the outcome cells of its start.
