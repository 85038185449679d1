"""Waits for a server: until a condition holds, or until the server has refused to start."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

from cli_talk import run


def eventually(question: Any, seconds: float = 120) -> None:
    end = monotonic() + seconds
    while not question():
        assert monotonic() < end, "it never happened"
        sleep(0.1)


def refused_start(*arguments: str, **environment: str) -> str:
    sentence = run("serve", *arguments, **environment).refused()
    assert sentence.endswith(".") or "--" in sentence
    assert sentence.count("\n") == 0, sentence
    return sentence
