"""Guests: a signed cookie is all there is to them. And the secrets that links are made of."""

import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from pathlib import Path

from itsdangerous import BadSignature, Signer

from cornerwise.server.settings import SettingError

COOKIE = "cornerwise"
COOKIE_AGE = 400 * 86_400
"""Seconds; browsers keep no cookie longer."""

LEAST_SECRET = 16
"""Bytes: as many as nobody can try."""


class Keeper:
    """Signs guests' cookies and makes the keys of join links, from one secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._signer = Signer(secret, salt="guest", digest_method=hashlib.sha256)

    def new_guest(self) -> str:
        """A guest that nobody has met."""
        return secrets.token_urlsafe(12)

    def cookie(self, guest: str) -> str:
        """The cookie that proves to be this guest."""
        return self._signer.sign(guest).decode()

    def guest(self, cookie: str | None) -> str | None:
        """The guest of a cookie; None if we did not sign it."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            guest = self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        # Ids of accounts have a dot: whatever was ever signed, no guest's cookie opens one.
        return None if "." in guest else guest

    def key(self, game: str) -> str:
        """The secret of a game's join link. It is computed, so it is stored nowhere."""
        return _short(hmac.digest(self._secret, f"join {game}".encode(), "sha256"))

    def is_key(self, game: str, key: str) -> bool:
        """Whether a key opens the free seats of a game."""
        return hmac.compare_digest(self.key(game).encode(), key.encode())

    def secret_for(self, purpose: str) -> bytes:
        """A secret of its own for another part, the same on every server that shares ours."""
        return hmac.digest(self._secret, f"for {purpose}".encode(), "sha256")

    def public_name(self, guest: str) -> str:
        """A name for a guest that gives nothing away."""
        return _short(hmac.digest(self._secret, f"public {guest}".encode(), "sha256"))[:8]


def new_game_id() -> str:
    """Unguessable, because who knows it may watch."""
    return secrets.token_urlsafe(9)


def _short(digest: bytes) -> str:
    return urlsafe_b64encode(digest[:18]).decode()


def read_secret(folder: Path) -> bytes:
    """The server's secret: from `CORNERWISE_SECRET`, or a file that is made the first time.

    `SettingError` for one that could be guessed: whoever knows it is everybody.
    """
    given = os.environ.get("CORNERWISE_SECRET")
    if given:
        remedy = "make one with openssl rand -hex 32"
        return _long_enough(given.encode(), "CORNERWISE_SECRET", remedy)
    path = folder / "secret"
    if not path.exists():
        _make_secret(path)
    remedy = "restore it, or delete it: then everybody is a new guest and links open no more"
    return _long_enough(path.read_bytes(), str(path), remedy)


def _long_enough(secret: bytes, where: str, remedy: str) -> bytes:
    if len(secret) < LEAST_SECRET:
        found = f"{where} has {len(secret)} bytes, which can be guessed"
        raise SettingError(f"{found}; {LEAST_SECRET} are the least: {remedy}")
    return secret


def _make_secret(path: Path) -> None:
    """Whole or not at all, and never over another's: a killed server must leave no half secret."""
    draft = path.with_name(f"secret.{os.getpid()}")
    handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(32))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
