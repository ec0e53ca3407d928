"""Tables that belong to a rule and are long to tell: the cards of the navigation deck."""

from referee.games.lifeboat.events import Character
from referee.games.lifeboat.tables import NAVIGATION
from referee.games.lifeboat.wording import SAILORS
from referee.kernel.registry import RuleTables
from referee.l10n import noun, say
from referee.languages import listed

COLUMNS = ("number", "bird", "over", "dry", "row", "fight")
BIRDS = {1: "bird", -1: "crossed"}


def navigation_deck(lang: str) -> list[list[str]]:
    """List the navigation cards below a row of heads: what each says, in the words one types."""
    heads = [say(f"lifeboat.deck.{column}", lang) for column in COLUMNS]
    rows = [heads]
    for name, card in NAVIGATION.items():
        bird = say(f"lifeboat.deck.{BIRDS[card.bird]}", lang) if card.bird else ""
        icons = [noun("icon", each, lang, "lifeboat") if getattr(card, each) else "" for each in COLUMNS[4:]]
        rows.append([name, bird, people(card.overboard, lang), people(card.thirst, lang), *icons])
    return rows


def people(who: tuple[Character, ...], lang: str) -> str:
    """Name some of the boat as one types them; all of them in one word."""
    if {*who} >= {*SAILORS}:
        return say("lifeboat.deck.all", lang)
    return listed((noun("role", each, lang, "lifeboat") for each in who), lang)


RULE_TABLES = RuleTables(by_rule={"LIF-CARD-03": navigation_deck})
