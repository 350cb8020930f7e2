"""Handlers for coming and going: sign up, sign in by whatever means, sign out."""

import asyncio
from typing import Any

import sqlalchemy as sa

from cornerwise.server.accounts import bodies, keeping, passkeys
from cornerwise.server.accounts.devices import device_label
from cornerwise.server.accounts.letters import sign_in_letter
from cornerwise.server.accounts.names import clean_name, looks
from cornerwise.server.accounts.people import SESSION
from cornerwise.server.accounts.secrets import (
    check_password,
    hash_password,
    is_password,
    new_id,
    new_token,
)
from cornerwise.server.accounts.tickets import add_ticket, take_ticket
from cornerwise.server.guests import COOKIE
from cornerwise.server.http import Call
from cornerwise.server.mail import Mailer
from cornerwise.server.refusal import Refusal

WRONG = "name and password do not fit"
"""The same words whether the name is unknown or the password wrong."""
_sending: set[asyncio.Task[None]] = set()


async def view_of(call: Call, account: str) -> bodies.AccountView:
    """An account as its owner sees it."""
    found, keys = await call.desk.read(
        lambda c: (keeping.account_by_id(c, account), passkeys.passkeys_of(c, account))
    )
    if found is None:
        raise Refusal("sign_in", "this account is no more")
    shown = [
        bodies.PasskeyView(
            passkey=key["id"], label=key["label"], created=key["created"], used=key["used"]
        )
        for key in keys
    ]
    return bodies.AccountView(
        name=found.name,
        created=found.created,
        mail=found.mail,
        has_password=found.password is not None,
        is_moderator=found.is_moderator,
        passkeys=shown,
    )


# Coming


async def sign_up(call: Call) -> bodies.AccountView:
    """A new account, with all that the device's guest has."""
    wish: bodies.SignUp = call.body
    if call.person.account:
        raise Refusal("not_now", "you have an account; sign out first")
    name, now = clean_name(wish.name), call.rooms.services.now()
    if (wish.password is None) == (wish.passkey is None):
        raise Refusal("unreadable", "give a password or a passkey, one of the two")
    passkey, account = None, keeping.new_account(name, now)
    if wish.password is not None:
        check_password(wish.password, name)
        account = keeping.new_account(name, now, await hash_password(wish.password))
    elif wish.passkey is not None:
        # The account's id was chosen with the challenge: it is in the passkey already.
        id, passkey = await new_passkey(call, wish.passkey)
        account = keeping.Account(id=id, name=name, created=now)
    label = device_label(call.request.headers.get("user-agent", ""))
    token = await call.desk.open_account(account, _guest(call), label, passkey)
    _admit(call, token)
    return await view_of(call, account.id)


async def sign_in(call: Call) -> bodies.AccountView:
    """By name and password. Names that do not exist take as long as those that do."""
    wish: bodies.SignIn = call.body
    found = await call.desk.read(lambda c: keeping.account_by_name(c, wish.name))
    await check_guess(call, looks(wish.name), found, wish.password, WRONG)
    if found is None:
        raise Refusal("bad_sign_in", WRONG)
    return await _enter(call, found.id, found.password)


async def check_guess(
    call: Call, who: str, account: keeping.Account | None, password: str | None, wrong: str
) -> None:
    """Whether a password is the account's; wrong ones are counted, and too many wait."""
    if call.door.is_over_rate("guess", who):
        raise Refusal("too_fast", "too many wrong passwords: wait ten minutes, or use a passkey")
    kept = None if account is None else account.password
    if not await is_password(kept, password or ""):
        call.door.allows_rate("guess", [who])
        raise Refusal("bad_sign_in", wrong)


async def _enter(call: Call, account: str, password: str | None = None) -> bodies.AccountView:
    if call.person.session:
        await call.desk.end_sessions(call.person.guest, only=call.person.session)
    label = device_label(call.request.headers.get("user-agent", ""))
    _admit(call, await call.desk.enter(account, _guest(call), label, password))
    return await view_of(call, account)


def _guest(call: Call) -> str:
    """The device's guest, whose games come along; never another account."""
    return "" if call.person.account else call.person.guest


def _admit(call: Call, token: str) -> None:
    """The guest's games are the account's now, so the device becomes a new guest beneath it."""
    keeper = call.rooms.services.keeper
    call.cookies[SESSION] = token
    call.cookies[COOKIE] = keeper.cookie(keeper.new_guest())


# By passkey


