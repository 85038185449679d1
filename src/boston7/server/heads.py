"""The head of the record, told to every viewer.

A browser keeps the last one it has seen. If the record is cut off, or another one is put in its place, those who were
there can tell; and they can ask for the seal they have seen once the record is longer than that again.
"""

from __future__ import annotations

import asyncio

import msgspec
from litestar.params import FromPath

from boston7.server.answers import not_found
from boston7.server.routes import Routes
from boston7.server.session import Asked

routes = Routes()


class RecordHead(msgspec.Struct, frozen=True):
    """One seal of this record. Which record it is, its last seal, and the digest at the seal that was asked for."""

    record: str
    seal: int
    digest: str


@routes.get("/api/head", "Where the record ends", tags=["fairness"])
async def head(request: Asked) -> RecordHead:
    return RecordHead(*request.context.record.checked_head)


@routes.get("/api/head/{seal:int}", "An earlier seal of the record", tags=["fairness"])
async def earlier(request: Asked, seal: FromPath[int]) -> RecordHead:
    """For whoever has seen it before: its digest is still the same."""
    record = request.context.record
    found = await asyncio.to_thread(record.seal, seal)
    if found is None:
        raise not_found("The record does not go that far.")
    return RecordHead(*found)
