"""Refereeing a record again from nothing."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.codec import NewerLogError
from referee.service.answers.files import make_checked_file, make_checked_line
from referee.service.files.check import Checked, Summary
from referee.service.files.record_file import check_file
from referee.service.logs.replay import replay
from tests.service.games import NIAGARA, actions, as_log, check_lines, log, record

OPENING = b'{"type":"table_opened","game":"niagara","seats":["A","B","C"]}'
LAY = [b'{"type":"paddle_chosen","seat":"%s","card":3}' % seat for seat in (b"A", b"B", b"C")]
GO = b'{"type":"canoe_moved","seat":"A","canoe":1,"to":"S3"}'
START = [OPENING, *LAY]


def verdicts(lines, **how):
    """Check lines; give each verdict."""
    return [result.verdict for result in check_lines(lines, **how) if isinstance(result, Checked)]


def last(lines):
    """Check lines; give the last answer before the summary."""
    return list(check_lines(lines, keep_going=True))[-2]


def summary(lines, **how):
    """Check lines; give the summary."""
    return list(check_lines(lines, **how))[-1]


@pytest.mark.parametrize("number", range(1, 6))
def test_every_form_of_a_game_is_accepted_and_ends_alike(number):
    lines = log(number)
    forms = [list(lines), record(lines), actions(lines)]
    summaries = [summary(form) for form in forms]
    assert [len(form) for form in forms] == [each.accepted for each in summaries]
    position = NIAGARA.position(replay(as_log(lines)).state, "referee")
    assert [position] * 3 == [each.position for each in summaries]


def test_an_accepted_line_tells_what_follows_and_by_which_rules():
    checked = list(check_lines([*START, GO]))[4]
    assert ("canoe_moved", "accepted") == (checked.type, checked.verdict)
    assert ["TurnPassed", "PaddleRevealed"] == [type(event).__name__ for event in checked.consequences]
    assert "NIA-MOVE-01" in checked.rules


def test_it_stops_at_the_first_line_that_is_refused():
    results = list(check_lines([OPENING, GO, *LAY]))
    assert ["accepted", "refused"] == [each.verdict for each in results[:-1]]
    assert (1, 1, 0, "choose") == (*counts(results[-1]), results[-1].phase)


def counts(summary):
    return summary.accepted, summary.refused, summary.malformed


def test_or_passes_over_it_and_goes_on():
    assert (5, 1, 1) == counts(summary([OPENING, GO, *LAY, b"what?", GO], keep_going=True))


@pytest.mark.parametrize(
    "consequences",
    [
        [],
        [b'{"type":"turn_passed","seat":"B"}'],
        [b'{"type":"paddle_revealed","seat":"B","card":3}'],
        [b'{"type":"turn_passed","seat":"B"}', b'{"type":"paddle_revealed","seat":"B","card":3}'],
    ],
)
def test_consequences_may_be_left_out_or_written_down(consequences):
    lines = [*START, GO, *consequences, GO.replace(b'"A"', b'"B"')]
    assert {"accepted"} == set(verdicts(lines))


def test_a_consequence_that_differs_is_refused_with_the_rule_that_derives_it():
    checked = last([*START, GO, b'{"type":"turn_passed","seat":"C"}'])
    assert ("refused", ("NIA-ROUND-02", "TAB-REC-01")) == (checked.verdict, checked.rules)
    assert '{"type":"turn_passed","seat":"B"}' == checked.refused.args["expected"]


def test_a_card_turned_up_out_of_turn_is_judged_as_an_act_while_anothers_is_turned_up():
    """A's card is known and turned up by itself; B turns up its own, which nobody knew."""
    laid = [OPENING, LAY[0], LAY[1].replace(b":3", b":null"), LAY[2]]
    shown = b'{"type":"paddle_revealed","seat":"%s","card":3}'
    checked = last([*laid, shown % b"B"])
    assert ("niagara.reveal_on_own_turn", ("NIA-CARD-03", "NIA-CARD-05")) == (
        checked.refused.reason,
        checked.rules,
    )
    assert {"accepted"} == set(verdicts([*laid, shown % b"A", GO, shown % b"B"]))


GO_ALL = [GO.replace(b'"A"', b'"%s"' % seat).replace(b"S3", b"S1") for seat in (b"A", b"B", b"C")]
ONES = [line.replace(b":3", b":1") for line in LAY]
CALM = b'{"type":"corrected","position":{"weather":-1}}'


@pytest.mark.parametrize(
    ("lines", "stated", "rules"),
    [
        (LAY, b'{"type":"paddle_revealed","seat":"A","card":4}', ("NIA-CARD-03", "NIA-TURN-01")),
        ([*ONES, *GO_ALL], b'{"type":"river_flowed","exits":["right"]}', ("NIA-RIVER-02", "NIA-RIVER-07")),
        (
            [*ONES, *GO_ALL],
            b'{"type":"river_flowed","exits":["left","right"]}',
            ("NIA-RIVER-02", "NIA-RIVER-07"),
        ),
        (
            [CALM, *ONES, *GO_ALL],
            b'{"type":"river_flowed","exits":["left"]}',
            ("NIA-RIVER-05", "NIA-RIVER-02", "NIA-WX-04"),
        ),
    ],
)
def test_what_differs_is_refused_with_the_rules_of_what_was_derived(lines, stated, rules):
    opening = OPENING.replace(b'"seats"', b'"edition":"ja","seats"')
    checked = last([opening, *lines, stated])
    assert ("record.differs", ("TAB-REC-01", *rules)) == (checked.refused.reason, checked.rules)


