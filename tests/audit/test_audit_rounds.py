"""Audits of the record: rounds replayed, decks proved, histories exported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from audit_room import ADDED, ANN, BEN, HOUSE, KEY, TEXT, Room
from table_talk import Felt

from boston7 import fair
from boston7.audit.decks import DeckCheck, check_round
from boston7.audit.export import COLUMNS, export, history, seat_rows, write_csv, write_jsonl
from boston7.audit.rounds import Cutter, Round, clock, find, rounds, tables
from boston7.cards import DECK
from boston7.declare import Rejection
from boston7.game import VIRTUAL_DEALER, Automation, Phase, decide
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor, player
from boston7.game.wire import write
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.narrate import state_line, tell
from boston7.record import Append, Entry, Meta, Record, open_record, verify
from boston7.server.reading.fairness import _deals
from boston7.shift.sessions import Sessions
from boston7.table.limits import TableTally

DAN, RUTH = Actor("dealer", "Dan"), Actor("dealer", "Ruth")


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with open_record(tmp_path / "room.db") as opened:
        yield opened


@pytest.fixture
def room(record: Record) -> Room:
    return Room(record)


def check(room: Room, number: int, key: RoomKey | None = KEY) -> DeckCheck:
    found = find(room.record, room.name, number, key)
    assert found is not None
    return check_round(room.record, found)


def test_rounds_are_found_and_replayed(room: Room) -> None:
    for _ in range(3):
        room.play()
    room.bet()
    found = list(rounds(room.record, "main", KEY))
    assert [(played.number, played.status) for played in found] == [
        (1, "complete"), (2, "complete"), (3, "complete"), (4, "unfinished"),
    ]  # fmt: skip
    assert tables(room.record) == ("main",)
    for played in found:
        for one, two in zip(played.steps, played.steps[1:], strict=False):
            assert one.after == two.before
    assert found[-1].steps[-1].after == room.table
    assert find(room.record, "main", 9) is None
    assert verify(room.record).fault is None


def test_wagers_taken_back_are_no_row(room: Room) -> None:
    room.bet()
    room.do(c.WithdrawWagers(ANN, 2))
    (played,) = rounds(room.record, "main", KEY)
    assert [row["seat"] for row in seat_rows(played)] == [5]
    room.do(c.WithdrawWagers(BEN, 5))
    other = preset("seabrook")
    outcome = decide(room.table, c.PlaceWagers(ANN, 2, {"ante": 10_00}), other)
    assert not isinstance(outcome, Rejection)
    room.record.append_now([Append("table:main", None, [write(event) for event in outcome], Meta(1, "x", "y"))])
    (played,) = rounds(room.record, "main", KEY)
    assert [(row["seat"], row["house"]) for row in seat_rows(played)] == [(2, "seabrook")]


def test_a_round_is_told_in_words(room: Room) -> None:
    room.play()
    room.play(void=True)
    for number in (1, 2):
        played = find(room.record, "main", number, KEY)
        assert played is not None
        story = [tell(step.event, step.before, form="record") for step in played.steps]
        assert all(line.endswith(".") and (line[0].isupper() or line[0] in "=2") for line in story), story
        text = "\n".join(story)
        assert f"Round {number} begins under nhcg" in text
        assert "Seat 2 (Ann) wagers Ante Bonus $10, 1st Wager $10, Three Card Bonus $5." in text
        assert ("The lights went out" in text) == (number == 2)
        assert "tray $" in state_line(played.steps[-1].after)
        shown = "\n".join(history(played))
        assert shown.startswith(f"Boston 7 Stud Poker, table main, round {number}")
        assert "The deck is shuffled" not in shown
    first = next(rounds(room.record, "main"))
    assert "hand_set" in next(seat_rows(first))["choices"]
    assert "[platform]" in next(seat_rows(first))["choices"]


def test_the_csv_adds_up(room: Room, tmp_path: Path) -> None:
    for number in range(6):
        room.play(void=number == 4)
    room.bet()
    with (tmp_path / "out.csv").open("w", newline="") as file:
        assert write_csv(room.record, file, KEY) == 14
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert tuple(rows[0]) == COLUMNS
    balances = {"2": 1_000_00, "5": 1_000_00}
    for row in rows:
        money = {name: int(row[name]) for name in ("net", "balance_before", "balance_after", "chips_in", "paid")}
        assert money["balance_before"] == balances[row["seat"]]
        assert money["balance_before"] + money["net"] + money["chips_in"] == money["balance_after"]
        balances[row["seat"]] = money["balance_after"]
        assert row["pay_table"] == HOUSE.version
        assert row["time"].endswith("Z")
        assert row["units"] == "cents"
        assert row["dealer"] == ("" if row["status"] == "unfinished" else "platform")
        assert row["player"] == {"2": "Ann", "5": "'=Ben"}[row["seat"]], "a name is not a formula"
        assert row["ante"] == {"2": "1000", "5": "2000"}[row["seat"]]
    assert [row["status"] for row in rows[::2]] == ["complete"] * 4 + ["void", "complete", "unfinished"]
    assert rows[-1]["cards"] == ""
    seat = room.table.seat(2)
    assert balances["2"] == seat.chips


def test_the_csv_names_the_player_who_was_dealt_the_hand(record: Record) -> None:
    """Seats change hands while bets are open and after a fold. The row names the player who was dealt in."""
    room = Room(record, steps=(Automation.OPENING,))
    cleo, dora = player("Cleo"), player("Dora")
    room.do(c.PlaceWagers(BEN, 5, {"ante": 20_00}))
    room.do(c.PlaceWagers(ANN, 2, {"ante": 10_00, "first": 10_00}))
    room.do(c.WithdrawWagers(ANN, 2))
    room.do(c.Leave(ANN, 2))
    room.do(c.Sit(cleo, 2, "Cleo"))
    room.do(c.BuyIn(cleo, 2, 300_00))
    room.do(c.PlaceWagers(cleo, 2, {"ante": 15_00, "first": 15_00}))
    room.do(c.NoMoreBets(DAN))
    room.do(c.Shuffle(PLATFORM, DECK))
    for _ in range(2):
        room.do(c.Deal(DAN))
    room.do(c.Deal(RUTH))  # A relief in the middle of the round.
    room.do(c.Fold(cleo, 2))
    room.do(c.Leave(cleo, 2))
    room.do(c.Sit(dora, 2, "Dora"))
    room.do(c.BuyIn(dora, 2, 777_00))
    for seat in (5, None):
        room.do(c.Deal(RUTH))
        assert seat is None or len(room.table.seat(seat).cards) == 7
    (played,) = rounds(room.record, "main", KEY)
    row, other = seat_rows(played)
    assert (row["seat"], row["player"]) == (2, "Cleo")
    assert (row["balance_before"], row["chips_in"], row["net"], row["balance_after"]) == (0, 300_00 - 270_00, -30_00, 0)
    assert (other["player"], other["balance_before"]) == ("=Ben", 1_000_00)
    assert (row["dealer"], row["units"]) == ("Dan; Ruth", "cents")


def test_the_json_lines_are_the_record_itself(room: Room) -> None:
    room.play()
    file = io.StringIO()
    count = write_jsonl(room.record, file)
    lines = [msgspec.json.decode(line) for line in file.getvalue().splitlines()]
    assert len(lines) == count == len(list(room.record.entries()))
    assert lines[0]["stream"] == "table:main"
    assert lines[0]["body"]["type"] == "table_opened"
    assert {"version", "time", "actor", "command_id", "house", "previous", "digest", "position"} <= set(lines[0])


def test_an_export_is_whole_or_absent(room: Room, tmp_path: Path) -> None:
    room.play()
    for kind, name in (
        ("csv", "boston7.csv"),
        ("jsonl", "boston7.jsonl"),
        ("history", "boston7.txt"),
        ("corrections", "boston7.corrections.csv"),
    ):
        path, count = export(room.record, kind, tmp_path, KEY)
        assert path == tmp_path / name
        assert (count > 0) == (kind != "corrections"), "nothing was put right here"
    room.record.append_now([Append("table:main", None, [b'{"type":"nonsense"}'], Meta(1, "x", "y"))])
    with pytest.raises(Exception, match="not a table event"):
        export(room.record, "csv", tmp_path / "broken.csv", KEY)
    assert not list(tmp_path.glob("*broken*"))


def test_a_deck_is_proved_with_and_without_the_room_key(record: Record) -> None:
    room = Room(record)
    for _ in range(3):
        seed = room.play()
    for key in (KEY, None):
        result = check(room, 3, key)
        assert result.faults == []
        assert result.fair
        assert result.commitment == seed.commitment
        assert result.dealt == 21
        assert result.decks == [fair.deck(seed, result.contributions)]
        assert result.contributions == list(ADDED)


def test_a_deck_of_the_houses_own_making_is_found(room: Room) -> None:
    room.play(cards=DECK)
    for key in (KEY, None):
        result = check(room, 1, key)
        assert not result.fair
        assert any("was dealt where the deck has" in fault for fault in result.faults)
        assert any("does not match the seed" in fault for fault in result.faults)


def test_a_round_whose_deck_a_report_chose_is_not_proved(record: Record) -> None:
    """R18: the same seed gives the second deck, but no record can show that the shuffler stopped."""
    room = Room(record, steps=tuple(step for step in VIRTUAL_DEALER if step is not Automation.DEALING))
    seed = room.bet()
    room.do(c.NoMoreBets(DEALER), fair.EntropyClosed("main", 1, 1))
    room.shuffle(seed)
    room.do(c.Deal(DEALER, one=True))
    room.do(c.ShufflerFailed(DEALER, "dealing"))
    room.do(c.Shuffle(PLATFORM, fair.deck(seed, ADDED, 2)))
    room.do(c.Deal(DEALER))
    room.do(c.FaceUpCard(DEALER))
    room.do(c.Deal(DEALER))
    room.do(c.VoidRound(SUPERVISOR, "enough"))
    room.state(fair.reveal(seed))
    result = check(room, 1)
    assert result.faults == [
        "The deck was shuffled again because the shuffler was reported to have stopped.",
        "A card was passed over because it was reported as boxed.",
    ]
    assert not result.fair
    assert len(result.decks) == 2
    assert result.dealt == 1 + 3 + 1 + 3


def test_a_boxed_card_in_a_packet_lies_where_the_deck_has_it(record: Record) -> None:
    """R14: the boxed card was the next card of the deck, and the following one completes the hand."""
    room = Room(record, steps=tuple(step for step in VIRTUAL_DEALER if step is not Automation.DEALING))
    seed = room.bet()
    room.do(c.NoMoreBets(DEALER), fair.EntropyClosed("main", 1, 1))
    room.shuffle(seed)
    room.do(c.Deal(DEALER))
    room.do(c.FaceUpCard(DEALER, packet=2))
    room.do(c.Deal(DEALER))
    room.do(c.VoidRound(SUPERVISOR, "enough"))
    room.state(fair.reveal(seed))
    result = check(room, 1)
    assert result.faults == ["A card was passed over because it was reported as boxed."]
    assert result.dealt == 3 + 1 + 3
    found = find(room.record, room.name, 1, KEY)
    assert found is not None
    assert [(deal.to, len(deal.cards)) for deal in _deals(found)] == [(2, 3), (2, 1), (5, 3)]


def test_what_is_missing_from_the_proof_is_named(room: Room) -> None:
    room.do(c.PlaceWagers(ANN, 2, {"ante": 10_00}))
    room.do(c.NoMoreBets(PLATFORM))
    assert check(room, 1).faults == ["The house did not commit to a seed for this round."]
    seed = fair.new_seed("main", 1)
    room.state(fair.commit(seed, KEY))
    room.do(c.Shuffle(PLATFORM, fair.deck(seed)))
    checked = check(room, 1)
    faults = checked.faults
    assert "The commitment was made after bets were closed." in faults
    assert "The contributions were not closed before the first card was dealt." in faults
    assert checked.in_play
    assert not checked.fair
    assert not [fault for fault in faults if "reveal" in fault], "a seed is not due while the round is in play"
    other = fair.new_seed("main", 1)
    room.state(fair.EntropyClosed("main", 1, 0), fair.reveal(other))
    assert any("does not match its commitment" in fault for fault in check(room, 1).faults)


def test_texts_that_are_not_what_the_bets_closed_with_are_named(room: Room) -> None:
    """A house could do this to choose another deck."""
    hidden = fair.text_commitment("main", 1, "Ann", TEXT)
    seed = room.bet()
    room.state(fair.TextCommitted("main", 1, 5, "Cat", hidden))
    room.do(c.NoMoreBets(PLATFORM), fair.EntropyClosed("main", 1, 1, (2,)))  # Ann still has her seat, and Cat has none.
    room.do(c.Shuffle(PLATFORM, fair.deck(seed)))
    room.state(fair.DeckFixed("main", 1, (5,)), fair.TextRevealed("main", 1, 5, "Cat", TEXT))
    faults = check(room, 1).faults
    assert "Ann's text was left out, but Ann had not left." in faults
    assert "Cat's text was used, but Cat was not in seat 5." in faults
    assert "The texts were not fixed together with the first shuffle." in faults
    assert "Cat's text was revealed after the deck was fixed; it did not count." in faults


def test_texts_closed_before_or_after_the_bets_are_named(room: Room) -> None:
    room.bet()
    room.state(fair.EntropyClosed("main", 1, 1))
    room.do(c.NoMoreBets(PLATFORM))
    assert "The contributions were not closed together with the bets." in check(room, 1).faults


def test_a_lost_key_is_part_of_the_record(room: Room) -> None:
    seed = room.bet()
    room.do(c.NoMoreBets(PLATFORM), fair.EntropyClosed("main", 1, 1))
    room.shuffle(seed)
    room.state(fair.SeedLost("main", 1, "The room key is gone."))
    assert check(room, 1).faults == ["The room key is gone."]


def test_times_are_written_in_utc() -> None:
    assert clock(1_800_000_000_123_456) == "2027-01-15T08:00:00.123Z"
    assert clock(1 << 61).endswith(" us")


@pytest.mark.parametrize("alone", [False, True], ids=["while others decide", "after the round"])
def test_a_fold_that_was_taken_back_counts_nowhere(alone: bool) -> None:
    """R16: rounds, takings, the shift's figures and the player's losses treat the hand as void."""
    felt = Felt(live=True).sit(2) if alone else Felt(live=True).sit(2, 4).bet(4, 10_00, 10_00)
    hands = {2: "8s 8c Jh"} if alone else {2: "8s 8c Jh", 4: "7s 7c 7h As Qd 5c 2d"}
    felt.bet(2, 10_00, 10_00).start(hands, "Ks Kd 9c 7d 4h 3s 2c").fold(2)
    felt.do(c.WrongCount(DEALER, 2, 4))
    if not alone:
        felt.second(4).finish()
    assert felt.phase is Phase.COMPLETE
    cutter, sessions, tally = Cutter("one"), Sessions("one"), TableTally()
    ended: list[Round] = []
    for version, event in enumerate(felt.log, 1):
        found = cutter.take(Entry("table:one", version, version, "dealer", "", "", write(event), "", "", version))
        assert cutter.last is not None
        before, after = cutter.last.before, cutter.last.after
        sessions.apply(event, before, after, "dealer", version)
        tally.apply(version, event, before, after, version)
        ended += [found] if found is not None else []
    played = ended[-1]
    assert (played.finished, played.void, len(played.hands())) == (True, False, 1 if alone else 2)
    hand = played.hands()[0]
    assert [(line.wager, line.result, line.returned) for line in hand.lines] == [
        ("first", "void", 10_00),
        ("ante", "void", 10_00),
    ]
    assert played.steps[-1].after == felt.table
    (row, *_) = seat_rows(played)
    assert (row["net"], row["balance_after"] - row["balance_before"] - row["chips_in"]) == (0, 0)
    session = sessions.all[-1]
    won = 0 if alone else -felt.net(4)
    assert (session.hands, session.voids, session.won, session.handle) == (1, 0, won, 0 if alone else 30_00)
    assert sum(line.seats for line in session.wagered) == (0 if alone else 1)
    assert sum(loss.cents for loss in tally.lost["Ben"]) == 0
    assert 2 not in tally.risk
