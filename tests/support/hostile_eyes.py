"""A search of every message for data that its viewer may not see.

The permitted data do not come from the server. `machine_cards.RealCards` derives them from the record, read with the
room key: it tracks every card and who has seen it.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from hostile_room import KEY, SECRET
from machine_trial import Trial

from boston7 import fair
from boston7.cards import UNKNOWN, Card
from boston7.game import Event, evolve
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.house import House
from boston7.record import Record

_CARDS = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
_FRAME = re.compile(r'\{"type": ?"(?:view|steps)", ?"table": ?("[^"]*"), ?"version": ?(\d+),')
_HEX = re.compile(r"[0-9a-f]{32,}")
_NOBODYS = ("$argon2", SECRET.hex())

Cards = frozenset[Card]
NO_CARDS: Cards = frozenset()


class Leak(AssertionError):
    """A viewer received something they may not see."""


def cards_in(text: str) -> set[Card]:
    """Return the cards in a text by their codes, also without spaces between them."""
    return {Card(run[at : at + 2]) for run in _CARDS.findall(text) for at in range(0, len(run), 2)}


class Moment(NamedTuple):
    """The visible cards at one version of a table."""

    public: Cards
    held: dict[str, Cards]
    told: Cards  # Seen by everybody for a moment only: just the event itself names them.

    def may_know(self, viewer: Actor) -> Cards:
        return self.public | self.held.get(viewer.name, NO_CARDS) if viewer.role == "player" else self.public


class Round(msgspec.Struct):
    """All cards that were ever visible in a round."""

    public: set[Card] = msgspec.field(default_factory=set)
    held: dict[str, set[Card]] = msgspec.field(default_factory=dict)
    dealer: tuple[Card, ...] = ()
    completed: int = 0  # The version of its completion.


class Shadow(Trial):
    """A copy of the server's table, replayed from its record. The table machine can generate moves for it."""

    def __init__(self, name: str, record: Record, house: House, rng: random.Random) -> None:
        super().__init__(house, rng)
        self.name = name
        self.version = 0
        self.moments = [Moment(NO_CARDS, {}, NO_CARDS)]
        self.rounds: dict[int, Round] = {}
        self.secrets: dict[str, int] = {}
        """Seeds and salts, with the number of the round that each decides."""
        self._record = record
        self._facts = 0

    def catch_up(self) -> Shadow:
        for entry in self._record.scan(f"table:{self.name}", self.version):
            self._hear(fair.read_hidden(entry.body, KEY))
            self.version = entry.version
            assert len(self.moments) == self.version + 1
        for entry in self._record.scan(fair.stream(self.name), self._facts):
            fact = fair.read_fact(entry.body)
            if isinstance(fact, fair.SeedCommitted):
                seed = fair.recover(fact, KEY)
                self.secrets |= {seed.seed.hex(): fact.round, seed.salt.hex(): fact.round}
            self._facts = entry.version
        return self

    def _hear(self, event: Event) -> None:
        self.table = evolve(self.table, event)
        self.log.append(event)
        self.tally[f"event {c_snake(event)}"] += 1
        self.real.follow(event)
        told: set[Card] = {event.card} if isinstance(event, e.FaceUpCardFound) else set()
        told |= set(event.cards) if isinstance(event, e.DealerCardsSeen) else set()
        public = frozenset().union(*self.real.face_up.values())
        held = {name: frozenset(cards) for name, cards in self.real.held.items()}
        self.moments.append(Moment(public, held, frozenset(told) - {UNKNOWN}))
        seen = self.rounds.setdefault(self.table.round, Round())
        seen.public |= public | told
        for name, cards in held.items():
            seen.held.setdefault(name, set()).update(cards)
        if isinstance(event, e.DealerRevealed):
            seen.dealer = event.cards
        elif isinstance(event, e.RoundCompleted):
            self.rounds[event.round].completed = self.version + 1

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    def at(self, version: int) -> Moment:
        """Return the visible cards at a version. The record is written before messages are sent, so it must contain the
        version."""
        if version > self.version:
            self.catch_up()
        if version > self.version:
            raise Leak(f"version {version} of {self.name} was told, but it is not on record")
        return self.moments[version]

    def finished(self, round: int, version: int | None = None) -> bool:
        """Return whether a round is finished, at this version of the table or now."""
        known = self.rounds.get(round)
        return bool(known and 0 < known.completed <= (self.version if version is None else version))


