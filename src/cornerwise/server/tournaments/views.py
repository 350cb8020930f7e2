"""Tournaments as they are shown."""

from collections.abc import Sequence

from cornerwise.rules import VARIANTS, Side
from cornerwise.server.tournaments import bodies
from cornerwise.server.tournaments.keeping import BYE
from cornerwise.server.tournaments.score import (
    Meeting,
    duplicate_scores,
    meeting_scores,
    places,
)
from cornerwise.server.tournaments.tournament import Tournament, entrant_of


def line(tournament: Tournament) -> bodies.TournamentLine:
    """In a list."""
    chosen = tournament.chosen
    return bodies.TournamentLine(
        id=tournament.id,
        name=chosen.name,
        kind=chosen.kind,
        variant=chosen.variant,
        clock=chosen.clock,
        phase=tournament.phase,
        round=tournament.round,
        rounds=chosen.rounds,
        starts=chosen.starts,
        created=tournament.created,
        entrants=len(tournament.active),
        rated=chosen.rated,
    )


def view(tournament: Tournament, guest: str) -> bodies.TournamentView:
    """With everything, for one who looks at it."""
    me = entrant_of(tournament, guest)
    return bodies.TournamentView(
        line=line(tournament),
        options=tournament.chosen.options,
        level=tournament.chosen.level,
        most=tournament.chosen.most,
        is_maker=bool(guest) and tournament.maker == guest,
        me=me.number if me else None,
        my_game=_my_game(tournament, guest) if me else "",
        entrants=[
            bodies.EntrantView(number=e.number, name=e.name, account=e.account, is_out=e.is_out)
            for e in tournament.entrants
        ],
        standings=_standings(tournament),
        rounds=[
            bodies.RoundView(number=number, meetings=_meetings(tournament, number))
            for number in range(1, tournament.round + 1)
        ],
    )


def _my_game(tournament: Tournament, guest: str) -> str:
    """Of an entry that has left, too: its last game is still to be played."""
    mine = {entrant.number for entrant in tournament.entrants if entrant.guest == guest}
    own = (g for g in tournament.games if mine & set(g.meeting.entrants) and not g.meeting.over)
    return next((game.game for game in own if game.made), "")


def _standings(tournament: Tournament) -> list[bodies.StandingView]:
    lines = tournament.lines
    return [
        bodies.StandingView(
            place=place,
            entrant=entry.entrant,
            score=entry.score,
            games=entry.games,
            buchholz=entry.buchholz,
            sonneborn=entry.sonneborn,
            points=entry.points,
        )
        for place, entry in zip(places(lines), lines, strict=True)
    ]


def _meetings(tournament: Tournament, number: int) -> list[bodies.MeetingView]:
    games = [game for game in tournament.games if game.meeting.round == number]
    played = [game.meeting for game in games if game.meeting.over]
    is_duplicate = tournament.chosen.kind == "duplicate"
    shares = duplicate_scores(played) if is_duplicate else {}
    sides = VARIANTS[tournament.chosen.variant].sides
    return [
        bodies.MeetingView(
            game="" if game.game.startswith(BYE) else game.game,
            entrants=list(game.meeting.entrants),
            over=game.meeting.over,
            points=list(game.meeting.points),
            scores=_scores(game.meeting, sides, shares if is_duplicate else None),
        )
        for game in games
    ]


def _scores(
    meeting: Meeting, sides: Sequence[Side], shares: dict[int, float] | None
) -> list[float]:
    if not meeting.over:
        return []
    if shares is None:
        return meeting_scores(meeting, sides)
    return [0.0 if entrant is None else shares[entrant] for entrant in meeting.entrants]
