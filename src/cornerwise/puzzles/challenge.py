"""Challenges: one question about a real position, with a proved answer (docs/puzzles.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cornerwise.play import Game, Move, MoveError
from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.rules import variant

QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "place-all": {
        "en": "The others have stopped. Place all the pieces you still hold.",
        "fr": "Les autres se sont arrêtés. Posez toutes les pièces qui vous restent.",
    },
    "only-move": {
        "en": "Find the only move that lets you play next turn, whatever the others do.",
        "fr": "Trouvez le seul coup qui vous laisse jouer au prochain tour, "
        "quoi que fassent les autres.",
    },
    "block": {
        "en": "One move leaves the others without any. Which one?",
        "fr": "Un seul coup ne laisse plus rien à jouer aux autres. Lequel\u202f?",
    },
}
"""What is asked, by kind and language, where there are several others."""
ONE_OPPONENT: Mapping[str, Mapping[str, str]] = {
    "place-all": {
        "en": "Your opponent has stopped. Place all the pieces you still hold.",
        "fr": "L’adversaire s’est arrêté. Posez toutes les pièces qui vous restent.",
    },
    "only-move": {
        "en": "Find the only move that lets you play next turn, whatever your opponent does.",
        "fr": "Trouvez le seul coup qui vous laisse jouer au prochain tour, "
        "quoi que fasse l’adversaire.",
    },
    "block": {
        "en": "One move leaves your opponent without any. Which one?",
        "fr": "Un seul coup ne laisse plus rien à jouer à l’adversaire. Lequel\u202f?",
    },
}
"""The same where two colors play."""
DIFFICULTIES = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Challenge:
    """A position, who asks, and the answer. Immutable; `begin` gives a game to try it on."""

    name: str
    kind: str
    """Which of `QUESTIONS`."""
    difficulty: str
    variant: str
    setup: tuple[tuple[str, str], ...]
    """Color and cells of every piece on the board, in the order in which they were played."""
    color: str
    """Who is to find the answer."""
    answer: tuple[str, ...]
    """The one move, or the pieces to place in a possible order."""

    @property
    def question(self) -> Mapping[str, str]:
        """By language."""
        two = len(variant(self.variant).colors) == 2
        return (ONE_OPPONENT if two else QUESTIONS)[self.kind]

    def begin(self) -> Game:
        """The position. Where the others have stopped, they are out."""
        rules = variant(self.variant)
        colors = rules.colors
        setup = [(colors.index(color), cells) for color, cells in self.setup]
        me = colors.index(self.color)
        game = Game(rules, setup=setup, to_play=me)
        if self.kind == "place-all":
            game.position.retire(0, ((1 << len(colors)) - 1) & ~(1 << me))
        return game


@dataclass(frozen=True)
class Judgement:
    """What an attempt is worth."""

    right: bool
    """Nothing is wrong so far."""
    done: bool
    """The answer is complete."""
    message: str = ""
    """Why not, if it is wrong."""
    refutation: tuple[Move, ...] = ()
    """What shows it: replies, a move that somebody still has, or the piece that lies wrongly."""


def judge(challenge: Challenge, moves: Sequence[str], *, explain: bool = True) -> Judgement:
    """An attempt: the move, or the pieces placed so far in any order.

    What refutes a wrong one is looked for with `explain` only: it may take a while.
    """
    game = challenge.begin()
    tried = []
    for text in moves:
        try:
            tried.append(game.play(text))
        except MoveError as error:
            return Judgement(False, False, str(error))
    wanted = {game.move(text).placement for text in challenge.answer}
    wrong = next((move for move in tried if move.placement not in wanted), None)
    if wrong is None:
        return Judgement(True, len(tried) == len(wanted))
    return refuted(challenge, wrong) if explain else Judgement(False, False)


def refuted(challenge: Challenge, move: Move) -> Judgement:
    """What is wrong with a move that can be played, and what shows it."""
    if challenge.kind == "place-all":
        text = f"after {move} the pieces cannot all be placed"
        return Judgement(False, False, text, (move,))
    game = challenge.begin()
    game.play(move)
    if challenge.kind == "block":
        able = [game.legal_moves_of(c) for c in range(len(game.variant.colors)) if c != move.color]
        left = tuple(max(moves, key=lambda m: m.size) for moves in able if moves)
        names = ", ".join(m.color_name for m in left)
        return Judgement(False, False, f"{names} can still play", left)
    reply = tuple(fatal_reply(game, move.color))
    shown = ", ".join(f"{m.color_name} {m}" for m in reply)
    text = f"then {shown} leaves you without a move" if reply else "you have no move left"
    return Judgement(False, False, text, reply)


def fatal_reply(game: Game, me: int) -> list[Move]:
    """Moves of the others after which a color has none; empty if none are needed or possible."""
    # A color that is out is passed over: replies would go on past its turn.
    if game.to_play in (None, me) or _is_out(game, me):
        return []
    for move in game.legal_moves:
        game.play(move)
        rest = fatal_reply(game, me)
        lost = _is_out(game, me)
        game.undo()
        if lost or rest:
            return [move, *rest]
    return []


def _is_out(game: Game, color: int) -> bool:
    return int(game.position.count_legal(color)) == 0


def parse_challenge(data: Mapping[str, object]) -> Challenge:
    """A challenge from plain data; `PuzzleError` says which field is wrong."""
    try:
        fields = {key: str(data[key]) for key in ("name", "kind", "difficulty", "variant", "color")}
        setup = tuple((str(c), str(m)) for c, m in data["setup"])  # type: ignore[attr-defined]
        answer = tuple(str(move) for move in data["answer"])  # type: ignore[attr-defined]
    except (KeyError, TypeError, ValueError) as error:
        raise PuzzleError(f"this is no challenge: {error}") from None
    if fields["kind"] not in QUESTIONS or fields["difficulty"] not in DIFFICULTIES:
        raise PuzzleError(f"challenge {fields['name']}: unknown kind or difficulty")
    return Challenge(**fields, setup=setup, answer=answer)
