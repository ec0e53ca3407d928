"""The page of a refusal: what, why, by which rule, and what can be done instead."""

from collections.abc import Sequence
from urllib.parse import urlencode

from litestar.exceptions import NotFoundException

from events.base import TABLE, Event
from events.envelope import encode
from referee.draw.picks import pick_words, picks
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.options import decision_words, describe_event
from referee.languages import listed
from referee.service.ask.taps import events_asked
from referee.service.commands.ways_round import find_way_round, may_be_set, other_option_values
from referee.service.line_reading import lines_meant
from referee.service.tables.refusals import EVERYBODY, reader_of
from referee.service.tables.table import REFEREE_DEALS
from referee.web.acts.correct_facts import fact_name, value_words
from referee.web.acts.possible_acts import FEW, Group, PossibleAct, make_offer
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import find_earlier_mistakes
from referee.web.pages.board import asked_words, on_board, picked_address, sheet_of
from referee.web.pages.buttons import acts_to_press
from referee.web.pages.frame import Page
from referee.web.pages.parts import action, house_rules, known_rules


def refused_page(
    context: RequestContext, refused: Refused, event: Event | None = None, line: str = ""
) -> Page:
    """Return the page (422) of a refusal; `line` is what was typed where it could not be read.

    It offers acts the line may mean, earlier entries that cause the refusal, playing the act anyway, a house
    rule where an option decides, and the facts that would have to be set; each only where it would help.
    """
    own = [context.seat] if context.seat else []
    may_be_played = may_be_set(refused, event)
    way = find_way_round(context.game, context.state, event) if event is not None and may_be_played else None
    facts = way.facts if way else {}
    found = () if event is None else find_earlier_mistakes(context, event, refused)
    settings = [
        f"{name}={value}" for name, value in other_option_values(context.game, context.state, refused, event)
    ]
    return Page(
        context.say("web.refused"),
        "refused.html",
        status=422,
        board=sheet_of(context),
        why=_words(context, refused),
        others=(),
        instead="",
        home=context.home,
        dispute=action(context, "dispute"),
        what=describe_event(context.state, event, context.lang) if event is not None else line,
        perhaps_meant=_find_meant(context, line, refused.args.get("part_of", ())) if event is None else None,
        earlier=[
            (
                f"{each.seq} {encode(each.event).decode()}",
                describe_event(context.log_index.state_before(each.seq), each.event, context.lang),
            )
            for each in found
        ],
        event=encode(event).decode() if event is not None and way is not None else "",
        acts=acts_to_press(context, own),
        citations=known_rules(refused.rules),
        house_rules=house_rules(context, refused.rules),
        settings=[(each, decision_words(context.game.id, each, context.lang)) for each in settings],
        may_be_played=may_be_played,
        are_acts_missing=event is not None and _is_out_of_turn(context, event),
        facts=[(fact_name(context, path), value_words(context, value)) for path, value in facts.items()],
    )


def _is_out_of_turn(context: RequestContext, event: Event) -> bool:
    """Return whether others act now, or the game is at another point: acts before it were not told."""
    game, state = context.game, context.state
    acting = game.acting(state)
    act = next((act for act in game.acts if act.event is type(event)), None)
    if act is None or not acting:
        return False
    is_elsewhere = bool(act.when.phases) and game.moment(state) not in act.when.phases
    return is_elsewhere or getattr(event, "seat", TABLE) not in acting


_MOST_TAPS = 16
"""So many taps are read at most."""

_MOST_REASONS = 3
"""So many reasons are given at most."""


