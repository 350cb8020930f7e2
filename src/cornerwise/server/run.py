"""Start the server on this machine: a free port, a browser, a clean end on Ctrl-C."""

import asyncio
import errno
import gc
import ipaddress
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from cornerwise.server.app import make_app
from cornerwise.server.patience import PatientProtocol
from cornerwise.server.settings import PORT, SettingError, Settings
from cornerwise.server.store.engine import StoreError, make_engine
from cornerwise.server.store.migrate import upgrade

log = logging.getLogger(__name__)
SOCKET_LIMIT = 65_536
"""Bytes at which the connection itself gives up; our own limit is lower and explains itself."""
SWITCH_INTERVAL = 0.0005
"""Seconds until a waiting thread may run: the writer thread must not hold up the sockets."""


THRESHOLDS = (2_000, 10, 1_000_000)
"""Of the collector's generations: the young ones often and quickly, the oldest not by itself."""
COLLECT = 600.0
"""Seconds between two full collections."""


class PortTaken(Exception):
    """The port that was asked for is in use, or the host is not this machine's."""


def bind(host: str, port: int | None) -> socket.socket:
    """A listening socket: the port asked for, or the usual one, or any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, PORT if port is None else port))
    except OSError as error:
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            listener.close()
            reason = f"cannot listen on {host}: {error.strerror}"
            raise PortTaken(
                f"{reason}; give an address of this machine, or --host 0.0.0.0 for all of them"
            ) from error
        if port is not None:
            listener.close()
            reason = f"cannot listen on {host} port {port}: {error.strerror}"
            raise PortTaken(f"{reason}; leave --port out to get a free one") from error
        listener.bind((host, 0))
        print(f"Port {PORT} is taken, so this server uses {listener.getsockname()[1]}.")
    listener.set_inheritable(True)
    return listener


class QuietServer(uvicorn.Server):
    """Uvicorn, which says when it is ready and ends without a fuss."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            _tame_collector()
            self._ready()


def _tame_collector() -> None:
    """Look at everything seldom, and by the clock.

    With a thousand games and four thousand sockets a full collection takes a third of a
    second, and Python's own measure asked for one every two seconds.
    """
    gc.collect()
    gc.freeze()  # what is loaded now stays: the collector need not look at it again
    gc.set_threshold(*THRESHOLDS)

    def collect() -> None:
        gc.collect()
        loop.call_later(COLLECT, collect)

    loop = asyncio.get_running_loop()
    loop.call_later(COLLECT, collect)


def serve(settings: Settings, *, host: str, port: int | None, browser: bool) -> int:
    """Run until Ctrl-C; the exit status."""
    if settings.redis and not settings.database:
        raise StoreError(
            "several servers share one database: with CORNERWISE_REDIS, "
            "set CORNERWISE_DATABASE=postgresql://user@host/name too"
        )
    if not settings.redis and not settings.workers:
        raise SettingError(
            "CORNERWISE_WORKERS=0 is for servers that share a queue (CORNERWISE_REDIS): "
            "alone, a server needs 1 at least, or no computer would ever move"
        )
    migrate(settings)
    if settings.redis:
        from cornerwise.server.cluster.line import reach

        asyncio.run(reach(settings.redis))
    with bind(host, port) as listener:
        found = addresses(host, listener.getsockname()[1])
        if settings.public:  # people come by that address: another one would mislead
            found = found[:1]
        return _run(settings, listener, found, browser)


def migrate(settings: Settings) -> None:
    """Bring the database up to date before anything listens: its troubles are told at once."""
    engine = make_engine(settings.database_url, sync=settings.sync)
    try:
        upgrade(engine)
    finally:
        engine.dispose()


def _run(settings: Settings, listener: socket.socket, found: list[str], browser: bool) -> int:

    def ready() -> None:
        print(f"Cornerwise is at {found[0]}  (Ctrl-C ends it)", flush=True)
        for address in found[1:]:
            print(f"Other devices on this network find it at {address}", flush=True)
        if browser:
            # The pages make links from their own address, and those should work for friends.
            webbrowser.open(found[-1])

    config = uvicorn.Config(
        make_app(settings),
        http=PatientProtocol,
        ws="websockets-sansio",
        ws_max_size=SOCKET_LIMIT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
    )
    sys.setswitchinterval(SWITCH_INTERVAL)
    before = gc.get_threshold()
    server = QuietServer(config, ready)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve([listener]))
    except KeyboardInterrupt:
        pass  # uvicorn has ended everything, then passes the signal on
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
    print("Goodbye.")
    return 0 if server.started else 1


EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
"""Hosts that mean every way into this machine, and what it calls itself then."""


def addresses(host: str, port: int) -> list[str]:
    """Where a browser finds the server: from this machine, then from others, if they can."""
    if host not in EVERYWHERE:
        return [_address(host, port)]
    network = own_address(socket.AF_INET6 if ":" in host else socket.AF_INET)
    return [_address(shown, port) for shown in (EVERYWHERE[host], network) if shown]


def own_address(family: socket.AddressFamily) -> str | None:
    """What the network calls this machine; nothing without a network."""
    # An address for documents, which is nobody's: connecting a datagram's socket sends nothing.
    nobody = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            name = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(name).is_loopback else name


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
