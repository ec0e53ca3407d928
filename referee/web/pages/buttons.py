"""Possible acts on a page: buttons by kind, the taps so far, the own hand."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

from msgspec.structs import astuple

from events.base import TABLE
from events.envelope import blake2b, encode
from events.table import ProposalAnswered
from referee.draw import board_of, picture_of
from referee.draw.picks import brief, icon, is_counted, outcome, pick_words
from referee.draw.svg import Node
from referee.l10n import has, noun
from referee.languages import listed, trait
from referee.service.commands.consent import proposal_id
from referee.service.forms import Form
from referee.service.speech_reading import LONGEST, acts_heard
from referee.service.tables.open_acts import is_closing, is_secret_choice, needs_confirmation
from referee.web.access.links import SEAT
from referee.web.acts.possible_acts import (
    AHEAD,
    FEW,
    Group,
    Pick,
    PossibleAct,
    acts_of,
    filter_meant,
    find_chosen,
    group,
    group_by_kind,
    kinds_implied,
    make_offer,
)
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import actor_of
from referee.web.forms import forms_of
from referee.web.pages.board import asked_address, drawing_of, picked_address

FEW_OF_TABLE = 12
"""So many buttons for what the table shows, half a screen, stand open on a phone; more are folded there.

Every phone has them, and one is enough to say what everybody sees.
"""

FEW_OF_ABSENT = 4
"""So many acts of an absent seat are offered at once on a phone; more are on the page of that seat."""


class Button(NamedTuple):
    """An act as a button. `event` is its JSON, `says` the text on it, `outcome` what it would lead to.

    `name` distinguishes it by its taps, empty where a picture does. `is_short`: `says` is shorter than
    `label`. `is_whole`: its picture says all of it. With `needs_confirmation` a first tap unfolds a second
    button, by `id`.
    """

    event: str
    notation: str
    label: str
    says: str
    name: str
    outcome: str
    pictures: list[tuple[Node, float]]
    is_short: bool
    is_whole: bool
    needs_confirmation: bool
    id: str


class Narrowing(NamedTuple):
    """A tap as a link to the page that offers the `ways` acts that are left after it.

    `is_whole`: its picture says all that was tapped.
    """

    address: str
    name: str
    ways: int
    pictures: list[tuple[Node, float]]
    is_whole: bool


class Offers(NamedTuple):
    """The buttons of one kind of act.

    `is_compact`: there are many, or they have pictures, so they are set close.
    """

    buttons: list[Button | Narrowing]
    is_compact: bool


class Section(NamedTuple):
    """The acts of one kind under a heading: `words` name the kind within a sentence.

    `every` is the address of the page that shows all of them, empty where this does.
    """

    group: Group
    words: str
    every: str

    @property
    def heading(self) -> str:
        """Return `words` with a capital first letter."""
        return self.words[:1].upper() + self.words[1:]


class Choice(NamedTuple):
    """What a page offers: `due` is awaited by the game, `free` may be done, `closing` ends a window.

    `asked` says what is asked of the viewer, a line each. `ahead` are acts that are not possible yet, told
    with what they imply (see `Untold`). `single` are acts that others imply, folded below `single_words`.
    `shown` is what the table shows to everybody, where that is folded; `is_shown_open`: it was unfolded.
    `open_to` says who may still do what in a window. `is_closing_own`: the viewer says for itself alone that
    it does nothing more, and the others are asked. `said_aloud` is the answer, as JSON, that the screen gives
    for those with phones; empty where it asks nobody. The other two booleans say what else is folded.
    """

    asked: list[str]
    due: list[Section]
    due_forms: list[Form]
    ahead: list[Section]
    free: list[Section]
    forms: list[Form]
    single: list[Section]
    single_words: str
    closing: list[Section]
    shown: list[Section]
    is_shown_open: bool
    open_to: list[str]
    is_free_folded: bool
    is_closing_folded: bool
    is_closing_own: bool
    said_aloud: str


class Chosen(NamedTuple):
    """The taps so far: in words, their number, and the acts or taps that may follow."""

    trail: str
    taps: int
    group: Group


class Heard(NamedTuple):
    """What a browser heard, and the acts that it may mean; None where it means none."""

    said: str
    group: Group | None


class Card(NamedTuple):
    """A card of the own hand: its picture where there is one, its name, how many `copies` of it there are.

    `address` is where a tap leads; where the card `is_idle`, to why it cannot be used now.
    """

    id: str
    pictures: list[tuple[Node, float]]
    name: str
    copies: int
    address: str
    is_chosen: bool
    is_idle: bool


class Secret(NamedTuple):
    """What lies face down before the viewer: how its back and its face look and are called."""

    id: str
    back: list[tuple[Node, float]]
    called: str
    face: list[tuple[Node, float]]
    says: str


def acts_to_press(context: RequestContext, seats: Iterable[str]) -> tuple[PossibleAct, ...]:
    """Return the acts of `seats` for buttons and taps; kinds that have a form are left out.

    Of a kind, what a seat does for itself comes before what it does to others.
    """
    written = {each.instead for each in forms_of(context)}
    acts = [act for act in acts_of(context, seats) if act.kind not in written]
    order = {kind: n for n, kind in enumerate(dict.fromkeys((act.kind, act.seat) for act in acts))}
    everybody = {*context.state.seats}

    def place(act: PossibleAct) -> tuple[int, bool]:
        named = {each for each in astuple(act.event) if isinstance(each, str)} & everybody
        return order[act.kind, act.seat], bool(named - {act.seat})

    return tuple(sorted(acts, key=place))


def acts_of_absent(context: RequestContext, seat: str) -> tuple[PossibleAct, ...]:
    """Return the acts due from an absent seat that everybody may see; none where the choice is secret."""
    if is_secret_choice(context.game, context.state, seat):
        return ()
    return tuple(act for act in acts_to_press(context, [seat]) if context.game.rank(act.kind) == 0)


def acts_said_aloud(context: RequestContext, acts: tuple[PossibleAct, ...]) -> Heard | None:
    """Return what was said aloud, as the page was asked for, with what it means; None where nothing was.

    The ways in which the browser understood it are lines, the likeliest first. Nothing is recorded by it.
    What the game has left behind since is forgotten.
    """
    lines = [line for line in context.picked.get("heard", "").splitlines() if line.strip()]
    if not lines:
        return None
    found = acts_heard(lines, [(act.state, act.event) for act in acts], context.lang, context.seat)
    meant = tuple(acts[n] for n in found)
    group = Group(meant[0].kind, meant[0].seat, len(meant), meant) if meant else None
    is_left_behind = context.picked.get("seen", "") not in {"", str(context.moment.revision)}
    return None if group is None and is_left_behind else Heard(lines[0][:LONGEST], group)


def absent_to_act(context: RequestContext) -> tuple[str, ...]:
    """Return the seats that the game waits for and whose people went home."""
    return tuple(seat for seat in context.game.acting(context.state) if seat in context.state.absent)


def choice_of_acts(context: RequestContext, acts: tuple[PossibleAct, ...]) -> Choice:
    """Return acts by kind: what is due with its forms, what is free, what ends a window.

    Acts that the taps so far may mean are left out: `chosen_acts` offers them. Free acts are folded on the
    page of a seat that has something due or is not awaited, closing ones on a seat's page while others may
    still act: nobody should do these by a slip. What the table shows is folded on a phone where it is much.
    """
    chosen = find_chosen(context, acts)
    meant = filter_meant(acts, chosen) if chosen else ()
    acting = {*context.windows}
    closing = [act for act in acts if acting and is_closing(context.game, act.event)]
    implied = kinds_implied(context, acts)
    single = [act for act in acts if act.kind in implied and not act.lead]
    aside = [act for act in acts if act not in meant and act not in closing and act not in single]
    is_pressing = board_of(context.game.id).is_pressing
    pressing = [act for act in aside if is_pressing(context.view, act.event)]
    aside = [act for act in aside if act not in pressing]
    sections = [
        _section(context, each) for each in group_by_kind(context.game, aside, context.picked.get("all"))
    ]
    pressed = [_section(context, each) for each in group_by_kind(context.game, pressing)]
    shown = _shown_by_table(context, aside, sections)
    sections = [each for each in sections if each not in shown]
    alone = [_section(context, each) for each in group_by_kind(context.game, single)]
    kinds = {act.group for act in acts if context.game.rank(act.kind) == 0}
    forms = forms_of(context)
    due_forms = [each for each in forms if each.is_due or each.event["type"] in kinds]
    possible = {(act.kind, act.seat) for act in aside if act.state is context.state}
    due = [each for each in sections if each.group.kind in kinds]
    ahead = [each for each in due if (each.group.kind, each.group.seat) not in possible]
    is_awaited = context.seat is None or context.seat in context.game.acting(context.state)
    is_folded = bool(acting - {context.seat}) and context.seat is not None
    may_leave = any(isinstance(act.event, context.game.windows.leaving) for act in aside)
    return Choice(
        asked=board_of(context.game.id).asked_words(context.view, context.lang, context.seat),
        due=[*(each for each in due if each not in ahead), *pressed],
        due_forms=due_forms,
        ahead=ahead,
        free=[each for each in sections if each.group.kind not in kinds],
        forms=[each for each in forms if each not in due_forms],
        single=alone,
        single_words=listed((each.words for each in alone), context.lang),
        closing=[_section(context, each) for each in group_by_kind(context.game, closing)],
        shown=shown,
        is_shown_open=context.picked.get("all") in {each.group.kind for each in shown},
        open_to=[] if drawing_of(context) == "table" else _window_words(context),
        is_free_folded=bool(context.seat and (kinds or pressing or not is_awaited)),
        is_closing_folded=is_folded,
        is_closing_own=(is_folded and context.link.role == SEAT and context.seat in acting and not may_leave),
        said_aloud=_said_aloud(context),
    )


def _said_aloud(context: RequestContext) -> str:
    """Return as JSON the screen's answer for all to the question that ends a window, once that is asked."""
    if not {*actor_of(context).asks} & {*context.game.acting(context.state)}:
        return ""
    proposal = proposal_id(context.moment.revision)
    return encode([ProposalAnswered(proposal, TABLE, agrees=True)]).decode()


