"""Recorded evenings of the real engine as viewers receive them, for tests of the felt and of merging in the pages.

    python tests/support/tapes.py FILE

writes them as JSON for the tests in Node, with the catalogue and the houses that pages request: every playthrough, and
evenings that together show every kind of event to players, spectators and dealers.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import msgspec
from machine_moves import TROUBLE, anything_allowed, drain, move_on, opening, report, trouble
from machine_trial import NAMES, Unwatched
from msgspec.structs import replace
from playthroughs.write import PLAYTHROUGHS
from table_talk import Felt

from boston7.declare import Rejection
from boston7.game import CLOSED, Command, Event, Table, evolve, view
from boston7.game import commands as c
from boston7.game.actors import DEALER, SPECTATOR, SUPERVISOR, Actor, player
from boston7.game.events import EVENTS
from boston7.game.kinds import snake
from boston7.game.patch import document
from boston7.game.transfers import Transfer
from boston7.game.wagers import refuse_short, refuse_wagers, wager_form
from boston7.house import PRESETS, House, load_house, preset
from boston7.house.load import EXAMPLES, example
from boston7.house.model import THREE_CARD_BONUS, Entry, with_version
from boston7.server.catalogue import CATALOGUE
from boston7.server.reading.houses import at_table
from boston7.table.messages import Step

EVENINGS = 8
VIEWERS = (player(NAMES[0]), player(NAMES[1]), SPECTATOR, DEALER)


class _Taped(Unwatched):
    def __init__(self, house: House, rng: random.Random) -> None:
        super().__init__(house, rng)
        self.commands: list[tuple[Event, ...]] = []

    def send(self, command: Command, house: House | None = None) -> Rejection | None:
        known = len(self.log)
        refusal = super().send(command, house)
        if refusal is None:
            self.commands.append(tuple(self.log[known:]))
        return refusal


def _evening(seed: int) -> list[tuple[Event, ...]]:
    rng = random.Random(seed)
    taped = _Taped(preset(PRESETS[seed % len(PRESETS)]), rng)
    taped.send(opening(rng, live=seed % 2 == 1))
    for _ in range(40):
        command = rng.choices((move_on, anything_allowed, trouble), (14, 2, 1))[0](taped, rng)
        if command is not None:
            taped.send(command)
    drain(taped, rng)
    return taped.commands


def _troubled(kind: str) -> list[tuple[Event, ...]]:
    rng = random.Random(kind)
    taped = _Taped(preset("nhcg"), rng)
    report(taped, kind, rng)
    drain(taped, rng)
    return taped.commands


def _whole(table: Table, viewer: Actor) -> Any:
    """Return the view with all defaults included."""
    seen = msgspec.to_builtins(view(table, viewer))
    for seat, shown in zip(table.seats, seen["seats"], strict=True):
        for line, told in zip(seat.lines, shown["lines"], strict=True):
            if line.award:
                told["award"] = True
    return seen


def tape(name: str, happened: Iterable[tuple[Event, ...]], viewer: Actor) -> dict[str, Any]:
    """Record an evening: the first document, then for each command its steps and the full view after each."""
    table, version, frames = CLOSED, 0, []
    for events in happened:
        steps, views = [], []
        for event in events:
            before, table, version = table, evolve(table, event), version + 1
            steps.append(msgspec.json.decode(Step(version, event, before, table).encoded(viewer)))
            views.append(_whole(table, viewer))
        frames.append({"version": version, "steps": steps, "views": views})
    start = msgspec.to_builtins(document(view(CLOSED, viewer)))
    return {"name": name, "viewer": viewer.name or viewer.role, "start": start, "frames": frames}


def evenings() -> Iterator[dict[str, Any]]:
    yield from map(evening, range(EVENINGS))


def evening(seed: int) -> dict[str, Any]:
    return tape(f"evening {seed + 1}", _evening(seed), VIEWERS[seed // 2 % len(VIEWERS)])


def played() -> Iterator[dict[str, Any]]:
    """Yield every playthrough for each viewer."""
    for name, play in PLAYTHROUGHS.items():
        happened = play().happened
        names = {getattr(event, "player", "") for events in happened for event in events} - {""}
        for viewer in (*map(player, sorted(names)), SPECTATOR, DEALER):
            yield tape(name, happened, viewer)


def troubled() -> Iterator[dict[str, Any]]:
    """Yield each irregularity that a dealer may report, for each viewer."""
    for kind, viewer in product(TROUBLE, VIEWERS):
        yield tape(kind, _troubled(kind), viewer)


class _Entered(Felt):
    """A live table named Felt, with a capital letter for the start of a sentence."""

    def do(self, command: Command) -> tuple[Event, ...]:
        return super().do(replace(command, name="Felt") if isinstance(command, c.OpenTable) else command)


def staffed() -> Iterator[dict[str, Any]]:
    """Yield the acts of staff around a live table, side bets on it, and corrections of entries and chips."""
    dan = Actor("dealer", "Dan")
    felt = _Entered(example("six-card-bonus"), live=True)
    felt.do(c.SignOn(dan))
    felt.do(c.SignOff(dan))
    felt.sit(1, 2, 3)
    felt.do(c.SitOut(DEALER, 3))
    felt.do(c.CallFloor(DEALER, "dispute"))
    felt.do(c.AnswerCall(SUPERVISOR))
    felt.bet(1, 10_00, 10_00, 5_00, six_card_bonus=3_00).bet(2, 10_00, 10_00)
    felt.start({1: "7s 7c 8h As Qd 5c 2d", 2: "Js 4c 2h 9d Ts 6d 6c"}, "7d Kd 9c 8d 4h 3s 2c")
    felt.show(1).settle_bonuses().second(1, 2)
    felt.do(felt.amend(felt.entry(c.PlaceSecond, 1), c.Fold(DEALER, 1)))
    felt.finish()
    felt.do(c.CorrectPayout(SUPERVISOR, (Transfer("tray", "rail:2", 5_00),), "underpaid"))
    felt.do(c.NextRound(DEALER))
    felt.do(c.MoveSeat(DEALER, 1, 4))
    felt.do(c.Leave(DEALER, 2))
    felt.do(c.UndoLeave(DEALER, 2))
    for viewer in (player("Ann"), player("Ben"), SPECTATOR, DEALER):
        yield tape("staff, side bets and corrections", [(event,) for event in felt.log], viewer)


def keyed() -> Iterator[dict[str, Any]]:
    """Yield fast settlement: one deck, with ranks and results keyed instead of cards. Then a folded hand is counted."""
    house = with_version(replace(preset("nhcg"), entry=Entry("results", "ranks")))
    felt = _Entered(house, live=True, device="hand")
    felt.sit(1, 2).bet(1, 10_00, 10_00, 5_00).bet(2, 10_00, 10_00)
    felt.start({1: "7s 7c 8h As Qd 5c 2d", 2: "Js 4c 2h 9d Ts 6d 6c"}, "7d Kd 9c 8d 4h 3s 2c")
    felt.do(c.KeyRank(DEALER, 1, "pair"))
    felt.settle_bonuses().second(1, 2)
    felt.do(c.HoldDeck(DEALER, "left"))
    felt.deal_out().set_hand(1).set_hand(2)
    felt.do(c.Reveal(DEALER, felt.dealer))
    for seat in (2, 1):
        felt.do(c.KeyHand(DEALER, seat, "none", "win"))
        felt.do(c.Settle(DEALER))
    felt.do(c.NextRound(DEALER))
    felt.bet(1, 10_00, 10_00).bet(2, 10_00, 10_00)
    felt.start({1: "7s 7c 8h", 2: "Js 4c 2h"}, "7d Kd 9c").fold(1)
    felt.do(c.WrongCount(DEALER, 1, 2))  # The fold is taken back.
    for viewer in (player("Ann"), player("Ben"), SPECTATOR, DEALER):
        yield tape("fast settle", [(event,) for event in felt.log], viewer)


ODD_CHIPS = replace(preset("nhcg"), limits=replace(preset("nhcg").limits, chips=(2_00, 5_00)), side_bets=())


def judged() -> Iterator[dict[str, Any]]:
    """Yield wagers at every house, and the table's judgment of them where seat 3 has $100."""
    amounts = (0, 50, 1_00, 3_00, 5_00, 7_50, 50_00, 500_00)
    for house in (*map(preset, PRESETS), *map(example, EXAMPLES), with_version(ODD_CHIPS)):
        cases = []
        for ante, first, bonus, beside in product(amounts, amounts, (0, 50, 3_00, 500_00), (None, 0, 500_00)):
            bet = next((bet.id for bet in house.side_bets if bet.id != THREE_CARD_BONUS), "no_such_bet")
            side_bets = {} if beside is None else {bet: beside}
            wagers = {"ante": ante, "first": first, **({THREE_CARD_BONUS: bonus} if bonus else {}), **side_bets}
            refusal = refuse_wagers(house, wagers) or refuse_short(house, 3, sum(wagers.values()), 100_00)
            cases.append((wagers, refusal and (refusal.reason, refusal.clause)))
        yield {"form": wager_form(house), "cases": cases}


KINDS = tuple(snake(kind.__name__) for kind in EVENTS)
"""All kinds of events. Players, spectators and dealers each see every kind on some tape."""


if __name__ == "__main__":
    houses = {name: at_table(load_house(name)) for name in (*PRESETS, *(f"examples/{name}" for name in EXAMPLES))}
    written = {
        "kinds": KINDS,
        "catalogue": CATALOGUE,
        "houses": houses,
        "judged": [*judged()],
        "tapes": [*evenings(), *played(), *troubled(), *staffed(), *keyed()],
    }
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(written))
