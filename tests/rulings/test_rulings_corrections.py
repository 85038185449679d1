"""R22: a wrong entry at a live table is corrected, and everything that followed from it is decided again."""
# ruff: noqa: N802

from __future__ import annotations

from random import Random

import pytest
from every_account import ACCOUNTS
from table_talk import Felt, is_a

from boston7.cards import DECK, Card, parse_cards
from boston7.declare import Rejection
from boston7.game import Command, CommandSpec, Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, SUPERVISOR, Actor
from boston7.game.corrections import Entered, without_requests
from boston7.game.decide import act
from boston7.game.entries import entries, undo_offer
from boston7.game.transfers import balance, move_chips, total
from boston7.game.wire import read_event, write
from boston7.hands import best_five
from boston7.narrate import tell

WIN, DEAL = "Ah Kh 9h Jh 2h 3c 4d", "Ac Kd Qc 9s 7d 4s 2s"


class Book(Felt):
    """A live table whose entries are corrected."""

    def __init__(self) -> None:
        super().__init__("nhcg", live=True)

    def would(self, entry: int, now: Command | None = None, by: Actor = DEALER) -> e.Corrected | Rejection:
        """Apply a correction that has been approved."""
        steps = act(self.game, self.amend(entry, now, by), self.house, approved=True)
        if isinstance(steps, Rejection):
            return steps
        made = steps[-1][0]
        assert isinstance(made, e.Corrected)
        return made

    def put_right(self, entry: int, now: Command | None = None, by: Actor = DEALER) -> e.Corrected:
        """Check that the correction is on record and its chips have moved."""
        before = self.table
        made = self.do(self.amend(entry, now, by))[-1]
        assert isinstance(made, e.Corrected), made
        assert read_event(write(made)) == made
        chips = move_chips(before, made.transfers)
        assert [balance(chips, account) for account in ACCOUNTS] == [balance(self.table, one) for one in ACCOUNTS]
        assert total(self.table) == 0
        assert self.table.cage == before.cage
        assert "misread" in tell(made, before, form="record").lower()
        return made

    def undo(self, by: Actor) -> CommandSpec | None:
        return next(iter(undo_offer(self.game, by, self.house)), None)

    def second_and_fold(self) -> None:
        self.second(2).fold(4)

    def begin(self, hands: dict[int, str], bonus: int = 0) -> Book:
        self.sit(*hands)
        for number in hands:
            self.bet(number, 10_00, 10_00, bonus)
        self.start(hands, DEAL)
        return self


def test_R22_a_wrong_bonus_card() -> None:
    """The dealer entered Jh for Jd: the paid flush is not one; later cards and wagers stay."""
    book = Book().begin({3: "2h 9h Jd 4c 5c 6c 8s"}, bonus=5_00)
    book.do(c.Expose(DEALER, 3, parse_cards("2h 9h Jh")))
    book.settle_bonuses().second(3)
    rail, tray = book.table.seat(3).rail, book.table.tray
    made = book.put_right(book.entry(c.Expose, 3), c.Expose(DEALER, 3, parse_cards("2h 9h Jd")))
    assert book.table.seat(3).rail == rail - 20_00
    assert book.table.tray == tray + 20_00
    assert [(one.source, one.target, one.cents) for one in made.transfers] == [("rail:3", "tray", 20_00)]
    assert book.table.seat(3).second == 10_00
    assert book.table.phase == "dealing_four"
    book.finish()
    assert book.table.phase == "complete"


