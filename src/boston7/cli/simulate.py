"""`boston7 simulate`: millions of rounds, with the exact odds for comparison."""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boston7.cli.options import HouseName, Json, read_house, read_share
from boston7.cli.output import CHECK_FAILED, INTERRUPTED, console, fail, interruptible, print_json, waiting
from boston7.money import dollars, signed_dollars

if TYPE_CHECKING:
    from boston7.house import House
    from boston7.simulate import ClusterLost, Party, SimulationDocument, Tally

_PROGRESS_SECONDS = 0.25
_CHECKPOINT_SECONDS = 1.0


def simulate(
    house: HouseName,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds to play, like 1e9 or 250,000.")] = "1e7",
    seats: Annotated[int, typer.Option(metavar="N", help="How many seats play, 1 to 6.")] = 1,
    ante: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Every seat's ante; the table minimum if not given.")
    ] = None,
    bonus: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Every seat's Three Card Bonus, except at ante-only seats."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SEAT:]POLICY[,ante=A][,bonus=B]",
            help="optimal (the default), play-all, ante-only or fold-below=HAND, where HAND is a kind of hand like "
            "pair, or ranks like Q, QT4 or 88. Without a seat: for all seats. May be given several times.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Repeat the same cards, with any number of workers.")
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help="Threads, or processes of a local cluster.")] = None,
    session_rounds: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="Split the run into sessions of this many rounds and report the bankroll required."
        ),
    ] = None,
    risk: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="The share of sessions in which the tray may run out; 0.01 if not given."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="URL", help="Play on this Dask scheduler, or start workers here: local.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save progress there; the same command resumes from it."),
    ] = None,
    json: Json = False,
) -> None:
    """Simulate a table, with confidence intervals. Ctrl-C ends a run early and shows what it has found so far."""
    import secrets

    from boston7.extras import needs

    needs("cluster" if cluster else "sim", "simulate --cluster" if cluster else "simulate")
    from boston7.simulate import Party, Played, Tally, all_cores, prepare, read_seats, simulation_document
    from boston7.simulate.checkpoint import read, resume

    rules = read_house(house)
    if risk is not None and session_rounds is None:
        fail("--risk needs --session-rounds: the length of a session.")
    if workers is not None and not 1 <= workers <= 1024:
        fail(f"Value out of range: --workers is 1 to 1024, not {workers}.")
    saved = read(checkpoint) if checkpoint else None
    if seed is None:
        seed = saved.seed if saved else secrets.randbits(63)
    party = Party(rules, read_seats(rules, seats, ante, bonus, policy or ()))
    run = prepare(
        party,
        rounds=_count(rounds, "--rounds"),
        seed=seed,
        session_rounds=_count(session_rounds, "--session-rounds") if session_rounds is not None else 0,
    )
    chance = _chance(risk or "0.01") if session_rounds is not None else None
    tally = resume(saved, run) if saved else Tally(run)
    count = workers or all_cores()
    resumed = tally.rounds
    seconds, lost = _play(party, tally, count, cluster, checkpoint)
    code = CHECK_FAILED if lost else INTERRUPTED
    why = f"{lost} " if lost else ""
    if not tally.rounds:
        fail(f"{why}Stopped before the first block was finished: no results.", code)
    rounds_now = tally.rounds - resumed
    played = Played(count, cluster, seconds, rounds_now, rounds_now / seconds if rounds_now else None)
    result = simulation_document(party, tally, interrupted=tally.rounds < run.rounds, risk=chance, played=played)
    if json:
        print_json(result)
    else:
        _show(rules, result)
    if result.interrupted:
        rest = "Without --checkpoint FILE they cannot be resumed."
        if checkpoint is not None:
            rest = f"They are saved in {str(checkpoint)!r}: repeat the command to resume, with a cluster or without."
        first = f"these are the first {result.rounds:,} of {result.requested_rounds:,} rounds"
        fail(f"{why}Stopped early: {first}. {rest}", code)


def _count(text: str, option: str) -> int:
    """Parse a large whole number such as 1e9, 2.5e6, 250,000 or 1_000_000, without floats."""
    try:
        number = Decimal(text.replace(",", "").replace("_", "").strip())
    except InvalidOperation:
        fail(f"{option} takes a number like 1e9 or 250,000, not {text!r}.")
    if not number.is_finite() or number.adjusted() > 18 or number < 1 or number != int(number):
        fail(f"{option} takes a whole number of at least 1, like 1e9 or 250,000, not {text!r}.")
    return int(number)


def _chance(text: str) -> Fraction:
    chance = read_share(text)
    if chance is None or not 0 < chance < 1:
        fail(f"--risk must be between 0 and 1, like 0.01 or 1%, not {text!r}.")
    return chance


