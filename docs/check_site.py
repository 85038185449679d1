"""Check that a built site is complete: every script, style, font, picture and linked page is a file in it.
Also check that it prints no Python object representation.

python docs/check_site.py build/site
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = re.compile(r"""<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=["']?([^"'\s>]+)""")
_FOR_PYTHON = re.compile(r"ForwardRef| at 0x|&lt;(?:function|class|object|built-in) ")
_LINKED = re.compile(r"""<a\b[^>]*?\bhref=["']?([^"'\s>]+)""")


def faults(site: Path) -> list[str]:
    found = []
    for page in sorted(site.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        found += [f"{page.name} prints {one!r}" for one in sorted(set(_FOR_PYTHON.findall(text)))]
        loaded = _LOADED.findall(text)
        found += [f"{page.name} loads {one}" for one in loaded if urlsplit(one).scheme not in ("", "data")]
        for address in [*loaded, *_LINKED.findall(text)]:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            target = site / unquote(parts.path).lstrip("/") if parts.path.startswith("/") else page.parent / parts.path
            if not Path(unquote(str(target))).exists():
                found.append(f"{page.name} refers to {address}, which is not there")
    return found


if __name__ == "__main__":
    problems = faults(Path(sys.argv[1]))
    print("\n".join(problems) or "The site is whole, and loads nothing from elsewhere.")
    sys.exit(bool(problems))
