"""What changes of format make of a tape that was recorded before them. At most 30 lines for each.

Translate a tape's acts to today's form, and today's answers, steps, documents and record to the tape's form. A tape
holds documents as digests only.
"""

from __future__ import annotations

from typing import Any

from boston7.game.wagered import wager_label
from boston7.hands import HandName
from boston7.money import dollars

_SUMS = ("paid", "collected", "returned", "trimmed")


def _line(now: dict[str, Any]) -> dict[str, Any]:
    """A wager's line had its hand and odds in words; in a document also a sentence."""
    paid, collected, returned, trimmed = (now.get(name, 0) for name in _SUMS)
    odds = f"{now['odds']} to 1" if now.get("odds") else dollars(paid + trimmed) if paid + trimmed else None
    made = {**now, "odds": odds} if odds or "odds" in now else now
    if all(name in now for name in _SUMS):
        return made
    name, result = wager_label(now["wager"]), now["result"]
    parts = [f"{name} {odds}, {dollars(paid)}" if now.get("odds") else f"{name} {dollars(paid)}"] * ("award" in now)
    parts += [f"{name} wins {dollars(paid)}"] * ("award" not in now and result == "win")
    parts += [f"{name} loses {dollars(collected)}"] * bool(collected)
    kept = {"push": f"{name} pushes", "none": f"{name} returned", "void": f"{name} back, {dollars(returned)}"}
    parts += [kept.get(result, "")] * (not collected and result in kept)
    parts += [f"{dollars(trimmed)} over the maximum payout"] * bool(trimmed)
    return {**made, "say": ", ".join(parts)}


def tape(old: dict[str, Any]) -> dict[str, Any]:
    """Return a tape whose acts have today's form."""
    return old


def told(now: Any) -> Any:
    """Return an answer, message or entry of today in the tape's form."""
    if isinstance(now, list | tuple):
        return [told(one) for one in now]
    if not isinstance(now, dict):
        return now
    made = {name: told(value) for name, value in now.items()}
    hands = {name: str(HandName(*made[name])) for name in ("hand", "dealer_hand") if isinstance(made.get(name), list)}
    return _line(made | hands) if {"wager", "stake", "result"} <= made.keys() else made | hands


def output(made: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a tape to compare."""
    return made
