"""Bad input ends every command with exit code 2, a reason on stderr, and nothing on stdout."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_talk import run
from typer.main import get_command

from boston7.cli import app
from boston7.house import preset_text

PASSWORD = "a long enough password\n"
ROOM = "--db room.db"

# Each case has a command, its input, and words of the reason.
CASES: list[tuple[str, str, str]] = [
    ("nonsense", "", "No such command 'nonsense'"),
    ("--nonsense", "", "No such option"),
    # play
    ("play --auto 0", "", "0 is not in the range"),
    ("play --auto 3 --house Nope", "", "no house 'Nope'"),
    ("play --auto 3 --house broken.toml", "", "broken.toml"),
    ("play --auto 3 --seat 9", "", "9 is not in the range"),
    ("play --auto 3 --bankroll lots", "", "lots"),
    ("play --auto 3 --bankroll 1", "", "$"),
    ("play --auto 3 --ante 7.50", "", "R1"),
    ("play --auto 3 --bonus 99", "", "R1"),
    ("play --auto 3 --bots 9", "", "9 is not in the range"),
    ("play --auto 3 --seed -1", "", "-1 is not in the range"),
    ("play --json", "", "--auto"),
    ("play --ante 5", "", "--auto"),
    ("play --seat 2", "", "--terminal"),
    ("play --port 0", "", "0 is not in the range"),
    # print
    ("print", "", "Missing argument 'WHAT'"),
    ("print poster nhcg -o poster.pdf", "", "There is no paper 'poster'. Papers are rack-card,"),
    ("print sign", "", "Missing argument 'OF...'"),
    ("print sign nhcg", "", "with --output"),
    ("print sign nhcg seabrook -o sign.pdf", "", "A table sign is of one house."),
    ("print change nhcg -o change.pdf", "", "change OLD NEW"),
    ("print sign Nope -o sign.pdf", "", "no house 'Nope'"),
    ("print sign broken.toml -o sign.pdf", "", "broken.toml"),
    ("print sign nhcg -o missing/sign.pdf", "", "missing/sign.pdf cannot be written: no such file or directory."),
    ("print slip F-000001 -o slip.pdf", "", "Give the record"),
    ("print slip F-000009 -o slip.pdf --db room.db", "", "has no slip 'F-000009'"),
    ("print report yesterday -o day.pdf --db room.db", "", "has no report 'yesterday'"),
    ("print report 2026-01-01 2026-01-02 -o day.pdf --db room.db", "", "one gaming day"),
    ("print par nhcg --ante lots -o par.pdf", "", "--ante"),
    ("print par nhcg --ante 2 -o par.pdf", "", "$5"),
    ("print sign nhcg --theme gold -o sign.pdf", "", "gold"),
    ("print sign nhcg --bleed 2 -o sign.pdf", "", "2"),
    ("print change nhcg seabrook --days -1 -o change.pdf", "", "-1"),
    # houses
    ("houses nonsense", "", "No such command"),
    ("houses list nhcg", "", "unexpected extra argument"),
    ("houses show", "", "Missing argument"),
    ("houses show Nope", "", "no house 'Nope'"),
    ("houses show broken.toml", "", "broken.toml"),
    ("houses show wrong.toml", "", "wrong.toml"),
    ("houses show wrong.toml --json", "", "wrong.toml"),
    ("houses show none.toml", "", "cannot be read"),
    ("houses diff nhcg", "", "Missing argument"),
    ("houses diff nhcg Nope", "", "no house 'Nope'"),
    ("houses check", "", "Missing argument"),
    ("houses check broken.toml", "", "not valid TOML"),
    ("houses check broken.toml --json", "", "not valid TOML"),
    ("houses check none.toml", "", "cannot be read"),
    ("houses check binary.toml", "", "not UTF-8"),
    ("houses check .", "", "cannot be read"),
    # settle
    ("settle", "", "Missing argument"),
    ("settle none.json", "", "cannot be read"),
    ("settle broken.toml", "", "not valid TOML"),
    ("settle round.json --house Nope", "", "no house 'Nope'"),
    ("settle round.json --house wrong.toml", "", "wrong.toml"),
    ("settle bad.json", "", "not valid JSON"),
    ("settle -", "", "no round"),
    ("settle -", "{}\n", "Line 1"),
    # odds
    ("odds", "", "Name a house"),
    ("odds Nope", "", "no house 'Nope'"),
    ("odds wrong.toml", "", "wrong.toml"),
    ("odds nhcg --ante 100", "", "R1"),
    ("odds nhcg --ante lots", "", "lots"),
    ("odds nhcg --start '2c 2c 7h'", "", "2c"),
    ("odds nhcg --start XX", "", "XX"),
    ("odds nhcg --hand '2c 3c'", "", "seven"),
    ("odds nhcg --dead ''", "", "--dead"),
    ("odds nhcg --set nonsense=1", "", "nonsense"),
    ("odds nhcg --set ante_bonus.flush", "", "ante_bonus.flush"),
    ("odds nhcg --side-bet nonsense=5", "", "nonsense"),
    ("odds nhcg --compare Nope", "", "no house 'Nope'"),
    ("odds nhcg --plot odds.gif", "", "odds.gif"),
    ("odds nhcg --plot none/odds.svg", "", "none"),
    ("odds nhcg --json --csv", "", "not both"),
    ("odds nhcg --output here", "", "--recount"),
    ("odds nhcg --rounds-per-hour 0", "", "0 is not in the range"),
    ("odds design", "", "Missing option"),
    ("odds design nhcg --target much --vary ante_bonus.flush", "", "much"),
    ("odds design nhcg --target 3% --vary nonsense", "", "nonsense"),
    ("odds design Nope --target 3% --vary ante_bonus.flush", "", "no house 'Nope'"),
    # simulate
    ("simulate", "", "Missing argument"),
    ("simulate Nope", "", "no house 'Nope'"),
    ("simulate nhcg --rounds many", "", "1e9"),
    ("simulate nhcg --rounds 1000 --checkpoint round.json", "", "not a checkpoint"),
    ("simulate nhcg --rounds 1000 --checkpoint none/run", "", "cannot be written"),
    ("simulate nhcg --rounds 1000 --cluster nonsense", "", "No Dask scheduler"),
    # audit
    ("audit nonsense", "", "No such command"),
    *((f"audit {command}", "", "--db") for command in ("verify", "head", "recheck")),
    *(
        (f"audit {command} --db none.db", "", "none.db")
        for command in ("verify", "head", "recheck", "replay 1", "deck 1", "export -o out.csv", "archive --reason x")
    ),
    *(
        (f"audit {command} --db round.json", "", "round.json")
        for command in ("verify", "head", "recheck", "replay 1", "deck 1", "export -o out.csv", "archive --reason x")
    ),
    ("audit verify --db postgresql://127.0.0.1:1/none", "", "127.0.0.1"),
    (f"audit verify {ROOM} --head nonsense", "", "SEAL:DIGEST"),
    (f"audit verify {ROOM} --key-folder none --keyed", "", "no room key"),
    (f"audit head {ROOM} --key-folder none", "", "no room key"),
    (f"audit archive {ROOM}", "", "Missing option"),
    (f"audit archive {ROOM} --reason ''", "", "reason"),
    (f"audit archive {ROOM} --reason x --before tomorrow", "", "YYYY-MM-DD"),
    (f"audit replay 0 {ROOM}", "", "0 is not in the range"),
    (f"audit replay 99 {ROOM}", "", "no round 99"),
    (f"audit replay 1 {ROOM} --table Nope", "", "no table 'Nope'"),
    (f"audit replay one {ROOM}", "", "one"),
    (f"audit export {ROOM}", "", "Missing option"),
    (f"audit export -o out.x {ROOM} --format pdf", "", "pdf"),
    (f"audit export -o - --json {ROOM}", "", "--json"),
    (f"audit export -o none/out.csv {ROOM}", "", "cannot be written"),
    (f"audit deck 99 {ROOM}", "", "no round 99"),
    (f"audit deck 1 {ROOM} --table Nope", "", "no table 'Nope'"),
    (f"audit recheck {ROOM} --table Nope", "", "no table 'Nope'"),
    ("audit rng --decks 0", "", "0 is not in the range"),
    ("audit rng --decks 3", "", "at least"),
    # serve, bots, dev
    ("serve", "", "--db"),
    ("serve --db round.json", "", "round.json"),
    ("serve --db room.db --port 70000", "", "70000 is not in the range"),
    ("serve --db room.db --host nonsense.invalid", "", "nonsense.invalid"),
    ("serve --db room.db --log-format xml", "", "--log-format"),
    ("serve --db room.db --origin nonsense", "", "nonsense"),
    ("serve --config none.toml", "", "none.toml"),
    ("serve --config broken.toml", "", "broken.toml"),
    ("serve --config wrong.toml", "", "wrong.toml"),
    ("serve --db postgresql://127.0.0.1:1/none", "", "room key"),
    ("bots nonsense", "", "http://127.0.0.1:7007"),
    ("bots http://127.0.0.1:1", "", "127.0.0.1:1"),
    ("bots http://127.0.0.1:1 --count 9", "", "9 is not in the range"),
    ("bots http://127.0.0.1:1 --style wild", "", "wild"),
    ("dev --folder round.json --no-open", "", "round.json"),
    ("dev --port 70000 --no-open", "", "70000 is not in the range"),
    # admin
    ("admin nonsense", "", "No such command"),
    ("admin person add Bob --role dealer --password-stdin", PASSWORD, "--db"),
    (f"admin person add Bob {ROOM} --password-stdin", PASSWORD, "--role"),
    (f"admin person add Bob --role king --password-stdin {ROOM}", PASSWORD, "king"),
    (f"admin person add Bob --role dealer --password-stdin {ROOM}", "short\n", "password"),
    (f"admin person add Bob --role dealer --password-stdin {ROOM}", "", "password"),
    (f"admin person add Abe --role dealer --password-stdin {ROOM}", PASSWORD, "Abe"),
    (f"admin person add '' --role dealer --password-stdin {ROOM}", PASSWORD, "name"),
    (f"admin person add Bob --role dealer {ROOM}", "", "--password-stdin"),
    ("admin person add Bob --role dealer --password-stdin --db round.json", PASSWORD, "round.json"),
    (f"admin person role Nope dealer {ROOM}", "", "Nope"),
    (f"admin person role Abe king {ROOM}", "", "king"),
    (f"admin person password Nope --password-stdin {ROOM}", PASSWORD, "Nope"),
    (f"admin person password Abe --password-stdin {ROOM}", "short\n", "password"),
    (f"admin person second-factor Nope {ROOM}", "", "Nope"),
    (f"admin person second-factor Abe {ROOM}", "", "authenticator"),
    (f"admin person disable Nope --reason x {ROOM}", "", "Nope"),
    (f"admin person disable Abe --reason '' {ROOM}", "", "reason"),
    (f"admin person disable Abe {ROOM}", "", "Missing option"),
    ("admin person list", "", "--db"),
    ("admin person list --db round.json", "", "round.json"),
    (f"admin table add t1 --house nhcg {ROOM}", "", "tray"),
    (f"admin table add t1 --house nhcg --tray lots {ROOM}", "", "lots"),
    (f"admin table add t1 --house nhcg --tray -5 {ROOM}", "", "-5"),
    (f"admin table add t1 --house nhcg --tray 0 {ROOM}", "", "tray"),
    (f"admin table add t1 --house Nope --tray 100 {ROOM}", "", "no house 'Nope'"),
    (f"admin table add t1 --house wrong.toml --tray 100 {ROOM}", "", "wrong.toml"),
    (f"admin table add t1 --house nhcg --tray 100 --live {ROOM}", "", "tray"),
    (f"admin table add t1 --house nhcg --tray 100 --pause -1 {ROOM}", "", "-1 is not in the range"),
    (f"admin table add '' --house nhcg --tray 100 {ROOM}", "", "name"),
    (f"admin table add t0 --house nhcg --tray 100 {ROOM}", "", "t0"),
    (f"admin table house Nope nhcg {ROOM}", "", "Nope"),
    (f"admin table house t0 Nope {ROOM}", "", "no house 'Nope'"),
    ("admin table list", "", "--db"),
    ("admin table list --db round.json", "", "round.json"),
    *(
        case
        for act in ("adopt", "restored", "new-key")
        for case in (
            (f"admin record {act} {ROOM}", "", "Missing option"),
            (f"admin record {act} --reason x", "", "--db"),
            (f"admin record {act} --reason '' {ROOM}", "", "reason"),
            (f"admin record {act} --reason x --db round.json", "", "round.json"),
        )
    ),
    (f"admin record moved {ROOM}", "", "Missing option"),
    (f"admin record moved --head nonsense {ROOM}", "", "SEAL:DIGEST"),
    (f"admin record moved --head 1:{'0' * 64} --db round.json", "", "round.json"),
    ("admin record create --room room --db room.db", "", "PostgreSQL"),
    *(
        (f"admin {command} --db none.db", PASSWORD, "There is no record in 'none.db'.")
        for command in (
            "person role Abe dealer",
            "person password Abe --password-stdin",
            "person second-factor Abe",
            "person disable Abe --reason x",
            "person list",
            "table house t0 nhcg",
            "table list",
            "record adopt --reason x",
            "record restored --reason x",
            "record new-key --reason x",
        )
    ),
    ("admin record create", "", "--db"),
    ("admin record create --db round.json", "", "round.json"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad-input")
    (folder / "broken.toml").write_text("this is = = no TOML", encoding="utf-8")
    (folder / "binary.toml").write_bytes(b"\xff\xfe\x00")
    wrong = re.sub(r"^seats = \d", "seats = 9", preset_text("nhcg"), flags=re.MULTILINE)
    (folder / "wrong.toml").write_text(wrong, encoding="utf-8")
    (folder / "bad.json").write_text("{", encoding="utf-8")
    (folder / "round.json").write_text('{"house": "nhcg"}', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        added = run(*shlex.split(f"admin table add t0 --house nhcg --tray 100 {ROOM}"))
        assert added.code == 0, added.err
        abe = shlex.split(f"admin person add Abe --role admin --password-stdin {ROOM}")
        added = run(*abe, answers=PASSWORD)
        assert added.code == 0, added.err
    return folder


@pytest.mark.parametrize(("command", "typed", "words"), CASES)
def test_bad_input_is_exit_code_2_and_a_reason_on_stderr(
    command: str, typed: str, words: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place)
    reason = run(*shlex.split(command), answers=typed).refused()
    assert words in reason
    assert re.search(r"[.?]$|[.?] \[.+\]$|\[.+\]$", reason), "a sentence, or one with its clause"
    assert not re.search(r"[{}]", reason), "no JSON in it"


def test_a_mistyped_path_creates_nothing(place: Path) -> None:
    """Only the commands that begin a room do."""
    assert not list(place.glob("none*"))


def leaves(group: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, (*path, name))
        else:
            yield " ".join((*path, name))


def test_the_cases_cover_every_command() -> None:
    asked = [command.replace("odds nhcg", "odds figures nhcg") for command, _, _ in CASES]
    assert [leaf for leaf in leaves(get_command(app)) if not any(one.startswith(leaf) for one in asked)] == []
