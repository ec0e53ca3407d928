"""The rules that allow a canoe to act: for each thing it does, first the one that says it may be done."""

from functools import cache, lru_cache

from referee.games.niagara.events import CanoeMoved, Gem
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import GEM_ACT_POINTS, GEM_INDEX, RIVER, ROUTES, SITE_AT, STAY, UP
from referee.kernel.parts import LISTS_KEPT

_Rules = tuple[str, ...]


@cache
def _spaces_reached(at: str, to: str) -> frozenset[str]:
    """Return the river spaces that a move enters, the last one included; empty where the canoe stays."""
    direction, distance = ROUTES[at, to]
    ways = {space: ROUTES[at, space] for space in RIVER if (at, space) in ROUTES and (space, to) in ROUTES}
    return frozenset(space for space, (way, n) in ways.items() if way == direction != STAY and n <= distance)


@cache
def _rules_of_gems(acts: int, stays: bool, own_colour: bool, chooses: bool) -> _Rules:
    """Return the rules that allow one gem act, or two, an exchange.

    `own_colour`: a gem is unloaded at its own site; `chooses`: it loads where gems of several colours lie.
    """
    special = (("NIA-LOAD-06", own_colour), ("NIA-LOAD-07", acts > 1), ("NIA-LOAD-05", chooses))
    rules = tuple(rule for rule, holds in special if holds)
    return (*rules, "NIA-LOAD-11" if stays else "NIA-LOAD-03", "NIA-LOAD-04", "NIA-LOAD-02")


@cache
def _rules_of_landing(acts: bool, wasted: bool, landed: bool) -> _Rules:
    """Return the rules that allow coming ashore.

    `acts`: with gem acts before; `wasted`: points are left over; `landed`: the other canoe did so, too.
    """
    special = (("NIA-TURN-08", landed), ("NIA-LAND-02", acts), ("NIA-MOVE-06", wasted))
    rules = tuple(rule for rule, holds in special if holds)
    return tuple(dict.fromkeys((*rules, "NIA-MOVE-07", "NIA-LAND-01", "NIA-MOVE-06")))


@cache
def _rules_of_duty(at: str, other: str, acted: bool, launched: bool) -> _Rules:
    """Return the rules by which a canoe at `at` had to act, or might, its fellow being at `other`.

    `acted` and `launched` are the fellow's this turn: what counts is where it was as the turn began.
    """
    order = ("NIA-TURN-09",) if other in RIVER and not acted else ()
    if at == "land":
        return ("NIA-TURN-03" if acted or other in RIVER else "NIA-TURN-02", *order)
    if other == "lost" and not acted:
        return ("NIA-TURN-05",)
    was_ashore = launched or (other == "land" and not acted)
    return ("NIA-TURN-03" if was_ashore else "NIA-TURN-04", "NIA-TURN-05", *order)


@cache
def _rules_of_paddling(at: str, to: str) -> _Rules:
    """Return the rules that allow the way itself; none where the canoe stays."""
    if at == to:
        return ()
    in_river = at in RIVER and to in RIVER
    return ("NIA-MOVE-03", "NIA-MOVE-01", "NIA-MOVE-05") if in_river else ("NIA-MOVE-01", "NIA-MOVE-05")


@cache
def _rules_of_fork(at: str, to: str) -> _Rules:
    """Return the rule that allows to go down an arm, or up out of it; none for other ways."""
    arms = [space for space in (at, to) if space[0] in "LR"]
    return ("NIA-MOVE-04",) if len(arms) == 1 and to != "falls" else ()


@lru_cache(maxsize=LISTS_KEPT)
def _in_order(aspects: tuple[_Rules, ...]) -> _Rules:
    """Return what allows each aspect of a move, then what else is said of them; each rule once."""
    heads = (rule for rules in aspects for rule in rules[:1])
    rest = (rule for rules in aspects for rule in rules[1:])
    return tuple(dict.fromkeys((*heads, *rest)))


