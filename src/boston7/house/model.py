"""A house's rules as data. Every number of a house document lives in that house's TOML and nowhere else."""

from __future__ import annotations

import hashlib
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
"""What lies on the layout for a seat, in the order of the layout, without zeros. Replaced, never mutated."""
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
"""As people are told them."""

MOST_SIDE_BETS = 3
"""For which a layout has room."""
SEATS = 6
"""Seven cards for each of six players and the dealer make 49; a seventh player would need 56."""
MOST_SEATS_PER_PLAYER = 2


THREE_CARD_BONUS = "three_card_bonus"
"""The side bet of the five documents: the first of every house that has it."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table_minimum: Cents
    table_maximum: Cents
    chips: tuple[Cents, ...] = ()  # what wagers are made of; without any, they may be of any cents

    def bounds(self, minimum: Cents | None, maximum: Cents | None) -> tuple[Cents, Cents]:
        """Where a house states no bound of its own, the smallest chip and the table's maximum bound a side bet."""
        least = min(self.chips, default=1) if minimum is None else minimum
        return least, self.table_maximum if maximum is None else maximum


class SideBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wager beside the game's own: what it needs, what it is judged on, and what that pays."""

    id: str  # account, JSON key and CSV value
    label: str
    minimum: Cents | None
    maximum: Cents | None
    needs: tuple[Literal["ante", "first"], ...]
    judged_on: JudgedOn  # six cards: the player's first three with the dealer's first three
    expose: bool  # the first three cards must be shown for it to be paid
    capped: bool  # counts against the maximum payout, and gives way before what `trim` names
    pays: dict[str, int]
    clauses: dict[str, str] = {}

    @property
    def early(self) -> bool:
        """Whether it is settled once claims are in, before anybody places a 2nd Wager or folds."""
        return self.judged_on == "first_three"

    @property
    def claimed(self) -> bool:
        """Whether a player is asked to show the first three cards for it."""
        return self.expose or self.judged_on != "best_five"

    def odds(self, key: str) -> int:
        return odds_of(self.pays, key)

    def cite(self, what: str, ruling: str = "") -> str:
        clause = self.clauses.get(what, "ours")
        return f"{clause} ({ruling})" if ruling else clause


class MaximumPayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bounds the winnings of one player in one round; `trim` says which winnings give way first (R10)."""

    amount: Cents | None
    scope: tuple[MainWager, ...]
    trim: tuple[MainWager, ...]


class Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house allows; the first of each is what a table does unless told otherwise."""

    styles: tuple[Style, ...]
    devices: tuple[Device, ...]
    cut_at_least: int
    count_stub_every: int


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    disclose_long_royal: bool
    bonus_until: Literal["settled", "last_four"] = "settled"  # how long a Three Card Bonus may be claimed (R3)

    @property
    def late(self) -> bool:
        """Whether a 2nd Wager may be placed before the bonus is settled."""
        return self.bonus_until == "last_four"


class PlayingFive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which five of the seven play: those the player sets, or the best (R7)."""

    compared: Literal["set", "best"] = "set"
    ante_bonus: Literal["set", "best"] = "set"


class Showdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A beaten hand with an ante bonus: what the dealer does first (R9)."""

    beaten_bonus: Literal["collect_then_award", "award_then_collect"] = "collect_then_award"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealer of a live table enters of a player's hand. What is not entered is `??` on record."""

    hands: Literal["cards", "results"] = "cards"  # all seven, or what they came to
    three_cards: Literal["cards", "ranks"] = "cards"  # of a Three Card Bonus
    cards_above: Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDED)] | None = None  # a payout above it takes the cards


class Voids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After which causes a three-card hand still gets what it qualifies for; after any other, wagers go back (R12)."""

    keep_awards: tuple[VoidCause, ...] = tuple(VOID_CAUSES)


class Rights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house may do at any time, in the middle of a round included (R19)."""

    close_table: bool
    evict: bool
    refuse_prize_check: bool


class Approvals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Above which amounts a second person approves before chips move (R24); None: never for the amount alone."""

    payout_above: Cents | None
    fill_above: Cents | None  # of a fill or credit that goes by no slip


class Timers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds before the platform decides. The game has no clock: the runtime keeps these."""

    betting: int
    three_card_bonus: int
    decision: int
    setting: int


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):  # for `rules`
    """The rules of one card room: every number and choice of its document, and where each is stated."""

    rules: ClassVar[Ruleset]
    """What follows from them. Each house has its own, made with it."""

    id: str
    name: str
    document: str
    title: str
    inherits: str
    seats: int
    first_wager_required: bool
    limits: Limits
    side_bets: tuple[SideBet, ...]  # as they lie on the layout: the Three Card Bonus first, where there is one
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
    """SHA-256 of everything else: the identity of these rules in every round played under them (R20)."""
    voids: Voids = Voids()
    playing_five: PlayingFive = PlayingFive()
    showdown: Showdown = Showdown()
    entry: Entry = Entry()
    seats_per_player: int = 1

    def __post_init__(self) -> None:
        force_setattr(self, "rules", Ruleset.of(self))

    def ante_odds(self, category: Category) -> int:
        return odds_of(self.ante_bonus, category.key)

    def fixed_award(self, royal_length: int) -> Cents:
        """What a disclosed six- or seven-card royal is worth, whatever the ante (R11)."""
        seven = self.fixed_awards.get("seven_card_royal", 0) if royal_length == 7 else 0
        six = self.fixed_awards.get("six_card_royal", 0) if royal_length >= 6 else 0
        return max(seven, six)

    def award_line(self, award: str) -> str | None:
        """Under which line an Ante Bonus award is paid; None where nothing is."""
        while award in _ALSO and award not in self.ante_bonus and award not in self.fixed_awards:
            award = _ALSO[award]
        return award if self.ante_bonus.get(award) or award in self.fixed_awards else None

    def cite(self, topic: str, ruling: str = "") -> str:
        """The clause a rule rests on in this house's document, with our ruling where it needed one."""
        clause = self.rules.citations[topic]
        return f"{clause} ({ruling})" if ruling else clause

    def cite_value(self, path: str) -> str:
        """The clause a value comes from: the closest citation above it."""
        section = path.partition(".")[0]
        while path:
            if path in self.clauses:
                return self.clauses[path]
            path = path.rpartition(".")[0]
        return "ours" if section in OUR_SECTIONS else ""


_ALSO = {"seven_card_royal": "six_card_royal", "six_card_royal": "royal_flush", "royal_flush": "straight_flush"}
"""What a hand is besides, and is paid as where a table has no line of its own for it."""


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
"""What a side bet may be judged on, and the hands it can pay for, highest first."""

PAY_TABLES = {"ante_bonus": ANTE_AWARDS, "fixed_awards": FIXED_AWARDS}


def highest_first(pays: dict[str, int], awards: tuple[str, ...]) -> dict[str, int]:
    """A pay table as it is printed, in whatever order its file has it."""
    return {award: pays[award] for award in awards if award in pays}
