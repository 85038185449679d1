"""A player has the wrong number of cards (R16): that hand is void, the others play on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.declare import About, Ask, Rejection, Rule, Told, Word
from boston7.game.actors import Actor
from boston7.game.acts.common import first_three
from boston7.game.irregularities.void import hand_voided
from boston7.game.kinds import TO_TYPE, Answer, Command, Count, Event, Offer, SeatNumber, Words
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import DEALT, Phase, Table, changed
from boston7.house.model import House


class HandMiscounted(Event, frozen=True):
    """The cards a seat really has, whatever we thought it had; the hand is void."""

    about = About(
        Told(you="You have {held}.", they="{who} has {held}.", record="{who} has {held}, reported by {by}."),
        shows=("seat", "count", "by"),
        aloud=True,
    )

    seat: int
    count: int
    cards: tuple[Card, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        """Cards too many came off the stub; cards too few never left it."""
        seat = table.seats[self.seat - 1]
        extra = len(self.cards) - len(seat.cards)
        back = (UNKNOWN,) * -extra if table.live else seat.cards[extra:]  # a face that was shown lies face down again
        stub = table.stub[extra:] if extra >= 0 else back + table.stub
        return replace(changed(table, self.seat, cards=self.cards, status="void", five=None), stub=stub)

    def words(self, before: Table) -> Words:
        return {"held": Word("cards", {"count": self.count})}


class WrongCount(Command, frozen=True):
    """A player's hand has the wrong number of cards."""

    rule = Rule(
        by=REPORTS,
        when=DEALT | {Phase.SHOWDOWN},
        topic="wrong_count",
        ruling="R16",
        place="irregularity",
        label="Player has the wrong number of cards",
        entry="wrong number of cards",
        note="Too many or too few in one hand.",
        outcome="That hand is void and its wagers go back. The others play on.",
        ask=(
            Ask.seat(),
            Ask("count", "count", "How many cards are there?"),
        ),
    )

    seat: SeatNumber
    count: Count = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("wrong_count", "R16")
        seat = table.seat(self.seat)
        if seat.status != "in":
            return rejected("no_wager", f"Seat {seat.number} has no hand in this round.", clause)
        if self.count == len(seat.cards):
            return rejected("no_irregularity", f"{self.count} is the right number of cards.", clause)
        extra = self.count - len(seat.cards)
        if extra < 0 and table.live and seat.face_up and UNKNOWN not in seat.cards:
            return rejected("no_irregularity", f"Seat {seat.number} has shown its {len(seat.cards)} cards.", clause)
        if extra > len(table.stub):
            return rejected("wrong_cards", f"The deck has only {len(table.stub)} cards left.", clause)
        # Only the last four can have gone wrong without spoiling the three-card hand before them.
        late = table.phase in (Phase.DEALING_FOUR, Phase.SETTING, Phase.SHOWDOWN)
        three_were_right = late and self.count >= 3
        cards = seat.cards + table.stub[:extra] if extra > 0 else seat.cards[: self.count]
        reason = f"Seat {seat.number} was dealt {self.count} cards."
        voided = hand_voided(
            table, seat, first_three(table, seat) if three_were_right else None, reason, clause, house, "wrong_count"
        )
        if isinstance(voided, Rejection):
            return voided
        return (HandMiscounted(seat.number, self.count, cards, self.by), *voided)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        for seat in table.playing():
            yield Offer(cls(by, seat.number, len(seat.cards) - 1 if seat.cards else 1), 0, 52)
