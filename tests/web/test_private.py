"""A private game, by the key of its link: watched, kept as a file, passed on."""

from pathlib import Path

from playwright.sync_api import Page, expect

from web.conftest import NewPage
from web.table import here


def resigned_game(page: Page) -> str:
    """A private game of Duo between two people at this page, which one has given up."""
    page.goto("/")
    body = {"variant": "duo", "seats": here(2), "private": True}
    page.goto(f"/g/{page.request.post('/api/games', data=body).json()['game']}")
    page.locator(".actions .go").click()
    give_up(page)
    page.get_by_text("Keep and share").click()
    return page.get_by_label("Address of the link").last.input_value()


def give_up(page: Page) -> None:
    """Resign, and be sure of it."""
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def test_who_is_sent_the_link_to_a_private_game_can_watch_and_keep_it(
    new_page: NewPage, complaints: list[str]
) -> None:
    page, friend, stranger = new_page(), new_page(), new_page()
    link = resigned_game(page)
    address, key = link.split("#")
    assert key
    friend.goto(link)
    friend.get_by_text("Keep and share").click()
    for name, begin in (("Record (.blksgf)", b"("), ("Picture (PNG)", b"\x89PNG")):
        with friend.expect_download() as download:
            friend.get_by_role("link", name=name).click()
        assert Path(download.value.path()).read_bytes().startswith(begin)
        assert download.value.suggested_filename.startswith("cornerwise-")
    assert friend.get_by_label("Address of the link").last.input_value() == link
    stranger.goto(address)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This game is not here")


def test_who_watches_a_private_game_is_led_to_its_rematch(
    new_page: NewPage, complaints: list[str]
) -> None:
    page, friend, late, stranger = new_page(), new_page(), new_page(), new_page()
    link = resigned_game(page)
    friend.goto(link)
    expect(friend.get_by_role("link", name="Another game")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url.split("#")[0] != link.split("#")[0])
    friend.wait_for_url(lambda url: url.split("#")[0] == page.url.split("#")[0])
    expect(friend.locator(".say")).to_contain_text("You are watching")
    late.goto(link)
    late.get_by_role("link", name="To the rematch").click()
    expect(late.locator(".say")).to_contain_text("You are watching")
    stranger.goto(friend.url.split("#")[0])
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This game is not here")


def test_the_seat_that_a_rematch_keeps_for_a_guest_is_theirs_to_take(
    new_page: NewPage, complaints: list[str]
) -> None:
    ada, bo, friend = new_page(), new_page(), new_page()
    ada.goto("/")
    body = {"variant": "duo", "seats": [{"kind": "me"}, {"kind": "link"}], "private": True}
    made = ada.request.post("/api/games", data=body).json()
    ada.goto(f"/g/{made['game']}")
    for page in (bo, friend):
        page.goto(f"/g/{made['game']}#{made['key']}")
    bo.get_by_role("button", name="Sit here").click()
    give_up(ada)
    bo.get_by_role("button", name="Rematch").click()
    for page in (bo, friend):
        expect(page.get_by_role("heading", name="Waiting for the players")).to_be_visible()
    expect(friend.get_by_role("button", name="Sit here")).to_have_count(0)
    ada.get_by_role("button", name="Sit here").click()
    expect(friend.locator(".say")).to_contain_text("You are watching")
    expect(ada.locator(".say")).to_contain_text("is playing")


def test_a_file_that_does_not_come_is_told(new_page: NewPage, complaints: list[str]) -> None:
    page, friend = new_page(), new_page()
    friend.goto(resigned_game(page))
    friend.get_by_text("Keep and share").click()
    friend.route("**/record.gif", lambda route: route.abort())
    friend.get_by_role("link", name="Film (GIF)").click()
    expect(friend.get_by_role("alert")).to_contain_text("The server does not answer")
    assert [text for text in complaints if "ERR_FAILED" not in text] == []
    complaints.clear()