def test_points_that_differ_are_refused_with_the_rules_of_that_very_race():
    course = {"0": [7, 18], "1": [23, 11], "2": [13, 10], "3": [21, 24]}
    boats = {"A": {"at": [11, 18], "heading": "SW", "dice": [1, 3], "buoys": 3}}
    events = [
        {"type": "table_opened", "game": "powerboats", "seats": ["A", "B"]},
        {"type": "corrected", "position": {"race": 2}},
        {"type": "lake_laid", "lake": "rulebook"},
        {"type": "course_set", "race": 2, "buoys": course, "line": "SE", "house": True},
        {"type": "corrected", "position": {"boats": boats, "finished": ["B"], "turn": "A"}},
        {"type": "dice_thrown", "seat": "A", "held": [1, 3], "roll": 0},
        {"type": "boat_moved", "seat": "A", "turn": "straight"},
        {"type": "race_ended", "race": 2, "places": ["B", "A"], "points": {"A": 1, "B": 1}},
    ]
    checked = last([msgspec.json.encode(event) for event in events])
    assert ("POW-RACE-01", "POW-SCO-01", "TAB-REC-01") == checked.rules[:3]
    assert {"POW-SCO-02", "POW-SCO-03", "POW-VAR-01"} <= set(checked.rules[3:])


def test_a_consequence_that_does_not_follow_is_refused():
    checked = last([*START, GO, b'{"type":"canoe_lost","seat":"A","canoe":1}'])
    assert "TAB-REC-01" == checked.rules[-1]
    assert "record.not_derived" == checked.refused.reason


def test_consequences_out_of_order_are_refused():
    lines = [
        *START,
        GO,
        b'{"type":"paddle_revealed","seat":"B","card":3}',
        b'{"type":"turn_passed","seat":"B"}',
    ]
    assert ["accepted", "refused"] == verdicts(lines, keep_going=True)[-2:]


def test_a_consequence_told_twice_is_refused():
    turn = b'{"type":"turn_passed","seat":"B"}'
    assert ["accepted", "refused"] == verdicts([*START, GO, turn, turn], keep_going=True)[-2:]


def test_only_the_fields_that_are_written_are_compared():
    opened = [*START, GO.replace(b'"S3"', b'"S2","seat":"A"').replace(b'"seat":"A","canoe"', b'"canoe"')]
    assert "refused" == verdicts(opened)[-1]
    granted = [b'{"type":"turn_passed","seat":"B"}']
    assert "accepted" == verdicts([*START, GO, *granted])[-1]


def test_taking_back_names_a_line_of_the_record():
    lines = [*START, GO, b'{"type":"taken_back","to":4}', GO]
    assert {"accepted"} == set(verdicts(lines))
    assert summary([*START, GO]).position == summary(lines).position


def test_taking_back_counts_lines_that_are_blank():
    lines = [OPENING, b"", *LAY, b"", GO, b'{"type":"taken_back","to":5}', GO]
    assert {"accepted"} == set(verdicts(lines))


@pytest.mark.parametrize("to", [0, -3, 6, 7, 99])
def test_taking_back_to_no_earlier_line_is_refused(to):
    assert ("TAB-BACK-01",) == last([*START, GO, b'{"type":"taken_back","to":%d}' % to]).rules


def test_taking_back_to_a_line_that_was_refused_is_refused():
    lines = [OPENING, GO, *LAY, b'{"type":"taken_back","to":2}']
    assert ("TAB-BACK-01",) == last(lines).rules


def test_taking_back_to_a_line_taken_back_is_refused():
    lines = [*START, GO, b'{"type":"taken_back","to":2}', b'{"type":"taken_back","to":4}']
    assert ("TAB-BACK-01",) == last(lines).rules


