"""Where people meet: open seats, quick pairing, invitations, who is here, which games run."""
