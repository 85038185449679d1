"""The record: a durable, tamper-evident event store in SQLite or PostgreSQL."""

from boston7.record.entry import Append, Entry, Meta, StreamHead, decode_body, unreadable
from boston7.record.errors import (
    Conflict,
    Damaged,
    InvalidAppend,
    Newer,
    NotOurs,
    OutcomeUnknown,
    RecordDown,
    RecordError,
    Tampered,
)
from boston7.record.place import is_postgres, record_file
from boston7.record.record import Record, RecordHead, open_record
from boston7.record.subscription import Subscription
from boston7.record.verify import Fault, Verdict, verify, verify_own

__all__ = [
    "Append",
    "Conflict",
    "Damaged",
    "Entry",
    "Fault",
    "InvalidAppend",
    "Meta",
    "Newer",
    "NotOurs",
    "OutcomeUnknown",
    "Record",
    "RecordDown",
    "RecordError",
    "RecordHead",
    "StreamHead",
    "Subscription",
    "Tampered",
    "Verdict",
    "decode_body",
    "is_postgres",
    "open_record",
    "record_file",
    "unreadable",
    "verify",
    "verify_own",
]
