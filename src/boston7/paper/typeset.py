"""Turn the document of a paper into a PDF."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from boston7.errors import UserError

Theme = Literal["press", "office"]
"""`press` is for a color printer. `office` has no large dark areas and survives any gray printer."""

_STANDARDS: list[Literal["ua-1", "a-2a"]] = ["ua-1", "a-2a"]
"""Tagged for screen readers, and complete in itself for an archive."""
_FOLDER = Path(str(resources.files("boston7.paper")))
_TEMPLATES = _FOLDER / "templates"
_FONTS = _FOLDER / "fonts"
_UNDATED = date(2026, 1, 1)


_REFUSED = re.compile(r"panicked with: (.+)")


class CannotTypeset(Exception):
    """A template rejected its document, or a font is missing: a fault of ours."""


class DoesNotFit(UserError):
    """The words of a house are too long for the paper."""


def typeset(
    template: str, document: msgspec.Struct, *, theme: Theme = "press", dated: date | None = None, bleed: float = 0.0
) -> bytes:
    """Return the PDF of a document. The same document gives the same bytes on every machine.

    `dated` is written into the PDF's metadata, for a clock would make every print another file.
    """
    import typst

    content = msgspec.json.encode(document)
    source = (_TEMPLATES / f"{template}.typ").read_bytes()
    inputs = {
        "template": template,
        "data": content.decode(),
        "hash": sha256(content + source + theme.encode()).hexdigest(),
        "theme": theme,
        "bleed": f"{bleed:g}",
    }
    made_at = int(datetime.combine(dated or _UNDATED, time(), UTC).timestamp())
    try:
        pdf, warnings = typst.compile_with_warnings(
            str(_TEMPLATES / f"{template}.typ"),
            root=str(_TEMPLATES),
            font_paths=[str(_FONTS)],
            ignore_system_fonts=True,
            sys_inputs=inputs,
            pdf_standards=[*_STANDARDS],
            timestamp=made_at,
        )
    except typst.TypstError as error:
        if refused := _REFUSED.search(str(error)):
            raise DoesNotFit(refused[1]) from None
        raise CannotTypeset(f"{template}: {error}") from error
    if warnings:
        raise CannotTypeset(f"{template}: {'; '.join(str(warning) for warning in warnings)}")
    assert isinstance(pdf, bytes)
    return pdf
