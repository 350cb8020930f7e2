"""Notices of games that go on for days: it is your turn. By web push, or by mail."""
