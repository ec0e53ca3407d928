"""Faults to plant in a game, each with the laws that have to find it: a test of the laws."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from fnmatch import fnmatch
from functools import wraps
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import encode
from referee.kernel.acts import Act, Listing, Secret, always
from referee.kernel.fields import every
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.tally import Line, Tally
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import catalog
from referee.l10n.wording import acts_of
from referee.rulebooks import Rule, rules_of
from referee.service.catch_up import catch_up
from referee.service.catch_up.find import find_ways
from referee.service.commands.consent import change_or_propose
from referee.testing.laws import LAWS, Law, catching_up, deciding, laws_of, package
from referee.testing.laws.judging import invent_acts, try_inventions
from referee.testing.random_games import SEED, BrokenLawError, PlayedGames, fail, try_event


class Fault(NamedTuple):
    """A fault: `laws` of which one has to find it, and `plant`, which plants it within a `with` block.

    `where` says of a game whether it can have the fault.
    """

    laws: tuple[str, ...]
    plant: Callable[[Game], AbstractContextManager[object]]
    where: Callable[[Game], bool] = lambda _: True


def _attributes(plant: Callable[[Game], dict[str, Any]]) -> Callable[[Game], AbstractContextManager[object]]:
    """Return what plants a fault by replacing attributes of a game, as `plant(game)` names them."""
    return lambda game: _swap(game, plant(game))


def _parts(plant: Callable[[Game], dict[str, Any]]) -> Callable[[Game], AbstractContextManager[object]]:
    """Return what plants a fault in parts a game is declared with, as `plant(game)` names them."""
    return lambda game: _swap(game, vars(game.with_parts(**plant(game))))


@contextmanager
def _swap(game: Game, attributes: dict[str, Any]) -> Iterator[None]:
    """Replace attributes of a game within a `with` block."""
    before = dict(game.__dict__)
    game.__dict__.update(attributes)
    try:
        yield
    finally:
        game.__dict__.clear()
        game.__dict__.update(before)


def _everybody_sees_the_first_seats_cards(game: Game) -> dict[str, Any]:
    """Show everybody what one seat sees."""
    view = game.view
    return {"view": lambda state, seat: replace(view(state, state.seats[0]), seat=seat)}


def _the_position_shows_all(game: Game) -> dict[str, Any]:
    """Write down for anybody what the referee knows."""
    position = game.position
    return {"position": lambda state, _: position(state, REFEREE)}


def _the_log_hides_nothing(_: Game) -> dict[str, Any]:
    """Let everybody read every event."""
    return {"redact": lambda event, _, __=(): event}


def _what_is_possible_is_offered_ahead(game: Game) -> dict[str, Any]:
    """Offer ahead of time what may be done now."""
    return {"ahead": lambda state, seat: tuple((event,) for event in game.legal(state, seat)[:1])}


def _a_choice_is_made_by_itself(game: Game) -> dict[str, Any]:
    """Do the first of several possible acts by itself."""

    def choose(state: Any) -> Event | None:
        several = (game.legal(state, seat) for seat in game.acting(state) if seat in state.seats)
        return next((events[0] for events in several if len(events) > 1), None)

    return {"forced": choose}


def _judging_knows_all(_: Game) -> dict[str, Any]:
    """Judge everybody by all that is true."""
    return {"known": lambda state, _: state}


def _nothing_lies_face_down(_: Game) -> dict[str, Any]:
    """Forget that a choice is secret."""
    return {"sealed": frozenset(), "shown_later": frozenset(), "shows": {}}


def _an_act_is_left_out_of_the_list(game: Game) -> dict[str, Any]:
    """Leave the last kind of act out."""
    legal = game.legal

    def less(state: Any, seat: str) -> tuple[Event, ...]:
        listed = legal(state, seat)
        return tuple(event for event in listed if type(event) is not type(listed[-1])) or listed[:-1]

    return {"legal": less}


def _everybody_may_do_what_one_may(game: Game) -> dict[str, Any]:
    """List for every seat what whoever is on may do."""
    legal = game.legal

    def more(state: Any, seat: str) -> tuple[Event, ...]:
        return legal(state, next((who for who in game.acting(state) if who in state.seats), seat))

    return {"legal": more}


def _nobody_can_go_on(_: Game) -> dict[str, Any]:
    """List nothing at all."""
    return {"legal": lambda _, __: ()}


class _CarelessDealer:
    """A dealer with some methods replaced."""

    def __init__(self, dealer: Any, **changed: Any) -> None:
        self._dealer = dealer
        self.__dict__.update(changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._dealer, name)


def _players_may_claim_what_is_dealt(game: Game) -> dict[str, Any]:
    """Let anybody say what came up."""
    free = _CarelessDealer(game.dealer, is_dealt=lambda _, __: False, unclaimed=lambda _, event: event)
    return {"dealer": free}


def _any_dice_are_as_the_seed_has_them(game: Game) -> dict[str, Any]:
    """Compare nothing with the seed; whatever is told was thrown."""
    blind = _CarelessDealer(game.dealer, differs_from_seed=lambda _, __, ___: None)
    return {"dealer": blind}


def _a_reducer_reads_an_option(game: Game) -> dict[str, Any]:
    """Ask an option in applying an event."""
    evolve, option = game.evolve, next(iter(game.ruleset.options))

    def asking(state: Any, event: Event) -> Any:
        return evolve(state, event) if state is None or getattr(state.options, option) is not None else state

    return {"evolve": asking}


def _first_kind(game: Game) -> type[Event]:
    return next(act.event for act in game.acts if not act.when.by_table)


def _what_follows_may_be_claimed(game: Game) -> dict[str, Any]:
    """Take any consequence for an act."""
    decide = game.decide

    def trusting(state: Any, event: Event) -> Any:
        verdict = decide(state, event)
        if state is None or type_of(event) not in game.consequence_rules:
            return verdict
        return Accepted((JudgedEvent(event, "consequence"),), game.evolve(state, event))

    return {"decide": trusting}


def _the_score_counts_what_is_hidden(game: Game) -> dict[str, Any]:
    """Add up all there is to know, as if what one cannot see were nothing."""

    def tally(state: Any) -> Tally:
        return Tally((Line("A", "score.known", len(encode(game.position(state, REFEREE)))),), ())

    return {"scoring": replace(game.scoring, tally=tally)}


def _something_is_broken(_: Game) -> dict[str, Any]:
    """Find every state broken."""
    return {"invariants": lambda _: ("a piece is lost",)}


@contextmanager
def _replace_in(module: Any, name: str, value: object) -> Iterator[None]:
    """Replace what a module calls by a name within a `with` block."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def _an_act_is_not_thought_of(game: Game) -> AbstractContextManager[object]:
    """Search what was done without the last kind of act that is possible."""
    other = copy(game)
    other.__dict__.update(_an_act_is_left_out_of_the_list(game))
    return _replace_in(catching_up, "find_ways", lambda _, *how: find_ways(other, *how))


