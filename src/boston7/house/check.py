"""Reads a house file and reports every problem in it, with its line and the reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from boston7.errors import UserError
from boston7.house.chips import Chips
from boston7.house.fields import FIELDS, PAYS_NOTHING, SECTIONS, citation, royal_fault
from boston7.house.model import PAY_TABLES, House, SideBet, highest_first, with_version
from boston7.house.side_bets import THREE_CARD_VALUES, lift, three_card_bonus
from boston7.house.topics import OUR_SECTIONS
from boston7.money import dollars


class Problem(NamedTuple):
    """A problem in a house file: its line, its key and the reason."""

    line: int
    path: str
    reason: str
    clause: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.path}: {self.reason} [{self.clause}]"


class InvalidHouse(UserError, ValueError):
    """An invalid house file, with every problem found in it."""

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        super().__init__(self._message())

    def _message(self) -> str:
        lines = "\n".join(f"  {problem}" for problem in self.problems)
        return f"{self.source} cannot be used as a house:\n{lines}"


class NotToml(InvalidHouse):
    """A file that cannot be parsed: invalid TOML, or beyond the parser's limits."""

    def _message(self) -> str:
        (problem,) = self.problems
        return f"{self.source} cannot be used as a house: line {problem.line}: {problem.reason}."


# The ruling behind each section, cited in its problems.
_GROUNDS = {
    "seats": "R2", "seats_per_player": "R10", "first_wager_required": "R1", "limits": "R1",
    "three_card_bonus": "R3, R4", "ante_bonus": "R9",
    "fixed_awards": "R11", "maximum_payout": "R10", "delivery": "R2", "claims": "R3, R11", "rights": "R19",
    "playing_five": "R7", "showdown": "R9", "voids": "R12", "entry": "R9", "clauses": "R20", "timers": "R7",
    "approvals": "R24",
}  # fmt: skip


def _ground(path: str) -> str:
    return _GROUNDS.get(path.split(".")[0], "R20")


_LONGEST_LINE = 10_000
"""More than any real file needs. A key with thousands of dots would exhaust memory."""


def load_toml(text: str) -> dict[str, Any]:
    if any(len(line) > _LONGEST_LINE for line in text.splitlines()):
        raise ValueError("a line in it is too long")
    return tomllib.loads(text)


def read_house(text: str, source: str = "house file") -> House:
    """Parse and check a house file; raise InvalidHouse with every problem in it.

    >>> from boston7.house import preset_text
    >>> house = read_house(preset_text("nhcg").replace("full_house = 4", "full_house = 5"))
    >>> house.ante_bonus["full_house"]
    5
    """
    try:
        raw = load_toml(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        reason = f"this is not valid TOML: {re.sub(r' *[(]at .*[)]$', '', str(error))}"
        raise NotToml(source, [Problem(line, "file", reason, "R20")]) from None
    except (ValueError, RecursionError):
        # tomllib does not wrap Python's errors for too many digits or too deep nesting.
        line = next((n for n, line in enumerate(text.splitlines(), 1) if len(line) > 1000), 1)
        reason = "a number is too long, or a list is too long or nested too deeply"
        raise NotToml(source, [Problem(line, "file", reason, "R20")]) from None
    lifted = lift(raw, _lines(text))
    lines = lifted.lines
    values: dict[str, Any] = {}
    problems = [Problem(_at(lines, fault.at), fault.path, fault.reason, "R1, R3") for fault in lifted.faults]
    problems += _shape(lifted.raw, lines, values)
    problems += _sense(values, lines, ("three_card_bonus", "ante_bonus") if lifted.three_card else ("ante_bonus",))
    problems += _side_bet_sense(lifted.bets, values, lines)
    if problems:
        raise InvalidHouse(source, sorted(problems))
    return _build(values, lifted.bets)


def _side_bet_sense(bets: tuple[SideBet, ...], values: dict[str, Any], lines: dict[str, int]) -> Iterator[Problem]:
    high = values.get("limits.table_maximum")
    for bet in bets:
        if bet.minimum and high and not bet.maximum and bet.minimum > high:
            reason = f"{dollars(bet.minimum)} is above the table maximum of {dollars(high)}"
            yield Problem(_at(lines, "side_bets"), f"side_bets.{bet.id}.bounds", reason, "R1")


def _lines(text: str) -> dict[str, int]:
    """Return the line of each dotted key. `tomllib` does not report positions."""
    lines: dict[str, int] = {}
    section = ""
    listed: dict[str, int] = {}  # The last index of each [[section]].
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*(\[+)\s*([^\]]+?)\s*\]+", line):
            section = _bare(found.group(2))
            if found.group(1) == "[[":
                lines.setdefault(section, number)
                listed[section] = listed.get(section, -1) + 1
            top, dot, inner = section.partition(".")
            if top in listed:
                section = f"{top}.{listed[top]}{dot}{inner}"
            lines.setdefault(section, number)
        elif found := re.match(r"""\s*((?:"[^"]*"|'[^']*'|[\w.-]+)(?:\s*\.\s*(?:"[^"]*"|[\w-]+))*)\s*=""", line):
            key = _bare(found.group(1))
            path = f"{section}.{key}" if section else key
            lines.setdefault(path, number)
            for inner in re.findall(r"[{,]\s*([\w-]+)\s*=", line[found.end() :]):
                lines.setdefault(f"{path}.{inner}", number)
    return lines


