"""What a command causes, or why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.acts import betting, dealing, floor, irregular, opening, playing, rail, showdown, timeouts
from boston7.game.acts.common import Answer
from boston7.game.evolve import EFFECTS
from boston7.game.follow import follow
from boston7.game.ladder import climb
from boston7.game.refusal import Refusal
from boston7.game.table import Table
from boston7.house.model import House


def decide(table: Table, command: c.Command, house: House) -> tuple[e.Event, ...] | Refusal:
    """The events a command causes, with everything that follows from them by itself."""
    outcome = act(table, command, house)
    return outcome if isinstance(outcome, Refusal) else outcome[1]


def act(table: Table, command: c.Command, house: House) -> tuple[Table, tuple[e.Event, ...]] | Refusal:
    """Like `decide`, with the table as it is afterwards."""
    answered = answer(table, command, house)
    if isinstance(answered, Refusal):
        return answered
    log: list[e.Event] = []
    events = answered
    while events:
        for event in events:
            table = EFFECTS[type(event)](table, event)
        log += events
        events = follow(table, house)
    return table, tuple(log)


def answer(table: Table, command: c.Command, house: House) -> Answer:
    """Only what the command itself causes."""
    return climb(table, command, house) or _ACTS[type(command)](table, command, house)


_ACTS: dict[type, Callable[[Table, Any, House], Answer]] = {
    c.OpenTable: opening.open_table,
    c.CheckOff: opening.check_off,
    c.CountTray: opening.count_tray,
    c.ReplaceDeck: opening.replace_deck,
    c.GoIdle: opening.go_idle,
    c.BeginClosing: opening.begin_closing,
    c.CloseTable: opening.close_table,
    c.Sit: rail.sit,
    c.Leave: rail.leave,
    c.BuyIn: rail.buy_in,
    c.CashOut: rail.cash_out,
    c.PlaceWagers: betting.place_wagers,
    c.WithdrawWagers: betting.withdraw_wagers,
    c.NoMoreBets: betting.no_more_bets,
    c.Shuffle: dealing.shuffle,
    c.Cut: dealing.cut,
    c.OrderRecut: dealing.order_recut,
    c.Deal: dealing.deal,
    c.CountStub: dealing.count_stub,
    c.RackStub: dealing.rack_stub,
    c.Expose: playing.expose,
    c.Decline: playing.decline,
    c.SettleBonuses: playing.settle_bonuses,
    c.PlaceSecond: playing.place_second,
    c.Fold: playing.fold,
    c.SetHand: playing.set_hand,
    c.Disclose: playing.disclose,
    c.Reveal: showdown.reveal,
    c.TurnOver: showdown.turn_over,
    c.Settle: showdown.settle_next,
    c.NextRound: showdown.next_round,
    c.TimeOut: timeouts.time_out,
    c.DealerCardExposed: irregular.dealer_card_exposed,
    c.FaceUpCard: irregular.face_up_card,
    c.DrawnInError: irregular.drawn_in_error,
    c.WrongCount: irregular.wrong_count,
    c.DealerMiscount: irregular.dealer_miscount,
    c.ShufflerFailed: irregular.shuffler_failed,
    c.FillTray: floor.fill_tray,
    c.CreditTray: floor.credit_tray,
    c.VoidRound: irregular.void_round,
    c.Evict: floor.evict,
    c.RefusePrizeCheck: floor.refuse_prize_check,
    c.Correct: floor.correct,
}
