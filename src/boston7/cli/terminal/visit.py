"""A visit to the table: choose a house, take a seat, buy in, play, and leave with the chips on the rail."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from boston7.cards import Card, InvalidCards, parse_cards
from boston7.cli.terminal.ask import Ask, Leaving
from boston7.cli.terminal.room import Room, Shuffle
from boston7.cli.terminal.screen import Screen
from boston7.declare import Rejection
from boston7.errors import UserError
from boston7.game import Command, CommandSpec, Event, SeatView, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import player
from boston7.game.legal import why_not
from boston7.game.settlement import net_of
from boston7.hands import best_five, long_royal, three_category
from boston7.house import FIRST, PRESETS, House, load_house, preset
from boston7.house.model import THREE_CARD_BONUS, SideBet, Wagers
from boston7.money import Cents, dollars
from boston7.narrate import tell, wager_name
from boston7.narrate.lines import chips, result
from boston7.narrate.tell import spoken

_NAME = "Player"
_LONGEST_NAME = 20
_BANKROLL: Cents = 500_00


def visit(
    screen: Screen, house: House | None, seat: int | None, bankroll: Cents | None, bots: int, shuffle: Shuffle
) -> None:
    """Play until the person leaves, runs out of chips, closes the input or presses Ctrl-C. Then cash them out."""
    ask = Ask(screen)
    ask.help = lambda: how_to_play(screen, house)
    screen.say("Boston 7 Stud Poker. Type ? or help at any prompt for the rules.", "bold")
    guest = None
    try:
        house = house or _choose_house(ask)
        _introduce(screen, house)
        room = Room(house, shuffle)
        name = _sit(room, ask, seat)
        guest = Guest(room, ask, name)
        guest.buy_in(_BANKROLL, bankroll)
        room.seat_bots(bots)
        guest.play()
    except (Leaving, KeyboardInterrupt):
        if guest is None:
            screen.say("Good night.")
            return
        if guest.room.finish_for_absent():
            screen.say("You left during a round; it was finished for you.")
        if guest.room.round_over and guest.own.lines:
            guest.show_result()
    guest.leave()


def _choose_house(ask: Ask) -> House:
    table = Table.grid(padding=(0, 2, 0, 0))
    for at, house_id in enumerate(PRESETS, 1):
        house = preset(house_id)
        table.add_row(f"  {at}", house_id, f"document {house.document}", house.name)
    ask.screen.put(table)
    numbered = {str(at): house_id for at, house_id in enumerate(PRESETS, 1)}
    default = str(PRESETS.index(FIRST) + 1)
    while True:
        answer = ask.line(f"House, 1 to {len(PRESETS)}, or a house file ({default}):") or default
        try:
            return load_house(numbered.get(answer, answer))
        except (UserError, OSError) as problem:
            ask.screen.say(str(problem))


def _introduce(screen: Screen, house: House) -> None:
    low, high = house.limits.table_minimum, house.limits.table_maximum
    first = "required" if house.first_wager_required else "optional"
    cap = house.maximum_payout.amount
    most = f"at most {dollars(cap)} paid a round" if cap is not None else "no maximum payout"
    screen.say(
        f"{house.name}, document {house.document}: {dollars(low)} to {dollars(high)}, 1st Wager {first}, {most}."
    )
    for notice in house.notices:
        screen.say(notice)


def _sit(room: Room, ask: Ask, wanted: int | None) -> str:
    """Return the person's name once they have a seat."""
    while True:
        name = ask.line(f"Your name ({_NAME}):") or _NAME
        if len(name) <= _LONGEST_NAME and name.isprintable():
            break
        ask.screen.say(f"Please use at most {_LONGEST_NAME} letters.")
    free = [spec.command.seat for spec in room.legal(name) if isinstance(spec.command, c.Sit)]
    while True:
        question = f"Seat, {free[0]} to {free[-1]} ({free[len(free) // 2]}):"
        answer = str(wanted) if wanted else ask.line(question) or str(free[len(free) // 2])
        wanted = None
        if not answer.isascii() or not answer.isdigit() or not 1 <= int(answer[:9]) <= len(room.table.seats):
            ask.screen.say(f"Enter a seat number, {free[0]} to {free[-1]}.")
            continue
        refusal = room.do(c.Sit(player(name), int(answer), name))
        if refusal is None:
            return name
        ask.screen.say(str(refusal))


class Guest:
    """The person at the table. Each choice is one of the game's offers, and the game refuses what breaks a rule."""

    def __init__(self, room: Room, ask: Ask, name: str) -> None:
        self.room, self.house = room, room.house
        self.ask, self.screen = ask, ask.screen
        self.actor = player(name)
        self.number = self.own.number

    @property
    def own(self) -> SeatView:
        return self.room.own(self.actor.name)

    def offers(self) -> dict[str, CommandSpec]:
        """What they may do now, by kind; of several offers of a kind the first."""
        return {spec.type: spec for spec in reversed(self.room.legal(self.actor.name))}

    def refusal(self, command: Command) -> Rejection | None:
        return why_not(self.room.table, self.house, command)

    def play(self) -> None:
        last: Wagers | None = None
        while True:
            if "place_wagers" not in self.offers():
                self.screen.say(str(self.refusal(self.wager(self.least_stakes()))))
                if not self.ask.yes("Buy in again?", False):
                    return
                self.buy_in(_BANKROLL)
                continue
            last = self._place_wagers(last)
            if last is None:
                return
            self.room.bots_act()
            self.play_round()
            self.show_result()
            self.room.next_round()

    def buy_in(self, default: Cents, cents: Cents | None = None) -> None:
        amount: Cents | str | None = cents
        if not amount:
            amount = self.ask.money(
                "Buy in for", default, lambda cents: self.refusal(c.BuyIn(self.actor, self.number, cents))
            )
        if isinstance(amount, int):
            self.room.must(c.BuyIn(self.actor, self.number, amount))

    def leave(self) -> None:
        offers = self.offers()
        if "withdraw_wagers" in offers:
            self.room.must(offers["withdraw_wagers"].command)
        balance = self.own.rail
        self.room.must(c.Leave(self.actor, self.number))
        net = balance - self.room.bought.get(self.actor.name, 0)
        change = f"{dollars(abs(net))} {'up' if net > 0 else 'down'}" if net else "even"
        self.screen.say(f"You leave with {dollars(balance)}, {change}. Good night, {self.actor.name}.")
        for notice in self.house.notices:
            self.screen.say(notice)

    # Wagers

    def wager(self, wagers: Wagers) -> c.PlaceWagers:
        return c.PlaceWagers(self.actor, self.number, wagers)

    def least_stakes(self) -> Wagers:
        ante = self.house.limits.table_minimum
        return {"ante": ante, "first": ante if self.house.first_wager_required else 0}

    def _place_wagers(self, last: Wagers | None) -> Wagers | None:
        """Put wagers on the layout. None if the person leaves. After the first round they can be repeated."""
        answer = "c"
        if last is not None:
            names = {**self.house.rules.labels, "ante": "ante", "first": "1st", THREE_CARD_BONUS: "bonus"}
            told = ", ".join(f"{names[name]} {dollars(cents)}" for name, cents in last.items() if cents)
            answer = self.ask.choice("", {"r": f"repeat ({told})", "c": "change", "l": "leave"}, "r")
            if answer == "l":
                return None
        self.screen.heading(f"Round {self.room.table.round + 1}", f"balance {dollars(self.own.rail)}")
        stakes = last if answer == "r" else self._ask_stakes(last or {})
        while stakes is not None:
            refusal = self.room.do(self.wager(stakes))
            if refusal is None:
                left = self.own.rail
                if stakes["first"] > left:
                    self.screen.say(f"You keep {dollars(left)}; a 2nd Wager will take {dollars(stakes['first'])}.")
                break
            self.screen.say(str(refusal))
            stakes = self._ask_stakes(last or {})
        return stakes

    def _ask_stakes(self, last: Wagers) -> Wagers | None:
        """Ask for each wager. None if the person would rather leave."""
        offer = self.offers()["place_wagers"]
        low, high = offer.spots["ante"].minimum, offer.spots["ante"].maximum
        required = self.house.first_wager_required
        ante = self.ask.money(
            f"Ante, {dollars(low)} to {dollars(high)}, or [l]eave",
            last.get("ante", low),
            lambda cents: self.refusal(self.wager({"ante": cents, "first": cents if required else 0})),
            {"l": "leave", "leave": "leave"},
        )
        if isinstance(ante, str):
            return None
        with_first = required or self.ask.yes(f"1st Wager of {dollars(ante)}?", last.get("first", ante) > 0)
        stakes = {"ante": ante, "first": ante if with_first else 0}
        if refusal := self.refusal(self.wager(stakes)):
            self.screen.say(str(refusal))
            return self._ask_stakes(last)
        for bet in self.house.side_bets:
            if with_first or "first" not in bet.needs:
                stakes[bet.id] = self._ask_side_bet(bet, stakes, last.get(bet.id, 0))
        return stakes

    def _ask_side_bet(self, bet: SideBet, stakes: Wagers, default: Cents) -> Cents:
        low, high = self.house.limits.bounds(bet.minimum, bet.maximum)
        bounds = f"up to {dollars(high)}" if bet.minimum is None else f"{dollars(low)} to {dollars(high)}"
        cents = self.ask.money(
            f"{bet.label}, {bounds}, 0 for none",
            default,
            lambda cents: self.refusal(self.wager({**stakes, bet.id: cents})),
        )
        return cents if isinstance(cents, int) else 0

    # A round

    def play_round(self) -> None:
        """Deal, ask where the rules ask, and show each result."""
        self.screen.say("\nNo more bets.")
        self.room.news.clear()
        self.room.deal()
        own = self.own
        if own.first:
            self.screen.draw(own.cards)
            self.screen.say(f"You have {spoken(own.hand or '')}.")
        else:
            self.screen.say("With an ante alone there is nothing to decide before the last four cards (R6).")
        while not self.room.round_over:
            self.room.bots_act()
            self._tell_news()
            if command := self._ask_choice():
                if refusal := self.room.do(command):
                    self.screen.say(str(refusal))
                self._tell_news()

    def _tell_news(self) -> None:
        """Tell what happened in the open before the showdown."""
        told = [
            tell(event, self.room.table, self.actor)
            for event in self.room.news
            if event.seat_at() != self.number and _worth_telling(event)
        ]
        if told:
            self.screen.say(" ".join(told))
        for event in self.room.news:
            if isinstance(event, e.Settled) and event.seat == self.number and event.moment == "three_card_bonus":
                for line in event.lines:
                    words = f"{wager_name(line.wager, labels=self.house.rules.labels)}: {result(line)}, {chips(line)}. "
                    self.screen.say(Text.assemble(words, (f"[{line.clause}]", "dim")))
        self.room.news.clear()

    def _ask_choice(self) -> Command | None:
        """What the person decides next among the offers. None if there is nothing to decide."""
        offers, own = self.offers(), self.own
        if "decline" in offers:
            return self._claim(own, offers)
        if "fold" in offers:
            return self._decide(own, offers)
        if "waive_royal" in offers:
            return offers["disclose" if self._discloses(own) else "waive_royal"].command
        if "set_hand" in offers and not own.hand_set:
            return c.SetHand(self.actor, self.number, self._five(own))
        return None

    def _claim(self, own: SeatView, offers: dict[str, CommandSpec]) -> Command:
        for bet in self.house.side_bets:
            if not bet.claimed or bet.id not in own.wagers:
                continue
            odds = bet.odds(three_category(own.cards).key)
            fate = f"that pays {odds} to 1" if odds else "that is not paid"
            if not bet.early:
                fate = "the first three have to be shown"
            self.screen.say(f"On your {bet.label} of {dollars(own.wagers[bet.id])} {fate}.")
        pays = offers["expose"].pays if "expose" in offers else 0
        show, default = ("show and be paid", "s") if pays else ("show", "d" if pays == 0 else "s")
        answer = self.ask.choice("", {"s": show, "d": "decline"}, default)
        return c.Expose(self.actor, self.number) if answer == "s" else offers["decline"].command

    def _decide(self, own: SeatView, offers: dict[str, CommandSpec]) -> Command | None:
        """Place the 2nd Wager or fold. None if they bought chips first: they are asked again."""
        fold = offers["fold"]
        words = f"fold and lose {dollars(fold.loses or 0)}"
        if fold.instead is None:
            if self.ask.choice("", {"2": f"2nd Wager of {dollars(own.first)}", "f": words}, "2") == "2":
                return c.PlaceSecond(self.actor, self.number)
        else:
            self.screen.say(str(fold.instead))
            if self.ask.choice("", {"b": "buy in", "f": words}, "b") == "b":
                self.buy_in(own.first)
                return None
        return fold.command if self._folds_anyway(own) else None

    def _folds_anyway(self, own: SeatView) -> bool:
        """Ask once more about a fold that gives money away, with its cost."""
        from boston7.odds import Pricing, Stakes, decision

        made = decision(Pricing(self.house, Stakes(own.ante, own.side_bets)), own.cards[:3])
        if not made.plays or not made.mistake:
            return True
        cost = dollars(round(made.mistake * own.ante))
        return self.ask.yes(f"Folding costs {cost} on average. Fold anyway?", False)

    def _discloses(self, own: SeatView) -> bool:
        length = long_royal(own.cards)
        award = dollars(self.house.fixed_award(length))
        which = "seven-card" if length == 7 else "six-card"
        self.screen.say(
            f"You hold a {which} royal: {award} if you disclose it now, unless the five that play pay more."
        )
        return self.ask.yes("Disclose it?", True)

    def _five(self, own: SeatView) -> tuple[Card, ...]:
        """R7: offer the best five. What the person sets is what plays."""
        best = best_five(own.cards)
        self.screen.draw(own.cards, numbered=True)
        self.screen.say(f"Your best five: {spoken(best.name)}.")
        while True:
            answer = self.ask.line("Set five by number or name, or Enter for the best:")
            if not answer:
                return best.five
            cards = self._read_five(own.cards, answer)
            if cards is None:
                continue
            hand = best_five(cards)
            if hand.value == best.value:
                return cards
            self.screen.say(f"That is {spoken(hand.name)}, less than your best.")
            if self.ask.yes("Play it?", False):
                return cards

    def _read_five(self, dealt: tuple[Card, ...], answer: str) -> tuple[Card, ...] | None:
        """Positions (`1 2 3 5 7`) or cards (`As Td`). Say what is wrong with anything else."""
        try:
            if re.fullmatch(r"[\d\s,]+", answer):
                cards = tuple(_card_at(dealt, int(digit)) for digit in re.findall(r"\d", answer))
            else:
                cards = parse_cards(answer)
        except InvalidCards as problem:
            self.screen.say(str(problem))
            return None
        if refusal := self.refusal(c.SetHand(self.actor, self.number, cards)):
            self.screen.say(str(refusal))
            return None
        return cards

    def show_result(self) -> None:
        """Show the finished round: the dealer's hand, the others', and every line of one's own."""
        seen, own, screen = view(self.room.table, self.actor), self.own, self.screen
        screen.say()
        if seen.void_reason:
            screen.say(f"The round is void. {seen.void_reason}")
        if seen.dealer_hand:
            screen.say(f"Dealer has {spoken(seen.dealer_hand)}.", "bold")
            screen.draw(seen.dealer_cards, seen.dealer_five)
        if others := [seat for seat in seen.seats if seat.lines and not seat.yours]:
            screen.show_others(others)
        if own.status == "folded":
            screen.say("You folded.", "bold")
        elif own.hand and own.five:
            screen.say(f"You have {spoken(own.hand)}.", "bold")
            screen.draw(own.cards, own.five)
        screen.say()
        screen.show_lines(own.lines, self.house)
        screen.say()
        net = own.net
        words = f"You win {dollars(net)}." if net > 0 else f"You lose {dollars(-net)}." if net else "You break even."
        style = "bold green" if net > 0 else "bold"
        screen.say(Text.assemble((words, style), f" Your balance is {dollars(own.rail)}."))


def _worth_telling(event: Event) -> bool:
    """What others choose in the open, and what a bonus pays them."""
    if isinstance(event, e.Settled):
        return event.moment == "three_card_bonus" and net_of(event.lines) > 0
    return isinstance(event, e.CardsExposed | e.SecondPlaced | e.Folded)


def _card_at(dealt: tuple[Card, ...], place: int) -> Card:
    if not 1 <= place <= len(dealt):
        raise InvalidCards(f"There is no card {place}; they are numbered 1 to {len(dealt)}.")
    return dealt[place - 1]


def how_to_play(screen: Screen, house: House | None) -> None:
    """Answer `?`: the round in a few lines, and the pay tables once a house is chosen."""
    first = "" if house and house.first_wager_required else ", if you like,"
    bets = ", ".join(bet.label for bet in house.side_bets) if house else "those of the house"
    beside = f"; side bets beside them: {bets}" if bets else ""
    five = "The five you set" if house is None or house.playing_five.compared == "set" else "Your best five of seven"
    lines = [
        f"Place an ante and{first} a 1st Wager equal to it{beside}.",
        "You and the dealer get three cards. Then place a 2nd Wager equal to the 1st, or fold and lose both.",
        f"You get four more cards. {five} play against the dealer's: a win pays 1st and 2nd 1 to 1.",
        "The Ante Bonus pays by its table, win or lose; otherwise a win or a tie returns the ante.",
    ]
    if house and house.rules.sets_hands and house.playing_five.ante_bonus == "best":
        lines.append("Your best five of seven decide the Ante Bonus, whichever five you set.")
    if house:
        lines += [f"{bet.label}, X to 1: {_pays(bet.pays)}." for bet in house.side_bets]
        lines.append(f"Ante Bonus, X to 1: {_pays(house.ante_bonus)}.")
        for award, cents in house.fixed_awards.items():
            lines.append(f"{award.replace('_', ' ').capitalize()}: {dollars(cents)}, if you disclose it.")
        if house.maximum_payout.amount is not None:
            lines.append(f"The house pays at most {dollars(house.maximum_payout.amount)} a round.")
    lines.append("Enter takes the answer in parentheses. Ctrl-C leaves the table with your chips.")
    for line in lines:
        screen.say(line)


def _pays(awards: Mapping[str, int]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in awards.items() if odds)
