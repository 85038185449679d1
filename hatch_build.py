"""The project's address on the web, and its README, for the package's page.

No address is in the source: a copy of the code cannot know where it is published. `make release
URL=https://example.org/boston7` supplies it, and on GitHub Actions the repository does. The links of the README then
become absolute: a package's page has no other files beside it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectPage(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        home = os.environ.get("BOSTON7_URL") or (f"{server}/{repository}" if server and repository else "")
        home = home.rstrip("/")
        metadata["urls"] = urls(home) if home else {}
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": linked(text, home) if home else text}


def urls(home: str) -> dict[str, str]:
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/main/docs",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }


def linked(text: str, home: str) -> str:
    """Return the text with absolute links and pictures."""
    text = re.sub(r"(!\[[^]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({home}/raw/main/\2)", text)
    return re.sub(r"(?<!!)(\[[^]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({home}/blob/main/\2)", text)
