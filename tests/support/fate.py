"""A wished-for deck without a back door: the real table, the real seed, the real way for a player to add to a shuffle.

A test that holds the room key can open the box the seed of the next round lies in, and so can tell which deck any
text would give, if no other player adds one. It tries texts until one gives what the test wants to see, and has the
player commit to it: the house and all players in league. Nothing in the server knows about this; `boston7 audit deck`
proves such a round like any other. One honest text beside it, and the test would get any deck.
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
    """A stack-dealt round of `seats` players: three cards each and the dealer, then four to those still in."""

    seats: tuple[Deck, ...]
    dealer: Deck


def hands(deck: Sequence[Card], seats: int) -> Hands:
    spots = seats + 1
    dealt = [tuple(deck[3 * spot : 3 * spot + 3]) for spot in range(spots)]
    rest = deck[3 * spots :]
    whole = [three + tuple(rest[4 * spot : 4 * spot + 4]) for spot, three in enumerate(dealt)]
    return Hands(tuple(whole[:-1]), whole[-1])


def seed_of(record: Record, key: RoomKey, table: str, player: str) -> Seed:
    """The seed that the table has committed to for the round that comes, to which only this player adds."""
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
    """What `player` alone has to add so that the deck is as wished. `sieve` looks at many decks at once."""
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
        start, batch = start + batch, min(4 * batch, _BATCH)  # most wishes are met soon


def _permutations(keys: Sequence[bytes]) -> Codes:
    """The shuffle of `boston7.fair` for many keys at once, but for the words it throws away (one in millions)."""
    blocks = [b"".join(hmac.digest(key, n.to_bytes(4, "big"), "sha256") for n in range(7)) for key in keys]
    words = np.frombuffer(b"".join(blocks), ">u4").reshape(len(keys), 56).astype(np.int64)
    order: Codes = np.tile(np.arange(len(DECK)), (len(keys), 1))
    rows = np.arange(len(keys))
    for step, last in enumerate(range(len(DECK) - 1, 0, -1)):
        at = words[:, step] % (last + 1)
        order[rows, at], order[rows, last] = order[rows, last].copy(), order[rows, at].copy()
    return order


def six_card_royal(seats: int) -> Callable[[Codes], np.ndarray[tuple[int], np.dtype[np.bool_]]]:
    """A sieve: ace down to nine of one suit among the seven cards of some seat."""
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
