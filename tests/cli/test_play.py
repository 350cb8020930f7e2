"""A game in the terminal, played by typing."""

import io

import pytest

import cornerwise as cw
from cornerwise.cli.table import Table
from cornerwise.cli.words import COMMANDS, ENGLISH, FRENCH, REFUSALS_FR, Words
from cornerwise.gtp import LargestPiece
from cornerwise.notation import load_record


class Sitting:
    """A table, lines to type, and what was said."""

    def __init__(self, game, *lines, people=(0,), language="en"):
        self.screen = io.StringIO()
        self.table = Table(
            game, set(people), LargestPiece(seed=1), Words(language), {}, self.screen
        )
        self.lines = iter(lines)
        self.status = self.table.play(lambda prompt: next(self.lines, None))
        self.said = self.screen.getvalue()


def test_a_whole_game_by_numbers():
    sitting = Sitting(cw.Game("duo"), *["list", "1"] * 30)
    assert sitting.table.game.is_over
    assert "The game is over." in sitting.said
    assert "player 1 (you)" in sitting.said
    assert "has no move left." in sitting.said


def test_the_computer_can_play_everybody():
    sitting = Sitting(cw.Game("trigon_3"), people=())
    assert sitting.table.game.is_over
    assert sitting.said.startswith("Trigon for three. The computer plays everybody.")


def test_cells_with_commas_or_spaces():
    sitting = Sitting(cw.Game("duo"), "e10 f10, e11")
    assert "You played V3: e10,f10,e11" in sitting.said
    assert len(sitting.table.game.moves) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("a1", "Not allowed: purple's first piece must cover a start cell open to it: j5, e10."),
        ("hello", "No move: cannot read 'hello' as a cell"),
        ("7", "No move: 7 is no number of a list."),
        ("list a1", "No legal move fits that."),
        ("list X", "moves; type a number"),
        ("pieces", "Pieces of purple: 1 2 I3"),
        ("hint", "Try "),
        ("undo", "There is nothing to take back."),
        ("save", "Say where"),
        ("save /none/x.json", "/none/x.json cannot be written: No such file or directory."),
        ("save x.doc", "x.doc cannot be written: cannot write .doc files"),
        ("help", "A move is the cells it covers"),
        ("quit", "Goodbye!"),
        ("", "Goodbye!"),
    ],
)
def test_answers(line, answer):
    sitting = Sitting(cw.Game("duo"), line)
    assert answer in sitting.said
    assert sitting.table.game.moves == []


def test_undo_goes_back_to_the_last_turn_of_a_person():
    sitting = Sitting(cw.Game("classic"), "a20,b20", "c19", "undo")
    assert len(sitting.table.game.moves) == 4
    assert sitting.table.game.player == 0


def test_resigning_ends_a_game_of_two():
    sitting = Sitting(cw.Game("duo"), "resign")
    assert "2. player 1 (you)" in sitting.said


def test_saving(tmp_path):
    path = tmp_path / "my game.json"
    sitting = Sitting(cw.Game("duo"), "e10", f"save {path}")
    assert f"Saved in {path}." in sitting.said
    assert load_record(path).game() == sitting.table.game


def test_saving_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    sitting = Sitting(cw.Game("duo"), "e10", "save ~/game.json", "save ~nobody-here/game.json")
    assert load_record(tmp_path / "game.json").game() == sitting.table.game
    assert "~nobody-here/game.json cannot be written: No such file or directory." in sitting.said


def test_french():
    lines = ["aide", "a1", "zut", "liste", "conseil", "e10", "e9,e8", "annuler"]
    sitting = Sitting(cw.Game("duo"), *lines, language="fr")
    assert "Vous jouez violet" in sitting.said
    assert "Pas permis : la première pièce doit couvrir une case de départ" in sitting.said
    assert "Je ne lis pas de coup ici" in sitting.said
    assert "Pas permis : touche un côté de votre propre couleur en e9." in sitting.said
    assert "Coup annulé." in sitting.said
    assert "Au revoir" in sitting.said


def test_both_languages_say_everything():
    assert ENGLISH.keys() == FRENCH.keys()
    reasons = {"over", "turn", "stock", "occupied", "edge", "side", "start", "corner"}
    assert set(REFUSALS_FR) == reasons


def test_no_word_means_two_commands():
    words = [word for group in COMMANDS.values() for word in group]
    assert len(set(words)) == len(words)
    assert all(hasattr(Table, name) for name in COMMANDS)
