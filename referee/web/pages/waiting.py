"""What was taken back and waits to be recorded again: a list, and what may be done about it."""

from referee.service.stories.retelling import Told
from referee.service.wording.in_full import entry_words
from referee.web.acts.tell_again import own_run, refusal_now, waiting
from referee.web.acts.visit import Visit
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links

MOST_WAITING = 8
"""More than this many acts are counted, not listed."""


def waiting_section(visit: Visit) -> Html | None:
    """Offer again what was taken back: to be recorded as it was, the first of it to be skipped."""
    actions = waiting(visit)
    if not actions:
        return None
    more = len(actions) - MOST_WAITING
    return el(
        "section",
        el("h2", visit.say("web.again")),
        el("ol", [line(visit, told) for told in actions[:MOST_WAITING]], class_="recent"),
        el("p", visit.say("cli.and_more", n=more)) if more > 0 else None,
        why_not(visit, actions[0]),
        ways(visit, actions),
        el("p", visit.say("web.again_how")),
        class_="question waiting",
    )


def line(visit: Visit, told: Told) -> Html:
    """Write one act as the asker may read it."""
    each = visit.entries[(told.seq or 1) - 1]
    return el("li", entry_words(visit.history, each, visit.lang, visit.seat), value=told.seq)


def why_not(visit: Visit, first: Told) -> Html | None:
    """Say by which rule the first act is not possible any more."""
    refused = refusal_now(visit, first)
    if refused is None:
        return None
    said = visit.say("web.again_not", why=visit.say(refused.reason, **refused.args))
    return el("p", said, " ", rule_links(visit, refused.rules), class_="alert")


def ways(visit: Visit, actions: tuple[Told, ...]) -> Html:
    """Offer to record as far as the asker may, and to skip the first; or say whose it is to do so."""
    own, after = (len(own_run(visit, some)) for some in (actions, actions[1:]))
    buttons = [
        el("button", visit.say("web.again_record", n=own), name="way", value="record") if own else None,
        el("button", visit.say("web.again_skip"), name="way", value="skip") if after else None,
    ]
    if not own and not after:
        return el("p", visit.say("web.again_whose"))
    form = el(
        "form",
        hidden(visit),
        el("div", buttons, class_="row"),
        method="post",
        action=action(visit, "again"),
    )
    return form if own else el("div", form, el("p", visit.say("web.again_whose")))
