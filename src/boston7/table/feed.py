"""The feed of a table, which sends its events to all viewers.

A step is encoded once for each audience (`Step.encode`). A message is built once for all viewers who have seen the same
version (`Feed.news`). This cache is the only one, and any change clears it. A viewer's offers are computed again only
if the values they depend on have changed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec.structs import replace

from boston7.accounts.clock import Clock
from boston7.game import Automation, CommandSpec, legal
from boston7.game.actors import Actor
from boston7.game.entries import undo_offer
from boston7.game.legal import Known, common_basis, own_basis
from boston7.game.patch import Document, difference
from boston7.table.messages import KEPT, LARGEST, MOST, Frame, OfferBook, Step, Steps, Surroundings, View, show_count

if TYPE_CHECKING:
    from boston7.table.actor import TableActor
    from boston7.table.schedule import Due

ONLOOKERS_A_TURN = 64
"""Maximum number of spectators served in one turn of the event loop. Serving thousands at once would delay the players'
answers."""
_encode = msgspec.json.Encoder().encode


class Publisher:
    """Publishes one feed per turn of the event loop, after answers are flushed, and resets the timer of its table."""

    def __init__(self) -> None:
        self._due: dict[Feed, None] = {}
        self._scheduled = False

    def add(self, feed: Feed) -> None:
        self._due[feed] = None
        if not self._scheduled:
            self._scheduled = True
            loop = asyncio.get_running_loop()
            # Answers are built in one turn of the event loop and sent in the next.
            loop.call_soon(loop.call_soon, self._next)

    def _next(self) -> None:
        loop = asyncio.get_running_loop()
        feed = next(iter(self._due))
        del self._due[feed]
        self._scheduled = bool(self._due)
        if self._scheduled:
            loop.call_soon(self._next)
        try:
            feed.table.timer.arm()
            feed.publish()
        except Exception as error:  # An error must not stop the feeds of other tables.
            loop.call_exception_handler({"message": "A table's events could not be sent.", "exception": error})


class News:
    """The steps after one version, joined once for all viewers who have seen that version."""

    __slots__ = ("own", "public", "shared")

    def __init__(self, steps: tuple[Step, ...]) -> None:
        names: set[str] = set()
        for step in steps:
            step.encode()
            names.update(step.own)
        self.public = b",".join([step.public for step in steps])
        self.own = {name: b",".join([step.own.get(name, step.public) for step in steps]) for name in names}
        self.shared: tuple[Document, bytes] | None = None
        """The framed message that most viewers share, and the surroundings on which its patch is based."""


class Feed:
    def __init__(self, table: TableActor, clock: Clock) -> None:
        self.table = table
        self.revision = 0
        """Incremented on every publish."""
        self.around: Document = {}
        self._clock = clock
        self.steps: deque[Step] = deque(maxlen=KEPT)
        self._players: set[Viewer] = set()
        self._onlookers: set[Viewer] = set()
        self._waiting: list[Viewer] = []
        self._again = False
        self._published: tuple[int, ...] = ()
        self._seen: tuple[int, ...] = ()
        self._surroundings: Surroundings
        self._basis: tuple[object, ...] | None = None
        self._news: dict[int, News | None] = {}
        self._due: Due | None = None
        self._is_ahead = False
        """Whether the wait starts in the future, because the clock was set back."""
        self._now = 0

    # Publishing

    def attach(self, viewer: Viewer) -> None:
        (self._onlookers if viewer.is_onlooker else self._players).add(viewer)

    def detach(self, viewer: Viewer) -> None:
        self._players.discard(viewer)
        self._onlookers.discard(viewer)

    @property
    def is_watched(self) -> bool:
        return bool(self._players or self._onlookers)

    def publish(self, *, last: bool = False) -> None:
        """Send updates to every viewer. Players' texts for the shuffle are frequent, so they are sent with the next
        event."""
        versions = self._versions(self.table.seeds.announced)
        if versions == self._published and not last:
            return
        self._published = versions
        self.revision += 1
        self._now = self._clock.now()
        for viewer in tuple(self._players):
            viewer.serve(self._now)
        if self._waiting:  # Continue with the remaining spectators after the current pass.
            self._again = True
        elif self._onlookers:
            self._waiting = [*self._onlookers]
            self._serve_onlookers()

    def _serve_onlookers(self) -> None:
        for _ in range(min(len(self._waiting), ONLOOKERS_A_TURN)):
            viewer = self._waiting.pop()
            if viewer in self._onlookers:
                viewer.serve(self._now)
        if not self._waiting and self._again:
            self._waiting, self._again = [*self._onlookers], False
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._serve_onlookers)

    # Reading

    def _versions(self, facts: int) -> tuple[int, ...]:
        table = self.table
        return (
            table.state.version, facts, table.rules_signs.projection.version, table.absences.projection.version,
            table.guests.projection.version, table.resumed,
        )  # fmt: skip

    def due(self) -> Due | None:
        """Return the platform's next action and its time."""
        now, table = self._clock.now(), self.table
        ahead = max(table.state.since, table.resumed) > now
        if ahead != self._is_ahead:  # The clock was set.
            self._is_ahead, self._seen = ahead, ()
        self.refresh()
        return self._due

    def refresh(self) -> None:
        """Rebuild the cached values if the table has changed."""
        versions = self._versions(self.table.seeds.projection.version)
        if versions != self._seen:
            self._seen, self._news, self._basis = versions, {}, None
            self._due = self.table.next_due(self._clock.now())
            self._surroundings = self._make_surroundings()
            around = self._surroundings.document()
            self.around = self.around if around == self.around else around

    def since(self, version: int) -> tuple[Step, ...] | None:
        """Return the steps after a version. Return None if there are too many or they are no longer kept."""
        last = self.table.version
        if version == last:
            return ()
        if version > last or last - version > MOST or not self.steps or self.steps[0].version > version + 1:
            return None
        first = self.steps[0].version
        return tuple(islice(self.steps, version + 1 - first, None))

    def news(self, after: int) -> News | None:
        """Return the steps after a version. Return None if a whole view is shorter, or if the steps would reveal the
        result of an open count (R23)."""
        if after not in self._news:
            steps = self.since(after)
            news = None if steps is None or show_count(steps, self.table.state.table) else News(steps)
            self._news[after] = None if news is None or len(news.public) > LARGEST else news
        return self._news[after]

    def past(self, count: int) -> tuple[Step, ...]:
        """Return the last steps, except those that reveal an open count."""
        now = self.table.state.table
        return tuple([step for step in tuple(self.steps)[-count:] if not step.shows_count(now)]) if count else ()

    def frame(self, viewer: Actor, after: int | None, *, offers: bool) -> Frame:
        self.refresh()
        state = self.table.state
        steps = None if after is None else self.since(after)
        may = self.offers(viewer) if offers else ()
        around = replace(self._surroundings, due=self._due_for(viewer))
        return Frame(state.table, state.version, viewer, None if steps is None else after, steps or (), around, may)

    def basis(self, viewer: Actor) -> tuple[object, object]:
        """Return everything that a viewer's offers depend on."""
        table = self.table.state.table
        if self._basis is None:
            self._basis = (self.table.house.version, *common_basis(table, self.table.house))
        return self._basis, own_basis(table, viewer)

    def offers(self, viewer: Actor, known: Known | None = None) -> tuple[CommandSpec, ...]:
        state, house = self.table.state, self.table.house
        offers = legal(state.table, house, viewer, known)
        return offers if viewer.role == "player" else (*offers, *undo_offer(state, viewer, house))

    def surroundings(self, viewer: Actor) -> Document:
        """Return the viewer's surroundings. Viewers with equal surroundings share one object until it changes."""
        if self._due is None or not self._due.extra or viewer.role != "player":
            return self.around
        return replace(self._surroundings, due=self._due_for(viewer)).document()

    def _make_surroundings(self) -> Surroundings:
        """Build the surroundings for viewers who have no decision to make."""
        rules_sign, table, house, due = self.table.rules_sign, self.table.state.table, self.table.house, self._due
        guests = self.table.guests.shown(rules_sign, self.table.context.desk) if rules_sign.practice else ()
        return Surroundings(
            due.at if due and due.shown else None,
            self.table.seeds.fairness(table),
            rules_sign.practice,
            rules_sign.play_money,
            rules_sign.pause,
            Automation.DEALING in table.automation,
            due.extra if due else (),
            house.rules.labels or None,
            None if house.rules.sets_hands else True,
            *guests,
        )

    def _due_for(self, viewer: Actor) -> int | None:
        due = self._due
        if due is None or not due.shown:
            return None
        own = own_basis(self.table.state.table, viewer) if viewer.role == "player" else None
        if own is None or own.number not in due.extra:
            return due.at
        return max(due.at, self.table.context.extra_time(self.table.state.table).extra.get(own.number, 0))


