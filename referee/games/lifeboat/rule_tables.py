"""Tables that are shown with a rule: the cards of the navigation deck."""

from referee.games.lifeboat.events import Character
from referee.games.lifeboat.tables import NAVIGATION
from referee.games.lifeboat.wording import SAILORS
from referee.kernel.registry import RuleTables
from referee.l10n import noun, say
from referee.languages import listed

_COLUMNS = ("number", "bird", "over", "dry", "row", "fight")
_BIRDS = {1: "bird", -1: "crossed"}


def navigation_deck(lang: str) -> list[list[str]]:
    """Return the navigation cards as rows of words, the first row heads."""
    heads = [say(f"lifeboat.deck.{column}", lang) for column in _COLUMNS]
    rows = [heads]
    for name, card in NAVIGATION.items():
        bird = say(f"lifeboat.deck.{_BIRDS[card.bird]}", lang) if card.bird else ""
        icons = [noun("icon", each, lang, "lifeboat") if getattr(card, each) else "" for each in _COLUMNS[4:]]
        rows.append([name, bird, _people(card.overboard, lang), _people(card.thirst, lang), *icons])
    return rows


def _people(who: tuple[Character, ...], lang: str) -> str:
    """Return the names of characters; one word where all sailors are named."""
    if {*who} >= {*SAILORS}:
        return say("lifeboat.deck.all", lang)
    return listed((noun("role", each, lang, "lifeboat") for each in who), lang)


RULE_TABLES = RuleTables(by_rule={"LIF-CARD-03": navigation_deck})
