"""Questions to a person: one line, a default in parentheses, and an error message for an unusable answer."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from boston7.cli.terminal.screen import Screen
from boston7.errors import UserError
from boston7.money import Cents, InvalidMoney, dollars, parse_dollars

T = TypeVar("T")


class Leaving(Exception):
    """The person closed the input or pressed Ctrl-C, and leaves."""


class Unusable(UserError):
    """An answer that does not fit its question."""


class Ask:
    def __init__(self, screen: Screen, show_help: Callable[[], None]) -> None:
        self.screen = screen
        self._show_help = show_help
        self._typed = sys.stdin.isatty() and sys.stdout.isatty()
        self._editable = self._typed and _line_editing()

    def until(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until `read` accepts the answer. Print why it does not. `?` and `help` show the rules."""
        while True:
            answer = self._line(question)
            if answer.lower() in ("?", "help"):
                self._show_help()
                continue
            try:
                return read(answer)
            except (UserError, OSError) as problem:
                self.screen.line(str(problem))

    def _line(self, question: str) -> str:
        """Ask one question and return the answer. Long questions wrap between words."""
        *above, last = textwrap.wrap(question, max(20, self.screen.page.width - 8)) or [""]
        for row in above:
            self.screen.line(row, "bold")
        try:
            return (self._from_keyboard(f"{last} ") if self._typed else self._from_pipe(f"{last} ")).strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.line()
            raise Leaving from None

    def _from_keyboard(self, prompt: str) -> str:
        if self._editable and self.screen.page.color_system:
            return input(f"\001\033[1m\002{prompt}\001\033[0m\002")  # \001 and \002 hide the style from readline.
        return input(prompt)

    def _from_pipe(self, prompt: str) -> str:
        """Echo a piped answer, so that the transcript reads like a session."""
        self.screen.page.print(prompt, end="", soft_wrap=True)
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not answer:
            raise EOFError
        self.screen.line("".join(sign for sign in answer.strip() if sign.isprintable()))
        return answer

    def choice(self, question: str, options: Mapping[str, str], default: str) -> str:
        """Return the key of one option: `{"f": "fold"}` is offered as `[f]old`."""

        def read(answer: str) -> str:
            word = answer.lower() or default
            for key, words in options.items():
                if word == key or (len(word) > 1 and words.lower().startswith(word)):
                    return key
            raise Unusable(f"{_shown(word)} is not one of the answers; type {_either([*options])}.")

        offered = _either([_keyed(key, words) for key, words in options.items()])
        return self.until(f"{question} {offered} ({default}):".lstrip(), read)

    def yes(self, question: str, default: bool) -> bool:
        return self.choice(question, {"y": "yes", "n": "no"}, "y" if default else "n") == "y"

    def money(self, question: str, default: Cents, check: Callable[[Cents], None]) -> Cents:
        """Return an amount that `check` accepts. If the question offers it, `l` and `leave` raise Leaving."""

        def read(answer: str) -> Cents:
            word = answer.lower()
            if word in ("l", "leave") and "[l]eave" in question:
                raise Leaving
            try:
                cents = parse_dollars(word) if word else default
            except InvalidMoney:
                example = "write it like $5, $12.50 or $1,000"
                raise Unusable(f"{_shown(word)} is not a dollar amount; {example}.") from None
            check(cents)
            return cents

        return self.until(f"{question} ({dollars(default)}):", read)


def _keyed(key: str, words: str) -> str:
    return f"[{key}]{words[len(key) :]}" if words.lower().startswith(key) else f"[{key}] {words}"


def _either(words: Sequence[str]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _shown(answer: str) -> str:
    short = answer if len(answer) <= 20 else f"{answer[:20]}..."
    return ascii(short) if not short.isprintable() else repr(short)


def _line_editing() -> bool:
    """Enable line editing with readline, without its history, which would only offer old amounts."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_auto_history(False)
    return True
