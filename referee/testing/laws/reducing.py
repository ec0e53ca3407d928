"""Reducers judge nothing: facts alone rebuild a state, whatever the options say."""

from typing import Any

from msgspec.structs import replace

from events.base import REFEREE
from events.envelope import encode
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.testing.evenings import Evening, Evenings, broken


class NoOptions:
    """Stands where a state has its options; whoever reads one is told so."""

    def __getattr__(self, name: str) -> Any:
        """Refuse to be read."""
        raise LookupError(name)


def facts_alone_rebuild_a_state(evenings: Evenings) -> None:
    """Applying the facts one by one, read back from their lines, gives what `decide` gave."""
    game, codec = evenings.game, codec_for(evenings.game.id)
    for evening in evenings.all:
        state = None
        for step in evening.steps:
            for judged in step.judged:
                state = game.evolve(state, codec.event(encode(judged.event)))
            if state != step.after:
                broken(f"{evening.name}: {step.event}: `evolve` gives another state than `decide`")


def no_reducer_reads_an_option(evenings: Evenings) -> None:
    """A log rebuilds the same facts with the options out of reach: what they decided is in the events."""
    for evening in evenings.all:
        read_without_options(evenings.game, evening)


def read_without_options(game: Game, evening: Evening) -> None:
    """Rebuild an evening with the options out of reach."""
    poison: Any = NoOptions()
    state = replace(evening.steps[0].after, options=poison)
    for step in evening.steps[1:]:
        for judged in step.judged:
            try:
                state = game.evolve(state, judged.event)
            except LookupError as option:
                broken(
                    f"{evening.name}: applying {judged.event} reads the switch {option}; put it on the event"
                )
        again = replace(state, options=step.after.options)
        if game.position(again, REFEREE) != game.position(step.after, REFEREE):
            broken(f"{evening.name}: {step.event} is applied otherwise without switches")


def a_position_told_is_the_position(evenings: Evenings) -> None:
    """What `position` writes down, the table can set by hand, and it stays what it was."""
    game = evenings.game
    if game.facts is None:
        return
    for evening in evenings.all:
        for step in evening.some(12):
            for fact in game.facts.declared:
                value = fact.read(step.after)
                if value is None or fact.write is None:
                    continue
                after = fact.write(step.after, value)
                if fact.read(after) != value:
                    broken(f"{evening.name}: {fact.name} set to what it is becomes {fact.read(after)}")


LAWS = (facts_alone_rebuild_a_state, no_reducer_reads_an_option, a_position_told_is_the_position)
