"""A live table with its staff, for the tests of their pages, and the record of what happened at it.

with live_table(room) as table:
    table.play_until("decision")
    assert table.state.tray == TRAY
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import accumulate, count
from typing import Any

import msgspec
from pages_room import KEY, CardRoom
from serving import PASSWORD, Socket

from boston7.accounts import cage, conserved
from boston7.audit.rounds import stream
from boston7.fair import read_hidden
from boston7.game import events, replay
from boston7.game.evolve import evolve
from boston7.game.table import CLOSED, Table
from boston7.game.transfers import total

PLAYERS = {2: "Maya", 4: "Theo", 5: "Ines"}
CHIPS = 500_00
TRAY = 10_000_00
WAGERS = {2: (10_00, 5_00), 4: (10_00, 0), 5: (10_00, 5_00)}
"""The Ante, which the 1st Wager equals, and the Three Card Bonus, by seat."""
STAKES = {seat: 2 * ante + bonus for seat, (ante, bonus) in WAGERS.items()}
DECK = ("receive_deck", "inspect_deck", "verify_deck", "spread_deck", "offer_inspection", "wash_deck", "stack_deck")
SLIP = ("dealer_signs", "supervisor_signs", "drop_slip")
FOR_THE_FLOOR = ("verify_deck", "supervisor_signs")
_NUMBERS = count(1)


def known_players(room: CardRoom, *names: str) -> dict[str, str]:
    """Return the ids of people with $500,000 each in the cage. Known people are reused, because all modules of a worker
    share the room."""
    known = {person["name"]: person["id"] for person in room.staff("Abe").get("/api/people").ok()["people"]}
    for name in names:
        if name in known:
            continue
        person = {"name": name, "role": "player", "password": PASSWORD}
        known[name] = room.staff("Abe").post("/api/people", person).ok()["id"]
        slip = {"id": f"for {name}", "cents": 500_000_00}
        room.staff("Cass").post(f"/api/cage/{known[name]}/deposit", slip).ok()
    return known


def give_chips(room: CardRoom, person: str, cents: int) -> None:
    """Pay out front money in chips, which the player can carry to a table."""
    body = {"id": f"chips {next(_NUMBERS)}", "what": "draw", "cents": cents}
    done = room.staff("Cass").post(f"/api/cage/{person}/chips", body).ok()["done"]
    room.staff("Sue").post(f"/api/cage/payouts/{done['receipt']['number']}/sign").ok()


def prize_check(room: CardRoom, payee: str, cents: int, table: str, who: str = "Cass") -> str:
    """Issue a check for chips that a new walk-up player buys at the cage, and return its serial number."""
    person = room.staff("Cass").post("/api/cage/players", {"mark": payee}).ok()["id"]
    sold = {"id": f"chips {next(_NUMBERS)}", "what": "sell", "cents": cents}
    room.staff("Cass").post(f"/api/cage/{person}/chips", sold).ok()
    check = {"source": "chips", "person": person, "cents": cents, "table": table}
    serial: str = room.staff(who).post("/api/checks", check).ok()["serial"]
    return serial


class Live:
    """A live table. `dan` and `sue` send commands directly for everything that a test is not about."""

    def __init__(self, room: CardRoom, name: str, lines: ExitStack) -> None:
        self.room, self.name, self._stack = room, name, lines
        self._lines: dict[str, Socket] = {}

    def _act(self, who: str, command: dict[str, Any]) -> None:
        if who not in self._lines:
            self._lines[who] = self._stack.enter_context(self.room.staff(who).socket())
        answer = self._lines[who].act(self.name, command)
        assert answer["type"] == "accepted", (command, answer)

    def dan(self, type: str, **more: Any) -> None:
        self._act("Dan", {"type": type, **more})

    def sue(self, type: str, **more: Any) -> None:
        self._act("Sue", {"type": type, **more})

    def approve(self) -> None:
        """Approve the last request as Sue."""
        self.sue("approve_request", number=self.state.pending[-1].number)

    def hang_up(self) -> None:
        """Close the sockets before the server stops."""
        self._stack.close()
        self._lines.clear()

    def set_up(self, device: str, house: str, tray: int, **wishes: Any) -> None:
        self.room.table(house, name=self.name, live=True, play_money=False, **wishes)
        self.sue("open_table", name=self.name, tray=tray, live=True, device=device)

    def seat(self, players: dict[int, str], chips: int = CHIPS) -> None:
        ids = known_players(self.room, *players.values())
        for seat, player in players.items():
            self.dan("sit", seat=seat, player=player)
            give_chips(self.room, ids[player], chips)
            self.dan("chips_in", seat=seat, amount=chips)

    def check_off(self, *steps: str) -> None:
        for step in steps:
            (self.sue if step in FOR_THE_FLOOR else self.dan)("check_off", step=step)

    def open_up(self, players: dict[int, str], tray: int) -> None:
        """Play up to the first wager."""
        self.check_off(*DECK[:4])
        self.seat(players)
        self.check_off(*DECK[4:], "unlock_tray")
        self.dan("count_tray", amount=tray)
        self.check_off(*SLIP)

    def wager(self) -> None:
        for seat, (ante, bonus) in WAGERS.items():
            self.dan("place_wagers", seat=seat, wagers={"ante": ante, "first": ante, "three_card_bonus": bonus})

    def play_until(self, phase: str) -> None:
        """Play up to a phase with a shuffler. Seat 2 shows a pair, seat 5 keeps its cards down, and nobody folds."""
        story: tuple[tuple[str, list[tuple[str, dict[str, Any]]]], ...] = (
            ("betting", [("shuffle", {})]),
            ("shuffled", [("no_more_bets", {})]),
            ("dealing_three", [("deal", {})] * 4),
            ("three_card_bonus", [("expose", {"seat": 2, "cards": ["Qs", "Qd", "8c"]}), ("decline", {"seat": 5}),
                                  ("settle_bonuses", {})]),
            ("decision", [("place_second", {"seat": seat}) for seat in PLAYERS]),
            ("dealing_four", [("deal", {})] * 4),
            ("dealt", [("rack_stub", {})]),
            ("setting", [("set_hand", {"seat": seat}) for seat in PLAYERS]),
            ("showdown", []),
        )  # fmt: skip
        for reached, acts in story:
            if reached == phase:
                return
            if reached == "betting":
                self.wager()
            for type, more in acts:
                self.dan(type, **more)
        raise AssertionError(f"There is no phase {phase}.")

    def play_fast_until_showdown(self, dealers: str) -> None:
        """Play up to the showdown with $10 each and no bonus. Nobody folds, and the dealer's hand is turned over."""
        for seat in PLAYERS:
            self.dan("place_wagers", seat=seat, wagers={"ante": 10_00, "first": 10_00})
        acts = ["shuffle", "no_more_bets", *["deal"] * 4]
        for type in acts:
            self.dan(type)
        for seat in PLAYERS:
            self.dan("place_second", seat=seat)
        for type in (*["deal"] * 4, "rack_stub"):
            self.dan(type)
        for seat in PLAYERS:
            self.dan("set_hand", seat=seat)
        self.dan("reveal", cards=dealers.split())

    # The record.

    @property
    def record(self) -> list[events.Event]:
        return [read_hidden(entry.body, KEY) for entry in self.room.record.scan(stream(self.name))]

    @property
    def state(self) -> Table:
        return replay(self.record)

    def found(self, *kinds: type[Any]) -> list[Any]:
        """Return the events of these kinds, in order."""
        return [event for event in self.record if isinstance(event, kinds)]

    def is_whole(self, rails: dict[int, int], tray: int) -> None:
        """Check every rail and the tray to the cent: nothing is left on the layout, and the chips add up."""
        table = self.state
        assert {seat.number: seat.rail for seat in table.seats if seat.player} == rails
        assert table.tray == tray
        assert not sum(
            seat.ante + seat.first + seat.second + seat.side_bets.get("three_card_bonus", 0) for seat in table.seats
        )
        self.conserves()

    def conserves(self) -> None:
        """Check that the chips add up after every event."""
        for state in accumulate(self.record, evolve, initial=CLOSED):
            assert total(state) == 0
        moves = [msgspec.json.decode(entry.body, type=cage.CageMoved) for entry in self.room.record.read("cage")]
        assert conserved(cage.replay(moves))

    def returned(self) -> dict[int, int]:
        """Return what a void returned, by seat."""
        back: dict[int, int] = {}
        for settled in self.found(events.Settled):
            if settled.moment == "void":
                assert all(line.returned == line.stake for line in settled.lines)
                back[settled.seat] = sum(line.returned for line in settled.lines)
        return back


@contextmanager
def live_table(
    room: CardRoom,
    *,
    device: str = "automated_shoe",
    house: str = "nhcg",
    players: dict[int, str] | None = None,
    tray: int = TRAY,
    ready: bool = True,
    named: bool = False,
    fast: int | None = None,
) -> Iterator[Live]:
    """Yield a live table that waits for wagers. Unless `ready`, its opening has just begun without players; if only
    `named`, nothing exists but the name. With `fast`, results are keyed, except for payouts above that amount."""
    with ExitStack() as lines:
        table = Live(room, f"Live {next(_NUMBERS)}", lines)
        if not named:
            entry = {"hands": "results", "three_cards": "ranks", "cards_above": fast}
            table.set_up(device, house, tray, **({"entry": entry} if fast else {}))
        if ready and not named:
            table.open_up(PLAYERS if players is None else players, tray)
        yield table
