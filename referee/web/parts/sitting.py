"""Who still sits here: somebody goes home, is back or is called otherwise, the table gets up for good."""

from referee.kernel.table import LONGEST_NAME
from referee.web.access.links import SEAT
from referee.web.acts.actor_of_link import speaks_for
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden


def sitting(context: RequestContext) -> Html:
    """Fold away what ends the evening for somebody, or for all: it is opened first, and tapped then."""
    if context.state.closed:
        return NOTHING
    if context.game.winners(context.state) is not None:
        return naming(context)
    stopping = el(
        "details",
        el("summary", context.say("web.sitting")),
        el("p", context.say("web.goes_home_how")),
        form(context, "leave", [leaving(context, seat) for seat in those_who_may(context)]),
        el("p", context.say("web.close_how")),
        form(context, "close", [el("button", context.say("web.close"))]),
        class_="more sitting",
    )
    return join([stopping, naming(context)])


def naming(context: RequestContext) -> Html:
    """Fold away that a seat is called otherwise: a name misspelt, or somebody else who takes over."""
    forms = [
        el(
            "form",
            hidden(context),
            el("input", type="hidden", name="seat", value=seat),
            el(
                "p",
                el("label", context.say("web.name_of_seat", seat=seat), for_=f"name-{seat}"),
                el(
                    "input",
                    id=f"name-{seat}",
                    name="name",
                    value=context.state.names.get(seat, ""),
                    maxlength=LONGEST_NAME,
                    autocomplete="off",
                ),
                el("button", context.say("web.call_so")),
                class_="row",
            ),
            method="post",
            action=action(context, "name"),
        )
        for seat in those_who_may(context)
    ]
    return el(
        "details",
        el("summary", context.say("web.called_otherwise")),
        el("p", context.say("web.called_otherwise_how")),
        forms,
        class_="more naming",
    )


def those_who_may(context: RequestContext) -> tuple[str, ...]:
    """List whose going a link may tell: a phone its own seat's, any other device everybody's."""
    return speaks_for(context)[:1] if context.link.role == SEAT else context.state.seats


def leaving(context: RequestContext, seat: str) -> Html:
    """Offer that a seat goes home, or is back."""
    if seat in context.state.absent:
        return el("button", context.say("web.is_back", seat=seat), name="back", value=seat)
    text = "web.go_home" if context.link.role == SEAT else "web.goes_home"
    return el("button", context.say(text, seat=seat), name="seat", value=seat)


def gone_home(context: RequestContext) -> Html:
    """Say to who went home that the others play on, and offer to sit down again."""
    button = el("button", context.say("web.am_back"), name="back", value=context.seat, class_="main")
    return el(
        "section",
        el("p", context.say("web.you_went_home")),
        form(context, "leave", [button]),
        class_="question",
    )


def form(context: RequestContext, what: str, buttons: list[Html]) -> Html:
    """Make a form of some buttons."""
    return el(
        "form", hidden(context), el("div", buttons, class_="row"), method="post", action=action(context, what)
    )
