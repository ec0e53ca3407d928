"""Every measure runs, on hardly any work; how fast is for the runner to say."""

from pathlib import Path

import pytest

from tests.bench.__main__ import result_of
from tests.bench.measure import TOY
from tests.bench.measures import MEASURES
from tests.bench.report import markdown
from tests.stages import slow


@slow
@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_measure_comes_to_a_figure(measure, tmp_path: Path):
    result = result_of(measure, TOY, tmp_path, runs=1)
    if result.missing:
        pytest.skip(result.missing)
    assert result.ratio is not None
    assert result.ratio.median
    assert measure.what in markdown([result])


def test_a_peer_that_is_not_installed_is_named(tmp_path: Path):
    """The rest is measured all the same, and the report says what is missing and how to get it."""
    measure = MEASURES[0]._replace(needs=("some-peer", "no_such_module"))
    result = result_of(measure, TOY, tmp_path, runs=1)
    assert "pip install" in result.missing
    assert "some-peer is not installed" in markdown([result])
