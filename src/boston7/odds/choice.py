"""Playing or folding: which is better, and what the worse one costs."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Both values, per ante."""

    play: Fraction
    fold: Fraction

    @property
    def plays(self) -> bool:
        return self.play >= self.fold

    @property
    def mistake(self) -> Fraction:
        """What the worse choice costs when it comes up."""
        return abs(self.play - self.fold)
