"""Balanced openings: near to even, the same for a block, and always found."""

from dataclasses import replace
from pathlib import Path

import pytest

from cornerwise.arena import ArenaError, Store, Tournament, make_plan, run_match
from cornerwise.arena.balance import Balance, side_shares, unevenness
from cornerwise.arena.match import make_players, play_game
from cornerwise.arena.openings import Openings
from cornerwise.arena.rows import Job, Plan
from cornerwise.play import Game
from cornerwise.rules import variant

QUICK = Balance(simulations=60)


def openings(
    word: str = "balanced", *, name: str = "duo", seed: int = 1, balance: Balance = QUICK
) -> Openings:
    options = variant(name).options
    plan = Plan(variant=name, options=options, players=(), opening=word, seed=seed)
    return Openings(plan, balance)


def test_the_same_seed_gives_the_same_openings() -> None:
    one, same, other = (openings(seed=seed) for seed in (1, 1, 2))
    assert [one.game(n) for n in (0, 1)] == [same.game(n) for n in (0, 1)]
    assert one.game(1) == openings().game(1)  # whatever was judged before
    assert len({one.game(0), one.game(1), other.game(0)}) == 3


@pytest.mark.parametrize("name", ["duo", "classic_teams", "trigon_3", "trigon"])
def test_every_side_is_near_to_its_even_share(name: str) -> None:
    game = openings(name=name).game(0)
    shares = side_shares(game, QUICK.simulations)
    even = 1 / len(variant(name).sides)
    assert sum(shares) == pytest.approx(1)
    assert all(0.8 * even <= share <= 1.2 * even for share in shares)
    assert len(game.moves) == len(variant(name).colors)
    assert len({move.size for move in game.moves}) == 1


def test_most_random_openings_of_duo_are_not() -> None:
    plan = openings("random")
    assert sum(unevenness(plan.game(n), 60) > QUICK.window for n in range(12)) > 6


def test_the_nearest_is_taken_when_none_is_near_enough() -> None:
    impossible = openings(balance=Balance(simulations=60, window=-1, attempts=5))
    tried = [impossible._drawn(f"1/opening/0/{attempt}") for attempt in range(5)]
    assert impossible.game(0) == min(tried, key=lambda game: unevenness(game, 60))


def test_a_game_that_is_over_is_no_opening() -> None:
    endless = openings("random")
    endless.plies = 999
    assert unevenness(endless.game(0), 60) > 1


def test_an_opening_is_judged_once_and_its_games_are_independent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Game] = []
    monkeypatch.setattr(
        "cornerwise.arena.balance.unevenness", lambda game, _: asked.append(game) or 0.0
    )
    plan = openings("balanced:3")
    first, second = plan.game(0), plan.game(0)
    first.play(first.legal_moves[0])
    assert (len(first.moves), len(second.moves), len(asked)) == (4, 3, 1)


def test_the_games_of_a_block_begin_alike() -> None:
    plan = make_plan("duo", ["largest", "random"], opening="balanced")
    players, chosen = make_players(plan), Openings(plan, QUICK)
    rows = [play_game(plan, Job(0, seating), players, chosen) for seating in ("AB", "BA")]
    assert [row.opening_plies for row in rows] == [2, 2]
    assert rows[0].moves[:2] == rows[1].moves[:2]


def test_a_block_goes_on_with_the_opening_that_it_began_with(tmp_path: Path) -> None:
    """As when the match is continued where an opening is judged otherwise."""
    plan = make_plan("duo", ["largest", "random"], opening="random")
    run_match(Tournament(plan, 2, store=Store(tmp_path)), quiet=True)
    path = tmp_path / "games.jsonl"
    begun, first, _ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(begun.replace(b'"opening":"random"', b'"opening":"balanced"') + first)
    again = Tournament(replace(plan, opening="balanced"), 4, store=Store(tmp_path))
    first_moves = next(iter(again.rows.values())).moves[:2]
    assert [job.begun for job in again.missing()] == [first_moves, None, None]
    run_match(again, quiet=True)
    assert {row.moves[:2] for row in again.rows.values() if row.opening == 0} == {first_moves}


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("balanced:x", "'x' is no number of plies"),
        ("balanced:0", "'balanced:0': give at least one ply"),
        ("balanced:999", "'balanced:999': the game is over"),
        ("random:999", "'random:999': the game is over"),
        ("balance", "say random, random:6, balanced"),
    ],
)
def test_bad_words_are_told(word: str, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        make_plan("duo", ["largest", "random"], opening=word)
