"""Reads the `[[side_bets]]` of a house file.

The Three Card Bonus is either the first entry or part of the game's own values, as in the documents. Both forms are
checked in the same place and produce the house's first side bet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from boston7.house.fields import (
    PAYS_NOTHING,
    Read,
    choice,
    choices,
    citation,
    dollars_or_none,
    flag,
    odds,
    royal_fault,
    text,
)
from boston7.house.model import (
    JUDGED_ON,
    MOST_SIDE_BETS,
    THREE_CARD_AWARDS,
    THREE_CARD_BONUS,
    JudgedOn,
    SideBet,
    highest_first,
)
from boston7.money import dollars

OWN_WORDS = frozenset(
    {
        "ante", "first", "second", "bonus", "ante_bonus", "rail", "tray", "cage", "side_bets", "main", "round", "hand",
        "with_three_card_bonus", "with_side_bets", "ante_only", "fixed_awards", "limits",
    }
)  # fmt: skip
"""Names that accounts, documents and exports already use."""

CLAUSES = ("placed", "needs", "bounds", "minimum", "maximum", "pays", "expose", "settled", "lost", "late")
_CITED = {
    "minimum": "bounds",
    "maximum": "bounds",
    "expose": "settled",
    "lost": "settled",
}
"""The more general citation for a key without its own."""

_FIXED = {
    "label": "Three Card Bonus", "needs": ["ante", "first"], "judged_on": "first_three", "capped": False,
}  # fmt: skip
"""Terms of the Three Card Bonus that are the same in all five documents."""
# The bonus's values among the game's values, and its citations among the rules of play.
_VALUES = {
    "limits.bonus_minimum": "minimum",
    "limits.bonus_maximum": "maximum",
    "three_card_bonus": "pays",
    "claims.expose_to_be_paid": "expose",
}
_TOPICS = {"placed": "bonus_placed", "needs": "bonus_needs_first", "bounds": "bonus_bounds",
           "settled": "bonus_paid", "lost": "bonus_lost", "late": "late_claim"}  # fmt: skip
THREE_CARD_VALUES = {
    **{path: name for path, name in _VALUES.items() if name != "pays"},
    **{f"three_card_bonus.{award}": award for award in THREE_CARD_AWARDS},
}
"""The file's paths for the Three Card Bonus, each with its field or award."""


def three_card_bonus(values: dict[str, Any]) -> SideBet:
    """Build the Three Card Bonus from a file's values; it pays nothing if the house has none."""
    stated = {name: values[path] for path, name in THREE_CARD_VALUES.items() if path in values}
    clauses = {name: values.get(f"clauses.rules.{topic}", "ours") for name, topic in _TOPICS.items()}
    for name, path in (("pays", "three_card_bonus"), ("maximum", "limits.bonus_maximum")):
        clauses[name] = values.get(f"clauses.{path}") or values.get(f"clauses.{path.partition('.')[0]}", "")
    pays = {award: stated.pop(award) for award in THREE_CARD_AWARDS if award in stated}
    return msgspec.convert({"id": THREE_CARD_BONUS, **_FIXED, **stated, "pays": pays, "clauses": clauses}, SideBet)


class Fault(NamedTuple):
    """A problem with an entry: its position (`side_bets.0.label`), its readable path and the reason."""

    at: str
    path: str
    reason: str


class Lifted(NamedTuple):
    """A file split into its side bets and the rest, with the problems found."""

    raw: dict[str, Any]
    bets: tuple[SideBet, ...]
    three_card: bool  # Whether the house has a Three Card Bonus.
    faults: tuple[Fault, ...]
    lines: dict[str, int]


def lift(raw: dict[str, Any], lines: dict[str, int]) -> Lifted:
    """Extract the side bets, and move a Three Card Bonus among them to the game's values."""
    if "side_bets" not in raw:
        return Lifted(raw, (), True, (), lines)
    rest = {name: value for name, value in raw.items() if name != "side_bets"}
    entries = raw["side_bets"]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        return Lifted(rest, (), True, (Fault("side_bets", "side_bets", "write each as [[side_bets]]"),), lines)
    own = [at for at, entry in enumerate(entries) if entry.get("id") == THREE_CARD_BONUS]
    old = sorted(_old_keys(rest))
    faults: list[Fault] = []
    if own and old:
        faults.append(Fault(old[0], old[0], "repeats the Three Card Bonus under [[side_bets]]"))
    elif own:
        faults += _three_card_faults(own[0], entries[own[0]])
        rest, lines = _spread(rest, entries[own[0]], own[0], lines)
    elif not old:
        rest = _without_three_card(rest)
    if own and own != [0]:
        faults.append(
            Fault(
                f"side_bets.{own[-1]}", f"side_bets.{THREE_CARD_BONUS}", "must be the first side bet, and appear once"
            )
        )
    if len(entries) > MOST_SIDE_BETS:
        faults.append(
            Fault(f"side_bets.{MOST_SIDE_BETS}", "side_bets", f"a layout has room for {MOST_SIDE_BETS} side bets")
        )
    bets: list[SideBet] = []
    for at, entry in enumerate(entries):
        if at not in own:
            bet = _read(at, entry, faults)
            if bet and any(bet.id == other.id for other in bets):
                faults.append(
                    Fault(f"side_bets.{at}.id", f"side_bets.{bet.id}.id", "is also the id of another side bet")
                )
            elif bet:
                bets.append(bet)
    return Lifted(rest, tuple(bets), bool(own or old), tuple(faults), lines)


