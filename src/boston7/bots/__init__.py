"""Bots: they play a seat over the same WebSocket as a person, to fill a table and to load it."""

from boston7.bots.bot import Bot, CannotPlay
from boston7.bots.styles import STYLES, Style, choose

__all__ = ["STYLES", "Bot", "CannotPlay", "Style", "choose"]
