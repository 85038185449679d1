"""The documents' procedure for cards and chips on the table, apart from wins and losses."""

from __future__ import annotations

from table_talk import Felt, every_house, every_procedure, virtual_and_live

from boston7.cards import UNKNOWN, parse_cards
from boston7.game import Automation, Phase, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import AUDITOR, DEALER, SPECTATOR, SUPERVISOR, player
from boston7.game.redact import redact
from boston7.hands import best_five

BEN, DAN = "2s 9h Jc 4d 8c Qd Kh", "3h 3d 5s 6c Ts Jd 8h"
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
AS_DEALERS = "Kc Kh 9s 7h 4c 3d 2h"
"""Return the dealer's ranks in other suits: a tie."""


@every_house
def test_every_card_is_dealt_face_down(house_id: str) -> None:
    """Only the seat's own player sees its cards, and nobody sees the dealer's (O5, O10, P3, P6)."""
    felt = Felt(house_id, automation=(Automation.OPENING,)).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: BEN, 4: DAN}, DEALERS)
    for cards in (3, 7):
        if cards == 7:
            felt.second(2, 4).deal_out()
        for viewer in (SPECTATOR, DEALER, SUPERVISOR, AUDITOR, player("Dan")):
            seen = view(felt.table, viewer)
            assert seen.seats[1].cards == (UNKNOWN,) * cards, viewer
            assert seen.dealer_cards == (UNKNOWN,) * cards, viewer
            for event in felt.log:  # The events they receive hide them too.
                if isinstance(event, e.CardsDealt) and (viewer != player("Dan") or event.to != 4):
                    assert set(redact(event, felt.table, viewer).cards) == {UNKNOWN}, viewer
        assert view(felt.table, player("Ben")).seats[1].cards == parse_cards(BEN)[:cards]


@every_procedure
@virtual_and_live
def test_the_dealer_turns_over_all_seven_at_once_when_every_hand_is_set(house_id: str, live: bool) -> None:
    """Not before (O12), then together (P8), and the best five play."""
    as_dealt = " ".join(reversed(DEALERS.split()))  # The best five are not the first five.
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, as_dealt).second(2, 4).deal_out()
    reveal = c.Reveal(DEALER, parse_cards(as_dealt) if live else ())
    for number in (2, 4):
        assert felt.phase is Phase.SETTING
        felt.refuses(reveal, "wrong_phase", felt.house.document)
        felt.set_hand(number)
    if live:
        felt.refuses(c.Reveal(DEALER, parse_cards(as_dealt)[:5]), "wrong_cards", "ours")
    felt.do(reveal)
    assert [event.cards for event in felt.log if isinstance(event, e.DealerRevealed)] == [parse_cards(as_dealt)]
    assert view(felt.table, SPECTATOR).dealer_cards == parse_cards(as_dealt)
    assert set(felt.table.dealer_five) == set(parse_cards(DEALERS)[:5])
    felt.finish()
    assert str(best_five(parse_cards(as_dealt)).name) == "pair of kings"
    assert felt.line(2, "first").result == "lose"  # A pair of kings beats king high.


@every_procedure
@virtual_and_live
def test_a_2nd_wager_or_a_fold_waits_until_the_bonuses_are_settled(house_id: str, live: bool) -> None:
    """Steps 4 and 5 come in that order (P4, P5), and no seat gets a fourth card before (W3)."""
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, DEALERS)
    early = (c.PlaceSecond(felt.who(4), 4), c.Fold(felt.who(4), 4), c.Deal(DEALER))
    assert felt.phase is Phase.THREE_CARD_BONUS
    for command in early:
        felt.refuses(command, "wrong_phase", felt.house.document)
    felt.show(2)
    for command in early:
        felt.refuses(command, "wrong_phase", felt.house.document)
    felt.settle_bonuses().second(4)


@every_house
@virtual_and_live
def test_a_losing_hand_goes_to_the_rack_and_its_wagers_to_the_tray_at_once(house_id: str, live: bool) -> None:
    """Hand by hand, before the next is turned over (P9a)."""
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, DEALERS).second(2, 4).deal_out()
    if felt.house.rules.sets_hands:
        felt.set_hand(2).set_hand(4)
    felt.do(c.Reveal(DEALER, parse_cards(DEALERS) if live else ()))
    for settled, number in enumerate((4, 2), 1):
        tray, rack = felt.table.tray, len(felt.table.discard_rack)
        if live:
            felt.turn_over(number)
        felt.do(c.Settle(DEALER))
        assert felt.table.tray == tray + 30_00
        if settled == 1:  # The last hand ends the round, and the table is cleared.
            assert felt.table.seat(number).cards == ()
            assert len(felt.table.discard_rack) == rack + 7
            assert felt.table.seat(2).staked == 30_00


@every_house
@virtual_and_live
def test_a_push_moves_nothing_but_the_cards(house_id: str, live: bool) -> None:
    """The wagers return to the player; none of them enters or leaves the tray (P9b)."""
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: "Ah 6d 5c Td 7c 8s Qs", 4: AS_DEALERS}, DEALERS).second(
        2, 4
    ).deal_out()
    if felt.house.rules.sets_hands:
        felt.set_hand(2).set_hand(4)
    felt.do(c.Reveal(DEALER, parse_cards(DEALERS) if live else ()))
    tray, rack, rail = felt.table.tray, len(felt.table.discard_rack), felt.table.seat(4).rail
    if live:
        felt.turn_over(4)
    felt.do(c.Settle(DEALER))
    assert [line.result for line in felt.table.seat(4).lines] == ["push"] * 3
    assert (felt.table.tray, felt.net(4)) == (tray, 0)
    assert (felt.table.seat(4).rail, felt.table.seat(4).staked) == (rail + 30_00, 0)
    assert felt.table.seat(4).cards == ()
    assert len(felt.table.discard_rack) == rack + 7
