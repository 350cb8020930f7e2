"""One conversation in Pentobi's dialect of GTP: a game, a player and a table of commands."""

import time
from collections.abc import Callable
from typing import Any

import cornerwise
import cornerwise.render  # games learn to draw themselves
from cornerwise.gtp.engine_player import EnginePlayer
from cornerwise.gtp.lines import Command, CommandError, format_answer, parse_command
from cornerwise.gtp.players import Player, Searcher
from cornerwise.notation import (
    Record,
    color_called,
    load_record,
    placement_texts,
    save_bytes,
    variant_named,
    write_blksgf,
)
from cornerwise.play import Game, Move
from cornerwise.rules import Variant

OPTIONS = ("start", "contact", "bonus", "colors")

Handler = Callable[[Command], str]


class Session:
    """Answers commands one by one. A refused command changes nothing.

    >>> session = Session("Blokus Duo")
    >>> session.answer("1 play b e10")
    '=1 \\n\\n'
    >>> session.answer("play b d9")
    "? it is orange's turn, not purple's\\n\\n"
    """

    def __init__(self, variant: Variant | str = "Blokus", player: Player | None = None) -> None:
        chosen = variant_named(variant) if isinstance(variant, str) else variant
        self.game = Game(chosen)
        self.player: Player = EnginePlayer() if player is None else player
        self.is_over = False
        """Whether `quit` was given."""
        self.commands: dict[str, Handler] = {
            "all_legal": self._all_legal,
            "clear_board": self._clear_board,
            "cputime": self._cputime,
            "final_score": self._final_score,
            "g": self._g,
            "genmove": self._genmove,
            "get_place": self._get_place,
            "get_value": self._get_value,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "loadsgf": self._loadsgf,
            "move_info": self._move_info,
            "move_values": self._move_values,
            "name": self._name,
            "p": self._p,
            "param": self._param,
            "play": self._play,
            "quit": self._quit,
            "reg_genmove": self._reg_genmove,
            "savesgf": self._savesgf,
            "set_game": self._set_game,
            "set_option": self._set_option,
            "set_random_seed": self._set_random_seed,
            "showboard": self._showboard,
            "undo": self._undo,
            "version": self._version,
        }
        """What it can do; more can be added."""

    def answer(self, line: str) -> str:
        """The whole answer to a line, with its end; empty if the line says nothing."""
        command = parse_command(line)
        if command is None:
            return ""
        try:
            return format_answer(command.id, self._handler(command.name)(command))
        except OSError as error:
            text = f"cannot use {error.filename!r}: {error.strerror}"
            return format_answer(command.id, text, ok=False)
        except ValueError as error:
            return format_answer(command.id, str(error), ok=False)

    def _handler(self, name: str) -> Handler:
        if name not in self.commands:
            raise CommandError(f"unknown command {name!r:.80}; list_commands shows what there is")
        return self.commands[name]

    # About the program

    def _name(self, command: Command) -> str:
        command.only()
        return "Cornerwise"

    def _version(self, command: Command) -> str:
        command.only()
        return cornerwise.__version__

    def _list_commands(self, command: Command) -> str:
        command.only()
        return "\n".join(sorted(self.commands))

    def _known_command(self, command: Command) -> str:
        (name,) = command.only("a command")
        return "true" if name in self.commands else "false"

    def _cputime(self, command: Command) -> str:
        command.only()
        return f"{time.process_time():.3f}"

    def _quit(self, command: Command) -> str:
        command.only()
        self.is_over = True
        if isinstance(self.player, Searcher):
            self.player.close()
        return ""

    # Which game

    def _set_game(self, command: Command) -> str:
        self.game = Game(variant_named(command.text("a game")))
        return ""

    def _set_option(self, command: Command) -> str:
        """Choose an option and begin a new game; without arguments, list the options."""
        variant = self.game.variant
        if not command.args:
            values = {**variant.options, "colors": variant.colors}
            return "\n".join(f"{key} {_option_text(value)}" for key, value in values.items())
        key, value = command.only("an option", "a value")
        if key not in OPTIONS:
            raise CommandError(f"there is no option {key!r}; there are: {', '.join(OPTIONS)}")
        chosen: dict[str, Any] = {key: _option_value(key, value)}
        self.game = Game(variant.with_options(**chosen))
        return ""

    def _clear_board(self, command: Command) -> str:
        command.only()
        self.game = Game(self.game.variant)
        return ""

    # Playing

    def _color(self, word: str) -> int:
        return color_called(self.game.variant, word)

    def _play(self, command: Command) -> str:
        color = self._color(command.args[0] if command.args else command.text("a color"))
        return self._play_text(command.text("a color and a move", after=1), color)

    def _p(self, command: Command) -> str:
        return self._play_text(command.text("a move"), self.game.to_play)

    def _play_text(self, text: str, color: int | None) -> str:
        if text.lower() in ("pass", "null"):
            raise CommandError("passing is not played: a color without a move is passed over")
        self.game.play(self.game.move(text, color))
        return ""

    def _undo(self, command: Command) -> str:
        command.only()
        self.game.undo()
        return ""

    def _genmove(self, command: Command) -> str:
        move = self._chosen(command)
        return "pass" if move is None else str(self.game.play(move))

    def _reg_genmove(self, command: Command) -> str:
        move = self._chosen(command)
        return "pass" if move is None else str(move)

    def _g(self, command: Command) -> str:
        command.only()
        return "pass" if self.game.is_over else str(self.game.play(self.player.choose(self.game)))

    def _chosen(self, command: Command) -> Move | None:
        """What the player would play for a color; None if the color has no move left."""
        color = self._color(*command.only("a color"))
        if not len(self.game.legal_moves_of(color)) or self.game.out[color]:
            return None
        if color != self.game.to_play:
            asked = self.game.variant.colors[color]
            raise CommandError(f"it is {self.game.color}'s turn, not {asked}'s")
        return self.player.choose(self.game)

    # Looking

    def _all_legal(self, command: Command) -> str:
        color = self._color(*command.only("a color"))
        texts = placement_texts(self.game.variant)
        return "\n".join([texts[i] for i in self.game.legal_moves_of(color).ids.tolist()])

    def _showboard(self, command: Command) -> str:
        command.only()
        return "\n" + self.game.text()

    def _final_score(self, command: Command) -> str:
        """Two players: who leads, and by how much; else: cells and bonus of each color."""
        command.only()
        if self.game.variant.players != 2:
            return " ".join(str(number) for number in self._placed_and_bonus())
        first, second = self.game.result.points
        lead = first - second
        return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "0"

    def _placed_and_bonus(self) -> list[int]:
        variant = self.game.variant
        cells = variant.copies * sum(piece.size for piece in variant.pieces)
        return [cells + score for score in self.game.scores]

    def _get_place(self, command: Command) -> str:
        color = self._color(*command.only("a color"))
        scores = self.game.scores
        place = 1 + sum(score > scores[color] for score in scores)
        return f"{place} shared" if scores.count(scores[color]) > 1 else str(place)

    def _move_info(self, command: Command) -> str:
        text = command.text("a move or a placement number")
        number = text.isascii() and text.isdigit() and len(text) < 10
        move = self.game.move(int(text) if number else text)
        names = self.game.variant.board.names
        around = {"halo": move.tables.halo_of, "attach": move.tables.attach_of}
        lines = [f"placement {move.placement}", f"piece {move.piece}", f"size {move.size}"]
        lines.append(f"cells {' '.join(move.cell_names)}")
        for word, cells in around.items():
            lines.append(f"{word} {' '.join(names[cell] for cell in cells(move.placement))}")
        return "\n".join(lines)

    # Files

    def _loadsgf(self, command: Command) -> str:
        if not 1 <= len(command.args) <= 2:
            raise CommandError("loadsgf needs a file, and a move number if you like")
        number = _number("move number", command.args[1]) if len(command.args) == 2 else 0
        if len(command.args) == 2 and number < 1:
            raise CommandError("the move number begins at 1")
        record = load_record(command.args[0])
        self.game = record.game_at(record.before_move(number)) if number else record.game()
        return ""

    def _savesgf(self, command: Command) -> str:
        (path,) = command.only("a file")
        save_bytes(path, write_blksgf(Record.of(self.game)).encode())
        return ""

    # The player

    def _param(self, command: Command) -> str:
        if not command.args:
            return "\n".join(f"{key} {value}" for key, value in self.player.params.items())
        self.player.set_param(*command.only("a parameter", "a value"))
        return ""

    def _searcher(self) -> Searcher:
        if not isinstance(self.player, Searcher):
            raise CommandError("this player does not search")
        return self.player

    def _move_values(self, command: Command) -> str:
        """The moves of the last search in Pentobi's columns: visits twice, value, move."""
        command.only()
        player = self._searcher()
        return "\n".join(
            f"{view.visits} {view.visits:.1f} {view.values[player.mover]:.3f} {view.move}"
            for view in player.move_values()
        )

    def _get_value(self, command: Command) -> str:
        command.only()
        player = self._searcher()
        views = player.move_values()
        if not views:
            raise CommandError("there is no value: no move was chosen, or it took no search")
        return f"{views[0].values[player.mover]:.3f}"

    def _set_random_seed(self, command: Command) -> str:
        self.player.set_param("seed", *command.only("a number"))
        return ""


def _number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise CommandError(f"{what} must be a whole number, not {text!r:.80}")
    return int(text)


def _option_text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _option_value(key: str, text: str) -> str | list[str] | list[int]:
    if key == "bonus":
        return [_number("bonus", word) for word in text.split(",")]
    return text.split(",") if key == "colors" else text
