"""Each irregularity through "Irregularity": the clause it shows, what it says will move, and what then stands
on record, to the cent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from campaign import first
from pages_live import CHIPS, PLAYERS, STAKES, TRAY, WAGERS, Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, expect

from boston7.cards import parse_cards
from boston7.game import Phase, events

pytest_plugins = ("pages_fixtures",)

VOID = "The round is void. All wagers go back."
SHOW = " First, these may show three cards for what they still qualify for: "


def back(*, bonuses: bool = True) -> tuple[str, ...]:
    """What the preview of a void promises, right to left. Bonuses that are settled already do not come back."""
    stakes = STAKES if bonuses else {seat: 2 * ante for seat, (ante, _) in WAGERS.items()}
    return tuple(f"${stakes[seat] // 100} back to seat {seat}" for seat in sorted(stakes, reverse=True))


def ends_as_it_began(table: Live, *, bonuses: bool = True) -> None:
    """After a void nothing has moved but bonuses that were settled before: seat 2 won $5, seat 5 lost $5."""
    stakes = STAKES if bonuses else {seat: STAKES[seat] - WAGERS[seat][1] for seat in STAKES}
    assert table.returned() == stakes
    completed = table.found(events.RoundCompleted)[-1]
    assert completed.void
    won = {2: 0, 4: 0, 5: 0} if bonuses else {2: 5_00, 4: 0, 5: -5_00}
    table.is_whole({seat: CHIPS + won[seat] for seat in PLAYERS}, TRAY)


def to_decision(table: Live) -> None:
    """From the first deal on: seat 2 shows a pair, seat 5 nothing."""
    for _ in range(4):
        table.dan("deal")
    table.dan("expose", seat=2, cards=["Qs", "Qd", "8c"])
    table.dan("decline", seat=5)
    table.dan("settle_bonuses")


def much_goes_wrong_and_is_put_right(table: Live, console: Console) -> None:
    """A card drawn in error, one face up in the deck, a hand with eight cards, a dealer with six and then with eight;
    and what is the floor's to do is only shown to a dealer."""
    table.play_until("dealing_three")
    console.at("dealing_three")
    drawn_in_error(table, console)
    face_up(table, console)
    to_decision(table)
    console.at("decision")
    the_floors(table, console)
    for seat in PLAYERS:
        table.dan("place_second", seat=seat)
    for _ in range(4):
        table.dan("deal")
    console.at("dealing_four")
    eight_cards(table, console)
    table.dan("rack_stub")
    console.at("setting")
    dealer_miscounts(table, console)


def drawn_in_error(table: Live, console: Console) -> None:
    """R15"""
    before = table.state
    report = console.report("drawn_in_error")
    report.demands("Nobody saw it, so it stays the next card to be dealt.", "001-X4 (R15)")
    expect(report.would).to_contain_text("No chips move.")
    report.do()
    console.idle()
    assert len(table.found(events.CardDrawnInError)) == 1
    after = table.state
    assert (after.seats, after.tray, after.phase) == (before.seats, before.tray, before.phase)


def face_up(table: Live, console: Console) -> None:
    """R14"""
    report = console.report("face_up_card")
    expect(report.confirm).to_be_disabled()
    report.cards("7c")
    report.demands("The card is not used: it goes to the discard rack", "001-X2 (R14)")
    report.do()
    console.idle()
    assert [event.card for event in table.found(events.FaceUpCardFound)] == list(parse_cards("7c"))
    console.at("dealing_three")


def the_floors(table: Live, console: Console) -> None:
    for kind in ("void_round", "void_hand"):
        report = console.report(kind)
        if kind == "void_hand":
            report.choose("seat", 4)
        report.fill("reason", "A fight at the table.")
        report.is_refused("supervisor", title="Supervisor required")
        expect(report.would).to_contain_text("Call the floor.")
        console.keys("Escape", "Escape")
        expect(report.form).to_be_hidden()
    assert not table.found(events.RoundVoided, events.HandVoided)


def eight_cards(table: Live, console: Console) -> None:
    """R16. The hand is void and nothing else: three of a kind among its cards earn nothing (R12)."""
    report = console.report("wrong_count")
    report.choose("seat", 4)
    report.choose("count", 7)
    report.is_refused("7 is the right number of cards.", "001-X5 (R16)")
    report.choose("count", 8)
    moves = tuple(f"$10 on {spot} back to seat 4" for spot in ("1st", "2nd", "ante"))
    report.demands(
        "That hand is void and its wagers are returned. The others play on.", "001-X5 (R16)", "R12", moves=moves
    )
    report.cards("5c 5d 5h")
    expect(report.would.locator(".moves li")).to_have_count(3)
    report.do()
    console.idle()
    miscounted, voided = table.found(events.HandMiscounted, events.HandVoided)
    assert (miscounted.seat, miscounted.count, voided.seat, voided.clause) == (4, 8, 4, "001-X5 (R16)")
    assert table.returned() == {4: 30_00}
    assert not [line for event in table.found(events.Settled) if event.seat == 4 for line in event.lines if line.paid]
    state = table.state
    assert (state.seat(4).rail, state.tray) == (CHIPS, TRAY)
    assert [seat.number for seat in state.seats if seat.status == "in"] == [2, 5]
    table.conserves()


