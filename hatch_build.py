"""Where the project lives on the web, for the package's page. No address is written down here: a copy of the code does
not know where it is published, and a wrong one would send people, and their reports of faults, to strangers.

`make release URL=https://example.org/boston7` says it; on GitHub Actions it is the repository's own."""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectUrls(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        url = os.environ.get("BOSTON7_URL") or (f"{server}/{repository}" if server and repository else "")
        metadata["urls"] = urls(url.rstrip("/")) if url else {}


def urls(home: str) -> dict[str, str]:
    return {
        "Homepage": home,
        "Documentation": f"{home}/tree/main/docs",
        "Changelog": f"{home}/blob/main/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }
