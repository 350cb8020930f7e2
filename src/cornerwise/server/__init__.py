"""The server: games over websockets, seats by signed cookie, engine work in worker processes.

Start reading at `events.py` and `protocol.py`: what can happen in a game, and what is said.
"""
