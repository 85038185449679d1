"""The bundle of a page's scripts behaves like the separate scripts."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from boston7.server.assets import WEB
from boston7.server.scripts import UnsupportedSyntax, _exports, imports, joined, order

OURS = {path.relative_to(WEB / "assets").as_posix(): path.read_bytes() for path in WEB.glob("assets/**/*.js")}
FEW = {
    "pages/p.js": b'import "../lib/b.js";\nimport {\n  one as first,\n  Two,\n} from "../lib/a.js";\n'
    b'import { one } from "../lib/c.js";\nconsole.log(first, one, new Two().three(), await Promise.resolve("end"));\n',
    "lib/a.js": b'import { tell } from "./c.js";\ntell("a");\nexport const one = 1;\nexport class Two {\n'
    b"  three() {\n    return three();\n  }\n}\nexport async function four() {}\nfunction three() {\n  return 3;\n}\n",
    "lib/b.js": b'import { tell } from "./c.js";\ntell("b");\n',
    "lib/c.js": b'console.log("c");\nconst told = [];\nexport function tell(name) {\n  told.push(name);\n'
    b'  console.log(told.join());\n}\nconst one = "one";\nexport { one };\n',
}


def same(text: bytes) -> bytes:
    return text


def test_it_runs_as_the_many_would(tmp_path: Path) -> None:
    for path, text in FEW.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "one.js").write_bytes(joined("pages/p.js", FEW, "/", same))
    many, one = (
        subprocess.run(["node", tmp_path / path], capture_output=True, text=True, check=True).stdout
        for path in ("pages/p.js", "one.js")
    )
    assert one == many == "c\nb\nb,a\n1 one 3 end\n"


def test_what_is_loaded_later_finds_what_is_there(tmp_path: Path) -> None:
    later = b'import { tell } from "../lib/c.js";\nexport const more = () => tell("later");\n'
    base = f"{tmp_path.as_posix()}/joined/"
    few = {**FEW, "parts/later.js": later}
    few["pages/p.js"] += b'const { more } = await import("../parts/later.js");\nmore();\n'
    for path in ("pages/p.js", "parts/later.js"):
        (tmp_path / "joined" / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "joined" / path).write_bytes(joined(path, few, base, same))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    page = tmp_path / "joined/pages/p.js"
    ran = subprocess.run(["node", page], capture_output=True, text=True, check=True).stdout
    assert ran == "c\nb\nb,a\n1 one 3 end\nb,a,later\n"


def test_a_circle_and_what_we_do_not_write_are_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match=r"lib/c\.js imports itself, by lib/a\.js"):
        order("lib/c.js", {**FEW, "lib/c.js": b'import { one } from "./a.js";'})
    for strange in (b'import * as all from "./c.js";', b"export default 1;", b"export let now = 1;"):
        with pytest.raises(UnsupportedSyntax, match=r"^lib/b\.js: "):
            joined("pages/p.js", {**FEW, "lib/b.js": strange}, "/", same)


@pytest.mark.parametrize("page", sorted(WEB.glob("assets/pages/*.js")), ids=lambda path: path.stem)
def test_every_page_has_all_it_imports(page: Path) -> None:
    entry = f"pages/{page.name}"
    assert joined(entry, OURS, "/", same)
    for path in order(entry, OURS):
        for names, wanted in re.findall(rb'^import\s\{([^}]*)\}\s*from\s*"([^"]+)"', OURS[path], re.MULTILINE):
            (target,) = imports(path, b'import "%b"' % wanted)
            taken = {name.split(b" as ")[0].strip() for name in names.split(b",") if name.strip()}
            assert taken <= set(_exports(OURS[target])[1]), (path, target)
