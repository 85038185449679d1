"""What viewers are shown of a table. What is the same for all of them is made once."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from boston7.game import Automation, CommandSpec, Seat, Table, legal
from boston7.game.actors import Actor
from boston7.game.acts.betting import side_spots
from boston7.game.legal import common_basis, own_basis
from boston7.game.patch import Document
from boston7.house import House
from boston7.table.frames import Frame, Surroundings
from boston7.table.state import undo_offer
from boston7.table.steps import Step, StepBatch
from boston7.table.stored import StoredTable
from boston7.table.timers import Due, Patience

_KEPT = 64


class Turn:
    """One turn of the loop in which a table's viewers are told something: `made` is what was made for others in it."""

    __slots__ = ("around", "made", "now")

    def __init__(self, now: int) -> None:
        self.now = now
        self.made: dict[object, bytes] = {}
        self.around: tuple[Document, Document, bytes] | None = None  # what changed between two surroundings


class _Offered:
    """What somebody was offered, and what it depends on."""

    __slots__ = ("basis", "house", "own", "specs")

    def __init__(self, house: House, basis: object, own: object, specs: tuple[CommandSpec, ...]) -> None:
        self.house, self.basis, self.own, self.specs = house, basis, own, specs


class Shown:
    def __init__(self, stored: StoredTable, due: Callable[[], Due | None], patience: Callable[[], Patience]) -> None:
        self._stored, self._due, self._patience = stored, due, patience
        self._record, self._seeds, self._rules_signs = stored.record, stored.seeds, stored.rules_signs
        parts = (stored.record, stored.seeds, stored.rules_signs, stored.absences)
        self._read = tuple([part.projection for part in parts])
        self._made_at: tuple[int, ...] = ()
        self._made: dict[tuple[Actor, int | None, bool], Frame] = {}
        self._batches: dict[int, tuple[StepBatch, ...] | None] = {}
        self._offered: dict[Actor, _Offered] = {}
        self._basis: tuple[object, ...] = ()
        self._next_act: Due | None = None
        self._surroundings: Surroundings
        self._around: Document = {}

    def _refresh(self) -> None:
        record, seeds, rules_signs, absences = self._read
        stand = (record.version, seeds.version, rules_signs.version, absences.version, self._stored.resumed)
        if stand != self._made_at or len(self._made) > _KEPT or len(self._batches) > _KEPT:
            self._made_at, self._made, self._batches = stand, {}, {}
            self._next_act = self._due()
            self._surroundings = self._look_around(self._next_act)
            self._around = self._surroundings.document()

    def frame(self, viewer: Actor, after: int | None, *, offers: bool) -> Frame:
        self._refresh()
        made = self._made.get((viewer, after, offers))
        if made is None:  # all onlookers see the same: it is made once for them
            made = self._made[viewer, after, offers] = self._make(viewer, after, offers)
        return made

    def _make(self, viewer: Actor, after: int | None, offers: bool) -> Frame:
        state = self._record.state
        steps = None if after is None else self._record.steps.since(after, state.version)
        since = None if steps is None else after
        may = self.offers(viewer) if offers else ()
        around = replace(self._surroundings, due=self._shown_due(viewer))
        return Frame(state.table, state.version, viewer, since, steps or (), around, may)

    def batches(self, after: int) -> tuple[StepBatch, ...] | None:
        """What happened after a version, command by command; None for whoever needs a whole view."""
        self._refresh()
        if after not in self._batches:
            state = self._record.state
            self._batches[after] = self._record.steps.batches(after, state.table, state.version)
        return self._batches[after]

    def surroundings(self, viewer: Actor) -> Document:
        """The same object for all who see the same, until something of it changes. Ask for frame or batches first."""
        if self._next_act is None or not self._next_act.extra or viewer.role != "player":
            return self._around
        return replace(self._surroundings, due=self._shown_due(viewer)).document()

    def past(self, count: int) -> tuple[Step, ...]:
        now = self._record.state.table
        return tuple([step for step in self._record.steps.last(count) if not step.tells_count(now)])

    # Offers

    def offers(self, viewer: Actor) -> tuple[CommandSpec, ...]:
        """At the table as it is."""
        state = self._record.state
        house = self._rules_signs.house_for(state.table)
        if viewer.role != "player":
            return (*legal(state.table, house, viewer), *undo_offer(state, viewer, house))
        basis = common_basis(state.table, house)
        return self._of_player(viewer, state.table, house, basis, own_basis(state.table, viewer))

    def offers_after(self, viewer: Actor, batch: StepBatch) -> tuple[CommandSpec, ...]:
        """A player's after a command: the same object as before it, if nothing changed that they depend on."""
        if batch.basis is None:
            house = self._rules_signs.house_for(batch.table)
            basis = common_basis(batch.table, house)
            self._basis = self._basis if basis == self._basis else basis
            batch.basis = (house, self._basis)
        house, basis = batch.basis
        known, own = self._offered.get(viewer), batch.seats.get(viewer.name)
        if known is not None and known.own is own and known.basis is basis and known.house is house:
            return known.specs  # mostly: others act, not they
        return self._of_player(viewer, batch.table, house, basis, own)

    def _of_player(
        self, viewer: Actor, table: Table, house: House, basis: object, own: Seat | None
    ) -> tuple[CommandSpec, ...]:
        known = self._offered.get(viewer)
        if known is not None and known.house is house and known.basis == basis and known.own == own:
            return known.specs
        if len(self._offered) > _KEPT:
            self._offered.clear()
        specs = legal(table, house, viewer)
        if known is not None and known.specs == specs:
            specs = known.specs
        self._offered[viewer] = _Offered(house, basis, own, specs)
        return specs

    # Around it

    def _look_around(self, next_act: Due | None) -> Surroundings:
        """As those see it who have nothing to decide."""
        rules_sign, table = self._rules_signs.in_force, self._record.state.table
        house = self._rules_signs.house_for(table)
        return Surroundings(
            next_act.at if next_act and next_act.shown else None,
            self._seeds.fairness(table),
            rules_sign.practice,
            rules_sign.play_money,
            rules_sign.pause,
            Automation.DEALING in table.automation,
            next_act.extra if next_act else (),
            side_spots(house) or None,
            None if house.sets_hands else True,
        )

    def _shown_due(self, viewer: Actor) -> int | None:
        next_act = self._next_act
        if next_act is None or not next_act.shown:
            return None
        table = self._record.state.table
        own = own_basis(table, viewer) if viewer.role == "player" else None
        if own is None or own.number not in next_act.extra:
            return next_act.at
        return max(next_act.at, self._patience().extra.get(own.number, 0))