def _shown_by_table(
    context: RequestContext, acts: Iterable[PossibleAct], sections: Iterable[Section]
) -> list[Section]:
    """Return those sections of a phone that are what the table shows of nobody in particular, if it is much.

    Empty where it is little, or on a page of the whole table.
    """
    kinds = {act.kind for act in acts if act.seat == TABLE and not hasattr(act.event, "seat")}
    found = [each for each in sections if each.group.seat == TABLE and each.group.kind in kinds]
    number = sum(len(each.group.acts) + len(each.group.picks) for each in found)
    return found if context.link.role == SEAT and number > FEW_OF_TABLE else []


def _section(context: RequestContext, group: Group) -> Section:
    """Return a group with its name and, where it has taps, the address of the page with all its acts.

    Taps in any order lead to few at once, and have no such page.
    """
    own = f"{context.game.id}.kind.{group.kind}"
    words = (
        context.say(own)
        if has(own, context.lang)
        else noun("event", group.kind, context.lang, context.game.id)
    )
    every = f"{context.home}?{urlencode({'all': group.kind})}" if group.picks and group.kind != AHEAD else ""
    return Section(group, words, every)


def _window_words(context: RequestContext) -> list[str]:
    """Return who may still do what while a window is open, a line each."""
    return board_of(context.game.id).window_words(context.view, context.lang)


