"""Play that survives people: slow lines, moves sent early, seats left and taken again."""
