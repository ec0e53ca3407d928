"""The pages to play on: a seat's, the table's screen, the watchers', a shared device's."""

from collections.abc import Iterable
from typing import NamedTuple

from events.base import TABLE
from events.envelope import encode
from referee.draw import picture_of
from referee.kernel.table import still_asked
from referee.kernel.verdict import Refused
from referee.l10n.options import about_words, secret_words
from referee.languages import listed
from referee.service.logs.effective import Action
from referee.service.tables.open_acts import missing_before, open_windows
from referee.service.wording import marked_words
from referee.web.access.address import Code, make_code
from referee.web.access.links import DEVICE, SCREEN, SEAT, WATCH, Link
from referee.web.acts.possible_acts import Group, PossibleAct
from referee.web.acts.request_context import RequestContext
from referee.web.acts.sealed_choices import SealedChoice, own_choices, seals_of
from referee.web.acts.table_acts import count_fresh, judge_reapplying, own_prefix
from referee.web.forms import forms_of
from referee.web.pages.board import board, drawing_of
from referee.web.pages.buttons import (
    absent_to_act,
    acts_of_absent,
    acts_said_aloud,
    acts_to_press,
    chosen_acts,
    own_hand,
    own_secrets,
)
from referee.web.pages.end import how_it_ended
from referee.web.pages.frame import Page
from referee.web.pages.parts import awaited, is_past_first_round

_MOST_WAITING = 8
"""More than this many acts are counted, not listed."""


class WaitingRows(NamedTuple):
    """Undone actions to be recorded again: the first ones (entry, sentence), and the `total`.

    `refused` is why the first is not possible now, None where it is; `missing` are acts that may have to come
    before it, None without any. `own` is how many of them the viewer may record. `is_stale`: the game has
    gone on since some were taken back.
    """

    acts: list[tuple[int | None, str]]
    total: int
    refused: Refused | None
    missing: Group | None
    own: int
    is_stale: bool

    @property
    def more(self) -> int:
        """Return how many are counted, not listed."""
        return self.total - len(self.acts)


def home_page(context: RequestContext) -> Page:
    """Return the page a link opens: a seat's, the screen, a shared device's, or the watchers'."""
    if context.link.role == SCREEN:
        return _table_page(context)
    if context.link.role == DEVICE and context.seat is None:
        return _handed_round_page(context)
    if context.watches:
        picture, sheet = board(context, "table")
        title = context.say("web.table", table=context.link.table)
        over = how_it_ended(context)
        return Page(title, "watch.html", live=True, board=sheet, picture=picture, over=over)
    return _seat_page(context)


def _seat_page(context: RequestContext) -> Page:
    """Return the page of a seat: board, hand, choices, undone acts, seals."""
    acting = context.game.acting(context.state)
    is_seen = TABLE in acting or any(context.game.ahead(context.state, TABLE))
    own = [] if context.is_away else [str(context.seat), *([TABLE] if is_seen else [])]
    acts = acts_to_press(context, own)
    cards, secrets, usual = own_hand(context, acts), own_secrets(context), drawing_of(context)
    bare = picture_of(context.game.id).sizes_beside_hand
    picture, sheet = board(context, bare.get(usual, usual) if cards or secrets else usual, acts=acts)
    return Page(
        context.seat_name(context.seat),
        "seat.html",
        live=True,
        board=sheet,
        picture=picture,
        acts=acts,
        cards=cards,
        secrets=secrets,
        chosen=chosen_acts(context, acts),
        heard=acts_said_aloud(context, acts),
        is_board_first=drawing_of(context) == "phone" and picture_of(context.game.id).is_before_lists,
        over=how_it_ended(context),
        waiting=_waiting(context),
        seal_switch=seal_switch(context, acts),
        sealed=sealed_choices(context),
    )


