"""Bodies as they were written: "5", 5.0 and true are not 5, as on the socket. The framework alone would take them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from boston7.server.answers import bad_request


async def as_written(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    field = handler.parsed_fn_signature.parameters.get("data")
    if field is None or not isinstance(connection, Request):
        return
    with suppress(UnicodeDecodeError, RecursionError):  # the framework meets it again, and says so
        try:
            msgspec.json.decode(await connection.body(), type=field.annotation)
        except msgspec.ValidationError as error:
            raise bad_request(f"Invalid request: {error}.") from None
        except msgspec.DecodeError:
            pass
