"""All commands: entries at a table, and corrections of them."""

# Other modules import the kinds from here. The mypy setting is in the file so that it applies in their code too.
# mypy: implicit-reexport

from __future__ import annotations

from typing import TypeAlias, get_args

from boston7.game.correctable import *  # noqa: F403
from boston7.game.correctable import Correctable
from boston7.game.corrections import Amend as Amend
from boston7.game.kinds import Command as AnyCommand

Command: TypeAlias = Correctable | Amend
"""Any command."""

COMMANDS: tuple[type[AnyCommand], ...] = get_args(Command)
