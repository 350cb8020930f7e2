"""Types are declared once: TypeScript, OpenAPI and the documentation follow them."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from cornerwise.server import events, openapi, protocol
from cornerwise.server.http import Route
from cornerwise.server.routes import ROUTES
from cornerwise.server.typescript import typescript
from server.live import LiveServer

ROOT = Path(__file__).parents[2]


def test_the_pages_types_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "lib" / "protocol.gen.ts").read_text("utf-8")
    command = "python -m cornerwise.server.typescript > web/src/lib/protocol.gen.ts"
    assert written == typescript(), f"run: {command}"


def test_every_type_has_its_interface() -> None:
    text = typescript()
    for union in (protocol.ClientMessage, protocol.ServerMessage, events.Event):
        for member in union.__args__:
            assert f': "{member.__struct_config__.tag}";' in text


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


def test_the_table_of_events_has_every_field() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    table = page.split("\n## Events\n")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    common = set(events.Happened.__struct_fields__)
    for event in events.Event.__args__:
        (row,) = (row for row in rows if f"`{event.__struct_config__.tag}`" in row.split("|")[1])
        assert {name for name in event.__struct_fields__ if f"`{name}`" not in row} <= common


def test_the_examples_in_the_documentation_can_be_read() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    sent = [line[2:] for line in page.splitlines() if line.startswith("→ {")]
    assert len(sent) >= 8
    for line in sent:
        msgspec.json.decode(line, type=protocol.ClientMessage)


def test_openapi_describes_every_route() -> None:
    document = openapi.document()
    for route in ROUTES:
        assert route.method.lower() in document["paths"][route.path]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("live")).start()
    yield server
    server.kill()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_schemathesis_finds_nothing(live: LiveServer, route: Route) -> None:
    """Bounded: a few dozen inputs for each route against its own description."""
    schema = schemathesis.openapi.from_url(f"{live.url}/api/openapi.json")
    operation = schema[route.path][route.method]

    @given(case=operation.as_strategy())
    @settings(
        max_examples=20,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: schemathesis.Case) -> None:
        # A schema cannot say that a variant has as many seats as players, so what fits it
        # may still be refused.
        case.call_and_validate(base_url=live.url, excluded_checks=[positive_data_acceptance])

    check()
