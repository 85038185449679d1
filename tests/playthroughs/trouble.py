"""What goes wrong, and what the floor does about it: R13 to R19."""

from __future__ import annotations

from playthroughs.dump import Playthrough, stacked
from playthroughs.houses import ADA, BOB, CEM, seat, virtual
from playthroughs.live import live

from boston7.cards import parse_cards
from boston7.game import commands
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR

c = commands


def r13_dealer_card_exposed() -> Playthrough:
    r = virtual(
        "R13: a dealer's card is seen before everyone has decided",
        "filing-12031",
        "All hands are void (R12). Ada's three sevens are still paid as an ante bonus; Bob's bonus was settled\n"
        "before and stands; Cem has folded, and that stands too.",
    )
    seat(r, 1, 2, 3)
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        c.PlaceWagers(CEM, 3, {"ante": 5_00, "first": 5_00}),
    )
    deck = stacked("7s 7d 7h", "2c 9c Jc", "4s 8d Qh", "Ks Kd 3h")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.Expose(BOB, 2), c.Fold(CEM, 3), c.PlaceSecond(BOB, 2))
    r.do(c.DealerCardExposed(DEALER, parse_cards("Kd")))
    r.refuse(c.PlaceSecond(ADA, 1))
    r.do(c.NextRound(PLATFORM))
    return r


def r14_face_up_cards() -> Playthrough:
    r = live(
        "R14: cards found face up in the deck",
        "exhibit-a",
        "The first is racked and the next card is used; the second voids the round, and every wager goes back, Ada's\n"
        "pair and its bonus wager included (R12); the deck is reshuffled.",
    )
    seat(r, 1, 2)
    r.do(
        c.PlaceWagers(DEALER, 1, {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}),
        c.PlaceWagers(DEALER, 2, {"ante": 5_00, "first": 5_00}),
    )
    r.do(c.NoMoreBets(DEALER), c.Shuffle(DEALER), c.Cut(DEALER, 30))
    r.do(c.Deal(DEALER), c.FaceUpCard(DEALER, parse_cards("9h")[0]), c.Deal(DEALER))
    r.refuse(c.FaceUpCard(DEALER, parse_cards("9h")[0]))
    r.do(c.FaceUpCard(SUPERVISOR, parse_cards("2d")[0]))
    r.refuse(c.Expose(DEALER, 1, parse_cards("3c 3d Ks")))
    r.do(c.Settle(DEALER), c.Settle(DEALER), c.NextRound(DEALER))
    return r


def r16_wrong_number_of_cards() -> Playthrough:
    r = virtual(
        "R16: a player with eight cards",
        "seabrook",
        "Ada's hand is void: her wagers come back, and her three-card hand gets what it qualifies for. Bob plays on.",
    )
    seat(r, 1, 2)
    r.do(c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}), c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00}))
    deck = stacked("5s 5d 5h 2c 9d Jh Ks", "Ac Ad 8s 8d 3c 4h 6h", "Kd Kh 2s 4d 6c 9s Tc")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM), c.PlaceSecond(ADA, 1), c.PlaceSecond(BOB, 2))
    r.refuse(c.WrongCount(DEALER, 1, 7))
    r.do(c.WrongCount(DEALER, 1, 8))
    r.do(c.SetHand(BOB, 2), c.NextRound(PLATFORM))
    return r


def r17_dealer_misdealt() -> Playthrough:
    r = virtual(
        "R17: the dealer is dealt the wrong number of cards",
        "nhcg",
        "Six of seven: one more card completes the hand, and the round is played. In the next round the dealer has\n"
        "five: all hands are void.",
    )
    seat(r, 1)
    deck = stacked("As Ad 8s 8d 3c 4h 6h", "Kd Kh 2s 4d 6c 9s Tc")
    for count in (6, 5):
        r.say(f"The dealer is found with {count} cards")
        r.do(c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}), c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM))
        r.do(c.PlaceSecond(ADA, 1), c.DealerMiscount(DEALER, count))
        if count == 6:
            r.do(c.SetHand(ADA, 1))
        r.do(c.NextRound(PLATFORM))
    return r


def r18_shuffler_stops() -> Playthrough:
    r = live(
        "R18: the shuffler jams",
        "nhcg",
        "While shuffling: it shuffles again. While dealing, before anyone has three cards: reshuffle and redeal, the\n"
        "wagers stand. Once Ada has three cards: the round is void.",
        device="automated_shoe",
    )
    seat(r, 1, 2)
    r.do(
        c.PlaceWagers(DEALER, 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 1_00}),
        c.PlaceWagers(DEALER, 2, {"ante": 10_00}),
    )
    r.do(c.NoMoreBets(DEALER), c.ShufflerFailed(DEALER, "shuffling"), c.Shuffle(DEALER))
    r.do(c.Deal(DEALER, one=True), c.ShufflerFailed(DEALER, "dealing"), c.Shuffle(DEALER))
    r.do(c.Deal(DEALER), c.ShufflerFailed(DEALER, "dealing"), c.Expose(DEALER, 1, parse_cards("Qd Kd Ad")))
    r.do(c.Settle(DEALER), c.Settle(DEALER), c.NextRound(DEALER))
    return r


def r19_eviction_and_closing() -> Playthrough:
    r = virtual(
        "R19: two evictions in the middle of a round, and a table that closes after it",
        "nhcg",
        "Bob is evicted and his hand voided at once; Cem is evicted but his hand is finished under the rules first.\n"
        "The table closes when the round is over: the tray is counted and every chip goes back to the cage.",
    )
    seat(r, 1, 2, 3)
    r.do(
        c.PlaceWagers(ADA, 1, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(BOB, 2, {"ante": 10_00, "first": 10_00}),
        c.PlaceWagers(CEM, 3, {"ante": 10_00, "first": 10_00}),
    )
    deck = stacked("As Ad 8s 8d 3c 4h 6h", "Qs 9d 3d", "Jd 7h 2h", "Kd Kh 2s 4d 6c 9s Tc")
    r.do(c.Shuffle(PLATFORM, deck), c.NoMoreBets(PLATFORM))
    r.refuse(c.Evict(SUPERVISOR, 2, ""))
    r.do(c.Evict(SUPERVISOR, 2, "marked cards", void=True), c.Evict(SUPERVISOR, 3, "abuse of the dealer"))
    r.refuse(c.PlaceSecond(CEM, 3))
    r.do(c.BeginClosing(SUPERVISOR, "end of the night", "employees"), c.PlaceSecond(ADA, 1), c.TimeOut(PLATFORM, 3))
    r.do(c.RefusePrizeCheck(SUPERVISOR, "Bob", 40_00, "seen on camera 3", "picture_taken"), c.SetHand(ADA, 1))
    r.refuse(c.CloseTable(SUPERVISOR))
    r.do(c.CountTray(DEALER, r.table.tray), c.CloseTable(SUPERVISOR))
    return r
