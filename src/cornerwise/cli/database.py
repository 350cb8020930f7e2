"""The server's database, for commands that look after what is in it."""

from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.failure import CommandFailed

if TYPE_CHECKING:
    from cornerwise.server.store import SqlStore


def open_database(data: Path | None) -> "SqlStore":
    """The database of a folder, or that of the environment; one that is there already."""
    # Imported here: the other subcommands need not wait for the web parts to load.
    from cornerwise.server.settings import SettingError, settings_from_environment
    from cornerwise.server.store import open_store
    from cornerwise.server.store.engine import StoreError

    try:
        settings = settings_from_environment(data=data)
        where = settings.database_url
        if isinstance(where, Path) and not where.exists():
            raise CommandFailed(
                f"there is no {where}; give the folder of a server's games with --data"
            )
        return open_store(where, sync=settings.sync)
    except (SettingError, StoreError) as error:
        raise CommandFailed(str(error)) from error
