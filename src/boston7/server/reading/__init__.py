"""What anyone may read of the room: rules, odds, history and proofs; and what the floor and auditors may.

Nothing here changes anything, and nothing here holds up a table: whatever takes work is done at a bench of its own.
"""

from boston7.server.reading.audit import audit_paths
from boston7.server.reading.coach_paths import coach_paths
from boston7.server.reading.floor import floor_paths
from boston7.server.reading.history_paths import history_paths
from boston7.server.reading.houses import house_paths
from boston7.server.reading.money_search import money_paths
from boston7.server.reading.odds import odds_paths
from boston7.server.reading.room import ReadingRoom, close_reading, open_reading

handlers = [*house_paths, *odds_paths, *history_paths, *coach_paths, *floor_paths, *audit_paths, *money_paths]

__all__ = ["ReadingRoom", "close_reading", "handlers", "open_reading"]