def _old_keys(raw: dict[str, Any]) -> Iterator[str]:
    if raw.get("three_card_bonus"):
        yield "three_card_bonus"
    limits = raw.get("limits")
    if isinstance(limits, dict):
        yield from (f"limits.{key}" for key in ("bonus_minimum", "bonus_maximum") if key in limits)
    claims = raw.get("claims")
    if isinstance(claims, dict) and "expose_to_be_paid" in claims:
        yield "claims.expose_to_be_paid"


def _three_card_faults(at: int, entry: dict[str, Any]) -> Iterator[Fault]:
    for key, value in _FIXED.items():
        if entry.get(key, value) != value:
            reason = "is fixed for the Three Card Bonus, which the documents describe; give another bet its own id"
            yield Fault(f"side_bets.{at}.{key}", f"{THREE_CARD_BONUS}.{key}", reason)
    known = ("id", "bounds", "expose", "pays", "clauses", *_FIXED)
    for key in entry:
        if key not in known:
            yield Fault(f"side_bets.{at}.{key}", f"{THREE_CARD_BONUS}.{key}", _unknown(known))
    for key in ("bounds", "expose", "pays", "clauses"):
        if key not in entry:
            yield Fault(f"side_bets.{at}", f"{THREE_CARD_BONUS}.{key}", "is missing")


def _spread(
    rest: dict[str, Any], entry: dict[str, Any], at: int, lines: dict[str, int]
) -> tuple[dict[str, Any], dict[str, int]]:
    def section(name: str) -> dict[str, Any]:
        value = rest.get(name)
        return dict(value) if isinstance(value, dict) else {}

    lines, here = dict(lines), f"side_bets.{at}"
    rest, limits, claims, clauses = dict(rest), section("limits"), section("claims"), section("clauses")
    bounds = entry.get("bounds")
    low, high = bounds if isinstance(bounds, list) and len(bounds) == 2 else (bounds, bounds)
    limits.update(bonus_minimum=low, bonus_maximum=high)
    claims["expose_to_be_paid"] = entry.get("expose")
    cited = entry.get("clauses")
    cited = cited if isinstance(cited, dict) else {}
    rules = dict(clauses["rules"]) if isinstance(clauses.get("rules"), dict) else {}
    for path, name in _VALUES.items():
        if (clause := cited.get(name, cited.get(_CITED.get(name, "")))) is not None:
            clauses[path] = clause
    for name, topic in _TOPICS.items():
        if (clause := cited.get(name, cited.get(_CITED.get(name, "")))) is not None:
            rules[topic] = clause
    clauses["rules"] = rules
    rest.update(limits=limits, claims=claims, clauses=clauses)
    rest["three_card_bonus"] = entry.get("pays")
    moved = {"limits.bonus_minimum": "bounds", "limits.bonus_maximum": "bounds", "claims.expose_to_be_paid": "expose",
             "three_card_bonus": "pays"}  # fmt: skip
    for path, name in moved.items():
        lines[path] = lines.get(f"{here}.{name}", lines.get(here, 1))
    for path, line in [*lines.items()]:
        if path.startswith(f"{here}.pays."):
            lines[path.replace(f"{here}.pays", "three_card_bonus", 1)] = line
    return rest, lines


def _without_three_card(rest: dict[str, Any]) -> dict[str, Any]:
    """Fill in the required values with no limits and no clauses, for a house without the bonus."""
    ours = "ours: this house has no Three Card Bonus"
    bare = {"bounds": ["none", "none"], "expose": True, "pays": {}, "clauses": dict.fromkeys(CLAUSES, ours)}
    return _spread(rest, bare, 0, {})[0]


