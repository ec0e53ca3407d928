"""What is possible, on a page: buttons by kind, and what was tapped so far with how it goes on."""

from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from events.base import TABLE
from events.envelope import blake2b
from referee.draw import board_of, picture_of
from referee.draw.picks import brief, icon, is_counted, outcome, pick_words
from referee.l10n import has, noun
from referee.languages import listed, trait
from referee.service.tables.windows import is_closing, needs_confirmation, still_open
from referee.web.acts.possible_acts import (
    FEW,
    Act,
    Group,
    Pick,
    acts_of,
    chosen_of,
    followers,
    grouped,
    groups,
    offer,
)
from referee.web.acts.request_context import RequestContext
from referee.web.forms.fill_in import form_sections, forms_of
from referee.web.parts.board import drawing_of, picked_address
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden, side_by_side

LONG = 32
"""From so many characters on the words of a button are set smaller."""


def action_groups(context: RequestContext, seats: Iterable[str]) -> Html:
    """Offer what some seats may do, the kinds one by one."""
    return possible(context, acts_to_press(context, seats))


def acts_to_press(context: RequestContext, seats: Iterable[str]) -> tuple[Act, ...]:
    """List what may be done by buttons and taps: not what has a form to be filled in instead."""
    written = {each.instead for each in forms_of(context)}
    return tuple(act for act in acts_of(context, seats) if act.kind not in written)


def possible(context: RequestContext, acts: tuple[Act, ...]) -> Html:
    """Offer acts by kind: what is due with its forms, what is free, what the whole table says.

    Those that may be meant by what was tapped are offered above. What is free at any time lies folded
    before a seat that waits: it shows a card, and nobody should do that by a slip.
    """
    chosen = chosen_of(context, acts)
    meant = followers(acts, chosen) if chosen else ()
    is_shared = bool(still_open(context.game, context.state))
    closing = [act for act in acts if is_shared and is_closing(context.game, act.event)]
    aside = [act for act in acts if act not in meant and act not in closing]
    shown = groups(context.game, aside, context.picked.get("all"))
    due = {act.kind for act in acts if context.game.rank(act.kind) == 0}
    forms = forms_of(context)
    first = [each for each in forms if each.is_due or each.event["type"] in due]
    found = [group_section(context, each) for each in shown if each.kind in due]
    found += form_sections(context, first)
    free = [group_section(context, each) for each in shown if each.kind not in due]
    found += [folded(context, free)] if free and context.seat and (due or not is_awaited(context)) else free
    found += form_sections(context, (each for each in forms if each not in first))
    found += [closing_section(context, each) for each in groups(context.game, closing)]
    return el("div", found, class_="groups") if found else NOTHING


def is_awaited(context: RequestContext) -> bool:
    """Whether the game waits for the viewer."""
    return context.seat is None or context.seat in context.game.acting(context.state)


def folded(context: RequestContext, sections: list[Html]) -> Html:
    """Fold away what may be done at any time."""
    return el(
        "details",
        el("summary", context.say("web.at_any_time")),
        el("div", sections, class_="groups"),
        class_="group",
        id="at-any-time",
    )


def closing_section(context: RequestContext, group: Group) -> Html:
    """Show what the whole table says to end a window, and who may still do what.

    On a seat's own page it is folded while others may still act: nobody ends it for them by a slip.
    """
    is_folded = bool({*still_open(context.game, context.state)} - {context.seat}) and context.seat is not None
    how = el("p", context.say("web.table_says_how"))
    told = [how, still_possible(context), offers_form(context, group, is_sure=is_folded)]
    title = context.say("web.table_says")
    if is_folded:
        act = kind_words(context, group.kind)
        summary = el("summary", title, trait(context.lang, "colon"), el("small", act))
        return el(
            "details", summary, told, class_="group closing", id=f"says-{group.kind}", data_kind=group.kind
        )
    return el("section", el("h2", title), told, class_="group closing", data_kind=group.kind)


def still_possible(context: RequestContext) -> Html | None:
    """Say who may still do what; a wide drawing says it itself."""
    words = board_of(context.game.id).window_words(context.view, context.lang)
    if not words or drawing_of(context) == "table":
        return None
    listed_ones = el("ul", [el("li", each) for each in words], class_="open")
    return el("div", el("p", context.say("web.still_open")), listed_ones)


def hand_strip(context: RequestContext, acts: tuple[Act, ...]) -> Html:
    """Show what the viewer alone holds beside the choices; a card that may be used now is tapped there."""
    view = context.view
    cards = Counter(picture_of(context.game.id).own_hand(view))
    if not cards:
        return NOTHING
    useful = {act.meant[0] for act in acts if act.meant}
    shown = [el("li", card_shown(context, view, id, n, is_link=id in useful)) for id, n in cards.items()]
    return el("ul", shown, class_="hand", aria_label=context.say("web.my_cards"))


def card_shown(context: RequestContext, view: Any, id: str, count: int, *, is_link: bool) -> Html:
    """Show one card: its picture where there is one, its name, and how many of it there are."""
    name = pick_words(view, context.lang, id)
    inside = [drawn(context, view, (id,)), el("b", f"{name} ×{count}" if count > 1 else name)]
    if not is_link:
        return el("span", inside, class_="offer")
    is_chosen = id in context.picked.get("pick", "").split()
    return el(
        "a",
        inside,
        id=f"tap-{id}",
        href=picked_address(context, () if is_chosen else (id,)),
        class_="offer pick",
        aria_current="true" if is_chosen else None,
    )


