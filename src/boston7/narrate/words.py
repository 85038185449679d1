"""Every text by key, for pages and translators. Events and commands declare their own English sentences.

A translation is another mapping with the same keys; missing keys fall back to English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boston7.declare import Word
from boston7.game.commands import COMMANDS
from boston7.game.events import EVENTS
from boston7.game.kinds import snake
from boston7.game.wagered import wager_label
from boston7.house.model import VOID_CAUSES
from boston7.house.ruleset import MAIN_WAGERS

Language = Mapping[str, str]

_WORDS = {
    **{f"wager.{wager}": name for wager, name in MAIN_WAGERS.items()},
    **{f"stake.{wager}": f"{name} {{amount}}" for wager, name in MAIN_WAGERS.items()},
    "stake.side_bet": "{label} {amount}",
    "seat": "Seat {seat}",
    "seat.player": "Seat {seat} ({player})",
    "by.platform": "the platform",
    "by.named": "the {role} {name}",
    "by.role": "the {role}",
    "entered": ", entered by {by}",
    "move": "{amount} from {from} to {to}",
    "move.none": "no chips",
    "place.tray": "the tray",
    "place.cage": "the cage",
    "place.hands": "the player's hands",
    "place.rail": "seat {seat}'s rail",
    "place.wager": "seat {seat}'s {wager}",
    "balance": "{place} {amount}",
    "cards.0": "no cards",
    "cards.1": "one card",
    "cards.2": "two cards",
    "cards.3": "three cards",
    "cards.4": "four cards",
    "cards.5": "five cards",
    "cards.6": "six cards",
    "cards.7": "seven cards",
    "cards.many": "{count} cards",
    "Cards.0": "No cards",
    "Cards.1": "One card",
    "Cards.2": "Two cards",
    "Cards.3": "Three cards",
    "Cards.4": "Four cards",
    "Cards.5": "Five cards",
    "Cards.6": "Six cards",
    "Cards.7": "Seven cards",
    "Cards.many": "{count} cards",
    "moment.three_card_bonus": "Three Card Bonus",
    "moment.fold": "fold",
    "moment.showdown": "showdown",
    "moment.void": "void",
    "line.trimmed": "{trimmed} over the maximum payout",
    "line.none_at_stake": "nothing at stake",
    **{f"void.{cause}": template for cause, template in VOID_CAUSES.items()},
}


def _declared() -> Iterator[tuple[str, str]]:
    for event in EVENTS:
        for name, template in event.about.sentences().items():
            key = ".".join(filter(None, (snake(event.__name__), name)))
            yield f"{key}.they", template.they
            yield f"{key}.you", template.you or template.they
            yield f"{key}.record", template.record or template.they
    for command in COMMANDS:
        key, rule = snake(command.__name__), command.rule
        yield f"{key}.label", rule.label
        yield from ((f"{key}.{part}", text) for part in ("entry", "note", "outcome") if (text := getattr(rule, part)))
        yield from ((f"{key}.ask.{ask.field}", ask.question) for ask in rule.ask)
        yield from ((f"{key}.ask.{ask.field}.outcome", ask.outcome) for ask in rule.ask if ask.outcome)


ENGLISH: Language = dict(_declared()) | _WORDS


def phrase(word: Word, language: Language = ENGLISH) -> str:
    """Render a word with its count: `cards.3`, or `cards.many` for counts without a text of their own."""
    key = word.key
    if "count" in word.values:
        counted = f"{key}.{word.values['count']}"
        key = counted if counted in ENGLISH else f"{key}.many"
    template = text(key, language)
    return template.format_map(word.values) if "{" in template else template


def text(key: str, language: Language = ENGLISH) -> str:
    return language.get(key) or ENGLISH[key]


def place_name(account: str, language: Language = ENGLISH, labels: Mapping[str, str] = {}) -> str:
    """Return an account in words.

    >>> place_name("rail:3"), place_name("ante:3"), place_name("tray")
    ("seat 3's rail", "seat 3's Ante Bonus", 'the tray')
    """
    place, _, seat = account.partition(":")
    if not seat or place == "rail":
        return text(f"place.{place}", language).format_map({"seat": seat})
    return text("place.wager", language).format_map({"seat": seat, "wager": wager_name(place, language, labels)})


def wager_name(wager: str, language: Language = ENGLISH, labels: Mapping[str, str] = {}) -> str:
    """Return a wager's name as printed on the layout; `labels` name the house's own side bets.

    >>> wager_name("three_card_bonus")
    'Three Card Bonus'
    """
    key = f"wager.{wager}"
    return language.get(key) or wager_label(wager, labels)
