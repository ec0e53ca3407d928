"""Strict reading: what is not in the vocabulary is refused, with its place."""

import pytest

from events.base import type_of
from events.codec import DEEPEST, MalformedError, NewerLogError, find_too_deep, read_json
from referee.games.niagara.events import CanoeMoved, GemAct, PaddleChosen
from referee.kernel.registry import codec_for, codec_of_first_line, find_game

OPENING = b'{"type":"table_opened","game":"niagara","seats":["A","B","C"]}'


def test_a_bare_event_is_read_with_its_defaults() -> None:
    line = b'{"type":"canoe_moved","seat":"B","canoe":2,"to":"S3","before":[{"act":"load","gem":"ruby"}]}'
    event = CanoeMoved("B", 2, "S3", before=(GemAct("load", "ruby"),))
    assert event == codec_for("niagara").event(line)


def test_a_type_is_the_class_name_in_small_letters() -> None:
    """`PaddleChosen` is `paddle_chosen`."""
    assert type_of(PaddleChosen("A", 3)) == "paddle_chosen"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"type":"canoe_moved","seat":"B","canoe":3,"to":"S3"}', "Invalid enum value 3 - at `$.canoe`"),
        (b'{"type":"canoe_moved","seat":"B","canoe":1,"to":"S9"}', "Invalid enum value 'S9' - at `$.to`"),
        (b'{"type":"turn_ended","seat":"B","why":1}', "Object contains unknown field `why`"),
        (b'{"type":"turn_ended"}', "Object missing required field `seat`"),
        (b'{"type":"paddle_chosen","seat":4,"card":1}', "Expected `str`, got `int` - at `$.seat`"),
        (b'{"type":"paddle_chosen","seat":"A","card":7}', "Invalid enum value 7 - at `$.card`"),
        (b'{"type":"cloud_moved","seat":"A","to":3}', "Invalid enum value 3 - at `$.to`"),
        (b'{"type":"river_flowed","exits":["up"]}', "Invalid enum value 'up' - at `$.exits[0]`"),
        (b'{"type":"nonsense"}', "Invalid value 'nonsense' - at `$.type`"),
        (b'{"type":"turn_ended","seat":"B"', "Input data was truncated"),
        (b"not json", "JSON is malformed: invalid character (byte 4)"),
        (b"\xff\xfe", "JSON is malformed: invalid character (byte 0)"),
    ],
)
def test_malformed_events_are_refused_with_their_place(line: bytes, message: str) -> None:
    with pytest.raises(MalformedError) as caught:
        codec_for("niagara").event(line)
    assert str(caught.value) == message


def test_a_malformed_event_still_tells_its_type() -> None:
    with pytest.raises(MalformedError) as caught:
        codec_for("niagara").event(b'{"type":"turn_ended"}')
    assert caught.value.type == "turn_ended"


@pytest.mark.parametrize("levels", [DEEPEST, 20_000])
def test_a_bottomless_line_is_malformed_not_a_crash(levels) -> None:
    begun = b'{"type":"corrected","position":'
    with pytest.raises(
        MalformedError, match=rf"nested too deeply \(byte {len(begun) + 10 * (DEEPEST - 1)}\)"
    ):
        codec_for("niagara").event(begun + b'{"canoes":' * levels)


def test_only_what_is_open_at_once_is_deep() -> None:
    assert [[1]] * 10**4 == read_json(str([[1]] * 10**4))
    assert "[" * 100 + '"' + "{" * 100 == read_json('"' + "[" * 100 + '\\"' + "{" * 100 + '"')
    assert None is find_too_deep(b"[" * DEEPEST + b"]" * DEEPEST)
    assert DEEPEST + 2 == find_too_deep(b"[]" + b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1))


def test_the_first_line_tells_game_and_form() -> None:
    bare, is_log = codec_of_first_line(OPENING)
    enveloped, is_log_too = codec_of_first_line(b'{"seq":1,"event":' + OPENING + b"}")
    assert (bare.game, is_log) == ("niagara", False)
    assert (enveloped.game, is_log_too) == ("niagara", True)


def test_an_unknown_game_is_named_with_those_that_are_known() -> None:
    with pytest.raises(MalformedError, match="unknown game 'nigara'; known: lifeboat, niagara, powerboats"):
        codec_of_first_line(OPENING.replace(b"niagara", b"nigara"))


def test_a_log_from_a_newer_version_is_told_apart() -> None:
    """Newer lines are not called malformed: they are not for us to judge."""
    with pytest.raises(NewerLogError) as caught:
        codec_of_first_line(OPENING[:-1] + b',"rules_version":99}')
    assert caught.value.args == (99, find_game("niagara").ruleset.rules_version)
