"""What an agent does, as a number."""

from operator import index
from typing import Any

from cornerwise.play import UnreadableMove


def placement_of(action: Any) -> int:
    """The placement that an action is: a whole number of any kind, numpy's and tensors' too.

    A number with a fraction would be cut to another placement, which may well be legal.
    """
    try:
        return index(action)
    except TypeError:
        text = f"{action!r} is no action: give the number of a placement, a whole one"
        raise UnreadableMove(text) from None
