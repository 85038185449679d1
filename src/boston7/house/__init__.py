"""House rules as data: the model, the loader, five presets, comparison and version hash."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from boston7.house.model import House

if TYPE_CHECKING:
    from boston7.house.check import InvalidHouse, NotToml, Problem, read_house
    from boston7.house.load import FIRST, PRESETS, UnknownHouse, load_house, preset, preset_text

__all__ = [
    "FIRST",
    "PRESETS",
    "House",
    "InvalidHouse",
    "NotToml",
    "Problem",
    "UnknownHouse",
    "load_house",
    "preset",
    "preset_text",
    "read_house",
]

_FROM = {"InvalidHouse": "check", "NotToml": "check", "Problem": "check", "read_house": "check"}


def __getattr__(name: str) -> Any:
    """Import the file readers on first use: the game alone does not need them."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"boston7.house.{_FROM.get(name, 'load')}"), name)
