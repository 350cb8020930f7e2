"""Figures for Prometheus at /metrics, in its text format: simple enough to be written by hand.

Only who is near may read them: a machine of this network, not through a proxy.
"""

import os
import resource
import sys
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from cornerwise.server.http import Call, Route
from cornerwise.server.programs.meter import BUCKETS, Labels, Meter
from cornerwise.server.refusal import Refusal

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
QUANTILES = (0.5, 0.9, 0.99)


HELP = {
    "games_created": "Games made",
    "games_over": "Games that have ended",
    "moves": "Moves written, by persons and computers",
    "stand_ins": "Seats that the computer took over",
    "requests": "HTTP requests answered",
}


def text(meter: Meter, gauges: Iterable[tuple[str, str, float]], timings: Any) -> str:
    """All figures."""
    lines: list[str] = []
    for name, what, value in gauges:
        lines += [*_head(name, "gauge", what), f"cornerwise_{name} {value:g}"]
    for name, what in HELP.items():
        lines += _head(f"{name}_total", "counter", what)
        lines += [
            f"cornerwise_{name}_total{_labels(labels)} {count}"
            for (counted, labels), count in sorted(meter.counts.items())
            if counted == name
        ]
    return "\n".join([*lines, *_histogram(meter), *_summary(timings), *_process(), ""])


def _head(name: str, kind: str, what: str) -> list[str]:
    return [f"# HELP cornerwise_{name} {what}.", f"# TYPE cornerwise_{name} {kind}"]


def _labels(labels: Labels) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _histogram(meter: Meter) -> list[str]:
    name = "request_duration_seconds"
    lines = _head(name, "histogram", "Time of an HTTP request in the server")
    for bound in (*map(str, BUCKETS), "+Inf"):
        count = meter.counts["request_buckets", (("le", bound),)]
        lines.append(f'cornerwise_{name}_bucket{{le="{bound}"}} {count}')
    total = meter.counts["request_buckets", (("le", "+Inf"),)]
    return [
        *lines,
        f"cornerwise_{name}_sum {meter.request_seconds:g}",
        f"cornerwise_{name}_count {total}",
    ]


def _summary(timings: Any) -> list[str]:
    name = "action_duration_seconds"
    lines = _head(name, "summary", "Server time of an action, of the last 10,000")
    lines += [
        f'cornerwise_{name}{{quantile="{share}"}} {timings.percentile(share) / 1000:g}'
        for share in QUANTILES
    ]
    return [*lines, f"cornerwise_{name}_count {timings.count}"]


def _process() -> list[str]:
    """By their usual names, so that ready-made pictures show them."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    figures = [
        ("process_cpu_seconds_total", "counter", usage.ru_utime + usage.ru_stime),
        ("process_resident_memory_bytes", "gauge", _resident(usage.ru_maxrss)),
        ("process_open_fds", "gauge", _open_files()),
    ]
    return [
        line
        for name, kind, value in figures
        for line in (f"# TYPE {name} {kind}", f"{name} {value:.10g}")
    ]


def _resident(most: int) -> int:
    """Bytes now; where the system does not say, the most there ever were."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return most * (1 if sys.platform == "darwin" else 1024)


def _open_files() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0


# The route


def is_near(request: Request) -> bool:
    """Whether a request comes straight from this machine or its own network."""
    address = request.client.host if request.client else ""
    if "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return False
    try:
        found = ip_address(address)
    except ValueError:
        return address == "testclient"  # Starlette's own, in tests
    return found.is_loopback or found.is_private


async def _metrics(call: Call) -> Response:
    if not is_near(call.request):
        raise Refusal("not_yours", "figures are for this machine and its own network")
    services, health = call.rooms.services, call.health()
    gauges = [
        ("games", "Rooms in memory", float(health.games)),
        ("sockets", "Open websockets", float(health.sockets)),
        ("workers", "Engine processes that run", float(health.workers)),
        ("streams", "Open streams of programs", float(len(services.programs.streams))),
    ]
    return Response(text(services.meter, gauges, services.timings), media_type=MEDIA)


METRICS_ROUTES = (
    Route(
        method="GET", path="/metrics", access="anybody", handler=_metrics,
        media=("text/plain",), refusals=(403,), summary="Figures for Prometheus",
    ),
)  # fmt: skip
