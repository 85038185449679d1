"""Results entered instead of cards use the same payout code, and cards not entered stay unknown."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace
from table_talk import Felt, house_with

from boston7.cards import DECK, UNKNOWN, format_cards, parse_cards
from boston7.game import Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR
from boston7.game.settlement import Position, judged, keyed, paid_by, showdown_lines
from boston7.hands import Category, best_five
from boston7.house import PRESETS, House, preset, preset_text, read_house
from boston7.house.load import example
from boston7.house.model import Entry, with_version
from boston7.narrate import tell

ENTRY = '[entry]\nhands = "results"\nthree_cards = "ranks"\ncards_above = "{above}"\n\n[clauses]'
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"  # a pair of kings
HANDS = {
    2: "7s 7c 7h As Qd 5c 2d",  # three of a kind, which wins
    4: "Qs Qc 6h 8s Td 5d 3d",  # a pair of queens, which loses
    6: "Ah Ad 6c 8c Tc 5h 3h",  # a pair of aces, which wins
}


def fast(house_id: str = "nhcg", above: str = "$500") -> House:
    return house_with(house_id, {"\n[clauses]\n": "\n" + ENTRY.format(above=above) + "\n"})


def at_showdown(house: House, *, bonus: int = 0) -> Felt:
    felt = Felt(house, live=True).sit(2, 4, 6)
    for number in HANDS:
        felt.bet(number, 10_00, 10_00, bonus)
    felt.start(HANDS, DEALERS)
    if bonus:
        felt.do(c.KeyRank(DEALER, 2, "three_of_a_kind"))
        felt.do(c.KeyRank(DEALER, 4, "pair"))
        felt.decline(6).settle_bonuses()
    felt.second(2, 4, 6).deal_out()
    for number in HANDS:
        felt.set_hand(number)
    felt.do(c.Reveal(DEALER, parse_cards(DEALERS)))
    return felt


def keys(felt: Felt) -> dict[str, dict[str, str]]:
    offer = next(offer for offer in legal(felt.table, felt.house, DEALER) if offer.type == "key_hand")
    assert offer.typed == ("award", "result")
    return {choice.key: choice.fields for choice in offer.choices}


def key(felt: Felt, pressed: str) -> None:
    """Return the fields of the choice with this key, as the console does."""
    seat = felt.table.playing()[-1].number
    felt.do(replace(c.KeyHand(DEALER, seat), **keys(felt)[pressed]))
    felt.do(c.Settle(DEALER))


def test_a_round_settled_by_keys_pays_what_the_cards_would_have_paid() -> None:
    by_key, by_card = at_showdown(fast(), bonus=5_00), at_showdown(fast(), bonus=5_00)
    for pressed in ("w", "l", "t"):
        key(by_key, pressed)
    by_card.finish()
    for felt in (by_key, by_card):
        assert felt.phase is Phase.COMPLETE
        assert [felt.net(number) for number in HANDS] == [125_00 + 20_00 + 10_00, 5_00 - 30_00, 20_00 - 5_00]
    assert by_key.table.tray == by_card.table.tray
    assert [str(line.hand) for line in by_key.table.seat(2).lines] == ["three of a kind"] * 4


def test_what_was_not_entered_is_unknown_on_record() -> None:
    felt = at_showdown(fast(), bonus=5_00)
    for pressed in ("w", "l", "t"):
        key(felt, pressed)
    assert not felt.happened(e.HandTurned)
    known = [card for card in felt.table.discard_rack if card is not UNKNOWN]
    assert not known
    told = {event.seat: event for event in felt.log if isinstance(event, e.HandKeyed)}
    assert (told[2].result, told[2].award) == ("win", "three_of_a_kind")
    assert tell(told[2], felt.table, form="record") == (
        "Seat 2 (Ben): three of a kind, wins, keyed by the dealer; cards not entered."
    )
    shown = [event for event in felt.log if isinstance(event, e.CardsExposed)]
    assert tell(shown[1], felt.table, form="record") == (
        "Seat 4 (Dan) exposes a pair, cards not entered, entered by the dealer."
    )
    seen = view(felt.table, SPECTATOR).seats[1]
    assert (seen.keyed, str(seen.hand), seen.five) == ("win", "three of a kind", None)


def test_keys_offer_only_what_the_dealers_hand_leaves_possible() -> None:
    felt = at_showdown(fast())
    assert list(keys(felt)) == ["w", "p", "l", "t", "s", "f", "h", "q", "g", "y"]
    assert {fields["result"] for pressed, fields in keys(felt).items() if fields and pressed in "tsfhqgy"} == {"win"}
    strong = replace(felt.table, dealer_cards=(), dealer_five=parse_cards("2s 4s 6s 8s Ts"))
    felt.table = strong  # Against a flush no plain hand can win; a flush may win or lose.
    found = keys(felt)
    assert "w" not in found
    assert "p" not in found
    assert found["t"] == {"award": "three_of_a_kind", "result": "lose"}
    assert {"fw", "fp", "fl"} <= set(found)
    felt.refuses(c.KeyHand(DEALER, 6, "none", "win"), "out_of_bounds", "R9")


def test_where_the_set_five_are_compared_and_the_best_are_paid_a_bonus_does_not_tell_who_won() -> None:
    """000: a flush that was not set may lose to the dealer's pair (R7)."""
    found = keys(at_showdown(fast("filing-12031")))
    assert {"tw", "tp", "tl"} <= set(found)


