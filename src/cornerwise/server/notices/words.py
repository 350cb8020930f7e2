"""What a notice says, in the person's language."""

from dataclasses import dataclass
from typing import Any

from cornerwise.server.notices.bodies import Language
from cornerwise.server.seats import SeatView
from cornerwise.server.state import GameState

HOUR = 3_600_000


@dataclass(frozen=True)
class Turn:
    """A turn that somebody should know of."""

    game: str
    player: int
    seq: int
    """The event with which it began."""
    titles: dict[str, str]
    """The variant's name, by language."""
    others: tuple[str, ...]
    """Names of the other people at the table; guests may have none."""
    deadline: int


def awaited(game: str, state: GameState) -> Turn | None:
    """The turn that is to be told: a person's, in a game of days."""
    player, deadline = state.game.player, state.deadline()
    if player is None or deadline is None or state.clock is None or not state.clock.days:
        return None
    others = tuple(_name(s) for p, s in enumerate(state.seats) if p != player)
    return Turn(
        game=game,
        player=player,
        seq=state.turn_seq,
        titles=dict(state.game.variant.title),
        others=tuple(name for name in others if name),
        deadline=deadline,
    )


def _name(seat: SeatView) -> str:
    return (seat.account or seat.name) if seat.kind == "person" else ""


def title(turn: Turn, language: Language) -> str:
    """One line."""
    name = turn.titles[language]
    return f"À vous de jouer\u00a0: {name}" if language == "fr" else f"Your turn: {name}"


def body(turn: Turn, language: Language, now: int) -> str:
    """One sentence or two."""
    hours = max(1, (turn.deadline - now) // HOUR)
    left = f"{hours // 24}" if hours >= 48 else f"{hours}"
    names = ", ".join(turn.others)
    if language == "fr":
        against = f"Contre {names}. " if names else ""
        return f"{against}Il vous reste {left} {'jours' if hours >= 48 else _many('heure', hours)}."
    against = f"Against {names}. " if names else ""
    return f"{against}You have {left} {'days' if hours >= 48 else _many('hour', hours)} left."


def _many(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def payload(turn: Turn, language: Language, now: int) -> dict[str, Any]:
    """For the page's service worker: it shows the words and opens the path when touched."""
    return {
        "title": title(turn, language),
        "body": body(turn, language, now),
        "path": f"/g/{turn.game}",
        "tag": turn.game,  # a newer notice of the same game takes the place of the older
    }


def mail(turn: Turn, language: Language, now: int, link: str, settings: str) -> tuple[str, str]:
    """Subject and text."""
    stop = (
        "Vous recevez ce courriel parce que vous l’avez choisi. Pour n’en plus recevoir\u00a0:"
        if language == "fr"
        else "You get this mail because you asked for it. To get no more of them:"
    )
    text = f"{body(turn, language, now)}\n\n{link}\n\n-- \n{stop}\n{settings}\n"
    return title(turn, language), text
