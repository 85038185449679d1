"""Finds a house by its id or by the path of its file."""

from __future__ import annotations

from pathlib import Path

from boston7.errors import UserError
from boston7.house.check import read_house
from boston7.house.model import House

PRESETS = ("filing-12031", "nhcg", "seabrook", "rack-card", "exhibit-a")
FIRST = "nhcg"
"""The id of the default house."""
EXAMPLES = ("six-card-bonus", "five-card-bonus")
"""Whole house files to copy, each with a side bet of no document. `examples/NAME` names one wherever a house is asked
for; none of them is among the houses a room offers by itself."""
_EXAMPLE = "examples/"


class UnknownHouse(UserError, ValueError):
    """Neither the id of a house we ship nor a file that can be read."""


def preset_text(house_id: str) -> str:
    """The TOML of a shipped house, to be copied and edited.

    >>> preset_text("nhcg").splitlines()[2]
    'id = "nhcg"'
    """
    if house_id not in PRESETS:
        raise UnknownHouse(f"{_unknown(house_id, PRESETS)}.")
    return _shipped("presets", house_id)


def example_text(house_id: str) -> str:
    """The TOML of a house that shows what a house file can say."""
    if house_id not in EXAMPLES:
        raise UnknownHouse(f"{_unknown(house_id, EXAMPLES)}.")
    return _shipped("examples", house_id)


def _unknown(name: str, known: tuple[str, ...]) -> str:
    return f"There is no house {name[:60]!r}. Houses are {', '.join(known)}"


def _shipped(folder: str, house_id: str) -> str:
    from importlib import resources  # slow to import, and the game imports this file

    return resources.files("boston7.house").joinpath(folder, f"{house_id}.toml").read_text(encoding="utf-8")


def preset(house_id: str) -> House:
    """One of the five houses that come with the package; `UnknownHouse` for any other name.

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
    """The TOML of a house: a shipped one by id, an example, or any other from its file."""
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
    """The house of that text.

    >>> load_house("rack-card").first_wager_required
    True
    """
    return preset(name) if name in PRESETS else read_house(house_text(name), str(Path(name)))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name too long for any file
        return False


def read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Windows editors put a byte-order mark first
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        raise UnknownHouse(f"The house file {str(path)!r} cannot be read: {reason}.") from None
