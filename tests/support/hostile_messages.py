"""Illegitimate messages: every command with any parameters from the wrong person, and invalid messages."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args

import msgspec
from every_account import ACCOUNTS
from hypothesis import strategies as st

from boston7.cards import DECK
from boston7.game import Command
from boston7.game.automation import Automation
from boston7.game.checklist import ChecklistStep
from boston7.game.commands import snake

KINDS: dict[str, type[msgspec.Struct]] = {snake(kind.__name__): kind for kind in get_args(Command)}
SUPERVISORS = {
    "open_table", "replace_deck", "begin_closing", "close_table", "order_recut", "fill_tray", "credit_tray",
    "void_round", "evict", "refuse_prize_check", "correct_payout",
}  # fmt: skip
"""Commands of supervisors."""
DEALERS = {
    "count_tray", "go_idle", "no_more_bets", "shuffle", "cut", "hold_deck", "deal", "count_stub", "rack_stub",
    "settle_bonuses", "reveal", "turn_over", "settle", "next_round",
}  # fmt: skip
"""Commands of the dealer at the table."""
PLAYERS_OWN = {
    "place_wagers", "withdraw_wagers", "expose", "decline", "place_second", "fold", "set_hand", "disclose",
}  # fmt: skip
"""Commands of players at a virtual table, which the dealer enters at a live one."""
PLATFORMS = {"time_out"}

Json = dict[str, Any]

_names = st.sampled_from(("Ann", "Ben", "Gil", "Sue", "nobody", "\u202eeve", "' OR 1=1 --", "x" * 60))
_amounts = st.sampled_from((0, 1, 99, 5_00, 10_00, 10_01, 1000_00, 10**12)) | st.integers(0, 10**12)
_cards = st.lists(st.sampled_from([card.value for card in DECK]), max_size=7)
_words = st.sampled_from(("", "  ", "a spilled drink")) | st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_actors = st.fixed_dictionaries(
    {"role": st.sampled_from(("player", "dealer", "supervisor", "platform", "auditor", "spectator")), "name": _names}
)
_accounts = st.sampled_from((*ACCOUNTS, "tray", "rail:1", "rail:7", "", "house"))
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "by": _actors,
    "name": _names,
    "player": _names,
    "payee": _names,
    "nickname": st.sampled_from(("", "Red cap", "Ann")),
    "person": st.sampled_from(("", "walk-up-1", "Ann", "\u202e")),
    "to": st.integers(1, 6),
    "number": st.sampled_from((1, 2, 2**53)),
    "none_dealt_three": st.booleans(),
    "packet": st.sampled_from((None, 0, 1, 6)),
    "pieces": st.lists(
        st.fixed_dictionaries({"value": st.sampled_from((1_00, 5_00, 25_00)), "count": st.integers(0, 9)}), max_size=3
    ),
    "seat": st.integers(1, 6),
    "live": st.booleans(),
    "one": st.booleans(),
    "void": st.booleans(),
    "preinspected": st.booleans(),
    "automation": st.lists(st.sampled_from([step.value for step in Automation]), max_size=8),
    "style": st.sampled_from(("stack", "single", None)),
    "device": st.sampled_from(("hand", "manual_shoe", "automated_shoe", None)),
    "step": st.sampled_from([step.value for step in ChecklistStep]),
    "while": st.sampled_from(("shuffling", "dealing")),
    "reason": _words,
    "slip": _words,
    "at": st.integers(0, 52),
    "entry": st.integers(0, 400),
    "now": st.sampled_from((None, {}, {"type": "fold", "seat": 1}, {"type": "no such thing"})),
    "wagers": st.dictionaries(
        st.sampled_from(("ante", "first", "second", "three_card_bonus", "six_card_bonus", "", "rail")), _amounts
    ),
    "count": st.integers(0, 52),
    "card": st.sampled_from([card.value for card in DECK]),
    "what": st.sampled_from(("dispute", "other")),
    "hand": st.sampled_from(("left", "right", "both")),
    "ground": st.sampled_from(("charity", "other", "whim")),
    "rank": st.sampled_from(("pair", "flush", "royal_flush")),
    "award": st.sampled_from(("none", "three_of_a_kind", "royal_flush")),
    "result": st.sampled_from(("win", "push", "lose")),
    "transfers": st.lists(
        st.fixed_dictionaries(
            {"source": _accounts, "target": _accounts, "cents": st.sampled_from((-1, 0, 1, 5_00, 10**12, -(10**12)))}
        ),
        max_size=3,
    ),
    **dict.fromkeys(("amount", "tray"), _amounts),
    **dict.fromkeys(("deck", "cards", "five", "discards", "first_three", "three", "four"), _cards),
}


def commands(kinds: set[str], *, not_seat: int = 0) -> st.SearchStrategy[Json]:
    """Return well-formed commands of these kinds. `not_seat` excludes legitimate commands of that seat's player."""
    return st.sampled_from(sorted(kinds)).flatmap(lambda kind: _command(kind, not_seat))


def _command(kind: str, not_seat: int) -> st.SearchStrategy[Json]:
    needed: dict[str, st.SearchStrategy[Any]] = {"type": st.just(kind)}
    free: dict[str, st.SearchStrategy[Any]] = {}
    for field in msgspec.structs.fields(KINDS[kind]):
        values = _FIELDS[field.encode_name]
        if field.encode_name == "seat" and not_seat:
            values = values.filter(lambda seat: seat != not_seat)
        (needed if field.required else free)[field.encode_name] = values
    return st.fixed_dictionaries(needed, optional=free)


