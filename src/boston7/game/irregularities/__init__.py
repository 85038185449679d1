"""Irregularities at a table (R12 to R18). Each file holds one: its command, event, effect and texts."""
