"""People, their duties and limits, and their chips in the cage, stored in the record."""

from boston7.accounts.cage import HOUSE, PLAY_HOUSE, Cage, CageMoved, conserved
from boston7.accounts.clock import Clock
from boston7.accounts.desk import Desk
from boston7.accounts.duties import DUTIES, Duty, actor_of, refuse_duty, viewer_of
from boston7.accounts.logins import LoggedIn
from boston7.accounts.passwords import Passwords
from boston7.accounts.people import LimitKind, Person, PersonRole
from boston7.declare import Rejection

__all__ = [
    "DUTIES",
    "HOUSE",
    "PLAY_HOUSE",
    "Cage",
    "CageMoved",
    "Clock",
    "Desk",
    "Duty",
    "LimitKind",
    "LoggedIn",
    "Passwords",
    "Person",
    "PersonRole",
    "Rejection",
    "actor_of",
    "conserved",
    "refuse_duty",
    "viewer_of",
]
