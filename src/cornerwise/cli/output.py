"""Where a command writes: to a file that is named, or to the screen."""

from pathlib import Path


def output(text: str) -> Path | None:
    """An argument that names a file to write; None for `-`, the screen."""
    return None if text == "-" else Path(text)


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file; an `OSError` names it, which a full disk's does not by itself."""
    try:
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    except OSError as error:
        error.filename = error.filename or str(path)
        raise
