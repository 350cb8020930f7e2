"""Records in files: `.blksgf` or JSON, told apart by what is in them."""

import os
import shutil
from pathlib import Path
from typing import Literal

from cornerwise.notation.blksgf import read_blksgf, write_blksgf
from cornerwise.notation.errors import RecordError
from cornerwise.notation.json_record import read_json, write_json
from cornerwise.notation.record import Record
from cornerwise.notation.sgf import MAX_BYTES


def format_of(data: str | bytes) -> Literal["blksgf", "json"]:
    """The format of a text: JSON begins with a brace, `.blksgf` with `(`."""
    head = data[:4096]
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    return "json" if text.removeprefix("\ufeff").lstrip().startswith("{") else "blksgf"


def read_record(data: str | bytes) -> Record:
    """The record in a text of either format."""
    return read_json(data) if format_of(data) == "json" else read_blksgf(data)


def load_record(path: str | Path) -> Record:
    """The record in a file. `OSError` if it cannot be opened, `RecordError` if not read."""
    return read_record(load_bytes(path))


def load_bytes(path: str | Path) -> bytes:
    """What a file holds, and no more than shows that it is too long: a device can be endless."""
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def format_record(record: Record, path: str | Path) -> str:
    """The text of a record in the format of a file's name: `.json`, or `.blksgf` and `.sgf`."""
    suffix = Path(path).suffix.lower()
    if suffix == ".json":
        return write_json(record)
    if suffix in (".blksgf", ".sgf", ""):
        return write_blksgf(record)
    raise RecordError(f"cannot write {suffix} files; choose .blksgf or .json")


def save_record(record: Record, path: str | Path) -> None:
    """Write a record to a file, in the format that the file's name says."""
    save_bytes(path, format_record(record, path).encode())


def save_bytes(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: if the disk is full, what was there before stays. An
    `OSError` names the file, which a full disk's does not by itself."""
    target = Path(path)
    is_device = target.exists() and not target.is_file()
    try:
        if is_device:
            target.write_bytes(data)
        else:
            _put(target.resolve(), data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _put(target: Path, data: bytes) -> None:
    """Write beside the file, then put that in its place."""
    draft = target.with_name(f".{target.name[:200]}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except PermissionError:  # the folder's; the file itself may be open to us
        draft.unlink(missing_ok=True)
        target.write_bytes(data)
    except BaseException:  # Ctrl-C, too
        draft.unlink(missing_ok=True)
        raise
