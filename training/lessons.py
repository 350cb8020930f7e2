"""Lessons as a replay: recorded games are played again on the device, all side by side.

So they are learned from exactly as self-play is: the same views, targets and symmetries.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.games import is_over, new_games, pass_turn, play
from training.lesson_file import Lessons, lesson_paths, read_lessons
from training.outcome import margins, outcome, owners
from training.replay import Replay
from training.rulebook import Rulebook
from training.views import view

SLOTS = 8192
"""Games side by side."""
LOOK = 16
"""Steps between looks whether all are done: a look waits for the device."""


class LessonShelf:
    """A folder that teachers write into while a run learns from it."""

    def __init__(self, book: Rulebook, folder: Path, name: str) -> None:
        self.book, self.folder, self.name = book, folder, name
        self.replay: Replay | None = None
        """None until the first file is there."""
        self._read: list[Path] = []

    def look(self) -> None:
        """Take in what is new."""
        paths = lesson_paths(self.folder, self.name)
        if paths == self._read:
            return
        self._read, self.replay = paths, None  # the old one makes room first
        self.replay = lessons_replay(self.book, read_lessons(self.folder, self.name))


@dataclass(frozen=True)
class _Moves:
    """What was recorded, in a book's terms; one row a move."""

    rule: Tensor
    start: Tensor
    """games + 1: where a game's moves begin."""
    color: Tensor
    action: Tensor
    likely: Tensor
    weight: Tensor
    values: Tensor


def lessons_replay(book: Rulebook, lessons: Lessons, slots: int = SLOTS) -> Replay:
    """All recorded games in a replay that holds just them."""
    moves = _moves(book, lessons)
    n_games = len(lessons.rule)
    slots = min(slots, n_games)
    steps = _steps(lessons.length.astype(np.int64) + book.layout.colors, slots)
    replay = Replay(book, slots, steps * slots, moves.likely.shape[1])
    with torch.no_grad():
        _play_again(book, moves, replay, n_games)
    return replay


def _steps(length: np.ndarray, slots: int) -> int:
    """Of the slot that has most to play; a color that is out takes a step to find it out."""
    padded = np.zeros(-(-len(length) // slots) * slots, np.int64)
    padded[: len(length)] = length
    return int(padded.reshape(-1, slots).sum(0).max())


def _play_again(book: Rulebook, moves: _Moves, replay: Replay, n_games: int) -> None:
    slots, device = replay.games, book.device
    game = torch.arange(slots, device=device)  # a slot takes every `slots`-th game
    turn = torch.zeros_like(game)
    at = moves.start[game]
    games = new_games(book, moves.rule[game])
    for step in range(replay.steps):
        if step % LOOK == 0 and not bool((game < n_games).any()):
            break
        active = game < n_games
        seen = view(book, games)
        row = at.clamp(max=len(moves.action) - 1)
        here = active & (at < moves.start[game.clamp(max=n_games - 1) + 1])
        here = here & (moves.color[row] == games.to)
        replay.put(
            games,
            seen,
            moves.likely[row],
            moves.weight[row] * here[:, None],
            moves.values[row],
            torch.where(active, turn, -1),
        )
        after = play(book, games, moves.action[row]).where(here, pass_turn(book, games))
        over = is_over(after) & active
        replay.close(over, turn, outcome(book, after), owners(book, after))
        turn = turn + over
        game = torch.where(over, game + slots, game)
        next_game = game.clamp(max=n_games - 1)
        at = torch.where(over, moves.start[next_game], at + here)
        games = new_games(book, moves.rule[next_game]).where(over, after)


def _moves(book: Rulebook, lessons: Lessons) -> _Moves:
    length = lessons.length.astype(np.int64)
    start = np.concatenate([[0], np.cumsum(length)])
    rule = np.repeat(lessons.rule, length)
    action = _actions(book, rule, lessons.placement)
    likely = np.repeat(action[:, None], lessons.likely.shape[1], 1)
    weight = np.zeros(likely.shape, np.float32)
    at = lessons.searched
    likely[at] = _actions(book, rule[at][:, None], lessons.likely)
    weight[at] = lessons.visits / np.maximum(1, lessons.visits.sum(1, keepdims=True))

    def on_device(values: np.ndarray, number: torch.dtype) -> Tensor:
        return torch.from_numpy(values).to(book.device, number)

    rules = on_device(rule, torch.int64)
    score = on_device(lessons.score, torch.float32)
    lead = margins(book, rules, score)
    win = on_device(lessons.value, torch.float32)
    return _Moves(
        rule=on_device(lessons.rule, torch.int64),
        start=on_device(start, torch.int64),
        color=on_device(lessons.color, torch.int64),
        action=on_device(action, torch.int64),
        likely=on_device(likely, torch.int64),
        weight=on_device(weight, torch.float32),
        values=torch.stack([win, (lead + 1) / 2], -1),
    )


def _actions(book: Rulebook, rule: np.ndarray, placement: np.ndarray) -> np.ndarray:
    """Actions of a book for placements of its rules' own variants."""
    kept = np.full(book.layout.actions, -1, np.int64)
    kept[book.actions.cpu().numpy()] = np.arange(len(book.actions))
    number = max(len(one.action) for one in book.fits)
    table = np.full((len(book.fits), number), -1, np.int64)
    for row, one in zip(table, book.fits, strict=True):
        row[: len(one.action)] = kept[one.action]
    actions: np.ndarray = table[rule, placement]
    return actions
