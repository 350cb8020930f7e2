"""A tower learns from lessons, and a quick net from the tower."""

from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from tiny import QUICK_DUO, SMALL_TRIGON, taught, tiny_trainer  # noqa: E402
from training.__main__ import main  # noqa: E402
from training.checkpoint import begin_with, save_checkpoint  # noqa: E402
from training.config import Config, NetShape, load_config, parse_config  # noqa: E402
from training.evaluator import Evaluator  # noqa: E402
from training.lesson_file import write_lessons  # noqa: E402
from training.lessons import LessonShelf  # noqa: E402
from training.net import Net, Sizes  # noqa: E402
from training.trainer import Limits, Trainer  # noqa: E402
from training.tutor import Tutor  # noqa: E402
from training.views import legal_actions  # noqa: E402


@pytest.fixture(scope="module", params=[QUICK_DUO, SMALL_TRIGON], ids=lambda one: str(one["home"]))
def config(request: pytest.FixtureRequest) -> Config:
    return parse_config(request.param)


def some_tower(trainer: Trainer, width: int = 8) -> Evaluator:
    torch.manual_seed(2)
    net = Net(Sizes.of(trainer.book.layout), NetShape(blocks=1, width=width))
    return Evaluator(net, actions=trainer.book.actions)


@pytest.fixture(scope="module")
def scattered(config: Config) -> Tutor:
    """One for all tests: its games wander apart first, which takes as long as a game."""
    trainer = tiny_trainer(config)
    return Tutor(trainer.book, {some_tower(trainer): 3}, config.play)


@pytest.fixture
def tutor(scattered: Tutor) -> Tutor:
    return copy(scattered)


def test_the_tutor_speaks_of_legal_moves_and_of_all_phases(tutor: Tutor) -> None:
    plies: set[int] = set()
    for _ in range(12):
        plies |= set(tutor.games.ply.tolist())
        sample = tutor.step()
        legal = legal_actions(tutor.book, sample.word, sample.vector)
        meant = sample.weight > 1e-6
        assert bool(legal.gather(1, sample.action)[meant].all())
        assert bool(((sample.win >= 0) & (sample.win <= 1)).all())
        assert bool((sample.weight.sum(1) <= 1.001).all())
    assert len(plies) > 15  # the games are not in step


def test_towers_are_asked_for_their_average_by_voices(config: Config, tutor: Tutor) -> None:
    assert list(tutor.trust.values()) == [1.0]  # of three voices, all its own
    trainer = tiny_trainer(config)
    towers = [some_tower(trainer), some_tower(trainer, width=16)]
    tutor.trust = dict(zip(towers, (0.25, 0.75), strict=True))
    sample = tutor.step()
    said = [one.everything(sample.word, sample.vector) for one in towers]
    assert torch.allclose(sample.win.logit(), said[0][1] / 4 + said[1][1] * 3 / 4, atol=1e-4)
    assert torch.allclose(sample.margin, said[0][2] / 4 + said[1][2] * 3 / 4, atol=1e-5)
    assert not torch.allclose(said[0][1], said[1][1], atol=1e-2)


def test_a_quick_net_comes_to_think_like_its_tutor(config: Config, tutor: Tutor) -> None:
    trainer = tiny_trainer(config)
    trainer.tutor = tutor
    trainer.learner.params = replace(trainer.learner.params, rise=1)
    trainer.learner.schedule = type(trainer.learner.schedule)(trainer.learner.params)
    means = []
    for _ in range(3):
        trainer.sums.zero_()
        for _ in range(6):
            trainer.step()
        means.append((trainer.sums[:-1] / trainer.sums[-1]).tolist())
    assert means[-1][2] < means[0][2]  # margins
    assert means[-1][4] < means[0][4]  # owners
    assert trainer.counters["positions"] == 18 * config.play.games


def test_a_tower_learns_from_lessons_alone_and_cools(tmp_path: Path) -> None:
    quick = parse_config(QUICK_DUO)
    write_lessons(taught(quick, seed=1, games=5), tmp_path / f"{quick.name}-1-0.npz")
    tower = replace(
        quick,
        name="duo-tutor",
        like=quick.name,
        net=NetShape(blocks=1, width=8),
        learn=replace(quick.learn, lessons=1.0),
    )
    trainer = tiny_trainer(tower)
    trainer.lessons = LessonShelf(trainer.book, tmp_path, tower.lessons)
    trainer.lessons.look()
    trainer.measure = lambda lines: None
    trainer.run(Limits(seconds=600, steps=4, cool=True), tmp_path / "log.jsonl")
    assert trainer.replay.step == 0  # it has not played
    assert trainer.learner.updates == 8
    assert trainer.counters["positions"] == 8 * 16
    assert trainer.learner.heat < 1
    save_checkpoint(trainer, tmp_path / "tower.pt")
    other = tiny_trainer(replace(tower, name="another"))
    begin_with(other, tmp_path / "tower.pt")
    ours = trainer.learner.average.state_dict()
    for net in (other.learner.net, other.yardstick.frozen):  # it is measured by what it was
        theirs = net.state_dict()
        assert all(torch.equal(ours[k], theirs[k]) for k in ours)
    assert other.learner.updates == 0


def test_without_lessons_a_tutor_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--lessons", str(tmp_path)]):
        assert main(["--config", "duo-tutor", "--out", str(tmp_path / "run"), *more]) == 2
        assert "training.teach makes them" in capsys.readouterr().err


@pytest.mark.parametrize("board", ["duo", "classic", "trigon"])
def test_a_tutor_has_the_rules_of_its_pupil(board: str) -> None:
    pupil = load_config(f"{board}-quick")
    for name in (f"{board}-tutor", f"{board}-tutor-wide"):
        tutor = load_config(name)
        assert (tutor.rules, tutor.home, tutor.lessons) == (pupil.rules, pupil.home, pupil.name)
    assert pupil.lessons == pupil.name


def test_the_value_is_learned_more_often_than_the_rest(config: Config, tutor: Tutor) -> None:
    trainer = tiny_trainer(replace(config, learn=replace(config.learn, value_updates=2)))
    trainer.tutor = tutor
    trainer.step()
    assert trainer.learner.updates == 3
    net = trainer.learner.net
    before = {name: value.clone() for name, value in net.state_dict().items()}
    trainer.learner.update_value(tutor.step())
    after = net.state_dict()
    moved = {name.split(".")[0] for name in before if not torch.equal(before[name], after[name])}
    assert {"cells", "map", "value_hidden", "value_out"} <= moved
    assert not moved & {"field", "orientation", "local_in", "local_out", "owner_out"}
