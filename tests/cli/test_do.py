"""`do` and `back`: telling the referee, being refused, taking back, deciding otherwise."""

import json
import threading

import pytest


def test_an_action_is_told_back_with_what_follows(run, evening):
    run("do", evening, "A plays 4")
    run("do", evening, "B plays 3")
    done = run("do", evening, "C plays 2")
    assert "Chie lays a 2 face down.\n  It is Ada's turn.\n  Ada turns up a 4.\n" == done.out


def test_an_action_may_be_told_as_json(run, evening):
    event = json.dumps({"type": "paddle_chosen", "seat": "A", "card": 4})
    done = run("do", evening, "--event", event, "--json").object
    assert ("accepted", 2) == (done["verdict"], done["revision"])
    assert [
        {"seq": 2, "kind": "action", "event": json.loads(event), "rules": ["NIA-CARD-01", "NIA-CARD-02"]}
    ] == done["entries"]


def test_a_refusal_says_what_why_where_and_what_now(run, first_turn):
    """In twelve lines: the reason, its rule and source, what is possible, the ways round it; no board."""
    done = run("do", first_turn, "A1 launch to S3")
    lines = done.err.splitlines()
    assert (1, "") == (done.code, done.out)
    assert lines[0].startswith("evening: NIA-MOVE-05 1 point would be left over.")
    assert any(line.strip().startswith("Source: 尼加拉瓜大瀑布 移动船只, no. 1") for line in lines)
    assert (True, False) == (len(lines) <= 12, any(line.startswith("S4   |(") for line in lines))
    assert any(line.startswith("  1  Canoe 1 from land to S4") for line in lines)
    assert "help: referee rule NIA-MOVE-05" in lines
    assert any("referee correct evening" in line for line in lines)


def test_a_refusal_writes_nothing(run, first_turn):
    """Refused means: as if it had not been said."""
    before = run("log", first_turn, "--json").out
    run("do", first_turn, "A1 launch to S3")
    assert before == run("log", first_turn, "--json").out


def test_a_refusal_in_json_is_one_object(run, first_turn):
    done = run("do", first_turn, "A1 launch to S3", "--json")
    refused = done.object
    assert (1, "", "refused", "NIA-MOVE-05") == (done.code, done.err, refused["verdict"], refused["rules"][0])
    assert ["A1 launch to S4", "A2 launch to S4"] == [each["notation"] for each in refused["possible"][:2]]
    assert "Canoe 1 from land to S4" == refused["possible"][0]["label"]


