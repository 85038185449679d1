"""Turns events, wagers and results into sentences, from what each kind declares."""

from boston7.narrate.lines import line_recorded
from boston7.narrate.tell import addressee, state_line, tell, tell_table
from boston7.narrate.words import ENGLISH, wager_name

__all__ = ["ENGLISH", "addressee", "line_recorded", "state_line", "tell", "tell_table", "wager_name"]
