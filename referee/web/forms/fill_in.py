"""Forms for what has too many ways for buttons: an event with choices to be made in it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from referee.kernel.registry import part_of
from referee.service.forms import NOTHING, Field, Form, Forms
from referee.web.acts.request_context import RequestContext
from referee.web.forms.filled_in import FILL
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden


def forms_of(context: RequestContext) -> tuple[Form, ...]:
    """List what may be filled in now."""
    forms = part_of(context.game.id, Forms)
    return () if forms is None else tuple(forms.forms_now(context))


def form_sections(context: RequestContext, forms: Iterable[Form]) -> list[Html]:
    """Show forms: what is due open, the rest to be opened."""
    return [section(context, each) for each in forms]


def section(context: RequestContext, form: Form) -> Html:
    """Show one form; its fields go by what they fill in, so that no choice is carried into another."""
    whose = f"{form.event['type']}.{form.event.get('seat') or ''}"
    shown = [field(f"{whose}.{each.path}.{i}", each) for i, each in enumerate(form.fields)]
    others = msgspec.json.encode(form.others).decode() if form.others else None
    shown_form = el(
        "form",
        hidden(context),
        el("input", type="hidden", name="event", value=msgspec.json.encode(form.event).decode()),
        el("input", type="hidden", name="others", value=others) if others else None,
        el("p", form.how) if form.how else None,
        el("div", shown, class_="facts") if shown else None,
        el("button", context.say("web.say_it") if shown else form.title, class_="main"),
        method="post",
        action=action(context, "do"),
    )
    kind = str(form.event["type"])
    if form.is_due:
        heading = el("h2", form.title) if shown else None
        return el("section", heading, shown_form, class_="group blank", data_kind=kind)
    return el(
        "details",
        el("summary", form.title),
        shown_form,
        class_="group blank",
        id=f"fill-{kind}",
        data_kind=kind,
    )


def field(id: str, each: Field) -> Html:
    """Show one choice."""
    if each.is_many:
        return many(each)
    if each.pictures:
        return pictured(id, each)
    options = [
        el("option", words, value=written(value), selected=value == each.chosen)
        for value, words in each.options
    ]
    return el(
        "p",
        el("label", each.label, for_=id),
        el("select", options, id=id, name=f"{FILL}{each.path}"),
        class_="fact",
    )


def pictured(id: str, each: Field) -> Html:
    """Show one choice as pictures to tap."""
    cards = [
        el(
            "label",
            el(
                "input",
                id=f"{id}.{value}",
                type="radio",
                name=f"{FILL}{each.path}",
                value=written(value),
                checked=value == each.chosen,
            ),
            Html(each.pictures[value]),
            el("small", words),
            class_="picture",
        )
        for value, words in each.options
    ]
    return el("fieldset", el("legend", each.label), cards, class_="pictures")


def many(each: Field) -> Html:
    """Show a choice of any number."""
    boxes = [
        el(
            "label",
            el("input", type="checkbox", name=f"{FILL}{each.path}", value=written(value)),
            " ",
            words,
            class_="box",
        )
        for value, words in each.options
    ]
    none = el("input", type="hidden", name=f"{FILL}{each.path}", value=NOTHING)
    return el("fieldset", el("legend", each.label), none, boxes, class_="boxes")


def written(value: Any) -> str:
    """Write a value so that it can be read again; nothing as nothing."""
    return NOTHING if value == NOTHING else msgspec.json.encode(value).decode()
