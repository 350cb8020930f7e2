"""The progress of a match on the error stream: a bar on a terminal, a few lines in a file."""

import sys
import time
from typing import TextIO

from cornerwise.arena.report import format_elo
from cornerwise.arena.sprt import Sprt
from cornerwise.arena.summary import Summary

_WIDTH = 20  # characters of the bar
_EVERY = 0.2  # seconds between two changes of the bar
_LINES = 20  # that a match writes where there is no terminal


class Progress:
    """Shows how far a match is and what it says so far."""

    def __init__(self, total: int, done: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.begun_with = done
        self.stream = sys.stderr if stream is None else stream
        self.is_terminal = self.stream.isatty()
        self._begun = time.monotonic()
        self._last = 0.0
        self._shown = done
        self._length = 0

    def is_due(self, done: int) -> bool:
        """Whether to show anything after so many games."""
        if done >= self.total:
            return True
        if self.is_terminal:
            return time.monotonic() - self._last >= _EVERY
        return done - self._shown >= max(1, self.total // _LINES)

    def show(self, summary: Summary, sprt: Sprt | None = None) -> None:
        """The state after a game."""
        self._shown, self._last = summary.games, time.monotonic()
        self._write(self._text(summary, sprt))

    def _text(self, summary: Summary, sprt: Sprt | None) -> str:
        done = summary.games
        filled = min(_WIDTH, _WIDTH * done // max(self.total, 1))
        first = summary.engines[0].score
        text = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{self.total} games"
        text += f"  A {first.value:.1%} ±{first.half_width:.1%}"
        if len(summary.engines) == 2:
            text += f"  Elo {format_elo(summary.elo)}"
        if sprt is not None:
            text += f"  LLR {sprt.ratio(summary.scores()):.2f}"
        if summary.notes:
            text += f"  {len(summary.notes)} forfeits"
        return text + self._left(done)

    def _left(self, done: int) -> str:
        """The time that the rest will take at this pace."""
        played = done - self.begun_with
        if played <= 0 or done >= self.total:
            return ""
        seconds = (time.monotonic() - self._begun) / played * (self.total - done)
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"  {hours}:{minutes:02}:{rest:02} left"

    def _write(self, text: str) -> None:
        if self.is_terminal:
            self.stream.write("\r" + text.ljust(self._length))
            self._length = len(text)
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def end(self) -> None:
        """Leave the bar's line."""
        if self.is_terminal and self._length:
            self.stream.write("\n")
            self.stream.flush()
