"""Wagers before "no more bets" (R1), and the version of the rules they are accepted under (R20)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boston7.declare import About, Ask, Rule, Told, Word
from boston7.game.accounts import Stake, Transfer, moved, paid
from boston7.game.actors import Actor
from boston7.game.acts.common import account, seats_to_act
from boston7.game.acts.opening import PhaseEntered
from boston7.game.kinds import Amount, Answer, Command, Event, Offer, SeatNumber, SideOffer, SideStakes, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, DEALS, PLAYER
from boston7.game.table import BETTING, BonusStatus, Phase, Seat, SideSpot, Table, changed
from boston7.game.wagers import refuse_short, refuse_wagers
from boston7.house.model import THREE_CARD_BONUS, House
from boston7.money import Cents, dollars

_NO_MORE_BETS = "No more bets: wagers can no longer be made, raised or taken back."


class RoundBegun(Event, frozen=True):
    """The first wager of a round fixes the rules it is played under (R20)."""

    about = About(
        Told("Round {round}.", record="Round {round} begins under {house}, version {short}."),
        shows=("round", "house", "version", "sets_hands", "royal_asked_from", "late_claims", "layout", "steps"),
    )

    round: int
    house: str
    version: str
    sets_hands: bool = True
    royal_asked_from: int = 0
    late_claims: bool = False
    layout: tuple[SideSpot, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()  # of the dealer at a live table, each with its clause

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


class WagersPlaced(Event, frozen=True):
    """A seat's wagers lie on the layout, all of them as they are now."""

    about = About(
        Told(you="Your wagers: {list}.", they="{who}: {list}.", record="{who} wagers {list}{entered}."),
        shows=("seat", "ante", "first", "three_card_bonus", "side_bets", "transfers", "by"),
    )

    seat: int
    ante: Cents
    first: Cents
    three_card_bonus: Cents
    transfers: tuple[Transfer, ...]
    by: Actor
    side_bets: tuple[Stake, ...] = ()  # those beside the Three Card Bonus

    def apply(self, table: Table) -> Table:
        seat = table.seats[self.seat - 1]
        return paid(table, replace(seat, sitting_out=False) if seat.sitting_out else seat, self.transfers)

    def words(self, before: Table) -> Words:
        spots = (("ante", self.ante), ("first", self.first), (THREE_CARD_BONUS, self.three_card_bonus))
        told = [Word(f"stake.{spot}", {"amount": dollars(cents)}) for spot, cents in spots if cents]
        labels = before.labels()
        for stake in self.side_bets:
            label = labels.get(stake.id, stake.id)
            told.append(Word("stake.side_bet", {"label": label, "amount": dollars(stake.cents)}))
        return {"list": tuple(told)}


