"""What a room has on record: checked, then told round by round.

    python examples/read_record.py room.db

Without the room key nothing secret is read: seeds and cards that were never shown stay in their boxes.
"""

import sys

from boston7.audit.rounds import rounds, tables
from boston7.game import events as e
from boston7.money import signed_dollars
from boston7.record import open_record, verify

if len(sys.argv) != 2:
    raise SystemExit("Which record? python examples/read_record.py room.db")
with open_record(sys.argv[1], read_only=True) as record:
    checked = verify(record, chain_only=True)
    print(f"{checked.entries} entries: {checked.fault.reason if checked.fault else 'the chain is whole'}")
    for table in tables(record):
        for played in rounds(record, table):
            net: dict[str, int] = {}
            for step in played.steps:
                if isinstance(step.event, e.Settled):
                    name = step.before.seat(step.event.seat).player or "?"
                    won = sum(line.paid - line.collected for line in step.event.lines)
                    net[name] = net.get(name, 0) + won
            results = ", ".join(f"{name} {signed_dollars(cents)}" for name, cents in net.items())
            print(f"{played.id}: {played.status}. {results}")