def test_a_payout_above_the_houses_bound_takes_the_cards() -> None:
    felt = at_showdown(fast(above="$29"))
    assert keys(felt)["t"] == {}  # A payout of $30 requires the cards.
    assert keys(felt)["w"]
    felt.refuses(c.KeyHand(DEALER, 6, "three_of_a_kind", "win"), "cards_needed", "ours")
    felt.turn_over(6)
    felt.refuses(c.KeyHand(DEALER, 6, "none", "win"), "already_done", "R9")


def offered_seats(felt: Felt, kind: str) -> list[tuple[int, ...]]:
    return [offer.seats for offer in legal(felt.table, felt.house, DEALER) if offer.type == kind]


def test_a_hand_of_which_the_cards_were_entered_is_settled_with_those_keyed_around_it() -> None:
    """The button for all hands names only hands with a result, and settles no other."""
    felt = at_showdown(fast(above="$29"))
    assert not offered_seats(felt, "settle")
    felt.do(c.KeyHand(DEALER, 6, "none", "win"))
    assert offered_seats(felt, "settle") == [(6,)]
    felt.turn_over(4)
    felt.do(c.KeyHand(DEALER, 2, "none", "lose"))
    assert offered_seats(felt, "settle") == [(6, 4, 2)]
    felt.do(c.Settle(DEALER))
    assert offered_seats(felt, "settle") == [(4, 2)]


def test_bonuses_are_settled_for_those_whose_chips_then_move() -> None:
    """With late claims, an unclaimed bonus stays on the layout; a side bet on six cards is settled at the showdown."""
    felt = Felt("rack-card", live=True).sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00)
    felt.start({2: HANDS[2], 4: HANDS[4]}, DEALERS).show(2).decline(4)
    assert offered_seats(felt, "settle_bonuses") == [(2,)]
    assert [event.seat for event in felt.do(c.SettleBonuses(DEALER)) if isinstance(event, e.Settled)] == [2]
    house = example("six-card-bonus")
    six = Felt(house, live=True).sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, six_card_bonus=5_00)
    six.start({2: HANDS[2], 4: HANDS[4]}, DEALERS).show(2, 4)
    assert offered_seats(six, "settle_bonuses") == [(2,)]
    settled = [event for event in six.do(c.SettleBonuses(DEALER)) if isinstance(event, e.Settled)]
    assert [event.seat for event in settled if event.lines] == [2]


def test_cards_turned_over_after_a_key_count_and_the_key_does_not() -> None:
    """A dispute: the entered result is a loss, but the cards win."""
    felt = at_showdown(fast())
    felt.do(c.KeyHand(DEALER, 6, "none", "lose"))
    felt.do(c.KeyHand(DEALER, 6, "none", "push"))  # Entered again.
    felt.turn_over(6)
    assert felt.table.seat(6).keyed_result == ""
    felt.do(c.Settle(DEALER))
    assert felt.net(6) == 20_00
    assert len([card for card in felt.table.discard_rack if card is not UNKNOWN]) == 7


def test_a_disclosed_royal_is_turned_over() -> None:
    house = fast("rack-card")
    felt = Felt(house, live=True).sit(2)
    felt.bet(2, 10_00, 10_00).start({2: "As Ks Qs Js Ts 9s 2d"}, DEALERS.replace("Ks", "Kc")).second(2).deal_out()
    felt.do(c.Reveal(DEALER, parse_cards(DEALERS.replace("Ks", "Kc"))))
    felt.do(c.Disclose(DEALER, 2))
    felt.refuses(c.KeyHand(DEALER, 2, "royal_flush", "win"), "cards_needed", "R11")


