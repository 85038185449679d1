"""Loads houses by id or by file path."""

from __future__ import annotations

from pathlib import Path

from boston7.errors import UserError
from boston7.house.check import read_house
from boston7.house.model import House

PRESETS = ("filing-12031", "nhcg", "seabrook", "rack-card", "exhibit-a")
FIRST = "nhcg"
"""The id of the default house."""
EXAMPLES = ("six-card-bonus", "five-card-bonus")
"""Complete sample house files, each with a side bet that no document describes. Select one by `examples/NAME`; a room
offers none of them by default."""
_EXAMPLE = "examples/"


class UnknownHouse(UserError, ValueError):
    """Raised for an unknown house id or an unreadable house file."""


def preset_text(house_id: str) -> str:
    """Return the TOML of a preset, to copy and edit.

    >>> preset_text("nhcg").splitlines()[2]
    'id = "nhcg"'
    """
    if house_id not in PRESETS:
        raise UnknownHouse(f"{_unknown(house_id, PRESETS)}.")
    return _shipped("presets", house_id)


def example_text(house_id: str) -> str:
    """Return the TOML of an example house."""
    if house_id not in EXAMPLES:
        raise UnknownHouse(f"{_unknown(house_id, EXAMPLES)}.")
    return _shipped("examples", house_id)


def _unknown(name: str, known: tuple[str, ...]) -> str:
    return f"There is no house {name[:60]!r}. Houses are {', '.join(known)}"


def _shipped(folder: str, house_id: str) -> str:
    from importlib import resources  # Slow to import, and the game imports this module.

    return resources.files("boston7.house").joinpath(folder, f"{house_id}.toml").read_text(encoding="utf-8")


def preset(house_id: str) -> House:
    """Load one of the five presets; raise UnknownHouse for any other name.

    >>> preset("nhcg").ante_bonus["straight_flush"]
    50
    """
    return read_house(preset_text(house_id), f"{house_id}.toml")


def example(house_id: str) -> House:
    return read_house(example_text(house_id), f"{_EXAMPLE}{house_id}.toml")


def is_example(name: str) -> bool:
    return name.startswith(_EXAMPLE) and _example_id(name) in EXAMPLES


def _example_id(name: str) -> str:
    return name.removeprefix(_EXAMPLE).removesuffix(".toml")


def house_text(name: str) -> str:
    """Return the TOML of a house by preset id, example name or file path."""
    if name in PRESETS:
        return preset_text(name)
    path = Path(name)
    if _exists(path):
        return read_file(path)
    if is_example(name):
        return example_text(_example_id(name))
    if path.suffix != ".toml":
        raise UnknownHouse(f"{_unknown(name, PRESETS)}; or give the path of a TOML file.")
    return read_file(path)


def load_house(name: str) -> House:
    """Load a house by preset id, example name or file path.

    >>> load_house("rack-card").first_wager_required
    True
    """
    return preset(name) if name in PRESETS else read_house(house_text(name), str(Path(name)))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # The name is too long for a path.
        return False


def read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Skip the byte-order mark that Windows editors write.
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise UnknownHouse(f"The house file {str(path)!r} cannot be read: {reason}.") from None
