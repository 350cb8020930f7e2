"""People meet: they sign up, are paired, play, lose the network, come back, win, and are rated."""

import re

from playwright.sync_api import Page, Route, expect

from web.conftest import PHONE, NewPage
from web.people import Cable, open_game, seated, sign_up, wait_for_turn, wish
from web.table import Table, make_game


def play_one(mover: Table, other: Table, *, touch: bool) -> None:
    """One move by whoever has this page, seen by both."""
    count = len(mover.game.moves)
    wait_for_turn(mover.page)
    move = mover.choose()
    (mover.tap if touch else mover.click)(move)
    for table in (mover, other):
        table.expect_moves(count + 1)
        table.follow()


def test_from_sign_up_to_a_rating(new_page: NewPage) -> None:
    """Ada at a desk in English, Bo on a phone in French: a rated Duo, with a cut network."""
    ada, bo = new_page(), new_page(locale="fr-FR", **PHONE)
    cable = Cable(ada)
    sign_up(ada, "Ada")
    sign_up(bo, "Bo")
    wish(ada, "Duo", rated=True)
    expect(ada.locator("[data-seeking]")).to_contain_text("1 of 2 is here")
    wish(bo, "Duo", rated=True)
    tables = {"ada": seated(ada, "duo"), "bo": seated(bo, "duo")}
    assert ada.url == bo.url
    first = "ada" if ada.locator(".people li").first.get_attribute("aria-current") else "bo"
    second = "bo" if first == "ada" else "ada"
    for clock in bo.locator(".people .time").all():  # both, whoever is to play
        expect(clock).to_have_text(re.compile(r"\d:\d\d"))
        expect(clock).to_be_in_viewport(ratio=1)
    play_one(tables[first], tables[second], touch=first == "bo")
    play_one(tables[second], tables[first], touch=second == "bo")
    cable.cut()
    expect(ada.locator(".say")).to_contain_text("The line is down")
    if first == "bo":
        wait_for_turn(bo)
        tables["bo"].tap(tables["bo"].choose())
        tables["bo"].expect_moves(3)
    cable.mend()
    if first == "bo":
        for table in tables.values():
            table.expect_moves(3)
            table.follow()
    play_one(tables["ada"], tables["bo"], touch=False)
    bo.locator(".menu > summary").click()
    bo.get_by_role("button", name="Abandonner").click()
    bo.get_by_role("button", name=re.compile("^Oui")).click()
    expect(ada.get_by_role("heading", name="You win.")).to_be_visible()
    expect(ada.locator("[data-ratings]")).to_contain_text(re.compile(r"You\s*\d+\?\s*\+\d+"))
    expect(bo.locator("[data-ratings]")).to_contain_text(re.compile(r"Vous\s*\d+\?\s*−\d+"))
    ada.goto("/players/Ada")
    expect(ada.get_by_role("img", name=re.compile("Rating over 1 games"))).to_be_visible()
    expect(ada.locator(".tiles a").first).to_contain_text(re.compile(r"\+\d+"))
    bo.goto("/players/Ada")
    expect(bo.get_by_role("heading", level=1)).to_have_text("Ada")


def test_a_free_seat_in_the_lobby(new_page: NewPage) -> None:
    """Two guests: one sets a table, the other sits down with one press."""
    ada, bo = new_page(), new_page(**PHONE)
    bo.goto("/lobby")
    address = open_game(ada, "trigon_2", public=True)
    ada.goto(address)
    expect(ada.locator(".waiting")).to_contain_text("cornerwise serve --host 0.0.0.0")
    bo.locator(f'[data-open="{address[3:]}"]').get_by_role("button", name="Sit down").tap()
    seated(bo, "trigon_2")
    expect(ada.locator(".hold")).to_be_visible()
    expect(bo.locator(".hold")).to_be_visible()
    watcher = new_page()
    watcher.goto("/lobby")
    watcher.locator(f'a[href="{address}"]').click()
    expect(watcher.locator(".say")).to_contain_text("You are watching")
    expect(ada.locator(".chat summary")).to_contain_text("1 watching")
    expect(watcher.locator(".chat summary")).to_have_text("Chat")


def test_a_wish_can_be_cancelled_and_kept_across_pages(new_page: NewPage) -> None:
    """The lobby counts who waits for the others, and not to themselves."""
    page, other = new_page(), new_page()
    wish(page, "Trigon")
    seeking = page.locator("[data-seeking]")
    expect(seeking).to_contain_text("1 of 4")
    other.goto("/lobby")
    other.locator(".quick input[type=checkbox]").first.set_checked(False)
    name = re.compile(r"^Trigon \d")
    expect(other.get_by_role("button", name=name)).to_contain_text("1 is waiting")
    expect(page.locator(".card", has_text="Who is here")).to_contain_text("2 guests")
    expect(page.get_by_role("button", name=name)).not_to_contain_text("waiting")
    page.get_by_role("link", name="Puzzles").click()
    expect(seeking).to_be_visible()
    seeking.get_by_role("button", name="Cancel").click()
    expect(seeking).to_have_count(0)


