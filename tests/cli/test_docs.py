"""The documents are true: every command runs or parses, every sample works, every link and file exists."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import admin, start_server
from typer.main import get_command

from boston7.cli import app, main
from boston7.described import settle_round
from boston7.house.model import Entry
from boston7.server.config import Settings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
WRITTEN_BY_HAND = [path for path in sorted(DOCS.glob("*.md")) if path.name != "rulebook.md"]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *WRITTEN_BY_HAND, *TUTORIALS]
STAY = ("play", "serve", "dev", "bots")
"""These run until somebody ends them, and other tests start them. Here they are only parsed."""
LONG = ("--recount", "--dead", "rng", "--cluster", "record")
"""Other tests run these, because they take long or need a room in trouble."""
PLACEHOLDERS = {"FILE": "mine.toml", "ROUND": "1", "TEXT": "because", "NAME": "Abe"}
PAGE_WORDS = 1_000
CELL_WORDS = 20
ELSEWHERE = ("build/", "web_release", "/var/", "/etc/", "/opt/", "~/")
"""Files of an installation or of a build."""


def blocks(text: str) -> Iterator[list[str]]:
    """Yield the code of a document: fenced, or indented by four."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            block.append(line if fenced else line[4:])
            continue
        elif not line.strip() and block and not fenced:
            block.append("")
            continue
        if block:
            yield block
            block = []
    if block:
        yield block


def prose(page: Path) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"```.*?```|^    .*?$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def commands(page: Path) -> list[str]:
    found = [
        shown[1]
        for block in blocks(page.read_text(encoding="utf-8"))
        for line in block
        if (shown := re.match(r"\s*(?:\$ )?(?:sudo (?:-H )?-u \w+ )?(?:\S*/bin/)?boston7( .*)$", line))
    ]
    found += [" ".join(inline.split()) for inline in re.findall(r"`(?:\S*/bin/)?boston7( [^`]*)`", prose(page))]
    return [line.partition("  #")[0].strip() for line in found]


WRITTEN = sorted({(page.name, command) for page in PAGES for command in commands(page) if command})


