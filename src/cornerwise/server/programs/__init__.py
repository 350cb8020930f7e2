"""For programs: the bot API with its tokens, downloads of public games, metrics, logs."""
