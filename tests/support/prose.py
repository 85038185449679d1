"""Everything we write in one list: docstrings, comments, docs, refusals, and what the program prints and shows.

    python tests/support/prose.py                      # what the lint finds
    python tests/support/prose.py --list [kind ...]    # every text, by kind
    python tests/support/prose.py --sample 7           # 300 at random for a reader to rate; 7 is the seed

The kinds: docstring, comment, doc, interface (command line, pages, log lines) and refusal.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sentences import ROOT, SOURCE, Sentence, every_sentence

KINDS = {"docstring": 100, "comment": 50, "doc": 50, "interface": 50, "refusal": 50}
"""How many of each kind a sample of 300 has."""
GENERATED = {"docs/rulebook.md"}
LONGEST = 34
"""Words in one sentence. Lists of names and quoted text make some sentences long, so the lint allows more than 25."""
_OPENINGS = (
    r"What(?:ever)? (?!is|are|does|do|was|has|if|a\b|this|these|that\b|to\b|happen)\w+",
    r"Whoever\b", r"Whom\b", r"Where nothing\b", r"One that\b", r"That which\b", r"Nothing (?:but|of)\b",
    r"Who (?!is\b|are\b|may\b|does\b|did\b|can\b|has\b|was\b)\w+s\b",
)  # fmt: skip
_ANYWHERE = (
    r"whoever", r"(?:is|are|was|were) told", r"tells? (?:them|it|him|her|us)\b", r"no business of", r"comes? seldom",
    r"less than nothing", r"goes? on from", r"what it took", r"puts? aside", r"put aside", r"of its own accord",
    r"anew", r"is none\b", r"are none\b", r"as it lies", r"lies? there", r"for good\b", r"at hand\b",
    r"by itself alone",
    r"nobody (?:needs?|asks?|knows?|hears?)", r"hears? of", r"knows? of", r"knows? nothing", r"goes? by\b",
    r"is not (?:its|our|their) business", r"for nothing\b", r"in place of nobody", r"of ours\b", r"of theirs\b",
    r"stands? (?:there|once|twice|in)\b", r"so many\b", r"no(?:thing|body) else\b[^.]{0,20}\bthan", r"strange",
    r"made of it", r"what there is", r"what is there", r"is as it", r"as it is\b(?! needed)", r"it takes (?:no|what)",
    r"with whom", r"to whom", r"of whom", r"minds? it\b", r"hands? on\b", r"lets? go\b", r"took\b",
)  # fmt: skip
ODD = re.compile(rf"(?:^|(?<=[.!?:] ))(?:{'|'.join(_OPENINGS)})|\b(?:{'|'.join(_ANYWHERE)})", re.MULTILINE)
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*(\"])")
_MARKUP = re.compile(r"`[^`]*`|\"[^\"]*\"|\[([^\]]*)\]\([^)]*\)|\*\*")
_JS_COMMENT = re.compile(r"/\*\*?(.*?)\*/|(?<![:\w\"'`])//(?!\s*(?:@ts-|biome-)) ?([^\n]*)", re.DOTALL)
_JSDOC_TAG = re.compile(r"@\w+ (?:\{(?:[^{}]|\{[^{}]*\})*\} ?)?(?:\[?[\w.=]+\]?)?")
_PRAGMA = re.compile(r"#\s*(?:noqa|type:|fmt:|pragma|!/)")


class Text(NamedTuple):
    kind: str
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: [{self.kind}] {self.text}"


def _flat(text: str) -> str:
    return " ".join(text.split())


def docstrings(path: Path) -> Iterator[Text]:
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield Text("docstring", name, node.lineno, _flat(node.value.value))


def comments(path: Path) -> Iterator[Text]:
    """Join the lines of one comment."""
    name, run, first, last = path.relative_to(ROOT).as_posix(), list[str](), 0, -1
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type != tokenize.COMMENT or _PRAGMA.match(token.string):
            continue
        line = token.start[0]
        if line != last + 1 and run:
            yield Text("comment", name, first, _flat(" ".join(run)))
            run = []
        if not run:
            first = line
        run.append(token.string.lstrip("# "))
        last = line
    if run:
        yield Text("comment", name, first, _flat(" ".join(run)))


def script_comments(path: Path) -> Iterator[Text]:
    text = path.read_text(encoding="utf-8")
    for found in _JS_COMMENT.finditer(text):
        body = _flat(re.sub(r"^\s*\*", "", _JSDOC_TAG.sub("", found[1] or found[2] or ""), flags=re.MULTILINE))
        if len(body.split()) > 2:
            yield Text("comment", path.relative_to(ROOT).as_posix(), text.count("\n", 0, found.start()) + 1, body)


def documents(path: Path) -> Iterator[Text]:
    """Paragraphs, list items and table cells of a page; no code."""
    name, in_code, run, first = path.relative_to(ROOT).as_posix(), False, list[str](), 0

    def done() -> Iterator[Text]:
        if run and len(" ".join(run).split()) > 2:
            yield Text("doc", name, first, _flat(" ".join(run)))
        run.clear()

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        bare = line.strip()
        if bare.startswith("```"):
            in_code = not in_code
        if (
            in_code
            or (line.startswith("    ") and not run)
            or bare.startswith(("```", "#", "<", "|--", "| --", "!["))
            or not bare
        ):
            yield from done()
        elif bare.startswith("|"):
            yield from done()
            for cell in bare.strip("|").split("|"):
                if len(cell.split()) > 4:
                    yield Text("doc", name, number, _flat(cell))
        else:
            if re.match(r"(?:[-*]|\d+\.) ", bare):
                yield from done()
                bare = re.sub(r"^(?:[-*]|\d+\.) ", "", bare)
            if not run:
                first = number
            run.append(bare)
    yield from done()


def _spoken(one: Sentence) -> Text:
    refusal = "/game/" in one.file or one.file.endswith(
        ("eligibility.py", "preconditions.py", "check.py", "rejections.py")
    )
    return Text("refusal" if refusal else "interface", one.file, one.line, one.text)


def everything() -> Iterator[Text]:
    for path in sorted([*SOURCE.rglob("*.py"), *(ROOT / "bench").glob("*.py"), *(ROOT / "tests").rglob("*.py")]):
        if "node_modules" in path.parts:
            continue
        yield from docstrings(path)
        yield from comments(path)
    for path in sorted((SOURCE / "web").rglob("*.js")):
        yield from script_comments(path)
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]):
        if path.relative_to(ROOT).as_posix() not in GENERATED:
            yield from documents(path)
    yield from map(_spoken, every_sentence())


def odd(one: Text) -> str | None:
    """Return what the lint finds odd: a private phrase, or a sentence that is too long."""
    text = _MARKUP.sub(lambda found: "" if found[0] == "**" else found[1] or "X", one.text)
    if found := ODD.search(text):
        return f"'{found[0]}'"
    if one.kind in ("docstring", "comment", "doc"):
        longest = max((len(sentence.split()) for sentence in _END.split(text)), default=0)
        if longest > LONGEST:
            return f"a sentence of {longest} words"
    return None


def sample(seed: int) -> list[Text]:
    by_kind: dict[str, list[Text]] = {}
    for one in everything():
        if not one.file.startswith("tests/") and not one.text.startswith("{"):
            by_kind.setdefault(one.kind, []).append(one)
    chosen = random.Random(seed)
    return [one for kind, count in KINDS.items() for one in chosen.sample(by_kind[kind], count)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", nargs="*", choices=KINDS)
    parser.add_argument("--sample", type=int)
    parser.add_argument("paths", nargs="*", help="only files whose path begins so")
    chosen = parser.parse_args()
    if chosen.sample is not None:
        for number, one in enumerate(sample(chosen.sample), 1):
            print(number, one)
    elif chosen.list is not None:
        for one in everything():
            if not chosen.list or one.kind in chosen.list:
                print(one)
    else:
        found = [
            (one, why) for one in everything() if one.file.startswith(tuple(chosen.paths) or "") and (why := odd(one))
        ]
        for one, why in found:
            print(f"{one}\n    {why}")
        print(len(found), "found")
