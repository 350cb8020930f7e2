"""SGF as such: syntax, escapes, and input that wants to break the parser."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.notation import RecordError, SgfNode, format_sgf, parse_sgf
from cornerwise.notation.sgf import MAX_PARTS
from notation.random_games import texts

TEN_MB = 10_000_000


def flat(root: SgfNode) -> list[tuple[dict[str, list[str]], int]]:
    """A tree as a list, so that comparing needs no recursion."""
    return [(node.properties, len(node.children)) for node in root.walk()]


def test_tree_order_and_values() -> None:
    root = parse_sgf("(;GM[x]C[one][two]\n;B[a1](;W[b1];B[c1])(;W[b2]))")
    assert list(root.properties) == ["GM", "C"]
    assert root.properties["C"] == ["one", "two"]
    assert [node["B"] or node["W"] for node in root.main_line] == ["", "a1", "b1", "c1"]
    fork = root.children[0]
    assert [child["W"] for child in fork.children] == ["b1", "b2"]
    assert (fork.line, fork.column) == (2, 1)
    assert fork.children[1].path == [root, fork, fork.children[1]]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\]b", "a]b"),
        (r"a\\", "a\\"),
        ("a\\\nb", "ab"),  # a soft line break
        ("a\r\nb\rc", "a\nb\nc"),
        (" Zoë (;B[a1\\]) ", " Zoë (;B[a1]) "),
    ],
)
def test_escapes(written: str, meant: str) -> None:
    assert parse_sgf(f"(;C[{written}])")["C"] == meant


def test_space_and_marks_around_are_accepted() -> None:
    root = parse_sgf(b"\xef\xbb\xbf \n( ;\tGM [x] [y] C\n[z] ) \n")
    assert root.properties == {"GM": ["x", "y"], "C": ["z"]}


def test_a_property_that_stands_twice_loses_nothing() -> None:
    assert parse_sgf("(;C[a]B[x]C[b])").properties == {"C": ["a", "b"], "B": ["x"]}


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("", 1, 1, "empty"),
        (" \n ", 1, 1, "empty"),
        ("hello", 1, 1, "'hello'"),
        ("(;GM[x]", 1, 8, "not closed"),
        ("(;GM[x];C[abc", 1, 9, "] is missing"),
        ("(;GM[x]\n;C[a][b", 2, 6, "] is missing"),
        ("(;GM[x]\n  ;C)", 2, 4, "must follow 'C'"),
        ("((;GM[x]))", 1, 2, "node (;) must follow"),
        ("()", 1, 2, "node (;) must follow"),
        ("(;GM[x](;B[y])C[z])", 1, 15, "a property must stand in a node"),
        (";GM[x]", 1, 1, "begins with (;"),
        (")", 1, 1, "begins with (;"),
        ("(;GM[x])(;GM[x])", 1, 9, "second game"),
        ("(;GM[x])\nmore", 2, 1, "after the end"),
        ("(;GM[x]é[y])", 1, 8, "'é' cannot stand here"),
        (b"(;C[\xc3\xa9\n\xff])", 2, 1, "0xff is not UTF-8"),
    ],
)
def test_errors_have_a_place(text: str | bytes, line: int, column: int, word: str) -> None:
    with pytest.raises(RecordError, match="line") as caught:
        parse_sgf(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert word in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * TEN_MB,
        ")" * TEN_MB,
        "[" * TEN_MB,
        "(;A" + "[" * TEN_MB,
        "(;" * (TEN_MB // 2),
        "(" + ";" * TEN_MB,
        "(;)" * (TEN_MB // 3),
        "(;" + "A[]" * (TEN_MB // 3),
        "(;A" + "[]" * (TEN_MB // 2) + ")",
        "(;A[" + "\\]" * (TEN_MB // 2),
        "(;" + "A" * TEN_MB,
        b"(;A[" + b"\xff" * TEN_MB,
        b"\0" * TEN_MB,
    ],
    ids=lambda text: repr(text[:8]),
)
def test_ten_megabytes_of_nonsense_are_refused(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        parse_sgf(text)


def test_depth_costs_no_stack() -> None:
    depth = MAX_PARTS // 5
    root = parse_sgf("(;" * depth + ")" * depth)
    assert sum(1 for _ in root.walk()) == depth
    assert flat(parse_sgf(format_sgf(root))) == flat(root)


names = st.text("ABCXYZ019", min_size=1, max_size=4)


@st.composite
def trees(draw: st.DrawFn) -> SgfNode:
    nodes = [SgfNode()]
    for at in draw(st.lists(st.integers(0, 100), max_size=12)):
        nodes.append(SgfNode(nodes[at % len(nodes)]))
    values = st.lists(texts, min_size=1, max_size=3)
    for node in nodes:
        node.properties = draw(st.dictionaries(names, values, max_size=3))
    return nodes[0]


@given(trees())
def test_tree_to_text_and_back(root: SgfNode) -> None:
    assert flat(parse_sgf(format_sgf(root))) == flat(root)
    assert flat(parse_sgf(format_sgf(root).encode())) == flat(root)


def test_a_bad_property_name_is_not_written() -> None:
    node = SgfNode()
    node["B)"] = "x"
    with pytest.raises(RecordError, match="name of a property"):
        format_sgf(node)
