"""Checks of `make release` after building: the wheel has the minified pages, the source archive builds the same
wheel, and the wheel works alone.

python tests/support/release.py dist
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
COMMANDS = (
    "--version",
    "--help",
    "houses",
    "houses show nhcg",
    "houses diff nhcg rack-card",
    "houses check mine.toml",
    "settle round.json",
    "odds nhcg --ante 10",
    "odds nhcg --start '2c 3d 7h'",
    "odds nhcg --set ante_bonus.straight_flush=75",
    "play --auto 3 --seed 1 --json",
    "admin table add T1 --house nhcg --tray 10000 --db room.db",
    "audit verify --db room.db",
)
"""Commands of the README that end by themselves and need no extra."""
ROUND = {
    "house": "nhcg",
    "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
}


def run(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"Failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def files_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as content:
        return {name: content.read(name) for name in content.namelist()}


def only(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit(f"Expected one {pattern} in {folder}, found {len(found)}.")
    return found[0]


def check_archive(dist: Path, folder: Path) -> None:
    """Check that the source archive builds the published wheel."""
    with tarfile.open(only(dist, "*.tar.gz")) as archive:
        archive.extractall(folder, filter="data")
    source = only(folder, "boston7-*")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "again", cwd=source)
    wheel = files_in(only(dist, "*.whl"))
    if "boston7/web_release/manifest.json" not in wheel:
        raise SystemExit("The wheel has no minified pages.")
    if files_in(only(folder / "again", "*.whl")) != wheel:
        raise SystemExit("The wheel built from the source archive differs.")


def interpreters() -> list[str]:
    """Return the installed versions of Python that we support, at least the one in use."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {here: sys.executable}
    for version in VERSIONS:
        # Pyenv's shims would select a version.
        own = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        for path in (shutil.which(f"python{version}"), *map(str, own)):
            if version not in found and path and works(path):
                found[version] = path
    return [found[version] for version in VERSIONS if version in found]


def works(python: str) -> bool:
    done = subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True, check=False)
    return done.returncode == 0


def check_alone(dist: Path, folder: Path, interpreter: str) -> None:
    """Check the wheel with only its pinned dependencies."""
    run(interpreter, "-m", "venv", folder / "env")
    python = folder / "env" / "bin" / "python"
    pip: list[str | Path] = [
        python,
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
        "--retries",
        "10",
    ]
    run(*pip, "--require-hashes", "-r", ROOT / "requirements" / "base.txt")
    run(*pip, "--no-deps", only(dist, "*.whl"))
    (folder / "round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    boston7 = folder / "env" / "bin" / "boston7"
    (folder / "mine.toml").write_text(run(boston7, "houses", "show", "nhcg", "--toml"), encoding="utf-8")
    for command in COMMANDS:
        run(boston7, *shlex.split(command), cwd=folder)


def main() -> None:
    dist = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        check_archive(dist, Path(folder))
        print("The wheel has the minified pages; the source archive builds the same wheel.", flush=True)
        for number, interpreter in enumerate(interpreters()):
            alone = Path(folder) / f"alone-{number}"
            alone.mkdir()
            check_alone(dist, alone, interpreter)
            version = run(interpreter, "-V").strip()
            print(f"The wheel works among only its own dependencies, on {version}.", flush=True)


if __name__ == "__main__":
    main()