def _another_act_is_recorded(_: Game) -> AbstractContextManager[object]:
    """Record another act than the last one that was worked out from a position told."""

    def record(table: Any, request: Any, told: Event, *acts: Event) -> Any:
        state = table.state
        for event in acts[:-1]:
            state = table.game.decide(state, event).state
        last = acts[-1]
        others = table.game.legal(state, getattr(last, "seat", None) or TABLE)
        other = next((each for each in others if each != last), last)
        return change_or_propose(table, request, told, *acts[:-1], other)

    return _replace_in(catch_up, "change_or_propose", record)


@contextmanager
def remove_word(game: str, lang: str, message: str) -> Iterator[None]:
    """Take a message of a game out of a language within a `with` block."""
    words = catalog(lang, game)
    word = words.pop(f"{game}.{message}")
    try:
        yield
    finally:
        words[f"{game}.{message}"] = word


@contextmanager
def rename_act(game: str, kind: str, lang: str, use: str, text: str) -> Iterator[None]:
    """Change the words of an act within a `with` block; `use` is "label" (its button) or "notation"."""
    words = catalog(lang, game)
    before = {id: said for id, said in words.items() if id.startswith(f"{game}.act.{kind}.{use}")}
    words.update(dict.fromkeys(before, text))
    acts_of.cache_clear()
    try:
        yield
    finally:
        words.update(before)
        acts_of.cache_clear()


@contextmanager
def make_unreadable(game: Game) -> Iterator[None]:
    """Let no line of the first kind of act be parsed, in any language, within a `with` block."""
    kind = type_of(_first_kind(game))
    before = [(patterns, patterns.pop(kind)) for patterns in (acts_of(game.id, lang) for lang in LANGUAGES)]
    try:
        yield
    finally:
        for patterns, own in before:
            patterns[kind] = own


def _seat_act(game: Game) -> Act:
    """Return the first act that a seat does and that is listed."""
    own: tuple[Act, ...] = game.parts["acts"]
    listed = {act.event for act in game.acts if act.lister is not None}
    return next(act for act in own if not act.when.by_table and act.event in listed)


def _change_acts(game: Game, change: Callable[[Act], Act | None]) -> dict[str, Any]:
    """Return the acts of a game as `change` makes them; None leaves one as it is."""
    return {"acts": tuple([change(act) or act for act in game.parts["acts"]])}


def _change_first(game: Game, change: Callable[[Act], Act]) -> dict[str, Any]:
    first = _seat_act(game)
    return _change_acts(game, lambda act: change(act) if act is first else None)


def _a_reducer_forgets(game: Game) -> dict[str, Any]:
    """Apply nothing of the first act."""
    return _change_first(game, lambda act: replace(act, apply=lambda state, _: state))


def _a_reducer_reads_the_wrong_seat(game: Game) -> dict[str, Any]:
    """Apply an act to the seat after the one that does it."""

    def changed(act: Act) -> Act:
        def apply(state: Any, event: Any) -> Any:
            seats = state.seats
            return act.apply(state, replace(event, seat=seats[(seats.index(event.seat) + 1) % len(seats)]))

        return replace(act, apply=apply)

    return _change_first(game, changed)


def _the_turn_does_not_pass(game: Game) -> dict[str, Any]:
    """Leave the turn with whoever acts, so that a seat acts twice."""

    def apply(act: Act) -> Any:
        return lambda state, event: replace(act.apply(state, event), turn=state.turn)

    return _change_acts(game, lambda act: replace(act, apply=apply(act)))


def _everybody_is_to_act(game: Game) -> dict[str, Any]:
    """Wait for every seat while anybody is to act."""
    status = game.parts["status"]
    return {"status": replace(status, acting=lambda state: state.seats if status.acting(state) else ())}


def _whose_turn_it_is_does_not_matter(game: Game) -> dict[str, Any]:
    """Let every seat act in the phases of an act."""
    return _change_acts(
        game,
        lambda act: replace(
            act,
            rules=act.rules or act.when.rules,
            candidates=_candidates_of(act),
            when=replace(act.when, rules=(), judge=None),
        ),
    )


