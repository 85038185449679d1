"""Irregularities at a table (R12 to R18), one per file: command, event, effect and texts."""
