"""A table on trial: every command is sent through it, and every invariant is checked afterward."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import get_args

import msgspec
from every_account import ACCOUNTS
from machine_cards import RealCards

from boston7.cards import UNKNOWN, Card
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Command, Event, Game, Table, act, decide, evolve, view
from boston7.game import events as e
from boston7.game.actors import AUDITOR, DEALER, PLATFORM, SPECTATOR, SUPERVISOR, Actor, player
from boston7.game.advance import STEPS
from boston7.game.commands import snake
from boston7.game.counting import stub_count_open, tray_count_open
from boston7.game.decide import happened
from boston7.game.patch import Document, difference, document, expand, merge, patch
from boston7.game.redact import redact
from boston7.game.rejection import Code
from boston7.game.table import IN_ACTION, Phase
from boston7.game.transfers import balance, total
from boston7.game.view import TableView
from boston7.game.wire import read_event, write
from boston7.hands import best_five
from boston7.house import House

NAMES = ("Ada", "Bob", "Cem", "Dot", "Eve", "Fay", "Gus")
PLAYERS = tuple(map(player, NAMES))
STAFF = (DEALER, SUPERVISOR, PLATFORM)
ONLOOKERS = (*STAFF, AUDITOR, SPECTATOR)
EVERYONE = (*PLAYERS, *ONLOOKERS)

NOBODY_DECIDES = (Phase.DEALING_THREE, Phase.DEALING_FOUR, Phase.SHOWDOWN, Phase.VOID, Phase.COMPLETE, Phase.CUTTING)

_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def cards_in(text: str) -> set[Card]:
    return {Card(found) for found in _CARD.findall(text)}


class Trial:
    def __init__(self, house: House, rng: random.Random) -> None:
        self.table: Table = CLOSED
        self.replayed: Table = CLOSED
        self.house_in_force = house
        self.real = RealCards(rng)
        self.log: list[Event] = []
        self.tally: Counter[str] = Counter()
        self._looked_at: Table = CLOSED
        self._documents: dict[Actor, Document] = {}

    def send(self, command: Command, house: House | None = None) -> Rejection | None:
        house = house or self.house_in_force
        before = write(self.table)
        # Typed as an object, because comparing two commands takes the type checker a second.
        read: object = msgspec.json.decode(write(command), type=Command)
        assert read == command, f"not the same as JSON: {command}"
        outcome = act(Game(self.table), command, house)
        decided = decide(self.table, command, house)
        assert write(self.table) == before, "a table was changed in place"
        kind = snake(type(command).__name__)
        if isinstance(outcome, Rejection):
            assert decided == outcome, f"act says {outcome}, decide {decided}"
            self._check_refusal(outcome, command, house)
            self.tally[f"refused {outcome.code}"] += 1
            return outcome
        table, events = outcome[-1][1].table, happened(outcome)
        assert decided == events, f"act says {events}, decide {decided}"
        assert events, "an accepted command causes something"
        for event in events:
            self._happened(event)
        assert table == self.replayed, "replaying the events gives another table"
        assert msgspec.json.decode(write(table), type=Table) == table, "not the same table as JSON"
        assert STEPS[table.phase](table, house) == (), "something that follows by itself was left undone"
        all_by_itself = {*VIRTUAL_DEALER} <= {*table.automation}
        waits = table.live or not all_by_itself or table.phase not in NOBODY_DECIDES
        assert waits, f"a virtual dealer stops at {table.phase}, where nobody has anything to decide"
        void = [seat for seat in table.seats if seat.status == "void"]
        assert not [seat for seat in void if seat.cards or seat.ante], "a void hand was not collected"
        gone = table.phase in IN_ACTION or not any(seat.evicted for seat in table.seats)
        assert gone, "an evicted player still sits there after the round"
        self.table = table
        if any(isinstance(event, e.RoundBegun) for event in events):
            self.house_in_force = house
        self.tally[f"accepted {kind}"] += 1
        self.tally[f"phase {table.phase}"] += 1
        if self._looked_at is not self.replayed:
            self._check_views(table)
        return None

    def _happened(self, event: Event) -> None:
        stored = read_event(write(event))
        same: object = stored
        assert same == event, f"not the same as JSON: {event}"
        before, unchanged = self.replayed, write(self.replayed)
        self.replayed = evolve(before, stored)
        assert write(before) == unchanged, "evolve changed the table it was given"
        self.log.append(stored)
        self.tally[f"event {snake(type(event).__name__)}"] += 1
        self.tally[f"phase {self.replayed.phase}"] += 1
        assert total(self.replayed) == 0, "money was made or lost"
        for account in ACCOUNTS:
            assert account in ("cage", "hands") or balance(self.replayed, account) >= 0, f"{account} is overdrawn"
        if isinstance(event, e.Settled):
            for line in event.lines:
                assert line.stake == line.returned + line.collected, line
                assert line.clause, line
                self.tally[f"{event.moment} {line.result}"] += 1
            collected = sum(line.collected - line.paid for line in event.lines)
            assert self.replayed.tray - before.tray == collected, f"the tray does not mirror the lines: {event}"
            self._check_cap(event)
            if event.moment == "showdown":
                _check_comparison(event, before)
        if isinstance(event, e.CardsDealt):
            _check_turn(event, before, self.log[-2])
        self._check_patches(before, self.replayed)
        self.real.follow(stored)
        self.real.check(self.replayed)
        _check_phase(self.replayed)
        if cards_in(write(event).decode()):
            self._check_glimpses(event, before)
            self._check_views(self.replayed)  # Another process may show this state before it reads the next event.
            self._looked_at = self.replayed

    def _check_patches(self, before: Table, after: Table) -> None:
        """Check that the patches of each view lead to the new view, and contain only changes."""
        seats = zip(before.seats, after.seats, strict=True)
        players = {seat.player for pair in seats if pair[0] is not pair[1] for seat in pair if seat.player}
        documents, self._documents = self._documents, {}
        for viewer in (SPECTATOR, *map(player, sorted(players))):  # All others see the same as a spectator.
            was = documents.get(viewer) or document(view(before, viewer))
            now = self._documents[viewer] = document(view(after, viewer))
            change = patch(before, after, viewer)
            assert merge(was, change) == now, f"{viewer} would see another table: {change}"
            assert change == difference(was, now), "more was told than changed"
        assert expand(as_told(now)) == view(after, viewer)

    def _check_glimpses(self, event: Event, table: Table) -> None:
        """Check the redacted event, which may contain a card that everybody saw for a moment."""
        seen = {event.card} if isinstance(event, e.FaceUpCardFound) else set()
        seen |= set(event.cards) if isinstance(event, e.DealerCardsSeen) else set()
        for viewer in EVERYONE:
            told = cards_in(write(redact(event, table, viewer)).decode())
            hidden = told - seen - self.real.may_see(viewer)
            assert not hidden, f"{viewer} is told {hidden} by {event}"

    def _check_cap(self, event: e.Settled) -> None:
        """R10: check that no seat wins more than the maximum on 1st Wager, 2nd Wager and Ante Bonus in one round."""
        cap = self.house_in_force.maximum_payout
        covered = (*cap.scope, *(bet.id for bet in self.house_in_force.side_bets if bet.capped))
        won = sum(line.paid for line in self.replayed.seat(event.seat).lines if line.wager in covered)
        assert cap.amount is None or won <= cap.amount, f"{won} is above the cap: {event}"

    def _check_refusal(self, refusal: Rejection, command: Command, house: House) -> None:
        assert refusal.code in get_args(Code), refusal
        assert len(refusal.reason.split()) >= 3, f"not a sentence: {refusal}"
        assert refusal.clause.startswith(tuple(house.clauses.values())), f"not a clause of {house.name}: {refusal}"
        known = self.real.may_see(command.by) | cards_in(write(command).decode())
        assert cards_in(refusal.reason) <= known | self.real.entered, f"the refusal gives a card away: {refusal}"

    def _check_views(self, table: Table) -> None:
        found: dict[bytes, tuple[set[Card], list[bool]]] = {}  # Most viewers see the same.
        for viewer in EVERYONE:
            text = write(view(table, viewer))
            if text not in found:
                seen = msgspec.json.decode(text, type=TableView)
                _check_view(table, seen)
                found[text] = cards_in(text.decode()), [shown.yours for shown in seen.seats]
            cards, yours = found[text]
            hidden = cards - self.real.may_see(viewer)
            assert not hidden, f"{viewer} sees {hidden}: {text.decode()}"
            own = [viewer.role == "player" and seat.player == viewer.name for seat in table.seats]
            assert yours == own, (viewer, table.seats)


class Unwatched(Trial):
    """A trial without checks of the views, for tests of something else. See tests/game/test_machine.py."""

    def _check_patches(self, before: Table, after: Table) -> None:
        pass

    def _check_glimpses(self, event: Event, table: Table) -> None:
        pass

    def _check_views(self, table: Table) -> None:
        pass


def _check_view(table: Table, seen: TableView) -> None:
    tray = None if tray_count_open(table) else table.tray
    stub = None if stub_count_open(table) else len(table.stub)
    assert (seen.tray, seen.stub) == (tray, stub), "the view counts otherwise"
    for seat, shown in zip(table.seats, seen.seats, strict=True):
        assert len(shown.cards) >= len(seat.cards), "a card on the layout is not shown, not even its back"
        own = shown.yours and seat.cards and seat.status != "void"
        assert not own or shown.cards == seat.cards, "your own cards are yours to see"


def as_told(document: Document) -> Document:
    """Return the document as a client decodes it."""
    told: Document = msgspec.json.decode(msgspec.json.encode(document))
    return told


def _check_turn(event: e.CardsDealt, table: Table, last: Event) -> None:
    """R2: check the order of a deal: seat 1 first, the dealer last, and singly none of the first three before those
    with fewer cards.

    A hand found incomplete gets its card at once (R14, R17).
    """
    completed = e.DEALER_SPOT if isinstance(last, e.DealerMiscounted) else None
    if isinstance(last, e.FaceUpCardFound):
        completed = last.packet
    if completed is not None:
        assert (event.to, len(event.cards)) == (completed, 1), event
        return
    hands = [(seat.number, len(seat.cards)) for seat in table.seats if seat.status == "in"]
    hands.append((e.DEALER_SPOT, len(table.dealer_cards)))
    target = 3 if table.phase is Phase.DEALING_THREE else 7
    lacking = [(to, have) for to, have in hands if have < target]
    fewest = min(have for _, have in lacking)
    due = next(to for to, have in lacking if table.style == "stack" or target == 7 or have == fewest)
    assert event.to == due, f"{event} out of turn: {hands}"


def _check_comparison(event: e.Settled, table: Table) -> None:
    """R9: check that the five set cards are compared with the dealer's, whatever the other two, and without suits."""
    seat = table.seat(event.seat)
    if seat.keyed_result:
        assert UNKNOWN in seat.cards, "keyed, though the cards are known"
        assert {line.result for line in event.lines} <= {seat.keyed_result, "none"}, event
        return
    assert seat.five is not None
    assert not [other for other in table.seats[event.seat :] if other.status == "in"], "settled out of turn"
    mine, dealers = best_five(seat.five).value, best_five(table.dealer_cards).value
    for line in event.lines:
        if line.wager not in ("ante", "first", "second"):
            continue  # A side bet does not depend on who wins.
        assert (line.returned > 0) == (mine >= dealers), (event, table.dealer_five)
        assert line.wager == "ante" or (line.paid + line.trimmed > 0) == (mine > dealers), (event, table.dealer_five)


def _check_phase(table: Table) -> None:
    """Check that nothing is at stake outside a round, and that the layout shows who is in during one."""
    for seat in table.seats:
        staked = seat.staked
        assert (staked > 0) == (seat.ante > 0), "every other wager needs an ante"
        assert seat.second in (0, seat.first), seat
        assert seat.first in (0, seat.ante), seat
        if table.phase in IN_ACTION:
            returning = seat.status == "void"  # A miscounted hand, until its wagers are returned: see `send`.
            assert returning or (seat.status == "in") == (staked > 0), seat
        else:
            assert not seat.cards, f"a hand outside a round: {seat}"
            assert table.phase is Phase.BETTING or not staked, f"wagers outside a round: {seat}"
            assert table.phase is Phase.BETTING or seat.status != "in", f"in, outside a round: {seat}"
        assert seat.player or not (staked or seat.rail), "chips without an owner"
