"""A refusal: what is not possible, why, where that is written, what now; and the way round it."""

from collections.abc import Iterable, Iterator, Sequence

from events.base import Event
from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words, describe_event, in_prose
from referee.languages import Texts, trait
from referee.rulebooks import (
    Document,
    Part,
    Place,
    Rule,
    book_of,
    documents_of,
    find_rule,
    in_words,
    places_of,
)
from referee.service.commands.changes.ways_round import Anyway, may_be_set, other_values, played_anyway
from referee.service.disputes.lay_open import house_rules_on
from referee.service.line_reading import lines_meant
from referee.web.acts.possible_acts import FEW, Group, offer
from referee.web.acts.request_context import Page, RequestContext
from referee.web.acts.table_acts import told_wrongly
from referee.web.forms.facts import fact_name, worded
from referee.web.parts.buttons import action_groups, acts_to_press, offers_form
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links, status_line


def refused_page(
    context: RequestContext, refused: Refused, event: Event | None = None, line: str = ""
) -> Page:
    """Say no so that a table can go on."""
    what = describe_event(context.state, event, context.lang) if event is not None else line
    return Page(
        context.say("web.refused"),
        el("h1", context.say("web.refused"), class_="title"),
        el(
            "section",
            el("p", el("s", what)) if what else None,
            el("p", context.say(refused.reason, **refused.args), class_="why"),
            class_="refusal",
            role="alert",
        ),
        el("p", id="gone-on", class_="alert", role="status", data_said=context.say("web.gone_on")),
        perhaps_meant(context, line, refused.args.get("part_of", ())) if event is None else None,
        earlier(context, refused, event),
        at_once(context, refused, event),
        el(
            "section",
            el("h2", context.say("web.what_now")),
            el("p", status_line(context)),
            action_groups(context, [context.seat] if context.seat else []),
            class_="now",
        ),
        [citation(context, rule) for rule in refused.rules],
        house_rules(context, refused.rules),
        anyway(context, refused, event),
        status=422,
    )


def perhaps_meant(context: RequestContext, line: str, part_of: Sequence[str]) -> Html | None:
    """Offer what a line that could not be read may mean."""
    acts = acts_to_press(context, [context.seat] if context.seat else context.game.acting(context.state))
    said = [offer(context.state, act.event, context.lang, context.seat) for act in acts]
    held = lines_meant(line, [f"{each.notation} {each.label}" for each in said], part_of)[:FEW]
    if not held:
        return None
    meant = tuple(acts[n] for n in held)
    group = Group(meant[0].kind, meant[0].seat, len(meant), meant)
    return el(
        "section", el("h2", context.say("web.perhaps_meant")), offers_form(context, group), class_="meant"
    )


def citation(context: RequestContext, rule_id: str, heading: str = "h2") -> Html | None:
    """Quote a rule; of each part its sources, each document once, and how sure it is."""
    rule = find_rule(rule_id)
    if rule is None:
        return None
    title = el(heading, rule_links(context, [rule_id]), " ", rule.title.of(context.lang))
    return el("blockquote", title, passages(context, rule))


def passages(context: RequestContext, rule: Rule) -> list[list[Html]]:
    """Quote all parts of a rule."""
    return [passage(context, book_of(rule.id), part) for part in rule.passages]


def passage(context: RequestContext, book: str, part: Part) -> list[Html]:
    """Quote what is equally sure of a rule."""
    return [
        el("p", prose(context, part)),
        el("ul", [el("li", each) for each in places(book, part.sources, context.lang)], class_="source"),
        el("p", el("span", context.say(f"web.confidence_{part.confidence}"), class_="confidence")),
    ]


def prose(context: RequestContext, text: Texts) -> str:
    """Write a text of the rulebook in the reader's language, options by their words."""
    return in_prose(context.game.id, text.of(context.lang), context.lang)


def places(book: str, sources: Iterable[str], lang: str) -> Iterator[list[Html | str]]:
    """Name the documents of some sources, each once with where in it."""
    for key, where in places_of(book, sources, lang).items():
        document = documents_of(book)[key]
        spots = [part for each in where for part in spot(each, document.lang, lang)]
        yield [el("cite", title(document, lang)), *spots]


def spot(place: Place, written: str, lang: str) -> list[Html | str]:
    """Name a place in a document: the heading in its own language, the number in the reader's."""
    parts: list[Html | str] = [el("span", place.heading, lang=written)] if place.heading else []
    if place.number:
        parts += [trait(lang, "within"), place.number] if parts else [place.number]
    return [trait(lang, "semicolon"), *parts] if parts else []


