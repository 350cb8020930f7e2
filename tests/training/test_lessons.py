"""Games that the engine wrote down are played again on the device, move by move the same."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import QUICK_DUO, QUICK_TRIGON, taught, tiny_trainer  # noqa: E402
from training.config import Config, parse_config  # noqa: E402
from training.lesson_file import Lessons, read_lessons, write_lessons  # noqa: E402
from training.lessons import LessonShelf, lessons_replay  # noqa: E402
from training.replay import joined  # noqa: E402
from training.trainer import Trainer  # noqa: E402
from training.views import legal_actions  # noqa: E402

from cornerwise import Game  # noqa: E402

LEARN = {"batch": 16, "capacity": 800, "warm": 3, "refresh": 2, "lessons": 0.5}


@pytest.fixture(scope="module", params=[QUICK_DUO, QUICK_TRIGON], ids=lambda one: str(one["home"]))
def config(request: pytest.FixtureRequest) -> Config:
    return parse_config(request.param | {"learn": LEARN})


@pytest.fixture(scope="module")
def lessons(config: Config) -> Lessons:
    return taught(config, seed=1, games=5)


def test_every_target_is_legal_and_every_result_the_real_one(
    config: Config, lessons: Lessons
) -> None:
    book = Trainer(config, "cpu").book
    replay = lessons_replay(book, lessons, slots=2)
    ring = replay.tensors
    rows = [ring[name].flatten(0, 1).split(64) for name in ("word", "vector", "action", "weight")]
    for word, vector, action, weight in zip(*rows, strict=True):
        legal = legal_actions(book, word, vector)
        assert bool(legal.gather(1, action.long())[weight > 0].all())
    assert int((ring["weight"] > 0).any(-1).sum()) == len(lessons.searched)
    start = np.concatenate([[0], np.cumsum(lessons.length, dtype=np.int64)])
    for number, rule in enumerate(lessons.rule):
        game = Game(config.rules[rule].resolve())
        for placement in lessons.placement[start[number] : start[number + 1]]:
            game.play(int(placement))
        assert game.is_over
        shares, scores = game.result.win_shares, game.result.scores
        at = (number % 2, number // 2)
        assert int(ring["ended"][at]) == number // 2
        np.testing.assert_allclose(ring["win"][at][: len(shares)], shares, atol=1e-3)
        np.testing.assert_allclose(ring["score"][at][: len(scores)], scores)


def test_slots_without_a_game_teach_nothing(config: Config, lessons: Lessons) -> None:
    replay = lessons_replay(Trainer(config, "cpu").book, lessons, slots=2)
    assert bool((replay.tensors["number"] < 0).any())
    sample = replay.sample(2000, 6, 0.0)
    somebody_wins = (sample.win * sample.seated).sum(1)[sample.known]
    assert bool((somebody_wins > 0.99).all())
    assert not bool(sample.known.all())


def test_files_are_read_as_one(config: Config, lessons: Lessons, tmp_path: Path) -> None:
    for part in (0, 1):
        write_lessons(lessons, tmp_path / f"{config.name}-7-{part}.npz")
    both = read_lessons(tmp_path, config.name)
    moves = len(lessons.placement)
    assert len(both.rule) == 2 * len(lessons.rule)
    assert np.array_equal(both.searched[len(lessons.searched) :], lessons.searched + moves)
    with pytest.raises(ValueError, match="make some"):
        read_lessons(tmp_path, "nothing")


def test_a_batch_is_drawn_from_both(config: Config, lessons: Lessons, tmp_path: Path) -> None:
    trainer = tiny_trainer(config)
    trainer.lessons = shelf = LessonShelf(trainer.book, tmp_path, config.name)
    shelf.look()
    assert shelf.replay is None
    write_lessons(lessons, tmp_path / f"{config.name}-1-0.npz")
    shelf.look()
    for _ in range(5):
        trainer.step()
    assert trainer.learner.updates == 3
    assert shelf.replay is not None
    sample = shelf.replay.sample(8, 6, 0.25)
    assert bool(sample.known.any())
    whole = joined(trainer.replay.sample(8, 6, 0.25), sample)
    assert whole.action.shape == (16, config.learn.targets)
    assert torch.equal(whole.weight[8:, : sample.weight.shape[1]], sample.weight)
