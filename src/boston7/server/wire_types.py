"""What the pages have to know of our types, written from the types: `python -m boston7.server.wire_types`.

`lib/wire-types.d.ts` has the shapes of docs/wire.md for the type checker; the browser never loads it. `lib/blank.js` is
an empty table and an empty seat, of which documents tell only the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

import boston7
from boston7 import fair
from boston7.accounts import passwords, pins
from boston7.accounts.desk import MINUTE, STAFF_IDLE
from boston7.accounts.lookalikes import LONGEST_NAME
from boston7.accounts.people import DAY
from boston7.cards import Card
from boston7.declare import Ask, Rejection
from boston7.fair.shuffle import LONGEST_TEXT, SHORTEST_TEXT
from boston7.game import CommandSpec, SeatView, TableView, WagerLine
from boston7.game.accounts import Transfer
from boston7.game.actors import Actor
from boston7.game.commands import COMMANDS
from boston7.game.events import EVENTS, Corrected, PayoutCorrected, Settled
from boston7.game.kinds import Event, Mark, PlayerName, Reason, snake
from boston7.game.patch import BLANK_LINE
from boston7.game.wagers import WagerForm
from boston7.house.model import SideBet
from boston7.money import MOST_PIECES, MOST_VALUE
from boston7.server import messages as m
from boston7.server.catalogue import Kind
from boston7.server.entry_paths import EntryChoices, RoundEntries
from boston7.server.lobby import Listing
from boston7.server.me import Me
from boston7.server.reading.coach import Advice
from boston7.server.reading.history_paths import RoundRow
from boston7.server.reading.replay import Replay
from boston7.server.shift_paths import Description
from boston7.shift.kinds import Line
from boston7.table.frames import BLANK_OFFER, Steps, Surroundings, View
from boston7.table.seeds import Fairness
from boston7.table.steps import ToldStep, public_fields

BLANK = "web/assets/lib/blank.js"
TYPES = "web/assets/lib/wire-types.d.ts"
_PLAIN = (
    Actor, Transfer, Rejection, WagerLine, SeatView, TableView, CommandSpec, Ask, Kind, Fairness, Surroundings, Me,
    Listing, RoundRow, Replay, Advice, ToldStep, WagerForm, SideBet, RoundEntries, EntryChoices,
)  # fmt: skip
_SAID = (m.Hello, m.Head, View, Steps, m.Tables, m.Accepted, m.Rejected, m.Preview, m.Pong, m.Error, m.Bye)
_HEARD = (m.Watch, m.Unwatch, m.Lobby, m.Act, m.Ask, m.Commit, m.Reveal, m.Ping)
_NAMES: dict[type[Any], str] = {
    View: "ViewMessage", Steps: "StepsMessage", m.Ask: "AskMessage", m.Lobby: "LobbyMessage",
    m.Reveal: "RevealMessage", m.Tables: "LobbyTables", m.Error: "ErrorMessage", fair.Reveal: "SeedRevealed",
}  # fmt: skip
_KNOWN_BETTER = {
    "ToldStep.event": "GameEvent", "ReplayStep.event": "GameEvent", "ViewMessage.past": "ToldStep[]",
    "StepsMessage.steps": "ToldStep[]", "ViewMessage.offers": "Record<string, CommandSpec>",
    "Preview.settled": "{ seat: number; moment: string; lines: WagerLine[] }[]",
}  # fmt: skip
"""What is bytes or a document in Python by then."""


def _longest(text: object) -> int:
    found: int = get_args(text)[1].max_length
    return found


_BOUNDS: dict[str, object] = {
    "shortestText": SHORTEST_TEXT, "longestText": LONGEST_TEXT,
    "shortestPin": pins.SHORTEST, "longestPin": pins.LONGEST, "shortestPassword": passwords.SHORTEST,
    "name": LONGEST_NAME, "mark": _longest(Mark), "player": _longest(PlayerName), "reason": _longest(Reason),
    "line": _longest(Line),
    "description": _longest(Description), "pieces": MOST_PIECES, "cents": MOST_VALUE,
    "past": m.PAST, "limitHours": DAY // (60 * MINUTE), "idleMinutes": STAFF_IDLE // MINUTE,
}  # fmt: skip
_BESIDES: dict[type[Any], str] = {
    WagerLine: "say: string; award?: true", Settled: "landed: number; award_first?: true",
    **{kind: "timed_out?: true" for kind in EVENTS if kind.about.choice},
    **dict.fromkeys((PayoutCorrected, Corrected), "moves: Transfer[]"),
}  # fmt: skip
"""What a document tells besides the fields."""
_HEAD = """/** The shapes of docs/wire.md. Written by `python -m boston7.server.wire_types`; no browser loads this. */

export type Card = string;
/** A document without its defaults, or a merge patch of one. */
export type Document = Record<string, unknown>;
/** Any of several shapes: a field that only others of them have reads as undefined. */
type Keys<U> = U extends unknown ? keyof U : never;
type AnyOf<U, K extends PropertyKey = Keys<U>> =
  U extends unknown ? U & { [F in Exclude<K, keyof U>]?: undefined } : never;
