"""Configurations small enough for a CPU, and what several tests make of them."""

from typing import TYPE_CHECKING

from training.config import Config
from training.lesson_file import Lessons
from training.teach import Teacher

if TYPE_CHECKING:
    from training.trainer import Trainer

QUICK_DUO = {
    "name": "duo-quick",
    "home": "duo",
    "rules": [{"variant": "duo", "share": 0.5}, {"variant": "junior", "share": 0.5}],
    "net": {"kind": "quick", "width": 32, "map": 16, "map_blocks": 1},
    "play": {"games": 6, "candidates": 4, "explored": 2, "wild": 0.5, "opening": 4},
    "learn": {"batch": 16, "capacity": 800, "warm": 30, "refresh": 2, "updates": 2},
}
QUICK_TRIGON = QUICK_DUO | {
    "name": "trigon-quick",
    "home": "trigon",
    "rules": [
        {"variant": "trigon_2", "share": 0.5},
        {"variant": "trigon_3", "share": 0.5, "options": {"contact": "alternate"}},
    ],
}
SMALL_TRIGON = QUICK_TRIGON | {
    "home": "trigon_3",
    "rules": [
        {"variant": "trigon_3", "share": 0.5},
        {"variant": "trigon_3", "share": 0.5, "options": {"contact": "alternate"}},
    ],
}
"""A third of the cost, where neither four colors nor a board within another matter."""


def tiny_trainer(config: Config) -> "Trainer":
    """One whose yardstick is short."""
    from training.trainer import Trainer  # needs PyTorch, which the rest of this file does not

    trainer = Trainer(config, "cpu", seed=1)
    trainer.yardstick.groups = 2  # and one of them against the simple player
    return trainer


def taught(config: Config, seed: int, games: int) -> Lessons:
    """Some games of the engine."""
    teacher = Teacher(config, seed)
    for _ in range(games):
        teacher.play()
    return teacher.notes.lessons()