def _table_page(context: RequestContext) -> Page:
    """Return the screen for all: board without secrets, acts of the table and absent seats, codes to join."""
    acts = _public_acts(context)
    picture, sheet = board(context, "table", acts=acts)
    found = {
        seat: code_for(context, link, "web.code_for", seat=seat)
        for seat, link in unjoined_seats(context).items()
    }
    codes, is_early = {s: code for s, code in found.items() if code}, not is_past_first_round(context)
    return Page(
        context.say("web.table", table=context.link.table),
        "table.html",
        live=True,
        board=sheet,
        picture=picture,
        acts=acts,
        chosen=chosen_acts(context, acts),
        over=how_it_ended(context),
        waiting=_waiting(context),
        is_somebody_absent=bool(absent_to_act(context)),
        is_early=is_early,
        codes=codes,
        joining=listed((context.seat_name(seat) for seat in codes), context.lang),
        watch_code=_watch_code(context),
    )


def _handed_round_page(context: RequestContext) -> Page:
    """Return the curtain of a shared device: a board without hidden cards, and who may take it next."""
    own = context.open_to_device()
    owing = [seat for seat in _owing(context) if seat in own]
    acts = _public_acts(context)
    picture, sheet = board(context, "table", acts=acts)
    return Page(
        context.say("web.curtain"),
        "handed_round.html",
        live=True,
        board=sheet,
        picture=picture,
        acts=acts,
        chosen=chosen_acts(context, acts),
        over=how_it_ended(context),
        waiting=_waiting(context),
        next_seats=owing[:1],
        other_seats=[*owing[1:], *(seat for seat in own if seat not in owing)],
    )


def _owing(context: RequestContext) -> tuple[str, ...]:
    """Return the seats that owe an answer, then those that may act, in the order the game asks them.

    In an open window those who have said nothing in it come first; who does nothing more in it is left out.
    """
    asked = {seat for each in context.proposed_now for seat in still_asked(context.state, each)}
    if context.windows:
        spoken = _spoken_in_window(context)
        acting = sorted(context.seats_in_window, key=lambda seat: spoken.get(seat, 0))
    else:
        acting = [*awaited(context), *context.game.acting(context.state)]
    return tuple(dict.fromkeys([*(seat for seat in context.state.seats if seat in asked), *acting]))


def _spoken_in_window(context: RequestContext) -> dict[str, int]:
    """Return for each seat that did something in the open window the entry of what it did last."""
    moment, found = context.game.moment(context.state), dict[str, int]()
    for action in reversed(context.log_index.effective.actions):
        before = context.log_index.state_before(action.seq or 1)
        if before is None or context.game.moment(before) != moment or not open_windows(context.game, before):
            break
        found.setdefault(getattr(action.event, "seat", None) or TABLE, action.seq or 0)
    return found


def _public_acts(context: RequestContext) -> tuple[PossibleAct, ...]:
    """Return the acts everybody may see: first what is due from absent seats, then the table's."""
    acting = context.game.acting(context.state)
    absent = [act for seat in absent_to_act(context) for act in acts_of_absent(context, seat)]
    return (*absent, *acts_to_press(context, [TABLE] if TABLE in acting else []))


def unjoined_seats(context: RequestContext) -> dict[str, Link]:
    """Return the links of the seats that nobody has joined yet; empty once the game is over.

    Empty, too, where no other device comes: nobody is waited for.
    """
    if not context.is_reachable:
        return {}
    if context.game.winners(context.state) is not None or context.state.closed:
        return {}
    links = context.live.links.at(context.link.table)
    free = {link.seat: link for link in links if link.role == SEAT and not link.opened}
    return {seat: free[seat] for seat in context.state.seats if seat in free}


def _watch_code(context: RequestContext) -> Code | None:
    """Return the code for watchers; None where none was issued or somebody has opened it."""
    link = context.live.links.place(context.link.table, WATCH)
    return code_for(context, link, "web.to_watch") if link is not None and not link.opened else None


