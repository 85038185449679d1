"""Which build of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    BUILD = version("boston7")
except PackageNotFoundError:  # run from its source without being installed
    BUILD = "source"