def dealer_miscounts(table: Live, console: Console) -> None:
    """R17"""
    report = console.report("dealer_miscount")
    report.choose("count", 7)
    report.is_refused("The dealer should have 7 cards.", "001-X7 (R17)")
    report.choose("count", 6)
    report.demands("The dealer draws the one card that is missing.", "001-X6 (R17)")
    expect(report.would).to_contain_text("No chips move.")
    report.do()
    console.idle()
    assert [event.count for event in table.found(events.DealerMiscounted)] == [6]
    drawn = table.found(events.CardsDealt)[-1]
    assert (drawn.to, len(drawn.cards)) == (events.DEALER_SPOT, 1)
    assert table.state.phase is Phase.SETTING
    assert len(table.state.dealer_cards) == 7
    report = console.report("dealer_miscount")
    report.choose("count", 8)
    report.demands(VOID, "001-X7 (R17)", moves=tuple(f"$30 back to seat {seat}" for seat in (5, 2)))
    report.do()
    console.give_back()
    assert [event.clause for event in table.found(events.RoundVoided)] == ["001-X7 (R17)"]
    assert table.returned() == {2: 30_00, 4: 30_00, 5: 30_00}
    table.is_whole({2: CHIPS + 5_00, 4: CHIPS, 5: CHIPS - 5_00}, TRAY)


def a_dealers_card_is_seen(table: Live, console: Console) -> None:
    """R13"""
    table.play_until("decision")
    console.at("decision")
    report = console.report("dealer_card_exposed")
    report.cards("Qs")  # lies elsewhere
    expect(console.page.locator(".dock .pad-note")).to_have_text("The queen of spades is already on this table.")
    report.cards("As")
    report.demands(VOID + SHOW + "seats 4, 5.", "001-X1 (R13)", moves=back(bonuses=False))
    report.do()
    console.give_back()
    console.says("void")
    seen, voided = table.found(events.DealerCardsSeen, events.RoundVoided)
    assert seen.cards == parse_cards("As")
    assert (voided.clause, voided.by.role, voided.by.name) == ("001-X1 (R13)", "dealer", "Dan")
    ends_as_it_began(table, bonuses=False)
    console.space("next_round")
    console.at("betting")
    table.play_until("decision")
    console.at("decision")


def two_cards_lie_face_up(table: Live, console: Console) -> None:
    """R14"""
    table.play_until("dealing_three")
    console.at("dealing_three")
    console.keys("e")
    console.idle()
    report = console.report("face_up_card")
    report.cards("7c")
    report.choose("packet", 4)
    report.is_refused("Seat 4 has no card yet.", "001-X2 (R14)")
    report.choose("packet", 2)
    report.demands("The card is not used: it goes to the discard rack", "001-X2 (R14)")
    report.do()
    console.idle()
    found, completed = table.found(events.FaceUpCardFound, events.CardsDealt)[-2:]
    assert (found.packet, completed.to, len(completed.cards)) == (2, 2, 1)
    console.space("deal")
    console.at("three_card_bonus")
    report = console.report("face_up_card")
    report.cards("7c")
    expect(console.page.locator(".dock .pad-note")).to_have_text("The seven of clubs is already on this table.")
    report.cards("9d")
    report.choose("packet", 0)
    report.demands(VOID, "001-X3 (R14)", moves=back())
    report.do()
    console.give_back()
    assert [event.clause for event in table.found(events.RoundVoided)] == ["001-X3 (R14)"]
    ends_as_it_began(table)


def the_shuffler_stops(table: Live, console: Console) -> None:
    """R18. While shuffling, while dealing before anybody has three cards, and after: only then the round is void."""
    table.wager()
    console.at("betting")
    report = console.report("shuffler_failed")
    report.choose("while", "dealing")
    report.is_refused("The shuffler is not dealing now.", "001-X9 (R18)")
    report.choose("while", "shuffling")
    report.demands("Wagers stay as they are; the deck is shuffled again.", "001-X8 (R18)")
    report.do()
    console.space("shuffle")
    console.space("no_more_bets")
    console.at("dealing_three")
    report = console.report("shuffler_failed")
    report.choose("while", "dealing")
    report.demands("The wagers stand; the deck is shuffled and dealt again.", "001-X9 (R18)")
    report.do()
    console.at("shuffling")
    returned = table.found(events.CardsReturned)
    assert [event.clause for event in returned] == ["001-X8 (R18)", "001-X9 (R18)"]
    assert {seat: table.state.seat(seat).ante for seat in PLAYERS} == {2: 10_00, 4: 10_00, 5: 10_00}
    console.space("shuffle")
    console.at("dealing_three")
    console.space("deal")  # the shuffler stops before its first packet
    console.at("three_card_bonus")
    report = console.report("shuffler_failed")
    report.choose("while", "dealing")
    report.demands(VOID + SHOW + "seats 2, 4, 5.", "001-X9 (R18)", moves=back())
    report.check("No player has been dealt three cards")
    report.demands("The wagers stand; the deck is shuffled and dealt again.", "001-X9 (R18)")
    report.do()
    console.space("shuffle")
    console.at("dealing_three")
    console.keys("e")
    console.idle()
    report = console.report("shuffler_failed")
    report.choose("while", "dealing")
    report.demands(VOID + SHOW + "seat 2.", "001-X9 (R18)", moves=back())
    report.do()
    console.give_back()
    stopped = table.found(events.ShufflerStopped)
    assert [event.while_ for event in stopped] == ["shuffling", "dealing", "dealing", "dealing"]
    assert [event.clause for event in table.found(events.RoundVoided)] == ["001-X9 (R18)"]
    ends_as_it_began(table)


STORIES = [much_goes_wrong_and_is_put_right, the_shuffler_stops, a_dealers_card_is_seen, two_cards_lie_face_up]


@pytest.mark.parametrize("story", first(1, STORIES))
def test_a_round_that_comes_to_nothing(
    card_room: CardRoom, browser: Browser, story: Callable[[Live, Console], None]
) -> None:
    """From day to day one of them; what each irregularity does is held in tests/rulings, every form of the console in
    test_pages_console_forms.py."""
    with live_table(card_room) as table, at_console(table, browser) as console:
        story(table, console)
