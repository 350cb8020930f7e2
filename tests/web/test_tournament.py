"""The page of a tournament: nothing moves under a finger, nothing is shown that is no more."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from web.conftest import PHONE, NewPage


def a_tournament(page: Page) -> str:
    """Its address; who makes it takes part."""
    body = {"name": "Cup", "kind": "swiss", "variant": "duo", "clock": {"initial": 600}}
    answer = page.request.post("/api/tournaments", data={**body, "entrant": "Ada"})
    assert answer.ok, answer.text()
    return f"/tournaments/{answer.json()['line']['id']}"


def test_the_buttons_do_not_move_under_a_finger(new_page: NewPage) -> None:
    """In French on a phone the game's name, when it came, began a second line above them."""
    path = a_tournament(new_page())
    page = new_page(locale="fr-FR", **PHONE)
    held: list[Route] = []
    page.route("**/api/variants", lambda route: held.append(route))
    with page.expect_response(f"**/api{path}"):
        page.goto(path)
    button = page.get_by_role("button", name="Participer")
    expect(button).to_have_count(0)
    for route in held:
        route.continue_()
    expect(button).to_be_visible()


def test_a_look_that_began_before_changes_nothing_back(new_page: NewPage) -> None:
    path = a_tournament(new_page())
    page = new_page()
    page.goto(path)
    late: list[tuple[Route, Any]] = []

    def hold(route: Route) -> None:
        """The first answer is of now, but comes later."""
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    expect(page.get_by_role("button", name="Take part")).to_be_visible()
    page.route(f"**/api{path}", hold)
    with page.expect_request(f"**/api{path}"):
        pass  # the next look
    page.get_by_role("button", name="Take part").click()
    leave = page.get_by_role("button", name="Leave", exact=True)
    expect(leave).to_be_visible()
    route, answer = late[0]
    with page.expect_response(lambda response: response.request == route.request):
        route.fulfill(response=answer)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert leave.is_visible()


def test_who_has_no_game_in_a_round_is_told_so(new_page: NewPage) -> None:
    maker = new_page()
    path = a_tournament(maker)
    for name in ("Bo", "Cy"):
        entered = new_page().request.post(f"/api{path}/enter", data={"name": name})
        assert entered.ok, entered.text()
    assert maker.request.post(f"/api{path}/start").ok
    maker.goto(path)
    expect(maker.get_by_role("listitem").filter(has_text="no game, one point")).to_have_count(1)


def test_of_a_row_of_figures_one_stands_out(new_page: NewPage) -> None:
    """The score; the others are as large as the names, and as light. A phone shows all of them."""
    page = new_page(**PHONE | {"viewport": {"width": 360, "height": 740}}, locale="fr-FR")
    path = a_tournament(page)
    entered = new_page().request.post(f"/api{path}/enter", data={"name": "Bo"})
    assert entered.ok, entered.text()
    assert page.request.post(f"/api{path}/start").ok
    page.goto(path)
    row = page.get_by_role("row").filter(has_text="Bo")
    for cell in row.get_by_role("cell").all():
        expect(cell).to_have_css("font-weight", "400")
        expect(cell).to_have_css("font-size", "15px")
    expect(row.locator("b")).to_have_css("font-weight", "600")
    room = page.locator(".table-wrap").evaluate("(wrap) => [wrap.scrollWidth, wrap.clientWidth]")
    assert room == [328, 328]
