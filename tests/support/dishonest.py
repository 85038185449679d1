"""A shift at one live table and the cage, over HTTP and WebSocket, in which one person steals where possible.

Everything is entered as it happens, so chips and cash match the record. A thief's acts change that: `off` is the
difference of the tray, the drop box and the bank from the record, and `stolen` what the thief or a friend has.
Everybody else is honest: they count everything, and look before they approve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any
from urllib.parse import quote

from serving import Answer, Client, Server

from boston7.cards import DECK
from boston7.hands import best_five

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"),
    ("Ray", "runner"), ("Dan", "dealer"), ("Dora", "dealer"), ("Aud", "auditor"), ("Ann", "player"), ("Eve", "player"),
)  # fmt: skip
SEATS = {"Ann": 1, "Bob": 3, "Eve": 5}
TRAY, FRONT, BANK, BUY_IN = 5_000_00, 3_000_00, 20_000_00, 300_00
UNUSUAL = frozenset({
    "request_answered", "payout_corrected", "corrected", "round_voided", "hand_voided", "receipt_voided", "slip_voided",
    "prize_check_voided", "person_added", "role_set", "password_set", "person_merged", "player_evicted",
})  # fmt: skip
"""The entries that an auditor reviews. Of answered requests, those that were declined."""
_IDS, _TABLES = count(1), count(1)


class Staff:
    """All staff and players, logged in at one server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {name: Client(server).login(name) for name, _ in PEOPLE}
        self.ids = {row["name"]: row["id"] for row in self.people["Cass"].get("/api/people").ok()["people"]}
        self.bank = 0
        """The cash that is really in the bank, in cents."""


