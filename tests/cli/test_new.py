"""`new`, `tables`, `games`: opening a table."""

import msgspec
import pytest

from cli.command_list import fill_in_example
from cli.main import load_command


def test_a_new_table_prints_its_name_and_nothing_else_on_stdout(run):
    """A script reads the name; the person reads the rest."""
    done = run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    assert (0, "evening\n") == (done.code, done.out)
    assert "Table evening is open" in done.err


def test_tables_without_a_name_are_numbered(run):
    names = [run("new", "niagara", "--seats", "A,B,C").out.strip() for _ in range(2)]
    assert ["niagara-1", "niagara-2"] == names


def test_a_new_table_in_json_is_one_object(run):
    done = run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--edition", "ja", "--json")
    expected = {
        "verdict": "accepted",
        "table": "niagara-1",
        "game": "niagara",
        "edition": "ja",
        "seats": ["A", "B", "C"],
        "names": {"A": "Ada", "B": "Ben", "C": "Chie"},
        "colours": {},
        "revision": 1,
        "links": {},
    }
    assert expected == done.object


def test_an_option_is_part_of_the_opening(run):
    run("new", "niagara", "--seats", "A,B,C", "--option", "minimum_speed=1", "--table", "t")
    assert {"minimum_speed": 1} == run("show", "t", "--json").object["house"]


def test_a_name_that_is_taken_is_refused(run, evening):
    done = run("new", "niagara", "--seats", "A,B,C", "--table", evening)
    assert 1 == done.code
    assert "TAB-OPEN-05" in done.err
    assert 1 == run("show", evening, "--json").object["revision"]


def test_the_same_key_opens_the_same_table(run):
    """A call that was repeated because the answer got lost does no harm."""
    calls = [run("new", "niagara", "--seats", "A,B,C", "--table", "t", "--key", "k").code for _ in range(2)]
    assert [0, 0] == calls


def test_seats_have_the_colours_of_their_pieces(run):
    """In the order of the seats, recorded in the opening; one left blank takes what is left."""
    done = run("new", "powerboats", "--seats", "A,B,C", "--colours", "Orange,,purple", "--json")
    assert {"A": "orange", "C": "purple"} == msgspec.json.decode(done.out)["colours"]
    assert 1 == run("new", "powerboats", "--seats", "A,B", "--colours", "red,red").code
    assert 2 == run("new", "powerboats", "--seats", "A,B", "--colours", "red,pink").code
    assert 2 == run("new", "powerboats", "--seats", "A,B", "--colours", "red,blue,green").code


def test_names_and_seats_go_together(run):
    done = run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben")
    assert (2, "") == (done.code, done.out)
    assert "2 names for 3 seats" in done.err


def test_tables_lists_what_was_opened(run, evening):
    listed = run("tables", "--json").object
    assert ("evening", "niagara", 1, {"A": "Ada", "B": "Ben", "C": "Chie"}) == tuple(
        listed[field] for field in ("table", "game", "revision", "names")
    )
    assert run("tables").out.startswith("evening ")


def test_tables_of_nothing_is_no_error(run):
    done = run("tables")
    assert (0, "") == (done.code, done.out)
    assert "no tables yet" in done.err


def test_games_shows_editions_and_options(run):
    done = run("games")
    assert "Niagara (niagara): 3 to 5 players; the Chinese rulebook (unless told)" in done.out
    assert " zh" not in done.out
    niagara = next(game for game in run("games", "--json").objects if game["game"] == "niagara")
    assert ["zh", "ja"] == list(niagara["editions"])
    assert ["shared", "most_gems_then_first", "gem_value"] == niagara["switches"]["tie_break"]["values"]


def test_a_book_there_is_not_is_answered_with_those_there_are(run):
    said = run("new", "niagara", "--seats", "A,B,C", "--edition", "nope").err
    assert 'There is no rulebook "nope". Known: the Chinese rulebook, the Japanese rulebook.' in said
    assert 0 == run("new", "niagara", "--seats", "A,B,C", "--edition", "the Japanese rulebook").code


def test_an_example_that_opens_a_table_opens_one(run):
    """The filled-in line is accepted as it stands."""
    examples = fill_in_example(load_command("new").epilog or "").splitlines()
    for line in (each.split() for each in examples if "referee new" in each):
        assert 0 == run(*line[1:]).code


def test_people_who_sit_down_get_the_letters_the_board_draws(run):
    """What the board draws is what one types: A1, not Ada1."""
    opened = run("new", "niagara", "--seats", "Ada,Ben,Chie", "--json").object
    assert (["A", "B", "C"], "Chie") == (opened["seats"], opened["names"]["C"])


@pytest.mark.parametrize(
    ("seats", "letters"),
    [
        ("Ben,Bob,Anna Maria", ["B", "O", "A"]),
        ("Ann,Amy,Bob", ["A", "M", "B"]),
        ("Élise,Ben,安娜", ["E", "B", "A"]),
        ("安娜小姐,本,千绘", ["A", "B", "C"]),
        ("Ben,B,Anna", ["E", "B", "A"]),
    ],
)
def test_the_letters_of_people_come_from_their_names(run, seats, letters):
    """Initials first, then another letter of the name; other scripts get what is left, in turn order."""
    assert letters == run("new", "niagara", "--seats", seats, "--json").object["seats"]


