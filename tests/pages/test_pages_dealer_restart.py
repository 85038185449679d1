"""The console is loaded again, or the server dies, in the middle of each phase: nothing is lost, no key is lost, and
the page goes on by itself."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack

import pytest
from campaign import CAMPAIGN
from pages_live import CHIPS, DECK, PLAYERS, SLIP, TRAY, Live, live_table
from pages_room import CardRoom
from pages_staff import Console, at_console
from playwright.sync_api import Browser, expect

from boston7.game import events

pytest_plugins = ("pages_fixtures",)

DEALERS = "As Ad 2h 3d 4c 9h 9c"
Trouble = Callable[[Console], None]


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A server of our own: it is going to be killed."""
    room = CardRoom(tmp_path_factory.mktemp("console"))
    yield room
    room.close()


def goes_down(console: Console) -> None:
    room = console.table.room
    console.visit.down_expected = True
    console.table.hang_up()
    room.server.kill()
    expect(console.page.locator(".call.refused")).to_contain_text("Connection lost.")


def comes_back(console: Console) -> None:
    console.table.room.open_again()
    expect(console.page.locator(".line[data-line=up]")).to_have_count(1)
    expect(console.page.locator(".call.refused", has_text="Connection lost.")).to_have_count(0)
    console.visit.down_expected = False


ACTS = ("check_off", "shuffle", "deal", "place_second", "settle")
"""What is to be done in each of the main phases of an evening."""


def an_evening(table: Live, console: Console, troubles: Mapping[str, Trouble]) -> None:
    """From the opening to the end of a round, with trouble before each of these acts."""

    def survives(act: str) -> None:
        expect(console.act(act).first).to_be_visible()
        console.idle()
        before = console.state()
        troubles[act](console)
        console.comes_to(before)

    table.check_off(*DECK[:4])
    table.seat(PLAYERS)
    table.check_off(*DECK[4:6])
    expect(console.page.locator(".opening-step[data-step=stack_deck]")).to_be_visible()
    survives("check_off")
    console.keys("Space")
    expect(console.page.locator(".opening-step[data-step=stack_deck]")).to_have_count(0)
    table.check_off("unlock_tray")
    table.dan("count_tray", amount=TRAY)
    table.check_off(*SLIP)
    table.wager()
    expect(console.page.locator("#pay")).to_contain_text("Bets in: 3 of 3")
    survives("shuffle")
    console.keys("Space")
    console.space("no_more_bets")
    console.keys("e")
    expect(console.page.locator(".deal-to.done")).to_have_count(1)
    survives("deal")
    console.space("deal")
    console.at("three_card_bonus")
    console.cards("Qs Qd 8c")
    console.keys("Enter", "n")
    console.space("settle_bonuses")
    console.at("decision")
    console.keys("r")
    expect(console.page.locator(".decide .in")).to_have_count(1)
    survives("place_second")
    console.keys("r", "r")
    console.at("dealing_four")
    console.space("deal")
    console.at("showdown")
    console.cards(DEALERS)
    console.keys("Enter")
    expect(console.page.locator(".call-title")).to_contain_text("Seat 5")
    console.cards("Ks Kd Kh 5c 5d 6h 7h")
    console.keys("Enter")
    expect(console.page.locator(".dock .pay-tile").first).to_be_visible()
    survives("settle")
    console.keys("Space")
    expect(console.page.locator(".call-title")).to_contain_text("Seat 4")


def its_end(table: Live) -> None:
    """By program: nobody looks any more."""
    for seat, cards in ((4, "Js Jd 4h 4s 8d 2s 6c"), (2, "Qs Qd 8c 2d 7d Jc 4d")):
        table.dan("turn_over", seat=seat, five=cards.split()[:5], discards=cards.split()[5:])
        table.dan("settle")
    table.dan("next_round")
    won = {2: 5_00 - 30_00, 4: -30_00, 5: -5_00 + 20_00 + 40_00}
    table.is_whole({seat: CHIPS + won[seat] for seat in PLAYERS}, TRAY - sum(won.values()))
    assert len(table.found(events.Settled)) == 5