_KEYS: dict[str, Read] = {
    "label": text,
    "needs": choices("ante", "first"),
    "judged_on": choice(*JUDGED_ON),
    "expose": flag,
    "capped": flag,
}


def _read(at: int, entry: dict[str, Any], faults: list[Fault]) -> SideBet | None:
    """Read one side bet; add its problems to `faults` and return None if there are any."""
    known = ("id", *_KEYS, "bounds", "pays", "clauses")
    found = len(faults)
    name = entry.get("id")

    def fault(key: str, reason: str) -> None:
        called = name if isinstance(name, str) and name.isprintable() and name else str(at + 1)
        faults.append(Fault(f"side_bets.{at}.{key}", f"side_bets.{called}.{key}", reason))

    values: dict[str, Any] = {}
    for key, read in {"id": _id, **_KEYS}.items():
        try:
            if key in entry:
                values[key] = read(entry[key])
            else:
                fault(key, "is missing")
        except ValueError as error:
            fault(key, str(error))
    for key in entry:
        if key not in known:
            fault(key if key.isprintable() else ascii(key), _unknown(known))
    bounds = _bounds(entry.get("bounds"), fault)
    pays = _pays(entry.get("pays"), values.get("judged_on", "best_five"), fault)
    clauses = _clauses(entry.get("clauses", {}), fault)
    if "ante" not in values.get("needs", ("ante",)):
        fault("needs", "must include ante: a seat without an Ante Bonus wager is not dealt in")
    if values.get("judged_on") == "six_cards" and values.get("expose") is False:
        fault("expose", "must be true: once seven cards are dealt, the first three can no longer be identified")
    if values.get("judged_on") == "first_three" and values.get("capped"):
        fault("capped", "must be false: it is paid before the hands that the maximum payout covers")
    if values.get("judged_on") == "six_cards" and values.get("capped"):
        fault("capped", "must be false: the maximum payout covers only what the player's own hand wins")
    if len(faults) > found:
        return None
    needs = [wager for wager in ("ante", "first") if wager in values["needs"]]
    stated = {**values, "needs": needs, "minimum": bounds[0], "maximum": bounds[1], "pays": pays, "clauses": clauses}
    return msgspec.convert(stated, SideBet)


def _id(value: object) -> str:
    name = text(value)
    if not (name.isascii() and name.islower() and all(part.isalnum() for part in name.split("_"))):
        raise ValueError("must be lower-case words joined by underscores, like six_card_bonus")
    if name in OWN_WORDS or len(name) > 40 or not name[0].isalpha():
        raise ValueError("is reserved by the game; choose another")
    return name


def _bounds(value: object, fault: Any) -> tuple[int | None, int | None]:
    if not isinstance(value, list) or len(value) != 2:
        fault("bounds", 'must be the minimum and maximum in quotes, like ["$1", "none"]')
        return None, None
    try:
        low, high = (_cents(one) for one in value)
    except ValueError as error:
        fault("bounds", str(error))
        return None, None
    if low and high and low > high:
        fault("bounds", f"{dollars(low)} is above {dollars(high)}")
    return low, high


def _cents(value: object) -> int | None:
    cents = dollars_or_none(value)
    return None if cents is None else int(cents)


def _pays(value: object, judged_on: JudgedOn, fault: Any) -> dict[str, int]:
    pays: dict[str, int] = {}
    if not isinstance(value, dict) or not value:
        fault("pays", PAYS_NOTHING)
        return pays
    for key, stated in value.items():
        if key not in JUDGED_ON[judged_on]:
            fault(f"pays.{key}" if key.isprintable() else "pays", _unknown(JUDGED_ON[judged_on]))
            continue
        try:
            pays[key] = odds(stated)
        except ValueError as error:
            fault(f"pays.{key}", str(error))
    if reason := royal_fault(pays):
        fault("pays.royal_flush", reason)
    return highest_first(pays, JUDGED_ON[judged_on])


def _clauses(value: object, fault: Any) -> dict[str, str]:
    clauses: dict[str, str] = {}
    if not isinstance(value, dict):
        fault("clauses", "must be a table of citations")
        return clauses
    for key, stated in value.items():
        if key not in CLAUSES:
            fault(f"clauses.{key}" if key.isprintable() else "clauses", _unknown(CLAUSES))
            continue
        try:
            clauses[key] = citation(stated)
        except ValueError as error:
            fault(f"clauses.{key}", str(error))
    for key, general in _CITED.items():
        if key not in clauses and general in clauses:
            clauses[key] = clauses[general]
    return clauses


def _unknown(known: tuple[str, ...]) -> str:
    return f"is not a known key here; keys are {', '.join(known)}"
