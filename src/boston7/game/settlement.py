"""Computes payouts in the order of the document: bonus, fold, showdown, void.

Every function returns one line per wager. On each line, stake = returned + collected, and the tray gains what the
player loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card
from boston7.game.wagered import Wagered
from boston7.hands import (
    Category,
    Hand,
    HandName,
    ThreeCategory,
    category_of,
    hand_name,
    hand_value,
    long_royal,
    three_hand,
)
from boston7.house.model import House, SideBet, VoidCause, WagerId, Wagers
from boston7.money import Cents, dollars

Result = Literal["win", "lose", "push", "void", "none"]
Outcome = Literal["", "win", "lose", "push", "void", "even"]


class WagerLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settlement of one wager.

    `result` is the comparison; a winning hand's ante without a bonus has the result `none`. `odds` are to 1; an award
    without odds is a fixed amount.
    """

    wager: WagerId
    stake: Cents
    result: Result
    hand: HandName | None
    odds: int | None
    paid: Cents
    returned: Cents
    collected: Cents
    trimmed: Cents
    clause: str

    @property
    def award(self) -> bool:
        """Whether the wager won a bonus rather than even money, even if the maximum payout reduced it to nothing."""
        return self.paid + self.trimmed > 0 and self.wager not in ("first", "second")

    @property
    def fixed(self) -> bool:
        """Whether the award is a fixed amount that does not depend on the stake (R11)."""
        return self.award and self.odds is None

    @property
    def rate(self) -> str:
        """The odds, such as `5 to 1`, or the fixed amount, or an empty string."""
        if self.odds is not None:
            return f"{self.odds} to 1"
        return dollars(self.paid + self.trimmed) if self.fixed else ""


def confirmed(house: House, lines: Iterable[WagerLine], before: Cents = 0) -> bool:
    """Return whether a supervisor must confirm this payout at a live table (R24).

    `before` is the player's payout on another seat in this round.
    """
    above = house.approvals.payout_above
    paid = fixed = 0
    for line in lines:
        paid += line.paid
        fixed += line.fixed
    return paid > 0 and (fixed > 0 or (above is not None and paid + before > above))


def net_of(lines: Iterable[WagerLine]) -> Cents:
    """Return the player's net result. Returned stakes are neither won nor lost."""
    return sum([line.paid - line.collected for line in lines])


def outcome_of(lines: Sequence[WagerLine]) -> Outcome:
    """Describe the result in one word. A push means that every wager tied and no chips were won or lost."""
    if won := net_of(lines):
        return "win" if won > 0 else "lose"
    results = {line.result for line in lines}
    if not results:
        return ""
    return "void" if "void" in results else "push" if results == {"push"} else "even"


