"""What `make release` checks after building: the source archive builds the same wheel, and the wheel works alone.

python tests/support/release.py dist
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMANDS = (
    ["--version"],
    ["--help"],
    ["houses"],
    ["houses", "show", "nhcg"],
    ["odds", "nhcg", "--ante", "10"],
    ["play", "--auto", "3", "--seed", "1", "--json"],
)


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
    """Whoever has only the source archive builds the wheel that we publish."""
    with tarfile.open(only(dist, "*.tar.gz")) as archive:
        archive.extractall(folder, filter="data")
    source = only(folder, "boston7-*")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "again", cwd=source)
    if files_in(only(folder / "again", "*.whl")) != files_in(only(dist, "*.whl")):
        raise SystemExit("The wheel built from the source archive differs.")


def check_alone(dist: Path, folder: Path) -> None:
    """The wheel among nothing but its pinned dependencies."""
    venv.create(folder / "env", with_pip=True)
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
    for command in COMMANDS:
        run(folder / "env" / "bin" / "boston7", *command, cwd=folder)


def main() -> None:
    dist = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        check_archive(dist, Path(folder))
        print("The source archive builds the same wheel.", flush=True)
        check_alone(dist, Path(folder))
        print("The wheel works among only its own dependencies.", flush=True)


if __name__ == "__main__":
    main()
