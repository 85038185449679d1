"""Closing a table: the last hand, the count, and the return of all chips to the cage (R19, R26)."""

from __future__ import annotations

from msgspec.structs import replace

from boston7.declare import About, Ask, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.acts.opening import PhaseEntered
from boston7.game.acts.rail import leaving
from boston7.game.grounds import CLOSE_GROUNDS, CloseGround, before_reason
from boston7.game.kinds import TO_TYPE, Answer, Command, Event, Reason, Words
from boston7.game.rejection import rejected
from boston7.game.roles import SUPERVISOR
from boston7.game.table import BETTING, IN_ACTION, OPEN, Phase, Table, upcoming
from boston7.game.transfers import Transfer, move_chips
from boston7.house.model import House

_RECORD = "Last hand, round {last_round}, announced by {by} ({clause}). {grounds}{reason}"


class ClosingAnnounced(Event, frozen=True):
    """The last hand is announced: the round in play or, between rounds, the next one."""

    about = About(
        {
            "this": Sentence("Last hand: the table closes after this round. {grounds}{reason}", record=_RECORD),
            "next": Sentence("Last hand: the table closes after the next round. {grounds}{reason}", record=_RECORD),
        },
        shows=("reason", "clause", "by", "ground", "last_round"),
    )

    reason: str
    clause: str
    by: Actor
    ground: str
    last_round: int

    def apply(self, table: Table) -> Table:
        why = f"{before_reason(self.ground)}{self.reason}"
        return replace(table, closing=why, last_round=self.last_round, tray_counted=False)

    def which(self, before: Table) -> str:
        return "this" if self.last_round == before.round else "next"

    def words(self, before: Table) -> Words:
        return {"grounds": before_reason(self.ground)}


class TableClosed(Event, frozen=True):
    """The tray goes back to the cage and the table closes."""

    about = About(
        Sentence("The table is closed.", record="The table is closed by {by}: {moves}."),
        shows=("transfers", "by"),
    )

    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        table = move_chips(table, self.transfers)
        return Table(
            name=table.name,
            cage=table.cage,
            hands=table.hands,
            tray=table.tray,
            round=table.round,
            closer=table.closer,
            requests=table.requests,
        )


class BeginClosing(Command, frozen=True):
    """Announce the last hand."""

    rule = Rule(
        by=SUPERVISOR,
        when=OPEN - {Phase.CLOSING},
        topic="close_or_evict",
        ruling="R19",
        place="floor",
        label="Last hand",
        entry="last hand",
        note="Finish the round in play, or deal one more. Then the table closes.",
        outcome="The last hand is the round in play or, between rounds, the next one. Then the tray is counted.",
        ask=(
            Ask("ground", "choice", "Scheduled, or in the best interest of", choices=CLOSE_GROUNDS),
            Ask.reason(),
        ),
    )

    reason: Reason = TO_TYPE
    ground: CloseGround = "other"

    def decide(self, table: Table, house: House) -> Answer:
        """R26: wagers stand. R19: if the house has no right to close the table, only a scheduled close may begin during
        a round."""
        scheduled = self.ground == "scheduled"
        clause = house.cite("room", "R26") if scheduled else house.cite("close_or_evict", "R19")
        if table.closing:
            return rejected("already_done", f"The table is already closing ({table.closing}).", clause)
        if table.phase in IN_ACTION and not (scheduled or house.rights.close_table):
            reason = f"{house.name} does not allow closing on this ground during a round: finish the round first."
            return rejected("not_this_house", reason, clause)
        return (ClosingAnnounced(self.reason, clause, self.by, self.ground, upcoming(table)),)


class EndPlay(Command, frozen=True):
    """End play without the announced last hand, because nobody wagers on it."""

    rule = Rule(
        by=SUPERVISOR,
        when=BETTING,
        topic="room",
        ruling="R26",
        place="floor",
        label="No wagers: count the tray",
        entry="end of play",
        note="The last hand was announced, and nobody has wagered on it.",
        outcome="No more hands are dealt. The tray is counted.",
    )

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("room", "R26")
        if not table.closing:
            return rejected("not_ready", "Announce the last hand first.", clause)
        if wagered := next((seat for seat in table.seats if seat.wagered), None):
            return rejected("in_play", f"Seat {wagered.number} has wagered: deal the last hand.", clause)
        return (PhaseEntered(Phase.CLOSING),)


class CloseTable(Command, frozen=True):
    """Pay out all players and return the tray."""

    rule = Rule(
        by=SUPERVISOR,
        when=frozenset({Phase.CLOSING}),
        topic="close_or_evict",
        ruling="R19",
        place="floor",
        label="Close table",
        note="After the tray is counted: players are paid out, chips go to the cage.",
    )

    def decide(self, table: Table, house: House) -> Answer:
        if not table.tray_counted:
            return rejected("not_ready", "Count the tray before the table closes.", house.cite("room"))
        gone = tuple([leaving(table, seat) for seat in table.seats if seat.player])
        back = (Transfer("tray", "cage", table.tray),) if table.tray else ()
        return (*gone, TableClosed(back, self.by))
