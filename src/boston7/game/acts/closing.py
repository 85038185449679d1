"""Closing a table: the last hand, the count, every chip back to the cage (R19)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.declare import About, Ask, Rule, Told
from boston7.game.accounts import Transfer, moved
from boston7.game.actors import Actor
from boston7.game.acts.betting import WagersWithdrawn, withdrawal
from boston7.game.acts.opening import PhaseEntered
from boston7.game.acts.rail import PlayerLeft, cashing
from boston7.game.grounds import GROUNDS, Ground, before_reason
from boston7.game.kinds import TO_TYPE, WRITTEN, Answer, Command, Event, Offer, Reason, Words
from boston7.game.rejection import rejected
from boston7.game.roles import SUPERVISOR
from boston7.game.table import IN_ACTION, OPEN, Phase, Table
from boston7.house.model import House


class ClosingAnnounced(Event, frozen=True):
    """The last hand is announced."""

    about = About(
        Told(
            "Last hand: the table closes after this round. {grounds}{reason}",
            record="Last hand, announced by {by} ({clause}). {grounds}{reason}",
        ),
        shows=("reason", "clause", "by", "ground"),
    )

    reason: str
    clause: str
    by: Actor
    ground: str = ""  # none in records from before there were grounds

    def apply(self, table: Table) -> Table:
        return replace(table, closing=f"{before_reason(self.ground)}{self.reason}", tray_counted=False)

    def words(self, before: Table) -> Words:
        return {"grounds": before_reason(self.ground)}


class TableClosed(Event, frozen=True):
    """The tray goes back to the cage, and the table is closed."""

    about = About(
        Told("The table is closed.", record="The table is closed by {by}: {moves}."),
        shows=("transfers", "by"),
    )

    transfers: tuple[Transfer, ...]
    by: Actor

    def apply(self, table: Table) -> Table:
        table = moved(table, self.transfers)
        return Table(name=table.name, cage=table.cage, tray=table.tray, round=table.round, closer=table.closer)


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
        note="Hands in action are played out first, under the rules.",
        ask=(Ask("ground", "choice", "In the best interest of", choices=tuple(GROUNDS)), Ask.reason()),
    )

    reason: Reason = TO_TYPE
    ground: Ground = "other"

    def decide(self, table: Table, house: House) -> Answer:
        """R19: a house with the right may close at any time; what is in action is finished under the rules first."""
        clause = house.cite("close_or_evict", "R19")
        if table.closing:
            return rejected("already_done", f"The table is already closing ({table.closing}).", clause)
        announced = ClosingAnnounced(self.reason, clause, self.by, self.ground)
        if table.phase in IN_ACTION:
            if not house.rights.close_table:
                reason = f"{house.name} states no right to close in the middle of a round; finish it first."
                return rejected("not_this_house", reason, clause)
            return (announced,)
        if table.phase is Phase.COMPLETE:
            return (announced,)
        returned = tuple(
            WagersWithdrawn(seat.number, withdrawal(table, seat.number), self.by)
            for seat in table.seats
            if seat.wagered
        )
        return (announced, *returned, PhaseEntered(Phase.CLOSING))

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, WRITTEN))


class CloseTable(Command, frozen=True):
    """Pay everybody out and return the tray."""

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
        leaving = tuple(
            PlayerLeft(seat.number, seat.player, cashing(seat.number, seat.rail)) for seat in table.seats if seat.player
        )
        back = (Transfer("tray", "cage", table.tray),) if table.tray else ()
        return (*leaving, TableClosed(back, self.by))
