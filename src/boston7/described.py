"""A finished round described in a file: parse it strictly, settle it, and return the documented output keys.

The whole round is checked before anything is settled. The first fault is a sentence with its clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, InvalidCards, duplicates, format_cards, parse_cards
from boston7.errors import UserError
from boston7.game.acts.setting import wrong_five
from boston7.game.settlement import Position, WagerLine, counted, settle
from boston7.game.wagers import refuse_wagers
from boston7.hands import best_five
from boston7.house.load import load_house
from boston7.house.model import THREE_CARD_BONUS, VOID_CAUSES, House, VoidCause, Wagers
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import MOST, Cents, dollars

FORMAT = "settle format"
Void = VoidCause | Literal[""]
_ROUND_KEYS = ("house", "dealer", "seats", "void")
_SEAT_KEYS = (
    "seat", "ante", "first", "second", THREE_CARD_BONUS, "cards", "fold", "expose", "set", "disclose", "void",
    "bonus_settled", "side_bets", "player",
)  # fmt: skip
_ROUND_CAUSES: tuple[VoidCause, ...] = tuple(cause for cause in VOID_CAUSES if cause != "wrong_count")
_SEAT_CAUSES: tuple[VoidCause, ...] = ("wrong_count", "floor")


class InvalidRound(UserError, ValueError):
    """A described round that cannot be settled."""

    def __init__(self, reason: str, clause: str = FORMAT) -> None:
        self.reason = reason
        self.clause = clause
        super().__init__(f"{reason} [{clause}]")


class DescribedRound(NamedTuple):
    """A described round: the house, the dealer's cards and each seat."""

    house: House
    dealer: tuple[Card, ...]
    positions: tuple[Position, ...]
    players: tuple[str, ...]  # by position; empty if not named


def read_round(
    raw: object, find_house: Callable[[str], House] = load_house, default: House | None = None
) -> DescribedRound:
    """Parse a description into a round, or raise `InvalidRound`. `default` is the house if none is named.

    >>> from boston7.house import load_house
    >>> described = read_round({
    ...     "house": "nhcg",
    ...     "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    ...     "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
    ... }, load_house)
    >>> described.house.id
    'nhcg'
    """
    if not isinstance(raw, Mapping):
        raise InvalidRound("A round is an object with house, dealer and seats.")
    _only(raw, _ROUND_KEYS, "A round")
    house = _house(raw, find_house, default)
    void = _cause(raw, _ROUND_CAUSES, "The round")
    entries = raw.get("seats")
    if not isinstance(entries, list) or not entries:
        raise InvalidRound("A round has a list of seats with at least one seat in it.")
    positions = tuple(_position(entry, house, void) for entry in entries)
    numbers = [position.seat for position in positions]
    for number in numbers:
        if numbers.count(number) > 1:
            raise InvalidRound(f"Seat {number} is described twice.")
    players = tuple(_player(entry, number) for entry, number in zip(entries, numbers, strict=True))
    for name in filter(None, players):
        seats = [str(number) for number, player in zip(numbers, players, strict=True) if player == name]
        if len(seats) > house.seats_per_player:
            most = "one seat" if house.seats_per_player == 1 else f"{house.seats_per_player} seats"
            reason = f"{name} holds seats {', '.join(seats)}; under {house.name} a player holds {most}."
            raise InvalidRound(reason, house.cite_value("seats_per_player"))
    compared = any(not position.fold and not position.void for position in positions)
    dealer = _dealer(raw, house, compared)
    _no_card_twice(dealer, positions, house)
    return DescribedRound(house, dealer, positions, players)


class SettledSeat(msgspec.Struct, frozen=True):
    """The result of one seat's wagers. Amounts are in cents."""

    seat: int
    lines: tuple[WagerLine, ...]
    paid: Cents
    returned: Cents
    collected: Cents
    net: Cents


class SettledRound(msgspec.Struct, frozen=True):
    """Every seat in the order of settlement, and the net change of the tray."""

    seats: tuple[SettledSeat, ...]
    tray: Cents


def settle_round(described: DescribedRound | Mapping[str, object]) -> SettledRound:
    """Settle a described round, given as the result of `read_round` or as a mapping in the settle format.

    >>> settled = settle_round({
    ...     "house": "nhcg",
    ...     "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    ...     "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
    ... })
    >>> settled.seats[0].net, settled.tray
    (3000, -3000)
    """
    if isinstance(described, Mapping):
        described = read_round(described)
    dealer_hand = (
        best_five(described.dealer) if len(described.dealer) == 7 and UNKNOWN not in described.dealer else None
    )
    seats = []
    won: Counter[str] = Counter()  # R10: the maximum payout is per player.
    for position, player in sorted(
        zip(described.positions, described.players, strict=True), key=lambda pair: -pair[0].seat
    ):
        held = replace(position, dealer_three=described.dealer[:3], won_before=won[player] if player else 0)
        lines = settle(described.house, dealer_hand, held)
        won[player] += counted(described.house, lines)
        paid, returned, collected = _sums(lines)
        seats.append(SettledSeat(position.seat, lines, paid, returned, collected, paid - collected))
    return SettledRound(tuple(seats), -sum(seat.net for seat in seats))


