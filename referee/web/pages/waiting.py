"""What was taken back and waits to be recorded again: a list, and what may be done about it."""

from referee.kernel.verdict import Refused
from referee.service.tables.open_acts import missing_before
from referee.service.timeline.retelling import Told
from referee.service.wording.in_full import entry_words
from referee.web.acts.possible_acts import Group
from referee.web.acts.tell_again import own_run, refusal_now, waiting
from referee.web.acts.visit import Visit
from referee.web.parts.buttons import acts_to_press, offers_form
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links

MOST_WAITING = 8
"""More than this many acts are counted, not listed."""


def waiting_section(visit: Visit) -> Html | None:
    """Offer again what was taken back: to be recorded as it was, or dropped.

    It is folded where the first of it is not possible any more and nothing seems to be missing before it.
    """
    actions = waiting(visit)
    if not actions:
        return None
    more, refused = len(actions) - MOST_WAITING, refusal_now(visit, actions[0])
    first = None if refused is None else missing(visit, actions[0])
    told = [
        el("ol", [line(visit, told) for told in actions[:MOST_WAITING]], class_="recent"),
        el("p", visit.say("cli.and_more", n=more)) if more > 0 else None,
        why_not(visit, refused),
        first,
        ways(visit, actions),
        el("p", visit.say("web.again_how")),
    ]
    if refused is not None and first is None:
        folded = el("summary", visit.say("web.again_stale", n=len(actions)))
        return el("section", el("details", folded, told), class_="question waiting")
    return el("section", el("h2", visit.say("web.again")), told, class_="question waiting")


def missing(visit: Visit, first: Told) -> Html | None:
    """Offer what may be missing before an act that waits."""
    if visit.log_index.secrets.hides(first.seq, first.event, None):
        return None
    found = missing_before(visit.game, visit.state, first.event)
    offered = acts_to_press(visit, [visit.seat] if visit.seat else visit.game.acting(visit.state))
    acts = tuple(act for act in offered if act.event in found)
    if not acts:
        return None
    group = Group(acts[0].kind, acts[0].seat, len(acts), acts)
    return el("div", el("p", visit.say("web.again_first")), offers_form(visit, group))


def line(visit: Visit, told: Told) -> Html:
    """Write one act as the viewer may read it."""
    each = visit.entries[(told.seq or 1) - 1]
    return el("li", entry_words(visit.log_index, each, visit.lang, visit.seat), value=told.seq)


def why_not(visit: Visit, refused: Refused | None) -> Html | None:
    """Say by which rule the first act is not possible any more."""
    if refused is None:
        return None
    said = visit.say("web.again_not", why=visit.say(refused.reason, **refused.args))
    return el("p", said, " ", rule_links(visit, refused.rules), class_="alert")


def ways(visit: Visit, actions: tuple[Told, ...]) -> Html:
    """Offer to record as far as the viewer may, and to drop the first, or all; or say whose it is to do so."""
    own, n = len(own_run(visit, actions)), len(actions)
    if not own:
        return el("p", visit.say("web.again_whose"))
    every = visit.say("web.again_drop", n=n) if n > 1 else visit.say("web.again_drop_one")
    buttons = [
        el("button", visit.say("web.again_record", n=own), name="way", value="record"),
        el("button", visit.say("web.again_skip"), name="way", value="skip") if n > 1 else None,
        el("button", every, name="way", value="drop") if own == n else None,
    ]
    return el(
        "form",
        hidden(visit),
        el("div", buttons, class_="row"),
        method="post",
        action=action(visit, "again"),
    )