def _candidates_of(act: Act) -> Any:
    """Return what an act lists, with all values of its fields where it names none."""
    is_left_out = act.candidates is None and act.when.rules and not act.when.by_table
    return (lambda _, seat: every(act.event, seat)) if is_left_out else act.candidates


def _an_act_is_refused_wrongly(game: Game) -> dict[str, Any]:
    """Refuse the last seat whatever it does first."""
    over = Refused(f"{game.id}.game_is_over", (game.parts["ending"].rule,))

    def changed(act: Act) -> Act:
        def judge(state: Any, event: Any) -> Refused | None:
            return over if event.seat == state.seats[-1] else act.judge(state, event)

        return replace(act, judge=judge)

    return _change_first(game, changed)


def _is_judged(act: Act) -> bool:
    return (
        act.judge is not always
        and not isinstance(act.candidates, Listing)
        and _candidates_of(act) is not None
    )


def _what_is_refused_is_listed(game: Game) -> dict[str, Any]:
    """List all candidates without asking the judge."""
    return _change_acts(
        game, lambda act: replace(act, candidates=Listing(_candidates_of(act))) if _is_judged(act) else None
    )


def _lists_what_is_refused(game: Game) -> bool:
    """Return whether any judge of an act refuses some of its candidates."""
    other = game.with_parts(**_what_is_refused_is_listed(game))
    states = [step.after for played in PlayedGames(game, acts=20).all for step in played.steps]
    return any(
        other.legal(state, seat) != game.legal(state, seat) for state in states for seat in state.seats
    )


def _nothing_is_refused(game: Game) -> dict[str, Any]:
    """Judge nothing but whose turn it is: accept all that can be said."""
    return _change_acts(game, lambda act: replace(act, judge=always) if act.judge is not always else None)


def _the_last_choice_is_not_listed(game: Game) -> dict[str, Any]:
    """List all but the last of what a seat may lay face down."""

    def fewer(act: Act) -> Act:
        candidates = _candidates_of(act)
        lister = candidates.accepted if isinstance(candidates, Listing) else candidates
        return replace(
            act, candidates=Listing(lambda state, seat: tuple(_judged(act, lister, state, seat))[:-1])
        )

    return _change_acts(game, lambda act: fewer(act) if act.is_face_down and act.candidates else None)


def _judged(act: Act, lister: Any, state: Any, seat: str) -> Iterator[Event]:
    return (event for event in lister(state, seat) if act.judge(state, event) is None)


def _lays_a_listed_choice(game: Game) -> bool:
    return any(act.is_face_down and act.candidates for act in game.parts["acts"])


def _a_secret_is_forgotten(game: Game) -> dict[str, Any]:
    """Say of the first act with a secret that everybody may read it."""
    first = next(act for act in game.parts["acts"] if act.secret)
    return _change_acts(game, lambda act: replace(act, secret=()) if act is first else None)


def _all_secrets_are_forgotten(game: Game) -> dict[str, Any]:
    """Say of every act that everybody may read it."""
    return _change_acts(game, lambda act: replace(act, secret=()))


def _a_field_of_a_secret_is_forgotten(game: Game) -> dict[str, Any]:
    """Hide all fields of a secret but the first."""
    return _change_acts(
        game,
        lambda act: (
            replace(act, secret=act.hidden._replace(fields=act.hidden.fields[1:]))
            if len(act.hidden.fields) > 1
            else None
        ),
    )


def _has_several_secret_fields(game: Game) -> bool:
    return any(len(act.hidden.fields) > 1 for act in game.acts)


def _the_log_shows_a_secret(game: Game) -> dict[str, Any]:
    """Show in the log what is secret, as if everybody had seen it."""

    def show(secret: Secret) -> Secret:
        return secret._replace(visible=lambda event, _: {n: getattr(event, n) for n in secret.fields})

    return _change_acts(game, lambda act: replace(act, secret=show(act.hidden)) if act.secret else None)


def _others_read_a_secret(game: Game) -> dict[str, Any]:
    """Let nobody but the referee be no reader: every seat reads every secret."""
    redact, mask = game.redact, game.mask

    def reads(whole: Any) -> Any:
        return lambda event, viewer, *rest: event if viewer is not None else whole(event, viewer, *rest)

    return {"redact": reads(redact), "mask": reads(mask)}


def _a_secret_fact_is_public(game: Game) -> dict[str, Any]:
    """Show everybody the first fact that is secret."""
    facts, first = copy(game.facts), game.facts.secret[0]
    facts.secret = facts.secret[1:]
    facts._public = {**facts._public, first.name: first.read}  # noqa: SLF001 - a fault goes where it likes
    return {"facts": facts}


def _a_seat_does_not_know_its_own(game: Game) -> dict[str, Any]:
    """Judge a seat by what everybody knows."""
    known = game.known
    return {"known": lambda state, viewer: known(state, REFEREE if viewer == REFEREE else None)}


def _the_view_shows_all(game: Game) -> dict[str, Any]:
    """Make every view of the whole state, and show a secret fact beside the others."""
    make, name = game._make_view, game.facts.secret[0].name  # noqa: SLF001 - the same

    def view(state: Any, seat: str | None) -> Any:
        facts = {"shown_facts": game.facts.visible_values(state, REFEREE, [name])}
        return {"view": make(state, seat), **facts}

    return {"view": view}


def _deals_words(game: Game) -> bool:
    """Return whether the referee deals single cards with names."""
    return game.deal is not None and any(
        act.is_dealt is not None and act.hidden.fields == ("card",) for act in game.acts
    )


