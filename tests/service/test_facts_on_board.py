"""What everybody sees lying on the board is told with "this is all of it"; what merely counts is not."""

from events.stores.memory import MemoryStore
from referee.kernel.registry import find_game
from referee.service.catch_up.board import facts_on_board
from referee.service.tables.table import open_table
from tests.web.browser.moments import events_of


def on_board(game, entries):
    """Return the names of the facts on the board after some entries of a recorded game, without whose."""
    opened, *events = events_of(game)
    table = open_table(MemoryStore(), game, opened, find_game(game))
    for event in events[:entries]:
        table.submit(event)
    paths = facts_on_board(table.game, table.state)
    steps = ([step for step in path.split(".") if step not in (*opened.seats, "1", "2")] for path in paths)
    return {".".join(each) for each in steps}


def test_canoes_gems_ashore_and_the_weather_lie_on_the_river_but_no_round_and_no_heap():
    assert {"canoes.at", "canoes.gem", "owned", "weather"} == on_board("niagara", 30)


def test_boats_their_bows_and_damage_lie_on_the_lake_but_no_dice_and_no_turns():
    assert {"boats.at", "boats.heading", "boats.damage"} == on_board("powerboats", 30)


def test_seats_wounds_cards_face_up_and_birds_lie_in_the_boat_but_no_deck_and_no_day():
    assert {"boat", "wounds", "table", "birds", "characters"} == on_board("lifeboat", 30)
