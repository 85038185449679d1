"""Finds a house by its id or by the path of its file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from boston7.house.check import read_house
from boston7.house.model import House

PRESETS = ("filing-12031", "nhcg", "seabrook", "rack-card", "exhibit-a")


class UnknownHouse(ValueError):
    """Neither the id of a house we ship nor a file that can be read."""


def preset_text(house_id: str) -> str:
    """The TOML of a shipped house, to be copied and edited.

    >>> preset_text("nhcg").splitlines()[2]
    'id = "nhcg"'
    """
    from importlib import resources  # slow to import, and the game imports this file

    return resources.files("boston7.house").joinpath("presets", f"{house_id}.toml").read_text(encoding="utf-8")


@cache
def preset(house_id: str) -> House:
    """One of the five houses that come with the package.

    >>> preset("nhcg").ante_bonus["straight_flush"]
    50
    """
    return read_house(preset_text(house_id), f"{house_id}.toml")


def load_house(name: str) -> House:
    """A shipped house by id, or any other from its TOML file.

    >>> load_house("rack-card").first_wager_required
    True
    """
    if name in PRESETS:
        return preset(name)
    path = Path(name)
    if path.suffix != ".toml" and not _exists(path):
        known = ", ".join(PRESETS)
        raise UnknownHouse(f"There is no house {name[:60]!r}. We know {known}, or give the path of a TOML file.")
    return read_house(read_file(path), str(path))


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
