"""The JSON record: the main line of a record as plain data, with its result.

Variations and properties that Cornerwise does not know have no place in it; `.blksgf`
keeps them.
"""

import re

import msgspec

from cornerwise.notation.document import (
    FORMAT,
    Document,
    MoveEvent,
    Options,
    Outcome,
    Piece,
    ResignEvent,
)
from cornerwise.notation.errors import RecordError, quote
from cornerwise.notation.marks import mark_of
from cornerwise.notation.names import check_listed
from cornerwise.notation.record import Record
from cornerwise.notation.replay import Replay
from cornerwise.notation.sgf import MAX_BYTES, SgfNode
from cornerwise.play import Game, Move, Resignation
from cornerwise.rules import Variant, variant

_BYTE = re.compile(r" \(byte (\d+)\)")


def write_json(record: Record) -> str:
    """The text of a record, indented; its main line must be playable."""
    check_listed(record.variant)
    replay = Replay(record.variant, record.main_line)
    game, chosen = replay.game, record.variant
    colors = chosen.colors
    first = game.first_to_play
    document = Document(
        format=FORMAT,
        variant=chosen.name,
        options=_options(chosen),
        players=list(record.players) if any(record.players) else [],
        **record.info,
        setup=[Piece(color=colors[m.color], move=str(m)) for m in game.setup],
        to_play=None if first is None else colors[first],
        events=[_event(e, n) for e, n in zip(game.history, replay.nodes, strict=True)],
        result=_outcome(game),
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def read_json(data: str | bytes) -> Record:
    """The record in a text; `RecordError` says what is wrong and where."""
    document = _decode(data)
    game = _begin(document)
    for event in document.events:
        _follow(game, event)
    if document.result is not None and document.result != _outcome(game):
        raise RecordError(f"result: the events give {_shown(_outcome(game))}")
    try:
        return _record(document, game)
    except ValueError as error:
        raise RecordError(f"players: {error}") from None


def _decode(data: str | bytes) -> Document:
    if len(data) > MAX_BYTES:
        raise RecordError(f"longer than {MAX_BYTES // 2**20} MB: too long for a record")
    try:
        encoded = data.encode() if isinstance(data, str) else data
        document = msgspec.json.decode(encoded.removeprefix(b"\xef\xbb\xbf"), type=Document)
        msgspec.json.encode(document).decode()
    except msgspec.ValidationError as error:
        hint = "; a record's is 'cornerwise-record-1'" if "$.format" in str(error) else ""
        raise RecordError(f"{error}{hint}") from None
    except msgspec.DecodeError as error:
        raise _malformed(encoded, str(error)) from None
    except UnicodeError:
        raise RecordError("the text is not UTF-8") from None
    except RecursionError:
        raise RecordError("the JSON is nested too deeply") from None
    return document


def _malformed(data: bytes, message: str) -> RecordError:
    found = _BYTE.search(message)
    text = _BYTE.sub("", message)
    if found is None:
        if "truncated" in message:
            return _at(data, len(data), "the JSON ends too early")
        return RecordError(text)
    return _at(data, int(found[1]), text)


def _at(data: bytes, byte: int, text: str) -> RecordError:
    before = data[:byte].decode("utf-8", "replace")
    line = before.count("\n") + 1
    return RecordError(text, line=line, column=len(before) - before.rfind("\n"))


# From a document to a game


def _begin(document: Document) -> Game:
    given = msgspec.structs.asdict(document.options)
    try:
        chosen = variant(document.variant, **given)
    except ValueError as error:
        raise RecordError(f"variant: {error}") from None
    try:
        setup = [(_color(chosen, piece.color), piece.move) for piece in document.setup]
        first = None if document.to_play is None else _color(chosen, document.to_play)
        return Game(chosen, setup=setup, to_play=first)
    except ValueError as error:
        raise RecordError(f"setup: {error}") from None


def _follow(game: Game, event: MoveEvent | ResignEvent) -> None:
    if isinstance(event, ResignEvent):
        _resign(game, event.player)
        return
    try:
        game.play(game.move(event.move, _color(game.variant, event.color)))
    except ValueError as error:
        text = f"{event.color} {quote(event.move)}: {error}"
        raise RecordError(text, move=len(game.moves) + 1) from None


def _resign(game: Game, player: int) -> None:
    try:
        game.resign(player)
    except ValueError:
        # People count players from 1; a resignation is no move, so its place is told in words.
        number = len(game.history) + 1
        raise RecordError(f"event {number}: player {player + 1} cannot resign now") from None


def _color(chosen: Variant, name: str) -> int:
    if name not in chosen.colors:
        known = ", ".join(chosen.colors)
        raise RecordError(f"{quote(name)} is no color of {chosen.name}: {known}")
    return chosen.colors.index(name)


def _record(document: Document, game: Game) -> Record:
    numbered = list(enumerate(document.events, start=1))
    return Record.of(
        game,
        players=document.players,
        comments={number: event.comment for number, event in numbered},
        marks={number: event.mark for number, event in numbered if event.mark},
        date=document.date,
        event=document.event,
        round=document.round,
        time=document.time,
        comment=document.comment,
    )


# From a game to a document


def _options(chosen: Variant) -> Options:
    bonus = (chosen.bonus.all_placed, chosen.bonus.single_last)
    colors = list(chosen.colors)
    return Options(start=chosen.start, contact=chosen.contact, bonus=bonus, colors=colors)


def _event(event: Move | Resignation, node: SgfNode | None) -> MoveEvent | ResignEvent:
    comment = node["C"] if node else ""
    mark = mark_of(node) if node else None
    if isinstance(event, Resignation):
        return ResignEvent(player=event.player, comment=comment, mark=mark)
    return MoveEvent(color=event.color_name, move=str(event), comment=comment, mark=mark)


def _outcome(game: Game) -> Outcome:
    result = game.result
    return Outcome(
        over=game.is_over,
        scores=list(result.scores),
        points=list(result.points),
        places=list(result.places),
    )


def _shown(outcome: Outcome) -> str:
    return msgspec.json.encode(outcome).decode()