def chosen_acts(context: RequestContext, acts: tuple[PossibleAct, ...]) -> Chosen | None:
    """Return the taps so far and what may follow; None where nothing was tapped."""
    chosen = find_chosen(context, acts)
    if not chosen:
        return None
    trail = " › ".join(pick_words(context.view, context.lang, id) for id in chosen)
    return Chosen(trail, len(chosen), group(list(filter_meant(acts, chosen)), chosen))


def own_hand(context: RequestContext, acts: tuple[PossibleAct, ...]) -> list[Card]:
    """Return the cards only the viewer sees, equal ones counted; a card that an act begins with is a link."""
    view = context.view
    useful = {id for act in acts for id in act.next_picks(())}
    taps = context.picked.get("pick", "").split()
    found = []
    for id, count in Counter(picture_of(context.game.id).own_hand(view)).items():
        is_chosen, is_idle = id in taps, id not in useful
        onward = () if is_chosen else (id,)
        found.append(
            Card(
                id,
                _pictures(view, (id,)),
                pick_words(view, context.lang, id),
                count,
                asked_address(context, (), (id,)) if is_idle else picked_address(context, onward),
                is_chosen,
                is_idle,
            )
        )
    return found


def own_secrets(context: RequestContext) -> list[Secret]:
    """Return what only the viewer may see, and sees while it is held."""
    view, lang = context.view, context.lang
    found = []
    for id in picture_of(context.game.id).own_secrets(view):
        back = f"{id.partition(':')[0]}:"
        words = pick_words(view, lang, back), pick_words(view, lang, id)
        found.append(Secret(back[:-1], _pictures(view, (back,)), words[0], _pictures(view, (id,)), words[1]))
    return found


