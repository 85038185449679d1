"""The pages of `boston7 odds`. Every share names its base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.text import Text

from boston7.cards import Card, format_cards
from boston7.cli.layout import EXACTLY, Row, Sheet, antes, percent, spoken
from boston7.cli.output import console
from boston7.hands import Category, ThreeCategory, three_category
from boston7.house.model import THREE_CARD_BONUS
from boston7.house.pay_order import pay_order_warnings
from boston7.money import dollars, signed_dollars
from boston7.odds import Decision, Pricing, Stakes, counts_without, decisions, stake_effect

if TYPE_CHECKING:
    from boston7.cli.odds import OddsRequest
    from boston7.house import House
    from boston7.money import Cents
    from boston7.odds import Setting
    from boston7.odds.design import Design

Document = dict[str, Any]

_STAKES = (1000, 1500, 2000, 2500, 5000, 10000)
"""Common antes, in cents; those outside a table's limits are skipped."""


def _open(house: House, words: str, changes: Sequence[str], dead: Sequence[Card] = (), *, exact: bool = False) -> Sheet:
    page = Sheet(console(), exact=exact)
    without = f", with {format_cards(dead)} dead" if dead else ""
    page.line(Text.assemble((house.name, "bold"), f": {words}{without}"))
    if changes:
        page.line(f"What if: {', '.join(change.strip() for change in changes)}.")
    for warning in pay_order_warnings(house):
        page.line(f"Warning: {warning}")
    return page


def house_page(house: House, request: OddsRequest, document: Document, changes: Sequence[str], exact: bool) -> None:
    ante: Cents = document["ante"]
    page = _open(house, f"exact odds at an ante of {dollars(ante)}", changes, request.dead, exact=exact)
    page.note(f"version {house.version[:12]}")
    if document["ante_is_table_minimum"]:
        page.line(document["note"])
    if request.dead:
        page.line("Dead cards are not dealt: each figure is for the cards that are left.")
    bonus = {THREE_CARD_BONUS: request.bonus} if request.bonus else {}
    pricing = Pricing(house, Stakes(ante, bonus), counts_without(request.dead))
    _hand(page, document, request.ante_only)
    _ante_bonus(page, house, document)
    if not request.ante_only:
        _ante_alone(page, document["ante_only"])
    _side_bet(page, document["three_card_bonus"], "Three Card Bonus")
    if both := document.get("with_three_card_bonus"):
        page.section("Hand and bonus together", f"{dollars(both['wager'])} on the Three Card Bonus")
        page.rows(_round_rows(both, ante, f"ante, 1st and bonus, {dollars(both['initial_wager'])}"))
    for bet in document.get("side_bets", {}).values():
        _side_bet(page, bet, bet["label"])
    if "with_side_bets" in document:
        _with_side_bets(page, document["with_side_bets"])
    _stake(page, pricing, document, request.ante_only)
    _outcomes(page, document)
    if not request.ante_only:
        page.section("Strategy")
        for sentence in document["strategy_in_words"]:
            page.line(sentence, indent=2)
        _mistakes(page, pricing, document)


def _share(name: str, figure: Document, of: str) -> Row:
    return name, percent(figure["value"]), of, figure["exact"]


def _deviation(figures: Document, of: str) -> Row:
    return "standard deviation", f"{figures['standard_deviation']['value']:.4f}", of, ""


def _round_rows(figures: Document, ante: Cents, initial: str) -> list[Row]:
    deviation = dollars(round(figures["standard_deviation"]["value"] * ante))
    average = dollars(round(figures["average_wager"]["value"]))
    n0 = figures["n0"]
    return [
        _share("house edge", figures["house_edge"], "of the ante"),
        _share("", figures["edge_per_initial_wager"], f"of the initial wager, {initial}"),
        _share("element of risk", figures["element_of_risk"], f"of total wagered, {average} on average"),
        _share("return to player", figures["return_to_player"], "of total wagered"),
        _deviation(figures, f"antes a round, {deviation}"),
        ("skewness", f"{figures['skewness']['value']:.3f}", "above 0: a few large wins, many losses", ""),
        (
            "volatility index",
            f"{figures['volatility_index']['value']:.3f}",
            "90% within this / √rounds of the return",
            "",
        ),
        ("N0", f"{n0['value']:,.0f}", "rounds until expected loss equals one deviation", n0["exact"])
        if n0
        else ("N0", "none", "the game is even", ""),
    ]