def _sums(lines: tuple[WagerLine, ...]) -> tuple[int, int, int]:
    return (
        sum(line.paid for line in lines),
        sum(line.returned for line in lines),
        sum(line.collected for line in lines),
    )


def _house(raw: Mapping[str, Any], find_house: Callable[[str], House], default: House | None) -> House:
    name = raw.get("house")
    if name is None and default is not None:
        return default
    if not isinstance(name, str):
        raise InvalidRound('A round names its house, like "house": "nhcg".')
    return default or find_house(name)


def _dealer(raw: Mapping[str, Any], house: House, compared: bool) -> tuple[Card, ...]:
    """Return the dealer's seven known cards. If no hand is compared, they may be missing or unknown."""
    clause = house.cite("dealer_reveals", "R17")
    cards = _cards(raw, "dealer", "The dealer")
    if compared and len(cards) != 7:
        raise InvalidRound(f"The dealer has {len(cards)} cards; a dealer's hand is seven.", clause)
    if not compared and len(cards) not in (0, 3, 7):
        raise InvalidRound(f"The dealer has {len(cards)} cards; expected three or seven.", clause)
    if compared and UNKNOWN in cards:
        raise InvalidRound("The dealer's hand has an unknown card and cannot be compared.", clause)
    return cards


def _position(entry: object, house: House, round_void: Void) -> Position:
    if not isinstance(entry, Mapping):
        raise InvalidRound("Each seat is an object with seat, ante and cards.")
    number = _whole(entry, "seat", "A seat")
    if not 1 <= number <= house.seats:
        raise InvalidRound(f"There is no seat {number}; seats are 1 to {house.seats}.", house.cite_value("seats"))
    who = f"Seat {number}"
    _only(entry, _SEAT_KEYS, who)
    wagers = _wagers(entry, who, house)
    first, second = wagers.get("first", 0), wagers.get("second", 0)
    refusal = refuse_wagers(house, {wager: cents for wager, cents in wagers.items() if wager != "second"})
    if refusal is not None:
        raise InvalidRound(f"{who}: {refusal.reason}", refusal.clause)
    void = _cause(entry, _SEAT_CAUSES, who) or round_void
    fold = _fold(entry, who, house, first, second, bool(void))
    expose = _flag(entry, "expose", True, who)
    cards = _hand(entry, who, house, fold=fold, void=bool(void))
    # R3: if a late claim is possible, an unexposed bonus stays on the layout until the last four cards.
    early = expose or not house.claims.late
    settled = _flag(entry, "bonus_settled", bool(second) and early, who)
    if void and not fold and house.claims.late and not settled and len(cards) == 3:
        expose = True  # R12: it could still be claimed, so it was not declined.
    bonus_or_more = any(wagers.get(bet.id) for bet in house.side_bets if bet.early)
    if void and second and bonus_or_more and not settled and not house.claims.late:
        reason = f"{who} has a 2nd Wager, so its bonus was settled before the hand became void."
        raise InvalidRound(reason, house.cite("second_or_fold", "R5"))
    if void and settled and bonus_or_more and expose and (len(cards) < 3 or UNKNOWN in cards[:3]):
        reason = f"{who} had its bonus settled on its first three cards, so they have to be known."
        raise InvalidRound(reason, house.cite("bonus_paid", "R3"))
    if UNKNOWN in cards[:3] and bonus_or_more and expose and not void:
        reason = f"{who} exposes its first three cards for the bonus, so they have to be known."
        raise InvalidRound(reason, house.cite("bonus_paid", "R3"))
    return Position(
        seat=number,
        wagers={wager: cents for wager, cents in wagers.items() if cents},
        cards=cards,
        fold=fold,
        expose=expose,
        set=_set(entry, who, cards, house) if not (fold or void) or not house.rules.sets_hands else None,
        disclose=_flag(entry, "disclose", True, who),
        void="" if fold else void,
        bonus_settled=settled,
    )


def _player(entry: Mapping[str, Any], number: int) -> str:
    """Return the player of the seat, if named: the maximum payout is per player (R10)."""
    name = entry.get("player", "")
    if not isinstance(name, str):
        raise InvalidRound(f"Seat {number}: 'player' has to be a name in quotes, not {name!r}.")
    return name.strip()


def _wagers(entry: Mapping[str, Any], who: str, house: House) -> Wagers:
    """Return all wagers, including zeros. Side bets other than the Three Card Bonus are in `side_bets`."""
    given = entry.get("side_bets", {})
    if not isinstance(given, Mapping):
        raise InvalidRound(f"{who}: 'side_bets' has to be an object of cents by id, not {given!r}.")
    main = {wager: _amount(entry, wager, who, house) for wager in (*MAIN_WAGERS, THREE_CARD_BONUS) if wager in entry}
    if twice := next((wager for wager in given if wager in (*MAIN_WAGERS, THREE_CARD_BONUS)), None):
        raise InvalidRound(f"{who}: {twice!r} goes next to 'side_bets', not inside it.")
    return main | {wager: _amount(given, wager, who, house) for wager in given}


