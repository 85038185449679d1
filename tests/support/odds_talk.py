"""Run `boston7 odds` in this process: the same command line, without the startup of Python."""

from __future__ import annotations

import io
import sys
from fractions import Fraction
from typing import Any

import pytest
from cli_talk import Ran

from boston7.cli import main


class Asker:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[bytes]) -> None:
        self._monkeypatch, self._captured = monkeypatch, captured

    def __call__(self, *arguments: str) -> Ran:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        self._monkeypatch.setattr(sys, "argv", ["boston7", "odds", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        out, err = self._captured.readouterr()
        assert isinstance(code, int)
        return Ran(code, out, err)


def check_figures(held: Any) -> int:
    """Check that each exact fraction is in lowest terms with the nearest float as its value. Return their number."""
    if isinstance(held, list):
        return sum(check_figures(inner) for inner in held)
    if not isinstance(held, dict):
        return 0
    found = sum(check_figures(inner) for inner in held.values())
    if "exact" in held:
        fraction = Fraction(held["exact"])
        assert held["exact"] == f"{fraction.numerator}/{fraction.denominator}"
        assert held["value"] == float(fraction)
        found += 1
    return found
