"""Extra time for players who lose their connection during a hand, in the stream `away:<table>`.

A seat gets extra time once per round: the full grace period after the connection is lost, and half of it after the
player returns.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from boston7.accounts import Person
from boston7.accounts.clock import MICROS, Clock
from boston7.game.table import IN_ACTION, Seat, Table
from boston7.record import Entry, Record, decode_body
from boston7.record.projection import Projection

_KEPT = 32
"""Number of entries to read when a table is opened. One round never has more."""


class _Notice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    round: int
    seat: int
    player: str


class Away(_Notice, frozen=True):
    pass


class Back(_Notice, frozen=True):
    pass


Notice = Away | Back
_NOTICES: msgspec.json.Decoder[Notice] = msgspec.json.Decoder(Notice)


class Absences:
    """The absences of the current round."""

    def __init__(self, record: Record, table: str, clock: Clock) -> None:
        self._clock = clock
        self.projection = Projection(record, f"away:{table}", self._apply)
        self._record = record
        self.round = 0
        """The round in which the stored notices were written."""
        self._at: dict[tuple[type[Notice], int], int] = {}

    def resume(self) -> None:
        """Start reading at the last entries and skip all earlier ones. Blocks."""
        self.projection.version = max(0, self._record.head(self.projection.stream).version - _KEPT)

    def _apply(self, entry: Entry) -> None:
        notice = decode_body(entry, _NOTICES)
        if notice.round != self.round:
            self.round, self._at = notice.round, {}
        self._at.setdefault((type(notice), notice.seat), min(entry.time, self._clock.now()))

    def notice(
        self, kind: type[Notice], table: Table, person: Person, untimed: Collection[int], only_if_away: bool
    ) -> Notice | None:
        """Return the notice to store for a lost or recovered connection. There is one per round, and only for seats
        with a clock."""
        seat = hand_of(table, person.id)
        if seat is None or seat.number in untimed:
            return None
        seen = [other for other in (Away, Back) if table.round == self.round and (other, seat.number) in self._at]
        is_known = kind in seen or Back in seen or (only_if_away and Away not in seen)
        return None if is_known else kind(table.round, seat.number, person.name)

    def extra(self, grace: int) -> Mapping[int, int]:
        """Return the end of each absent seat's extra time, in microseconds since 1970."""
        away = {seat: at + grace * MICROS for (kind, seat), at in self._at.items() if kind is Away}
        back = {seat: at + grace * MICROS // 2 for (kind, seat), at in self._at.items() if kind is Back}
        return away | back


def hand_of(table: Table, person: str) -> Seat | None:
    """Return the seat where this person has a hand in play, at a table that the platform times."""
    if table.live or table.phase not in IN_ACTION:
        return None
    return next((seat for seat in table.seats if seat.person == person and seat.status == "in"), None)
