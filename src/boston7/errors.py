"""The root of all errors whose message is meant for a person."""

from __future__ import annotations


class UserError(Exception):
    """An error whose message is a sentence for a person: what is wrong, and what to do."""