def _a_card_is_dealt_twice(game: Game) -> dict[str, Any]:
    """Deal every seat the card that the first one gets."""
    deal, first = game.parts["deal"], dict[str, Any]()

    def dealt(state: Any, seed: str) -> Any:
        event = deal(state, seed)
        if event is None or not hasattr(event, "card") or not isinstance(event.card, str):
            return event
        return replace(event, card=first.setdefault(seed, event.card))

    return {"deal": dealt}


def _the_seed_decides_nothing(game: Game) -> dict[str, Any]:
    """Deal the same whatever the seed is."""
    deal = game.parts["deal"]
    return {"deal": lambda state, _: deal(state, SEED)}


def _the_wrong_seat_begins(game: Game) -> dict[str, Any]:
    """Let the second seat begin."""
    opening, name = game.parts["opening"], _fact_of_the_turn(game)
    fact = next(each for each in game.facts.declared if each.name == name)

    @wraps(opening.begin)
    def begin(opened: Any) -> Any:
        return fact.write(opening.begin(opened), opened.seats[1])

    return {"opening": replace(opening, begin=begin)}


def _begun(game: Game) -> Any:
    """Return the state of a table that was just opened."""
    played_games = PlayedGames(game)
    return next(played_games.play(next(played_games.openings()))).after


def _fact_of_the_turn(game: Game) -> str:
    """Return the public fact that names the seat that begins; empty where none does."""
    state = _begun(game)
    if game.turn(state) is None and "turn" in (fact.name for fact in game.facts.declared):
        return ""
    names = (f.name for f in game.facts.declared if f.public and f.write and f.read(state) == state.seats[0])
    return next(names, "")


def _the_box_is_wrong(game: Game) -> dict[str, Any]:
    """Begin with one more of the first thing in the box that is counted."""
    opening, name = game.parts["opening"], _fact_of_the_box(game)
    fact = next(each for each in game.facts.declared if each.name == name)

    @wraps(opening.begin)
    def begin(opened: Any) -> Any:
        state = opening.begin(opened)
        return fact.write(state, _one_more(fact.read(state)))

    return {"opening": replace(opening, begin=begin)}


def _fact_of_the_box(game: Game) -> str:
    """Return the first fact in which equipment lies, and which counts it; empty where none does."""
    limited = [item for item in game.equipment.items if item.is_limit]
    items = sorted(limited, key=lambda item: not item.conserved)
    facts, state = {fact.name: fact for fact in game.facts.declared if fact.write}, _begun(game)
    names = (name for item in items for name in item.lies_in if name in facts)
    return next((name for name in names if _one_more(facts[name].read(state)) is not None), "")


def _one_more_is_made(game: Game) -> dict[str, Any]:
    """Make one more of whatever is counted, whenever the first act is done."""
    kind = _seat_act(game).event

    def changed(act: Act) -> Act:
        return replace(act, apply=lambda state, event: _with_one_more(game, act.apply(state, event)))

    return _change_acts(game, lambda act: changed(act) if act.event is kind else None)


def _with_one_more(game: Game, state: Any) -> Any:
    """Return a state with one more in the first fact that counts something."""
    name = _fact_of_the_box(game)
    for fact in sorted(game.facts.declared, key=lambda each: each.name != name):
        value = fact.read(state) if fact.public else None
        more = _one_more(value)
        if more is not None and fact.write is not None:
            return fact.write(state, more)
    return state


def _one_more(value: Any) -> Any:
    """Return a number one greater, or a mapping with the first such number in it; None for anything else."""
    if isinstance(value, dict):
        found = next(
            ((key, more) for key, each in value.items() if (more := _one_more(each)) is not None), None
        )
        return None if found is None else {**value, found[0]: found[1]}
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else None


def _counts_something(game: Game) -> bool:
    state = _begun(game)
    return _with_one_more(game, state) is not state


def _everybody_wins(game: Game) -> dict[str, Any]:
    """Break no tie: let every seat win once the game is over."""
    status = game.parts["status"]
    winners = status.winners
    return {"status": replace(status, winners=lambda state: winners(state) and state.seats)}


def _the_last_seat_wins(game: Game) -> dict[str, Any]:
    """Let whoever sits last win once the game is over."""
    status = game.parts["status"]
    winners = status.winners
    return {"status": replace(status, winners=lambda state: winners(state) and state.seats[-1:])}


def _somebody_has_won_at_once(game: Game) -> dict[str, Any]:
    """Say that the first seat has won before the game ends."""
    status = game.parts["status"]
    winners = status.winners
    return {"status": replace(status, winners=lambda state: winners(state) or state.seats[:1])}


def _the_tally_names_everybody(game: Game) -> dict[str, Any]:
    """Let the tally name other winners than the game."""
    tally = game.scoring.tally

    def other(state: Any) -> Tally:
        counted: Tally = tally(state)  # type: ignore[misc] # a game that has one
        readings = [replace(each, winners=state.seats) for each in counted.readings]
        return replace(counted, readings=tuple(readings))

    return {"scoring": replace(game.scoring, tally=other)}


def _an_act_cites_no_rule(game: Game) -> dict[str, Any]:
    """Cite nothing for the first act."""
    return _change_first(game, lambda act: replace(act, rules=lambda _, __: ()))


def _a_rule_is_in_no_book(game: Game) -> dict[str, Any]:
    """Cite a rule nobody wrote."""
    return _change_first(game, lambda act: replace(act, rules=(f"{game.id[:3].upper()}-NONE-99",)))


def _change_refusals(game: Game, change: Callable[[Refused], Refused]) -> dict[str, Any]:
    def judge(act: Act) -> Any:
        def judged(state: Any, event: Any) -> Refused | None:
            refused = act.judge(state, event)
            return None if refused is None else change(refused)

        return judged

    return _change_acts(game, lambda act: replace(act, judge=judge(act)) if act.judge is not always else None)


