"""Audits of the record: replayed rounds, recomputed decks, exported history."""
