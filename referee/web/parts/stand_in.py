"""Seats whose people went home: what may be done for them is offered to all who are here."""

from referee.service.tables.open_acts import is_secret_choice
from referee.web.access.seat_links import SEAT
from referee.web.acts.possible_acts import Act
from referee.web.acts.visit import Visit
from referee.web.parts.buttons import acts_to_press, possible
from referee.web.parts.markup import NOTHING, Html, el, join

FEW = 4
"""So many acts of another seat are offered at once on a phone; more are on the page of that seat."""


def waited_for(visit: Visit) -> tuple[str, ...]:
    """List the seats that the game waits for and whose people went home."""
    return tuple(seat for seat in visit.game.acting(visit.state) if seat in visit.state.absent)


def acts_for(visit: Visit, seat: str) -> tuple[Act, ...]:
    """List what everybody may read of what is due from a seat; no choice that is laid face down."""
    if is_secret_choice(visit.game, visit.state, seat):
        return ()
    return tuple(act for act in acts_to_press(visit, [seat]) if visit.game.rank(act.kind) == 0)


def played_for(visit: Visit) -> Html:
    """Say for whom somebody plays on now; on a phone with what is due, and the way to that page."""
    if visit.link.role == SEAT and visit.is_lent:
        back = el("a", visit.say("web.back_to_own"), href=visit.root, class_="button")
        return el(
            "section", el("p", visit.say("web.plays_for_now", seat=visit.seat)), back, class_="question"
        )
    if visit.watches or visit.seat in visit.state.absent:
        return NOTHING
    return join([section(visit, seat) for seat in waited_for(visit)])


def section(visit: Visit, seat: str) -> Html:
    """Ask for somebody to play on for a seat."""
    heading = el("h2", visit.say("web.plays_for", seat=seat))
    if seat not in visit.may_be_with():
        return el("section", heading, el("p", visit.say("web.plays_where")), class_="question")
    acts = acts_for(visit, seat)
    text = "web.play_as_with_cards" if visit.game.keeps_hands else "web.play_as"
    to_page = el("a", visit.say(text, seat=seat), href=f"{visit.root}as/{seat}", class_="button main")
    few = possible(visit, acts) if 0 < len(acts) <= FEW else None
    return el("section", heading, few, el("p", to_page), class_="question")