class WagersWithdrawn(Event, frozen=True):
    """A seat's wagers go back to its rail before the bets are closed."""

    about = About(
        Told(
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
        return moved(table, self.transfers)


class BetsClosed(Event, frozen=True):
    """No more bets."""

    about = About(Told("No more bets.", record="No more bets, called by {by}."), shows=("by",), aloud=True)

    by: Actor

    def apply(self, table: Table) -> Table:
        claimed = {spot.id for spot in table.layout if spot.claimed}
        return replace(table, seats=tuple([_dealt_in(seat, claimed) if seat.ante else seat for seat in table.seats]))


def _dealt_in(seat: Seat, claimed: set[str]) -> Seat:
    return replace(
        seat,
        status="in",
        bonus=_claim(seat, claimed),
        decided=not seat.first,
        last=(seat.ante, seat.first, seat.three_card_bonus),
        last_side_bets=seat.side_bets,
    )


def _claim(seat: Seat, claimed: set[str]) -> BonusStatus:
    """Whether the first three cards will be asked for."""
    if seat.three_card_bonus or (seat.side_bets and any(stake.id in claimed for stake in seat.side_bets)):
        return "open"
    return "none"


class PlaceWagers(Command, frozen=True):
    """All of a seat's wagers at once, so that the layout never holds a combination the rules forbid."""

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
        ask=(
            Ask.amount("ante", "Ante Bonus"),
            Ask.amount("first", "1st Wager"),
            Ask.amount("three_card_bonus", "Three Card Bonus"),
        ),
    )

    seat: SeatNumber
    ante: Amount
    first: Amount = 0
    three_card_bonus: Amount = 0
    side_bets: SideStakes = msgspec.field(default_factory=dict)  # those beside the Three Card Bonus, by id

    def decide(self, table: Table, house: House) -> Answer:
        refusal = refuse_wagers(house, self.ante, self.first, self.three_card_bonus, self.side_bets)
        if refusal is not None:
            return refusal
        seat = table.seats[self.seat - 1]
        if seat.player is None:
            return rejected("seat_empty", "Only seated players wager.", house.cite("room"))
        if self.seat > house.seats:
            return rejected("wrong_seat", f"This table has {house.seats} seats.", house.cite_value("seats"))
        wanted = self.ante + self.first + self.three_card_bonus
        if self.side_bets:
            wanted += sum(self.side_bets.values())
        if wanted > seat.rail and (refusal := refuse_short(house, seat.number, wanted, seat.rail + seat.staked)):
            return refusal
        stakes: tuple[Stake, ...] = ()
        beside: tuple[tuple[str, Cents, Cents], ...] = ()
        if seat.side_bets or self.side_bets:
            lying = {stake.id: stake.cents for stake in seat.side_bets}
            named = dict.fromkeys((*(bet.id for bet in house.further_side_bets), *lying))
            beside = tuple((name, lying.get(name, 0), self.side_bets.get(name, 0)) for name in named)
            stakes = tuple(Stake(name, cents) for name in named if (cents := self.side_bets.get(name, 0)))
        transfers = _laid_down(
            seat.number,
            seat.ante,
            self.ante,
            seat.first,
            self.first,
            seat.three_card_bonus,
            self.three_card_bonus,
            beside,
        )
        placed = WagersPlaced(seat.number, self.ante, self.first, self.three_card_bonus, transfers, self.by, stakes)
        if table.version == house.version:
            return (placed,)
        # The first wager of a round fixes the rules it is played under; a round without wagers has none yet.
        round = table.round if table.version else table.round + 1
        layout = side_spots(house)
        begun = RoundBegun(
            round,
            house.id,
            house.version,
            house.rules.sets_hands,
            house.rules.royal_asked_from,
            house.claims.late,
            layout,
            tuple(house.rules.steps.items()) if table.live else (),
        )
        return begun, placed

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        """The ante alone where the house allows it, and ante with 1st: with what bonus beside them, if any."""
        low, high = house.limits.table_minimum, house.limits.table_maximum
        chips_of = house.rules.chips
        for seat in seats_to_act(table, by):
            ante = seat.ante or low
            chips = seat.rail + seat.staked
            if not house.first_wager_required:
                most, beside = chips_of.most(min(high, chips)), _beside(house, chips - ante, first=False)
                short = refuse_short(house, seat.number, 2 * ante, chips)
                yield Offer(cls(by, seat.number, ante), low, most, side_bets=beside[1], instead=short)
            bonus, others = _beside(house, chips - 2 * ante, first=True)
            both = cls(by, seat.number, ante, ante)
            most = chips_of.most(min(high, chips // 2))
            yield Offer(both, low, most, bonus[0], bonus[1], side_bets=others)

    @classmethod
    def offered_by(cls, seat: Seat, house: House) -> tuple[object, ...] | None:
        """Chips beyond those that all spots can take make no difference."""
        return seat.ante, min(seat.rail + seat.staked, house.rules.most)


def _laid_down(
    number: int,
    ante: Cents,
    new_ante: Cents,
    first: Cents,
    new_first: Cents,
    bonus: Cents,
    new_bonus: Cents,
    beside: tuple[tuple[str, Cents, Cents], ...],
) -> tuple[Transfer, ...]:
    """What moves between a seat's rail and its spots, by what lies on each now and then: first what goes back."""
    rail = account("rail", number)
    back, down = [], []
    spots = (("ante", ante, new_ante), ("first", first, new_first), (THREE_CARD_BONUS, bonus, new_bonus), *beside)
    for spot, now, then in spots:
        if then > now:
            down.append(Transfer(rail, account(spot, number), then - now))
        elif now > then:
            back.append(Transfer(account(spot, number), rail, now - then))
    return (*back, *down)


def _beside(
    house: House, left: Cents, *, first: bool
) -> tuple[tuple[Cents, Cents] | tuple[None, None], tuple[SideOffer, ...]]:
    """The Three Card Bonus and the other side bets that may be put beside an offer's ante, each with what is left."""
    bonus: tuple[Cents, Cents] | tuple[None, None] = (None, None)
    others = []
    for bet in house.rules.spots:
        if bet.equals or bet.required or ("first" in bet.needs and not first):
            continue
        most = house.rules.chips.most(min(bet.maximum, left))
        if bet.id == THREE_CARD_BONUS:
            bonus = (bet.minimum, most) if most >= bet.minimum else (None, None)
        else:
            others.append(SideOffer(bet.id, bet.label, bet.minimum, most if most >= bet.minimum else None))
    return bonus, tuple(others)


class WithdrawWagers(Command, frozen=True):
    """Take all of a seat's wagers back before the bets are closed."""

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
    """A player keeps the seat and plays no hand until the next wager."""

    about = About(
        Told(you="You sit out.", they="{who} sits out.", record="{who} sits out{entered}."), shows=("seat", "by")
    )

    seat: int
    by: Actor

    def apply(self, table: Table) -> Table:
        return changed(table, self.seat, sitting_out=True)


class SitOut(Command, frozen=True):
    """Keep the seat and play no hand: nobody waits for a wager here until there is one."""

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
            return rejected("not_ready", "At a virtual table a player without a wager sits out.", clause)
        if seat.player is None:
            return rejected("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
        if seat.wagered:
            return rejected("in_play", f"Seat {seat.number} has wagered.", clause)
        if seat.sitting_out:
            return rejected("already_done", f"Seat {seat.number} sits out.", clause)
        return (SatOut(seat.number, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        if table.live:
            yield from (Offer(cls(by, seat.number)) for seat in table.seats if seat.player)


class NoMoreBets(Command, frozen=True):
    """The dealer closes the bets: a round begins with the seats that wagered."""

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
"""Once bets are closed: on to the first thing the deck still lacks."""


def side_spots(house: House) -> tuple[SideSpot, ...]:
    """The places on a house's layout for side bets of its own."""
    return tuple([SideSpot(bet.id, bet.label, bet.judged_on, bet.claimed) for bet in house.further_side_bets])


def withdrawal(table: Table, number: int) -> tuple[Transfer, ...]:
    """Everything a seat has on the layout, back to its rail."""
    seat = table.seat(number)
    spots = [("ante", seat.ante), ("first", seat.first), ("second", seat.second)]
    spots += [(THREE_CARD_BONUS, seat.three_card_bonus), *((stake.id, stake.cents) for stake in seat.side_bets)]
    return tuple(Transfer(account(spot, number), f"rail:{number}", cents) for spot, cents in spots if cents)
