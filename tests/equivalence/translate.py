"""What changes of format make of a tape that was recorded before them. At most 30 lines for each.

A tape's acts are translated to today's form, and today's answers, steps, documents and record to the tape's form: a
document is on a tape as a digest only.
"""

from __future__ import annotations

from typing import Any

import msgspec

from boston7.game.wire import read_command, write


def tape(old: dict[str, Any]) -> dict[str, Any]:
    """A tape with its acts as they would be carried out today."""
    for one in old["acts"]:
        typed_entries(one["act"])
    return old


def told(now: Any) -> Any:
    """Whatever is answered, sent or stored today, as a tape has it."""
    return entries_as_text(now)


def output(made: dict[str, Any]) -> dict[str, Any]:
    """What is compared of a tape."""
    return made


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
