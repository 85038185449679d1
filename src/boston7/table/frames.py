"""A table as one viewer sees it at one moment, and the steps that led there from what they saw last."""

from __future__ import annotations

import msgspec

from boston7.game import CommandSpec, Table, TableView, view
from boston7.game.actors import Actor
from boston7.game.patch import Document, difference, document
from boston7.house.model import WagerId
from boston7.table.seeds import Fairness
from boston7.table.steps import LARGEST, Step, line_words, show_count

_CHOICES = ("seat", "step", "while_", "number")


class Surroundings(msgspec.Struct, frozen=True):
    """The public facts of a table besides the game: its settings, its clock, its shuffle."""

    due: int | None  # when the viewer's time is up, or the platform acts by itself, in microseconds since 1970
    fairness: Fairness | None
    practice: bool
    play_money: bool
    pause: int  # seconds a finished round stays on the table
    automatic: bool  # the platform deals; no dealer is needed
    extra: tuple[int, ...]  # seats that have more time, after a lost connection
    layout: dict[WagerId, str] | None = None  # the side bets that the next round takes, each with its label
    best_five: bool | None = None  # true where no hand is set (R7): such a layout has no spot for discards
    owner: str | None = None  # whose practice table it is
    asking: tuple[str, ...] | None = None  # who asks the owner for a seat
    guests: tuple[str, ...] | None = None  # whom the owner lets sit

    def document(self) -> Document:
        return {name: getattr(self, name) for name in self.__struct_fields__ if getattr(self, name) is not None}


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A table afresh: what was sent of it before is void."""

    table: str
    version: int
    now: int
    view: Document
    surroundings: Document
    offers: Document
    past: tuple[msgspec.Raw, ...] = ()  # the last steps, where they were asked for


class Steps(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="steps"):
    """What happened in the last `steps.length` versions; the other two are merged into what was sent before, or stand
    for themselves in the first message after a `watch`, which is `fresh`. `now` comes with surroundings."""

    table: str
    version: int
    now: int | None = None
    steps: tuple[msgspec.Raw, ...] = ()
    surroundings: Document | None = None
    offers: Document | None = None
    fresh: bool = False


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

    def document(self) -> Document:
        return document(self.view, line_words(self._table))

    def encoded_steps(self) -> tuple[msgspec.Raw, ...] | None:
        """None if the whole view is shorter, if the steps are not known, or if they would reveal the result of an open
        count (R23)."""
        if self.since is None or show_count(self.steps, self._table):
            return None
        encoded = tuple([step.encoded(self.viewer) for step in self.steps])
        return encoded if sum(len(memoryview(one)) for one in encoded) <= LARGEST else None


class OfferBook:
    """A viewer's offers as a document: by key, each without its default values. A patch names only what changed."""

    def __init__(self, specs: tuple[CommandSpec, ...] = ()) -> None:
        self.document: Document = {}
        self._specs: dict[str, CommandSpec] = {}
        self.update(specs)

    def update(self, specs: tuple[CommandSpec, ...]) -> Document:
        """Replace the offers. Return how the document changes."""
        before, was = self.document, self._specs
        self._specs = {offer_key(spec): spec for spec in specs}
        self.document = {
            key: before[key] if was.get(key) == spec else _offer(spec) for key, spec in self._specs.items()
        }
        return difference(before, self.document)


BLANK_OFFER: Document = {
    field.name: {} if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)
    for field in msgspec.structs.fields(CommandSpec)
    if not field.required
}


def _offer(offer: CommandSpec) -> Document:
    encoded: Document = msgspec.to_builtins(offer)
    return {name: value for name, value in encoded.items() if name not in BLANK_OFFER or value != BLANK_OFFER[name]}


def offer_key(offer: CommandSpec) -> str:
    """A stable key for the same action, so that an unchanged offer is not sent again."""
    command = offer.command
    chosen = [getattr(command, name, None) for name in _CHOICES]
    parts = [offer.type, *[str(choice) for choice in chosen if choice]]
    if getattr(command, "first", 0):
        parts.append("first")
    return ":".join(parts)
