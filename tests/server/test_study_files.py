"""The study board's files: opened and saved with all their variations, or refused."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from cornerwise.notation import MAX_STEPS, MoveTree, write_blksgf
from cornerwise.server.study import files
from cornerwise.server.study.bodies import OpenedStudy, SavedStudy, StudyFile
from notation.random_games import trees
from server.table import Table

TEXT = """(;GM[Blokus Duo]PB[Ann]PW[Bob]DT[2026-11-15]C[about it]
;B[e8,d9,e9,f9,e10]TE[1]C[a good beginning]
(;W[i4,h5,i5,j5,i6]
;CWRESIGN[1])
(;W[j5]BM[2])
(;W[a1];B[a1]))"""
SMALL = {"variant": "duo", "options": {}, "setup": [], "to_play": None, "players": [], "info": {}}
ROOT = {"parent": -1, "color": None, "move": None, "resigned": None, "comment": "", "mark": ""}


def opened(table: Table, text: str) -> OpenedStudy:
    answer = table.guest().post("/api/study/open", {"blksgf": text})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=OpenedStudy)


def saved(table: Table, study: StudyFile) -> str:
    answer = table.guest().post("/api/study/save", msgspec.to_builtins(study))
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=SavedStudy).blksgf


def refused(table: Table, path: str, body: Any) -> str:
    """The words of a refusal."""
    answer = table.guest().post(path, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    return str(answer.json()["message"])


def test_a_file_is_opened_and_saved(table: Table) -> None:
    found = opened(table, TEXT)
    study = found.study
    assert found.left_out == 2
    assert (study.variant, study.players) == ("duo", ["Ann", "Bob"])
    assert study.info == {"date": "2026-11-15"}
    assert [(n.parent, n.color, n.move, n.resigned) for n in study.nodes] == [
        (-1, None, None, None),
        (0, 0, "e8,d9,e9,f9,e10", None),
        (1, 1, "i4,h5,i5,j5,i6", None),
        (2, None, None, 0),
        (1, 1, "j5", None),
    ]
    assert [(n.comment, n.mark) for n in study.nodes] == [
        ("about it", ""),
        ("a good beginning", "good"),
        ("", ""),
        ("", ""),
        ("", "very bad"),
    ]
    assert opened(table, saved(table, study)) == msgspec.structs.replace(found, left_out=0)


@settings(max_examples=50)
@given(trees())
def test_what_was_saved_is_opened(tree: MoveTree) -> None:
    """Every variant and option, setups, resignations, variations, comments and marks."""
    found = files.open_study(write_blksgf(tree.record(players=["Ann"], event="cup")))
    assert found.left_out == 0
    assert found.study.info == {"event": "cup"}
    assert len(found.study.nodes) == len(tree.steps)
    assert files.open_study(files.save_study(found.study).blksgf) == found


def test_the_order_of_a_page_is_kept_among_brothers(table: Table) -> None:
    """A page adds nodes at the end, wherever they belong."""
    moves = [(0, 0, "e10"), (1, 1, "j5"), (0, 0, "e10,f10"), (1, 1, "i5,j5"), (3, 1, "j5")]
    nodes = [ROOT, *({**ROOT, "parent": p, "color": c, "move": m} for p, c, m in moves)]
    answer = table.guest().post("/api/study/save", {**SMALL, "nodes": nodes})
    again = opened(table, answer.json()["blksgf"]).study
    assert [(n.parent, n.move) for n in again.nodes[1:]] == [
        (0, "e10"), (1, "j5"), (1, "i5,j5"), (0, "e10,f10"), (4, "j5"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read the file: line 1, column 1: the record is empty"),
        ("{}", "cannot read the file: line 1, column 1: "),
        ("(;GM[Callisto])", "Cornerwise does not play 'Callisto'"),
        ("(;GM[Blokus Duo];B[e10]\n;W[a1])", "line 2, column 1: move 2: orange 'a1': "),
        ("(;GM[Blokus Duo];B[e10];AB[a1])", "pieces are set up after moves"),
        ("(;GM[Blokus Duo]" + ";B[e10]" * 4000 + ")", "move 2: "),
        ("(;GM[Blokus Duo]" + "(;B[e10])" * 5001 + ")", "more than 5000 moves"),
        ("(;GM[Blokus Duo]" + "(" * 50_000, "cannot read the file"),
    ],
)
def test_files_that_cannot_be_opened(table: Table, text: str, message: str) -> None:
    assert message in refused(table, "/api/study/open", {"blksgf": text})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variant": "callisto"}, "callisto"),
        ({"options": {"colors": 3}}, "Expected `array`"),
        ({"options": {"colors": ["one"]}}, "duo needs 2 different colors"),
        ({"players": ["Ann", "Bob", "Cem"]}, "duo has 2 players, not 3"),
        ({"info": {"author": "Ann"}}, "author"),
        ({"nodes": []}, "nodes"),
        ({"nodes": [{**ROOT, "mark": "great"}]}, "great"),
        ({"nodes": [{**ROOT, "move": "e10", "color": 0}]}, "step 0: "),
        ({"nodes": [{**ROOT, "parent": 0}]}, "step 0: "),
        ({"nodes": [ROOT, ROOT]}, "step 1: no step -1 comes before it"),
        ({"nodes": [ROOT, {**ROOT, "parent": 0}]}, "step 1: it must be a move or a resignation"),
        (
            {"nodes": [ROOT, {**ROOT, "parent": 0, "color": 0, "move": "a1"}]},
            "cannot save this: move 1: purple 'a1': purple's first piece must cover a start cell",
        ),
        (
            {"nodes": [ROOT, *({**ROOT, "parent": i, "resigned": i} for i in range(2))]},
            "player 2 cannot resign now",
        ),
        ({"nodes": [{"parent": -1}]}, "missing required field"),
        ({"left_out": 0}, "unknown field"),
    ],
)
def test_what_cannot_be_saved(table: Table, change: dict[str, Any], message: str) -> None:
    body = {**SMALL, "nodes": [ROOT], **change}
    assert message in refused(table, "/api/study/save", body)


def test_what_was_opened_can_be_saved() -> None:
    """The largest file with the most moves makes no larger body than a page may send."""
    node = {**ROOT, "parent": 4999, "color": 0, "mark": "interesting"}
    around = len(msgspec.json.encode(node)) + 1
    assert files.MOST_OPENED + (MAX_STEPS + 1) * around < files.MOST_SAVED
