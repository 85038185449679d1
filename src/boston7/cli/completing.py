"""What the shell completes besides commands and options."""

from __future__ import annotations


def house_ids(incomplete: str) -> list[str]:
    from boston7.house import PRESETS

    return [house for house in PRESETS if house.startswith(incomplete)]


def house_or_design(incomplete: str) -> list[str]:
    return [*house_ids(incomplete), *(["design"] if "design".startswith(incomplete) else [])]
