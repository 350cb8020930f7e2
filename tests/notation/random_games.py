"""Random games and records of every variant and option, for hypothesis."""

import random

from hypothesis import strategies as st

from cornerwise.notation import MARKS, MoveTree, Record, set_mark
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant

# What both formats can hold: no lone surrogates, and SGF knows one kind of line end.
texts = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Any variant with any options; sometimes other colors."""
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    options = {key: draw(st.sampled_from(values)) for key, values in variant.choices.items()}
    if draw(st.booleans()):
        options["colors"] = [f"c,{i}]" for i in range(len(variant.colors))]
    return variant.with_options(**options)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game at any point, perhaps from a setup, perhaps with resignations."""
    variant = draw(variants())
    rng = random.Random(draw(st.integers(0, 2**32)))
    game = Game(variant)
    for _ in range(draw(st.integers(0, 20))):
        play_random(game, rng)
    if draw(st.booleans()):
        pieces = [(move.color, move.placement) for move in game.moves]
        first = draw(st.none() | st.integers(0, len(variant.colors) - 1))
        game = Game(variant, setup=pieces, to_play=first)
    for _ in range(draw(st.integers(0, 30))):
        play_random(game, rng)
        if rng.random() < 0.03 and not game.is_over:
            game.resign(rng.choice([p for p in range(variant.players) if p not in game.resigned]))
    return game


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of a main line only, with names, comments and marks."""
    game = draw(games())
    numbers = st.integers(1, max(1, len(game.history)))
    return Record.of(
        game,
        players=draw(st.lists(texts, max_size=game.variant.players)),
        comments=draw(st.dictionaries(numbers, texts, max_size=5)),
        marks=draw(st.dictionaries(numbers, st.sampled_from(MARKS), max_size=5)),
        **draw(st.dictionaries(st.sampled_from(["date", "event", "round", "time"]), texts)),
        comment=draw(texts),
    )


@st.composite
def trees(draw: st.DrawFn) -> MoveTree:
    """A random game with variations, comments and marks, as a record has it."""
    game = draw(games())
    rng = random.Random(draw(st.integers(0, 2**32)))
    record = Record.of(game, comment=draw(texts))
    for node in draw(st.lists(st.sampled_from(record.main_line), max_size=4)):
        variation, at = record.game_at(node), node
        for _ in range(rng.randrange(1, 4)):
            if variation.is_over:
                break
            if rng.random() < 0.1:
                player = rng.choice(
                    [p for p in range(game.variant.players) if p not in variation.resigned]
                )
                variation.resign(player)
                at = record.add(at, player)
            else:
                at = record.add(at, variation.play(rng.choice(variation.legal_moves)))
    nodes = list(record.walk())
    for node in draw(st.lists(st.sampled_from(nodes), max_size=5)):
        node["C"] = draw(texts)
    for node in draw(st.lists(st.sampled_from(nodes), max_size=5)):
        set_mark(node, draw(st.sampled_from(MARKS)))
    return MoveTree.of(record, whole=True)


def play_random(game: Game, rng: random.Random) -> None:
    """One random legal move, if there is one."""
    moves = game.legal_moves
    if len(moves):
        game.play(moves[rng.randrange(len(moves))])
