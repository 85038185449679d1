"""The message reference is true: each example decodes as its type, and every message and path has its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from inspect import getclosurevars
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from litestar.routes import HTTPRoute
from places import ROOT

from boston7.accounts import DUTIES
from boston7.bots.watched import Watched
from boston7.declare import Rejection
from boston7.game import Command, CommandSpec
from boston7.server import messages as m
from boston7.server.app import application
from boston7.table.messages import Steps, Surroundings, ToldStep, View
from boston7.table.seeds import Fairness

DOCS = ROOT / "docs"
SOCKET = (DOCS / "wire.md").read_text(encoding="utf-8")
VIEWS = (DOCS / "wire-views.md").read_text(encoding="utf-8")
HTTP = "".join((DOCS / f"wire-{name}.md").read_text(encoding="utf-8") for name in ("http", "reading", "staff", "cage"))
JSON = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
INCOMING = {kind.__struct_config__.tag: kind for kind in get_args(m.Incoming)}
OUTGOING = {
    kind.__struct_config__.tag: kind
    for kind in (
        m.Hello, m.Head, View, Steps, m.Tables, m.Changed, m.Accepted, m.Rejected, m.Preview, m.Pong, m.Error, m.Bye,
    )
}  # fmt: skip
FREE = ("anyone", "anyone with the link", "at a console")
GROUPS = {
    "report readers": "supervisor, cashier, auditor, admin",
    "slip signers": "dealer, supervisor, cashier, runner",
}


def examples(text: str) -> Iterator[tuple[str, str]]:
    """Yield each heading of the third level with its example."""
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        yield heading.partition(" ")[0], "".join(JSON.findall(body.partition("\n## ")[0]))


def section(name: str) -> str:
    return SOCKET.partition(f"## {name}\n")[2].partition("\n## ")[0]


def strict(text: str, kind: Any) -> Any:
    """Decode an example, and refuse fields that its type does not have."""
    decoded = msgspec.json.decode(text, type=kind)
    unknown = [path for path in _keys(json.loads(text)) if path not in set(_keys(msgspec.to_builtins(decoded)))]
    assert unknown == []
    return decoded


def _keys(value: Any, at: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{at}.{key}"
            yield from _keys(inner, f"{at}.{key}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _keys(inner, f"{at}[{number}]")


def test_every_message_has_one_example() -> None:
    assert [name for name, _ in examples(section("Messages you send"))] == [*INCOMING]
    assert {name for name, _ in examples(section("Messages you receive"))} == {*OUTGOING}


@pytest.mark.parametrize(("name", "text"), [*examples(section("Messages you send"))])
def test_a_message_to_the_server_decodes(name: str, text: str) -> None:
    assert isinstance(m.read(text), INCOMING[name])


@pytest.mark.parametrize(("name", "text"), [*examples(section("Messages you receive"))])
def test_a_message_of_the_server_decodes(name: str, text: str) -> None:
    raw = json.loads(text)
    if name in ("view", "steps"):  # steps are kept as bytes
        for step in raw.pop("past", []) + raw.pop("steps", []):
            strict(json.dumps(step), ToldStep)
    strict(json.dumps(raw), OUTGOING[name])


def test_the_steps_follow_on_the_view() -> None:
    shown = {name: json.loads(text) for name, text in examples(section("Messages you receive"))}
    view, steps = shown["view"], shown["steps"]
    table = Watched()
    table.load(view["version"], view["view"], view["surroundings"], view["offers"])
    assert table.update(steps["version"], steps["steps"], steps["surroundings"], steps["offers"], fresh=False)
    (seat,) = [seat for seat in table.view.seats if seat.yours]
    assert (seat.rail, seat.wagers["ante"]) == (18000, 1000)
    assert table.offers[0].type == "place_wagers"


def test_the_parts_of_a_view_decode() -> None:
    step, wagers, offer, fairness = JSON.findall(VIEWS)
    strict(step, ToldStep)
    strict(wagers, Command)
    assert msgspec.json.decode(offer, type=CommandSpec).cards == 5
    strict(fairness, Fairness)
    rows = VIEWS.partition("## Surroundings")[2].partition("\n`fairness` is")[0]
    named = {name for row in re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert named == set(Surroundings.__struct_fields__) - {"layout", "best_five"}


class Path(NamedTuple):
    answer: Any
    body: Any
    duties: tuple[str, ...] | None


def _plain(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


def paths() -> dict[tuple[str, str], Path]:
    found: dict[tuple[str, str], Path] = {}
    for route in application(dev=False).routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            answer = handler.parsed_return_field.annotation
            body = handler.parsed_fn_signature.parameters.get("data")
            duties = [getclosurevars(guard).nonlocals["duties"] for guard in handler.guards or ()]
            for method in handler.http_methods - {"OPTIONS"}:
                if route.path.startswith("/api/"):
                    found[str(method), _plain(route.path)] = Path(
                        next(iter(get_args(answer)), answer), body and body.annotation, duties[0] if duties else None
                    )
    return found


PATHS = paths()


def test_every_path_is_in_the_reference() -> None:
    named = {
        (method, _plain(path.partition("?")[0])) for method, path in re.findall(r"`(GET|POST|PUT) (/api/\S+?)`", HTTP)
    }
    assert named == set(PATHS)


@pytest.mark.parametrize(
    ("part", "method", "path", "text"),
    re.findall(r"^(Body|Answer) of `(\w+) (/\S+)`:\n\n```json\n(.*?)^```", HTTP, re.DOTALL | re.MULTILINE),
)
def test_an_example_of_http_decodes(part: str, method: str, path: str, text: str) -> None:
    kinds = PATHS[method, _plain(path)]
    strict(text, kinds.body if part == "Body" else kinds.answer)


def test_an_error_and_a_correction_decode() -> None:
    (error,) = re.findall(r"Answer of `Rejection`:\n\n```json\n(.*?)^```", HTTP, re.DOTALL | re.MULTILINE)
    strict(error, Rejection)
    (amend,) = [text for text in JSON.findall(HTTP) if '"amend"' in text]
    strict(amend, Command)


@pytest.mark.parametrize(
    ("calls", "who"), re.findall(r"^\| (`(?:GET|POST|PUT) .*?) \| ([^|]*) \| [^|]* \|$", HTTP, re.MULTILINE)
)
def test_the_roles_of_a_path_are_those_that_its_duties_allow(calls: str, who: str) -> None:
    for method, path in re.findall(r"`(\w+) (/\S+?)`", calls):
        duties = PATHS[method, _plain(path)].duties
        if who in FREE:
            assert not duties
            continue
        roles = {role for name in who.split(", ") for role in GROUPS.get(name, name).split(", ")}
        assert roles == {role for role, held in DUTIES.items() if duties and held & set(duties)}
