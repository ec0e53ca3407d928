"""Who still sits here: somebody goes home, is back or is called otherwise, the table gets up for good."""

from referee.kernel.table import LONGEST_NAME
from referee.web.access.seat_links import SEAT
from referee.web.acts.actor_of_link import speaks_for
from referee.web.acts.visit import Visit
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden


def sitting(visit: Visit) -> Html:
    """Fold away what ends the evening for somebody, or for all: it is opened first, and tapped then."""
    if visit.state.closed:
        return NOTHING
    if visit.game.winners(visit.state) is not None:
        return naming(visit)
    stopping = el(
        "details",
        el("summary", visit.say("web.sitting")),
        el("p", visit.say("web.goes_home_how")),
        form(visit, "leave", [leaving(visit, seat) for seat in those_who_may(visit)]),
        el("p", visit.say("web.close_how")),
        form(visit, "close", [el("button", visit.say("web.close"))]),
        class_="more sitting",
    )
    return join([stopping, naming(visit)])


def naming(visit: Visit) -> Html:
    """Fold away that a seat is called otherwise: a name misspelt, or somebody else who takes over."""
    forms = [
        el(
            "form",
            hidden(visit),
            el("input", type="hidden", name="seat", value=seat),
            el(
                "p",
                el("label", visit.say("web.name_of_seat", seat=seat), for_=f"name-{seat}"),
                el(
                    "input",
                    id=f"name-{seat}",
                    name="name",
                    value=visit.state.names.get(seat, ""),
                    maxlength=LONGEST_NAME,
                    autocomplete="off",
                ),
                el("button", visit.say("web.call_so")),
                class_="row",
            ),
            method="post",
            action=action(visit, "name"),
        )
        for seat in those_who_may(visit)
    ]
    return el(
        "details",
        el("summary", visit.say("web.called_otherwise")),
        el("p", visit.say("web.called_otherwise_how")),
        forms,
        class_="more naming",
    )


def those_who_may(visit: Visit) -> tuple[str, ...]:
    """List whose going a link may tell: a phone its own seat's, any other device everybody's."""
    return speaks_for(visit)[:1] if visit.link.role == SEAT else visit.state.seats


def leaving(visit: Visit, seat: str) -> Html:
    """Offer that a seat goes home, or is back."""
    if seat in visit.state.absent:
        return el("button", visit.say("web.is_back", seat=seat), name="back", value=seat)
    text = "web.go_home" if visit.link.role == SEAT else "web.goes_home"
    return el("button", visit.say(text, seat=seat), name="seat", value=seat)


def gone_home(visit: Visit) -> Html:
    """Say to who went home that the others play on, and offer to sit down again."""
    button = el("button", visit.say("web.am_back"), name="back", value=visit.seat, class_="main")
    return el(
        "section",
        el("p", visit.say("web.you_went_home")),
        form(visit, "leave", [button]),
        class_="question",
    )


def form(visit: Visit, what: str, buttons: list[Html]) -> Html:
    """Make a form of some buttons."""
    return el(
        "form", hidden(visit), el("div", buttons, class_="row"), method="post", action=action(visit, what)
    )
