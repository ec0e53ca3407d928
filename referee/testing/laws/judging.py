"""What is listed is accepted, what is accepted is listed; reducers judge nothing and read no option."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec import inspect
from msgspec.structs import fields, replace

from events.base import REFEREE, TABLE, Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from referee.kernel.acts import Act
from referee.kernel.equipment import judge_box
from referee.kernel.fields import every
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, folder_of
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import file_of
from referee.rulebooks import find_rule
from referee.testing.random_games import (
    PlayedGame,
    PlayedGames,
    act_of,
    fail,
    random_value,
    sample,
    try_event,
)
from referee.testing.recorded import read_events, referee

_STATES, _LISTED, _INVENTED = 24, 24, 4
"""How many states of a game are looked at, how many listed acts of each, how many invented of each kind."""


def what_is_listed_is_accepted(played_games: PlayedGames) -> None:
    """Whatever `legal` lists of a seat, or of the table, `decide` accepts as it stands."""
    game, random = played_games.game, Random(1)
    for played in played_games.all:
        for step in played.some(_STATES):
            for who in (*step.after.seats, TABLE):
                for event in sample(game.legal(step.after, who), _LISTED, random):
                    if who != TABLE and getattr(event, "seat", who) != who:
                        fail(
                            f"{played.name}: `legal` lists {event} for {who}, whose act it is not",
                            f"let `candidates` of {act_of(game, event)} name the seat it is asked for",
                        )
                    verdict = game.decide(step.after, event)
                    if isinstance(verdict, Refused):
                        fail(
                            f"{played.name}: `legal` lists {event} of {who}, and it is refused: {verdict}",
                            f"mend the list or the judge of {act_of(game, event)}",
                        )
                    if not _is_recorded_as(verdict.judged[0].event, event):
                        fail(
                            f"{played.name}: {event} is recorded otherwise: {verdict.judged[0].event}",
                            f"let `candidates` of {act_of(game, event)} list what `complete` makes of it",
                        )


def what_need_not_be_told_is_possible(played_games: PlayedGames) -> None:
    """What `ahead` offers is accepted event by event, and the last of them implies others.

    What `forced` does is the only act of its seat, and everybody knows whether there is one.
    """
    game = played_games.game
    for played in played_games.all:
        for step in played.some(_STATES):
            for who in (*step.after.seats, TABLE):
                for events in game.ahead(step.after, who):
                    _judge_ahead(game, played.name, step.after, events)
            event = game.forced(step.after)
            known = game.forced(game.known(step.after, None))
            if (event is None) != (known is None):
                fail(
                    f"{played.name}: whether {event or known} is the only act depends on what is hidden",
                    "let `forced` read nothing that only one seat knows",
                )
            who = getattr(event, "seat", TABLE)
            if event is not None and (event,) != game.legal(step.after, who):
                fail(
                    f"{played.name}: {event} is done by itself, and is not all that {who} may do",
                    "let `forced` return None where there is a choice",
                )


_LEAST_AHEAD = 2


def _judge_ahead(game: Game, name: str, state: Any, events: tuple[Event, ...]) -> None:
    """Fail where there is only one of `events`, or one of them is not possible after those before it."""
    if len(events) < _LEAST_AHEAD:
        fail(f"{name}: {events} imply nothing, and `ahead` offers them", "leave it to `candidates`")
    for event in events:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            fail(
                f"{name}: `ahead` offers {events}, of which {event} is refused: {verdict}",
                "let `ahead` return what `decide` accepts, in order",
            )
        state = verdict.state


def _is_recorded_as(recorded: Event, listed: Event) -> bool:
    """Return whether an act is recorded as listed, but for fields that were left at their default."""
    return type(recorded) is type(listed) and all(
        getattr(listed, field.name) in (None, field.default, getattr(recorded, field.name))
        for field in fields(type(listed))
    )


def what_is_accepted_is_listed(played_games: PlayedGames) -> None:
    """Whatever `decide` accepts of an act that can be listed, `legal` lists in the form it is recorded in.

    What the table shows may be told before it is asked for.
    """
    game, random = played_games.game, Random(2)
    for played in played_games.all:
        formed = (*played_games.formed, *(played_games.shown if played.opened.chance == TABLE else ()))
        acts = [act for act in game.acts if act.lister and type_of(act.event) not in formed]
        for step in played.some(_STATES):
            phase = game.phase(step.after)
            asked = [
                act for act in acts if not (act.when.by_table and act.when.phases) or phase in act.when.phases
            ]
            listable = {act.event for act in asked}
            for event in invent_acts(game, step.after, listable, random):
                accepted = (
                    None if game.dealer.is_dealt(step.after, event) else try_event(game, step.after, event)
                )
                if accepted is None or _is_listed(game, step.after, event, accepted):
                    continue
                fail(
                    f"{played.name}, {game.phase(step.after)}: {event} is accepted, and not in `legal`",
                    f"add it to `candidates` of {act_of(game, event)}, or refuse it in `judge`",
                )


def _is_listed(game: Game, state: Any, event: Event, accepted: Accepted) -> bool:
    """Return whether an act is listed, as submitted or as recorded, or left to a form of its game."""
    recorded = accepted.judged[0].event
    who = getattr(event, "seat", TABLE) if accepted.judged[0].kind == "action" else TABLE
    listed = [*game.legal(state, who), *game.samples(state, who)]
    return any(each == event or _is_recorded_as(_fill_in(recorded, each), each) for each in listed)


def _fill_in(recorded: Event, listed: Event) -> Event:
    """Return an act with each field that is None as a listed one has it: `on` nobody is on oneself."""
    if type(recorded) is not type(listed):
        return recorded
    untold = {field.name for field in fields(type(listed)) if getattr(recorded, field.name) is None}
    return replace(recorded, **{name: getattr(listed, name) for name in untold})


def invent_acts(game: Game, state: Any, listable: set[type[Event]], random: Random) -> Iterator[Event]:
    """Yield acts of the given types: some of its candidates for each seat, and some of random fields."""
    for act in game.acts:
        if act.event not in listable:
            continue
        for seat in state.seats:
            yield from sample(_listable_acts(act, state, seat), _INVENTED, random)
        for _ in range(_INVENTED * 2):
            with suppress(ValueError):  # what no such event can hold
                event = random_value(_shape_of(act.event), state.seats, random)
                if is_in_vocabulary(game, event):
                    yield event


@cache
def _shape_of(event: type[Event]) -> inspect.Type:
    return inspect.type_info(event)


def _listable_acts(act: Act, state: Any, who: str) -> tuple[Event, ...]:
    """Return the candidates of an act for a seat or the table; none where it may not do it now."""
    lister, when = act.lister, act.when.judge
    if lister is None or (when is not None and when(state, who) is not None):
        return ()
    return tuple(lister(state, who))


def is_in_vocabulary(game: Game, event: Event) -> bool:
    """Return whether the codec of the game reads back such an event: its fields hold allowed values."""
    try:
        return codec_for(game.id).event(encode(event)) == event
    except MalformedError:
        return False


def no_act_is_left_out(played_games: PlayedGames) -> None:
    """Every candidate of an act that its judge accepts is in `legal`."""
    game = played_games.game
    for played in played_games.all:
        for step in played.some(_STATES):
            state, random = step.after, Random(3)
            for act in game.acts:
                is_now = not act.when.phases or game.phase(state) in act.when.phases
                if not is_now or game.winners(state) is not None:
                    continue
                for who in (TABLE,) if act.when.by_table else state.seats:
                    for event in sample(_listable_acts(act, state, who), _INVENTED, random):
                        if try_event(game, state, event) and event not in game.legal(state, who):
                            fail(
                                f"{played.name}, {game.phase(state)}: `legal` leaves {event} out",
                                f"mend `phases` in `when` of {act_of(game, event)}",
                            )


_FORMS = 3000
"""How many forms of an act that is laid face down are tried: all of most."""


def every_choice_face_down_is_listed(played_games: PlayedGames) -> None:
    """Each reading of an accepted act face down is listed: what is missing would tell of the rest."""
    game = played_games.game
    acts = [act for act in game.acts if act.is_face_down and act.lister and not _is_formed(act, played_games)]
    for played in played_games.all if acts else ():
        for step in played.some(_STATES // 4):
            for act, seat in product(acts, step.after.seats):
                for state in (step.after, game.known(step.after, seat)):
                    if (left_out := _accepted_unlisted(game, state, every(act.event, seat))) is not None:
                        fail(
                            f"{played.name}, {game.phase(state)}: {left_out} is accepted face down, and not "
                            f"listed; let `candidates` of {act_of(game, act.event)} yield it"
                        )


def _accepted_unlisted(game: Game, state: Any, events: tuple[Event, ...]) -> Event | None:
    """Return the first of some events of a seat that is accepted and, as it is recorded, not listed."""
    for event in events[:_FORMS]:
        accepted = try_event(game, state, event)
        if accepted is not None and accepted.judged[0].event not in game.legal(state, event.seat):  # type: ignore[attr-defined]
            return event
    return None


def _is_formed(act: Act, played_games: PlayedGames) -> bool:
    return type_of(act.event) in (*played_games.formed, *played_games.shown)


def only_who_is_to_act_may_act(played_games: PlayedGames) -> None:
    """No seat may act that nobody waits for, but for what may be done whosever turn it is.

    That is what the game declares in its `windows`, while one is open, or what may still come after the end.
    """
    game = played_games.game
    at_any_time = {*game.free, *(type_of(act.event) for act in game.acts if act.when.after_end)}
    for played in played_games.all:
        for state in (step.after for step in played.some(_STATES)):
            acting = game.acting(state)
            if any(type_of(event) in game.closings for event in game.legal(state, TABLE)):
                continue
            for seat in (each for each in state.seats if each not in acting):
                if early := [e for e in game.legal(state, seat) if type_of(e) not in at_any_time]:
                    fail(
                        f"{played.name}, {game.phase(state)}: {early[0]} is possible while {acting} are to "
                        f"act; say whose turn it is in `when` of {act_of(game, early[0])}, such as "
                        f"`on_turn`, or who acts in `Status`"
                    )


def whoever_is_to_act_can(played_games: PlayedGames) -> None:
    """Something is possible for each seat that is waited for."""
    game = played_games.game
    has_forms = bool(played_games.formed or played_games.shown)
    for played in played_games.all if not has_forms else ():
        for state in (step.after for step in played.some(_STATES)):
            for seat in (each for each in game.acting(state) if each in state.seats):
                if not (game.legal(state, seat) or game.samples(state, seat)):
                    fail(
                        f"{played.name}, {game.phase(state)}: {seat} is to act, and nothing is possible; "
                        f"mend `acting` of the Status, or add `candidates` to an act, in {folder_of(game.id)}"
                    )


def everything_cites_its_rule(played_games: PlayedGames) -> None:
    """Every event of a game cites a rule, and only rules that are in a rulebook."""
    folder = folder_of(played_games.game.id)
    for played in played_games.all:
        for judged in (each for step in played.steps for each in step.judged):
            event = type(judged.event).__name__
            if not judged.rules:
                fail(f"{played.name}: {event} cites no rule; add `rules` where it is declared in {folder}")
            if unknown := [rule for rule in judged.rules if find_rule(rule) is None]:
                fail(f"{played.name}: {event} cites {unknown[0]}; add [{unknown[0]}] to {folder}/book")


def every_refusal_says_why(played_games: PlayedGames) -> None:
    """Whatever is refused cites a rule of a rulebook, and has words in every language."""
    seen = set[tuple[str, Any]]()
    for _, event, verdict in try_inventions(played_games):
        if isinstance(verdict, Refused) and (verdict.reason, verdict.rules) not in seen:
            seen.add((verdict.reason, verdict.rules))
            _check_refusal(played_games.game, event, verdict)


@lru_cache(maxsize=1)
def try_inventions(played_games: PlayedGames) -> tuple[tuple[Any, Event, Verdict], ...]:
    """Return acts of every kind, invented at some moments of each game, with state and verdict; cached."""
    game, random = played_games.game, Random(10)
    kinds = {act.event for act in game.acts}
    states = [step.after for played in played_games.all for step in played.some(_STATES // 4)]
    invented = [(state, event) for state in states for event in invent_acts(game, state, kinds, random)]
    return tuple([(state, event, game.decide(state, event)) for state, event in invented])


def _check_refusal(game: Game, event: Event, refused: Refused) -> None:
    if not refused.rules or any(find_rule(rule) is None for rule in refused.rules):
        fail(
            f"{game.id}: {event} is refused as {refused.reason} by {refused.rules}; cite rules of the "
            f"rulebook where that is refused, in {folder_of(game.id)}"
        )
    for lang in LANGUAGES:
        said = say(refused.reason, lang, names={}, **refused.args)
        if said.startswith(refused.reason) or any(sign in said for sign in ("?=", "{", "None")):
            fail(f"{event} is refused with {said!r}; mend {refused.reason} in {file_of(lang, game.id)}")


def a_game_is_over_by_its_ending(played_games: PlayedGames) -> None:
    """Somebody has won once the event that ends the game came, and not before: all secrets end with it.

    Who has won is whom that event names, where it names anybody. So it is in the demonstration, too.
    """
    game = played_games.game
    for played in (*played_games.all, *demonstrated(game)):
        is_over = False
        for step in played.steps:
            ended = next((event for event in step.events if type_of(event) == game.end), None)
            named = getattr(ended, "winners", ()) if not game.undecided(step.after) else ()
            if named and named != game.winners(step.after):
                fail(
                    f"{played.name}: {ended} ends the game, and `winners` says {game.winners(step.after)}; "
                    f"let `winners` of the Status say what the event says, in {folder_of(game.id)}"
                )
            is_over = is_over or any(type_of(event) == game.end for event in step.events)
            if is_over != (game.winners(step.after) is not None):
                fail(
                    f"{played.name}: after {step.event} `winners` says {game.winners(step.after)}, and "
                    f"{game.end} {'came' if is_over else 'did not come'}; mend `winners` of the Status, "
                    f"or derive the event of `Ending`, in {folder_of(game.id)}"
                )


def demonstrated(game: Game) -> tuple[PlayedGame, ...]:
    """Return the demonstration of a game, as it was played; none where it has none."""
    demo = Path(folder_of(game.id)) / "demo.jsonl"
    steps = referee(demo, read_events(demo)).in_force if demo.exists() else ()
    return (PlayedGame(steps[0].event, steps),) if steps else ()  # type: ignore[arg-type] # the opening


def the_score_names_who_has_won(played_games: PlayedGames) -> None:
    """When a game is over, its tally names the winners by the table's own rules, ties and all."""
    game = played_games.game
    for played in (*played_games.all, *demonstrated(game)):
        last = played.steps[-1].after
        winners = game.winners(last)
        tally = game.tally(last) if winners is not None else None
        if tally is not None and winners not in [each.winners for each in tally.readings[:1]]:
            fail(
                f"{played.name}: {winners} have won, and the tally says otherwise; let `tally` and the event "
                f"{game.end} ask one function who has won, in {folder_of(game.id)}"
            )


