"""The books of a soak, kept by the players and by an observer from their messages alone, and finally compared with the
record and the accounts, to the cent."""

from __future__ import annotations

from typing import Any

import msgspec
from kill_room import KEY, check_money, check_rounds

from boston7.accounts import cage
from boston7.bots.watched import Watched
from boston7.fair import read_hidden
from boston7.game import replay
from boston7.game.patch import Document
from boston7.record import open_record, verify


class Purse:
    """A person's stake and the result of each round, from that person's messages."""

    def __init__(self, id: str, name: str, stake: int) -> None:
        self.id, self.name, self.stake = id, name, stake
        self.nets: dict[tuple[str, int], int] = {}
        self.unfinished: set[tuple[str, int]] = set()
        """Rounds whose end the person has not seen: a bonus may be settled before a player leaves."""

    def look(self, table: str, seen: Document) -> None:
        for seat in seen.get("seats", {}).values():
            if seat.get("yours") and (lines := seat.get("hand", {}).get("lines")):
                round = (table, seen.get("round", 0))
                self.nets[round] = sum(line.get("paid", 0) - line.get("collected", 0) for line in lines)
                if seen.get("phase") == "complete":
                    self.unfinished.discard(round)
                else:
                    self.unfinished.add(round)


class Accountant:
    """An observer of tables: chips come and go only over the rail, and every other step keeps the sum."""

    def __init__(self) -> None:
        self._tables: dict[str, Watched] = {}
        self.trays: dict[str, int] = {}  # As first seen.
        self.over_the_rail: dict[str, int] = {}  # Brought to a table, less chips taken away.
        self.rounds: dict[str, int] = {}
        self.steps = 0

    def hear(self, message: Document) -> None:
        name, known = message["table"], self._tables.setdefault(message["table"], Watched())
        if message["type"] == "view":
            before = chips(known.view_document) if known.version else None
            known.load(message["version"], message["view"], {}, {})
            after = chips(known.view_document)
            self.trays.setdefault(name, known.view_document.get("tray", 0))
            self._carried(name, after - (after if before is None else before))
        else:
            version = known.version
            for number, step in enumerate(message.get("steps", []), 1):
                before = chips(known.view_document)
                assert known.update(version + number, [step], None, None, False)
                moved = chips(known.view_document) - before
                kind = step["event"]["type"]
                assert not moved or kind in ("chips_moved", "player_left"), f"{moved} cents by {step}"
                self._carried(name, moved)
                self.steps += 1
            assert known.version == message["version"], "the accountant missed something"
        self.rounds[name] = known.view_document.get("round", 0)

    def _carried(self, name: str, cents: int) -> None:
        self.over_the_rail[name] = self.over_the_rail.get(name, 0) + cents

    def empty(self, name: str) -> bool:
        seen = self._tables.get(name)
        return seen is not None and not any(seat.get("player") for seat in seen.view_document["seats"].values())

    def tray(self, name: str) -> int:
        tray: int = self._tables[name].view_document.get("tray", 0)
        return tray


def chips(seen: Document) -> int:
    """Return the sum of the chips at a table."""
    held: int = seen.get("tray", 0)
    for seat in seen.get("seats", {}).values():
        held += seat.get("rail", 0) + sum(seat.get("wagers", {}).values())
    return held


class Verdict(msgspec.Struct):
    people: int = 0
    rounds: int = 0
    entries: int = 0
    hands: int = 0  # Sent to their players on the socket.
    read_later: int = 0  # From the table's history, for absent players.
    off: int = 0  # Cents.


def judge(url: str, accountant: Accountant, purses: list[Purse], history: dict[tuple[str, int, str], int]) -> Verdict:
    """Compare the books. `history` is the room's answer about each round: the result by table, round and name."""
    found = Verdict(people=len(purses))
    names = {purse.name: purse for purse in purses}
    for (at, round, name), net in history.items():
        purse = names[name]
        if (at, round) not in purse.nets or (at, round) in purse.unfinished:
            found.read_later += 1
            purse.nets[at, round] = net
        known = purse.nets[at, round]
        assert known == net, f"{name} was told {known} of round {round} at {at}, and the history says {net}"
    found.hands = sum(len(purse.nets) for purse in purses)
    with open_record(url, read_only=True) as record:
        checked = verify(record, key=KEY.seal_key)
        assert checked.fault is None, checked.fault
        found.entries = checked.entries
        check_money(record)
        held = cage.Cage()
        carried: dict[str, int] = {}
        for entry in record.read("cage"):
            move = msgspec.json.decode(entry.body, type=cage.CageMoved)
            cage.apply(held, move)
            if move.table:
                sign = 1 if move.what in ("buy_in", "fill") else -1
                carried[move.table] = carried.get(move.table, 0) + sign * move.cents
        for purse in purses:
            found.off += abs(purse.stake + sum(purse.nets.values()) - held.balance(purse.id))
        for name, tray in accountant.trays.items():
            table = replay(read_hidden(entry.body, KEY) for entry in record.read(f"table:{name}"))
            won = -sum(net for purse in purses for (where, _), net in purse.nets.items() if where == name)
            found.off += abs(accountant.tray(name) - tray - won) + abs(accountant.tray(name) - table.tray)
            found.off += abs(tray + accountant.over_the_rail[name] - carried[name])
            found.rounds += table.round
            check_rounds(record, name)
    return found


def same_rounds(rows: list[Any], table: str) -> dict[tuple[str, int, str], int]:
    return {(table, row["round"], seat["player"]): seat["net"] for row in rows for seat in row["seats"]}