def why_page(context: RequestContext) -> Page:
    """Return the page that says why no act leads to what was tapped; nothing is written.

    `tap` in the query are the ids of the thing, by the first of which it is named, `pick` what was tapped
    before. Where the rules refuse what that means, it is their refusal; else the acts that lead elsewhere, or
    what can be tapped instead. Raise NotFoundException where the board has no such thing.
    """
    known = on_board(context)
    before, ids = (tuple(context.picked.get(name, "").split()[:_MOST_TAPS]) for name in ("pick", "tap"))
    before, ids = before if known.issuperset(before) else (), tuple(id for id in ids if id in known)
    if not ids:
        raise NotFoundException
    acts = acts_to_press(context, [context.seat] if context.seat else [])
    refused, accepted = _judge_asked(context, context.seat, before, ids)
    possible = tuple(act for act in acts if act.event in accepted)[:FEW]
    if not refused and not possible:
        refused, _ = _judge_asked(context, None, before, ids)
    if refused:
        (event, why), *others = refused
        lent = {"as": context.seat} if context.is_lent else {}
        page = refused_page(context, why, event)
        first = picks(context.view, event)[:1]
        page.values |= {
            "others": [
                (describe_event(context.state, each, context.lang), _words(context, why_not))
                for each, why_not in others
                if type(each) is type(event) or picks(context.view, each)[:1] == first
            ],
            "dispute": f"{context.root}dispute?{urlencode({**lent, 'act': encode(event).decode()})}",
        }
    else:
        page = _nowhere_page(context, ids, acts, possible)
    if possible:
        page.values["perhaps_meant"] = Group(possible[0].kind, possible[0].seat, len(possible), possible)
    page.status = 200
    page.values["home"] = picked_address(context, before)
    return page


def _judge_asked(
    context: RequestContext, seat: str | None, before: tuple[str, ...], ids: tuple[str, ...]
) -> tuple[list[tuple[Event, Refused]], list[Event]]:
    """Return what taps may mean: what is refused, with a reason each, and what is accepted.

    All is judged by what the viewer may know, and of another seat only what everybody may read: the answer
    tells no more. That only the referee can say it is the reason where there is no other.
    """
    game, known = context.game, context.game.known(context.state, context.seat)
    refused: list[tuple[Event, Refused]] = []
    accepted = []
    for event in events_asked(game, known, seat, before, ids):
        if seat is None and reader_of(game, known, event) != EVERYBODY:
            continue
        verdict = REFEREE_DEALS if game.dealer.is_dealt(known, event) else game.decide(known, event)
        if not isinstance(verdict, Refused):
            accepted.append(event)
        elif all(verdict != why for _, why in refused):
            refused.append((event, verdict))
    judged = [each for each in refused if each[1] != REFEREE_DEALS]
    return (judged or refused)[:_MOST_REASONS], accepted


def _nowhere_page(
    context: RequestContext,
    ids: tuple[str, ...],
    acts: tuple[PossibleAct, ...],
    possible: tuple[PossibleAct, ...],
) -> Page:
    """Return the page of a thing of which the rules refuse nothing; what is `possible` leads elsewhere."""
    view, lang = context.view, context.lang
    what = asked_words(context, view, ids)
    first = dict.fromkeys(pick_words(view, lang, act.meant[0]) for act in acts if act.meant)
    verdicts = (context.game.decide(context.state, act.event) for act in possible)
    rules = (rule for each in verdicts if isinstance(each, Accepted) for rule in each.rules)
    return Page(
        context.say("web.why_not"),
        "refused.html",
        board=sheet_of(context),
        why=context.say("web.leads_elsewhere" if possible else "web.nothing_meant", what=what),
        others=(),
        instead=context.say("web.tap_instead", what=listed(first, lang)) if first and not possible else "",
        dispute=action(context, "dispute"),
        what="",
        perhaps_meant=None,
        earlier=(),
        event="",
        acts=acts,
        citations=known_rules(dict.fromkeys(rules)),
        house_rules="",
        settings=(),
        may_be_played=False,
        are_acts_missing=False,
        facts=(),
    )


def _words(context: RequestContext, refused: Refused) -> str:
    return context.say(refused.reason, **refused.args)


def _find_meant(context: RequestContext, line: str, part_of: Sequence[str]) -> Group | None:
    """Return up to `FEW` acts that resemble a line that could not be read; None where nothing does."""
    acts = acts_to_press(context, [context.seat] if context.seat else context.game.acting(context.state))
    said = [make_offer(act, context.lang, context.seat) for act in acts]
    near = lines_meant(line, [f"{each.notation} {each.label}" for each in said], part_of)[:FEW]
    meant = tuple(acts[n] for n in near)
    return Group(meant[0].kind, meant[0].seat, len(meant), meant) if meant else None