@pytest.mark.parametrize("house_id", PRESETS)
def test_shipped_houses_have_every_card_entered(house_id: str) -> None:
    house = preset(house_id)
    assert house.entry.hands == house.entry.three_cards == "cards"
    assert "[entry]" not in preset_text(house_id)
    felt = Felt(house, live=True).sit(2)
    felt.bet(2, 10_00, 10_00, 5_00).start({2: HANDS[2]}, DEALERS)
    felt.refuses(c.KeyRank(DEALER, 2, "pair"), "not_this_house", "ours")
    assert not [offer for offer in legal(felt.table, house, DEALER) if offer.choices]


def test_a_virtual_table_keys_nothing() -> None:
    felt = Felt(fast()).sit(2)
    felt.bet(2, 10_00, 10_00, 5_00).start({2: HANDS[2]}, DEALERS)
    assert not [offer for offer in legal(felt.table, felt.house, PLATFORM) if offer.choices]
    felt.refuses(c.KeyRank(DEALER, 2, "pair"), "wrong_role", "")


def test_in_a_void_three_cards_are_keyed_too() -> None:
    """R12: three of a kind entered in a void that keeps awards wins both bonuses; other wagers are returned."""
    felt = Felt(fast(), live=True).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00)
    felt.start({2: HANDS[2], 4: HANDS[4]}, DEALERS)
    felt.do(c.DealerCardExposed(DEALER, parse_cards("Ks")))
    felt.decline(4)
    felt.do(c.Settle(DEALER))
    felt.do(c.KeyRank(DEALER, 2, "three_of_a_kind"))
    felt.do(c.Settle(DEALER))
    assert felt.net(2) == 5_00 * 25 + 10_00
    assert felt.net(4) == 0


def test_a_hand_dealt_wrong_from_the_start_keeps_no_keyed_rank() -> None:
    """R16: with two cards there was no three-card hand, whatever was entered."""
    felt = Felt(fast(), live=True).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00)
    felt.start({2: HANDS[2], 4: HANDS[4]}, DEALERS)
    felt.do(c.KeyRank(DEALER, 2, "three_of_a_kind"))
    felt.do(c.WrongCount(DEALER, 2, 2))
    assert felt.net(2) == 0


@pytest.mark.parametrize("house_id", PRESETS)
def test_the_same_facts_pay_the_same_from_cards_or_entries(house_id: str) -> None:
    """Random deals: with correct results, every cent and clause is the same as with the cards."""
    house, rng = preset(house_id), random.Random(house_id)
    for _ in range(400):
        cards = rng.sample(DECK, 14)
        ante = rng.choice((5_00, 25_00, 50_00))
        mine, dealer = tuple(cards[:7]), best_five(tuple(cards[7:]))
        at = Position(
            3, {"ante": ante, "first": ante, "second": ante}, cards=mine, set=best_five(mine).five, disclose=False
        )
        facts = judged(house, dealer, at)
        award = facts.award if facts.award and house.ante_odds(facts.award) else None
        told = paid_by(house, at, keyed(house, facts.result, award))
        shown = showdown_lines(house, dealer, at)
        blank = [replace(line, hand=None) for line in told]
        assert blank == [replace(line, hand=None) for line in shown], format_cards(mine)


def test_a_house_file_states_whether_cards_or_results_are_entered() -> None:
    house = fast()
    assert (house.entry.hands, house.entry.three_cards, house.entry.cards_above) == ("results", "ranks", 500_00)
    assert house.version != preset("nhcg").version, "it is another version of the rules (R20)"
    assert Category.THREE_OF_A_KIND.key == "three_of_a_kind"
    with pytest.raises(ValueError, match="must be one of cards, results"):
        read_house(preset_text("nhcg").replace("\n[clauses]\n", '\n[entry]\nhands = "none"\n\n[clauses]\n'))


