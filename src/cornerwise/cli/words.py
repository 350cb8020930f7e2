"""What `cornerwise play` says, in English and in French.

Words are a friend's: what happened, and what one can do; never "error".
"""

import os
from collections.abc import Mapping

from cornerwise.play import IllegalMove, MoveError

COLORS_FR = {
    "blue": "bleu",
    "yellow": "jaune",
    "red": "rouge",
    "green": "vert",
    "purple": "violet",
    "orange": "orange",
}

ENGLISH = {
    "welcome": "{title}. You play {mine}; the computer plays the rest. Type help for help.",
    "watch": "{title}. The computer plays everybody.",
    "prompt": "{color}> ",
    "computer": "The computer plays {color}: {piece} {move}",
    "played": "You played {piece}: {move}",
    "out": "{color} has no move left.",
    "over": "The game is over.",
    "result": "{place}. player {player}{you}: {points}",
    "you": " (you)",
    "score": "{color} {score}",
    "pieces": "Pieces of {color}: {pieces}",
    "listed": "{shown} of {count} moves; type a number to play one, "
    "or list PIECE, list CELL for others.",
    "none": "No legal move fits that. Type list to see what does.",
    "hint": "Try {piece}: {move}",
    "undone": "Taken back.",
    "nothing": "There is nothing to take back.",
    "saved": "Saved in {path}.",
    "save_where": "Say where: save game.blksgf",
    "unsaved": "{path} cannot be written: {reason}.",
    "bye": "Goodbye!",
    "help": """A move is the cells it covers: e10,f10,e11 (or with spaces). Or:
  list            moves to choose from, largest first; then type a number
  list F e10      only piece F, only over cell e10 (both may be left out)
  pieces          what you still have
  hint            a move the computer would play
  undo            take your last move back
  board           draw the board again
  save FILE       keep the game (.blksgf or .json)
  resign          give up
  quit            leave""",
}

FRENCH = {
    "welcome": "{title}. Vous jouez {mine} ; l’ordinateur joue le reste. Tapez aide pour l’aide.",
    "watch": "{title}. L’ordinateur joue pour tout le monde.",
    "prompt": "{color}> ",
    "computer": "L’ordinateur joue {color} : {piece} {move}",
    "played": "Vous avez joué {piece} : {move}",
    "out": "{color} n’a plus de coup.",
    "over": "La partie est finie.",
    "result": "{place}. joueur {player}{you} : {points}",
    "you": " (vous)",
    "score": "{color} {score}",
    "pieces": "Pièces de {color} : {pieces}",
    "listed": "{shown} coups sur {count} ; tapez un numéro pour en jouer un, "
    "ou liste PIÈCE, liste CASE pour en voir d’autres.",
    "none": "Aucun coup permis ne correspond. Tapez liste pour voir les coups.",
    "hint": "Essayez {piece} : {move}",
    "undone": "Coup annulé.",
    "nothing": "Il n’y a rien à annuler.",
    "saved": "Enregistré dans {path}.",
    "save_where": "Dites où : enregistrer partie.blksgf",
    "unsaved": "{path} ne peut pas être écrit : {reason}.",
    "bye": "Au revoir !",
    "help": """Un coup, ce sont les cases couvertes : e10,f10,e11 (ou avec des espaces). Ou bien :
  liste           des coups au choix, les plus grands d’abord ; puis tapez un numéro
  liste F e10     seulement la pièce F, seulement sur la case e10 (l’une ou l’autre suffit)
  pièces          ce qu’il vous reste
  conseil         un coup que jouerait l’ordinateur
  annuler         annuler votre dernier coup
  plateau         revoir le plateau
  enregistrer F   garder la partie (.blksgf ou .json)
  abandonner      abandonner la partie
  quitter         partir""",
}

REFUSALS_FR = {
    "over": "la partie est finie",
    "turn": "ce n’est pas à cette couleur de jouer",
    "stock": "vous n’avez plus cette pièce",
    "occupied": "la case {cell} est déjà couverte",
    "edge": "touche un côté de votre propre couleur en {cell}",
    "side": "un coin touche le côté d’une de vos pièces en {cell}",
    "start": "la première pièce doit couvrir une case de départ ouverte",
    "corner": "ne touche aucun de vos coins",
}

COMMANDS = {
    "help": ("help", "?", "h", "aide"),
    "moves": ("list", "l", "liste", "moves", "coups"),
    "pieces": ("pieces", "pièces"),
    "hint": ("hint", "conseil"),
    "undo": ("undo", "u", "annuler", "reprendre"),
    "board": ("board", "plateau"),
    "save": ("save", "enregistrer"),
    "resign": ("resign", "abandonner"),
    "quit": ("quit", "exit", "q", "quitter"),
}
"""What people may type for each command; both languages always work."""


def language(env: Mapping[str, str] = os.environ) -> str:
    """`fr` where the locale is French, `en` anywhere else.

    >>> language({"LANG": "fr_CA.UTF-8"}), language({"LC_ALL": "C", "LANG": "fr_FR"})
    ('fr', 'en')
    """
    for key in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if env.get(key):
            return "fr" if env[key].lower().startswith("fr") else "en"
    return "en"


def command_called(word: str) -> str | None:
    """The command that a word means, if any."""
    return next((name for name, words in COMMANDS.items() if word.lower() in words), None)


class Words:
    """Sentences in one language."""

    def __init__(self, chosen: str) -> None:
        self.language = chosen
        self._sentences = FRENCH if chosen == "fr" else ENGLISH

    def say(self, what: str, **parts: object) -> str:
        """A sentence with its parts filled in."""
        return self._sentences[what].format(**parts)

    def color(self, name: str) -> str:
        return COLORS_FR.get(name, name) if self.language == "fr" else name

    def refusal(self, error: MoveError) -> str:
        """Why a move cannot be played."""
        if self.language == "fr" and isinstance(error, IllegalMove):
            return "Pas permis : " + REFUSALS_FR[error.reason].format(cell=error.cell) + "."
        if self.language == "fr":
            return "Je ne lis pas de coup ici : écrivez des cases du plateau qui forment une pièce."
        start = "Not allowed: " if isinstance(error, IllegalMove) else "No move: "
        return f"{start}{error}."
