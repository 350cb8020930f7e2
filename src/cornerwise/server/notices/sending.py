"""The way to a push service: a sealed message by HTTPS, to services that we know."""

import asyncio
import logging
import urllib.error
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from cornerwise.server.notices.webpush import Subscription, VapidKey, seal

log = logging.getLogger(__name__)
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The browsers' own push services. An address is a browser's word, and we must not be sent
knocking at doors inside our own net."""
TIMEOUT = 10.0
KEEP = 24 * 3600
"""Seconds that a service keeps the message for a browser that is asleep."""

Outcome = Literal["sent", "gone", "failed"]
_threads = ThreadPoolExecutor(4, thread_name_prefix="push")
"""Of its own: a push service that does not answer must hold up nothing else."""


class Sender(Protocol):
    """Takes a message to one browser."""

    async def send(self, to: Subscription, message: bytes, topic: str) -> Outcome:
        """Never raises."""


def is_known(endpoint: str, more: Iterable[str] = ()) -> bool:
    """Whether an address belongs to a push service that we know."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    known = any(host == name or host.endswith(f".{name}") for name in (*SERVICES, *more))
    return parts.scheme == "https" and port in (None, 443) and known and "@" not in parts.netloc


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A push service has no reason to send us elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class HttpSender:
    """Sends through the standard library in a thread: a notice a minute is a busy club."""

    def __init__(self, key: VapidKey, contact: str, now: Any) -> None:
        self._key, self._contact, self._now = key, contact, now
        self._opener = urllib.request.build_opener(_NoRedirect)

    async def send(self, to: Subscription, message: bytes, topic: str) -> Outcome:
        """One message; a browser that is no more is `gone`."""
        request = urllib.request.Request(
            to.endpoint, seal(message, to), self._headers(to.endpoint, topic), method="POST"
        )
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, self._post, request)

    def _headers(self, endpoint: str, topic: str) -> dict[str, str]:
        now = self._now() // 1000
        return {
            "authorization": self._key.authorization(endpoint, self._contact, now),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEEP),
            "urgency": "normal",
            "topic": topic,
        }

    def _post(self, request: urllib.request.Request) -> Outcome:
        try:
            with self._opener.open(request, timeout=TIMEOUT):
                return "sent"
        except urllib.error.HTTPError as error:
            if error.code in (404, 410):
                return "gone"
            log.warning("a push service refused a notice: %s", error.code)
        except (OSError, HTTPException) as error:  # the latter: what it says is no HTTP
            log.warning("a push service cannot be reached: %s", error)
        return "failed"
