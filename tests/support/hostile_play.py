"""Long random play over real sockets: all roles, legal and illegal acts, irregularities and voids, while
`hostile_eyes.Eyes` checks every message."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from hostile_eyes import Eyes, Leak, Shadow
from hostile_room import HOUSE
from machine_moves import anything_allowed, anything_at_all, anything_heard, move_on, trouble
from machine_trial import NAMES
from serving import Client, Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from boston7.fair import text_commitment
from boston7.game import Automation, Command, Phase
from boston7.game import commands as c
from boston7.game.actors import SPECTATOR, SUPERVISOR, Actor
from boston7.game.table import upcoming
from boston7.game.wire import write
from boston7.record import Record
from boston7.table import UNHURRIED

STAFF = {"dealer": "Dan", "supervisor": "Sue", "auditor": "Aud", "spectator": "nobody", "platform": "Dan"}
TABLES: dict[str, dict[str, Any]] = {
    "quick": {"hurry": True, "pause": 0, "automation": [step.value for step in UNHURRIED]},
    "dealt": {"automation": ["opening", "next_round"]},
    "felt": {"live": True},
}
_CHOICES = (move_on, anything_allowed, anything_heard, anything_at_all, trouble)
_WEIGHTS = (40, 2, 3, 1, 1)
_SEATED = {"quick": 2, "dealt": 3, "felt": 4}
_IDS = count(1)


class Viewer:
    """A socket whose messages are checked as they arrive."""

    def __init__(self, name: str, actor: Actor, line: ClientConnection, eyes: Eyes) -> None:
        self.name, self.actor = name, actor
        self.frames = 0
        self._line, self._eyes = line, eyes
        self._asked: dict[str, tuple[str, asyncio.Future[Any]]] = {}

    async def listen(self) -> None:
        async for raw in self._line:
            assert isinstance(raw, str)
            if raw.startswith(('{"type":"view"', '{"type":"steps"')):
                self._eyes.look(self.actor, raw)
                self.frames += 1
                continue
            message = json.loads(raw)
            sent, future = self._asked.pop(message.get("id") or "", ("", None))
            self._eyes.look(self.actor, raw, sent)
            if future is not None:
                future.set_result(message)
        raise ConnectionError(f"{self.name} was let go")

    async def say(self, message: dict[str, Any]) -> None:
        await self._line.send(json.dumps(message))

    async def ask(self, kind: str, table: str, id: str | None = None, **fields: Any) -> Any:
        """Send an act, an ask or a contribution to the shuffle, and return its answer."""
        id = id or f"a{next(_IDS)}"
        text = json.dumps({"type": kind, "table": table, "id": id, **fields})
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[id] = (text, future)
        await self._line.send(text)
        async with asyncio.timeout(240):
            return await future


Between = Callable[["Play", Shadow], Awaitable[None]]


class Play:
    def __init__(self, server: Server, record: Record, seed: int) -> None:
        self.server, self.record = server, record
        self.rng = random.Random(seed)
        self.eyes = Eyes()
        self.viewers: dict[str, Viewer] = {}
        self.clients: dict[str, Client] = {"nobody": Client(server)}
        self.actors: dict[str, Actor] = {"nobody": SPECTATOR}
        self.acts: Counter[str] = Counter()
        self.practice = ""
        self.reading = asyncio.Lock()
        """Lock of the HTTP clients, each of which has one connection."""
        for name in (*NAMES, "Dan", "Sue", "Aud", "Abe"):
            self._come_in(name, Client(server).login(name))
        self.guests = [self._come_in("", Client(server).guest()) for _ in range(2)]

    def _come_in(self, name: str, client: Client) -> str:
        me = client.me
        name = name or me["person"]["name"]
        self.clients[name] = client
        self.actors[name] = Actor(me["actor"]["role"], me["actor"]["name"])
        self.eyes.tokens[name] = client.token
        return name

    def set_up(self) -> None:
        for name, wish in TABLES.items():
            tray = {} if wish.get("live") else {"tray": 10_000_00}
            self.clients["Sue"].post(
                "/api/tables", {"name": name, "house": HOUSE.id, "play_money": False, **tray, **wish}
            ).ok()
        self.practice = (
            self.clients[self.guests[0]].post("/api/practice", {"house": HOUSE.id, "buy_in": 500_00}).ok()["table"]
        )
        for name in (*TABLES, self.practice):
            self.eyes.shadows[name] = Shadow(name, self.record, HOUSE, random.Random(self.rng.random())).catch_up()

    async def run(self, acts: dict[str, int], between: Between, enough: Callable[[], bool] = lambda: True) -> None:
        """Play this many acts at all tables concurrently, and more until `enough`. Call `between` now and then."""
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            listening = []
            for name, client in self.clients.items():
                cookies = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
                line = await stack.enter_async_context(
                    connect(
                        self.server.ws_url,
                        origin=Origin(self.server.url),
                        additional_headers={"Cookie": cookies},
                        compression=None,
                        max_queue=None,
                        ping_interval=None,  # A busy machine may answer pings late.
                    )
                )
                viewer = self.viewers[name] = Viewer(name, self.actors[name], line, self.eyes)
                listening.append(group.create_task(viewer.listen()))
                for table in (*TABLES, self.practice):
                    await viewer.say({"type": "watch", "table": table, "offers": self.rng.random() < 0.7})
                await viewer.say({"type": "lobby", "on": True})
            practising = group.create_task(self._practise(between))
            await asyncio.gather(
                *[self._play(self.eyes.shadows[name], number, between, enough) for name, number in acts.items()]
            )
            for task in (*listening, practising):
                task.cancel()

    async def _play(self, shadow: Shadow, acts: int, between: Between, enough: Callable[[], bool]) -> None:
        rng = random.Random(self.rng.random())
        for number in range(10 * acts):
            if number >= acts and enough():
                break
            command = self._choose(shadow.catch_up(), rng)
            if command is None:
                continue
            name = command.by.name if command.by.role == "player" else STAFF[command.by.role]
            # Cash players have no browser, so the dealer enters their acts.
            who = self.viewers.get(name) or self.viewers["Dan"]
            if rng.random() < 0.02:
                who = rng.choice(list(self.viewers.values()))  # Another person sends it.
            said = json.loads(write(command))
            if rng.random() < 0.1:
                await who.ask("ask", shadow.name, command=said)
            answer = await who.ask("act", shadow.name, command=said)
            self.acts[answer["type"]] += 1
            opens = isinstance(command, c.OpenTable) and who.name == "Sue" and shadow.table.phase is Phase.CLOSED
            assert answer["type"] == "accepted" or not opens, f"{shadow.name} stays closed: {answer}"
            if answer["type"] == "accepted" and rng.random() < 0.03:
                again = await who.ask("act", shadow.name, id=answer["id"], command=said)
                assert (again["type"], again["version"]) == ("accepted", answer["version"]), (answer, again)
            if rng.random() < 0.02:
                seated = [seat.player or "" for seat in shadow.table.seats]
                # A walk-up player has no viewer.
                name = rng.choice([name for name in seated if name in self.viewers] or ["nobody"])
                await self._add_to_the_shuffle(self.viewers[name], name, shadow)
            if rng.random() < 0.01:  # A reconnect, after a lost connection or without one.
                viewer = rng.choice(list(self.viewers.values()))
                after = rng.choice((0, max(0, shadow.version - rng.randrange(300)), shadow.version))
                await viewer.say({"type": "watch", "table": shadow.name, "after": after, "offers": True})
            if number % 50 == 25:
                async with self.reading:
                    await asyncio.to_thread(self._let_them_in_again)
                await between(self, shadow.catch_up())

    def _let_them_in_again(self) -> None:
        """Lift the bars of evicted people, or long play would run out of people."""
        for bar in self.clients["Sue"].get("/api/bars").ok()["bars"]:
            if not bar["lifted_by"]:
                self.clients["Sue"].post(f"/api/bars/{bar['number']}/lift", {"reason": "they may come back"}).ok()

    async def _add_to_the_shuffle(self, viewer: Viewer, name: str, shadow: Shadow) -> None:
        round = upcoming(shadow.table)
        text = f"luck of {name} in round {round}"
        if self.rng.random() < 0.6:
            hidden = text_commitment(shadow.name, round, name, text)
            await viewer.ask("commit", shadow.name, round=max(round, 1), commitment=hidden)
        else:
            await viewer.ask("reveal", shadow.name, round=max(round, 1), text=text)

    def _choose(self, shadow: Shadow, rng: random.Random) -> Command | None:
        table = shadow.table
        if table.phase is Phase.CLOSED:
            wish = TABLES[shadow.name]
            steps = tuple(
                map(
                    Automation, wish.get("automation", ["opening", *rng.sample(("dealing", "bonus"), rng.randrange(3))])
                )
            )
            tray = table.closer or 5_000_00  # A locked tray opens with its closer.
            return c.OpenTable(SUPERVISOR, shadow.name, tray, wish.get("live", False), steps, preinspected=True)
        for _ in range(20):
            command = rng.choices(_CHOICES, _WEIGHTS)[0](shadow, rng)
            crowded = (
                isinstance(command, c.Sit) and sum(bool(seat.player) for seat in table.seats) >= _SEATED[shadow.name]
            )
            dull = isinstance(command, c.BeginClosing | c.Evict | c.RefusePrizeCheck) and rng.random() < 0.9
            # An eviction bars, and there are few players.
            dull = dull or (isinstance(command, c.Evict) and rng.random() < 0.9)
            if command is not None and not crowded and not dull:
                return command
        return None

    async def _practise(self, between: Between) -> None:
        """Play two guests at a practice table, as long as the others play."""
        shadow = self.eyes.shadows[self.practice]
        rng = random.Random(self.rng.random())
        second = self.viewers[self.guests[1]]
        await second.ask(
            "act", self.practice, command={"type": "sit", "by": {"role": "player"}, "seat": 5, "player": second.name}
        )
        await second.ask(
            "act", self.practice, command={"type": "buy_in", "by": {"role": "player"}, "seat": 5, "amount": 500_00}
        )
        for number in count():
            command = self._offered(shadow.catch_up(), rng)
            if command is None:  # The platform acts next.
                await asyncio.sleep(0.2)
                continue
            answer = await self.viewers[command.by.name].ask("act", self.practice, command=json.loads(write(command)))
            self.acts[f"practice {answer['type']}"] += 1
            if number % 10 == 5:
                await between(self, shadow.catch_up())

    def _offered(self, shadow: Shadow, rng: random.Random) -> Command | None:
        for seat in rng.sample(shadow.table.seats, 6):
            if seat.player is None:
                continue
            by = Actor("player", seat.player)
            match shadow.table.phase:
                case Phase.BETTING if not seat.wagered and seat.rail >= 30_00:
                    return c.PlaceWagers(
                        by, seat.number, {"ante": 5_00, "first": 5_00, "three_card_bonus": rng.choice((0, 5_00))}
                    )
                case Phase.THREE_CARD_BONUS if seat.bonus == "open":
                    return rng.choice((c.Expose(by, seat.number), c.Decline(by, seat.number)))
                case Phase.DECISION if seat.status == "in" and not seat.decided:
                    return rng.choice(
                        (c.PlaceSecond(by, seat.number), c.PlaceSecond(by, seat.number), c.Fold(by, seat.number))
                    )
                case Phase.SETTING if seat.status == "in" and not seat.hand_set:
                    return c.SetHand(by, seat.number)
        return None


__all__ = ["Leak", "Play", "Viewer"]
