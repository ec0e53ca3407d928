"""The page of a refusal: what, why, by which rule, and what can be done instead."""

from collections.abc import Sequence

from events.base import Event
from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words, describe_event
from referee.service.commands.ways_round import find_way_round, may_be_set, other_option_values
from referee.service.line_reading import lines_meant
from referee.web.acts.correct_facts import fact_name, value_words
from referee.web.acts.possible_acts import FEW, Group, make_offer
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import find_earlier_mistakes
from referee.web.pages.buttons import acts_to_press
from referee.web.pages.frame import Page
from referee.web.pages.parts import house_rules, known_rules


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
        refused=refused,
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
        facts=[(fact_name(context, path), value_words(context, value)) for path, value in facts.items()],
    )


def _find_meant(context: RequestContext, line: str, part_of: Sequence[str]) -> Group | None:
    """Return up to `FEW` acts that resemble a line that could not be read; None where nothing does."""
    acts = acts_to_press(context, [context.seat] if context.seat else context.game.acting(context.state))
    said = [make_offer(context.state, act.event, context.lang, context.seat) for act in acts]
    near = lines_meant(line, [f"{each.notation} {each.label}" for each in said], part_of)[:FEW]
    meant = tuple(acts[n] for n in near)
    return Group(meant[0].kind, meant[0].seat, len(meant), meant) if meant else None