def _hand(page: Sheet, document: Document, ante_only: bool) -> None:
    ante: Cents = document["ante"]
    if ante_only:
        page.section("Ante only", f"{dollars(ante)}, no decision to make")
        initial = f"the ante, {dollars(ante)}"
    else:
        page.section("The hand, optimal play", f"ante, 1st and 2nd, {dollars(ante)} each")
        initial = f"ante and 1st, {dollars(document['initial_wager'])}"
    rows = _round_rows(document, ante, initial)
    if not ante_only:
        rows.append(_share("2nd Wager placed", document["play_frequency"], "of rounds"))
    for name, key in (("won", "win"), ("tied", "tie"), ("lost", "lose")):
        rows.append(_share(name, document[key], "of played hands"))
    for name, key in (("player ahead", "ahead"), ("even", "even"), ("behind", "behind")):
        rows.append(_share(name, document[key], "of rounds, by money" if key == "ahead" else "of rounds"))
    cost = document["cost_per_hour"]
    rate = f"on average, at {cost['rounds']} rounds"
    rows.append(("cost per hour", dollars(round(cost["value"])), rate, cost["exact"]))
    page.rows(rows)


def _one_in(figure: Document) -> str:
    chance = Fraction(figure["exact"])
    if not chance:
        return "never"
    return f"1 in {round(1 / chance):,}" if 1 / chance >= 100 else f"1 in {float(1 / chance):.1f}"


def _awards(page: Sheet, awards: Iterable[tuple[str, str, Document, Document]], of: str) -> None:
    """Print each award with its payout, its probability, and its contribution to the player's return."""
    rows = []
    for name, pays, chance, brings in awards:
        shares = percent(chance["value"], 5), percent(brings["value"])
        rows.append((spoken(name), pays, _one_in(chance), *shares, f"{chance['exact']}\n{brings['exact']}"))
    heads = ["hand", "pays", "frequency", "probability", of, EXACTLY]
    page.table(heads, rows, "probability", "frequency")


def _ante_bonus(page: Sheet, house: House, document: Document) -> None:
    page.section("Ante Bonus", "paid whether the hand wins, ties or loses")
    royal = house.ante_odds(Category.ROYAL_FLUSH)
    rows = []
    for key, award in document["ante_bonus"].items():
        fixed = house.fixed_awards.get(key, 0)
        odds = f"{house.ante_bonus.get(key, royal)} to 1"
        pays = dollars(fixed) if fixed > royal * document["ante"] else odds
        rows.append((key, pays, award["probability"], award["contribution"]))
    total = sum((Fraction(brings["exact"]) for *_, brings in rows), Fraction())
    any_of = ("any of these", "", document["ante_bonus_hit_frequency"], {"value": total, "exact": str(total)})
    _awards(page, [*rows, any_of], "of the ante")


def _ante_alone(page: Sheet, figures: Document) -> None:
    page.section("Ante only", "no 1st Wager, no decision")
    if not figures["available"]:
        page.line("Not offered here: the 1st Wager is required (R1).", indent=2)
        return
    edge = _share("house edge", figures["house_edge"], "of the ante, which is all that is wagered")
    page.rows([edge, _deviation(figures, "antes a round")])


def _with_side_bets(page: Sheet, both: Document) -> None:
    page.section("Best play with every side bet placed")
    average = dollars(round(both["average_wager"]["value"]))
    rows = [
        _share("house edge", both["house_edge"], "of the ante"),
        _share("element of risk", both["element_of_risk"], f"of total wagered, {average} on average"),
        _share("played", both["play_frequency"], f"of deals; {both['folds_changed']} starts played differently"),
    ]
    page.rows(rows)
    if both["note"]:
        page.line(both["note"], indent=2)


def _side_bet(page: Sheet, bet: Document, label: str) -> None:
    if not bet["awards"]:
        return
    page.section(label, "a separate wager")
    rows = [
        _share("house edge", bet["house_edge"], "of the bonus wager"),
        _share("hits", bet["hit_frequency"], f"of deals, {_one_in(bet['hit_frequency'])}"),
        _deviation(bet, "bonus wagers a deal"),
    ]
    page.rows(rows)
    page.line()
    awards = bet["awards"].items()
    paid = ((key, f"{one['pays']} to 1", one["probability"], one["contribution"]) for key, one in awards)
    _awards(page, paid, "of the wager")


def _outcomes(page: Sheet, document: Document) -> None:
    """Print every net result of a round with its deals, its probability, and its contribution to the expected value."""
    page.section("All results of a round", "net of all wagers but the Three Card Bonus")
    rows = []
    for result in document["distribution"]:
        brings = Fraction(result["exact"]) * result["net"] / document["ante"]
        shares = percent(result["value"], 5), percent(brings)
        rows.append((signed_dollars(result["net"]), f"{result['deals']:,}", *shares, result["exact"]))
    deals = sum(result["deals"] for result in document["distribution"])
    rows.append(("all", f"{deals:,}", percent(1, 5), percent(document["expected_value"]["value"]), ""))
    page.table(["net", "combinations", "probability", "of the ante", EXACTLY], rows, "probability")


