"""The study board: any position is looked at, and files with variations are opened and saved."""
