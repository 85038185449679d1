"""Exact odds: counts of the whole game, and prices from them for any pay table, stake, cap and fixed award.

`load_counts()` returns the table that all houses share. `Pricing(house, Stakes(ante, side_bets))` prices it.
`odds_document` and `par_document` turn prices into documents. Every number is an int or a Fraction until it is printed.
Counting with dead cards (`counts_without`, `known_start`, `whole_game`) and `design` need numpy and numba, which are
imported on first use.
"""

from boston7.odds.counts import AWARD_KEYS, COMPLETIONS, DEALS, Counts, counts_version, load_counts
from boston7.odds.dealer_hands import Showdown, showdown
from boston7.odds.documents import (
    Distribution,
    OddsDocument,
    StakeList,
    StartDocument,
    StartList,
    distribution,
    edges_document,
    odds_document,
    starts_document,
)
from boston7.odds.errors import OddsError
from boston7.odds.figures import Figure, RoundFigures, figure
from boston7.odds.hand_setting import Setting, settings
from boston7.odds.money import Ledger, Stakes, check_stakes, ledger
from boston7.odds.par import ParDocument, par_document
from boston7.odds.prices import STRATEGIES, AwardPrice, BonusPrice, Pricing, Round, Strategy, bonus_price, price
from boston7.odds.seen_cards import KnownStart, counts_without, known_start
from boston7.odds.stakes import (
    CapBite,
    FixedAward,
    StakeEffect,
    antes_of,
    cap_bites,
    edge_by_stake,
    fixed_awards,
    stake_effect,
    undisclosed_cost,
)
from boston7.odds.starts import Start, all_starts, start_number
from boston7.odds.strategy import Change, Decision, decision, decisions, first_fold, in_words
from boston7.odds.what_if import with_changes

__all__ = [
    "AWARD_KEYS",
    "COMPLETIONS",
    "DEALS",
    "STRATEGIES",
    "AwardPrice",
    "BonusPrice",
    "CapBite",
    "Change",
    "Counts",
    "Decision",
    "Distribution",
    "Figure",
    "FixedAward",
    "KnownStart",
    "Ledger",
    "OddsDocument",
    "OddsError",
    "ParDocument",
    "Pricing",
    "Round",
    "RoundFigures",
    "Setting",
    "Showdown",
    "StakeEffect",
    "StakeList",
    "Stakes",
    "Start",
    "StartDocument",
    "StartList",
    "Strategy",
    "all_starts",
    "antes_of",
    "bonus_price",
    "cap_bites",
    "check_stakes",
    "counts_version",
    "counts_without",
    "decision",
    "decisions",
    "distribution",
    "edge_by_stake",
    "edges_document",
    "figure",
    "first_fold",
    "fixed_awards",
    "in_words",
    "known_start",
    "ledger",
    "load_counts",
    "odds_document",
    "par_document",
    "price",
    "settings",
    "showdown",
    "stake_effect",
    "start_number",
    "starts_document",
    "undisclosed_cost",
    "with_changes",
]
