"""Accounts through the page: kept, changed, left; passkeys; tournaments, programs, moderators."""

import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import PHONE, NewPage
from web.people import PASSWORD, open_game, sign_up
from web.server import ServerProcess
from web.test_pages import faults


def sign_in(page: Page, name: str) -> None:
    page.goto("/account")
    page.locator("input[autocomplete=username]").fill(name)
    page.locator("input[autocomplete=current-password]").fill(PASSWORD)
    page.locator("form .go").click()


def test_a_wrong_password_is_said_of_its_own_form_only(
    new_page: NewPage, complaints: list[str]
) -> None:
    page = new_page(locale="fr-FR")
    sign_in(page, "nobody at all")
    expect(page.get_by_role("alert")).to_have_text("Nom ou mot de passe incorrect.")
    page.get_by_role("button", name="Créer un compte").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    # A browser always writes to the console that an answer was a refusal.
    complaints[:] = [c for c in complaints if "403" not in c]


def test_a_guest_keeps_everything(new_page: NewPage) -> None:
    """The guest's game is the account's game, on this device and on another."""
    page, other = new_page(), new_page(locale="fr-FR")
    address = open_game(page, "duo")
    page.goto(address)
    expect(page.locator(".waiting")).to_be_visible()
    sign_up(page, "Keeper")
    page.goto("/games")
    expect(page.locator(f'a[href="{address}"]')).to_be_visible()
    sign_in(other, "keeper")
    expect(other.get_by_role("heading", level=1)).to_have_text("Keeper")
    other.goto("/games")
    expect(other.locator(f'a[href="{address}"]')).to_be_visible()
    page.goto("/account")
    page.get_by_role("button", name="Sign all others out").click()
    expect(page.get_by_role("button", name="Sign all others out")).to_have_count(0)
    other.goto("/account")
    expect(other.get_by_role("heading", level=1)).to_have_text("Se connecter")


def test_an_account_has_one_name_everywhere(new_page: NewPage) -> None:
    """A field for another would be filled in for nothing: the others see the account's."""
    page = new_page()
    page.goto("/settings")
    expect(page.get_by_label("Your name")).to_be_editable()
    sign_up(page, "Onename")
    page.goto("/settings")
    expect(page.locator("main")).to_contain_text("Onename")
    expect(page.get_by_label("Your name")).to_have_count(0)
    page.get_by_role("link", name="Change the name").click()
    page.wait_for_url("**/account")
    page.goto("/")
    seats = page.get_by_role("region", name="Who plays?")
    expect(seats).to_contain_text("Onename")
    expect(seats.locator("input")).to_have_count(0)
    host = new_page()
    host.goto("/")
    body = {"variant": "duo", "seats": [{"kind": "me"}, {"kind": "link"}]}
    table = host.request.post("/api/games", data=body).json()
    page.goto(f"/g/{table['game']}#{table['key']}")
    expect(page.get_by_label("Your name")).to_have_count(0)
    page.get_by_role("button", name="Sit here").click()
    host.goto(f"/g/{table['game']}")
    expect(host.locator(".people")).to_contain_text("Onename")


def test_a_guest_is_forgotten(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    address = open_game(page, "duo")
    page.goto(address)
    page.get_by_role("button", name="Keep for friends").tap()
    expect(page.get_by_role("button", name="Offer in the lobby")).to_be_visible()
    page.goto("/settings")
    page.get_by_role("button", name="Forget me").tap()
    page.get_by_role("button", name="Yes, forget everything").tap()
    expect(page.get_by_role("button", name="Forget me")).to_be_visible()
    page.goto("/games")
    expect(page.get_by_text("No game yet.")).to_be_visible()


def test_an_account_is_changed_and_deleted(new_page: NewPage, complaints: list[str]) -> None:
    page = new_page()
    sign_up(page, "Mayfly")
    page.get_by_role("textbox", name="Name", exact=True).fill("May Fly")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("May Fly")
    page.get_by_role("textbox", name="What is the program called?").fill("my bot")
    page.get_by_role("button", name="Make a key").click()
    expect(page.get_by_role("textbox", name="Key")).to_have_value(re.compile("cwt_"))
    page.get_by_text("Delete the account").click()
    page.get_by_role("textbox", name="To be sure, write May Fly").fill("May Fly")
    page.locator("details input[type=password]").fill("not this")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("alert")).to_contain_text("Not accepted")
    page.locator("details input[type=password]").fill(PASSWORD)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    sign_in(page, "May Fly")
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password.")
    refused = [text for text in complaints if "403" in text]
    assert len(refused) == len(complaints) == 2
    complaints.clear()