def _stake(page: Sheet, pricing: Pricing, document: Document, ante_only: bool) -> None:
    house, ante = pricing.house, pricing.stakes.ante
    cap, fixed = document["stake"]["maximum_payout"], document["stake"]["fixed_awards"]
    page.section("Effect of the stake")
    if cap is None and not fixed:
        page.line("Nothing: no maximum payout and no fixed awards. The edge is the same at any ante.", indent=2)
        return
    low, high = house.limits.table_minimum, house.limits.table_maximum
    rows = []
    for at in sorted({low, high, ante} | {cents for cents in _STAKES if low <= cents <= high}):
        effect = stake_effect(Pricing(house, Stakes(at)), "ante_only" if ante_only else "optimal")
        shares = (effect.house_edge, *[effect.maximum_payout] * bool(cap), *[effect.fixed_awards] * bool(fixed))
        rows.append((dollars(at), *map(percent, shares)))
    effects = [*["maximum payout adds"] * bool(cap), *["fixed awards take off"] * bool(fixed)]
    page.table(["ante", "house edge", *effects], rows)
    page.note("Shares of the ante.", 2)
    page.line()
    if cap:
        _trimmed(page, house, document, ante_only)
    for award in fixed:
        amount, up_to = dollars(award["amount"]), dollars(award["counts_up_to"])
        page.line(
            f"Up to an ante of {up_to}, the {spoken(award['award'])} of {amount} is more than the odds pay.",
            indent=2,
        )


def _trimmed(page: Sheet, house: House, document: Document, ante_only: bool) -> None:
    cap, high = document["stake"]["maximum_payout"], house.limits.table_maximum
    first = "otherwise_from" if ante_only else "won_from"
    bites: dict[str, Document] = {}
    for bite in document["stake"]["bites"]:
        # A long royal without its own award is paid as the hand it contains.
        award = house.award_line(bite["award"]) or bite["award"]
        if (bite[first] or high + 1) <= high:
            cost = Fraction(bite["cost"]["exact"]) + (bites[award]["cost"] if award in bites else 0)
            bites[award] = {**bite, "cost": cost}
    if not bites:
        page.line(
            f"The maximum payout of {dollars(cap)} trims nothing up to the table maximum of {dollars(high)}.",
            indent=2,
        )
        return
    page.line(f"The house pays at most {dollars(cap)} a round. The lowest ante at which that trims:", indent=2)
    rows = []
    for award, bite in bites.items():
        otherwise = dollars(bite["otherwise_from"]) if bite["otherwise_from"] else "never"
        rows.append((spoken(award), dollars(bite["won_from"]), otherwise, percent(bite["cost"], 4)))
    if ante_only:
        page.table(["hand", "ante alone"], [(award, otherwise) for award, _, otherwise, _ in rows])
    else:
        page.table(["hand", "if it wins", "if not", f"costs at {dollars(document['ante'])}"], rows, "if not")
    costs = "" if ante_only else "Costs are shares of the ante. "
    page.note(f"{costs}Up to the table maximum of {dollars(high)} nothing else is trimmed.", 2)


def _mistakes(page: Sheet, pricing: Pricing, document: Document) -> None:
    page.section("Cost of mistakes", "in antes; a fold is worth -2")
    starts = decisions(pricing)
    kinds: dict[ThreeCategory, list[Decision]] = {kind: [] for kind in reversed(ThreeCategory)}
    for one in starts:
        kinds[one.start.category].append(one)
    rows = []
    for kind, mine in kinds.items():
        if not mine:  # Dead cards may leave none of this kind.
            continue
        deals = sum(one.start.deals for one in mine)
        cost = sum(float(one.mistake) * one.start.deals for one in mine)
        best = {one.plays for one in mine}
        rows.append(
            (
                spoken(kind.key),
                percent(deals / pricing.counts.starting_deals, 2),
                "either" if len(best) > 1 else "play" if best.pop() else "fold",
                antes(sum(float(one.play) * one.start.deals for one in mine) / deals),
                f"{cost / deals:.4f}",
                f"{float(min(one.mistake for one in mine)):.4f}",
                f"{cost / pricing.counts.starting_deals:.4f}",
            )
        )
    heads = ["first three cards", "dealt", "best is", "played", "mistake costs", "at least", "a round"]
    page.table(heads, rows, "at least", "a round", "best is", "dealt")
    page.note("Averages over deals. At least: the closest start of its kind. A round: if every one is played wrong.", 2)
    closest = sorted(starts, key=lambda one: one.mistake)[:3]
    costs = ", ".join(f"{one.start} {float(one.mistake):.4f}" for one in closest)
    page.line(f"The closest decisions, with the cost of the wrong choice: {costs}.", indent=2)
    silent = document["stake"]["undisclosed_long_royals_cost"]["value"]
    if silent:
        page.line(f"Never disclosing a long royal costs {percent(silent, 4)} of the ante a round (R11).", indent=2)


