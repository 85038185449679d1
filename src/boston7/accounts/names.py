"""Checks of names: of accounts, of guests, and of walk-up players' marks."""

from __future__ import annotations

from collections.abc import Iterable

from boston7.accounts.bars import refusal
from boston7.accounts.lookalikes import LONGEST_NAME, legible, looks_of
from boston7.accounts.people import People, deny
from boston7.accounts.walk_ups import WalkUp
from boston7.declare import Rejection
from boston7.game.acts.rail import WALK_UP, bare, walk_up

BOT = "Bot "
"""The prefix of every bot's name."""


def good_nickname(people: People, person: str, name: str) -> Rejection | None:
    """Check a guest's name, which must not look like a bot's. Guests may return to a former name."""
    if set(looks_of(name.partition(" ")[0])) & set(looks_of("bot")):
        return deny("bad_name", "Names starting with Bot are for bots.")
    own = people.names.get(name.casefold()) == person
    denied = good_name(people, name)
    return None if own and denied is not None and denied.code == "name_taken" else denied


def good_name(people: People, name: str) -> Rejection | None:
    if not legible(name):
        return deny("bad_name", f"A name must have 1 to {LONGEST_NAME} printable characters.")
    if walk_up(name.casefold()):
        return deny("bad_name", f"Names that end in{WALK_UP} are for walk-up players.")
    if (bar := people.bar_of(name)) is not None:
        return refusal(bar)
    if people.owner(name) is not None:
        return deny("name_taken", f"The name {name!r} is taken, or looks like one that is.")
    return None


def good_mark(people: People, mark: str, others: Iterable[WalkUp]) -> Rejection | None:
    """Check a walk-up player's mark: it must not look like an account or one of the `others`."""
    if not legible(mark):
        return deny("bad_name", f"A mark must have 1 to {LONGEST_NAME} printable characters.")
    if (bar := people.bar_of(mark)) is not None:
        return refusal(bar)
    owner = people.named(mark)
    if owner is not None and not owner.guest:
        return deny("name_taken", f"{owner.name} has an account: seat the account, or write another mark.")
    looks = set(looks_of(bare(mark)))
    twin = next((other for other in others if looks & set(looks_of(other.name))), None)
    if twin is not None:
        reason = f"{twin.name} is already a walk-up player today: choose that player, or write another mark."
        return deny("name_taken", reason)
    return None
