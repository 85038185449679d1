"""How often the repetitions repeat: a short form in `make test`, the long one in `make campaign`.

A test whose number comes from here carries the mark `campaign`; what it counted it prints, for the campaign's report.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

CAMPAIGN = os.environ.get("BOSTON7_CAMPAIGN") == "yes"


def times(short: int, campaign: int) -> int:
    return campaign if CAMPAIGN else short


def first(short: int, every: Sequence[Any]) -> list[Any]:
    """So many of these from day to day; the others in a campaign."""
    others = [pytest.param(one, marks=pytest.mark.campaign) for one in every[short:]]
    return [*every[:short], *others][: times(short, len(every))]
