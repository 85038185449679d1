"""Random evenings: what people do at a table, chosen from what they are offered, and noted so that it can be repeated.

Kinds of evenings: virtual tables with texts, lost connections and acts at the same moment; live tables with
irregularities, side bets, keyed results and corrections; two processes on one record.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec
from equivalence.driver import KEY, Drive
from machine_cards import RealCards
from machine_moves import TROUBLE, chosen

from boston7.fair import read_hidden
from boston7.game import Automation, Command, CommandSpec, Phase, legal
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.entries import instead
from boston7.game.wire import write
from boston7.house import PRESETS

GUESTS = ("Ada", "Bob", "Cem", "Dot", "Eve", "Fay")
HOUSES = (*PRESETS, "examples/six-card-bonus", "examples/five-card-bonus")
ACTS = 110
_ONWARD = {
    "place_wagers": 8, "no_more_bets": 5, "shuffle": 6, "cut": 6, "deal": 9, "expose": 5, "key_rank": 4, "decline": 2,
    "settle_bonuses": 8, "place_second": 9, "fold": 1, "set_hand": 7, "disclose": 3, "waive_royal": 3, "reveal": 9,
    "reveal_apart": 9, "turn_over": 8, "key_hand": 8, "settle": 9, "next_round": 9, "rack_stub": 6, "count_stub": 2,
    "check_off": 6, "count_tray": 6, "buy_in": 2, "chips_in": 2, "buy_in_cash": 2, "sit": 2, "hold_deck": 2,
}  # fmt: skip

_AT_ONCE = ("place_second", "place_wagers", "set_hand", "expose")


class Plan(NamedTuple):
    """What kind of evening a number stands for."""

    number: int

    @property
    def live(self) -> bool:
        return self.number % 2 == 1

    @property
    def places(self) -> int:
        return 2 if self.number % 10 in (4, 9) else 1

    @property
    def house(self) -> str:
        return HOUSES[self.number // 2 % len(HOUSES)]

    @property
    def keyed(self) -> bool:
        return self.live and self.number % 6 == 3


class Shadow:
    """What `machine_moves` looks at: the table, its rules, and the cards that really lie there."""

    def __init__(self, drive: Drive, rng: random.Random) -> None:
        self._drive = drive
        self.real = RealCards(rng)
        self._followed = 0
        self.lost = False

    @property
    def table(self) -> Any:
        return self._drive.table.state.table

    @property
    def house_in_force(self) -> Any:
        return self._drive.table.house

    def follow(self) -> None:
        for entry in self._drive.places[0].record.read("table:main", self._followed):
            self._followed = entry.version
            try:
                self.real.follow(read_hidden(entry.body, KEY))
            except (AssertionError, KeyError, IndexError):
                self.lost = True  # a correction named other cards: what really lies there is anybody's guess


class Evening:
    """Plays one, and keeps every act with what came of it."""

    def __init__(self, drive: Drive, plan: Plan) -> None:
        self.drive, self.plan = drive, plan
        self.rng = random.Random(plan.number)
        self.tape: list[dict[str, Any]] = []
        self.shadow = Shadow(drive, self.rng)
        self._texts: dict[tuple[str, int], str] = {}
        self._id = 0

    async def note(self, *act: Any) -> Any:
        plain = msgspec.json.decode(msgspec.json.encode(act))
        answer = await self.drive.act(plain)
        self.tape.append({"act": plain, "answer": answer, "heard": self.drive.heard()})
        return answer

    async def play(self) -> None:
        await self._open()
        for _ in range(ACTS):
            if self.shadow.lost:
                break
            await self._something()
            self.shadow.follow()

    async def _open(self) -> None:
        plan = self.plan
        for name, role in (("Dan", "dealer"), ("Sue", "supervisor"), ("Sal", "supervisor"), ("Cass", "cashier")):
            await self.note("staff", name, role)
        for name in GUESTS:
            await self.note("guest", name)
        wish: dict[str, Any] = {"live": True, "automation": []} if plan.live else {"tray": 50_000_00}
        if plan.keyed:
            wish["entry"] = ["results", "ranks"]
        await self.note("create", plan.house, wish)
        for who in (GUESTS[0], GUESTS[1], "", "Dan", "Sue"):
            await self.note("watch", who, None, bool(who))
        if plan.live:
            steps = (Automation.OPENING,)
            await self.do("Sue", c.OpenTable(_by("supervisor"), "main", 50_000_00, True, steps, preinspected=True))
            await self.do("Dan", c.CountTray(_by("dealer"), 50_000_00))
        by = "Dan" if plan.live else None
        for seat, name in enumerate(GUESTS[: 2 + plan.number % 4], 1):
            who = by or name
            await self.do(who, c.Sit(_by("player"), seat, name))
            chips = c.ChipsIn if plan.live else c.BuyIn
            await self.do(who, chips(_by("player"), seat, 400_00))

    async def do(self, who: str, command: Command, place: int | None = None) -> Any:
        self._id += 1
        at = self.rng.randrange(len(self.drive.places)) if place is None else place
        return await self.note("do", at, who, f"c{self._id}", msgspec.json.decode(write(command)))

    async def _something(self) -> None:
        rng = self.rng
        roll = rng.random()
        if roll < 0.03:
            return await self._reconnect()
        if self.plan.live and roll < 0.09 and await self._amend():
            return None
        if not self.plan.live and roll < 0.09 and await self._text():
            return None
        if not self.plan.live and roll < 0.11:
            await self.note("away", rng.choice(GUESTS[:3]), rng.random() < 0.4)
            return None
        if roll < 0.15:
            await self._anything()
            return None
        if not self.plan.live and roll < 0.25 and await self._together():
            return None
        return await self._onward()

    async def _reconnect(self) -> None:
        who = self.rng.choice((GUESTS[0], GUESTS[1], "", "Dan"))
        version = self.drive.table.version
        after = self.rng.choice((None, version, max(0, version - self.rng.randrange(1, 30)), max(0, version - 100)))
        await self.note("watch", who, after, bool(who))

    async def _text(self) -> bool:
        """A player adds to the next shuffle, or reveals what they committed to."""
        table = self.drive.table
        fairness = table.frame(_by("spectator")).surroundings.fairness
        seated = [name for name in GUESTS if name in table.players]
        if fairness is None or not seated:
            return False
        who, round = self.rng.choice(seated), fairness.round
        closed = fairness.closed
        text = self._texts.setdefault((who, round), f"lucky number {self.rng.randrange(10**9):09d}")
        await self.note("text", who, round, text, closed)
        return True

    def _offers(self) -> list[tuple[str, CommandSpec]]:
        table, house, found = self.shadow.table, self.shadow.house_in_force, []
        seated = [name for name in GUESTS if name in self.drive.table.players]
        newcomer = [name for name in GUESTS if name not in seated][:1]
        staff = ("Dan", "Sue", "Sal")
        for name in (*(() if self.plan.live else (*seated, *newcomer)), *staff):
            actor = (
                Actor("player", name) if name in GUESTS else Actor("dealer" if name == "Dan" else "supervisor", name)
            )
            found += [(name, offer) for offer in legal(table, house, actor)]
        return found

    async def _onward(self) -> None:
        offers = [(who, offer) for who, offer in self._offers() if offer.type in _ONWARD and self._new(offer.command)]
        calm = not self.plan.live and (not offers or self.rng.random() < 0.12)
        if calm or not offers:
            await self.note("wait", self.rng.choice((1, 6, 16, 31)), self.rng.randrange(len(self.drive.places)))
            if self.plan.live:
                await self._anything()
            return
        kinds = sorted({offer.type for _, offer in offers})
        kind = self.rng.choices(kinds, [_ONWARD[each] for each in kinds])[0]
        await self._take(*self.rng.choice([one for one in offers if one[1].type == kind]))

    def _new(self, command: Command) -> bool:
        table = self.shadow.table
        match command:
            case c.Sit():
                return table.phase in (Phase.OPENING, Phase.BETTING) and self.rng.random() < 0.2
            case c.BuyIn() | c.ChipsIn() | c.BuyInCash():
                return table.seat(command.seat).rail < 100_00 and table.phase in (Phase.BETTING, Phase.DECISION)
            case c.PlaceWagers():
                return not table.seat(command.seat).wagered
            case c.SetHand():
                return not table.seat(command.seat).hand_set
            case c.CountTray():
                return not table.tray_counted
        return True

    async def _anything(self) -> None:
        """Trouble and the floor included. Closing and idling end too many evenings early."""
        offers = [one for one in self._offers() if one[1].type not in ("begin_closing", "close_table", "go_idle")]
        kinds = sorted({offer.type for _, offer in offers})
        if not kinds:
            return
        troubles = [kind for kind in kinds if kind in TROUBLE]
        kind = self.rng.choice(troubles) if troubles and self.rng.random() < 0.4 else self.rng.choice(kinds)
        await self._take(*self.rng.choice([one for one in offers if one[1].type == kind]))

    async def _take(self, who: str, offer: CommandSpec) -> None:
        try:
            command = chosen(self.shadow, offer, self.rng)  # type: ignore[arg-type]
        except (IndexError, ValueError, KeyError):
            return
        await self.do(who, command)

    async def _together(self) -> bool:
        """Several players decide at the same moment."""
        offers = [
            one for one in self._offers() if one[1].type in ("place_second", "place_wagers", "set_hand", "expose")
        ]
        offers = [one for one in offers if self._new(one[1].command)]
        first: dict[str, CommandSpec] = {}
        for who, offer in offers:
            first.setdefault(who, offer)
        if len(first) < 2:
            return False
        asked = []
        for who, offer in first.items():
            self._id += 1
            asked.append([0, who, f"c{self._id}", msgspec.json.decode(write(chosen(self.shadow, offer, self.rng)))])  # type: ignore[arg-type]
        await self.note("together", asked)
        return True

    async def _amend(self) -> bool:
        """An entry taken back, or another in its place."""
        state, house = self.drive.table.state, self.shadow.house_in_force
        history = state.history
        if history is None or not history.entries:
            return False
        entry = self.rng.choice(history.entries[-6:])
        now = None
        options = instead(state, entry.number, house)
        if options and self.rng.random() < 0.7:
            try:
                now = chosen(self.shadow, self.rng.choice(options), self.rng)  # type: ignore[arg-type]
            except (IndexError, ValueError, KeyError):
                return False
        assert not isinstance(now, c.Amend)
        await self.do(self.rng.choice(("Dan", "Sue")), c.Amend(_by("dealer"), entry.number, now, "keyed wrong"))
        return True


def _by(role: Any) -> Actor:
    """Whoever is logged in acts, whatever a command says."""
    return Actor(role)
