"""The catalogue of all commands, for pages and for other clients."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from litestar import MediaType, Response

from boston7.declare import Ask, Place, Tone
from boston7.game import Phase
from boston7.game.actors import ACTING
from boston7.game.commands import COMMANDS
from boston7.game.kinds import Command, snake
from boston7.hands import Category, ThreeCategory
from boston7.narrate import ENGLISH
from boston7.server.answers import line_of
from boston7.server.routes import Routes
from boston7.server.session import Asked

_WORDS = ("wager.", "void.")
"""Prefixes of the narrator's texts that pages also use outside sentences."""


routes = Routes()


class Kind(msgspec.Struct, frozen=True):
    """The declaration of a command: its senders, phases, ruling, button, name as an `entry` of the round, and fields. A
    table never waits for an `optional` command. `topic` and `also` are paths into the house document. Pages fill in the
    `{names}` in a `label`."""

    type: str
    place: Place
    label: str
    entry: str
    note: str
    outcome: str
    key: str
    tone: Tone
    optional: bool
    by: tuple[str, ...]
    when: tuple[Phase, ...]
    topic: str
    also: tuple[str, ...]
    ruling: str
    asks: tuple[Ask, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """All commands, in the order in which they are offered. `awaited` is the command that ends each phase; its refusal
    says why the phase cannot end yet. `words` uses the narrator's keys. `hands` lists the five-card and three-card
    hands, highest first."""

    commands: tuple[Kind, ...]
    awaited: dict[str, str]
    words: dict[str, str]
    hands: dict[str, tuple[str, ...]]


def kind_of(command: type[Command]) -> Kind:
    rule = command.rule
    sent_as = {field.name: field.encode_name for field in msgspec.structs.fields(command)}
    return line_of(
        Kind,
        rule,
        type=snake(command.__name__),
        entry=rule.entry or rule.label,
        by=tuple(role for role in ACTING if role in rule.by),
        when=tuple(phase for phase in Phase if phase in rule.when),
        asks=tuple(msgspec.structs.replace(ask, field=sent_as[ask.field]) for ask in rule.ask),
    )


CATALOGUE = Catalogue(
    tuple(map(kind_of, COMMANDS)),
    {phase: snake(command.__name__) for command in COMMANDS for phase in command.rule.awaited},
    {key: text for key, text in ENGLISH.items() if key.startswith(_WORDS)},
    {
        "five": tuple(hand.key for hand in reversed(Category)),
        "three": tuple(hand.key for hand in reversed(ThreeCategory)),
    },
)
_DIGEST = f'"{sha256(msgspec.json.encode(CATALOGUE)).hexdigest()[:32]}"'


@routes.get("/api/catalogue", "The catalogue of commands", tags=["tables"])
async def catalogue(request: Asked) -> Response[Catalogue]:
    """The content depends only on the version of boston7. A request with the current `etag` is answered with 304."""
    headers = {"etag": _DIGEST, "cache-control": "no-cache"}
    if _DIGEST in request.headers.get("if-none-match", ""):
        unchanged: Response[Any] = Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
        return unchanged
    return Response(CATALOGUE, headers=headers, media_type=MediaType.JSON)
