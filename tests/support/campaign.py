"""How often the repetitions repeat: a short form in `make test`, the long one in `make campaign`.

A test whose number comes from here carries the mark `campaign`; what it counted it prints, for the campaign's report.
"""

from __future__ import annotations

import os

CAMPAIGN = os.environ.get("BOSTON7_CAMPAIGN") == "yes"


def times(short: int, campaign: int) -> int:
    return campaign if CAMPAIGN else short
