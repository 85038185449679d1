"""The permitted grounds (R19) for closing a table, evicting or barring a person (H2), or refusing a check (H1)."""

from __future__ import annotations

from typing import Literal

from boston7.declare import Rejection
from boston7.game.rejection import rejected
from boston7.house.model import House

Ground = Literal["charity", "participants", "employees", "other"]
GROUNDS: dict[Ground, str] = {
    "charity": "In the best interest of the charity",
    "participants": "In the best interest of the participants",
    "employees": "In the best interest of the employees",
    "other": "Other",
}
"""The three grounds of H2, or "other", in which case the typed reason is the ground."""

CloseGround = Literal["scheduled"] | Ground
SCHEDULED = "Scheduled close"
CLOSE_GROUNDS: tuple[CloseGround, ...] = ("scheduled", *GROUNDS)
"""R26: a scheduled close has a ground of its own."""

CheckGround = Literal["picture_taken", "picture_suspected"]
CHECK_GROUNDS: dict[CheckGround, str] = {
    "picture_taken": "The payee took a picture of the check",
    "picture_suspected": "The payee is suspected of having taken a picture of the check",
}
"""The only two grounds in H1."""

_WORDS: dict[str, str] = dict((("scheduled", SCHEDULED), *GROUNDS.items(), *CHECK_GROUNDS.items()))


def before_reason(ground: str) -> str:
    """Return a ground as a sentence that precedes the reason. Return an empty string if the reason itself is the
    ground."""
    return f"{_WORDS[ground]}. " if ground in _WORDS and ground != "other" else ""


def check_clause(house: House) -> str:
    return house.cite("prize_check", "R19")


def no_right(house: House) -> Rejection | None:
    """Reject refusing a prize check, at a table or at the cage, unless the document gives this right."""
    if not house.rights.refuse_prize_check:
        return rejected("not_this_house", f"{house.name} does not allow refusing a prize check.", check_clause(house))
    return None
