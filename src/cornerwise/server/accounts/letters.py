"""The texts of mails about accounts, in both languages."""

from typing import Literal

Language = Literal["en", "fr"]

SIGN_IN = {
    "en": (
        "Sign in to Cornerwise",
        "Open this page to sign in as {name}:\n\n{link}\n\n"
        "The link works once, for a quarter of an hour. If you did not ask for it, do nothing.\n",
    ),
    "fr": (
        "Connexion à Cornerwise",
        "Ouvrez cette page pour vous connecter en tant que {name}\u00a0:\n\n{link}\n\n"
        "Le lien sert une seule fois, pendant un quart d’heure. "
        "Si vous n’avez rien demandé, ne faites rien.\n",
    ),
}
PROVE = {
    "en": (
        "Your address at Cornerwise",
        "Open this page to make this the address of {name}:\n\n{link}\n\n"
        "The link works once, for a day. If you did not ask for it, do nothing.\n",
    ),
    "fr": (
        "Votre adresse chez Cornerwise",
        "Ouvrez cette page pour que ceci soit l’adresse de {name}\u00a0:\n\n{link}\n\n"
        "Le lien sert une seule fois, pendant un jour. "
        "Si vous n’avez rien demandé, ne faites rien.\n",
    ),
}


def sign_in_letter(language: Language, name: str, link: str) -> tuple[str, str]:
    """Subject and text of a mail with a sign-in link."""
    subject, text = SIGN_IN[language]
    return subject, text.format(name=name, link=link)


def proof_letter(language: Language, name: str, link: str) -> tuple[str, str]:
    """Subject and text of a mail that proves an address."""
    subject, text = PROVE[language]
    return subject, text.format(name=name, link=link)
