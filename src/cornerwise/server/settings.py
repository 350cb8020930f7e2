"""What can be set, from the command line and the environment. docs/operations.md lists it."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

PORT = 8765
MOST_WORKERS = 1024
RATES = ("create_rate", "request_rate", "sign_in_rate", "guess_rate", "sign_up_rate")


class SettingError(Exception):
    """A setting cannot be used; the message says what it should be."""


def default_workers() -> int:
    """One of them is for quick jobs, so that long ones leave a processor to the sockets."""
    return max(2, os.cpu_count() or 2)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One server."""

    data: Path = field(default_factory=lambda: user_data_path("cornerwise", "cornerwise"))
    """Folder of the embedded database and of the server's secret."""
    database: str = ""
    """Address of a PostgreSQL database; empty for the embedded one."""
    redis: str = ""
    """Address of the Redis that ties several servers together; empty for a server alone."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose word about the client's address is taken, by commas; `*` all."""
    sync: str = "normal"
    """Embedded database: `normal`, or `full` to be safe from power cuts too."""
    workers: int = field(default_factory=default_workers)
    """Engine processes at most."""
    eager: bool = True
    """Whether the first engine process starts with the server, before it is needed."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be reached, besides addresses and this machine's names."""
    origins: tuple[str, ...] = ()
    """Further pages that may connect, such as `http://localhost:5173` of a development server."""
    create_rate: str = "60/minute"
    """New games for one guest or address."""
    request_rate: str = "1200/minute"
    """Requests of one address."""
    sign_in_rate: str = "30/minute"
    """Attempts to sign in from one guest or address, by whatever means."""
    guess_rate: str = "10/10 minutes"
    """Wrong passwords for one account, from wherever."""
    sign_up_rate: str = "20/hour"
    """New accounts from one address."""
    mail: str = ""
    """Where mails are handed in, `smtp://user:password@host?from=us@host`; empty for no mail."""
    public: str = ""
    """Address under which people reach the server, `https://games.example`; for links in mails."""
    push_hosts: tuple[str, ...] = ()
    """Push services beside the browsers' own, such as a UnifiedPush distributor."""
    message_rate: float = 20.0
    """Websocket messages a second in the long run."""
    message_burst: float = 60.0
    """Websocket messages at once."""

    @property
    def database_url(self) -> str | Path:
        """Where the games are."""
        return self.database or self.data / "games.sqlite3"


def _processes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= MOST_WORKERS):
        raise SettingError(f"CORNERWISE_WORKERS is a number from 0 to {MOST_WORKERS}, not {text!r}")
    return int(text)


def settings_from_environment(**given: object) -> Settings:
    """From `CORNERWISE_` with `DATABASE`, `REDIS`, `PROXIES`, `DATA`, `SYNC`, `WORKERS`,
    `HOSTS`, `ORIGINS`, `MAIL`, `PUBLIC`, `PUSH_HOSTS`, `CREATE_RATE`, `REQUEST_RATE`,
    `SIGN_IN_RATE`, `GUESS_RATE` or `SIGN_UP_RATE`. What is given wins, unless it is None.
    """
    read = os.environ.get
    found: dict[str, object] = {}
    if data := read("CORNERWISE_DATA"):
        found["data"] = Path(data)
    if database := read("CORNERWISE_DATABASE"):
        found["database"] = database
    if sync := read("CORNERWISE_SYNC"):
        found["sync"] = sync
    if workers := read("CORNERWISE_WORKERS"):
        found["workers"] = _processes(workers)
    for name in RATES:
        if rate := read(f"CORNERWISE_{name.upper()}"):
            found[name] = rate
    for name in ("redis", "proxies", "mail", "public"):
        if text := read(f"CORNERWISE_{name.upper()}"):
            found[name] = text
    for name in ("hosts", "origins", "push_hosts"):
        if text := read(f"CORNERWISE_{name.upper()}"):
            found[name] = tuple(part.strip() for part in text.split(",") if part.strip())
    found |= {name: value for name, value in given.items() if value is not None}
    return Settings(**found)  # type: ignore[arg-type]
