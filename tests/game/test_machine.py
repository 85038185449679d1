"""Random commands at a table, in any order, and the invariants that must hold.

The rules below only choose the commands; `machine_trial.py` checks the invariants after every command.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import get_args

import pytest
from campaign import CAMPAIGN, times
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from machine_houses import HOUSES, MANY_BETS
from machine_moves import anything_allowed, anything_at_all, anything_heard, close, drain, move_on, opening, trouble
from machine_offers import check_offers
from machine_trial import EVERYONE, PLAYERS, Trial
from msgspec.structs import replace

from boston7.cards import DECK, UNKNOWN, parse_cards
from boston7.declare import Rejection
from boston7.game import (
    CLOSED,
    VIRTUAL_DEALER,
    Automation,
    Command,
    Event,
    Phase,
    Table,
    TableView,
    decide,
    events,
    evolve,
    replay,
    view,
)
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor
from boston7.game.commands import snake
from boston7.game.rejection import Code
from boston7.game.table import IN_ACTION
from boston7.house import House

pytestmark = pytest.mark.campaign


SEEDS = st.integers(0, 2**32 - 1)


class TableMachine(RuleBasedStateMachine):
    live = False

    @initialize(house=st.sampled_from(list(HOUSES)), seed=SEEDS)
    def open_a_table(self, house: str, seed: int) -> None:
        rng = random.Random(seed)
        self.trial = Trial(HOUSES[house], rng)
        assert self.trial.send(opening(rng, live=self.live)) is None

    def _try(self, command: Command | None, rng: random.Random) -> None:
        if command is not None:
            self.trial.send(command)
            check_offers(self.trial, rng.choice(EVERYONE), rng)

    @rule(seed=SEEDS, steps=st.integers(1, 12))
    def play_on(self, seed: int, steps: int) -> None:
        rng = random.Random(seed)
        for _ in range(steps):
            self._try(move_on(self.trial, rng), rng)

    @rule(seed=SEEDS)
    def do_anything_allowed(self, seed: int) -> None:
        rng = random.Random(seed)
        self._try(anything_allowed(self.trial, rng), rng)

    @precondition(lambda self: self.trial.table.phase in IN_ACTION)
    @rule(seed=SEEDS)
    def report_trouble(self, seed: int) -> None:
        rng = random.Random(seed)
        self._try(trouble(self.trial, rng), rng)

    @rule(seed=SEEDS)
    def try_anything(self, seed: int) -> None:
        rng = random.Random(seed)
        self._try(anything_at_all(self.trial, rng), rng)

    @rule(seed=SEEDS)
    def try_anything_in_its_place(self, seed: int) -> None:
        rng = random.Random(seed)
        self._try(anything_heard(self.trial, rng), rng)

    @precondition(lambda self: self.trial.table.phase in IN_ACTION)
    @rule(seed=SEEDS, house=st.sampled_from(list(HOUSES)))
    def a_round_keeps_its_rules(self, seed: int, house: str) -> None:
        """R20: a valid command is refused under other rules than those of the round."""
        command, other = move_on(self.trial, random.Random(seed)), HOUSES[house]
        accepted = not isinstance(decide(self.trial.table, command, self.trial.house_in_force), Rejection)
        if accepted and other.version != self.trial.table.version:
            refusal = self.trial.send(command, other)
            assert refusal is not None
            assert refusal.code == "wrong_house"

    @precondition(lambda self: self.trial.table.phase is Phase.BETTING)
    @rule(house=st.sampled_from(list(HOUSES)))
    def new_rules_between_rounds(self, house: str) -> None:
        if not any(seat.wagered for seat in self.trial.table.seats):
            self.trial.house_in_force = HOUSES[house]

    @rule(seed=SEEDS)
    def finish_the_round(self, seed: int) -> None:
        drain(self.trial, random.Random(seed))

    def teardown(self) -> None:
        if not hasattr(self, "trial"):
            return
        for phase in Phase:
            if self.trial.tally[f"phase {phase}"]:
                event(f"reached {phase}")
        drain(self.trial, random.Random(0))
        if self.trial.table.phase is not Phase.CLOSED:
            close(self.trial)
        assert replay(self.trial.log, CLOSED) == self.trial.table


class LiveTableMachine(TableMachine):
    live = True


SETTINGS = settings(
    max_examples=times(8, 2000),
    stateful_step_count=times(30, 60),
    deadline=None,
    derandomize=not CAMPAIGN,
)
TestVirtualTable = TableMachine.TestCase
TestVirtualTable.settings = SETTINGS
TestLiveTable = LiveTableMachine.TestCase
TestLiveTable.settings = SETTINGS


RICH = (38, 39, 48, 57, 66, 68, 80, 106, 107, 118, 121, 132, 239)
"""Seeds that together covered everything when this was written; they run first, others only if needed."""


def _play(evenings: int, reached: Counter[str] | None = None, wanted: Sequence[str] = ()) -> Counter[str]:
    """Play the same moves from fixed seeds instead of a search.

    A campaign plays all evenings; otherwise stop once everything wanted was seen.
    """
    reached = Counter(reached or ())
    houses = tuple(HOUSES.values())
    for seed in sorted(range(evenings), key=lambda seed: seed not in RICH):
        if wanted and not CAMPAIGN and all(reached[what] for what in wanted):
            break
        rng = random.Random(seed)
        trial = Trial(houses[seed % len(houses)], rng)
        trial.send(anything_at_all(trial, rng))
        trial.send(opening(rng, live=seed // len(houses) % 2 == 1))
        for _ in range(60):
            choices = (move_on, anything_allowed, anything_heard, anything_at_all, trouble)
            command = rng.choices(choices, (12, 3, 6, 1, 2))[0](trial, rng)
            if command is not None:
                trial.send(command, rng.choice(houses) if rng.random() < 0.02 else None)
        drain(trial, rng)
        reached += trial.tally
    return reached


def _rarities() -> Counter[str]:
    """Bring about events too rare for chance: a long royal given up or entered without its cards, unknown cards, a last
    hand without a wager."""
    ada = PLAYERS[0]
    # Seat 1 and the dealer have three cards each, then seat 1 has four.
    royal = parse_cards("As Ks Qs 2c 3d 4h Js Ts 9s 8s")
    deck = (*royal, *(card for card in DECK if card not in royal))
    tallies: Counter[str] = Counter()
    for house, live, last in (
        ("rack-card", False, c.WaiveRoyal(ada, 1)),
        ("rack-card", True, c.Expose(DEALER, 1, (UNKNOWN,) * 3)),
        ("tight", True, c.KeyRank(DEALER, 1, "royal_flush")),
        ("tight", True, c.KeyRank(DEALER, 1, "pair")),
    ):
        rng = random.Random(0)
        trial = Trial(HOUSES[house], rng)
        trial.send(c.OpenTable(SUPERVISOR, "Table 1", 5000_00, live=live, automation=VIRTUAL_DEALER))
        while trial.table.phase is Phase.OPENING:
            trial.send(move_on(trial, rng))
        if trial.table.seat(1).player is None:
            seated = {seat.player for seat in trial.table.seats}
            free = next(each for each in PLAYERS if each.name not in seated) if live else ada
            trial.send(c.Sit(DEALER if live else ada, 1, free.name))
        trial.send(c.ChipsIn(DEALER, 1, 100_00) if live else c.BuyIn(ada, 1, 100_00))
        trial.send(c.PlaceWagers(DEALER if live else ada, 1, {"ante": 5_00}))  # Refused if a 1st Wager is required.
        trial.send(c.PlaceWagers(DEALER if live else ada, 1, {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}))
        trial.send(c.NoMoreBets(DEALER))
        trial.send(c.Shuffle(DEALER) if live else c.Shuffle(PLATFORM, deck))
        if not live:
            trial.send(c.Expose(ada, 1))
            trial.send(c.PlaceSecond(ada, 1))
        trial.send(last)
        dan, dora = Actor("dealer", "Dan"), Actor("dealer", "Dora")
        for command in (c.SignOn(dan), c.SignOnBeside(dora), c.SignOff(dan)) if live else ():
            trial.send(command)
        tallies += trial.tally
    rng = random.Random(0)
    trial = Trial(HOUSES["nhcg"], rng)
    trial.send(c.OpenTable(SUPERVISOR, "Table 1", 5000_00, automation=VIRTUAL_DEALER))
    for seat, by in enumerate(PLAYERS[:2], 1):
        for begins in (c.Sit(by, seat, by.name), c.BuyIn(by, seat, 100_00), c.PlaceWagers(by, seat, {"ante": 5_00})):
            trial.send(begins)
    trial.send(c.NoMoreBets(DEALER))
    trial.send(c.Shuffle(PLATFORM, DECK))
    trial.send(c.SetHand(ada, 1))
    trial.send(c.ChangeHand(ada, 1, trial.table.seat(1).cards[2:]))
    tallies += trial.tally
    trial = Trial(HOUSES["nhcg"], random.Random(0))
    trial.send(c.OpenTable(SUPERVISOR, "Table 1", 5000_00, automation=VIRTUAL_DEALER))
    trial.send(c.Sit(ada, 1, ada.name))
    close(trial)  # A last hand without wagers.
    tallies += trial.tally
    for live, alone in ((False, False), (True, False), (True, True)):
        tallies += _fold_taken_back(live=live, alone=alone)
    trial = Trial(HOUSES["nhcg"], random.Random(0))
    trial.send(c.OpenTable(SUPERVISOR, "Table 1", 5000_00, automation=VIRTUAL_DEALER))
    for answer in (c.WithdrawRequest(SUPERVISOR, 1), c.DeclineRequest(Actor("supervisor", "Sam"), 2, "no slip")):
        trial.send(c.FillTray(SUPERVISOR, 2000_00, "slip 1"))
        trial.send(answer)
    tallies += trial.tally
    for seed in range(20):  # A live showdown with a wager on the dealer's first three cards.
        if tallies["accepted reveal_apart"]:
            break
        rng = random.Random(seed)
        trial = Trial(MANY_BETS, rng)
        trial.send(opening(rng, live=True))
        for _ in range(90):
            trial.send(move_on(trial, rng))
        tallies += trial.tally
    return tallies


def _fold_taken_back(*, live: bool, alone: bool) -> Counter[str]:
    """Count a hand after its fold: while another still decides, or after the fold ended the round."""
    trial = Trial(HOUSES["nhcg"], random.Random(0))
    opened = c.OpenTable(SUPERVISOR, "Table 1", 5000_00, live, (Automation.OPENING,), preinspected=True)
    for command in (opened, c.CountTray(DEALER, 5000_00)) if live else (opened,):
        trial.send(command)
    seats = PLAYERS[: 1 if alone else 2]
    for number, by in enumerate(seats, 1):
        trial.send(c.Sit(DEALER if live else by, number, by.name))
        trial.send(c.ChipsIn(DEALER, number, 100_00) if live else c.BuyIn(by, number, 100_00))
        trial.send(c.PlaceWagers(DEALER if live else by, number, {"ante": 5_00, "first": 5_00}))
    trial.send(c.NoMoreBets(DEALER))
    trial.send(c.Shuffle(DEALER) if live else c.Shuffle(PLATFORM, DECK))
    while trial.table.phase is Phase.DEALING_THREE:
        trial.send(c.Deal(DEALER))
    trial.send(c.Fold(DEALER if live else PLAYERS[0], 1))
    assert trial.send(c.WrongCount(DEALER, 1, 2)) is None
    return trial.tally


def test_the_machine_meets_everything_there_is_to_meet() -> None:
    """The machines above check the same invariants and search for counterexamples."""
    wanted = [
        *(f"phase {phase}" for phase in Phase),
        *(f"accepted {snake(kind.__name__)}" for kind in get_args(Command)),
        *(f"event {snake(kind.__name__)}" for kind in get_args(Event)),
        *(f"refused {code}" for code in get_args(Code)),
        *(f"showdown {result}" for result in ("win", "lose", "push", "none")),
        *(f"three_card_bonus {result}" for result in ("win", "lose")),
        *("fold lose", "void void", "void win"),
    ]
    # A correction needs the round's entries, not only the table: see test_rulings_corrections.py.
    wanted = [what for what in wanted if what not in ("accepted amend", "event corrected")]
    reached = _play(500, _rarities(), wanted)
    assert not [what for what in wanted if not reached[what]]


def _tips_a_cent(table: Table, event: Event) -> Table:
    table = evolve(table, event)
    return replace(table, tray=table.tray + 1) if isinstance(event, events.BetsClosed) else table


def _palms_a_card(table: Table, event: Event) -> Table:
    table = evolve(table, event)
    return replace(table, stub=table.stub[1:]) if isinstance(event, events.CardsDealt) else table


def _turns_the_dealer_up(table: Table, viewer: Actor) -> TableView:
    return replace(view(table, viewer), dealer_cards=table.dealer_cards)


def _shrugs(table: Table, command: Command, house: House) -> tuple[Event, ...] | Rejection:
    decided = decide(table, command, house)
    return Rejection("game", decided.code, "No.", "") if isinstance(decided, Rejection) else decided


@pytest.mark.parametrize(
    ("part", "faulty", "complaint"),
    [
        ("evolve", _tips_a_cent, "money was made or lost"),
        ("evolve", _palms_a_card, "cards"),
        ("view", _turns_the_dealer_up, "would see another table|sees"),
        ("decide", _shrugs, "decide No"),
    ],
)
def test_the_machine_notices_a_fault(
    monkeypatch: pytest.MonkeyPatch, part: str, faulty: Callable[..., object], complaint: str
) -> None:
    monkeypatch.setattr(f"machine_trial.{part}", faulty)
    with pytest.raises(AssertionError, match=complaint):
        _play(evenings=10)


# Shortened findings of the machine


def _after(house: House, *commands: Command, table: Table = CLOSED) -> Table:
    for command in commands:
        outcome = decide(table, command, house)
        assert not isinstance(outcome, Rejection), f"{command}: {outcome}"
        table = replay(outcome, table)
    return table


def test_a_card_that_was_shown_and_then_missing_lies_face_down_again() -> None:
    """A known face must not be dealt to another seat: that hand could never be turned over (R16)."""
    ada, bob = PLAYERS[:2]
    table = _after(
        HOUSES["nhcg"],
        c.OpenTable(SUPERVISOR, "Table 1", 1000_00, live=True, preinspected=True, automation=(Automation.OPENING,)),
        c.CountTray(DEALER, 1000_00),
        *(c.Sit(DEALER, seat, by.name) for seat, by in enumerate((ada, bob), 1)),
        *(c.ChipsIn(DEALER, seat, 100_00) for seat in (1, 2)),
        c.PlaceWagers(DEALER, 1, {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}),
        c.PlaceWagers(DEALER, 2, {"ante": 5_00, "first": 5_00}),
        c.NoMoreBets(DEALER),
        c.Shuffle(DEALER),
        *[c.Deal(DEALER)] * 3,
        c.Expose(DEALER, 1, parse_cards("As Ks Qd")),
        c.SettleBonuses(DEALER),
        c.WrongCount(DEALER, 1, 2),
    )
    assert not [card for card in table.stub if card.known]


def test_a_table_without_wagers_closes_under_whatever_rules_are_in_force() -> None:
    """R20 binds a round; a round whose wagers were all taken back no longer exists."""
    ada = PLAYERS[0]
    table = _after(
        HOUSES["nhcg"],
        c.OpenTable(SUPERVISOR, "Table 1", 1000_00, automation=(Automation.OPENING,)),
        c.Sit(ada, 1, ada.name),
        c.BuyIn(ada, 1, 100_00),
        c.PlaceWagers(ada, 1, {"ante": 5_00}),
        c.WithdrawWagers(ada, 1),
    )
    last = (
        c.BeginClosing(SUPERVISOR, "end of the night"),
        c.EndPlay(SUPERVISOR),
        c.CountTray(DEALER, 1000_00),
        c.CloseTable(SUPERVISOR),
    )
    assert _after(HOUSES["seabrook"], *last, table=table).phase is Phase.CLOSED


def test_no_offer_goes_beyond_what_a_command_can_say() -> None:
    most = 10**12
    table = _after(
        HOUSES["nhcg"],
        c.OpenTable(SUPERVISOR, "Table 1", most, automation=(Automation.OPENING,)),
        c.FillTray(SUPERVISOR, most, "slip 1"),
    )
    trial = Trial(HOUSES["nhcg"], random.Random(0))
    trial.table = table
    check_offers(trial, SUPERVISOR, random.Random(0))
