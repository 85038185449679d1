"""Loads the rulings from `rulings.toml` for the rules page and the rulebook."""

from __future__ import annotations

import tomllib

import msgspec


class Ruling(msgspec.Struct, frozen=True):
    """A decision on something the documents leave open; `where` lists modules below `boston7`."""

    id: str
    title: str
    text: str
    where: tuple[str, ...]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    where: tuple[str, ...]


def rulings() -> tuple[Ruling, ...]:
    """Return all rulings in numerical order.

    >>> rulings()[14].text
    'A card drawn in error but not exposed is used as the next card.'
    """
    from importlib import resources  # Slow to import, as in `load`.

    text = resources.files("boston7.house").joinpath("rulings.toml").read_text(encoding="utf-8")
    entries = msgspec.convert(tomllib.loads(text), dict[str, _Entry])
    return tuple(
        Ruling(name, entry.title, " ".join(entry.text.split()), entry.where) for name, entry in entries.items()
    )
