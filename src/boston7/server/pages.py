"""The pages and their assets, from the folder `web`. Browsers revalidate pages by their digest and cache assets as
immutable."""

from __future__ import annotations

import re

from litestar import Response
from litestar.params import FromPath

from boston7.server.answers import not_found
from boston7.server.assets import AssetCache, File
from boston7.server.routes import Routes
from boston7.server.session import Asked

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
    "setup": ["/setup"],
    "console": ["/console", "/console/{name:str}"],
    "round": ["/round/{table:str}/{round:str}"],
}
_FOR_EVER = "public, max-age=31536000, immutable"
_REFUSED = re.compile(r"q=0(\.0*)?")
ASSETS = AssetCache()
routes = Routes()


def _accepted(header: str) -> set[str]:
    """Return the content codings that a browser accepts. `gzip, br;q=0` excludes `br`."""
    codings = (coding.replace(" ", "").partition(";") for coding in header.split(","))
    return {name for name, _, weight in codings if not _REFUSED.fullmatch(weight)}


def _answer(request: Asked, file: File | None, missing: str, *, for_ever: bool = False) -> Response[bytes]:
    if file is None:
        raise not_found(missing)
    headers = {"cache-control": _FOR_EVER} if for_ever else {"etag": file.digest, "cache-control": "no-cache"}
    if not for_ever and file.digest in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if not file.packed:
        return Response(file.content, headers=headers, media_type=file.kind)
    headers["vary"] = "accept-encoding"
    accepted = _accepted(request.headers.get("accept-encoding", ""))
    for coding, content in file.packed.items():
        if coding in accepted:
            headers["content-encoding"] = coding
            return Response(content, headers=headers, media_type=file.kind)
    return Response(file.content, headers=headers, media_type=file.kind)


@routes.get("/assets/{path:path}", include_in_schema=False, packed=True)
async def assets(request: Asked, path: FromPath[str]) -> Response[bytes]:
    file, for_ever = ASSETS.asset(path.lstrip("/"))
    return _answer(request, file, "There is no such file.", for_ever=for_ever)


@routes.get("/favicon.ico", include_in_schema=False, packed=True)
async def icon(request: Asked) -> Response[bytes]:
    return _answer(request, ASSETS.now().file("assets/icon.svg"), "There is no icon.")


def nothing_here() -> Response[bytes]:
    """Return the 404 page, with a link to the lobby."""
    file = ASSETS.now().file("pages/missing.html")
    content = file.content if file else b""
    return Response(content, status_code=404, headers={"cache-control": "no-cache"}, media_type="text/html")


def _declare_page(name: str) -> None:
    @routes.get(PAGES[name], include_in_schema=False, name=f"page:{name}", packed=True)
    async def page(request: Asked) -> Response[bytes]:
        file = ASSETS.now().file(f"pages/{name}.html")
        if request.context.dev is not None:
            return reloading(file)
        return _answer(request, file, "There is no such page.")


def reloading(file: File | None) -> Response[bytes]:
    """Return the page for a development room: with strict checks of its scripts, and with automatic reload."""
    scripts = b"<head>"
    for name in (b"strict", b"dev-reload"):
        scripts += b'\n    <script type="module" src="/assets/kit/%s.js"></script>' % name
    content = file.content.replace(b"<head>", scripts, 1) if file else b""
    return Response(content, headers={"cache-control": "no-store"}, media_type="text/html")


for _name in PAGES:
    _declare_page(_name)
