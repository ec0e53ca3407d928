"""A refusal: what is not possible, why, where that is written, what now; and the way round it."""

from collections.abc import Iterable, Iterator, Sequence

from events.base import Event
from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words, in_prose
from referee.languages import trait
from referee.languages.texts import Texts
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
from referee.service.answers.base import words_of
from referee.service.commands.changes.ways_round import Anyway, may_be_set, other_values, played_anyway
from referee.service.disputes.lay_open import house_rules_on
from referee.service.wording.by_words import meant_by
from referee.web.acts.possible_acts import FEW, Group, offer
from referee.web.acts.table_acts import told_wrongly
from referee.web.acts.visit import Page, Visit
from referee.web.forms.facts import fact_name, worded
from referee.web.parts.buttons import action_groups, acts_to_press, offers_form
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links, status_line


def refused_page(visit: Visit, refused: Refused, event: Event | None = None, line: str = "") -> Page:
    """Say no so that a table can go on."""
    what = words_of(visit.state, event, visit.lang) if event is not None else line
    return Page(
        visit.say("web.refused"),
        el("h1", visit.say("web.refused"), class_="title"),
        el(
            "section",
            el("p", el("s", what)) if what else None,
            el("p", visit.say(refused.reason, **refused.args), class_="why"),
            class_="refusal",
            role="alert",
        ),
        el("p", id="gone-on", class_="alert", role="status", data_said=visit.say("web.gone_on")),
        perhaps_meant(visit, line, refused.args.get("part_of", ())) if event is None else None,
        earlier(visit, refused, event),
        at_once(visit, refused, event),
        el(
            "section",
            el("h2", visit.say("web.what_now")),
            el("p", status_line(visit)),
            action_groups(visit, [visit.seat] if visit.seat else []),
            class_="now",
        ),
        [citation(visit, rule) for rule in refused.rules],
        house_rules(visit, refused.rules),
        anyway(visit, refused, event),
        status=422,
    )


def perhaps_meant(visit: Visit, line: str, part_of: Sequence[str]) -> Html | None:
    """Offer what a line that could not be read may mean."""
    acts = acts_to_press(visit, [visit.seat] if visit.seat else visit.game.acting(visit.state))
    said = [offer(visit.state, act.event, visit.lang, visit.seat) for act in acts]
    held = meant_by(line, [f"{each.notation} {each.label}" for each in said], part_of)[:FEW]
    if not held:
        return None
    meant = tuple(acts[n] for n in held)
    group = Group(meant[0].kind, meant[0].seat, len(meant), meant)
    return el("section", el("h2", visit.say("web.perhaps_meant")), offers_form(visit, group), class_="meant")


def citation(visit: Visit, rule_id: str, heading: str = "h2") -> Html | None:
    """Quote a rule; of each part its sources, each document once, and how sure it is."""
    rule = find_rule(rule_id)
    if rule is None:
        return None
    title = el(heading, rule_links(visit, [rule_id]), " ", rule.title.of(visit.lang))
    return el("blockquote", title, passages(visit, rule))


def passages(visit: Visit, rule: Rule) -> list[list[Html]]:
    """Quote all parts of a rule."""
    return [passage(visit, book_of(rule.id), part) for part in rule.passages]


def passage(visit: Visit, book: str, part: Part) -> list[Html]:
    """Quote what is equally sure of a rule."""
    return [
        el("p", prose(visit, part)),
        el("ul", [el("li", each) for each in places(book, part.sources, visit.lang)], class_="source"),
        el("p", el("span", visit.say(f"web.confidence_{part.confidence}"), class_="confidence")),
    ]


def prose(visit: Visit, text: Texts) -> str:
    """Write a text of the rulebook in the reader's language, switches by their words."""
    return in_prose(visit.game.id, text.of(visit.lang), visit.lang)


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
        return [document.named(lang)]
    own, about = el("span", document.title, lang=document.lang), in_words(document.about, lang)
    return [own, trait(lang, "colon"), about] if about else [own]


