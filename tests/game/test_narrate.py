"""Every event has one sentence for each audience, and no sentence reveals a face-down card."""

from __future__ import annotations

import random
import re
import string
from functools import cache
from typing import Any

import msgspec
import pytest
from machine_moves import TROUBLE, anything_allowed, anything_heard, move_on, opening, report, trouble
from machine_trial import EVERYONE, Unwatched, cards_in

from boston7.cards import UNKNOWN, parse_cards
from boston7.declare import Word
from boston7.game import CLOSED, Event, Table, WagerLine
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.game.approval_requests import ApprovalRequest
from boston7.game.checklist import ChecklistStep
from boston7.game.kinds import snake
from boston7.game.redact import redact
from boston7.game.table import Phase, changed
from boston7.game.transfers import Balance, Transfer
from boston7.house import PRESETS, preset
from boston7.narrate import ENGLISH, line_recorded, tell
from boston7.narrate.words import phrase

SENTENCE = re.compile(r"[^\s{}].*[.!?]")
KINDS_AND_SENTENCES = [(kind, name) for kind in e.EVENTS for name in kind.about.sentences()]
ANN = player("Ann")
TABLE = changed(CLOSED, 3, player="Ann", rail=100_00)


def told_rounds(count: int) -> list[tuple[Event, Table]]:
    """Return the events of evenings with many irregularities."""
    noted = []

    class Taped(Unwatched):
        def _happened(self, event: Event) -> None:
            noted.append((event, self.replayed))
            super()._happened(event)

    for kind in TROUBLE:
        report(Taped(preset("nhcg"), rng := random.Random(kind)), kind, rng)
    for seed in range(count):
        rng = random.Random(seed)
        trial = Taped(preset(rng.choice(PRESETS)), rng)
        trial.send(opening(rng, live=seed % 2 == 0))
        for _ in range(60):
            made = rng.choice((move_on, move_on, move_on, anything_allowed, trouble, anything_heard))(trial, rng)
            if made is not None:
                trial.send(made)
    return noted


REQUEST = ApprovalRequest(1, DEALER, c.Settle(DEALER), "Seat 3's payout, $1,350", "", "ours (R24)")
RARE = (
    e.RoyalWaived(3, ANN),
    e.Folded(3, ANN),
    e.Folded(3, PLATFORM),
    e.FoldTakenBack(3, 2, (), "001-X5 (R16)"),
    e.PlayerEvicted(3, "Ann", "threw a glass", "001-H2 (R19)", SUPERVISOR, "other"),
    e.Settled(3, "three_card_bonus", (), ()),  # Only with a side bet that is settled later.
    e.DeckReplaced("a bent card", SUPERVISOR),
    e.SeatChanged(3, 5, "Ann", (), DEALER),
    e.LeavingUndone(3, "Ann", (), DEALER),
    e.WentIdle(DEALER),
    e.RecutOrdered(SUPERVISOR),
    e.RoyalDisclosed(3, ANN),
    e.HandKeyed(3, "win", "none", DEALER),
    e.HandSet(3, parse_cards("As Ks Qs Js 9s"), PLATFORM),
    e.DealerSignedOn("Dora"),
    e.DealerSignedOn("Dora", "Dan"),
    e.DealerSignedOn("Dora", beside=True),
    e.DealerSignedOff("Dora"),
    e.FloorAnswered(SUPERVISOR),
    e.SatOut(3, DEALER),
    e.Corrected((e.Amended(7, c.Fold(DEALER, 3)),), (), TABLE, "Misread.", DEALER),
    e.HandKeyed(3, "lose", "flush", DEALER),
    e.RequestAnswered(1, "declined", SUPERVISOR, "recount the chips", REQUEST),
    e.RequestAnswered(1, "withdrawn", DEALER, "", REQUEST),
    e.RequestAnswered(1, "lapsed", PLATFORM, "The table has changed.", REQUEST),
    e.ApprovalAsked(REQUEST),
    e.WentIdle(DEALER),
    e.PayoutCorrected((Transfer("tray", "rail:3", 5_00),), "underpaid", (), (), SUPERVISOR),
)
"""Yield events that random evenings may lack."""
LAST_FOUR = msgspec.structs.replace(TABLE, phase=Phase.DEALING_FOUR, device="automated_shoe")


@cache
def happened() -> list[tuple[Event, Table]]:
    rare = [(event, TABLE) for event in RARE]
    return [*told_rounds(48), *rare, (e.DeckHeld("left", DEALER), LAST_FOUR)]


