"""The text side of GTP: a line becomes a command, an answer becomes text."""

import re
from dataclasses import dataclass

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_WORD = re.compile(r'"((?:[^"\\]++|\\.)*+)"|(\S++)')
_ESCAPE = re.compile(r"\\(.)")


class CommandError(ValueError):
    """A command cannot be done; the message goes back behind `?`."""


@dataclass(frozen=True)
class Command:
    """One line of input."""

    id: str
    """The number that the answer repeats; empty if there was none."""
    name: str
    args: tuple[str, ...]

    def only(self, *names: str) -> tuple[str, ...]:
        """The arguments, if there are as many as names for them."""
        if len(self.args) != len(names):
            wanted = " ".join(names) or "no argument"
            raise CommandError(f"{self.name} needs {wanted}")
        return self.args

    def text(self, name: str, *, after: int = 0) -> str:
        """The arguments from one on as one text; it must not be empty."""
        if len(self.args) <= after:
            raise CommandError(f"{self.name} needs {name}")
        return " ".join(self.args[after:])


def parse_command(line: str) -> Command | None:
    """The command in a line, or None if it is empty or a comment.

    >>> parse_command("7 play b e10 # a small one")
    Command(id='7', name='play', args=('b', 'e10'))
    """
    clean = _COMMENT.sub("", _CONTROL.sub("", line.replace("\t", " ")))
    words = [_ESCAPE.sub(r"\1", m[1]) if m[2] is None else m[2] for m in _WORD.finditer(clean)]
    if not words:
        return None
    numbered = len(words) > 1 and words[0].isascii() and words[0].isdigit()
    first = 1 if numbered else 0
    return Command(words[0] if numbered else "", words[first], tuple(words[first + 1 :]))


def format_answer(id: str, text: str, *, ok: bool = True) -> str:
    """An answer with its end. An empty line would end it early, so it gets a space.

    >>> format_answer("7", "true")
    '=7 true\\n\\n'
    """
    first, *rest = text.rstrip().split("\n")
    # The space stays when nothing follows: Pentobi's match runner insists on it.
    head = f"{'=' if ok else '?'}{id} {first.rstrip()}"
    return "\n".join([head, *(line.rstrip() or " " for line in rest)]) + "\n\n"
