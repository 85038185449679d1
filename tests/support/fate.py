"""Wished-for decks without a back door: the real table, the real seed, and a player's real contribution.

A test has the room key, so it can read the seed of the next round, and compute the deck for any text if no other player
contributes one. It tries texts until the deck is as wished, and the player commits to that text: the house and all
players conspire. The server has no code for this, and `boston7 audit deck` proves such a round like any other. One
honest text would make the deck random.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from boston7 import fair
from boston7.cards import DECK, Card
from boston7.fair import Contribution, Seed
from boston7.fair.shuffle import deck_key
from boston7.keys import RoomKey
from boston7.record import Record

Codes = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Deck = tuple[Card, ...]

_BATCH = 2000
_MOST = 4_000_000


class Fate(NamedTuple):
    text: str
    deck: Deck


class Hands(NamedTuple):
    """The hands of a round dealt in stacks: three cards for each seat and the dealer, then four for those still in."""

    seats: tuple[Deck, ...]
    dealer: Deck


def hands(deck: Sequence[Card], seats: int) -> Hands:
    spots = seats + 1
    dealt = [tuple(deck[3 * spot : 3 * spot + 3]) for spot in range(spots)]
    rest = deck[3 * spots :]
    whole = [three + tuple(rest[4 * spot : 4 * spot + 4]) for spot, three in enumerate(dealt)]
    return Hands(tuple(whole[:-1]), whole[-1])


def seed_of(record: Record, key: RoomKey, table: str, player: str) -> Seed:
    """Return the committed seed of the next round, to which only this player contributes."""
    facts = [fair.read_fact(entry.body) for entry in record.scan(fair.stream(table))]
    of_rounds = fair.rounds(facts)
    about = of_rounds[max(of_rounds)]
    assert about.committed is not None
    assert not about.closed, "bets are closed: this shuffle cannot be added to any more"
    assert all(text.player == player for text in about.texts.values()), "nobody can tell what the others' texts will be"
    return fair.recover(about.committed, key)


def find(
    seed: Seed,
    player: str,
    wish: Callable[[Deck], bool],
    sieve: Callable[[Codes], np.ndarray[tuple[int], np.dtype[np.bool_]]] | None = None,
) -> Fate:
    """Return a text of `player` that makes the deck as wished. `sieve` tests many decks at once."""
    for texts, codes in _candidates(seed, player):
        likely = np.flatnonzero(sieve(codes)) if sieve else range(len(texts))
        for at in likely:
            if wish(tuple(DECK[code] for code in codes[at])):
                found = fair.deck(seed, [Contribution(player, texts[at])])
                if wish(found):
                    return Fate(texts[at], found)
    raise AssertionError(f"no such deck among {_MOST:,}")


def _candidates(seed: Seed, player: str) -> Iterator[tuple[list[str], Codes]]:
    start, batch = 0, 32
    while start < _MOST:
        texts = [f"a wish of mine {number}" for number in range(start, start + batch)]
        keys = [deck_key(seed, [Contribution(player, text)], 1) for text in texts]
        yield texts, _permutations(keys)
        start, batch = start + batch, min(4 * batch, _BATCH)  # Most wishes are met early.


def _permutations(keys: Sequence[bytes]) -> Codes:
    """Compute the shuffle of `boston7.fair` for many keys at once, except for rejected words (one in millions)."""
    blocks = [b"".join(hmac.digest(key, n.to_bytes(4, "big"), "sha256") for n in range(7)) for key in keys]
    words = np.frombuffer(b"".join(blocks), ">u4").reshape(len(keys), 56).astype(np.int64)
    order: Codes = np.tile(np.arange(len(DECK)), (len(keys), 1))
    rows = np.arange(len(keys))
    for step, last in enumerate(range(len(DECK) - 1, 0, -1)):
        at = words[:, step] % (last + 1)
        order[rows, at], order[rows, last] = order[rows, last].copy(), order[rows, at].copy()
    return order


def six_card_royal(seats: int) -> Callable[[Codes], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """Return a sieve for decks that deal some seat a suited ace down to nine."""
    royals = [sum(1 << (13 * suit + rank) for rank in range(7, 13)) for suit in range(4)]

    def sieve(codes: Codes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        found = np.zeros(len(codes), np.bool_)
        bits = np.left_shift(1, codes)
        for spot in range(seats):
            four = 3 * (seats + 1) + 4 * spot
            held = np.bitwise_or.reduce(bits[:, 3 * spot : 3 * spot + 3], axis=1)
            held |= np.bitwise_or.reduce(bits[:, four : four + 4], axis=1)
            for royal in royals:
                found |= (held & royal) == royal
        return found

    return sieve