def _a_refusal_cites_no_rule(game: Game) -> dict[str, Any]:
    """Refuse for no rule."""
    return _change_refusals(game, lambda refused: replace(refused, rules=()))


def _a_refusal_has_no_words(game: Game) -> dict[str, Any]:
    """Refuse for a reason that nobody worded."""
    return _change_refusals(game, lambda refused: replace(refused, reason=f"{game.id}.unworded"))


@contextmanager
def _without_words(game: Game, *patterns: str) -> Iterator[None]:
    """Take messages of a game, by patterns of their ids, out of every language within a `with` block."""
    before = [(words, dict(words)) for words in (catalog(lang, game.id) for lang in LANGUAGES)]
    for words, whole in before:
        for id in whole:
            if any(fnmatch(id, f"{game.id}.{pattern}") for pattern in patterns):
                del words[id]
    acts_of.cache_clear()
    try:
        yield
    finally:
        for words, whole in before:
            words.clear()
            words.update(whole)
        acts_of.cache_clear()


def _which_rule_refuses_changes(game: Game) -> dict[str, Any]:
    """Refuse by two rules, now the one first, now the other."""
    decide, other, turns = game.decide, game.parts["ending"].rule, cycle((True, False))

    def swap(state: Any, event: Event) -> Any:
        verdict = decide(state, event)
        if state is None or not isinstance(verdict, Refused) or verdict.rules[:1] in ((), (other,)):
            return verdict
        first = verdict.rules[0]
        return replace(verdict, rules=(first, other) if next(turns) else (other, first))

    return {"decide": swap}


@contextmanager
def _change_book(
    game: Game, change: Callable[[Mapping[str, Rule]], Mapping[str, Rule]], **parts: Any
) -> Iterator[None]:
    """Change the rules of a game as the laws read them, and its `parts`, within a `with` block."""
    rules = change(rules_of(game.id))
    with _swap(game, vars(game.with_parts(**parts))), _replace_in(deciding, "rules_of", lambda _: rules):
        yield


def _add_rules(*excepts: tuple[str, ...]) -> Callable[[Mapping[str, Rule]], Mapping[str, Rule]]:
    """Return what adds a rule to a book for each of some exceptions: `NEW-RULE-01` and so on."""

    def add(rules: Mapping[str, Rule]) -> Mapping[str, Rule]:
        some = next(iter(rules.values()))
        new = [
            replace(some, id=id, excepts=each, informs=False) for id, each in zip(_NEW, excepts, strict=False)
        ]
        return {**rules, **{rule.id: rule for rule in new}}

    return add


_NEW = ("NEW-RULE-01", "NEW-RULE-02")


def _cite(game: Game, cite: Callable[[tuple[str, ...]], tuple[str, ...]]) -> dict[str, Any]:
    """Return the acts of a game, of which the first cites what `cite` makes of its rules."""

    def changed(act: Act) -> Act:
        def rules(state: Any, event: Any) -> tuple[str, ...]:
            own = act.rules(state, event) if callable(act.rules) else act.rules
            return cite(own or act.when.rules)

        return replace(act, rules=rules)

    return _change_first(game, changed)


def _a_rule_decides_nothing(game: Game) -> AbstractContextManager[object]:
    """Add to the book a rule that nothing cites."""
    return _change_book(game, _add_rules(()))


def _what_decides_is_said_to_inform(game: Game) -> AbstractContextManager[object]:
    """Say of every rule that it only informs."""
    return _change_book(game, lambda rules: {id: replace(rule, informs=True) for id, rule in rules.items()})


def _an_exception_is_cited_last(game: Game) -> AbstractContextManager[object]:
    """Cite an exception to all other rules, and always after them."""
    add = _add_rules(tuple(rules_of(game.id)))
    return _change_book(game, add, **_cite(game, lambda own: (*own, _NEW[0])))


def _two_exceptions_apply_at_once(game: Game) -> AbstractContextManager[object]:
    """Cite two exceptions to one rule, of which neither excepts the other."""
    add = _add_rules(*[(game.parts["ending"].rule,)] * 2)
    return _change_book(game, add, **_cite(game, lambda own: (*_NEW, *own)))


def _an_exception_is_not_asked_for(game: Game) -> AbstractContextManager[object]:
    """Permit by an exception what the rule that it excepts refuses before."""
    kind, rule = _refused_though_permitted(game) or (Event, "")
    acts = _change_acts(game, lambda act: replace(act, rules=_NEW[:1]) if act.event is kind else None)
    return _change_book(game, _add_rules((rule,)), **acts)


def _refused_though_permitted(game: Game) -> tuple[type[Event], str] | None:
    """Return a kind of act that its judge accepts, and the rule by which it is refused; None for none."""
    acts = {act.event: act for act in game.acts}
    for state, event, refused in try_inventions(PlayedGames(game, acts=20)):
        if isinstance(refused, Refused) and deciding.rules_permitting(acts[type(event)], state, event):
            return type(event), refused.rules[0]
    return None


def _an_event_is_not_worded(game: Game) -> AbstractContextManager[object]:
    """Forget the sentence of the event that ends the game."""
    return _without_words(game, f"act.{game.end}.sentence*", f"tell.{game.end}*")


_WITHOUT = ("act.*.sentence_without_*", "tell.*_without_*", "tell.*_hidden_*")


