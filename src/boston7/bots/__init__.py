"""Bots, which play a seat over the same WebSocket as people, to fill a table or to load it."""

from typing import TYPE_CHECKING, Any

from boston7.bots.styles import STYLES, Style, choose

if TYPE_CHECKING:
    from boston7.bots.bot import Bot, CannotPlay

__all__ = ["STYLES", "Bot", "CannotPlay", "Style", "choose"]


def __getattr__(name: str) -> Any:
    """Import the network client on first use: a style alone does not need it."""
    if name not in ("Bot", "CannotPlay"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from boston7.bots import bot

    return getattr(bot, name)
