"""Assets as a browser loads them: one round trip, compressed, cached."""

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
        "assets/parts/x.js": b'import { two as three } from "../lib/y.js";\n// import "./z.js"\nexport { three };\n',
        "assets/lib/y.js": b'/** One. */\nexport const one = "// 1";\n  // two\nexport const two = 2; // too\n',
        "assets/lib/z.js": b"export const later = 1;\n",
    }
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_bytes(content)
    return tmp_path


def test_a_page_gets_its_scripts_in_one_and_its_styles_in_two(folder: Path) -> None:
    links = b"".join(b'<link rel="stylesheet" href="/assets/css/%b.css">\n' % name for name in (b"tokens", b"base"))
    own = b'<link rel="stylesheet" href="/assets/css/one.css"> <link rel="stylesheet" href="/assets/css/two.css">'
    (folder / "assets/css").mkdir()
    for name in ("tokens", "base", "one", "two"):
        (folder / f"assets/css/{name}.css").write_text(f".{name} {{}}\n")
    (folder / "pages/p.html").write_bytes(PAGE.replace(b"<head>", b"<head>" + links + own))
    web = Web(folder)
    page = web.file("pages/p.html")
    assert page
    named = re.findall(rb'(?:href|src)="/assets/(\w+)/([^"]+)"', page.content)
    assert [path for _, path in named] == [b"css/tokens+base.css", b"css/one+two.css", b"a.css", b"joined/pages/p.js"]
    assert {digest for digest, _ in named} == {web.digest.encode()}
    both = web.file("assets/css/one+two.css")
    assert both
    assert both.content == b".one {}\n.two {}\n"
    assert web.file("assets/css/two+one.css") is None, "only what a page names: no other addresses fill our memory"


def test_an_entry_is_joined_with_its_static_imports_only(folder: Path) -> None:
    web = Web(folder)
    file = web.file("assets/joined/pages/p.js", lean=True)
    assert file
    assert file.content.index(b'_have("lib/y.js"') < file.content.index(b'_have("parts/x.js"')
    assert b"later" not in file.content
    assert f'import("/assets/{web.digest}/joined/lib/z.js")'.encode() in file.content
    assert web.file("assets/joined/pages/none.js") is None


def test_a_changed_asset_changes_the_address_of_all(folder: Path) -> None:
    web = Web(folder)
    assert not web.changed()
    (folder / "assets/lib/z.js").write_bytes(b"export const later = 22;\n")
    assert web.changed()
    again = Web(folder)
    assert again.digest != web.digest
    (folder / "pages/p.html").write_bytes(PAGE + b"<body>")
    assert Web(folder).digest == again.digest, "a page is no asset"


def test_comments_are_stripped_and_line_numbers_kept(folder: Path) -> None:
    lean = Web(folder).file("assets/lib/y.js", lean=True)
    assert lean
    assert lean.content == b'\nexport const one = "// 1";\n\nexport const two = 2; // too\n'


def test_indentation_is_stripped_except_in_multiline_strings(folder: Path) -> None:
    texts = {
        "plain.js": b"if (a) {\n  b(`c`);\n}\n",
        "text.js": b"const a = `one\n  two`;\n",
        "a.css": b"a {\n  b: c;\n}\n",
    }
    for name, text in texts.items():
        (folder / "assets" / name).write_bytes(text)
    web = Web(folder)
    lean = {name: web.file(f"assets/{name}", lean=True) for name in texts}
    assert {name: file and file.content for name, file in lean.items()} == {
        "plain.js": b"if (a) {\nb(`c`);\n}\n",
        "text.js": texts["text.js"],
        "a.css": b"a {\nb: c;\n}\n",
    }


@pytest.mark.parametrize("path", sorted(WEB.glob("assets/**/*.js")), ids=lambda path: path.name)
def test_stripped_comments_are_not_parts_of_strings(path: Path) -> None:
    """A line of a multi-line string that looks like a comment would be lost."""
    content = path.read_bytes()
    for comment in _COMMENT.finditer(content):
        before = _COMMENT.sub(b"", content[: comment.start()])
        assert before.count(b"`") % 2 == 0, comment[0]


def test_an_asset_is_immutable_under_its_digest(server: Server) -> None:
    ann = Client(server)
    page = ann.get("/table/Main").body.decode()
    address = re.findall(r'<script type="module" src="(/assets/[0-9a-f]{16}/joined/pages/table.js)"', page)
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
    assert b"render();" in plain.body


def test_a_page_from_before_an_update_still_finds_its_assets(server: Server) -> None:
    old = Client(server).get(f"/assets/{'0' * 16}/kit/dom.js")
    assert old.status == 200
    assert old.headers["cache-control"] == "no-cache"
    assert Client(server).get(f"/assets/{'0' * 16}/lib/nothing.js").status == 404


def test_a_table_called_like_a_script_is_a_page(server: Server) -> None:
    page = Client(server).get("/table/x.js")
    assert page.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in page.headers
