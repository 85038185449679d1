"""The rack card: how to play and the pay tables, on two sides of 4 by 9 inches."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS, VOID_CAUSES, SideBet
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
    unpaid_lines,
)

NO_MORE_BETS = f"“No{NBSP}more{NBSP}bets.”"
_WAGER_WORDS = {"first": "1st", "second": "2nd", "ante": "Ante Bonus"}


class Spot(msgspec.Struct, frozen=True):
    """One spot of the layout, and the step of the rack card that explains it."""

    top: str
    small: str
    step: int
    note: str
    amount: str


class PlayStep(NamedTuple):
    lead: str
    text: str


class Note(NamedTuple):
    head: str
    text: str


class PayTable(msgspec.Struct, frozen=True):
    title: str
    judged_on: str
    lines: tuple[PayLine, ...]


class RackCard(msgspec.Struct, frozen=True):
    house: HouseHead
    tagline: str
    sets: bool
    spots: tuple[Spot, ...]
    steps: tuple[PlayStep, ...]
    limits: tuple[Note, ...]
    side_bets: tuple[PayTable, ...]
    ante_bonus: PayTable
    unpaid: tuple[PayLine, ...]
    notes: tuple[Note, ...]
    notices: tuple[str, ...]


def rack_card(house: House) -> RackCard:
    """Return the content of a house's rack card.

    >>> from boston7.house import preset
    >>> rack_card(preset("nhcg")).limits[0]
    Note(head='Table limits', text='$5–$50')
    """
    sets = house.rules.sets_hands
    return RackCard(
        house=head(house),
        tagline=f"Seven cards. {'You set five' if sets else 'The best five play'}. Beat the dealer.",
        sets=sets,
        spots=spots(house),
        steps=how_to_play(house),
        limits=tuple(_limits(house)),
        side_bets=tuple(PayTable(bet.label, _judged(bet), side_bet_lines(bet)) for bet in house.side_bets),
        ante_bonus=PayTable("Ante Bonus", "high to low · paid win, tie or lose", ante_lines(house)),
        unpaid=unpaid_lines(house),
        notes=notes(house),
        notices=house.notices,
    )


def how_to_play(house: House) -> tuple[PlayStep, ...]:
    """Return the eight steps of a round, using the house's values."""
    ante = spread(house.limits.table_minimum, house.limits.table_maximum)
    return (
        PlayStep("Ante Bonus.", f"Bet {ante} to be dealt in."),
        _first(house),
        _side_bets(house),
        PlayStep("Three cards", "face down to every player, then to the dealer."),
        _claims(house),
        PlayStep("2nd Wager or fold.", "Match your 1st Wager, or fold and lose Ante and 1st."),
        _last_four(house),
        PlayStep("Showdown.", _showdown(house)),
    )


def _first(house: House) -> PlayStep:
    if house.first_wager_required:
        return PlayStep("1st Wager,", "equal to your Ante. Required here: nobody is dealt in without it.")
    return PlayStep(
        "1st Wager,",
        "equal to your Ante. Optional: with the Ante alone you skip step 6 and win nothing on 1st and 2nd.",
    )


def _side_bets(house: House) -> PlayStep:
    down = f"All bets are down before {NO_MORE_BETS}"
    if not house.side_bets:
        return PlayStep("No side bets.", down)
    offered = listed([f"{bet.label}, {_bounds(house, bet)}, with {needs_words(bet)}" for bet in house.side_bets], "or")
    label, _, rest = offered.partition(", ")
    return PlayStep(f"{label}.", f"Optional, {rest}. {down}")


def needs_words(bet: SideBet) -> str:
    return listed([{"ante": "Ante", "first": "1st"}[wager] for wager in bet.needs])


def _bounds(house: House, bet: SideBet) -> str:
    return spread(*house.limits.bounds(bet.minimum, bet.maximum))


def _claims(house: House) -> PlayStep:
    shown = [bet for bet in house.side_bets if bet.claimed and bet.expose]
    if not shown:
        return PlayStep("Side bets", "are settled by the dealer. You need not show your three cards.")
    names = listed([bet.label for bet in shown], "or")
    until = "the last four cards are dealt" if house.claims.late else "the dealer settles the bonuses"
    return PlayStep("Show to be paid.", f"A {names} hand must lie face up before {until}. Not shown, not paid.")


def _last_four(house: House) -> PlayStep:
    five = house.playing_five
    if not house.rules.sets_hands:
        return PlayStep("Four more cards,", "face down. The best five of your seven play. Nothing is set.")
    if five.ante_bonus == "best":
        which = "The five you set meet the dealer’s; the best five of seven decide the Ante Bonus."
    else:
        which = "The five you set are the five that play."
    return PlayStep("Four more cards,", f"face down. Set five; lay the other two on 2{NBSP}Discards. {which}")


