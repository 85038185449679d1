"""Typeset papers for tests, cached per process, and their text without spaces."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import typst
from pypdf import PdfReader

from boston7.house import House, preset
from boston7.house.load import EXAMPLES, PRESETS, example
from boston7.paper.papers import PAPERS, Wanted
from boston7.paper.typeset import Sheet, Theme, typeset

HOUSES = (*PRESETS, *EXAMPLES)
OF_ONE_HOUSE = tuple(name for name, paper in PAPERS.items() if paper.houses == 1 and name != "filing")


@cache
def house_of(name: str) -> House:
    return example(name) if name in EXAMPLES else preset(name)


def printed(paper: str, *houses: House, theme: Theme = "press") -> bytes:
    found = PAPERS[paper]
    return typeset(found.template, found.document(Wanted(list(houses))), theme=theme)


@cache
def pages_of(paper: str, *houses: str) -> PdfReader:
    return PdfReader(BytesIO(printed(paper, *map(house_of, houses))))


@cache
def text_of(paper: str, *houses: str) -> str:
    return _text(pages_of(paper, *houses))


def read(pdf: bytes) -> str:
    """Return the printed text without spaces, which letter-spacing and justification would add."""
    return _text(PdfReader(BytesIO(pdf)))


def _text(pages: PdfReader) -> str:
    return squeezed(" ".join(page.extract_text() for page in pages.pages))


def squeezed(words: str) -> str:
    return "".join(words.split())


def pictures(paper: str, *houses: House, theme: Theme = "press", ppi: int = 96) -> list[bytes]:
    """Return a picture of each page, as it looks in print."""
    found = PAPERS[paper]
    sheet = Sheet.of(found.template, found.document(Wanted(list(houses))), theme)
    pages = typst.compile(str(sheet.template), format="png", ppi=ppi, **sheet.options)
    return pages if isinstance(pages, list) else [pages]
