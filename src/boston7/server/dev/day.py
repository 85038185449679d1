"""A closed gaming day at a live table: opener, walk-up players, rounds, a fill by slip, closer, a signed drop.

It runs the same commands, slips and counts as staff would, so that the report of the day is complete.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

from boston7.accounts import Person
from boston7.accounts.duties import actor_of
from boston7.cards import DECK, Card
from boston7.declare import Rejection
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.game.checklist import TRAY_STEPS, ChecklistStep
from boston7.hands import Category, best_five
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents, Piece
from boston7.server.answers import granted
from boston7.shift import book as b
from boston7.shift.count import enter_drop
from boston7.shift.incidents import log_incident
from boston7.shift.slips import STEPS, request_slip
from boston7.shift.stream import signature
from boston7.shift.terms import CharityNamed
from boston7.table import Room, TableActor

TABLE = "Pit 2"
ROUNDS = 6
OPENER, FILL = 5_000_00, 1_000_00
WALK_UPS = {1: ("Red cap", 300_00), 3: ("", 200_00), 5: ("Lefty", 500_00)}
CHARITY = "Harbor Food Pantry"
_SIGNS = {"cage": "Cal", "runner": "Rita", "dealer": "Dan", "floor": "Sue"}
_STEPS = ("settle_bonuses", "deal", "count_stub", "rack_stub", "reveal", "turn_over", "settle")
Do = Callable[[TableActor, str, Command], Awaitable[None]]


class LiveDay:
    def __init__(
        self, table: TableActor, room: Room, people: dict[str, Person], do: Do, turn: Callable[[int], None]
    ) -> None:
        self._table, self._room, self._people, self._give, self._turn = table, room, people, do, turn
        self._shift = room.shift
        self._dice = Random(11)
        self._hands: dict[int, tuple[Card, ...]] = {}  # By seat; 0 is the dealer.

    async def play(self) -> None:
        day = self._shift.today()
        await self._open()
        for number in range(1, ROUNDS + 1):
            await self._round()
            if number == ROUNDS // 2:
                await self._fill()
        await self._close()
        await self._count_the_drop()
        sue = signature(self._people["Sue"])
        await self._write("Sue", lambda: CharityNamed(sue, day, CHARITY))
        text = "The players in seats 1 and 3 disagree about a late 2nd Wager. Surveillance reviewed; the fold stands."
        await self._write("Sue", lambda: log_incident(self._shift.book.incidents, "dispute", text, day, TABLE, sue))

    async def _do(self, who: str, command: Command) -> None:
        self._turn(20)
        await self._give(self._table, who, command)

    async def _open(self) -> None:
        await self._do("Sue", c.OpenTable(PLATFORM, TABLE, OPENER, live=True, device="hand", preinspected=True))
        await self._do("Dan", c.SignOn(PLATFORM))
        for step in TRAY_STEPS:
            if step is ChecklistStep.COUNT_TRAY:
                await self._do("Dan", c.CountTray(PLATFORM, OPENER, _pieces(OPENER, self._shift.book.terms.chips)))
            else:
                await self._do("Sue" if step is ChecklistStep.SUPERVISOR_SIGNS else "Dan", c.CheckOff(PLATFORM, step))
        for seat, (nickname, cash) in WALK_UPS.items():
            await self._do("Dan", c.SeatWalkUp(PLATFORM, seat, nickname))
            await self._do("Dan", c.BuyInCash(PLATFORM, seat, cash))

    async def _round(self) -> None:
        await self._do("Dan", c.Shuffle(PLATFORM))
        await self._do("Dan", c.Cut(PLATFORM, self._dice.randrange(12, 40)))
        for seat in WALK_UPS:
            ante = self._dice.choice((5_00, 10_00))
            wagers = {"ante": ante, "first": ante, THREE_CARD_BONUS: self._dice.choice((0, 5_00))}
            await self._do("Dan", c.PlaceWagers(PLATFORM, seat, wagers))
        await self._do("Dan", c.NoMoreBets(PLATFORM))
        cards = self._dice.sample(DECK, 7 * (len(WALK_UPS) + 1))
        self._hands = {seat: tuple(cards[at::4]) for at, seat in enumerate((*WALK_UPS, 0))}
        while self._table.phase is not Phase.COMPLETE:
            await self._step()
        await self._do("Dan", c.NextRound(PLATFORM))

    async def _step(self) -> None:
        """Perform the dealer's next step. Hands with a bonus are exposed, and players with a pair never fold."""
        view = self._table.frame(SPECTATOR).view
        if self._table.phase is Phase.DECISION:
            seat = next(each.number for each in view.seats if each.status == "in" and not each.decided)
            weak = best_five(self._hands[seat]).category is Category.HIGH_CARD and self._dice.random() < 0.3
            await self._do("Dan", c.Fold(PLATFORM, seat) if weak else c.PlaceSecond(PLATFORM, seat))
            return
        for each in view.seats:
            if self._table.phase is Phase.THREE_CARD_BONUS and each.bonus == "open":
                await self._do("Dan", c.Expose(PLATFORM, each.number, self._hands[each.number][:3]))
                return
            if self._table.phase is Phase.SETTING and each.status == "in" and not each.hand_set:
                await self._do("Dan", c.SetHand(PLATFORM, each.number))
                return
        dan = actor_of(self._people["Dan"])
        assert not isinstance(dan, Rejection)
        offers = self._table.frame(dan, offers=True).offers
        offered = min((one for one in offers if one.type in _STEPS), key=lambda one: _STEPS.index(one.type))
        command = offered.command
        if isinstance(command, c.Reveal):
            command = c.Reveal(PLATFORM, self._hands[0])
        elif isinstance(command, c.TurnOver):
            seven = self._hands[command.seat]
            five = best_five(seven).five
            rest = tuple(card for card in seven if card not in five)
            command = c.TurnOver(PLATFORM, command.seat, five, rest)
        elif isinstance(command, c.CountStub):
            played = sum(each.status == "in" for each in view.seats) + 1
            command = c.CountStub(PLATFORM, len(DECK) - 3 * len(self._hands) - 4 * played)
        await self._do("Dan", command)

    async def _fill(self) -> None:
        book = self._shift.book
        pieces = _pieces(FILL, book.terms.chips)
        sue = signature(self._people["Sue"])
        await self._write("Sue", lambda: request_slip(book.slips, book.terms, "fill", TABLE, pieces, sue))
        slip = next(reversed(book.slips.values()))
        for step in STEPS["fill"]:
            self._turn(60)
            granted(await self._room.sign_slip(slip.number, step, self._people[_SIGNS[step]]))

    async def _close(self) -> None:
        for seat in WALK_UPS:
            await self._do("Dan", c.Leave(PLATFORM, seat))
        tray = self._table.frame(SPECTATOR).view.tray or 0
        await self._do("Sue", c.BeginClosing(PLATFORM, "end of the day", "scheduled"))
        await self._do("Dan", c.CountTray(PLATFORM, tray, _pieces(tray, self._shift.book.terms.chips)))
        await self._do("Sue", c.CloseTable(PLATFORM))

    async def _count_the_drop(self) -> None:
        book = self._shift.book
        bills = _pieces(sum(cash for _, cash in WALK_UPS.values()), book.terms.bills)
        cal = signature(self._people["Cal"])
        await self._write("Cal", lambda: enter_drop(book.drops, book.terms, TABLE, 1, bills, cal))
        granted(await self._shift.sign_drop(TABLE, 1, self._people["Sue"]))

    async def _write(self, who: str, decide: Callable[[], b.Event | Rejection]) -> None:
        self._turn(60)
        granted(await self._shift.change(decide, self._people[who]))


def _pieces(cents: Cents, values: tuple[Cents, ...]) -> tuple[Piece, ...]:
    """Return the chips that make up an amount with the fewest pieces."""
    found = []
    for value in sorted(values, reverse=True):
        number, cents = divmod(cents, value)
        if number:
            found.append(Piece(value, number))
    return tuple(found)
