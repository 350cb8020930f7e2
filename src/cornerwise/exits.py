"""Exit statuses of the command, as shells have them. Loads next to nothing."""

import signal

INTERRUPTED = 128 + signal.SIGINT
"""After Ctrl-C."""
NO_READER = 128 + 13
"""When whoever read our output went away: SIGPIPE, which Windows does not know by name."""
