"""Handlers for one's own account: name, password, mail, passkeys, sessions, export, end."""

import sqlalchemy as sa
from starlette.responses import Response

from cornerwise.server.accounts import bodies, keeping, passkeys
from cornerwise.server.accounts.devices import device_label
from cornerwise.server.accounts.entering import check_guess, new_passkey, view_of
from cornerwise.server.accounts.exporting import everything
from cornerwise.server.accounts.letters import proof_letter
from cornerwise.server.accounts.names import clean_name, looks
from cornerwise.server.accounts.people import SESSION
from cornerwise.server.accounts.secrets import check_password, hash_password, new_token
from cornerwise.server.accounts.tickets import add_ticket, take_ticket
from cornerwise.server.guests import COOKIE
from cornerwise.server.http import Call
from cornerwise.server.refusal import Refusal
from cornerwise.server.store import Conflict

RECENT = 15 * 60_000
"""Milliseconds after sign-in in which who has no password may do what cannot be undone."""

LAST_WAY = "this is your only way to sign in: get a password first"


async def account(call: Call) -> bodies.AccountView:
    """One's own account."""
    return await view_of(call, call.guest)


async def change_name(call: Call) -> bodies.AccountView:
    """A new public name; the old one stays reserved."""
    await call.desk.rename(call.guest, clean_name(call.body.name))
    return await view_of(call, call.guest)


async def change_password(call: Call) -> bodies.AccountView:
    """A new password, or a first one. Every other device is signed out."""
    wish: bodies.NewPassword = call.body
    await _prove(call, wish.old)
    check_password(wish.new, call.person.account)
    kept = await hash_password(wish.new)
    await call.desk.change_password(call.guest, kept, call.person.session)
    return await view_of(call, call.guest)


async def _prove(call: Call, password: str | None) -> None:
    """Once more: the password, or, for who has none, a fresh sign-in."""
    found = await call.desk.read(lambda c: keeping.account_by_id(c, call.guest))
    if found is not None and found.password is not None:
        name = looks(found.name)
        await check_guess(call, name, found, password, "this is not your present password")
        return
    mine = await call.desk.read(lambda c: keeping.sessions_of(c, call.guest))
    now = call.rooms.services.now()
    if not any(s["id"] == call.person.session and now - s["created"] < RECENT for s in mine):
        raise Refusal("bad_sign_in", "sign out and in again first: this needs a fresh sign-in")


# Mail


async def change_mail(call: Call) -> bodies.Accepted:
    """A link goes to the new address; until it is opened, nothing changes."""
    wish: bodies.NewMail = call.body
    mailer = call.rooms.services.mailer
    await _prove(call, wish.password)
    if wish.mail is None:
        await call.desk.write(lambda c: _give_up_mail(c, call.guest))
        return bodies.Accepted()
    if mailer is None:
        raise Refusal("not_now", "this server sends no mail")
    mail, token, now = wish.mail.casefold(), new_token(), call.rooms.services.now()
    if not call.door.allows_rate("mail", [mail, call.guest]):
        raise Refusal("too_fast", "enough mails for one address: look for the last one")
    await call.desk.write(lambda c: add_ticket(c, "mail", token, now, call.guest, mail))
    link = mailer.link(f"/account/mail#{token}")
    await mailer.send(mail, *proof_letter(wish.language, call.person.account, link))
    return bodies.Accepted()


def _give_up_mail(connection: sa.Connection, account: str) -> None:
    """In one transaction, as with passkeys."""
    found = keeping.held_account(connection, account)
    if found.password is None and not passkeys.passkeys_of(connection, account):
        raise Refusal("not_now", LAST_WAY)
    keeping.change(connection, account, mail=None)


async def prove_mail(call: Call) -> bodies.AccountView:
    """The address is theirs: its link was opened by the same account."""
    token, now = call.body.token, call.rooms.services.now()
    ticket = await call.desk.write(lambda c: take_ticket(c, "mail", token, now))
    if ticket is None or ticket.account != call.guest:
        raise Refusal("bad_sign_in", "this link has been used or is too old: ask for another")
    try:
        await call.desk.write(lambda c: keeping.change(c, call.guest, mail=ticket.mail))
    except Conflict:
        raise Refusal("name_taken", "another account has this address") from None
    return await view_of(call, call.guest)


