"""`--plot`: edge by stake, results of a round, and the value of each start, in one figure."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from boston7.cli.output import fail, reason_of
from boston7.money import dollars, signed_dollars

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from boston7.cli.odds import OddsRequest
    from boston7.house import House
    from boston7.odds import Strategy

ROOM, PANEL, BRASS, INK, DIM = "#0b0f14", "#141a21", "#d2ad63", "#f3ecdc", "#b9b19c"
WIN, LOSE = "#7fd18b", "#e88a7d"
LINES = (BRASS, WIN, LOSE, "#8fb8de", INK, DIM)
"""Line colors for several houses; the blue is that of a one-dollar chip."""

_STYLE: dict[str, Any] = {
    "svg.fonttype": "path",  # letters as outlines, which look the same on every machine
    "svg.hashsalt": "boston7",  # fixed ids make the file reproducible
    "text.parse_math": False,  # a dollar sign does not start a formula
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "figure.facecolor": ROOM,
    "savefig.facecolor": ROOM,
    "axes.facecolor": PANEL,
    "axes.edgecolor": DIM,
    "axes.labelcolor": DIM,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "text.color": INK,
    "xtick.color": DIM,
    "ytick.color": DIM,
    "grid.color": "#2a323c",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
}
_SERIF = "DejaVu Serif"
_LABEL = 0.23
"""Width of a mark's label as a share of the axis. Labels of closer marks are one row lower."""

_RANKS = "AKQJT98765432"
_SUITS = ("three suits", "two of a suit", "all of a suit")
_GAP = 1.2
_HIGH = 2.0
"""Antes at which the color scale ends: only pairs and better are worth more."""

_HOW_TO_READ = (
    "One square for each set of three ranks: a triangle for the highest card, the middle card across, the lowest card "
    "down; where two of a suit can fall in several ways, the average. A fold is worth -2 antes."
)


