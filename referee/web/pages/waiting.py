"""What was taken back and waits to be recorded again: a list, and what may be done about it."""

from referee.kernel.verdict import Refused
from referee.service.logs.effective import Action
from referee.service.tables.open_acts import missing_before
from referee.service.wording import entry_words
from referee.web.acts.possible_acts import Group
from referee.web.acts.request_context import RequestContext
from referee.web.acts.tell_again import own_run, refusal_now, waiting
from referee.web.parts.buttons import acts_to_press, offers_form
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links

MOST_WAITING = 8
"""More than this many acts are counted, not listed."""


def waiting_section(context: RequestContext) -> Html | None:
    """Offer again what was taken back: to be recorded as it was, or dropped.

    It is folded where the first of it is not possible any more and nothing seems to be missing before it.
    """
    actions = waiting(context)
    if not actions:
        return None
    more, refused = len(actions) - MOST_WAITING, refusal_now(context, actions[0])
    first = None if refused is None else missing(context, actions[0])
    told = [
        el("ol", [line(context, told) for told in actions[:MOST_WAITING]], class_="recent"),
        el("p", context.say("cli.and_more", n=more)) if more > 0 else None,
        why_not(context, refused),
        first,
        ways(context, actions),
        el("p", context.say("web.again_how")),
    ]
    if refused is not None and first is None:
        folded = el("summary", context.say("web.again_stale", n=len(actions)))
        return el("section", el("details", folded, told), class_="question waiting")
    return el("section", el("h2", context.say("web.again")), told, class_="question waiting")


def missing(context: RequestContext, first: Action) -> Html | None:
    """Offer what may be missing before an act that waits."""
    if context.log_index.secrets.hides(first.seq, first.event, None):
        return None
    found = missing_before(context.game, context.state, first.event)
    offered = acts_to_press(context, [context.seat] if context.seat else context.game.acting(context.state))
    acts = tuple(act for act in offered if act.event in found)
    if not acts:
        return None
    group = Group(acts[0].kind, acts[0].seat, len(acts), acts)
    return el("div", el("p", context.say("web.again_first")), offers_form(context, group))


def line(context: RequestContext, told: Action) -> Html:
    """Write one act as the viewer may read it."""
    each = context.entries[(told.seq or 1) - 1]
    return el("li", entry_words(context.log_index, each, context.lang, context.seat), value=told.seq)


def why_not(context: RequestContext, refused: Refused | None) -> Html | None:
    """Say by which rule the first act is not possible any more."""
    if refused is None:
        return None
    said = context.say("web.again_not", why=context.say(refused.reason, **refused.args))
    return el("p", said, " ", rule_links(context, refused.rules), class_="alert")


def ways(context: RequestContext, actions: tuple[Action, ...]) -> Html:
    """Offer to record as far as the viewer may, and to drop the first, or all; or say whose it is."""
    own, n = len(own_run(context, actions)), len(actions)
    if not own:
        return el("p", context.say("web.again_whose"))
    every = context.say("web.again_drop", n=n) if n > 1 else context.say("web.again_drop_one")
    buttons = [
        el("button", context.say("web.again_record", n=own), name="way", value="record"),
        el("button", context.say("web.again_skip"), name="way", value="skip") if n > 1 else None,
        el("button", every, name="way", value="drop") if own == n else None,
    ]
    return el(
        "form",
        hidden(context),
        el("div", buttons, class_="row"),
        method="post",
        action=action(context, "again"),
    )
