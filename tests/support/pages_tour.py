"""Every page of the house by role, in a room with a finished evening, so that no page is empty."""

from __future__ import annotations

from typing import NamedTuple

from pages_room import CardRoom
from playwright.sync_api import Page, expect
from serving import Client


class Stop(NamedTuple):
    """A page to visit. `who` is a member of the staff, "guest" for a player, or "" for a visitor without a login.
    `ready` is visible when the page is complete."""

    name: str
    path: str
    who: str
    ready: str


STOPS = (
    Stop("lobby", "/", "", ".table-row"),
    Stop("table", "/table/{over}", "guest", "#result li"),
    Stop("table-deciding", "/table/{deciding}", "guest", "[data-act=place_second]"),
    Stop("table-watching", "/table/{over}", "", ".felt-hand .card-svg"),
    Stop("table-missing", "/table/nowhere", "", "#veil .notice"),
    Stop("rules", "/rules", "", "main h1"),
    Stop("rules-house", "/rules/nhcg", "", "main table"),
    Stop("odds", "/odds/nhcg", "", "main svg"),
    Stop("fair", "/fair", "", "main form"),
    Stop("fair-round", "/fair/{over}/1", "", ".verdict"),
    Stop("round", "/round/{over}/1", "", ".deck-verdict [data-fair=true]"),
    Stop("me", "/me", "guest", "main h1"),
    Stop("login", "/login", "", "main form"),
    Stop("deal", "/deal/{live}", "Sue", "b7-felt[data-ready]"),
    Stop("floor", "/floor", "Sue", ".floor-grid [data-table]"),
    Stop("audit", "/audit", "Aud", "main table tbody tr"),
    Stop("audit-film", "/audit/{over}/1", "Aud", "b7-felt[data-ready]"),
    Stop("people", "/people", "Abe", "main tbody tr:nth-child(3)"),
    Stop("setup", "/setup", "Abe", "[data-form=terms]"),
    Stop("console", "/console", "Sue", "[data-form=make-console]"),
    Stop("shift", "/shift", "Cass", "#cage-title"),
)


class Evening:
    """A table with a finished round on display, a live table, and a table where the guest must decide."""

    def __init__(self, room: CardRoom) -> None:
        self.room = room
        self.guest = room.guest()
        self.over = self._play(over=True)
        self.live = f"Live {self.over}"
        room.table(name=self.live, live=True)

    def _play(self, *, over: bool) -> str:
        table = self.room.table()
        self.room.seat(self.guest, table, 3, 50_00)
        with self.guest.socket() as socket:
            socket.watch(table)
            wagers = {"wagers": {"ante": 5_00, "first": 5_00, "three_card_bonus": 1_00}}
            steps: list[tuple[str, str, dict[str, dict[str, int]]]] = [
                ("place_wagers", "three_card_bonus", wagers), ("expose", "decision", {}),
                ("place_second", "setting", {}), ("set_hand", "complete", {}),
            ]  # fmt: skip
            for act, phase, more in steps if over else steps[:2]:
                assert socket.act(table, {"type": act, "seat": 3, **more})["type"] == "accepted"
                while socket.frames[table]["view"]["phase"] != phase:
                    socket.receive("frame", table=table)
        return table

    def path(self, stop: Stop) -> str:
        """Return the address of a stop. A decision lasts only twenty seconds, so its table is created now."""
        deciding = self._play(over=False) if "{deciding}" in stop.path else ""
        return stop.path.format(over=self.over, live=self.live, deciding=deciding).replace(" ", "%20")

    def client(self, stop: Stop) -> Client | None:
        if stop.who == "guest":
            return self.guest
        return self.room.staff(stop.who) if stop.who else None


def arrive(page: Page, stop: Stop) -> None:
    """Wait until the page is complete."""
    expect(page.locator(stop.ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")
