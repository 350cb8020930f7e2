"""Mail, when it is configured: `CORNERWISE_MAIL=smtp://user:password@host:587?from=us@host`.

The standard library's SMTP in a thread: a club's server sends a few mails a day. Nothing is
retried; who did not get a sign-in link asks for another.
"""

import asyncio
import logging
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from cornerwise.server.settings import SettingError, Settings

log = logging.getLogger(__name__)
TIMEOUT = 20.0
"""Seconds that a mail server has for each answer."""
_threads = ThreadPoolExecutor(2, thread_name_prefix="mail")
"""Of its own: a mail server that does not answer must hold up nothing else."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Post:
    """Where mails are handed in."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    encrypted: bool
    """From the first byte (`smtps`); else it asks for encryption after the greeting."""


def read_address(address: str) -> Post:
    """Take a setting apart; `SettingError` says what is wrong with it."""
    wanted = "CORNERWISE_MAIL is smtp://user:password@host:587?from=us@example.org (or smtps://)"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise SettingError(wanted) from None
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
        raise SettingError(wanted)
    encrypted = parts.scheme == "smtps"
    return Post(
        host=parts.hostname,
        port=port or (465 if encrypted else 587),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=sender,
        encrypted=encrypted,
    )


class Mailer:
    """Sends mails, and knows the address under which people reach the pages."""

    def __init__(self, address: str, public: str) -> None:
        self._post = read_address(address)
        self._public = public.rstrip("/")
        if urlsplit(public).scheme not in ("http", "https"):
            # The Host header of a request is the sender's word: no link may be made from it.
            raise SettingError("mails need CORNERWISE_PUBLIC=https://… to make their links")

    def link(self, path: str) -> str:
        """The full address of a page, for a mail: `/g/abc` and the like."""
        return self._public + path

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send one mail. What goes wrong is in the log; who acts on a mail can ask again."""
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(_threads, self._send, to, subject, text)
        except (OSError, smtplib.SMTPException, MessageError, ValueError) as error:
            # Not whom it was for: the log is no place for addresses.
            log.warning("a mail could not be sent through %s: %s", self._post.host, error)

    def _send(self, to: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._post.sender, to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._post.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        with self._connect() as server:
            server.send_message(message)

    def _connect(self) -> smtplib.SMTP:
        post, context = self._post, ssl.create_default_context()
        if post.encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                post.host, post.port, timeout=TIMEOUT, context=context
            )
        else:
            server = smtplib.SMTP(post.host, post.port, timeout=TIMEOUT)
            if post.host not in LOOPBACK:  # a server that cannot encrypt is refused
                server.starttls(context=context)
        if post.user:
            server.login(post.user, post.password)
        return server


def mailer_of(settings: Settings) -> Mailer | None:
    """None when mail is not configured: then nothing offers it."""
    return Mailer(settings.mail, settings.public) if settings.mail else None
