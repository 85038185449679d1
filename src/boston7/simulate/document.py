"""A finished run as one document: all figures, and everything needed to reproduce it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from boston7.simulate.blocks import BLOCK_ROUNDS
from boston7.simulate.estimates import CONFIDENCE
from boston7.simulate.figures import (
    BankFigures,
    SeatFigures,
    TableFigures,
    bank_figures,
    seat_figures,
    table_figures,
)
from boston7.simulate.seats import Party
from boston7.simulate.shoe import GENERATOR
from boston7.simulate.tally import Tally


class Played(msgspec.Struct, frozen=True):
    """How the run was executed. It affects no figure. `rounds` excludes rounds restored from a checkpoint."""

    workers: int
    cluster: str | None
    seconds: float
    rounds: int
    rounds_per_second: float | None


class SimulationDocument(msgspec.Struct, frozen=True):
    """A run and its figures. If it was `interrupted`, `rounds` counts the first of the `requested_rounds`."""

    house: str
    version: str
    rounds: int
    requested_rounds: int
    interrupted: bool
    seed: int
    generator: str
    block_rounds: int
    code_version: str
    confidence: float
    seats: tuple[SeatFigures, ...]
    table: TableFigures
    bank: BankFigures | None
    played: Played


def simulation_document(
    party: Party, tally: Tally, *, interrupted: bool, risk: Fraction | None, played: Played
) -> SimulationDocument:
    """Return the output of `boston7 simulate --json`."""
    run = tally.run
    return SimulationDocument(
        house=party.house.id,
        version=party.house.version,
        rounds=tally.rounds,
        requested_rounds=run.rounds,
        interrupted=interrupted,
        seed=run.seed,
        generator=GENERATOR,
        block_rounds=BLOCK_ROUNDS,
        code_version=run.code,
        confidence=CONFIDENCE,
        seats=tuple(seat_figures(party, tally, seat) for seat in range(run.seats)),
        table=table_figures(tally),
        bank=bank_figures(tally, risk) if risk is not None and tally.sessions else None,
        played=played,
    )
