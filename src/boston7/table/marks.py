"""Marks in a table's record: whoever opens it begins to read at one, and not at the first entry of years.

On record they are the stream `mark:<table>`. Now and then, with the first wager of a round, the table is written down
as it stood before it. A mark repeats what the entries before it say, is sealed as they are, and nothing but opening a
table looks at it: an audit reads the entries themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7.game import Event
from boston7.game import events as e
from boston7.journal import Append, Journal, Meta
from boston7.table.limits import TableTally
from boston7.table.state import State

EVERY = 2000
"""Entries of a table between two marks, or more: a round is never cut."""
_FORMAT = 1


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mark"):
    state: State
    facts: int  # the version of the stream of its shuffles; older facts are of no further use at the table
    tally: TableTally
    format: int = _FORMAT


_MARKS = msgspec.json.Decoder(Mark)


def stream(table: str) -> str:
    return f"mark:{table}"


def due(state: State, events: Iterable[Event]) -> bool:
    """Whether these events, at a table in this state, are to be preceded by a mark: the same in every process."""
    begins = any(isinstance(event, e.RoundBegun) for event in events)
    secret = any(card.known for card in state.table.stub)
    return begins and not secret and state.version // EVERY > state.began // EVERY


def append(table: str, mark: Mark, meta: Meta) -> Append:
    return Append(stream(table), None, [msgspec.json.encode(mark)], meta)


def find(journal: Journal, table: str) -> Mark | None:
    """The last mark but one: so a command sent again is still known to have been carried out, and the facts of the
    round that is on come after it. None if there are fewer, or if another version of this program meant something else
    by it. Blocks."""
    count = journal.head(stream(table)).version
    if count < 2:
        return None
    try:
        mark = _MARKS.decode(journal.read(stream(table), count - 2)[0].body)
    except msgspec.DecodeError:
        return None
    return mark if mark.format == _FORMAT else None
