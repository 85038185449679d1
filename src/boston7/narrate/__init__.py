"""What is said at the table: every event, wager and result in words, from what each kind declares."""

from boston7.narrate.lines import line_recorded, line_told
from boston7.narrate.tell import about_whom, state_line, tell, tell_table
from boston7.narrate.words import ENGLISH, wager_name

__all__ = ["ENGLISH", "about_whom", "line_recorded", "line_told", "state_line", "tell", "tell_table", "wager_name"]