"""
_WIDEST = 120


class _Writer:
    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._of: dict[str, type[Any]] = {}

    def name(self, kind: type[Any]) -> str:
        return _NAMES.get(kind, kind.__name__)

    def struct(self, kind: inspect.StructType) -> str:
        """Its name; it is written once."""
        name = self.name(kind.cls)
        assert self._of.setdefault(name, kind.cls) is kind.cls, f"two types are called {name}"
        if name not in self.written:
            self.written[name] = ""  # it may hold itself
            lines = [f'type: "{kind.tag}"'] if kind.tag_field == "type" else []
            shown = list(kind.fields)
            if issubclass(kind.cls, Event):
                told = public_fields(kind.cls)
                shown = [field for field in kind.fields if field.name in told]
                lines += [] if "seat" in told else ["seat?: number"]
            lines += [self.field(name, kind.cls, field) for field in shown]
            lines += [_BESIDES[kind.cls]] if kind.cls in _BESIDES else []
            self.written[name] = _wrapped(f"export interface {name} {{", "; ", lines, "}")
        return name

    def field(self, owner: str, kind: type[Any], field: inspect.Field) -> str:
        """Who acts is whoever is logged in: a page need not say."""
        command = kind in COMMANDS
        left_out = not field.required and (command or kind.__struct_config__.omit_defaults)
        optional = "?" if left_out or (command and field.name == "by") else ""
        return f"{field.encode_name}{optional}: {_KNOWN_BETTER.get(f'{owner}.{field.name}') or self.type(field.type)}"

    def type(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.LiteralType():
                return " | ".join(msgspec.json.encode(value).decode() for value in kind.values)
            case inspect.EnumType():
                return self._named(kind)
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                return self._many(kind.item_type)
            case inspect.TupleType():
                return f"[{', '.join(map(self.type, kind.item_types))}]"
            case inspect.DictType():
                values = self.type(kind.value_type)
                return "Document" if values == "unknown" else f"Record<string, {values}>"
            case inspect.UnionType():
                return self._either(kind.types)
            case inspect.StructType():
                return self.struct(kind)
            case inspect.Metadata():
                return self.type(kind.type)
        return "unknown"

    def _named(self, kind: inspect.EnumType) -> str:
        name = self.name(kind.cls)
        if kind.cls is not Card:
            values = [msgspec.json.encode(value.value).decode() for value in kind.cls]
            self.written[name] = _wrapped(f"export type {name} =", " | ", values, ";")
        return name

    def _many(self, item: inspect.Type) -> str:
        inner = self.type(item)
        return f"({inner})[]" if " " in inner else f"{inner}[]"

    def _either(self, kinds: Iterable[inspect.Type]) -> str:
        structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if structs and all(kind.cls in COMMANDS for kind in structs):
            return "Command"
        return " | ".join(map(self.type, kinds))


def wire_d_ts() -> str:
    writer = _Writer()
    commands = [writer.struct(_info(kind)) for kind in COMMANDS]
    events = [writer.struct(_info(kind)) for kind in EVENTS]
    for kind in (*_PLAIN, *_HEARD, *_SAID):
        writer.struct(_info(kind))
    unions = {
        "Command": commands,
        "GameEvent": events,
        "Heard": [writer.name(kind) for kind in _HEARD],
        "Said": [writer.name(kind) for kind in _SAID],
    }
    lines = [_wrapped(f"export type {name} = AnyOf<", " | ", members, ">;") for name, members in unions.items()]
    return "\n".join((_HEAD, *writer.written.values(), "", *lines)) + "\n"


def _wrapped(before: str, between: str, parts: list[str], after: str) -> str:
    """On one line, or filled lines of at most so many characters."""
    space = " " if after == "}" else ""
    one = f"{before}{'' if before.endswith('<') else ' '}{between.join(parts)}{space}{after}"
    if len(one) <= _WIDEST:
        return one
    lines, line = [before], " "
    for part, following in zip(parts, [*[between.rstrip()] * (len(parts) - 1), ""], strict=True):
        word = f" {part}{following}"
        if len(line) + len(word) > _WIDEST:
            lines.append(line)
            line = " "
        line += word
    return "\n".join([*lines, line, after] if after == "}" else [*lines, line + after])


def _info(kind: type[Any]) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def blank_js() -> str:
    table = msgspec.to_builtins(TableView())
    seat = msgspec.to_builtins(SeatView(0))
    aloud = "\n".join(f'  "{snake(kind.__name__)}",' for kind in EVENTS if kind.about.aloud)
    return f"""// @ts-check
// Written by `python -m boston7.server.wire_types`: an empty table and an empty seat, as the game has them; bounds, and
// what is called out.

/** @type {{import("./wire.js").TableView}} */
export const BLANK_TABLE = {_literal(table)};

/** @type {{import("./wire.js").SeatView}} */
export const BLANK_SEAT = {_literal(seat)};

/** What a wager's line leaves out where it is so. */
export const BLANK_LINE = {_literal(BLANK_LINE)};

/** What an offer leaves out where it is so. */
export const BLANK_OFFER = {_literal(BLANK_OFFER)};

/** How long what is typed may be, how much a form counts, and after how long what happens by itself. */
export const BOUNDS = {_literal(_BOUNDS)};

/** What is called out across the felt. @type {{ReadonlySet<string>}} */
export const ALOUD = new Set([
{aloud}
]);
"""


def _literal(fields: dict[str, object]) -> str:
    lines = [f"  {name}: {msgspec.json.encode(value).decode()}," for name, value in fields.items()]
    return "\n".join(["{", *lines, "}"])


def main() -> None:
    folder = Path(boston7.__file__).parent
    (folder / BLANK).write_text(blank_js(), encoding="utf-8")
    (folder / TYPES).write_text(wire_d_ts(), encoding="utf-8")


if __name__ == "__main__":
    main()
