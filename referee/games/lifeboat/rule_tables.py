"""Tables that belong to a rule and are long to tell: the cards of the navigation deck."""

from collections.abc import Iterable

from referee.games.lifeboat.tables import NAVIGATION
from referee.games.lifeboat.wording import card_words


def navigation_deck(lang: str) -> Iterable[tuple[str, str]]:
    """List the navigation cards: what each is called, and what it says."""
    return ((name, card_words(content, lang)) for name, content in NAVIGATION.items())


TABLES = {"LIF-CARD-03": navigation_deck}
"""The table of a rule: rows of a name and what it means, in a language."""
