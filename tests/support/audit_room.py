"""A table whose record is audited."""

from __future__ import annotations

from boston7 import fair
from boston7.cards import Card
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Automation, Command, Table, decide, evolve, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, SUPERVISOR, player
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import Append, Meta, Record

ANN, BEN = player("Ann"), player("=Ben")
TEXT = "my lucky number is 7"
ADDED = (fair.Contribution("Ann", TEXT),)
KEY = RoomKey(b"k" * 32)

HOUSE = preset("nhcg")


class Room:
    """A table that stores its events as a server does, with decks committed, sealed, and revealed after the round."""

    def __init__(
        self,
        record: Record,
        name: str = "main",
        steps: tuple[Automation, ...] = VIRTUAL_DEALER,
    ) -> None:
        self.record = record
        self.name = name
        self.table: Table = CLOSED
        self.now = 1_800_000_000_000_000
        self.commands = 0
        self.do(c.OpenTable(PLATFORM, name, 50_000_00, False, steps, preinspected=True))
        for seat, who in ((2, ANN), (5, BEN)):
            self.do(c.Sit(who, seat, who.name))
            self.do(c.BuyIn(who, seat, 1_000_00))

    def do(self, command: Command, *facts: fair.Fact) -> tuple[e.Event, ...]:
        events = decide(self.table, command, HOUSE)
        assert not isinstance(events, Rejection), events
        self.now += 1_000_000
        self.commands += 1
        meta = Meta(self.now, f"{command.by.role} {command.by.name}".strip(), f"c{self.commands}", HOUSE.version)
        bodies = []
        for event in events:
            self.table = evolve(self.table, event)
            bodies.append(fair.write_hidden(event, self.table, KEY))
        appends = [Append(f"table:{self.name}", None, bodies, meta)]
        if facts:
            appends.append(Append(fair.stream(self.name), None, [fair.write_fact(fact) for fact in facts], meta))
        self.record.append_now(appends)
        return events

    def state(self, *facts: fair.Fact) -> None:
        meta = Meta(self.now, "platform", f"f{self.now}")
        self.record.append_now([Append(fair.stream(self.name), None, [fair.write_fact(fact) for fact in facts], meta)])

    def bet(self) -> fair.Seed:
        seed = fair.new_seed(self.name, self.table.round + 1)
        hidden = fair.text_commitment(self.name, seed.round, "Ann", TEXT)
        self.state(fair.commit(seed, KEY), fair.TextCommitted(self.name, seed.round, 2, "Ann", hidden))
        self.do(c.PlaceWagers(ANN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}))
        self.do(c.PlaceWagers(BEN, 5, {"ante": 20_00}))
        return seed

    def shuffle(self, seed: fair.Seed, cards: tuple[Card, ...] | None = None) -> None:
        shuffled = c.Shuffle(PLATFORM, cards or fair.deck(seed, ADDED))
        self.state(fair.TextRevealed(self.name, seed.round, 2, "Ann", TEXT))
        self.do(shuffled, fair.DeckFixed(self.name, seed.round, ()))

    def play(self, cards: tuple[Card, ...] | None = None, *, void: bool = False) -> fair.Seed:
        """Play a round to its end. Ann decides, and the platform acts for everybody else."""
        seed = self.bet()
        self.do(c.NoMoreBets(PLATFORM), fair.EntropyClosed(self.name, seed.round, 1))
        self.shuffle(seed, cards)
        if void:
            self.do(c.VoidRound(SUPERVISOR, "the lights went out"))
        else:
            self.do(c.Expose(ANN, 2))
            self.do(c.PlaceSecond(ANN, 2))
            while self.table.round == seed.round and self.table.phase.value != "betting":
                offers = [offer.command for offer in legal(self.table, HOUSE, PLATFORM)]
                self.do(next(offer for offer in offers if isinstance(offer, c.TimeOut)))
        self.state(fair.reveal(seed))
        return seed
