"""The number of repetitions: few in `make test`, many in `make campaign`.

Tests that take their number from here have the mark `campaign`, and print their counts for the campaign's report.
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
    """Return all values; those after the first `short` run only in a campaign."""
    others = [pytest.param(one, marks=pytest.mark.campaign) for one in every[short:]]
    return [*every[:short], *others][: times(short, len(every))]
