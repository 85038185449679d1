"""The web application: its routes and its error handlers."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ControllerRouterHandler

from boston7.declare import Rejection
from boston7.record import RecordError, Tampered
from boston7.server import catalogue, heads, health, pages, schema
from boston7.server.answers import Rejected
from boston7.server.app_context import AppContext
from boston7.server.middleware import Middleware
from boston7.server.paths import (
    bank,
    bar,
    cage,
    check,
    desk,
    entry,
    paper,
    patron,
    people,
    security,
    setup,
    shift,
    table,
)
from boston7.server.reading import audit, coach_paths, floor, history_paths, houses, money_search, odds
from boston7.server.session import Asked

_PARTS = (
    desk, table, entry, catalogue, people, bar, cage, bank, patron, check, shift, paper, security, setup, heads, houses,
    odds, history_paths, coach_paths, floor, audit, money_search, health, pages,
)  # fmt: skip
_OUTSIDE: dict[Any, str] = {"since": "from", "until": "to"}
"""Query parameters whose names are reserved words in Python, with their public names."""
_log = logging.getLogger("boston7.server")
_CODES = {401: "no_session", 403: "not_your_duty", 404: "not_found", 405: "wrong_method", 413: "too_large"}
_SENTENCES = {
    404: "Page not found.",
    405: "Method not allowed.",
    413: "Request too large.",
}


def build(context: AppContext) -> Middleware:
    app = application(dev=context.dev is not None)
    app.state.app_context = context
    return Middleware(app, context)


def application(*, dev: bool) -> Litestar:
    """Return the application with all routes, before a room is attached."""
    handlers: list[ControllerRouterHandler] = []
    for part in _PARTS:
        handlers += part.routes.handlers
    if dev:
        from boston7.server.dev import paths as dev_paths

        handlers += dev_paths.routes.handlers
    return Litestar(
        handlers,
        request_class=Asked,
        openapi_config=schema.config,
        exception_handlers={
            Rejected: _refused,
            RecordError: _record,
            HTTPException: _http,
            Exception: _fault,
        },
        compression_config=CompressionConfig(
            "gzip", minimum_size=1000, gzip_compress_level=6, exclude_opt_key="packed"
        ),
        request_max_body_size=None,  # The middleware checks the size of the body.
        logging_config=None,
        debug=False,
    )


def _answer(status: int, trouble: Rejection, headers: dict[str, str] | None = None) -> Response[Rejection]:
    return Response(trouble, status_code=status, media_type=MediaType.JSON, headers=headers)


def _refused(_: Request[Any, Any, Any], error: Exception) -> Response[Rejection]:
    assert isinstance(error, Rejected)
    return _answer(error.status, error.rejection)


def _record(_: Request[Any, Any, Any], error: Exception) -> Response[Rejection]:
    """Answer 503 without saying where the record is stored; only the operator's log says that."""
    _log.error("The record failed: %s", error)
    if isinstance(error, Tampered):
        return _answer(503, Rejection("record", "not_ready", error.public))
    return _answer(503, Rejection("record", "not_ready", "The record cannot be reached right now. Nothing is lost."))


def _wants_a_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser asked for a page. Paths under /api and /assets always answer as JSON."""
    looks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return looks and not request.url.path.startswith(("/api", "/assets"))


def _http(request: Request[Any, Any, Any], error: Exception) -> Response[Rejection] | Response[bytes]:
    assert isinstance(error, HTTPException)
    status = error.status_code
    if status == 404 and _wants_a_page(request):
        return pages.nothing_here()
    if isinstance(error, ValidationException):
        return _answer(400, Rejection("request", "not_understood", _sentence(error)))
    if status >= 500:
        return _answer(status, Rejection("server", "fault", "Server error."))
    sentence = f"Invalid request: {error.detail.rstrip('.')}." if error.detail else "Invalid request."
    reason = _SENTENCES.get(status) or sentence
    allowed = (error.headers or {}).get("allow") or (error.headers or {}).get("Allow")
    return _answer(
        status,
        Rejection("request", _CODES.get(status, "not_understood"), reason),
        {"allow": allowed} if allowed else None,
    )


def _sentence(error: ValidationException) -> str:
    """Return the validation errors under the public names of the fields. Omit the values: one may be a password."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [
        f"{_OUTSIDE.get(part.get('key'), part.get('key')) or 'body'}: {part.get('message')}"
        for part in extra
        if isinstance(part, dict)
    ]
    return f"Invalid request: {'; '.join(parts) or 'it has the wrong form'}."


def _fault(_: Request[Any, Any, Any], error: Exception) -> Response[Rejection]:
    _log.error("A request failed.", exc_info=error)
    return _answer(500, Rejection("server", "fault", "Server error. It has been logged."))
