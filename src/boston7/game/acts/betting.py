"""Wagers before "no more bets" (R1), and the version of the rules under which they are accepted (R20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from boston7.declare import About, Ask, Rule, Sentence, Word
from boston7.game.actors import Actor
from boston7.game.acts.common import seats_to_act
from boston7.game.acts.opening import PhaseEntered
from boston7.game.kinds import Answer, Bounds, Command, Event, Offer, SeatNumber, Stakes, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, DEALS, PLAYER
from boston7.game.table import BETTING, Phase, Seat, SideSpot, Table, changed
from boston7.game.transfers import RAILS, Transfer, with_seat_paid
from boston7.game.wagered import Wagered, wager_label
from boston7.game.wagers import refuse_short, refuse_wagers
from boston7.house.model import House, WagerId, Wagers
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import dollars

_NO_MORE_BETS = "No more bets: wagers can no longer be made, raised or taken back."


class RoundBegun(Event, frozen=True):
    """The first wager of a round fixes its rules (R20)."""

    about = About(
        Sentence("Round {round}.", record="Round {round} begins under {house}, version {short}."),
        shows=("round", "house", "version", "sets_hands", "royal_asked_from", "late_claims", "layout", "steps"),
    )

    round: int
    house: str
    version: str
    sets_hands: bool = True
    royal_asked_from: int = 0
    late_claims: bool = False
    layout: tuple[SideSpot, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()  # The dealer's optional steps at a live table, each with its clause.

    def apply(self, table: Table) -> Table:
        return replace(
            table,
            round=self.round,
            house=self.house,
            version=self.version,
            sets_hands=self.sets_hands,
            royal_asked_from=self.royal_asked_from,
            late_claims=self.late_claims,
            layout=self.layout,
            steps=self.steps,
        )

    def words(self, before: Table) -> Words:
        return {"short": self.version[:12]}


class WagersPlaced(Wagered, Event, frozen=True):
    """A seat places or changes its wagers; `wagers` is the complete result."""

    about = About(
        Sentence(you="Your wagers: {list}.", they="{who}: {list}.", record="{who} wagers {list}{entered}."),
        shows=("seat", "wagers", "transfers", "by"),
    )

    seat: int
    wagers: Wagers
    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1]
        return with_seat_paid(table, replace(seat, sitting_out=False) if seat.sitting_out else seat, self.transfers)

    def words(self, before: Table) -> Words:
        return {"list": wager_words(self.wagers, before.labels())}


def wager_words(wagers: Wagers, labels: Mapping[WagerId, str]) -> tuple[Word, ...]:
    """Return the name and amount of each wager, using the `labels` of the layout."""
    words = []
    for wager, cents in wagers.items():
        key = f"stake.{wager}" if wager in MAIN_WAGERS else "stake.side_bet"
        words.append(Word(key, {"label": wager_label(wager, labels), "amount": dollars(cents)}))
    return tuple(words)


class WagersWithdrawn(Event, frozen=True):
    """A seat takes its wagers back before bets are closed."""

    about = About(
        Sentence(
            you="You take your wagers back.",
            they="{who} takes the wagers back.",
            record="{who} takes the wagers back{entered}.",
        ),
        shows=("seat", "transfers", "by"),
    )

    seat: int
    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        return with_seat_paid(table, table.seats[self.seat - 1], self.transfers)


class BetsClosed(Event, frozen=True):
    """The dealer calls "no more bets"."""

    about = About(Sentence("No more bets.", record="No more bets, called by {by}."), shows=("by",), aloud=True)

    by: Actor

    def apply(self, table: Table) -> Table:
        claimed = {spot.id for spot in table.layout if spot.claimed}
        return replace(table, seats=tuple([_dealt_in(seat, claimed) if seat.ante else seat for seat in table.seats]))


def _dealt_in(seat: Seat, claimed: set[str]) -> Seat:
    return replace(
        seat,
        status="in",
        bonus="none" if claimed.isdisjoint(seat.wagers) else "open",
        decided=not seat.first,
        last=seat.wagers,
    )


class PlaceWagers(Wagered, Command, frozen=True):
    """Place all wagers of a seat at once, so that the layout never shows a forbidden combination."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=BETTING,
        topic="no_more_bets",
        ruling="R1",
        late=_NO_MORE_BETS,
        own_seat=True,
        place="seat",
        label="Deal me in {amount}",
        entry="wagers",
        tone="go",
        ask=(Ask("wagers", "wagers", "Wagers"),),
    )

    seat: SeatNumber
    wagers: Stakes

    def decide(self, table: Table, house: House) -> Answer:
        if refusal := refuse_wagers(house, self.wagers):
            return refusal
        seat = table.seats[self.seat - 1]
        if seat.player is None:
            return rejected("seat_empty", "Only seated players can wager.", house.cite("room"))
        if self.seat > house.seats:
            return rejected("wrong_seat", f"This table has {house.seats} seats.", house.cite_value("seats"))
        staked = self.staked
        if staked > seat.rail and (refusal := refuse_short(house, seat.number, staked, seat.chips)):
            return refusal
        wagers = {terms.id: cents for terms in house.rules.spots if (cents := self.wagers.get(terms.id))}
        placed = WagersPlaced(seat.number, wagers, _laid_down(seat, wagers), self.by)
        if table.version == house.version:
            return (placed,)
        # The first wager fixes the rules of the round (R20); a round without wagers has none yet.
        round = table.round if table.version else table.round + 1
        begun = RoundBegun(
            round,
            house.id,
            house.version,
            house.rules.sets_hands,
            house.rules.royal_asked_from,
            house.claims.late,
            tuple([SideSpot(bet.id, bet.label, bet.judged_on, bet.claimed) for bet in house.side_bets]),
            tuple(house.rules.steps.items()) if table.live else (),
        )
        return begun, placed

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """Offer the ante alone if the house allows it, and the ante with the 1st Wager, each with its side bets."""
        for seat in seats_to_act(table, by):
            ante = seat.ante or house.limits.table_minimum
            if not house.first_wager_required:
                short = refuse_short(house, seat.number, 2 * ante, seat.chips)
                yield Offer(cls(by, seat.number, {"ante": ante}), spots=_bounds(house, seat, ("ante",)), instead=short)
            both = cls(by, seat.number, {"ante": ante, "first": ante})
            yield Offer(both, spots=_bounds(house, seat, ("ante", "first")))

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        """Limit the chips to the most that a round can use, because more would not change the offers."""
        return seat.ante, min(seat.chips, house.rules.most)


