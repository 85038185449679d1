"""Identities between the odds, in every house, at capped stakes and for every strategy."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt

import pytest
from cli_talk import Ran, run

from boston7.house import PRESETS, preset
from boston7.odds import STRATEGIES, Pricing, Stakes, bonus_price, load_counts, odds_document, par_document
from boston7.odds.counts import prices_version
from boston7.simulate.shoe import stream

ANTES = (500, 794, 2000, 5000)


@pytest.mark.parametrize("house_id", PRESETS)
@pytest.mark.parametrize("ante", ANTES)
def test_the_edge_of_an_ante_alone_is_its_losses_minus_awards(house_id: str, ante: int) -> None:
    """Edge = P(lose) - sum of contributions: the ante is collected on a loss, and awards are always paid."""
    alone = Pricing(preset(house_id), Stakes(ante)).round("ante_only")
    assert alone.house_edge == alone.lose - sum(award.contribution for award in alone.awards)


@pytest.mark.parametrize("house_id", PRESETS)
@pytest.mark.parametrize("ante", ANTES)
def test_the_edge_of_a_played_hand_is_its_losses_minus_awards(house_id: str, ante: int) -> None:
    """1st and 2nd Wager win and lose equally often, and no cap here trims them, so only the ante counts."""
    played = Pricing(preset(house_id), Stakes(ante)).round("play_all")
    assert "play_all" in STRATEGIES
    assert played.win == played.lose
    assert played.house_edge == played.lose - sum(award.contribution for award in played.awards)


def test_the_figures_of_an_ante_alone_by_hand() -> None:
    awards = {award.key: award for award in Pricing(preset("nhcg"), Stakes(5000)).round("ante_only").awards}
    quads = Fraction(224848, 133784560)
    assert awards["four_of_a_kind"].contribution == quads * 20, "25 to 1 on $50 is $1,250, trimmed to $1,000"
    document = odds_document(preset("nhcg"), 5000, ante_only=True)
    assert document.strategy_in_words == ("With an ante alone there is no decision.",)
    unlimited = Fraction(document.stake.maximum_payout_adds.exact)
    taken = sum(Fraction(bite.cost.exact) for bite in document.stake.bites)
    assert unlimited == taken > 0


@pytest.mark.parametrize("house_id", PRESETS)
def test_the_deviation_of_the_three_card_bonus_by_hand(house_id: str) -> None:
    price = bonus_price(preset(house_id), load_counts())
    results = [(price.odds[key], deals) for key, deals in price.deals.items() if price.odds[key]]
    results.append((-1, 22100 - sum(deals for _, deals in results)))
    mean = Fraction(sum(net * deals for net, deals in results), 22100)
    assert price.house_edge == -mean
    assert price.variance == sum(deals * (net - mean) ** 2 for net, deals in results) / 22100


def test_the_actual_return_of_the_par_data_is_99_in_100() -> None:
    par = par_document(preset("nhcg"), 1000)
    optimal = Pricing(preset("nhcg"), Stakes(1000)).round("optimal", with_bonus=False)
    for band in par.actual_return:
        error = optimal.standard_deviation / sqrt(band.rounds) / float(optimal.average_wager)
        assert (band.to_return - band.from_return) / 2 == pytest.approx(2.5758 * error, rel=1e-4)
    assert par.prices_version == prices_version() != par.counts_version


def test_no_two_blocks_of_a_simulation_share_a_stream() -> None:
    assert len({stream(1, block).tobytes() for block in range(10_000)}) == 10_000
    assert stream(1, 0).tobytes() != stream(2, 0).tobytes()


def boston7(*arguments: str) -> Ran:
    return run("odds", "nhcg", *arguments)


def test_the_par_data_is_one_json_document() -> None:
    done = boston7("--par", "--ante", "10")
    assert (done.code, done.err) == (0, "")
    par = json.loads(done.out)
    assert par["ante"] == 1000
    assert len(par["starts"]) == 1755


def test_a_csv_of_a_start_names_the_start() -> None:
    rows = boston7("--start", "2c 3d 7h", "--dead", "As", "--csv").out.splitlines()
    assert "nhcg,500,start.cards,,2c 3d 7h" in rows
    assert "nhcg,500,start.dead,,As" in rows
    assert "nhcg,500,start.decision,,play" in rows


@pytest.mark.parametrize("arguments", [["--ante-only"], ["--start", "2c 3d 7h"], ["--dead", "As"]])
def test_a_plot_is_of_a_whole_house(arguments: list[str], tmp_path: object) -> None:
    done = boston7(*arguments, "--plot", f"{tmp_path}/odds.svg")
    assert (done.code, done.out) == (2, "")
    assert "--plot draws" in done.err
