"""What is printed (characters, provisions, navigation cards) and what a table agrees on (options)."""

from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args

from referee.games.lifeboat.events import Character, NavigationContent, NavigationId, Provision
from referee.kernel.parts import (
    LISTS_KEPT,
    Amount,
    Cards,
    Edition,
    Equipment,
    Plain,
    Refused,
    Ruleset,
    choice,
    first_values,
    refuse,
)

PLAYERS: Final = range(4, 8)
"""Seven only with Cannibalism."""

BIRDS_TO_LAND: Final = 4


class _Printed(NamedTuple):
    """The figures of a character card; `doubles` is the treasure that counts twice, if any."""

    size: int
    survival: int
    doubles: str | None = None


CHARACTERS: Final[dict[Character, _Printed]] = {
    "lauren": _Printed(4, 8, "jewels"),
    "stephen": _Printed(5, 7, "paintings"),
    "captain": _Printed(7, 5, "cash"),
    "mate": _Printed(8, 4),
    "frenchy": _Printed(6, 6),
    "harter": _Printed(4, 8),
    "kid": _Printed(3, 9),
}
"""In the order of their places, bow to stern."""

START_ORDER: Final[tuple[Character, ...]] = tuple(CHARACTERS)

PROVISION_NAMES: Final[tuple[Provision, ...]] = get_args(Provision)
SET_ASIDE: Final = 10
"""Provisions removed at random with four or five players."""

WEAPONS: Final[dict[str, int]] = {"oar": 1, "blackjack": 2, "knife": 3, "hook": 4, "flare": 8}
"""What a weapon adds to Size."""

SPECIALS: Final = frozenset({"flare", "parasol", "medkit", "cannibalism"})

JEWEL_POINTS: Final = (0, 1, 4, 8)
PAINTING_POINTS: Final = {"painting3": 3, "painting2": 2}

FLARE_CARDS: Final = 3
MOST_EXPANSION_CARDS: Final = 4
"""Navigation cards of Cannibalism; what they say is entered by the table."""

_DECK = """
N01 -1 L LSCMF r
N02 +0 S CMF fr
N03 +0 S LC f
N04 +1 S CK r
N05 +0 S SC -
N06 +0 C S fr
N07 +1 C M f
N08 +0 C C -
N09 +0 C F -
N10 +0 M CF fr
N11 +1 M K f
N12 +0 M CM r
N13 +0 M L -
N14 +0 F SCMF fr
N15 +0 F LCM f
N16 +0 F CMK r
N17 +1 F SCM -
N18 +1 K SCMFK fr
N19 +0 K CMFK f
N20 +0 K LSCMF r
N21 +0 K LCMF -
N22 +1 - - -
N23 +1 LSCMFK LSCMFK fr
N24 +0 LSCMFK LSCMFK f
"""
"""By card: bird, overboard, thirsty, icons (fight, row); characters by initial."""

_INITIALS: Final[dict[str, Character]] = {
    "L": "lauren", "S": "stephen", "C": "captain", "M": "mate", "F": "frenchy", "K": "kid",
}  # fmt: skip


def _read(line: str) -> tuple[str, NavigationContent]:
    name, bird, overboard, thirst, icons = line.split()
    fell = tuple(_INITIALS[letter] for letter in overboard.strip("-"))
    thirsty = tuple(_INITIALS[letter] for letter in thirst.strip("-"))
    return name, NavigationContent(int(bird), fell, thirsty, "f" in icons, "r" in icons)  # type: ignore[arg-type]


NAVIGATION: Final[dict[str, NavigationContent]] = dict(map(_read, _DECK.split("\n")[1:-1]))
NUMBERS: Final = frozenset(range(len(NAVIGATION) + MOST_EXPANSION_CARDS))
"""What stands for the cards of a shuffled navigation deck that nobody has seen yet."""

NAVIGATION_IDS: Final[tuple[NavigationId, ...]] = get_args(NavigationId)
_ID_OF: Final = {content: name for name, content in NAVIGATION.items()}


def identify(card: Any) -> Any:
    """Return the number of a card read aloud; None, and one not of the base deck, stay as they are."""
    if not isinstance(card, NavigationContent):
        return card
    told = NavigationContent(
        card.bird, _in_order(card.overboard), _in_order(card.thirst), card.fight, card.row
    )
    return _ID_OF.get(told, told)


