"""The first round of a game, led: what is happening now and what one does, skipped by one tap."""

from referee.draw import board_of
from referee.l10n import has
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import Html, el


def tour(context: RequestContext) -> Html | None:
    """Lead a seat through the first round or day; nothing once it is over, or where no words are."""
    step = board_of(context.game.id).tour_step
    id = f"{context.game.id}.tour.{context.game.phase(context.state) if step is None else step(context.view)}"
    if not has(id, context.lang) or is_past_first_round(context):
        return None
    mine = context.seat in context.game.acting(context.state)
    own = f"{id}_mine"
    told = own if mine and has(own, context.lang) else id
    return el(
        "aside",
        el("b", context.say("web.tour")),
        el("p", context.say(told)),
        el("button", context.say("web.tour_skip"), type="button", data_skip=context.game.id, hidden=True),
        class_="tour",
        data_tour=context.game.id,
        aria_label=context.say("web.tour"),
    )


def is_past_first_round(context: RequestContext) -> bool:
    """Tell whether a round or day is over already; where a chapter is longer, its board knows."""
    if any(seq <= context.moment.revision for seq in context.log_index.chapter_ends[:1]):
        return True
    return board_of(context.game.id).is_first_round_over(context.view)
