"""A table as one viewer sees it at one moment, and the steps that led there from what they saw last."""

from __future__ import annotations

import msgspec

from boston7.game import CommandSpec, Table, TableView, view
from boston7.game.actors import Actor
from boston7.game.patch import Document, document
from boston7.game.table import SideSpot
from boston7.table.seeds import Fairness
from boston7.table.steps import LARGEST, Step, line_words

_CHOICES = ("seat", "step", "while_")


class Surroundings(msgspec.Struct, frozen=True):
    """What everybody is told of a table besides the game: its settings, its clock, its shuffle."""

    due: int | None  # when the viewer's time is up, or the platform acts by itself, in microseconds since 1970
    fairness: Fairness | None
    practice: bool
    play_money: bool
    pause: int  # seconds a finished round stays on the table
    automatic: bool  # the platform deals; no dealer is needed
    extra: tuple[int, ...]  # seats that have more time, after a lost connection
    layout: tuple[SideSpot, ...] | None = None  # the side bets that the next round takes, beside the Three Card Bonus
    best_five: bool | None = None  # true where no hand is set (R7): such a layout has no spot for discards

    def document(self) -> Document:
        return {name: getattr(self, name) for name in self.__struct_fields__ if getattr(self, name) is not None}


class Frame:
    """The table at a version. `since` is the version from which `steps` lead here, or nothing for a view that stands
    alone. Versions count the entries of the table's stream; keep the last one to come back to it."""

    __slots__ = ("_table", "_view", "offers", "since", "steps", "surroundings", "version", "viewer")

    def __init__(
        self,
        table: Table,
        version: int,
        viewer: Actor,
        since: int | None,
        steps: tuple[Step, ...],
        surroundings: Surroundings,
        offers: tuple[CommandSpec, ...],
    ) -> None:
        self.version, self.viewer, self.since, self.steps = version, viewer, since, steps
        self.surroundings, self.offers = surroundings, offers
        self._table = table
        self._view: TableView | None = None

    @property
    def view(self) -> TableView:
        if self._view is None:
            self._view = view(self._table, self.viewer)
        return self._view

    @property
    def due(self) -> int | None:
        return self.surroundings.due

    @property
    def extra(self) -> tuple[int, ...]:
        return self.surroundings.extra

    @property
    def fairness(self) -> Fairness | None:
        return self.surroundings.fairness

    def document(self) -> Document:
        return document(self.view, line_words(self._table))

    def encoded_steps(self) -> tuple[msgspec.Raw, ...] | None:
        """None if the whole view is shorter, if there is nothing it could be told from, or if it would tell what
        somebody is to count (R23)."""
        if self.since is None or any(step.tells_count(self._table) for step in self.steps):
            return None
        made = tuple([step.encoded(self.viewer) for step in self.steps])
        return made if sum(len(memoryview(one)) for one in made) <= LARGEST else None

    def offered(self) -> Document:
        return offers_document(self.offers)


def offers_document(offers: tuple[CommandSpec, ...], told: Document | None = None) -> Document:
    """Offers by key, each without what is as in one that says nothing: so a patch names only what changed in it.

    Of what was `told` before and still is so, it has the very same parts."""
    made: Document = {}
    for offer in offers:
        key, part = _part(offer)
        was = told.get(key) if told else None
        made[key] = was if was == part else part
    return made


_PARTS: dict[int, tuple[CommandSpec, str, Document]] = {}
_KEPT = 8192


def _part(offer: CommandSpec) -> tuple[str, Document]:
    """Made once for an offer that comes again: most do, round after round."""
    known = _PARTS.get(id(offer))
    if known is None or known[0] is not offer:
        if len(_PARTS) >= _KEPT:
            _PARTS.clear()
        known = _PARTS[id(offer)] = (offer, offer_key(offer), _offer(offer))
    return known[1], known[2]


_FIELDS = msgspec.structs.fields(CommandSpec)
_BLANK = tuple((field.name, field.default) for field in _FIELDS if not field.required)
BLANK_OFFER: Document = {field.name: msgspec.to_builtins(field.default) for field in _FIELDS if not field.required}


def _offer(offer: CommandSpec) -> Document:
    made: Document = {"type": offer.type, "command": msgspec.to_builtins(offer.command)}
    for name, blank in _BLANK:
        value = getattr(offer, name)
        if value != blank:
            made[name] = msgspec.to_builtins(value)
    return made


def offer_key(offer: CommandSpec) -> str:
    """The same for the same thing to do, so that an offer that stays is not told again."""
    command = offer.command
    chosen = [getattr(command, name, None) for name in _CHOICES]
    parts = [offer.type, *[str(choice) for choice in chosen if choice]]
    if getattr(command, "first", 0):
        parts.append("first")
    return ":".join(parts)
