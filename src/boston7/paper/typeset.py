"""Typesets the document of a paper as a PDF."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from boston7.errors import UserError

Theme = Literal["press", "office"]
"""`press` is for color printers. `office` has no large dark areas, so it prints well in gray."""

_STANDARDS: list[Literal["ua-1", "a-2a"]] = ["ua-1", "a-2a"]
"""PDF/UA-1 for screen readers, PDF/A-2a for archiving."""
_FOLDER = Path(str(resources.files("boston7.paper")))
_TEMPLATES = _FOLDER / "templates"
_FONTS = _FOLDER / "fonts"
_UNDATED = date(2026, 1, 1)


_REFUSED = re.compile(r"panicked with: (.+)")


class CannotTypeset(Exception):
    """A template rejected its document, or a font is missing. This is always a bug."""


class DoesNotFit(UserError):
    """A text of the house is too long for the paper."""


class Sheet(NamedTuple):
    """A template and what typst needs to set it."""

    template: Path
    inputs: dict[str, str]

    @classmethod
    def of(cls, template: str, document: msgspec.Struct, theme: Theme = "press", bleed: float = 0.0) -> Sheet:
        content, path = msgspec.json.encode(document), _TEMPLATES / f"{template}.typ"
        inputs = {
            "template": template,
            "data": content.decode(),
            "hash": sha256(content + path.read_bytes() + theme.encode()).hexdigest(),
            "theme": theme,
            "bleed": f"{bleed:g}",
        }
        return cls(path, inputs)

    @property
    def options(self) -> dict[str, Any]:
        """Return the options of typst: nothing is read from elsewhere on this machine."""
        fonts = [str(_FONTS)]
        return {
            "root": str(_TEMPLATES),
            "font_paths": fonts,
            "ignore_system_fonts": True,
            "sys_inputs": self.inputs,
        }


def typeset(
    template: str, document: msgspec.Struct, *, theme: Theme = "press", dated: date | None = None, bleed: float = 0.0
) -> bytes:
    """Return a document as a PDF. The same document gives the same bytes on every machine.

    `dated` is written into the PDF's metadata. The current time would make every PDF different.
    """
    import typst

    sheet = Sheet.of(template, document, theme, bleed)
    made_at = int(datetime.combine(dated or _UNDATED, time(), UTC).timestamp())
    try:
        pdf, warnings = typst.compile_with_warnings(
            str(sheet.template), pdf_standards=[*_STANDARDS], timestamp=made_at, **sheet.options
        )
    except typst.TypstError as error:
        if refused := _REFUSED.search(str(error)):
            raise DoesNotFit(refused[1]) from None
        raise CannotTypeset(f"{template}: {error}") from error
    if warnings:
        raise CannotTypeset(f"{template}: {'; '.join(str(warning) for warning in warnings)}")
    assert isinstance(pdf, bytes)
    return pdf
