"""A game at the terminal: people type, the computer answers, both see the board."""

import os
from collections.abc import Callable
from typing import Any, TextIO

from cornerwise import render
from cornerwise.cli.words import Words, command_called
from cornerwise.gtp import Player
from cornerwise.notation import Record, RecordError, save_record
from cornerwise.play import Game, Move, MoveError, UnreadableMove

LISTED = 12
"""Moves that `list` shows at once."""

Ask = Callable[[str], str | None]


class Table:
    """One game, who plays it, and what was said last. Every wish of a player is a method."""

    def __init__(
        self,
        game: Game,
        people: set[int],
        computer: Player,
        words: Words,
        look: dict[str, Any],
        stream: TextIO,
        *,
        adviser: Player | None = None,
    ) -> None:
        self.game, self.people, self.computer, self.words = game, people, computer, words
        self.stream = stream
        self.adviser = adviser or computer
        """Who gives hints."""
        self.look = look | {
            "color": render.color_depth(stream),
            "unicode": render.speaks_unicode(stream),
        }
        self.listed: list[Move] = []
        """The moves that a number chooses from."""
        self.left = False

    def play(self, ask: Ask) -> int:
        """Play to the end, or until somebody leaves; the exit status."""
        self._welcome()
        while not self.game.is_over and not self.left:
            if self.game.player in self.people:
                self._person(ask)
            else:
                self._move(self.computer.choose(self.game), "computer")
        if self.game.is_over:
            self.board()
            self._result()
        return 0

    def _person(self, ask: Ask) -> None:
        self.board()
        here = len(self.game.history)
        while len(self.game.history) == here and not self.left and not self.game.is_over:
            line = ask(self.words.say("prompt", color=self._color(self.game.color)))
            if line is None:
                self.quit()
            elif line.strip():
                self._obey(line.split())

    def _obey(self, line: list[str]) -> None:
        command = command_called(line[0])
        if command:
            getattr(self, command)(*line[1:])
            return
        try:
            self._move(self._meant(line), "played")
        except MoveError as error:
            self.tell(self.words.refusal(error))

    def _meant(self, line: list[str]) -> Move:
        """A number of the last list, or cells."""
        text = ",".join(word.strip(",") for word in line)
        if text.isascii() and text.isdigit():
            if len(text) > 3 or not 1 <= int(text) <= len(self.listed):
                raise UnreadableMove(f"{text} is no number of a list")
            return self.listed[int(text) - 1]
        return self.game.move(text)

    def _move(self, move: Move, sentence: str) -> None:
        before = self.game.out
        self.game.play(move)
        self.listed = []
        shown = {"piece": move.piece, "move": str(move), "color": self._color(move.color_name)}
        self.tell(self.words.say(sentence, **shown))
        for color, (was, now) in enumerate(zip(before, self.game.out, strict=True)):
            if now and not was:
                name = self._color(self.game.variant.colors[color])
                self.tell(self.words.say("out", color=name))

    # What a player may wish

    def help(self, *_: str) -> None:
        self.tell(self.words.say("help"))

    def board(self, *_: str) -> None:
        self.tell("")
        self.tell(render.text(self.game, **self.look))
        pairs = zip(self.game.variant.colors, self.game.scores, strict=True)
        scores = [self.words.say("score", color=self._color(c), score=s) for c, s in pairs]
        self.tell("  ".join(scores))

    def pieces(self, *_: str) -> None:
        stock = self.game.stock(self.game.to_play or 0)
        names = [name if n == 1 else f"{name}×{n}" for name, n in stock.items()]
        color = self._color(self.game.color)
        self.tell(self.words.say("pieces", color=color, pieces=" ".join(names)))

    def moves(self, *wanted: str) -> None:
        words = {word.strip(",").lower() for word in wanted}
        fitting = [m for m in self.game.legal_moves if words <= {m.piece.lower(), *m.cell_names}]
        if not fitting:
            self.tell(self.words.say("none"))
            return
        fitting.sort(key=lambda move: -move.size)
        # Without a wish, one move of each piece: the first twelve would be twelve times the same.
        choice = fitting if words else [*{m.piece: m for m in fitting}.values()]
        self.listed = choice[:LISTED]
        for number, move in enumerate(self.listed, 1):
            self.tell(f"{number:3}  {move.piece:3} {move}")
        self.tell(self.words.say("listed", shown=len(self.listed), count=len(fitting)))

    def hint(self, *_: str) -> None:
        move = self.adviser.choose(self.game)
        self.tell(self.words.say("hint", piece=move.piece, move=move))

    def undo(self, *_: str) -> None:
        """Back to the last turn of a person, which is before what the computer answered."""
        trial = self.game.copy()
        while trial.history:
            trial.undo()
            if trial.player in self.people:
                self.game, self.listed = trial, []
                self.tell(self.words.say("undone"))
                return
        self.tell(self.words.say("nothing"))

    def save(self, *where: str) -> None:
        if not where:
            self.tell(self.words.say("save_where"))
            return
        path = os.path.expanduser(" ".join(where))  # of a user who is not there it stays as it is
        try:
            save_record(Record.of(self.game), path)
        except (OSError, RecordError) as error:
            reason = getattr(error, "strerror", None) or error
            self.tell(self.words.say("unsaved", path=path, reason=reason))
        else:
            self.tell(self.words.say("saved", path=path))

    def resign(self, *_: str) -> None:
        if self.game.player is not None:
            self.game.resign(self.game.player)

    def quit(self, *_: str) -> None:
        self.left = True
        self.tell(self.words.say("bye"))

    # What the table says

    def tell(self, text: str) -> None:
        print(text, file=self.stream)

    def _welcome(self) -> None:
        variant = self.game.variant
        title = variant.title.get(self.words.language, variant.name)
        names = [
            self._color(name)
            for name, who in zip(variant.colors, variant.controllers, strict=True)
            if self.people.intersection(who)
        ]
        self.tell(
            self.words.say("welcome" if names else "watch", title=title, mine=", ".join(names))
        )

    def _result(self) -> None:
        result = self.game.result
        self.tell(self.words.say("over"))
        for player in sorted(range(len(result.places)), key=lambda p: result.places[p]):
            you = self.words.say("you") if player in self.people else ""
            parts = {"place": result.places[player], "points": result.points[player]}
            self.tell(self.words.say("result", player=player + 1, you=you, **parts))

    def _color(self, name: str | None) -> str:
        return self.words.color(name or "")
