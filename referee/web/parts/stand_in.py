"""Seats whose people went home: what may be done for them is offered to all who are here."""

from referee.service.tables.open_acts import is_secret_choice
from referee.web.access.links import SEAT
from referee.web.acts.possible_acts import Act
from referee.web.acts.request_context import RequestContext
from referee.web.parts.buttons import acts_to_press, possible
from referee.web.parts.markup import NOTHING, Html, el, join

FEW = 4
"""So many acts of another seat are offered at once on a phone; more are on the page of that seat."""


def waited_for(context: RequestContext) -> tuple[str, ...]:
    """List the seats that the game waits for and whose people went home."""
    return tuple(seat for seat in context.game.acting(context.state) if seat in context.state.absent)


def acts_for(context: RequestContext, seat: str) -> tuple[Act, ...]:
    """List what everybody may read of what is due from a seat; no choice that is laid face down."""
    if is_secret_choice(context.game, context.state, seat):
        return ()
    return tuple(act for act in acts_to_press(context, [seat]) if context.game.rank(act.kind) == 0)


def played_for(context: RequestContext) -> Html:
    """Say for whom somebody plays on now; on a phone with what is due, and the way to that page."""
    if context.link.role == SEAT and context.is_lent:
        back = el("a", context.say("web.back_to_own"), href=context.root, class_="button")
        return el(
            "section", el("p", context.say("web.plays_for_now", seat=context.seat)), back, class_="question"
        )
    if context.watches or context.seat in context.state.absent:
        return NOTHING
    return join([section(context, seat) for seat in waited_for(context)])


def section(context: RequestContext, seat: str) -> Html:
    """Ask for somebody to play on for a seat."""
    heading = el("h2", context.say("web.plays_for", seat=seat))
    if seat not in context.may_be_with():
        return el("section", heading, el("p", context.say("web.plays_where")), class_="question")
    acts = acts_for(context, seat)
    text = "web.play_as_with_cards" if context.game.keeps_hands else "web.play_as"
    to_page = el("a", context.say(text, seat=seat), href=f"{context.root}as/{seat}", class_="button main")
    few = possible(context, acts) if 0 < len(acts) <= FEW else None
    return el("section", heading, few, el("p", to_page), class_="question")
