"""The log of a run as a picture: `python -m training.plot training/logs/duo.jsonl duo.svg`.

Four panels over the number of updates: policy loss, value losses, the yardstick's rating,
positions a second. Plain SVG, so that nothing needs to be installed.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.arguments import Mistake, file, told

WIDTH, HEIGHT, MARGIN = 420, 220, 44
COLORS = ("#2f6fb0", "#c8553d", "#4c9a52", "#8f5fa8")
PANELS = (
    ("policy loss", ("loss_policy",)),
    ("value losses", ("loss_win", "loss_margin", "loss_score", "loss_owner")),
    ("rating (Elo, 0 is the first net)", ("rating",)),
    ("positions a second", ("positions_per_second",)),
)

Curve = list[tuple[float, float]]


@dataclass(frozen=True)
class Scale:
    """Maps data to a panel of the picture."""

    x: tuple[float, float]
    y: tuple[float, float]

    def place(self, x: float, y: float) -> tuple[float, float]:
        (x0, x1), (y0, y1) = self.x, self.y
        across = (x - x0) / ((x1 - x0) or 1)
        up = (y - y0) / ((y1 - y0) or 1)
        inner_width, inner_height = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
        return MARGIN + across * inner_width, HEIGHT - MARGIN - up * inner_height


def read_log(path: Path) -> list[dict[str, Any]]:
    """The records of a log; a line that was cut short when the machine stopped is left out."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    try:
        return [json.loads(line) for line in lines if line.endswith("\n")]
    except ValueError:
        raise Mistake(f"{path} is no log of a run: each line must be an object of JSON") from None


def curve(records: list[dict[str, Any]], key: str) -> Curve:
    """Values over updates, from the first update on."""
    return [(r["updates"], r[key]) for r in records if key in r and r["updates"] > 0]


def panel(records: list[dict[str, Any]], title: str, keys: tuple[str, ...]) -> str:
    """One set of axes with its curves."""
    curves = {key: points for key in keys if (points := curve(records, key))}
    points = [p for c in curves.values() for p in c]
    if not points:
        return ""
    ys = [y for _, y in points]
    scale = Scale((0, max(x for x, _ in points)), (min(0.0, *ys), max(ys)))
    lines = [_line(c, scale, COLORS[i]) for i, c in enumerate(curves.values())]
    names = [
        f'<text x="{WIDTH - MARGIN}" y="{MARGIN + 14 * i}" fill="{COLORS[i]}" '
        f'text-anchor="end">{key.removeprefix("loss_")}</text>'
        for i, key in enumerate(curves)
    ]
    return "\n".join([_axes(title, scale), *lines, *names])


def _axes(title: str, scale: Scale) -> str:
    left, bottom = scale.place(scale.x[0], scale.y[0])
    right, top = scale.place(scale.x[1], scale.y[1])
    return (
        f'<text x="{left}" y="{top - 16}" font-weight="bold">{title}</text>'
        f'<path d="M{left},{top}V{bottom}H{right}" fill="none" stroke="#888"/>'
        f'<text x="{left - 4}" y="{top + 4}" text-anchor="end">{_short(scale.y[1])}</text>'
        f'<text x="{left - 4}" y="{bottom}" text-anchor="end">{_short(scale.y[0])}</text>'
        f'<text x="{right}" y="{bottom + 16}" text-anchor="end">{scale.x[1]:,.0f} updates</text>'
    )


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _line(points: Curve, scale: Scale, color: str) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (scale.place(*p) for p in points))
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>'


def picture(records: list[dict[str, Any]]) -> str:
    """The whole SVG, two panels to a row."""
    groups = [
        f'<g transform="translate({WIDTH * (i % 2)},{HEIGHT * (i // 2)})">{panel(records, *p)}</g>'
        for i, p in enumerate(PANELS)
    ]
    body = "\n".join(groups)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {2 * HEIGHT}" '
        f'font-family="sans-serif" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


@told
def main(argv: list[str] | None = None) -> int:
    """Read a log, write a picture."""
    parser = argparse.ArgumentParser(prog="training.plot", description=__doc__.split("\n")[0])
    parser.add_argument("log", type=file, help="of a run, a .jsonl")
    parser.add_argument("picture", type=Path, help="an .svg to write")
    args = parser.parse_args(argv)
    args.picture.write_text(picture(read_log(args.log)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
