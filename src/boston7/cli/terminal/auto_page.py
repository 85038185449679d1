"""The report of an unattended player, for people."""

from __future__ import annotations

from rich.table import Table

from boston7.cli.layout import put
from boston7.cli.output import console
from boston7.cli.terminal.auto import Report
from boston7.house import House
from boston7.money import dollars, signed_dollars


def report_page(report: Report, house: House) -> None:
    page = console()
    per_round = f"ante {dollars(report.ante)}, 1st and 2nd the same"
    if report.three_card_bonus:
        per_round += f", Three Card Bonus {dollars(report.three_card_bonus)}"
    per_round += "".join(f", {house.labels[name]} {dollars(cents)}" for name, cents in report.side_bets.items())
    rounds = "1 round" if report.rounds == 1 else f"{report.rounds:,} rounds"
    page.print(f"{rounds} at {house.name}, seat {report.seat}: {per_round}.")
    rows = [
        ("wagered", dollars(report.wagered)),
        ("won", dollars(report.paid)),
        ("lost", dollars(report.collected)),
        ("net", signed_dollars(report.net)),
        ("bought in", dollars(report.bought_in)),
        ("balance", dollars(report.balance)),
    ]
    if report.trimmed:
        rows.insert(2, ("trimmed", dollars(report.trimmed)))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for row in rows:
        table.add_row(*row)
    put(page, table)
    page.print(
        f"Rounds won {report.rounds_won:,}, even {report.rounds_even:,}, lost {report.rounds_lost:,}."
        + _ran_out(report.buy_ins - 1),
    )
    if report.seed is not None:
        page.print(f"Seed {report.seed} plays the same rounds again.", style="dim")


def _ran_out(times: int) -> str:
    if times < 1:
        return ""
    return " Chips ran out once." if times == 1 else f" Chips ran out {times:,} times."
