"""A match in words and numbers, for people and as JSON."""

import math
from typing import Any

from cornerwise.arena.sprt import Sprt
from cornerwise.arena.stats import Estimate
from cornerwise.arena.summary import Summary

_NOTES = 10  # forfeits that are told one by one
_NAME = 44  # characters of a player's name in the table


def format_summary(summary: Summary, sprt: Sprt | None = None) -> str:
    """The result as text."""
    lines = [_heading(summary), "", *_engines(summary), ""]
    if len(summary.engines) == 2:
        lines.append(_comparison(summary))
    if sprt is not None:
        lines.append(format_sprt(sprt, summary.scores()))
    seats = " ".join(f"{share:.1%}" for share in summary.seats)
    lines.append(f"seats win {seats}; {summary.plies:.1f} plies a game")
    lines += _notes(summary)
    return "\n".join(lines)


def _heading(summary: Summary) -> str:
    variant = summary.plan.rules()
    options = "".join(f", {key} {value}" for key, value in variant.chosen_options.items())
    word = "pairs" if summary.block_size == 2 else f"blocks of {summary.block_size}"
    counts = f"{summary.games} games, {len(summary.blocks)} whole {word}"
    return f"{variant.title['en']}{options}: {counts}, openings {summary.plan.opening}"


def _engines(summary: Summary) -> list[str]:
    head = f"   {'':{_NAME}} {'score':>6} {'95%':>13} {'won':>5} {'shared':>6} {'margin':>7}"
    lines = [head + f" {'cpu/game':>9} {'cpu/move':>9} {'forfeits':>8}"]
    for one in summary.engines:
        name = one.player if len(one.player) <= _NAME else "…" + one.player[1 - _NAME :]
        between = f"{one.score.low:.1%}–{one.score.high:.1%}"
        lines.append(
            f"{one.engine}  {name:{_NAME}} {one.score.value:6.1%} {between:>13} {one.won:5.0f}"
            f" {one.shared:6.0f} {one.margin.value:+7.1f} {one.cpu_game:8.2f}s"
            f" {one.cpu_move:8.3f}s {one.forfeits:8}"
        )
    return lines


def _comparison(summary: Summary) -> str:
    score, elo = summary.engines[0].score, summary.elo
    what = "" if summary.basis == "wins" else f" by {summary.basis}"
    return (
        f"A scores {score.value:.1%}{what} [{score.low:.1%}, {score.high:.1%}]"
        f" against B: Elo {format_elo(elo)}"
    )


def format_elo(elo: Estimate) -> str:
    """`+79 [+28, +131]`."""
    return f"{_signed(elo.value)} [{_signed(elo.low)}, {_signed(elo.high)}]"


def _signed(value: float) -> str:
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    return f"{round(value):+d}".replace("-", "−")  # rounded first: there is no −0


def format_sprt(sprt: Sprt, scores: list[float]) -> str:
    """The state of the test."""
    lower, upper = sprt.bounds
    accepted = sprt.accepted(scores)
    verdict = "undecided" if accepted is None else f"{accepted} accepted"
    return (
        f"SPRT elo0 {sprt.elo0:g}, elo1 {sprt.elo1:g}: "
        f"LLR {sprt.ratio(scores):.2f} in ({lower:.2f}, {upper:.2f}): {verdict}"
    )


def _notes(summary: Summary) -> list[str]:
    if not summary.notes:
        return []
    more = len(summary.notes) - _NOTES
    shown = [f"  {note}" for note in summary.notes[:_NOTES]]
    return ["forfeits:", *shown, *([f"  and {more} more"] if more > 0 else [])]


def summary_data(summary: Summary, sprt: Sprt | None = None) -> dict[str, Any]:
    """The same as plain data."""
    data: dict[str, Any] = {
        "variant": summary.plan.variant,
        "options": summary.plan.options,
        "games": summary.games,
        "blocks": len(summary.blocks),
        "block_size": summary.block_size,
        "basis": summary.basis,
        "engines": [_engine_data(summary, i) for i in range(len(summary.engines))],
        "seats": summary.seats,
        "plies": summary.plies,
        "forfeits": summary.notes,
    }
    if len(summary.engines) == 2:
        data["elo"] = _estimate(summary.elo)
    if sprt is not None:
        scores = summary.scores()
        data["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": sprt.ratio(scores),
            "bounds": list(sprt.bounds),
            "accepted": sprt.accepted(scores),
        }
    return data


def _engine_data(summary: Summary, number: int) -> dict[str, Any]:
    one = summary.engines[number]
    return {
        "engine": one.engine,
        "player": one.player,
        "score": _estimate(one.score),
        "won": one.won,
        "shared": one.shared,
        "forfeits": one.forfeits,
        "margin": _estimate(one.margin),
        "cpu_game": one.cpu_game,
        "cpu_move": one.cpu_move,
        "moves": one.moves,
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    """JSON has no infinity: null."""
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {key: value if math.isfinite(value) else None for key, value in ends.items()}