def test_an_option_that_decides_is_offered_as_a_house_rule(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    for line in ("A plays 4", "B plays 3", "C plays 2"):
        run("do", "t", line)
    refused = run("do", "t", "A ends turn")
    assert "  referee house t both_ashore=may_stay" in refused.err.splitlines()
    assert 0 == run("house", "t", "both_ashore=may_stay", "--reason", "agreed").code
    assert 0 == run("do", "t", "A ends turn").code


def test_the_board_can_be_set_by_hand(run, first_turn):
    """We play it anyway: a correction, with the rest left as it was."""
    facts = ("canoes.A.1.at=S3", "canoes.A.1.gem=amethyst")
    done = run("correct", first_turn, *facts, "--reason", "so be it")
    assert 0 == done.code
    canoes = run("show", first_turn, "--json").object["position"]["canoes"]
    assert {"1": {"at": "S3", "gem": "amethyst"}, "2": {"at": "land", "gem": None}} == canoes["A"]


def test_a_correction_that_breaks_conservation_is_refused(run, first_turn):
    done = run("correct", first_turn, "owned.A.ruby=8")
    assert done.code in {1, 2}
    assert run("show", first_turn, "--json").object["position"]["owned"]["A"] == {}


def test_notation_that_means_nothing_names_what_could_stand_there(run, first_turn):
    done = run("do", first_turn, "Z9 flies")
    assert (2, "") == (done.code, done.out)
    assert "Possible here: A1 launch to S4, A2 launch to S4." in done.err
    assert "help: referee legal evening" in done.err


def test_what_is_listed_is_done_by_its_number(run, first_turn):
    """Every number `legal` shows does what stands beside it."""
    listed = run("legal", first_turn)
    assert "By its number, for example the first: referee do evening 1\n" in listed.err
    for line, told in zip(listed.out.splitlines(), run("legal", first_turn, "--json").objects, strict=True):
        number, label = line.split(maxsplit=1)
        assert f"Ada: {told['label']}" == label
        run("legal", first_turn)
        assert 0 == run("do", first_turn, number).code
        done = [row["event"] for row in run("log", first_turn, "--json").objects]
        assert told["event"] in done
        run("back", first_turn)


def test_a_seats_own_list_has_numbers_of_its_own(run, evening):
    """What is laid face down is listed to its seat alone, and done by the seat and the number."""
    hand = run("legal", evening, "--as", "C")
    assert "  Lay a 3" in hand.out.splitlines()
    assert "referee do evening C 7" in hand.err
    assert "Chie lays a 3 face down." == run("do", evening, "chie", "3").out.splitlines()[0]


@pytest.mark.parametrize("n", [77, 10001])
def test_a_number_that_is_not_listed_does_nothing(run, first_turn, n):
    run("legal", first_turn)
    done = run("do", first_turn, str(n))
    assert (2, "") == (done.code, done.out)
    assert f"There is no number {n}; 1 to 2 are listed." in done.err
    assert "help: referee legal evening" in done.err


def test_a_seat_is_known_by_its_name_too(run, evening):
    """People say Ada, not A; what is recorded is the seat."""
    assert "Ada lays a 4 face down." == run("do", evening, "ada plays 4").out.splitlines()[0]


@pytest.mark.parametrize("line", ["Ａ plays ４", "Ａｄａ\u3000ｐｌａｙｓ\u30004"])
def test_wide_letters_are_read_as_they_are_meant(run, evening, line):
    assert "Ada lays a 4 face down." == run("do", evening, line).out.splitlines()[0]


@pytest.fixture
def boat(run):
    run("new", "lifeboat", "--seats", "A,B,C,D", "--table", "boat")
    dealt = "characters A=lauren B=captain C=mate D=kid", "A gets ?", "B gets ?", "C gets ?", "D gets ?"
    for line in (*dealt, "A draws 4", "A keeps ?", "B keeps ?", "C keeps ?", "D keeps ?"):
        assert run("do", "boat", line).code == 0
    return "boat"


def test_a_card_turned_over_the_navigators_head_is_refused_and_may_be_set_by_hand(run, boat):
    for line in ("A rows 1", "B passes", "C passes", "D passes"):
        assert run("do", boat, line).code == 0
    done = run("do", boat, "top card N19")
    assert (1, "") == (done.code, done.out)
    assert "LIF-NAV-01" in done.err
    told = "top card (over=kid;dry=captain+mate+frenchy+kid;fight)"
    assert f"  referee do boat '{told}' --anyway\n  referee correct boat 'row_stack=[]'\n" in done.err
    assert run("do", "boat", "top card N19", "--anyway").code == 0


def test_so_many_provisions_may_be_drawn_as_a_number(run, boat):
    assert "A draws 4 provisions" in run("log", boat).out


def test_a_house_rule_that_would_not_help_is_not_offered(run, boat):
    for line in ("A passes", "B passes", "C passes", "D passes"):
        assert run("do", boat, line).code == 0
    done = run("do", boat, "A trades ? with B for ?")
    assert (1, False) == (done.code, "referee house" in done.err)


def test_a_card_of_a_hand_nobody_sees_is_not_set_by_hand(run, boat):
    """It would come from the deck, and the hand would stay as it is: nothing is offered, and nothing done."""
    before = run("log", boat).out
    done = run("do", boat, "A plays water on B")
    assert (1, False) == (done.code, "referee correct" in done.err or "--anyway" in done.err)
    anyway = run("do", boat, "A plays water on B", "--anyway")
    assert (1, True, before) == (anyway.code, "TAB-CORR-01" in anyway.err, run("log", boat).out)


def test_supply_is_not_over_because_a_card_is_kept_anyway(run):
    run("new", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee", "--table", "lb")
    last = run("show", "lb", "--json").object["position"]["boat"][-1]
    before = run("log", "lb").out
    done = run("do", "lb", f"{last} keeps water", "--anyway")
    assert (1, "", before) == (done.code, done.out, run("log", "lb").out)


def test_a_number_counts_for_the_list_it_was_printed_with(run, first_turn):
    """After the table went on it means nothing; the list is printed then, and counts."""
    assert 1 == run("do", first_turn, "1").code
    assert 0 == run("do", first_turn, "1").code
    before = run("log", first_turn).out
    stale = run("do", first_turn, "1")
    assert (1, "", before) == (stale.code, stale.out, run("log", first_turn).out)
    assert "the table as it is now was not listed yet" in stale.err


def test_a_number_that_was_not_printed_is_answered_with_the_list(run, first_turn):
    assert "  1  Ada: Canoe 1 from land to S4" in run("do", first_turn, "A1 launch to S6").err
    done = run("do", first_turn, 2)
    assert (done.code, "There is no number" in done.err, "\n  2  " in done.err) == (1, False, True)


def test_a_number_alone_never_tells_what_only_the_table_can_have_seen(run, first_turn):
    """However often it is sent again; of a list one asked for it may be one, and the bare word never is."""
    for _ in range(12):
        done = run("do", first_turn, "1")
    assert (1, True) == (done.code, "has no number" in done.err)
    assert "river_flowed" not in [one["event"]["type"] for one in run("log", first_turn, "--json").objects]
    assert 1 == run("do", first_turn, "river").code
    assert "for example" not in run("legal", first_turn).err
    assert 0 == run("do", first_turn, "2").code


def test_a_number_of_the_table_is_told_how_without_a_seat(run, first_turn):
    """The table has no cards to hide; the list is one for all."""
    run("do", first_turn, "1")
    run("do", first_turn, "1")
    assert "--as" not in run("do", first_turn, "1").err


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "There is no push 7: the river is pushed 3 times this round."),
        ("zh-Hans", "没有第7次推动：这一轮只推3次。"),
        ("ja", "7回目の押し出しはありません。このラウンドの押し出しは3回です。"),
    ],
)
def test_pushes_are_counted_as_people_count(run, evening, lang, said):
    """From one, as they are typed; a record counts from nought."""
    for line in (
        "A plays 3",
        "B plays 4",
        "C plays 5",
        "A1 launch to S3",
        "B1 launch to S4",
        "C1 launch to S5",
    ):
        run("do", evening, line)
    assert said in run("do", evening, "river left right left, jam at push 7", "--lang", lang).err


def test_before_the_first_supply_no_card_is_laid(run):
    run("new", "lifeboat", "--seats", "A,B,C,D", "--table", "early")
    run("do", "early", "characters A=lauren B=captain C=mate D=kid")
    assert ["LIF-TURN-01"] == run("do", "early", "A plays knife", "--json").object["rules"]


def test_an_action_seen_too_late_is_a_conflict(run, first_turn):
    done = run("do", first_turn, "A1 launch to S4", "--seen", "2")
    assert 1 == done.code
    assert "Nothing was written" in done.err


def test_the_same_key_gets_the_same_answer(run, first_turn):
    first = run("do", first_turn, "A1 launch to S4", "--key", "k", "--json")
    again = run("do", first_turn, "A1 launch to S4", "--key", "k", "--seen", "6", "--json")
    assert first.object["revision"] == again.object["revision"]


def test_of_two_processes_on_one_revision_exactly_one_wins(run, start, first_turn):
    revision = run("show", first_turn, "--json").object["revision"]
    codes = []

    def act(line):
        codes.append(start("do", first_turn, line, "--seen", revision).code)

    threads = [threading.Thread(target=act, args=(line,)) for line in ("A1 launch to S4", "A2 launch to S4")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [0, 1] == sorted(codes)


def test_taking_back_leaves_the_move_in_the_log(run, first_turn):
    """Nothing is deleted: what was taken back is struck through."""
    run("do", first_turn, "A1 launch to S4")
    assert 0 == run("back", first_turn).code
    rows = run("log", first_turn, "--json").objects
    assert [False, False, False, True] == [row["in_force"] for row in rows[-4:]]
    assert "A" == run("show", first_turn, "--json").object["turn"]


def test_taking_back_twice_goes_back_two_actions(run, first_turn):
    run("do", first_turn, "A1 launch to S4")
    run("back", first_turn)
    run("back", first_turn)
    assert ["C"] == run("show", first_turn, "--json").object["acting"]


def test_what_is_taken_back_already_is_not_taken_back_again(run, first_turn):
    assert 0 == run("back", first_turn, "--to", 2).code
    written = len(run("log", first_turn, "--json").objects)
    done = run("back", first_turn, "--to", 2)
    assert (1, "") == (done.code, done.out)
    assert "There is nothing to take back." in done.err
    assert written == len(run("log", first_turn, "--json").objects)


def test_there_is_an_end_to_taking_back(run, evening):
    done = run("back", evening)
    assert 1 == done.code
    assert "nothing to take back" in done.err


def test_a_lost_canoe_played_anyway_is_told_as_gone(run, place):
    """Nobody knows the way from the falls; the log is read on."""
    run("new", "niagara", "--seats", "A,B,C", "--table", "falls")
    run("correct", "falls", "canoes.C.2.at=lost")
    for seat in "ABC":
        run("do", "falls", seat, "plays", "3")
    run("do", "falls", "A1", "launch", "to", "S3")
    run("do", "falls", "B1", "launch", "to", "S3")
    event = '{"type":"canoe_moved","seat":"C","canoe":2,"to":"L6"}'
    assert run("do", "falls", "--event", event, "--anyway").code == 0
    assert run("log", "falls").code == 0


PROPOSED = {"type": "change_proposed", "id": "P1", "by": "A", "change": '{"type":"taken_back","to":2}'}


@pytest.mark.parametrize(
    ("what", "more"),
    [
        (("--event", '{"type":"taken_back","to":2}'), ("--seen", 3)),
        (
            (
                "--event",
                '{"type":"change_proposed","id":"P1","by":"A","change":"{\\"type\\":\\"taken_back\\",\\"to\\":2}"}',
            ),
            (),
        ),
        (("A", "plays", "5"), ("--anyway",)),
        (("A", "plays", "5"), ()),
    ],
)
def test_a_key_gets_the_same_answer_whatever_is_told(run, what, more):
    run("new", "niagara", "--seats", "A,B,C", "--table", "keyed")
    run("do", "keyed", "A", "plays", "4")
    run("do", "keyed", "B", "plays", "4")
    first, again = (run("do", "keyed", *what, *more, "--key", "k", "--json") for _ in range(2))
    assert (first.code, first.out) == (again.code, again.out)


def test_what_the_referee_deals_after_an_act_is_told_with_it(run):
    """Here a navigation card that is turned up, once all have kept a card and done nothing."""
    run("new", "lifeboat", "--seats", "A,B,C,D", "--table", "lb", "--chance", "referee")
    order = run("show", "lb", "--json").object["position"]["boat"]
    for seat in order:
        run("legal", "lb", "--as", seat)
        assert run("do", "lb", seat, 1).code == 0
    for seat in order:
        assert run("do", "lb", seat, "does", "nothing").code == 0
    listed = run("legal", "lb")
    assert "Turn up the top card" in listed.out
    assert "\nThe top card is turned up: " in run("do", "lb", 1).out