def test_the_documents_contain_commands() -> None:
    assert len(WRITTEN) > 50
    assert ("README.md", "odds nhcg --ante 10") in WRITTEN
    assert ("backup.md", "audit head --db room.db") in WRITTEN
    assert any(page == "deploying.md" for page, _ in WRITTEN)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the documents name, and a room in which a round was played."""
    folder = tmp_path_factory.mktemp("documents")
    (folder / "round.json").write_text(samples(DOCS / "settle.md", "json")[0], encoding="utf-8")
    (folder / "mine.toml").write_text((ROOT / "src/boston7/house/presets/nhcg.toml").read_text(encoding="utf-8"))
    with start_server(folder) as server:
        admin(server.db, "table", "add", "t0", "--house", "nhcg", "--tray", "10000", "--hurry", "--pause", "0")
        bot = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url, "t0", "1"]
        subprocess.run(bot, capture_output=True, text=True, check=True)
    return folder


class Run:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[bytes], place: Path) -> None:
        self._monkeypatch, self._captured, self._place = monkeypatch, captured, place

    def __call__(self, *arguments: str) -> str:
        """Run a command in this process and return its output. It must succeed."""
        self._monkeypatch.chdir(self._place)
        self._monkeypatch.setattr(sys, "argv", ["boston7", *arguments])
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a long enough password\n")))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = self._captured.readouterr()
        assert ended.value.code == 0, (arguments, err.decode())
        return out.decode()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], place: Path) -> Run:
    return Run(monkeypatch, capsysbinary, place)


def parse(arguments: list[str]) -> None:
    """Parse a command line without running it."""
    command: Any = get_command(app)
    while hasattr(command, "commands") and arguments and arguments[0] in command.commands:
        command, arguments = command.commands[arguments[0]], arguments[1:]
    if hasattr(command, "commands"):
        arguments = ["figures", *arguments] if "figures" in command.commands else arguments
        command, arguments = command.commands[arguments[0]], arguments[1:]
    command.make_context("boston7", list(arguments))


def _whole(arguments: list[str], run: Run) -> list[str]:
    """Fill in placeholders, and shorten what takes hours."""
    full = [PLACEHOLDERS.get(part, part) for part in arguments]
    if "--rounds" in full:
        full[full.index("--rounds") + 1] = "3e5"
    if "SEAL:DIGEST" in full:
        full[full.index("SEAL:DIGEST")] = run("audit", "head", "--db", "room.db").strip()
    if full[:3] == ["admin", "person", "add"]:
        full.append("--password-stdin")
    return full


@pytest.mark.parametrize(("page", "command"), WRITTEN)
def test_a_command_as_written_works(page: str, command: str, run: Run, place: Path) -> None:
    arguments, _, target = command.partition(" > ")
    parts = shlex.split(arguments)
    group: Any = get_command(app).commands.get(parts[0])  # type: ignore[attr-defined]
    assert group is not None, f"{page}: there is no boston7 {parts[0]}"
    named = [part for part in parts[1:] if part != "--json"]
    if not named or (parts[0] in ("admin", "audit", "houses") and len(named) == 1):
        run(*parts[:2] if len(named) == 1 else parts[:1], "--help")
        return
    if (
        parts[0] in STAY
        or any(word in parts for word in LONG)
        or "postgresql" in command
        or ("--db" not in parts and parts[0] in ("admin", "audit") and parts[2:3] != ["add"])
    ):
        parse(_whole(parts, run))
        return
    if parts[:3] in (["admin", "person", "add"], ["admin", "table", "add"]):
        full = [f"{page}-{parts[1]}.db" if part.endswith(".db") else part for part in _whole(parts, run)]
        run(*full, *([] if "--db" in full else ["--db", "guide.db"]))
        return
    printed = run(*_whole(parts, run))
    if target:
        (place / target).write_text(printed, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    at_site = {"changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md", "security.md": "SECURITY.md"}
    assert [
        link for link in links if not (page.parent / link).exists() and not (ROOT / at_site.get(link, "-")).exists()
    ] == []


@cache
def files() -> tuple[str, ...]:
    folders = ("src", "tests", "docs", "deploy", "examples", "bench", "requirements")
    inner = [path for folder in folders for path in (ROOT / folder).rglob("*") if "node_modules" not in path.parts]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in (*ROOT.glob("*"), *inner) if path.is_file())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    ours = r"`([\w./-]+\.(?:py|js|mjs|ts|toml|md|sql|css|html|svg|ipynb|yaml))(?::\w[\w.]*)?`"
    named = [name for name in re.findall(ours, prose(page)) if "/" in name and not name.startswith(ELSEWHERE)]
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in files())] == []


def test_every_page_that_a_file_names_exists() -> None:
    """Comments, docstrings and messages refer to pages by their path."""
    kinds = (".py", ".js", ".mjs", ".ts", ".toml", ".sql", ".service", ".yaml", ".md", "Makefile", "Caddyfile")
    named = {
        (name, page)
        for name in files()
        if name.endswith(kinds) and (ROOT / name[1:]).is_file()
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", (ROOT / name[1:]).read_text(encoding="utf-8"))
    }
    assert len(named) > 30
    assert sorted((name, page) for name, page in named if f"/{page}" not in files()) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^    )make (\w+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


@pytest.mark.parametrize("page", WRITTEN_BY_HAND, ids=lambda page: page.name)
def test_a_page_is_short_and_no_cell_is_a_paragraph(page: Path) -> None:
    text = prose(page)
    assert len(text.split()) <= PAGE_WORDS
    cells = [cell for line in text.splitlines() if line.startswith("|") for cell in line.strip("|").split("|")]
    assert [cell for cell in cells if len(cell.split()) > CELL_WORDS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_bench_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = [name for name in re.findall(r"python -m bench (\w+)", text) if not (ROOT / f"bench/{name}.py").exists()]
    assert named == []
    parts = set(re.findall(r"BENCH_REALTIME=(\w+)", text))
    assert not parts or parts <= set(re.findall(r'"(\w+)"', (ROOT / "bench/realtime.py").read_text(encoding="utf-8")))


def samples(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_every_python_sample_works() -> None:
    ran = 0
    for page in PAGES:
        if page.name == "library.md" or page in TUTORIALS:  # run by test_tutorials.py
            continue
        for block in blocks(page.read_text(encoding="utf-8")):
            code = "\n".join(block)
            if not re.search(r"^(from|import) boston7", code, re.MULTILINE):
                continue
            exec(compile(code.replace("10**7", "10**4"), page.name, "exec"), {})
            ran += 1
    assert ran >= 3


def test_the_described_round_settles() -> None:
    (described,) = samples(DOCS / "settle.md", "json")
    settled = settle_round(json.loads(described))
    assert settled.tray == -sum(seat.net for seat in settled.seats) != 0


def test_the_settings_page_lists_every_setting_with_its_default() -> None:
    (text,) = samples(DOCS / "settings.md", "toml")
    listed = tomllib.loads(text)
    defaults = msgspec.to_builtins(Settings())
    assert listed.keys() == defaults.keys()
    assert listed["limits"].keys() == defaults["limits"].keys()
    assert msgspec.convert({**listed, "db": ""}, Settings) == Settings()


def test_the_entry_of_a_house_file_is_read() -> None:
    (text,) = samples(DOCS / "dealing.md", "toml")
    assert msgspec.convert({**tomllib.loads(text)["entry"], "cards_above": 500_00}, Entry) != Entry()


def test_every_message_and_metric_of_the_monitoring_page_exists() -> None:
    page = (DOCS / "monitoring.md").read_text(encoding="utf-8")
    rows = page.partition("## Messages and what to do")[2].partition("\n## ")[0]
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/boston7").rglob("*.py"))
    source = re.sub(r'"\s*f?"', "", source)  # joins literals that span lines
    messages = re.findall(r"^\| (?!message|---)(.*?) \|", rows, re.MULTILINE)
    assert len(messages) >= 10
    pieces = [piece.strip() for message in messages for piece in message.split("...") if len(piece.strip()) > 4]
    assert [piece for piece in pieces if piece not in source] == []
    names = {name.removesuffix("_total") for name in re.findall(r"`(boston7_\w+)`", page)}
    metrics = (ROOT / "src/boston7/server/metrics.py").read_text(encoding="utf-8")
    assert len(names) >= 10
    assert [name for name in names if not re.search(rf'"({name}|{name.removeprefix("boston7_")})"', metrics)] == []
