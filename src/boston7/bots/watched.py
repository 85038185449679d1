"""A table as a client of the socket holds it: the first view, with every later step merged into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from boston7.game import CommandSpec, TableView
from boston7.game.patch import Document, expand, merge


class Watched:
    def __init__(self) -> None:
        self.version = 0
        self.view_document: Document = {}
        self.surroundings: Document = {}
        self._offers: Document = {}

    def load(self, version: int, view: Document, surroundings: Document, offers: Document) -> None:
        self.version, self.view_document, self.surroundings, self._offers = version, view, surroundings, offers

    def update(
        self,
        version: int,
        steps: Sequence[Mapping[str, Any]],
        surroundings: Document | None,
        offers: Document | None,
        fresh: bool,
    ) -> bool:
        """Merge the steps, and return False if any are missing: then the table must be watched again."""
        if version - len(steps) != self.version:
            return False
        self.version = version
        for step in steps:
            self.view_document = merge(self.view_document, step["patch"])
        self.surroundings = merge({} if fresh else self.surroundings, surroundings or {})
        self._offers = merge({} if fresh else self._offers, offers or {})
        return True

    @property
    def view(self) -> TableView:
        return expand(self.view_document)

    @property
    def offers(self) -> tuple[CommandSpec, ...]:
        return tuple(msgspec.convert(offer, CommandSpec) for offer in self._offers.values())
