"""What the pages have from our types is what our types say now."""

from __future__ import annotations

from places import SOURCE

from boston7.server.wire_types import BLANK, blank_js


def test_the_blank_table_of_the_pages_is_fresh() -> None:
    written = (SOURCE / BLANK).read_text(encoding="utf-8")
    assert written == blank_js(), "If this is meant: python -m boston7.server.wire_types"
