"""Makes challenges from games that the computer plays against itself, each proved by trying all.

python tools/make_puzzles.py [--each 14] [--seconds 1200] [--seed 1]

Writes src/cornerwise/puzzles/data/challenges.json, sorted by name. What is there already stays.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cornerwise._native import Settle
from cornerwise.engine import Engine, Limits
from cornerwise.play import Game, Move
from cornerwise.puzzles.challenge import Challenge, fatal_reply
from cornerwise.puzzles.daily import FORMAT

DATA = Path(__file__).parent.parent / "src/cornerwise/puzzles/data/challenges.json"
GAMES = ("duo", "classic", "trigon_3", "trigon", "junior")
SAMPLE = 16
"""Moves that a player looks at."""
MOST_REPLIES = 40_000
"""Sequences of replies beyond which a question about them is not asked."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=14, help="of each kind and difficulty")
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", action="store_true", help="the engine plays (slower)")
    args = parser.parse_args()
    found = {c["name"]: c for c in read()}
    have = Counter((c["kind"], c["difficulty"]) for c in found.values())
    chance = random.Random(args.seed)
    end = time.monotonic() + args.seconds
    while time.monotonic() < end and (len(have) < 9 or min(have.values()) < args.each):
        for challenge in from_game(chance.choice(GAMES), chance, args.engine):
            key = challenge.kind, challenge.difficulty
            if have[key] < args.each and challenge.name not in found:
                have[key] += 1
                found[challenge.name] = plain(challenge)
                print(challenge.name, challenge.difficulty, len(challenge.answer), flush=True)
        write(found)
    print(dict(have))


def read() -> list[dict[str, object]]:
    return json.loads(DATA.read_text(encoding="utf-8"))["challenges"] if DATA.exists() else []


def write(found: dict[str, dict[str, object]]) -> None:
    lines = ",\n".join(json.dumps(found[name], ensure_ascii=False) for name in sorted(found))
    DATA.write_text(f'{{"format": "{FORMAT}", "challenges": [\n{lines}\n]}}\n', encoding="utf-8")


def plain(challenge: Challenge) -> dict[str, object]:
    fields = ("name", "kind", "difficulty", "variant", "color")
    data: dict[str, object] = {field: getattr(challenge, field) for field in fields}
    setup = [list(piece) for piece in challenge.setup]
    return data | {"setup": setup, "answer": list(challenge.answer)}


def from_game(name: str, chance: random.Random, strong: bool) -> Iterator[Challenge]:
    """The questions that the second half of one game gives; at most one of each kind."""
    game = Game(name)
    engine = Engine(limits=Limits(simulations=60), seed=chance.getrandbits(30)) if strong else None
    kinds = {"place-all": place_all, "only-move": only_move, "block": block}
    while not game.is_over:
        for kind, ask in list(kinds.items()):
            challenge = ask(game) if len(game.moves) > 10 else None
            if challenge:
                del kinds[kind]
                yield challenge
        game.play(engine.choose(game) if engine else spread(game, chance))


def spread(game: Game, chance: random.Random) -> Move:
    """A large piece that leaves its color many moves and the others few: plays like a person who
    looks one move ahead."""
    me = game.to_play
    moves = game.legal_moves
    sizes = game.tables.size[moves.ids]
    largest = moves.ids[sizes >= sizes.max() - (chance.random() < 0.1)].tolist()
    best, best_value = None, -(10**9)
    for placement in chance.sample(largest, min(SAMPLE, len(largest))):
        move = game.play(placement)
        able = [int(game.position.count_legal(c)) for c in range(len(game.variant.colors))]
        game.undo()
        value = sum(n if c == me else -n for c, n in enumerate(able))
        if value > best_value:
            best, best_value = move, value
    assert best is not None
    return best


def made(game: Game, kind: str, difficulty: str, color: int, answer: list[str]) -> Challenge:
    name = f"{kind}-{game.variant.name.replace('_', '-')}-{game.position.hash & 0xFFFFFF:06x}"
    setup = tuple((move.color_name, str(move)) for move in game.moves)
    colors = game.variant.colors
    return Challenge(name, kind, difficulty, game.variant.name, setup, colors[color], tuple(answer))


def place_all(game: Game) -> Challenge | None:
    """For any color: exactly one set of placements uses up its pieces."""
    for color in range(len(game.variant.colors)):
        pieces = sum(game.stock(color).values())
        if not 2 <= pieces <= 7 or len(game.legal_moves_of(color)) < 4:
            continue
        settle = Settle(game.position, 1 << color, enough=2)
        if not settle.run(0.5) or settle.found != 1:
            continue
        names = game.variant.board.names
        cells = [game.tables.cells_of(placement) for _, placement in settle.line()]
        answer = [",".join(names[cell] for cell in each) for each in cells]
        level = "easy" if pieces < 4 else "medium" if pieces == 4 else "hard"
        return made(game, "place-all", level, color, answer)
    return None


def block(game: Game) -> Challenge | None:
    """Exactly one move after which nobody else can play."""
    me = game.to_play
    assert me is not None
    others = [c for c in range(len(game.variant.colors)) if c != me]
    if sum(game.position.count_legal(c) for c in others) < 3:
        return None
    moves = game.legal_moves
    if not 5 <= len(moves) <= 400:
        return None
    answers = []
    for move in moves:
        game.play(move)
        if all(game.position.count_legal(c) == 0 for c in others):
            answers.append(str(move))
        game.undo()
        if len(answers) > 1:
            return None
    return made(game, "block", by_moves(len(moves), 10, 22), me, answers) if answers else None


def only_move(game: Game) -> Challenge | None:
    """Exactly one move after which no replies can leave the mover without a move."""
    me = game.to_play
    assert me is not None
    moves = game.legal_moves
    others = [c for c in range(len(game.variant.colors)) if c != me and not game.out[c]]
    replies = 1
    for c in others:
        replies *= max(1, int(game.position.count_legal(c)))
    if not others or not 5 <= len(moves) <= 300 or replies * len(moves) > MOST_REPLIES:
        return None
    answers = []
    for move in moves:
        game.play(move)
        if game.position.count_legal(me) > 0 and not fatal_reply(game, me):
            answers.append(str(move))
        game.undo()
        if len(answers) > 1:
            return None
    return made(game, "only-move", by_moves(len(moves), 8, 14), me, answers) if answers else None


def by_moves(n: int, medium: int, hard: int) -> str:
    """The more moves there are to choose from, the harder."""
    return "easy" if n < medium else "medium" if n < hard else "hard"


if __name__ == "__main__":
    main()
