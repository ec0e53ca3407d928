"""Shared events whose telling depends on what is in them."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from events.table import ChangeProposed, Corrected, DisputeOpened, HouseRuled, TableOpened, TakenBack
from referee.kernel.registry import is_game
from referee.l10n import say
from referee.l10n.facts import facts_told
from referee.l10n.saying import SHARED, act_of, changes_in, is_empty, with_screen
from referee.l10n.tell import tell, tell_plainly


def tell_opening(
    event: TableOpened, lang: str, names: Mapping[str, str], _: str | None, __: str | None
) -> str:
    """Tell the opening with the names it gives, the edition by what its book is called."""
    from referee.l10n.options import edition_words

    if event.edition and is_game(event.game):
        event = replace(event, edition=edition_words(event.game, event.edition, lang))
    return tell_plainly(event, SHARED, lang, {**names, **event.names})


def tell_correction(
    event: "Corrected[object]", lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    """Tell which facts were set by hand, or what was played anyway."""
    args = {"reason": event.reason, "agreed": event.agreed, "at_screen": event.at_screen, "names": names}
    more = ("reason", "agreed", "at_screen")
    extra = [f"table.tell.corrected_with_{name}" for name in more if not is_empty(args[name])]
    act = act_of(event, game)
    if act is None:
        said = say("table.tell.corrected", lang, facts=facts_told(event.position, lang, names, at))
    else:
        said = say("table.tell.played_anyway", lang, act=tell(act, lang, names, at))
    return said + "".join(say(each, lang, **args) for each in extra)


def tell_proposal(
    event: ChangeProposed, lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    """Tell what somebody asks the others to agree to."""
    args: dict[str, object] = {"by": event.by, "names": with_screen(names, lang)}
    changes = changes_in(game, event.change)
    match changes:
        case (TakenBack(to, reason),):
            said = say("table.tell.proposes_back", lang, to=to, **args)
        case (HouseRuled(option, value, reason),):
            said = say("table.tell.proposes_rule", lang, option=option, value=value, **args)
        case (Corrected(act=dict()) as played,):
            act = act_of(played, game) or played
            return say("table.tell.proposes_anyway", lang, act=tell(act, lang, names, at), **args)
        case (Corrected(position, reason),):
            facts = facts_told(position, lang, names, at)
            said = say("table.tell.proposes_facts", lang, facts=facts, **args)
        case (TakenBack(to), HouseRuled(option, value, reason)):
            args |= {"option": option, "value": value, "n": to + 1}
            said = say("table.tell.proposes_rule_from", lang, **args)
        case (TakenBack(to, reason), act):
            told_act = tell(act, lang, names)
            said = say("table.tell.proposes_instead", lang, n=to + 1, act=told_act, **args)
        case (Corrected(), act):
            return say("table.tell.proposes_anyway", lang, act=tell(act, lang, names, at), **args)
        case (act,):
            return say("table.tell.proposes_act", lang, act=tell(act, lang, names, at), **args)
        case _:
            return say("table.tell.change_proposed", lang, change=event.change, **args)
    return said + (say("table.tell.corrected_with_reason", lang, reason=reason) if reason else "")


def tell_dispute(
    event: DisputeOpened, lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    """Tell who asks about what, and the act in question where it stands in no log."""
    asked = tell_plainly(event, SHARED, lang, names)
    act = act_of(event, game)
    if act is None:
        return asked
    return asked + say("table.tell.dispute_about", lang, act=tell(act, lang, names, at))


def tell_back(event: TakenBack, lang: str, names: Mapping[str, str], *_: str | None) -> str:
    """Tell what is taken back, and how much of it is not told again."""
    said = tell_plainly(event, SHARED, lang, names)
    return said + (say("table.tell.back_dropped", lang, n=event.dropped) if event.dropped else "")


TELLERS: dict[str, Callable[..., str]] = {
    "table_opened": tell_opening,
    "corrected": tell_correction,
    "taken_back": tell_back,
    "change_proposed": tell_proposal,
    "dispute_opened": tell_dispute,
}