def _showdown(house: House) -> str:
    beaten = "The Ante Bonus is paid in every case."
    return (
        f"You are higher: 1st and 2nd pay 1{NBSP}to{NBSP}1, and the Ante stays yours. Tie: a push. "
        f"Dealer higher: all three lose. {beaten}"
    )


def _judged(bet: SideBet) -> str:
    return {
        "first_three": "your first three cards",
        "best_five": "the best five of your seven",
        "six_cards": "your first three with the dealer’s",
    }[bet.judged_on]


def spots(house: House) -> tuple[Spot, ...]:
    """Return the spots of a seat, ordered from the dealer to the rail."""
    first = "required" if house.first_wager_required else "optional"
    table = spread(house.limits.table_minimum, house.limits.table_maximum)
    bets = [Spot(*_split(bet.label), step=3, note="optional", amount=_bounds(house, bet)) for bet in house.side_bets]
    return (
        *bets,
        Spot("Ante", "Bonus", 1, "to play", table),
        Spot("1st", "Wager", 2, first, "equals Ante"),
        Spot("2nd", "Wager", 6, "or fold", "equals 1st"),
    )


def _split(label: str) -> tuple[str, str]:
    """Split the label of a side bet into the part in large type and the small last word.

    >>> _split("Three Card Bonus")
    ('Three Card', 'Bonus')
    """
    top, _, small = label.rpartition(" ")
    return (top, small) if top else (label, "")


def _limits(house: House) -> list[Note]:
    low, high = (dollars(amount) for amount in (house.limits.table_minimum, house.limits.table_maximum))
    found = [Note("Table limits", f"{low}–{high}")]
    found += [
        Note(bet.label, "–".join(map(dollars, house.limits.bounds(bet.minimum, bet.maximum))))
        for bet in house.side_bets
    ]
    if house.maximum_payout.amount is not None:
        found.append(Note("Maximum payout", dollars(house.maximum_payout.amount)))
    elif house.fixed_awards:
        award = ante_lines(house)[0]
        found.append(Note(award.name, award.pays))
    return found


def notes(house: House) -> tuple[Note, ...]:
    """Return what else a player should know, apart from the steps."""
    found = [_x_to_1(house), _aces(house)]
    if house.fixed_awards and house.rules.royal_asked_from:
        found.append(_long_royals(house))
    found += [_maximum(house), _void(house)]
    if house.rights.refuse_prize_check:
        found.append(Note("Checks", "Do not photograph a prize check: the house may then refuse to cash it."))
    return tuple(found)


def _x_to_1(house: House) -> Note:
    example = next(iter(house.side_bets[0].pays.values())) if house.side_bets else max(house.ante_bonus.values())
    first = (
        "it is given, and then the Ante is collected"
        if house.showdown.beaten_bonus == "award_then_collect"
        else ("it is collected, and then its bonus is paid")
    )
    return Note(
        "X to 1",
        f"“{example}{NBSP}to{NBSP}1” pays {dollars(example * 100)} for each $1 bet, at the highest single award only. "
        f"Your bet comes back too, except an Ante that the dealer beats: {first}.",
    )


def _aces(house: House) -> Note:
    three = any(bet.judged_on == "first_three" for bet in house.side_bets)
    low = (
        "A-2-3 is the lowest three-card straight, A-2-3-4-5 the lowest of five. K-A-2 is not a straight."
        if three
        else ("A-2-3-4-5 is the lowest straight.")
    )
    over = " With three cards a straight beats a flush." if three else ""
    return Note("Aces", f"{low}{over} Suits never break a tie.")


def _long_royals(house: House) -> Note:
    named = listed([f"{line.name} ({line.pays})" for line in ante_lines(house) if line.fixed], "or")
    return Note(
        "Long royals",
        f"Tell the dealer that you hold a {named} before the cards are collected. "
        "The highest single award counts. If you do not, the five-card hand is paid.",
    )


def _maximum(house: House) -> Note:
    cap = house.maximum_payout
    if cap.amount is None:
        return Note("Maximum", "This house states no maximum payout.")
    scope = listed([_WAGER_WORDS[wager] for wager in ("first", "second", "ante") if wager in cap.scope])
    outside = [bet.label for bet in house.side_bets if not bet.capped]
    beside = f" Bets that come back{f' and the {listed(outside)}' if outside else ''} are outside it."
    return Note("Maximum", f"{dollars(cap.amount)} per player per hand for {scope} together.{beside}")


def _void(house: House) -> Note:
    kept = [words for cause, words in VOID_CAUSES.items() if cause in house.voids.keep_awards]
    awards = f" After {listed(kept, 'or')}, three cards are still paid what they earn." if kept else ""
    bonus = " Settled bonuses and folds stand." if THREE_CARD_BONUS in house.rules.side_bets else " Folds stand."
    return Note("Void", f"A void returns every bet still on the layout.{awards}{bonus}")
