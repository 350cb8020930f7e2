"""The bodies of the lobby over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cornerwise.server.wire import Player


class NewInvitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask somebody with an account to a free seat of a game."""

    player: Player
    account: Annotated[str, Meta(min_length=1, max_length=40)]