def draw(path: Path, houses: Sequence[House], documents: Sequence[dict[str, Any]], request: OddsRequest) -> None:
    """Write the figure; if that fails, end with an error message."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # It logs its font list to stderr.
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    kind = path.suffix.lower().removeprefix(".")
    file = io.BytesIO()
    with mpl.rc_context():
        mpl.rcdefaults()  # The user's own style must not apply.
        mpl.rcParams.update(cast(Any, _STYLE))
        figure = Figure(figsize=(13, 5) if len(houses) > 1 else (13, 12))
        title = _panels(figure, houses, documents, request)
        if kind == "png":
            FigureCanvasAgg(figure)
            figure.savefig(file, format=kind, dpi=150, metadata={"Software": None, "Title": title})
        else:
            FigureCanvasSVG(figure)
            nameless = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            figure.savefig(file, format=kind, metadata={**nameless, "Title": title})
    content = file.getvalue()
    if kind == "svg":  # Remove the document type and the metadata, which only link to other sites.
        content = re.sub(rb"<!DOCTYPE[^>]*>\s*|<metadata>.*?</metadata>\s*", b"", content, flags=re.DOTALL)
    try:
        path.write_bytes(content)
    except OSError as error:
        fail(f"The figure cannot be written to {str(path)!r}: {reason_of(error)}.")


def _panels(figure: Figure, houses: Sequence[House], documents: Sequence[dict[str, Any]], request: OddsRequest) -> str:
    title, top = f"Boston 7: {', '.join(dict.fromkeys(house.name for house in houses))}", 0.93
    if len(houses) > 1:
        edges(figure.add_axes((0.065, 0.13, 0.79, 0.68)), houses, documents, request)
    else:
        title, top = f"{title} at an ante of {dollars(documents[0]['ante'])}", 0.965
        edges(figure.add_axes((0.065, 0.72, 0.37, 0.2)), houses, documents, request)
        results(figure.add_axes((0.55, 0.72, 0.42, 0.2)), documents[0])
        start_maps(figure, houses[0], documents[0])
    figure.text(0.02, top, title, fontfamily=_SERIF, fontsize=17, color=BRASS)
    return title


def edges(axes: Axes, houses: Sequence[House], documents: Sequence[dict[str, Any]], request: OddsRequest) -> None:
    """Plot the house edge by stake, and for a single house the antes from which an award is trimmed."""
    from boston7.odds import antes_of, edge_by_stake

    strategy: Strategy = "ante_only" if request.ante_only else "optimal"
    for number, house in enumerate(houses):
        priced = edge_by_stake(house, antes_of(house), strategy)
        stakes = [ante / 100 for ante, _ in priced]
        shares = [100 * float(edge) for _, edge in priced]
        colour = LINES[number % len(LINES)]
        axes.plot(stakes, shares, color=colour, linewidth=2, zorder=3 - number * 0.01, label=house.id)
    if len(houses) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, labelcolor=INK)
    axes.grid(axis="y")
    axes.margins(x=0.0)
    low, high = axes.get_ylim()
    pad = max(high - low, 1.0) * 0.25
    axes.set_ylim(low - pad, high + pad)
    if len(houses) == 1:
        _marks(axes, houses[0])
        ante = documents[0]["ante"] / 100
        share = 100 * float(documents[0]["house_edge"]["value"])
        late = ante > sum(axes.get_xlim()) / 2
        axes.plot(ante, share, "o", color=INK, markersize=5, zorder=4, clip_on=False)
        axes.annotate(
            f"{share:.3f}% at {dollars(documents[0]['ante'])}", (ante, share), xytext=(-6 if late else 6, -14),
            textcoords="offset points", fontsize=8, ha="right" if late else "left",
            bbox={"facecolor": PANEL, "edgecolor": "none", "pad": 1}, zorder=5,
        )  # fmt: skip
    axes.xaxis.set_major_formatter(lambda value, _: f"${value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.set_xlabel("ante")
    axes.set_title(
        "House edge by stake, percent of the ante" + (", ante alone" if request.ante_only else ", best play")
    )


def _marks(axes: Axes, house: House) -> None:
    """Mark the antes from which the maximum payout trims an award that also wins."""
    from boston7.cli.layout import spoken
    from boston7.odds import Pricing, Stakes, cap_bites

    low, high = house.limits.table_minimum, house.limits.table_maximum
    bites = [
        (bite.won_from / 100, bite.award)
        for bite in cap_bites(Pricing(house, Stakes(low)))
        if not bite.award.endswith("_card_royal") and bite.won_from is not None and low <= bite.won_from <= high
    ]
    last, row = float("-inf"), 0
    for at, award in bites:
        axes.axvline(at, color=DIM, linewidth=0.8, linestyle=(0, (3, 3)))
        place = (at * 100 - low) / max(high - low, 1)
        row = row + 1 if place - last < _LABEL else 0
        last = place
        if row < 3:
            axes.annotate(
                f"{spoken(award)} trimmed\nfrom {dollars(round(at * 100))}", (at, 0.97 - 0.18 * row), va="top",
                color=DIM, fontsize=7.5, xycoords=("data", "axes fraction"), xytext=(4, 0), textcoords="offset points",
            )  # fmt: skip


def results(axes: Axes, document: dict[str, Any]) -> None:
    """Plot the probability of each net result. The scales are logarithmic because large results are rare."""
    figures = document.get("with_three_card_bonus", document)
    ante = document["ante"]
    outcomes = [(line["net"] / ante, line["value"]) for line in figures["distribution"]]
    floor = min(share for _, share in outcomes) / 5
    for result, share in outcomes:
        colour = WIN if result > 0 else LOSE if result < 0 else INK
        axes.plot([result, result], [floor, share], color=colour, linewidth=2.2, solid_capstyle="butt")
        axes.plot(result, share, "o", color=colour, markersize=4)
    axes.set_yscale("log")
    axes.set_ylim(floor, 20)
    axes.set_xscale("symlog", linthresh=10, linscale=1.6)
    most, least = max(result for result, _ in outcomes), min(result for result, _ in outcomes)
    ticks = [-3, 0, 2, 6, 10, 30, 100, 1000, 10000]
    axes.set_xticks([tick for tick in ticks if least <= tick <= most], minor=False)
    axes.set_xticks([], minor=True)
    axes.set_xlim(least - 1, max(most * 1.4, most + 1))
    axes.xaxis.set_major_formatter(lambda value, _: signed_dollars(round(value * ante)))
    axes.yaxis.set_major_formatter(lambda value, _: _chance(value))
    axes.set_yticks([tick for tick in (1, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12) if tick >= floor])
    axes.set_yticks([], minor=True)
    axes.grid(axis="y")
    for result, share in sorted(outcomes, key=lambda line: -line[1])[:2]:
        axes.annotate(
            f"{share * 100:.1f}%", (result, share), xytext=(0, 5), textcoords="offset points", ha="center", fontsize=8
        )
    both = ", Three Card Bonus included" if "with_three_card_bonus" in document else ""
    axes.set_xlabel(f"net result of a round{both}; logarithmic beyond 10 antes")
    axes.set_title("Results of a round, share of all rounds, logarithmic")


def _chance(share: float) -> str:
    if share >= 1e-4:
        return f"{share * 100:g}%"
    often = round(1 / share)
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if often >= size:
            return f"1 in {often // size:,} {word}"
    return f"1 in {often:,}"


def start_maps(figure: Figure, house: House, document: dict[str, Any]) -> None:
    """Plot a row for each suit pattern with a triangle for each highest card: middle card across, lowest down."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm

    values = _values(house, document["ante"])
    lowest = float(np.nanmin(values))
    colours = LinearSegmentedColormap.from_list("worth", [LOSE, "#8a5750", "#2c343d", "#4c8062", WIN])
    norm = TwoSlopeNorm(0.0, min(lowest, -0.1), _HIGH)
    mesh = None
    figure.text(
        0.02, 0.644, "Value of each start when played, in antes, including 1st and 2nd Wager", fontsize=11, color=INK
    )
    figure.text(0.02, 0.624, _HOW_TO_READ, fontsize=8.5, color=DIM)
    for kind, suits in enumerate(_SUITS):
        axes = figure.add_axes((0.045, 0.417 - kind * 0.192, 0.875, 0.168))
        axes.set_facecolor("none")
        left = 0.0
        for high in range(13):
            width = 13 - high
            square = np.ma.masked_invalid(values[kind, high, high:, high:].T)
            if square.count():
                edges = left + np.arange(width + 1)
                mesh = axes.pcolormesh(
                    edges, np.arange(high, 14), square, cmap=colours, norm=norm, edgecolors=ROOM, linewidth=0.4
                )
            if kind == 0:
                axes.text(left, high - 0.35, _RANKS[high], color=BRASS, fontsize=10, fontfamily=_SERIF)
            for middle in range(high, 13):
                if square[:, middle - high].count():
                    place = left + middle - high + 0.5
                    axes.text(place, 13.25, _RANKS[middle], color=DIM, fontsize=6, ha="center", va="top")
            left += width + _GAP
        axes.set_xlim(0, left - _GAP)
        axes.set_ylim(13, 0)
        axes.set_yticks(np.arange(13) + 0.5, list(_RANKS), fontsize=6)
        axes.set_xticks([])
        axes.tick_params(length=0, pad=2)
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.set_ylabel(f"{suits}\nlowest card", fontsize=8)
    if mesh is not None:
        bar = figure.colorbar(mesh, cax=figure.add_axes((0.94, 0.035, 0.012, 0.545)), extend="max")
        bar.outline.set_visible(False)
        if bar.solids is not None:
            bar.solids.set_rasterized(False)  # Avoid a bitmap inside the drawing.
            bar.solids.set_edgecolor("face")
        bar.ax.tick_params(length=0, labelsize=8)
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{value:+g}" if value else "0")
        bar.ax.set_title("antes", fontsize=8, color=DIM, loc="center")


def _values(house: House, ante: int) -> NDArray[np.float64]:
    """Return the values by suit pattern and ranks, aces first. Average over deals if two suited cards can differ."""
    from boston7.odds import Pricing, Stakes, decisions

    worth = np.zeros((3, 13, 13, 13))
    deals = np.zeros((3, 13, 13, 13))
    for one in decisions(Pricing(house, Stakes(ante))):
        cards = one.start.cards
        kind = 3 - len({card.suit for card in cards})
        place = (kind, *(14 - card.rank for card in cards))
        worth[place] += float(one.play) * one.start.deals
        deals[place] += one.start.deals
    return np.divide(worth, deals, out=np.full_like(worth, np.nan), where=deals > 0)