def messages(tables: tuple[str, ...], kinds: set[str], *, not_seat: int = 0) -> st.SearchStrategy[Json]:
    """Return act and ask messages, also with the ids of other people's commands."""
    ids = st.sampled_from(("Fay-1", "Cid-2", "practice-sit", "platform/47/Deal", "")) | st.uuids().map(str)
    return st.fixed_dictionaries(
        {
            "type": st.sampled_from(("act", "ask")),
            "table": st.sampled_from(tables),
            "id": ids,
            "command": commands(kinds, not_seat=not_seat),
        }
    )


# Invalid messages.

_scalars: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(("", "\x00", "../../etc/passwd", "Qs", "act", "x" * 300, -1, 10**30, 1e308))
)
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
RAW = (
    "", " ", "null", "[]", "{}", "true", "0", '""', "{", "[" * 4000, '{"a":' * 3000, "nul", "{'type': 'ping'}",
    '{"type": "ping"', '{"type": "ping"} {"type": "ping"}', '{"type": "ping", "id": "\\ud800"}', '{"type": "\\u0000"}',
    '{"type": "ping", "id": "\\udc00\\ud800"}', '{"type": "watch", "table": "betting", "after": 1e999}',
    '{"type": "watch", "table": "betting", "after": -1}', '{"type": "watch", "table": "betting", "after": NaN}',
    '{"type": "watch", "table": "betting", "after": ' + "9" * 6000 + "}", '{"type": "watch"}', '{"type": "shout"}',
    '{"type": ["act"]}', '{"type": null}', '{"type": 1}', '{"TYPE": "ping"}', '{"type": "Ping"}', '{"type": "hello"}',
    '{"type": "frame"}', '{"type": "accepted", "id": "x"}', '{"type": "lobby"}', '{"type": "lobby", "on": 1}',
    '{"type": "lobby", "on": "yes"}', '{"type": "unwatch", "table": 7}', '{"type": "ping", "id": 5}',
    '{"type": "ping", "id": "' + "i" * 201 + '"}', '{"type": "watch", "table": "' + "t" * 101 + '"}',
    '{"type": "watch", "table": "betting", "offers": 1}', '{"type": "watch", "table": "betting", "as": "platform"}',
    "<script>alert(1)</script>", "GET / HTTP/1.1\r\n\r\n", "\x00\x01\x02", "\ufeff{}", "💥" * 1000,
)  # fmt: skip

raw = st.sampled_from(RAW) | st.text(max_size=60).map(lambda text: f"?{text}")
binary = st.binary(max_size=200)


@st.composite
def spoiled(draw: st.DrawFn, good: st.SearchStrategy[Json]) -> str:
    """Return a message with one change, usually an error. It stays an act, an ask or invalid."""
    message = draw(good)
    where: Json = message
    if draw(st.booleans()):
        where = message["command"]
    key = draw(st.sampled_from(sorted(where)))
    match draw(st.sampled_from(("drop", "change", "add", "wrap", "cut", "twice"))):
        case "drop":
            del where[key]
        case "change":
            where[key] = draw(_values)
        case "add":
            where[draw(st.sampled_from(("by", "role", "person", "version", "__class__", "extra")))] = draw(_values)
        case "wrap":
            return json.dumps([message])
        case "cut":
            text = json.dumps(message)
            return text[: draw(st.integers(0, len(text) - 1))]
        case "twice":
            return json.dumps(message)[:-1] + ', "type": "shout"}'
    return json.dumps(message)


# Derived messages.


_HARMLESS = ("ping", "watch", "unwatch", "lobby")
_LONGEST = 8000


class Crossing:
    """Messages combined from parts of drawn ones.

    A part replaces only one of the same name. So each message could have been drawn too, and must satisfy the same
    checks.
    """

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._values: dict[str, list[Any]] = {}
        self._texts: dict[type, list[str | bytes]] = {str: [""], bytes: [b""]}

    def crossed(self, drawn: list[Any]) -> list[Any]:
        for one in drawn:
            if isinstance(one, dict):
                self._keep(one)
            else:
                self._texts[type(one)].append(one)
        return [self._message(one) if isinstance(one, dict) else self._text(one) for one in drawn]

    def _keep(self, message: Json) -> None:
        for name, value in (*message.items(), *message["command"].items()):
            if name not in ("type", "command"):
                self._values.setdefault(name, []).append(value)

    def _message(self, message: Json) -> Json:
        kind = self._dice.choice(("act", "ask"))
        return {**self._parts(message), "type": kind, "command": self._parts(message["command"])}

    def _parts(self, of: Json) -> Json:
        exchanged = {name for name in of if name in self._values and self._dice.random() < 0.5}
        return {name: self._dice.choice(self._values[name]) if name in exchanged else of[name] for name in of}

    def _text(self, text: str | bytes) -> str | bytes:
        """Return the beginning of one text and the end of another, unless the result is a legitimate message."""
        other = self._dice.choice(self._texts[type(text)])
        beginning, end = text[: self._dice.randint(0, len(text))], other[self._dice.randint(0, len(other)) :]
        made: str | bytes = (beginning + end)[:_LONGEST]  # type: ignore[operator]
        try:
            read = json.loads(made)
        except (ValueError, RecursionError):
            return made
        return text if isinstance(read, dict) and read.get("type") in _HARMLESS else made
