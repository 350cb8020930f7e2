"""Logs: plain lines for people, or with CORNERWISE_LOG=json one JSON object a line."""

import logging
import sys
import time

import msgspec

from cornerwise.server.settings import SettingError

access = logging.getLogger("cornerwise.access")
"""One line for each request; only in JSON, where it can be sifted."""
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_encode = msgspec.json.Encoder(enc_hook=str).encode


class JsonLines(logging.Formatter):
    """A record as one line: time, level, logger, message, whatever else it was given."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        entry: dict[str, object] = {
            "time": _time(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return _encode(entry).decode()


def _time(seconds: float) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03d}Z"


def set_up(kind: str) -> None:
    """Say where logs go and how they look: to stderr, information and worse."""
    if kind not in ("text", "json"):
        raise SettingError(f"CORNERWISE_LOG is text or json, not {kind!r}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else logging.Formatter("%(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    access.setLevel(logging.INFO if kind == "json" else logging.WARNING)


def log_request(method: str, path: str, status: int, seconds: float) -> None:
    """A request, in JSON logs. The path has no query: join keys and names stay out of logs."""
    if access.isEnabledFor(logging.INFO):
        fields = {"method": method, "path": path, "status": status, "ms": round(1000 * seconds, 2)}
        access.info("%s %s %d", method, path, status, extra=fields)
