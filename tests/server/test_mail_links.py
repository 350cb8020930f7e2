"""Sign-in links and proved addresses, with a mail server of our own; and no mail at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cornerwise.server.accounts import keeping
from cornerwise.server.mail import Mailer, read_address
from cornerwise.server.settings import SettingError, Settings
from server.devices import PASSWORD, Club, Device, running
from server.mailbox import Mailbox, mailbox
from server.table import Clock

MAIL = "ada@example.org"
PUBLIC = "https://games.example"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as box:
        yield box


@pytest.fixture(params=["sqlite", "postgresql"])
def club(
    request: pytest.FixtureRequest, box: Mailbox, tmp_path: Path, clock: Clock
) -> Iterator[Club]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    settings = Settings(
        data=tmp_path, database=database, workers=1, eager=False, mail=box.address, public=PUBLIC
    )
    with running(settings, clock) as club:
        yield club


def with_mail(club: Club, box: Mailbox, name: str = "Ada", mail: str = MAIL) -> Device:
    """Somebody with a proved address."""
    device = club.device()
    device.sign_up(name)
    wish = {"mail": mail, "password": PASSWORD, "language": "fr"}
    assert device.post("/api/account/mail", wish).status_code == 200
    proved = device.post("/api/account/mail/proof", {"token": box.token()})
    assert proved.json()["mail"] == mail
    return device


def test_a_link_signs_in_once(club: Club, box: Mailbox) -> None:
    with_mail(club, box)
    phone, thief = club.device(), club.device()
    assert phone.me["can_mail"] is True
    assert phone.post("/api/sign-in/link", {"mail": "ADA@example.org"}).json() == {"done": True}
    mail = box.next()
    assert (mail["to"], mail["from"]) == (MAIL, "games@example.org")
    assert f"{PUBLIC}/sign-in#" in mail.get_content()
    token = mail.get_content().split("#")[1].split()[0]
    assert phone.post("/api/sign-in/link/open", {"token": token}).json()["name"] == "Ada"
    assert phone.me["account"] == "Ada"
    assert thief.post("/api/sign-in/link/open", {"token": token}).status_code == 403


def test_a_link_grows_old(club: Club, box: Mailbox) -> None:
    with_mail(club, box)
    phone = club.device()
    phone.post("/api/sign-in/link", {"mail": MAIL})
    token = box.token()
    club.clock.time += 16 * 60_000
    assert phone.post("/api/sign-in/link/open", {"token": token}).status_code == 403


def test_nobody_learns_which_addresses_are_known(club: Club, box: Mailbox) -> None:
    """And an address that was not proved gets no link."""
    ada = club.device()
    ada.sign_up("Ada")
    ada.post("/api/account/mail", {"mail": MAIL, "password": PASSWORD})
    proof = box.token()
    for mail in (MAIL, "nobody@example.org"):
        assert ada.post("/api/sign-in/link", {"mail": mail}).json() == {"done": True}
    ada.post("/api/account/mail/proof", {"token": proof})
    ada.post("/api/sign-in/link", {"mail": MAIL})
    assert "/sign-in#" in box.next().get_content()  # the first that is a sign-in link
    assert box.is_empty


def test_an_address_is_proved_by_its_own_account(club: Club, box: Mailbox) -> None:
    ada, eve = club.device(), club.device()
    ada.sign_up("Ada")
    eve.sign_up("Eve")
    wish = {"mail": MAIL, "password": PASSWORD}
    assert eve.post("/api/account/mail", wish | {"password": "wrong"}).status_code == 403
    assert eve.post("/api/account/mail", {"mail": MAIL}).status_code == 403
    eve.post("/api/account/mail", wish)
    token = box.token()
    assert ada.post("/api/account/mail/proof", {"token": token}).status_code == 403
    assert eve.post("/api/account/mail/proof", {"token": token}).status_code == 403  # used up
    assert eve.get("/api/account").json()["mail"] is None


def test_an_address_belongs_to_one_account(club: Club, box: Mailbox) -> None:
    with_mail(club, box)
    bo = club.device()
    bo.sign_up("Bo")
    bo.post("/api/account/mail", {"mail": MAIL, "password": PASSWORD})
    assert bo.post("/api/account/mail/proof", {"token": box.token()}).status_code == 409


def test_an_address_can_be_taken_away(club: Club, box: Mailbox) -> None:
    ada, phone = with_mail(club, box), club.device()
    phone.post("/api/sign-in/link", {"mail": MAIL})
    token = box.token()
    people = club.server.rooms.services.people
    id = club.call(people.guest_of, "Ada")
    assert club.call(people.mail_of, id) == MAIL
    none = {"mail": None, "password": PASSWORD}
    assert ada.post("/api/account/mail", none).status_code == 200
    assert ada.get("/api/account").json()["mail"] is None
    assert phone.post("/api/sign-in/link/open", {"token": token}).status_code == 403


def test_an_address_that_is_the_only_way_in_stays(club: Club, box: Mailbox) -> None:
    ada = with_mail(club, box)
    services = club.server.rooms.services
    id = club.call(services.people.guest_of, "Ada")
    club.call(services.store.write, lambda c: keeping.change(c, id, password=None))
    answer = ada.post("/api/account/mail", {"mail": None})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    assert ada.post("/api/account/password", {"new": PASSWORD}).json()["mail"] == MAIL
    none = {"mail": None, "password": PASSWORD}
    assert ada.post("/api/account/mail", none).status_code == 200


def test_strangers_cannot_flood_an_address(club: Club, box: Mailbox) -> None:
    statuses = [
        club.device().post("/api/sign-in/link", {"mail": MAIL}).status_code for _ in range(6)
    ]
    assert statuses == [200] * 5 + [429]


def test_without_mail_nothing_offers_it(tmp_path: Path, clock: Clock) -> None:
    with running(Settings(data=tmp_path, workers=1, eager=False), clock) as club:
        ada = club.device()
        assert ada.me["can_mail"] is False
        assert ada.post("/api/sign-in/link", {"mail": MAIL}).status_code == 409
        ada.sign_up("Ada")
        wish = {"mail": MAIL, "password": PASSWORD}
        assert ada.post("/api/account/mail", wish).status_code == 409


@pytest.mark.parametrize("mail", ["x", "@", "a b@c", "a@b@c", "a@b\r\nBcc: all@example.org", ""])
def test_what_is_no_address(club: Club, mail: str) -> None:
    answer = club.device().post("/api/sign-in/link", {"mail": mail})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "address", ["x", "http://a?from=a@b", "smtp://h", "smtp://h?from=x", "smtp://h:x?from=a@b"]
)
def test_a_setting_that_cannot_be_used_says_so(address: str) -> None:
    with pytest.raises(SettingError, match="CORNERWISE_MAIL is"):
        read_address(address)
    with pytest.raises(SettingError, match="CORNERWISE_PUBLIC"):
        Mailer("smtp://h?from=a@b", "")


def test_where_mails_are_handed_in() -> None:
    post = read_address("smtps://me%40here:p%3Aw@mail.example?from=us@example.org")
    assert (post.host, post.port, post.user) == ("mail.example", 465, "me@here")
    assert (post.password, post.encrypted) == ("p:w", True)
    assert read_address("smtp://mail.example?from=us@example.org").port == 587
