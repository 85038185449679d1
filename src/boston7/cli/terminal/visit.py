"""A visit to the table: choose a house, take a seat, buy in, play, and leave with the chips on the rail."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.text import Text

from boston7.cards import Card, InvalidCards, parse_cards
from boston7.cli.terminal.ask import Ask, Leaving, Unusable
from boston7.cli.terminal.screen import Screen, line_words
from boston7.errors import UserError
from boston7.game import Command, CommandSpec, Event, SeatView, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import player
from boston7.game.settlement import net_of
from boston7.hands import best_five, long_royal, three_category
from boston7.house import FIRST, PRESETS, House, load_house, preset
from boston7.house.model import THREE_CARD_BONUS, SideBet, Wagers
from boston7.local import LocalTable, RejectedCommand, Shuffle
from boston7.money import Cents, dollars
from boston7.narrate import tell

_NAME = "Player"
_LONGEST_NAME = 20
_BANKROLL: Cents = 500_00


def visit(
    screen: Screen, house: House | None, seat: int | None, bankroll: Cents | None, bots: int, shuffle: Shuffle
) -> None:
    """Play until the person leaves, runs out of chips, closes the input or presses Ctrl-C. Then cash out."""
    ask = Ask(screen, lambda: how_to_play(screen, house))
    screen.line("Boston 7 Stud Poker. Type ? or help at any prompt for the rules.", "bold")
    guest = None
    try:
        house = house or _choose_house(ask)
        _introduce(screen, house)
        room = LocalTable(house, shuffle=shuffle)
        guest = Guest(room, ask, _sit(room, ask, seat))
        guest.buy_in(_BANKROLL, bankroll)
        room.seat_bots(bots)
        guest.play()
    except (Leaving, KeyboardInterrupt):
        if guest is None:
            screen.line("Good night.")
            return
        if guest.room.finish_for_absent():
            screen.line("You left during a round; it was finished for you.")
        if guest.room.round_over and guest.own.lines:
            guest.show_result()
    guest.leave()


def _choose_house(ask: Ask) -> House:
    numbered = {str(at): house_id for at, house_id in enumerate(PRESETS, 1)}
    houses = {at: preset(house_id) for at, house_id in numbered.items()}
    rows = [(at, house.id, f"document {house.document}", house.name) for at, house in houses.items()]
    ask.screen.table([""] * 4, rows, words=range(4), wraps=(3,))
    default = str(PRESETS.index(FIRST) + 1)

    def read(answer: str) -> House:
        return load_house(numbered.get(answer or default, answer))

    return ask.until(f"House, 1 to {len(PRESETS)}, or a house file ({default}):", read)


def _introduce(screen: Screen, house: House) -> None:
    low, high = house.limits.table_minimum, house.limits.table_maximum
    first = "required" if house.first_wager_required else "optional"
    cap = house.maximum_payout.amount
    most = f"at most {dollars(cap)} paid a round" if cap is not None else "no maximum payout"
    limits = f"{dollars(low)} to {dollars(high)}, 1st Wager {first}, {most}"
    screen.line("\n".join((f"{house.name}, document {house.document}: {limits}.", *house.notices)))


def _sit(room: LocalTable, ask: Ask, wanted: int | None) -> str:
    """Ask for a name and a seat, and return the name."""

    def read_name(answer: str) -> str:
        if len(answer) > _LONGEST_NAME or not answer.isprintable():
            raise Unusable(f"Please use at most {_LONGEST_NAME} letters.")
        return answer or _NAME

    name = ask.until(f"Your name ({_NAME}):", read_name)
    free = [spec.command.seat for spec in room.legal(name) if isinstance(spec.command, c.Sit)]
    middle = free[len(free) // 2]

    def take_seat(answer: str) -> None:
        if not re.fullmatch("[0-9]{0,3}", answer) or not 1 <= int(answer or middle) <= len(room.table.seats):
            raise Unusable(f"Enter a seat number, {free[0]} to {free[-1]}.")
        room.do(c.Sit(player(name), int(answer or middle), name))

    try:
        if wanted:
            take_seat(str(wanted))
            return name
    except UserError as problem:
        ask.screen.line(str(problem))
    ask.until(f"Seat, {free[0]} to {free[-1]} ({middle}):", take_seat)
    return name


class Guest:
    """The person at the table. Each choice is an offer of the game, and the game rejects what breaks a rule."""

    def __init__(self, room: LocalTable, ask: Ask, name: str) -> None:
        self.room, self.house = room, room.house
        self.ask, self.screen = ask, ask.screen
        self.actor = player(name)
        self.number = self.own.number

    @property
    def own(self) -> SeatView:
        return self.room.own(self.actor.name)

    def offers(self) -> dict[str, CommandSpec]:
        """Return the offers by kind; of several offers of a kind, the first."""
        return {spec.type: spec for spec in reversed(self.room.legal(self.actor.name))}

    def play(self) -> None:
        last: Wagers = {}
        while True:
            if "place_wagers" in self.offers():
                last = self._place_wagers(last)
                self.room.bots_act()
                self.play_round()
                self.show_result()
                self.room.next_round()
                continue
            ante = self.house.limits.table_minimum
            try:
                self.room.check(self.wager({"ante": ante, "first": ante * self.house.first_wager_required}))
            except RejectedCommand as rejection:
                self.screen.line(str(rejection))
            if not self.ask.yes("Buy in again?", False):
                return
            self.buy_in(_BANKROLL)

    def buy_in(self, default: Cents, cents: Cents | None = None) -> None:
        def check(cents: Cents) -> None:
            self.room.check(c.BuyIn(self.actor, self.number, cents))

        self.room.do(c.BuyIn(self.actor, self.number, cents or self.ask.money("Buy in for", default, check)))

    def leave(self) -> None:
        offers = self.offers()
        if "withdraw_wagers" in offers:
            self.room.do(offers["withdraw_wagers"].command)
        balance = self.own.rail
        self.room.do(c.Leave(self.actor, self.number))
        net = balance - self.room.bought.get(self.actor.name, 0)
        change = f"{dollars(abs(net))} {'up' if net > 0 else 'down'}" if net else "even"
        goodbye = f"You leave with {dollars(balance)}, {change}. Good night, {self.actor.name}."
        self.screen.line("\n".join((goodbye, *self.house.notices)))

    # Wagers

    def wager(self, wagers: Wagers) -> c.PlaceWagers:
        return c.PlaceWagers(self.actor, self.number, wagers)

    def _place_wagers(self, last: Wagers) -> Wagers:
        """Ask for wagers until the game accepts them. After the first round they can be repeated."""
        answer = "c"
        if last:
            names = {**self.house.rules.labels, "ante": "ante", "first": "1st", THREE_CARD_BONUS: "bonus"}
            placed = ", ".join(f"{names[name]} {dollars(cents)}" for name, cents in last.items() if cents)
            answer = self.ask.choice("", {"r": f"repeat ({placed})", "c": "change", "l": "leave"}, "r")
            if answer == "l":
                raise Leaving
        self.screen.heading(f"Round {self.room.table.round + 1}", f"balance {dollars(self.own.rail)}")
        while True:
            try:
                stakes = last if answer == "r" else self._ask_stakes(last)
                self.room.do(self.wager(stakes))
                break
            except RejectedCommand as rejection:
                self.screen.line(str(rejection))
                answer = "c"
        left = self.own.rail
        if stakes["first"] > left:
            self.screen.line(f"You keep {dollars(left)}; a 2nd Wager will take {dollars(stakes['first'])}.")
        return stakes

    def _ask_stakes(self, last: Wagers) -> Wagers:
        bounds = self.offers()["place_wagers"].spots["ante"]
        required = self.house.first_wager_required
        ante = self.ask.money(
            f"Ante, {dollars(bounds.minimum)} to {dollars(bounds.maximum)}, or [l]eave",
            last.get("ante", bounds.minimum),
            lambda cents: self.room.check(self.wager({"ante": cents, "first": cents * required})),
        )
        with_first = required or self.ask.yes(f"1st Wager of {dollars(ante)}?", last.get("first", ante) > 0)
        stakes = {"ante": ante, "first": ante * with_first}
        self.room.check(self.wager(stakes))
        for bet in self.house.side_bets:
            if with_first or "first" not in bet.needs:
                stakes[bet.id] = self._ask_side_bet(bet, stakes, last.get(bet.id, 0))
        return stakes

    def _ask_side_bet(self, bet: SideBet, stakes: Wagers, default: Cents) -> Cents:
        low, high = self.house.limits.bounds(bet.minimum, bet.maximum)
        bounds = f"up to {dollars(high)}" if bet.minimum is None else f"{dollars(low)} to {dollars(high)}"
        question = f"{bet.label}, {bounds}, 0 for none"
        return self.ask.money(question, default, lambda cents: self.room.check(self.wager({**stakes, bet.id: cents})))

    # A round

    def play_round(self) -> None:
        """Deal, ask for each decision, and show each result."""
        self.screen.line("\nNo more bets.")
        self.room.news.clear()
        self.room.deal()
        own = self.own
        if own.first:
            self.screen.draw(own.cards)
            self.screen.line(f"You have {own.hand.spoken if own.hand else ''}.")
        else:
            self.screen.line("With an ante alone there is nothing to decide before the last four cards (R6).")
        while not self.room.round_over:
            self.room.bots_act()
            self._show_news()
            try:
                if command := self._ask_choice():
                    self.room.do(command)
            except RejectedCommand as rejection:
                self.screen.line(str(rejection))
            self._show_news()

    def _show_news(self) -> None:
        """Print the public events before the showdown."""
        news, self.room.news = self.room.news, []
        seen = [event for event in news if event.seat_at() != self.number and _is_shown(event)]
        if seen:
            self.screen.line(" ".join(tell(event, self.room.table, self.actor) for event in seen))
        for event in news:
            if isinstance(event, e.Settled) and event.seat == self.number and event.moment == "three_card_bonus":
                for line in event.lines:
                    self.screen.line(line_words(line, self.house))

    def _ask_choice(self) -> Command | None:
        """Ask for the next decision among the offers. Return None without one."""
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
            fate = f"these cards pay {odds} to 1" if odds else "these cards win nothing"
            if not bet.early:
                fate = "you must show the first three cards"
            self.screen.line(f"Your {bet.label} of {dollars(own.wagers[bet.id])}: {fate}.")
        pays = offers["expose"].pays if "expose" in offers else 0
        show, default = ("show and be paid", "s") if pays else ("show", "d" if pays == 0 else "s")
        answer = self.ask.choice("", {"s": show, "d": "decline"}, default)
        return c.Expose(self.actor, self.number) if answer == "s" else offers["decline"].command

    def _decide(self, own: SeatView, offers: dict[str, CommandSpec]) -> Command | None:
        """Place the 2nd Wager or fold. Return None after a buy-in, to ask again."""
        fold = offers["fold"]
        words = f"fold and lose {dollars(fold.loses or 0)}"
        if fold.instead is None:
            if self.ask.choice("", {"2": f"2nd Wager of {dollars(own.first)}", "f": words}, "2") == "2":
                return c.PlaceSecond(self.actor, self.number)
        else:
            self.screen.line(str(fold.instead))
            if self.ask.choice("", {"b": "buy in", "f": words}, "b") == "b":
                self.buy_in(own.first)
                return None
        return fold.command if self._folds_anyway(own) else None

    def _folds_anyway(self, own: SeatView) -> bool:
        """Confirm a fold that is a mistake, and show its cost."""
        from boston7.odds import Pricing, Stakes, decision

        best = decision(Pricing(self.house, Stakes(own.ante, own.side_bets)), own.cards[:3])
        if not best.plays or not best.mistake:
            return True
        cost = dollars(round(best.mistake * own.ante))
        return self.ask.yes(f"Folding costs {cost} on average. Fold anyway?", False)

    def _discloses(self, own: SeatView) -> bool:
        length = long_royal(own.cards)
        award = dollars(self.house.fixed_award(length))
        which = "seven-card" if length == 7 else "six-card"
        self.screen.line(
            f"You hold a {which} royal: {award} if you disclose it now, unless the five that play pay more."
        )
        return self.ask.yes("Disclose it?", True)

    def _five(self, own: SeatView) -> tuple[Card, ...]:
        """Ask for five cards (R7) and offer the best five."""
        best = best_five(own.cards)
        self.screen.draw(own.cards, first=1)
        self.screen.line(f"Your best five: {best.name.spoken}.")

        def read(answer: str) -> tuple[Card, ...]:
            """Parse positions (`1 2 3 5 7`) or cards (`As Td`)."""
            places = re.findall(r"\d", answer) if re.fullmatch(r"[\d\s,]+", answer) else []
            cards = tuple(_card_at(own.cards, int(place)) for place in places) or parse_cards(answer)
            self.room.check(c.SetHand(self.actor, self.number, cards or best.five))
            return cards or best.five

        while True:
            cards = self.ask.until("Set five by number or name, or Enter for the best:", read)
            hand = best_five(cards)
            if hand.value == best.value:
                return cards
            self.screen.line(f"That is {hand.name.spoken}, less than your best.")
            if self.ask.yes("Play it?", False):
                return cards

    def show_result(self) -> None:
        """Show the finished round: the dealer's hand, the other hands, and every line of the player."""
        seen, own, screen = view(self.room.table, self.actor), self.own, self.screen
        screen.line()
        if seen.void_reason:
            screen.line(f"The round is void. {seen.void_reason}")
        if seen.dealer_hand:
            screen.line(f"Dealer has {seen.dealer_hand.spoken}.", "bold")
            screen.draw(seen.dealer_cards, seen.dealer_five)
        if others := [seat for seat in seen.seats if seat.lines and not seat.yours]:
            screen.show_others(others)
        if own.status == "folded":
            screen.line("You folded.", "bold")
        elif own.hand and own.five:
            screen.line(f"You have {own.hand.spoken}.", "bold")
            screen.draw(own.cards, own.five)
        screen.line()
        screen.show_lines(own.lines, self.house)
        screen.line()
        net = own.net
        words = f"You win {dollars(net)}." if net > 0 else f"You lose {dollars(-net)}." if net else "You break even."
        style = "bold green" if net > 0 else "bold"
        screen.line(Text.assemble((words, style), f" Your balance is {dollars(own.rail)}."))


def _is_shown(event: Event) -> bool:
    """Whether the event is a public choice, or a bonus that pays."""
    if isinstance(event, e.Settled):
        return event.moment == "three_card_bonus" and net_of(event.lines) > 0
    return isinstance(event, e.CardsExposed | e.SecondPlaced | e.Folded)


def _card_at(dealt: tuple[Card, ...], place: int) -> Card:
    if not 1 <= place <= len(dealt):
        raise InvalidCards(f"There is no card {place}; they are numbered 1 to {len(dealt)}.")
    return dealt[place - 1]


def how_to_play(screen: Screen, house: House | None) -> None:
    """Answer `?`: print the round in a few lines, and the pay tables if a house is chosen."""
    first = "" if house and house.first_wager_required else ", if you like,"
    bets = ", ".join(bet.label for bet in house.side_bets) if house else "those of the house"
    side_bets = f"; side bets: {bets}" if bets else ""
    five = "The five you set" if house is None or house.playing_five.compared == "set" else "Your best five of seven"
    lines = [
        f"Place an ante and{first} a 1st Wager equal to it{side_bets}.",
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
    screen.line("\n".join(lines))


def _pays(awards: Mapping[str, int]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {odds}" for key, odds in awards.items() if odds)