def test_somebody_is_invited_by_name(new_page: NewPage) -> None:
    ada, bo = new_page(), new_page(locale="fr-FR")
    sign_up(ada, "Ida")
    sign_up(bo, "Beau")
    bo.goto("/learn")
    ada.goto("/")
    ada.get_by_role("radio", name="Duo").check()
    ada.locator("section select").nth(1).select_option("invite")
    expect(ada.get_by_label("Seen by")).to_have_value("link")
    ada.get_by_placeholder("Name of the account").fill("beau")
    ada.locator(".big").click()
    ada.wait_for_url("**/g/*")
    expect(bo.get_by_text("Ida vous invite.")).to_be_visible()
    bo.get_by_role("link", name="Jouer", exact=True).last.click()
    bo.get_by_role("button", name=re.compile("S’asseoir|Prendre")).click()
    expect(ada.locator(".hold")).to_be_visible()
    expect(bo.locator(".hold")).to_be_visible()


def two_at_a_table(new_page: NewPage) -> tuple[Page, Page, Table, Table]:
    """Two guests at a Duo; the first to play first."""
    ada, bo = new_page(), new_page(locale="fr-FR")
    address = open_game(ada, "duo")
    ada.goto(address)
    bo.goto(address)
    bo.get_by_role("button", name=re.compile("S’asseoir|Prendre|Ici")).click()
    tables = seated(ada, "duo"), seated(bo, "duo")
    expect(ada.locator(".hold")).to_be_visible()
    return ada, bo, *tables


def test_chat_in_two_languages(new_page: NewPage) -> None:
    ada, bo, _, _ = two_at_a_table(new_page)
    ada.get_by_role("button", name="Good luck!").click()
    log = bo.get_by_role("log")
    expect(log).to_contain_text("Bonne chance")
    ada.get_by_role("textbox", name="Say something").fill("<b>bold</b> & <img src=x>")
    ada.get_by_role("button", name="Send").click()
    expect(log).to_contain_text("<b>bold</b> & <img src=x>")
    expect(log.locator("img")).to_have_count(0)
    log.get_by_role("button", name="Ada").last.click()
    log.get_by_role("button", name="Signaler").click()
    expect(log).to_contain_text("Merci. La modération va regarder.")
    log.get_by_role("button", name="Ne plus entendre").click()
    expect(log.locator("[data-line]")).to_have_count(0)
    ada.get_by_role("button", name="Have fun!").click()
    expect(ada.get_by_role("log")).to_contain_text("Have fun!")
    expect(log.locator("[data-line]")).to_have_count(0)


def two_by_link(host: Page, guest: Page) -> None:
    """A table of four colors for two: on a laptop their pieces take the room of the talk."""
    host.goto("/")
    host.goto(make_game(host, "trigon_2", [{"kind": "me"}, {"kind": "link"}]))
    guest.goto(host.get_by_label("Address of the link").first.input_value())
    guest.get_by_role("button", name="Sit here").click()
    expect(host.locator(".hold")).to_be_visible()


def test_talk_out_of_sight_says_how_much_there_is_to_read(new_page: NewPage) -> None:
    host, guest = new_page(viewport={"width": 1366, "height": 768}), new_page()
    two_by_link(host, guest)
    guest.get_by_role("button", name="Good luck!").click()
    summary, log = host.locator(".chat summary"), host.get_by_role("log")
    expect(summary).to_be_in_viewport(ratio=1)
    expect(summary).to_have_text("Chat 1 unread")
    summary.click()
    expect(log).to_be_in_viewport(ratio=1)
    expect(log).to_contain_text("Good luck!")
    expect(summary).to_have_text("Chat")
    host.locator(".desk > .left").evaluate("(column) => (column.scrollTop = 0)")
    guest.get_by_role("button", name="Have fun!").click()
    expect(summary).to_have_text("Chat 1 unread")
    expect(guest.locator(".chat summary")).to_have_text("Chat")


def test_talk_that_stands_open_moves_no_players_card(new_page: NewPage) -> None:
    host, guest = new_page(viewport={"width": 1440, "height": 900}), new_page(**PHONE)
    two_by_link(host, guest)
    expect(host.get_by_role("log")).to_be_in_viewport(ratio=1)
    expect(host.locator(".people > li").first).to_be_in_viewport(ratio=1)


def test_talk_on_a_phone_closes_by_a_press_outside(new_page: NewPage) -> None:
    """Which does nothing else: the piece stays where it is."""
    host, guest = new_page(**PHONE), new_page(**PHONE)
    two_by_link(host, guest)
    host.locator(".chat summary").tap()
    field = host.get_by_role("textbox", name="Say something")
    expect(field).to_be_visible()
    host.get_by_role("button", name="Hello!").tap()
    expect(host.get_by_role("log")).to_contain_text("Hello!")
    hand = host.locator(".hand").bounding_box()
    host.touchscreen.tap(195, 200)
    expect(field).to_be_hidden()
    assert host.locator(".hand").bounding_box() == hand
    expect(guest.locator(".chat summary")).to_have_text("Chat 1 unread")