def c_snake(event: Event) -> str:
    return str(event.__struct_config__.tag)


class Eyes:
    """Checks all messages to viewers, and raises `Leak`."""

    def __init__(self) -> None:
        self.shadows: dict[str, Shadow] = {}
        self.tokens: dict[str, str] = {}
        """Tokens that no message may contain, by owner."""
        self.tally: Counter[str] = Counter()

    def look(self, viewer: Actor, raw: str, sent: str = "") -> None:
        """Check a message on a viewer's socket. `sent` is the message it answers."""
        found = cards_in(raw)
        start = _FRAME.match(raw)
        if start is not None:  # Most messages are frames, and most of those need no further check.
            shadow, version = self.shadows[json.loads(start[1])], int(start[2])
            may_know = shadow.at(version).may_know(viewer)
            self.secrets(viewer, raw, shadow, version)
            self._count("frame", found)
            if not found <= may_know:
                self._frame(viewer, shadow, json.loads(raw), raw)
            return
        message = json.loads(raw)
        table = self.shadows.get(message.get("table") or "")
        if table is not None:
            table.catch_up()
        self.secrets(viewer, raw)
        self._count(message["type"], found)
        if table is None:
            self._only(viewer, found, cards_in(sent), raw)
        elif message["type"] == "accepted":
            self._only(viewer, found, NO_CARDS, raw)
        else:
            self._only(viewer, found, table.now.may_know(viewer) | cards_in(sent) | table.real.entered, raw)

    def _count(self, kind: str, found: set[Card]) -> None:
        self.tally[kind] += 1
        self.tally[f"{kind} with cards"] += bool(found)

    def _frame(self, viewer: Actor, table: Shadow, message: Any, raw: str) -> None:
        steps = message.pop("steps", [])
        last = message["version"]
        may_know = table.at(last).may_know(viewer)
        if viewer.role in (
            "dealer",
            "supervisor",
        ):  # A request shows a claim that everybody saw before it was turned down again (R22).
            asked = cards_in(
                json.dumps([offer.get("request") for offer in (message.get("offers") or {}).values() if offer])
            )
            may_know = may_know | asked & frozenset().union(*(each.public for each in table.rounds.values()))
        self._only(viewer, cards_in(json.dumps(message)), may_know, raw)
        for version, step in enumerate(steps, last - len(steps) + 1):  # Each step is checked against its own version.
            moment = table.at(version)
            self._only(viewer, cards_in(json.dumps(step)), moment.may_know(viewer) | moment.told, raw)

    def only(self, viewer: Actor, raw: str, may_know: Iterable[Card], sent: str = "") -> None:
        """Check that an HTTP answer shows no other cards than these."""
        self.secrets(viewer, raw)
        self._only(viewer, cards_in(raw), set(may_know) | cards_in(sent), raw)

    def _only(self, viewer: Actor, found: set[Card], may_know: Iterable[Card], raw: str) -> None:
        hidden = found - set(may_know)
        if hidden:
            cards = " ".join(sorted(card.value for card in hidden))
            raise Leak(f"{viewer.role} {viewer.name} is told {cards} by {raw[:6000]}")

    def secrets(self, viewer: Actor, raw: str, table: Shadow | None = None, version: int | None = None) -> None:
        """Check that no message contains a seed before the end of its round, a session, a password or a key."""
        for name, token in self.tokens.items():
            if token in raw:
                raise Leak(f"{viewer.role} {viewer.name} is told the session of {name} by {raw[:2000]}")
        for word in _NOBODYS:
            if word in raw:
                raise Leak(f"{viewer.role} {viewer.name} is told {word} by {raw[:2000]}")
        for run in _HEX.findall(raw):
            for shadow in self.shadows.values():
                round = shadow.secrets.get(run)
                as_of = version if shadow is table else None
                if round is None or shadow.finished(round, as_of) or shadow.catch_up().finished(round, as_of):
                    continue
                raise Leak(
                    f"{viewer.role} {viewer.name} is told the seed of round {round} at {shadow.name}: {raw[:2000]}"
                )
