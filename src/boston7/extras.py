"""Optional packages that `pip install boston7` omits for their size, and the error if one is missing."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Literal

from boston7.errors import UserError

Extra = Literal["sim", "plot", "postgres", "cluster", "paper"]

PACKAGES: dict[Extra, tuple[str, ...]] = {
    "sim": ("numpy", "numba"),
    "plot": ("numpy", "matplotlib"),
    "postgres": ("psycopg",),
    "paper": ("typst",),
    "cluster": ("numpy", "numba", "dask", "distributed"),
}


class MissingExtra(UserError):
    """A missing optional part of boston7. The message says how to install it."""


class DamagedPackage(Exception):
    """A file of the package was altered."""


def needs(extra: Extra, feature: str) -> None:
    """Raise `MissingExtra` if a package is missing. `feature` is the subject of the message."""
    if any(find_spec(package) is None for package in PACKAGES[extra]):
        raise MissingExtra(f"{feature} needs packages that are not installed. Run: pip install 'boston7[{extra}]'")
