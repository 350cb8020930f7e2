"""What annotators say of a move: good, bad, doubtful, interesting."""

from typing import Literal, get_args

from cornerwise.notation.sgf import SgfNode

Mark = Literal["good", "very good", "bad", "very bad", "doubtful", "interesting"]
MARKS: tuple[Mark, ...] = get_args(Mark)

_PROPERTIES: dict[Mark, tuple[str, str]] = {
    "good": ("TE", "1"),
    "very good": ("TE", "2"),
    "bad": ("BM", "1"),
    "very bad": ("BM", "2"),
    "doubtful": ("DO", ""),
    "interesting": ("IT", ""),
}


def mark_of(node: SgfNode) -> Mark | None:
    """The mark of a node's move, if it has one."""
    for mark in reversed(MARKS):  # "very" before the plain one
        name, value = _PROPERTIES[mark]
        if name in node and (value != "2" or node[name] == "2"):
            return mark
    return None


def set_mark(node: SgfNode, mark: Mark | None) -> None:
    """Give a node's move a mark, or take it away."""
    if mark is not None and mark not in MARKS:
        raise ValueError(f"there is no mark {mark!r}; there are: {', '.join(MARKS)}")
    for name, _ in _PROPERTIES.values():
        node.properties.pop(name, None)
    if mark is not None:
        name, value = _PROPERTIES[mark]
        node[name] = value
