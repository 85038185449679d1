"""House rules as data: the model, the loader, five presets, comparison and version hash."""

from boston7.house.check import InvalidHouse, Problem, read_house
from boston7.house.load import PRESETS, UnknownHouse, load_house, preset, preset_text
from boston7.house.model import House

__all__ = [
    "PRESETS",
    "House",
    "InvalidHouse",
    "Problem",
    "UnknownHouse",
    "load_house",
    "preset",
    "preset_text",
    "read_house",
]
