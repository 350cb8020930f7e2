"""The symmetries of a board that keep its start cells, as permutations of words and actions."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.rulebook import Rulebook
from training.source import Fit, fit


@dataclass(frozen=True)
class Symmetries:
    """One row for each symmetry; the first is the identity."""

    source: Tensor
    """symmetries × words: the word whose content comes here."""
    action: Tensor
    """symmetries × actions: what an action becomes."""

    def __len__(self) -> int:
        return len(self.source)


def symmetries(book: Rulebook) -> Symmetries:
    """The symmetries that carry the start cells of every rule among themselves."""
    home = fit(book.layout, book.layout.home)
    sources, actions = [], []
    row = torch.zeros(book.layout.actions, dtype=torch.int64, device=book.device)
    row[book.actions] = torch.arange(len(book.actions), device=book.device)
    for kept in home.tables.variant.board.symmetries:
        to = np.array(kept)
        carried = np.arange(book.layout.words)
        carried[home.word] = home.word[to]
        if all(_keeps_starts(one, carried) for one in book.fits):
            sources.append(np.argsort(carried))
            carried_actions = torch.from_numpy(_carried_actions(home, to)).to(book.device)
            actions.append(row[carried_actions[book.actions]])
    return Symmetries(
        torch.from_numpy(np.stack(sources)).to(book.device),
        torch.stack(actions),
    )


def _keeps_starts(one: Fit, carried: np.ndarray) -> bool:
    starts = one.word[one.tables.start_cells]
    return set(carried[starts].tolist()) == set(starts.tolist())


def _carried_actions(home: Fit, to: np.ndarray) -> np.ndarray:
    carried = np.arange(home.layout.actions)
    carried[home.action] = home.action[home.tables.carried(to)]
    return carried
