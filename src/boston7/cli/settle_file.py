"""Reading, settling and printing a file of described rounds."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from boston7.cli.output import console, fail, print_json
from boston7.described import DescribedRound, InvalidRound, SettledRound, read_round, settle_round
from boston7.errors import UserError
from boston7.hands import best_five
from boston7.house import House, load_house
from boston7.house.check import load_toml
from boston7.money import signed_dollars

_MOST_FAULTS = 20


def settle_file(file: str, house: str | None, *, as_json: bool) -> None:
    chosen = load_house(house) if house else None
    if file == "-" or file.lower().endswith(".jsonl"):
        _settle_lines(file, chosen)
        return
    described = read_round(_read(Path(file)), default=chosen)
    result = settle_round(described)
    if as_json:
        print_json(result)
    else:
        _show(described, result)


def _read(path: Path) -> object:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        fail(f"{str(path)!r} is not UTF-8 text.")
    except OSError as error:
        fail(f"{str(path)!r} cannot be read: {error.strerror}.")
    if path.suffix.lower() == ".toml":
        try:
            return load_toml(text)
        except RecursionError:
            fail(f"{str(path)!r} is not valid TOML: a list in it is nested too deep. [settle format]")
        except ValueError as error:
            reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a line in it is too long"
            fail(f"{str(path)!r} is not valid TOML: {reason}. [settle format]")
    return _json(text, f"{str(path)!r}")


def _json(text: str | bytes, where: str) -> object:
    try:
        read = msgspec.json.decode(text)
        json.loads(text, object_pairs_hook=_each_key_once, parse_int=str, parse_float=str)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRound(f"{where} is not valid JSON: {str(error).removeprefix('JSON is malformed: ')}.") from None
    return read


def _each_key_once(pairs: list[tuple[str, object]]) -> None:
    """Reject a key given twice: JSON parsers differ in which value they keep."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise InvalidRound(f"{key[:60]!r} is given twice in the same object.")
        seen.add(key)


def _settle_lines(file: str, house: House | None) -> None:
    """Settle every line before printing the first, so that a bad line leaves no partial output."""
    faults: list[str] = []
    houses: dict[str, House] = {}

    def find(name: str) -> House:
        if name not in houses:
            houses[name] = load_house(name)
        return houses[name]

    with tempfile.SpooledTemporaryFile(max_size=1 << 26) as results:
        for number, line in enumerate(_lines(file), 1):
            if not line.strip():
                continue
            try:
                raw = _json(line, "it")
                results.write(msgspec.json.encode(settle_round(read_round(raw, find, house))) + b"\n")
            except UserError as problem:
                faults.append(f"Line {number}: {problem}")
                if len(faults) == _MOST_FAULTS:
                    faults.append("There may be more.")
                    break
        if faults:
            fail("\n".join(faults))
        if not results.tell():
            fail(f"There is no round in {file!r}; write one per line. [settle format]")
        results.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(results, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def _lines(file: str) -> Iterable[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as lines:
            yield from lines
    except OSError as error:
        fail(f"{file!r} cannot be read: {error.strerror}.")


def _show(described: DescribedRound, result: SettledRound) -> None:
    from boston7.cli.terminal.screen import Screen
    from boston7.narrate.tell import listed

    screen = Screen(console())
    house = described.house
    screen.line(f"{house.name}, document {house.document}, version {house.version[:12]}")
    if any(not position.fold and not position.void for position in described.positions):
        screen.line(f"Dealer has {best_five(described.dealer).name.spoken}.")
    for seat in result.seats:
        hands = dict.fromkeys(line.hand for line in seat.lines if line.hand)
        screen.heading(f"Seat {seat.seat}", signed_dollars(seat.net))
        if hands:
            screen.line(f"Player has {listed([hand.spoken for hand in hands])}.")
        screen.show_lines(seat.lines, house)
    screen.line()
    screen.line(f"Tray: {signed_dollars(result.tray)}", style="bold")
