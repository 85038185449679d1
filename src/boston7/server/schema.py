"""The OpenAPI description of every path below /api, and a page to read it. Neither loads external resources."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme

from boston7.server.session import CSRF, CSRF_HEADER, SESSION

try:
    BUILD = version("boston7")
except PackageNotFoundError:  # The package runs from source without being installed.
    BUILD = "source"
DESCRIPTION = (
    f"A session is the cookie `{SESSION}`, or `Authorization: Bearer` for programs. A request that changes something "
    f"repeats the cookie `{CSRF}` in the header `{CSRF_HEADER}`, unless it has a bearer token. Any GET sets that "
    "cookie. Amounts are integer cents. Every error has a code, a sentence and a clause."
)
SCHEMES: dict[str, SecurityScheme | Reference] = {
    "bearer": SecurityScheme(type="http", scheme="bearer", description="The session, for programs."),
    "session": SecurityScheme(
        type="apiKey", name=SESSION, security_scheme_in="cookie", description="The session, for browsers."
    ),
    "csrf": SecurityScheme(
        type="apiKey",
        name=CSRF_HEADER,
        security_scheme_in="header",
        description=f"The value of the cookie {CSRF}.",
    ),
}
EXAMPLES: dict[str, Any] = {
    "postGuest": {"name": "Ann"},
    "postLogin": {"name": "Ann", "password": "correct horse battery staple"},
    "postPractice": {"house": "nhcg"},
    "postPeople": {"name": "Ann", "password": "correct horse battery staple", "role": "player"},
    "putPeopleRoleById": {"role": "dealer"},
    "putLimitsByKind": {"amount": 20_000},
    "postExclude": {"days": 30},
    "postBars": {"name": "Rex", "ground": "participants", "reason": "Threw a chair."},
}
"""Example bodies by operation, decoded by `tests/server/test_server_schema.py`."""


def operation_id(method: str, path: str) -> str:
    """Return the operation's name: its method, the words of its path, and its parameters.

    >>> operation_id("PUT", "/api/people/{id}/role"), operation_id("GET", "/api/fair/{table}/{number}")
    ('putPeopleRoleById', 'getFairByTableAndNumber')
    """
    parts = [part for part in path.removeprefix("/api/").split("/") if part]
    words = [word for part in parts if not part.startswith("{") for word in re.split(r"\W", part)]
    given = [part[1:-1].partition(":")[0].capitalize() for part in parts if part.startswith("{")]
    named = "".join(word.capitalize() for word in words)
    return f"{method.lower()}{named}{'By' if given else ''}{'And'.join(given)}"


def security(method: str, *, guarded: bool) -> list[dict[str, list[str]]]:
    """Return the ways to authorize an operation. The list is empty for a public document."""
    changes = method != "GET"
    if not guarded and not changes:
        return []
    cookies: dict[str, list[str]] = {"session": []} if guarded else {}
    return [{"bearer": []}, cookies | ({"csrf": []} if changes else {})]


def complete(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the description with the examples in place."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            if (example := EXAMPLES.get(operation.get("operationId"))) is not None:
                operation["requestBody"]["content"]["application/json"]["example"] = example
    return schema


class Document(JsonRenderPlugin):
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, complete(openapi_schema))


class Page(OpenAPIRenderPlugin):
    """The OpenAPI plugin that renders all operations on one page without scripts."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return page(json.loads(self.render_json(request, complete(openapi_schema)))).encode()


def page(schema: dict[str, Any]) -> str:
    """Return the description as HTML."""
    groups: dict[str, list[str]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["documents"])[0]
            groups.setdefault(tag, []).append(_section(path, method, operation))
    body = [f"<h1>boston7 {escape(schema['info']['version'])}: HTTP interface</h1>"]
    body.append(f"<p>{_prose(DESCRIPTION)}</p>")
    body.append('<p>Also as <a href="/schema/openapi.json">an OpenAPI document</a>, for client generators.</p>')
    for tag in sorted(groups):
        body += [f"<h2>{escape(tag.capitalize())}</h2>", *groups[tag]]
    body.append("<h2>Types</h2>")
    for name, kind in sorted(schema["components"]["schemas"].items()):
        shown = escape(json.dumps(kind, indent=2))
        body.append(f'<details id="type-{escape(name)}"><summary>{escape(name)}</summary><pre>{shown}</pre></details>')
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>HTTP interface · Boston 7</title>'
        '<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">'
        '<link rel="stylesheet" href="/assets/css/tokens.css"><link rel="stylesheet" href="/assets/css/base.css">'
        f'</head><body><main id="main" class="page">{"".join(body)}</main></body></html>'
    )


def _section(path: str, method: str, operation: dict[str, Any]) -> str:
    parts = [f"<p>{_prose(operation['description'])}</p>" if operation.get("description") else ""]
    ways = [" + ".join(way) for way in operation.get("security", ())]
    parts.append(f"<p>Authorization: {escape(' or '.join(ways) or 'none')}.</p>")
    for parameter in operation.get("parameters", ()):
        required = ", required" if parameter.get("required") else ""
        parts.append(f"<p><code>{escape(parameter['name'])}</code> in the {escape(parameter['in'])}{required}</p>")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if body:
        parts.append(f"<p>Body: {_type(body['schema'])}</p>")
    if "example" in body:
        parts.append(f"<pre>{escape(json.dumps(body['example'], indent=2))}</pre>")
    for status, answer in operation["responses"].items():
        if status < "400":
            kinds = [_type(content["schema"]) for content in answer.get("content", {}).values()]
            parts.append(f"<p>{escape(status)}: {', '.join(kinds) or 'no body'}</p>")
    name = escape(operation["operationId"])
    head = f"<code>{method.upper()} {escape(path)}</code> {escape(operation['summary'])}"
    return f'<details id="{name}"><summary>{head}</summary>{"".join(parts)}</details>'


def _type(schema: dict[str, Any]) -> str:
    """Return a link for each named type of a schema, or the schema itself."""
    names = re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema))
    links = [f'<a href="#type-{escape(name)}">{escape(name)}</a>' for name in dict.fromkeys(names)]
    return " or ".join(links) or f"<code>{escape(json.dumps(schema))}</code>"


def _prose(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


config = OpenAPIConfig(
    title="boston7",
    version=BUILD,
    description=DESCRIPTION,
    path="/schema",
    render_plugins=[Document(path="/openapi.json"), Page(path="/")],
    components=Components(security_schemes=SCHEMES),
    use_handler_docstrings=True,
)
