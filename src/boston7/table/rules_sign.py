"""The rules signs of a table, in the stream `house:<table>`. Each holds whole rules, so that any round can be replayed.

A round keeps the rules under which its first wager was accepted (R20).
"""

from __future__ import annotations

import msgspec

from boston7.game.table import Phase, Table, binds_rules
from boston7.house import House
from boston7.house.model import with_version
from boston7.record import Entry, Record, Tampered, decode_body
from boston7.record.projection import Projection

PREFIX = "house:"
PAUSE, GRACE = 5, 30
"""Default seconds."""


class RulesSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="placard"):
    house: House
    by: str
    text: str = ""  # the house file as it was written, if there was one
    play_money: bool = True  # always at a practice table; the money of all others is the shift's
    pause: int = PAUSE  # seconds a finished round stays on the table
    hurry: bool = False  # bets close as soon as every seated player has wagered
    practice: bool = False  # one person's own table, where the house's bots keep them company
    owner: str = ""  # that person's id
    bots: tuple[str, ...] = ()  # the styles of the bots that sit there
    live: bool = False  # set up for real cards; a table that is open says so itself
    clock: bool = False  # a practice table keeps time against its owner too, who asked for it
    grace: int = GRACE  # seconds more for a player whose connection was lost during a hand


_RULES_SIGNS = msgspec.json.Decoder(RulesSign)


def stream(table: str) -> str:
    return f"{PREFIX}{table}"


def set_up_live(table: Table, rules_sign: RulesSign | None) -> bool:
    """Whether the table has real cards. Before it opens, its rules sign says so."""
    return table.live or (table.phase is Phase.CLOSED and rules_sign is not None and rules_sign.live)


def intact(house: House, version: str, entry: Entry) -> House:
    """Return the rules in an entry, if their digest is this version."""
    if with_version(house).version != version:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r}: these rules do not match their version.")
    return house


class RulesSigns:
    """All rules signs of a table. The last one applies from the next round."""

    def __init__(self, record: Record, table: str) -> None:
        self.projection = Projection(record, stream(table), self._apply)
        self.current: RulesSign | None = None
        self.houses: dict[str, House] = {}

    def _apply(self, entry: Entry) -> None:
        rules_sign = decode_body(entry, _RULES_SIGNS)
        intact(rules_sign.house, rules_sign.house.version, entry)
        self.add(rules_sign)

    def add(self, rules_sign: RulesSign) -> None:
        self.current = rules_sign
        self.houses[rules_sign.house.version] = rules_sign.house

    @property
    def in_force(self) -> RulesSign:
        if self.current is None:
            raise LookupError("this table has no rules_sign")
        return self.current

    def house_for(self, table: Table) -> House:
        """Return the rules of the round in play, else those in force."""
        return self.houses[table.version] if table.version and binds_rules(table) else self.in_force.house
