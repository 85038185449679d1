"""What a browser loads: once, packed, all at the same time."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Client, Server, start_server

from boston7.server.assets import _COMMENT, WEB, Web

PAGE = b'<head><link href="/assets/a.css"><script type="module" src="/assets/pages/p.js"></script></head>'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("assets")) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "pages/p.html": PAGE,
        "assets/a.css": b"a {}",
        "assets/pages/p.js": b'import "../parts/x.js";\nimport {\n  one\n} from "../lib/y.js";\nimport("../lib/z.js");',
        "assets/parts/x.js": b'export { three } from "../lib/y.js";\n// import "../lib/z.js"\n',
        "assets/lib/y.js": b'/** One. */\nexport const one = "// 1";\n  // two\nexport const two = 2; // too\n',
        "assets/lib/z.js": b"export const later = 1;\n",
    }
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_bytes(content)
    return tmp_path


def test_a_page_names_all_it_imports_and_nothing_it_imports_later(folder: Path) -> None:
    web = Web(folder)
    assert web.scripts("pages/p.js") == ["pages/p.js", "parts/x.js", "lib/y.js"]
    page = web.file("pages/p.html")
    assert page
    named = re.findall(rb'<link rel="modulepreload" href="/assets/(\w+)/([^"]+)">', page.content)
    assert [path for _, path in named] == [b"pages/p.js", b"parts/x.js", b"lib/y.js"]
    assert {digest for digest, _ in named} == {web.digest.encode()}
    assert page.content.count(b'="/assets/' + web.digest.encode()) == page.content.count(b"/assets/") == 5


def test_another_asset_is_another_address_for_all_of_them(folder: Path) -> None:
    web = Web(folder)
    assert not web.changed()
    (folder / "assets/lib/z.js").write_bytes(b"export const later = 22;\n")
    assert web.changed()
    again = Web(folder)
    assert again.digest != web.digest
    (folder / "pages/p.html").write_bytes(PAGE + b"<body>")
    assert Web(folder).digest == again.digest, "a page is no asset"


def test_comments_stay_at_home_and_lines_where_they_are(folder: Path) -> None:
    lean = Web(folder).file("assets/lib/y.js", lean=True)
    assert lean
    assert lean.content == b'\nexport const one = "// 1";\n\nexport const two = 2; // too\n'


@pytest.mark.parametrize("path", sorted(WEB.glob("assets/**/*.js")), ids=lambda path: path.name)
def test_what_is_left_out_of_a_script_is_no_part_of_a_text(path: Path) -> None:
    """A line that looks like a comment inside a text of several lines would be lost."""
    content = path.read_bytes()
    for comment in _COMMENT.finditer(content):
        before = _COMMENT.sub(b"", content[: comment.start()])
        assert before.count(b"`") % 2 == 0, comment[0]


def test_an_asset_is_kept_for_good_under_its_digest(server: Server) -> None:
    ann = Client(server)
    page = ann.get("/table/Main").body.decode()
    address = re.findall(r'<script type="module" src="(/assets/[0-9a-f]{16}/pages/table.js)"', page)
    assert len(address) == 1
    script = ann.ask("GET", address[0], headers={"Accept-Encoding": "gzip"})
    assert script.status == 200
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-encoding"] == "gzip"
    assert script.headers["vary"] == "accept-encoding"
    assert script.headers["x-content-type-options"] == "nosniff"
    assert script.headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in script.headers
    plain = ann.ask("GET", address[0], headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(script.body) == plain.body
    assert plain.body.count(b"\n") == (WEB / "assets/pages/table.js").read_bytes().count(b"\n")


def test_a_page_from_before_an_update_still_finds_what_it_needs(server: Server) -> None:
    old = Client(server).get(f"/assets/{'0' * 16}/lib/dom.js")
    assert old.status == 200
    assert old.headers["cache-control"] == "no-cache"
    assert Client(server).get(f"/assets/{'0' * 16}/lib/nothing.js").status == 404


def test_a_table_called_like_a_script_is_a_page(server: Server) -> None:
    page = Client(server).get("/table/x.js")
    assert page.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in page.headers
