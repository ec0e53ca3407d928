"""Seats whose people went home: what may be done for them is offered to all who are here."""

from events.base import TABLE
from referee.web.acts.possible_acts import FEW
from referee.web.acts.visit import Visit
from referee.web.parts.buttons import acts_to_press, possible
from referee.web.parts.markup import NOTHING, Html, el


def waited_for(visit: Visit) -> tuple[str, ...]:
    """List the seats that the game waits for and whose people went home."""
    return tuple(seat for seat in visit.game.acting(visit.state) if seat in visit.state.absent)


def played_for(visit: Visit) -> Html:
    """Say for whom the others play on now; on a phone offer what is to be done, or that seat's own page."""
    if visit.is_lent:
        return el(
            "p",
            visit.say("web.plays_for_now", seat=visit.seat),
            " ",
            el("a", visit.say("web.back_to_own"), href=visit.root, class_="button"),
            class_="alert",
        ) if visit.seat in visit.state.absent and visit.link.seat is not None else NOTHING
    mine = visit.may_be_with()
    sections = [
        el(
            "section",
            el("h2", visit.say("web.plays_for", seat=seat)),
            offered(visit, seat) if seat in mine else None,
            class_="question",
        )
        for seat in waited_for(visit)
        if visit.seat != seat
    ]
    return el("div", sections) if sections else NOTHING


def offered(visit: Visit, seat: str) -> Html:
    """Offer what everybody may read of a seat's acts where that is short, and the way to its own page."""
    acts = [act for act in acts_to_press(visit, [seat]) if act.seat != TABLE and visit.game.rank(act.kind) == 0]
    few = possible(visit, tuple(acts)) if len(acts) <= FEW else None
    text = "web.play_as" if visit.game.is_open else "web.play_as_with_cards"
    to_page = el("a", visit.say(text, seat=seat), href=f"{visit.root}as/{seat}", class_="button main")
    return el("div", few, el("p", to_page))
