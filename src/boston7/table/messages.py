"""The messages that viewers receive: events as steps, the whole view of a table, and offers.

A step holds an event, the changes it made to a viewer's view, and a sentence that describes it. It is encoded once for
all viewers with the same view. A player's view differs from the public view only in their own seat. So separate bytes
are needed only for players who are affected by a step or who see their own cards in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import fields

from boston7.game import CommandSpec, Event, Table, TableView, view
from boston7.game.actors import PLATFORM, Actor
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.events import EVENTS, Corrected, PayoutCorrected, Settled, StubCounted, TrayCounted
from boston7.game.kinds import Event as AnyEvent
from boston7.game.patch import Document, difference, document, head_patch, seat_patches
from boston7.house import House
from boston7.house.model import WagerId
from boston7.narrate import tell_table
from boston7.table.seeds import Fairness

KEPT = 256
"""Number of steps kept for viewers who are behind. Viewers further behind receive the whole view again."""
MOST = 64
"""Maximum number of steps in one message."""
LARGEST = 16 * 1024
"""Maximum size of the steps in one message, in bytes. Beyond it, the whole view is shorter."""
_BY_PATCH = frozenset(
    {
        "transfers", "lines", "by", "before", "after", "amended", "five", "hand", "phase", "wagers", "house", "version",
        "sets_hands", "royal_asked_from", "late_claims", "layout", "pieces",
    }
)  # fmt: skip
"""Fields omitted from an event's view, because the patch contains the part that viewers may see. The tray by
denomination is hidden from the people who count it."""
_encode = msgspec.json.Encoder().encode
_CHOICES = ("seat", "step", "while_", "number")


class ToldStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event as a viewer may see it, a JSON Merge Patch of their view, and a sentence."""

    event: Document
    patch: Document
    say: str
    clause: str = ""


class Step(msgspec.Struct, gc=False, eq=False):
    """One event with the table before and after it. Excluded from garbage collection, because there are thousands."""

    version: int
    event: Event
    before: Table
    after: Table
    house: House | None = None
    public: bytes = b""  # For onlookers and most players.
    own: dict[str, bytes] = {}  # By name, for players with other cards or another sentence.

    def encoded(self, viewer: Actor) -> msgspec.Raw:
        self.encode()
        return msgspec.Raw(self.own.get(viewer.name, self.public) if viewer.role == "player" else self.public)

    def shows_count(self, now: Table) -> bool:
        """Return whether the step reveals the expected result of a count that is open now (R23)."""
        if tray_count_open(now):
            was, tray = (None if tray_count_open(table) else table.tray for table in (self.before, self.after))
            return isinstance(self.event, TrayCounted) or (tray is not None and tray != was)
        if stub_count_open(now):
            before, left = (None if stub_count_open(table) else len(table.stub) for table in (self.before, self.after))
            return isinstance(self.event, StubCounted) or (left is not None and left != before)
        return False

    def encode(self) -> None:
        """Encode the step once for each audience."""
        if self.public:
            return
        event, before, after = self.event, self.before, self.after
        view, clause, head = event_view(event), clause_of(event, self.house), head_patch(before, after)
        they, about, you = tell_table(event, before)
        seats: dict[str, Document] = {}
        own: dict[str, dict[str, Document]] = {} if about is None else {about: {}}
        if before.seats is not after.seats:
            for was, now in zip(before.seats, after.seats, strict=True):
                if was is not now:
                    number = str(now.number)
                    seats[number], others = seat_patches(was, now)
                    for name, change in others.items():
                        own.setdefault(name, {})[number] = change
        patch = _whole(head, seats)
        self.public = _encode(ToldStep(view, patch, they, clause))
        self.own = {}
        for name, changes in own.items():
            theirs = _whole(head, seats | changes) if changes else patch
            self.own[name] = _encode(ToldStep(view, theirs, you if name == about else they, clause))


def show_count(steps: Sequence[Step], now: Table) -> bool:
    """Return whether any step reveals the expected result of an open count (R23)."""
    return now.live and any(step.shows_count(now) for step in steps)  # Counts do not exist at virtual tables.


def _whole(head: Document, seats: dict[str, Document]) -> Document:
    moved = {number: change for number, change in seats.items() if change}
    return {**head, "seats": moved} if moved else head


def public_fields(kind: type[AnyEvent]) -> dict[str, str]:
    """Return the public fields of an event type except its seat, with their JSON names."""
    public = [field for field in fields(kind) if field.name in kind.about.shows and field.name not in _BY_PATCH]
    return {field.name: field.encode_name for field in public}


_SHOWN = {
    kind: (kind.__struct_config__.tag, tuple(public_fields(kind).items()), kind is Settled, kind.about.choice)
    for kind in EVENTS
}