def start_page(house: House, request: OddsRequest, document: Document, changes: Sequence[str], exact: bool) -> None:
    ante: Cents = document["ante"]
    cards = request.start or ()
    category = three_category(cards)
    asked = f"{format_cards(cards)} ({spoken(category.key)}) at an ante of {dollars(ante)}"
    page = _open(house, asked, changes, request.dead, exact=exact)
    if document["ante_is_table_minimum"]:
        page.line(document["note"])
    page.line()

    def worth(name: str, figure: Document) -> Row:
        of = f"antes, {signed_dollars(round(figure['value'] * ante))}"
        return name, antes(figure["value"]), of, figure["exact"]

    start = document["start"]
    rows = [worth("ante alone" if request.ante_only else "played", document["play"])]
    if not request.ante_only:
        rows.append(worth("folded", document["fold"]))
    for name, key in (("won", "win"), ("tied", "tie"), ("lost", "lose")):
        rows.append(_share(name, start[key], "of hands played from here"))
    page.rows(rows)
    page.line()
    if request.ante_only:
        page.line("With an ante alone there is no decision (R6).")
    else:
        cost = start["mistake_costs"]["value"]
        best, wrong = ("Place the 2nd Wager", "A fold") if start["decision"] == "play" else ("Fold", "Playing on")
        page.line(f"{best}. {wrong} costs {cost:.4f} antes, {dollars(round(cost * ante))}.")
    if request.bonus:
        odds = house.rules.side_bets[THREE_CARD_BONUS].odds(category.key)
        result = f"pays {odds} to 1, {dollars(request.bonus * odds)}" if odds else f"loses {dollars(request.bonus)}"
        page.line(f"The Three Card Bonus {result}, whatever you do next.")
    if not request.ante_only:
        seen = "Dead cards are not dealt." if request.dead else "No other card is known."
        page.note(f"Expected results of ante, 1st and 2nd, in antes. {seen}")


def hand_page(
    house: House,
    request: OddsRequest,
    ante: Cents,
    hand: Sequence[Card],
    found: Sequence[Setting],
    changes: Sequence[str],
) -> None:
    """Print every way to set five of seven cards, and the cost of a worse one (R7)."""
    page = _open(house, f"{format_cards(hand)} at an ante of {dollars(ante)}", changes, request.dead)
    page.line()
    rows: dict[int, tuple[str, ...]] = {}
    for setting in found:
        wins = percent(setting.against.won / sum(setting.against), 2)
        cost = f"{float(setting.cost):.4f}" if setting.cost else ""
        row = (str(setting.hand.name), format_cards(setting.hand.five), wins, antes(setting.value), cost)
        rows.setdefault(setting.hand.value, row)  # The others are the same hand in other suits.
    page.table(["hand", "set", "wins", "worth", "costs"], rows.values(), "set", "wins", words=(0, 1))
    wagers = "the ante alone" if request.ante_only else "ante, 1st and 2nd"
    page.note(f"In antes, for {wagers}, over every hand the dealer can hold; {_plays(house)} (R7).")


def _plays(house: House) -> str:
    match house.playing_five.compared, house.playing_five.ante_bonus:
        case "set", "set":
            return "the set hand plays"
        case "set", _:
            return "the set hand is compared, the best five of seven decide the Ante Bonus"
        case _, "set":
            return "the best five of seven are compared, the set hand decides the Ante Bonus"
    return "no hand is set, the best five of seven play"


def compare_page(houses: Sequence[House], documents: Sequence[Document], changes: Sequence[str], exact: bool) -> None:
    page = Sheet(console())
    names = [house.id for house in houses]
    if changes:
        page.line(f"What if in {names[0]}: {', '.join(change.strip() for change in changes)}.")
        names[0] += " changed"
    for name, house in zip(names, houses, strict=True):
        for warning in pay_order_warnings(house):
            page.line(f"Warning, {name}: {warning}")
    page.table(["", *names], _compared(houses, documents, exact))
    page.line()
    best = min(documents, key=lambda document: Fraction(document["house_edge"]["exact"]))
    edge = percent(best["house_edge"]["value"])
    if len({document["house_edge"]["exact"] for document in documents}) == 1:
        page.line(f"The house edge is the same, {edge} of the ante.")
    else:
        page.line(f"Lowest house edge: {names[list(documents).index(best)]}, {edge} of the ante.")
    if any(document["ante_is_table_minimum"] for document in documents):
        page.note("No ante was given: each house is shown at its table minimum.")
    page.note("Awards: the value of each to the player, as a share of the ante.")
    page.note("boston7 houses diff A B compares the rules.")


