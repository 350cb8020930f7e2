"""The error of a subcommand whose message is for people."""


class CommandFailed(Exception):
    """What was asked for could not be done; the message says why and what to do."""