class Gone(Exception):
    """The viewer's socket is closed."""


class Session(Protocol):
    """A viewer's socket."""

    def push_framed(self, messages: list[bytes]) -> None: ...

    def may_look(self, now: int) -> bool: ...

    @property
    def writable(self) -> bool: ...


class Viewer:
    """A viewer of a table. Each message holds all changes since the previous message. While the socket is not writable,
    nothing is queued, so the next message covers more changes."""

    def __init__(
        self,
        session: Session,
        feed: Feed,
        frame: Callable[[bytes], bytes],
        actor: Actor,
        after: int | None = None,
        *,
        offers: bool = False,
        past: int = 0,
    ) -> None:
        self.is_onlooker = actor.role == "spectator"
        self.stuck = asyncio.Event()
        """Set while the socket is not writable, and when the feed ends."""
        self.over = False
        self.failed: Exception | None = None
        self._session, self._feed, self._frame, self._actor = session, feed, frame, actor
        self._wants_offers, self._past, self._is_first = offers, past, True
        self._seen = after
        self._name = actor.name if actor.role == "player" else ""
        self._revision = -1
        self._around: Document = {}
        self._head = b'{"type":"steps","table":%b,"version":' % _encode(feed.table.name)
        self._basis: object = None
        self._offers = OfferBook()
        self._known: Known = {}

    def serve(self, now: int) -> None:
        feed = self._feed
        if self.over or self.stuck.is_set() or (self._revision == feed.revision and not feed.table.is_closed):
            return
        try:
            if feed.table.is_closed or not self._session.may_look(now):
                self._end()
                return
            self._revision = feed.revision
            self._session.push_framed([self._message(now)])
            if not self._session.writable:
                self.stuck.set()
        except Gone:
            self._end()
        except Exception as error:  # An error must not stop the feeds of other viewers.
            self.failed = error
            self._end()

    def _end(self) -> None:
        self.over = True
        self.stuck.set()

    def _message(self, now: int) -> bytes:
        feed = self._feed
        feed.refresh()
        news = None if self._is_first or self._seen is None else feed.news(self._seen)
        if news is None:
            return self._frame(_encode(self._whole(now)))
        self._seen = feed.table.version
        own = news.own.get(self._name)
        offers = self._changed_offers() if self._wants_offers else b""
        before, self._around = self._around, feed.surroundings(self._actor)
        if own is not None or offers or self._around is not feed.around:
            return self._steps(now, own or news.public, before, offers)
        if news.shared is None or news.shared[0] is not before:
            news.shared = (before, self._steps(now, news.public, before, b""))
        return news.shared[1]

    def _steps(self, now: int, steps: bytes, before: Document, offers: bytes) -> bytes:
        """Build a `Steps` message from its encoded parts."""
        moved = {} if before is self._around else difference(before, self._around)
        around = b',"now":%d,"surroundings":%b' % (now, _encode(moved)) if moved else b""
        whole = b',"steps":[%b]' % steps if steps else b""
        return self._frame(b"%b%d%b%b%b}" % (self._head, self._feed.table.version, whole, around, offers))

    def _changed_offers(self) -> bytes:
        if self._name:
            basis = self._feed.basis(self._actor)
            if basis == self._basis:
                return b""
            self._basis = basis
        moved = self._offers.update(self._feed.offers(self._actor, self._known))
        return b',"offers":' + _encode(moved) if moved else b""

    def _whole(self, now: int) -> View | Steps:
        """Build the first message, or a message for a viewer who is too far behind."""
        first, self._is_first, feed = self._is_first, False, self._feed
        frame = feed.frame(self._actor, self._seen, offers=self._wants_offers)
        self._seen, self._offers, self._basis = frame.version, OfferBook(frame.offers), None
        self._around = feed.surroundings(self._actor)
        name, version, offers = feed.table.name, frame.version, self._offers.document
        steps = frame.encoded_steps()
        if steps is None or not first:
            past = [step.encoded(self._actor) for step in feed.past(self._past)] if first else []
            return View(name, version, now, frame.document(), self._around, offers, tuple(past))
        return Steps(name, version, now, steps, self._around, offers, fresh=True)
