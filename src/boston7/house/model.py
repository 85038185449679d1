"""House rules as data. Every number of a house document lives in that house's TOML and nowhere else."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import force_setattr

from boston7.hands import Category, ThreeCategory
from boston7.house.ruleset import Ruleset
from boston7.house.topics import OUR_SECTIONS
from boston7.money import MOST_HANDED, Cents

WagerId = str
"""`ante`, `first`, `second`, or the id of a side bet."""
Wagers = dict[WagerId, Cents]
"""A seat's wagers in layout order, without zeros. Replaced, never mutated."""
MainWager = Literal["ante", "first", "second"]
JudgedOn = Literal["first_three", "best_five", "six_cards"]
Style = Literal["stack", "single"]
Device = Literal["automated_shoe", "manual_shoe", "hand"]
VoidCause = Literal[
    "dealer_exposed", "shuffler_stopped", "face_up_cards", "dealer_misdeal", "wrong_count", "floor"
]  # fmt: skip
VOID_CAUSES: dict[VoidCause, str] = {
    "dealer_exposed": "a dealer’s card exposed",
    "shuffler_stopped": "a shuffler that stops dealing",
    "face_up_cards": "two cards face up in the deck",
    "dealer_misdeal": "a dealer’s misdeal",
    "wrong_count": "a player’s wrong count",
    "floor": "a void by the floor",
}
"""Each cause in the words of the card room."""

MOST_SIDE_BETS = 3
"""A layout has room for three."""
SEATS = 6
"""Seven cards for each of six players and the dealer make 49; a seventh player would need 56."""
MOST_SEATS_PER_PLAYER = 2


THREE_CARD_BONUS = "three_card_bonus"
"""The side bet that all five documents share. A house that offers it lists it first."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table_minimum: Cents
    table_maximum: Cents
    chips: tuple[Cents, ...] = ()  # Denominations for wagers; without any, every amount is valid.

    def bounds(self, minimum: Cents | None, maximum: Cents | None) -> tuple[Cents, Cents]:
        """Return a side bet's limits. The smallest chip and the table maximum are the defaults."""
        least = min(self.chips, default=1) if minimum is None else minimum
        return least, self.table_maximum if maximum is None else maximum


class SideBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side bet: the wagers it requires, the cards that decide it, and its pay table."""

    id: str  # Also its account, JSON key and CSV value.
    label: str
    minimum: Cents | None
    maximum: Cents | None
    needs: tuple[Literal["ante", "first"], ...]
    judged_on: JudgedOn  # Six cards are the player's first three and the dealer's first three.
    expose: bool  # Whether the player must show the first three cards to be paid.
    capped: bool  # Whether it counts toward the maximum payout; it is then trimmed before the wagers in `trim`.
    pays: dict[str, int]
    clauses: dict[str, str] = {}

    @property
    def early(self) -> bool:
        """Whether the dealer settles it after the claims, before any 2nd Wager or fold."""
        return self.judged_on == "first_three"

    @property
    def claimed(self) -> bool:
        """Whether the player must claim it by showing the first three cards."""
        return self.expose or self.judged_on != "best_five"

    def odds(self, key: str) -> int:
        return odds_of(self.pays, key)

    def cite(self, what: str, ruling: str = "") -> str:
        clause = self.clauses.get(what, "ours")
        return f"{clause} ({ruling})" if ruling else clause


class MaximumPayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limit on one player's winnings in one round; `trim` is the order of reduction (R10)."""

    amount: Cents | None
    scope: tuple[MainWager, ...]
    trim: tuple[MainWager, ...]


class Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The permitted ways to deal. The first style and the first device are a table's defaults."""

    styles: tuple[Style, ...]
    devices: tuple[Device, ...]
    cut_at_least: int
    count_stub_every: int


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    disclose_long_royal: bool
    bonus_until: Literal["settled", "last_four"] = "settled"  # The deadline for claiming a Three Card Bonus (R3).

    @property
    def late(self) -> bool:
        """Whether players may place 2nd Wagers before the bonus is settled."""
        return self.bonus_until == "last_four"


class PlayingFive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which five of the seven cards count: the set hand or the best hand (R7)."""

    compared: Literal["set", "best"] = "set"
    ante_bonus: Literal["set", "best"] = "set"


class Showdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dealer's first action on a beaten hand with an ante bonus (R9)."""

    beaten_bonus: Literal["collect_then_award", "award_then_collect"] = "collect_then_award"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a live dealer enters of a player's hand. The record shows other cards as `??`."""

    hands: Literal["cards", "results"] = "cards"  # All seven cards, or only the results.
    three_cards: Literal["cards", "ranks"] = "cards"  # The same for the Three Card Bonus.
    # Above this payout, the dealer must enter the cards.
    cards_above: Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDED)] | None = None


class Voids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The causes of a void that still pay a qualifying three-card hand. Other causes return the wagers (R12)."""

    keep_awards: tuple[VoidCause, ...] = tuple(VOID_CAUSES)


class Rights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rights of the house that apply at any time, even during a round (R19)."""

    close_table: bool
    evict: bool
    refuse_prize_check: bool


