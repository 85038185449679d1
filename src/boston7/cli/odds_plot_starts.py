"""The heat maps: what each three-card start is worth when played, by ranks and suits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boston7.cli.odds_plot import BRASS, DIM, INK, LOSE, WIN

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from boston7.house import House

_RANKS = "AKQJT98765432"
_SUITS = ("three suits", "two of a suit", "all of a suit")
_GAP = 1.2
_HIGH = 2.0
"""Antes from which a start is as green as it gets: only pairs and better go beyond."""

_HOW_TO_READ = (
    "One square for each set of three ranks: a triangle for the highest card, the middle card across, the lowest card "
    "down; where two of a suit can fall in several ways, the average. A fold is worth -2 antes."
)


def start_maps(figure: Figure, house: House, document: dict[str, Any]) -> None:
    """A row for each kind of suits, in it a triangle for each highest card; middle card across, lowest down."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm

    values = _values(house, document["ante"])
    lowest = float(np.nanmin(values))
    colours = LinearSegmentedColormap.from_list("worth", [LOSE, "#8a5750", "#2c343d", "#4c8062", WIN])
    norm = TwoSlopeNorm(0.0, min(lowest, -0.1), _HIGH)
    mesh = None
    figure.text(
        0.02, 0.644, "What a start is worth when played, in antes, 1st and 2nd included", fontsize=11, color=INK
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
                    edges, np.arange(high, 14), square, cmap=colours, norm=norm, edgecolors="#0b0f14", linewidth=0.4
                )
            if kind == 0:
                axes.text(left, high - 0.35, _RANKS[high], color=BRASS, fontsize=10, fontfamily="DejaVu Serif")
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
            bar.solids.set_rasterized(False)  # it would be a picture inside the drawing
            bar.solids.set_edgecolor("face")
        bar.ax.tick_params(length=0, labelsize=8)
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{value:+g}" if value else "0")
        bar.ax.set_title("antes", fontsize=8, color=DIM, loc="center")


def _values(house: House, ante: int) -> NDArray[np.float64]:
    """By suits and ranks, aces first; where two of a suit can lie in more than one way, the average over deals."""
    from boston7.odds import Pricing, Stakes, decisions

    worth = np.zeros((3, 13, 13, 13))
    deals = np.zeros((3, 13, 13, 13))
    for made in decisions(Pricing(house, Stakes(ante))):
        cards = made.start.cards
        kind = 3 - len({card.suit for card in cards})
        place = (kind, *(14 - card.rank for card in cards))
        worth[place] += float(made.play) * made.start.deals
        deals[place] += made.start.deals
    return np.divide(worth, deals, out=np.full_like(worth, np.nan), where=deals > 0)
