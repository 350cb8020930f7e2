"""A passkey in software: what a browser and its device would answer."""

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64
"""Flags of what the device says about itself and its user."""


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Holds one key for one site."""

    def __init__(self, origin: str = "http://localhost:8765") -> None:
        self.origin = origin
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""
        self.uses = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        self.user = decode(options["user"]["id"])
        client = self._client("webauthn.create", options["challenge"])
        site = options["rp"]["id"]
        known = b"\0" * 16 + struct.pack(">H", len(self.id)) + self.id + self._public_key()
        data = self._data(site, PRESENT | VERIFIED | ATTESTED) + known
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            {"clientDataJSON": encode(client), "attestationObject": encode(attestation)}
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.uses += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], PRESENT | VERIFIED)
        signed = data + hashlib.sha256(client).digest()
        return self._answer(
            {
                "clientDataJSON": encode(client),
                "authenticatorData": encode(data),
                "signature": encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
                "userHandle": encode(self.user),
            }
        )

    def _client(self, type: str, challenge: str) -> bytes:
        said = {"type": type, "challenge": challenge, "origin": self.origin}
        return json.dumps({**said, "crossOrigin": False}).encode()

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": encode(self.id),
            "rawId": encode(self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }
