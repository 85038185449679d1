"""A page that is loaded again, a server that goes away, a line that is cut: in every phase nothing is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from campaign import CAMPAIGN
from pages_player import Player
from pages_room import CardRoom
from playwright.sync_api import Browser, expect
from serving import Client

pytest_plugins = ("pages_fixtures",)

SEAT = 3
SLOW = 5
PHASES = ("betting", "three_card_bonus", "decision", "setting", "complete")
Trouble = Callable[[Player], None]


@contextmanager
def seated(room: CardRoom, browser: Browser) -> Iterator[tuple[Player, Client]]:
    """Our player, and a slow neighbour without whose wager the bets stay open."""
    guest, slow, table = room.guest(), room.guest(), room.table()
    room.seat(guest, table, SEAT)
    room.seat(slow, table, SLOW)
    with room.visit(browser, guest) as visit:
        yield Player(visit, table, SEAT).open(), slow


def whole_round(room: CardRoom, player: Player, slow: Client, troubles: Mapping[str, Trouble]) -> None:
    """A round with trouble in some of its phases; the page goes on from where it was."""

    def survives(phase: str, *acts: str) -> dict[str, Any]:
        """`acts` are the buttons by which the page shows that it is done with what was before."""
        player.offers(*acts)
        before = player.state()
        assert before["phase"] == phase
        if phase in troubles:
            troubles[phase](player)
            expect(player.page.locator("#veil")).to_be_hidden()
            player.offers(*acts)
            assert player.state() == before
        return before

    player.click_chips(500, "ante")
    player.click_chips(100, "three_card_bonus")
    player.press("deal")
    down = survives("betting", "withdraw")
    assert (down["rail"], down["ante"]) == ("$489", "Ante, seat 3, $5")
    room.act(slow, player.table, type="leave", seat=SLOW)
    player.at("three_card_bonus")
    survives("three_card_bonus", "decline", "expose")
    player.press("decline")
    player.at("decision")
    assert len(survives("decision", "fold", "place_second")["hand"]) == 3
    player.press("place_second")
    player.at("setting")
    assert len(survives("setting", "set_hand")["hand"]) == 7
    player.press("set_hand")
    player.at("complete")
    lines = room.settled(player.table, SEAT)
    player.sees(lines, room.rail(player.table, SEAT), 1_000_00)
    survives("complete")
    player.sees(lines, room.rail(player.table, SEAT), 1_000_00)


@pytest.fixture(scope="module")
def own_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A server of our own: it is going to be stopped and killed."""
    room = CardRoom(tmp_path_factory.mktemp("restarts"))
    yield room
    room.close()


def test_a_line_that_falls_silent_and_comes_back(own_room: CardRoom, browser: Browser) -> None:
    """Once only: the page gives a silent line six seconds before it says so."""
    with seated(own_room, browser) as (player, slow):
        visit, page = player.visit, player.page
        player.click_chips(500, "ante")
        player.press("deal")
        player.offers("withdraw")
        before = player.state()
        visit.down_expected = True
        os.kill(own_room.server.process.pid, signal.SIGSTOP)
        try:
            page.evaluate("dispatchEvent(new Event('offline'))")  # as a browser says it: the next beat may be far off
            expect(page.locator("#veil")).to_contain_text("Reconnecting")
            assert not player.acts()
        finally:
            os.kill(own_room.server.process.pid, signal.SIGCONT)
        player.offers("withdraw")
        expect(page.locator("#veil")).to_be_hidden()
        visit.down_expected = False
        assert player.state() == before
        own_room.act(slow, player.table, type="leave", seat=SLOW)
        player.at("decision")


@pytest.mark.campaign
def test_a_page_that_is_loaded_again_and_a_server_that_is_started_again(own_room: CardRoom, browser: Browser) -> None:
    """Killed with the wagers down, stopped once the cards are out, and loaded again in between; in a campaign each of
    the three in every phase."""

    def restart(how: signal.Signals, player: Player) -> None:
        page = player.page
        page.evaluate("window.neverReloaded = true")
        player.visit.down_expected = True
        own_room.server.stop(how)
        expect(page.locator(".line[data-line=down]")).to_have_count(1)
        assert not player.acts()
        own_room.open_again()
        expect(page.locator(".line[data-line=up]")).to_have_count(1)
        player.visit.down_expected = False
        assert page.evaluate("window.neverReloaded")

    def again(player: Player) -> None:
        phase = player.state()["phase"]
        player.page.reload()
        player.at(phase)

    killed, stopped = partial(restart, signal.SIGKILL), partial(restart, signal.SIGTERM)
    every: list[Mapping[str, Trouble]] = [dict.fromkeys(PHASES, how) for how in (again, killed, stopped)]
    short: Mapping[str, Trouble] = {**every[0], "betting": killed, "setting": stopped}
    for troubles in every if CAMPAIGN else [short]:
        with seated(own_room, browser) as (player, slow):
            whole_round(own_room, player, slow, troubles)


def test_what_was_asked_of_a_dying_server_is_done_once_when_it_is_back(own_room: CardRoom, browser: Browser) -> None:
    with seated(own_room, browser) as (player, slow):
        page = player.page
        own_room.act(slow, player.table, type="leave", seat=SLOW)
        player.click_chips(500, "ante", 2)
        player.visit.down_expected = True
        os.kill(own_room.server.process.pid, signal.SIGSTOP)
        player.press("deal")
        expect(player.act("deal")).to_have_count(0)
        own_room.server.kill()
        expect(page.locator("#veil")).to_contain_text("Reconnecting")
        own_room.open_again()
        player.at("decision")
        player.visit.down_expected = False
        expect(page.locator("#rail .rail-amount")).to_have_text("$480")
        assert own_room.round(player.table).steps[-1].after.seat(SEAT).first == 10_00