@pytest.mark.parametrize(
    ("lines", "verdict", "reason"),
    [
        ([], "malformed", "log.empty"),
        ([b"", b"  "], "malformed", "log.empty"),
        ([b"\xff\xfe{\x00"], "malformed", "log.not_text"),
        ([b"not json"], "malformed", "log.no_beginning"),
        ([b"[1, 2]"], "malformed", "log.no_beginning"),
        ([b"{}"], "malformed", "log.malformed"),
        ([b"[" * 100_000], "malformed", "log.no_beginning"),
        ([b'{"type":"lunch"}'], "malformed", "log.malformed"),
        ([GO], "refused", "table.not_open"),
        ([b'{"type":"table_opened"}'], "malformed", "log.malformed"),
        ([b'{"type":"table_opened","game":"chess","seats":["A","B"]}'], "refused", "table.unknown_game"),
        ([OPENING.replace(b',"C"', b"")], "refused", "table.wrong_number_of_players"),
        ([OPENING.replace(b'"C"', b'"C","D","E","F"')], "refused", "table.wrong_number_of_players"),
        ([OPENING.replace(b'"C"', b'"A"')], "refused", "table.duplicate_seat"),
        ([OPENING[:-1] + b',"edition":"xx"}'], "refused", "table.unknown_edition"),
        ([OPENING[:-1] + b',"options":{"x":1}}'], "refused", "table.unknown_option"),
        ([OPENING[:-1] + b',"extra":1}'], "malformed", "log.malformed"),
        ([OPENING, OPENING], "refused", "table.already_open"),
        ([OPENING, b'{"type":"lunch"}'], "malformed", "log.malformed"),
        ([OPENING, b'{"type":"paddle_chosen","seat":"A","card":7}'], "malformed", "log.malformed"),
        ([OPENING, b'{"type":"paddle_chosen","seat":"A"}'], "malformed", "log.malformed"),
        ([OPENING, b'{"type":"paddle_chosen","seat":"Z","card":1}'], "refused", "table.unknown_seat"),
        ([OPENING, b'{"type":"paddle_chosen","seat":"A","card":1e400}'], "malformed", "log.malformed"),
        ([OPENING, LAY[0][:20]], "malformed", "log.malformed"),
        ([*START, GO.replace(b'"A"', b'"B"')], "refused", "niagara.not_your_turn"),
        ([OPENING, b'{"type":"table_closed"}', LAY[0]], "refused", "table.closed"),
    ],
)
def test_bad_input_gets_one_clear_answer(lines, verdict, reason):
    checked = last(lines)
    assert (verdict, reason) == (checked.verdict, checked.refused.reason)


def test_a_bad_first_line_may_be_passed_over():
    assert ["malformed", "refused", "accepted"] == verdicts([b"hello", GO, OPENING], keep_going=True)


def test_a_log_from_a_newer_version_is_not_guessed_at():
    with pytest.raises(NewerLogError) as error:
        list(check_lines([OPENING[:-1] + b',"rules_version":999}']))
    assert 999 == error.value.args[0]


def test_damage_of_an_exported_log_is_answered_at_its_line():
    """By line and seq; the next one is proved against what the damaged one says of itself."""
    lines = list(log())
    lines[20] = lines[20].replace(b'"at":"2026', b'"at":"2027')
    results = list(check_lines(lines, keep_going=True))
    damaged = [(each.line, each.seq, each.refused.reason) for each in results[:-1] if each.seq]
    assert [(21, 21, "log.edited")] == damaged


def test_a_file_is_checked_as_its_lines_are(tmp_path):
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join([*START, b"", GO]) + b"\r\n")
    results = list(check_file(path))
    assert [1, 2, 3, 4, 6] == [each.line for each in results[:-1]]
    assert (5, 0, 0) == counts(results[-1])


def test_an_answer_has_the_form_programs_read():
    *lines, summed = check_lines([OPENING, GO])
    told = [make_checked_line(each, lambda reason, _: f"{reason}!") for each in lines]
    decoded = [msgspec.json.decode(msgspec.json.encode(each)) for each in (*told, make_checked_file(summed))]
    assert ["line", "type", "verdict", "rules", "message", "consequences"] == list(decoded[1])
    assert decoded[1]["message"].startswith("niagara.")
    names = ["accepted", "refused", "malformed", "phase", "turn", "position", "winners"]
    assert names == list(decoded[2]["summary"])


def test_a_position_told_is_a_position_corrected_accepts():
    told = actions(log())[:-1]
    position = msgspec.json.encode(summary(told).position)
    correction = b'{"type":"corrected","position":%b}' % position
    assert position == msgspec.json.encode(summary([told[0], correction]).position)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_never_crash_it(data):
    results = list(check_lines(data.split(b"\n"), keep_going=True))
    assert isinstance(results[-1], Summary)


FUZZED = actions(log(4, 3))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mutated_record_never_crashes_it(data):
    lines = list(FUZZED)
    for _ in range(data.draw(st.integers(1, 4))):
        i = data.draw(st.integers(0, len(lines) - 1))
        at = data.draw(st.integers(0, len(lines[i])))
        match data.draw(st.sampled_from(["cut", "double", "drop", "exchange", "swap"])):
            case "cut":
                lines[i] = lines[i][:at]
            case "double":
                lines.insert(i, lines[i])
            case "drop":
                lines = lines[:i] + lines[i + 1 :] or [b""]
            case "exchange":
                lines[i] = lines[i][:at] + data.draw(st.binary(min_size=1, max_size=3)) + lines[i][at + 1 :]
            case "swap":
                lines[i], lines[-1] = lines[-1], lines[i]
    results = list(check_lines(lines, keep_going=True))
    given_lines = sum(bool(line.strip()) for line in lines)
    assert max(1, given_lines) == len(results) - 1
    assert isinstance(results[-1], Summary)
