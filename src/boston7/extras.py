"""What `pip install boston7` leaves out for its size, and the sentence for who asks for it all the same."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Literal

from boston7.errors import UserError

Extra = Literal["sim", "plot", "postgres", "cluster"]

PACKAGES: dict[Extra, tuple[str, ...]] = {
    "sim": ("numpy", "numba"),
    "plot": ("numpy", "matplotlib"),
    "postgres": ("psycopg",),
    "cluster": ("numpy", "numba", "dask", "distributed"),
}


class MissingExtra(UserError):
    """A part of boston7 that is not installed. The sentence says how to get it."""


class DamagedPackage(Exception):
    """A file that came with boston7 is not what it was."""


def needs(extra: Extra, what: str) -> None:
    """Asked before the import, so that nobody meets an ImportError. `what` begins the sentence."""
    if any(find_spec(package) is None for package in PACKAGES[extra]):
        raise MissingExtra(f"{what} needs packages that are not installed. Run: pip install 'boston7[{extra}]'")
