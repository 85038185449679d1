"""Every sentence for people is in US card-room English, with the words of the layout.

`python tests/support/sentences.py` prints all of them.
"""

import re
from functools import cache

import pytest
from sentences import ROOT, Sentence, every_sentence

SENTENCES = cache(every_sentence)
# The layout prints Ante Bonus, 1st Wager, 2nd Wager, Three Card Bonus and 2 Discards (000 to 004).
PRINTED = {
    r"\b3[ -]card bonus": "Three Card Bonus",
    r"\bthree[ -]card bonus(?<!Three Card Bonus)": "Three Card Bonus",
    r"\bante bonus(?<!Ante Bonus)": "Ante Bonus",
    r"\b(?:first|1st) wager(?<!1st Wager)(?! of a round)(?!\.$)": "1st Wager",
    r"\b(?:second|2nd) wager(?<!2nd Wager)": "2nd Wager",
}
# Phrases that a US dealer, player or operator would not use, collected while reading the whole list.
DIALECT = (
    "anew", "whoever", "may come in", "come in as", "holds at once", "for good", "put right", "puts it right", "go on",
    "goes on with", "just now", "we do not understand", "not understood", "we know", "a key we do not", "keys beside",
    "does not let go", "lies elsewhere", "lies face up", "what stands", "of all wagered", "so many", "all that is left",
    "beside it.", "are others", "is another one", "does not fit its", "colour", "favour", "present password",
    "take it away", "for you to do", "looking you up", "write an amount", "at any hour", "what shall", "of that number",
    "any more.", "booked", "a ground", "comes back:", "does not know", "program knows", "decided again",
    "play for money", "plays for guests", "says again", "is written like", "other commitments", "another number of",
    "bar somebody",
)  # fmt: skip
OLD = rf"(?<!\w)(?:{'|'.join(map(re.escape, DIALECT))})"


def said(pattern: str) -> list[Sentence]:
    return [one for one in SENTENCES() if re.search(pattern, one.text, re.IGNORECASE)]


def test_the_list_holds_the_command_line_the_refusals_the_words_of_the_pages_and_their_html() -> None:
    files = {one.file for one in SENTENCES()}
    assert len(SENTENCES()) > 3000
    for part in ("cli/odds_pages.py", "game/acts/betting.py", "kit/words/table.js", "pages/table.html"):
        assert any(file.endswith(part) for file in files), part


@pytest.mark.parametrize(("pattern", "printed"), PRINTED.items(), ids=PRINTED.values())
def test_wagers_are_called_what_the_layout_prints(pattern: str, printed: str) -> None:
    wrong = [
        one for one in SENTENCES() if (found := re.search(pattern, one.text, re.IGNORECASE)) and found[0] != printed
    ]
    assert not wrong, "\n".join(map(str, wrong))


def test_none_of_our_old_dialect() -> None:
    wrong = said(OLD)
    assert not wrong, "\n".join(map(str, wrong))


def test_documents_use_no_old_dialect() -> None:
    """Rulings and changes are quoted and thus exempt. All other documents must use the same words."""
    read = {ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")} | {*(ROOT / "docs").glob("*.md")}
    wrong = [
        f"{path.name}:{number}: {line}"
        for path in sorted(read - {ROOT / "docs" / "rulebook.md"})
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(OLD, line, re.IGNORECASE)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_percent_sign_follows_its_number_at_once() -> None:
    wrong = said(r"[\d}] %(?![a-z(])")
    assert not wrong, "\n".join(map(str, wrong))
