"""The room key, what it encrypts, and the effects of losing it."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boston7.cards import DECK, UNKNOWN
from boston7.fair import (
    Contribution,
    DeckFixed,
    EntropyClosed,
    Fact,
    InvalidFact,
    Reveal,
    SeedLost,
    TextCommitted,
    TextRevealed,
    commit,
    key_on_record,
    new_seed,
    read_fact,
    read_hidden,
    recover,
    reveal,
    rounds,
    text_commitment,
    verify_deck,
    write_fact,
    write_hidden,
)
from boston7.fair.hidden import Key
from boston7.game import Phase, Table, evolve, replay
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.game.redact import face_down
from boston7.game.wire import InvalidMessage, write
from boston7.keys import InvalidKey, KeyLost, RoomKey, find_room_key, load_room_key

KEY = RoomKey(b"k" * 32)
OTHER = RoomKey(b"o" * 32)


def test_a_key_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    assert find_room_key(tmp_path, {}) is None
    key = load_room_key(tmp_path, {})
    path = tmp_path / "room.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_room_key(tmp_path, {}).id == key.id
    assert list(tmp_path.iterdir()) == [path]
    found = find_room_key(tmp_path, {})
    assert found is not None
    assert found.id == key.id
    assert path.read_text().strip() not in repr(key)


def test_processes_that_start_together_get_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(lambda _: load_room_key(tmp_path, {}).id, range(16)))
    assert len(set(keys)) == 1


def test_the_environment_comes_first(tmp_path: Path) -> None:
    load_room_key(tmp_path, {})
    assert load_room_key(tmp_path, {"BOSTON7_ROOM_KEY": "6b" * 32}).id == KEY.id


def test_a_key_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidKey, match="BOSTON7_ROOM_KEY is not 64 hex digits"):
        load_room_key(tmp_path, {"BOSTON7_ROOM_KEY": "secret"})
    with pytest.raises(InvalidKey, match="cannot be used: no such file"):
        load_room_key(tmp_path / "nowhere", {})
    load_room_key(tmp_path, {})
    (tmp_path / "room.key").chmod(0o644)
    with pytest.raises(InvalidKey, match="chmod 600"):
        load_room_key(tmp_path, {})
    (tmp_path / "room.key").chmod(0o600)
    (tmp_path / "room.key").write_bytes(b"\xff\x00 half a key")
    with pytest.raises(InvalidKey, match="Restore the right one"):
        load_room_key(tmp_path, {})


@settings(deadline=None)  # A busy machine must not fail the test.
@given(st.binary(max_size=200), st.binary(max_size=50))
def test_a_box_opens_with_its_key_and_in_its_place_only(secret: bytes, context: bytes) -> None:
    box = KEY.close(secret, context)
    assert KEY.open(box, context) == secret
    assert KEY.close(secret, context) != box, "the same secret never looks the same"
    for key, where, what in (
        (OTHER, context, box),
        (KEY, context + b"x", box),
        (KEY, context, box[:-8]),
        (KEY, context, "?"),
    ):
        with pytest.raises(KeyLost):
            key.open(what, where)


def test_a_seed_is_stored_encrypted_and_recovered_after_a_crash() -> None:
    seed = new_seed("main", 12)
    stored = write_fact(commit(seed, KEY))
    assert seed.seed.hex().encode() not in stored
    assert seed.seed not in stored
    fact = read_fact(stored)
    assert fact == read_fact(write_fact(fact))
    assert recover(fact, KEY) == seed  # type: ignore[arg-type]


def test_a_lost_key_is_reported_and_play_continues() -> None:
    committed = commit(new_seed("main", 12), KEY)
    with pytest.raises(KeyLost, match=f"round 12 at 'main' was sealed with room key {KEY.id}.*Play continues"):
        recover(committed, OTHER)
    next_round = commit(new_seed("main", 13), OTHER)
    assert recover(next_round, OTHER).round == 13


ANNS, BENS = "lucky seven, says Ann", "lucky eight, says Ben"


def committed(seat: int, player: str, text: str) -> TextCommitted:
    return TextCommitted("main", 3, seat, player, text_commitment("main", 3, player, text))


def test_the_facts_of_a_round_prove_its_deck() -> None:
    seed = new_seed("main", 3)
    facts: list[Fact] = [
        commit(seed, KEY),
        committed(5, "Ben", BENS),
        committed(2, "Ann", "not this one, says Ann"),
        committed(2, "Ann", ANNS),
        committed(4, "Cat", "never told, says Cat"),
        committed(6, "Dan", "gone home, says Dan"),
        EntropyClosed("main", 3, 3, (6,)),
        TextRevealed("main", 3, 5, "Ben", BENS),
        TextRevealed("main", 3, 2, "Ann", ANNS),
        DeckFixed("main", 3, (4,)),
        reveal(seed),
    ]
    found = rounds(read_fact(write_fact(fact)) for fact in facts)[3]
    assert found.contributions == [Contribution("Ann", ANNS), Contribution("Ben", BENS)], "one a seat, by seat"
    assert [text.player for text in found.missing] == ["Cat"]
    assert [text.player for text in found.left] == ["Dan"]
    assert found.faults == []
    assert found.committed is not None
    assert isinstance(found.revealed, Reveal)
    assert len(verify_deck(found.revealed, found.committed.commitment, found.contributions)) == 52


def test_facts_out_of_order_are_named() -> None:
    seed = new_seed("main", 3)
    facts: list[Fact] = [
        committed(1, "Eve", "too early, says Eve"),
        commit(seed, KEY),
        commit(new_seed("main", 3), KEY),
        committed(2, "Ann", ANNS),
        committed(5, "Ben", BENS),
        TextRevealed("main", 3, 2, "Ann", ANNS),
        EntropyClosed("main", 3, 3),
        EntropyClosed("main", 3, 2),
        committed(1, "Eve", "too late, says Eve"),
        TextRevealed("main", 3, 1, "Eve", "too late, says Eve"),
        TextRevealed("main", 3, 5, "Ann", BENS),
        TextRevealed("main", 3, 5, "Ben", "something else, says Ben"),
        TextRevealed("main", 3, 5, "Ben", "short"),
        TextRevealed("main", 3, 5, "Ben", BENS),
        TextRevealed("main", 3, 5, "Ben", BENS),
        DeckFixed("main", 3, ()),
        DeckFixed("main", 3, (2,)),
        TextRevealed("main", 3, 2, "Ann", ANNS),
        SeedLost("main", 4, "The key is gone."),
        reveal(new_seed("main", 5)),
        DeckFixed("main", 6, ()),
    ]
    found = rounds(facts)
    assert found[3].faults == [
        "Eve committed to a text before the house had committed to a seed; it did not count.",
        "The house committed to a second seed for the same round.",
        "Ann's text was revealed before bets were closed; it did not count.",
        "The number of contributions on record differs from the number at closing.",
        "The contributions were closed twice.",
        "Eve committed to a text after bets were closed; it did not count.",
        "Eve revealed a text without a commitment; it did not count.",
        "Ann revealed a text without a commitment; it did not count.",
        "Ben's text is not the one committed to; it did not count.",
        "Text for the shuffle must be 16 to 64 bytes long, not 5.",
        "Ben revealed a second text; it did not count.",
        "The texts missing from the deck differ from those missing on record.",
        "The deck was fixed twice.",
        "Ann's text was revealed after the deck was fixed; it did not count.",
    ]
    assert found[3].contributions == [Contribution("Ben", BENS)]
    assert found[4].lost == "The key is gone."
    assert found[5].faults == ["The seed was revealed before bets were closed."]
    assert found[6].faults == ["The deck was fixed before bets were closed."]


def test_bytes_that_are_not_a_fact_are_refused() -> None:
    for body in (b"", b"{}", b'{"type":"seed_revealed","table":"main","round":"3","seed":"","salt":""}', b"\xff"):
        with pytest.raises(InvalidFact):
            read_fact(body)


ROUND_5 = Table(name="main", phase=Phase.SETTING, round=5, version="v")
HIDES: list[e.Event] = [
    e.DeckShuffled(DECK, PLATFORM),
    e.CardsDealt(3, DECK[:3]),
    e.CardsDealt(0, DECK[3:6]),
    e.HandSet(3, DECK[:5], PLATFORM),
    e.HandMiscounted(3, 4, DECK[:4], PLATFORM),
]


def opened(body: bytes, key: Key) -> object:
    """Return `object`: comparing two events takes the type checker a second."""
    return read_hidden(body, key)


@pytest.mark.parametrize("event", HIDES, ids=lambda event: type(event).__name__)
def test_hidden_cards_are_stored_encrypted(event: e.Event) -> None:
    body = write_hidden(event, ROUND_5, KEY)
    # The box may contain the letters of a card by chance.
    stored = body.replace(msgspec.json.decode(body)["box"].encode(), b"")
    assert not [card for card in DECK if card.value.encode() in stored]
    assert opened(body, KEY) == event
    assert opened(body, KEY.of_round("main", 5)) == event
    assert write_hidden(event, ROUND_5, KEY) != body, "the same cards twice look alike"
    closed = face_down(event)
    for key in (None, OTHER, KEY.of_round("main", 6), KEY.of_round("other", 5)):
        assert opened(body, key) == closed
    moved = body.replace(b'"round":5', b'"round":6')
    assert opened(moved, KEY) == closed, "a box of another round"


def test_an_event_without_hidden_cards_is_stored_in_the_clear() -> None:
    plain: list[e.Event] = [e.BetsClosed(PLATFORM), e.DeckShuffled((), PLATFORM), e.CardsDealt(1, (UNKNOWN,) * 3)]
    for event in plain:
        body = write_hidden(event, ROUND_5, KEY)
        assert body == write(event)
        assert opened(body, None) == event


def test_the_end_of_a_round_carries_its_key() -> None:
    over = e.RoundCompleted(5, False)
    after = replace(ROUND_5, phase=Phase.COMPLETE)
    body = write_hidden(over, after, KEY)
    assert opened(body, None) == over
    key = key_on_record(body)
    assert key is not None
    for event in HIDES:
        assert opened(write_hidden(event, ROUND_5, KEY), key) == event
    later = e.DeckShuffled(DECK, PLATFORM)  # Before the next wager, the deck belongs to the next round.
    assert opened(write_hidden(later, after, KEY), key) == face_down(later)
    assert key_on_record(write(over)) is None, "as rounds ended before"
    live = write_hidden(over, replace(after, live=True), KEY)
    assert key_on_record(live) is None
    assert opened(live, None) == over


def test_an_event_without_a_box_is_read_and_invalid_bytes_are_refused() -> None:
    dealt = e.CardsDealt(3, DECK[:3])
    assert opened(write(dealt), None) == dealt
    for kind in (b"boxed", b"round_completed"):
        with pytest.raises(InvalidMessage):
            read_hidden(b'{"type":"%s"}' % kind, KEY)


def test_without_the_key_a_table_still_replays_only_its_undealt_cards_are_unknown() -> None:
    body = write_hidden(e.DeckShuffled(DECK, PLATFORM), ROUND_5, KEY)
    for key in (None, OTHER):
        table = replay([read_hidden(body, key)])
        assert table.deck == "ready"
        table = evolve(table, e.CardsDealt(1, DECK[:3]))
        assert table.seat(1).cards == DECK[:3]
        assert not any(card.known for card in table.stub)
