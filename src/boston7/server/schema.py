"""The description of every path below /api, for programs. No page that would load a script from elsewhere."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from boston7.server.session import CSRF, CSRF_HEADER, SESSION

try:
    BUILD = version("boston7")
except PackageNotFoundError:  # run from its source without being installed
    BUILD = "source"
DESCRIPTION = (
    f"A session is the cookie `{SESSION}`, or `Authorization: Bearer` for programs. Whatever changes something carries "
    f"the cookie `{CSRF}` again as header `{CSRF_HEADER}`, unless it comes with a bearer token; any GET sets that "
    "cookie. Amounts are integer cents. Errors are always a code, a sentence and a clause."
)
config = OpenAPIConfig(
    title="boston7",
    version=BUILD,
    description=DESCRIPTION,
    path="/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    use_handler_docstrings=True,
)