def test_R22_a_fold_by_mistake_until_the_last_four_begin() -> None:
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    book.fold(4)
    made = book.put_right(book.entry(c.Fold, 4))
    assert {(one.source, one.target, one.cents) for one in made.transfers} == {
        ("tray", "ante:4", 10_00),
        ("tray", "first:4", 10_00),
    }
    assert book.table.seat(4).status == "in"
    assert len(book.table.seat(4).cards) == 3
    assert book.table.phase == "decision"
    book.fold(4)
    book.second(2)
    assert book.table.phase == "dealing_four"
    book.put_right(book.entry(c.Fold, 4), c.PlaceSecond(DEALER, 4))
    assert book.table.seat(4).second == 10_00
    book.put_right(book.entry(c.PlaceSecond, 4), c.Fold(DEALER, 4))
    book.deal_out()
    for by in (DEALER, SUPERVISOR):
        refused = book.would(book.entry(c.Fold, 4), by=by)
        assert isinstance(refused, Rejection)
        assert "Deal" in refused.reason, "the entry that stands in its way"


def test_R22_a_wager_is_the_dealers_to_correct_until_no_more_bets_then_it_takes_two() -> None:
    book = Book()
    book.sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    entry = book.entry(c.PlaceWagers, 4)
    rail = book.table.seat(4).rail
    book.put_right(entry, c.PlaceWagers(DEALER, 4, {"ante": 15_00, "first": 15_00}))
    assert book.happened(e.ApprovalAsked) == 0
    assert book.table.seat(4).rail == rail - 10_00
    book.start({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"}, DEAL)
    for asked, step in enumerate((lambda: None, book.second_and_fold, book.finish), 1):
        step()
        book.put_right(entry, c.PlaceWagers(DEALER, 4, {"ante": (15 - asked) * 100, "first": (15 - asked) * 100}))
        assert book.happened(e.ApprovalAsked) == asked
        assert book.happened(e.RequestAnswered) == asked
    assert book.phase is Phase.COMPLETE
    assert book.table.seat(4).rail == rail - 4_00


def test_R22_undo_takes_back_the_last_entry_despite_staff_changes() -> None:
    """After a relief, a floor call and a new player, the earlier fold can still be undone."""
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    assert book.undo(DEALER) is None, "cards that were dealt stay dealt"
    book.fold(4)
    dora = Actor("dealer", "Dora")
    for command in (c.CallFloor(DEALER, "dispute"), c.SeatWalkUp(DEALER, 6, "Late"), c.SignOn(dora)):
        book.do(command)
        undo = book.undo(dora)
        assert undo is not None
        assert undo.command == c.Amend(dora, book.entry(c.Fold, 4)), "and no reason is filled in"
        assert (undo.about, undo.typed) == ("Seat 4's fold", ("reason",))
    book.refuses(c.Amend(dora, book.entry(c.Fold, 4)), "incomplete", "R22")
    book.put_right(book.entry(c.Fold, 4), by=dora)
    assert book.table.seat(4).status == "in"


def test_R22_a_wrong_payout_after_settlement_takes_two() -> None:
    book = Book().begin({2: "Ah Kh 9h Jh 5s 3c 4d"})
    book.second(2).deal_out()
    book.set_hand(2)
    book.do(c.Reveal(DEALER, book.dealer))
    wrong = parse_cards("Ah Kh 9h Jh 2h")
    book.do(c.TurnOver(DEALER, 2, wrong, parse_cards("3c 4d")))
    book.do(c.Settle(DEALER))
    assert book.phase is Phase.COMPLETE
    won = book.net(2)
    assert won > 0
    right = c.TurnOver(DEALER, 2, parse_cards("Ah Kh 9h Jh 4d"), parse_cards("5s 3c"))
    turned = book.entry(c.TurnOver, 2)
    book.put_right(turned, right)
    assert book.happened(e.ApprovalAsked) == 1
    assert book.phase is Phase.COMPLETE
    assert book.net(2) < 0 < won
    assert [line.result for line in book.table.seat(2).lines if line.wager == "first"] == ["lose"]


def test_R22_undo_walks_back_to_the_last_card_dealt() -> None:
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    book.second(2).fold(4)
    before = book.table
    undone = 0
    while True:
        assert book.history
        made = book.would(book.history.entries[-1].number)
        if isinstance(made, Rejection):
            break
        book.put_right(book.history.entries[-1].number)
        undone += 1
    assert undone == 2
    assert "dealt" in made.reason
    book.second(2).fold(4)
    assert book.table == before, "back and the same again moves nothing"


def test_R22_an_entry_that_no_longer_fits_is_named() -> None:
    book = Book()
    book.sit(2, rail=100_00)
    book.bet(2, 10_00, 10_00).start({2: WIN}, DEAL)
    book.second(2)
    wagered = book.entry(c.PlaceWagers, 2)
    refused = book.would(wagered, c.PlaceWagers(DEALER, 2, {"ante": 40_00, "first": 40_00}))
    assert isinstance(refused, Rejection)
    assert refused.reason.startswith("Seat 2's 2nd Wager would no longer be possible. ")
    assert isinstance(book.would(999), Rejection)
    assert isinstance(book.would(wagered, c.PlaceWagers(DEALER, 3, {"ante": 10_00})), Rejection), "another seat"
    assert book.history
    dealt = next(one.number for one in book.history.entries if isinstance(one.command, c.Deal))
    assert isinstance(book.would(dealt), Rejection)
    book.put_right(wagered, c.PlaceWagers(DEALER, 2, {"ante": 20_00, "first": 20_00}))
    assert (book.table.seat(2).ante, book.table.seat(2).second) == (20_00, 20_00)


def test_R22_chips_that_reached_the_cage_stay_there() -> None:
    book = Book().begin({2: WIN})
    book.do(c.FillTray(SUPERVISOR, 100_00, "slip 1"))
    refused = book.would(book.entry(c.FillTray), by=SUPERVISOR)
    assert isinstance(refused, Rejection)
    assert "cage" in refused.reason


@pytest.mark.parametrize("seed", range(12))
def test_R22_a_round_put_right_is_the_round_entered_right(seed: int) -> None:
    """Any correction, at any time, leads to the table of the round entered correctly."""
    dice = Random(seed)
    cards = dice.sample(DECK, 52)
    numbers = sorted(dice.sample(range(1, 7), dice.randint(1, 4)))
    hands = {number: tuple(cards[at * 7 : at * 7 + 7]) for at, number in enumerate(numbers)}
    dealer, spare = tuple(cards[42:49]), tuple(cards[49:52])
    folds = {number for number in numbers if dice.random() < 0.3}
    victim, mistake = dice.choice(numbers), dice.choice(("wager", "bonus", "hand"))

    def play(*, wrong: bool) -> Book:
        book = Book()
        book.sit(*numbers)
        for number in numbers:
            off = wrong and mistake == "wager" and number == victim
            book.do(
                c.PlaceWagers(
                    DEALER,
                    number,
                    {"ante": 15_00 if off else 10_00, "first": 15_00 if off else 10_00, "three_card_bonus": 5_00},
                )
            )
        book.hands, book.dealer = dict(hands), dealer
        book.do(c.NoMoreBets(DEALER))
        book.do(c.Shuffle(DEALER))
        if book.phase is Phase.CUTTING:
            book.do(c.Cut(DEALER, 10))
        book.deal_out()
        for number in numbers:
            if book.phase is not Phase.THREE_CARD_BONUS:
                break
            three = hands[number][:3]
            off = wrong and mistake == "bonus" and number == victim
            book.do(c.Expose(DEALER, number, spare if off else three))
        book.settle_bonuses()
        for number in numbers:
            (book.fold if number in folds else book.second)(number)
        return book

    def showdown(book: Book, *, wrong: bool) -> None:
        book.deal_out()
        for seat in book.table.playing():
            book.set_hand(seat.number)
        if book.phase is Phase.SHOWDOWN:
            book.do(c.Reveal(DEALER, dealer))
        while book.phase is Phase.SHOWDOWN:
            number = book.table.playing()[-1].number
            off = wrong and mistake == "hand" and number == victim
            if off:
                seven = (*hands[number][:6], spare[0])
                five = best_five(seven).five
                book.do(c.TurnOver(DEALER, number, five, tuple(card for card in seven if card not in five)))
            else:
                book.turn_over(number)
            book.do(c.Settle(DEALER))

    honest, book = play(wrong=False), play(wrong=True)
    late = mistake == "hand" or (mistake == "wager" and dice.random() < 0.5)
    right = next(one.command for one in honest_entries(honest) if _same(one, mistake, victim)) if not late else None
    if right is not None:
        book.put_right(book.entry(type(right), victim), right)
        assert without_requests(book.table) == without_requests(honest.table)
    showdown(honest, wrong=False)
    showdown(book, wrong=late)
    assert book.phase is Phase.COMPLETE
    if late and (mistake != "hand" or victim not in folds):
        right = next(one.command for one in honest_entries(honest) if _same(one, mistake, victim))
        book.put_right(book.entry(type(right), victim), right, SUPERVISOR)
    assert without_requests(book.table) == without_requests(honest.table)


_KINDS: dict[str, type[Command]] = {"wager": c.PlaceWagers, "bonus": c.Expose, "hand": c.TurnOver}


def honest_entries(book: Book) -> tuple[Entered, ...]:
    assert book.history
    return book.history.entries


def _same(entry: Entered, mistake: str, seat: int) -> bool:
    return is_a(entry.command, _KINDS[mistake]) and getattr(entry.command, "seat", 0) == seat


def test_R22_a_dealers_count_of_eight_that_was_six_is_corrected_in_place() -> None:
    """8 instead of 6: all hands were void, and now the dealer draws one more card. No dealt card is undone."""
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    book.second(2, 4).deal_out()
    book.do(c.DealerMiscount(DEALER, 8))
    assert book.table.phase == "void"
    made = book.put_right(book.entry(c.DealerMiscount), c.DealerMiscount(DEALER, 6))
    assert made.transfers == ()
    assert (book.table.phase, book.table.void_reason) == ("setting", "")
    assert len(book.table.dealer_cards) == 7
    told = tell(made, book.table, form="record")
    assert "wrong number of cards (8), now 6" in told
    book.finish()
    assert book.table.phase == "complete"
    assert {line.result for line in book.table.seat(2).lines} <= {"win", "none"}


def test_R22_a_dealers_count_is_corrected_until_hands_were_given_back_and_then_that_entry_is_named() -> None:
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    book.second(2, 4).deal_out()
    book.do(c.DealerMiscount(DEALER, 8))
    book.do(c.Settle(DEALER))
    refused = book.would(book.entry(c.DealerMiscount), c.DealerMiscount(DEALER, 6), by=SUPERVISOR)
    assert isinstance(refused, Rejection)
    assert refused.reason == "Payout would no longer be possible. Not now: players are setting their hands."
    book.put_right(book.entry(c.Settle), by=SUPERVISOR)
    book.put_right(book.entry(c.DealerMiscount), c.DealerMiscount(DEALER, 6), by=SUPERVISOR)
    assert book.table.phase == "setting"


def test_R22_values_entered_with_dealt_cards_are_corrected_and_the_cards_stay_dealt() -> None:
    """A boxed card in a packet had the wrong name: the hand was still completed from the stub."""
    book = Book().begin({2: WIN, 4: "Ad 3h 6d 8c 8d Tc Js"})
    book.do(c.FaceUpCard(DEALER, Card("5c"), 2))
    entry = book.entry(c.FaceUpCard)
    assert book.history
    listed = next(one for one in entries(book.game, DEALER, book.house) if one.number == entry)
    assert (listed.undo, listed.correct, listed.why) == (False, True, "")
    refused = book.would(entry)
    assert isinstance(refused, Rejection)
    assert refused.reason == "Cards dealt with this entry stay dealt."
    refused = book.would(entry, c.FaceUpCard(DEALER, Card("5d"), 4))
    assert isinstance(refused, Rejection)
    assert refused.reason == "Cards dealt with this entry stay dealt."
    book.put_right(entry, c.FaceUpCard(DEALER, Card("5d"), 2))
    assert book.table.discard_rack == (Card("5d"),)
    assert len(book.table.seat(2).cards) == 3