class Shift:
    def __init__(self, staff: Staff, thief: str, rng: Random) -> None:
        self.staff, self.thief, self.rng = staff, thief, rng
        self.boss = "Sid" if thief == "Sue" else "Sue"
        self.cashier = "Cal" if thief == "Cass" else "Cass"
        self.table = f"Pit {next(_TABLES)}"
        self.off: Counter[str] = Counter()
        self.stolen = 0
        self.complaints: list[str] = []
        self.tried: Counter[str] = Counter()
        self.cards: list[Any] = []
        self.ids = dict(staff.ids)
        self.since = self.last_position()

    # Requests.

    def post(self, who: str, path: str, body: Any = None) -> Answer:
        return self.staff.people[who].post(path, body)

    def act(self, who: str, type: str, **fields: Any) -> bool:
        """Send a command to the table, and return whether it was accepted."""
        with self.staff.people[who].socket() as socket:
            socket.watch(self.table)
            return bool(socket.act(self.table, {"type": type, **fields})["type"] == "accepted")

    def does(self, who: str, type: str, **fields: Any) -> None:
        assert self.act(who, type, **fields), (who, type, fields)

    def frame(self, who: str = "Dan") -> Any:
        with self.staff.people[who].socket() as socket:
            return socket.watch(self.table, offers=True)

    def counter(self, who: str, what: str, person: str, cents: int) -> Answer:
        over = what in ("deposit", "withdraw")
        path = f"/api/cage/{self.ids[person]}/{what if over else 'chips'}"
        return self.post(who, path, {"id": f"c{next(_IDS)}", "cents": cents} | ({} if over else {"what": what}))

    def player(self, name: str) -> Any:
        find = self.staff.people[self.cashier].get(f"/api/cage/players?find={quote(name)}").ok()["players"]
        return next(one for one in find if one["id"] == self.ids[name])

    def last_position(self) -> int:
        entries = self.staff.people["Aud"].get("/api/audit/entries?limit=1").ok()["entries"]
        return int(entries[0]["position"]) if entries else 0

    # Attempts of the thief.

    def steals(self, who: str, type: str, **fields: Any) -> bool:
        """Try a command at the table. An honest supervisor reviews a request for approval."""
        done = self.act(who, type, **fields)
        self.tried[f"{type} {'done' if done else 'refused'}"] += 1
        if not done:
            return False
        mine = [one for one in self.waiting() if one["by"]["name"] == who]
        for one in mine:
            self.looked_at(one)
        return not mine

    def waiting(self) -> list[Any]:
        """Return the requests that wait for the supervisor."""
        return [one["request"] for one in self.frame(self.boss)["offers"] if one["type"] == "approve_request"]

    def looked_at(self, request: Any) -> None:
        assert not self.act(self.thief, "approve_request", number=request["number"]), "one person alone"
        assert request["transfers"] or request["hands"], request
        assert request["what"]
        self.tried["waits"] += 1
        self.does(self.boss, "decline_request", number=request["number"], reason="nothing of the kind happened")

    def refused(self, answer: Answer, what: str) -> bool:
        self.tried[f"{what} {answer.status}"] += 1
        return answer.status not in (200, 201)

    # The shift.

    def begin(self) -> None:
        boss, cashier = self.boss, self.cashier
        body = {"name": self.table, "house": "nhcg", "live": True, "play_money": False}
        self.post(boss, "/api/tables", body).ok()
        self.does(boss, "open_table", name=self.table, tray=TRAY, live=True, automation=["opening"], preinspected=True)
        self.does("Dan", "count_tray", amount=TRAY)
        if not self.staff.bank:
            self.staff.bank = BANK
            self.count_bank("opening")
        self.ids["Bob"] = self.post(cashier, "/api/cage/players", {"mark": f"Bob of {self.table}"}).ok()["id"]
        self.counter(cashier, "deposit", "Ann", FRONT).ok()
        drawn = self.counter(cashier, "draw", "Ann", BUY_IN).ok()["done"]
        self.post(boss, f"/api/cage/payouts/{drawn['receipt']['number']}/sign").ok()
        self.counter(cashier, "sell", "Bob", 2 * BUY_IN).ok()
        self.staff.bank += FRONT + 2 * BUY_IN
        self.does("Dan", "sit", seat=1, player="Ann")
        self.does("Dan", "seat_walk_up", seat=3, person=self.ids["Bob"])
        self.does("Dan", "sit", seat=5, player="Eve")
        for name in ("Ann", "Bob"):
            self.does("Dan", "chips_in", seat=SEATS[name], amount=BUY_IN)
        self.does("Dan", "buy_in_cash", seat=5, amount=BUY_IN)

    def play(self, attack: Callable[[], None]) -> None:
        """Play a round, with a chance for the thief before each step."""
        deck = self.rng.sample(DECK, 52)
        hands = {seat: deck[7 * at : 7 * at + 7] for at, seat in enumerate((0, *SEATS.values()))}
        for _ in range(60):
            attack()
            view = self.frame()["view"]
            if view["phase"] == "complete":
                return self.does("Dan", "next_round")
            self.step(view, hands)
        raise AssertionError(f"it stays in {view['phase']}")

    def step(self, view: Any, hands: dict[int, list[Any]]) -> None:
        seats = {seat["number"]: seat for seat in view["seats"] if seat["player"]}
        playing = [number for number, seat in seats.items() if seat["status"] == "in"]
        phase = view["phase"]
        if phase == "betting":
            due = [number for number, seat in seats.items() if not seat["wagers"] and seat["rail"] >= 60_00]
            if due:
                return self.does("Dan", "place_wagers", seat=due[0], wagers={"ante": 20_00, "first": 20_00})
            return self.does("Dan", "no_more_bets")
        if phase == "decision":
            number = next(number for number in playing if "second" not in seats[number]["wagers"])
            return self.does("Dan", "fold" if self.rng.random() < 0.25 else "place_second", seat=number)
        if phase == "setting":
            number = next(number for number in playing if not seats[number]["hand_set"])
            return self.does("Dan", "set_hand", seat=number)
        if phase in ("showdown", "void"):
            return self.pay(view, playing, seats, hands)
        for type in ("shuffle", "deal", "rack_stub", "settle_bonuses"):
            if self.act("Dan", type):
                return None
        return self.does("Dan", "cut", at=15)

    def pay(self, view: Any, playing: list[int], seats: Any, hands: dict[int, list[Any]]) -> None:
        if view["phase"] == "showdown" and not view["dealer_face_up"]:
            return self.does("Dan", "reveal", cards=[str(card) for card in hands[0]])
        if self.act("Dan", "settle"):
            for request in self.waiting():
                self.does(self.boss, "approve_request", number=request["number"])
            return None
        seven = hands[number := max(playing)]
        five = best_five(tuple(seven)).five
        if self.act("Dan", "turn_over", seat=number, five=[str(card) for card in five],
                    discards=[str(card) for card in seven if card not in five]):  # fmt: skip
            return None
        return self.does("Dan", "decline", seat=number)

    def end(self) -> None:
        """Color up, close the table, count honestly, and pay everybody what is theirs."""
        dealer = "Dora" if self.thief == "Dan" else "Dan"
        if dealer == "Dora":
            self.does("Dora", "sign_on")
        for seat in self.frame()["view"]["seats"]:
            if seat["player"]:
                self.does(dealer, "leave", seat=seat["number"])
        floor = self.staff.people[self.boss].get("/api/floor").ok()["tables"]
        here = next(one for one in floor if one["name"] == self.table)
        self.does(self.boss, "begin_closing", reason="end of the shift", ground="scheduled")
        if self.frame()["view"]["phase"] != "closing":
            self.does(self.boss, "end_play")
        self.does(dealer, "count_tray", amount=here["tray"] + self.off["tray"])
        self.does(self.boss, "close_table")
        self.take_theirs()
        box = here["drop"] + self.off["box"]
        self.post(self.cashier, "/api/shift/drops", {"table": self.table, "session": 1, "pieces": bills(box)}).ok()
        self.post(self.boss, "/api/shift/drops/sign", {"table": self.table, "session": 1}).ok()
        self.staff.bank += box + self.off["bank"]
        self.count_bank("interim")

    def session(self) -> Any:
        report = self.staff.people[self.boss].get("/api/shift").ok()
        return next(one for one in report["sessions"] if one["table"] == self.table)

    def take_theirs(self) -> None:
        """Pay everybody their chips and front money through an honest cashier. Note complaints."""
        for name, chips, front in self.theirs():
            for what, cents in (("redeem", chips), ("withdraw", front)):
                while cents > 0:
                    part = min(cents, 2_000_00)
                    answer = self.counter(self.cashier, what, name, part)
                    if answer.status != 200:
                        self.complaints.append(f"{name}: {answer.document['reason']}")
                        break
                    done = answer.ok()["done"]
                    if done["waiting"]:
                        self.post(self.boss, f"/api/cage/payouts/{done['receipt']['number']}/sign").ok()
                    self.staff.bank -= part
                    cents -= part

    def theirs(self) -> list[tuple[str, int, int]]:
        """Return each person's true holdings: those on record, plus their losses to the thief."""
        found = []
        for name in SEATS:
            row = self.player(name)
            found.append((name, row["carried"] + self.off[f"chips of {name}"], row["front_money"] + self.off[name]))
        return found

    def count_bank(self, kind: str) -> None:
        counted = self.post(self.cashier, "/api/cage/bank", {"kind": kind, "pieces": bills(self.staff.bank)}).ok()
        self.post(self.boss, f"/api/cage/bank/{counted['counts'][0]['number']}/sign").ok()

    def exceptions(self) -> list[str]:
        """Return what a shift manager and an auditor see in the morning."""
        report = self.staff.people[self.boss].get("/api/shift").ok()
        found = [f"{off['what']} {off['cents']}" for off in self.session()["result"]["where"]]
        last = report["bank"]["counts"][0]
        found += [f"bank {last['over_short']}"] if last["over_short"] else []
        for subject in ("approvals", "corrections", "cage", "fills", "incidents", "people"):
            path = f"/api/audit/entries?subject={subject}&limit=200"
            for one in self.staff.people["Aud"].get(path).ok()["entries"]:
                approved = one["what"] == "request_answered" and "approved" in one["text"]
                unusual = (one["what"] in UNUSUAL and not approved) or "handed_over" in one["text"]
                if unusual and one["position"] > self.since:
                    found.append(f"{one['what']}: {one['text']}")
        return found + self.complaints


def bills(cents: int) -> list[dict[str, int]]:
    assert cents >= 0, cents
    return [{"value": 100_00, "count": cents // 100_00}, {"value": 1_00, "count": cents % 100_00 // 100}]
