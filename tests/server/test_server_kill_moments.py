"""The server is killed at random moments of running rounds and restarted: nothing acknowledged is lost or done twice.

The record is replaced now and then, because a server with a long record starts slowly.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from campaign import times
from kill_nursery import Nursery
from kill_room import (
    SECRET,
    Asked,
    Book,
    Player,
    check_answers,
    finish,
    found_room,
    free_port,
    judge,
    micros,
    until,
)
from postgres import STORES, store_url

KILLS = times(5, 500)
"""The minimum number of kills. More follow until one falls between the commit of an act and its answer."""
EVENING = times(5, 50)
"""Kills per record."""
TABLES, SEATS = 3, 3


async def evening(url: str, nursery: Nursery, kills: int, dice: Random) -> tuple[Book, list[int]]:
    guests = await found_room(url, TABLES, SEATS)
    port, book, killed = free_port(), Book(), list[int]()
    players = [Player([f"http://127.0.0.1:{port}"], guest, book, Random(dice.random())) for guest in guests]
    playing = asyncio.gather(*(player.play() for player in players))
    try:
        for _ in range(kills):
            server = nursery.start(url, port)
            if dice.random() < 0.9:
                await until(book, dice.randrange(20))
            await asyncio.sleep(dice.uniform(0, 0.02))  # One in ten is killed during startup.
            killed.append(micros())
            nursery.kill(server)
            assert not playing.done(), playing.result()
        server = nursery.start(url, port)
        await until(book, 30)
        await finish(book, players)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert nursery.stop(server) == 0
    return book, killed


@pytest.mark.campaign
@pytest.mark.parametrize("store", STORES)
def test_rounds_survive_kills_of_the_server(store: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    dice, kills, answers, in_play, unanswered = Random(KILLS), 0, 0, 0, 0
    nursery = Nursery(tmp_path / "log", {"BOSTON7_ROOM_KEY": SECRET})
    try:
        while kills < KILLS or (kills < max(100, 10 * KILLS) and not (unanswered and in_play > kills // 2)):
            folder = tmp_path / str(kills)
            folder.mkdir()
            url = new_store(store, request, folder)
            book, killed = asyncio.run(evening(url, nursery, EVENING, dice))
            moments = judge(url, book, killed)
            in_play, unanswered = in_play + moments.in_play, unanswered + moments.unanswered
            kills += len(killed)
            answers += len(book.answers)
    finally:
        nursery.close()
    print(f"{store}: {kills} kills, {in_play} in a round, {answers} answers, {unanswered} stored but not told before")
    assert in_play > kills // 2
    assert answers > 5 * kills
    assert unanswered > 0


def new_store(store: str, request: pytest.FixtureRequest, folder: Path) -> str:
    request.param = store
    return store_url(request, folder)


def test_the_judge_would_find_what_is_lost_or_done_twice(tmp_path: Path) -> None:
    url, book = str(tmp_path / "room.db"), Book()
    guest = asyncio.run(found_room(url, 1, 1))[0]
    act = f"{guest.id}/7-sit"
    book.answers.append(Asked(guest, "7-sit", 2, "", 0, ""))
    check_answers(book, {"t1": ["opening", act]})
    for stored in (["opening"], ["opening", "x", act], ["opening", act, "x", act]):
        with pytest.raises(AssertionError):
            check_answers(book, {"t1": stored})
    with pytest.raises(AssertionError, match="is on record at None"):
        judge(url, book_of(book, seen=1), [])
    with pytest.raises(AssertionError, match="saw what is not on record"):
        judge(url, book_of(Book(), seen=100), [])


def book_of(book: Book, seen: int) -> Book:
    book.seen["t1"] = seen
    return book
