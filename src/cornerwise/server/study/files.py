"""The study board's files: a record becomes a flat tree for the page, and such a tree a record."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from cornerwise.notation import MoveTree, Step, read_blksgf, write_blksgf
from cornerwise.play import Game
from cornerwise.server.http import Call
from cornerwise.server.making import chosen_variant, plain_options
from cornerwise.server.refusal import Refusal
from cornerwise.server.study.bodies import (
    OpenedStudy,
    OpenStudy,
    SavedStudy,
    StudyFile,
    StudyNode,
)

MOST_OPENED = 600_000
"""Bytes of a file that is opened: what was opened can be saved."""
MOST_SAVED = 1_200_000


async def opened(call: Call) -> OpenedStudy:
    """The tree in a file."""
    asked: OpenStudy = call.body
    # In a thread: every move of every line is played, for some tenths of a second.
    return await asyncio.to_thread(open_study, asked.blksgf)


async def saved(call: Call) -> SavedStudy:
    """The file of a tree."""
    return await asyncio.to_thread(save_study, call.body)


def open_study(text: str) -> OpenedStudy:
    """The tree in a text, or a refusal that says what is wrong with it, and where."""
    try:
        record = read_blksgf(text)
        tree = MoveTree.of(record)
    except ValueError as error:
        raise Refusal("unreadable", f"cannot read the file: {error}") from error
    begun = tree.beginning
    study = StudyFile(
        variant=record.variant.name,
        options=plain_options(record.variant),
        setup=[(move.color, str(move)) for move in begun.setup],
        to_play=begun.first_to_play,
        players=list(record.players),
        info={key: text for key, text in record.info.items() if key != "comment"},  # type: ignore[misc]
        nodes=[_node(step) for step in tree.steps],
    )
    return OpenedStudy(study=study, left_out=tree.left_out)


def save_study(study: StudyFile) -> SavedStudy:
    """The text of a tree. What no computer could play again is not written."""
    begun = beginning(study.variant, study.options, study.setup, study.to_play)
    tree = MoveTree(beginning=begun, steps=tuple(_step(node) for node in study.nodes))
    try:
        record = tree.record(players=study.players, **study.info)
        MoveTree.of(record, whole=True)
        return SavedStudy(blksgf=write_blksgf(record))
    except ValueError as error:
        raise Refusal("unreadable", f"cannot save this: {error}") from error


def beginning(
    name: str, options: dict[str, Any], setup: Sequence[tuple[int, str]], to_play: int | None
) -> Game:
    """The game before its first move, or a refusal. Names of colors may have come with a file."""
    colors = options.get("colors")
    chosen = chosen_variant(name, {key: options[key] for key in options if key != "colors"})
    try:
        if colors is not None:
            chosen = chosen.with_options(colors=msgspec.convert(colors, list[str]))
        return Game(chosen, setup=setup, to_play=to_play)
    except ValueError as error:
        raise Refusal("unreadable", str(error)) from error


def _node(step: Step) -> StudyNode:
    return StudyNode(
        parent=step.parent,
        color=step.color,
        move=step.move,
        resigned=step.resigned,
        comment=step.comment,
        mark=step.mark or "",
    )


def _step(node: StudyNode) -> Step:
    return Step(
        parent=node.parent,
        color=node.color,
        move=node.move,
        resigned=node.resigned,
        comment=node.comment,
        mark=node.mark or None,
    )
