"""`training/` stands beside the package, not in it: put the checkout on the path."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_HERE = Path(__file__).resolve().parent
for folder in (_HERE, _HERE.parents[1] / "src", _HERE.parents[1]):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

try:
    import torch
except ImportError:
    torch = None
else:
    torch.set_num_threads(1)  # tests share their machine; waiting threads cost more than they give


@pytest.fixture(autouse=True)
def _same_chances() -> None:
    """No test depends on which others ran before it."""
    if torch is not None:
        torch.manual_seed(0)


@pytest.fixture(scope="session", autouse=True)
def _tables_made_once() -> Iterator[None]:
    """Tables of a board are constants, and Trigon's take two seconds and half a gigabyte: trainers
    of the same rules share them."""
    if torch is None:
        yield
        return
    from training import kinds, polish, trainer

    with pytest.MonkeyPatch.context() as patch:
        books = _once(
            trainer.make_rulebook, lambda one, _: (one.home, str(one.rules), one.net.kind)
        )
        patch.setattr(trainer, "make_rulebook", books)
        patch.setattr(polish, "make_rulebook", books)
        patch.setattr(trainer, "symmetries", _once(trainer.symmetries, id))
        patch.setattr(polish, "symmetries", trainer.symmetries)
        patch.setattr(kinds, "quick_board", _once(kinds.quick_board, id))
        yield


def _once(make: Callable[..., Any], key: Callable[..., Any]) -> Callable[..., Any]:
    """What `make` gives, made once for arguments of the same key; these are kept, too, so that
    an id stays theirs."""
    made: dict[Any, tuple[Any, Any]] = {}

    def kept(*given: Any) -> Any:
        if key(*given) not in made:
            made[key(*given)] = (make(*given), given)
        return made[key(*given)][0]

    return kept
