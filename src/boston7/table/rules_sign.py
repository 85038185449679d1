"""The rules signs of a table, in the stream `house:<table>`. Each holds the complete rules, so that any round can be
replayed.

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
"""Defaults, in seconds."""


class RulesSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="placard"):
    house: House
    by: str
    text: str = ""
    """The text of the house file, if the rules came from one."""
    play_money: bool = True
    """Always true at a practice table. The shift accounts for real money only."""
    pause: int = PAUSE
    """Seconds that a finished round stays on the table."""
    hurry: bool = True
    """Whether bets close as soon as every seated player has wagered."""
    practice: bool = False
    """Whether this is a person's own table, with the house's bots."""
    owner: str = ""
    """Id of the owner of a practice table."""
    bots: tuple[str, ...] = ()
    """The styles of the bots at a practice table."""
    live: bool = False
    """Whether the table is set up for real cards. An open table's own state has this too."""
    clock: bool = False
    """Whether the owner of a practice table asked to have a clock too."""
    grace: int = GRACE
    """Extra seconds for a player who loses the connection during a hand."""


_RULES_SIGNS = msgspec.json.Decoder(RulesSign)


def stream(table: str) -> str:
    return f"{PREFIX}{table}"


def set_up_live(table: Table, rules_sign: RulesSign | None) -> bool:
    """Return whether the table has real cards. Before it opens, its rules sign decides."""
    return table.live or (table.phase is Phase.CLOSED and rules_sign is not None and rules_sign.live)


def intact(house: House, version: str, entry: Entry) -> House:
    """Return the rules in an entry. Raise `Tampered` if their digest differs from the version on record."""
    if with_version(house).version != version:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r}: these rules do not match their version.")
    return house


class RulesSigns:
    """All rules signs of a table. The last one applies from the next round on."""

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
            raise LookupError("this table has no rules sign")
        return self.current

    def house_for(self, table: Table) -> House:
        """Return the rules of the round in play, or else those in force."""
        return self.houses[table.version] if table.version and binds_rules(table) else self.in_force.house
