"""Where a command writes: to a file that is named, or to the screen."""

from pathlib import Path

from cornerwise.notation import save_bytes


def output(text: str) -> Path | None:
    """An argument that names a file to write; None for `-`, the screen."""
    return None if text == "-" else Path(text)


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file, whole or not at all."""
    save_bytes(path, data.encode() if isinstance(data, str) else data)
