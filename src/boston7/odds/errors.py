"""The one thing that goes wrong here: a question that has no answer."""

from __future__ import annotations

from boston7.errors import UserError


class OddsError(UserError, ValueError):
    """A request that cannot be priced, with a sentence that says why, and the ruling it rests on, if any."""

    def __init__(self, sentence: str, ruling: str = "") -> None:
        super().__init__(f"{sentence.removesuffix('.')} ({ruling})." if ruling else sentence)
        self.ruling = ruling
