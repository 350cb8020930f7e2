"""Matches between engines: paired, parallel, resumable. docs/arena.md shows whole matches.

>>> from cornerwise.arena import make_plan
>>> make_plan("duo", ["largest", "random"]).seatings
'even'
"""

from cornerwise.arena.planning import make_plan, profile_plan
from cornerwise.arena.profile import measure_profile, save_profile, times_in
from cornerwise.arena.report import format_summary, summary_data
from cornerwise.arena.rows import ArenaError, EngineFailed, Forfeit, GameRow, Job, Plan
from cornerwise.arena.seating import SEATINGS, seatings_of
from cornerwise.arena.sprt import Sprt
from cornerwise.arena.stats import Estimate, elo_of_score, score_interval, score_of_elo
from cornerwise.arena.store import Store
from cornerwise.arena.summary import SCORES, Summary, summarize
from cornerwise.arena.tournament import Tournament, load_summary, run_match

__all__ = [
    "SCORES",
    "SEATINGS",
    "ArenaError",
    "EngineFailed",
    "Estimate",
    "Forfeit",
    "GameRow",
    "Job",
    "Plan",
    "Sprt",
    "Store",
    "Summary",
    "Tournament",
    "elo_of_score",
    "format_summary",
    "load_summary",
    "make_plan",
    "measure_profile",
    "profile_plan",
    "run_match",
    "save_profile",
    "score_interval",
    "score_of_elo",
    "seatings_of",
    "summarize",
    "summary_data",
    "times_in",
]
