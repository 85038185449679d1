"""The base class of all errors with a message for a person."""

from __future__ import annotations


class UserError(Exception):
    """An error with a message for a person: what is wrong, and what to do."""
