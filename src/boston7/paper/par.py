"""The math report of a house. Every figure is an exact fraction of deals and is rounded only for printing."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import msgspec

from boston7 import __version__
from boston7.house import House
from boston7.house.model import odds_of
from boston7.house.rulings import rulings
from boston7.money import Cents, dollars
from boston7.odds import Pricing, Stakes, odds_document, par_document
from boston7.odds.figures import BonusFigures, Figure, RoundFigures
from boston7.odds.stakes import antes_of, cap_bites, undisclosed_cost
from boston7.odds.strategy import decisions
from boston7.paper.common import AWARD_NAMES, HouseHead, head, to_one

SEVEN_CARD_HANDS = 133_784_560
STARTS = 22_100
ALL_DEALS = STARTS * 211_876 * 45_379_620
_MONEY_RULINGS = ("R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12")
"""The rulings that the figures of this report depend on."""


class Headline(NamedTuple):
    name: str
    value: str
    of: str
    exact: str


class KeyFigure(NamedTuple):
    name: str
    value: str
    of: str


class OutcomeRow(NamedTuple):
    hand: str
    combinations: str
    probability: str
    true_odds: str
    pays: str
    contribution: str
    trimmed: bool


class Outcomes(msgspec.Struct, frozen=True):
    """The outcome table of one wager. Its rows add up to `total`."""

    title: str
    of: str
    rows: tuple[OutcomeRow, ...]
    total: OutcomeRow


class Trim(msgspec.Struct, frozen=True):
    """The lowest Ante at which the maximum payout trims an award."""

    name: str
    from_cents: Cents
    won: str
    otherwise: str


class Band(msgspec.Struct, frozen=True):
    """The share of the Ante that the maximum payout trims from one award, at each Ante of the plot."""

    name: str
    costs: tuple[float, ...]


class Plot(msgspec.Struct, frozen=True):
    """The house edge by Ante. Floats are used only for drawing."""

    antes: tuple[Cents, ...]
    edges: tuple[float, ...]
    bands: tuple[Band, ...]
    marks: tuple[Cents, ...]
    words: str


class ParReport(msgspec.Struct, frozen=True):
    house: HouseHead
    ante: str
    cap: str
    headline: tuple[Headline, ...]
    figures: tuple[KeyFigure, ...]
    returns: tuple[tuple[str, str, str], ...]
    strategy: tuple[str, ...]
    mistakes: tuple[tuple[str, str], ...]
    assumptions: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    not_covered: tuple[str, ...]
    ante_bonus: Outcomes
    side_bets: tuple[Outcomes, ...]
    duel: Outcomes
    sums: tuple[tuple[str, str, str], ...]
    distribution: tuple[tuple[str, str, str], ...]
    plot: Plot
    stakes: tuple[tuple[str, str, str], ...]
    trims: tuple[Trim, ...]
    counts: str
    prices: str
    software: str
    reproduce: tuple[tuple[str, str], ...]


def par_report(house: House, ante: Cents | None = None) -> ParReport:
    """Return the math report of a house at an Ante, by default the table minimum.

    >>> from boston7.house import preset
    >>> par_report(preset("nhcg")).headline[0].value
    '10.225%'
    """
    at = house.limits.table_minimum if ante is None else ante
    par = par_document(house, at)
    best = par.strategies["optimal"]
    odds = odds_document(house, at)
    cap = house.maximum_payout.amount
    bets: dict[str, tuple[str, BonusFigures]] = {
        bet.id: (bet.label, odds.side_bets.get(bet.id, odds.three_card_bonus)) for bet in house.side_bets
    }
    return ParReport(
        house=head(house),
        ante=dollars(at),
        cap=dollars(cap) if cap is not None else "none stated",
        headline=_headline(best),
        figures=tuple(_figures(house, best, par.strategies["ante_only"], bets)),
        returns=tuple(
            (f"{one.rounds:,}", percent(one.from_return, 2), percent(one.to_return, 2)) for one in par.actual_return
        ),
        strategy=par.strategy_in_words,
        mistakes=tuple(_mistakes(house, at)),
        assumptions=tuple(_assumptions(house)),
        rulings=tuple((one.id, one.title) for one in rulings() if one.id in _MONEY_RULINGS),
        not_covered=(
            "Cards seen at the table, of other players or in the discard rack: how much they are worth is not part of "
            "this report.",
            "Errors of dealers, irregularities, and the pace of the game.",
        ),
        ante_bonus=_ante_bonus(house, best, at),
        side_bets=tuple(_side_bet(label, figures) for label, figures in bets.values()),
        duel=_duel(best),
        sums=tuple(_sums(house, best)),
        distribution=tuple(
            (signed(one.net), f"{one.deals:,}", percent(_exact(one.exact), 5)) for one in best.distribution
        ),
        plot=_plot(house),
        stakes=tuple(_stakes(house)),
        trims=tuple(_trims(house, at)),
        counts=par.counts_version,
        prices=par.prices_version,
        software=f"boston7 {__version__}",
        reproduce=(
            ("Figures", f"boston7 odds {house.id} --ante {at // 100} --par"),
            ("Recount", "boston7 odds --recount"),
            ("Second implementation", f"boston7 simulate {house.id} --rounds 1e9"),
        ),
    )


def percent(share: Fraction | float, digits: int = 3) -> str:
    """Format a share as a percentage, rounding half away from zero.

    >>> percent(Fraction(1, 3)), percent(Fraction(-1, 8), 1)
    ('33.333%', '−12.5%')
    """
    scaled = Fraction(share) * 100 * 10**digits
    whole = (abs(scaled) * 2 + 1) // 2
    number = f"{whole // 10**digits}" + (f".{whole % 10**digits:0{digits}}" if digits else "")
    return f"{'−' if scaled < 0 and whole else ''}{number}%"


def signed(cents: Cents) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "−")


def against(probability: Fraction) -> str:
    """Format a probability as the odds against it.

    >>> against(Fraction(1, 5))
    '4.00 to 1'
    """
    odds = (1 - probability) / probability
    digits = 0 if odds >= 100 else 1 if odds >= 10 else 2
    return f"{float(odds):,.{digits}f} to 1"


def _exact(text: str) -> Fraction:
    return Fraction(text)


def _value(figure: Figure) -> Fraction:
    return Fraction(figure.exact)


def _headline(best: RoundFigures) -> tuple[Headline, ...]:
    return (
        Headline("House edge", percent(_value(best.house_edge)), "of the Ante", best.house_edge.exact),
        Headline(
            "Element of risk", percent(_value(best.element_of_risk)), "of all money wagered", best.element_of_risk.exact
        ),
        Headline(
            "Return to player",
            percent(_value(best.return_to_player)),
            "of all money wagered",
            best.return_to_player.exact,
        ),
    )


def _figures(
    house: House, best: RoundFigures, alone: RoundFigures, bets: dict[str, tuple[str, BonusFigures]]
) -> list[KeyFigure]:
    deviation = best.standard_deviation.value
    cents = float(deviation) * best.initial_wager / 2
    played = _value(best.play_frequency)
    placed = "the 2nd Wager is always placed" if played == 1 else f"the 2nd Wager is placed in {percent(played, 2)}"
    hit = _value(best.ante_bonus_hit_frequency)
    found = [
        KeyFigure("Edge per initial wager", percent(_value(best.edge_per_initial_wager)), "of Ante and 1st together"),
        KeyFigure("Average wagered", dollars(round(_value(best.average_wager))), f"a round; {placed}"),
        KeyFigure(
            "Hit frequency, by money",
            percent(_value(best.ahead)),
            f"of rounds end ahead, {percent(_value(best.even))} even, {percent(_value(best.behind))} behind",
        ),
        KeyFigure("Hit frequency, Ante Bonus", percent(hit), f"of hands, 1 in {float(1 / hit):.1f}"),
        KeyFigure("Standard deviation", f"{deviation:.4f}", f"Antes a round, {dollars(round(cents))}"),
        KeyFigure(
            "Volatility index",
            f"{best.volatility_index.value:.3f}",
            "nine times in ten, the actual return lies within this / √rounds",
        ),
        KeyFigure("Skewness", f"{best.skewness.value:.2f}", "a few large wins, many losses"),
    ]
    if best.n0 is not None:
        rounds = f"{float(_value(best.n0)):,.0f}"
        found.append(KeyFigure("N0", rounds, "rounds until the expected loss equals one standard deviation"))
    if not house.first_wager_required:
        found.append(KeyFigure("Ante alone, house edge", percent(_value(alone.house_edge)), "of the Ante"))
    for label, figures in bets.values():
        hits = percent(_value(figures.hit_frequency))
        found.append(
            KeyFigure(
                f"{label}, house edge",
                percent(_value(figures.house_edge)),
                f"of its own wager; hits in {hits} of deals",
            )
        )
    return found


def _mistakes(house: House, ante: Cents) -> list[tuple[str, str]]:
    """Return the cost of common mistakes, as shares of the Ante over all rounds."""
    pricing = Pricing(house, Stakes(ante))
    folded = {one.start: Fraction(one.start.deals, STARTS) * (one.play - one.fold) for one in decisions(pricing)}
    unpaired = sum((cost for start, cost in folded.items() if start.category.key == "high_card"), Fraction())
    found = [
        ("Folding every start below a pair, flush or straight", percent(unpaired)),
        ("Folding the weakest start whenever it comes", percent(min(folded.values()), 4)),
    ]
    if house.rules.royal_asked_from:
        found.append(("Never disclosing a long royal", percent(undisclosed_cost(pricing), 4)))
    return found


def _assumptions(house: House) -> list[str]:
    five = {
        ("set", "set"): "The player sets the best five of seven.",
        ("set", "best"): "The player sets the best five of seven; the Ante Bonus goes by the best five in any case.",
    }.get((house.playing_five.compared, house.playing_five.ante_bonus), "The best five of seven play; nothing is set.")
    shown = [bet.label for bet in house.side_bets if bet.expose]
    found = [
        "One deck of 52, every order equally likely; no burn card. Other players’ cards are as unknown as the stub.",
        "Ante, 1st and 2nd are equal. The Ante Bonus is paid win, tie or lose, once, at the highest award.",
        f"{five}{f' Every {shown[0]} that qualifies is shown.' if shown else ''}",
    ]
    if house.maximum_payout.amount is None:
        found.append("The house states no maximum payout: every award is paid in full.")
    else:
        words = {"first": "1st", "second": "2nd", "ante": "Ante Bonus"}
        scope = ", ".join(words[one] for one in house.maximum_payout.scope)
        first = words[house.maximum_payout.trim[0]]
        found.append(f"The maximum payout bounds {scope} together, per player and round, and trims the {first} first.")
    if house.fixed_awards:
        found.append("Long royals are disclosed; the highest single award counts.")
    return found


def _ante_bonus(house: House, best: RoundFigures, ante: Cents) -> Outcomes:
    rows, left, total = [], Fraction(1), Fraction()
    for award, figures in best.ante_bonus.items():
        probability, contribution = _value(figures.probability), _value(figures.contribution)
        left -= probability
        total += contribution
        if award in house.fixed_awards:
            pays, full = dollars(house.fixed_awards[award]), Fraction(house.fixed_awards[award], ante)
        else:
            full = Fraction(odds_of(house.ante_bonus, award))
            pays = to_one(int(full))
        rows.append(
            _row(
                AWARD_NAMES[award], probability, SEVEN_CARD_HANDS, pays, contribution, contribution < probability * full
            )
        )
    rows.append(_row("No award", left, SEVEN_CARD_HANDS, "no bonus", Fraction(), trimmed=False))
    return Outcomes("Ante Bonus: seven cards", "the Ante", tuple(rows), _total("All hands", SEVEN_CARD_HANDS, total))


def _side_bet(label: str, figures: BonusFigures) -> Outcomes:
    rows, deals, all_deals = [], 0, 0
    for award, line in figures.awards.items():
        probability = _value(line.probability)
        all_deals = round(line.deals / probability)
        deals += line.deals
        rows.append(
            _row(
                AWARD_NAMES[award],
                probability,
                all_deals,
                to_one(line.pays) if line.pays else "push",
                _value(line.contribution),
                trimmed=False,
            )
        )
    lost = Fraction(all_deals - deals, all_deals)
    rows.append(_row("No award", lost, all_deals, "loses", -lost, trimmed=False))
    return Outcomes(label, "the wager", tuple(rows), _total("All deals", all_deals, -_value(figures.house_edge)))


def _duel(best: RoundFigures) -> Outcomes:
    win, tie, lose = (_value(figure) for figure in (best.win, best.tie, best.lose))
    rows = (
        _row("Player higher", win, ALL_DEALS, "+2 Antes", 2 * win, trimmed=False),
        _row("Tie", tie, ALL_DEALS, "push", Fraction(), trimmed=False),
        _row("Dealer higher", lose, ALL_DEALS, "−3 Antes", -3 * lose, trimmed=False),
    )
    return Outcomes(
        "The hand against the dealer, 2nd Wager placed",
        "the Ante",
        rows,
        _total("All deals", ALL_DEALS, 2 * win - 3 * lose),
    )


def _row(hand: str, probability: Fraction, of: int, pays: str, contribution: Fraction, trimmed: bool) -> OutcomeRow:
    return OutcomeRow(
        hand,
        f"{round(probability * of):,}",
        percent(probability, 5),
        against(probability),
        pays,
        percent(contribution, 4),
        trimmed,
    )


def _total(name: str, deals: int, contribution: Fraction) -> OutcomeRow:
    return OutcomeRow(name, f"{deals:,}", "100.00000%", "", "", percent(contribution, 4), trimmed=False)


def _sums(house: House, best: RoundFigures) -> list[tuple[str, str, str]]:
    """Return the parts of the expected result. If the cap trims 1st and 2nd Wager, that amount is the last part."""
    win, lose, played = _value(best.win), _value(best.lose), _value(best.play_frequency)
    bonus = sum((_value(figures.contribution) for figures in best.ante_bonus.values()), Fraction())
    parts = [
        ("1st and 2nd won", "2 × P(higher)", 2 * win * played),
        ("Ante, 1st and 2nd lost", "3 × P(dealer higher)", -3 * lose * played),
        ("Ante Bonus", "sum of table A", bonus),
    ]
    if played != 1:
        parts.append(("Folded", "2 × P(fold)", -2 * (1 - played)))
    expected = _value(best.expected_value)
    if rest := expected - sum(part for _, _, part in parts):
        parts.append(("Taken by the maximum payout", "from 1st and 2nd", rest))
    return [
        *((name, how, percent(part, 4)) for name, how, part in parts),
        ("Expected result", "per Ante", percent(expected, 4)),
    ]


def _plot(house: House) -> Plot:
    antes = antes_of(house)
    pricings = [Pricing(house, Stakes(ante)) for ante in antes]
    edges = [pricing.round("optimal").house_edge for pricing in pricings]
    costs: dict[str, list[float]] = {}
    for pricing in pricings:
        taken = dict.fromkeys(AWARD_NAMES.values(), 0.0)
        for bite in cap_bites(pricing):
            taken[_trimmed_line(house, bite.award)] += float(bite.cost)
        for name, cost in taken.items():
            costs.setdefault(name, []).append(cost)
    bands = tuple(Band(name, tuple(row)) for name, row in costs.items() if any(row))
    low, high = edges[0], edges[-1]
    return Plot(
        antes=tuple(antes),
        edges=tuple(map(float, edges)),
        bands=bands,
        marks=tuple(marks_of(house)),
        words=f"House edge: {percent(low, 2)} at {dollars(antes[0])}, {percent(high, 2)} at {dollars(antes[-1])}.",
    )


def _trimmed_line(house: House, award: str) -> str:
    """Return the pay table line that an award is paid under. A long royal without its own line is paid as a royal."""
    return AWARD_NAMES[house.award_line(award) or award]


def marks_of(house: House) -> list[Cents]:
    low, high = house.limits.table_minimum, house.limits.table_maximum
    usual = (5_00, 10_00, 25_00, 50_00, 100_00, 250_00, 500_00, 1_000_00)
    return sorted({low, high} | {ante for ante in usual if low <= ante <= high})


def _stakes(house: House) -> list[tuple[str, str, str]]:
    rows = []
    for ante in marks_of(house):
        pricing = Pricing(house, Stakes(ante))
        lost = sum((bite.cost for bite in cap_bites(pricing)), Fraction())
        rows.append((dollars(ante), percent(pricing.round("optimal").house_edge), percent(lost)))
    return rows


def _trims(house: House, ante: Cents) -> list[Trim]:
    if house.maximum_payout.amount is None:
        return []
    first: dict[str, Trim] = {}
    for bite in cap_bites(Pricing(house, Stakes(ante))):
        if bite.won_from is None or bite.won_from > house.limits.table_maximum:
            continue
        name = _trimmed_line(house, bite.award)
        otherwise = dollars(bite.otherwise_from) if bite.otherwise_from else "never"
        first.setdefault(name, Trim(name, bite.won_from, dollars(bite.won_from), otherwise))
    return list(first.values())