def title(document: Document, lang: str) -> list[Html | str]:
    """Name a document by its own name, in its language, and say to the reader what it is."""
    if not isinstance(document.title, str):
        return [document.full_name(lang)]
    own, about = el("span", document.title, lang=document.lang), in_words(document.about, lang)
    return [own, trait(lang, "colon"), about] if about else [own]


def house_rules(context: RequestContext, rules: Iterable[str]) -> Html | None:
    """Say which house rules of the table bear on what some rules decide."""
    bearing = house_rules_on(context.game, context.state, rules)
    options = tuple(decision_words(context.game.id, each, context.lang) for each in bearing)
    return el("p", context.say("case.house_rules", options=options)) if options else None


def earlier(context: RequestContext, refused: Refused, event: Event | None) -> Html | None:
    """Offer to amend an earlier entry that causes a refusal, by one button each."""
    found = () if event is None else told_wrongly(context, event, refused)
    buttons = [
        el(
            "button",
            describe_event(context.log_index.state_before(each.seq), each.event, context.lang),
            name="instead",
            value=f"{each.seq} {encode(each.event).decode()}",
        )
        for each in found
    ]
    if not buttons:
        return None
    form = el(
        "form",
        hidden(context),
        el("div", buttons, class_="row"),
        method="post",
        action=action(context, "amend"),
    )
    return el("section", el("h2", context.say("web.told_wrongly")), form, class_="meant")


def at_once(context: RequestContext, refused: Refused, event: Event | None) -> Html:
    """Offer to play it anyway as it is, by one button, and to go on without it."""
    way = way_of(context, refused, event)
    go_on = el("a", context.say("web.go_on"), href=context.home, class_="button")
    if way is None or event is None:
        return el("p", go_on)
    return el(
        "form",
        hidden(context),
        el("input", type="hidden", name="event", value=encode(event).decode()),
        el("div", el("button", context.say("web.play_anyway"), class_="main"), go_on, class_="row"),
        el("p", el("small", context.say("web.play_anyway_how"))),
        method="post",
        action=action(context, "anyway"),
        class_="at-once",
    )


def way_of(context: RequestContext, refused: Refused, event: Event | None) -> Anyway | None:
    """Find how a refused act is played all the same; None where it cannot be, or is not ours to say."""
    if event is None or not may_be_set(refused, event):
        return None
    return played_anyway(context.game, context.state, event)


def anyway(context: RequestContext, refused: Refused, event: Event | None = None) -> Html | None:
    """Offer the other ways round: a house rule where an option decides, the exact facts, a dispute.

    Nothing is offered where none would help: nobody can set by hand that a house rule holds.
    """
    buttons = [
        el("button", context.say("web.house", rule=decision_words(context.game.id, setting, context.lang)),
           name="rule", value=setting)
        for option, value in other_values(context.game, context.state, refused, event)
        for setting in (f"{option}={value}",)
    ]  # fmt: skip
    by_hand = may_be_set(refused, event)
    if not buttons and not by_hand:
        return None
    house = el(
        "form",
        hidden(context),
        el("div", buttons, class_="row"),
        method="post",
        action=action(context, "house"),
    )
    return el(
        "section",
        el("h2", context.say("web.anyway")),
        el("p", context.say("web.anyway_how")),
        house if buttons else None,
        exact_facts(context, way_of(context, refused, event)) if by_hand else None,
        el("p", el("a", context.say("web.dispute_it"), href=f"{context.root}dispute", class_="button")),
        class_="anyway",
    )


def exact_facts(context: RequestContext, way: Anyway | None) -> Html:
    """Fold away which facts playing it anyway sets, and the way to set others by hand."""
    whose = f"?as={context.seat}" if context.is_lent else ""
    told = [
        el("li", f"{fact_name(context, path)}: {worded(context, value)}")
        for path, value in (way.facts if way else {}).items()
    ]
    return el(
        "details",
        el("summary", context.say("web.exact_facts")),
        el("ul", told) if told else None,
        el(
            "p",
            el("a", context.say("web.set_by_hand"), href=f"{context.root}correct{whose}", class_="button"),
        ),
    )


def stale_page(context: RequestContext) -> Page:
    """Say that the game has gone on since the page was made, over what is possible now."""
    from referee.web.pages import home_page

    fresh = home_page(context)
    notice = el("p", context.say("web.stale"), role="alert", class_="alert")
    return Page(fresh.title, notice, *fresh.main, live=True, status=409, board=fresh.board)