async def passkey_options(call: Call) -> bodies.PasskeyOptions:
    """What the browser needs to make a passkey: for one's account, or for a new one."""
    from cornerwise.server.accounts import ceremony

    wish: bodies.AskPasskey = call.body
    site, mine = passkeys.site_of(call.request), call.person.account
    user = call.guest if mine else new_id(keeping.ACCOUNT)
    known = await call.desk.read(lambda c: passkeys.passkeys_of(c, user))
    ids = [row["credential_id"] for row in known]
    options = ceremony.options_for_new(site, user, mine or clean_name(wish.name), ids)
    now = call.rooms.services.now()
    await call.desk.write(
        lambda c: add_ticket(c, "passkey_new", options["challenge"], now, account=user)
    )
    return bodies.PasskeyOptions(options=options)


async def new_passkey(call: Call, answer: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The account that a new passkey was begun for, and what to keep of it."""
    from cornerwise.server.accounts import ceremony

    challenge, now = passkeys.challenge_of(answer), call.rooms.services.now()
    ticket = await call.desk.write(lambda c: take_ticket(c, "passkey_new", challenge, now))
    if ticket is None:
        raise Refusal("bad_sign_in", "this took too long, or was done already: begin once more")
    return ticket.account, ceremony.checked_new(passkeys.site_of(call.request), answer)


async def sign_in_options(call: Call) -> bodies.PasskeyOptions:
    """A challenge for whoever has a passkey here."""
    from cornerwise.server.accounts import ceremony

    options = ceremony.options_for_use(passkeys.site_of(call.request))
    now = call.rooms.services.now()
    await call.desk.write(lambda c: add_ticket(c, "passkey_use", options["challenge"], now))
    return bodies.PasskeyOptions(options=options)


async def sign_in_by_passkey(call: Call) -> bodies.AccountView:
    """The browser's answer to the challenge."""
    from cornerwise.server.accounts import ceremony

    answer: dict[str, Any] = call.body.passkey
    challenge, now = passkeys.challenge_of(answer), call.rooms.services.now()
    ticket = await call.desk.write(lambda c: take_ticket(c, "passkey_use", challenge, now))
    if ticket is None:
        raise Refusal("bad_sign_in", "this took too long, or was done already: begin once more")
    row = await call.desk.read(lambda c: passkeys.passkey_for(c, answer))
    uses = ceremony.checked_use(passkeys.site_of(call.request), answer, row)
    assert row is not None  # or the check has refused it
    await call.desk.write(lambda c: passkeys.note_use(c, row["id"], uses, now))
    return await _enter(call, row["account"])


# By mail


async def ask_link(call: Call) -> bodies.Accepted:
    """The same answer at the same speed whether or not the address is known."""
    wish: bodies.AskLink = call.body
    mailer = call.rooms.services.mailer
    if mailer is None:
        raise Refusal("not_now", "this server sends no mail")
    if not call.door.allows_rate("mail", [wish.mail.casefold()]):
        raise Refusal("too_fast", "enough mails for one address: look for the last one")
    task = asyncio.create_task(_send_link(call, mailer, wish), name="sign-in link")
    _sending.add(task)
    task.add_done_callback(_sending.discard)
    return bodies.Accepted()


async def _send_link(call: Call, mailer: Mailer, wish: bodies.AskLink) -> None:
    mail, now = wish.mail.casefold(), call.rooms.services.now()
    account = await call.desk.read(lambda c: keeping.account_by_mail(c, mail))
    if account is None:
        return
    token = new_token()
    await call.desk.write(lambda c: add_ticket(c, "sign_in", token, now, account.id, mail))
    link = mailer.link(f"/sign-in#{token}")
    await mailer.send(mail, *sign_in_letter(wish.language, account.name, link))


async def sign_in_by_link(call: Call) -> bodies.AccountView:
    """The page of a link posts what stood behind its `#`: a mail scanner uses nothing up."""
    token, now = call.body.token, call.rooms.services.now()
    found = await call.desk.write(lambda c: _opened(c, token, now))
    if found is None:
        raise Refusal("bad_sign_in", "this link has been used or is too old: ask for another")
    return await _enter(call, found.id)


def _opened(connection: sa.Connection, token: str, now: int) -> keeping.Account | None:
    """The account of a link: from a mail to its present address, or from the command line."""
    by_mail = take_ticket(connection, "sign_in", token, now)
    ticket = by_mail or take_ticket(connection, "reset", token, now)
    found = None if ticket is None else keeping.account_by_id(connection, ticket.account)
    if by_mail is not None and found is not None and found.mail != by_mail.mail:
        return None
    return found


# Going


async def sign_out(call: Call) -> bodies.Accepted:
    """End this device's session; it goes on as a guest."""
    if call.person.session:
        await call.desk.end_sessions(call.person.guest, only=call.person.session)
    call.cookies[SESSION] = None
    return bodies.Accepted()
