"""No face-down card can be read in the database, its write-ahead log or the log."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from burglar import Burglar
from evening import HOUSE, KEY, Evening, run
from forger import commits_of
from postgres import STORES, store_url
from psycopg import sql
from table_talk import is_a

from boston7.accounts import Person, viewer_of
from boston7.audit.rounds import rounds
from boston7.cards import DECK, Card
from boston7.game import Automation, Command, Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.record import open_record
from boston7.table import UNHURRIED, TableActor

BY_HAND = tuple(
    step
    for step in UNHURRIED
    if step not in (Automation.DEALING, Automation.CLAIMS, Automation.REVEAL, Automation.SETTLEMENT)
)


class Thief:
    """Reads everything that the machine stores, except the room key."""

    def __init__(self, url: str, folder: Path, log: pytest.LogCaptureFixture) -> None:
        self._url, self._folder, self._log = url, folder, log
        self._since = ""
        if not url.startswith("sqlite"):
            with psycopg.connect(url, autocommit=True) as connection:
                self._since = _one(connection, "SELECT pg_current_wal_lsn()")

    def loot(self) -> bytes:
        """Return all stored bytes: rows, unpacked commits, files and the write-ahead log."""
        unpacked = [entry.body for commit in commits_of(Burglar(self._url).before) for entry in commit.entries]
        if self._url.startswith("sqlite"):
            return b"\n".join(
                unpacked + [path.read_bytes() for path in sorted(self._folder.rglob("*")) if path.is_file()]
            )
        with psycopg.connect(self._url, autocommit=True) as connection:
            return b"\n".join(unpacked) + self._rows(connection) + self._log_ahead(connection)

    def _rows(self, connection: psycopg.Connection[Any]) -> bytes:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        found = []
        for (name,) in names:
            table = sql.Identifier(name)
            for row in connection.execute(sql.SQL("SELECT * FROM {}").format(table), binary=True).fetchall():
                found += [value if isinstance(value, bytes) else str(value).encode() for value in row]
        return b"\n".join(found)

    def _log_ahead(self, connection: psycopg.Connection[Any]) -> bytes:
        now = _one(connection, "SELECT pg_current_wal_flush_lsn()")
        first = _one(connection, "SELECT pg_walfile_name(%s)", self._since)
        last = _one(connection, "SELECT pg_walfile_name(%s)", now)
        files = connection.execute(
            "SELECT pg_read_binary_file('pg_wal/' || name) FROM pg_ls_waldir() WHERE name BETWEEN %s AND %s"
            " ORDER BY name",
            (first, last),
            binary=True,
        ).fetchall()
        where = "SELECT file_offset FROM pg_walfile_name_offset(%s)"
        begins, ends = (int(_one(connection, where, place)) for place in (self._since, now))
        whole = b"".join([bytes(part) for (part,) in files])
        return whole[begins : len(whole) - len(files[-1][0]) + ends]

    def lines(self) -> str:
        return "\n".join([record.getMessage() + (record.exc_text or "") for record in self._log.records])


def _one(connection: psycopg.Connection[Any], question: str, *values: str) -> str:
    row = connection.execute(question, values).fetchone()
    assert row is not None
    return str(row[0])


def readable(loot: bytes, hidden: set[Card], hands: list[tuple[Card, ...]]) -> list[str]:
    """Return the hidden cards that are readable: one card as JSON, or three in a row, which do not occur by chance."""
    alone = [card.value for card in hidden if f'"{card.value}"'.encode() in loot]
    threes = [hand[at : at + 3] for hand in hands for at in range(len(hand) - 2)]
    return alone + [str(three) for three in threes if "".join(three).encode() in loot and hidden.intersection(three)]


class Look:
    """Checks after each event that no hidden card is readable."""

    def __init__(self, evening: Evening, thief: Thief) -> None:
        self.evening, self.thief = evening, thief
        self.seen: set[Card] = set()
        self.looks = 0
        self.secrets: set[Card] = set()

    def __call__(self) -> None:
        table = self.evening.table.state.table
        shown = str(self.evening.table.frame(SPECTATOR).document())
        self.seen |= {card for card in DECK if f"'{card.value}'" in shown}
        hands = [table.dealer_cards, table.stub, *[seat.cards for seat in table.seats]]
        hidden = {card for cards in hands for card in cards if card.known} - self.seen
        hidden |= {card for card in table.discard_rack if card.known} - self.seen
        if table.phase is Phase.COMPLETE:
            return
        self.looks += 1
        self.secrets |= hidden
        found = readable(self.thief.loot(), hidden, hands)
        assert not found, f"{found} can be read in phase {table.phase}"
        logged = {card.value for card in hidden} & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", self.thief.lines()))
        assert not logged, f"{logged} in the log in phase {table.phase}"


@pytest.mark.parametrize("store", STORES)
def test_no_card_is_readable_at_rest_before_it_is_turned_over(
    store: str, request: pytest.FixtureRequest, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    request.param = store
    url = store_url(request, tmp_path)

    async def story() -> None:
        with open_record(url) as record:
            evening = Evening(record)
            look = Look(evening, Thief(url, tmp_path, caplog))
            async with evening.on():
                made = await evening.room.create("main", HOUSE, tray=50_000_00, automation=BY_HAND)
                assert isinstance(made, TableActor)
                guests = [await evening.seat(number) for number in range(1, 7)]
                dan = await evening.desk.add_person("Dan", "dealer", "lucky seven")
                assert isinstance(dan, Person)
                for guest in guests:
                    await evening.wager(guest)
                await evening.do(dan, c.NoMoreBets(PLATFORM))
                await play_out(evening, dan, guests, look)
            assert look.looks > 30
            assert len(look.secrets) == 52, "the deck was never whole"
            turned_over = readable(look.thief.loot(), look.seen, [])
            assert len(turned_over) > 20, "the thief finds what is there"
            found, with_key = (next(iter(rounds(record, "main", key))) for key in (None, KEY))
            assert found.finished
            assert [step.event for step in found.steps] == [step.event for step in with_key.steps]
            assert [step.after for step in found.steps] == [step.after for step in with_key.steps]
            dealt = [card for step in found.steps if isinstance(step.event, e.CardsDealt) for card in step.event.cards]
            assert len(dealt) > 35
            assert all(card.known for card in dealt), "a finished round is told by its own entries"

    run(story())


async def play_out(evening: Evening, dan: Person, guests: list[Person], look: Callable[[], None]) -> None:
    """Seat 2 folds, seat 5 is dealt one card too many, and seat 6 lets the clock set the hand."""

    async def do(person: Person, command: Command) -> None:
        await evening.do(person, command)
        look()

    def offered(person: Person, *kinds: type[Command]) -> Command | None:
        offers = evening.table.frame(viewer_of(person), offers=True).offers
        return next((offer.command for offer in offers if is_a(offer.command, *kinds)), None)

    look()
    while not evening.at(Phase.COMPLETE):
        if (step := offered(dan, c.Deal, c.RackStub, c.SettleBonuses, c.Reveal, c.Settle)) is not None:
            await do(dan, step)
            continue
        for number, guest in enumerate(guests, 1):
            if number == 5 and evening.at(Phase.SETTING) and offered(guest, c.SetHand):
                await do(dan, c.WrongCount(PLATFORM, 5, 8))
            elif number == 6 and evening.at(Phase.SETTING):
                evening.hands.turn(200)
                await evening.room.tick()
                look()
            elif number == 2 and (fold := offered(guest, c.Fold)):
                await do(guest, fold)
            elif choice := offered(guest, c.Expose if number % 2 else c.Decline, c.PlaceSecond, c.SetHand):
                await do(guest, choice)