def _fold(entry: Mapping[str, Any], who: str, house: House, first: int, second: int, void: bool) -> bool:
    """Return whether the hand is folded.

    A 1st Wager without a 2nd is a fold, unless the hand is void: then the player had no decision yet (R12).
    """
    said = _flag(entry, "fold", False, who)
    clause = house.cite("second_or_fold", "R5")
    if second and not first:
        raise InvalidRound(f"{who} has a 2nd Wager without a 1st.", clause)
    if second not in (0, first):
        reason = f"{who}: the 2nd Wager of {dollars(second)} must equal the 1st of {dollars(first)}."
        raise InvalidRound(reason, clause)
    if said and second:
        raise InvalidRound(f"{who} cannot fold and place a 2nd Wager.", clause)
    if said and not first:
        raise InvalidRound(f"{who} wagered on the ante alone and has nothing to fold.", house.cite("ante_only", "R6"))
    return said or (bool(first) and not second and not void)


def _hand(entry: Mapping[str, Any], who: str, house: House, *, fold: bool, void: bool) -> tuple[Card, ...]:
    clause = house.cite("wrong_count", "R16")
    cards = _cards(entry, "cards", who)
    if fold:
        if len(cards) < 3:
            raise InvalidRound(f"{who} folded with {len(cards)} cards; a folded hand has three.", clause)
        return cards[:3]
    if void:
        return cards if len(cards) >= 3 else ()  # The first three count, but the others must also be valid cards.
    if len(cards) != 7:
        raise InvalidRound(f"{who} has {len(cards)} cards; a hand that plays has seven.", clause)
    if UNKNOWN in cards:
        raise InvalidRound(f"{who} has an unknown card and cannot be compared.", house.cite("settle_order", "R9"))
    return cards


def _set(entry: Mapping[str, Any], who: str, cards: tuple[Card, ...], house: House) -> tuple[Card, ...] | None:
    if "set" not in entry:
        return None
    if not house.rules.sets_hands:
        clause = f"{house.cite_value('playing_five.compared')} (R7)"
        raise InvalidRound(f"{who}: no hand is set under {house.name}; the best five of seven play.", clause)
    five = _cards(entry, "set", who)
    if reason := wrong_five(cards, five):
        raise InvalidRound(f"{who}: {reason}", house.cite("set_five", "R7"))
    return five


def _no_card_twice(dealer: tuple[Card, ...], positions: tuple[Position, ...], house: House) -> None:
    twice = duplicates([*dealer, *(card for position in positions for card in position.cards)])
    if twice:
        raise InvalidRound(
            f"{format_cards(twice[:1])} is in this round twice; a deck has it once.", house.cite("one_deck")
        )


def _only(entry: Mapping[str, Any], known: tuple[str, ...], name: str) -> None:
    for key in entry:
        if key not in known:
            raise InvalidRound(f"{name} has an unknown key: {key!r}. Known keys: {', '.join(known)}.")


def _whole(entry: Mapping[str, Any], key: str, who: str) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidRound(f"{who}: {key!r} has to be a whole number, not {value!r}.")
    return value


def _amount(entry: Mapping[str, Any], key: str, who: str, house: House) -> int:
    if key not in entry:
        return 0
    value = entry[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidRound(f"{who}: {key!r} has to be a whole number of cents, not {value!r}.")
    if not 0 <= value <= MOST:
        wrong = f"cannot be {dollars(value)}" if abs(value) <= MOST else "is out of range"
        raise InvalidRound(f"{who}: {key!r} {wrong}.", house.cite_value("limits.chips"))
    return value


def _flag(entry: Mapping[str, Any], key: str, default: bool, who: str) -> bool:
    value = entry.get(key, default)
    if not isinstance(value, bool):
        raise InvalidRound(f"{who}: {key!r} has to be true or false, not {value!r}.")
    return value


def _cause(entry: Mapping[str, Any], known: tuple[VoidCause, ...], who: str) -> Void:
    """Return why a hand or a round is void (R12); `true` is a void by the floor."""
    value = entry.get("void", False)
    if isinstance(value, bool):
        return "floor" if value else ""
    for cause in known:
        if value == cause:
            return cause
    raise InvalidRound(f"{who}: 'void' has to be true, false or a cause: {', '.join(known)}; not {value!r}.")


def _cards(entry: Mapping[str, Any], key: str, who: str) -> tuple[Card, ...]:
    text = entry.get(key, "")
    if not isinstance(text, str):
        raise InvalidRound(f'{who}: {key!r} has to be cards in one text, like "As Td 2c".')
    try:
        return parse_cards(text)
    except InvalidCards as problem:
        raise InvalidRound(f"{who}: {problem}") from None
