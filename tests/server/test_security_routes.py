"""Nobody uses what they do not hold: tried on every route there is, from the table of routes.

A route that somebody adds is tried too. If its address has a parameter of a new kind, `Scene`
must be told of a thing of the victim's that fits; if it has no rule of access, it fails.
"""

from collections.abc import Iterator

import pytest

from cornerwise.server.accounts.person import Access
from cornerwise.server.http import Route
from cornerwise.server.routes import ROUTES
from server.attack import ATTACKERS, MAIL, Scene, staged
from server.devices import Device

UNSAFE = [route for route in ROUTES if route.method != "GET"]
STREAMS = [route for route in ROUTES if route.path.endswith("/stream")]
"""They answer for as long as one listens."""


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A scene of one's own, for what changes it."""
    with staged(tmp_path_factory.mktemp("fresh")) as scene:
        yield scene


@pytest.mark.parametrize("route", ROUTES, ids=name_of)
def test_every_route_says_who_may_use_it(route: Route) -> None:
    assert route.access in Access.__args__  # type: ignore[attr-defined]


EXPECTED = {"account": {401}, "moderator": {403}, "bot": {403}}
"""What those get who are not it."""


SHARED = {
    "/api/tournaments/{tournament}/enter": "tournaments",
    "/api/tournaments/{tournament}/leave": "tournaments",
}
"""Routes by which everybody may change something of somebody's, and where that is kept."""


@pytest.mark.parametrize("who", ATTACKERS)
@pytest.mark.parametrize("route", ROUTES, ids=name_of)
def test_nobody_gets_at_what_is_anothers(scene: Scene, route: Route, who: str) -> None:
    attacker, before = scene.attacker(who), scene.holdings()
    answer = attacker.ask(route.method, scene.address(route), scene.body(route))
    assert answer.status_code < 500, answer.text
    if not (route.access == "account" and who == "account"):
        assert answer.status_code in EXPECTED.get(str(route.access), {answer.status_code})
    may_change = SHARED.get(route.path, "no table")
    lost = {row for row in before - scene.holdings() if not row.startswith(may_change)}
    assert lost == set(), "something of the victim's has changed"
    for secret in (scene.id, MAIL, *scene.victim.cookies.values()):
        assert secret not in answer.text
    if "{game}" in route.path:  # a private one: to others it looks as if there were none
        nowhere = scene.address(route, game="AAAAAAAAAAAA")
        none = attacker.ask(route.method, nowhere, scene.body(route))
        assert (answer.status_code, answer.text) == (none.status_code, none.text)


OWNERS = [route for route in ROUTES if route.access == "owner"]
HOLDERS = {"/api/invitations/{invitation}/decline": "friend"}
"""Who holds the thing, where it is not the victim."""


@pytest.mark.parametrize("route", OWNERS, ids=name_of)
def test_who_holds_it_can_use_it(fresh: Scene, route: Route) -> None:
    """So the test above tries something that would work."""
    holder: Device = getattr(fresh, HOLDERS.get(route.path, "victim"))
    answer = holder.ask(route.method, fresh.address(route), fresh.body(route))
    assert answer.status_code not in (401, 403), answer.text
    if route.parameters:
        assert answer.status_code != 404, answer.text


def test_a_token_cannot_take_its_account(fresh: Scene) -> None:
    token = fresh.victim.post("/api/tokens", {"name": "bot"}).json()["token"]
    program = fresh.club.device()
    assert program.ask("GET", "/api/me", authorization=f"Bearer {token}").status_code == 200
    before = fresh.holdings()
    for route in ROUTES:
        if route.access in ("account", "moderator") or route.path == "/api/account/export":
            path, body = fresh.address(route), fresh.body(route)
            answer = program.ask(route.method, path, body, authorization=f"Bearer {token}")
            assert answer.status_code == 403, name_of(route)
    assert before <= fresh.holdings()
    wrong = program.ask("GET", "/api/me", authorization="Bearer no-such-token")
    assert wrong.status_code == 401


# Requests that other sites make a browser send


@pytest.mark.parametrize(
    "header",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "https://127.0.0.1:8765.evil.example"},
        {"origin": "http://[127.0.0.1:8765"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_another_site_can_change_nothing(scene: Scene, header: dict[str, str]) -> None:
    before = scene.everything()
    for route in UNSAFE:
        path, body = scene.address(route), scene.body(route)
        answer = scene.victim.ask(route.method, path, body, **header)
        assert answer.status_code == 403, name_of(route)
    assert scene.everything() == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_forms_can_send_is_refused(scene: Scene, kind: str) -> None:
    """These kinds of body need no leave from us to be sent across sites."""
    before = scene.everything()
    for route in UNSAFE:
        if route.body is not None and route.access in ("anybody", "account", "owner"):
            headers = {"content-type": kind, **scene.victim.cookie_header}
            path = scene.address(route)
            answer = scene.club.client.request(route.method, path, content=b"{}", headers=headers)
            assert answer.status_code == 400, name_of(route)
    assert scene.everything() == before


@pytest.mark.parametrize("route", [r for r in ROUTES if r.method == "GET"], ids=name_of)
def test_looking_changes_nothing(scene: Scene, route: Route) -> None:
    """So a link or a picture of another site can do no harm."""
    if route in STREAMS:
        return
    before = scene.everything()
    assert scene.victim.get(scene.address(route)).status_code < 500
    assert scene.everything() == before


def test_no_other_site_may_read(scene: Scene) -> None:
    """No answer has a header that lets scripts of other sites see it."""
    for route in ROUTES:
        if route not in STREAMS:
            answer = scene.victim.ask(
                route.method, scene.address(route), {}, origin="https://evil.example"
            )
            assert not [h for h in answer.headers if h.startswith("access-control-")]