def offers(context: RequestContext, group: Group, *, is_sure: bool = False) -> Offers:
    """Return the acts of a group as buttons, and as links the taps that lead to several acts.

    `is_sure`: no second tap is asked for, since something was tapped for it before.
    """
    view = context.view
    buttons: list[Button | Narrowing] = [
        _button(context, view, act, (), is_sure=is_sure) for act in group.acts
    ]
    buttons += [
        _link(context, view, pick)
        if pick.only is None
        else _button(context, view, pick.only, pick.taps, is_sure=is_sure)
        for pick in group.picks
    ]
    buttons = list(_with_own_names(buttons, context.lang))
    return Offers(buttons, len(buttons) > FEW or any(each.pictures for each in buttons))


def _with_own_names(buttons: Iterable[Button | Narrowing], lang: str) -> Iterator[Button | Narrowing]:
    """Yield buttons of which no two links have one name: a number is added to later ones."""
    called = Counter[str]()
    for each in buttons:
        if isinstance(each, Narrowing):
            called[each.name] += 1
            if (n := called[each.name]) > 1:
                yield each._replace(name=each.name + trait(lang, "brackets").format(n))
                continue
        yield each


def _button(
    context: RequestContext, view: Any, act: PossibleAct, taps: tuple[str, ...], *, is_sure: bool
) -> Button:
    """Return an act as a button; `taps` distinguish it where icons do not, () where it needs none.

    One of several acts that differ in what they imply is named by that beside its picture.
    """
    said = make_offer(act, context.lang, context.seat)
    pictures, told = _pictures(view, act.meant), taps or (act.meant if act.implied else ())
    short = brief(view, context.lang, act.event)
    return Button(
        event=said.event,
        notation=said.notation,
        label=said.label,
        says=short or said.label,
        name=_name(context, view, told) if told and (act.implied or not pictures) else "",
        outcome=outcome(view, context.lang, act.event),
        pictures=pictures,
        is_short=bool(short),
        is_whole=bool(pictures) and len(act.meant) == 1,
        needs_confirmation=not is_sure and needs_confirmation(context.game, act.state, act.event),
        id=blake2b(said.event.encode(), digest_size=6).hexdigest(),
    )


def _link(context: RequestContext, view: Any, pick: Pick) -> Narrowing:
    """Return the link to the page that offers the acts left after `pick`."""
    name, pictures = _name(context, view, pick.taps), _pictures(view, pick.taps)
    return Narrowing(
        picked_address(context, pick.taps), name, pick.count, pictures, bool(pictures) and len(pick.taps) == 1
    )


def _name(context: RequestContext, view: Any, taps: tuple[str, ...]) -> str:
    """Return the words of the taps that distinguish an act."""
    return listed((pick_words(view, context.lang, id) for id in _telling(taps)), context.lang)


def _telling(taps: tuple[str, ...]) -> tuple[str, ...]:
    """Return the taps that distinguish an act: all counted ones (`exit1`, `exit2`), else the last."""
    return tuple(id for id in taps if is_counted(id)) or taps[-1:]


def _pictures(view: Any, taps: tuple[str, ...]) -> list[tuple[Node, float]]:
    """Return icons, each with its width, of the distinguishing taps; without any, of the first tap."""
    found = [each for id in _telling(taps) if (each := icon(view, id)) is not None]
    return found or [each for id in taps[:1] if (each := icon(view, id)) is not None]


def form_id(form: Form) -> str:
    """Return the prefix of the ids of a form's fields, by event and seat, so that no two forms share them."""
    return f"{form.event['type']}.{form.event.get('seat') or ''}"
