"""The server's log on stderr, one line for each event, as text or as JSON.

A line never contains a token, a password, a cookie, a player's entropy, a card, or a query string.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from boston7.server.config import LogFormat


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(sep=" ", timespec="milliseconds")[:23]
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, "fields", {}).items())
        line = f"{moment} {record.levelname.lower():7} {record.getMessage()} {fields}".rstrip()
        # Escape line breaks and terminal control characters, so that an event is always one line.
        line = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up(form: LogFormat, *, quiet: bool = False, verbose: bool = False) -> None:
    """Log to stderr. `quiet` keeps only warnings; `verbose` adds the messages of the libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO if verbose else logging.WARNING)
    logging.getLogger("boston7").setLevel(logging.WARNING if quiet else logging.INFO)


def note(logger: logging.Logger, message: str, **fields: Any) -> None:
    logger.info(message, extra={"fields": fields})