def test_every_audience_hears_one_printable_sentence_of_everything_that_happens() -> None:
    heard = set()
    for event, before in happened():
        heard.add((type(event), event.which(before)))
        for viewer in (*EVERYONE, None):
            told = tell(event, before, viewer)
            assert SENTENCE.fullmatch(told), told
            assert told.isprintable()
        assert SENTENCE.fullmatch(tell(event, before, form="record"))
    missing = {f"{kind.__name__} {name}".strip() for kind, name in KINDS_AND_SENTENCES if (kind, name) not in heard}
    allowed = (
        r"PhaseEntered|CheckedOff|TrayCounted|StubCounted|Settled|PrizeCheckRefused|CardsExposed|DealerCardsSeen"
        r"|BonusDeclined"
    )
    assert not [name for name in missing if not re.match(rf"({allowed}|FaceUpCardFound) ?", name)], missing


def test_a_line_names_no_card_that_its_hearer_does_not_see() -> None:
    """A sentence reveals no more than the event's visible fields."""
    for event, before in happened():
        for viewer in (*EVERYONE, None):
            seen = redact(event, before, viewer or SPECTATOR)
            assert cards_in(tell(event, before, viewer)) <= cards_in(repr(seen)), tell(event, before, viewer)
            assert cards_in(tell(seen, before, form="record")) <= cards_in(repr(seen))


@pytest.mark.parametrize(("kind", "name"), KINDS_AND_SENTENCES, ids=lambda part: getattr(part, "__name__", part))
def test_every_sentence_fills(kind: type[Event], name: str) -> None:
    """Every placeholder is a field, one of the event's words, or known for every event."""
    known = {"who", "seat", "by", "entered", "amount", "moves", "reason", "hand", "moment", "lines", "clause", "cards"}
    told = kind.about.sentences()[name]
    for template in (told.they, told.you, told.record):
        for _, field, _, _ in string.Formatter().parse(template):
            assert field is None or field in known or field in kind.__struct_fields__ or f'"{field}"' in source(kind)
    if "{who}" in told.they:
        assert told.you, "who it is about is spoken to"
        assert "{who}" not in told.you
    assert told.they[0] != " "


def source(kind: type[Event]) -> str:
    import inspect

    return inspect.getsource(kind)


@pytest.mark.parametrize(
    ("event", "you", "they", "record"),
    [
        (
            e.SecondPlaced(3, (Transfer("rail:3", "second:3", 10_00),), ANN),
            "You place the 2nd Wager, $10.",
            "Ann places the 2nd Wager, $10.",
            "Seat 3 (Ann) places the 2nd Wager, $10.",
        ),
        (
            e.Folded(3, PLATFORM),
            "Time ran out: your hand was folded.",
            "Time ran out: Ann's hand was folded.",
            "Seat 3 (Ann) folds, entered by the platform.",
        ),
        (e.Folded(3, DEALER), "You fold.", "Ann folds.", "Seat 3 (Ann) folds, entered by the dealer."),
        (
            e.WagersPlaced(3, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}, (), DEALER),
            "Your wagers: Ante Bonus $10, 1st Wager $10, Three Card Bonus $5.",
            "Ann: Ante Bonus $10, 1st Wager $10, Three Card Bonus $5.",
            "Seat 3 (Ann) wagers Ante Bonus $10, 1st Wager $10, Three Card Bonus $5, entered by the dealer.",
        ),
        (
            e.CardsDealt(3, (UNKNOWN,) * 3),
            "Three cards to you.",
            "Three cards to Ann.",
            "Seat 3 (Ann) is dealt ?? ?? ??.",
        ),
        (
            e.RoundVoided("the lights went out", "001-X1", SUPERVISOR),
            "Round void. The lights went out.",
            "Round void. The lights went out.",
            "The round is void, called by the supervisor (001-X1). The lights went out.",
        ),
        (e.PlayerSat(5, "Ann"), "You sit in seat 5.", "Ann sits in seat 5.", "Ann sits in seat 5."),
        (
            e.PayoutCorrected(
                (Transfer("tray", "rail:3", 5_00),),
                "paid short",
                (Balance("tray", 50_00),),
                (Balance("tray", 45_00),),
                SUPERVISOR,
            ),
            "Payout correction: $5 from the tray to seat 3's rail. Paid short.",
            "Payout correction: $5 from the tray to seat 3's rail. Paid short.",
            "Payout correction by the supervisor: $5 from the tray to seat 3's rail. Paid short. "
            "Before: the tray $50. After: the tray $45.",
        ),
        (
            e.TrayCounted(990_00, 1000_00, DEALER),
            "Tray counted: $990, $10 short.",
            "Tray counted: $990, $10 short.",
            "Tray counted by the dealer: $990, $10 short.",
        ),
        (
            e.CheckedOff(ChecklistStep.DROP_SLIP, DEALER),
            "Slip dropped.",
            "Slip dropped.",
            "Slip put in the drop box by the dealer.",
        ),
        (e.PhaseEntered(Phase.DECISION), "2nd Wager or fold.", "2nd Wager or fold.", "2nd Wager or fold."),
    ],
    ids=lambda part: snake(type(part).__name__) if not isinstance(part, str) else "",
)  # fmt: skip
def test_you_they_and_the_record(event: Event, you: str, they: str, record: str) -> None:
    assert tell(event, TABLE, ANN) == you
    assert tell(event, TABLE, SPECTATOR) == they
    assert tell(event, TABLE, player("Bob")) == they
    assert tell(event, TABLE, ANN, "record") == record