def _a_sentence_without_is_missing(game: Game) -> AbstractContextManager[object]:
    """Forget how an event is told to those who do not know all of it."""
    kinds = [type_of(act.event) for act in game.acts if act.secret]
    return _without_words(game, *(each.replace("*", kind, 1) for each in _WITHOUT for kind in kinds))


def _has_sentences_without(game: Game) -> bool:
    kinds = [type_of(act.event) for act in game.acts if act.secret]
    ways = [f"{game.id}.{each.replace('*', kind, 1)}" for each in _WITHOUT for kind in kinds]
    return any(fnmatch(id, way) for id in catalog(LANGUAGES[0], game.id) for way in ways)


def _a_line_of_the_score_is_not_worded(game: Game) -> AbstractContextManager[object]:
    """Forget what the lines of the score are called."""
    return _without_words(game, "score.*")


def _why_somebody_wins_is_not_worded(game: Game) -> AbstractContextManager[object]:
    """Forget what decides who wins."""
    return _without_words(game, "noun.reason.*")


def _a_refusal_is_not_worded(game: Game) -> AbstractContextManager[object]:
    """Forget how people who act after the end are refused."""
    return _without_words(game, "game_is_over")


def _rename_first(lang: str, use: str, text: str) -> Callable[[Game], AbstractContextManager[object]]:
    return lambda game: rename_act(game.id, type_of(_first_kind(game)), lang, use, text)


@contextmanager
def _change_demo(game: Game, change: Callable[[list[str]], list[str]]) -> Iterator[None]:
    """Change the lines of the demonstration of a game within a `with` block."""
    with TemporaryDirectory() as folder:
        demo = Path(folder) / "demo.jsonl"
        lines = (Path(folder_of(game.id)) / demo.name).read_text("utf-8").splitlines()
        demo.write_text("\n".join(change(lines)) + "\n", "utf-8")
        package.DEMONSTRATIONS[game.id] = demo
        try:
            yield
        finally:
            del package.DEMONSTRATIONS[game.id]


_SET_BY_HAND = '{"type": "corrected", "position": {}, "reason": "Let us go on here."}'


def _the_demo_is_cut_off(game: Game) -> AbstractContextManager[object]:
    """Leave the last line of the demonstration out."""
    return _change_demo(game, lambda lines: lines[:-1])


def _the_demo_is_set_by_hand(game: Game) -> AbstractContextManager[object]:
    """Set something by hand in the middle of the demonstration."""
    return _change_demo(game, lambda lines: [*lines[:-1], _SET_BY_HAND, lines[-1]])


def _shows_choices_in_turn(game: Game) -> bool:
    """Return whether each seat shows on its own turn what it laid face down."""
    shown = {act.hidden.until for act in game.acts if act.is_face_down}
    return any(act.event in shown and not act.when.at_once for act in game.parts["acts"])


def _works_turns_out(game: Game) -> bool:
    """Return whether a law's search comes to an end in any turn, and finds one way."""
    turns = catching_up.turns_worked_out(PlayedGames(game, acts=40))
    return any(len(found.ways) == 1 for _, _, found in turns)


def _is_secret(game: Game) -> bool:
    return not game.is_open


def has_chance(game: Game) -> bool:
    """Return whether the referee throws or deals anything in a game."""
    return game.deal is not None or any(act.throw for act in game.acts)


def _deals(game: Game) -> bool:
    return game.deal is not None


def _holds_secrets(game: Game) -> bool:
    return bool(game.facts.secret)


def _has_secret_acts(game: Game) -> bool:
    return any(act.secret for act in game.acts)


def _has_turns(game: Game) -> bool:
    return any(
        act.when.rules and not act.when.by_table and not act.when.at_once for act in game.parts["acts"]
    )


def _keeps_a_turn(game: Game) -> bool:
    """Return whether an act passes the turn from one seat to another by itself."""
    if not isinstance(getattr(_begun(game), "turn", None), str):
        return False
    apply = {act.event: act.apply for act in game.parts["acts"]}
    steps = (step for played in PlayedGames(game, acts=8).all for step in played.steps[1:])
    return any(
        apply[type(step.event)](step.before, step.event).turn != step.before.turn
        for step in steps
        if type(step.event) in apply
    )


def _counts(game: Game) -> bool:
    return game.scoring.tally is not None


def _refuses_itself(game: Game) -> bool:
    """Return whether the judge of any act alone refuses something that people may say."""
    judged = {act.event for act in game.parts["acts"] if act.judge is not always}
    other = game.with_parts(**_nothing_is_refused(game))
    tried = (
        (step.after, event)
        for played in PlayedGames(game, acts=20).all
        for step in played.some(6)
        for event in invent_acts(game, step.after, judged, Random(12))
    )
    return any(isinstance(game.decide(*each), Refused) and _lets_through(other, *each) for each in tried)


def _lets_through(game: Game, state: Any, event: Event) -> bool:
    """Return whether a game that judges nothing accepts an event, be it one that cannot be applied."""
    try:
        return try_event(game, state, event) is not None
    except (LookupError, TypeError, ValueError, AttributeError):
        return True


_TWINS = ("every_way_out_keeps_the_same_secrets",)
_UNTOLD = ("what_need_not_be_told_is_possible",)
_SECRETS = ("secret_facts_are_seen_by_their_own", *_TWINS, "what_is_shown_follows_from_what_is_known")
_SENT = ("nothing_that_is_sent_tells_a_secret",)
_TOLD = ("its_demonstration_is_played_to_its_end", "every_ruling_is_decided_as_it_says")
_TABLE_WORDS = ("no_act_goes_by_a_word_of_the_table",)
_LISTS = ("every_choice_face_down_is_listed", "what_is_listed_is_accepted", "what_is_accepted_is_listed")