def test_a_passkey_signs_up_and_in(new_page: NewPage, server: ServerProcess) -> None:
    """With an authenticator in the browser itself. Passkeys want a name, not an address."""
    page = new_page(f"http://localhost:{server.port}")
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    device |= {"hasUserVerification": True, "isUserVerified": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.goto("/account")
    page.get_by_role("button", name="Create an account").click()
    page.locator("input[autocomplete=username]").fill("Keyholder")
    page.get_by_role("button", name="With a passkey instead").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keyholder")
    page.wait_for_load_state("networkidle")  # what the page asks for as Keyholder is answered
    page.get_by_role("button", name="Sign out").first.click()
    page.get_by_role("button", name="With a passkey", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Keyholder")


def test_a_tournament_runs(new_page: NewPage) -> None:
    ada, bo = new_page(), new_page(locale="fr-FR", **PHONE)
    ada.goto("/tournaments")
    ada.get_by_role("button", name="Make a tournament").click()
    ada.get_by_role("textbox", name="Name").fill("Sunday cup")
    ada.get_by_role("combobox", name="Which game?").select_option("duo")
    ada.get_by_role("button", name="Make it").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text("Sunday cup")
    bo.goto(ada.url)
    expect(bo.get_by_role("main")).to_contain_text("· ouvert à tous")
    bo.get_by_role("button", name="Participer").tap()
    expect(bo.get_by_role("heading", name="2 participants")).to_be_visible()
    expect(ada.get_by_role("heading", name="2 take part")).to_be_visible()
    ada.get_by_role("button", name="Start", exact=True).click()
    expect(ada.get_by_role("link", name="To the board")).to_be_visible()
    late = new_page()
    late.goto(ada.url)
    expect(late.get_by_role("heading", level=1)).to_have_text("Sunday cup")
    expect(late.get_by_role("button", name="Take part")).to_have_count(0)
    bo.get_by_role("link", name="Au plateau").tap()
    expect(bo.locator("main.game")).to_be_visible()
    ada.get_by_role("link", name="To the board").click()
    ada.locator(".menu > summary").click()
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("button", name="Yes, resign").click()
    expect(bo.get_by_role("heading", name="Vous gagnez.")).to_be_visible()
    expect(bo.get_by_role("slider")).to_have_count(0)  # there is no move to go to
    expect(bo.get_by_role("button", name="Revanche")).to_have_count(0)
    bo.get_by_role("link", name="Retour au tournoi").tap()
    expect(bo.get_by_role("row").nth(1)).to_contain_text("1")
    expect(bo.get_by_role("main")).to_contain_text("· fini")
    expect(bo.get_by_role("listitem")).to_contain_text(re.compile(r"1 · 0|0 · 1"))
    expect(bo.get_by_role("listitem")).to_contain_text("(−89 · −89)")


def test_the_ranking_stays_while_another_is_chosen(new_page: NewPage) -> None:
    """With the focus; its address is the one to come back to."""
    page = new_page()
    page.goto("/ranking")
    game, blitz = page.get_by_role("combobox"), page.get_by_role("button", name="Blitz")
    game.select_option("duo")
    page.wait_for_url("**/ranking/duo/rapid")
    blitz.press("Enter")
    page.wait_for_url("**/ranking/duo/blitz")
    expect(page.locator(".levels")).to_be_visible()
    expect(blitz).to_be_focused()
    page.reload()
    expect(blitz).to_have_attribute("aria-pressed", "true")
    expect(game).to_have_value("duo")


def test_moderators_see_what_was_reported(new_page: NewPage, server: ServerProcess) -> None:
    judge, rude = new_page(), new_page()
    sign_up(judge, "Judge")
    command = [sys.executable, "-m", "cornerwise", "accounts", "make-moderator", "Judge"]
    subprocess.run([*command, "--data", str(server.data)], check=True)
    judge.get_by_role("button", name="Sign out").first.click()
    expect(judge.get_by_role("heading", level=1)).to_have_text("Sign in")
    sign_in(judge, "Judge")
    expect(judge.get_by_role("heading", level=1)).to_have_text("Judge")
    rude.goto(open_game(rude, "duo"))
    sign_up(rude, "Rude")
    judge.goto("/moderation")
    judge.get_by_role("searchbox").fill("rude")
    judge.get_by_role("button", name="Find somebody").click()
    judge.get_by_role("textbox", name="In a few words").fill("please stay polite")
    judge.get_by_role("region", name="Rude").get_by_role("button", name="Warn").last.click()
    expect(rude.get_by_text("please stay polite")).to_be_visible()
    rude.get_by_role("button", name="I have read it").click()
    expect(rude.get_by_text("please stay polite")).to_have_count(0)
    judge.get_by_role("button", name="What was done").click()
    expect(judge.get_by_role("main")).to_contain_text("please stay polite")


LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light", "locale": "en-US"},
    {"color_scheme": "dark", "locale": "fr-FR", **PHONE},
]


@pytest.mark.parametrize("look", LOOKS, ids=["day", "phone"])
def test_no_page_of_people_has_a_fault(new_page: NewPage, look: dict[str, Any]) -> None:
    page = new_page(**look)
    found: dict[str, list[str]] = {}

    def look_at(path: str, mark: str) -> None:
        page.goto(path)
        expect(page.locator(mark).first).to_be_visible()
        found[path] = faults(page)

    look_at("/account", "form")
    sign_up(page, f"Axe {look['locale'][:2]}")
    for path, mark in (
        ("/account", ".account-part"),
        ("/lobby", ".quick .game"),
        ("/ranking", ".levels"),
        ("/players/me", "h1"),
        ("/tournaments", ".go"),
        ("/moderation", "h1"),
        ("/sign-in#token", "form"),
        ("/settings", "select"),
        (open_game(page, "duo", public=True), ".chat"),
    ):
        look_at(path, mark)
    page.goto("/tournaments")
    page.locator(".column .go").first.click()
    found["new tournament"] = faults(page)
    assert not {path: list_ for path, list_ in found.items() if list_}