def _play(
    party: Party, tally: Tally, workers: int, cluster: str | None, checkpoint: Path | None
) -> tuple[float, ClusterLost | None]:
    """Play the missing rounds and save them each second. Return the seconds, and the error if the cluster was lost."""
    from boston7.odds import load_counts
    from boston7.simulate import ClusterLost, play_at, play_block, play_here
    from boston7.simulate.checkpoint import save

    run = tally.run
    if tally.rounds == run.rounds:
        return 0.0, None
    load_counts()  # Load the exact odds before the clock starts.
    if checkpoint:
        save(tally, checkpoint)  # Fail before the first block if the file cannot be written.
    begun = saved = perf_counter()
    shown, before, lost = 0.0, tally.rounds, None
    with interruptible() as asked, waiting("Playing") as progress:
        if cluster is None:
            play_block(run._replace(rounds=1), 0)  # The first call compiles, which must not count in the rate.
            begun = perf_counter()
            blocks = play_here(run, workers, asked.is_set, tally.blocks)
        else:
            blocks = play_at(cluster, workers, run, asked.is_set, lambda: tally.blocks, _print_notice)
        try:
            for block in blocks:
                tally.add(block)
                now = perf_counter()
                if checkpoint and now - saved > _CHECKPOINT_SECONDS:
                    save(tally, checkpoint)
                    saved = perf_counter()
                if now - shown > _PROGRESS_SECONDS and tally.rounds:
                    shown = now
                    words = _interim(party, tally, (tally.rounds - before) / (now - begun))
                    progress(tally.rounds / run.rounds, words)
        except ClusterLost as error:
            lost = error
        finally:
            if checkpoint:
                save(tally, checkpoint)
    return perf_counter() - begun, lost


def _print_notice(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _interim(party: Party, tally: Tally, rate: float) -> str:
    from boston7.simulate import table_figures

    antes = sum(seat.ante for seat in party.seats)
    mean = table_figures(tally).mean
    width = (mean.high - mean.value) / antes
    return f"{tally.rounds:,} rounds, {rate / 1e6:,.1f} million/s, edge {mean.value / antes:.3%} ± {width:.3%} of antes"


def _show(house: House, result: SimulationDocument) -> None:
    from boston7.cli.layout import Sheet

    page = Sheet(console())
    page.line(f"{house.name}: {result.rounds:,} rounds, seed {result.seed}, {_pace(result)}")
    page.line("Each seat, with 95% confidence; z-score against the exact edge")
    heads = ["seat", "policy", "ante", "bonus", "edge per ante", "exact", "z-score", "of wagers", "deviation"]
    rows = []
    for seat in result.seats:
        edge, exact = seat.house_edge, seat.exact
        rows.append(
            (
                str(seat.seat),
                seat.policy,
                dollars(seat.ante),
                dollars(seat.three_card_bonus),
                f"{edge.value:.3%} ± {edge.high - edge.value:.3%}",
                f"{exact.house_edge:.3%}",
                f"{exact.standard_errors:+.2f}",
                f"{seat.element_of_risk.value:.3%}",
                dollars(round(seat.standard_deviation)),
            )
        )
    page.table(heads, rows, "deviation", "bonus", "of wagers", words=(0, 1))
    if any(seat.three_card_bonus for seat in result.seats):
        page.line("Edges are shares of the ante and include the results of the Three Card Bonus.")
    page.line("\n".join(_table_words(result)))


def _pace(result: SimulationDocument) -> str:
    """Return the speed of this command, excluding the rounds of a checkpoint."""
    played = result.played
    if played.rounds_per_second is None:
        return "all from the checkpoint"
    rest = result.rounds - played.rounds
    saved = f"{rest:,} of them from the checkpoint, " if rest else ""
    return f"{saved}{played.seconds:,.1f} s, {played.rounds_per_second / 1e6:,.1f} million rounds/s"


def _table_words(result: SimulationDocument) -> list[str]:
    table = result.table
    words = [
        f"The tray won {signed_dollars(round(table.mean.value))} a round, deviation "
        f"{dollars(round(table.standard_deviation))}; its largest drawdown was {dollars(table.drawdown)}."
    ]
    if len(result.seats) > 1:
        pairs: list[Any] = [table.correlation[i][j] for i in range(len(result.seats)) for j in range(i)]
        more = table.variance / table.variance_if_independent if table.variance_if_independent else 1.0
        words.append(
            f"Seats share a dealer: their results correlate by {min(pairs):.3f} to {max(pairs):.3f}, and the table's "
            f"variance is {more:.2f} times that of independent seats."
        )
    if result.bank is not None:
        bank = result.bank
        high = dollars(bank.high) if bank.high is not None else "no bound (too few sessions)"
        low = dollars(bank.low) if bank.low is not None else "no bound"
        words.append(
            f"To run out in at most {bank.risk:.3%} of sessions of {bank.session_rounds:,} rounds the tray needs a "
            f"bankroll of {dollars(bank.bank)} (95%: {low} to {high}; {bank.sessions:,} sessions)."
        )
    return words
