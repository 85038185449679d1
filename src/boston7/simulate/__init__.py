"""Monte Carlo simulation of whole rounds: one to six seats against one dealer.

It confirms the exact odds and answers questions about several players, whose results depend on the same dealer hand.
The same seed gives the same numbers with any number of workers, and on a cluster.

    party = Party(house, [Seat(read_policy("optimal"), ante=1000, side_bets={"three_card_bonus": 500})] * 6)
    run = prepare(party, rounds=10**8, seed=7)
    tally = Tally(run)
    for block in play_here(run, workers=2):
        tally.add(block)
    seat_figures(party, tally, 0), table_figures(tally)
"""

from boston7.simulate.blocks import BLOCK_ROUNDS, MOST_ROUNDS, Block, Run, play_block, prepare
from boston7.simulate.checkpoint import Checkpoint
from boston7.simulate.cluster import connect, play_at, play_on
from boston7.simulate.document import Played, SimulationDocument, simulation_document
from boston7.simulate.errors import ClusterLost, NoScheduler, SchedulerLost, SimulationError
from boston7.simulate.estimates import CONFIDENCE, Estimate
from boston7.simulate.exact import exact_cells, exact_mean
from boston7.simulate.figures import (
    BankFigures,
    ExactFigures,
    SeatFigures,
    TableFigures,
    bank_figures,
    seat_figures,
    table_figures,
)
from boston7.simulate.local import all_cores, play_here
from boston7.simulate.policies import POLICIES, Policy, read_policy
from boston7.simulate.seating import read_seats
from boston7.simulate.seats import Party, Seat
from boston7.simulate.shoe import GENERATOR
from boston7.simulate.tally import Tally

__all__ = [
    "BLOCK_ROUNDS",
    "CONFIDENCE",
    "GENERATOR",
    "MOST_ROUNDS",
    "POLICIES",
    "BankFigures",
    "Block",
    "Checkpoint",
    "ClusterLost",
    "Estimate",
    "ExactFigures",
    "NoScheduler",
    "Party",
    "Played",
    "Policy",
    "Run",
    "SchedulerLost",
    "Seat",
    "SeatFigures",
    "SimulationDocument",
    "SimulationError",
    "TableFigures",
    "Tally",
    "all_cores",
    "bank_figures",
    "connect",
    "exact_cells",
    "exact_mean",
    "play_at",
    "play_block",
    "play_here",
    "play_on",
    "prepare",
    "read_policy",
    "read_seats",
    "seat_figures",
    "simulation_document",
    "table_figures",
]
