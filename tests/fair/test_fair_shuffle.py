"""The deck is determined by seed and contributions alone. Nobody can predict it, and anyone can recompute it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from itertools import product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boston7.cards import DECK, parse_cards
from boston7.fair import (
    Contribution,
    InvalidEntropy,
    Reveal,
    Seed,
    UnfairDeck,
    check_text,
    deck,
    new_seed,
    text_commitment,
    verify_deck,
)
from boston7.fair.shuffle import below, deck_key, permutation, words

DOCUMENT = (Path(__file__).parents[2] / "docs" / "shuffle-algorithm.md").read_text(encoding="utf-8")
SEED = Seed("main", 7, bytes(range(32)), bytes(range(32, 64)))
ADDED = (
    Contribution("Ann", "lucky seven Zk3vT0q9LwXy2RbNc8HsUg"),
    Contribution("Zoë", "♠ 5mJ7dPfQ1aKx6EoGtVnYBw"),
)

texts = st.text(min_size=1, max_size=16)
seeds = st.builds(
    Seed, texts, st.integers(1, 10**9), st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32)
)
added = st.lists(st.builds(Contribution, texts, texts), max_size=6)


def printed_deck(shuffle: int) -> str:
    found = re.search(rf"Deck of shuffle {shuffle}:\n\n((?:    .*\n)+)", DOCUMENT)
    assert found
    return found.group(1)


def test_the_worked_example_of_the_documentation() -> None:
    assert f"`{SEED.seed.hex()}`" in DOCUMENT
    assert f"`{SEED.salt.hex()}`" in DOCUMENT
    assert f"`{SEED.commitment}`" in DOCUMENT
    key = deck_key(SEED, ADDED, 1)
    assert f"`{key.hex()}`" in DOCUMENT
    source = words(key)
    assert f"{next(source)}, {next(source)}, {next(source)}, {next(source)}" in DOCUMENT
    for one in ADDED:
        assert f"`{one.text}`" in DOCUMENT
        assert f"`{text_commitment('main', 7, one.player, one.text)}`" in DOCUMENT
    for shuffle in (1, 2):
        assert deck(SEED, ADDED, shuffle) == parse_cards(" ".join(printed_deck(shuffle).split()))


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript engine here; the browser tests cover it")
def test_the_browser_code_of_the_documentation_gives_the_same(tmp_path: Path) -> None:
    code = re.search(r"```js\n(.*?)```", DOCUMENT, re.DOTALL)
    assert code
    shown = SEED.reveal()
    script = tmp_path / "fairness.mjs"
    script.write_text(
        f"{code.group(1)}\n"
        f"const seed = {{ table: 'main', round: 7, seed: '{shown.seed}', salt: '{shown.salt}' }};\n"
        f"const added = {json.dumps(msgspec.to_builtins(ADDED))};\n"
        "console.log(await commitmentOf(seed));\n"
        "console.log(await textCommitmentOf(seed, added[0]));\n"
        "for (let n = 1; n <= 40; n++) console.log((await deckOf(seed, added, n)).join(' '));\n",
        encoding="utf-8",
    )
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    commitment, hidden, *decks = done.stdout.splitlines()
    assert commitment == SEED.commitment
    assert hidden == text_commitment("main", 7, ADDED[0].player, ADDED[0].text)
    assert decks == [" ".join(deck(SEED, ADDED, n)) for n in range(1, 41)]


@settings(deadline=None)  # A busy machine must not fail the test.
@given(seeds, added, st.integers(1, 5))
def test_a_reveal_gives_the_deck_that_was_dealt(seed: Seed, contributions: list[Contribution], shuffle: int) -> None:
    dealt = deck(seed, contributions, shuffle)
    assert sorted(dealt) == sorted(DECK)
    assert verify_deck(seed.reveal(), seed.commitment, contributions, shuffle) == dealt


@settings(deadline=None)  # A busy machine must not fail the test.
@given(seeds)
def test_a_reveal_of_anything_else_is_refused(seed: Seed) -> None:
    shown, commitment = seed.reveal(), seed.commitment
    other = new_seed(seed.table, seed.round).reveal()
    for forged in (
        Reveal(seed.table, seed.round, other.seed, shown.salt),
        Reveal(seed.table, seed.round, shown.seed, other.salt),
        Reveal(seed.table, seed.round + 1, shown.seed, shown.salt),
        Reveal(seed.table + "x", seed.round, shown.seed, shown.salt),
        Reveal(seed.table, seed.round, shown.seed[:-2], shown.salt),
        Reveal(seed.table, seed.round, "zz" * 32, shown.salt),
    ):
        with pytest.raises(UnfairDeck):
            verify_deck(forged, commitment, ())


def test_every_input_changes_the_deck() -> None:
    decks = {
        deck(SEED, ADDED),
        deck(SEED, ADDED, 2),
        deck(SEED, ADDED[::-1]),
        deck(SEED, ADDED[:1]),
        deck(SEED, ()),
        deck(SEED, (Contribution("Annl", ADDED[0].text[1:]), ADDED[1])),
        deck(Seed("main", 8, SEED.seed, SEED.salt), ADDED),
        deck(Seed("other", 7, SEED.seed, SEED.salt), ADDED),
        deck(Seed("main", 7, SEED.salt, SEED.salt), ADDED),
    }
    assert len(decks) == 9


def test_the_commitment_reveals_nothing() -> None:
    """No public value is derived from the seed without the salt, which is as long as the seed."""
    seed = new_seed("main", 1)
    assert len(seed.salt) == len(seed.seed) == 32
    assert seed.commitment != sha256(seed.seed).hexdigest()
    same_seed = Seed("main", 1, seed.seed, bytes(32))
    assert same_seed.commitment != seed.commitment
    assert deck(same_seed) == deck(seed), "the salt only hides; the deck does not depend on it"


def test_seeds_are_unique() -> None:
    seeds = [new_seed("main", 1) for _ in range(1000)]
    assert len({seed.seed for seed in seeds}) == len({seed.salt for seed in seeds}) == 1000


def test_a_seed_does_not_show_in_a_log() -> None:
    assert repr(SEED) == "Seed('main', 7, secret)"
    assert SEED.seed.hex() not in f"{SEED} {SEED!r}"


def test_a_number_below_a_bound_is_exactly_uniform() -> None:
    """Run every word of a small source through the same code. Each outcome comes from equally many words."""
    for bound in range(1, 65):
        counts: Counter[int] = Counter()
        for word in range(64):
            try:
                counts[below(bound, iter([word]), 64)] += 1
            except ValueError:
                continue  # The word is rejected, and the next one would be used.
        assert len(counts) == bound
        assert len(set(counts.values())) == 1


def test_every_order_of_a_small_deck_is_as_likely_as_any_other() -> None:
    """Run all results of three dice through a Fisher-Yates shuffle of 4 cards: each of the 24 orders occurs once."""
    orders: Counter[tuple[int, ...]] = Counter()
    for throws in product(range(4), range(3), range(2)):
        order = list(range(4))
        for last, at in zip((3, 2, 1), throws, strict=True):
            order[last], order[at] = order[at], order[last]
        orders[tuple(order)] += 1
    assert len(orders) == 24
    assert set(orders.values()) == {1}
    sampled = Counter(tuple(permutation(n.to_bytes(4, "big"), 4)) for n in range(24_000))
    assert set(sampled) == set(orders)
    # The 99% quantile at 23 degrees of freedom, for a fixed sample.
    assert sum((count - 1000) ** 2 / 1000 for count in sampled.values()) < 41.64


def test_texts_that_a_player_may_add() -> None:
    check_text("x" * 16)
    check_text("é" * 32)
    for text in ("", "x" * 15, "x" * 65, "é" * 33, "\udc80" * 20):
        with pytest.raises(InvalidEntropy, match="Text for the shuffle"):
            check_text(text)


def test_a_text_is_bound_to_its_player_table_and_round() -> None:
    text = "a text of some length"
    hidden = {
        text_commitment("main", 7, "Ann", text),
        text_commitment("main", 7, "Ben", text),
        text_commitment("main", 8, "Ann", text),
        text_commitment("other", 7, "Ann", text),
        text_commitment("main", 7, "Ann", text + "s"),
        text_commitment("main", 7, "Anna", text[1:]),
    }
    assert len(hidden) == 6
