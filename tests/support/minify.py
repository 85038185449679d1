"""Minify the pages for the wheel with esbuild: python tests/support/minify.py src/boston7/web_release"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from boston7.server import minified
from boston7.server.assets import WEB, Web

SCRIPT = Path(__file__).parents[1] / "web" / "minify.mjs"


def minify(folder: Path, web: Path = WEB) -> None:
    """Write the minified files of `web`, with their manifest, into an empty `folder`."""
    node = shutil.which("node")
    if not node:
        raise SystemExit("Node is missing; esbuild needs it to minify the pages. On Debian: apt-get install nodejs npm")
    read = Web(web)
    pages = {page: entries for page, entries in read.entries().items() if entries}
    names = [entry for entries in pages.values() for entry in entries]
    if len(names) != len(set(names)):
        raise SystemExit("Two pages name the same script; each of them would minify it differently.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    order = {
        "assets": str(web / "assets"),
        "folder": str(folder),
        "entries": pages,
        "styles": {path: content.decode() for path, content in read.styles().items()},
    }
    done = subprocess.run([node, SCRIPT], input=msgspec.json.encode(order), capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"The pages could not be minified.\n{done.stderr.decode()}")
    chunks = msgspec.json.decode(done.stdout, type=dict[str, list[str]])
    minified.save(folder, minified.Manifest(read.sources, chunks))


if __name__ == "__main__":
    minify(Path(sys.argv[1]).resolve())
