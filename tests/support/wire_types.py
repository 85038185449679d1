"""Types and tables for the pages, generated from our types: `python tests/support/wire_types.py`.

`kit/wire-types.d.ts` has the shapes of docs/wire.md and of every path below /api, for the type checker; browsers never
load it. `kit/blank.js` has an empty table and an empty seat, since documents contain only the difference.
`kit/names.js` has the words for ranks, hands and wagers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
from litestar.response import Stream
from litestar.routes import HTTPRoute
from msgspec import inspect

import boston7
from boston7 import fair
from boston7.accounts import passwords, pins
from boston7.accounts.desk import MINUTE
from boston7.accounts.lookalikes import LONGEST_NAME
from boston7.accounts.names import BOT
from boston7.accounts.people import DAY
from boston7.cards import Card, Rank
from boston7.declare import Rejection
from boston7.fair.shuffle import LONGEST_TEXT, SHORTEST_TEXT
from boston7.game import CommandSpec, SeatView, TableView, WagerLine
from boston7.game.actors import Actor
from boston7.game.approval_requests import ApprovalRequest
from boston7.game.checklist import ChecklistStep
from boston7.game.commands import COMMANDS
from boston7.game.events import EVENTS, Corrected, PayoutCorrected, Settled
from boston7.game.kinds import Event, Mark, PlayerName, Reason, snake
from boston7.game.patch import BLANK_LINE
from boston7.game.transfers import Transfer
from boston7.game.wagered import wager_label
from boston7.hands import HAND_WORDS
from boston7.house.model import THREE_CARD_BONUS
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import MOST_PIECES, MOST_VALUE
from boston7.server import messages as m
from boston7.server.app import application
from boston7.server.paths.setup import SignOn
from boston7.server.paths.shift import Description
from boston7.shift.kinds import Line
from boston7.table.messages import BLANK_OFFER, Steps, Surroundings, ToldStep, View, public_fields
from boston7.table.seeds import Fairness

BLANK = "web/assets/kit/blank.js"
NAMES = "web/assets/kit/names.js"
TYPES = "web/assets/kit/wire-types.d.ts"
_PLAIN = (
    Actor, Transfer, Rejection, WagerLine, SeatView, TableView, CommandSpec, Fairness, Surroundings, ToldStep,
)  # fmt: skip
_OUTGOING = (
    m.Hello, m.Head, View, Steps, m.Tables, m.Changed, m.Accepted, m.Rejected, m.Preview, m.Pong, m.Error, m.Bye,
)  # fmt: skip
_INCOMING = get_args(m.Incoming)
_NAMES: dict[type[Any], str] = {
    View: "ViewMessage", Steps: "StepsMessage", m.Ask: "AskMessage", m.Lobby: "LobbyMessage",
    m.Reveal: "RevealMessage", m.Tables: "LobbyTables", m.Error: "ErrorMessage", fair.Reveal: "SeedRevealed",
    SignOn: "SignOnByPin", ChecklistStep: "Step", ApprovalRequest: "Request",
}  # fmt: skip
_KNOWN_BETTER = {
    "ToldStep.event": "GameEvent", "ReplayStep.event": "GameEvent", "ReplayStep.view": "TableDocument",
    "ViewMessage.past": "ToldStep[]", "StepsMessage.steps": "ToldStep[]", "ViewMessage.view": "TableDocument",
    "ViewMessage.surroundings": "Partial<Surroundings>", "ViewMessage.offers": "Record<string, Partial<CommandSpec>>",
    "Preview.settled": "{ seat: number; moment: string; lines: WagerLine[] }[]",
}  # fmt: skip
"""Fields that are bytes or documents in Python, with their wire types."""


def _longest(text: object) -> int:
    found: int = get_args(text)[1].max_length
    return found


_BOUNDS: dict[str, object] = {
    "shortestText": SHORTEST_TEXT, "longestText": LONGEST_TEXT,
    "shortestPin": pins.SHORTEST, "longestPin": pins.LONGEST, "shortestPassword": passwords.SHORTEST,
    "name": LONGEST_NAME, "mark": _longest(Mark), "player": _longest(PlayerName), "reason": _longest(Reason),
    "line": _longest(Line),
    "description": _longest(Description), "pieces": MOST_PIECES, "cents": MOST_VALUE,
    "past": m.PAST, "limitHours": DAY // (60 * MINUTE),
}  # fmt: skip
_BESIDES: dict[type[Any], str] = {
    WagerLine: "award?: true", Settled: "landed: number; award_first?: true",
    **{kind: "timed_out?: true" for kind in EVENTS if kind.about.choice},
    **dict.fromkeys((PayoutCorrected, Corrected), "moves: Transfer[]"),
}  # fmt: skip
"""Fields that a document has besides those of its struct."""
_HEAD = """/** The shapes of docs/wire.md. Written by `python tests/support/wire_types.py`; no browser loads this. */

export type Card = string;
/** A merge patch of a document. */
export type Document = Record<string, unknown>;
/** A table without its defaults. */
export type TableDocument = Partial<Omit<TableView, "seats">> & { seats?: Record<string, SeatDocument> };
export type SeatDocument = Partial<Omit<SeatView, "hand" | "lines">> & { hand?: HandDocument };
export type HandDocument = Partial<Omit<SeatView, "lines">> & { lines?: Partial<WagerLine>[] };
/** Any of several shapes: a field that only others of them have reads as undefined. */
type Keys<U> = U extends unknown ? keyof U : never;
type AnyOf<U, K extends PropertyKey = Keys<U>> =
  U extends unknown ? U & { [F in Exclude<K, keyof U>]?: undefined } : never;
"""
_WIDEST = 120
_PARAMETERS = {"str": "${string}", "int": "${number}"}
_FILES = (str, Stream, bytes)
"""Exports are downloaded; no page reads them."""


class _Writer:
    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.sent = False  # In a request body, a field with a default may be omitted.
        self._of: dict[str, type[Any]] = {}

    def name(self, kind: type[Any]) -> str:
        return _NAMES.get(kind, kind.__name__)

    def struct(self, kind: inspect.StructType) -> str:
        """Return the name of a struct, written once."""
        name = self.name(kind.cls)
        assert self._of.setdefault(name, kind.cls) is kind.cls, f"two types are called {name}"
        if name not in self.written:
            self.written[name] = ""  # The struct may contain itself.
            lines = [f'type: "{kind.tag}"'] if kind.tag_field == "type" else []
            shown = list(kind.fields)
            if issubclass(kind.cls, Event):
                public = public_fields(kind.cls)
                shown = [field for field in kind.fields if field.name in public]
                lines += [] if "seat" in public else ["seat?: number"]
            lines += [self.field(name, kind.cls, field) for field in shown]
            lines += [_BESIDES[kind.cls]] if kind.cls in _BESIDES else []
            self.written[name] = _wrapped(f"export interface {name} {{", "; ", lines, "}")
        return name

    def field(self, owner: str, kind: type[Any], field: inspect.Field) -> str:
        """Return a field. A page need not send the actor, who is the logged-in user."""
        command = kind in COMMANDS
        left_out = not field.required and (command or self.sent or kind.__struct_config__.omit_defaults)
        optional = "?" if left_out or (command and field.name == "by") else ""
        return f"{field.encode_name}{optional}: {_KNOWN_BETTER.get(f'{owner}.{field.name}') or self.type(field.type)}"

    def type(self, kind: inspect.Type) -> str:
        match kind:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType() | inspect.DateType():
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
                if isinstance(kind.key_type, inspect.LiteralType):  # A dict need not have every key.
                    return f"Partial<Record<{self.type(kind.key_type)}, {values}>>"
                return "Document" if values == "unknown" else f"Record<string, {values}>"
            case inspect.UnionType():
                return self._either(kind.types)
            case inspect.StructType(array_like=True):
                return f"[{', '.join(self.type(field.type) for field in kind.fields)}]"
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


class _Path(NamedTuple):
    """A path of a method: its address as a template, its answer and its body."""

    method: str
    address: str
    answer: Any
    body: Any

    @property
    def order(self) -> tuple[int, list[bool], str]:
        """The sort key: more parts first, and words before parameters, so that the first match is meant."""
        parts = self.address.split("/")
        return -len(parts), ["$" in part for part in parts], self.address


def _paths() -> Iterator[_Path]:
    """Yield every path below /api with JSON in both directions."""
    for route in application(dev=True).routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            answer = handler.parsed_return_field.annotation
            answer = next(iter(get_args(answer)), answer)
            body = handler.parsed_fn_signature.parameters.get("data")
            address = re.sub(r"\{\w+:(str|int)\}", lambda kind: _PARAMETERS[kind[1]], route.path)
            for method in handler.http_methods - {"OPTIONS"}:
                if address.startswith("/api/") and answer not in _FILES:
                    assert issubclass(answer, msgspec.Struct), f"{method} {route.path} answers {answer}"
                    yield _Path(method, address, answer, body and body.annotation)


def _write_paths(writer: _Writer) -> str:
    """Return the interface `Paths`: rows of address, answer and body by method. Answers are written in full before
    bodies."""
    rows = sorted(_paths(), key=lambda path: path.order)
    answers = [writer.type(inspect.type_info(path.answer)) for path in rows]
    writer.sent = True
    bodies = [writer.type(inspect.type_info(path.body)) if path.body else "undefined" for path in rows]
    lines = ["export interface Paths {"]
    for method in ("GET", "POST", "PUT"):
        lines.append(f"  {method}: [")
        lines += [
            f"    [`{path.address}`, {answer}, {body.replace('null', 'undefined')}],"
            for path, answer, body in zip(rows, answers, bodies, strict=True)
            if path.method == method
        ]
        lines.append("  ];")
    return "\n".join([*lines, "}"])


def wire_d_ts() -> str:
    writer = _Writer()
    commands = [writer.struct(_info(kind)) for kind in COMMANDS]
    events = [writer.struct(_info(kind)) for kind in EVENTS]
    for kind in (*_PLAIN, *_OUTGOING):
        writer.struct(_info(kind))
    paths = _write_paths(writer)
    incoming = [writer.struct(_info(message)) for message in _INCOMING]
    unions = {
        "Command": commands,
        "GameEvent": events,
        "Heard": incoming,
        "Said": [writer.name(kind) for kind in _OUTGOING],
    }
    lines = [_wrapped(f"export type {name} = AnyOf<", " | ", members, ">;") for name, members in unions.items()]
    return "\n".join((_HEAD, *writer.written.values(), "", *lines, "", paths)) + "\n"


def _wrapped(before: str, between: str, parts: list[str], after: str) -> str:
    """Return the text on one line, or wrapped."""
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
    return f"""// Written by `python tests/support/wire_types.py`: an empty table and an empty seat, as the game has
