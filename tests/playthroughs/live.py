"""Live tables: physical cards, a dealer at the console, unknown cards until someone turns them over."""

from __future__ import annotations

from playthroughs.dump import Playthrough

from boston7.cards import parse_cards
from boston7.game import commands
from boston7.game.actors import DEALER, SUPERVISOR, player
from boston7.game.checklist import TRAY_STEPS, ChecklistStep
from boston7.house.model import Device

c = commands
ADA, BOB = player("Ada"), player("Bob")


def live(title: str, house: str, about: str, *, device: Device = "hand") -> Playthrough:
    """A table whose deck came inspected, with the tray counted and signed for."""
    r = Playthrough(title, house, about)
    r.do(c.OpenTable(SUPERVISOR, "Table 2", 5_000_00, live=True, device=device, preinspected=True))
    _sign_for_the_tray(r)
    return r


def _sign_for_the_tray(r: Playthrough) -> None:
    for step in TRAY_STEPS:
        if step is ChecklistStep.COUNT_TRAY:
            r.do(c.CountTray(DEALER, 5_000_00))
        else:
            r.do(c.CheckOff(SUPERVISOR if step is ChecklistStep.SUPERVISOR_SIGNS else DEALER, step))


def opening() -> Playthrough:
    r = Playthrough(
        "Opening a table, and again after it was idle",
        "seabrook",
        "The deck is inspected, verified, spread for the first player, washed and stacked; the tray is counted and\n"
        "signed for. Steps out of order and signatures of the wrong person are refused. A bad card: another deck.",
    )
    r.do(c.OpenTable(SUPERVISOR, "Table 2", 5_000_00, live=True, device="manual_shoe"))
    r.refuse(c.Sit(ADA, 1, "Ada"))
    r.refuse(c.CheckOff(DEALER, ChecklistStep.SPREAD_DECK))
    r.do(c.CheckOff(DEALER, ChecklistStep.RECEIVE_DECK), c.CheckOff(DEALER, ChecklistStep.INSPECT_DECK))
    r.refuse(c.CheckOff(DEALER, ChecklistStep.VERIFY_DECK))
    r.do(c.CheckOff(SUPERVISOR, ChecklistStep.VERIFY_DECK), c.CheckOff(DEALER, ChecklistStep.SPREAD_DECK))
    r.say("The spread waits for the first player; meanwhile the tray")
    r.refuse(c.CheckOff(DEALER, ChecklistStep.OFFER_INSPECTION))
    _sign_for_the_tray(r)
    r.do(c.Sit(DEALER, 1, "Ada"), c.CheckOff(ADA, ChecklistStep.OFFER_INSPECTION))
    r.do(c.CheckOff(DEALER, ChecklistStep.WASH_DECK), c.CheckOff(DEALER, ChecklistStep.STACK_DECK))
    r.say("Nobody plays: the cards are spread again; then one of them is found bent")
    r.do(c.Leave(DEALER, 1), c.GoIdle(DEALER), c.CheckOff(DEALER, ChecklistStep.RECEIVE_DECK))
    r.do(c.ReplaceDeck(SUPERVISOR, "the four of clubs is bent"))
    r.refuse(c.PlaceWagers(DEALER, 1, {"ante": 5_00}))
    return r


def live_round() -> Playthrough:
    r = live(
        "A live round, dealt from the hand",
        "nhcg",
        "Shuffle, cut, delivery in stacks, the stub counted face down and racked. Nobody at the console knows a card\n"
        "until it lies face up: the dealer enters what Ada shows, the dealer's hand, and each hand turned over.",
    )
    r.do(c.Sit(DEALER, 1, "Ada"), c.ChipsIn(DEALER, 1, 200_00), c.Sit(DEALER, 4, "Bob"), c.ChipsIn(DEALER, 4, 100_00))
    r.do(c.Shuffle(DEALER))
    r.refuse(c.Cut(DEALER, 5))
    r.do(c.Cut(DEALER, 20), c.OrderRecut(SUPERVISOR), c.Cut(DEALER, 31))
    r.do(
        c.PlaceWagers(DEALER, 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        c.PlaceWagers(DEALER, 4, {"ante": 5_00, "first": 5_00}),
    )
    r.refuse(c.Deal(DEALER))
    r.do(c.NoMoreBets(DEALER), c.Deal(DEALER, one=True), c.Deal(DEALER), c.DrawnInError(DEALER), c.Deal(DEALER))
    r.do(c.Deal(DEALER))
    r.say("Ada shows a flush")
    r.refuse(c.Expose(ADA, 1))
    r.refuse(c.Expose(DEALER, 1, parse_cards("2h 9h 9h")))
    r.do(c.Expose(DEALER, 1, parse_cards("2h 9h Jh")), c.SettleBonuses(DEALER))
    r.do(c.PlaceSecond(DEALER, 1), c.PlaceSecond(DEALER, 4))
    r.do(c.Deal(DEALER), c.Deal(DEALER), c.Deal(DEALER))
    r.say("31 cards should be left of 52 after three hands of seven; the dealer counts 31")
    r.do(c.CountStub(DEALER, 31), c.RackStub(DEALER))
    r.do(c.SetHand(DEALER, 1), c.SetHand(DEALER, 4))
    r.refuse(c.Reveal(DEALER, parse_cards("2h Ks Kd 7c 7d 5s 3c")))
    r.do(c.Reveal(DEALER, parse_cards("Qs Ks Kd 7c 7d 5s 3c")))
    r.say("Hands are turned over from right to left: Bob in seat 4 first")
    r.refuse(c.TurnOver(DEALER, 1, parse_cards("2h 9h Jh Kh Ah"), parse_cards("2c 5d")))
    r.do(c.TurnOver(DEALER, 4, parse_cards("Ac As Td 8h 6c"), parse_cards("4s 2d")), c.Settle(DEALER))
    r.refuse(c.TurnOver(DEALER, 1, parse_cards("3h 9h Jh Kh Ah"), parse_cards("2c 5d")))
    r.do(c.TurnOver(DEALER, 1, parse_cards("2h 9h Jh Kh Ah"), parse_cards("2c 5d")), c.Settle(DEALER))
    r.do(c.NextRound(DEALER))
    return r
