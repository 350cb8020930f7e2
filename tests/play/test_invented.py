"""Games that nobody thought of: boards with gaps and pieces by chance, against the rules word by
word. What holds of the catalogue alone would be found out here."""

from random import Random

import pytest

from cornerwise import Game
from cornerwise.rules import SQUARES, TRIANGLES, Board, Coord, Lattice, PieceShape, Side, Variant
from cornerwise.rules.starts import any_of
from cornerwise.rules.variant import CONTACTS
from oracle.naive import NaiveGame

GAMES = 12


def some_piece(lattice: Lattice, chance: Random, size: int) -> frozenset[Coord]:
    """Cells that hang together by edges, in the lattice's standard place."""
    cells = [(chance.randrange(2), 0)]
    while len(cells) < size:
        x, y = chance.choice(cells)
        near = chance.choice([(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])
        shared = set(lattice.polygon((x, y))) & set(lattice.polygon(near))
        if len(shared) == 2 and near not in cells:
            cells.append(near)
    return lattice.normal(cells)


def some_pieces(lattice: Lattice, chance: Random) -> tuple[PieceShape, ...]:
    """Some shapes, each of them once, however it is turned."""
    shapes = [some_piece(lattice, chance, chance.randint(1, 5)) for _ in range(8)]
    different = {lattice.orientations(cells)[0]: cells for cells in shapes}
    return tuple(PieceShape(str(i), cells, lattice) for i, cells in enumerate(different.values()))


def some_variant(lattice: Lattice, chance: Random) -> Variant:
    places = [(x, y) for y in range(5) for x in range(7) if chance.random() < 0.93]
    board = Board(lattice, tuple(places))
    colors = ("blue", "red", "green")[: chance.randint(2, 3)]
    return Variant(
        name="invented",
        title={"en": "Invented"},
        sgf="",
        board=board,
        pieces=some_pieces(lattice, chance),
        copies=chance.randint(1, 2),
        colors=colors,
        controllers=tuple((color,) for color in range(len(colors))),
        sides=tuple(Side((color,), (color,)) for color in range(len(colors))),
        start_rules=(any_of(*chance.sample(board.names, 4), colors=len(colors)),),
        contacts=CONTACTS,
        contact=chance.choice(CONTACTS),
    )


@pytest.mark.parametrize("lattice", [SQUARES, TRIANGLES], ids=lambda lattice: lattice.name)
@pytest.mark.parametrize("seed", range(GAMES))
def test_an_invented_game_follows_the_rules(lattice: Lattice, seed: int) -> None:
    chance = Random(seed)
    variant = some_variant(lattice, chance)
    game, naive = Game(variant), NaiveGame(variant)
    cells = variant.board.cells
    while game.to_play is not None and naive.to_play == game.to_play:
        moves = {move: frozenset(cells[c] for c in move.cells) for move in game.legal_moves}
        assert set(moves.values()) == naive.legal(game.to_play)
        move = chance.choice(list(moves))
        game.play(move)
        naive.play(moves[move])
    assert (game.to_play, naive.to_play) == (None, None)
    assert game.scores == tuple(naive.score(color) for color in range(len(variant.colors)))