// them; bounds, and what is called out.

/** @type {{Wire.TableView}} */
export const BLANK_TABLE = {_literal(table)};

/** @type {{Wire.SeatView}} */
export const BLANK_SEAT = {_literal(seat)};

/** Defaults that a wager's line omits. */
export const BLANK_LINE = {_literal(BLANK_LINE)};

/** Defaults that an offer omits. */
export const BLANK_OFFER = {_literal(BLANK_OFFER)};

/** Limits of typed texts, of counts in forms, and of waiting times. */
export const BOUNDS = {_literal(_BOUNDS)};

/** Events called out across the felt. @type {{ReadonlySet<string>}} */
export const ALOUD = new Set([
{aloud}
]);
"""


def names_js() -> str:
    hands = "\n".join(f"  {kind}: {_json(words)}," for kind, words in HAND_WORDS.items())
    ranks = {rank.letter: [rank.word, rank.plural] for rank in Rank}
    return f"""// Written by `python tests/support/wire_types.py`: words for ranks, hands, wagers and bots.

/** By letter: singular and plural. @type {{Record<string, [string, string]>}} */
export const RANKS = {_literal(ranks)};

/** By kind: its name, its ranks, whether they follow the name. @type {{Record<string, [string, string, boolean]>}} */
export const HANDS = {{
{hands}
}};

/** As printed on the layout. `kit/wagers.js` adds the side bets of a table. @type {{Record<string, string>}} */
export const WAGERS = {_literal({**MAIN_WAGERS, THREE_CARD_BONUS: wager_label(THREE_CARD_BONUS)})};

/** The prefix of every bot's name. */
export const BOT = {_json(BOT)};
"""


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _literal(fields: Mapping[str, object]) -> str:
    lines = [f"  {name}: {_json(value)}," for name, value in fields.items()]
    return "\n".join(["{", *lines, "}"])


def main() -> None:
    folder = Path(boston7.__file__).parent
    (folder / BLANK).write_text(blank_js(), encoding="utf-8")
    (folder / NAMES).write_text(names_js(), encoding="utf-8")
    (folder / TYPES).write_text(wire_d_ts(), encoding="utf-8")


if __name__ == "__main__":
    main()