class Approvals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Amounts above which a second person must approve first (R24). None means no such limit."""

    payout_above: Cents | None
    fill_above: Cents | None  # For fills and credits without a slip.


class Timers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds until the platform decides for a player. The runtime runs these timers: the game has no clock."""

    betting: int
    three_card_bonus: int
    decision: int
    setting: int


class Filing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Details for a house's printed forms besides its rules: the operator, and what was filed and approved."""

    operator: str = ""
    number: str = ""
    approved: date | None = None
    effective: date | None = None
    edition: str = ""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):  # `dict=True` makes room for `rules`.
    """The rules of one card room: every number and choice of its document, with the clause for each."""

    rules: ClassVar[Ruleset]
    """Values derived from this house, computed when it is created."""

    id: str
    name: str
    document: str
    title: str
    inherits: str
    seats: int
    first_wager_required: bool
    limits: Limits
    side_bets: tuple[SideBet, ...]  # In layout order; a Three Card Bonus comes first.
    ante_bonus: dict[str, int]
    fixed_awards: dict[str, Cents]
    maximum_payout: MaximumPayout
    delivery: Delivery
    claims: Claims
    rights: Rights
    approvals: Approvals
    timers: Timers
    notices: tuple[str, ...]
    clauses: dict[str, str]
    version: str = ""
    """SHA-256 of the other fields. Every round records the version it was played under (R20)."""
    voids: Voids = Voids()
    playing_five: PlayingFive = PlayingFive()
    showdown: Showdown = Showdown()
    entry: Entry = Entry()
    seats_per_player: int = 1
    stated_filing: Filing | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="filing")
    """Unset where a house states none of it, so that its version does not depend on it."""

    def __post_init__(self) -> None:
        force_setattr(self, "rules", Ruleset.of(self))

    @property
    def filing(self) -> Filing:
        return self.stated_filing or Filing()

    def ante_odds(self, category: Category) -> int:
        return odds_of(self.ante_bonus, category.key)

    def fixed_award(self, royal_length: int) -> Cents:
        """Return the payout for a disclosed six- or seven-card royal; the ante does not matter (R11)."""
        seven = self.fixed_awards.get("seven_card_royal", 0) if royal_length == 7 else 0
        six = self.fixed_awards.get("six_card_royal", 0) if royal_length >= 6 else 0
        return max(seven, six)

    def award_line(self, award: str) -> str | None:
        """Return the pay-table line that pays an Ante Bonus award, or None."""
        while award in _ALSO and award not in self.ante_bonus and award not in self.fixed_awards:
            award = _ALSO[award]
        return award if self.ante_bonus.get(award) or award in self.fixed_awards else None

    def cite(self, topic: str, ruling: str = "") -> str:
        """Return the clause for a topic in this house's document, followed by our ruling if one is given."""
        clause = self.rules.citations[topic]
        return f"{clause} ({ruling})" if ruling else clause

    def cite_value(self, path: str) -> str:
        """Return the clause for a value, from the closest citation above it."""
        section = path.partition(".")[0]
        while path:
            if path in self.clauses:
                return self.clauses[path]
            path = path.rpartition(".")[0]
        return "ours" if section in OUR_SECTIONS else ""


_ALSO = {"seven_card_royal": "six_card_royal", "six_card_royal": "royal_flush", "royal_flush": "straight_flush"}
"""The line to fall back on if a pay table does not list a hand."""


def odds_of(pays: dict[str, int], key: str) -> int:
    return pays.get(key if key in pays else _ALSO.get(key, key), 0)


def with_version(house: House) -> House:
    stated = msgspec.structs.replace(house, version="")
    canonical = msgspec.json.encode(stated, order="sorted")
    return msgspec.structs.replace(house, version=hashlib.sha256(canonical).hexdigest())


THREE_CARD_AWARDS = tuple(c.key for c in reversed(ThreeCategory) if c is not ThreeCategory.HIGH_CARD)
ANTE_AWARDS = tuple(c.key for c in reversed(Category) if c >= Category.THREE_OF_A_KIND)
FIXED_AWARDS = ("seven_card_royal", "six_card_royal")
FIVE_CARD_AWARDS = tuple(c.key for c in reversed(Category) if c is not Category.HIGH_CARD)
JUDGED_ON: dict[JudgedOn, tuple[str, ...]] = {
    "first_three": THREE_CARD_AWARDS,
    "best_five": FIVE_CARD_AWARDS,
    "six_cards": FIVE_CARD_AWARDS,
}
"""The cards a side bet may depend on, and the hands it can pay, highest first."""

PAY_TABLES = {"ante_bonus": ANTE_AWARDS, "fixed_awards": FIXED_AWARDS}


def highest_first(pays: dict[str, int], awards: tuple[str, ...]) -> dict[str, int]:
    """Sort a pay table as printed, highest hand first."""
    return {award: pays[award] for award in awards if award in pays}