def _compared(houses: Sequence[House], documents: Sequence[Document], exact: bool) -> Iterator[tuple[str, ...]]:
    def cell(figure: Document) -> str:
        return f"{percent(figure['value'])}\n{figure['exact']}" if exact else percent(figure["value"])

    def shares(label: str, *path: str) -> tuple[str, ...]:
        found = documents
        for key in path:
            found = [document[key] for document in found]
        return label, *map(cell, found)

    yield "ante", *(dollars(document["ante"]) for document in documents)
    yield shares("house edge, of the ante", "house_edge")
    yield shares("of the initial wager", "edge_per_initial_wager")
    yield shares("element of risk, of total wagered", "element_of_risk")
    yield shares("return to player, of total wagered", "return_to_player")
    yield "standard deviation, in antes", *(f"{one['standard_deviation']['value']:.4f}" for one in documents)
    yield shares("2nd Wager placed, of rounds", "play_frequency")
    yield shares("won, of played hands", "win")
    alone = [document["ante_only"] for document in documents]
    yield "ante alone, of the ante", *(cell(one["house_edge"]) if one["available"] else "not offered" for one in alone)
    yield shares("maximum payout adds, of the ante", "stake", "maximum_payout_adds")
    yield shares("fixed awards take off, of the ante", "stake", "fixed_awards_take_off")
    yield shares("Three Card Bonus edge, of its wager", "three_card_bonus", "house_edge")
    yield shares("Three Card Bonus hits, of deals", "three_card_bonus", "hit_frequency")
    if "with_three_card_bonus" in documents[0]:
        yield shares("hand and bonus, of total wagered", "with_three_card_bonus", "element_of_risk")
    caps = [document["stake"]["maximum_payout"] for document in documents]
    yield "maximum payout", *("no limit" if cap is None else dollars(cap) for cap in caps)
    awards = [document["ante_bonus"] for document in documents]
    chances = [(award["probability"]["value"], key) for paid in awards for key, award in paid.items()]
    for key in dict.fromkeys(key for _, key in sorted(chances)):
        yield spoken(key), *(cell(paid[key]["contribution"]) if key in paid else "not paid" for paid in awards)


def design_page(house: House, document: Document, found: Design, changes: Sequence[str], exact: bool) -> None:
    ante, target, edge_of = document["ante"], percent(document["target"].value), _wager_of(house, found)
    stake = f"an ante of {dollars(ante)}{', the table minimum' if document['ante_is_table_minimum'] else ''}"
    page = _open(house, f"pay tables that keep {target} of {edge_of}, at {stake}", changes, exact=exact)
    names = [spoken(key) for key in found.keys]
    spans = ", ".join(f"{name} {low} to {high}" for name, (low, high) in zip(names, found.ranges, strict=True))
    page.note(f"Odds considered: {spans}; {found.considered:,} tables in which no hand pays less than a weaker one.")
    if not document["met"]:
        nearest = percent(found.tables[0].house_edge)
        page.line(f"No pay table in these ranges reaches {target}: the nearest has {nearest} of {edge_of}.")
    cap = dollars(house.maximum_payout.amount or 0)
    for key, odds in found.no_more_above.items():
        at = f"at an ante of {dollars(ante)}: the house pays at most {cap}"
        page.line(f"Above {odds} to 1 the {spoken(key)} pays no more {at}.")
    page.line()
    rows = []
    for number, table in enumerate((document["now"], *document["tables"])):
        edge, off = table["house_edge"], f"{table['off_target'].value * 100:+.4f}"
        pays = (f"{odds} to 1" for odds in table["odds"].values())
        rows.append((str(number or "now"), *pays, percent(edge.value, 4), off, edge.exact))
    page.table(["", *names, "house edge", "off target", EXACTLY], rows, "off target")
    page.line()
    page.note(f"House edge of {edge_of}; off target in percentage points. Every edge is exact.")


def _wager_of(house: House, found: Design) -> str:
    bet = house.rules.side_bets.get(found.keys[0].partition(".")[0])
    return f"the {bet.label} wager" if bet else "the ante"
