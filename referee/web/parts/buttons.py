"""What is possible, on a page: buttons by kind, and what was tapped so far with how it goes on."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

from events.base import TABLE
from referee.draw import board_of
from referee.draw.picks import icon, is_counted, outcome, pick_words
from referee.draw.svg import group, moved
from referee.l10n import has, noun
from referee.service.windows import is_closing, still_open
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
from referee.web.acts.visit import Visit
from referee.web.forms.fill_in import blank_sections, blanks_of
from referee.web.parts.board import picked_address
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden

LONG = 32
"""From so many characters on the words of a button are set smaller."""

ICON = 24
"""How high a pick's picture is drawn, in its own units."""


def action_groups(visit: Visit, seats: Iterable[str]) -> Html:
    """Offer what some seats may do, the kinds one by one."""
    return possible(visit, acts_to_press(visit, seats))


def acts_to_press(visit: Visit, seats: Iterable[str]) -> tuple[Act, ...]:
    """List what may be done by buttons and taps: not what has a form to be filled in instead."""
    written = {each.instead for each in blanks_of(visit)}
    return tuple(act for act in acts_of(visit, seats) if act.kind not in written)


def possible(visit: Visit, acts: tuple[Act, ...]) -> Html:
    """Offer acts by kind: what is due with its forms, what is free, what the whole table says.

    Those that may be meant by what was tapped are offered above.
    """
    chosen = chosen_of(visit, acts)
    meant = followers(acts, chosen) if chosen else ()
    is_shared = bool(still_open(visit.game, visit.state))
    closing = [act for act in acts if is_shared and is_closing(visit.game, act.event)]
    aside = [act for act in acts if act not in meant and act not in closing]
    shown = groups(visit.game, aside, visit.picked.get("all"))
    due = {act.kind for act in acts if visit.game.rank(act.kind) == 0}
    forms = blanks_of(visit)
    first = [each for each in forms if each.is_due or each.event["type"] in due]
    found = [group_section(visit, each) for each in shown if each.kind in due]
    found += blank_sections(visit, first)
    found += [group_section(visit, each) for each in shown if each.kind not in due]
    found += blank_sections(visit, (each for each in forms if each not in first))
    found += [closing_section(visit, each) for each in groups(visit.game, closing)]
    return el("div", found, class_="groups") if found else NOTHING


def closing_section(visit: Visit, group: Group) -> Html:
    """Show what the whole table says to end a window, and who may still do what.

    On a seat's own page it is folded while others may still act: nobody ends it for them by a slip.
    """
    told = [
        el("p", visit.say("web.table_says_how")),
        el("ul", [el("li", each) for each in window_words(visit)], class_="open"),
        offers_form(visit, group),
    ]
    title = visit.say("web.table_says")
    if {*still_open(visit.game, visit.state)} - {visit.seat} and visit.seat is not None:
        act = kind_name(visit, group.kind)
        summary = el("summary", title, " ", el("small", act))
        return el(
            "details", summary, told, class_="group closing", id=f"says-{group.kind}", data_kind=group.kind
        )
    return el("section", el("h2", title), told, class_="group closing", data_kind=group.kind)


def window_words(visit: Visit) -> list[str]:
    """Say who may still do what, as far as the game has words for it."""
    words = getattr(board_of(visit.game.id), "window_words", None)
    return words(visit.view, visit.lang) if words else []


def chosen_section(visit: Visit, acts: tuple[Act, ...]) -> Html:
    """Say what was tapped so far, which stays in sight beside the board, and offer how it goes on.

    Where the board alone did not say it all, what is left stays in sight too.
    """
    chosen = chosen_of(visit, acts)
    if not chosen:
        return NOTHING
    view = visit.view
    found = grouped(list(followers(acts, chosen)), chosen)
    trail = " › ".join(pick_words(view, visit.lang, id) for id in chosen)
    back = el(
        "a",
        visit.say("web.choose_again"),
        href=picked_address(visit, ()),
        class_="quiet",
        data_key="Escape",
    )
    section = el(
        "section",
        offers_form(visit, found),
        class_="chosen left" if len(chosen) > 1 else "chosen",
        data_kind=found.kind,
    )
    return join([el("p", el("b", trail), " ", back, class_="trail", role="status"), section])


