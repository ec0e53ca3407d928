"""What both boards of Niagara say in words: headlines, labels, the order of things."""

from referee.draw.palette import marks_of
from referee.draw.words import word
from referee.games.niagara.events import Card, Gem
from referee.games.niagara.view import Paddle, View
from referee.l10n import noun

GEMS: tuple[Gem, ...] = ("amethyst", "diamond", "amber", "sapphire", "ruby")
"""In the order of their sites, from the rope down."""

WEATHERS = (-1, 0, 1, 2)
SITE_SPACES: dict[str, Gem] = {"S3": "amethyst", "S4": "diamond", "S5": "amber", "6": "sapphire", "7": "ruby"}
"""Which site each row of the river touches."""

RIVER_SPACES = ("S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7")


def canoe_labels(view: View) -> dict[tuple[str, int], str]:
    """Label every canoe by seat and number: `B2`, or `P1.2` where the seat's mark ends in a digit."""
    marks = marks_of(view.seats)
    return {
        (seat, canoe): f"{mark}{'.' if mark[-1].isdigit() else ''}{canoe}"
        for seat, mark in marks.items()
        for canoe in (1, 2)
    }


def canoes_at(view: View, place: str) -> list[tuple[str, int, Gem | None]]:
    """List the canoes at a place as (seat, number, cargo), in turn order."""
    return [
        (seat, number, canoe.gem)
        for seat in view.seats
        for number, canoe in enumerate(view.canoes[seat], 1)
        if canoe.at == place
    ]


def round_words(view: View, lang: str) -> str:
    """Say which round it is, and whether it is the last."""
    last = view.last_round and view.phase != "ended"
    return word(view, lang, "round_last" if last else "round", n=round_played(view))


def round_played(view: View) -> int:
    """Number the round that is on, or that was the last: the life ring was handed on after it."""
    return view.round - (view.phase == "ended")


def headline(view: View, lang: str) -> str:
    """Say what the table waits for, or who has won."""
    if view.winners is not None:
        return result_words(view, lang)
    if view.phase == "choose":
        waiting = tuple(seat for seat in view.seats if not view.paddles[seat].laid)
        everybody = len(waiting) == len(view.seats)
        return word(view, lang, "choose" if everybody else "choose_waiting", seats=waiting)
    if view.phase == "river":
        if not view.pushes:
            return word(view, lang, "river")
        example = (word(view, lang, "arms_in_turn") * view.pushes)[: view.pushes]
        return word(view, lang, "pushes", n=view.pushes, example=example)
    card = view.paddles[view.turn].shown if view.turn else None
    id = view.phase if view.phase == "reveal" else "turn" if card is None else "turn_card"
    return word(view, lang, id, seat=view.turn, card=card)


def result_words(view: View, lang: str) -> str:
    """Say who has won."""
    winners = view.winners or ()
    id = ("nobody_won", "won")[len(winners)] if len(winners) < 2 else "won_shared"
    return word(view, lang, id, seats=winners)


def speed_words(view: View, lang: str) -> str:
    """Say how fast the river runs, so far or for good; nothing before the first card is up."""
    if view.speed is None:
        return ""
    for_good = view.phase in ("river", "ended")
    return word(view, lang, "speed" if for_good else "speed_so_far", n=view.speed)


def card_words(view: View, paddle: Paddle, lang: str) -> str:
    """Say what a seat's card on the table is to the one who asks."""
    if paddle.shown is not None:
        return noun("card", paddle.shown, lang, "niagara")
    if paddle.own is not None:
        return word(view, lang, "own_down", card=paddle.own)
    return word(view, lang, "face_down" if paddle.laid else "nothing")


def gem_counts(view: View, gems: dict[Gem, int], lang: str) -> str:
    """Count gems in words, in the order of their sites."""
    shown = [f"{noun('gem', gem, lang, 'niagara')} {gems[gem]}" for gem in GEMS if gems.get(gem)]
    return word(view, lang, "between").join(shown) or word(view, lang, "site_empty")


def site_counts(view: View, site: Gem, lang: str) -> str:
    """Count what lies at a site: its own colour first, even where none is left."""
    there = view.sites.get(site, {})
    own = f"{noun('gem', site, lang, 'niagara')} {there.get(site, 0)}"
    strangers = {gem: n for gem, n in there.items() if gem != site and n}
    return word(view, lang, "between").join([own, gem_counts(view, strangers, lang)] if strangers else [own])


def footnotes(view: View, lang: str) -> list[str]:
    """List what is not always there: goals met, gems out of the game."""
    notes = [
        word(view, lang, "met", seat=standing.seat, goals=standing.goals)
        for standing in view.standings
        if standing.goals
    ]
    if view.hopeless and view.winners is None:
        notes.append(word(view, lang, "hopeless"))
    if any(view.removed.values()):
        notes.append(word(view, lang, "removed", gems=gem_counts(view, view.removed, lang)))
    return notes


def hand_of(view: View) -> tuple[Card, ...]:
    """List the cards the viewer holds; none for everybody's view, and none when the game is over."""
    held = view.paddles[view.seat].hand if view.seat else None
    return held if held and view.phase != "ended" else ()


def seats_in_order(view: View) -> list[tuple[int | None, str]]:
    """List (rank, seat): the final table once the game is over, turn order until then."""
    if view.standings:
        return [(standing.rank, standing.seat) for standing in view.standings]
    return [(None, seat) for seat in view.seats]
