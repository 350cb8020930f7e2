"""Tournaments that run by themselves: round robin, Swiss, and duplicate against computers.

Start at `plan.py` (who meets whom) and `score.py` (who leads); `director.py` makes it happen.
"""