@lru_cache(maxsize=LISTS_KEPT)
def identify_all(cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return cards as `identify` does each. Cached."""
    return tuple([identify(card) for card in cards])


def _in_order(characters: tuple[Character, ...]) -> tuple[Character, ...]:
    """Return characters from bow to stern, each once."""
    return tuple(c for c in get_args(Character) if c in characters)


def content_of(card: str | NavigationContent) -> NavigationContent:
    """Return what a navigation card says. Rules: LIF-CARD-03."""
    return card if isinstance(card, NavigationContent) else NAVIGATION[card]


def _refuse_character(character: Any, _: int, most: int) -> Refused:
    if most == 0:
        return refuse("lifeboat.no_harter", "LIF-SET-10")
    return refuse("lifeboat.character_twice", "LIF-SET-02", character=character)


_CAST: Final[dict[Any, int]] = {**dict.fromkeys(START_ORDER, 1), "harter": 0}

_EQUIPMENT: Final = Equipment(
    (
        Cards("character", _CAST, facts=("characters",), refuse=_refuse_character),
        Cards("love", _CAST, hidden=("love",), nouns="character", counts_hidden=False),
        Cards("hate", _CAST, hidden=("hate",), nouns="character", counts_hidden=False),
        Cards(
            "provision",
            {
                "water": 16,
                "cash": 6,
                "jewels": 3,
                "painting3": 2,
                "painting2": 1,
                "medkit": 3,
                "oar": 2,
                "blackjack": 1,
                "knife": 1,
                "hook": 1,
                "flare": 1,
                "chum": 2,
                "preserver": 1,
                "compass": 1,
                "parasol": 1,
                "cannibalism": 0,
            },
            facts=("hands", "table", "discard", "deck"),
            hidden=("hands",),
            nouns="short",
            refuse=lambda card, n, most: refuse(
                "lifeboat.too_many_printed", "LIF-SET-05", "LIF-CARD-01", card=card, n=n, needed=most
            ),
            counts_hidden=False,
        ),
        Cards("navigation", len(NAVIGATION), facts=("row_stack",), hidden=("row_stack",)),
        Amount("wound", 40, facts=("wounds",), is_limit=False),
        Amount("bird", 3, facts=("birds",), is_limit=False),
    ),
    rules=("LIF-SET-02", "LIF-SET-03", "LIF-SET-05", "LIF-SET-07"),
)

_CANNIBALISM: Final[dict[str, Any]] = {
    "character": {"harter": 1},
    "love": {"harter": 1},
    "hate": {"harter": 1},
    "provision": {"medkit": 4, "cannibalism": 1},
    "navigation": len(NAVIGATION) + MOST_EXPANSION_CARDS,
}
"""What the expansion has otherwise in the box."""

_BOXES: Final = {False: _EQUIPMENT, True: _EQUIPMENT.changed(_CANNIBALISM)}


def _printed(item: str) -> dict[bool, dict[Any, int]]:
    """Return how many of each kind are printed, without the expansion and with it."""
    numbers: dict[bool, Any] = {expansion: box.item(item).number for expansion, box in _BOXES.items()}
    return {expansion: {kind: n for kind, n in of.items() if n} for expansion, of in numbers.items()}


PROVISIONS: Final = _printed("provision")
CASTS: Final[dict[bool, tuple[Character, ...]]] = {
    key: tuple(of) for key, of in _printed("character").items()
}
"""The characters in the box in the order of their places, without the expansion and with it."""

_NO_YES = ("no", "yes")

_OPTIONS = (
    choice("row_marker", ("if_card_in_stack", "always"), "LIF-ROW-03"),
    choice("few_players_remove_10", _NO_YES, "LIF-SET-08"),
    choice("seat_change_go_now", _NO_YES, "LIF-TURN-02"),
    choice("flare_weapon_discard", _NO_YES, "LIF-PLAY-03"),
    choice("overboard_status", ("at_fall", "in_water"), "LIF-STAT-05"),
    choice("lost_at_sea_scores", ("nothing", "love_and_hate"), "LIF-SCORE-08"),
    choice("psychopath_excludes_loved", (*_NO_YES, "3_points_each"), "LIF-SCORE-05"),
    choice("chum_stacks", _NO_YES, "LIF-OVER-02"),
    choice("trade_face_up", _NO_YES, "LIF-ACT-02"),
    choice("freeze_on_demand", _NO_YES, "LIF-ACT-02"),
    choice("one_weapon", _NO_YES, "LIF-FIGHT-05"),
    choice("preserver_rethrow", _NO_YES, "LIF-PLAY-02"),
    choice("compass_no_stack", ("1", "2"), "LIF-NAV-03"),
    choice("cannibal_heals", ("all_aboard", "conscious_only"), "LIF-CAN-01"),
    choice("cannibal_loot", ("leaves", "stays"), "LIF-CAN-01"),
    choice("row_one", _NO_YES, "LIF-VAR-ROW1", "LIF-VAR-NAV1"),
    choice("ghost_sharks", _NO_YES, "LIF-VAR-GHOST"),
    choice("quick", _NO_YES, "LIF-VAR-QUICK"),
    choice("cannibalism", _NO_YES, "LIF-SET-10", "LIF-CAN-01", box={"yes": _CANNIBALISM}),
    choice("physical_provisions", _NO_YES, "LIF-SET-05"),
    choice("physical_navigation", _NO_YES, "LIF-SET-07"),
)
"""`physical_…` say which deck lies on the table although the referee deals the other."""

_ZH: Final[dict[str, Plain]] = {**first_values(_OPTIONS), "few_players_remove_10": "yes"}

_EN: Final = Edition(
    "zh",
    row_marker="always",
    few_players_remove_10="no",
    overboard_status="in_water",
    lost_at_sea_scores="love_and_hate",
    trade_face_up="yes",
)

RULESET: Final = Ruleset(
    id="lifeboat",
    players=PLAYERS,
    players_rule="LIF-SET-09",
    options={option.name: option for option in _OPTIONS},
    editions={"zh": _ZH, "en": _EN},
    rules_version=4,
    equipment=_EQUIPMENT,
    sealed=frozenset({"supply"}),
)

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "fight": ("LIF-FIGHT-01", "LIF-FIGHT-03", "LIF-FIGHT-05", "LIF-FIGHT-07", "LIF-PLAY-03"),
    "mug": ("LIF-MUG-01", "LIF-MUG-02", "LIF-MUG-03", "LIF-MUG-04"),
    "seats": ("LIF-SEAT-01", "LIF-SEAT-02", "LIF-TURN-02"),
    "row": ("LIF-ROW-01", "LIF-ROW-02", "LIF-ROW-03", "LIF-VAR-ROW1", "LIF-VAR-NAV1"),
    "supply": ("LIF-SUP-01", "LIF-SUP-02", "LIF-SUP-05", "LIF-SUP-06", "LIF-SET-08"),
    "trade": ("LIF-ACT-02", "LIF-SUP-04"),
    "navigation": ("LIF-NAV-01", "LIF-NAV-02", "LIF-NAV-03", "LIF-NAV-04"),
    "birds": ("LIF-BIRD-01", "LIF-BIRD-02", "LIF-SPEC-03"),
    "overboard": ("LIF-OVER-01", "LIF-OVER-02", "LIF-OVER-03", "LIF-STAT-05", "LIF-PLAY-02", "LIF-VAR-GHOST"),
    "thirst": ("LIF-THIRST-01", "LIF-THIRST-02", "LIF-THIRST-03", "LIF-THIRST-04", "LIF-THIRST-05"),
    "special": ("LIF-SPEC-01", "LIF-SPEC-02", "LIF-SPEC-03", "LIF-SPEC-04", "LIF-SPEC-05"),
    "cannibalism": ("LIF-CAN-01", "LIF-CAN-02", "LIF-CAN-03"),
    "score": ("LIF-SCORE-02", "LIF-SCORE-05", "LIF-SCORE-08", "LIF-SCORE-03", "LIF-SCORE-04"),
    "tie": ("LIF-SCORE-09",),
}
"""What tables dispute about, each with the rules that bear on it, the most telling first."""
