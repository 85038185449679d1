"""How every command speaks: one JSON document on stdout, or one sentence on stderr and an exit code."""

import sys
from typing import Any, NoReturn

import msgspec

BAD_INPUT = 2
CHECK_FAILED = 1


def fail(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """End the command with a sentence on stderr; nothing more is printed on stdout."""
    sys.stdout.flush()
    print(sentence, file=sys.stderr)
    raise SystemExit(code)


def print_json(value: Any) -> None:
    """The one document of a `--json` command, as UTF-8 whatever the terminal's own encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()