# Passkeys


async def add_passkey(call: Call) -> bodies.AccountView:
    """A further passkey."""
    wish: bodies.NewPasskey = call.body
    account, row = await new_passkey(call, wish.passkey)
    if account != call.guest:
        raise Refusal("bad_sign_in", "this passkey was begun for another account")
    mine = await call.desk.read(lambda c: passkeys.passkeys_of(c, call.guest))
    if len(mine) >= passkeys.MOST:
        raise Refusal("not_now", f"an account has at most {passkeys.MOST} passkeys")
    label = wish.label or device_label(call.request.headers.get("user-agent", ""))
    now = call.rooms.services.now()
    try:
        await call.desk.write(lambda c: passkeys.add_passkey(c, row, call.guest, label, now))
    except Conflict:
        raise Refusal("name_taken", "this passkey is known already") from None
    return await view_of(call, call.guest)


async def remove_passkey(call: Call) -> bodies.AccountView:
    """Not the last way in."""
    id, sends_mail = call.path("passkey"), call.rooms.services.mailer is not None
    await call.desk.write(lambda c: _give_up_passkey(c, call.guest, id, sends_mail=sends_mail))
    return await view_of(call, call.guest)


def _give_up_passkey(connection: sa.Connection, account: str, id: str, *, sends_mail: bool) -> None:
    """In one transaction: of two at the same moment, the second must not count on the first."""
    found = keeping.held_account(connection, account)
    mine = [row["id"] for row in passkeys.passkeys_of(connection, account)]
    if id not in mine:
        raise Refusal("unknown_game", "you have no such passkey")
    has_links = found.mail is not None and sends_mail
    if len(mine) == 1 and found.password is None and not has_links:
        raise Refusal("not_now", LAST_WAY)
    passkeys.remove_passkey(connection, account, id)


# Sessions


async def sessions(call: Call) -> bodies.SessionList:
    """Where one is signed in."""
    found = await call.desk.read(lambda c: keeping.sessions_of(c, call.guest))
    shown = [
        bodies.SessionView(
            session=row["id"],
            label=row["label"],
            created=row["created"],
            used=row["used"],
            is_this=row["id"] == call.person.session,
        )
        for row in found
    ]
    return bodies.SessionList(sessions=shown)


async def end_session(call: Call) -> bodies.SessionList:
    """Sign one device out, from wherever."""
    id = call.path("session")
    if not await call.desk.end_sessions(call.guest, only=id):
        raise Refusal("unknown_game", "you have no such session")
    if id == call.person.session:
        call.cookies[SESSION] = None
    return await sessions(call)


async def end_other_sessions(call: Call) -> bodies.SessionList:
    """Sign every other device out."""
    await call.desk.end_sessions(call.guest, but=call.person.session)
    return await sessions(call)


# Export and end


async def export(call: Call) -> Response:
    """All that is kept about the person, as one JSON file, with the games; a guest's too."""
    if call.person.is_bot:
        raise Refusal("not_yours", "this is for people, not programs")
    data = await call.desk.read(lambda c: everything(c, call.guest))
    headers = {"content-disposition": 'attachment; filename="cornerwise.json"'}
    return Response(data, headers=headers, media_type="application/json")


async def forget_guest(call: Call) -> bodies.Accepted:
    """Delete all that is kept about a device that has no account; it becomes a new guest."""
    if call.person.account:
        raise Refusal("not_now", "you have an account: delete that")
    await call.desk.close_account(call.guest)
    keeper = call.rooms.services.keeper
    call.cookies[COOKIE] = keeper.cookie(keeper.new_guest())
    return bodies.Accepted()


async def close_account(call: Call) -> bodies.Accepted:
    """Delete all personal data, for good."""
    wish: bodies.CloseAccount = call.body
    if looks(wish.name) != looks(call.person.account):
        raise Refusal("unreadable", "type the name of your account to delete it")
    await _prove(call, wish.password)
    await call.desk.close_account(call.guest)
    call.cookies[SESSION] = None
    return bodies.Accepted()
