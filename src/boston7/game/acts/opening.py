"""Opening a table: deck, tray and signatures. Also putting the deck away between rounds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boston7.declare import About, Ask, Rejection, Rule, Sentence
from boston7.game.actors import Actor
from boston7.game.automation import Automation
from boston7.game.checklist import DECK_STEPS, SUPERVISOR_STEPS, WORDS, ChecklistStep, due
from boston7.game.kinds import MOST, TO_TYPE, Amount, Answer, Command, Event, Offer, PlayerName, Reason, Words
from boston7.game.rejection import rejected
from boston7.game.roles import DEALER, EVERYONE, PLATFORM, SUPERVISOR
from boston7.game.table import BETTING, Phase, Table, cleared
from boston7.game.transfers import Transfer, move_chips
from boston7.house.model import Device, House, Style
from boston7.money import Cents, Piece, Pieces, dollars, worth


class TableOpened(Event, frozen=True):
    """The table opens with chips from the cage, and the checklist begins."""

    about = About(
        {
            "live": Sentence("{name} opens.", record="{name} is opened, live, by {by}: {moves}."),
            "virtual": Sentence(
                "{name} opens with {amount} in the tray.", record="{name} is opened, virtual, by {by}: {moves}."
            ),
        },
        shows=("name", "live", "automation", "style", "device", "checklist", "transfers", "by", "pieces"),
    )

    name: str
    live: bool
    automation: tuple[Automation, ...]
    style: Style
    device: Device
    checklist: tuple[ChecklistStep, ...]
    transfers: tuple[Transfer, ...]
    by: Actor
    pieces: tuple[Piece, ...] = ()  # The tray by denomination, if it was entered in this form.

    def apply(self, table: Table) -> Table:
        fresh = Table(
            name=self.name,
            phase=Phase.OPENING,
            live=self.live,
            automation=self.automation,
            style=self.style,
            device=self.device,
            checklist=self.checklist,
            cage=table.cage,
            hands=table.hands,
            round=table.round,
            requests=table.requests,
        )
        return move_chips(fresh, self.transfers)

    def which(self, before: Table) -> str:
        return "live" if self.live else "virtual"


class CheckedOff(Event, frozen=True):
    """A step of the opening checklist is done."""

    about = About(
        {
            ChecklistStep.RECEIVE_DECK: Sentence("Deck received.", record="Deck received, checked off by {by}."),
            ChecklistStep.INSPECT_DECK: Sentence(
                "Deck inspected.", record="Deck inspected, both sides, all 52 cards, by {by}."
            ),
            ChecklistStep.VERIFY_DECK: Sentence("Deck verified.", record="Deck verified by {by}."),
            ChecklistStep.SPREAD_DECK: Sentence(
                "Deck spread face up.", record="Deck spread face up, by suit, by {by}."
            ),
            ChecklistStep.OFFER_INSPECTION: Sentence(
                "Spread offered for inspection.", record="Spread offered to the first player, checked off by {by}."
            ),
            ChecklistStep.WASH_DECK: Sentence("Cards washed.", record="Cards washed by {by}."),
            ChecklistStep.STACK_DECK: Sentence("Deck stacked.", record="Deck stacked by {by}."),
            ChecklistStep.UNLOCK_TRAY: Sentence("Tray unlocked.", record="Tray unlocked by {by}."),
            ChecklistStep.COUNT_TRAY: Sentence("Tray counted.", record="Tray counted, checked off by {by}."),
            ChecklistStep.DEALER_SIGNS: Sentence("Dealer signs the slip.", record="Slip signed as the dealer by {by}."),
            ChecklistStep.SUPERVISOR_SIGNS: Sentence(
                "Supervisor signs the slip.", record="Slip signed as the supervisor by {by}."
            ),
            ChecklistStep.DROP_SLIP: Sentence("Slip dropped.", record="Slip put in the drop box by {by}."),
        },
        shows=("step", "by"),
    )

    step: ChecklistStep
    by: Actor

    def apply(self, table: Table) -> Table:
        return replace(table, checklist=(*table.checklist, self.step))

    def which(self, before: Table) -> str:
        return self.step.value


class TrayCounted(Event, frozen=True):
    """The tray is counted, and any difference goes on record."""

    about = About(
        {
            "right": Sentence("Tray counted: {counted}.", record="Tray counted by {by}: {counted}."),
            "short": Sentence(
                "Tray counted: {counted}, {off} short.", record="Tray counted by {by}: {counted}, {off} short."
            ),
            "over": Sentence(
                "Tray counted: {counted}, {off} over.", record="Tray counted by {by}: {counted}, {off} over."
            ),
        },
        shows=("counted", "expected", "by", "pieces"),
    )

    counted: Cents
    expected: Cents
    by: Actor
    pieces: tuple[Piece, ...] = ()  # By denomination, if the tray was counted in this form.

    def apply(self, table: Table) -> Table:
        if table.closing:
            return replace(table, tray_counted=True, closer=self.counted)
        # The dealer signs again for the new count.
        left = tuple(step for step in table.checklist if step is not ChecklistStep.DEALER_SIGNS)
        return replace(table, tray_counted=True, closer=None, checklist=left)

    def which(self, before: Table) -> str:
        return "right" if self.counted == self.expected else "short" if self.counted < self.expected else "over"

    def words(self, before: Table) -> Words:
        return {"counted": dollars(self.counted), "off": dollars(abs(self.counted - self.expected))}


class DeckReplaced(Event, frozen=True):
    """A flawed deck is replaced. The new deck must be inspected, spread and washed."""

    about = About(Sentence("New deck. {reason}", record="Deck replaced by {by}. {reason}"), shows=("reason", "by"))

    reason: str
    by: Actor

    def apply(self, table: Table) -> Table:
        return _deck_away(table)


class WentIdle(Event, frozen=True):
    """The game is dead, and the deck stays spread until somebody wants to play."""

    about = About(
        Sentence("Dead game: the deck is spread.", record="Dead game: the deck is spread by {by}."), shows=("by",)
    )

    by: Actor

    def apply(self, table: Table) -> Table:
        return _deck_away(table)


def _deck_away(table: Table) -> Table:
    """Require another inspection and wash of the deck. The signature for the tray stays valid."""
    left = tuple(step for step in table.checklist if step not in DECK_STEPS)
    return replace(cleared(table), phase=Phase.OPENING, checklist=left, deck="unshuffled", stub=())


class PhaseEntered(Event, frozen=True):
    """The table enters the next phase."""

    about = About(
        {
            Phase.CLOSED: Sentence("The table is closed."),
            Phase.OPENING: Sentence("The table is being opened."),
            Phase.BETTING: Sentence("Place your wagers."),
            Phase.SHUFFLING: Sentence("Shuffling."),
            Phase.CUTTING: Sentence("Cut, please."),
            Phase.DEALING_THREE: Sentence("Three cards each."),
            Phase.THREE_CARD_BONUS: Sentence("Show three cards for the Three Card Bonus."),
            Phase.DECISION: Sentence("2nd Wager or fold."),
            Phase.DEALING_FOUR: Sentence("Four more each."),
            Phase.SETTING: Sentence("Set your five."),
            Phase.SHOWDOWN: Sentence("Hands are set."),
            Phase.VOID: Sentence("The round is void."),
            Phase.COMPLETE: Sentence("The round is over."),
            Phase.CLOSING: Sentence("The table is closing."),
        },
        shows=("phase",),
    )

    phase: Phase

    def apply(self, table: Table) -> Table:
        return replace(table, phase=self.phase)

    def which(self, before: Table) -> str:
        return self.phase.value


class OpenTable(Command, frozen=True):
    """Open a closed table with a given tray and method of dealing."""

    rule = Rule(
        by=SUPERVISOR | PLATFORM,
        when=frozenset({Phase.CLOSED}),
        topic="procedure",
        late="The table is open.",
        any_rules=True,
        place="opening",
        label="Open the table",
        tone="go",
        ask=(Ask.amount("tray", "Chips in the tray"),),
    )

    name: PlayerName
    tray: Amount = TO_TYPE
    live: bool = False
    automation: tuple[Automation, ...] = ()
    style: Style | None = None
    device: Device | None = None
    preinspected: bool = False
    pieces: Pieces = ()

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("delivery", "R2")
        style = self.style or house.delivery.styles[0]
        device = self.device or house.delivery.devices[0]
        if style not in house.delivery.styles:
            return rejected("not_this_house", f"{house.name} does not allow the dealing style {style!r}.", clause)
        if device not in house.delivery.devices:
            return rejected("not_this_house", f"{house.name} does not allow the dealing device {device!r}.", clause)
        if self.tray == 0:
            return rejected(
                "out_of_bounds", "A table cannot open with an empty tray: enter its chips.", house.cite("procedure")
            )
        if (off := _adds_up(self.pieces, self.tray, house)) is not None:
            return off
        if (
            self.live and table.closer and self.tray != table.closer
        ):  # R23: the refusal does not state the amount, because a blind count follows.
            reason = "The tray was locked with a different amount. Enter the total on its closing slip."
            return rejected("out_of_bounds", reason, house.cite("procedure", "R23"))
        # A virtual deck has no card backs to inspect, and a pre-inspected deck is ready.
        done = DECK_STEPS if self.preinspected or not self.live else ()
        automation = tuple(dict.fromkeys(self.automation))
        transfers = (Transfer("cage", "tray", self.tray),)
        return (TableOpened(self.name, self.live, automation, style, device, done, transfers, self.by, self.pieces),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, "table", 1), 1, MOST)


class CheckOff(Command, frozen=True):
    """Tick off a step of the opening checklist."""

    rule = Rule(
        by=EVERYONE, when=frozenset({Phase.OPENING}), topic="procedure", place="opening", label="Done", tone="go"
    )

    step: ChecklistStep

    def decide(self, table: Table, house: House) -> Answer:
        clause = house.cite("procedure")
        step = self.step
        if step in table.checklist:
            return rejected("already_done", f"Already done: {WORDS[step]}.", clause)
        if step not in due(table.checklist):
            first = " and ".join(WORDS[s] for s in due(table.checklist))
            return rejected("not_ready", f"First: {first}.", clause)
        if step is ChecklistStep.COUNT_TRAY:
            return rejected("not_ready", "Count the tray and enter the amount.", clause)
        needed = "supervisor" if step in SUPERVISOR_STEPS else "dealer"
        by_player = step is ChecklistStep.OFFER_INSPECTION and self.by.role == "player"
        if self.by.role not in (needed, "platform") and not by_player:
            return rejected("wrong_role", f"The {needed} must {WORDS[step]}.", clause)
        if step is ChecklistStep.OFFER_INSPECTION and not any(seat.player for seat in table.seats):
            reason = "Leave the deck spread until the first player arrives and has a chance to inspect it."
            return rejected("not_ready", reason, clause)
        return (CheckedOff(step, self.by),)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield from (Offer(cls(by, step)) for step in due(table.checklist))


class CountTray(Command, frozen=True):
    """Enter the count of the tray."""

    rule = Rule(
        by=DEALER,
        when=frozenset({Phase.OPENING, Phase.CLOSING}),
        topic="procedure",
        place="opening",
        label="Enter the count",
        tone="go",
        ask=(Ask.amount("amount", "Counted in the tray"),),
    )

    amount: Amount = TO_TYPE
    pieces: Pieces = ()

    def decide(self, table: Table, house: House) -> Answer:
        """Record the count. A difference is over or short (R23).

        A new count replaces the last one until the supervisor signs for it or closes the table. Both counts stay on
        record (R22).
        """
        if (off := _adds_up(self.pieces, self.amount, house)) is not None:
            return off
        counted = TrayCounted(self.amount, table.tray, self.by, self.pieces)
        if table.phase is not Phase.OPENING:
            return (counted,)
        if ChecklistStep.SUPERVISOR_SIGNS in table.checklist:
            return rejected("already_done", "The tray count is already signed.", house.cite("procedure"))
        if ChecklistStep.COUNT_TRAY in table.checklist:
            return (counted,)
        if ChecklistStep.COUNT_TRAY not in due(table.checklist):
            return rejected("not_ready", "First: unlock the tray.", house.cite("procedure"))
        return counted, CheckedOff(ChecklistStep.COUNT_TRAY, self.by)

    @classmethod
    def offered(cls, table: Table, house: House, by: Actor) -> Iterator[Offer]:
        yield Offer(cls(by, 0), 0, MOST)


def _adds_up(pieces: tuple[Piece, ...], cents: Cents, house: House) -> Rejection | None:
    """Reject denominations that do not add up to the total."""
    if not pieces or worth(pieces) == cents:
        return None
    reason = f"The denominations add up to {dollars(worth(pieces))}, not {dollars(cents)}."
    return rejected("out_of_bounds", reason, house.cite("procedure", "R23"))


class ReplaceDeck(Command, frozen=True):
    """Take a flawed deck out of play."""

    rule = Rule(
        by=SUPERVISOR,
        when=frozenset({Phase.OPENING, Phase.BETTING, Phase.COMPLETE}),
        topic="procedure",
        place="irregularity",
        label="Replace the deck",
        entry="replaced deck",
        note="For a flawed card: the old deck is sealed and labeled, and a new one is inspected.",
        outcome="The deck is sealed and labeled; a new one is inspected, spread and washed.",
        ask=(Ask.reason(),),
    )

    reason: Reason = TO_TYPE

    def decide(self, table: Table, house: House) -> Answer:
        return _deck_in_use(table, house) or (DeckReplaced(self.reason, self.by),)


class GoIdle(Command, frozen=True):
    """Spread the deck for a dead game."""

    rule = Rule(by=DEALER, when=BETTING, topic="procedure", place="procedure", label="Dead game: spread the deck")

    def decide(self, table: Table, house: House) -> Answer:
        return _deck_in_use(table, house) or (WentIdle(self.by),)


def _deck_in_use(table: Table, house: House) -> Rejection | None:
    if any(seat.wagered for seat in table.seats):
        return rejected("in_play", "Wagers are on the layout; play or return them first.", house.cite("procedure"))
    if not table.live:
        return rejected("not_ready", "A virtual deck is neither spread nor sealed.", house.cite("procedure"))
    return None
