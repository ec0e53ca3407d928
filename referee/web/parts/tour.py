"""The first round of a game, led: what is happening now and what one does, skipped by one tap."""

from referee.draw import board_of
from referee.l10n import has
from referee.web.acts.visit import Visit
from referee.web.parts.markup import Html, el


def tour(visit: Visit) -> Html | None:
    """Lead a seat through the first round or day; nothing once it is over, or where no words are."""
    named = getattr(board_of(visit.game.id), "tour_step", None)
    id = f"{visit.game.id}.tour.{named(visit.view) if named else visit.game.phase(visit.state)}"
    if not has(id, visit.lang) or is_past_first_round(visit):
        return None
    mine = visit.seat in visit.game.acting(visit.state)
    own = f"{id}_mine"
    told = own if mine and has(own, visit.lang) else id
    return el(
        "aside",
        el("b", visit.say("web.tour")),
        el("p", visit.say(told)),
        el("button", visit.say("web.tour_skip"), type="button", data_skip=visit.game.id, hidden=True),
        class_="tour",
        data_tour=visit.game.id,
        aria_label=visit.say("web.tour"),
    )


def is_past_first_round(visit: Visit) -> bool:
    """Tell whether a round or day is over already; where a chapter is longer, its board knows."""
    if any(seq <= visit.moment.revision for seq in visit.log_index.chapter_ends[:1]):
        return True
    over = getattr(board_of(visit.game.id), "is_first_round_over", None)
    return over is not None and over(visit.view)
