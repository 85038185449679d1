"""The steps of a Containerfile, run in a folder without a container or a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

_ROOT_ONLY = ("useradd",)
"""Commands that change the machine, which are skipped."""

_VENV = """#!/bin/sh
# The image's Python. Its environment gets the packages of ours, which are pinned likewise, in place of a download.
set -e
"{python}" "$@" --without-pip
for folder; do :; done
echo "{packages}" > "$(echo "$folder"/lib/python*/site-packages)/pinned.pth"
printf '#!/bin/sh\\nexec "%s/bin/python" -m pip "$@"\\n' "$folder" > "$folder/bin/pip"
chmod +x "$folder/bin/pip"
"""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each instruction with its arguments, with continued lines joined."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


class Image:
    """The result of a build. `files` is the root of the file system, and contains only copied files."""

    def __init__(self, containerfile: Path, context: Path, files: Path) -> None:
        self.files, self._context = files, context
        self._work = files
        self.entrypoint: list[str] = []
        tools = files / "image-python"
        tools.mkdir(parents=True)
        script = _VENV.format(python=sys.executable, packages=sysconfig.get_path("purelib"))
        (tools / "python").write_text(script, encoding="utf-8")
        (tools / "python").chmod(0o755)
        self._path = f"{tools}:/usr/bin:/bin"
        for word, rest in instructions(containerfile.read_text(encoding="utf-8")):
            if word == "WORKDIR":
                self._work = self._inside(rest)
                self._work.mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                self._copy(*rest.split())
            elif word == "RUN" and not rest.startswith(_ROOT_ONLY):
                self._run("/bin/sh", "-c", rest.replace("/opt/", f"{files}/opt/"))
            elif word == "ENTRYPOINT":
                self.entrypoint = [str(self._inside(part)) for part in json.loads(rest)]

    def start(self, *arguments: str) -> str:
        """Return the output of the entry point."""
        return self._run(*self.entrypoint, *arguments)

    def _inside(self, path: str) -> Path:
        return self.files / path.lstrip("/")

    def _copy(self, *words: str) -> None:
        *sources, target = words
        if sources[0].startswith("--from="):  # All stages share one file system here.
            assert sources[1:] == [target]
            return
        for source in sources:
            to = self._work / target
            if (self._context / source).is_dir():
                shutil.copytree(self._context / source, to, ignore=shutil.ignore_patterns("__pycache__"))
                continue
            if target.endswith("/") or to.is_dir():
                to = to / Path(source).name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self._context / source, to)

    def _run(self, *command: str) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        done = subprocess.run(
            command,
            cwd=self._work,
            env={**kept, "PATH": self._path, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout
