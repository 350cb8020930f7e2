"""A record: one game with its variations, comments and names, in whatever format it is stored.

The tree of nodes is the record; everything else here reads from it or writes into it.
Properties that Cornerwise does not know are kept.
"""

from collections.abc import Iterator, Mapping, Sequence

from cornerwise.notation.marks import Mark, set_mark
from cornerwise.notation.names import letters, player_names
from cornerwise.notation.replay import Replay
from cornerwise.notation.sgf import SgfNode, format_sgf
from cornerwise.play import Game, Move
from cornerwise.rules import Variant

INFO = {"date": "DT", "event": "EV", "round": "RO", "time": "TM", "comment": "C"}
"""What the root may say about a game, and the property that holds it."""


class Record:
    """A variant and a tree of moves. It promises nothing about the moves: `game` checks them.

    >>> import cornerwise as cw
    >>> game = cw.Game("duo", start="assigned")
    >>> _ = game.play("e10")
    >>> record = Record.of(game, players=["Ann", "Bob"], comments={1: "too small!"})
    >>> record.players, record.game() == game
    (('Ann', 'Bob'), True)
    """

    def __init__(self, variant: Variant, root: SgfNode | None = None) -> None:
        self.variant = variant
        self.root = SgfNode() if root is None else root

    @classmethod
    def of(
        cls,
        game: Game,
        *,
        players: Sequence[str] = (),
        comments: Mapping[int, str] | None = None,
        marks: Mapping[int, Mark] | None = None,
        **info: str,
    ) -> "Record":
        """The record of a game.

        `comments` and `marks` belong to events (moves and resignations), counted from 1;
        `info` is any of date, event, round, time and comment.
        """
        record = cls(game.variant)
        record.players = tuple(players)
        if unknown := info.keys() - INFO.keys():
            raise TypeError(f"a record has no {min(unknown)}; it has: {', '.join(INFO)}")
        for key, name in INFO.items():
            record._set(name, _text(f"the {key} of a record", info.get(key, "")))
        _write_setup(record.root, game)
        node = record.root
        for number, event in enumerate(game.history, start=1):
            node = record.add(node, event if isinstance(event, Move) else event.player)
            if comments and comments.get(number):
                node["C"] = _text("a comment", comments[number])
            set_mark(node, marks.get(number) if marks else None)
        return record

    # The tree

    def add(self, node: SgfNode, event: Move | int) -> SgfNode:
        """A new node after another, with a move or the resignation of a player."""
        child = SgfNode(node)
        if isinstance(event, Move):
            child[letters(self.variant)[event.color]] = str(event)
        else:
            child["CWRESIGN"] = str(event + 1)
        return child

    def walk(self) -> Iterator[SgfNode]:
        """Every node, variations too, parents before children."""
        return self.root.walk()

    @property
    def main_line(self) -> list[SgfNode]:
        """The nodes of the game itself."""
        return list(self.root.main_line)

    def before_move(self, number: int) -> SgfNode:
        """The node of the main line just before a move; the last if there are not so many.

        Before a move that stands in the root itself there is no node: then it is one outside
        the tree, with what else the root says.
        """
        names = letters(self.variant)
        node = SgfNode()
        node.properties = {
            name: values
            for name, values in self.root.properties.items()
            if name not in (*names, "CWRESIGN")
        }
        for child in self.main_line:
            number -= any(name in child for name in names)
            if number <= 0:
                return node
            node = child
        return node

    # What happened

    def game(self) -> Game:
        """The game of the main line; `RecordError` if it cannot be played."""
        return Replay(self.variant, self.main_line).game

    def game_at(self, node: SgfNode) -> Game:
        """The game up to a node of the tree, in a variation too."""
        return Replay(self.variant, node.path).game

    # About the game

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, empty where the record does not say."""
        return tuple(self.root[name] for name in player_names(self.variant))

    @players.setter
    def players(self, names: Sequence[str]) -> None:
        known = player_names(self.variant)
        if len(names) > len(known):
            raise ValueError(f"{self.variant.name} has {len(known)} players, not {len(names)}")
        for i, name in enumerate(known):
            self._set(name, _text("the name of a player", names[i] if i < len(names) else ""))

    @property
    def info(self) -> dict[str, str]:
        """Date, event, round, time and comment, as far as the record says."""
        return {key: self.root[name] for key, name in INFO.items() if self.root[name]}

    def _set(self, name: str, value: str) -> None:
        if value:
            self.root[name] = value
        else:
            self.root.properties.pop(name, None)

    # As a value

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Record)
            and self.variant == other.variant
            and format_sgf(self.root) == format_sgf(other.root)
        )

    __hash__ = None  # type: ignore[assignment]  # it can be changed

    def __repr__(self) -> str:
        return f"<Record of {self.variant!r}, {len(self.main_line) - 1} nodes in its main line>"


def _text(what: str, value: object) -> str:
    """What goes into a record as text; a number or a date would be noticed when it is written."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is text, not {value!r}")
    return value


def _write_setup(root: SgfNode, game: Game) -> None:
    names = letters(game.variant)
    for move in game.setup:
        root.properties.setdefault(f"A{names[move.color]}", []).append(str(move))
    if game.first_to_play is not None:
        root["PL"] = names[game.first_to_play]
