"""Who is how strong: ratings by game and speed, from the log of the games and nothing else.

Start at `scale.py` (what a number means), `outcome.py` (what counts of a game) and
`update.py` (what a result changes); `ledger.py` keeps it.
"""
