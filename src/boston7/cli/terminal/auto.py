"""`boston7 play --auto`: rounds played by a bot, and its results."""

from __future__ import annotations

from boston7.cli.layout import Sheet
from boston7.cli.output import console, interruptible, waiting
from boston7.env import Results
from boston7.errors import UserError
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.wagers import at_risk
from boston7.house import House
from boston7.house.model import Wagers
from boston7.local import LocalTable
from boston7.money import Cents, dollars, signed_dollars

_ME = player("Player")
_DOLLAR: Cents = 100


class Report(Results, kw_only=True):
    """The results of an unattended player. Amounts are in cents."""

    seed: int | None
    house: str
    version: str
    seat: int
    bots: int
    wagers: Wagers
    bought_in: Cents = 0
    buy_ins: int = 0
    balance: Cents = 0
    net: Cents = 0


def play_unattended(
    house: House, seed: int | None, rounds: int, seat: int, bots: int, bankroll: Cents, stakes: dict[str, Cents]
) -> Report:
    """Play a number of rounds, and buy in again when the chips do not cover a round.

    Stopping there would cut every losing streak short. Ctrl-C stops after the current round. `stakes` may have an ante
    and a Three Card Bonus; other wagers are as small as the house allows.
    """
    room = LocalTable(house, seed)
    room.do(c.Sit(_ME, seat, _ME.name))
    wagers = _wagers(house, seat, stakes)
    needed = at_risk(wagers.wagers)
    if bankroll < needed:
        raise UserError(f"A bankroll of {dollars(bankroll)} does not cover one round of {dollars(needed)}.")
    room.seat_bots(bots)
    report = Report(
        seed=seed,
        house=house.id,
        version=house.version,
        seat=seat,
        bots=len(room.bots),
        wagers=wagers.wagers,
    )
    room.bots[_ME.name] = "optimal"  # The wagers are already placed when the bot acts.
    with waiting("Playing") as progress, interruptible() as stop:
        while report.rounds < rounds and not stop.is_set():
            if room.own(_ME.name).rail < needed:
                room.do(c.BuyIn(_ME, seat, bankroll))
                report.buy_ins += 1
            room.do(wagers)
            room.bots_act()
            room.deal()
            while not room.round_over:
                room.bots_act()
            report.count(room.own(_ME.name).lines)
            room.next_round()
            room.news.clear()
            progress(report.rounds / rounds)
    report.balance = room.own(_ME.name).rail
    report.bought_in = room.bought.get(_ME.name, 0)
    report.net = report.balance - report.bought_in
    return report


def _wagers(house: House, seat: int, stakes: dict[str, Cents]) -> c.PlaceWagers:
    """Return wagers with the minimum on every side bet.

    The minimum is a dollar where allowed, because bounds may start at one cent.
    """
    bounds = {bet.id: house.limits.bounds(bet.minimum, bet.maximum) for bet in house.side_bets}
    side_bets = {name: min(max(low, _DOLLAR), high) for name, (low, high) in bounds.items()}
    ante = stakes.get("ante", house.limits.table_minimum)
    wagers = {"ante": ante, "first": ante, **side_bets, **stakes}
    return c.PlaceWagers(_ME, seat, {wager: cents for wager, cents in wagers.items() if cents})


def report_page(report: Report, house: House) -> None:
    page = Sheet(console())
    labels = house.rules.labels
    bets = "".join(f", {labels[bet]} {dollars(cents)}" for bet, cents in report.wagers.items() if bet in labels)
    per_round = f"ante {dollars(report.wagers['ante'])}, 1st and 2nd the same{bets}"
    rounds = "1 round" if report.rounds == 1 else f"{report.rounds:,} rounds"
    page.line(f"{rounds} at {house.name}, seat {report.seat}: {per_round}.")
    amounts = {
        "wagered": dollars(report.wagered),
        "won": dollars(report.paid),
        **({"trimmed": dollars(report.trimmed)} if report.trimmed else {}),
        "lost": dollars(report.collected),
        "net": signed_dollars(report.net),
        "bought in": dollars(report.bought_in),
        "balance": dollars(report.balance),
    }
    page.table(("", ""), amounts.items(), indent=0)
    results = f"won {report.rounds_won:,}, even {report.rounds_even:,}, lost {report.rounds_lost:,}"
    page.line(f"Rounds {results}.{_ran_out(report.buy_ins - 1)}")
    if report.seed is not None:
        page.note(f"Seed {report.seed} repeats the same rounds.")


def _ran_out(times: int) -> str:
    if times < 1:
        return ""
    return " Chips ran out once." if times == 1 else f" Chips ran out {times:,} times."
