"""The engine writes down its own games; neither PyTorch nor a GPU is asked for."""

from pathlib import Path

import numpy as np
import pytest
from tiny import taught
from training.config import Config, parse_config
from training.lesson_file import Lessons, joined, lesson_paths, read_lessons, write_lessons
from training.teach import main

from cornerwise import Game

CONFIG = {
    "name": "classic-quick",
    "home": "classic",
    "rules": [{"variant": "classic_2", "share": 0.5}, {"variant": "classic_3", "share": 0.5}],
    "net": {"kind": "quick", "width": 32},
    "play": {"opening": 4, "wild": 0.5},
}


@pytest.fixture(scope="module")
def config() -> Config:
    return parse_config(CONFIG)


@pytest.fixture(scope="module")
def lessons(config: Config) -> Lessons:
    return taught(config, seed=3, games=3)


def test_games_are_whole_and_searched_moves_legal(config: Config, lessons: Lessons) -> None:
    searched = {int(move): row for row, move in enumerate(lessons.searched)}
    move = 0
    for rule, length in zip(lessons.rule, lessons.length, strict=True):
        game = Game(config.rules[rule].resolve())
        for _ in range(length):
            assert game.to_play == lessons.color[move]
            if move in searched:
                row = searched[move]
                meant = lessons.likely[row][lessons.visits[row] > 0]
                assert set(meant.tolist()) <= set(game.legal_moves.ids.tolist())
                assert len(meant) > 0
            game.play(int(lessons.placement[move]))
            move += 1
        assert game.is_over
    assert move == len(lessons.placement)
    assert lessons.value.shape == (move, 4)
    assert 0.1 < len(searched) / move < 0.5


def test_a_file_that_is_not_whole_is_named(lessons: Lessons, tmp_path: Path) -> None:
    """As while it is copied from another machine."""
    path = tmp_path / "classic-quick-1-0.npz"
    write_lessons(lessons, path)
    whole = path.read_bytes()
    for data in (b"", b"text", whole[:100], whole[:-100], whole[:-30]):
        path.write_bytes(data)
        with pytest.raises(ValueError, match=r"classic-quick-1-0\.npz holds no lessons, or is not"):
            read_lessons(tmp_path, "classic-quick")


def test_a_file_holds_what_was_written(lessons: Lessons, tmp_path: Path) -> None:
    write_lessons(lessons, tmp_path / "classic-quick-1-0.npz")
    again = read_lessons(tmp_path, "classic-quick")
    assert np.array_equal(again.placement, lessons.placement)
    assert np.array_equal(again.visits, lessons.visits)
    assert [path.name for path in tmp_path.iterdir()] == ["classic-quick-1-0.npz"]
    assert joined([again, lessons]).searched[-1] == lessons.searched[-1] + len(again.placement)


def test_the_command_writes_into_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "lessons"
    assert main(["--config", "duo-quick", "--seconds", "0.5", "--out", str(out)]) == 0
    assert len(lesson_paths(out, "duo-quick")) == 1
