"""The HTTP part, described: `/api/openapi.json` for programs, `/api/docs` for people."""

from functools import lru_cache
from html import escape
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

import cornerwise
from cornerwise.server.bodies import Problem
from cornerwise.server.http import Parameter, Route
from cornerwise.server.routes import ROUTES

ALWAYS = (421, 429)
"""Refusals that every route knows: wrong host, too many requests."""
SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program's token: `Authorization: Bearer cwt_…`, see POST /api/tokens",
    }
}
REFERENCE = "#/components/schemas/{name}"
STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 sans-serif;
  color: #23262d; background: #f6f3ec }
code, pre { font: 13px/1.4 monospace }
h2 { margin: 2rem 0 0; font-size: 1rem } h2 b { display: inline-block; min-width: 3.5rem }
table { border-collapse: collapse } td { padding: .1rem 1rem .1rem 0; vertical-align: top }
pre { background: #ece7db; padding: .5rem 1rem; overflow-x: auto }
@media (prefers-color-scheme: dark) {
  body { color: #eceae4; background: #14161b } pre { background: #2b303a } a { color: #6f9df0 } }
"""


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The description in OpenAPI 3.1."""
    types = [t for route in ROUTES for t in (route.body, route.answer) if t is not None]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template=REFERENCE)
    by_type = {id(t): schema for t, schema in zip([*types, Problem], schemas, strict=True)}
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cornerwise",
            "version": cornerwise.__version__,
            "description": "Games are made and listed here; they are played over /ws.",
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _operation(route: Route, schemas: dict[int, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": route.handler.__name__.strip("_"),
        "responses": {
            str(route.status): {
                "description": "Done",
                "content": {media: _media(route, media, schemas) for media in route.media},
            },
        },
    }
    if route.access == "bot":
        operation["security"] = [{"token": []}]
    for status in (*route.refusals, *ALWAYS):
        operation["responses"][str(status)] = _refusal(status, schemas)
    if route.parameters:
        operation["parameters"] = [_parameter(parameter) for parameter in route.parameters]
    if route.body is not None:
        content = {"application/json": {"schema": schemas[id(route.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _media(route: Route, media: str, schemas: dict[int, Any]) -> dict[str, Any]:
    if route.answer is not None:
        return {"schema": schemas[id(route.answer)]}
    return {"schema": {} if media == "application/json" else {"type": "string"}}


def _refusal(status: int, schemas: dict[int, Any]) -> dict[str, Any]:
    if status == 421:
        return {"description": "Not a name of this server"}
    content = {"application/json": {"schema": schemas[id(Problem)]}}
    return {"description": "Refused; nothing has changed", "content": content}


def _parameter(parameter: Parameter) -> dict[str, Any]:
    place = "header" if parameter.in_header else "query"
    return {
        "name": parameter.name,
        "in": "path" if parameter.in_path else place,
        "required": parameter.in_path,
        "description": parameter.text,
        "schema": dict(parameter.schema),
    }


# For people


@lru_cache(maxsize=1)
def page() -> str:
    """A page without scripts: each route, its parameters and its types."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Cornerwise: HTTP</title>',
        '<link rel="stylesheet" href="/api/docs.css">',
        "<h1>Cornerwise over HTTP</h1>",
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a>.',
        "Games are played over the websocket at <code>/ws</code>; see docs/protocol.md.",
    ]
    described = document()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append(_section(method.upper(), path, operation))
    parts.append("<h1>Types</h1>")
    for name, schema in described["components"]["schemas"].items():
        text = msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
        parts.append(
            f'<details id="{name}"><summary>{name}</summary><pre>{escape(text)}</pre></details>'
        )
    return "\n".join(parts)


def _section(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{p['name']}</code><td>{escape(p['description'])}"
        for p in operation.get("parameters", ())
    )
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    lines = [
        f"<h2><b>{method}</b> <code>{escape(path)}</code></h2><p>{escape(operation['summary'])}.",
        f"<table>{rows}</table>" if rows else "",
    ]
    if body is not None:
        lines.append(f"<p>Body: {_link(body['schema'])}")
    for status, response in operation["responses"].items():
        kinds: dict[str, Any] = response.get("content", {})
        schema: dict[str, Any] = next((kind["schema"] for kind in kinds.values()), {})
        lines.append(f"<br><code>{status}</code> {_link(schema) or ', '.join(kinds)}")
    return "\n".join(lines)


def _link(schema: dict[str, Any]) -> str:
    name = (schema.get("$ref") or schema.get("items", {}).get("$ref", "")).rpartition("/")[2]
    many = "list of " if "items" in schema else ""
    return f'{many}<a href="#{name}">{name}</a>' if name else ""


def routes() -> list[StarletteRoute]:
    """The two addresses and the style of the page."""

    async def as_json(_: Request) -> Response:
        return Response(msgspec.json.encode(document()), media_type="application/json")

    async def as_page(_: Request) -> Response:
        return Response(page(), media_type="text/html")

    async def as_style(_: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    return [
        StarletteRoute("/api/openapi.json", as_json),
        StarletteRoute("/api/docs", as_page),
        StarletteRoute("/api/docs.css", as_style),
    ]
