"""What changes of format make of a tape that was recorded before them. At most 30 lines for each.

A tape's acts are translated to today's form, and today's answers, steps, documents and record to the tape's form: a
document is on a tape as a digest only.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from boston7.game.wire import read_command, write

_WAGERS = ("ante", "first", "second", "three_card_bonus")
_TEXTS_LEFT_OUT = ("view", "offers", "surroundings", "version")


def tape(old: dict[str, Any]) -> dict[str, Any]:
    """A tape with its acts as they would be carried out today."""
    for one in old["acts"]:
        typed_entries(one["act"])
        one["act"] = one_map(one["act"])
    return old


def told(now: Any) -> Any:
    """Whatever is answered, sent or stored today, as a tape has it."""
    return entries_as_text(now)


def output(made: dict[str, Any]) -> dict[str, Any]:
    """What is compared of a tape."""
    compared: dict[str, Any] = left_out(one_map(made))
    return compared


# Corrections are typed, and a payout correction has a name of its own


def typed_entries(act: Any) -> None:
    if act[0] == "do":
        command = act[4]
        command["type"] = {"correct": "correct_payout"}.get(command["type"], command["type"])
        if command.get("now"):
            command["now"]["by"] = command["by"]


def entries_as_text(now: Any) -> Any:
    if isinstance(now, list):
        return [entries_as_text(one) for one in now]
    if not isinstance(now, dict):
        return now
    then = {key.replace("correct_payout", "correct"): entries_as_text(value) for key, value in now.items()}
    kind = now.get("type")
    if kind == "corrected":
        then["type"] = "reworked"
        for one, change in zip(then.get("amended", ()), now.get("amended", ()), strict=True):
            one |= {"was": _text(change["was"]), "now": _text(change["now"]) if change["now"] else ""}
    elif kind in ("correct_payout", "payout_corrected"):
        then["type"] = {"correct_payout": "correct", "payout_corrected": "corrected"}[kind]
    elif "hands" in now and "clause" in now and "command" in now:  # a request
        then["command"] = _text(now["command"])
    return then


def _text(command: dict[str, Any]) -> str:
    plain = entries_as_text(msgspec.json.decode(write(read_command(msgspec.json.encode(command)))))
    if plain.get("now"):
        plain["now"].pop("by")
    return msgspec.json.encode(plain).decode()


# Wagers are one map


def one_map(old: Any) -> Any:
    """Wagers as one map, in commands, events and seats; the account of the Three Card Bonus goes by its id."""
    if isinstance(old, list):
        return [one_map(one) for one in old]
    if isinstance(old, str):
        if old.startswith('{"type":'):
            return msgspec.json.encode(one_map(msgspec.json.decode(old))).decode()
        named = re.sub(r"(six|five) card bonus(?= \$)", lambda found: found[0].title(), old)
        return re.sub(r"\bbonus:(\d)", r"three_card_bonus:\1", re.sub(r", \w+ Card Bonus \$0(?!\d)", "", named))
    if not isinstance(old, dict):
        return old
    made = {name: value if name in ("wagers", "last", "layout") else one_map(value) for name, value in old.items()}
    if made.get("type") in ("place_wagers", "wagers_placed") or ("type" not in made and "wager" not in made):
        beside = made.pop("side_bets", None) or {}
        if isinstance(beside, list):
            beside = {one["id"]: one["cents"] for one in beside}
        wagers = {name: made.pop(name) for name in _WAGERS if name in made} | beside
        if wagers:
            made["wagers"] = {name: cents for name, cents in wagers.items() if cents}
    return made


def left_out(made: Any) -> Any:
    """What is compared of a tape: not digests of documents, versions of rules, a last round's wagers in patches, nor
    the Three Card Bonus on the layout. A patch names a wager that is gone by itself, or all at once."""
    if isinstance(made, list):
        return [left_out(one) for one in made]
    if not isinstance(made, dict):
        return made
    unequal = {name for name in _TEXTS_LEFT_OUT if isinstance(made.get(name), str)} | {"last", "last_side_bets"}
    kept = {name: left_out(value) for name, value in made.items() if name not in unequal}
    if not isinstance(wagers := kept.get("wagers") or {}, str):
        kept["wagers"] = {name: cents for name, cents in wagers.items() if cents}
    if isinstance(spots := kept.get("layout") or {}, list):
        spots = {spot["id"]: spot["label"] for spot in spots}
    kept["layout"] = {name: label for name, label in spots.items() if name != "three_card_bonus"}
    return {name: value for name, value in kept.items() if value not in ({}, [])}
