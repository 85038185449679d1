"""The pages and what they are made of, from the folder `web`, each checked anew with the browser by its digest."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

import boston7
from boston7.server.answers import not_found
from boston7.server.session import Asked

WEB = Path(boston7.__file__).parent / "web"
PAGES = {
    "index": ["/"],
    "table": ["/table/{name:str}"],
    "rules": ["/rules", "/rules/{house:str}"],
    "odds": ["/odds", "/odds/{house:str}"],
    "fair": ["/fair", "/fair/{table:str}/{round:str}"],
    "me": ["/me"],
    "login": ["/login"],
    "deal": ["/deal", "/deal/{name:str}"],
    "floor": ["/floor"],
    "shift": ["/shift"],
    "audit": ["/audit", "/audit/{table:str}/{round:str}"],
    "people": ["/people"],
}
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Shelf:
    """Files by their path, read again when they have changed on disk."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[tuple[int, int], bytes, str]] = {}

    def take(self, path: Path) -> tuple[bytes, str]:
        """The content and its digest."""
        stat = path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        kept = self._kept.get(path)
        if kept is None or kept[0] != stamp:
            content = path.read_bytes()
            kept = self._kept[path] = (stamp, content, f'"{sha256(content).hexdigest()[:32]}"')
        return kept[1], kept[2]


_shelf = Shelf()


def _file(request: Asked, path: Path, missing: str) -> Response[bytes]:
    kind = _KINDS.get(path.suffix)
    try:
        content, digest = _shelf.take(path)
    except (OSError, ValueError):
        raise not_found(missing) from None
    if kind is None:
        raise not_found(missing)
    headers = {"etag": digest, "cache-control": "no-cache"}
    if digest in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(content, headers=headers, media_type=kind)


@get("/assets/{path:path}", include_in_schema=False)
async def assets(request: Asked, path: FromPath[Path]) -> Response[bytes]:
    root = WEB / "assets"
    try:
        wanted = (root / str(path).lstrip("/")).resolve()
    except (OSError, ValueError):
        raise not_found("There is no such file.") from None
    if not wanted.is_relative_to(root.resolve()):
        raise not_found("There is no such file.")
    return _file(request, wanted, "There is no such file.")


@get("/favicon.ico", include_in_schema=False)
async def icon(request: Asked) -> Response[bytes]:
    return _file(request, WEB / "assets" / "icon.svg", "There is no icon.")


def nothing_here() -> Response[bytes]:
    """For somebody with a browser: what is not there, and the way back to the lobby."""
    content, _ = _shelf.take(WEB / "pages" / "missing.html")
    return Response(content, status_code=404, headers={"cache-control": "no-cache"}, media_type="text/html")


def _page(name: str) -> object:
    path = WEB / "pages" / f"{name}.html"

    @get(PAGES[name], include_in_schema=False, name=f"page:{name}")
    async def page(request: Asked) -> Response[bytes]:
        return _file(request, path, "There is no such page.")

    return page


handlers = [assets, icon, *map(_page, PAGES)]
