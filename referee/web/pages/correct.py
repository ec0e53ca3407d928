"""The board differs: every fact the asker may see, to be set as the board has it."""

from referee.service.facts import CHOICE, LIST, NUMBER, Fact
from referee.web.acts.visit import Page, Visit
from referee.web.forms.facts import fact_name, facts_of, shown, worded
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden

MOST_NAMED = 24
"""So many members of a list are named under it."""


def correct_page(visit: Visit) -> Page:
    """List the facts of the position; what is nowhere on the board now stands folded away."""
    facts = facts_of(visit)
    usual = [row(visit, fact) for fact in facts if fact.is_there]
    rest = [row(visit, fact) for fact in facts if not fact.is_there]
    return Page(
        visit.say("web.board_differs"),
        el("h1", visit.say("web.board_differs"), class_="title"),
        el("p", visit.say("web.correct_how")),
        el(
            "form",
            hidden(visit),
            el(
                "p",
                el("label", visit.say("web.reason"), for_="reason"),
                el("input", id="reason", name="reason"),
            ),
            el("div", usual, class_="facts"),
            el("details", el("summary", visit.say("web.not_there_now")), el("div", rest, class_="facts"))
            if rest
            else None,
            el("button", visit.say("web.propose"), class_="main"),
            method="post",
            action=action(visit, "correct"),
        ),
    )


def row(visit: Visit, fact: Fact) -> Html:
    """Show one fact to be changed: chosen, counted, or written."""
    field = f"fact.{fact.path}"
    label = el("label", fact_name(visit, fact.path), for_=field)
    if fact.kind == CHOICE:
        return el("p", label, chooser(visit, fact, field), class_="fact")
    hint = members(visit, fact) if fact.kind == LIST else None
    is_number = fact.kind == NUMBER
    return el(
        "p",
        label,
        el(
            "input",
            id=field,
            name=field,
            value=shown(visit, fact),
            type="number" if is_number else None,
            min=fact.least if is_number else None,
            max=fact.most if is_number else None,
            autocomplete="off",
            aria_describedby=f"{field}.may" if hint else None,
        ),
        hint,
        class_="fact",
    )


def chooser(visit: Visit, fact: Fact, field: str) -> Html:
    """Let one of all values be chosen."""
    options = [
        el(
            "option",
            "–" if value is None else worded(visit, value),
            value="" if value is None else "true" if value is True else "false" if value is False else value,
            selected=value == fact.value,
        )
        for value in fact.choices
    ]
    return el("select", options, id=field, name=field)


def members(visit: Visit, fact: Fact) -> Html | None:
    """Name what may stand in a list."""
    if not 0 < len(fact.choices) <= MOST_NAMED:
        return None
    return el("small", ", ".join(worded(visit, value) for value in fact.choices), id=f"fact.{fact.path}.may")
