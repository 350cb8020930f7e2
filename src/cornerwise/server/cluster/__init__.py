"""More than one server: what they tell each other, who owns which game, who thinks for whom."""
