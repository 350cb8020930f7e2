"""Passwords and tokens: how they are made, and what is kept in their place."""

import asyncio
import hashlib
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from cornerwise.server.refusal import Refusal

SHORTEST, LONGEST = 8, 128
"""Characters of a password."""

# OWASP's first recommendation: 19 MiB and two passes. It takes about 20 ms of one core.
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_threads = ThreadPoolExecutor(2, thread_name_prefix="password")
"""So many are computed at once, so that sign-ins hold up no game and need no more memory."""


def new_token() -> str:
    """256 bits that cannot be guessed."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id(prefix: str = "") -> str:
    """A public id: unguessable, but no secret."""
    return prefix + secrets.token_urlsafe(12)


async def hash_password(password: str) -> str:
    """What is kept of a password."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _hasher.hash, password)


async def is_password(kept: str | None, password: str) -> bool:
    """Whether a password is the one that was kept.

    Without one to compare, as much time goes by as with one: nobody learns whether an
    account exists, or whether it has a password, from how long the answer takes.
    """
    loop = asyncio.get_running_loop()
    same = await loop.run_in_executor(_threads, _verify, kept, password)
    return same and kept is not None


def _verify(kept: str | None, password: str) -> bool:
    try:
        return _hasher.verify(kept or _nobodys(), password)
    except (VerifyMismatchError, InvalidHashError):
        return False


@lru_cache(maxsize=1)
def _nobodys() -> str:
    return _hasher.hash(new_token())


def check_password(password: str, name: str) -> None:
    """Refuse what would be guessed first. No rule asks for signs or capitals."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("unreadable", f"a password has {SHORTEST} to {LONGEST} characters")
    plain = password.casefold()
    if plain in _common() or plain == name.casefold() or len(set(plain)) < 3:
        raise Refusal("unreadable", "that password is among the first to be guessed; take another")


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """The 30,000 most used passwords, as zxcvbn has counted them."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"])