_ORDER = ("two_exceptions_have_an_order",)
_IDLE = ("every_rule_decides_something",)
_SOUND = ("what_is_sound_stays_sound", "the_box_holds")
_ENDS = ("a_game_is_over_by_its_ending",)

READING = ("every_line_reads_back",)

FAULTS: dict[str, Fault] = {
    "an act is refused wrongly": Fault((*_TOLD, *_LISTS), _parts(_an_act_is_refused_wrongly)),
    "what is refused is listed": Fault(
        ("what_is_listed_is_accepted",),
        _parts(_what_is_refused_is_listed),
        _lists_what_is_refused,
    ),
    "nothing is refused": Fault((*_TOLD, *_LISTS, *_SOUND), _parts(_nothing_is_refused), _refuses_itself),
    "an act is left out": Fault(("no_act_is_left_out",), _attributes(_an_act_is_left_out_of_the_list)),
    "a choice face down is not listed": Fault(
        _LISTS[:1], _parts(_the_last_choice_is_not_listed), _lays_a_listed_choice
    ),
    "everybody may do what one may": Fault(
        ("what_is_listed_is_accepted",), _attributes(_everybody_may_do_what_one_may)
    ),
    "nobody can go on": Fault(("what_is_listed_is_accepted",), _attributes(_nobody_can_go_on)),
    "everybody is to act": Fault(("whoever_is_to_act_can", *_TOLD), _parts(_everybody_is_to_act)),
    "whose turn it is does not matter": Fault(
        ("only_who_is_to_act_may_act",), _parts(_whose_turn_it_is_does_not_matter), _has_turns
    ),
    "the turn does not pass": Fault((*_TOLD, *_LISTS), _parts(_the_turn_does_not_pass), _keeps_a_turn),
    "the wrong seat begins": Fault(
        _TOLD, _parts(_the_wrong_seat_begins), lambda game: bool(_fact_of_the_turn(game))
    ),
    "a reducer forgets": Fault((*_TOLD, *_LISTS), _parts(_a_reducer_forgets)),
    "a reducer reads the wrong seat": Fault(
        ("what_is_sound_stays_sound", *_TOLD), _parts(_a_reducer_reads_the_wrong_seat)
    ),
    "a reducer reads a switch": Fault(
        ("no_reducer_reads_an_option",), _attributes(_a_reducer_reads_an_option)
    ),
    "one more is made": Fault((*_SOUND, *_TOLD), _parts(_one_more_is_made), _counts_something),
    "the box is wrong": Fault(
        ("the_box_holds",), _parts(_the_box_is_wrong), lambda game: bool(_fact_of_the_box(game))
    ),
    "something is broken": Fault(("what_is_sound_stays_sound",), _attributes(_something_is_broken)),
    "what follows may be claimed": Fault(
        ("a_consequence_is_nobodys_to_claim",), _attributes(_what_follows_may_be_claimed)
    ),
    "everybody wins": Fault(_ENDS, _parts(_everybody_wins)),
    "the last seat wins": Fault(_ENDS, _parts(_the_last_seat_wins)),
    "somebody has won at once": Fault(_ENDS, _parts(_somebody_has_won_at_once)),
    "the tally names everybody": Fault(
        ("the_score_names_who_has_won",), _parts(_the_tally_names_everybody), _counts
    ),
    "an act cites no rule": Fault(("everything_cites_its_rule",), _parts(_an_act_cites_no_rule)),
    "a rule is in no book": Fault(("everything_cites_its_rule",), _parts(_a_rule_is_in_no_book)),
    "a refusal cites no rule": Fault(
        ("every_refusal_says_why",), _parts(_a_refusal_cites_no_rule), _refuses_itself
    ),
    "a refusal has no words": Fault(
        ("every_refusal_says_why",), _parts(_a_refusal_has_no_words), _refuses_itself
    ),
    "which rule refuses changes": Fault(
        ("a_refusal_is_decided_by_one_rule",), _attributes(_which_rule_refuses_changes)
    ),
    "a rule decides nothing": Fault(_IDLE, _a_rule_decides_nothing),
    "what decides is said to inform": Fault(_IDLE, _what_decides_is_said_to_inform),
    "an exception is cited last": Fault(_IDLE, _an_exception_is_cited_last),
    "two exceptions apply at once": Fault(_ORDER, _two_exceptions_apply_at_once),
    "an exception is not asked for": Fault(
        _ORDER, _an_exception_is_not_asked_for, lambda game: _refused_though_permitted(game) is not None
    ),
    "the score counts what is hidden": Fault(
        ("the_score_counts_nothing_that_is_unknown",),
        _attributes(_the_score_counts_what_is_hidden),
        _is_secret,
    ),
    "everybody sees the first seat's cards": Fault(
        _TWINS, _attributes(_everybody_sees_the_first_seats_cards), _is_secret
    ),
    "a page shows the first seat's cards": Fault(
        _SENT, _attributes(_everybody_sees_the_first_seats_cards), _is_secret
    ),
    "the position shows all": Fault(_SECRETS[-1:], _attributes(_the_position_shows_all), _is_secret),
    "the view shows all": Fault(_SECRETS[-1:], _attributes(_the_view_shows_all), _holds_secrets),
    "the log hides nothing": Fault(_SECRETS, _attributes(_the_log_hides_nothing), _is_secret),
    "every seat reads every secret": Fault(_TWINS, _attributes(_others_read_a_secret), _has_secret_acts),
    "what is possible is offered ahead": Fault(_UNTOLD, _attributes(_what_is_possible_is_offered_ahead)),
    "a choice is made by itself": Fault(_UNTOLD, _attributes(_a_choice_is_made_by_itself)),
    "judging knows all": Fault(_SECRETS, _attributes(_judging_knows_all), _is_secret),
    "a seat does not know its own": Fault(
        _SECRETS[-1:], _attributes(_a_seat_does_not_know_its_own), _holds_secrets
    ),
    "a secret fact is public": Fault(_SECRETS, _parts(_a_secret_fact_is_public), _holds_secrets),
    "a secret is forgotten": Fault(_TWINS, _parts(_a_secret_is_forgotten), _has_secret_acts),
    "all secrets are forgotten": Fault(_SENT, _parts(_all_secrets_are_forgotten), _has_secret_acts),
    "a field of a secret is forgotten": Fault(
        _TWINS, _parts(_a_field_of_a_secret_is_forgotten), _has_several_secret_fields
    ),
    "the log shows a secret": Fault(_TWINS, _parts(_the_log_shows_a_secret), _has_secret_acts),
    "nothing lies face down": Fault(
        _TWINS, _attributes(_nothing_lies_face_down), lambda game: bool(game.sealed)
    ),
    "players may claim what is dealt": Fault(
        ("chance_is_the_referees",), _attributes(_players_may_claim_what_is_dealt), has_chance
    ),
    "any dice are as the seed has them": Fault(
        ("another_throw_or_deal_is_found",), _attributes(_any_dice_are_as_the_seed_has_them), has_chance
    ),
    "the seed decides nothing": Fault(
        ("another_throw_or_deal_is_found",), _parts(_the_seed_decides_nothing), _deals
    ),
    "a card is dealt twice": Fault(
        ("what_is_sound_stays_sound",), _parts(_a_card_is_dealt_twice), _deals_words
    ),
    "an event is not worded": Fault(("everything_has_its_words",), _an_event_is_not_worded),
    "a sentence without is missing": Fault(
        ("everything_can_be_told",), _a_sentence_without_is_missing, _has_sentences_without
    ),
    "a refusal is not worded": Fault(("everything_has_its_words",), _a_refusal_is_not_worded),
    "a line of the score is not worded": Fault(
        ("the_score_has_its_words",), _a_line_of_the_score_is_not_worded, _counts
    ),
    "why somebody wins is not worded": Fault(
        ("the_score_has_its_words",), _why_somebody_wins_is_not_worded, _counts
    ),
    "an act goes by a word of the table": Fault(
        _TABLE_WORDS, _rename_first("en", "notation", "{seat:seat} goes home")
    ),
    "an act goes by a word of the keyboard": Fault(
        _TABLE_WORDS, _rename_first("ja", "notation", "{seat:seat} 得点")
    ),
    "a button is that of every page": Fault(_TABLE_WORDS, _rename_first("en", "label", "I leave the table")),
    "an act that was done is not thought of": Fault(
        ("what_was_played_is_among_the_ways",), _an_act_is_not_thought_of, _works_turns_out
    ),
    "another act is recorded than was worked out": Fault(
        ("what_is_worked_out_is_recorded_as_checked",), _another_act_is_recorded, _works_turns_out
    ),
    "what is told is judged by all that is true": Fault(
        ("what_is_told_finds_out_no_secret",), _attributes(_judging_knows_all), _shows_choices_in_turn
    ),
    "a line cannot be read": Fault(READING, make_unreadable),
    "the demo is cut off": Fault(_TOLD[:1], _the_demo_is_cut_off),
    "the demo is set by hand": Fault(_TOLD[:1], _the_demo_is_set_by_hand),
}
"""Every fault, by what is wrong."""


