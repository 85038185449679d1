"""The schema of a house file: every key with its parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import NamedTuple, get_args

from boston7.house.model import (
    ANTE_AWARDS,
    FIXED_AWARDS,
    MOST_SEATS_PER_PLAYER,
    SEATS,
    THREE_CARD_AWARDS,
    VOID_CAUSES,
    Device,
    Style,
)
from boston7.house.ruleset import MAIN_WAGERS
from boston7.house.topics import OUR_TOPICS, RULE_TOPICS
from boston7.money import MOST_DENOMINATIONS, MOST_HANDED, InvalidMoney, dollars, parse_dollars

Value = object
Read = Callable[[object], Value]
"""Parses and checks a TOML value; raises ValueError with a sentence for people."""
HIGHEST_ODDS = 100_000
PAYS_NOTHING = "pays nothing; list at least one award"


class Field(NamedTuple):
    read: Read
    required: bool = True


def text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be text in quotes")
    if not value.isprintable():
        raise ValueError("must be one line without control characters")
    return value


def _slug(value: object) -> str:
    slug = text(value)
    if not all(part.isalnum() and part.isascii() and part == part.lower() for part in slug.split("-")):
        raise ValueError("must be lower-case letters and digits joined by hyphens, like my-house")
    return slug


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def day(value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise ValueError("must be a date without quotes, like 2026-12-01")
    return value


def _whole(lowest: int, highest: int, what: str) -> Read:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"must be a whole number of {what}, without quotes or a decimal point")
        if not lowest <= value <= highest:
            raise ValueError(f"must be between {lowest} and {highest:,} {what}, not {value:,}")
        return value

    return read


def odds(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("must be whole odds: 25 means 25 to 1")
    if value < 0:
        raise ValueError(f"a payout cannot be negative ({value} to 1)")
    if value > HIGHEST_ODDS:
        raise ValueError(f"{value:,} to 1 is more than a pay table may have ({HIGHEST_ODDS:,} to 1)")
    return value


def royal_fault(pays: Mapping[str, int]) -> str:
    royal, straight = pays.get("royal_flush"), pays.get("straight_flush", 0)
    if royal is None or royal >= straight:
        return ""
    return f"{royal} to 1 is less than the straight flush pays ({straight} to 1); a royal flush is a straight flush too"


def citation(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("must cite a document and clause in quotes")
    return value


def _dollars(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError('must be an amount in quotes, like "$5" or "$1,000"')
    try:
        cents = parse_dollars(value)
    except InvalidMoney as problem:
        raise ValueError(str(problem)) from None
    if cents == 0:
        raise ValueError("must be more than $0")
    if cents > MOST_HANDED:
        raise ValueError(f"is too large (at most {dollars(MOST_HANDED)})")
    return cents


def dollars_or_none(value: object) -> int | None:
    return None if value == "none" else _dollars(value)


def _chips(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError('must be a list of amounts in quotes, like ["$1", "$5", "$25", "$100"]')
    chips = tuple(sorted(_dollars(item) for item in value))
    if len(set(chips)) != len(chips):
        raise ValueError("lists a chip twice")
    if len(chips) > MOST_DENOMINATIONS:
        raise ValueError(f"lists more denominations than a tray has rows ({MOST_DENOMINATIONS})")
    return chips


def choices(*allowed: str, least: int = 1) -> Read:
    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError("must be a list of words in quotes")
        for item in value:
            if item not in allowed:
                raise ValueError(f"{item!r} is not one of {', '.join(allowed)}")
        if len(set(value)) != len(value):
            raise ValueError("lists a name twice")
        if len(value) < least:
            raise ValueError("must list at least one")
        return tuple(value)

    return read


def choice(*allowed: str) -> Read:
    def read(value: object) -> str:
        if value not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}, in quotes")
        return str(value)

    return read


def _seats(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError("must be a whole number of seats")
    if value > SEATS:
        needed = 7 * (value + 1)
        raise ValueError(f"{value} players and the dealer need {needed} cards; a deck of 52 serves at most {SEATS}")
    return value


def _notices(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        raise ValueError("must be a list of sentences in quotes")
    return tuple(text(item) for item in value)


FIELDS: dict[str, Field] = {
    "id": Field(_slug),
    "name": Field(text),
    "document": Field(text),
    "title": Field(text),
    "inherits": Field(text),
    "seats": Field(_seats),
    "seats_per_player": Field(_whole(1, MOST_SEATS_PER_PLAYER, "seats"), required=False),
    "notices": Field(_notices),
    "first_wager_required": Field(flag),
    "limits.table_minimum": Field(_dollars),
    "limits.table_maximum": Field(_dollars),
    "limits.chips": Field(_chips, required=False),
    "limits.bonus_minimum": Field(dollars_or_none),
    "limits.bonus_maximum": Field(dollars_or_none),
    **{f"three_card_bonus.{award}": Field(odds, required=False) for award in THREE_CARD_AWARDS},
    **{f"ante_bonus.{award}": Field(odds, required=False) for award in ANTE_AWARDS},
    **{f"fixed_awards.{award}": Field(_dollars, required=False) for award in FIXED_AWARDS},
    "maximum_payout.amount": Field(dollars_or_none),
    "maximum_payout.scope": Field(choices(*MAIN_WAGERS)),
    "maximum_payout.trim": Field(choices(*MAIN_WAGERS)),
    "delivery.styles": Field(choices(*get_args(Style))),
    "delivery.devices": Field(choices(*get_args(Device))),
    "delivery.cut_at_least": Field(_whole(1, 51, "cards")),
    "delivery.count_stub_every": Field(_whole(1, 1000, "rounds")),
    "claims.expose_to_be_paid": Field(flag),
    "claims.disclose_long_royal": Field(flag),
    "claims.bonus_until": Field(choice("settled", "last_four"), required=False),
    "playing_five.compared": Field(choice("set", "best")),
    "playing_five.ante_bonus": Field(choice("set", "best")),
    "showdown.beaten_bonus": Field(choice("collect_then_award", "award_then_collect")),
    "entry.hands": Field(choice("cards", "results"), required=False),
    "entry.three_cards": Field(choice("cards", "ranks"), required=False),
    "entry.cards_above": Field(dollars_or_none, required=False),
    "voids.keep_awards": Field(choices(*VOID_CAUSES, least=0)),
    "rights.close_table": Field(flag),
    "rights.evict": Field(flag),
    "rights.refuse_prize_check": Field(flag),
    "approvals.payout_above": Field(dollars_or_none),
    "approvals.fill_above": Field(dollars_or_none),
    "filing.operator": Field(text, required=False),
    "filing.number": Field(text, required=False),
    "filing.approved": Field(day, required=False),
    "filing.effective": Field(day, required=False),
    "filing.edition": Field(text, required=False),
    "timers.betting": Field(_whole(1, 3600, "seconds")),
    "timers.three_card_bonus": Field(_whole(1, 3600, "seconds")),
    "timers.decision": Field(_whole(1, 3600, "seconds")),
    "timers.setting": Field(_whole(1, 3600, "seconds")),
    **{f"clauses.rules.{topic}": Field(text) for topic in RULE_TOPICS},
    **{f"clauses.rules.{topic}": Field(text, required=False) for topic in OUR_TOPICS},
}
SECTIONS = tuple(dict.fromkeys(path.split(".")[0] for path in FIELDS if "." in path))
