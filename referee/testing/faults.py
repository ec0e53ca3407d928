"""Faults to plant in a game, each with the laws that have to find it: a test of the laws."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, Event, type_of
from events.envelope import encode
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.tally import Line, Tally
from referee.kernel.verdict import Accepted, JudgedEvent
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import catalog
from referee.l10n.wording import acts_of
from referee.testing.laws import LAWS, Law, laws_of
from referee.testing.random_games import BrokenLawError, PlayedGames


class Fault(NamedTuple):
    """A fault: `laws` of which one has to find it, attributes of a game that `plant` replaces.

    `where` says of a game whether it can have the fault.
    """

    laws: tuple[str, ...]
    plant: Callable[[Game], dict[str, Any]]
    where: Callable[[Game], bool] = lambda _: True


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


def _judging_knows_all(_: Game) -> dict[str, Any]:
    """Judge everybody by all that is true."""
    return {"known": lambda state, _: state}


def _nothing_lies_face_down(_: Game) -> dict[str, Any]:
    """Forget that a choice is secret."""
    return {"sealed": frozenset()}


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


def _a_reducer_forgets(game: Game) -> dict[str, Any]:
    """Apply nothing of the kinds of acts a seat does first."""
    evolve, kind = game.evolve, _first_kind(game)
    return {"evolve": lambda state, event: state if isinstance(event, kind) else evolve(state, event)}


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


def _the_score_counts_what_is_hidden(_: Game) -> dict[str, Any]:
    """Add up all there is to know, as if what one cannot see were nothing."""
    return {
        "tally": lambda state: Tally(
            (Line("A", "score.known", len(encode(find_game(state.game).position(state, REFEREE)))),), ()
        )
    }


def _something_is_broken(_: Game) -> dict[str, Any]:
    """Find every state broken."""
    return {"invariants": lambda _: ("a piece is lost",)}


def _is_secret(game: Game) -> bool:
    return not game.is_open


def has_chance(game: Game) -> bool:
    """Return whether the referee throws or deals anything in a game."""
    return game.deal is not None or any(act.throw for act in game.acts)


_TWINS = ("every_way_out_keeps_the_same_secrets",)
_SECRETS = ("secret_facts_are_seen_by_their_own", *_TWINS, "what_is_shown_follows_from_what_is_known")

READING = ("every_line_reads_back",)

FAULTS: dict[str, Fault] = {
    "the score counts what is hidden": Fault(
        ("the_score_counts_nothing_that_is_unknown",), _the_score_counts_what_is_hidden, _is_secret
    ),
    "everybody sees the first seat's cards": Fault(_TWINS, _everybody_sees_the_first_seats_cards, _is_secret),
    "a page shows the first seat's cards": Fault(
        ("nothing_that_is_sent_tells_a_secret",), _everybody_sees_the_first_seats_cards, _is_secret
    ),
    "the position shows all": Fault(
        ("what_is_shown_follows_from_what_is_known",), _the_position_shows_all, _is_secret
    ),
    "the log hides nothing": Fault(_SECRETS, _the_log_hides_nothing, _is_secret),
    "judging knows all": Fault(_SECRETS, _judging_knows_all, _is_secret),
    "nothing lies face down": Fault(_TWINS, _nothing_lies_face_down, lambda game: bool(game.sealed)),
    "an act is left out": Fault(("no_act_is_left_out",), _an_act_is_left_out_of_the_list),
    "everybody may do what one may": Fault(("what_is_listed_is_accepted",), _everybody_may_do_what_one_may),
    "nobody can go on": Fault(("what_is_listed_is_accepted",), _nobody_can_go_on),
    "players may claim what is dealt": Fault(
        ("chance_is_the_referees",), _players_may_claim_what_is_dealt, has_chance
    ),
    "any dice are as the seed has them": Fault(
        ("another_throw_or_deal_is_found",), _any_dice_are_as_the_seed_has_them, has_chance
    ),
    "a reducer forgets": Fault(("facts_alone_rebuild_a_state",), _a_reducer_forgets),
    "a reducer reads a switch": Fault(("no_reducer_reads_an_option",), _a_reducer_reads_an_option),
    "what follows may be claimed": Fault(
        ("a_consequence_is_nobodys_to_claim",), _what_follows_may_be_claimed
    ),
    "something is broken": Fault(("what_is_sound_stays_sound",), _something_is_broken),
}
"""Every fault, by what is wrong."""


@contextmanager
def _plant_fault(game: Game, fault: Fault) -> Iterator[None]:
    """Plant a fault in a game within a `with` block."""
    before = dict(game.__dict__)
    game.__dict__.update(fault.plant(game))
    try:
        yield
    finally:
        game.__dict__.clear()
        game.__dict__.update(before)


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
    """Return whether one of its laws finds a planted fault, in games of so many `acts`."""
    with _plant_fault(game, fault):
        return first_finding(fault.laws, PlayedGames(game, acts=acts)) is not None


def survivors(game: Game, *, acts: int = 40) -> list[str]:
    """Return the faults that no law finds, planted one by one."""
    found = [
        name for name, each in FAULTS.items() if each.where(game) and not is_found(game, each, acts=acts)
    ]
    with make_unreadable(game):
        is_read = first_finding(READING, PlayedGames(game, acts=acts)) is None
    return [*found, "a line cannot be read"] if is_read else found


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
        assert [] == survivors(find_game(game))

    return obeys, no_fault_survives