def chosen_section(context: RequestContext, acts: tuple[Act, ...]) -> Html:
    """Say what was tapped so far, which stays in sight beside the board, and offer how it goes on.

    Where the board alone did not say it all, what is left stays in sight too.
    """
    chosen = chosen_of(context, acts)
    if not chosen:
        return NOTHING
    view = context.view
    found = grouped(list(followers(acts, chosen)), chosen)
    trail = " › ".join(pick_words(view, context.lang, id) for id in chosen)
    back = el(
        "a",
        context.say("web.choose_again"),
        href=picked_address(context, ()),
        class_="quiet",
        data_key="Escape",
    )
    section = el(
        "section",
        offers_form(context, found, is_sure=True),
        class_="chosen left" if len(chosen) > 1 else "chosen",
        data_kind=found.kind,
    )
    return join([el("p", el("b", trail), " ", back, class_="trail", role="status"), section])


def group_section(context: RequestContext, group: Group) -> Html:
    """Show one kind of acts."""
    every = None
    if group.picks:
        address = f"{context.home}?{urlencode({'all': group.kind})}"
        every = el("a", context.say("web.show_all", n=group.total), href=address, class_="quiet")
    whose = el("small", context.say("web.the_table_saw")) if group.seat == TABLE else None
    return el(
        "section",
        el("h2", kind_name(context, group.kind), " ", whose),
        offers_form(context, group),
        every,
        class_="group single" if group.total == 1 else "group",
        data_kind=group.kind,
    )


def offers_form(context: RequestContext, group: Group, *, is_sure: bool = False) -> Html:
    """Show acts as buttons, and the taps that lead to more as links.

    What is grave is asked twice, but where `is_sure`: something was tapped for it before.
    """
    view = context.view
    shown = [offer_button(context, view, act, is_sure=is_sure) for act in group.acts]
    shown += [pick_button(context, view, each, is_sure=is_sure) for each in group.picks]
    has_pictures = any('class="' + context.game.id + ' icon"' in each for each in shown)
    is_dense = has_pictures or len(shown) > FEW
    return el(
        "form",
        hidden(context),
        el("div", shown, class_="offers compact" if is_dense else "offers"),
        method="post",
        action=action(context, "do"),
    )


def tap_form(context: RequestContext) -> Html:
    """Carry what is tapped on the board: a script fills in the act."""
    button = el("button", context.say("web.say_it"), name="event", hidden=True)
    return el("form", hidden(context), button, id="tapped", method="post", action=action(context, "do"))


def kind_name(context: RequestContext, kind: str) -> str:
    """Name a kind of action, as a heading does."""
    text = kind_words(context, kind)
    return text[:1].upper() + text[1:]


def kind_words(context: RequestContext, kind: str) -> str:
    """Name a kind of action within a sentence."""
    own = f"{context.game.id}.kind.{kind}"
    return context.say(own) if has(own, context.lang) else noun("event", kind, context.lang, context.game.id)


def offer_button(
    context: RequestContext, view: Any, act: Act, taps: tuple[str, ...] = (), *, is_sure: bool = False
) -> Html:
    """Make an act a button: what it says as the player would, what it would lead to.

    Among many it is named by the taps that tell it from the others. Its line of notation is not shown.
    """
    said = offer(context.state, act.event, context.lang, context.seat)
    ahead = outcome(view, context.lang, act.event)
    picture = drawn(context, view, act.meant)
    short = brief(view, context.lang, act.event)
    inside = [
        picture,
        el("b", named(context, view, taps), class_="name") if taps and not picture else None,
        el("b", short or said.label, class_="says long" if len(short or said.label) > LONG else "says"),
        el("small", ahead) if ahead else None,
    ]
    is_twice = not is_sure and needs_confirmation(context.game, context.state, act.event)
    button = el(
        "button",
        context.say("web.sure") if is_twice else inside,
        name="event",
        value=said.event,
        class_="offer sure main" if is_twice else "offer",
        data_line=said.notation,
        aria_label=f"{context.say('web.sure')}: {said.label}" if is_twice else said.label if short else None,
    )
    return asked_twice(inside, button, said.event) if is_twice else button


def asked_twice(inside: list[Html | None], button: Html, event: str) -> Html:
    """Fold a button: one tap unfolds it, and the next, in another place, does what it says."""
    id = blake2b(event.encode(), digest_size=6).hexdigest()
    return el("details", el("summary", inside, class_="offer"), button, class_="twice", id=f"twice-{id}")


def pick_button(context: RequestContext, view: Any, pick: Pick, *, is_sure: bool = False) -> Html:
    """Make a narrowing tap a link; the button itself where one act is left."""
    if pick.only is not None:
        return offer_button(context, view, pick.only, pick.taps, is_sure=is_sure)
    return el(
        "a",
        drawn(context, view, pick.taps),
        el("b", named(context, view, pick.taps)),
        el("span", context.say("web.ways", n=pick.count)),
        href=picked_address(context, pick.taps),
        class_="offer pick",
    )


def named(context: RequestContext, view: Any, taps: tuple[str, ...]) -> str:
    """Name an act, or what leads to some, by taps."""
    return listed((pick_words(view, context.lang, id) for id in told_by(taps)), context.lang)


def told_by(taps: tuple[str, ...]) -> tuple[str, ...]:
    """Give what names some taps: all that count, else the last."""
    return tuple(id for id in taps if is_counted(id)) or taps[-1:]


def drawn(context: RequestContext, view: Any, taps: tuple[str, ...]) -> Html:
    """Draw what taps stand for, where there are pictures: of what tells them apart, else of the first."""
    found = [each for id in told_by(taps) if (each := icon(view, id)) is not None]
    found = found or [each for id in taps[:1] if (each := icon(view, id)) is not None]
    if not found:
        return NOTHING
    return side_by_side(context.game.id, found)
