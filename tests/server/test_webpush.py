"""Web push as the standards write it: the RFC's example, a browser that reads, our signature."""

import asyncio
import http.server
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cornerwise.server.mail import Mailer
from cornerwise.server.notices import webpush
from cornerwise.server.notices.sending import HttpSender, is_known
from cornerwise.server.notices.webpush import Subscription, VapidKey, decode, encode, seal

# RFC 8291, section 5 and appendix A
BROWSER = Subscription(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
SERVER_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN"
)


def test_the_example_of_the_standard() -> None:
    key = ec.derive_private_key(int.from_bytes(decode(SERVER_KEY), "big"), webpush.CURVE)
    sealed = seal(b"When I grow up, I want to be a watermelon", BROWSER, salt=decode(SALT), key=key)
    assert encode(sealed) == SEALED


class Browser:
    """The other end: it has the private key."""

    def __init__(self, endpoint: str = "https://push.services.mozilla.com/x") -> None:
        self.key = ec.generate_private_key(webpush.CURVE)
        self.auth = b"0123456789abcdef"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, encode(point), encode(self.auth))

    def read(self, sealed: bytes) -> bytes:
        salt, length = sealed[:16], sealed[20]
        ours, text = sealed[21 : 21 + length], sealed[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, ours)
        shared = self.key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + decode(self.subscription.key) + ours
        ikm = webpush._expand(webpush._extract(self.auth, shared), info, 32)
        prk = webpush._extract(salt, ikm)
        key = webpush._expand(prk, b"Content-Encoding: aes128gcm\0", 16)
        nonce = webpush._expand(prk, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, text, None)
        assert plain[-1:] == b"\x02"
        return plain[:-1]


def test_only_the_browser_reads_it_and_no_two_are_alike() -> None:
    browser = Browser()
    one, two = (seal(b"your turn", browser.subscription) for _ in range(2))
    assert one != two
    assert browser.read(one) == browser.read(two) == b"your turn"


def test_the_signature_holds_and_names_the_service() -> None:
    key = VapidKey(b"secret")
    header = key.authorization("https://fcm.googleapis.com/fcm/send/abc", "mailto:a@b.c", 1_000)
    scheme, token, public = header.replace("t=", "").replace("k=", "").replace(",", "").split()
    assert (scheme, public) == ("vapid", key.public)
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://fcm.googleapis.com",
        "exp": 1_000 + webpush.SIGNED_FOR,
        "sub": "mailto:a@b.c",
    }
    raw = decode(signature)
    assert len(raw) == 64
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, decode(public))
    signed = f"{head}.{claims}".encode()
    point.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))


def test_servers_with_one_secret_have_one_key() -> None:
    assert VapidKey(b"secret").public == VapidKey(b"secret").public
    assert VapidKey(b"secret").public != VapidKey(b"another").public


@pytest.mark.parametrize(
    ("endpoint", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("http://fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilpush.apple.com.example/", False),
        ("https://notpush.apple.community/", False),
        ("https://user@fcm.googleapis.com/abc", False),
        ("https://127.0.0.1/abc", False),
        ("https://[::1]/abc", False),
        ("https://localhost/abc", False),
        ("https://fcm.googleapis.com:x/", False),
        ("file:///etc/passwd", False),
        ("", False),
    ],
)
def test_only_known_services_are_written_to(endpoint: str, known: bool) -> None:
    assert is_known(endpoint) is known


def test_further_services_can_be_allowed() -> None:
    assert is_known("https://ntfy.example.org/up", ("ntfy.example.org",))


@pytest.mark.parametrize(
    "broken",
    [
        {"key": "AAAA"},
        {"key": "!"},
        {"auth": "AAAA"},
        {"key": encode(b"\x04" + 64 * b"\x01")},
    ],
)
def test_keys_that_cannot_be_used_are_noticed(broken: dict[str, str]) -> None:
    good = Browser().subscription
    assert webpush.is_subscription(good)
    assert not webpush.is_subscription(
        Subscription(good.endpoint, broken.get("key", good.key), broken.get("auth", good.auth))
    )


# Over HTTP, to a service of our own


class Service(http.server.BaseHTTPRequestHandler):
    """Answers with the number in its path and keeps what it got."""

    got: ClassVar[list[tuple[dict[str, str], bytes]]] = []

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.got.append((headers, self.rfile.read(length)))
        if self.path == "/babble":
            self.wfile.write(b"what?\r\n\r\n")
            self.close_connection = True
            return
        self.send_response(int(self.path.strip("/")))
        self.send_header("location", "/201")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Be quiet."""


@pytest.fixture
def service() -> Iterator[str]:
    Service.got = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (201, "sent"),
        (410, "gone"),
        (404, "gone"),
        (413, "failed"),
        (302, "failed"),
        (500, "failed"),
        ("babble", "failed"),
    ],
)
def test_what_a_service_answers(service: str, answer: int | str, outcome: str) -> None:
    browser = Browser(f"{service}/{answer}")
    sender = HttpSender(VapidKey(b"secret"), "mailto:a@b.c", lambda: 1_800_000_000_000)
    assert asyncio.run(sender.send(browser.subscription, b"your turn", "g1")) == outcome
    ((headers, body),) = Service.got
    assert browser.read(body) == b"your turn"
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["topic"] == "g1"
    assert headers["authorization"].startswith("vapid t=")


def test_a_service_that_is_away_is_a_failure_and_no_more() -> None:
    sender = HttpSender(VapidKey(b"secret"), "mailto:a@b.c", lambda: 0)
    browser = Browser("http://127.0.0.1:9/x")
    assert asyncio.run(sender.send(browser.subscription, b"x", "g")) == "failed"


def test_a_service_that_does_not_answer_holds_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Records are read and tournaments planned in threads, too; there are few of them."""
    browser, is_over = Browser(), threading.Event()
    sender = HttpSender(VapidKey(b"secret"), "mailto:a@b.c", lambda: 0)
    mailer = Mailer("smtp://h?from=a@b", "https://games.example")

    def wait(*_: object) -> str:
        is_over.wait()
        return "failed"

    monkeypatch.setattr(sender, "_post", wait)
    monkeypatch.setattr(mailer, "_send", wait)

    async def many() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        pushes = [sender.send(browser.subscription, b"turn", "g") for _ in range(9)]
        waiting = asyncio.gather(*pushes, *[mailer.send("a@b.c", "s", "t") for _ in range(9)])
        try:
            async with asyncio.timeout(10):
                await asyncio.sleep(0)
                await asyncio.to_thread(len, "free")
        finally:
            is_over.set()
            await waiting

    asyncio.run(many())
