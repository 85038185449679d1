"""A shuffler that jams or stops (R18). The deck is reshuffled, unless a player has been dealt three cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.common import four_begun
from boston7.game.acts.deck_hand import out_of_shuffler
from boston7.game.irregularities.void import round_voided
from boston7.game.kinds import Answer, Command, Event, Offer
from boston7.game.rejection import rejected
from boston7.game.roles import REPORTS
from boston7.game.table import BETTING, CARDS_OUT, IN_ACTION, Phase, Table
from boston7.house.model import House

_LOST = (*CARDS_OUT, Phase.SETTING, Phase.SHOWDOWN)  # The platform also reports lost cards this way.


class ShufflerStopped(Event, frozen=True):
    """The shuffler stops."""

    about = About(
        {
            "shuffling": Sentence(
                "The shuffler stopped while shuffling.",
                record="The shuffler stopped while shuffling, reported by {by}.",
            ),
            "dealing": Sentence(
                "The shuffler stopped while dealing.", record="The shuffler stopped while dealing, reported by {by}."
            ),
            "other_deck": Sentence(
                "The shuffler stopped while shuffling the other deck. That deck is shuffled again.",
                record="The shuffler stopped while shuffling the other deck, reported by {by}; that deck is shuffled "
                "again ({clause}).",
            ),
        },
        shows=("while_", "by", "clause"),
        aloud=True,
    )

    while_: Literal["shuffling", "dealing"] = msgspec.field(name="while")
    by: Actor
    clause: str = ""  # Set if the shuffler held its other deck, so that no card of this round is affected.

    def which(self, before: Table) -> str:
        return "other_deck" if self.clause else self.while_


class CardsReturned(Event, frozen=True):
    """All cards go back to be shuffled and dealt again, and wagers stand."""

    about = About(
        Sentence(
            "Cards back to the shuffler. {reason} Wagers stand.",
            record="All cards go back to be shuffled; wagers stand ({clause}). {reason}",
        ),
        shows=("reason", "clause"),
        aloud=True,
    )

    reason: str
    clause: str

    def apply(self, table: Table) -> Table:
        return replace(
            table,
            seats=tuple(replace(seat, cards=(), face_up=False, in_rack=()) for seat in table.seats),
            dealer_cards=(),
            discard_rack=(),
            stub=(),
            deck="unshuffled",
            drawn_ahead=0,
            threes=0,
            phase=Phase.SHUFFLING if table.phase is not Phase.BETTING else Phase.BETTING,
        )


class ShufflerFailed(Command, frozen=True):
    """Report that the shuffler jams or stops."""

    rule = Rule(
        by=REPORTS,
        when=IN_ACTION | BETTING,
        topic="jam_dealing",
        also=("jam_shuffling",),
        ruling="R18",
        place="irregularity",
        label="Shuffler jams or stops",
        entry="shuffler jam",
        note="While shuffling, or while dealing.",
        ask=(
            Ask("while_", "choice", "What was it doing?", choices=("shuffling", "dealing")),
            Ask("none_dealt_three", "check", "No player has been dealt three cards", at="live"),
        ),
    )

    while_: Literal["shuffling", "dealing"] = msgspec.field(name="while")
    # Dealers may enter "Deal the rest" before the shuffler has dealt, so entries can be ahead of the cards.
    none_dealt_three: bool = False

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("jam_shuffling" if self.while_ == "shuffling" else "jam_dealing", "R18")
        if not table.machine_shuffled:
            return rejected("no_irregularity", "There is no shuffler at this table.", clause)
        stopped = ShufflerStopped(self.while_, self.by)
        if self.while_ == "shuffling":
            if table.deck == "unshuffled" and table.phase in (Phase.BETTING, Phase.SHUFFLING):
                return stopped, CardsReturned("The shuffler stopped while shuffling.", clause)
            if not table.live or self.by.role == "platform":
                return rejected("wrong_phase", "The shuffler is not shuffling now.", clause)
            # The shuffler alternates two decks, and this round's deck is already shuffled.
            return (replace(stopped, clause=clause),)
        if table.phase not in (CARDS_OUT if self.by.role != "platform" else _LOST):
            return rejected("wrong_phase", "The shuffler is not dealing now.", clause)
        if out_of_shuffler(table) and self.by.role != "platform":
            reason = "The dealer holds the remaining cards: the shuffler no longer deals them."
            return rejected("no_irregularity", reason, house.cite("take_deck", "R18"))
        if self.none_dealt_three and (refusal := _dealt_three(table, clause)):
            return refusal
        if table.threes and not self.none_dealt_three:
            return stopped, round_voided(house, "shuffler_stopped", "The shuffler stopped while dealing.", self.by)
        return stopped, CardsReturned("The shuffler stopped before any player was dealt three cards.", clause)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, "dealing"))
        yield Offer(cls(by, "shuffling"))


def _dealt_three(table: Table, clause: str) -> Rejection | None:
    """Reject the report if the record shows that a player was dealt three cards."""
    if not table.live:
        reason = "A virtual table has a record of who was dealt three cards."
        return rejected("no_irregularity", reason, clause)
    for seat in table.seats:
        first, last = seat.in_rack or (0, 0)
        acted = seat.status == "in" and (seat.bonus not in ("none", "open") or seat.second or seat.showed)
        if acted or last - first >= 3:
            reason = f"Seat {seat.number} has entries made after its three cards: undo them first."
            return rejected("no_irregularity", reason, clause)
    if four_begun(table):
        reason = "The last four cards have begun, so players were dealt three cards."
        return rejected("no_irregularity", reason, clause)
    return None
