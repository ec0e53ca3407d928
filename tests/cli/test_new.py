"""`new`, `tables`, `games`: opening a table."""

from cli.frame.manual import filled_in
from cli.main import load


def test_a_new_table_prints_its_name_and_nothing_else_on_stdout(run):
    """A script reads the name; the person reads the rest."""
    done = run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    assert (0, "evening\n") == (done.code, done.out)
    assert "Table evening is open" in done.err


def test_tables_without_a_name_are_numbered(run):
    """Nobody has to invent a name."""
    names = [run("new", "niagara", "--seats", "A,B,C").out.strip() for _ in range(2)]
    assert ["niagara-1", "niagara-2"] == names


def test_a_new_table_in_json_is_one_object(run):
    """Programs get what people get."""
    done = run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--edition", "ja", "--json")
    expected = {
        "table": "niagara-1",
        "game": "niagara",
        "edition": "ja",
        "seats": ["A", "B", "C"],
        "names": {"A": "Ada", "B": "Ben", "C": "Chie"},
        "revision": 1,
    }
    assert expected == done.object


def test_an_option_is_part_of_the_opening(run):
    """A switch that differs is a house rule from the first entry."""
    run("new", "niagara", "--seats", "A,B,C", "--option", "minimum_speed=1", "--table", "t")
    assert {"minimum_speed": 1} == run("show", "t", "--json").object["house"]


def test_a_name_that_is_taken_is_refused(run, evening):
    """A log opens once."""
    done = run("new", "niagara", "--seats", "A,B,C", "--table", evening)
    assert 1 == done.code
    assert "TAB-OPEN-05" in done.err
    assert 1 == run("show", evening, "--json").object["revision"]


def test_the_same_key_opens_the_same_table(run):
    """A call that was repeated because the answer got lost does no harm."""
    calls = [run("new", "niagara", "--seats", "A,B,C", "--table", "t", "--key", "k").code for _ in range(2)]
    assert [0, 0] == calls


def test_names_and_seats_go_together(run):
    """Two names for three seats leave one without."""
    done = run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben")
    assert (2, "") == (done.code, done.out)
    assert "2 names for 3 seats" in done.err


def test_tables_lists_what_was_opened(run, evening):
    """One line a table."""
    listed = run("tables", "--json").object
    assert ("evening", "niagara", 1, ["A", "B", "C"]) == tuple(
        listed[field] for field in ("table", "game", "revision", "seats")
    )
    assert run("tables").out.startswith("evening ")


def test_tables_of_nothing_is_no_error(run):
    """A first look at an empty place says so, and is fine."""
    done = run("tables")
    assert (0, "") == (done.code, done.out)
    assert "no tables yet" in done.err


def test_games_shows_editions_and_switches(run):
    """What can be agreed on is a table of its own."""
    done = run("games")
    assert "niagara: 3 to 5 players" in done.out
    niagara = next(game for game in run("games", "--json").objects if game["game"] == "niagara")
    assert ["zh", "ja"] == list(niagara["editions"])
    assert ["shared", "most_gems_then_first", "gem_value"] == niagara["switches"]["tie_break"]["values"]


def test_an_example_that_opens_a_table_opens_one(run):
    """The filled-in line is accepted as it stands."""
    examples = filled_in(load("new").epilog or "").splitlines()
    for line in (each.split() for each in examples if "referee new" in each):
        assert 0 == run(*line[1:]).code
