"""SGF trees as such: nodes, properties, variations, escapes. No game is known here.

    (;GM[Blokus Duo]C[a comment];B[e10](;W[j5])(;W[i5,j5]))
     root                        │      └ two variations
                                 └ the first move

The parser has no recursion and a limit for everything that grows, so that hostile input
costs no more than a second or two and never the stack.
"""

import re
from collections.abc import Iterator

from cornerwise.notation.errors import RecordError, quote

MAX_BYTES = 64 * 1024 * 1024
MAX_PARTS = 250_000
"""Nodes and values, together."""

_SPACE = r"[ \t\n\v\f]*+"
_TOKEN = re.compile(
    rf"{_SPACE}(?:([();])|([A-Za-z0-9_]++){_SPACE}((?:\[(?:[^\]\\]++|\\.)*+\]{_SPACE})++))",
    re.DOTALL,
)
_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9_]+")
_AFTER_SPACE = re.compile(_SPACE)


class SgfNode:
    """A node of the tree: properties in the order of the file, and what follows."""

    __slots__ = ("children", "column", "line", "parent", "properties")

    def __init__(self, parent: "SgfNode | None" = None, line: int = 0, column: int = 0) -> None:
        self.parent = parent
        self.properties: dict[str, list[str]] = {}
        """Values (without escapes) of each property."""
        self.children: list[SgfNode] = []
        """The first continues the main line, the others are variations."""
        self.line = line
        """Where the node begins in the text it was read from, from 1; 0 if it was not read."""
        self.column = column
        if parent is not None:
            parent.children.append(self)

    def __getitem__(self, name: str) -> str:
        """The (first) value of a property; empty if the node does not have it."""
        values = self.properties.get(name)
        return values[0] if values else ""

    def __setitem__(self, name: str, value: str) -> None:
        self.properties[name] = [value]

    def __contains__(self, name: str) -> bool:
        return name in self.properties

    @property
    def path(self) -> "list[SgfNode]":
        """The nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    @property
    def main_line(self) -> "Iterator[SgfNode]":
        """This node and what follows it when every first child is taken."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> "Iterator[SgfNode]":
        """This node and all below it, a variation after the line it leaves."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def __repr__(self) -> str:
        return f"<SgfNode {' '.join(self.properties)}, {len(self.children)} children>"


def decode(data: str | bytes) -> str:
    """The text of a file: UTF-8, with or without byte order mark, any kind of line ends."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"longer than {MAX_BYTES // 2**20} MB: too long for a record")
    text = _decode_utf8(data) if isinstance(data, bytes) else data
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decode_utf8(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        byte = data[error.start]
    text = f"byte 0x{byte:02x} is not UTF-8; save the file with that encoding"
    raise _error(before, len(before), text)


def parse_sgf(data: str | bytes) -> SgfNode:
    """The root of the one game tree in a text."""
    return _Parser(decode(data)).tree()


class _Parser:
    """One walk over the text, token by token; `stack` holds where open variations left."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.parts = 0
        self.stack: list[SgfNode | None] = []
        self.node: SgfNode | None = None
        self.root: SgfNode | None = None
        self.line, self.line_start, self.counted = 1, 0, 0

    def tree(self) -> SgfNode:
        opened = closed = False  # what the last token did with a parenthesis
        if not self.text.strip():
            raise RecordError("the record is empty", line=1, column=1)
        while self.root is None or self.stack:
            match = _TOKEN.match(self.text, self.at)
            if match is None:
                raise self._unreadable()
            token = match[1]
            if opened and token != ";":
                raise self._error(match.start(1), "a node (;) must follow the parenthesis")
            if not self.stack and token != "(":
                raise self._error(match.start(match.lastindex or 1), "a record begins with (;")
            if closed and token is None:
                raise self._error(match.start(2), "a property must stand in a node, before ( and )")
            opened, closed = token == "(", token == ")"
            self._take(match, token)
            self.at = match.end()
        self._expect_end()
        return self.root

    def _take(self, match: re.Match[str], token: str | None) -> None:
        if token == "(":
            self.stack.append(self.node)
        elif token == ")":
            self.node = self.stack.pop()
        elif token == ";":
            self._begin_node(match.start(1))
        else:
            self._add_property(match)

    def _begin_node(self, at: int) -> None:
        self._count(at)
        line_end = self.text.rfind("\n", self.counted, at)
        if line_end >= 0:
            self.line += self.text.count("\n", self.counted, at)
            self.line_start = line_end + 1
        self.counted = at
        self.node = SgfNode(self.node, self.line, at - self.line_start + 1)
        if self.root is None:
            self.root = self.node

    def _add_property(self, match: re.Match[str]) -> None:
        assert self.node is not None  # the first token is "(", the second ";"
        values = _VALUE.findall(match[3])
        self._count(match.start(2), len(values))
        if "\\" in match[3]:
            values = [_ESCAPE.sub(_unescaped, value) for value in values]
        # A property that stands twice is against the standard; no value is lost by joining.
        self.node.properties.setdefault(match[2], []).extend(values)

    def _count(self, at: int, parts: int = 1) -> None:
        self.parts += parts
        if self.parts > MAX_PARTS:
            raise self._error(at, f"more than {MAX_PARTS} nodes and values: too much for a record")

    def _expect_end(self) -> None:
        rest = _AFTER_SPACE.match(self.text, self.at)
        at = rest.end() if rest else self.at
        if self.text.startswith("(", at):
            raise self._error(at, "a second game begins here; a record holds one")
        if at < len(self.text):
            raise self._error(at, "text after the end of the record")

    def _unreadable(self) -> RecordError:
        space = _AFTER_SPACE.match(self.text, self.at)
        at = space.end() if space else self.at
        if at == len(self.text):
            return self._error(at, "the record ends too early: a parenthesis is not closed")
        name = _NAME.match(self.text, at)
        if name is None and self.text[at] != "[":
            return self._error(at, f"{quote(self.text[at])} cannot stand here")
        rest = self.text[name.end() :].lstrip() if name else self.text[at:]
        if rest.startswith("["):
            return self._error(at, "a value is not closed: ] is missing")
        return self._error(at, f"a value in [] must follow {quote(name[0] if name else '')}")

    def _error(self, at: int, message: str) -> RecordError:
        return _error(self.text, at, message)


def _unescaped(match: re.Match[str]) -> str:
    """A backslash keeps the next character as it is, but joins lines."""
    return "" if match[1] == "\n" else match[1]


def _error(text: str, at: int, message: str) -> RecordError:
    line = text.count("\n", 0, at) + 1
    return RecordError(message, line=line, column=at - text.rfind("\n", 0, at))


def format_sgf(root: SgfNode) -> str:
    """The text of a tree: one node a line, variations in parentheses."""
    parts: list[str] = []
    waiting: list[SgfNode | str] = [")\n", root, "("]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(_format_node(item))
        if len(item.children) == 1:
            waiting += [item.children[0], "\n"]
        else:
            for child in reversed(item.children):
                waiting += [")", child, "\n("]
    return "".join(parts)


def _format_node(node: SgfNode) -> str:
    for name in node.properties:
        if not _NAME.fullmatch(name):
            raise RecordError(f"{quote(name)} cannot be the name of a property")
    return ";" + "".join(
        name + "".join(f"[{_escape(value)}]" for value in values or [""])
        for name, values in node.properties.items()
    )


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
