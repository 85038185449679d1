"""Every page of the house and who may see it, with an evening behind it, so that no page is empty."""

from __future__ import annotations

from typing import NamedTuple

from pages_room import CardRoom, name_of
from playwright.sync_api import Page, expect
from serving import Client


class Stop(NamedTuple):
    """`who` is a member of the staff, "guest" for a guest with chips on the table, or "" for a stranger. `ready` is to be
    seen when the page has all it needs."""

    name: str
    path: str
    who: str
    ready: str


STOPS = (
    Stop("lobby", "/", "", ".table-row"),
    Stop("table", "/table/{table}", "guest", "body[data-phase=decision] [data-act=place_second]"),
    Stop("table-watching", "/table/{table}", "", ".felt-hand .card-svg"),
    Stop("rules", "/rules", "", "main h1"),
    Stop("rules-house", "/rules/nhcg", "", "main table"),
    Stop("odds", "/odds/nhcg", "", "main svg"),
    Stop("fair", "/fair", "", "main form"),
    Stop("fair-round", "/fair/{past}/1", "", ".verdict"),
    Stop("me", "/me", "guest", "main h1"),
    Stop("login", "/login", "", "main form"),
    Stop("deal", "/deal/{live}", "Dan", "b7-felt[data-ready]"),
    Stop("floor", "/floor", "Sue", ".floor-grid [data-table]"),
    Stop("audit", "/audit", "Aud", "main table tbody tr"),
    Stop("audit-film", "/audit/{past}/1", "Aud", "b7-felt[data-ready]"),
    Stop("people", "/people", "Abe", "main tbody tr:nth-child(3)"),
    Stop("nowhere", "/table/nowhere", "", "#veil .notice"),
)


class Evening:
    """A table with a finished round, one where a guest has to decide, and a live one with its dealer."""

    def __init__(self, room: CardRoom) -> None:
        self.room = room
        self.guest = room.guest()
        self.past = room.table(pause=0)
        self.table = room.table()
        self.live = room.table(name=f"Live {self.table}", live=True)
        self._play(self.past, until="complete")
        room.seat(self.guest, self.table, 3)
        self.begin()

    def begin(self) -> None:
        """The guest has three cards, and twenty seconds; whoever looks later begins anew."""
        self._play(self.table, until="decision", seated=True)

    def _play(self, table: str, *, until: str, seated: bool = False) -> None:
        if not seated:
            self.room.seat(self.guest, table, 3, 100_00)
        with self.guest.socket() as socket:
            socket.watch(table)
            socket.until(table, lambda frame: frame["view"]["phase"] == "betting")
            number = socket.frames[table]["view"]["round"]
            wagers = {"type": "place_wagers", "seat": 3, "ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}
            assert socket.act(table, wagers)["type"] == "accepted"
            assert socket.act(table, {"type": "expose", "seat": 3})["type"] == "accepted"
            if until == "complete":
                assert socket.act(table, {"type": "place_second", "seat": 3})["type"] == "accepted"
                assert socket.act(table, {"type": "set_hand", "seat": 3})["type"] == "accepted"
                socket.until(table, lambda frame: frame["view"]["round"] > number or frame["view"]["phase"] == "betting")

    def path(self, stop: Stop) -> str:
        names = {name: getattr(self, name).replace(" ", "%20") for name in ("table", "past", "live")}
        return stop.path.format(**names)

    def client(self, stop: Stop) -> Client | None:
        if stop.who == "guest":
            return self.guest
        return self.room.staff(stop.who) if stop.who else None


def arrive(page: Page, stop: Stop) -> None:
    """Until everything that belongs on the page is there."""
    expect(page.locator(stop.ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")


__all__ = ["STOPS", "Evening", "Stop", "arrive", "name_of"]
