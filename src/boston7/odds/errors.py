"""The error for a request that cannot be priced."""

from __future__ import annotations

from boston7.errors import UserError


class OddsError(UserError, ValueError):
    """A rejected request, with an explanation and, if one applies, a ruling."""

    def __init__(self, sentence: str, ruling: str = "") -> None:
        super().__init__(f"{sentence.removesuffix('.')} ({ruling})." if ruling else sentence)
        self.ruling = ruling
