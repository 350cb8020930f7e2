"""Accounts, optional everywhere: who somebody is, how that is proved, and what is kept of it."""
