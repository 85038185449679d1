"""The rulings by number: their text stands in `rulings.toml`, once, for the rules page and the rulebook."""

from __future__ import annotations

import tomllib

import msgspec


class Ruling(msgspec.Struct, frozen=True):
    """What the documents leave open, and how it is played here; `where` are modules below `boston7`."""

    id: str
    title: str
    text: str
    where: tuple[str, ...]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    where: tuple[str, ...]


def rulings() -> tuple[Ruling, ...]:
    """Every ruling, in the order of the numbers.

    >>> rulings()[14].text
    'A card drawn in error but not exposed is used as the next card.'
    """
    from importlib import resources  # slow to import, as in `load`

    text = resources.files("boston7.house").joinpath("rulings.toml").read_text(encoding="utf-8")
    entries = msgspec.convert(tomllib.loads(text), dict[str, _Entry])
    return tuple(
        Ruling(name, entry.title, " ".join(entry.text.split()), entry.where) for name, entry in entries.items()
    )