def what_is_sound_stays_sound(played_games: PlayedGames) -> None:
    """After every act of every game no invariant is broken: nothing is lost, there twice or out of place.

    Where the referee deals, no card contradicts another either, hidden ones included.
    """
    game = played_games.game
    for played in played_games.all:
        doubt = game.doubt if played.opened.chance == REFEREE else None
        for step in played.steps:
            wrong = game.invariants(step.after)
            if doubt is not None and not wrong and (doubted := doubt(step.after)) is not None:
                wrong = (doubted.reason, *doubted.rules)
            if wrong:
                kinds = " or ".join(dict.fromkeys(type(event).__name__ for event in step.events))
                fail(
                    f"{played.name}: after {step.event}: {', '.join(wrong)}; mend what applies, deals or "
                    f"derives {kinds} in {folder_of(game.id)}"
                )


def the_box_holds(played_games: PlayedGames) -> None:
    """What lies on the table is never more than the box has, nor less of what is always there.

    Cards that the referee deals are in a box that is declared, or the game counts them itself (`doubt`).
    """
    game = played_games.game
    for played in played_games.all:
        for step in played.steps:
            kinds = " or ".join(dict.fromkeys(type(event).__name__ for event in step.events))
            position = game.position(step.after, REFEREE)
            named = {name: getattr(position, name) for name in position.__struct_fields__}
            box = game.ruleset.box(step.after)
            if refused := judge_box(game.id, box, step.after.seats, named):
                fail(
                    f"{played.name}: after {step.event}: {refused.reason}: {refused.args}",
                    f"mend what applies, deals or derives {kinds}, or the equipment, in {folder_of(game.id)}",
                )
            is_card = isinstance(getattr(step.event, "card", None), str) and step.before is not None
            if (
                is_card
                and not box.items
                and game.doubt is None
                and game.dealer.is_dealt(step.before, step.event)
            ):
                fail(
                    f"{played.name}: {step.event} is dealt, and nobody says what lies in the box",
                    f"declare its Cards in `equipment` of the ruleset in {folder_of(game.id)}",
                )


