"""A progress bar on a terminal; silent in a pipe."""

from typing import TextIO

from cornerwise.puzzles import Progress

WIDTH = 30


class ProgressBar:
    """One line that is written over and over, then removed."""

    def __init__(self, name: str, stream: TextIO) -> None:
        self._name, self._stream = name, stream
        self._shown = False

    def show(self, progress: Progress) -> None:
        """Draw the state of a search."""
        if not self._stream.isatty():
            return
        full = WIDTH * progress.covered // max(1, progress.cells)
        found = f", {progress.found} found" if progress.found else ""
        line = (
            f"\r{self._name} [{'#' * full}{'.' * (WIDTH - full)}] "
            f"{progress.covered}/{progress.cells}, {progress.steps:,} steps{found}, "
            f"{progress.seconds:.0f} s\x1b[K"
        )
        self._stream.write(line)
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        """Leave an empty line behind."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False
