"""Tapes of random evenings: recorded once, then every version of the code has to repeat them.

    python tests/equivalence/tapes.py record FOLDER [FROM] [TO]     plays evenings with this code
    python tests/equivalence/tapes.py check FOLDER [FROM] [TO]      repeats them with this code

A tape holds each act with its answer and what every viewer received, and in the end all that was stored. `translate.py`
says what a change of format makes of an older tape.
"""

from __future__ import annotations

import asyncio
import lzma
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

if __name__ == "__main__":
    _TESTS = Path(__file__).parents[1]
    sys.path[:0] = [str(_TESTS), str(_TESTS / "support")]

import msgspec
from equivalence import translate
from equivalence.driver import Drive

MORE_BYTES = 1.02
"""What viewers may be sent, compared with the tape."""


async def _record(number: int, folder: Path) -> dict[str, Any]:
    from equivalence.evenings import Evening, Plan

    plan = Plan(number)
    async with Drive(folder, number, plan.places) as drive:
        evening = Evening(drive, plan)
        await evening.play()
        end = {"record": drive.record(), "balances": drive.balances(), "bytes": drive.bytes()}
        return {"number": number, "places": plan.places, "acts": evening.tape, **end}


async def _repeat(tape: dict[str, Any], folder: Path) -> dict[str, Any]:
    async with Drive(folder, tape["number"], tape["places"]) as drive:
        acts = []
        for one in tape["acts"]:
            answer = await drive.act(one["act"])
            acts.append({"act": one["act"], "answer": answer, "heard": drive.heard()})
        end = {"record": drive.record(), "balances": drive.balances(), "bytes": drive.bytes()}
        return {"number": tape["number"], "places": tape["places"], "acts": acts, **end}


def record(number: int) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        made = asyncio.run(_record(number, Path(folder)))
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return plain


def differences(tape: dict[str, Any]) -> list[str]:
    """Where this code does something else than the tape says. Empty when all is the same."""
    wanted = translate.tape(tape)
    with TemporaryDirectory() as folder:
        made = asyncio.run(_repeat(wanted, Path(folder)))
    got: dict[str, Any] = translate.output(_plain(made))
    wanted = translate.output(_plain(wanted))
    found = []
    for at, (then, now) in enumerate(zip(wanted["acts"], got["acts"], strict=True)):
        found += [f"act {at} {then['act'][:5]}: {line}" for line in _differ(then, now, "")]
        if found:
            return found[:12]
    for part in ("record", "balances"):
        found += _differ(wanted[part], got[part], part)
    sent, allowed = sum(got["bytes"].values()), sum(wanted["bytes"].values()) * MORE_BYTES
    if sent > allowed:
        found.append(f"{sent} bytes were sent to viewers, {allowed:.0f} allowed")
    return found[:12]


def _plain(made: dict[str, Any]) -> dict[str, Any]:
    """As JSON, with people by the order in which they come: their ids are random."""
    text = msgspec.json.encode(made)
    for number, person in enumerate(dict.fromkeys(re.findall(rb'"person":"([0-9a-f]{16})"', text))):
        text = text.replace(person, b"person %d" % number)
    plain: dict[str, Any] = msgspec.json.decode(text)
    return plain


def _differ(then: Any, now: Any, path: str) -> list[str]:
    if type(then) is type(now) is dict:
        keys = [*then, *(key for key in now if key not in then)]
        return [line for key in keys for line in _differ(then.get(key), now.get(key), f"{path}/{key}")]
    if type(then) is type(now) is list and len(then) == len(now):
        return [line for at, (a, b) in enumerate(zip(then, now, strict=True)) for line in _differ(a, b, f"{path}/{at}")]
    return [] if then == now else [f"{path}: {str(then)[:600]} -> {str(now)[:600]}"]


_IN_A_FILE = 10


def read(file: Path) -> list[dict[str, Any]]:
    tapes: list[dict[str, Any]] = msgspec.json.decode(lzma.decompress(file.read_bytes()))
    return tapes


def _main(what: str, folder: Path, first: int, last: int) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for start in range(first, last, _IN_A_FILE):
        file = folder / f"{start:03d}.json.xz"
        if what == "record":
            made = [record(number) for number in range(start, min(start + _IN_A_FILE, last))]
            file.write_bytes(lzma.compress(msgspec.json.encode(made), preset=9))
            events = sum(len(one["record"]["table"]) for one in made)
            print(f"{file.name}: {len(made)} evenings, {events} events, {file.stat().st_size} bytes", flush=True)
            continue
        for tape in read(file):
            if found := differences(tape):
                wrong += 1
                print("\n  ".join([f"evening {tape['number']} differs:", *found]), flush=True)
        print(f"{file.name}: done, {wrong} evenings differ so far", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1], Path(sys.argv[2]), *[int(one) for one in [*sys.argv[3:], "0", "200"][:2]]))
