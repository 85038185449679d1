"""The wheel with only the packages of `pip install boston7`: everything works, and missing extras are named."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions, requires
from pathlib import Path
from urllib.parse import quote

import pytest
from browser import chromium, visitor
from minify import minify
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from playwright.sync_api import expect
from serving import Client

from boston7.extras import PACKAGES
from boston7.server.assets import Web

ROOT = Path(__file__).parents[2]
BUILDING = {"editables", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
"""Pinned packages that build the package; running it does not need them."""
MEGABYTES = 100
SCRIPTS_OF_A_TABLE = 65_000  # Bytes with gzip, before any interaction.
UNPACK = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(0)))"
ROUND = {
    "house": "nhcg",
    "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
}

NOT_IMPORTED = {
    "dask": "its program starts schedulers and workers",
    "psycopg-binary": "psycopg imports it",
}

WORKS = {
    "houses": ["houses"],
    "one house": ["houses", "show", "nhcg", "--toml"],
    "settle": ["settle", "-"],
    "odds": ["odds", "nhcg", "--ante", "10"],
    "odds of a start": ["odds", "rack-card", "--start", "2c 3d 7h"],
    "odds of a hand": ["odds", "nhcg", "--hand", "7s 7c 7h As Ad 5c 2d"],
    "play": ["play", "--auto", "3", "--seed", "1", "--json"],
    "help": ["--help"],
}
NEEDS = {
    "sim": [
        ["simulate", "nhcg", "--rounds", "1000"],
        ["odds", "design", "--target", "3%", "--vary", "ante_bonus.flush"],
        ["odds", "nhcg", "--start", "2c 3d 7h", "--dead", "As"],
        ["odds", "nhcg", "--dead", "As"],
        ["odds", "--recount"],
        ["audit", "rng"],
    ],
    "plot": [["odds", "nhcg", "--plot", "odds.svg"]],
    "postgres": [
        [*command.split(), "--db", "postgresql://nobody@127.0.0.1/none"]
        for command in ("audit verify", "serve", "admin person list", "admin record restored --reason x")
    ],
    "paper": [["print", "sign", "nhcg", "-o", "sign.pdf"]],
    "cluster": [["simulate", "nhcg", "--rounds", "1000", "--cluster", "local"]],
}


def pinned(file: str) -> set[str]:
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    lines = re.findall(r"^([a-z0-9-]+)==\S+( ; sys_platform == 'win32')?", text, re.MULTILINE)
    return {name for name, elsewhere in lines if not elsewhere}


class Small:
    """A folder with the unpacked wheel and links to its dependencies, the only packages Python finds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        source = folder / "source"  # The build tree contains the minified pages; our source tree does not.
        shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "web_release"))
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
            shutil.copy(ROOT / name, source)
        minify(source / "src/boston7/web_release")
        built = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")],
            cwd=source,
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 0, built.stderr
        (wheel,) = (folder / "dist").iterdir()
        self.site = folder / "site"
        zipfile.ZipFile(wheel).extractall(self.site)
        self.bytes = sum(path.stat().st_size for path in self.site.rglob("*") if path.is_file())
        for name in pinned("base.txt") - BUILDING:
            for file in distribution(name).files or ():
                real = Path(str(file.locate()))
                if ".." in file.parts or not real.exists():
                    continue
                self.bytes += real.stat().st_size
                top = self.site / file.parts[0]
                if not top.exists():
                    top.symlink_to(str(distribution(name).locate_file(file.parts[0])))

    def python(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-S", *arguments],
            input=stdin,
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )

    @property
    def environment(self) -> dict[str, str]:
        return {"PYTHONPATH": str(self.site), "HOME": str(self.folder), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return Small(tmp_path_factory.mktemp("small"))


def test_it_is_small_and_holds_neither_numba_nor_matplotlib(small: Small) -> None:
    assert small.bytes < MEGABYTES * 1_000_000
    heavy = "numpy", "numba", "matplotlib"
    found = small.python("-c", f"from importlib.util import find_spec; print(*map(find_spec, {heavy}))")
    assert found.stdout == "None None None\n"
    assert pinned("base.txt").isdisjoint({"numpy", "numba", "llvmlite", "matplotlib", "pydantic"})


def test_the_decisions_say_how_large_it_is_and_below_which_typer_it_stays(small: Small) -> None:
    told = " ".join((ROOT / "docs" / "decisions-code.md").read_text(encoding="utf-8").split())
    (megabytes,) = re.findall(r"about (\d+) MB instead of", told)
    assert small.bytes / 1e6 < int(megabytes) < MEGABYTES, "pip compiles what it installs, and a disk counts in blocks"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (typer,) = (one for one in map(Requirement, project["dependencies"]) if one.name == "typer")
    (bound,) = (one.version for one in typer.specifier if one.operator == "<")
    assert f"**`typer` stays below {bound}.** {bound} needs pydantic" in told


@pytest.mark.parametrize("asked", WORKS)
def test_the_wheel_works(small: Small, asked: str) -> None:
    done = small.python("-m", "boston7", *WORKS[asked], stdin=json.dumps(ROUND))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.fixture(scope="module")
def room(small: Small) -> Iterator[str]:
    """Yield the address of a room served by the wheel."""
    command = [sys.executable, "-S", "-m", "boston7", "serve", "--db", "room.db", "--port", "0", "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=small.folder, env=small.environment, text=True
    )
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["url"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.communicate()
    verified = small.python("-m", "boston7", "audit", "verify", "--db", "room.db", "--json")
    assert json.loads(verified.stdout)["ok"] is True


def assets_of(page: str) -> tuple[list[str], list[str]]:
    """Return the scripts that a page names, and its styles."""
    scripts = re.findall(r'(?:modulepreload" href|<script [^>]*src)="([^"]+)"', page)
    return scripts, re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)


def test_it_serves_a_room_and_its_odds(room: str) -> None:
    assert Client(room).get("/odds").status == 200


def test_the_pages_are_minified_with_brotli_and_gzip(room: str) -> None:
    ann = Client(room)
    scripts, styles = assets_of(ann.get("/table/Main").body.decode())
    sizes = {"br": 0, "gzip": 0}
    for path in (*scripts, *styles):
        taken = {
            accepted: ann.ask("GET", path, headers={"Accept-Encoding": accepted})
            for accepted in ("identity", "br;q=0, gzip;q=0.5", "gzip, deflate, br, zstd")
        }
        plain, gzipped, packed = taken.values()
        assert {answer.headers["vary"] for answer in taken.values()} == {"accept-encoding"}
        assert {answer.headers["cache-control"] for answer in taken.values()} == {"public, max-age=31536000, immutable"}
        assert "content-encoding" not in plain.headers
        assert plain.body.count(b"\n") < 10 + len(plain.body) / 1000, path
        assert packed.headers["content-encoding"] == "br"
        unpacked = subprocess.run(["node", "-e", UNPACK], input=packed.body, capture_output=True, check=True).stdout
        assert unpacked == plain.body
        if gzipped.headers.get("content-encoding"):  # Tiny files are not compressed.
            assert gzip.decompress(gzipped.body) == plain.body
        if path in scripts:
            sizes["br"] += len(packed.body)
            sizes["gzip"] += len(gzipped.body)
    assert sizes["br"] < sizes["gzip"] < SCRIPTS_OF_A_TABLE


def test_every_minified_script_finds_what_it_imports(small: Small, room: str) -> None:
    ann = Client(room)
    (_, _, digest, *_) = assets_of(ann.get("/").body.decode())[0][0].split("/")
    folder = small.site / "boston7/web_release/assets"
    later = set()
    for file in folder.glob("joined/**/*.js"):
        answer = ann.get(f"/assets/{digest}/{file.relative_to(folder).as_posix()}")
        assert (answer.status, answer.body) == (200, file.read_bytes())
        imported = re.findall(rb'(?:from|import\(?)"(\.[^"]+)"', answer.body)
        assert [name for name in imported if not (file.parent / name.decode()).exists()] == [], file
        later |= set(re.findall(rb'import\("(\.[^"]+)"\)', answer.body))
    assert later


def test_a_page_from_before_an_update_reloads_when_a_minified_script_is_gone(room: str) -> None:
    ann = Client(room)
    (_, _, digest, *_) = assets_of(ann.get("/").body.decode())[0][0].split("/")
    gone = ann.get(f"/assets/{'0' * 16}/joined/chunk-AAAAAAAA.js")
    assert (gone.status, gone.headers["cache-control"]) == (200, "no-cache")
    assert gone.body.startswith(b"location.reload();")
    assert ann.get(f"/assets/{digest}/joined/chunk-AAAAAAAA.js").status == 404


def test_its_pages_work_in_a_browser(room: str) -> None:
    """Visit pages without console errors; `redraw` is as strict as in a development room."""
    ann = Client(room).guest()
    table = ann.post("/api/practice", {"house": "nhcg"}).ok()["table"]
    with chromium(drawn=False) as browser, visitor(browser, room, listens=True) as visit:
        visit.log_in(ann.cookies["boston7_session"])
        page = visit.page
        for path in ("/rules/nhcg", "/odds", "/login", "/me", "/"):
            visit.open(path)
            expect(page.locator("main :is(h1, h2)").first).to_be_visible()
        visit.open(f"/table/{quote(table)}")
        page.locator("[data-guide=end]").click()
        page.locator(".rail-more").click()
        page.locator("[data-more=invite]").click()  # It has its own script.
        expect(page.locator("dialog .qr")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        page.locator("#history").click()  # So does the history.
        expect(page.locator("dialog")).to_be_visible()
        page.wait_for_function("performance.getEntriesByType('resource').some(({name}) => /\\/evening-/.test(name))")
        loaded = page.evaluate(
            "performance.getEntriesByType('resource').map(({name, initiatorType}) => [name, initiatorType])"
        )
        scripts = [name for name, _ in loaded if name.endswith(".js")]
        assert len(scripts) == len(set(scripts)), "nothing is loaded twice, ahead and then again"
        assert [name for name in scripts if "_release" in name or "/joined/" not in name] == []
        visit.rest()


def test_a_changed_source_is_served_instead(small: Small, tmp_path: Path) -> None:
    for name in ("web", "web_release"):
        shutil.copytree(small.site / "boston7" / name, tmp_path / name)
    made = Web(tmp_path / "web")
    script = "assets/joined/pages/table.js"
    minified = made.file(script, lean=True)
    assert minified
    assert minified.content == (tmp_path / "web_release" / script).read_bytes()
    for path in (tmp_path / "web").rglob("*.js"):
        os.utime(path, (1, 1))
    again = Web(tmp_path / "web")
    assert (again.digest, again.file(script, lean=True)) == (made.digest, minified), "a file's time is not its content"
    with (tmp_path / "web/assets/pages/login.js").open("a") as changed:
        changed.write("// changed\n")
    assert made.changed()
    now = Web(tmp_path / "web")
    bundled = now.file(script, lean=True)
    assert bundled
    assert b"const _all=globalThis.boston7" in bundled.content
    assert "br" not in bundled.packed
    page = now.file("pages/table.html")
    assert page
    assert b"modulepreload" not in page.content
    assert now.digest != made.digest


def test_minifying_without_node_says_what_is_missing(tmp_path: Path) -> None:
    program = [sys.executable, str(ROOT / "tests/support/minify.py"), str(tmp_path / "none")]
    done = subprocess.run(program, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "Node is missing; esbuild needs it to minify the pages. On Debian: apt-get install nodejs npm\n"
    )
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(("extra", "command"), [(extra, one) for extra, many in NEEDS.items() for one in many])
def test_missing_extras_are_named(small: Small, extra: str, command: list[str]) -> None:
    done = small.python("-m", "boston7", *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith(f"Run: pip install 'boston7[{extra}]'")
    assert done.stderr.count("\n") == 1


def test_every_extra_is_declared_and_told_in_the_readme() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {*PACKAGES, "all"} <= set(declared)
    assert declared["all"] == [f"boston7[{','.join(PACKAGES)}]"]
    for extra, packages in PACKAGES.items():
        assert f"`{extra}`" in readme
        brought = " ".join(declared[extra])
        assert [name for name in packages if not re.search(rf"\b{name}\b", brought)] == []


@pytest.mark.parametrize("group", ["dev", "docs", "bench", "release"])
def test_every_group_is_pinned_in_the_file_of_its_name(group: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"][group]
    pins = dict(re.findall(r"^([a-z0-9-]+)==([^ \n]+)", (ROOT / f"requirements/{group}.txt").read_text(), re.MULTILINE))
    for requirement in map(Requirement, declared):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_every_package_that_a_user_installs_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [
        *project["dependencies"],
        *(one for extra in PACKAGES for one in project["optional-dependencies"][extra]),
    ]
    names = set()
    for requirement in map(Requirement, declared):
        names.add(requirement.name)
        for one in map(Requirement, requires(requirement.name) or ()):
            wanted = {extra for extra in requirement.extras if one.marker and one.marker.evaluate({"extra": extra})}
            if wanted and one.marker and not one.marker.evaluate({"extra": ""}):
                names.add(one.name)
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    imported = set(re.findall(r"^ *(?:from|import) (\w+)", source, re.MULTILINE))
    found = packages_distributions()
    used = {canonicalize_name(name) for module in imported & set(found) for name in found[module]}
    assert {name for name in names if name not in used} == set(NOT_IMPORTED)


def test_make_setup_installs_what_the_readme_shows() -> None:
    planned = subprocess.run(
        ["make", "-C", str(ROOT), "-n", "-B", "setup"], capture_output=True, text=True, check=True
    ).stdout
    assert "requirements/setup.txt" in planned
    assert {"numba", "matplotlib"} <= pinned("setup.txt")


def test_the_game_is_imported_without_what_it_does_not_need() -> None:
    """Imports that are slow must stay out. Benchmarks measure the time."""
    code = "import sys, boston7.game; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    heavy = {"numba", "numpy", "matplotlib", "litestar", "uvicorn", "typer", "rich", "cryptography", "asyncio"}
    heavy |= {
        "sqlite3",
        "tomllib",
        "pydantic",
        "boston7.house.check",
        "boston7.odds",
        "boston7.narrate",
        "boston7.table",
    }
    assert heavy.isdisjoint(loaded)


def test_help_imports_no_command_dependencies() -> None:
    script = "import sys; import boston7.cli; print(*(name for name in sys.modules if name in sys.argv[1:]))"
    heavy = ["asyncio", "boston7.game", "boston7.house", "numpy", "rich.console", "litestar", "httpx", "pydantic"]
    done = subprocess.run([sys.executable, "-c", script, *heavy], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    "said",
    [
        {"BOSTON7_URL": "https://example.org/boston7/"},
        {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_REPOSITORY": "boston7"},
        {},
    ],
)
def test_the_package_names_the_address_it_is_published_at_and_no_other(said: dict[str, str]) -> None:
    silent = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "BOSTON7_"))}
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata", "urls"],
        cwd=ROOT,
        env={**silent, **said},
        capture_output=True,
        text=True,
        check=True,
    )
    urls = json.loads(told.stdout)
    assert set(urls) == ({"Homepage", "Documentation", "Changelog", "Issues"} if said else set())
    assert all(url.startswith("https://example.org/boston7") for url in urls.values())
    if said:
        assert urls["Homepage"] == "https://example.org/boston7"


def metadata(field: str, **said: str) -> str:
    silent = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "BOSTON7_"))}
    command = [sys.executable, "-m", "hatchling", "metadata", field]
    done = subprocess.run(command, cwd=ROOT, env={**silent, **said}, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_links_of_the_readme_are_absolute_on_the_package_page() -> None:
    page = metadata("readme", BOSTON7_URL="https://example.org/boston7/")
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert "https://example.org/boston7/raw/main/docs/table.jpg" in links
    assert "https://example.org/boston7/blob/main/docs/library.md" in links
    assert [link for link in links if not link.startswith("https://")] == []


def test_the_readme_is_itself_where_no_address_is_known() -> None:
    assert metadata("readme").rstrip() == (ROOT / "README.md").read_text(encoding="utf-8").rstrip()