def _laid_down(seat: Seat, wagers: Wagers) -> tuple[Transfer, ...]:
    """Return the transfers that turn the current wagers into these. Returned chips come first."""
    rail = RAILS[seat.number - 1]
    back, down = [], []
    for wager in {**wagers, **seat.wagers}:
        more = wagers.get(wager, 0) - seat.wagers.get(wager, 0)
        if more > 0:
            down.append(Transfer(rail, f"{wager}:{seat.number}", more))
        elif more < 0:
            back.append(Transfer(f"{wager}:{seat.number}", rail, -more))
    return (*back, *down)


def _bounds(house: House, seat: Seat, main: tuple[WagerId, ...]) -> dict[WagerId, Bounds]:
    """Return each spot's bounds for the seat's chips. Main wagers share the chips equally, and side bets use the
    rest."""
    rules, ante = house.rules, seat.ante or house.limits.table_minimum
    bounds = {}
    for terms in rules.spots:
        if terms.id in main:
            most = rules.chips.most(min(terms.maximum, seat.chips // len(main)))
            bounds[terms.id] = Bounds(terms.minimum, most)
        elif terms.id in rules.side_bets and all(wager in main for wager in terms.needs):
            most = rules.chips.most(min(terms.maximum, seat.chips - len(main) * ante))
            if most >= terms.minimum:
                bounds[terms.id] = Bounds(terms.minimum, most)
    return bounds


class WithdrawWagers(Command, frozen=True):
    """Take back all wagers of a seat before bets are closed."""

    rule = Rule(
        by=PLAYER | DEALER,
        when=BETTING,
        topic="no_more_bets",
        ruling="R1",
        late=_NO_MORE_BETS,
        own_seat=True,
        place="seat",
        label="Take back {amount}",
        entry="withdrawn wagers",
        optional=True,
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        if not table.seat(self.seat).wagered:
            return rejected("no_wager", f"Seat {self.seat} has no wager to take back.", house.cite("room"))
        return (WagersWithdrawn(self.seat, withdrawal(table, self.seat), self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, seat.number)) for seat in seats_to_act(table, by) if seat.wagered)

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        return (seat.wagered,)


class SatOut(Event, frozen=True):
    """A player keeps the seat but plays no hand until the next wager."""

    about = About(
        Sentence(you="You sit out.", they="{who} sits out.", record="{who} sits out{entered}."), shows=("seat", "by")
    )

    seat: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, sitting_out=True)


class SitOut(Command, frozen=True):
    """Keep the seat without playing, so that the table does not wait for a wager."""

    rule = Rule(
        by=DEALER,
        when=BETTING,
        topic="room",
        place="rail",
        label="Seat {seat} sits out",
        entry="sit-out",
        optional=True,
    )

    seat: SeatNumber

    def decide(self, table: Table, house: House) -> Answer:
        clause, seat = house.cite("room"), table.seat(self.seat)
        if not table.live:
            return rejected("not_ready", "At a virtual table, a player sits out by placing no wager.", clause)
        if seat.player is None:
            return rejected("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
        if seat.wagered:
            return rejected("in_play", f"Seat {seat.number} has wagered.", clause)
        if seat.sitting_out:
            return rejected("already_done", f"Seat {seat.number} is already sitting out.", clause)
        return (SatOut(seat.number, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if table.live:
            yield from (Offer(cls(by, seat.number)) for seat in table.seats if seat.player)


class NoMoreBets(Command, frozen=True):
    """Close the bets and begin the round with the seats that wagered."""

    rule = Rule(
        by=DEALS,
        when=BETTING,
        awaited=BETTING,
        topic="no_more_bets",
        ruling="R1",
        late="Bets are already closed.",
        place="procedure",
        label="No more bets",
        tone="go",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if not any(seat.ante for seat in table.seats):
            return rejected("no_wager", "There is no wager on the layout.", house.cite("ante_required", "R1"))
        return BetsClosed(self.by), PhaseEntered(_LACKING[table.deck])


_LACKING = {
    "ready": Phase.DEALING_THREE,
    "shuffled": Phase.CUTTING,
    "unshuffled": Phase.SHUFFLING,
    "in_play": Phase.SHUFFLING,
}
"""The phase that follows the close of bets, depending on what the deck still needs."""


def withdrawal(table: Table, number: int) -> tuple[Transfer, ...]:
    """Return the transfers of all wagers of a seat back to its rail."""
    wagers = table.seat(number).wagers
    return tuple([Transfer(f"{wager}:{number}", f"rail:{number}", cents) for wager, cents in wagers.items()])
