"""A round in each of the five houses: virtual tables, dealt from decks arranged for what there is to see."""

from __future__ import annotations

from playthroughs.dump import Playthrough, singly, stacked

from boston7.game import VIRTUAL_DEALER, Automation, commands
from boston7.game.actors import DEALER, PLATFORM, player
from boston7.house.model import Style

c = commands
ADA, BOB, CEM, DOT, EVE = map(player, ("Ada", "Bob", "Cem", "Dot", "Eve"))
LEFT_TO_LOOK_AT = tuple(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND)


def virtual(title: str, house: str, about: str, *, tray: int = 20_000_00, style: Style = "stack") -> Playthrough:
    round_ = Playthrough(title, house, about)
    round_.do(c.OpenTable(PLATFORM, "Table 1", tray, automation=LEFT_TO_LOOK_AT, style=style))
    return round_


def seat(round_: Playthrough, *seats: int) -> None:
    names = {1: ADA, 2: BOB, 3: CEM, 5: DOT, 6: EVE}
    for number in seats:
        by = names[number]
        if round_.table.live:
            round_.do(c.Sit(DEALER, number, by.name), c.ChipsIn(DEALER, number, 200_00))
        else:
            round_.do(c.Sit(by, number, by.name), c.BuyIn(by, number, 200_00))


def filing_12031() -> Playthrough:
    r = virtual(
        "A capped royal, a loss, a paid fold, an ante alone and a push",
        "filing-12031",
        "Ada holds a royal at $50 and meets the maximum of $2,000; Bob loses; Cem is paid on a pair and folds;\n"
        "Dot wagers on the ante alone and is paid for three of a kind though the dealer is higher; Eve ties.",
    )
    seat(r, 1, 2, 3, 5, 6)
    r.say("Wagers (R1)")
    r.refuse(c.PlaceWagers(ADA, 1, {"ante": 50_00, "first": 20_00}))
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 50_00, "first": 50_00, "three_card_bonus": 5_00}),
        c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(CEM, 3, {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}),
        c.PlaceWagers(DOT, 5, {"ante": 5_00}),
        c.PlaceWagers(EVE, 6, {"ante": 20_00, "first": 20_00}),
    )
    deck = stacked(
        "As Ks Qs Js Ts 2c 3d", "2d 5c 9s Jd 7c 3h Qh", "6d 6h Qc", "4c 4d 4h 2s Tc 9c Kh", "5h 6c 7d 8c 9h Qd Jh",
        "5d 6s 7h 8s 9d Kd 2h",
    )  # fmt: skip
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM))
    r.refuse(c.WithdrawWagers(BOB, 2))
    r.say("Three-card bonus (R3): both claims are in before any is settled")
    r.do(c.Expose(CEM, 3), c.Expose(ADA, 1))
    r.say("Decisions (R5), in any order; Dot has none to make (R6)")
    r.refuse(c.PlaceSecond(DOT, 5))
    r.do(c.PlaceSecond(EVE, 6), c.Fold(CEM, 3), c.PlaceSecond(ADA, 1), c.PlaceSecond(BOB, 2))
    r.say("Five of seven (R7), then settlement from right to left (R9, R10)")
    r.do(c.SetHand(ADA, 1), c.SetHand(BOB, 2), c.SetHand(DOT, 5), c.SetHand(EVE, 6))
    r.do(c.NextRound(PLATFORM))
    return r


def nhcg() -> Playthrough:
    r = virtual(
        "A capped straight flush, an ante kept, a push and a declined bonus",
        "nhcg",
        "Ada's straight flush is trimmed to $1,000, her three-card bonus is not; Bob's ante alone beats the dealer;\n"
        "Cem ties without a bonus; Dot declines to show, and loses.",
    )
    seat(r, 1, 2, 3, 5)
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 50_00, "first": 50_00, "three_card_bonus": 10_00}),
        c.PlaceWagers(BOB, 2, {"ante": 5_00}),
        c.PlaceWagers(CEM, 3, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(DOT, 5, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
    )
    deck = stacked(
        "5h 6h 7h 8h 9h Ac Qd", "As Ad 4c 6d 8c Tc Qh", "Kh Kd 9s 5d 3d 2s Jc", "Js 7c 4d 2d 8d Th 3h",
        "Ks Kc 9d 5s 3c 2h Jd",
    )  # fmt: skip
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM))
    r.refuse(c.Expose(BOB, 2))
    r.do(c.Expose(ADA, 1), c.Decline(DOT, 5))
    r.do(c.PlaceSecond(ADA, 1), c.PlaceSecond(CEM, 3), c.PlaceSecond(DOT, 5))
    r.do(c.SetHand(BOB, 2), c.SetHand(ADA, 1), c.SetHand(DOT, 5), c.SetHand(CEM, 3))
    r.do(c.NextRound(PLATFORM))
    return r


