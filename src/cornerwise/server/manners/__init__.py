"""How people get along: chat, mute and block, reports, and the moderators' work."""
