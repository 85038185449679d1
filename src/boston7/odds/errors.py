"""The one thing that goes wrong here: a question that has no answer."""

from __future__ import annotations


class OddsError(ValueError):
    """A request that cannot be priced, with a sentence that says why."""