def seabrook() -> Playthrough:
    r = virtual(
        "Cards one at a time, and an ante bonus paid to a loser",
        "seabrook",
        "Bob's full house loses to the dealer's four of a kind and is still paid its ante bonus (R9);\n"
        "Ada wins with a higher four of a kind; Cem shows a straight, folds it, and keeps what it won (R3).",
        style="single",
    )
    seat(r, 1, 2, 3)
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(BOB, 2, {"ante": 20_00, "first": 20_00}),
        c.PlaceWagers(CEM, 3, {"ante": 10_00, "first": 10_00, "three_card_bonus": 10_00}),
    )
    deck = singly("Qs Qh 3d Qd Qc 4s 8h", "Jc Jd 7s Jh 7d 2c As", "Ac 2h 3s", "9s 9h Kd 9c 9d 5c 6h")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.Expose(CEM, 3))
    r.do(c.PlaceSecond(ADA, 1), c.PlaceSecond(BOB, 2), c.Fold(CEM, 3))
    r.refuse(c.SetHand(BOB, 2, deck[:5]))
    r.do(c.SetHand(ADA, 1), c.SetHand(BOB, 2))
    r.do(c.NextRound(PLATFORM))
    return r


def rack_card() -> Playthrough:
    r = virtual(
        "Long royals, disclosed and given up",
        "rack-card",
        "The best five play, nobody sets a hand (R7). Ada discloses a six-card royal and is paid $5,000 (R11); Bob\n"
        "gives up his seven in a row and is paid for the royal; the tray is filled when it runs short. No maximum.",
        tray=1_000_00,
    )
    seat(r, 1, 2, 3)
    r.say("This house requires a 1st wager")
    r.refuse(c.PlaceWagers(ADA, 1, {"ante": 5_00}))
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 5_00, "first": 5_00, "three_card_bonus": 2_00}),
        c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(CEM, 3, {"ante": 10_00, "first": 10_00}),
    )
    deck = stacked("As Ks Qs Js Ts 9s 9d", "Ah Kh Qh Jh Th 9h 8h", "2c 4d 6h 8s Tc Qc 3d", "5c 5d 7c 7d Jc 2d 4s")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.Expose(ADA, 1))
    r.do(c.PlaceSecond(ADA, 1), c.PlaceSecond(BOB, 2), c.PlaceSecond(CEM, 3))
    r.refuse(c.Disclose(CEM, 3))
    r.refuse(c.SetHand(ADA, 1))
    r.do(c.Disclose(ADA, 1), c.WaiveRoyal(BOB, 2))
    r.refuse(c.Disclose(BOB, 2))
    r.do(c.NextRound(PLATFORM))
    return r


def exhibit_a() -> Playthrough:
    r = virtual(
        "Changed wagers, a hand set badly, and time running out",
        "exhibit-a",
        "A bonus above $10 is refused; Ada breaks a straight to set a pair and plays it (R7); Bob and Cem do not\n"
        "answer: the platform shows Bob's pair, folds Cem, and sets Bob's best five, each marked as its decision.",
    )
    seat(r, 1, 2, 3)
    r.refuse(c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 11_00}))
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 20_00, "first": 20_00, "three_card_bonus": 10_00}),
        c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        c.PlaceWagers(CEM, 3, {"ante": 5_00}),
        c.WithdrawWagers(CEM, 3),
        c.PlaceWagers(CEM, 3, {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}),
    )
    deck = stacked("4s 5d 6h 7c 8d 8h Ks", "Ts Td 3c 2h Jd 6s Kc", "Qh 9c 3s", "9s 9h 2s 5s Jc Ah 4h")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.TimeOut(PLATFORM))
    r.do(c.PlaceSecond(ADA, 1), c.PlaceSecond(BOB, 2), c.TimeOut(PLATFORM))
    eights = tuple(card for card in deck if card.value in ("8d", "8h", "Ks", "7c", "6h"))
    r.do(c.SetHand(ADA, 1, eights), c.TimeOut(PLATFORM, 2))
    r.do(c.NextRound(PLATFORM))
    return r
