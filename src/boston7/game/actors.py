"""The people and roles at a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Role = Literal["player", "dealer", "supervisor", "platform", "auditor", "spectator"]
ACTING: tuple[Role, ...] = ("player", "dealer", "supervisor", "platform")
Name = Annotated[str, msgspec.Meta(max_length=60)]


class Actor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A person in a role, or the platform, which runs virtual tables and their timers."""

    role: Role
    name: Name = ""

    @property
    def called(self) -> str:
        return self.name or self.role


DEALER = Actor("dealer")
SUPERVISOR = Actor("supervisor")
PLATFORM = Actor("platform")
AUDITOR = Actor("auditor")
SPECTATOR = Actor("spectator")


def player(name: str) -> Actor:
    return Actor("player", name)
