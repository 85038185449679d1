"""Folders of the repository, for tests that read its files."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
SUPPORT = TESTS / "support"
SOURCE = ROOT / "src" / "boston7"
