"""Declaration of routes: address, purpose, required duties, and possible rejections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from litestar import get, post, put
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Guard

from boston7.accounts.duties import Duty
from boston7.declare import Rejection
from boston7.server.answers import granted
from boston7.server.schema import operation_id, security
from boston7.server.session import Asked, refuse_duties, required, token_of
from boston7.table.changes import Part

Handler = TypeVar("Handler", bound=Callable[..., Any])
_REJECTIONS = {
    400: "Invalid request.",
    401: "Log in first.",
    403: "Your role does not allow this.",
    404: "Not found.",
    409: "Rejected by the rules or by the present state.",
    413: "Request too large.",
    429: "Too many requests. Wait a moment.",
    503: "The record is down. Try again.",
}
_RESPONSES = {
    status: ResponseSpec(Rejection, description=words, generate_examples=False) for status, words in _REJECTIONS.items()
}


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class Secret(Body, frozen=True):
    """A body with a password, a PIN or a token, which must not appear in a log."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


class Document(NamedTuple):
    """A path that viewers can subscribe to: the duties required, and the parts of the room it reads."""

    duties: tuple[Duty, ...]
    console: bool
    reads: tuple[Part, ...]


DOCUMENTS: dict[str, Document] = {}
"""All paths declared with `reads`."""


class Declare(Protocol):
    def __call__(self, handler: Handler) -> Handler: ...


class Routes:
    """The routes of one part of the room. With duties, a path requires a person with one of them, found in
    `request.user`. With `console`, a sign-on by PIN is enough; with `session`, any login. With `reads`, the parts of
    the room behind the answer, viewers can subscribe to the path."""

    def __init__(self, tag: str = "") -> None:
        self.handlers: list[HTTPRouteHandler] = []
        self._tags = [tag] if tag else None

    def get(self, path: str | list[str], summary: str = "", *duties: Duty, **options: Any) -> Declare:
        return self._declare(get, path, summary, duties, options)

    def post(self, path: str, summary: str, *duties: Duty, **options: Any) -> Declare:
        return self._declare(post, path, summary, duties, {"status_code": 200, **options})

    def put(self, path: str, summary: str, *duties: Duty, **options: Any) -> Declare:
        return self._declare(put, path, summary, duties, options)

    def _declare(
        self, method: Any, path: str | list[str], summary: str, duties: tuple[Duty, ...], options: dict[str, Any]
    ) -> Declare:
        options = {"tags": self._tags, "summary": summary or None, "responses": _RESPONSES, **options}
        console = options.pop("console", False)
        if (reads := options.pop("reads", ())) and isinstance(path, str):
            DOCUMENTS[path] = Document(duties, console, reads)
        if duties or options.pop("session", False):
            options["guards"] = [_guard(duties, console=console)]
        if isinstance(path, str) and path.startswith("/api/"):
            verb = method.__name__.upper()
            options["operation_id"] = operation_id(verb, path)
            options["security"] = security(verb, guarded="guards" in options)

        def declare(handler: Handler) -> Handler:
            self.handlers.append(method(path, **options)(handler))
            return handler

        return declare


def _guard(duties: tuple[Duty, ...], *, console: bool) -> Guard:
    async def guard(request: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        assert isinstance(request, Asked)
        person = await required(request, console=console)
        if duties:
            granted(refuse_duties(request.context, person, token_of(request), duties))
        request.scope["user"] = person

    return guard
