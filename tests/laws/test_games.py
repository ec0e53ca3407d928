"""Every game of ours obeys the laws of the kit, as anybody's game has to."""

import msgspec
import pytest

from referee.kernel.game import Game
from referee.kernel.registry import find_game, own_games
from referee.testing import laws_of
from referee.testing.laws import laws_of_records
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.laws.walks import open_game
from tests.stages import one_in, slow

GAMES = [id for id in own_games() if isinstance(find_game(id), Game)]
"""Those that are tables of acts."""


FORMED = {"lifeboat": ("cards_traded",)}
"""Acts that a form fills in: any cards may be traded for any."""

SHOWN = {"lifeboat": ("special_used", "navigation_chosen", "rowed")}
"""Acts that name cards which a physical table shows."""


LONGEST = {
    "an_answer_holds_however_the_position_is_completed",
    "the_same_question_gets_the_same_answer",
    "what_is_not_told_refuses_nothing",
    "a_house_rule_at_any_moment_goes_on",
    "every_button_says_what_it_does",
    "what_is_played_anyway_is_the_act",
}
"""Laws that try much at each moment: all games obey them where there is time."""

LONG = {
    "an_answer_at_a_table_tells_no_secret",
    "every_line_reads_back",
    "every_way_out_keeps_the_same_secrets",
    "it_is_played_by_its_buttons",
    "nothing_that_is_sent_tells_a_secret",
    "what_is_accepted_is_listed",
    "what_is_told_finds_out_no_secret",
    "what_is_worked_out_is_recorded_as_checked",
    "what_was_played_is_among_the_ways",
}
"""Laws that take seconds: every day one game obeys them, all games where there is time."""


def with_ids(game, laws):
    for law in laws:
        is_slow = law.__name__ in LONGEST or (law.__name__ in LONG and game != "niagara")
        yield pytest.param(law, id=f"{game}-{law.__name__}", marks=slow if is_slow else ())


OF_RECORDS = {id: laws_of_records(id, RECORDED / id, SHOWN.get(id, ())) for id in GAMES}
"""The recorded games of each, and last two laws of them all."""

SHORT = 25
"""So many acts has an evening of every day; where there is time, as many as the kit has it last."""


def laws(id, **how):
    return laws_of(id, formed=FORMED.get(id, ()), shown=SHOWN.get(id, ()), **how)


LAWS = [each for id in GAMES for each in with_ids(id, [*laws(id, acts=SHORT), *OF_RECORDS[id][-2:]])]
WHOLE = [pytest.param(law, id=f"{id}-{law.__name__}") for id in GAMES for law in laws(id)]
PLAYED = [each for id in GAMES for each in with_ids(id, OF_RECORDS[id][:-2])]


@pytest.mark.parametrize("law", LAWS)
def test_a_game_obeys(law):
    """Evenings of every edition, with few and many seats, pieces on the table and dealt by the referee."""
    law()


@slow
@pytest.mark.parametrize("law", WHOLE)
def test_a_game_obeys_for_longer(law):
    law()


@pytest.mark.parametrize("law", one_in(32, PLAYED))
def test_a_recorded_game_obeys(law):
    law()


@pytest.mark.parametrize("game", ["niagara", "lifeboat"])
def test_nothing_is_made_or_lost_between_the_facts_of_an_act(game):
    """A game of cards and gems is sound after every single event, not only when all has followed."""
    whole = find_game(game)
    for path in records(RECORDED / game):
        state = None
        for event in record(path).events:
            state = whole.evolve(state, event)
            assert () == whole.invariants(state), (path.name, event)


@pytest.mark.parametrize("game", ["niagara", "lifeboat"])
def test_a_seat_is_shown_what_it_alone_knows(game):
    whole = find_game(game)
    for path in records(RECORDED / game):
        for step in record(path).steps[1::40]:
            for fact in whole.facts.secret:
                for seat, own in (fact.read(step.after) or {}).items() if fact.by_seat else ():
                    seen = parts(msgspec.to_builtins(whole.view(step.after, seat), str_keys=True))
                    assert in_any_order(msgspec.to_builtins(own)) in map(in_any_order, seen), (
                        path.name,
                        step,
                    )


def parts(value):
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for each in inner:
        yield from parts(each)


def in_any_order(value):
    """Return a list sorted; hands are sets of cards."""
    return sorted(map(str, value)) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_that_disputes_and_reports_ask_of_it(game):
    whole = find_game(game)
    tally = whole.tally(open_game(whole, "ABCD"))
    assert {"tie", "score"} & set(whole.topics)
    assert all(whole.topics.values())
    assert all((tally.readings, whole.chapters, whole.turning, whole.reveals))
    assert set(whole.scoring.charted) <= {line.item for line in tally.lines}
