"""Bad input: what there are words for, and no lake has room for; never an exception, always a verdict."""

import pytest

from referee.games.powerboats import GAME
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from tests.games.typed import after_line

NONSENSE = (
    '{"type":"lake_laid"}',
    '{"type":"lake_laid","lake":"rulebook","tiles":"D1"}',
    '{"type":"boat_moved","seat":"nobody","turn":"left"}',
    '{"type":"boat_placed","seat":"orange","at":[99999999,99999999],"heading":"E"}',
    '{"type":"course_set","race":1,"buoys":{}}',
    '{"type":"course_set","race":1,"buoys":{"0":[0,0],"1":[999,0],"2":[0,999],"3":[1,1]}}',
    '{"type":"finished","seat":"orange","place":1,"turns":1}',
    '{"type":"dice_thrown","seat":"orange","held":[],"roll":1000000000}',
    '{"type":"corrected","position":{"race":3,"boats":{"orange":{"at":[31,0],"progress":-20}},"turn":"black"}}',
)


@pytest.mark.parametrize("line", NONSENSE)
@pytest.mark.parametrize("moment", [1, 2, 3, 4, 6, 7, 8, 40, 41])
def test_what_makes_no_sense_is_refused(moment: int, line: str) -> None:
    state = after_line("powerboats/three-fast-two-at-once", moment)
    verdict = GAME.decide(state, codec_for("powerboats").event(line.encode()))
    assert isinstance(verdict, Refused)
    assert verdict.rules