@pytest.mark.parametrize(
    ("name", "bet"), [("six-card-bonus", "six_card_bonus"), ("five-card-bonus", "five_card_bonus")]
)
def test_a_later_side_bet_requires_the_cards_of_its_own_seat_only(name: str, bet: str) -> None:
    """Seat 2 has the side bet: its result is refused, its cards are entered, and all other hands by result."""
    house = with_version(replace(example(name), entry=Entry(hands="results", three_cards="ranks")))
    felt = Felt(house, live=True).sit(2, 4)
    felt.bet(2, 10_00, 10_00, **{bet: 5_00}).bet(4, 10_00, 10_00)
    hands = {number: HANDS[number] for number in (2, 4)}
    felt.start(hands, DEALERS)
    while felt.phase is Phase.THREE_CARD_BONUS and felt.table.seat(2).bonus == "open":
        felt.decline(2)
    if felt.phase is Phase.THREE_CARD_BONUS:
        felt.settle_bonuses()
    felt.second(2, 4).deal_out()
    for number in hands:
        felt.set_hand(number)
    apart = any(offer.type == "reveal_apart" for offer in legal(felt.table, house, DEALER))
    seven = parse_cards(DEALERS)
    felt.do(c.RevealApart(DEALER, seven[:3], seven[3:]) if apart else c.Reveal(DEALER, seven))
    felt.do(c.KeyHand(DEALER, 4, "none", "lose"))
    refused = felt.refuses(c.KeyHand(DEALER, 2, "three_of_a_kind", "win"), "cards_needed", "")
    assert refused.reason.endswith("wager: enter its cards.")
    felt.do(c.Settle(DEALER))
    offered = [offer.type for offer in legal(felt.table, house, DEALER)]
    assert "key_hand" not in offered
    assert "turn_over" in offered
    felt.turn_over(2)
    felt.do(c.Settle(DEALER))
    assert felt.phase is Phase.COMPLETE
    assert any(line.wager == bet for line in felt.table.seat(2).lines)


def against(felt: Felt, dealers: str) -> Felt:
    """Give the dealer other cards, all of them face up."""
    cards = parse_cards(dealers)
    felt.table = replace(felt.table, dealer_cards=cards, dealer_five=best_five(cards).five)
    return felt


def test_three_of_a_kind_never_ties_for_one_deck_cannot_hold_two_of_them() -> None:
    felt = against(at_showdown(fast()), "Ks Kd Kh 7d 4h 3s 2c")
    assert {"tw", "tl"} <= set(keys(felt))
    assert "tp" not in keys(felt)
    felt.refuses(c.KeyHand(DEALER, 6, "three_of_a_kind", "push"), "out_of_bounds", "R9")
    assert "tw" not in keys(against(felt, "As Ad Ah 7d 4h 3s 2c")), "no three of a kind beats three aces"


def test_a_straight_flush_in_another_suit_ties_unless_its_cards_are_known_elsewhere() -> None:
    felt = against(at_showdown(fast()), "9s 8s 7s 6s 5s Ad Kd")
    assert "gp" in keys(felt)
    known = {4: "9h 2c 2d", 2: "9d 3c 3d"}
    for number, cards in known.items():
        seats = tuple(
            replace(seat, first_three=parse_cards(cards)) if seat.number == number else seat
            for seat in felt.table.seats
        )
        felt.table = replace(felt.table, seats=seats)
    assert "gp" in keys(felt), "in clubs"
    felt.table = replace(felt.table, discard_rack=parse_cards("9c"))
    assert "gp" not in keys(felt)


def test_where_the_best_five_are_paid_shown_trips_are_paid_at_least_as_trips() -> None:
    for house_id, plain in (("nhcg", True), ("rack-card", False)):
        felt = at_showdown(fast(house_id))
        seats = tuple(
            replace(seat, keyed_three="three_of_a_kind") if seat.number == 6 else seat for seat in felt.table.seats
        )
        felt.table = replace(felt.table, seats=seats)
        assert bool({"w", "p", "l"} & set(keys(felt))) is plain, house_id
        assert "t" in keys(felt)


@pytest.mark.parametrize("house_id", ["nhcg", "filing-12031", "rack-card"])
def test_the_keys_include_every_possible_deal(house_id: str) -> None:
    felt, dice = at_showdown(fast(house_id, above="$100,000")), random.Random(7)
    for _ in range(150):
        deck = dice.sample(DECK, 14)
        dealers, own = tuple(deck[:7]), tuple(deck[7:])
        against(felt, format_cards(dealers))
        seats = tuple(replace(seat, first_three=own[:3]) if seat.number == 6 else seat for seat in felt.table.seats)
        felt.table = replace(felt.table, seats=seats)
        mine, theirs = best_five(own), best_five(dealers)
        result = "win" if mine.value > theirs.value else "push" if mine.value == theirs.value else "lose"
        award = mine.category.key if felt.house.ante_odds(mine.category) else "none"
        assert {"award": award, "result": result} in keys(felt).values(), (format_cards(own), format_cards(dealers))
