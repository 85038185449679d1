"""Players' contributions to shuffles: texts derived from their names, so that they can be computed again."""

from __future__ import annotations

from boston7 import fair
from boston7.accounts import Person
from boston7.declare import Rejection
from boston7.table import Accepted, TableActor


def text_of(person: Person, round: int, word: str = "lucky") -> str:
    return f"{word}, said {person.name} in round {round}"


async def commit(table: TableActor, person: Person, id: str = "", *, word: str = "lucky") -> Accepted | Rejection:
    """Commit a text for the next round."""
    round = coming(table)
    hidden = fair.text_commitment(table.name, round, person.name, text_of(person, round, word))
    return await table.commit_text(id or f"commit-{round}-{word}", round, hidden, person)


async def reveal(table: TableActor, person: Person, id: str = "", *, word: str = "lucky") -> Accepted | Rejection:
    round = coming(table)
    return await table.reveal_text(id or f"reveal-{round}-{word}", round, text_of(person, round, word), person)


def coming(table: TableActor) -> int:
    found = table.seeds.fairness(table.state.table)
    assert found is not None
    return found.round
