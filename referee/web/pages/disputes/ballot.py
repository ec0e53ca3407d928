"""Open disputes put to the vote, and how those before were decided."""

from itertools import dropwhile
from typing import Any

from events.base import TABLE
from events.envelope import encode
from events.table import Corrected, DisputeOpened, RulingGiven
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.catalogs import topic_words
from referee.l10n.options import describe_event, note_in_words
from referee.languages import trait
from referee.service.disputes.find import LaidOpen
from referee.service.disputes.lay_open import Settled, act_of, decided_but_taken_back, disputes_of
from referee.service.disputes.vote import TOSS, is_against, settled_before, ways_of
from referee.service.logs.effective import EffectiveLog, NoSuchEntryError
from referee.service.wording import act_sentence
from referee.web.acts.disputes import case_of, decided, referees_word, voters, votes_on
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden


def ballot(context: RequestContext, one: Settled) -> Html:
    """Let the seats vote on an open dispute: for a way to rule, a coin, or words of their own."""
    found = case_of(context, None, None, one.opened)
    votes = votes_on(context, one.opened.id)
    ways = () if isinstance(found, Refused) else ways_of(found.case)
    words = tuple(dict.fromkeys(voted for voted in votes.values() if voted not in {*ways, TOSS}))
    buttons = [choice(context, each, votes) for each in (*ways, *words)]
    by, own = context.say("web.vote_on", seat=one.opened.by), voters(context)
    return el(
        "section",
        el("h2", by),
        el("p", topic(context, one.opened.topic)),
        in_question(context, one.opened),
        referees_ruling(context, found),
        el("p", one.opened.question) if one.opened.question else None,
        voting(context, one, el("div", buttons, coin_or_lot(context, found, votes), class_="row"))
        if own
        else None,
        own_words(context, one) if own else el("p", context.say("web.votes_on_phones")),
        class_="question",
    )


def voting(context: RequestContext, one: Settled, *fields: Any) -> Html:
    """Make a form that casts a vote on a dispute."""
    named = el("input", type="hidden", name="dispute", value=one.opened.id)
    return el("form", hidden(context), named, *fields, method="post", action=action(context, "vote"))


def own_words(context: RequestContext, one: Settled) -> Html:
    """Let a seat put what it is for in its own words; the others may then vote for them."""
    id = f"words-{one.opened.id}"
    typed = el("input", id=id, name="decision", required=True, maxlength="200")
    button = el("button", context.say("ruling.vote_words"))
    label = el("label", context.say("ruling.own_words"), for_=id)
    return voting(context, one, label, el("div", typed, button, class_="row"))


def referees_ruling(context: RequestContext, found: LaidOpen | Refused) -> Html | None:
    """Say what the referee's own ruling is, which the vote is about."""
    said = None if isinstance(found, Refused) else referees_word(context, found.case)
    return el("p", said) if said else None


def coin_or_lot(context: RequestContext, found: LaidOpen | Refused, votes: dict[str, str]) -> Html | None:
    """Offer a coin, or a lot among more than two ways; nothing where the same was settled before."""
    if isinstance(found, Refused) or settled_before(found.timeline, found.case) is not None:
        return None
    said = "web.decision.toss" if len(ways_of(found.case)) == 2 else "ruling.draw_lots"
    return choice(context, TOSS, votes, context.say(said))


def in_question(context: RequestContext, opened: DisputeOpened) -> Html:
    """Name the act a dispute is about, as the viewer may read it, though it was taken back since."""
    act, before = act_of(context.game, opened), context.state
    if act is None:
        told, log = context.log_index.action_at(opened.at), context.log_index
        act, before = (
            context.secrets.redact(told.seq, told.event, context.seat),
            log.state_before(told.seq or 1),
        )
    return el("p", context.say("case.in_question", what=describe_event(before, act, context.lang)))