def a_consequence_is_nobodys_to_claim(played_games: PlayedGames) -> None:
    """What the referee derives is refused by a rule where somebody submits it as an act."""
    game = played_games.game
    own = {act.event for act in game.acts}
    for played in played_games.all:
        for step in played.some(_STATES):
            for judged_event in step.judged[1:]:
                if type(judged_event.event) in own or judged_event.kind != "consequence":
                    continue
                verdict = game.decide(step.before, judged_event.event)
                if not isinstance(verdict, Refused) or not verdict.rules:
                    fail(
                        f"{played.name}: {type_of(judged_event.event)} is accepted as an act",
                        f"declare it as a Consequence with `rules` in {folder_of(game.id)}",
                    )


class _NoOptions:
    """Stands in place of the options of a state: reading one raises LookupError with its name."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


def facts_alone_rebuild_a_state(played_games: PlayedGames) -> None:
    """Applying the events one by one, read back from their lines, gives the state that `decide` gave."""
    game, codec = played_games.game, codec_for(played_games.game.id)
    for played in played_games.all:
        state = None
        for step in played.steps:
            for judged in step.judged:
                state = game.evolve(state, codec.event(encode(judged.event)))
            if state != step.after:
                fail(
                    f"{played.name}: {step.event}: `evolve` gives another state than `decide`",
                    f"let `apply` of {act_of(game, step.event)} read nothing but state and event",
                )


def no_reducer_reads_an_option(played_games: PlayedGames) -> None:
    """A log rebuilds the same position with the options out of reach: what they decided is in the events."""
    for played in played_games.all:
        _rebuild_without_options(played_games.game, played)


def _rebuild_without_options(game: Game, played: PlayedGame) -> None:
    poison: Any = _NoOptions()
    state = replace(played.steps[0].after, options=poison)
    for step in played.steps[1:]:
        for judged in step.judged:
            try:
                state = game.evolve(state, judged.event)
            except LookupError as option:
                fail(
                    f"{played.name}: applying {judged.event} reads the switch {option}",
                    f"put what it decides on the event, in {folder_of(game.id)}",
                )
        again = replace(state, options=step.after.options)
        if game.position(again, REFEREE) != game.position(step.after, REFEREE):
            fail(
                f"{played.name}: {step.event} is applied otherwise without switches",
                f"let `apply` of {act_of(game, step.event)} ask no option",
            )


def a_position_told_is_the_position(played_games: PlayedGames) -> None:
    """Every fact of a position can be set by hand to what it is, and stays so."""
    game = played_games.game
    if game.facts is None:
        return
    for played in played_games.all:
        for step in played.some(12):
            for fact in game.facts.declared:
                value = fact.read(step.after)
                if value is None or fact.write is None:
                    continue
                after = fact.write(step.after, value)
                if fact.read(after) != value:
                    fail(
                        f"{played.name}: {fact.name} set to what it is becomes {fact.read(after)}",
                        f"mend `read` or `write` of the fact {fact.name} in {folder_of(game.id)}",
                    )


LAWS = (
    what_is_listed_is_accepted,
    what_is_accepted_is_listed,
    what_need_not_be_told_is_possible,
    no_act_is_left_out,
    every_choice_face_down_is_listed,
    only_who_is_to_act_may_act,
    whoever_is_to_act_can,
    everything_cites_its_rule,
    every_refusal_says_why,
    a_game_is_over_by_its_ending,
    the_score_names_who_has_won,
    what_is_sound_stays_sound,
    the_box_holds,
    a_consequence_is_nobodys_to_claim,
    facts_alone_rebuild_a_state,
    no_reducer_reads_an_option,
    a_position_told_is_the_position,
)