def code_for(context: RequestContext, link: Link, label: str, **args: str) -> Code | None:
    """Return the code of a link; `label` is the message id of its description.

    None where the secret it was made with is gone, and where no other device comes.
    """
    token = context.live.links.token(link) if context.is_reachable else None
    return None if token is None else make_code(f"{context.base}/s/{token}", context.say(label, **args))


def _waiting(context: RequestContext) -> WaitingRows | None:
    """Return the undone acts that wait to be reapplied; None where there are none."""
    actions = context.log_index.waiting
    if not actions:
        return None
    refused = judge_reapplying(context, actions[0])
    return WaitingRows(
        acts=[(told.seq, _waiting_words(context, told)) for told in actions[:_MOST_WAITING]],
        total=len(actions),
        refused=refused,
        missing=None if refused is None else _missing(context, actions[0]),
        own=len(own_prefix(context, actions)),
        is_stale=count_fresh(context) < len(actions),
    )


def _waiting_words(context: RequestContext, told: Action) -> str:
    each = context.entries[(told.seq or 1) - 1]
    return marked_words(context.log_index, each, context.lang, context.seat)


def _missing(context: RequestContext, first: Action) -> Group | None:
    """Return acts that may have to come before `first`; None where there are none or `first` is hidden."""
    if context.log_index.secrets.hides(first.seq, first.event, None):
        return None
    found = missing_before(context.game, context.state, first.event)
    offered = acts_to_press(context, [context.seat] if context.seat else context.game.acting(context.state))
    acts = tuple(act for act in offered if act.event in found)
    return Group(acts[0].kind, acts[0].seat, len(acts), acts) if acts else None


PART = 4
"""A salt is written in parts of so many letters."""


class Sealed(NamedTuple):
    """A sealed choice: `name` is what it is about, `words` its value, empty where it is unknown here.

    `salt` opens it, in parts of four letters. One that is unknown is opened by typing the salt and choosing
    among `values`, which are JSON with their words.
    """

    about: str
    name: str
    words: str
    salt: str
    values: list[tuple[str, str]]
    is_due: bool

    @property
    def id(self) -> str:
        """Return the suffix of the ids of its fields."""
        return f"{self.about or 'own'}".replace(" ", "-")


def seal_switch(context: RequestContext, acts: Iterable[PossibleAct]) -> str | None:
    """Return the words for what the viewer may seal; None where none of its choices may be sealed now.

    None, too, where no other device comes: what opens a seal would lie on the one that has the record.
    """
    seals = context.game.seals
    if seals is None or context.seat is None or not context.is_reachable:
        return None
    offered = {act.kind for act in acts if act.seat == context.seat}
    offered |= {str(form.event["type"]) for form in forms_of(context)}
    if not offered & seals.kinds(context.state):
        return None
    return context.say(f"{context.game.id}.seals.choice")


def sealed_choices(context: RequestContext) -> list[Sealed]:
    """Return the choices a seat has sealed."""
    return [_describe_seal(context, each) for each in own_choices(context)]


def _describe_seal(context: RequestContext, choice: SealedChoice) -> Sealed:
    """Return a seal as the page shows it: its value where this phone knows it, else the possible ones."""
    about, is_known = choice.about, choice.value is not None
    name = (
        about_words(context.game.id, about, context.lang)
        if about
        else context.say(f"{context.game.id}.seals.own")
    )
    name = name[:1].upper() + name[1:]
    values = [] if is_known else seals_of(context).values(context.state, about)
    return Sealed(
        about=about,
        name=name,
        words=_words(context, choice.value) if is_known else "",
        salt=" ".join(choice.salt[i : i + PART] for i in range(0, len(choice.salt), PART)),
        values=[(encode(value).decode(), _words(context, value)) for value in values],
        is_due=choice.is_due,
    )


def _words(context: RequestContext, value: object) -> str:
    """Return the value of a seal in words."""
    return secret_words(context.game.id, value, context.lang)
