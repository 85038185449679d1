"""Asking a person: one line, a default in brackets, and a sentence for an answer that is none."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence

from boston7.cli.terminal.screen import Screen
from boston7.declare import Rejection
from boston7.money import Cents, dollars, parse_dollars


class Leaving(Exception):
    """The person has closed the input or pressed Ctrl-C: they want to get up."""


class Ask:
    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._typed = sys.stdin.isatty() and sys.stdout.isatty()
        self._editable = self._typed and _line_editing()
        self.help: Callable[[], None] = lambda: None
        """What `?` and `help` show, at any question."""

    def line(self, question: str) -> str:
        """The answer to one question; `?` and `help` are answered, and the question asked again."""
        while (answer := self._line(question)).lower() in ("?", "help"):
            self.help()
        return answer

    def _line(self, question: str) -> str:
        """Long questions wrap between words, and the answer follows the last one."""
        *above, last = textwrap.wrap(question, max(20, self.screen.width - 8)) or [""]
        for row in above:
            self.screen.say(row, "bold")
        try:
            return (self._from_keyboard(f"{last} ") if self._typed else self._from_pipe(f"{last} ")).strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            raise Leaving from None

    def _from_keyboard(self, prompt: str) -> str:
        if self._editable and self.screen.page.color_system:
            return input(f"\001\033[1m\002{prompt}\001\033[0m\002")  # the marks tell readline what takes no room
        return input(prompt)

    def _from_pipe(self, prompt: str) -> str:
        """An answer that nobody typed is shown as if someone had, so that the transcript reads like a session."""
        self.screen.page.print(prompt, end="", soft_wrap=True)
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not answer:
            raise EOFError
        self.screen.say("".join(sign for sign in answer.strip() if sign.isprintable()))
        return answer

    def choice(self, question: str, options: Mapping[str, str], default: str) -> str:
        """One of a few, by its key: `{"f": "fold"}` is offered as `[f]old`."""
        offered = _either([_keyed(key, words) for key, words in options.items()])
        while True:
            answer = self.line(f"{question}{' ' if question else ''}{offered} ({default}):").lower() or default
            for key, words in options.items():
                if answer == key or (len(answer) > 1 and words.lower().startswith(answer)):
                    return key
            self.screen.say(f"{_shown(answer)} is not one of the answers; type {_either([*options])}.")

    def yes(self, question: str, default: bool) -> bool:
        return self.choice(question, {"y": "yes", "n": "no"}, "y" if default else "n") == "y"

    def money(
        self,
        question: str,
        default: Cents,
        refuse: Callable[[Cents], Rejection | None],
        words: Mapping[str, str] | None = None,
    ) -> Cents | str:
        """An amount that is not refused, or one of a few `words` that may be answered instead."""
        while True:
            answer = self.line(f"{question} ({dollars(default)}):").lower()
            if words and answer in words:
                return words[answer]
            try:
                cents = parse_dollars(answer) if answer else default
            except ValueError:
                self.screen.say(f"{_shown(answer)} is not a dollar amount; write it like $5, $12.50 or $1,000.")
                continue
            refusal = refuse(cents)
            if refusal is None:
                return cents
            self.screen.say(str(refusal))


def _keyed(key: str, words: str) -> str:
    return f"[{key}]{words[len(key) :]}" if words.lower().startswith(key) else f"[{key}] {words}"


def _either(words: Sequence[str]) -> str:
    return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def _shown(answer: str) -> str:
    short = answer if len(answer) <= 20 else f"{answer[:20]}..."
    return ascii(short) if not short.isprintable() else repr(short)


def _line_editing() -> bool:
    """With readline, arrow keys edit the answer. Its history would only offer old amounts for new questions."""
    try:
        import readline
    except ImportError:
        return False
    readline.set_auto_history(False)
    return True