class Position(Wagered, msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One seat's wagers, cards and choices. The first three cards are the first stack."""

    seat: int
    wagers: Wagers
    cards: tuple[Card, ...] = ()
    fold: bool = False
    expose: bool = True
    set: tuple[Card, ...] | None = None
    disclose: bool = True
    void: VoidCause | Literal[""] = ""
    bonus_settled: bool = False  # Before the hand became void.
    three: ThreeCategory | None = None  # The rank of the shown cards, if the dealer entered it instead of the cards.
    dealer_three: tuple[Card, ...] = ()  # The dealer's first three cards, for side bets that need them.
    won_before: Cents = 0  # The player's winnings under the maximum payout on another seat in this round.


class Facts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide the payout at the showdown, judged from cards or entered by the dealer."""

    result: Literal["win", "push", "lose"]
    hand: HandName | None  # The name of the five cards that were compared.
    award: Category | None  # The hand for the Ante Bonus, if it can win one.
    award_hand: HandName | None
    royal: int = 0  # The length of the disclosed royal.
    other_five: bool = False  # Whether the award counts other cards than the compared five (R7).


def settle(house: House, dealer_hand: Hand | None, position: Position) -> tuple[WagerLine, ...]:
    """Settle one seat. Folded and void hands do not need the dealer's hand.

    >>> from boston7.cards import parse_cards
    >>> from boston7.hands import best_five
    >>> from boston7.house import preset
    >>> dealer = best_five(parse_cards("Ks Kd 9c 7d 4h 3s 2c"))
    >>> player = Position(2, dict(ante=10_00, first=10_00, second=10_00), parse_cards("7s 7c 7h As Qd 5c 2d"))
    >>> [(line.wager, line.result, line.paid) for line in settle(preset("nhcg"), dealer, player)]
    [('first', 'win', 1000), ('second', 'win', 1000), ('ante', 'win', 1000)]
    """
    if position.void and not position.fold:
        return void_lines(house, position)
    bonus = bonus_lines(house, position)
    if position.fold:
        return bonus + fold_lines(house, position)
    if dealer_hand is None:
        raise ValueError("a hand that is neither folded nor void is compared with the dealer's")
    return bonus + showdown_lines(house, dealer_hand, position)


def bonus_lines(house: House, position: Position) -> tuple[WagerLine, ...]:
    """R3, R4: settle the side bets on the first three cards, which pay only if these cards were shown."""
    return tuple([_side_line(bet, stake, position) for bet, stake in side_stakes(house.rules.early_bets, position)])


def fold_lines(house: House, position: Position) -> tuple[WagerLine, ...]:
    """R5: a fold loses the ante, the 1st Wager and every side bet that is settled later."""
    clause = house.cite("fold_loses", "R5")
    main = [(wager, stake) for wager in ("first", "ante") if (stake := position.wagers.get(wager, 0))]
    lines = [_lost(wager, stake, None, clause) for wager, stake in main]
    # The documents only say that a fold loses the ante and the 1st Wager. A side bet cites its own rule.
    late = side_stakes(house.rules.late_bets, position)
    return (*lines, *[_lost(bet.id, stake, None, bet.cite("lost", "R5")) for bet, stake in late])


def showdown_lines(house: House, dealer_hand: Hand, position: Position) -> tuple[WagerLine, ...]:
    """R6, R9: compare the playing five with the dealer's hand. The Ante Bonus pays in every case.

    Side bets come last, in the order of the house file.
    """
    return paid_by(house, position, judged(house, dealer_hand, position))


class CardFacts(Facts, frozen=True, gc=False, kw_only=True):
    """The facts as judged from the cards."""

    five: HandName  # The name of the set five, or of the best five.


def judged(house: House, dealer_hand: Hand, position: Position) -> CardFacts:
    """Judge a seat's seven cards against the dealer's best five (R7, R8)."""
    five = house.playing_five
    as_set = best = hand_value(position.set or position.cards)  # R7: the set five, or the best five.
    if position.set and house.rules.best_counts:
        best = hand_value(position.cards)
    value = as_set if five.compared == "set" else best
    bonus = as_set if five.ante_bonus == "set" else best
    royal = 0
    if house.fixed_awards and (position.disclose or not house.claims.disclose_long_royal):
        royal = long_royal(position.cards)
    result: Literal["win", "push", "lose"] = "lose"
    if value >= dealer_hand.value:
        result = "win" if value > dealer_hand.value else "push"
    name = award = called = hand_name(value)
    if bonus != as_set or value != as_set:
        award, called = hand_name(bonus), hand_name(as_set)
    return CardFacts(result, name, category_of(bonus), award, royal, bonus != value, five=called)


def keyed(house: House, result: Literal["win", "push", "lose"], award: Category | None) -> Facts:
    """Return the facts that the dealer entered instead of the cards.

    The name of the compared hand is known only if the award is for the same five cards.
    """
    name = HandName(award.key) if award else None
    same = house.playing_five.compared == house.playing_five.ante_bonus
    return Facts(result, name if same else None, award, name)


_COMPARED = {"win": "player_higher", "push": "tie", "lose": "dealer_higher"}


def paid_by(house: House, position: Position, facts: Facts) -> tuple[WagerLine, ...]:
    """R6, R9, R10: compute the lines from the facts."""
    result, name, ante = facts.result, facts.hand, position.ante
    wins, returns = result == "win", result != "lose"
    clause = house.cite(_COMPARED[result], "R9")
    lines = []
    for wager in ("first", "second"):
        if stake := position.wagers.get(wager, 0):
            odds, paid = (1, stake) if wins else (None, 0)
            lines.append(_line(wager, stake, result, name, odds, paid, returns, clause))
    award = _ante_award(house, position, facts)
    if award:
        why = award.clause
        if not returns:
            named = award.odds is None or facts.other_five  # The wager's own clause also covers a losing hand (S20).
            beaten = why if named else house.cite("ante_bonus_beaten", "R9" if position.first else "R6, R9")
            why = f"{clause}; {beaten}"
        lines.append(_line("ante", ante, result, award.hand, award.odds, award.cents, returns, why))
    else:
        ante_clause = clause if position.first else house.cite("ante_only", "R6")
        lines.append(_line("ante", ante, "none" if wins else result, name, None, 0, returns, ante_clause))
    if late := house.rules.late_bets:
        lines += [_side_line(bet, stake, position) for bet, stake in side_stakes(late, position)]
    lines = _trim(house, lines, position.won_before)
    if award and award_then_collect(house, lines):
        lines.sort(key=lambda line: line.wager != "ante")
    return tuple(lines)


def award_then_collect(house: House, lines: Sequence[WagerLine]) -> bool:
    """R9: return whether a losing hand with a bonus gets its award before its wagers are collected."""
    if house.showdown.beaten_bonus == "collect_then_award":
        return False
    return any(line.wager == "ante" and line.paid and line.collected for line in lines)


_CAUSES: dict[VoidCause, tuple[str, str]] = {
    "dealer_exposed": ("dealer_exposed", "R13"),
    "shuffler_stopped": ("jam_dealing", "R18"),
    "face_up_cards": ("second_face_up_card", "R14"),
    "dealer_misdeal": ("dealer_misdeal", "R17"),
    "wrong_count": ("wrong_count", "R16"),
    "floor": ("floor_void", "R12, R19"),
}


def void_clause(house: House, cause: VoidCause) -> str:
    """Return the clause for a void by this cause, with our ruling."""
    return house.cite(*_CAUSES[cause])


def void_lines(house: House, position: Position, called: str = "") -> tuple[WagerLine, ...]:
    """R12: return every wager. If the document says so, still pay a qualifying three-card hand.

    `called` is the clause on record for this void. A bonus that is already settled stands. If bonuses are settled
    before the decision, a 2nd Wager proves that this one was settled.
    """
    cause = position.void or "floor"
    clause = called or void_clause(house, cause)
    clause = clause if "R12" in clause else f"{clause}; R12"
    keeps = cause in house.voids.keep_awards
    lines: list[WagerLine] = []
    if position.bonus_settled or (position.second and not house.claims.late):
        lines += bonus_lines(house, position)
    else:
        early = side_stakes(house.rules.early_bets, position)
        lines += [_void_side_line(bet, stake, position, clause, keeps) for bet, stake in early]
    main = [(wager, stake) for wager in ("first", "second") if (stake := position.wagers.get(wager, 0))]
    lines += [_voided(wager, stake, clause) for wager, stake in main]
    trips = Category.THREE_OF_A_KIND
    three = _three(position) if keeps else None
    if three and three.key == trips.key and (odds := house.ante_odds(trips)):
        award = position.ante * odds
        awarded = _line("ante", position.ante, "win", three.name, odds, award, True, clause)
        lines += _trim(house, [awarded], position.won_before)
    elif position.ante:
        lines.append(_voided("ante", position.ante, clause))
    late = side_stakes(house.rules.late_bets, position)
    lines += [_voided(bet.id, stake, clause) for bet, stake in late]
    return tuple(lines)


def side_stakes(bets: Iterable[SideBet], position: Position) -> list[tuple[SideBet, Cents]]:
    """Return the bets on which the seat has wagered, with their stakes."""
    return [(bet, stake) for bet in bets if (stake := position.wagers.get(bet.id, 0))]


def _side_line(bet: SideBet, stake: Cents, position: Position) -> WagerLine:
    """Settle a side bet. A bet that requires shown cards pays only if they were shown."""
    judged, claimed = _judged(bet, position), bet.claimed
    odds = _side_odds(bet, position, judged)
    ruling = "R3" if claimed else ""
    if judged and odds:
        return _won(bet.id, stake, judged.name, odds, bet.cite("settled", ruling))
    shown = judged.name if judged and (position.expose or not claimed) else None
    return _lost(bet.id, stake, shown, bet.cite("lost", ruling))


def _void_side_line(bet: SideBet, stake: Cents, position: Position, clause: str, keeps: bool) -> WagerLine:
    judged = _judged(bet, position)
    odds = _side_odds(bet, position, judged) if keeps else 0
    return _won(bet.id, stake, judged.name, odds, clause) if judged and odds else _voided(bet.id, stake, clause)


class _Judged(msgspec.Struct, frozen=True, gc=False):
    key: str
    name: HandName


def _judged(bet: SideBet, position: Position) -> _Judged | None:
    """Judge the cards that decide a side bet, if they are known."""
    if bet.judged_on == "first_three":
        return _three(position)
    cards = position.cards if bet.judged_on == "best_five" else (*position.cards[:3], *position.dealer_three)
    if len(cards) != (7 if bet.judged_on == "best_five" else 6) or UNKNOWN in cards:
        return None
    value = hand_value(cards)
    return _Judged(category_of(value).key, hand_name(value))


def _side_odds(bet: SideBet, position: Position, judged: _Judged | None) -> int:
    return bet.odds(judged.key) if judged and (position.expose or not bet.expose) else 0


class _Award(msgspec.Struct, frozen=True, gc=False):
    cents: Cents
    hand: HandName | None
    odds: int | None  # None for a fixed award.
    clause: str


def _ante_award(house: House, position: Position, facts: Facts) -> _Award | None:
    """R9, R11: return the highest single award. A disclosed long royal counts regardless of which five cards were
    set."""
    odds = 0 if facts.award is None else house.ante_odds(facts.award)
    award = position.ante * odds
    if facts.royal and (fixed := house.fixed_award(facts.royal)):
        if award >= fixed:
            return _Award(award, facts.award_hand, odds, house.cite("highest_award", "R9, R11"))
        name = HandName("seven_card_royal" if facts.royal == 7 else "six_card_royal")
        return _Award(fixed, name, None, house.cite("royal_disclosed", "R11"))
    if not award:
        return None
    rulings = "R9" if position.first else "R6, R9"
    if facts.other_five:  # The set five are compared, but the award is paid for the best five.
        clause = f"{house.cite_value('playing_five.ante_bonus')} (R7, {rulings})"
    else:
        clause = house.cite("ante_bonus", rulings)
    return _Award(award, facts.award_hand, odds, clause)


def counted(house: House, lines: Iterable[WagerLine]) -> Cents:
    """Return the winnings that count toward the maximum payout (R10)."""
    gives_way = house.rules.gives_way
    return sum([line.paid for line in lines if line.paid and line.wager in gives_way])


def _trim(house: House, lines: list[WagerLine], before: Cents) -> list[WagerLine]:
    """R10: reduce winnings above the maximum payout. Winnings on the player's other seat count first."""
    cap = house.maximum_payout.amount
    if cap is None:
        return lines
    excess = before + counted(house, lines) - cap
    if excess <= 0:
        return lines
    won = {line.wager: line.paid for line in lines}
    cuts: dict[WagerId, Cents] = {}
    for wager in house.rules.gives_way:
        cuts[wager] = min(excess, won.get(wager, 0))
        excess -= cuts[wager]
    return [_cut(line, cuts.get(line.wager, 0), house) for line in lines]


def _cut(line: WagerLine, trimmed: Cents, house: House) -> WagerLine:
    if not trimmed:
        return line
    clause = f"{line.clause}; {house.cite('maximum_payout', 'R10')}"
    return replace(line, paid=line.paid - trimmed, trimmed=trimmed, clause=clause)


def _three(position: Position) -> _Judged | None:
    """Return the hand of the first three cards, from the cards or from the dealer's entry."""
    cards, keyed_as = position.cards[:3], position.three
    if len(cards) == 3 and UNKNOWN not in cards:
        category, name = three_hand(cards)
        return _Judged(category.key, name)
    return _Judged(keyed_as.key, HandName(keyed_as.key)) if keyed_as else None


def _won(wager: WagerId, stake: Cents, hand: HandName | None, odds: int, clause: str) -> WagerLine:
    return WagerLine(wager, stake, "win", hand, odds, stake * odds, stake, 0, 0, clause)


def _lost(wager: WagerId, stake: Cents, hand: HandName | None, clause: str) -> WagerLine:
    return WagerLine(wager, stake, "lose", hand, None, 0, 0, stake, 0, clause)


def _voided(wager: WagerId, stake: Cents, clause: str) -> WagerLine:
    return WagerLine(wager, stake, "void", None, None, 0, stake, 0, 0, clause)


def _line(
    wager: WagerId,
    stake: Cents,
    result: Result,
    hand: HandName | None,
    odds: int | None,
    paid: Cents,
    returns: bool,
    clause: str,
) -> WagerLine:
    returned, collected = (stake, 0) if returns else (0, stake)
    return WagerLine(wager, stake, result, hand, odds, paid, returned, collected, 0, clause)
