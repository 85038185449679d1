"""The size of a round of six on record: one row for each command, and at most 6 KB.

`python -m bench stored` measures files.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from burglar import Burglar
from evening import KEY, Evening, run
from postgres import STORES, store_url

from boston7.game import Phase
from boston7.record import open_record

ROUNDS = 4
MOST = 6_000
A_ROW = {"sqlite": 12, "postgresql": 66}
"""Overhead of a row in bytes: its header, and its place in the page and in the index."""


@pytest.mark.parametrize("store", STORES, indirect=False)
def test_a_round_of_six_has_one_row_for_each_command_and_at_most_six_kilobytes(
    request: pytest.FixtureRequest, tmp_path: Path, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    request.param = store
    url = store_url(request, tmp_path)
    ids = (str(UUID(int=number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % (1 << 128))) for number in count(1))
    monkeypatch.setattr("evening._IDS", ids)

    async def story() -> None:
        with open_record(url, seal_key=KEY.seal_key) as record:
            evening, dice, commands, before = Evening(record), Random(1), 0, list[int]()
            async with evening.on():
                people = await evening.begin(6)
                while evening.table.round <= ROUNDS + 1:
                    if evening.table.round == 1 and evening.at(Phase.COMPLETE) and not before:
                        before, commands = [len(Burglar(url).before)], 0
                    acted = sum([await evening.play(person, dice) for person in people])
                    commands += acted
                    if not acted:
                        evening.hands.turn(3)
                        commands += await evening.room.tick()
            rows = Burglar(url).before[before[0] :]
        assert len(rows) <= commands
        size = sum(len(row.state) + A_ROW[store] for row in rows) / ROUNDS
        assert size <= MOST, size

    run(story())
