"""One dishonest person at a live table can only play by the rules (R22).

Random tries cover every offered act, every correction, every payout correction and every answer to a request. Chips may
leave the tray for a rail only as cash sold or as a payout below the house's threshold. No wager changes after bets are
closed, and no hand is void after the dealer's hand is open.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import msgspec
import pytest
from campaign import CAMPAIGN, times
from hypothesis import given, settings
from hypothesis import strategies as st
from machine_houses import HOUSES
from machine_moves import chosen, move_on, opening
from machine_trial import Unwatched

from boston7.cards import DECK, UNKNOWN, Card
from boston7.declare import Rejection
from boston7.game import Command, Event, Game, Phase, Table, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, SUPERVISOR, Actor
from boston7.game.corrections import Entered
from boston7.game.decide import act
from boston7.game.entries import entries, instead
from boston7.game.settlement import confirmed
from boston7.game.table import IN_ACTION
from boston7.game.transfers import Transfer
from boston7.house import House

pytestmark = pytest.mark.campaign


class Alone(Unwatched):
    """A live table with the history from its record."""

    game = Game()

    def send(self, command: Command, house: House | None = None) -> Rejection | None:
        steps = act(self.game, command, self.house_in_force)
        if isinstance(steps, Rejection):
            return steps
        for event, after in steps:
            if isinstance(event, e.Corrected):
                self.replayed = after.table
                self.log.append(event)
                self._lay_out(after.table)
            elif not isinstance(event, Entered):
                self._happened(event)
        self.game = steps[-1][1]
        self.table = self.game.table
        return None

    def _lay_out(self, table: Table) -> None:
        """Return the cards as the corrected entries have them, with unseen cards in any order."""
        known = {card for place in _places(table).values() for card in place if card is not UNKNOWN}
        unseen = [card for card in DECK if card not in known]
        self.real.rng.shuffle(unseen)
        self.real.clear()
        for where, cards in _places(table).items():
            lying = [unseen.pop() if card is UNKNOWN else card for card in cards]
            if where in ("stub", "rack"):
                setattr(self.real, where, lying)
            else:
                self.real.hands[int(where)] = lying
        self.real.entered, self.real.drawn_ahead = known, table.drawn_ahead


def _places(table: Table) -> dict[str, tuple[Card, ...]]:
    hands = {str(seat.number): seat.cards for seat in table.seats}
    return {"stub": table.stub, "rack": table.discard_rack, "0": table.dealer_cards, **hands}


def tries(trial: Alone, who: Actor, rng: random.Random) -> Iterator[Command]:
    """Yield random commands from one person, including answers to their own requests."""
    table, house = trial.table, trial.house_in_force
    offers = [offer for offer in legal(table, house, who) if offer.type not in ("next_round", "close_table")]
    if offers:
        yield chosen(trial, rng.choice(offers), rng)
    found = [row for row in entries(trial.game, who, house) if row.undo or row.correct]
    for row in rng.sample(found, min(2, len(found))):
        yield c.Amend(who, row.number, reason="misread")
        for offer in instead(trial.game, row.number, house):
            with suppress(ValueError, IndexError):  # The seat's cards are gone by now.
                now = chosen(trial, offer, rng)
                assert not isinstance(now, c.Amend)
                yield c.Amend(who, row.number, now, "misread")
    seat = rng.randint(1, 6)
    yield c.CorrectPayout(who, (Transfer("tray", f"rail:{seat}", rng.choice((1, 5_00, 500_00))),), "underpaid")
    for request in table.pending:
        yield c.ApproveRequest(who, request.number)
        yield c.ApproveRequest(Actor("dealer", who.name), request.number)


def by_the_rules(event: Event, before: Table, house: House) -> None:
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    match event:
        case e.Settled():
            assert not confirmed(house, event.lines), "a large payout on one person's word"
        case e.ChipsMoved() | e.TableOpened() | e.TableClosed() | e.PlayerLeft() | e.FoldTakenBack():
            pass
        case e.RoundVoided() | e.HandVoided():
            assert not before.dealer_face_up, "a void that takes a result away"
        case e.Corrected():
            spots = {account.partition(":")[0] for each in transfers for account in (each.source, each.target)}
            if "tray" in spots:  # R22: a fold may be entered or taken back until the last four begin.
                assert {"fold", "place_second"} & {c.snake(type(one.was).__name__) for one in event.amended}
                assert not any(len(seat.cards) > 3 for seat in before.seats)
            bets = {"ante", "first", "bonus"} & spots
            assert not bets or "tray" in spots or before.phase not in IN_ACTION, "a wager after no more bets"
        case _:
            tray = [each for each in transfers if "tray" in (each.source, each.target)]
            assert not tray, f"chips of the tray moved by {event}"


@given(seed=st.integers(0, 2**32 - 1), house=st.sampled_from(list(HOUSES)), dealer=st.booleans())
@settings(max_examples=times(25, 2000), deadline=None, derandomize=not CAMPAIGN)
def test_one_person_alone_moves_no_chips_but_by_the_rules(seed: int, house: str, dealer: bool) -> None:
    rng = random.Random(seed)
    trial = Alone(HOUSES[house], rng)
    assert trial.send(msgspec.structs.replace(opening(rng, live=True), by=SUPERVISOR, tray=5000_00)) is None
    who = Actor("dealer", "Dan") if dealer else Actor("supervisor", "Sue")
    for _ in range(60):
        trial.send(move_on(trial, rng))
        if trial.table.phase in (Phase.CLOSED, Phase.CLOSING):
            break
        for command in tries(trial, who, rng):
            known = len(trial.log)
            before = trial.table
            trial.send(command)
            for event in trial.log[known:]:
                by_the_rules(event, before, trial.house_in_force)
                before = event.apply(before)


def test_the_property_notices_what_it_forbids() -> None:
    correction = e.PayoutCorrected((Transfer("tray", "rail:2", 5_00),), "a gift", (), (), SUPERVISOR)
    bet = e.Corrected(
        (e.Amended(7, c.PlaceWagers(DEALER, 2, {"ante": 5_00})),),
        (Transfer("rail:2", "ante:2", 5_00),),
        None,
        "",
        DEALER,
    )
    voided = e.HandVoided(2, "a drink", "ours")
    seen = Table(phase=Phase.SHOWDOWN, dealer_face_up=True)
    for event in (correction, bet, voided):
        with pytest.raises(AssertionError):
            by_the_rules(event, seen, HOUSES["nhcg"])