def house_rules(visit: Visit, rules: Iterable[str]) -> Html | None:
    """Say which house rules of the table bear on what some rules decide."""
    bearing = house_rules_on(visit.game, visit.state, rules)
    switches = tuple(decision_words(visit.game.id, each, visit.lang) for each in bearing)
    return el("p", visit.say("case.house_rules", switches=switches)) if switches else None


def earlier(visit: Visit, refused: Refused, event: Event | None) -> Html | None:
    """Offer to amend an earlier entry that causes a refusal, by one button each."""
    found = () if event is None else told_wrongly(visit, event, refused)
    buttons = [
        el(
            "button",
            words_of(visit.log_index.before(each.seq), each.event, visit.lang),
            name="instead",
            value=f"{each.seq} {encode(each.event).decode()}",
        )
        for each in found
    ]
    if not buttons:
        return None
    form = el(
        "form", hidden(visit), el("div", buttons, class_="row"), method="post", action=action(visit, "amend")
    )
    return el("section", el("h2", visit.say("web.told_wrongly")), form, class_="meant")


def at_once(visit: Visit, refused: Refused, event: Event | None) -> Html:
    """Offer to play it anyway as it is, by one button, and to go on without it."""
    way = way_of(visit, refused, event)
    go_on = el("a", visit.say("web.go_on"), href=visit.home, class_="button")
    if way is None or event is None:
        return el("p", go_on)
    return el(
        "form",
        hidden(visit),
        el("input", type="hidden", name="event", value=encode(event).decode()),
        el("div", el("button", visit.say("web.play_anyway"), class_="main"), go_on, class_="row"),
        el("p", el("small", visit.say("web.play_anyway_how"))),
        method="post",
        action=action(visit, "anyway"),
        class_="at-once",
    )


def way_of(visit: Visit, refused: Refused, event: Event | None) -> Anyway | None:
    """Find how a refused act is played all the same; None where it cannot be, or is not ours to say."""
    if event is None or not may_be_set(refused, event):
        return None
    return played_anyway(visit.game, visit.state, event)


def anyway(visit: Visit, refused: Refused, event: Event | None = None) -> Html | None:
    """Offer the other ways round: a house rule where a switch decides, the exact facts, a dispute.

    Nothing is offered where none would help: nobody can set by hand that a house rule holds.
    """
    buttons = [
        el("button", visit.say("web.house", rule=decision_words(visit.game.id, setting, visit.lang)),
           name="rule", value=setting)
        for option, value in other_values(visit.game, visit.state, refused, event)
        for setting in (f"{option}={value}",)
    ]  # fmt: skip
    by_hand = may_be_set(refused, event)
    if not buttons and not by_hand:
        return None
    house = el(
        "form", hidden(visit), el("div", buttons, class_="row"), method="post", action=action(visit, "house")
    )
    return el(
        "section",
        el("h2", visit.say("web.anyway")),
        el("p", visit.say("web.anyway_how")),
        house if buttons else None,
        exact_facts(visit, way_of(visit, refused, event)) if by_hand else None,
        el("p", el("a", visit.say("web.dispute_it"), href=f"{visit.root}dispute", class_="button")),
        class_="anyway",
    )


def exact_facts(visit: Visit, way: Anyway | None) -> Html:
    """Fold away which facts playing it anyway sets, and the way to set others by hand."""
    whose = f"?as={visit.seat}" if visit.is_lent else ""
    told = [
        el("li", f"{fact_name(visit, path)}: {worded(visit, value)}")
        for path, value in (way.facts if way else {}).items()
    ]
    return el(
        "details",
        el("summary", visit.say("web.exact_facts")),
        el("ul", told) if told else None,
        el("p", el("a", visit.say("web.set_by_hand"), href=f"{visit.root}correct{whose}", class_="button")),
    )


def stale_page(visit: Visit) -> Page:
    """Say that the game has gone on since the page was made, over what is possible now."""
    from referee.web.pages import home_page

    fresh = home_page(visit)
    notice = el("p", visit.say("web.stale"), role="alert", class_="alert")
    return Page(fresh.title, notice, *fresh.main, live=True, status=409, board=fresh.board)