def test_a_move_sent_early(new_page: NewPage) -> None:
    """While Ada thinks, Bo plans: the plan is played at his turn, the fallback if need be."""
    _, bo, hers, his = two_at_a_table(new_page)
    move = hers.choose()
    his.game.play(move)
    his.click(his.choose())
    expect(bo.locator(".marks .plan")).to_have_count(1)
    expect(bo.get_by_role("region", name="À votre tour")).to_be_visible()
    bo.reload()
    expect(bo.locator(".marks .plan")).to_have_count(1)
    hers.click(move)
    hers.expect_moves(2)
    his.expect_moves(2)
    expect(bo.locator(".marks .plan")).to_have_count(0)


def test_a_seat_is_left_and_taken_again(new_page: NewPage) -> None:
    ada, bo, hers, _ = two_at_a_table(new_page)
    bo.locator(".menu > summary").click()
    bo.get_by_role("button", name="Laisser à l’ordinateur").click()
    expect(ada.locator(".notice").first).to_contain_text("plays for")
    expect(ada.get_by_role("button", name="End it, I have won")).to_be_visible()
    hers.click(hers.choose())
    hers.expect_moves_beyond(1)
    bo.get_by_role("button", name="Reprendre ma place").click()
    expect(ada.locator(".notice")).to_have_count(0)


def test_a_hint_says_why(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    body = {"variant": "duo", "seats": [{"kind": "me"}, {"kind": "computer", "level": 1}]}
    page.goto(f"/g/{page.request.post('/api/games', data=body).json()['game']}")
    page.get_by_role("button", name="Conseil").click()
    expect(page.get_by_role("status", name="Pourquoi ce coup")).to_contain_text("%")


def test_a_takeback_is_asked_for_and_declined(new_page: NewPage) -> None:
    """Who asks reads whom they wait for, and the answer; the question hides no button."""
    ada, bo, hers, _ = two_at_a_table(new_page)
    bo.set_viewport_size({"width": 390, "height": 844})
    hers.click(hers.choose())
    hers.expect_moves(1)
    ada.locator(".menu > summary").click()
    ada.get_by_role("button", name="Take back").click()
    expect(ada.locator(".notice")).to_contain_text("Waiting for Guest")
    expect(bo.locator(".notice")).to_contain_text("Ada aimerait annuler son dernier coup.")
    expect(bo.locator(".actions .go")).to_be_in_viewport(ratio=1)
    bo.get_by_role("button", name="Plutôt non").click()
    expect(ada.locator(".notice")).to_have_text("Guest would rather not: the move stays.")
    expect(bo.locator(".notice")).to_have_count(0)
    bo.close()
    expect(ada.locator(".say")).to_contain_text("Waiting for Guest")


def test_the_lobby_does_not_jump(new_page: NewPage) -> None:
    """What stands below the list of games comes with it; the typeface comes with the page."""
    page = new_page(**PHONE)
    held: list[Route] = []
    page.route("**/api/variants", lambda route: held.append(route))
    page.goto("/lobby")
    expect(page.locator(".quick")).to_be_visible()
    expect(page.locator("#open-title")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator("#open-title")).to_be_visible()
    expect(page.locator("head link[rel=preload][as=font]")).to_have_count(1)


def test_a_link_to_watch_says_that_it_is_one(new_page: NewPage) -> None:
    """The address of a table lets nobody sit down: who got it learns what to ask for."""
    page, friend = new_page(), new_page(locale="fr-FR")
    page.goto("/")
    body = {"variant": "duo", "seats": [{"kind": "me"}, {"kind": "link"}]}
    friend.goto(f"/g/{page.request.post('/api/games', data=body).json()['game']}")
    expect(friend.locator(".waiting")).to_contain_text("demandez le lien d’invitation")


def test_a_lobby_without_a_server_says_so(new_page: NewPage, complaints: list[str]) -> None:
    """From the start, or later; it fills by itself when the line is there."""
    page = new_page()
    cable = Cable(page)
    cable.whole = False
    page.route("**/api/variants", lambda route: route.abort())
    alert = page.get_by_role("alert")
    page.goto("/ranking")
    expect(alert).to_contain_text("The server does not answer.")
    page.goto("/lobby")
    expect(alert).to_contain_text("The line is down.")
    page.unroute("**/api/variants")
    cable.mend()
    duo = page.get_by_role("button", name=re.compile(r"^Duo \d"))
    expect(duo).to_be_visible()
    expect(alert).to_have_count(0)
    cable.cut()
    expect(alert).to_contain_text("The line is down.")
    expect(duo).to_be_visible()
    assert [text for text in complaints if "ERR_" not in text] == []
    complaints.clear()