def group_section(visit: Visit, group: Group) -> Html:
    """Show one kind of acts."""
    every = None
    if group.picks:
        address = f"{visit.home}?{urlencode({'all': group.kind})}"
        every = el("a", visit.say("web.show_all", n=group.total), href=address, class_="quiet")
    whose = el("small", visit.say("web.the_table_saw")) if group.seat == TABLE else None
    return el(
        "section",
        el("h2", kind_name(visit, group.kind), " ", whose),
        offers_form(visit, group),
        every,
        class_="group single" if group.total == 1 else "group",
        data_kind=group.kind,
    )


def offers_form(visit: Visit, group: Group) -> Html:
    """Show acts as buttons, and the taps that lead to more as links."""
    view = visit.view
    shown = [offer_button(visit, view, act) for act in group.acts]
    shown += [pick_button(visit, view, each) for each in group.picks]
    has_pictures = any('class="' + visit.game.id + ' icon"' in each for each in shown)
    is_dense = has_pictures or len(shown) > FEW
    return el(
        "form",
        hidden(visit),
        el("div", shown, class_="offers compact" if is_dense else "offers"),
        method="post",
        action=action(visit, "do"),
    )


def tap_form(visit: Visit) -> Html:
    """Carry what is tapped on the board: a script fills in the act."""
    button = el("button", visit.say("web.say_it"), name="event", hidden=True)
    return el("form", hidden(visit), button, id="tapped", method="post", action=action(visit, "do"))


def kind_name(visit: Visit, kind: str) -> str:
    """Name a kind of action."""
    own = f"{visit.game.id}.kind.{kind}"
    text = visit.say(own) if has(own, visit.lang) else noun("event", kind, visit.lang, visit.game.id)
    return text[:1].upper() + text[1:]


def offer_button(visit: Visit, view: Any, act: Act, taps: tuple[str, ...] = ()) -> Html:
    """Make an act a button: what it says as the player would, what it would lead to.

    Among many it is named by the taps that tell it from the others. Its line of notation is not shown.
    """
    said = offer(visit.state, act.event, visit.lang, visit.seat)
    ahead = outcome(view, visit.lang, act.event)
    picture = drawn(visit, view, act.meant)
    length = "says long" if len(said.label) > LONG else "says"
    return el(
        "button",
        picture,
        el("b", named(visit, view, taps), class_="name") if taps and not picture else None,
        el("b", said.label, class_=length),
        el("small", ahead) if ahead else None,
        name="event",
        value=said.event,
        class_="offer",
        data_line=said.notation,
    )


def pick_button(visit: Visit, view: Any, pick: Pick) -> Html:
    """Make a narrowing tap a link; the button itself where one act is left."""
    if pick.only is not None:
        return offer_button(visit, view, pick.only, pick.taps)
    return el(
        "a",
        drawn(visit, view, pick.taps),
        el("b", named(visit, view, pick.taps)),
        el("span", visit.say("web.ways", n=pick.count)),
        href=picked_address(visit, pick.taps),
        class_="offer pick",
    )


def named(visit: Visit, view: Any, taps: tuple[str, ...]) -> str:
    """Name an act, or what leads to some, by taps."""
    return ", ".join(pick_words(view, visit.lang, id) for id in told_by(taps))


def told_by(taps: tuple[str, ...]) -> tuple[str, ...]:
    """Give what names some taps: all that count, else the last."""
    return tuple(id for id in taps if is_counted(id)) or taps[-1:]


def drawn(visit: Visit, view: Any, taps: tuple[str, ...]) -> Html:
    """Draw what taps stand for, where there are pictures of it."""
    found = [each for id in told_by(taps) if (each := icon(view, id)) is not None]
    if not found:
        return NOTHING
    starts = accumulate((width for _, width in found), initial=0.0)
    placed = [moved(x, 0, markup) for x, (markup, _) in zip(starts, found, strict=False)]
    width = sum(width for _, width in found)
    return el(
        "svg",
        Html(group(*placed)),
        viewBox=f"0 0 {width} {ICON}",
        width=width,
        height=ICON,
        aria_hidden="true",
        class_=f"{visit.game.id} icon",
    )
