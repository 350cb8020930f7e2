"""Between a server's game and its record: names of the players, files in, files out."""

from cornerwise.notation import Record, RecordError, read_blksgf
from cornerwise.play import MoveError
from cornerwise.rules import OptionError
from cornerwise.server.making import Table, taken_over
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME, SeatView
from cornerwise.server.state import GameState


def record_of(state: GameState) -> Record:
    """The record of a game, with the names at its table."""
    return Record.of(state.game, players=[_name(seat) for seat in state.seats])


def _name(seat: SeatView) -> str:
    return f"Computer {seat.level}" if seat.kind == "computer" else seat.account or seat.name


def imported(text: str, guest: str) -> Table:
    """A table from a file; everybody in it becomes a seat of the guest's."""
    try:
        record = read_blksgf(text)
        game = record.game()
        names = record.players
    except (RecordError, MoveError, OptionError) as error:
        raise Refusal("unreadable", f"cannot read the file: {error}") from error
    names = (*names, *[""] * game.variant.players)
    seats = [
        SeatView(kind="person", name=clean(names[player], MAX_NAME))
        for player in range(game.variant.players)
    ]
    return taken_over(game, len(game.moves), seats, [guest] * len(seats))
