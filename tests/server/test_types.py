"""Types are declared once: TypeScript, OpenAPI and the documentation follow them."""

import re
from pathlib import Path

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from cornerwise.server import events, openapi, protocol
from cornerwise.server.routes import ROUTES
from cornerwise.server.typescript import typescript
from server.table import Table

ROOT = Path(__file__).parents[2]


def test_the_pages_types_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "lib" / "protocol.gen.ts").read_text("utf-8")
    command = "python -m cornerwise.server.typescript > web/src/lib/protocol.gen.ts"
    assert written == typescript(), f"run: {command}"


def test_every_type_has_its_interface() -> None:
    text = typescript()
    for union in (protocol.ClientMessage, protocol.ServerMessage, events.Event):
        for member in union.__args__:
            tag = member.__struct_config__.tag
            assert f': "{tag}";' in text


def test_the_documentation_names_every_message_event_and_route() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    tags = [
        member.__struct_config__.tag
        for union in (protocol.ClientMessage, protocol.ServerMessage, events.Event)
        for member in union.__args__
    ]
    missing = [tag for tag in tags if not re.search(rf"[`\"]{tag}[`\"]", page)]
    missing += [code for code in protocol.ErrorCode.__args__ if f"`{code}`" not in page]
    missing += [route.path for route in ROUTES if f"{route.method} {route.path}" not in page]
    assert missing == []


def test_the_examples_in_the_documentation_can_be_read() -> None:
    """Every whole message there decodes with the types."""
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    sent = [line[2:] for line in page.splitlines() if line.startswith("→ {")]
    assert len(sent) >= 8
    for line in sent:
        msgspec.json.decode(line, type=protocol.ClientMessage)


def test_openapi_describes_every_route() -> None:
    document = openapi.document()
    for route in ROUTES:
        assert route.method.lower() in document["paths"][route.path]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_schemathesis_finds_nothing(table: Table, route: openapi.Route) -> None:
    """Bounded: a few dozen inputs for each route, good and bad, against its own description."""
    schema = schemathesis.openapi.from_dict(openapi.document())
    schema.app = None
    operation = schema[route.path][route.method]
    strategy = operation.as_strategy()

    @settings(
        max_examples=25,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @schemathesis.hooks.given(case=strategy) if False else _given(strategy)
    def check(case: schemathesis.Case) -> None:
        kwargs = case.as_transport_kwargs(base_url="http://127.0.0.1:8765")
        response = table.client.request(**kwargs)
        assert response.status_code < 500, response.text

    check()


def _given(strategy: object) -> object:
    from hypothesis import given

    return given(case=strategy)  # type: ignore[arg-type]
