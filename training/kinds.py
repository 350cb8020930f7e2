"""The kinds of nets there are, by the name that a configuration gives them."""

from training.config import QUICK, TOWER, NetShape
from training.net import Net, Sizes
from training.quick import QuickNet, quick_board
from training.rulebook import Rulebook

AnyNet = Net | QuickNet


def make_net(book: Rulebook, shape: NetShape) -> AnyNet:
    """A new net for a board."""
    sizes = Sizes.of(book.layout)
    if shape.kind == QUICK:
        return QuickNet(sizes, shape, quick_board(book))
    if shape.kind != TOWER:
        raise ValueError(f"unknown kind of net {shape.kind!r}: tower or quick")
    return Net(sizes, shape)
