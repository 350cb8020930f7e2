"""The moves of a record in all its lines, as a flat list: for pages and programs that have no SGF.

(;GM[Blokus Duo]C[a comment];B[e10](;W[j5])(;W[i5,j5]))

step 0  the beginning, with the comment
step 1  from 0: e10
step 2  from 1: j5          the first step from another is its main line,
step 3  from 1: i5,j5       the others are variations
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cornerwise.notation.errors import RecordError
from cornerwise.notation.marks import Mark, mark_of, set_mark
from cornerwise.notation.names import letters
from cornerwise.notation.record import Record
from cornerwise.notation.replay import Replay, happens_in, sets_up
from cornerwise.notation.sgf import SgfNode
from cornerwise.play import Game, Move, Resignation

MAX_STEPS = 5000
"""In all lines together, and nodes of the record: each is played."""
NOT_THE_BEGINNING = "pieces are set up after moves or in a variation, not at the beginning"


@dataclass(frozen=True, kw_only=True)
class Step:
    """A move or a resignation, and what comes before it. The beginning is a step without both."""

    parent: int
    """Number of the step before; -1 for the beginning."""
    color: int | None = None
    """Whose move."""
    move: str | None = None
    resigned: int | None = None
    """The player who gave up."""
    comment: str = ""
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class MoveTree:
    """A position and every line from it. What `of` gives can be played; of other steps `record`
    sees that they are a tree, and `of` that record whether they are moves.

    >>> import cornerwise as cw
    >>> from cornerwise.notation import read_blksgf
    >>> tree = MoveTree.of(read_blksgf("(;GM[Blokus Duo];B[e10](;W[j5])(;W[i5,j5]))"))
    >>> [(step.parent, step.move) for step in tree.steps]
    [(-1, None), (0, 'e10'), (1, 'j5'), (1, 'i5,j5')]
    """

    beginning: Game
    """The position before the first move."""
    steps: tuple[Step, ...]
    """In the order of a record: parents first, a variation after the line it leaves."""
    left_out: int = 0
    """Moves and resignations in variations that cannot be played."""

    @classmethod
    def of(cls, record: Record, *, whole: bool = False) -> "MoveTree":
        """The tree of a record. `RecordError` if its main line cannot be played; variations that
        cannot are left out, or (`whole`) an error, too."""
        return _Reading(record, whole=whole).tree()

    def record(self, *, players: Sequence[str] = (), **info: Any) -> Record:
        """The record with these steps; `RecordError` if they are no tree. `info` is any of date,
        event, round and time, as text."""
        first = self.steps[0] if self.steps else Step(parent=0)
        if first.parent != -1 or first.move is not None or first.resigned is not None:
            raise RecordError("step 0: it must be the beginning, in which nothing happens")
        record = Record.of(self.beginning, players=players, comment=first.comment, **info)
        set_mark(record.root, first.mark)
        nodes = [record.root]
        for number, step in enumerate(self.steps[1:], start=1):
            if not 0 <= step.parent < number:
                raise RecordError(f"step {number}: no step {step.parent} comes before it")
            node = SgfNode(nodes[step.parent])
            _write_event(node, step, letters(record.variant), number)
            if step.comment:
                node["C"] = step.comment
            set_mark(node, step.mark)
            nodes.append(node)
        return record


def _write_event(node: SgfNode, step: Step, names: Sequence[str], number: int) -> None:
    if (step.move is None) == (step.resigned is None):
        raise RecordError(f"step {number}: it must be a move or a resignation")
    if step.move is None:
        node["CWRESIGN"] = str((step.resigned or 0) + 1)
    elif step.color is None or not 0 <= step.color < len(names):
        raise RecordError(f"step {number}: a move needs its color, from 0 to {len(names) - 1}")
    else:
        node[names[step.color]] = step.move


@dataclass
class _Visit:
    """A node that waits for its turn, and how the game stood before it."""

    node: SgfNode
    parent: int
    replay: Replay
    is_last: bool = True
    """Whether nobody else needs the replay any more."""
    is_main: bool = True
    is_early: bool = True
    """Whether nothing was played before, and no other line begins before."""


class _Reading:
    """One walk over the nodes of a record, each played once."""

    def __init__(self, record: Record, *, whole: bool) -> None:
        self._whole = whole
        self._beginning = Game(record.variant)
        self._steps = [Step(parent=-1)]
        self._left_out = 0
        self._waiting = [_Visit(record.root, 0, Replay(record.variant, []))]
        _check_number(sum(1 for _ in record.walk()))

    def tree(self) -> MoveTree:
        while self._waiting:
            visit = self._waiting.pop()
            if not visit.is_last:
                visit.replay = visit.replay.copy()
            try:
                self._take(visit)
            except RecordError:
                if visit.is_main or self._whole:
                    raise
                self._left_out += sum(happens_in(node) for node in visit.node.walk())
        _check_number(len(self._steps))
        return MoveTree(
            beginning=self._beginning, steps=tuple(self._steps), left_out=self._left_out
        )

    def _take(self, visit: _Visit) -> None:
        node, replay = visit.node, visit.replay
        if sets_up(node) and not visit.is_early:
            raise replay.error(node, NOT_THE_BEGINNING)
        known = len(replay.game.history)
        replay.follow(node)
        if sets_up(node):
            self._begin(replay.game)
        at = self._add(node, visit.parent, replay.game.history[known:])
        children = node.children
        is_early = visit.is_early and at == 0 and len(children) == 1
        self._waiting += [
            _Visit(
                child,
                at,
                replay,
                is_last=child is children[-1],
                is_main=visit.is_main and child is children[0],
                is_early=is_early,
            )
            for child in reversed(children)
        ]

    def _begin(self, game: Game) -> None:
        setup = [(move.color, move.placement) for move in game.setup]
        self._beginning = Game(game.variant, setup=setup, to_play=game.first_to_play)

    def _add(self, node: SgfNode, at: int, events: Sequence[Move | Resignation]) -> int:
        """The steps of a node, and what is said there; the number of the last of them."""
        is_root, first = node.parent is None, len(self._steps)
        for event in events:
            if isinstance(event, Move):
                step = Step(parent=at, color=event.color, move=str(event))
            else:
                step = Step(parent=at, resigned=event.player)
            at = len(self._steps)
            self._steps.append(step)
        # The root's comment is the game's. A node in which nothing happens speaks of what was
        # there before.
        spoken_of = first if events else at
        self._say(0 if is_root else spoken_of, node["C"])
        self._mark(spoken_of, mark_of(node))
        return at

    def _say(self, number: int, comment: str) -> None:
        step = self._steps[number]
        if comment:
            both = "\n".join(filter(None, (step.comment, comment)))
            self._steps[number] = replace(step, comment=both)

    def _mark(self, number: int, mark: Mark | None) -> None:
        if mark is not None:
            self._steps[number] = replace(self._steps[number], mark=mark)


def _check_number(nodes: int) -> None:
    if nodes > MAX_STEPS + 1:  # the beginning is one more
        raise RecordError(f"more than {MAX_STEPS} moves in all lines together")