def event_view(event: Event) -> Document:
    """Return an event's kind, seat and public fields. The patch holds chips, results and the viewer's own cards.

    A patch does not show the order of changes, so three fields add it. `moves` lists the chips that a correction moves.
    `award_first` means that the award is paid before the stake is collected (R9). `landed` is the number of result
    lines that this event added.
    """
    tag, shown, settled, choice = _SHOWN[type(event)]
    view: Document = {"type": tag}
    if seat := event.seat_at():
        view["seat"] = seat
    for name, encoded in shown:
        view[encoded] = getattr(event, name)
    if settled:
        view["landed"] = len(event.lines)  # type: ignore[union-attr]
        if event.transfers and event.transfers[0].source == "tray":  # type: ignore[union-attr]
            view["award_first"] = True
    elif choice and getattr(event, "by", None) == PLATFORM:
        view["timed_out"] = True
    elif isinstance(event, PayoutCorrected | Corrected):
        view["moves"] = event.transfers
    return view


def clause_of(event: Event, house: House | None = None) -> str:
    """Return the clauses of an event without duplicates: its own, or those of the house for this type of event."""
    if isinstance(event, Settled):
        cited = dict.fromkeys([line.clause for line in event.lines])
        return "; ".join(dict.fromkeys([part for whole in cited if whole for part in whole.split("; ")]))
    clause: str = getattr(event, "clause", "")
    if not clause and house is not None and event.about.cites is not None:
        clause = house.cite(*event.about.cites)
    return "; ".join(dict.fromkeys(clause.split("; "))) if clause else ""


class Surroundings(msgspec.Struct, frozen=True):
    """The public facts of a table outside the game: its settings, its clock and its shuffle."""

    due: int | None
    """When the viewer's time is up or the platform acts, in microseconds since 1970."""
    fairness: Fairness | None
    practice: bool
    play_money: bool
    pause: int
    """Seconds that a finished round stays on the table."""
    automatic: bool
    """Whether the platform deals."""
    extra: tuple[int, ...]
    """Seats with extra time after a lost connection."""
    layout: dict[WagerId, str] | None = None
    """The side bets offered in the next round, with their labels."""
    best_five: bool | None = None
    """True if no hand is set (R7). The layout then has no spot for discards."""
    owner: str | None = None
    """The owner's name at a practice table."""
    asking: tuple[str, ...] | None = None
    """Names of the players who have asked the owner for a seat."""
    guests: tuple[str, ...] | None = None
    """Names of the players who may take a seat."""

    def document(self) -> Document:
        return {name: getattr(self, name) for name in self.__struct_fields__ if getattr(self, name) is not None}


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """A whole view, which replaces everything sent before."""

    table: str
    version: int
    now: int
    view: Document
    surroundings: Document
    offers: Document
    past: tuple[msgspec.Raw, ...] = ()  # The last steps, if requested.


class Steps(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="steps"):
    """The steps of the last `steps.length` versions.

    Surroundings and offers are merged into those sent before. In the first message after a `watch`, marked `fresh`,
    they are complete. `now` is included whenever surroundings are.
    """

    table: str
    version: int
    now: int | None = None
    steps: tuple[msgspec.Raw, ...] = ()
    surroundings: Document | None = None
    offers: Document | None = None
    fresh: bool = False


class Frame:
    """The table at one version, for one viewer. `steps` are those after version `since`, if the viewer gave one."""

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
        return document(self.view)

    def encoded_steps(self) -> tuple[msgspec.Raw, ...] | None:
        """Return the encoded steps. Return None if the whole view is shorter, if the steps are no longer kept, or if
        they would reveal an open count (R23)."""
        if self.since is None or show_count(self.steps, self._table):
            return None
        encoded = tuple([step.encoded(self.viewer) for step in self.steps])
        return encoded if sum(len(memoryview(one)) for one in encoded) <= LARGEST else None


class OfferBook:
    """A viewer's offers as a JSON document by key, without default values."""

    def __init__(self, specs: tuple[CommandSpec, ...] = ()) -> None:
        self.document: Document = {}
        self._specs: dict[str, CommandSpec] = {}
        self.update(specs)

    def update(self, specs: tuple[CommandSpec, ...]) -> Document:
        """Replace the offers. Return the patch of the document."""
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
    """Return a stable key of an action, so that an unchanged offer is not sent again."""
    command = offer.command
    chosen = [getattr(command, name, None) for name in _CHOICES]
    parts = [offer.type, *[str(choice) for choice in chosen if choice]]
    if getattr(command, "first", 0):
        parts.append("first")
    return ":".join(parts)
