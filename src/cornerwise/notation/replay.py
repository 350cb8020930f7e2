"""From nodes to a game: setup, moves and resignations, in the order of a line.

Setup may stand in any node, also after moves. A `Game` has setup only before its first
move, so such a node begins a new game from the position reached.
"""

from cornerwise.notation.errors import RecordError, quote
from cornerwise.notation.names import OLD_COLORS, color_called, letters
from cornerwise.notation.sgf import SgfNode
from cornerwise.play import Game, MoveError
from cornerwise.rules import Variant

MAX_SETUPS = 1000
"""Nodes with setup in one line: each costs a new game."""

_SETUP = ("A1", "A2", "A3", "A4", "AB", "AW", "AE", "PL")
_NUMBERS = ("1", "2", "3", "4")
_MOVES = (*_NUMBERS, "B", "W", *OLD_COLORS)


class Replay:
    """The game after the nodes of a line, the root first. `RecordError` says where it fails."""

    def __init__(self, variant: Variant, line: list[SgfNode]) -> None:
        self.variant = variant
        self.letters = letters(variant)
        self.game = Game(variant)
        self.nodes: list[SgfNode | None] = []
        """The node of each event of the game's history; None if it was before a setup."""
        self.moves = 0
        self.setups = 0
        for node in line:
            self.follow(node)

    def copy(self) -> "Replay":
        """The same so far, to go on another way."""
        other = object.__new__(Replay)
        other.__dict__.update(self.__dict__)
        other.game, other.nodes = self.game.copy(), list(self.nodes)
        return other

    def follow(self, node: SgfNode) -> None:
        """One node more."""
        names = node.properties.keys()
        if sets_up(node):
            self._set_up(node)
        if not names.isdisjoint(_MOVES):
            self._play(node)
            self.nodes.append(node)
        if "CWRESIGN" in names:
            self._resign(node)
            self.nodes.append(node)

    def _play(self, node: SgfNode) -> None:
        names = [name for name in _MOVES if name in node]
        self.moves += 1
        if len(names) > 1:
            raise self.error(node, f"two moves in one node: {' and '.join(names)}", self.moves)
        if names[0] not in self.letters:
            text = f"{names[0]} is no color of {self.variant.name}: {', '.join(self.letters)}"
            raise self.error(node, text, self.moves)
        color = self.letters.index(names[0])
        try:
            self.game.play(self.game.move(_one_value(node, names[0]), color))
        except MoveError as error:
            text = f"{self.variant.colors[color]} {quote(node[names[0]])}: {error}"
            raise self.error(node, text, self.moves) from None

    def _resign(self, node: SgfNode) -> None:
        text = node["CWRESIGN"]
        if text not in _NUMBERS or int(text) > self.variant.players:
            raise self.error(node, f"CWRESIGN: there is no player {quote(text)}")
        try:
            self.game.resign(int(text) - 1)
        except MoveError:
            raise self.error(node, f"CWRESIGN: player {text} cannot resign now") from None

    # Setup

    def _set_up(self, node: SgfNode) -> None:
        self.setups += 1
        if self.setups > MAX_SETUPS:
            raise self.error(node, f"more than {MAX_SETUPS} nodes with setup")
        try:
            self.game = self._after_setup(node)
        except ValueError as error:
            raise self.error(node, str(error)) from None
        self.nodes = [None] * len(self.game.history)

    def _after_setup(self, node: SgfNode) -> Game:
        before = self.game
        pieces = [(move.color, move.placement) for move in (*before.setup, *before.moves)]
        for name in _SETUP[:6]:
            for text in node.properties.get(name, ()):
                pieces.append((self._setup_color(name), before.move(text).placement))
        taken = [(before.move(text).placement, text) for text in node.properties.get("AE", ())]
        pieces = _without(pieces, taken)
        # Without PL the turn stays whose it is; at the beginning that needs no saying.
        to_play = before.to_play if before.history else before.first_to_play
        if "PL" in node:
            to_play = color_called(self.variant, node["PL"])
        game = Game(self.variant, setup=pieces, to_play=to_play)
        for player in before.resigned:
            if not game.is_over:
                game.resign(player)
        return game

    def _setup_color(self, name: str) -> int:
        color = "BW".find(name[1]) if name[1] in "BW" else int(name[1]) - 1
        if color >= len(self.letters) or (name[1] in "BW" and len(self.letters) > 2):
            raise RecordError(f"{name}: {self.variant.name} has no such color")
        return color

    def error(self, node: SgfNode, text: str, move: int | None = None) -> RecordError:
        """What is wrong with a node, and where that stands."""
        if not node.line:  # not from a text
            return RecordError(text, move=move)
        return RecordError(text, line=node.line, column=node.column, move=move)


def sets_up(node: SgfNode) -> bool:
    """Whether a node changes the board without a move."""
    return not node.properties.keys().isdisjoint(_SETUP)


def happens_in(node: SgfNode) -> bool:
    """Whether a node has a move or a resignation."""
    return "CWRESIGN" in node or not node.properties.keys().isdisjoint(_MOVES)


def _one_value(node: SgfNode, name: str) -> str:
    """A move as one text; Pentobi's first versions wrote a value for each cell."""
    return ",".join(node.properties[name])


def _without(pieces: list[tuple[int, int]], taken: list[tuple[int, str]]) -> list[tuple[int, int]]:
    lying = {placement for _, placement in pieces}
    for placement, text in taken:
        if placement not in lying:
            raise RecordError(f"AE: no piece covers {quote(text)}")
        lying.remove(placement)
    return [piece for piece in pieces if piece[1] in lying]
