"""Rooms import in one direction, the game stays pure, and a number of a house document is only in its TOML."""

from __future__ import annotations

import ast
import gc
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import boston7
from boston7 import game
from boston7.house import PRESETS, preset
from boston7.house.model import ANTE_AWARDS, FIXED_AWARDS, THREE_CARD_AWARDS

SOURCE = Path(boston7.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

WORDS = {"cards", "money", "errors"}
GAME = WORDS | {"hands", "house", "declare", "game"}
PEOPLE = GAME | {"keys", "record"}
ROOM = PEOPLE | {"narrate", "fair", "accounts", "shift"}
MAY_IMPORT = {
    "errors": set(),
    "cards": {"errors"},
    "money": {"errors"},
    "extras": {"errors"},
    "hands": WORDS,
    "house": WORDS | {"hands"},
    "declare": set(),
    "game": WORDS | {"hands", "house", "declare"},
    "narrate": GAME,
    "shift": PEOPLE | {"accounts", "fair"},
    "described": GAME,
    "odds": GAME | {"extras"},
    "simulate": GAME | {"odds", "extras"},
    "paper": PEOPLE | {"odds", "extras", "accounts", "fair", "shift", "__version__"},
    "keys": {"errors"},
    "fair": GAME | {"keys"},
    "record": {"declare", "errors", "keys", "extras"},
    "audit": PEOPLE | {"narrate", "fair"},
    "accounts": PEOPLE,
    "table": ROOM,
    "bots": GAME,
    "local": GAME | {"bots"},
    "env": GAME | {"bots", "local"},
    "server": ROOM | {"table", "audit", "odds", "simulate", "described", "web", "bots", "paper", "extras"},
}
"""The rooms that each room may import. Rooms not listed are above these, and none of these imports them."""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Parse each file once: about thirty tests search all of them."""
    gc.disable()  # what it finds may print a traceback, and Python 3.11 does not parse for that while it parses
    try:
        return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))
    finally:
        gc.enable()


def room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def named(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def every(files: list[Path]) -> Iterator[tuple[Path, ast.AST]]:
    return ((path, node) for path in files for node in nodes(path))


def at(path: Path, node: ast.AST) -> str:
    return f"{named(path)}:{getattr(node, 'lineno', '?')}"


def imports(path: Path) -> Iterator[str]:
    """Return every module that a file imports, anywhere in it."""
    package = ["boston7", *path.relative_to(SOURCE).parts[:-1]]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names if module == "boston7")


@cache
def rooms_used(path: Path) -> set[str]:
    inside = {name.split(".")[1] for name in imports(path) if name.startswith("boston7.")}
    return inside - {room(path)}


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_nothing_imports_upward(name: str) -> None:
    for path in FILES:
        if room(path) == name:
            upward = rooms_used(path) - MAY_IMPORT[name]
            assert not upward, f"{named(path)} imports {', '.join(sorted(upward))}, which {name} may not know"


def test_no_two_rooms_import_each_other() -> None:
    uses: dict[str, set[str]] = {}
    for path in FILES:
        uses.setdefault(room(path), set()).update(rooms_used(path))
    visited: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"a circle of imports: {' -> '.join((*trail, name))}"
        if name not in visited:
            for used in uses.get(name, ()):
                visit(used, (*trail, name))
            visited.add(name)

    for name in uses:
        visit(name, ())


def test_neither_odds_nor_simulation_knows_a_table() -> None:
    for path in FILES:
        if room(path) in ("odds", "simulate"):
            assert not rooms_used(path) & {"table", "record", "fair", "accounts", "server", "web", "cli"}


# The game: no I/O, no clock, no randomness, no floats.

PURE = {"__future__", "collections", "collections.abc", "enum", "functools", "itertools", "operator", "re", "typing"}
PURE |= {"bisect", "dataclasses", "msgspec", "msgspec.structs"}
IMPURE_HOUSE = ("boston7.house.load", "boston7.house.check", "boston7.hands.batch", "boston7.hands.tables")
IMPURE_CALLS = {
    "open",
    "print",
    "input",
    "eval",
    "exec",
    "compile",
    "__import__",
    "hash",
    "id",
    "globals",
    "breakpoint",
}
GAME_FILES = [path for path in FILES if room(path) == "game"]
KEPT = ("stream.py", "days.py", "day.py")
"""The modules of the shift that read the record and the house's clock."""
PURE_FILES = GAME_FILES + [path for path in FILES if room(path) == "shift" and path.name not in KEPT]
MONEY_FILES = [path for path in FILES if room(path) in ("cards", "money", "game", "described")]
MONEY_FILES += [SOURCE / "house" / "model.py", SOURCE / "house" / "fields.py"]
MONEY_FILES += [SOURCE / "hands" / "five.py", SOURCE / "hands" / "three.py"]


def test_the_game_imports_only_what_is_pure() -> None:
    for path in PURE_FILES:
        for name in imports(path):
            assert name in PURE or name.startswith("boston7."), f"{named(path)} imports {name}"
            assert not name.startswith(IMPURE_HOUSE), f"{named(path)} imports {name}"


def test_the_game_calls_nothing_that_reaches_outside() -> None:
    for path, node in every(PURE_FILES):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{at(path, node)} calls {node.func.id}"
        assert not isinstance(node, ast.Global | ast.Nonlocal | ast.AsyncFunctionDef | ast.Await), at(path, node)


BELOW_THE_GAME = [path for path in FILES if room(path) in ("cards", "money", "hands", "house", "declare", "game")]
BELOW_THE_GAME = [path for path in BELOW_THE_GAME if path.name not in ("_numba.py", "batch.py")]
CACHES = {"cache", "lru_cache", "cached_property", "vars", "__dict__", "__missing__", "cache_hash"}
CHANGES = {"add", "append", "clear", "extend", "pop", "popitem", "remove", "setdefault", "update", "insert", "discard"}


def remembered(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield where a module keeps state between calls: a cache, or a global value that a function changes."""
    whole = list(ast.walk(tree))
    of_module = stored([one for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign)])
    yield from (node for node in whole if CACHES & {getattr(node, key, None) for key in ("id", "attr", "name", "arg")})
    for function in (node for node in whole if isinstance(node, ast.FunctionDef)):
        own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
        lasting = (of_module - own - stored(function.body)) | made_once(function.args)
        if function.name != "__init__":
            lasting |= {"self", "cls"}
        yield from (node for node in ast.walk(function) if changed_name(node) in lasting)


def stored(body: list[ast.stmt]) -> set[str]:
    names = (node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def made_once(arguments: ast.arguments) -> set[str]:
    """Yield parameters with a container as the default, which all calls would share."""
    pairs = [*zip(arguments.args[::-1], arguments.defaults[::-1], strict=False)]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pairs += [(one, default) for one, default in named if default]
    return {one.arg for one, default in pairs if isinstance(default, ast.Dict | ast.List | ast.Set | ast.Call)}


def changed_name(node: ast.AST) -> str | None:
    """Return the name of the value that a node changes in place."""
    target: ast.AST | None = None
    if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        target = node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        target = node.func.value
    return target.id if isinstance(target, ast.Name) else None


def test_nothing_below_the_game_keeps_state_between_calls() -> None:
    for path in BELOW_THE_GAME:
        for node in remembered(ast.parse(path.read_text(encoding="utf-8"))):
            raise AssertionError(f"{at(path, node)} keeps something between two calls")


@pytest.mark.parametrize(
    "source",
    [
        "from functools import lru_cache\n@lru_cache(maxsize=9)\ndef dollars(cents): return cents",
        "from functools import cached_property\nclass House:\n    @cached_property\n    def labels(self): return {}",
        "def form(house):\n    kept = vars(house)\n    return kept.setdefault('form', 1)",
        "_FOUND = {}\ndef best(cards):\n    _FOUND[cards] = 1\n    return _FOUND[cards]",
        "_FOUND: dict[int, int] = {}\ndef best(cards):\n    return _FOUND.setdefault(cards, 1)",
        "def best(cards, known={}):\n    known[cards] = 1\n    return known[cards]",
        "class Kinds(dict):\n    def __missing__(self, kind):\n        self[kind] = 1\n        return 1",
        "class Pending:\n    def __call__(self, table):\n        self.table = table\n        return table",
        "import msgspec\nclass Line(msgspec.Struct, cache_hash=True):\n    stake: int",
    ],
)
def test_every_way_to_remember_is_found(source: str) -> None:
    assert list(remembered(ast.parse(source)))


def test_money_is_never_a_float() -> None:
    for path, node in every(MONEY_FILES):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float | complex), f"{at(path, node)} writes {node.value}"
        if isinstance(node, ast.BinOp | ast.AugAssign):
            assert not isinstance(node.op, ast.Div), f"{at(path, node)} divides with /"
        if isinstance(node, ast.Name):
            assert node.id not in ("float", "Decimal"), f"{at(path, node)} uses {node.id}"


def test_the_public_names_of_the_game() -> None:
    assert sorted(game.__all__) == sorted(set(game.__all__))
    functions = {name for name in game.__all__ if inspect.isfunction(getattr(game, name))}
    assert functions == {"decide", "evolve", "legal", "view", "settle", "act", "replay"}
    types = {"Automation", "Command", "CommandSpec", "Event", "Game", "Phase", "Position", "Rejection", "Seat"}
    types |= {"SeatView", "Table", "TableView", "WagerLine"}
    constants = {"CLOSED", "HUMAN_DEALER", "VIRTUAL_DEALER"}
    assert set(game.__all__) == functions | types | constants


@pytest.mark.parametrize("function", ["decide", "evolve", "legal", "view", "settle"])
def test_the_five_functions_have_the_designed_signatures(function: str) -> None:
    parameters = {
        "decide": ["table", "command", "house"],
        "evolve": ["table", "event"],
        "legal": ["table", "house", "actor", "known"],
        "view": ["table", "viewer"],
        "settle": ["house", "dealer_hand", "position"],
    }
    assert list(inspect.signature(getattr(game, function)).parameters) == parameters[function]


def test_one_file_one_idea() -> None:
    lengths = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert [name for name, length in lengths.items() if length > 600] == []
    assert sum(length <= 300 for length in lengths.values()) >= 0.8 * len(lengths)


def test_names_say_what_the_thing_is_in_the_card_room() -> None:
    empty = re.compile("Manager|Helper|Util|Service|Factory")
    assert not [named(path) for path in FILES if re.search(empty.pattern.lower(), path.stem.lower())]
    for path, node in every(FILES):
        assert not (isinstance(node, ast.ClassDef) and empty.search(node.name)), at(path, node)


def test_there_is_one_way_to_say_no() -> None:
    """Only `declare.Rejection` carries refusals; its source is a field and never derived from a clause."""
    for path, node in every(FILES):
        if isinstance(node, ast.ClassDef):
            assert node.name not in ("Refusal", "Denied", "Turned", "Trouble"), f"{at(path, node)}: {node.name}"
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "clause":
            raise AssertionError(f"{at(path, node)} guesses from a clause")


# Data decides, code applies.

AWARDS = {*THREE_CARD_AWARDS, *ANTE_AWARDS, *FIXED_AWARDS}
PAY_TABLES = {
    tuple(pays.values()) for house in map(preset, PRESETS) for pays in (house.side_bets[0].pays, house.ante_bonus)
}
TELLING = {number for pays in PAY_TABLES for number in pays if number >= 25} | {
    cents for house in map(preset, PRESETS) for cents in house.fixed_awards.values()
}
"""Return the numbers that would hardly be in the game by chance."""


def number(node: ast.AST | None) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def test_no_pay_table_stands_in_code() -> None:
    for path, node in every(FILES):
        if isinstance(node, ast.Dict):
            priced = [key for key, value in zip(node.keys, node.values, strict=True) if number(value) is not None]
            awards = [key for key in priced if isinstance(key, ast.Constant) and key.value in AWARDS]
            assert len(awards) < 2, f"{at(path, node)} prices awards"
        if isinstance(node, ast.Tuple | ast.List):
            numbers = tuple(number(element) for element in node.elts)
            assert not any(numbers[: len(pays)] == pays for pays in PAY_TABLES), f"{at(path, node)} holds a pay table"


# Chip values and legal thresholds belong to a room's terms, not to a house.
def test_no_number_of_a_house_document_stands_in_the_game() -> None:
    for path, node in every([path for path in GAME_FILES if path.name != "terms.py"]):
        assert number(node) not in TELLING, f"{at(path, node)} says {number(node)}"


def test_no_code_asks_which_house_it_is() -> None:
    """Only the list of presets names houses; a rule that differs is a value in the file."""
    for path, node in every(
        [path for path in FILES if room(path) in ("hands", "game", "odds", "simulate", "described")]
    ):
        asked = isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in PRESETS
        assert not asked, f"{at(path, node)} names a house"


def test_every_record_is_opened_with_the_room_key() -> None:
    """Without the key only the chain is checked, and anyone with write access can rebuild that."""
    opened = 0
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open_record":
                opened += 1
                given = {keyword.arg for keyword in node.keywords}
                assert "seal_key" in given, f"{named(path)}:{node.lineno} reads what nobody vouches for"
    assert opened >= 4


SCRIPTS = SOURCE / "web" / "assets"
_SCRIPT_IMPORT = re.compile(r'(?:from|import\(?)\s*"(\.[^"]+)"')


def test_the_pages_features_import_only_kit_and_felt() -> None:
    """`kit` imports no other folder, `felt` imports `kit`, features import both. `pages` puts features together."""
    for path in sorted([*SCRIPTS.rglob("*.js"), *SCRIPTS.rglob("*.d.ts")]):
        folder = path.relative_to(SCRIPTS).parts[0]
        allowed = (
            {folder} | ({"kit"} if folder != "kit" else set()) | ({"felt"} if folder not in ("kit", "felt") else set())
        )
        for found in _SCRIPT_IMPORT.finditer(path.read_text(encoding="utf-8")):
            target = (path.parent / found[1]).resolve().relative_to(SCRIPTS.resolve()).parts[0]
            assert target in allowed or folder == "pages", f"{path.relative_to(SCRIPTS)} imports {found[1]}"


def test_no_script_has_a_prefix_that_should_be_a_folder() -> None:
    folders = {path.name for path in SCRIPTS.iterdir() if path.is_dir()}
    for path in SCRIPTS.rglob("*.js"):
        prefix = path.stem.partition("-")[0]
        assert prefix == path.stem or prefix not in folders, f"{path.relative_to(SCRIPTS)} belongs in {prefix}/"