def choice(context: RequestContext, decision: str, votes: dict[str, str], words: str = "") -> Html:
    """Make a vote a button, with who voted so."""
    voters = tuple(seat for seat, voted in votes.items() if voted == decision)
    shown = el("small", context.say("web.voted", seats=voters)) if voters else None
    own = context.seat is not None and votes.get(context.seat) == decision
    return el(
        "button",
        words or decided(context, decision),
        " ",
        shown,
        name="decision",
        value=decision,
        aria_pressed="true" if own else None,
    )


def topic(context: RequestContext, id: str) -> str:
    """Name a topic; a dash where a dispute has none."""
    return topic_words(context.game.id, id, context.lang) if id else "–"


def settled(context: RequestContext, timeline: EffectiveLog) -> Html | None:
    """List what was decided before."""
    done = [ruled(context, timeline, one) for one in disputes_of(timeline) if one.ruling is not None]
    gone = [
        [*decision(context, one), el("p", context.say("web.act_gone"))]
        for one in decided_but_taken_back(context.log_index)
    ]
    if not (done or gone):
        return None
    return el(
        "section",
        el("h2", context.say("web.decided")),
        el("ul", [el("li", each) for each in (*gone, *done)]),
        class_="decided",
    )


def ruled(context: RequestContext, timeline: EffectiveLog, one: Settled) -> list[Any]:
    """Show how one dispute was decided, and what gives that effect."""
    is_against_us = is_against(context.game, one.ruling.decision if one.ruling else "")
    return [
        *decision(context, one),
        what_gives_it_effect(context, timeline, one) if is_against_us else allowed_now(context, one),
    ]


def decision(context: RequestContext, one: Settled) -> list[Any]:
    """Say what one dispute was about, and how it was decided."""
    ruling: Any = one.ruling
    viewer = context.seat_name(None if one.opened.by == TABLE else one.opened.by)
    words, _, note = ruling.decision.removesuffix(")").partition(" (")
    note = note_in_words(context.game.id, note, context.lang)
    how = trait(context.lang, "brackets").format(note) if note else ""
    about = (topic(context, one.opened.topic), viewer)
    return [
        " · ".join(about),
        in_question(context, one.opened),
        el("p", one.opened.question) if one.opened.question else None,
        el("p", el("b", decided(context, words)), how),
    ]


def allowed_now(context: RequestContext, one: Settled) -> Html | None:
    """Offer a refused act that a ruling allows, to whoever may do it."""
    act = act_of(context.game, one.opened) if one.ruling and one.ruling.effect else None
    is_ours = act is not None and context.link.seat in (None, getattr(act, "seat", None))
    if act is None or not is_ours or not isinstance(context.game.decide(context.state, act), Accepted):
        return None
    return effect(
        context,
        "do",
        describe_event(context.state, act, context.lang).rstrip(".。"),
        "event",
        encode(act).decode(),
    )


def what_gives_it_effect(context: RequestContext, timeline: EffectiveLog, one: Settled) -> Html | None:
    """Offer what gives a ruling against the referee's word effect: the act, or its taking back."""
    act, ruling = act_of(context.game, one.opened), one.ruling
    if act is not None and was_set_since(timeline, ruling):
        return None
    if act is not None:
        return effect(context, "anyway", context.say("web.play_anyway"), "event", encode(act).decode())
    try:
        i = timeline.index(one.opened.at)
    except NoSuchEntryError:
        return None
    if i == 0:
        return None
    before = timeline.actions[i - 1].end
    what = act_sentence(context.log_index, timeline.actions[i], context.lang, context.seat)
    return effect(context, "back", context.say("web.take_back_that", what=what), "to", str(before))


def was_set_since(timeline: EffectiveLog, ruling: RulingGiven | None) -> bool:
    """Whether the board was set by hand after a ruling, which is how a refused act is played."""
    since = dropwhile(lambda told: told.event != ruling, timeline.actions)
    return any(isinstance(told.event, Corrected) for told in since)


def effect(context: RequestContext, where: str, label: str, name: str, value: str) -> Html:
    """Give a ruling its effect by one button; the others are asked."""
    button = el("button", label, name=name, value=value, class_="main")
    return el("form", hidden(context), button, method="post", action=action(context, where))