def _rules_of_no_theft(state: State, event: CanoeMoved, at: str, gem: Gem | None) -> _Rules:
    """Return the rule by which a canoe with its `gem` need not steal where it stops; none where it cannot."""
    is_laden = event.before[-1].act == "load" if event.before else gem is not None
    if event.steal or event.after or is_laden or ROUTES[at, event.to][0] != UP:
        return ()
    return ("NIA-STEAL-08",) if _victims(state, event.to) else ()


def _victims(state: State, space: str) -> list[int]:
    """Return the laden canoes of other seats on a space."""
    laden = zip(state.at, state.cargo, strict=True)
    return [i for i, (at, gem) in enumerate(laden) if at == space and gem and i // 2 != state.turn]


def _rules_of_theft(state: State, event: CanoeMoved) -> _Rules:
    if event.steal is None:
        return ()
    rules: _Rules = ("NIA-STEAL-01",)
    if any(act.act == "unload" for act in event.before):
        rules = ("NIA-STEAL-03", *rules)
    elif event.after:
        rules = (*rules, "NIA-STEAL-03")
    return (*rules, "NIA-STEAL-04") if len(_victims(state, event.to)) > 1 else rules


def _rules_of_end(state: State, event: CanoeMoved, at: str, gem: Gem | None) -> tuple[_Rules, ...]:
    """Return the rules that allow a move of a canoe with its `gem` over the rope, or over the falls."""
    if event.to == "falls":
        return (("NIA-MOVE-05",), ("NIA-FALL-01",))
    if event.to != "land":
        return ()
    points: int = state.shown[state.turn] - GEM_ACT_POINTS * len(event.before)  # type: ignore[operator]
    landing = _rules_of_landing(bool(event.before), points > ROUTES[at, "land"][1], bool(state.landed))
    return (landing, ("NIA-LAND-01",)) if gem is not None and not event.before else (landing,)


def _rules_of_way(state: State, event: CanoeMoved, at: str, other: str) -> tuple[_Rules, ...]:
    """Return the rules that allow a canoe to act and to go this way, aspect by aspect."""
    duty = _rules_of_duty(at, other, bool(state.used), state.launched)
    if event.steal is not None:
        return (duty, ("NIA-MOVE-01", "NIA-MOVE-05"))
    shares = not _spaces_reached(at, event.to).isdisjoint(state.at)
    way = (_rules_of_fork(at, event.to), ("NIA-MOVE-02",) if shares else ())
    paddling = _rules_of_paddling(at, event.to)
    if at == "land":
        # Of two canoes ashore nobody knows which one was bought.
        is_bought = state.bought > (1 if other == "land" else 0)
        return ("NIA-BUY-03", "NIA-TURN-07") if is_bought else (), duty, *way, paddling
    return (*way, duty, duty[1:], paddling) if state.used else (*way, paddling, duty)


def _rules_of_stop(state: State, event: CanoeMoved, at: str, gem: Gem | None) -> _Rules:
    """Return the rules that allow the gem acts of a canoe with its `gem`; none where it does none."""
    acts = event.before + event.after
    if not acts:
        return ()
    site = SITE_AT[at if event.before else event.to]
    colours = sum(map(bool, state.sites[GEM_INDEX[site]]))
    chooses = acts[-1].act == "load" and colours > 1
    return _rules_of_gems(len(acts), event.to == at, acts[0].act == "unload" and gem == site, chooses)


def rules_allowing(state: State, event: CanoeMoved) -> _Rules:
    """Return the rules an accepted move was allowed by, first those that say that just this may be done."""
    i = canoe_index(state, event.seat, event.canoe)
    at, other = state.at[i], state.at[i + 3 - 2 * event.canoe]
    end = _rules_of_end(state, event, at, state.cargo[i])
    gems = _rules_of_stop(state, event, at, state.cargo[i])
    theft, way = _rules_of_theft(state, event), _rules_of_way(state, event, at, other)
    return theft + _in_order((*end, gems, *way)) + _rules_of_no_theft(state, event, at, state.cargo[i])
