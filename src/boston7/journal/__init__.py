"""The journal: what has happened, durable and tamper-evident, in SQLite or PostgreSQL."""

from boston7.journal.entry import Append, Entry, Head, Meta, Receipt, unreadable
from boston7.journal.errors import (
    Conflict,
    Damaged,
    InvalidAppend,
    JournalDown,
    JournalError,
    Newer,
    NotOurs,
    OutcomeUnknown,
    Tampered,
)
from boston7.journal.journal import Journal, JournalHead, is_postgres, journal_file, open_journal
from boston7.journal.subscription import Subscription
from boston7.journal.verify import Fault, Verdict, verify, verify_own

__all__ = [
    "Append",
    "Conflict",
    "Damaged",
    "Entry",
    "Fault",
    "Head",
    "InvalidAppend",
    "Journal",
    "JournalDown",
    "JournalError",
    "JournalHead",
    "Meta",
    "Newer",
    "NotOurs",
    "OutcomeUnknown",
    "Receipt",
    "Subscription",
    "Tampered",
    "Verdict",
    "is_postgres",
    "journal_file",
    "open_journal",
    "unreadable",
    "verify",
    "verify_own",
]
