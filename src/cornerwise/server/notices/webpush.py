"""Web push: a message sealed for one browser (RFC 8291) and signed by this server (RFC 8292).

The primitives are `cryptography`'s; what is written here is the order in which they are used,
and the RFC's own example is among the tests.
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
"""Bytes of the only record; services accept no more."""
SIGNED_FOR = 12 * 3600
"""Seconds that a signature holds; the standard allows a day."""


@dataclass(frozen=True)
class Subscription:
    """A browser that wants to be told, as it describes itself."""

    endpoint: str
    """Address of its push service, with its secret name there."""
    key: str
    """Its public key, in base64url."""
    auth: str
    """Its secret for us, in base64url."""


class VapidKey:
    """The server's key. It follows from the server's secret, so all servers of a club share it."""

    def __init__(self, secret: bytes) -> None:
        self._key = _derived_key(secret)

    @property
    def public(self) -> str:
        """For browsers that subscribe, in base64url."""
        return encode(_point(self._key.public_key()))

    def authorization(self, endpoint: str, contact: str, now: int) -> str:
        """The header that says to a push service who we are; `now` in seconds."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now + SIGNED_FOR,
            "sub": contact,
        }
        token = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        r, s = decode_dss_signature(self._key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={token}.{signature}, k={self.public}"


def seal(
    message: bytes,
    subscription: Subscription,
    *,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message that only the subscribed browser can read. Salt and key are new each time."""
    salt = salt or os.urandom(16)
    key = key or ec.generate_private_key(CURVE)
    theirs, ours = decode(subscription.key), _point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    info = b"WebPush: info\0" + theirs + ours
    ikm = _expand(_extract(decode(subscription.auth), shared), info, 32)
    prk = _extract(salt, ikm)
    content_key = _expand(prk, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _expand(prk, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def is_subscription(subscription: Subscription) -> bool:
    """Whether keys can be used: a point on the curve, and sixteen bytes."""
    try:
        point, auth = decode(subscription.key), decode(subscription.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return len(auth) == 16 and len(point) == 65


def encode(data: bytes) -> str:
    """In base64url, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """From base64url; `ValueError` for what is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _derived_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    # 16 bytes more than the order has, so that the remainder favors no key.
    kdf = HKDF(algorithm=hashes.SHA256(), length=48, salt=None, info=b"cornerwise vapid")
    number = int.from_bytes(kdf.derive(secret), "big") % (CURVE_ORDER - 1) + 1
    return ec.derive_private_key(number, CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _json(value: dict[str, object]) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())


def _extract(salt: bytes, material: bytes) -> bytes:
    mac = hmac.HMAC(salt, hashes.SHA256())
    mac.update(material)
    return mac.finalize()


def _expand(prk: bytes, info: bytes, length: int) -> bytes:
    mac = hmac.HMAC(prk, hashes.SHA256())
    mac.update(info + b"\x01")
    return mac.finalize()[:length]