def _bare(key: str) -> str:
    return re.sub(r"""\s*\.\s*|["']""", lambda m: "." if "." in m.group() else "", key)


def _at(lines: dict[str, int], path: str) -> int:
    """Return the line of a key, or of its section if the key is missing."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 1


_ONE_PIECE = object()
"""Marks a key such as `"limits.table_minimum"`: in quotes, TOML reads it as one key."""


def _leaves(raw: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in raw.items():
        # Escape control characters: the path is printed to a terminal.
        path = prefix + (key if key.isprintable() else ascii(key))
        if "." in key and prefix != "clauses.":
            yield path, _ONE_PIECE
        elif isinstance(value, dict) and path.count(".") < 8:
            yield from _leaves(value, f"{path}.")
            if not value:
                yield path, value
        else:
            yield path, value


def _shape(raw: dict[str, Any], lines: dict[str, int], values: dict[str, Any]) -> Iterator[Problem]:
    """Check for unknown, mistyped and missing keys, and collect the valid values in `values`."""
    for path, value in _leaves(raw):
        if value is _ONE_PIECE:
            reason = "is one key in quotes; remove the quotes, or write it under its section"
            yield Problem(_at(lines, path), path, reason, _ground(path))
        elif path in FIELDS:
            try:
                values[path] = FIELDS[path].read(value)
            except ValueError as error:
                yield Problem(_at(lines, path), path, str(error), _ground(path))
        elif path in SECTIONS:
            if value != {}:
                reason = f"is a section; write [{path}] once and list its keys below it"
                yield Problem(_at(lines, path), path, reason, _ground(path))
        elif path.startswith("clauses.") and not path.startswith("clauses.rules."):
            yield from _citation(path, value, lines, values)
        else:
            yield Problem(_at(lines, path), path, _unknown(path), _ground(path))
    for path, field in FIELDS.items():
        if field.required and path not in values and not _given(raw, path):
            yield Problem(_at(lines, path.rpartition(".")[0] or path), path, "is missing", _ground(path))


def _citation(path: str, value: object, lines: dict[str, int], values: dict[str, Any]) -> Iterator[Problem]:
    cited = path.removeprefix("clauses.")
    if not any(known == cited or known.startswith(f"{cited}.") for known in FIELDS):
        yield Problem(_at(lines, path), path, f"cites a clause for {cited!r}, which is not part of a house", "R20")
        return
    try:
        values[path] = citation(value)
    except ValueError as error:
        yield Problem(_at(lines, path), path, str(error), "R20")


def _given(raw: dict[str, Any], path: str) -> bool:
    node: Any = raw
    for key in path.split("."):
        if not isinstance(node, dict) or key not in node:
            return False
        node = node[key]
    return True


# Common nicknames of the hands in the pay tables.
_SPOKEN = {"quads": "four_of_a_kind", "trips": "three_of_a_kind", "royal": "royal_flush", "boat": "full_house"}


def _unknown(path: str) -> str:
    """Suggest a key of the same section first, then keys of other sections."""
    section, _, key = path.rpartition(".")
    keys = [known.rpartition(".")[2] for known in FIELDS if known.rpartition(".")[0] == section]
    spoken = {word: full for word, full in _SPOKEN.items() if full in keys}
    if close := _near(key, [*keys, *spoken]):
        meant = spoken.get(close[0], close[0])
        return f"is not a known key; did you mean {f'{section}.' if section else ''}{meant}?"
    if close := [known for known in FIELDS if known.rpartition(".")[2] == key]:
        return f"is not a known key here; did you mean {close[0]}?"
    if section and 0 < len(keys) <= 10:
        return f"is not a known key; [{section}] has {', '.join(keys)}"
    close = _near(path, [*FIELDS, *SECTIONS])
    return f"is not a known key{f'; did you mean {close[0]}?' if close else ''}"


def _sense(values: dict[str, Any], lines: dict[str, int], pay_tables: tuple[str, ...]) -> Iterator[Problem]:
    """Check values against each other."""

    def problem(path: str, reason: str) -> Problem:
        return Problem(_at(lines, path), path, reason, _ground(path))

    low, high = values.get("limits.table_minimum"), values.get("limits.table_maximum")
    if low and high and low > high:
        yield problem("limits.table_minimum", f"{dollars(low)} is above the table maximum of {dollars(high)}")
    bonus_low, bonus_high = values.get("limits.bonus_minimum"), values.get("limits.bonus_maximum")
    if bonus_low and bonus_high and bonus_low > bonus_high:
        yield problem(
            "limits.bonus_minimum",
            f"{dollars(bonus_low)} is above the bonus maximum of {dollars(bonus_high)}",
        )
    elif bonus_low and high and not bonus_high and bonus_low > high:
        yield problem("limits.bonus_minimum", f"{dollars(bonus_low)} is above the table maximum of {dollars(high)}")
    chips = Chips.of(values.get("limits.chips", ()))
    for path in ("limits.table_minimum", "limits.table_maximum", "limits.bonus_minimum", "limits.bonus_maximum"):
        if values.get(path) and not chips.can_make(values[path]):
            yield problem(path, f"{dollars(values[path])} cannot be made with the chips of this house")
    cap = values.get("maximum_payout.amount")
    staked = [wager for wager in values.get("maximum_payout.scope", ()) if wager != "ante"]
    if cap and low and cap < max(1, len(staked)) * low:
        least = dollars(max(1, len(staked)) * low)
        at = f"at the table minimum of {dollars(low)}"
        reason = f"{dollars(cap)} is less than the {least} that the 1st Wager and 2nd Wager win {at}"
        if len(staked) < 2:
            reason = f"{dollars(cap)} is less than the {least} that can be won at the table minimum"
        yield problem("maximum_payout.amount", reason)
    scope, trim = values.get("maximum_payout.scope"), values.get("maximum_payout.trim")
    if scope and trim and set(scope) != set(trim):
        yield problem("maximum_payout.trim", "must list the same wagers as scope, in the order they are reduced")
    for table in pay_tables:
        pays = {path.removeprefix(f"{table}."): odds for path, odds in values.items() if path.startswith(f"{table}.")}
        if not pays:
            yield problem(table, PAYS_NOTHING)
        if reason := royal_fault(pays):
            yield problem(f"{table}.royal_flush", reason)
    six, seven = (values.get(f"fixed_awards.{award}") for award in ("six_card_royal", "seven_card_royal"))
    if six and seven and seven < six:
        reason = f"{dollars(seven)} is less than the {dollars(six)} of the six-card royal it contains"
        yield problem("fixed_awards.seven_card_royal", reason)
    for path in values:
        if path.split(".")[0] not in _UNCITED and not _cited(path, values):
            reason = 'has no clause under [clauses]; cite one, or write "ours" if no document states it'
            yield problem(path, reason)


_UNCITED = ("clauses", "id", "name", "document", "title", *OUR_SECTIONS)


def _cited(path: str, values: dict[str, Any]) -> bool:
    while path:
        if f"clauses.{path}" in values:
            return True
        path = path.rpartition(".")[0]
    return False


def _build(values: dict[str, Any], side_bets: tuple[SideBet, ...]) -> House:
    tree: dict[str, Any] = {"ante_bonus": {}, "fixed_awards": {}, "clauses": {}}
    own = three_card_bonus(values)
    tree["side_bets"] = (own, *side_bets) if own.pays else side_bets
    for path, value in values.items():
        if path in THREE_CARD_VALUES:
            continue
        if path.startswith("clauses."):
            tree["clauses"][path.removeprefix("clauses.")] = value
            continue
        node = tree
        *sections, key = path.split(".")
        for section in sections:
            node = node.setdefault(section, {})
        node[key] = value
    for table, awards in PAY_TABLES.items():
        tree[table] = highest_first(tree[table], awards)
    return with_version(msgspec.convert(tree, House))


def _near(word: str, known: list[str]) -> list[str]:
    import difflib  # Slow to import, and only needed after a typing mistake.

    return difflib.get_close_matches(word, known, n=1, cutoff=0.6)
