"""What a seat seals, on its page: the option, what lies sealed, and how it is opened."""

from collections.abc import Iterable

from events.envelope import encode
from referee.l10n.options import about_in_words, secret_words
from referee.web.acts.possible_acts import Act
from referee.web.acts.request_context import RequestContext
from referee.web.acts.sealed_choices import SealedChoice, own_choices, seals_of
from referee.web.forms.fill_in import forms_of
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import action, hidden

PART = 4
"""A salt is written in parts of so many letters."""


def option(context: RequestContext, acts: Iterable[Act]) -> Html:
    """Let a seat seal what it chooses, where one of its choices may be sealed now."""
    seals = context.game.seals
    if seals is None or context.seat is None:
        return NOTHING
    offered = {act.kind for act in acts if act.seat == context.seat}
    offered |= {str(form.event["type"]) for form in forms_of(context)}
    if not offered & seals.kinds(context.state):
        return NOTHING
    is_on = context.phone_key is not None and context.phone_key.is_on
    button = el(
        "button",
        el("span", "☑" if is_on else "☐", aria_hidden="true"),
        context.say("seals.switch"),
        name="turn",
        value="off" if is_on else "on",
        aria_pressed=str(is_on).lower(),
        class_="main" if is_on else None,
    )
    what = context.say(f"{context.game.id}.seals.choice")
    how = el("p", el("small", context.say("seals.is_on" if is_on else "seals.how", what=what)))
    form = el("form", hidden(context), button, method="post", action=action(context, "sealing"))
    return el("section", form, how, class_="group sealing")


def sealed_sections(context: RequestContext) -> list[Html]:
    """Show what a seat has sealed: what is due as one large button, the rest to be looked at."""
    lies = own_choices(context)
    due = [each for each in lies if each.is_due]
    ready = [each for each in due if each.value is not None]
    sections = [due_section(context, ready)] if ready else []
    sections += [typed_section(context, each) for each in due if each.value is None]
    rest = [each for each in lies if not each.is_due]
    return [*sections, details(context, rest)] if rest else sections


def due_section(context: RequestContext, due: list[SealedChoice]) -> Html:
    """Open what is due by one tap; what it is, the phone knows."""
    return el(
        "section",
        el("h2", context.say("seals.due")),
        [el("p", it_is(context, each)) for each in due],
        opening_form(context, due, el("button", context.say("seals.open"), class_="main large")),
        class_="group opening",
    )


def opening_form(context: RequestContext, lies: list[SealedChoice], *inside: Html) -> Html:
    """Send what is to be opened."""
    abouts = [el("input", type="hidden", name="about", value=each.about) for each in lies]
    return el("form", hidden(context), abouts, inside, method="post", action=action(context, "open"))


def typed_section(context: RequestContext, lies: SealedChoice) -> Html:
    """Open what is due, where another phone sealed it."""
    heading = el("h2", context.say("seals.due"), " ", el("small", what(context, lies)))
    return el("section", heading, typed_form(context, lies), class_="group opening")


def typed_form(context: RequestContext, lies: SealedChoice) -> Html:
    """Take what was written down."""
    of = f"{lies.about or 'own'}".replace(" ", "-")
    options = [
        el("option", words(context, value), value=encode(value).decode())
        for value in seals_of(context).values(context.state, lies.about)
    ]
    fields = el(
        "div",
        el(
            "p",
            el("label", context.say("seals.value"), for_=f"value-{of}"),
            el("select", options, id=f"value-{of}", name="value"),
            class_="fact",
        ),
        el(
            "p",
            el("label", context.say("seals.salt"), for_=f"salt-{of}"),
            el(
                "input", id=f"salt-{of}", name="salt", required=True, autocomplete="off",
                autocapitalize="off", spellcheck="false", lang="en",
            ),
            class_="fact",
        ),
        class_="facts",
    )  # fmt: skip
    button = el("button", context.say("seals.open"), class_="main")
    return opening_form(context, [lies], el("p", context.say("seals.other_phone")), fields, button)


def details(context: RequestContext, rest: list[SealedChoice]) -> Html:
    """Show what lies sealed and is not due, to who wants to look."""
    is_known = any(each.value is not None for each in rest)
    return el(
        "details",
        el("summary", context.say("seals.lying")),
        el("p", context.say("seals.write_down")) if is_known else None,
        [kept(context, each) for each in rest],
        id="sealed",
        class_="sealed",
    )


def kept(context: RequestContext, lies: SealedChoice) -> Html:
    """Show one thing that lies sealed, with what opens it; or ask for that."""
    if lies.value is None:
        return el("section", el("h2", what(context, lies)), typed_form(context, lies))
    parts = " ".join(lies.salt[i : i + PART] for i in range(0, len(lies.salt), PART))
    return el(
        "section",
        el(
            "p", el("b", it_is(context, lies)), el("br"), f"{context.say('seals.salt')} ",
            el("code", parts, lang="en"),
        ),
        opening_form(context, [lies], el("button", context.say("seals.open_now"))),
    )  # fmt: skip


def it_is(context: RequestContext, lies: SealedChoice) -> str:
    """Say what a seal is about, and what it hides."""
    return context.say("seals.it_is", about=what(context, lies), value=words(context, lies.value))


def what(context: RequestContext, lies: SealedChoice) -> str:
    """Say what a seal is about."""
    if lies.about:
        text = about_in_words(context.game.id, lies.about, context.lang)
    else:
        text = context.say(f"{context.game.id}.seals.own")
    return text[:1].upper() + text[1:]


def words(context: RequestContext, value: object) -> str:
    """Say what a seal hides."""
    return secret_words(context.game.id, value, context.lang)