def first_finding(laws: tuple[str, ...], played_games: PlayedGames) -> str | None:
    """Return the message of the first of some laws that is broken; None where none is."""
    for law in LAWS:
        if law.__name__ in laws:
            try:
                law(played_games)
            except BrokenLawError as error:
                return str(error)
    return None


def is_found(game: Game, fault: Fault, *, acts: int) -> bool:
    """Return whether one of its laws finds a planted fault, in games of so many `acts`, or fails with it."""
    with fault.plant(game):
        try:
            return first_finding(fault.laws, PlayedGames(game, acts=acts)) is not None
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            return True


def survivors(game: Game, *, acts: int = 40) -> list[str]:
    """Return the faults that no law finds, planted one by one."""
    return [name for name, each in FAULTS.items() if each.where(game) and not is_found(game, each, acts=acts)]


def checks_of(game: str, **settings: Any) -> tuple[Callable[..., None], Callable[[], None]]:
    """Return two tests of a game for pytest: it obeys every law, and no planted fault survives.

    `settings` as of `laws_of`.
    """
    import pytest  # a product does not need it

    @pytest.mark.parametrize("law", laws_of(game, **settings))
    def obeys(law: Law) -> None:
        """Its rules, its secrets, its seed, its words, its rulings, its pages."""
        law()

    def no_fault_survives() -> None:
        """An act is left out of the list, a line cannot be read, and so on."""
        there = find_game(game)
        laws = tuple({law for fault in FAULTS.values() if fault.where(there) for law in fault.laws})
        if broken := first_finding(laws, PlayedGames(there, acts=40)):
            fail(f"{game} breaks a law as it is, so that planted faults prove nothing: {broken}")
        if left := survivors(there):
            found_by = "; ".join(f"{name} ({', '.join(FAULTS[name].laws)})" for name in left)
            fail(f"{game}: none of the laws named finds a planted fault: {found_by}")

    return obeys, no_fault_survives
