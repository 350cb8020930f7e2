"""Files are written whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from cornerwise.notation import save_bytes

NAME = "game.blksgf"


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which half of what is written finds room."""
    whole = Path.write_bytes

    def half(path: Path, data: bytes) -> int:
        whole(path, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", half)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("before", [None, "an old game"])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / NAME
    if before:
        path.write_text(before)
    with pytest.raises(OSError, match=f"No space left on device: '.*{NAME}'"):
        save_bytes(path, b"a new game")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == (
        {NAME: before} if before else {}
    )


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / NAME, tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    save_bytes(link, b"new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_missing_folder_is_told_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / NAME
    with pytest.raises(FileNotFoundError) as told:
        save_bytes(path, b"a game")
    assert told.value.filename == str(path)