@pytest.mark.parametrize(
    ("seats", "names", "sit"),
    [
        ("A,B,C", "C,A,B", {"seats": ["C", "A", "B"], "names": {}}),
        ("A,B,C", "B,Ben,Chie", {"seats": ["B", "A", "C"], "names": {"A": "Ben", "C": "Chie"}}),
        ("A,B,C", "Ben,Bob,Ann", {"seats": ["A", "B", "C"], "names": {"A": "Ben", "B": "Bob", "C": "Ann"}}),
        ("3", "Chie,Ada,Ben", {"seats": ["C", "A", "B"], "names": {"C": "Chie", "A": "Ada", "B": "Ben"}}),
        (
            "A=Ada, B=Ben, C=Chie",
            None,
            {"seats": ["A", "B", "C"], "names": {"A": "Ada", "B": "Ben", "C": "Chie"}},
        ),
    ],
)
def test_who_is_called_as_a_seat_gets_that_seat(run, seats, names, sit):
    told = () if names is None else ("--names", names)
    opened = run("new", "niagara", "--seats", seats, *told, "--json").object
    assert sit == {"seats": opened["seats"], "names": opened["names"]}


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("A,B,C", "Ben,Ben,Chie"),
        ("A,B,C", "Zo\u00eb,Zoe\u0308,Chie"),
        ("A,B,C", "Ben,BEN,Chie"),
        ("A,B,C", "Ben,Ben\u200b,Chie"),
        ("A,B,C", "B2,Ben,Chie"),
        ("A,\uff21,C", None),
        ("Ada,ada,Ben", None),
    ],
)
def test_two_people_who_look_alike_do_not_sit_down(run, seats, names):
    """Nor somebody called as a piece of another's seat; no table is opened."""
    told = () if names is None else ("--names", names)
    done = run("new", "niagara", "--seats", seats, *told, "--table", "t", "--json")
    assert (1, ["TAB-OPEN-02"], 2) == (done.code, done.object["rules"], run("show", "t").code)


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("Ada, Ben and Chie", ["Ada", "Ben", "Chie"]),
        ("Ada Ben Chie", ["Ada", "Ben", "Chie"]),
        ("Ann Lee,Jean-Luc,O'Neil", ["Ann Lee", "Jean-Luc", "O'Neil"]),
        ("安娜、大伟、小明", ["安娜", "大伟", "小明"]),
        ("花子、太郎、健", ["花子", "太郎", "健"]),
    ],
)
def test_people_are_named_as_one_types_them(run, seats, names):
    """With blanks, an `and`, a family name; two signs of Chinese are a name."""
    opened = run("new", "niagara", "--seats", seats, "--json").object
    assert names == [opened["names"][seat] for seat in opened["seats"]]
    assert all(len(seat) == 1 for seat in opened["seats"])


def test_an_edition_is_called_by_its_book(run):
    """In any language; its id is still understood."""
    for book in ("the Japanese rulebook", "japanese", "日文规则书", "ja"):
        assert (
            "ja" == run("new", "niagara", "--seats", "A,B,C", "--edition", book, "--json").object["edition"]
        )


def test_the_last_table_is_meant_where_none_is_named(run, evening):
    """The one somebody wrote to last; which it is, is said."""
    run("new", "niagara", "--seats", "A,B,C", "--table", "later")
    assert 0 == run("do", "evening", "A", "plays", "4").code
    done = run("do", "B", "plays", "3")
    assert (0, "At evening:\n") == (done.code, done.err)
    assert 3 == run("show", "--json").object["revision"]
    assert 0 == run("back", 2).code


def test_a_table_that_is_nearly_named_is_not_another(run, evening):
    done = run("do", "evenin", "A", "plays", "4")
    assert (2, True) == (done.code, 'there is no table "evenin"' in done.err)


@pytest.mark.parametrize(
    ("word", "command"),
    [
        *[("score", "result"), ("options", "house"), ("steal", "rule"), ("moves", "legal")],
        *[("撤销", "back"), ("分数", "result"), ("抢夺", "rule"), ("元に戻す", "back"), ("強奪", "rule")],
        ("選択肢", "house"),
    ],
)
def test_a_command_is_meant_rather_than_resembled(run, word, command):
    """`score` is `result`, not `seal`."""
    assert f'there is no command "{word}"; did you mean {command}?' in run(word).err


@pytest.mark.parametrize(("word", "option"), [("--book", "--edition"), ("--dealt", "--chance")])
def test_an_option_is_meant_rather_than_resembled(run, word, option):
    assert f"there is no option {word}; did you mean {option}?" in run("new", "niagara", word, "ja").err


@pytest.mark.parametrize("name", ["尼亚加拉", "ナイアガラ", "Niagara"])
def test_a_game_is_called_by_its_name_in_any_language(run, name):
    """As it stands on the box; `play` takes it for a table only where there is one of that name."""
    assert 0 == run("new", name, "--seats", "Ada,Ben,Chie").code
    assert "niagara-2" in run("play", name, "--seats", "Ada,Ben,Chie", stdin="quit\n").err


def test_who_plays_may_be_how_many(run):
    run("new", "niagara", "--seats", "4", "--table", "t")
    assert ["A", "B", "C", "D"] == run("tables", "--json").objects[0]["seats"]


def test_a_game_that_was_closed_before_its_end_does_not_go_on(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    assert "The game goes on." in run("result", "t").out
    run("close", "t", "--yes")
    assert run("result", "t").out.startswith("The table was closed before the game was over.\n")


def test_more_acts_than_entries_are_no_entry_to_go_back_to(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    run("do", "t", "A", "plays", "4")
    refused = run("back", "t", "99")
    assert "only 1 act can be taken back, not 99." in refused.err
    assert "--to" not in refused.err
