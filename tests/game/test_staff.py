"""Dealers: one at a time, relieved by name, with an assistant for keying; and calls for the floor."""

from __future__ import annotations

from table_talk import Felt

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game import legal
from boston7.game.actors import DEALER, SUPERVISOR, Actor

DAN, DORA, KIM = (Actor("dealer", name) for name in ("Dan", "Dora", "Kim"))


def at_a_live_table() -> Felt:
    return Felt(live=True).sit(2)


def types(felt: Felt, by: Actor) -> set[str]:
    return {offer.type for offer in legal(felt.table, felt.house, by)}


def test_the_first_act_signs_the_dealer_on_and_others_may_not_deal() -> None:
    felt = at_a_live_table()
    happened = felt.do(c.Shuffle(DAN))
    assert happened[0] == e.DealerSignedOn("Dan")
    felt.do(c.PlaceWagers(DAN, 2, {"ante": 10_00, "first": 10_00}))
    assert felt.happened(e.DealerSignedOn) == 1
    refusal = felt.refuses(c.NoMoreBets(DORA), "wrong_role", "")
    assert refusal.reason == "Dan deals here. Sign on to relieve Dan."
    assert types(felt, DORA) == {"sign_on", "sign_on_beside", "call_floor"}


def test_relief_is_on_record_and_the_relieved_dealer_may_not_deal() -> None:
    felt = at_a_live_table()
    felt.do(c.SignOn(DAN))
    assert felt.do(c.SignOn(DORA)) == (e.DealerSignedOn("Dora", "Dan"),)
    felt.refuses(c.Shuffle(DAN), "wrong_role", "")
    felt.refuses(c.SignOn(DORA), "already_done", "")
    felt.refuses(c.SignOff(DAN), "not_ready", "")
    felt.do(c.Shuffle(DORA))
    felt.do(c.SignOff(DORA))
    assert felt.table.dealer == ""
    felt.do(c.PlaceWagers(KIM, 2, {"ante": 10_00, "first": 10_00}))
    assert felt.table.dealer == "Kim"


def test_somebody_keys_beside_the_dealer() -> None:
    felt = at_a_live_table()
    felt.refuses(c.SignOnBeside(KIM), "not_ready", "")
    felt.do(c.SignOn(DAN))
    felt.do(c.SignOnBeside(KIM))
    felt.do(c.PlaceWagers(KIM, 2, {"ante": 10_00, "first": 10_00}))
    felt.do(c.Shuffle(DAN))
    assert (felt.table.dealer, felt.table.keyer) == ("Dan", "Kim")
    felt.do(c.SignOff(KIM))
    felt.refuses(c.NoMoreBets(KIM), "wrong_role", "")
    felt.do(c.NoMoreBets(DAN))


def test_at_a_virtual_table_nobody_signs_on() -> None:
    felt = Felt().sit(2)
    felt.refuses(c.SignOn(DAN), "not_ready", "")


def test_a_call_stays_until_the_floor_answers() -> None:
    felt = at_a_live_table()
    felt.refuses(c.AnswerCall(SUPERVISOR), "not_ready", "")
    felt.do(c.CallFloor(DAN, "dispute"))
    felt.refuses(c.CallFloor(DORA, "dispute"), "already_done", "")
    felt.do(c.Shuffle(DEALER))
    assert felt.table.call == "dispute"
    assert "answer_call" in types(felt, SUPERVISOR)
    felt.do(c.AnswerCall(SUPERVISOR))
    assert felt.table.call == ""