@pytest.mark.campaign
def test_a_console_that_is_loaded_again_and_a_server_that_is_killed(own_room: CardRoom, browser: Browser) -> None:
    """Killed before a hand is paid, loaded again before that; in a campaign each of the two every time."""

    def again(console: Console) -> None:
        console.page.reload()
        expect(console.page.locator("#console[data-phase]")).to_be_visible()

    def restart(console: Console) -> None:
        console.page.evaluate("window.neverReloaded = true")
        goes_down(console)
        console.keys("Space")  # nothing is taken on, and it says so
        expect(console.page.locator(".dock-fault")).to_contain_text("Not done: connection lost.")
        comes_back(console)
        expect(console.page.locator(".dock-fault")).to_have_count(0)
        assert console.page.evaluate("window.neverReloaded")

    every: list[Mapping[str, Trouble]] = [dict.fromkeys(ACTS, trouble) for trouble in (again, restart)]
    for troubles in every if CAMPAIGN else [{**every[0], "settle": restart}]:
        with live_table(own_room, ready=False) as table:
            with at_console(table, browser) as console:
                an_evening(table, console, troubles)
            its_end(table)


def test_cards_typed_before_the_line_was_lost_and_keys_pressed_while_an_act_is_unanswered_are_not_lost(
    own_room: CardRoom, browser: Browser
) -> None:
    """Two of three cards; later, two seats raise and one folds, pressed at a server that dies before it answers the
    first."""
    with live_table(own_room) as table, ExitStack() as visits:
        table.play_until("three_card_bonus")
        console = visits.enter_context(at_console(table, browser))
        console.at("three_card_bonus")
        console.cards("Qs Qd")
        goes_down(console)
        comes_back(console)
        assert console.entered() == ["Qs", "Qd"]
        console.cards("8c")
        console.keys("Enter")
        expect(console.act("decline").first).to_be_visible()
        expect(console.page.locator(".call-title")).to_contain_text("Seat 5, Ines")
        assert [event.seat for event in table.found(events.CardsExposed)] == [2]
        table.dan("decline", seat=5)
        table.dan("settle_bonuses")
        console.at("decision")
        expect(console.main("place_second")).to_be_visible()
        table.hang_up()
        os.kill(own_room.server.process.pid, signal.SIGSTOP)
        console.keys("r", "r", "f")
        expect(console.page.locator(".dock[data-busy]")).to_have_count(1)
        goes_down(console)
        comes_back(console)
        console.at("dealing_four")
        assert [(type(event).__name__, event.seat) for event in table.found(events.SecondPlaced, events.Folded)] == [
            ("SecondPlaced", 2), ("SecondPlaced", 4), ("Folded", 5),
        ]  # fmt: skip


def test_a_hand_ahead_of_a_slow_line(card_room: CardRoom, browser: Browser) -> None:
    """Wagers for three seats typed without looking up, then no more bets and the whole first deal."""
    with live_table(card_room) as table, at_console(table, browser) as console:
        console.space("shuffle")
        expect(console.page.locator("#wager-ante")).to_be_visible()
        os.kill(card_room.server.process.pid, signal.SIGSTOP)
        try:
            console.keys(*"10+5", "Enter")
            console.keys("ArrowDown", *"30", "Enter")  # seat 4 thinks it over
            console.keys(*"12", "Enter")
            console.keys("Space", "Space")
            expect(console.page.locator(".dock[data-busy]")).to_have_count(1)
        finally:
            os.kill(card_room.server.process.pid, signal.SIGCONT)
        console.at("three_card_bonus")
        placed = [
            (event.seat, event.ante, event.side_bets.get("three_card_bonus", 0))
            for event in table.found(events.WagersPlaced)
        ]
        assert placed == [(2, 10_00, 5_00), (5, 30_00, 0), (4, 12_00, 0)]
        assert [event.to for event in table.found(events.CardsDealt)] == [2, 4, 5, 0]
