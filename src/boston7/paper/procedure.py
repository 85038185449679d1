"""The dealing procedure for a filing. It is complete, so a dealer can run the game from it alone.

Each line is one rule of play with the house's values, and the topic it belongs to, which determines its clause. The
wording is original; the facts come from the house file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

import msgspec

from boston7.house import House
from boston7.house.model import VOID_CAUSES, SideBet, VoidCause
from boston7.house.rulings import rulings
from boston7.money import dollars
from boston7.paper.common import (
    NBSP,
    HouseHead,
    PayLine,
    ante_lines,
    head,
    listed,
    side_bet_lines,
    spread,
)
from boston7.paper.form import SLIP_LINES
from boston7.shift.slips import SlipKind


class Line(NamedTuple):
    """One rule and its clause."""

    text: str
    clause: str


class Section(msgspec.Struct, frozen=True):
    title: str
    lines: tuple[Line, ...]


class Irregularity(NamedTuple):
    cause: str
    ruling: str
    awards_kept: str
    clause: str
    rests_on: str


class PayTable(msgspec.Struct, frozen=True):
    title: str
    note: str
    lines: tuple[PayLine, ...]


class Form(NamedTuple):
    name: str
    use: str
    signed_by: str


class Procedure(msgspec.Struct, frozen=True):
    house: HouseHead
    title: str
    base: str
    sections: tuple[Section, ...]
    pay_tables: tuple[PayTable, ...]
    irregularities: tuple[Irregularity, ...]
    void_note: str
    roles: tuple[tuple[str, str], ...]
    forms: tuple[Form, ...]
    rulings: tuple[tuple[str, str, str], ...]


def procedure(house: House) -> Procedure:
    """Return the complete dealing procedure of a house.

    >>> from boston7.house import preset
    >>> procedure(preset("nhcg")).sections[0].lines[0]
    Line(text='The game is Boston 7 Stud Poker.', clause='001')
    """
    return Procedure(
        house=head(house),
        title="Internal Controls & Dealing Procedures",
        base="" if house.inherits.startswith("none") else house.inherits,
        sections=tuple(Section(title, found) for title, lines in _SECTIONS if (found := tuple(lines(house)))),
        pay_tables=tuple(_pay_tables(house)),
        irregularities=tuple(_irregularities(house)),
        void_note=_void_note(house),
        roles=_ROLES,
        forms=_FORMS,
        rulings=tuple((one.id, one.title, one.text) for one in rulings()),
    )


@cache
def document_clauses() -> dict[str, list[str]]:
    """Return the clauses cited from each document."""
    return tomllib.loads((resources.files("boston7.paper") / "clauses.toml").read_text(encoding="utf-8"))


def _line(house: House, text: str, cited: str, *also: str) -> Line:
    """Return a rule with its clause, and with the clauses of those topics in `also` that the document covers."""
    known = document_clauses().get(house.document, ())
    more = [f"{house.document}-{clause}" for clause in also if clause in known]
    new = [clause for clause in more if clause not in re.split(r"[ ,()]+", cited)]
    return Line(text, ", ".join([*([] if new and cited.startswith("ours") and "(" not in cited else [cited]), *new]))


def _game(house: House) -> Iterator[Line]:
    yield Line("The game is Boston 7 Stud Poker.", house.document)
    best = "the best five of seven" if not house.rules.sets_hands else "five of seven cards"
    yield _line(
        house,
        f"Each player plays {best} against the dealer’s best five. The higher hand by standard poker ranks wins.",
        house.cite("player_higher"),
        "O1",
        "S1",
    )
    yield Line(f"One table serves at most {house.seats} players.", house.cite_value("seats"))
    if house.seats_per_player > 1:
        yield Line(
            f"One player may hold {house.seats_per_player} seats. The maximum payout then counts both together.",
            house.cite_value("seats_per_player"),
        )


def _equipment(house: House) -> Iterator[Line]:
    yield _line(
        house, "One standard deck of 52 playing cards without jokers is in play.", house.cite("one_deck", "R2"), "S2"
    )
    devices = {
        "automated_shoe": "an automatic shuffler with two decks of different backs, one in play at a time",
        "manual_shoe": "a dealing shoe",
        "hand": "the dealer’s hand",
    }
    words = [devices[device] for device in house.delivery.devices]
    yield Line(f"Cards are dealt from {listed(words, 'or')}.", house.cite_value("delivery.devices"))
    chips = listed([dollars(chip) for chip in house.limits.chips])
    yield Line(f"All wagers are made in chips of {chips}.", house.cite_value("limits.chips"))
    spots = listed([*(bet.label for bet in house.side_bets), "Ante Bonus", "1st Wager", "2nd Wager"])
    extra = f" and a spot marked 2{NBSP}Discards" if house.rules.sets_hands else ""
    yield Line(f"The layout has a separate area per seat for {spots}{extra}.", house.cite("ante_required"))
    yield Line(
        "The table has a chip tray, a discard rack at the dealer’s right, a shuffler or shoe at the left, a drop box.",
        house.cite("procedure"),
    )


def _wagers(house: House) -> Iterator[Line]:
    table = spread(house.limits.table_minimum, house.limits.table_maximum)
    yield _line(
        house,
        f"Ante Bonus: each player places {table} to be dealt in. Smallest and largest amount are those of the table.",
        listed([house.cite("ante_required"), house.cite_value("limits.table_minimum")]),
        "O2",
        "S3",
    )
    if house.first_wager_required:
        yield _line(
            house, "1st Wager: required, equal to the Ante Bonus.", house.cite_value("first_wager_required"), "S3"
        )
    else:
        yield _line(
            house,
            "1st Wager: optional. With the Ante Bonus alone a player makes no decision, receives the last four cards, "
            "and cannot win on 1st or 2nd.",
            listed([house.cite("first_optional"), house.cite("ante_only", "R6")]),
            "O17",
            "O18",
            "S6",
            "S7",
        )
    yield _line(house, "1st Wager and Ante Bonus are equal.", house.cite("wagers_equal"), "O3", "S4")
    for bet in house.side_bets:
        yield from _side_bet(house, bet)
    yield _line(
        house,
        "2nd Wager: equal to the 1st Wager, placed after the first three cards, or the hand is folded.",
        house.cite("second_or_fold"),
        "O7",
    )
    yield Line(
        f"The dealer announces “No{NBSP}more{NBSP}bets.” After it no wager is made, raised or withdrawn.",
        house.cite("no_more_bets"),
    )


def _side_bet(house: House, bet: SideBet) -> Iterator[Line]:
    bounds = spread(*house.limits.bounds(bet.minimum, bet.maximum))
    needs = listed([{"ante": "Ante Bonus", "first": "1st Wager"}[wager] for wager in bet.needs])
    yield _line(
        house,
        f"{bet.label}: optional, {bounds}, placed at the same time and only with {needs}.",
        listed([bet.cite("placed"), bet.cite("needs"), bet.cite("bounds")]),
        "O4",
        "O6",
        "W1",
        "W2",
        "S8",
    )


def _opening(house: House) -> Iterator[Line]:
    base = house.cite("procedure")
    yield Line(
        "The tray is unlocked. The dealer counts it in front of the floor supervisor; both sign the opener.", base
    )
    yield Line("The dealer inspects both sides of every card: 52 cards, backs alike, no flaw, sorted by suit.", base)
    yield Line(
        "The floor supervisor verifies the deck. It is spread face up for the first player, who may inspect it.", base
    )
    yield Line("The deck is turned face down, washed, stacked and shuffled.", base)
    yield Line(
        "An unsuitable card replaces the deck. The old one is sealed with table, date, time and both signatures.", base
    )


def _shuffle(house: House) -> Iterator[Line]:
    cut = house.cite_value("delivery.cut_at_least")
    yield Line("The whole deck is shuffled before play and after every round.", house.cite("procedure"))
    if "hand" in house.delivery.devices:
        yield Line(
            "Shuffled by hand, the deck is cut with one hand onto a cover card, at least "
            f"{house.delivery.cut_at_least} cards off the top. A supervisor may order a recut before a card is dealt.",
            cut,
        )
    if "automated_shoe" in house.delivery.devices:
        yield Line("A deck shuffled by machine is dealt without a cut.", house.cite_value("delivery.devices"))
    yield Line(
        f"Unless the machine counts the deck, the stub is counted face down at least every "
        f"{house.delivery.count_stub_every} rounds.",
        house.cite_value("delivery.count_stub_every"),
    )


def _first_three(house: House) -> Iterator[Line]:
    yield _line(
        house,
        "Three cards, face down and in one stack, go to each player with a wager, from the player farthest to the "
        "dealer’s left, clockwise, and last to the dealer. No card is burned.",
        house.cite("delivery", "R2"),
        "O5",
        "P3",
        "S5",
    )
    if "single" in house.delivery.styles:
        yield Line(
            "Instead the first three may be dealt one at a time, clockwise.", house.cite_value("delivery.styles")
        )


def _claims(house: House) -> Iterator[Line]:
    until = "until the last four cards are dealt" if house.claims.late else "until the dealer settles the bonuses"
    for bet in (bet for bet in house.side_bets if bet.claimed):
        if bet.expose:
            yield _line(
                house,
                f"A player with a {bet.label} shows the first three cards to be paid, {until}. Not shown or not "
                "qualified, it loses.",
                listed([bet.cite("settled"), bet.cite("late")]),
                "O8",
                "O9",
                "W3",
                "S9",
                "S11",
            )
        yield _line(
            house,
            f"The dealer collects losing {bet.label} wagers, then pays winning ones. What is won is kept even if the "
            "player folds.",
            bet.cite("settled", "R3"),
            "S10",
        )
    yield Line("Exposed hands are turned face down again.", house.cite("turn_down"))


def _decision(house: House) -> Iterator[Line]:
    yield _line(
        house,
        "Each player with a 1st Wager places a 2nd Wager of the same amount or folds.",
        house.cite("second_or_fold"),
        "O7",
        "P5",
        "S12",
    )
    yield _line(
        house,
        "A fold forfeits Ante Bonus and 1st Wager. They go to the tray, the hand to the discard rack.",
        house.cite("fold_loses"),
        "O11",
        "S13",
    )


def _last_four(house: House) -> Iterator[Line]:
    if "automated_shoe" in house.delivery.devices:
        yield Line(
            "From a shuffler, the dealer takes out the rest of the deck first, and holds it in one hand.",
            house.cite("take_deck"),
        )
    yield Line(
        "The hand that holds the deck is kept for the round, in front of the dealer and over the tray.",
        house.cite("deck_hand"),
    )
    yield _line(
        house,
        "Four consecutive cards, face down, go to each player still in, and last to the dealer.",
        house.cite("last_four", "R2"),
        "O10",
        "P6",
        "S14",
    )
    yield _line(
        house, "The stub goes to the discard rack. Its cards are not exposed.", house.cite("last_four", "R2"), "P7"
    )


def _setting(house: House) -> Iterator[Line]:
    if not house.rules.sets_hands:
        yield Line("Hands are not set: the best five of seven play.", house.cite_value("playing_five.compared"))
        return
    yield _line(
        house,
        f"Each player sets five cards face down and lays two on 2{NBSP}Discards. The dealer does not set a player’s "
        "hand.",
        house.cite("set_five", "R7"),
        "O12",
        "O13",
    )
    if house.playing_five.ante_bonus == "best":
        yield Line(
            "The five set are compared with the dealer’s. The Ante Bonus goes by the best five of seven.",
            house.cite_value("playing_five.ante_bonus"),
        )
    else:
        yield Line(
            "The five set count for the comparison and for the Ante Bonus.", house.cite_value("playing_five.ante_bonus")
        )


def _settlement(house: House) -> Iterator[Line]:
    yield Line(
        "The dealer’s seven cards are spread in a row, turned over together, and the highest five play.",
        listed([house.cite("dealer_reveals"), house.cite("spread_seven")]),
    )
    yield _line(
        house,
        "Hands are settled from the dealer’s right, counterclockwise, one by one.",
        house.cite("settle_order"),
        "P9",
        "S15",
    )
    yield _line(
        house,
        "Dealer higher: Ante Bonus, 1st and 2nd Wager lose and go to the tray, the hand to the discard rack.",
        house.cite("dealer_higher"),
        "O14",
        "A2",
        "P9a",
        "S17",
    )
    yield _line(
        house,
        "Equal: a push. The dealer collects only the cards.",
        listed([house.cite("tie"), house.cite("collect_push")]),
        "O15",
        "S16",
    )
    yield _line(
        house,
        f"Player higher: 1st and 2nd Wager pay 1{NBSP}to{NBSP}1. The Ante Bonus wager stays the player’s.",
        house.cite("player_higher"),
        "O16",
        "A3",
        "P9c",
        "S18",
    )
    order = (
        "its award is given first, and then the wagers are collected"
        if house.showdown.beaten_bonus == "award_then_collect"
        else "the wagers are collected first, and then its award is paid"
    )
    yield _line(
        house,
        f"The Ante Bonus award is paid once, at the highest single payout, win, tie or lose. Beaten, {order}.",
        listed([house.cite("ante_bonus"), house.cite("ante_bonus_beaten"), house.cite("highest_award")]),
        "A1",
        "A4",
        "A6",
        "P9d",
        "S19",
        "S20",
    )
    if not house.first_wager_required:
        yield _line(
            house,
            "A wager on the Ante Bonus alone is settled in the same order, at the same time.",
            house.cite("ante_only", "R6"),
            "O19",
            "P9e",
        )
    if house.rules.royal_asked_from:
        fixed = listed([f"{line.name} {line.pays}" for line in ante_lines(house) if line.fixed])
        yield _line(
            house,
            f"A long royal pays a fixed award whatever the Ante: {fixed}. The player discloses it before the cards are "
            "collected.",
            house.cite("royal_disclosed", "R11"),
            "S23",
            "S24",
            "S25",
        )
    yield from _maximum(house)


def _maximum(house: House) -> Iterator[Line]:
    cap = house.maximum_payout
    if cap.amount is None:
        yield Line("The house states no maximum payout.", house.cite_value("maximum_payout.amount"))
        return
    words = {"first": "1st Wager", "second": "2nd Wager", "ante": "Ante Bonus"}
    scope = listed([words[wager] for wager in ("first", "second", "ante") if wager in cap.scope])
    order = listed([words[wager] for wager in cap.trim], "then")
    yield Line(
        f"Maximum payout: {dollars(cap.amount)} per player per hand for {scope} together. It reduces {order}.",
        listed([house.cite("maximum_payout"), house.cite_value("maximum_payout.trim")]),
    )
    outside = [bet.label for bet in house.side_bets if not bet.capped]
    if outside:
        yield Line(f"It does not bound the {listed(outside)}.", house.cite_value("maximum_payout.scope"))


def _money(house: House) -> Iterator[Line]:
    limit = house.approvals.payout_above
    if limit is not None:
        yield Line(
            f"A payout above {dollars(limit)}, and every fixed award, is confirmed by a supervisor before chips move.",
            house.cite_value("approvals.payout_above"),
        )
    yield Line("The tray changes only by cash for chips, chips for chips, wagers, fills and credits.", "ours (R21)")
    yield Line("Fills and credits are signed by cage, runner, dealer and supervisor; then chips move.", "ours")
    yield Line("Counts of tray, stub and drop are blind. Any difference is recorded as over or short.", "ours (R23)")
    yield Line(
        "An entry keyed wrong is corrected on record. Once it has been acted on, a supervisor approves.", "ours (R22)"
    )
    if house.rights.close_table or house.rights.evict:
        yield Line(
            "The house may close a table or evict a customer. A supervisor states the ground, and it is recorded.",
            house.cite("close_or_evict", "R19"),
        )
    if house.rights.refuse_prize_check:
        yield Line(
            "The house may refuse to cash a prize check that its payee has photographed, or is suspected to have.",
            house.cite("prize_check", "R19"),
        )


def _notices(house: House) -> Iterator[Line]:
    for notice in house.notices:
        yield Line(f"Printed at the table and on the rack card: “{notice}”", house.cite_value("notices"))


def _closing(house: House) -> Iterator[Line]:
    base = house.cite("procedure")
    yield Line("“Last hand” is announced. The round in play is finished, or one more is dealt.", "ours (R26)")
    yield Line(
        "The tray is counted and locked. Dealer and supervisor sign the closer, which goes to the drop box.", base
    )
    yield Line("The drop is counted by two people and compared with the record.", base)


_SECTIONS = (
    ("Name and object", _game),
    ("Equipment", _equipment),
    ("Wagers", _wagers),
    ("Opening the table", _opening),
    ("Shuffle and cut", _shuffle),
    ("First three cards", _first_three),
    ("Side bets on three cards", _claims),
    ("Decision", _decision),
    ("Last four cards", _last_four),
    ("Setting the hand", _setting),
    ("Showdown and settlement", _settlement),
    ("Money, corrections and house rights", _money),
    ("Closing", _closing),
    ("Notices", _notices),
)


def _pay_tables(house: House) -> Iterator[PayTable]:
    judged = {
        "first_three": "On the first three cards",
        "best_five": "On the best five of seven",
        "six_cards": "On the player’s first three with the dealer’s first three",
    }
    for bet in house.side_bets:
        cited = _line(house, "", bet.cite("pays"), "W4", "S10", "S21").clause
        yield PayTable(bet.label, f"{judged[bet.judged_on]} ({cited}).", side_bet_lines(bet))
    yield PayTable(
        "Ante Bonus",
        f"Paid on the Ante, win, tie or lose ({_line(house, '', house.cite_value('ante_bonus'), 'A5', 'S22').clause}).",
        ante_lines(house),
    )


_CAUSES: tuple[tuple[str, str, str, str, VoidCause | None], ...] = (
    (
        "dealer_exposed",
        "One of the dealer’s first three cards is exposed before every player has folded or placed a 2nd Wager.",
        "All hands void.",
        "R13",
        "dealer_exposed",
    ),
    (
        "face_up_card",
        "A card is found face up in the deck while dealing.",
        "Not used. Discard rack; deal on.",
        "R14",
        None,
    ),
    (
        "second_face_up_card",
        "A second card is found face up in the same round.",
        "All hands void. Reshuffle.",
        "R14",
        "face_up_cards",
    ),
    ("drawn_in_error", "A card is drawn in error, its face not exposed.", "Used as the next card.", "R15", None),
    (
        "wrong_count",
        "A player has a wrong number of cards.",
        "That hand void. The others play on.",
        "R16",
        "wrong_count",
    ),
    ("dealer_six", "The dealer has six of seven cards.", "One more card completes the hand.", "R17", None),
    (
        "dealer_misdeal",
        "Any other misdeal to the dealer.",
        "All hands void. Reshuffle.",
        "R17",
        "dealer_misdeal",
    ),
    ("jam_shuffling", "The shuffler jams or stops while shuffling.", "Reshuffle.", "R18", None),
    (
        "jam_dealing",
        "The shuffler jams or stops dealing once a player has three cards.",
        "Round void.",
        "R18",
        "shuffler_stopped",
    ),
)


def _irregularities(house: House) -> Iterator[Irregularity]:
    for topic, cause, ruling, rests_on, void in _CAUSES:
        if topic in ("jam_shuffling", "jam_dealing") and "automated_shoe" not in house.delivery.devices:
            continue
        kept = "" if void is None else "Yes" if void in house.voids.keep_awards else "No"
        yield Irregularity(cause, ruling, kept, house.cite(topic), rests_on)


def _void_note(house: House) -> str:
    kept = [words for cause, words in VOID_CAUSES.items() if cause in house.voids.keep_awards]
    after = f" After {listed(kept, 'or')}, a three-card hand is still paid the award it qualifies for." if kept else ""
    return f"A void returns every wager still on the layout. Bonuses settled and folds made before it stand.{after}"


_ROLES = (
    ("Dealer", "Deals, announces, collects and pays by this procedure. Counts the tray with the supervisor."),
    ("Floor supervisor", "Opens and closes the table, rules on irregularities, approves payouts and corrections."),
    ("Cashier", "Prepares fills and credits, exchanges chips and cash, keeps the cage’s bank."),
    ("Runner", "Carries chips and slips between cage and table, and signs for them."),
    ("Auditor", "Replays rounds, compares counts with the record, reviews voids and corrections."),
)


def _signers(kind: SlipKind) -> str:
    """Return who signs a slip, in order, each role once."""
    return ", ".join(dict.fromkeys(line.role.lower() for line in SLIP_LINES[kind]))


_FORMS = (
    Form("Opener and closer", "Tray by denomination at opening and closing", "dealer, supervisor"),
    Form("Fill slip", "Chips from the cage to the table", _signers("fill")),
    Form("Credit slip", "Chips from the table to the cage", _signers("credit")),
    Form("Drop count", "Cash and slips of a drop box", "two counters"),
    Form("Incident report", "Irregularity, void, eviction or deck replaced", "dealer, supervisor"),
    Form("Prize check", "Prize paid by check", "cashier, supervisor"),
)
