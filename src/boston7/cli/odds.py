"""`boston7 odds`: the exact figures of a house, comparisons, and pay tables for a target edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer
from typer.core import TyperCommand

from boston7.cli.options import (
    HOUSE_HELP,
    Commands,
    Json,
    house_ids,
    names_in,
    read_cards,
    read_house,
    read_money,
    read_share,
    reading,
)
from boston7.cli.output import CHECK_FAILED, fail, print_json, print_text, waiting
from boston7.extras import needs

if TYPE_CHECKING:
    from array import array

    from boston7.cards import Card
    from boston7.house import House
    from boston7.house.model import Wagers
    from boston7.money import Cents
    from boston7.odds.design import Design

_MISS = Fraction(1, 1000)
"""Largest distance from the target at which a pay table still meets it."""

_NAMES = ("award", "net", "ante")
"""Keys that identify the entries of a list."""


class _HouseOrDesign(Commands):
    """`design` as the first word is the command; any other word is a house or an option of `figures`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if args[:1] == ["design"] else ["figures", *args])


class _Figures(TyperCommand):
    """The default command; its help and errors say `boston7 odds`."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is not None:
            info_name, parent = parent.info_name, parent.parent
        return super().make_context(info_name, args, parent, **extra)


def _house_or_design(incomplete: str) -> list[str]:
    return [*house_ids(incomplete), *(["design"] if "design".startswith(incomplete) else [])]


odds = typer.Typer(name="odds", cls=_HouseOrDesign, rich_markup_mode=None, help="The exact odds of a house.")

_Ante = Annotated[str | None, typer.Option(metavar="DOLLARS", help="The ante; the table minimum if not given.")]


class OddsRequest(NamedTuple):
    """The wagers and the known cards, the same for every house."""

    ante: Cents | None
    ante_only: bool
    start: tuple[Card, ...] | None
    dead: tuple[Card, ...]
    rounds_per_hour: int
    side_bets: Wagers

    @property
    def bonus(self) -> Cents:
        from boston7.house.model import THREE_CARD_BONUS

        return self.side_bets.get(THREE_CARD_BONUS, 0)

    def ante_at(self, house: House) -> Cents:
        return house.limits.table_minimum if self.ante is None else self.ante


@odds.command(
    cls=_Figures,
    epilog="boston7 odds design HOUSE finds pay tables for a target edge. "
    "For a house file named design, give ./design.",
)
def figures(
    house: Annotated[
        str | None,
        typer.Argument(metavar="HOUSE", help=HOUSE_HELP, autocompletion=_house_or_design),
    ] = None,
    ante: _Ante = None,
    bonus: Annotated[str | None, typer.Option(metavar="DOLLARS", help="A Three Card Bonus wager.")] = None,
    side_bets: Annotated[
        list[str] | None,
        typer.Option(
            "--side-bet", metavar="ID=DOLLARS", help="One of the house's own side bets. May be given several times."
        ),
    ] = None,
    ante_only: Annotated[bool, typer.Option("--ante-only", help="Without a 1st Wager.")] = False,
    start: Annotated[
        str | None, typer.Option(metavar="CARDS", help='Play or fold these three cards, like "2c 3d 7h".')
    ] = None,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="Price each way to set these seven cards.")] = None,
    dead: Annotated[
        str | None, typer.Option(metavar="CARDS", help='Dead cards, seen and out of play, like "As Kd".')
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="What if: ante_bonus.straight_flush=75. May be given several times."
        ),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(metavar="HOUSE,...", help="Houses to compare with HOUSE; --set changes only HOUSE itself."),
    ] = None,
    par: Annotated[bool, typer.Option("--par", help="Print the PAR data: everything at one stake, as JSON.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Show the fraction behind each figure.")] = False,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a row for each figure.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw the figures, as an .svg or .png file.")
    ] = None,
    an_hour: Annotated[
        int, typer.Option("--rounds-per-hour", metavar="N", min=1, max=1000, help="For the cost per hour.")
    ] = 40,
    recount: Annotated[
        bool, typer.Option("--recount", help="Recount every deal and compare with the shipped counts.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="With --recount: write the counts there.")
    ] = None,
) -> None:
    """Print the exact odds of a house: edges, hit frequencies, and the cost of stake, cap and mistakes."""
    if recount:
        _recount(output, json)
        return
    if output is not None:
        fail("--output goes with --recount.")
    if house is None:
        fail("Name a house: boston7 odds HOUSE. boston7 houses lists them.")
    if dead is not None and not dead.strip():
        fail("--dead names no card.")
    if json and csv:
        fail("Use --json or --csv, not both.")
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        fail(f"--plot takes an .svg or .png file, not {str(plot)!r}.")
    if plot is not None and (ante_only or start is not None or dead is not None):
        fail("--plot draws a whole deck, played with 1st and 2nd Wager: leave out --ante-only, --start and --dead.")
    others = names_in(compare)
    if others and (start is not None or dead is not None):
        fail("--compare works on whole houses: leave out --start and --dead.")
    houses = [_house(house, changes or ()), *(_house(other, ()) for other in others)]
    request = OddsRequest(
        read_money(ante, "--ante"),
        ante_only,
        None if start is None else read_cards(start, "--start"),
        read_cards(dead or "", "--dead"),
        an_hour,
        _side_bets(side_bets or (), read_money(bonus, "--bonus") or 0),
    )
    if hand is not None:
        if others or csv or plot is not None or start is not None or bonus is not None:
            fail("--hand goes with --ante, --ante-only, --dead, --set and --json only.")
        _print_hand(houses[0], request, read_cards(hand, "--hand"), changes or [], json)
        return
    if par:
        if others or csv or plot is not None or start is not None or dead is not None or ante_only:
            fail("--par goes with --ante, --bonus and --set only.")
        from boston7.odds import par_document

        print_json(par_document(houses[0], request.ante_at(houses[0]), request.bonus))
        return
    documents = _documents(houses, request, plot)
    if json:
        print_json({"houses": documents} if others else documents[0])
    elif csv:
        print_text(_as_csv(documents))
    else:
        from boston7.cli import odds_pages

        if others:
            odds_pages.compare_page(houses, documents, changes or [], exact)
        else:
            page = odds_pages.house_page if start is None else odds_pages.start_page
            page(houses[0], request, documents[0], changes or [], exact)
        if plot is not None:
            print(f"\nSaved to {plot}.")


def _side_bets(given: Sequence[str], bonus: Cents) -> Wagers:
    """Parse `--side-bet` options such as `six_card_bonus=5`, and add the Three Card Bonus."""
    from boston7.house.model import THREE_CARD_BONUS

    found: Wagers = {THREE_CARD_BONUS: bonus} if bonus else {}
    for text in given:
        name, equals, amount = (part.strip() for part in text.partition("="))
        cents = read_money(amount, "--side-bet") if equals and name else None
        if cents is None:
            fail(f"--side-bet: write it like six_card_bonus=5, not {text[:60]!r}.")
        found[name] = cents
    return found


def _house(name: str, changes: Sequence[str]) -> House:
    """Load a house and apply the changes of `--set`."""
    if name == "design":
        fail("design is a command and comes first: boston7 odds design HOUSE. A house file of that name is ./design.")
    house = read_house(name)
    if not changes:
        return house
    from boston7.odds import with_changes

    with reading("--set"):
        return with_changes(house, changes)


def _documents(houses: list[House], request: OddsRequest, plot: Path | None) -> list[dict[str, Any]]:
    from boston7.odds import Stakes, check_stakes, odds_document, start_number

    for house in houses:  # Check before any long count.
        stakes = Stakes(request.ante_at(house), request.side_bets)
        check_stakes(house, stakes, ante_only=request.ante_only)
    if request.start is not None:
        start_number(request.start)
    if plot is not None:
        needs("plot", "--plot")
    with waiting("Counting every deal") if request.dead else nullcontext():
        found = [
            odds_document(
                house,
                request.ante,
                request.side_bets,
                ante_only=request.ante_only,
                start=request.start,
                dead=request.dead,
                rounds_per_hour=request.rounds_per_hour,
            )
            for house in houses
        ]
    documents: list[dict[str, Any]] = msgspec.to_builtins(found)
    if plot is not None:
        from boston7.cli.odds_plot import draw

        with waiting("Drawing"):
            draw(plot, houses, documents, request)
    return documents


def _print_hand(house: House, request: OddsRequest, hand: tuple[Card, ...], changes: Sequence[str], json: bool) -> None:
    from boston7.cards import UNKNOWN, duplicates, format_cards
    from boston7.odds import Stakes, figure, settings

    if len(hand) != 7:
        fail(f"--hand takes seven cards, not {len(hand)}.")
    if UNKNOWN in hand:
        fail("--hand: every card has to be known.")
    if twice := duplicates((*hand, *request.dead)):
        fail(f"--hand: {format_cards(twice[:1])} is given twice.")
    ante = request.ante_at(house)
    with waiting("Counting the dealer's hands"):
        found = settings(house, Stakes(ante), hand, request.dead, ante_only=request.ante_only)
    if not json:
        from boston7.cli.odds_pages import hand_page

        hand_page(house, request, ante, hand, found, changes)
        return
    document = {
        "house": house.id,
        "version": house.version,
        "ante": ante,
        "ante_is_table_minimum": request.ante is None,
        "hand": format_cards(hand),
        "dead": format_cards(request.dead),
    }
    ways = [
        {
            "five": format_cards(setting.hand.five),
            "name": str(setting.hand.name),
            **setting.against._asdict(),
            "value": figure(setting.value),
            "cost": figure(setting.cost),
        }
        for setting in found
    ]
    print_json({**document, "settings": ways})


def _as_csv(documents: Sequence[dict[str, Any]]) -> str:
    """Return a row for each number of the JSON documents, named by its path."""
    import csv
    import io

    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("house", "ante", "figure", "exact", "value"))
    for document in documents:
        named = {key: document[key] for key in ("version", "counts_version", "prices_version", "strategy")}
        start = document.get("start", {})
        named |= {f"start.{key}": start[key] for key in ("cards", "dead", "decision") if key in start}
        for name, words in named.items():
            out.writerow((document["house"], document["ante"], name, "", words))
        for figure, exact, value in _rows("", document):
            out.writerow((document["house"], document["ante"], figure, exact, value))
    return text.getvalue()


def _rows(path: str, held: Any) -> Iterator[tuple[str, str, int | float]]:
    """Yield the path, the exact fraction and the value of each number. Text is left out: it only explains numbers."""
    if isinstance(held, dict):
        if "value" in held:
            yield path, held.get("exact", ""), held["value"]
            return
        for key, inner in held.items():
            yield from _rows(f"{path}.{key}" if path else key, inner)
    elif isinstance(held, list | tuple):
        for number, inner in enumerate(held):
            name = next((inner[key] for key in _NAMES if isinstance(inner, dict) and key in inner), number)
            yield from _rows(f"{path}.{name}", inner)
    elif isinstance(held, int) and not isinstance(held, bool):
        yield path, str(held), held


def _recount(folder: Path | None, json: bool) -> None:
    """Compare the shipped counts with a new count, or write the new ones into a folder."""
    needs("sim", "--recount")
    with waiting("Counting every deal") as progress:
        from boston7.odds import counts, dealer_hands, six_cards
        from boston7.odds.packed import unpack
        from boston7.odds.whole_game import count_game

        counted = count_game(progress=progress)
        if not counted.is_whole:
            fail("The counts do not add up: the kernels were not compiled correctly.", CHECK_FAILED)
        files = {
            counts.FILE: counts.packed(counted),
            dealer_hands.FILE: dealer_hands.packed_values(),
            six_cards.FILE: six_cards.packed_counts(),
        }
    home = Path(counts.__file__).parent if folder is None else folder
    # Compare numbers, not bytes: another version of zlib may compress differently.
    wrong = [name for name, content in files.items() if _numbers(home / name) != unpack(content)]
    if folder is not None:
        for name in wrong:
            (folder / name).write_bytes(files[name])
    if json:
        print_json({"same": not wrong, "counts_version": files[counts.FILE][:32].hex(), "starts": len(counted.rows)})
    elif not wrong:
        print(f"All {len(counted.rows):,} starts recounted: the same numbers.")
    elif folder is not None:
        print(f"All {len(counted.rows):,} starts recounted. Written: {', '.join(wrong)}.")
    if wrong and folder is None:
        fail(f"These files do not match the count: {', '.join(wrong)}.", CHECK_FAILED)


def _numbers(path: Path) -> array[int] | None:
    from boston7.odds.packed import Damaged, unpack

    try:
        return unpack(path.read_bytes())
    except (OSError, Damaged):
        return None


@odds.command()
def design(
    target: Annotated[str, typer.Option(metavar="EDGE", help="The target house edge, like 0.03 or 3%.")],
    vary: Annotated[
        list[str],
        typer.Option(metavar="KEY,...", help="Which odds may vary: ante_bonus.straight_flush,ante_bonus.royal_flush."),
    ],
    house: Annotated[str | None, typer.Argument(metavar="HOUSE", help=HOUSE_HELP)] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="[KEY=]LOW..HIGH",
            help="Odds to consider for a key, or for all keys without their own range. Default: half "
            "to four times the current odds, six times for odds of 20 to 1 or more. May be given several times.",
        ),
    ] = None,
    ante: _Ante = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change the house first: maximum_payout.amount=none."),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", help="How many tables to list, 1 to 1000.")] = 10,
    exact: Annotated[bool, typer.Option("--exact", help="Show the fraction behind each edge.")] = False,
    json: Json = False,
) -> None:
    """Find whole-number pay tables nearest to a house edge, per ante, or per chip of a side bet."""
    wanted = _edge(target)
    if not 1 <= top <= 1000:
        fail(f"1 to 1000 tables can be listed, not {top}.")
    from boston7.house import FIRST

    rules = _house(FIRST if house is None else house, changes or ())
    needs("sim", "The search for pay tables")
    from boston7.odds.design import design as find
    from boston7.odds.design import usual_range, vary_only

    cents = read_money(ante, "--ante")
    stake = rules.limits.table_minimum if cents is None else cents
    keys = list(dict.fromkeys(names_in(vary)))
    vary_only(rules, keys)
    given = _ranges(ranges or [], keys)
    spans = {key: given.get(key) or given.get("") or usual_range(rules, key) for key in keys}
    with waiting("Trying pay tables") as progress:
        found = find(rules, stake, wanted, spans, top=top, progress=progress)
    if not found.tables:
        fail("No pay table fits: in each, a hand would pay less than a weaker one. Widen the search with --range.")
    document = _design_document(rules, stake, cents is None, wanted, found)
    if json:
        print_json(document)
    else:
        from boston7.cli.odds_pages import design_page

        design_page(rules, document, found, changes or [], exact)


def _edge(text: str) -> Fraction:
    edge = read_share(text)
    if edge is None:
        fail(f"--target: {text[:40]!r} is not a house edge; write it like 0.03 or 3%.")
    if abs(edge) >= 1:
        fail(f"--target: no pay table keeps {text.strip()} of a wager; write three percent as 0.03 or 3%.")
    return edge


def _ranges(given: list[str], keys: list[str]) -> dict[str, tuple[int, int]]:
    """Return the ranges by key; the empty key has the range of all other keys."""
    found: dict[str, tuple[int, int]] = {}
    for text in names_in(given):
        match = re.fullmatch(r"(?:([a-z_.]+)\s*=\s*)?([0-9]{1,9})\s*(?:\.\.|-|:)\s*([0-9]{1,9})", text)
        if match is None:
            fail(f"--range: {text[:60]!r} is not a range; write it like ante_bonus.royal_flush=100..500 or 100..500.")
        key = match[1] or ""
        if key and key not in keys:
            fail(f"--range: {key} is not varied; add it to --vary.")
        found[key] = int(match[2]), int(match[3])
    return found


def _design_document(house: House, ante: Cents, assumed: bool, wanted: Fraction, found: Design) -> dict[str, Any]:
    from boston7.odds import figure

    def table(odds: tuple[int, ...], edge: Fraction) -> dict[str, Any]:
        return {
            "odds": dict(zip(found.keys, odds, strict=True)),
            "house_edge": figure(edge),
            "off_target": figure(edge - wanted),
        }

    return {
        "house": house.id,
        "version": house.version,
        "ante": ante,
        "ante_is_table_minimum": assumed,
        "edge_of": bet.id if (bet := house.rules.side_bets.get(found.keys[0].partition(".")[0])) else "ante",
        "target": figure(wanted),
        "ranges": {key: {"from": low, "to": high} for key, (low, high) in zip(found.keys, found.ranges, strict=True)},
        "pays_no_more_above": found.no_more_above,
        "considered": found.considered,
        "met": abs(found.tables[0].house_edge - wanted) <= _MISS,
        "now": table(*found.now),
        "tables": [table(*one) for one in found.tables],
    }