def test_a_reason_on_an_old_record_is_one_line_all_the_same() -> None:
    told = tell(e.DeckReplaced("bent\x1b[2J\ncorner", DEALER), TABLE, form="record")
    assert told.isprintable()


LINES = [
    (
        ("first", 10_00, "win", ("flush", "A"), 1, 10_00, 10_00, 0, 0),
        "1st Wager $10 win with flush, ace high at 1 to 1",
    ),
    (("ante", 10_00, "lose", ("flush", ""), 5, 50_00, 0, 10_00, 0), "Ante Bonus $10 lose with flush at 5 to 1"),
    (
        ("ante", 5_00, "win", ("six_card_royal", ""), None, 5000_00, 5_00, 0, 0),
        "Ante Bonus $5 win with six-card royal at $5,000",
    ),
    (("ante", 10_00, "none", ("pair", "K"), None, 0, 10_00, 0, 0), "Ante Bonus $10 kept with pair of kings"),
    (("three_card_bonus", 5_00, "lose", None, None, 0, 0, 5_00, 0), "Three Card Bonus $5 lose"),
    (("first", 10_00, "void", None, None, 0, 10_00, 0, 0), "1st Wager $10 void"),
    (
        ("ante", 50_00, "win", ("royal_flush", ""), 200, 900_00, 50_00, 0, 9100_00),
        "Ante Bonus $50 win with royal flush at 200 to 1",
    ),
]


@pytest.mark.parametrize(("fields", "told"), LINES, ids=[told for _, told in LINES])
def test_a_wagers_result_line(fields: tuple[Any, ...], told: str) -> None:
    line = msgspec.convert(dict(zip(WagerLine.__struct_fields__, (*fields, "001-P9"), strict=True)), WagerLine)
    recorded = line_recorded(line)
    assert recorded.partition(": ")[0] == told
    assert recorded.endswith(", $9,100 over the maximum payout") == (line.trimmed > 0)


def test_another_language_is_another_mapping() -> None:
    """Missing keys fall back to English."""
    german = {
        "second_placed.they": "{who} setzt {amount} als 2nd Wager.",
        "stake.ante": "{amount} Ante Bonus",
        "cards.3": "drei Karten",
    }
    event = e.SecondPlaced(3, (Transfer("rail:3", "second:3", 10_00),), ANN)
    assert tell(event, TABLE, SPECTATOR, language=german) == "Ann setzt $10 als 2nd Wager."
    assert tell(event, TABLE, ANN, language=german) == "You place the 2nd Wager, $10."
    assert phrase(Word("cards", {"count": 3}), german) == "drei Karten"
    assert phrase(Word("cards", {"count": 4}), german) == "four cards"
    assert phrase(Word("cards", {"count": 40}), german) == "40 cards"


def test_the_catalogue_holds_every_word_of_every_kind() -> None:
    for kind in e.EVENTS:
        for name in kind.about.sentences():
            for audience in ("you", "they", "record"):
                assert ENGLISH[".".join(filter(None, (snake(kind.__name__), name, audience)))]
    for command in c.COMMANDS:
        assert ENGLISH[f"{snake(command.__name__)}.label"]


def test_the_hand_that_holds_the_deck_is_a_side_and_not_a_poker_hand() -> None:
    dealing = msgspec.structs.replace(TABLE, live=True, phase=Phase.DEALING_FOUR, device="automated_shoe")
    held = e.DeckHeld("left", DEALER)
    assert tell(held, TABLE) == "Deck in the left hand."
    assert tell(held, dealing) == "Remaining cards in the left hand."
    recorded = "Remaining cards taken from the shuffler into the left hand by the dealer."
    assert tell(held, dealing, form="record") == recorded
