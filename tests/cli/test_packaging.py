"""The wheel among only what `pip install boston7` brings: everything works, and what needs more says what."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution, packages_distributions, requires
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from boston7.extras import PACKAGES

ROOT = Path(__file__).parents[2]
BUILDING = {"editables", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
"""Pinned beside the rest, for they build the package; nobody needs them to run it."""
MEGABYTES = 100
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
    "cluster": [["simulate", "nhcg", "--rounds", "1000", "--cluster", "local"]],
}


def pinned(file: str) -> set[str]:
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    lines = re.findall(r"^([a-z0-9-]+)==\S+( ; sys_platform == 'win32')?", text, re.MULTILINE)
    return {name for name, elsewhere in lines if not elsewhere}


class Small:
    """A folder with the wheel, unpacked, and links to the packages it depends on: the only ones Python finds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        built = subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")],
            cwd=ROOT,
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
    told = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    (megabytes,) = re.findall(r"about (\d+) MB instead of", told)
    assert small.bytes / 1e6 < int(megabytes) < MEGABYTES, "pip compiles what it installs, and a disk counts in blocks"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (typer,) = (one for one in map(Requirement, project["dependencies"]) if one.name == "typer")
    (bound,) = (one.version for one in typer.specifier if one.operator == "<")
    assert f"`typer` stays below {bound}. | {bound} needs pydantic" in told


@pytest.mark.parametrize("asked", WORKS)
def test_what_it_brings_works(small: Small, asked: str) -> None:
    done = small.python("-m", "boston7", *WORKS[asked], stdin=json.dumps(ROUND))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_it_serves_a_room_and_its_odds(small: Small) -> None:
    command = [sys.executable, "-S", "-m", "boston7", "serve", "--db", "room.db", "--port", "0", "--json"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=small.folder, env=small.environment, text=True
    )
    try:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        with urlopen(f"{url}/odds", timeout=120) as page:
            assert page.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.communicate()
    verified = small.python("-m", "boston7", "audit", "verify", "--db", "room.db", "--json")
    assert json.loads(verified.stdout)["ok"] is True


@pytest.mark.parametrize(("extra", "command"), [(extra, one) for extra, many in NEEDS.items() for one in many])
def test_what_needs_an_extra_says_so(small: Small, extra: str, command: list[str]) -> None:
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
    """What makes an import slow stays out of it; how long it takes is measured, not tested."""
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


def test_help_waits_for_nothing_a_command_needs() -> None:
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
