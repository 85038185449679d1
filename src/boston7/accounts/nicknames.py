"""Friendly names for guests who have not chosen one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from secrets import choice, randbelow

_FIRST = (
    "Amber", "Bold", "Brave", "Bright", "Calm", "Cheery", "Clever", "Copper", "Cosy", "Daring", "Dapper", "Eager",
    "Early", "Fair", "Gentle", "Golden", "Happy", "Honest", "Jolly", "Keen", "Kind", "Lucky", "Merry", "Mellow",
    "Modest", "Neat", "Noble", "Patient", "Plucky", "Polite", "Proud", "Quick", "Quiet", "Royal", "Rusty", "Silver",
    "Sly", "Smart", "Snowy", "Steady", "Sunny", "Swift", "Tidy", "Velvet", "Warm", "Wily", "Wise", "Witty",
)  # fmt: skip
_SECOND = (
    "Badger", "Beaver", "Bison", "Crane", "Cricket", "Dolphin", "Eagle", "Falcon", "Ferret", "Finch", "Fox", "Gecko",
    "Goose", "Hare", "Hawk", "Heron", "Ibis", "Jay", "Kiwi", "Koala", "Lark", "Lemur", "Lion", "Lynx", "Magpie",
    "Marten", "Mole", "Moose", "Newt", "Otter", "Owl", "Panda", "Parrot", "Pelican", "Pony", "Puffin", "Quail",
    "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Sparrow", "Stork", "Swan", "Tiger", "Toad", "Trout", "Turtle",
    "Walrus", "Whale", "Wolf", "Wren", "Yak", "Zebra",
)  # fmt: skip


def suggest(free: Callable[[str], bool]) -> str:
    """Return a free name such as `Lucky Otter`, with a number if necessary."""
    for attempt in count():
        words = f"{choice(_FIRST)} {choice(_SECOND)}"
        name = words if attempt < 20 else f"{words} {2 + randbelow(98 * (attempt - 19))}"
        if free(name):
            return name
    raise AssertionError("count() does not end")
